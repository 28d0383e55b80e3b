//! The targets for which an attribute exists.

use std::borrow::Cow;

use backend::{Fatal, Rec};

/// A C++ expression that tests whether an attribute exists for a target.
pub(super) struct TargetTest {
    pub code: String,
    /// Whether `code` contains a check of the target. Otherwise, `code` is `true`.
    pub checks: bool,
}

impl TargetTest {
    /// The test for a record of class `TargetSpec`.
    pub(super) fn read(spec: Rec) -> Result<TargetTest, Fatal> {
        TargetTest::with_arches(spec, &spec.list_of_strings("Arches")?)
    }

    /// The test for `spec` with `arches` instead of the record's architectures.
    pub(super) fn with_arches(spec: Rec, arches: &[Cow<str>]) -> Result<TargetTest, Fatal> {
        let mut test = TargetTest {
            code: "true".to_owned(),
            checks: false,
        };
        if !arches.is_empty() {
            test.add_any("T.getArch()", arches);
        }
        for (field, value) in [
            ("OSes", "T.getOS()"),
            ("ObjectFormats", "T.getObjectFormat()"),
        ] {
            if !spec.is_unset(field) {
                test.add_any(value, &spec.list_of_strings(field)?);
            }
        }
        let code = spec.string("CustomCode")?;
        if !code.is_empty() {
            test.add(&code);
        }
        Ok(test)
    }

    fn add_any(&mut self, value: &str, names: &[Cow<str>]) {
        let tests = names
            .iter()
            .map(|name| format!("{value} == llvm::Triple::{name}"));
        self.add(&tests.collect::<Vec<_>>().join(" || "));
    }

    fn add(&mut self, test: &str) {
        self.checks = true;
        self.code += &format!(" && ({test})");
    }
}
