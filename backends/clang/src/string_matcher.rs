//! C++ code that finds out which of many names a string is: by its length, then letter by letter.

use std::borrow::Cow;
use std::collections::BTreeMap;

use backend::{Fatal, Output, Rec};
use elaborate::records::{decode, encode};

/// A name and the statement to run when a string is that name.
#[derive(Clone)]
pub struct Case<'a> {
    /// Where both come from.
    rec: Rec<'a>,
    name: Vec<u8>,
    code: String,
}

impl<'a> Case<'a> {
    pub fn new(rec: Rec<'a>, name: Cow<str>, code: String) -> Case<'a> {
        let name = encode(&name).into_owned();
        Case { rec, name, code }
    }
}

/// What becomes of a name that comes twice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Duplicates {
    /// It is an error.
    Error,
    /// The first one counts.
    First,
}

/// Writes a `switch` over the length of the variable `Name` with the statements of all cases.
pub fn push_matcher(out: &mut Output, cases: &[Case], duplicates: Duplicates) -> Result<(), Fatal> {
    if cases.is_empty() {
        return Ok(());
    }
    let mut by_length: BTreeMap<usize, Vec<&Case>> = BTreeMap::new();
    for case in cases {
        by_length.entry(case.name.len()).or_default().push(case);
    }
    out.push("  switch (Name.size()) {\n  default: break;\n");
    for (length, cases) in by_length {
        mark(out, &cases);
        writeln!(out, "  case {length}:\t // {} to match.", count(&cases));
        if push_cases(out, &cases, duplicates, 0, 0)? {
            out.push("    break;\n");
        }
    }
    out.no_source();
    out.push("  }\n");
    Ok(())
}

/// Says that what follows comes from all these cases.
fn mark(out: &mut Output, cases: &[&Case]) {
    for case in cases {
        out.source(case.rec);
    }
}

fn count(cases: &[&Case]) -> String {
    let plural = if cases.len() == 1 { "" } else { "s" };
    format!("{} string{plural}", cases.len())
}

/// Writes the code for names of one length that are equal before the letter `at`. Returns whether the code can be left
/// at its end.
fn push_cases(
    out: &mut Output,
    cases: &[&Case],
    duplicates: Duplicates,
    at: usize,
    depth: usize,
) -> Result<bool, Fatal> {
    let indent = " ".repeat(2 * depth + 4);
    let Case {
        rec,
        name: first,
        code,
    } = cases[0];
    if at == first.len() {
        if cases.len() > 1 && duplicates == Duplicates::Error {
            let message = "Had duplicate keys to match on";
            return Err(rec.records().fatal(message.to_owned()));
        }
        writeln!(out, "{indent}{code}\t // \"{}\"", decode(first));
        return Ok(false);
    }
    // Letters are signed where the reference orders them.
    let mut by_letter: BTreeMap<i8, Vec<&Case>> = BTreeMap::new();
    for case in cases {
        let letter = case.name[at].cast_signed();
        by_letter.entry(letter).or_default().push(case);
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
        return push_cases(out, cases, duplicates, end, depth);
    }
    writeln!(out, "{indent}switch (Name[{at}]) {{");
    writeln!(out, "{indent}default: break;");
    for (letter, cases) in by_letter {
        mark(out, &cases);
        let letter = decode(&[letter.cast_unsigned()]);
        writeln!(
            out,
            "{indent}case '{letter}':\t // {} to match.",
            count(&cases)
        );
        if push_cases(out, &cases, duplicates, at + 1, depth + 1)? {
            writeln!(out, "{indent}  break;");
        }
    }
    mark(out, cases);
    writeln!(out, "{indent}}}");
    Ok(true)
}

/// How many letters all names begin with.
fn common_prefix(cases: &[&Case]) -> usize {
    let first = &cases[0].name;
    let is_common = |at: &usize| cases.iter().all(|it| it.name[*at] == first[*at]);
    (0..first.len()).take_while(is_common).count()
}
