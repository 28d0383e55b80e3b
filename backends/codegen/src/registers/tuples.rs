//! Tuples of registers: a `RegisterTuples` record has lists of registers, and each tuple consists of the registers at
//! the same position in all lists.

use std::ops::Range;

use backend::ids::{Arena, Id};
use backend::sets::{Kind, Set, Sets};
use backend::{Fatal, Rec, bail, id, record_class};
use rustc_hash::FxHashSet;

record_class! {
    struct TuplesDef("RegisterTuples") {
        indices: list_of_defs("SubRegIndices"),
        members: list("SubRegs"),
        asm_names: list_of_strings("RegAsmNames"),
    }
}

id! {
    /// The index of a tuple in the order of creation.
    pub struct TupleId;
}

/// An element of a set of registers, before registers have numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Element<'a> {
    Record(Rec<'a>),
    Tuple(TupleId),
}

impl<'a> From<Rec<'a>> for Element<'a> {
    fn from(rec: Rec<'a>) -> Self {
        Element::Record(rec)
    }
}

pub(super) type ElementSets<'a> = Sets<'a, Tuples<'a>>;

pub(super) struct Tuple<'a> {
    /// The record of class `RegisterTuples`.
    pub def: Rec<'a>,
    /// The record from which the tuple takes its fields: that of the first member.
    pub fields: Rec<'a>,
    pub name: String,
    pub asm_name: String,
    pub members: Vec<Element<'a>>,
}

/// The tuples found so far.
#[derive(Default)]
pub(super) struct Tuples<'a> {
    pub all: Arena<TupleId, Tuple<'a>>,
    /// For each record of class `RegisterTuples`, the range of its tuples.
    pub by_def: Vec<(Rec<'a>, TupleRange)>,
    names: FxHashSet<String>,
}

pub(super) type TupleRange = std::iter::Map<Range<usize>, fn(usize) -> TupleId>;

impl<'a> Kind<'a> for Tuples<'a> {
    type Element = Element<'a>;

    const CLASS: Option<&'static str> = Some("RegisterTuples");

    fn expand(sets: &mut ElementSets<'a>, set: Rec<'a>) -> Result<Vec<Element<'a>>, Fatal> {
        let def = TuplesDef(set);
        let (indices, lists) = (def.indices()?, def.members()?);
        if indices.len() != lists.len() {
            bail!(def, "SubRegIndices and SubRegs size mismatch");
        }
        if indices.len() < 2 {
            bail!(def, "Tuples must have at least 2 sub-registers");
        }
        let mut columns = Vec::with_capacity(lists.len());
        for list in lists {
            let mut column = Set::default();
            sets.evaluate(*list, &mut column, set)?;
            columns.push(column.elements);
        }
        let length = columns.iter().map(Vec::len).min().unwrap_or_default();
        if length == 0 {
            return Ok(Vec::new());
        }
        let asm_names = def.asm_names()?;
        let first = sets.kind.all.len();
        for row in 0..length {
            let members = columns.iter().map(|column| column[row]).collect();
            let asm_name = if asm_names.is_empty() {
                Some("")
            } else {
                asm_names.get(row).map(|it| &**it)
            };
            sets.kind.add(set, members, asm_name)?;
        }
        let made = (first..sets.kind.all.len()).map(TupleId::from_index as fn(usize) -> TupleId);
        sets.kind.by_def.push((set, made.clone()));
        Ok(made.map(Element::Tuple).collect())
    }
}

impl<'a> Tuples<'a> {
    fn add(
        &mut self,
        def: Rec<'a>,
        members: Vec<Element<'a>>,
        asm_name: Option<&str>,
    ) -> Result<(), Fatal> {
        let names: Vec<&str> = members.iter().map(|it| self.name_of(*it)).collect();
        let name = names.join("_");
        let fields = match members[0] {
            Element::Record(rec) => rec,
            Element::Tuple(tuple) => self.all[tuple].fields,
        };
        // The reference reads this field first, so its error is reported first.
        fields.list("CostPerUse")?;
        let Some(asm_name) = asm_name else {
            bail!(def, "Register tuple definition missing name for '{name}'.");
        };
        if !self.names.insert(name.clone()) {
            bail!(def, "Register tuple redefines register '{name}'.");
        }
        self.all.push(Tuple {
            def,
            fields,
            name,
            asm_name: asm_name.to_owned(),
            members,
        });
        Ok(())
    }

    fn name_of<'t>(&'t self, element: Element<'a>) -> &'t str
    where
        'a: 't,
    {
        match element {
            Element::Record(rec) => rec.name(),
            Element::Tuple(tuple) => &self.all[tuple].name,
        }
    }
}
