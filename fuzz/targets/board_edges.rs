//! libFuzzer's door to `grundy_fuzz::board_edges`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::board_edges(data));
