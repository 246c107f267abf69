//! libFuzzer's door to `grundy_fuzz::search_checkpoint`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::search_checkpoint(data));
