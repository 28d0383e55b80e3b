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

/// How a field is declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldKind {
    /// Declared without `field`: its value has to be concrete once the record is final.
    Normal,
    /// Declared with `field`: its value may remain unresolved.
    NonconcreteOk,
    /// A template argument. Its name is qualified: `Class:arg`.
    TemplateArg,
}

/// Whether a record is a class, a definition with a name, or anonymous.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// A class.
    Class,
    /// A record with a name, or a record that holds the template arguments of a multiclass.
    Def,
    /// A `def` without a name, or a class instance.
    Anonymous,
}

/// The declarations of a record's fields. Records whose fields come from the same declarations share one shape.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// The name of each field. Names of template arguments are qualified.
    pub names: Vec<Sym>,
    /// The type of each field, in the order of `names`.
    pub types: Vec<Ty>,
    /// The kind of each field, in the order of `names`.
    pub kinds: Vec<FieldKind>,
    /// The index of each name, if there are more than [`FEW`] names.
    index: FxHashMap<Sym, u32>,
}

thread_local! {
    /// For each name, the index at which a field with this name was found last. Names whose numbers are equal modulo
    /// the length of the array share a slot.
    static HINTS: [Cell<u16>; HINTS_LEN] = const { [const { Cell::new(0) }; HINTS_LEN] };
}

/// The empty shape, with which each record starts.
static NO_FIELDS: LazyLock<Arc<Shape>> = LazyLock::new(Arc::default);

const HINTS_LEN: usize = 1 << 10;

/// The largest number of names that are searched linearly, without a hash table.
const FEW: usize = 256;

impl Shape {
    /// The index of the field with this name; `None` if it does not exist.
    #[inline(always)]
    pub fn find(&self, name: Sym) -> Option<usize> {
        // A field mostly has the same index as in the record in which it was looked up last. Without this hint, the
        // fields would be searched, and records of large targets have a hundred fields.
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

    /// Adds a field. The shape must not have a field with this name.
    pub fn push(&mut self, name: Sym, ty: Ty, kind: FieldKind) {
        self.names.push(name);
        self.types.push(ty);
        self.kinds.push(kind);
        self.fill_index();
    }

    /// Adds the names that are missing in the index, if there are more than [`FEW`].
    #[inline]
    fn fill_index(&mut self) {
        if self.names.len() > FEW {
            self.extend_index();
        }
    }

    #[cold]
    fn extend_index(&mut self) {
        let known = self.index.len();
        let new = self.names[known..].iter().copied();
        self.index.extend(new.zip(known as u32..));
    }

    /// A copy with room for `more` fields.
    fn with_room(&self, more: usize) -> Shape {
        let mut copy = Shape::default();
        copy.reserve(self.names.len() + more);
        copy.append(self, 0);
        copy
    }

    fn reserve(&mut self, more: usize) {
        self.names.reserve_exact(more);
        self.types.reserve_exact(more);
        self.kinds.reserve_exact(more);
    }

    /// Adds the fields of `other` from the index `from` on. The two shapes must not have fields with the same name.
    fn append(&mut self, other: &Shape, from: usize) {
        self.names.extend_from_slice(&other.names[from..]);
        self.types.extend_from_slice(&other.types[from..]);
        self.kinds.extend_from_slice(&other.kinds[from..]);
        self.fill_index();
    }

    /// The fields of this shape followed by those of `other`. `None` if both have a field with the same name.
    pub fn and(&self, other: &Shape) -> Option<Shape> {
        if other.names.iter().any(|it| self.find(*it).is_some()) {
            return None;
        }
        let mut both = Shape {
            names: [&self.names[..], &other.names].concat(),
            types: [&self.types[..], &other.types].concat(),
            kinds: [&self.kinds[..], &other.kinds].concat(),
            index: self.index.clone(),
        };
        both.fill_index();
        Some(both)
    }

    /// A shape with all fields but the first `count`.
    pub fn without_first(&self, count: usize) -> Shape {
        let mut rest = Shape {
            names: self.names[count..].to_vec(),
            types: self.types[count..].to_vec(),
            kinds: self.kinds[count..].to_vec(),
            index: FxHashMap::default(),
        };
        rest.fill_index();
        rest
    }
}

/// The index of `name` in `names`. Names are compared in groups of a fixed size, so that vector instructions are used.
fn position(names: &[Sym], name: Sym) -> Option<usize> {
    const SOME: usize = 16;
    let (chunks, _) = names.as_chunks::<SOME>();
    let has = |chunk: &[Sym; SOME]| chunk.iter().fold(false, |any, it| any | (*it == name));
    let chunk = chunks.iter().position(has).unwrap_or(chunks.len());
    let start = chunk * SOME;
    let found = names[start..].iter().position(|it| *it == name)?;
    Some(start + found)
}

/// A condition that a record must satisfy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// The location of the condition.
    pub loc: Loc,
    /// The condition. It is satisfied if the value is not 0.
    pub cond: ValueId,
    /// The error message if the condition is not satisfied.
    pub message: ValueId,
}

