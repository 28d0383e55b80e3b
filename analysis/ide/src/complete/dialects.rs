//! Completion in dialects of MLIR: constraints in lists of operands and results, traits, and names of methods of
//! interfaces.

use db::{Db as _, instance_record};
use elaborate::hir::RecordSource;
use elaborate::symbol::Sym;
use elaborate::value::Node;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

use super::rank::{FITS, NEAR};
use super::{Candidates, CompletionItemKind};
use crate::family::uses_of;
use crate::hover::made_by;
use crate::place::{child, child_token, literal_text, token_at, values};
use crate::resolve::{Shape, parent_names, statement_of};
use crate::text::Text;

/// The base classes of the records that `outs` lists.
const RESULTS: &[&str] = &["TypeConstraint", "OpVariable"];
/// The base classes of the records that `ins` lists.
const ARGUMENTS: &[&str] = &[
    "TypeConstraint",
    "AttrConstraint",
    "PropConstraint",
    "Property",
    "OpVariable",
];
/// The base classes of the parameters of types and attributes.
const PARAMETERS: &[&str] = &["AttrOrTypeParameter"];
/// The base class of traits.
const TRAIT: &str = "Trait";
/// The base class of the traits for which the generated C++ class declares the methods of an interface.
const DECLARES: &str = "DeclareInterfaceMethods";
/// The largest number of other statements whose traits are counted.
const MAX_RELATIVES: usize = 2_000;
/// The largest number of tokens of one list that are searched for names.
const MAX_WORDS: usize = 500;

/// The classes whose records may be arguments of the dag that begins at the parenthesis `open`. `None` if the dag does
/// not list operands, results or parameters of a dialect. `operator` is the dag's operator.
pub(super) fn argument_classes(
    text: &Text<'_>,
    open: &SyntaxToken,
    operator: &SyntaxToken,
) -> Option<&'static [&'static str]> {
    let is_result = match operator.text() {
        "ins" => false,
        "outs" => true,
        _ => return None,
    };
    // The descriptions of LLVM targets use the same operators, so an MLIR class must exist.
    text.class(Sym::known(ARGUMENTS[0])?)?;
    let is_around = |it: &SyntaxNode| {
        matches!(
            it.kind(),
            CLASS_VALUE | CLASS_REF | FIELD | BODY_LET | LET_ITEM
        )
    };
    let around = open.parent_ancestors().find(is_around)?;
    match around.kind() {
        // The parameters of a builder or method are C++ types, not constraints.
        CLASS_VALUE | CLASS_REF => None,
        _ => match child_token(&around, IDENT)?.text() {
            "parameters" => Some(PARAMETERS),
            "arguments" | "results" => Some(if is_result { RESULTS } else { ARGUMENTS }),
            _ => None,
        },
    }
}

/// Whether a list of values of this type is a list of traits.
pub(super) fn is_trait(text: &Text<'_>, elem: &Shape) -> bool {
    let Shape::Record(classes) = elem else {
        return false;
    };
    let is_one = |it: &Sym| it.as_str() == TRAIT;
    // Other projects have a class named `Trait`, too.
    text.class(Sym::new("NativeTrait")).is_some()
        && classes
            .iter()
            .any(|it| is_one(it) || text.with_superclasses(*it).iter().any(is_one))
}

/// The interface whose methods a list of strings names, and the methods that are already in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Methods {
    interface: Sym,
    given: Vec<String>,
}

/// The methods that the string `token` may name. `None` if the string is not in a list of interface methods.
pub(super) fn methods_at(text: &Text<'_>, token: &SyntaxToken) -> Option<Methods> {
    let list = token
        .parent_ancestors()
        .find(|it| it.kind() == LIST_VALUE)?;
    let value = list.ancestors().find(|it| it.kind() == CLASS_VALUE)?;
    let class = Sym::new(child_token(&value, IDENT)?.text());
    let declares = |it: &Sym| it.as_str() == DECLARES;
    if !text.with_superclasses(class).iter().any(declares) {
        return None;
    }
    let arguments = child(&value, ARG_LIST).unwrap_or(value);
    let interface = values(&arguments)
        .next()
        .filter(|it| it.kind() == IDENT_VALUE)?;
    let strings = tokens_in(&list).filter(|it| it.kind() == STRING_LITERAL && it != token);
    Some(Methods {
        interface: Sym::new(child_token(&interface, IDENT)?.text()),
        given: strings.map(|it| literal_text(&it)).collect(),
    })
}

fn tokens_in(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    let all = node.descendants_with_tokens();
    all.filter_map(|it| it.into_token()).take(MAX_WORDS)
}

