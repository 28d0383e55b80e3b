//! The names that LLVM 5 gives to anonymous records.
//!
//! LLVM 5 counts while it parses: each `def` and `defm` without a name and each class instance takes the next number,
//! once for each position in the source, even inside a class or a multiclass. A record of a multiclass is named after
//! the `defm` and after its `def` in the multiclass.
//!
//! In LLVM 5, `NAME` in a multiclass is the name of the outer `defm`, even after a nested `defm` without a name. In
//! later releases, such a `defm` must be written as `defm NAME`. In a source that was adapted to later releases, a
//! `defm NAME` therefore counts as a `defm` without a name if it creates only anonymous records, for which a name would
//! be useless.

use backend::{Rec, Records};
use elaborate::hir::{
    Arg, Code, Expr, ExprId, Parent, RecordSource, SpanId, Stmt, StmtKind, each_in,
};
use elaborate::ids::{Loc, StmtId};
use elaborate::symbol::Sym;
use elaborate::value::{AnonKey, ArgKey, Node, Part, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The names of a unit's records.
pub(super) struct LegacyNames<'a> {
    records: &'a Records,
    /// The numbers of anonymous statements by location. A `def` has the location of its keyword, a `defm` the locations
    /// of its multiclasses.
    numbers: FxHashMap<Loc, u32>,
    /// The name of each named `defm`, by the locations of its multiclasses.
    prefixes: FxHashMap<Loc, Sym>,
    /// The instances of each class that the source contains, in order.
    instances: FxHashMap<Sym, Vec<Written<'a>>>,
    /// The multiclasses that create only records without names.
    nameless: FxHashSet<Sym>,
    /// The numbers of `defm`s that have already created a record.
    made_by: FxHashSet<u32>,
}

/// A class instance in the source.
struct Written<'a> {
    number: u32,
    code: &'a Code,
    args: &'a [Arg],
}

