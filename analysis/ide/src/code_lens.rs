//! Code lenses: the clickable lines above a declaration.

use std::collections::BTreeSet;
use std::ops::Range;

use db::{Database, outcome_of};
use elaborate::facts::User;
use elaborate::hir::StmtKind;
use elaborate::ids::StmtId;
use elaborate::symbol::Sym;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{AstNode, Block, SourceFile, Statement};
use syntax::{SyntaxKind, SyntaxToken};

use super::family::{subclasses_of, uses_of};
use super::hover::made_by;
use super::place::token_at;
use super::text::{Text, whole_sources};
use super::tree_text::range;
use super::{Place, own_tree_of, source_of};

/// The subject of a lens.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LensKind {
    /// A class: the numbers of its records, of its subclasses, and of the values and types that name it.
    Class(String),
    /// A `defm`: the number of its records.
    Defm,
    /// A root file: the output of a backend.
    Preview {
        /// The name of the backend, as passed to [`code_lenses`].
        backend: String,
    },
}

/// A lens whose text is not computed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lens {
    /// The range of the class name or `defm` keyword below the lens, in bytes; empty for a preview.
    pub range: Range<usize>,
    /// The subject, from which [`resolve`] computes the text.
    pub kind: LensKind,
}

/// The lenses of a file, in order. The root file has a lens for each of `backends`, the backends that can run on the
/// unit. `defm`s have lenses only if `of_defms` is true, and a class has a lens only if it is referred to. Nothing is
/// elaborated. `None` if the unit does not read the file.
pub fn code_lenses(
    db: &Database,
    path: &str,
    backends: &[String],
    of_defms: bool,
) -> Option<Vec<Lens>> {
    let tree = own_tree_of(db, path)?;
    let mut lenses = Vec::new();
    let is_root = source_of(db, path) == Some(0);
    for backend in backends.iter().filter(|_| is_root) {
        lenses.push(Lens {
            range: 0..0,
            kind: LensKind::Preview {
                backend: backend.clone(),
            },
        });
    }
    let file = SourceFile::of_root(&tree);
    file.statements().for_each(|it| statement(it, &mut lenses));
    let text = Text::new(db);
    // A class may be declared several times; its references are searched for once.
    let mut is_named = FxHashMap::default();
    lenses.retain(|it| match &it.kind {
        LensKind::Class(name) => {
            let class = Sym::new(name);
            *is_named.entry(class).or_insert_with(|| {
                uses_of(&text, class).next().is_some() || mentions(&text, class).next().is_some()
            })
        }
        LensKind::Defm => of_defms,
        LensKind::Preview { .. } => true,
    });
    Some(lenses)
}

fn statement(stmt: Statement<'_>, out: &mut Vec<Lens>) {
    let inside = |block: Option<Block<'_>>, out: &mut Vec<Lens>| {
        let stmts = block.into_iter().flat_map(|it| it.statements());
        stmts.for_each(|it| statement(it, out));
    };
    match stmt {
        Statement::Class(it) => {
            if let Some(name) = it.name() {
                out.push(Lens {
                    range: range(name.range()),
                    kind: LensKind::Class(name.text().to_owned()),
                });
            }
        }
        Statement::Defm(it) => {
            if let Some(keyword) = it.node().token(SyntaxKind::DEFM_KW, 0) {
                out.push(Lens {
                    range: range(keyword.range()),
                    kind: LensKind::Defm,
                });
            }
        }
        Statement::Let(it) => inside(it.block(), out),
        Statement::Foreach(it) => inside(it.block(), out),
        Statement::Defset(it) => inside(it.block(), out),
        Statement::If(it) => {
            inside(it.then_block(), out);
            inside(it.else_block(), out);
        }
        _ => {}
    }
}

/// The text of a lens. Elaborates the statements whose records the lens counts. `None` if the unit has no such class,
/// `defm` or file.
pub fn resolve(db: &Database, path: &str, lens: &Lens) -> Option<String> {
    let text = Text::new(db);
    match &lens.kind {
        LensKind::Preview { backend } => Some(format!("preview {backend}")),
        LensKind::Class(name) => {
            let class = Sym::new(name);
            text.class(class)?;
            let subclasses = subclasses_of(&text, class).len();
            let counts = [
                (records_of(&text, class), "record", "records"),
                (subclasses, "subclass", "subclasses"),
                (mentions(&text, class).count(), "use", "uses"),
            ];
            let counts = counts.into_iter().filter(|(number, ..)| *number > 0);
            let counts: Vec<String> = counts
                .map(|(number, one, many)| count(number, one, many))
                .collect();
            Some(if counts.is_empty() {
                // No record inherits from the class, for example because it is used only in multiclasses that no `defm`
                // uses.
                "no records".to_owned()
            } else {
                counts.join(", ")
            })
        }
        LensKind::Defm => {
            let source = source_of(db, path)?;
            let keyword = Place {
                source,
                start: u32::try_from(lens.range.start).ok()?,
                end: u32::try_from(lens.range.end).ok()?,
            };
            let (item, maker) = text.maker_at(keyword)?;
            let records = made_by(&text, item, maker).len();
            Some(count(records, "record", "records"))
        }
    }
}