impl Candidates<'_> {
    /// Adds the values that may be constraints: records of `classes`, values `Class<…>`, names in scope, globals and
    /// operators.
    pub(super) fn constraints(&mut self, classes: &[&str]) {
        for class in classes {
            if let Some(class) = Sym::known(class) {
                self.records_of(class, FITS);
            }
        }
        self.values_of(classes);
        self.in_scope(&Shape::Unknown);
        self.globals();
        self.operators();
    }

    /// Adds traits. The traits of other statements with the same base class come first, in decreasing order of
    /// frequency.
    pub(super) fn traits(&mut self) {
        self.related = self.traits_of_relatives();
        self.constraints(&[TRAIT]);
    }

    /// Adds values `Class<…>` of the classes and their subclasses.
    fn values_of(&mut self, classes: &[&str]) {
        let db = self.text.db;
        let index = db.input().index(db);
        let kinds: Vec<Sym> = classes.iter().filter_map(|it| Sym::known(it)).collect();
        for name in index.names_in(db::index::Space::Class) {
            if kinds.iter().any(|it| self.is_a(name, *it)) {
                self.add(name.as_str(), CompletionItemKind::Class, NEAR, None);
            }
        }
    }

    /// For each name, the number of statements that contain the name in a list in the arguments of their parents. Only
    /// other statements with the same base class count. Records that the list at the cursor already contains are left
    /// out.
    fn traits_of_relatives(&self) -> FxHashMap<String, u32> {
        let mut counts = FxHashMap::default();
        let around = self.ancestors();
        let parent = around.iter().find(|it| it.kind() == CLASS_REF);
        let base = match parent {
            Some(parent) => child_token(parent, IDENT).map(|it| Sym::new(it.text())),
            None => {
                let mut statements = around.iter().filter(|it| matches!(it.kind(), DEF | CLASS));
                statements.next().and_then(|it| parent_names(it).next())
            }
        };
        let Some(base) = base else {
            return counts;
        };
        let here = self.here();
        for (item, it) in uses_of(self.text, base).take(MAX_RELATIVES) {
            let place = self.text.place(item, it.at);
            let root = self.text.root(place.source);
            let token = root.and_then(|it| token_at(&it, place.start));
            let Some(statement) = token.and_then(|it| statement_of(&it)) else {
                continue;
            };
            let range = statement.text_range();
            if place.source == here.source && range.contains_inclusive(here.start.into()) {
                continue;
            }
            let lists = child(&statement, PARENTS)
                .into_iter()
                .flat_map(|it| it.descendants());
            let lists = lists.filter(|it| it.kind() == LIST_VALUE);
            let names = lists
                .flat_map(|it| tokens_in(&it))
                .filter(|it| it.kind() == IDENT);
            let names: FxHashSet<String> = names.map(|it| it.text().to_owned()).collect();
            for name in names {
                *counts.entry(name).or_default() += 1;
            }
        }
        // A record is rarely listed twice as a trait, but a class may be used again with other arguments.
        let list = around.iter().find(|it| it.kind() == LIST_VALUE);
        let given = list.into_iter().flat_map(values);
        for value in given.filter(|it| it.kind() == IDENT_VALUE) {
            if let Some(name) = child_token(&value, IDENT) {
                counts.remove(name.text());
            }
        }
        counts
    }

    /// Adds the methods of an interface that are not in the list yet. Methods of base interfaces are left out, because
    /// the generators ignore such methods in the list.
    pub(super) fn methods(&mut self, methods: &Methods) {
        for name in method_names(self.text, methods.interface).unwrap_or_default() {
            if !methods.given.contains(&name) {
                self.add(&name, CompletionItemKind::Method, FITS, None);
            }
        }
    }
}

/// The names of the methods in the record of an interface, including methods that the record inherits from a
/// superclass.
fn method_names(text: &Text<'_>, interface: Sym) -> Option<Vec<String>> {
    let (item, def) = text.def(interface)?;
    let records = made_by(text, item, RecordSource::Def(def));
    let [record] = &records[..] else { return None };
    let values = text.db.values();
    let Node::List(elements) = values.node(record.field(Sym::known("methods")?)?.value?) else {
        return None;
    };
    let name = Sym::known("name")?;
    let methods = elements
        .iter()
        .filter_map(|it| instance_record(text.db, item, *it));
    let names =
        methods.filter_map(|it| Some(values.as_str(it.field(name)?.value?)?.as_str().to_owned()));
    Some(names.collect())
}
