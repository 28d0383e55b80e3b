//! Predicates: trees of C++ conditions.

mod simplify;

use std::borrow::Cow;

use backend::{Fatal, Rec, Release, bail, spend};

pub use simplify::simplified;

/// The maximum nesting depth of predicates. A predicate that contains itself reaches this limit.
const MAX_DEPTH: usize = 200;

/// The C++ expression for the condition of a predicate, in which the placeholder `$_self` stands for the tested value.
pub fn condition(predicate: Rec) -> Result<String, Fatal> {
    Ok(Reader::default().condition(predicate)?.into_text())
}

/// Whether the reference simplifies constant conditions: true since LLVM 22.
fn is_simplified(predicate: Rec) -> bool {
    predicate.records().release() >= Release::V22
}

/// The condition of a predicate.
enum Condition {
    /// The condition is constant: an `And` or `Or` that has no children, or whose result is determined by a constant
    /// child.
    Known(bool),
    Text(String),
}

impl Condition {
    fn into_text(self) -> String {
        match self {
            Condition::Known(value) => value.to_string(),
            Condition::Text(text) => text,
        }
    }
}

/// Reads a tree of predicates.
#[derive(Default)]
struct Reader<'a> {
    /// For each enclosing `SubstLeaves`, the outermost first: the text that is replaced in leaves, and its replacement.
    replacements: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn condition(&mut self, predicate: Rec<'a>) -> Result<Condition, Fatal> {
        if !predicate.is_a("CombinedPred") {
            return Ok(Condition::Text(self.leaf(predicate)?));
        }
        if self.depth == MAX_DEPTH {
            bail!(predicate, "predicates are nested too deeply");
        }
        self.depth += 1;
        let kind = predicate.def("kind")?.name();
        let condition = match kind {
            "PredCombinerAnd" => self.joined(predicate, true)?,
            "PredCombinerOr" => self.joined(predicate, false)?,
            "PredCombinerNot" => Condition::Text(format!("!({})", self.only_child(predicate)?)),
            "PredCombinerConcat" => {
                let prefix = self.replaced(&predicate.string("prefix")?);
                let suffix = self.replaced(&predicate.string("suffix")?);
                let child = self.only_child(predicate)?;
                Condition::Text(format!("{prefix}{child}{suffix}"))
            }
            "PredCombinerSubstLeaves" => {
                let pattern = predicate.string("pattern")?;
                let replacement = predicate.string("replacement")?;
                self.replacements.push((pattern, replacement));
                let child = self.only_child(predicate)?;
                self.replacements.pop();
                Condition::Text(child)
            }
            _ => bail!(predicate, "unsupported predicate kind"),
        };
        self.depth -= 1;
        Ok(condition)
    }

    /// The condition of an `And` or `Or`. `neutral` is the value of an `And` or `Or` that has no children.
    fn joined(&mut self, predicate: Rec<'a>, neutral: bool) -> Result<Condition, Fatal> {
        let children = predicate.list_of_defs("children")?;
        if children.is_empty() {
            // Inside a `SubstLeaves`, the reference does not simplify.
            let is_known = self.replacements.is_empty() && is_simplified(predicate);
            return Ok(if is_known {
                Condition::Known(neutral)
            } else {
                Condition::Text(neutral.to_string())
            });
        }
        let mut texts = Vec::new();
        let mut decides = false;
        for child in children {
            match self.condition(child)? {
                Condition::Known(value) => decides |= value != neutral,
                Condition::Text(text) => texts.push(text),
            }
        }
        if decides {
            return Ok(Condition::Known(!neutral));
        }
        let text = match &*texts {
            [] => neutral.to_string(),
            [text] => text.clone(),
            _ => {
                let operator = if neutral { ") && (" } else { ") || (" };
                format!("({})", texts.join(operator))
            }
        };
        spend(text.len() / 16);
        Ok(Condition::Text(text))
    }

    fn only_child(&mut self, predicate: Rec<'a>) -> Result<String, Fatal> {
        let children = predicate.list_of_defs("children")?;
        let [child] = *children else {
            bail!(
                predicate,
                "a predicate of this kind takes exactly one predicate"
            );
        };
        let text = self.condition(child)?.into_text();
        spend(text.len() / 16);
        Ok(text)
    }

    fn leaf(&self, predicate: Rec<'a>) -> Result<String, Fatal> {
        if !predicate.is_a("CPred") {
            bail!(predicate, "'{}' is not a predicate", predicate.name());
        }
        Ok(self.replaced(&predicate.string("predExpr")?))
    }

    /// Applies all replacements to a text, the innermost first.
    fn replaced(&self, text: &str) -> String {
        let pairs = self.replacements.iter().rev();
        pairs.fold(text.to_owned(), |text, (pattern, replacement)| {
            spend(1 + text.len() / 16);
            // The reference does not terminate for an empty pattern.
            if pattern.is_empty() {
                text
            } else {
                text.replace(&**pattern, replacement)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use backend::Release;
    use backend_testing::read_as;
    use expect_test::{Expect, expect};

    const COMBINED: &str = include_str!("predicate/combined.td");

    const LEAVES: &str = r#"
        class Pred;
        class CPred<code pred> : Pred { code predExpr = "(" # pred # ")"; }
        def A : CPred<"a($_self)">;
        def B : CPred<"b($_self)">;
    "#;

    const EMPTY: &str = "
        def Yes : And<[]>;
        def No : Or<[]>;
    ";

    #[track_caller]
    fn check(predicate: &str, want: Expect) {
        check_as(Release::V22, predicate, want);
    }

    #[track_caller]
    fn check_as(release: Release, predicate: &str, want: Expect) {
        let records = read_as(
            release,
            &format!("{LEAVES}{COMBINED}{EMPTY} def P : {predicate};"),
        );
        let predicate = records.def("P").expect("a record");
        let condition = super::condition(predicate);
        want.assert_eq(&condition.unwrap_or_else(|error| error.message));
    }

    #[test]
    fn combinations() {
        check("And<[A, B]>", expect!["((a($_self))) && ((b($_self)))"]);
        check(
            "Or<[A, Neg<B>]>",
            expect!["((a($_self))) || (!((b($_self))))"],
        );
        check("And<[A]>", expect!["(a($_self))"]);
        check("Concat<\"all(\", A, \")\">", expect!["all((a($_self)))"]);
        check(
            "SubstLeaves<\"$_self\", \"x\", SubstLeaves<\"$_self\", \"f($_self)\", A>>",
            expect!["(a(f(x)))"],
        );
    }

    #[test]
    fn what_is_known_without_a_value() {
        check("And<[]>", expect!["true"]);
        check("And<[Yes, A]>", expect!["(a($_self))"]);
        check("Or<[A, And<[B, No]>]>", expect!["(a($_self))"]);
        check("Or<[A, Yes]>", expect!["true"]);
        check(
            "SubstLeaves<\"a\", \"b\", Or<[A, Yes]>>",
            expect!["((b($_self))) || (true)"],
        );
        check_as(
            Release::V19,
            "Or<[A, And<[B, No]>]>",
            expect!["((a($_self))) || (((b($_self))) && (false))"],
        );
    }

    #[test]
    fn mistakes() {
        check(
            "CombinedPred<PredCombinerNot, [A, B]>",
            expect!["a predicate of this kind takes exactly one predicate"],
        );
        check("Pred", expect!["'P' is not a predicate"]);
    }
}
