//! libFuzzer's door to `grundy_fuzz::arcs_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::arcs_file(data));
