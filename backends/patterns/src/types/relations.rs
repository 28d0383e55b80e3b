//! Relations between value types, each stored as a set for every type.

use std::sync::LazyLock;

use target_model::value_types::ValueType;

use super::set::TypeSet;

/// A relation: for each type, by index, the set of the types that are related to it.
struct Relation(Vec<TypeSet>);

impl Relation {
    fn new(relates: impl Fn(ValueType, ValueType) -> bool) -> Relation {
        let types = ValueType::all;
        let mut sets = vec![TypeSet::EMPTY; usize::from(ValueType::COUNT) + 1];
        for ty in types() {
            sets[usize::from(ty.index())] = types().filter(|it| relates(ty, *it)).collect();
        }
        Relation(sets)
    }

    fn of_any(&self, set: TypeSet) -> TypeSet {
        let related = set.iter().map(|ty| self.0[usize::from(ty.index())]);
        related.fold(TypeSet::EMPTY, TypeSet::union)
    }
}

/// The vectors with as many elements as a vector in `set`, and all scalars if `set` contains a scalar.
pub(super) fn with_same_element_count(set: TypeSet) -> TypeSet {
    static SAME: LazyLock<Relation> = LazyLock::new(|| {
        let count = |ty: ValueType| (ty.element_count(), ty.is_scalable_vector());
        Relation::new(move |a, b| count(a) == count(b))
    });
    SAME.of_any(set)
}

/// The types with as many bits as a type in `set`. A scalable size never equals a fixed size.
pub(super) fn with_same_size(set: TypeSet) -> TypeSet {
    static SAME: LazyLock<Relation> = LazyLock::new(|| {
        let size = |ty: ValueType| (ty.is_scalable(), size(ty));
        Relation::new(move |a, b| size(a) == size(b))
    });
    SAME.of_any(set)
}

/// The vectors whose element types are in `set`.
pub(super) fn vectors_of(set: TypeSet) -> TypeSet {
    static VECTORS: LazyLock<Relation> =
        LazyLock::new(|| Relation::new(|a, b| b.element() == Some(a)));
    VECTORS.of_any(set)
}

/// The element types of the vectors in `set`.
pub(super) fn elements_of(set: TypeSet) -> TypeSet {
    set.iter().filter_map(ValueType::element).collect()
}

/// The vectors that have the same element type as a longer vector in `set`.
pub(super) fn sub_vectors_of(set: TypeSet) -> TypeSet {
    static PARTS: LazyLock<Relation> = LazyLock::new(|| Relation::new(|a, b| is_part(b, a)));
    PARTS.of_any(set)
}

/// The vectors that have the same element type as a shorter vector in `set`.
pub(super) fn super_vectors_of(set: TypeSet) -> TypeSet {
    static WHOLES: LazyLock<Relation> = LazyLock::new(|| Relation::new(is_part));
    WHOLES.of_any(set)
}

/// Whether `part` is a shorter vector than `whole` with the same element type. A vector of fixed length and a scalable
/// vector are never parts of each other.
fn is_part(part: ValueType, whole: ValueType) -> bool {
    part.is_vector()
        && part.element() == whole.element()
        && part.is_scalable_vector() == whole.is_scalable_vector()
        && part.element_count() < whole.element_count()
}

/// The size of a type in bits. An unknown size counts as larger than all others.
///
/// The reference has no size for such types either: it reads memory past the end of its table, where the value is
/// larger than any size.
pub(super) fn size(ty: ValueType) -> u64 {
    if ValueType::NORMAL.contains(&ty.index()) {
        u64::from(ty.size_in_bits())
    } else {
        u64::from(u32::MAX) + u64::from(ty.index())
    }
}

/// The types of the same kind (vector or not, scalable or not) as `largest` that are not larger than `largest`.
pub(super) fn no_larger_than(largest: ValueType) -> TypeSet {
    static SMALLER: LazyLock<Relation> =
        LazyLock::new(|| Relation::new(|a, b| is_not_larger(b, a)));
    SMALLER.of_any(TypeSet::one(largest))
}

/// The types of the same kind (vector or not, scalable or not) as `smallest` that are not smaller than `smallest`.
pub(super) fn no_smaller_than(smallest: ValueType) -> TypeSet {
    static LARGER: LazyLock<Relation> = LazyLock::new(|| Relation::new(is_not_larger));
    LARGER.of_any(TypeSet::one(smallest))
}

/// Whether both types are of the same kind and `a` is not larger than `b`.
fn is_not_larger(a: ValueType, b: ValueType) -> bool {
    let kind = |ty: ValueType| (ty.is_vector(), ty.is_scalable_vector());
    kind(a) == kind(b) && sizes(a) <= sizes(b)
}

/// The sizes of the element and of the whole type, in bits.
fn sizes(ty: ValueType) -> (u64, u64) {
    (size(ty.scalar()), size(ty))
}

/// The sort key for choosing the smallest or largest type: scalable types are larger than all others.
pub(super) fn order(ty: &ValueType) -> (bool, (u64, u64)) {
    (ty.is_scalable_vector(), sizes(*ty))
}
