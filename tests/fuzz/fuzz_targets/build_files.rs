#![no_main]

#[path = "../src/build_files.rs"]
mod build_files;

libfuzzer_sys::fuzz_target!(|data: &[u8]| build_files::discovery(data));
