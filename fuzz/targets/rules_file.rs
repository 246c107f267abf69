//! libFuzzer's door to `grundy_fuzz::rules_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::rules_file(data));
