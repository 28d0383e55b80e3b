//! The dependency file: a rule of make with the files that were read.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use crate::stdio;

/// Writes the rule for `output` to the file `path`, or to standard output if `path` is `None`.
pub(super) fn write(
    path: Option<&Path>,
    output: &str,
    dependencies: &BTreeSet<&str>,
) -> io::Result<()> {
    let mut rule = format!("{output}:");
    for dependency in dependencies {
        rule.push(' ');
        rule.push_str(dependency);
    }
    rule.push('\n');
    match path {
        Some(path) => std::fs::write(path, rule),
        None => stdio::output()?.write_all(rule.as_bytes()),
    }
}
