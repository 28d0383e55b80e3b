//! Regression tests for findings of fuzzing.

#[path = "../../tests/fuzz/src/texts.rs"]
#[allow(unreachable_pub, reason = "the fuzzers are another crate")]
mod texts;

#[test]
fn findings_of_fuzzing() {
    let findings = std::path::Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/fuzz/regressions"
    ));
    let mut count = 0;
    for (name, check) in [("parse", texts::parse as fn(&[u8])), ("edit", texts::edit)] {
        for entry in std::fs::read_dir(findings.join(name)).unwrap() {
            check(&std::fs::read(entry.unwrap().path()).unwrap());
            count += 1;
        }
    }
    assert!(count > 0);
}
