//! The dependency file: a rule of make that names what was read.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::stdio;

/// Writes the rule for `output` to the file `path`; `-` is standard output.
pub fn write(path: &str, output: &str, dependencies: &BTreeSet<&str>) -> io::Result<()> {
    let mut rule = format!("{output}:");
    for dependency in dependencies {
        rule.push(' ');
        rule.push_str(dependency);
    }
    rule.push('\n');
    if path == "-" {
        return stdio::output()?.write_all(rule.as_bytes());
    }
    std::fs::write(path, rule)
}
