//! Implications and contradictions between the memory predicates of fragments.

use backend::Records;
use pattern_model::{Predicate, PredicateFlags as Flag};
use target_model::value_types::ValueType;

/// Groups of flags that exclude each other.
const GROUPS: [Flag; 5] = [
    Flag::IS_NON_EXT_LOAD
        .union(Flag::IS_ANY_EXT_LOAD)
        .union(Flag::IS_SIGN_EXT_LOAD)
        .union(Flag::IS_ZERO_EXT_LOAD),
    Flag::IS_TRUNC_STORE.union(Flag::IS_NON_TRUNC_STORE),
    Flag::IS_MONOTONIC
        .union(Flag::IS_ACQUIRE)
        .union(Flag::IS_RELEASE)
        .union(Flag::IS_ACQUIRE_RELEASE)
        .union(Flag::IS_SEQUENTIALLY_CONSISTENT),
    Flag::IS_ACQUIRE_OR_STRONGER.union(Flag::IS_WEAKER_THAN_ACQUIRE),
    Flag::IS_RELEASE_OR_STRONGER.union(Flag::IS_WEAKER_THAN_RELEASE),
];

/// Whether the predicate `wanted` holds for every node for which the predicates in `known` hold; `None` if they decide
/// neither that it holds nor that it fails.
pub(super) fn decide<'p>(
    records: &Records,
    wanted: &Predicate,
    known: impl Iterator<Item = &'p Predicate>,
) -> Option<bool> {
    let ty = |it: Option<_>| it.and_then(|it| ValueType::read(records.rec(it)).ok().flatten());
    let mut flags = Flag::default();
    let (mut memory, mut element) = (None, None);
    for it in known {
        flags |= it.flags;
        memory = memory.or(ty(it.memory_type));
        element = element.or(ty(it.scalar_memory_type));
    }
    let excludes = |group: &Flag| {
        let (wanted, known) = (wanted.flags & *group, flags & *group);
        !wanted.is_empty() && !known.is_empty() && !wanted.intersects(known)
    };
    if GROUPS.iter().any(excludes) {
        return Some(false);
    }
    let wanted_memory = ty(wanted.memory_type);
    let wanted_element = ty(wanted.scalar_memory_type);
    let element = element.or(memory.map(ValueType::scalar));
    let is_other = |wanted: Option<ValueType>, known: Option<ValueType>| {
        wanted.zip(known).is_some_and(|(a, b)| a != b)
    };
    if is_other(wanted_memory, memory)
        || is_other(wanted_element, element)
        || is_other(wanted_memory.map(ValueType::scalar), element)
    {
        return Some(false);
    }
    let says_more = wanted.code.is_empty()
        && wanted.immediate_code.is_empty()
        && wanted.address_spaces.is_none()
        && wanted.min_alignment == 0;
    let holds = flags.contains(wanted.flags)
        && (wanted_memory.is_none() || wanted_memory == memory)
        && (wanted_element.is_none() || wanted_element == element);
    (says_more && holds).then_some(true)
}
