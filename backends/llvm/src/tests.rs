//! Each backend has its tests beside it, with a small source of its own. The output for real sources is compared with
//! the reference elsewhere.

pub(crate) mod sources;

use backend::Release;
use expect_test::Expect;

use backend_testing::{read, run};

pub(crate) fn check(backend: &str, text: &str, want: Expect) {
    want.assert_eq(&run(crate::ALL, backend, &[], &read(text)).text_or_error());
}

/// The differences between releases for a text.
pub(crate) fn check_changes(backend: &str, text: &str, want: Expect) {
    let shown = backend_testing::changes(crate::ALL, backend, &[], text, &Release::ALL);
    want.assert_eq(&shown);
}

/// The errors of a backend for a text.
#[track_caller]
pub(crate) fn check_error(backend: &str, text: &str, want: &str) {
    let got = run(crate::ALL, backend, &[], &read(text)).text_or_error();
    assert_eq!(got.strip_prefix("error: "), Some(want));
}

/// The reference makes a target of the unit before a backend reads it, which requires hardware modes first.
#[test]
fn units_without_the_classes_of_targets() {
    let backends = [
        "gen-asm-matcher",
        "gen-asm-writer",
        "gen-disassembler",
        "gen-emitter",
        "gen-instr-info",
        "gen-pseudo-lowering",
        "gen-register-info",
        "gen-subtarget",
        "gen-x86-fold-tables",
        "gen-x86-instr-mapping",
        "gen-x86-mnemonic-tables",
    ];
    for backend in backends {
        let got = run(crate::ALL, backend, &[], &read("def x;")).text_or_error();
        assert_eq!(
            got, "error: The class 'HwMode' is not defined\n",
            "{backend}"
        );
    }
}
