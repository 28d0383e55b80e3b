//! The C++ templates in the source: texts with the placeholders `$name` and `$0`.

use std::borrow::Cow;

/// The texts of placeholders.
#[derive(Clone, Debug, Default)]
pub struct Substitutions<'a> {
    named: Vec<(&'a str, Cow<'a, str>)>,
}

/// The mark after a placeholder that has no text.
const UNFILLED: &str = "<no-subst-found>";

impl<'a> Substitutions<'a> {
    /// An empty set of substitutions.
    pub fn new() -> Substitutions<'a> {
        Substitutions::default()
    }

    /// Adds the text of the placeholder `$name`; `name` is given without `$`.
    pub fn with(mut self, name: &'a str, text: impl Into<Cow<'a, str>>) -> Substitutions<'a> {
        self.set(name, text);
        self
    }

    /// Sets the text of the placeholder `$name`. Replaces an earlier text.
    pub fn set(&mut self, name: &'a str, text: impl Into<Cow<'a, str>>) {
        let text = text.into();
        match self.named.iter_mut().find(|it| it.0 == name) {
            Some(known) => known.1 = text,
            None => self.named.push((name, text)),
        }
    }

    /// Fills a template that has no positional arguments.
    pub fn fill(&self, template: &str) -> String {
        self.fill_with(template, &[])
    }

    /// Fills a template: `$name` is replaced by its text, `$0` by the argument at this index, `$0...` by all arguments
    /// from this index on, and `$$` by `$`. A placeholder without a text is kept and marked.
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

    /// Whether all placeholders of a template have a text.
    pub fn fills(&self, template: &str) -> bool {
        !self.fill(template).contains(UNFILLED)
    }

    /// The names and indices of the placeholders that have no text if `template` is filled with `given` positional
    /// arguments, without duplicates.
    pub fn unknown<'t>(&self, template: &'t str, given: usize) -> Vec<&'t str> {
        let args = vec![""; given];
        let mut unknown = Vec::new();
        let mut rest = template;
        while let Some(at) = rest.find('$') {
            let mut filled = String::new();
            let behind = self.fill_first(&rest[at..], &args, &mut filled);
            if filled.contains(UNFILLED) {
                let word = count(&rest[at + 1..], |it| {
                    it.is_ascii_alphanumeric() || it == b'_'
                });
                let digits = count(&rest[at + 1..], |it| it.is_ascii_digit());
                let length = if digits > 0 { digits } else { word };
                let name = &rest[at + 1..at + 1 + length];
                if !unknown.contains(&name) {
                    unknown.push(name);
                }
            }
            rest = behind;
        }
        unknown
    }

    /// Fills the placeholder at the start of a text, and returns the rest of the text.
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

/// The number of leading bytes for which `is_it` is true.
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
