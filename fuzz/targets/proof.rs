//! libFuzzer's door to `grundy_fuzz::proof`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::proof(data));
