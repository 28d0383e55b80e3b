//! C++ code that compares a string with many names: by its length, then letter by letter.

use std::collections::BTreeMap;

use elaborate::diagnostic::At;
use elaborate::records::{decode, encode};

use crate::{Diagnostic, Fatal, Output, Rec, Severity};

/// A name, and the C++ statements to run when a string equals it.
#[derive(Clone)]
pub struct Case<'a> {
    /// The records that the name and the statements come from.
    sources: Vec<Rec<'a>>,
    name: Vec<u8>,
    code: String,
}

impl<'a> Case<'a> {
    /// A case that comes from one record.
    pub fn new(rec: Rec<'a>, name: impl AsRef<str>, code: String) -> Case<'a> {
        Case::of(vec![rec], name, code)
    }

    /// A case that comes from any number of records.
    pub fn of(sources: Vec<Rec<'a>>, name: impl AsRef<str>, code: String) -> Case<'a> {
        Case {
            sources,
            name: encode(name.as_ref()).into_owned(),
            code,
        }
    }
}

/// Writes a `switch` over the length of a string variable, with the statements of all cases.
pub struct StringMatcher<'m> {
    /// The name of the string variable.
    variable: &'m str,
    /// The depth of the code's indentation.
    depth: usize,
    keeps_first: bool,
}

impl<'m> StringMatcher<'m> {
    /// A matcher without indentation, for which duplicate names are an error.
    pub fn new(variable: &'m str) -> StringMatcher<'m> {
        StringMatcher {
            variable,
            depth: 0,
            keeps_first: false,
        }
    }

    /// The same matcher, with its code indented by `depth` steps.
    pub fn indented(self, depth: usize) -> StringMatcher<'m> {
        StringMatcher { depth, ..self }
    }

    /// The same matcher; if `keeps_first` is true, duplicate names are allowed, and the first case of a name is used.
    pub fn keep_first(self, keeps_first: bool) -> StringMatcher<'m> {
        StringMatcher {
            keeps_first,
            ..self
        }
    }

    /// Writes the code, or nothing if there are no cases. A duplicate name is an error unless the matcher keeps the
    /// first case.
    pub fn push(&self, out: &mut Output, cases: &[Case]) -> Result<(), Fatal> {
        if cases.is_empty() {
            return Ok(());
        }
        let mut by_length: BTreeMap<usize, Vec<&Case>> = BTreeMap::new();
        for case in cases {
            by_length.entry(case.name.len()).or_default().push(case);
        }
        let indent = " ".repeat(2 * self.depth + 2);
        write!(
            out,
            "{indent}switch ({}.size()) {{\n{indent}default: break;\n",
            self.variable
        );
        for (length, cases) in by_length {
            mark(out, &cases);
            writeln!(
                out,
                "{indent}case {length}:\t // {} to match.",
                count(&cases)
            );
            if self.push_cases(out, &cases, 0, self.depth)? {
                writeln!(out, "{indent}  break;");
            }
        }
        out.no_source();
        writeln!(out, "{indent}}}");
        Ok(())
    }

    /// Writes the code for names of equal length that have the same letters before `at`. Returns whether control can
    /// reach the end of the code, so that a `break` must follow.
    fn push_cases(
        &self,
        out: &mut Output,
        cases: &[&Case],
        at: usize,
        depth: usize,
    ) -> Result<bool, Fatal> {
        let indent = " ".repeat(2 * depth + 4);
        let variable = self.variable;
        let Case {
            name: first, code, ..
        } = cases[0];
        if at == first.len() {
            if cases.len() > 1 && !self.keeps_first {
                return Err(Box::new(duplicate(cases[0], cases[1])));
            }
            let mut lines = code.lines();
            let start = lines.next().unwrap_or_default();
            writeln!(out, "{indent}{start}\t // \"{}\"", decode(first));
            for line in lines {
                writeln!(out, "{indent}{line}");
            }
            return Ok(false);
        }
        // The reference orders letters as signed characters.
        let mut by_letter: BTreeMap<i8, Vec<&Case>> = BTreeMap::new();
        for case in cases {
            let letter = case.name[at].cast_signed();
            by_letter.entry(letter).or_default().push(case);
        }
        if by_letter.len() == 1 {
            let end = common_prefix(cases);
            let text = decode(&first[at..end]);
            match end - at {
                1 => writeln!(out, "{indent}if ({variable}[{at}] != '{text}')"),
                many => writeln!(
                    out,
                    "{indent}if (memcmp({variable}.data()+{at}, \"{text}\", {many}) != 0)"
                ),
            }
            writeln!(out, "{indent}  break;");
            return self.push_cases(out, cases, end, depth);
        }
        writeln!(out, "{indent}switch ({variable}[{at}]) {{");
        writeln!(out, "{indent}default: break;");
        for (letter, cases) in by_letter {
            mark(out, &cases);
            let letter = decode(&[letter.cast_unsigned()]);
            let count = count(&cases);
            writeln!(out, "{indent}case '{letter}':\t // {count} to match.");
            if self.push_cases(out, &cases, at + 1, depth + 1)? {
                writeln!(out, "{indent}  break;");
            }
        }
        mark(out, cases);
        writeln!(out, "{indent}}}");
        Ok(true)
    }
}

