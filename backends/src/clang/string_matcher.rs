//! C++ code that finds out which of many names a string is: by its length, then letter by letter.

use std::borrow::Cow;
use std::collections::BTreeMap;

use analysis::records::{decode, encode};

use super::fatal;
use crate::{Fatal, Output};

/// A name and the statement to run when a string is that name.
type Case<'a> = (&'a [u8], &'a str);

/// Writes a `switch` over the length of the variable `Name` with the statements of all cases. A name that comes twice
/// is an error.
pub fn push_matcher(out: &mut Output, cases: &[(Cow<str>, String)]) -> Result<(), Fatal> {
    if cases.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = cases.iter().map(|(name, _)| encode(name)).collect();
    let mut by_length: BTreeMap<usize, Vec<Case>> = BTreeMap::new();
    for (name, (_, code)) in names.iter().zip(cases) {
        by_length.entry(name.len()).or_default().push((name, code));
    }
    out.push("  switch (Name.size()) {\n  default: break;\n");
    for (length, cases) in by_length {
        writeln!(out, "  case {length}:\t // {} to match.", count(&cases));
        if push_cases(out, &cases, 0, 0)? {
            out.push("    break;\n");
        }
    }
    out.push("  }\n");
    Ok(())
}

fn count(cases: &[Case]) -> String {
    let plural = if cases.len() == 1 { "" } else { "s" };
    format!("{} string{plural}", cases.len())
}

/// Writes the code for names of one length that are equal before the letter `at`. Returns whether the code can be left
/// at its end.
fn push_cases(out: &mut Output, cases: &[Case], at: usize, depth: usize) -> Result<bool, Fatal> {
    let indent = " ".repeat(2 * depth + 4);
    let (first, code) = cases[0];
    if at == first.len() {
        if cases.len() > 1 {
            return Err(fatal("Had duplicate keys to match on"));
        }
        writeln!(out, "{indent}{code}\t // \"{}\"", decode(first));
        return Ok(false);
    }
    // Letters are signed where the reference orders them.
    let mut by_letter: BTreeMap<i8, Vec<Case>> = BTreeMap::new();
    for case in cases {
        let letter = case.0[at].cast_signed();
        by_letter.entry(letter).or_default().push(*case);
    }
    if by_letter.len() == 1 {
        let end = common_prefix(cases);
        let text = decode(&first[at..end]);
        match end - at {
            1 => writeln!(out, "{indent}if (Name[{at}] != '{text}')"),
            many => writeln!(
                out,
                "{indent}if (memcmp(Name.data()+{at}, \"{text}\", {many}) != 0)"
            ),
        }
        writeln!(out, "{indent}  break;");
        return push_cases(out, cases, end, depth);
    }
    writeln!(out, "{indent}switch (Name[{at}]) {{");
    writeln!(out, "{indent}default: break;");
    for (letter, cases) in by_letter {
        let letter = decode(&[letter.cast_unsigned()]);
        writeln!(
            out,
            "{indent}case '{letter}':\t // {} to match.",
            count(&cases)
        );
        if push_cases(out, &cases, at + 1, depth + 1)? {
            writeln!(out, "{indent}  break;");
        }
    }
    writeln!(out, "{indent}}}");
    Ok(true)
}

/// How many letters all names begin with.
fn common_prefix(cases: &[Case]) -> usize {
    let first = cases[0].0;
    let is_common = |at: &usize| cases.iter().all(|(name, _)| name[*at] == first[*at]);
    (0..first.len()).take_while(is_common).count()
}
