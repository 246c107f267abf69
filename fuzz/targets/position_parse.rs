//! libFuzzer's door to `grundy_fuzz::position_parse`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::position_parse(data));
