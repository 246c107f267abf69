//! libFuzzer's door to `grundy_fuzz::http_query`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::http_query(data));
