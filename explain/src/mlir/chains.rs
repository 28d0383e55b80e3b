//! Which rewrite patterns may be applied before and after a given pattern.

use backend::{Context, Fatal, Rec, RecordId};
use elaborate::diagnostic::At;
use ide::markup::code_span;
use mlir_model::pattern::{Pattern, Tree, TreeKind};
use rustc_hash::FxHashSet;

use crate::page::Page;

/// The maximum number of patterns in one list.
const MAX_PATTERNS: usize = 10;

/// Lists the patterns whose root operation this pattern creates, and the patterns that create this pattern's root
/// operation.
pub(crate) fn neighbours(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let own = Pattern::read(rec)?;
    let (root, makes) = (own.source.operator().id(), made(&own));
    let (mut after, mut before) = (Vec::new(), Vec::new());
    for other in cx.records.derived_if_defined("Pattern") {
        // A mistake in another pattern is shown on the page of that pattern.
        let Ok(pattern) = Pattern::read(other) else {
            continue;
        };
        if makes.contains(&pattern.source.operator().id()) {
            after.push(other);
        }
        if other.id() != rec.id() && made(&pattern).contains(&root) {
            before.push(other);
        }
    }
    list("may be followed by", &after, page);
    list("may follow", &before, page);
    Ok(())
}

/// The operations that a pattern creates.
fn made(pattern: &Pattern) -> FxHashSet<RecordId> {
    let mut found = FxHashSet::default();
    let trees = pattern.results.iter().chain(&pattern.supplements);
    trees.for_each(|it| add(*it, &mut found));
    found
}

fn add(tree: Tree, found: &mut FxHashSet<RecordId>) {
    backend::enter();
    backend::spend(1);
    if tree.kind() == TreeKind::Operation {
        found.insert(tree.operator().id());
    }
    tree.children().for_each(|it| add(it, found));
}

fn list(what: &str, patterns: &[Rec], page: &mut Page) {
    let shown = patterns.iter().take(MAX_PATTERNS).map(|it| {
        let place = it.record().locs.first();
        let place = place.and_then(|it| page.place(At::start(*it)));
        match (it.record().is_anonymous(), place) {
            (false, Some(place)) => format!("{} ({place})", code_span(it.name())),
            (true, Some(place)) => place,
            (_, None) => code_span(it.name()),
        }
    });
    let mut shown: Vec<String> = shown.collect();
    if patterns.len() > MAX_PATTERNS {
        shown.push(format!("… {} more", patterns.len() - MAX_PATTERNS));
    }
    match patterns.len() {
        0 => {}
        1 => page.point(what, shown.concat()),
        count => page.point(&format!("{what} {count} patterns"), shown.join(", ")),
    }
}
