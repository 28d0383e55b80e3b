#![no_main]

#[allow(dead_code, reason = "each target uses one of these")]
#[path = "../src/texts.rs"]
mod texts;

libfuzzer_sys::fuzz_target!(|data: &[u8]| texts::parse(data));