/// The tokens that name a class in a value or a type.
fn mentions<'t, 'a>(
    text: &'t Text<'a>,
    class: Sym,
) -> impl Iterator<Item = SyntaxToken> + use<'t, 'a> {
    let sources = whole_sources(text).into_iter();
    let tokens = sources.flat_map(move |source| {
        let (words, root) = (text.words(source), text.root(source));
        let words = words.zip(root).into_iter();
        words.flat_map(move |(words, root)| {
            let tokens = words.offsets(class);
            tokens.filter_map(move |it| token_at(&root, it))
        })
    });
    tokens.filter(|token| {
        let parent = token.parent().map(|it| it.kind());
        matches!(
            parent,
            Some(SyntaxKind::CLASS_VALUE | SyntaxKind::CLASS_TYPE)
        )
    })
}

fn count(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    }
}

/// The number of records that inherit from a class.
fn records_of(text: &Text<'_>, class: Sym) -> usize {
    let items = makers_of(text, class);
    let records = items
        .iter()
        .flat_map(|it| &outcome_of(text.db, *it).records);
    let names: FxHashSet<_> = records
        .filter(|it| it.is_subclass_of(class))
        .map(|it| it.name)
        .collect();
    names.len()
}

/// The statements that may create records of a class: they name the class, a subclass, or a multiclass that uses one of
/// these classes.
fn makers_of(text: &Text<'_>, class: Sym) -> BTreeSet<StmtId> {
    let mut family = vec![class];
    family.extend(subclasses_of(text, class));
    let mut items = BTreeSet::new();
    let mut multiclasses: Vec<Sym> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut next = 0;
    let mut look = |name: Sym, multiclasses: &mut Vec<Sym>| {
        for (item, it) in uses_of(text, name) {
            let within = match it.user {
                User::Class(_) => continue,
                User::Multiclass(name) => Some(name),
                User::Defm { within } => within,
                User::Def { .. } => match &text.stmt(item).kind {
                    StmtKind::Multiclass(it) => Some(it.name),
                    _ => None,
                },
            };
            match within {
                None => _ = items.insert(item),
                Some(name) if seen.insert(name) => multiclasses.push(name),
                Some(_) => {}
            }
        }
    };
    family
        .into_iter()
        .for_each(|it| look(it, &mut multiclasses));
    while let Some(name) = multiclasses.get(next).copied() {
        next += 1;
        look(name, &mut multiclasses);
    }
    items
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::fixtures::unit;

    fn check(text: &str, want: Expect) {
        let db = unit(text);
        let backends = ["gen-instr-info".to_owned(), "print-records".to_owned()];
        let lenses = code_lenses(&db, "root.td", &backends, true).unwrap();
        assert_eq!(db.elaborations(), 0);
        let line = |it: &Lens| {
            let title = resolve(&db, "root.td", it).unwrap_or_else(|| "nothing".to_owned());
            format!("{} | {title}\n", &text[it.range.clone()])
        };
        want.assert_eq(&lenses.iter().map(line).collect::<String>());
    }

    #[test]
    fn classes_and_defms() {
        check(
            "class A;\nclass B : A;\nclass C<int n> : B;\nclass D;\nclass F;\n\
             def a : A;\ndef c : C<1>, D;\nlet x = 1 in { class E : A; }\n\
             multiclass M { def _1 : B; def _2 : D; }\n\
             multiclass N : M { defm _m : M; }\n\
             defm m : M;\ndefm n : N, F;\nforeach i = [1, 2, 3] in { defm f#i : M; }\ndef _alone;\n",
            expect![[r#"
                 | preview gen-instr-info
                 | preview print-records
                A | 8 records, 3 subclasses
                B | 7 records, 1 subclass
                C | 1 record
                D | 7 records
                F | 4 records
                defm | 2 records
                defm | 4 records
                defm | 6 records
            "#]],
        );
    }

    #[test]
    fn uses_in_values_and_types() {
        check(
            "class Value<int n> { int v = n; }\nclass Type;\nclass Asked;\nclass Templated;\nclass Unused;\n\
             class User<Type t, list<Type> l> { int a = Value<1>.v; bit b = !isa<Asked>(t); }\n\
             multiclass M { def x : Templated; }\n",
            expect![[r#"
                 | preview gen-instr-info
                 | preview print-records
                Value | 1 use
                Type | 2 uses
                Asked | 1 use
                Templated | no records
            "#]],
        );
    }

    #[test]
    fn lenses_of_defms_are_left_out() {
        let db = unit("class A;\nmulticlass M { def x : A; }\ndefm m : M;\n");
        let lenses = code_lenses(&db, "root.td", &[], false).unwrap();
        assert_eq!(lenses.len(), 1);
    }

    #[test]
    fn a_class_that_is_declared_over_and_over_is_looked_for_once() {
        let db = unit(&"class A; ".repeat(10_000));
        let start = std::time::Instant::now();
        assert_eq!(code_lenses(&db, "root.td", &[], false), Some(Vec::new()));
        assert!(start.elapsed().as_secs() < 2, "{:?}", start.elapsed());
    }
}
