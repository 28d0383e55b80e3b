//! Unused fragments and complex patterns.

use backend::{Context, Fatal, Model, Rec, RecordId, ValueId};
use elaborate::value::{Node, Ty, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// All fragments and complex patterns, and those that are unused.
pub(super) struct Unused {
    pub all: Vec<RecordId>,
    pub found: Vec<RecordId>,
}

impl Model for Unused {
    /// A fragment or complex pattern is used if another record mentions it. That record must not be an unused fragment
    /// or complex pattern itself, and must not be a `GIComplexPatternEquiv`.
    fn build(cx: &Context) -> Result<Unused, Fatal> {
        let fragments = cx.records.derived_if_defined("PatFrags");
        let complex = cx.records.derived_if_defined("ComplexPattern");
        let all: Vec<Rec> = fragments.into_iter().chain(complex).collect();
        let mut search = Search {
            cx,
            known: all.iter().map(|it| (it.name_value(), *it)).collect(),
            seen: FxHashSet::default(),
            used: FxHashSet::default(),
            todo: Vec::new(),
        };
        if !all.is_empty() {
            for rec in cx.records.defs() {
                let is_known = search.known.contains_key(&rec.name_value());
                if !is_known && !rec.is_a("GIComplexPatternEquiv") {
                    search.mention(rec);
                }
            }
        }
        let used = search.used;
        let all: Vec<RecordId> = all.into_iter().map(|it| it.id()).collect();
        let found = all.iter().copied().filter(|it| !used.contains(it));
        Ok(Unused {
            found: found.collect(),
            all,
        })
    }
}

struct Search<'a> {
    cx: &'a Context<'a>,
    /// All fragments and complex patterns, keyed by the values that are their names.
    known: FxHashMap<ValueId, Rec<'a>>,
    /// The values that have been visited.
    seen: FxHashSet<ValueId>,
    used: FxHashSet<RecordId>,
    /// The values that are still to be visited.
    todo: Vec<ValueId>,
}

impl<'a> Search<'a> {
    /// Marks the fragments and complex patterns that a record mentions, directly or indirectly, as used.
    fn mention(&mut self, rec: Rec<'a>) {
        self.todo.extend(self.values_of(rec));
        while let Some(value) = self.todo.pop() {
            if !self.seen.insert(value) {
                continue;
            }
            match self.cx.records.node(value) {
                Node::Def(name) => {
                    if let Some(rec) = self.known.get(name)
                        && self.used.insert(rec.id())
                    {
                        self.todo.extend(self.values_of(*rec));
                    }
                }
                node => node.for_each_child(|it| self.todo.push(it)),
            }
        }
    }

    /// The values of the fields whose types can contain a record. Most fields of instructions are numbers and texts,
    /// and are left out.
    fn values_of(&self, rec: Rec<'a>) -> Vec<ValueId> {
        let record = rec.record();
        let fields = record.shape.types.iter().zip(&record.values);
        let fields = fields.filter(|(ty, _)| self.has_room(**ty));
        fields.filter_map(|(_, value)| *value).collect()
    }

    fn has_room(&self, ty: Ty) -> bool {
        match self.cx.records.values.type_data(ty) {
            Type::Bit | Type::Int | Type::String | Type::Bits(_) => false,
            Type::List(element) => self.has_room(*element),
            Type::Dag | Type::Record(_) => true,
        }
    }
}
