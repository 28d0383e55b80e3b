//! Subclasses and other users of classes and multiclasses, found in the syntax without elaboration.

use elaborate::facts::{Use, User};
use elaborate::ids::StmtId;
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;

use super::text::Text;

/// The statements that name a class or multiclass among their parents, in the order of the unit's sources.
pub(super) fn uses_of<'a>(
    text: &Text<'a>,
    name: Sym,
) -> impl Iterator<Item = (StmtId, &'a Use)> + use<'a> {
    let sources = &text.unit().sources;
    let files = sources.files.iter().enumerate();
    let uses = files.flat_map(move |(source, file)| {
        let uses = file.facts.uses(&file.lowered).get(&name);
        uses.into_iter().flatten().map(move |it| (source, it))
    });
    uses.filter_map(|(source, it)| {
        let items = sources.layout.of_source(source);
        Some(((*items.get(it.stmt as usize)?)?, it))
    })
}

/// All direct and indirect subclasses of a class.
pub(super) fn subclasses_of(text: &Text<'_>, class: Sym) -> Vec<Sym> {
    let mut seen = FxHashSet::from_iter([class]);
    let mut all = vec![class];
    let mut next = 0;
    while let Some(class) = all.get(next).copied() {
        next += 1;
        for (_, it) in uses_of(text, class) {
            if let User::Class(name) = it.user
                && seen.insert(name)
            {
                all.push(name);
            }
        }
    }
    all.remove(0);
    all
}

/// The number of `def`s that have a class or one of its subclasses as a parent.
pub(super) struct FamilyCount {
    /// The number of `def`s outside multiclasses, and outside top-level loops and `if`s.
    pub defs: usize,
    /// The number of `def`s in multiclasses, and in top-level loops and `if`s.
    pub templates: usize,
}

pub(super) fn count_family(text: &Text<'_>, class: Sym) -> FamilyCount {
    let mut count = FamilyCount {
        defs: 0,
        templates: 0,
    };
    let mut seen = FxHashSet::default();
    for class in [vec![class], subclasses_of(text, class)].concat() {
        for (item, it) in uses_of(text, class) {
            if let User::Def { is_template } = it.user
                && seen.insert((item, it.at))
            {
                if is_template {
                    count.templates += 1
                } else {
                    count.defs += 1
                }
            }
        }
    }
    count
}