/// A message that is printed when the record is created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dump {
    /// The location of the keyword.
    pub loc: Loc,
    /// The value whose text is printed.
    pub message: ValueId,
}

/// The assertions and dumps of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Checks {
    /// The record's assertions in order, including inherited ones.
    pub(crate) assertions: Vec<Assertion>,
    /// The record's dumps in order, including inherited ones.
    pub(crate) dumps: Vec<Dump>,
}

/// A record or a class. A field is given by its index in `shape`, `values` and `field_locs`. The first `args` fields
/// are the template arguments of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The kind, which distinguishes classes, definitions with a name, and anonymous records.
    pub kind: RecordKind,
    /// The name: a string once the record is final, before that any value of type string.
    pub name: ValueId,
    /// The location of the definition. For a record from a multiclass it is followed by the locations of the `defm`s,
    /// innermost first.
    pub locs: SmallVec<[Loc; 2]>,
    /// The number of fields that are template arguments.
    pub args: usize,
    /// The names, types and kinds of the fields.
    pub shape: Arc<Shape>,
    /// The values of the fields. `None` for a field without a valid value, for example after a value of a wrong type.
    pub values: Vec<Option<ValueId>>,
    /// The fields whose values are not concrete. Only these are resolved.
    pub(crate) open: FieldSet,
    /// The type of references to the record; `None` until the record is final.
    pub ty: Option<Ty>,
    /// For each field, the location where it was set last, or else declared.
    pub(crate) field_locs: FieldLocs,
    /// All superclasses. Each one comes after its own superclasses.
    pub supers: Vec<Sym>,
    /// Assertions and dumps. `None` for most records, and for all finished records.
    pub(crate) checks: Option<Box<Checks>>,
}

/// A field of a record, with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldRef {
    /// The name, which is qualified for a template argument.
    pub name: Sym,
    /// The declared type.
    pub ty: Ty,
    /// How the field is declared.
    pub kind: FieldKind,
    /// The value; `None` if the field has no valid value, for example after a value of a wrong type.
    pub value: Option<ValueId>,
    /// The location where the field was set last, or else declared.
    pub loc: Loc,
}

impl Record {
    /// A record that is defined at `loc` and has no fields or superclasses yet.
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

    /// The field with this index.
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

    /// The field with this name; `None` if it does not exist.
    pub fn field(&self, name: Sym) -> Option<FieldRef> {
        Some(self.field_at(self.shape.find(name)?))
    }