/// Source map: the text that follows comes from the records of these cases.
fn mark(out: &mut Output, cases: &[&Case]) {
    out.sources(|| cases.iter().flat_map(|it| it.sources.iter().copied()));
}

fn count(cases: &[&Case]) -> String {
    let plural = if cases.len() == 1 { "" } else { "s" };
    format!("{} string{plural}", cases.len())
}

/// The length of the common prefix of all names.
fn common_prefix(cases: &[&Case]) -> usize {
    let first = &cases[0].name;
    let is_common = |at: &usize| cases.iter().all(|it| it.name[*at] == first[*at]);
    (0..first.len()).take_while(is_common).count()
}

/// The error for two cases with the same name. The reference reports it without a location; an editor shows it at the
/// second case.
fn duplicate(first: &Case, second: &Case) -> Diagnostic {
    let message = "Had duplicate keys to match on".to_owned();
    let mut error = Diagnostic::new(Severity::Error, None, message);
    if let Some(rec) = second.sources.first() {
        error = error.near(&rec.record().locs);
    }
    let rec = first.sources.first();
    let at = rec.and_then(|it| it.record().locs.first().copied());
    error.with_hint(
        at.map(At::start),
        format!("another '{}' is here", decode(&first.name)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(matcher: StringMatcher, names: &[&str], want: Expect) {
        let case = |(number, name): (usize, &&str)| {
            Case::of(Vec::new(), name, format!("run({number});\nreturn;"))
        };
        let cases: Vec<Case> = names.iter().enumerate().map(case).collect();
        let mut out = Output::new();
        match matcher.push(&mut out, &cases) {
            // The snapshot's indentation depends on a first line without blanks.
            Ok(()) => want.assert_eq(&format!("code:\n{}", out.text)),
            Err(error) => want.assert_eq(&error.message),
        }
    }

    #[test]
    fn names_are_told_by_their_letters() {
        check(
            StringMatcher::new("S").indented(1),
            &["ab", "abc", "abd", "xyz"],
            expect![[r#"
                code:
                    switch (S.size()) {
                    default: break;
                    case 2:	 // 1 string to match.
                      if (memcmp(S.data()+0, "ab", 2) != 0)
                        break;
                      run(0);	 // "ab"
                      return;
                    case 3:	 // 3 strings to match.
                      switch (S[0]) {
                      default: break;
                      case 'a':	 // 2 strings to match.
                        if (S[1] != 'b')
                          break;
                        switch (S[2]) {
                        default: break;
                        case 'c':	 // 1 string to match.
                          run(1);	 // "abc"
                          return;
                        case 'd':	 // 1 string to match.
                          run(2);	 // "abd"
                          return;
                        }
                        break;
                      case 'x':	 // 1 string to match.
                        if (memcmp(S.data()+1, "yz", 2) != 0)
                          break;
                        run(3);	 // "xyz"
                        return;
                      }
                      break;
                    }
            "#]],
        );
    }

    #[test]
    fn a_name_may_come_twice_if_the_first_is_taken() {
        let names = ["a", "a"];
        check(
            StringMatcher::new("S"),
            &names,
            expect!["Had duplicate keys to match on"],
        );
        check(
            StringMatcher::new("S").keep_first(true),
            &names,
            expect![[r#"
                code:
                  switch (S.size()) {
                  default: break;
                  case 1:	 // 2 strings to match.
                    if (S[0] != 'a')
                      break;
                    run(0);	 // "a"
                    return;
                  }
            "#]],
        );
    }
}
