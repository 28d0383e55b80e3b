//! Records: the results of elaboration.

mod field_locs;
pub mod print;

use std::cell::Cell;
use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ids::Loc;
use crate::symbol::Sym;
use crate::value::{Ty, ValueId, ValueStore};

pub(crate) use self::field_locs::FieldLocs;

/// The declaration of a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldKind {
    /// Declared without `field`: its value has to be concrete once the record is final.
    Normal,
    /// Declared with `field`: its value may stay unresolved.
    NonconcreteOk,
    /// A template argument, under its qualified name `Class:arg`.
    TemplateArg,
}

/// The kind of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// A class.
    Class,
    /// A record with a name from any statement, or a holder of the template arguments of a multiclass.
    Def,
    /// A `def` without a name, or a class instance.
    Anonymous,
}

/// The declarations of a record's fields. Shared by all records whose fields were declared in the same places.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// The fields' names, by index. That of a template argument is qualified.
    pub names: Vec<Sym>,
    /// Their types, by index.
    pub types: Vec<Ty>,
    /// The declarations, by index.
    pub kinds: Vec<FieldKind>,
    /// The positions of names, once there are many.
    index: FxHashMap<Sym, u32>,
}

thread_local! {
    /// The position at which the field of a name was found last.
    static HINTS: [Cell<u16>; HINTS_LEN] = const { [const { Cell::new(0) }; HINTS_LEN] };
}

/// The shape that every record starts with.
static NO_FIELDS: LazyLock<Arc<Shape>> = LazyLock::new(Arc::default);

const HINTS_LEN: usize = 1 << 10;

/// Up to this number of names there is no index.
const FEW: usize = 256;

impl Shape {
    /// The index of the field of this name.
    #[inline(always)]
    pub fn find(&self, name: Sym) -> Option<usize> {
        // A field is usually at the same position as the last field found under this name in any record; records of
        // large targets have a hundred fields to search.
        HINTS.with(|hints| {
            let hint = &hints[name.number() as usize % HINTS_LEN];
            let likely = usize::from(hint.get());
            if self.names.get(likely) == Some(&name) {
                return Some(likely);
            }
            self.search(name, hint)
        })
    }

    #[inline(never)]
    fn search(&self, name: Sym, hint: &Cell<u16>) -> Option<usize> {
        let index = if self.names.len() <= FEW {
            position(&self.names, name)?
        } else {
            *self.index.get(&name)? as usize
        };
        if let Ok(index) = u16::try_from(index) {
            hint.set(index);
        }
        Some(index)
    }

    /// Adds a field that is not there yet.
    pub fn push(&mut self, name: Sym, ty: Ty, kind: FieldKind) {
        self.names.push(name);
        self.types.push(ty);
        self.kinds.push(kind);
        if self.names.len() > FEW {
            let known = self.index.len();
            let new = self.names[known..].iter().copied();
            self.index.extend(new.zip(known as u32..));
        }
    }

    /// These fields followed by those of another shape, unless both have a field of the same name.
    pub fn and(&self, other: &Shape) -> Option<Shape> {
        let mut both = self.clone();
        both.names.reserve(other.names.len());
        both.types.reserve(other.types.len());
        both.kinds.reserve(other.kinds.len());
        for (index, name) in other.names.iter().enumerate() {
            if both.find(*name).is_some() {
                return None;
            }
            both.push(*name, other.types[index], other.kinds[index]);
        }
        Some(both)
    }

    /// The fields from an index on.
    pub fn without_first(&self, count: usize) -> Shape {
        let mut rest = Shape::default();
        for index in count..self.names.len() {
            rest.push(self.names[index], self.types[index], self.kinds[index]);
        }
        rest
    }
}

/// The position of a name among some. They are compared in groups, for which there are vector instructions.
fn position(names: &[Sym], name: Sym) -> Option<usize> {
    const SOME: usize = 16;
    let (chunks, _) = names.as_chunks::<SOME>();
    let has = |chunk: &[Sym; SOME]| chunk.iter().fold(false, |any, it| any | (*it == name));
    let chunk = chunks.iter().position(has).unwrap_or(chunks.len());
    let start = chunk * SOME;
    let found = names[start..].iter().position(|it| *it == name)?;
    Some(start + found)
}

/// A condition that a record must meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// The condition.
    pub loc: Loc,
    /// Anything but 0 meets it.
    pub cond: ValueId,
    /// The message if the condition does not hold.
    pub message: ValueId,
}

/// A message that a record prints when it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dump {
    /// The keyword.
    pub loc: Loc,
    /// The message.
    pub message: ValueId,
}

/// The assertions and messages of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Checks {
    /// Its assertions in order, including those of its classes.
    pub(crate) assertions: Vec<Assertion>,
    /// Its messages in order, including those of its classes.
    pub(crate) dumps: Vec<Dump>,
}

/// A record or a class. Fields lie side by side in `shape`, `values` and `locs`; the first `args` of them are the
/// template arguments of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its kind.
    pub kind: RecordKind,
    /// A string once the record is final; before, any value of type string.
    pub name: ValueId,
    /// The place of its definition; for a record of a multiclass also the places of instantiation, innermost first.
    pub locs: SmallVec<[Loc; 2]>,
    /// The number of fields that are template arguments.
    pub args: usize,
    /// The names and declarations of its fields, without values.
    pub shape: Arc<Shape>,
    /// `None` for a field that was given a value of the wrong type.
    pub values: Vec<Option<ValueId>>,
    /// The fields whose values are not concrete, which are the ones that resolving examines.
    pub(crate) open: FieldSet,
    /// The type of references to the record, once it is final.
    pub ty: Option<Ty>,
    /// The place where each field was set last, or else declared.
    pub(crate) field_locs: FieldLocs,
    /// All superclasses; each after its own superclasses.
    pub supers: Vec<Sym>,
    /// Assertions and dumps, which few records have and none once it is finished.
    pub(crate) checks: Option<Box<Checks>>,
}

