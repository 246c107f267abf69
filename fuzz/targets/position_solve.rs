//! libFuzzer's door to `grundy_fuzz::position_solve`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::position_solve(data));