/// A statement or expression that takes a number.
enum Numbered<'a> {
    Def(SpanId),
    Defm(&'a [Parent]),
    Instance(Sym, &'a [Arg]),
}

impl<'a> LegacyNames<'a> {
    pub(super) fn new(records: &'a Records) -> LegacyNames<'a> {
        let mut names = LegacyNames {
            records,
            numbers: FxHashMap::default(),
            prefixes: FxHashMap::default(),
            instances: FxHashMap::default(),
            nameless: FxHashSet::default(),
            made_by: FxHashSet::default(),
        };
        let mut next = 0;
        for item in &records.sources.layout.order {
            if let Some(stmt) = records.sources.stmt(*item) {
                names.read(*item, stmt, &mut next);
            }
        }
        names
    }

    /// Numbers the anonymous statements and class instances of a top-level statement.
    fn read(&mut self, item: StmtId, stmt: &'a Stmt, next: &mut u32) {
        let loc = |span| Loc { item, span };
        for (number, found) in (*next..).zip(self.find(item, stmt)) {
            match found {
                Numbered::Def(at) => _ = self.numbers.insert(loc(at), number),
                Numbered::Defm(parents) => {
                    let locs = parents.iter().map(|it| loc(it.at));
                    self.numbers.extend(locs.map(|it| (it, number)));
                }
                Numbered::Instance(class, args) => {
                    let code = &stmt.code;
                    let written = Written { number, code, args };
                    self.instances.entry(class).or_default().push(written);
                }
            }
            *next = number + 1;
        }
    }

    /// The parts of a top-level statement that take a number, in order. Records the names of named `defm`s.
    fn find(&mut self, item: StmtId, stmt: &'a Stmt) -> Vec<Numbered<'a>> {
        let Some(spans) = self.records.sources.spans(item) else {
            return Vec::new();
        };
        let start = |at| spans.get(at).map_or(0, |it| it.start);
        let end = |at| spans.get(at).map_or(0, |it| it.end);
        let mut found = Vec::new();
        for expr in &stmt.code.exprs {
            if let Expr::Instance { class, args } = &expr.expr {
                // An instance takes its number when its end is parsed.
                found.push((end(expr.at), Numbered::Instance(*class, args)));
            }
        }
        let nameless = &self.nameless;
        let are_nameless = |it: &[Parent]| it.iter().all(|it| nameless.contains(&it.name));
        let mut only_nameless = true;
        let mut source = |source: RecordSource<'a>| match source {
            RecordSource::Def(def) => {
                only_nameless &= def.name.is_none();
                if def.name.is_none() {
                    found.push((start(def.at), Numbered::Def(def.at)));
                }
            }
            RecordSource::Defm(defm) => {
                let name = defm.name.and_then(|it| stmt.code.literal_name(it));
                let is_nameless = are_nameless(&defm.parents);
                only_nameless &= is_nameless;
                let is_today = is_nameless && name.is_some_and(|it| it.as_str() == "NAME");
                if defm.name.is_none() || is_today {
                    // LLVM 5 takes the number when it has parsed the first multiclass.
                    let first = defm.parents.first().map_or(defm.at, |it| it.at);
                    found.push((end(first), Numbered::Defm(&defm.parents)));
                } else if let Some(name) = name {
                    let span = |it: &Parent| Loc { item, span: it.at };
                    let locs = defm.parents.iter().map(span);
                    self.prefixes.extend(locs.map(|it| (it, name)));
                }
            }
        };
        match &stmt.kind {
            StmtKind::Multiclass(multiclass) => {
                each_in(&multiclass.body, &mut source);
                if only_nameless && are_nameless(&multiclass.parents) {
                    self.nameless.insert(multiclass.name);
                }
            }
            kind => each_in(std::slice::from_ref(kind), &mut source),
        }
        found.sort_by_key(|it| it.0);
        found.into_iter().map(|(_, it)| it).collect()
    }

    /// The name that LLVM 5 gives to an anonymous record, or to a record whose name contains the name of an anonymous
    /// record; `None` for other records.
    pub(super) fn name(&self, rec: Rec) -> Option<String> {
        let values = &self.records.values;
        let record = rec.record();
        let Node::Text(_, parts) = values.node(record.name) else {
            return None;
        };
        match values.as_anonymous(record.name) {
            Some(AnonKey::Instance(instance)) => {
                let number = self.number_of_instance(instance)?;
                return Some(anonymous(number));
            }
            Some(AnonKey::Drawn(..)) if record.is_anonymous() => {
                let (def, defms) = record.locs.split_first()?;
                let prefixes = defms.iter().rev().map(|it| self.prefix(*it));
                let own = anonymous(*self.numbers.get(def)?);
                return Some(prefixes.chain([own]).collect());
            }
            _ => {}
        }
        // The number of the outermost statement comes first.
        let mut numbers = record
            .locs
            .iter()
            .rev()
            .filter_map(|it| self.numbers.get(it));
        let text = parts.iter().map(|part| match part {
            Part::Text(text) => Some(text.as_str().to_owned()),
            Part::Anonymous(_) => numbers.next().copied().map(anonymous),
        });
        text.collect()
    }

    /// Whether LLVM 5 treats a record as anonymous. If a `defm` without a name creates several records, only the first
    /// record is anonymous. Must be called for the records in the order of their definitions.
    pub(super) fn is_anonymous(&mut self, rec: Rec) -> bool {
        let record = rec.record();
        match record.locs[..] {
            [_, .., defm] => match self.numbers.get(&defm) {
                Some(number) => self.made_by.insert(*number),
                None => false,
            },
            _ => record.is_anonymous(),
        }
    }

    /// The prefix of the names of the records that a `defm` creates.
    fn prefix(&self, defm: Loc) -> String {
        match self.numbers.get(&defm) {
            Some(number) => anonymous(*number),
            None => self
                .prefixes
                .get(&defm)
                .map_or("", |it| it.as_str())
                .to_owned(),
        }
    }

    /// The number of the first class instance in the source that may have the value `instance`; `None` if there is no
    /// such instance. In LLVM 5, equal instances at other positions are separate records, but no name in a table
    /// distinguishes them.
    fn number_of_instance(&self, instance: ValueId) -> Option<u32> {
        let Node::Instance(class, args) = self.records.node(instance) else {
            return None;
        };
        let written = self.instances.get(class)?;
        let is_it = |it: &&Written| self.may_be(it, args);
        written.iter().find(is_it).map(|it| it.number)
    }

    /// Whether a class instance in the source may have the arguments `args`.
    fn may_be(&self, written: &Written, args: &[(ArgKey, ValueId)]) -> bool {
        (0..).zip(written.args).all(|(index, arg)| {
            let key = ArgKey::Positional(index);
            let value = args.iter().find(|(it, _)| *it == key);
            match (arg.name, value) {
                (None, Some((_, value))) => self.may_be_value(written.code, arg.value, *value),
                _ => true,
            }
        })
    }

    /// Whether an expression may have the value `value`. Complex expressions may have any value.
    fn may_be_value(&self, code: &Code, expr: ExprId, value: ValueId) -> bool {
        match (&code[expr].expr, self.records.node(value)) {
            (Expr::Int(written), Node::Int(value)) => written == value,
            (Expr::Str(written) | Expr::Code(written), Node::Str(text) | Node::Code(text)) => {
                written == text
            }
            (Expr::Name(name), _) => match self.records.def(name.as_str()) {
                Some(def) => self.records.def_of(value).is_none_or(|it| it == def),
                None => true,
            },
            _ => true,
        }
    }
}

fn anonymous(number: u32) -> String {
    format!("anonymous_{number}")
}
