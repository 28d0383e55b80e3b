//! Hints on rewrite patterns: C++ code that mentions more arguments than the pattern passes.

use backend::{Rec, Records, enter};
use mlir_model::pattern::{Pattern, Tree, TreeKind, call_template};
use mlir_model::template::Substitutions;

use super::Hints;

impl<'a> Hints<'a> {
    pub(super) fn patterns(&mut self, records: &'a Records) {
        let all = records.derived_if_defined("Pattern").into_iter();
        for pattern in all.filter_map(|it| Pattern::read(it).ok()) {
            let made = pattern.results.iter().chain(&pattern.supplements);
            for tree in std::iter::once(&pattern.source).chain(made) {
                self.calls(pattern.rec, *tree);
            }
            for it in pattern.constraints().unwrap_or_default() {
                if let Ok(condition) = it.constraint.condition() {
                    let name = it.constraint.rec.name();
                    self.arguments(pattern.rec, name, &condition, it.names.len());
                }
            }
        }
    }

    fn calls(&mut self, pattern: Rec, tree: Tree<'a>) {
        enter();
        if tree.kind() == TreeKind::NativeCodeCall
            && let Ok(template) = call_template(tree.operator())
            && let Ok(directives) = tree.directives(pattern)
        {
            let name = tree.operator().name();
            self.arguments(pattern, name, &template, directives.others);
        }
        tree.children().for_each(|it| self.calls(pattern, it));
    }

    /// Adds a hint if a template of C++ code mentions an argument beyond the first `given` arguments.
    fn arguments(&mut self, pattern: Rec, name: &str, template: &str, given: usize) {
        let missing = Substitutions::new().unknown(template, given);
        let is_number = |it: &&&str| it.bytes().all(|it| it.is_ascii_digit());
        let Some(index) = missing.iter().find(is_number) else {
            return;
        };
        let code = if name.starts_with("anonymous_") {
            "the code".to_owned()
        } else {
            format!("'{name}'")
        };
        let count = match given {
            0 => "no arguments".to_owned(),
            1 => "1 argument".to_owned(),
            _ => format!("{given} arguments"),
        };
        let message = format!("{code} uses `${index}`, but the pattern gives it {count}");
        self.hint_at(pattern, message);
    }
}
