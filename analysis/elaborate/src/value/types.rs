//! The types of values.

use std::hash::BuildHasher;
use std::num::NonZeroU32;
use std::sync::OnceLock;

use hashbrown::HashTable;
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;

use crate::symbol::Sym;

/// A type: an index into the table of types in [`super::ValueStore`]. Equal types have equal indices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(NonZeroU32);

impl Ty {
    /// The type `bit`.
    pub const BIT: Ty = Ty::at(0);
    /// The type `int`.
    pub const INT: Ty = Ty::at(1);
    /// The type `string`.
    pub const STRING: Ty = Ty::at(2);
    /// The type `dag`.
    pub const DAG: Ty = Ty::at(3);
    /// The type of records of any class, printed as `{}`.
    pub const RECORD: Ty = Ty::at(4);

    /// The type at `index` in the table of types.
    const fn at(index: u32) -> Ty {
        Ty(NonZeroU32::MIN.saturating_add(index))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The type's id as an integer, for hashing.
    pub(super) fn number(self) -> u32 {
        self.0.get()
    }
}

/// The structure of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `bit`, which differs from `bits<1>`.
    Bit,
    /// `int`
    Int,
    /// `string`. Code values have this type too.
    String,
    /// `dag`
    Dag,
    /// `bits<width>`; the width may be 0.
    Bits(u32),
    /// `list<type>`
    List(Ty),
    /// A record that is derived from all these classes. They are sorted by name, and none is a superclass of another.
    Record(Box<[Sym]>),
}

/// The types `bits<0>` to `bits<COMMON_WIDTHS - 1>` have fixed indices in the table of types, after the constants of
/// [`Ty`].
const COMMON_WIDTHS: u32 = 129;
const FIRST_BITS: u32 = 5;

impl Type {
    /// The type's index in the table of types, if the index is fixed.
    fn fixed(&self) -> Option<Ty> {
        match self {
            Type::Bit => Some(Ty::BIT),
            Type::Int => Some(Ty::INT),
            Type::String => Some(Ty::STRING),
            Type::Dag => Some(Ty::DAG),
            Type::Record(classes) if classes.is_empty() => Some(Ty::RECORD),
            Type::Bits(width) if *width < COMMON_WIDTHS => Some(Ty::at(FIRST_BITS + width)),
            _ => None,
        }
    }
}

/// The table of the types in a store.
pub(super) struct Types {
    all: boxcar::Vec<TypeData>,
    /// The interned types without a fixed index, by hash.
    table: Mutex<HashTable<Ty>>,
}

struct TypeData {
    ty: Type,
    /// The type of a list with elements of this type, once it has been created.
    list: OnceLock<Ty>,
}

impl Default for Types {
    fn default() -> Types {
        let types = Types {
            all: boxcar::Vec::new(),
            table: Mutex::default(),
        };
        let constants = [
            Type::Bit,
            Type::Int,
            Type::String,
            Type::Dag,
            Type::Record(Box::new([])),
        ];
        let bits = (0..COMMON_WIDTHS).map(Type::Bits);
        for ty in constants.into_iter().chain(bits) {
            let fixed = ty.fixed();
            assert_eq!(Some(types.add(ty)), fixed);
        }
        types
    }
}

impl Types {
    fn get(&self, ty: Ty) -> &TypeData {
        &self.all[ty.index()]
    }

    fn add(&self, ty: Type) -> Ty {
        let list = OnceLock::new();
        Ty::at(self.all.push(TypeData { ty, list }) as u32)
    }

    /// Returns the id of a type. A new type is added to the table.
    pub(super) fn intern(&self, ty: Type) -> Ty {
        if let Some(fixed) = ty.fixed() {
            return fixed;
        }
        let hash = |ty: &Type| FxBuildHasher.hash_one(ty);
        let hash_of = |known: &Ty| hash(self.data(*known));
        let wanted = hash(&ty);
        let mut table = self.table.lock();
        if let Some(known) = table.find(wanted, |known| *self.data(*known) == ty) {
            return *known;
        }
        let new = self.add(ty);
        table.insert_unique(wanted, new, hash_of);
        new
    }

    pub(super) fn data(&self, ty: Ty) -> &Type {
        &self.get(ty).ty
    }

    pub(super) fn list_of(&self, elem: Ty) -> Ty {
        let list = &self.get(elem).list;
        *list.get_or_init(|| self.intern(Type::List(elem)))
    }
}
