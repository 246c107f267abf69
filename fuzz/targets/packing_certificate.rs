//! libFuzzer's door to `grundy_fuzz::packing_certificate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::packing_certificate(data));
