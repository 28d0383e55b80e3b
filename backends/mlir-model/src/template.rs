//! Templates of C++ that authors write: texts with `$name` and `$0` in them.

use std::borrow::Cow;

/// What placeholders stand for.
#[derive(Clone, Debug, Default)]
pub struct Substitutions<'a> {
    named: Vec<(&'a str, Cow<'a, str>)>,
}

/// What stands behind a placeholder that nothing fills.
const UNFILLED: &str = "<no-subst-found>";

impl<'a> Substitutions<'a> {
    /// Without any.
    pub fn new() -> Substitutions<'a> {
        Substitutions::default()
    }

    /// The same with a text for a name, which is given without its dollar.
    pub fn with(mut self, name: &'a str, text: impl Into<Cow<'a, str>>) -> Substitutions<'a> {
        self.set(name, text);
        self
    }

    /// Gives a name a text, instead of the one that it had.
    pub fn set(&mut self, name: &'a str, text: impl Into<Cow<'a, str>>) {
        let text = text.into();
        match self.named.iter_mut().find(|it| it.0 == name) {
            Some(known) => known.1 = text,
            None => self.named.push((name, text)),
        }
    }

    /// A template without arguments by position, filled.
    pub fn fill(&self, template: &str) -> String {
        self.fill_with(template, &[])
    }

    /// A template, filled: `$name` by the names, `$0` by the arguments, `$1...` by all arguments from one on. `$$` is a
    /// dollar. A placeholder that nothing fills stays and is marked.
    pub fn fill_with(&self, template: &str, args: &[&str]) -> String {
        backend::spend(1 + template.len() / 16);
        let mut filled = String::with_capacity(template.len());
        let mut rest = template;
        while let Some(at) = rest.find('$') {
            filled.push_str(&rest[..at]);
            rest = self.fill_first(&rest[at..], args, &mut filled);
        }
        filled.push_str(rest);
        filled
    }

    /// Whether a template has no placeholder that would be marked as not filled.
    pub fn fills(&self, template: &str) -> bool {
        !self.fill(template).contains(UNFILLED)
    }

    /// Fills the placeholder that a text starts with, and gives the rest.
    fn fill_first<'t>(&self, text: &'t str, args: &[&str], filled: &mut String) -> &'t str {
        let behind = &text[1..];
        if let Some(rest) = behind.strip_prefix('$') {
            filled.push('$');
            return rest;
        }
        let digits = count(behind, |it| it.is_ascii_digit());
        if digits > 0 {
            let index: Option<usize> = behind[..digits].parse().ok();
            let rest = &behind[digits..];
            let given = index.and_then(|it| args.get(it..)).unwrap_or_default();
            let (all, rest) = match rest.strip_prefix("...") {
                Some(rest) => (given.join(", "), rest),
                None => (given.first().copied().unwrap_or_default().to_owned(), rest),
            };
            if given.is_empty() {
                filled.push_str(&text[..text.len() - rest.len()]);
                filled.push_str(UNFILLED);
            }
            filled.push_str(&all);
            return rest;
        }
        let length = count(behind, |it| it.is_ascii_alphanumeric() || it == b'_');
        let (name, rest) = behind.split_at(length);
        match self.named.iter().find(|it| it.0 == name) {
            Some((_, text)) => filled.push_str(text),
            None => {
                filled.push('$');
                filled.push_str(name);
                if !name.is_empty() {
                    filled.push_str(UNFILLED);
                }
            }
        }
        rest
    }
}

/// The number of bytes at the start of a text that are of a kind.
fn count(text: &str, is_it: impl Fn(u8) -> bool) -> usize {
    let other = text.bytes().position(|it| !is_it(it));
    other.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::Substitutions;

    #[track_caller]
    fn check(template: &str, want: &str) {
        let names = Substitutions::new()
            .with("_self", "type")
            .with("_op", "*op");
        assert_eq!(names.fill_with(template, &["a", "b", "c"]), want);
    }

    #[test]
    fn names_and_positions() {
        check("isa($_self) && $_op.f()", "isa(type) && *op.f()");
        check("$0 + $2; $1...", "a + c; b, c");
        check("$$0 costs $ 5$", "$0 costs $ 5$");
    }

    #[test]
    fn what_nothing_fills_is_marked() {
        check(
            "$_builder.f($x_1)",
            "$_builder<no-subst-found>.f($x_1<no-subst-found>)",
        );
        check("$3 $7...", "$3<no-subst-found> $7...<no-subst-found>");
        check(
            "$99999999999999999999",
            "$99999999999999999999<no-subst-found>",
        );
    }
}