    /// The fields in order, without template arguments.
    pub fn fields(&self) -> impl Iterator<Item = FieldRef> + '_ {
        (self.args..self.values.len()).map(|index| self.field_at(index))
    }

    /// The template arguments, in order.
    pub fn template_args(&self) -> impl Iterator<Item = FieldRef> + '_ {
        (0..self.args).map(|index| self.field_at(index))
    }

    /// Whether `class` is among the superclasses.
    pub fn is_subclass_of(&self, class: Sym) -> bool {
        self.supers.contains(&class)
    }

    /// The approximate memory that the record uses, in bytes: without shared parts, but with its entries in tables.
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

    /// The assertions, including inherited ones.
    pub fn assertions(&self) -> &[Assertion] {
        self.checks.as_ref().map_or(&[], |it| &it.assertions)
    }

    /// The dumps, including inherited ones.
    pub fn dumps(&self) -> &[Dump] {
        self.checks.as_ref().map_or(&[], |it| &it.dumps)
    }

    /// The assertions and dumps, which are created if they are missing.
    pub(crate) fn checks_mut(&mut self) -> &mut Checks {
        self.checks.get_or_insert_default()
    }

    /// Whether the record has no name in the source.
    pub fn is_anonymous(&self) -> bool {
        self.kind == RecordKind::Anonymous
    }

    /// Sets the value of the field with this index.
    #[inline(always)]
    pub fn set(&mut self, values: &ValueStore, index: usize, value: Option<ValueId>) {
        self.values[index] = value;
        self.open
            .set(index, value.is_some_and(|v| !values.is_concrete(v)));
    }

    /// Adds a field. The record must not have a field with this name.
    pub fn push_field(&mut self, values: &ValueStore, field: FieldRef) {
        Arc::make_mut(&mut self.shape).push(field.name, field.ty, field.kind);
        self.values.push(None);
        self.set(values, self.values.len() - 1, field.value);
        self.field_locs.push(field.loc);
    }

    /// Makes room for `more` fields.
    pub(crate) fn reserve(&mut self, more: usize) {
        if more == 0 {
            return;
        }
        self.values.reserve(more);
        match Arc::get_mut(&mut self.shape) {
            Some(shape) => shape.reserve(more),
            None => self.shape = Arc::new(self.shape.with_room(more)),
        }
        self.field_locs.reserve(more);
    }

    /// Appends the fields of a class, without its template arguments, to the shape of this record, which it must not
    /// share. Returns false, without a change, if the shape is shared or has a field of the same name.
    pub(crate) fn append(&mut self, class: &Record) -> bool {
        let from = class.args;
        let names = &class.shape.names[from..];
        let Some(shape) = Arc::get_mut(&mut self.shape) else {
            return false;
        };
        // The names of template arguments are qualified, so no field has such a name.
        let has_fields = shape.names.len() > self.args;
        if has_fields && names.iter().any(|it| shape.find(*it).is_some()) {
            return false;
        }
        shape.append(&class.shape, from);
        self.field_locs.append(&class.field_locs, from);
        self.add_values(class);
        true
    }

    /// Appends the fields of a class, without its template arguments. The record must not have a field with the same
    /// name as one of these. `shape` and `locs` must be the shape and the locations after the change.
    pub(crate) fn inherit(&mut self, class: &Record, shape: Arc<Shape>, locs: &FieldLocs) {
        self.add_values(class);
        self.shape = shape;
        self.field_locs.inherit(locs);
    }

    fn add_values(&mut self, class: &Record) {
        let before = self.values.len();
        self.values.extend_from_slice(&class.values[class.args..]);
        self.open.extend(before, &class.open, class.args);
    }
}

/// A set of fields, represented by their indices.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct FieldSet(SmallVec<[u64; 3]>);

impl FieldSet {
    #[inline(always)]
    pub(crate) fn set(&mut self, index: usize, member: bool) {
        let (word, bit) = (index / 64, 1 << (index % 64));
        if member {
            while self.0.len() <= word {
                self.0.push(0);
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

    /// The first member whose index is at least `from`.
    pub(crate) fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.0.get(word)? & (!0 << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.0.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }

    /// The indices of the members, in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.next(0);
        std::iter::from_fn(move || {
            let index = next?;
            next = self.next(index + 1);
            Some(index)
        })
    }

    /// Adds the members of `other` from the index `from` on, shifted so that `from` becomes `at`. All members of this
    /// set must be less than `at`.
    fn extend(&mut self, at: usize, other: &FieldSet, from: usize) {
        if (at, from) == (0, 0) {
            self.0.clone_from(&other.0);
            return;
        }
        let word = |index: usize| other.0.get(index).copied().unwrap_or(0);
        for start in (from..other.0.len() * 64).step_by(64) {
            let shifted = word(start / 64) >> (start % 64);
            let next = word(start / 64 + 1).checked_shl((64 - start % 64) as u32);
            self.add_word(at + start - from, shifted | next.unwrap_or(0));
        }
    }

    /// Adds the members that the bits of `word` represent; the lowest bit represents `at`.
    fn add_word(&mut self, at: usize, word: u64) {
        let high = word.checked_shr((64 - at % 64) as u32).unwrap_or(0);
        for (index, bits) in [(at / 64, word << (at % 64)), (at / 64 + 1, high)] {
            if bits != 0 {
                while self.0.len() <= index {
                    self.0.push(0);
                }
                self.0[index] |= bits;
            }
        }
    }
}