/// A field of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldRef {
    /// Qualified if it is a template argument.
    pub name: Sym,
    /// The declared type.
    pub ty: Ty,
    /// Its kind.
    pub kind: FieldKind,
    /// `None` if a value of the wrong type was given.
    pub value: Option<ValueId>,
    /// The place where it was set last, or else declared.
    pub loc: Loc,
}

impl Record {
    /// A record without fields and superclasses that stands at a place.
    pub fn new(kind: RecordKind, name: ValueId, loc: Loc) -> Record {
        Record {
            kind,
            name,
            locs: SmallVec::from_slice(&[loc]),
            args: 0,
            shape: NO_FIELDS.clone(),
            values: Vec::new(),
            open: FieldSet::default(),
            ty: None,
            field_locs: FieldLocs::default(),
            supers: Vec::new(),
            checks: None,
        }
    }

    /// The field of an index.
    #[inline(always)]
    pub fn field_at(&self, index: usize) -> FieldRef {
        FieldRef {
            name: self.shape.names[index],
            ty: self.shape.types[index],
            kind: self.shape.kinds[index],
            value: self.values[index],
            loc: self.field_locs.get(index),
        }
    }

    /// The field of a name, if there is one.
    pub fn field(&self, name: Sym) -> Option<FieldRef> {
        Some(self.field_at(self.shape.find(name)?))
    }

    /// The fields in order, without template arguments.
    pub fn fields(&self) -> impl Iterator<Item = FieldRef> + '_ {
        (self.args..self.values.len()).map(|index| self.field_at(index))
    }

    /// The template arguments among the fields, in order.
    pub fn template_args(&self) -> impl Iterator<Item = FieldRef> + '_ {
        (0..self.args).map(|index| self.field_at(index))
    }

    /// Whether a class is among the superclasses.
    pub fn is_subclass_of(&self, class: Sym) -> bool {
        self.supers.contains(&class)
    }

    /// Its approximate size in bytes, without shared parts, and with its entry in tables.
    pub fn bytes(&self) -> usize {
        const IN_TABLES: usize = 96;
        let locs = if self.locs.spilled() {
            self.locs.capacity() * size_of::<Loc>()
        } else {
            0
        };
        IN_TABLES
            + size_of::<Record>()
            + locs
            + size_of_val(&self.values[..])
            + size_of_val(&self.supers[..])
            + size_of_val(self.assertions())
            + size_of_val(self.dumps())
    }

    /// Its assertions.
    pub fn assertions(&self) -> &[Assertion] {
        self.checks.as_ref().map_or(&[], |it| &it.assertions)
    }

    /// Its messages.
    pub fn dumps(&self) -> &[Dump] {
        self.checks.as_ref().map_or(&[], |it| &it.dumps)
    }

    /// Both, to be changed.
    pub(crate) fn checks_mut(&mut self) -> &mut Checks {
        self.checks.get_or_insert_default()
    }

    /// Whether it has no name of its own.
    pub fn is_anonymous(&self) -> bool {
        self.kind == RecordKind::Anonymous
    }

    /// Sets the value of a field.
    #[inline(always)]
    pub fn set(&mut self, values: &ValueStore, index: usize, value: Option<ValueId>) {
        self.values[index] = value;
        self.open
            .set(index, value.is_some_and(|v| !values.is_concrete(v)));
    }

    /// Adds a field that is not there yet.
    pub fn push_field(&mut self, values: &ValueStore, field: FieldRef) {
        Arc::make_mut(&mut self.shape).push(field.name, field.ty, field.kind);
        self.values.push(None);
        self.set(values, self.values.len() - 1, field.value);
        self.field_locs.push(field.loc);
    }

    /// Takes over the fields of a class except its template arguments. The record must have none of them yet; `shape`
    /// and the places describe the result.
    pub(crate) fn inherit(&mut self, class: &Record, shape: Arc<Shape>, locs: &FieldLocs) {
        let before = self.values.len();
        self.values.extend_from_slice(&class.values[class.args..]);
        self.open.extend(before, &class.open, class.args);
        self.shape = shape;
        self.field_locs.inherit(locs);
    }
}

/// A set of fields, by index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct FieldSet(SmallVec<[u64; 3]>);

impl FieldSet {
    #[inline(always)]
    pub(crate) fn set(&mut self, index: usize, member: bool) {
        let (word, bit) = (index / 64, 1 << (index % 64));
        if member {
            if self.0.len() <= word {
                self.0.resize(word + 1, 0);
            }
            self.0[word] |= bit;
        } else if let Some(word) = self.0.get_mut(word) {
            *word &= !bit;
        }
    }

    /// Adds the members of another set.
    pub(crate) fn add(&mut self, other: &FieldSet) {
        other.iter().for_each(|index| self.set(index, true));
    }

    /// The first member from an index on.
    pub(crate) fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.0.get(word)? & (!0 << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.0.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }

    /// The indices of the open fields, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.next(0);
        std::iter::from_fn(move || {
            let index = next?;
            next = self.next(index + 1);
            Some(index)
        })
    }

    /// Adds the members of another set from an index on, as if that index were `at`.
    fn extend(&mut self, at: usize, other: &FieldSet, from: usize) {
        if (at, from) == (0, 0) {
            self.0.clone_from(&other.0);
            return;
        }
        let mut next = other.next(from);
        while let Some(index) = next {
            self.set(at + index - from, true);
            next = other.next(index + 1);
        }
    }
}
