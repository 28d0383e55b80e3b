#![no_main]

#[path = "../src/workspaces.rs"]
mod workspaces;

libfuzzer_sys::fuzz_target!(|data: &[u8]| workspaces::workspace(data));
