//! libFuzzer's door to `grundy_fuzz::period_certificate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::period_certificate(data));
