//! libFuzzer's door to `grundy_fuzz::json_body`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::json_body(data));
