//! Hints on passes: names that occur twice on the command line or in a class, and quotes in texts.

use backend::{Rec, Release};
use mlir_model::passes::Pass;
use rustc_hash::FxHashMap;

use super::{Hints, breaks_text, with_place_of};

impl<'a> Hints<'a> {
    pub(super) fn pass(&mut self, pass: &Pass<'a>) {
        if !pass.argument.is_empty() {
            self.name(pass.rec, "pass", pass.argument.to_string());
        }
        let options = pass.options.iter();
        let variables = options
            .clone()
            .map(|it| (it.rec, "variable", &*it.variable));
        self.members(pass.rec, variables);
        self.members(
            pass.rec,
            options.map(|it| (it.rec, "argument", &*it.argument)),
        );
        // Since LLVM 22 these texts are written as raw strings.
        if pass.rec.records().release() < Release::V22 {
            self.texts(pass);
        }
    }

    /// Adds a hint on each option of a pass that has the same variable or argument as an earlier option.
    fn members<'n>(
        &mut self,
        pass: Rec,
        options: impl Iterator<Item = (Rec<'a>, &'static str, &'n str)>,
    ) {
        let mut known: FxHashMap<&str, Rec> = FxHashMap::default();
        for (rec, what, name) in options {
            let first = *known.entry(name).or_insert(rec);
            if first != rec {
                self.hint_in(pass, rec, format!("another option has the {what} '{name}'"));
                if let Some(hint) = self.said.pop() {
                    self.said.push(with_place_of(hint, first));
                }
            }
        }
    }

    fn texts(&mut self, pass: &Pass<'a>) {
        let of_options = pass.options.iter().map(|it| &it.description);
        let of_statistics = pass.statistics.iter().map(|it| &it.description);
        if breaks_text(&pass.summary) {
            self.quotes(pass.rec, "summary", "the summary");
        }
        if of_options.chain(of_statistics).any(|it| breaks_text(it)) {
            self.quotes(pass.rec, "options", "the description of an option");
        }
    }
}
