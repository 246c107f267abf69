//! libFuzzer's door to `grundy_fuzz::table_manifest_and_block`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::table_manifest_and_block(data));
