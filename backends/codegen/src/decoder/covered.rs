//! Encodings that are never decoded, because more specific encodings match all of their code.

use std::collections::hash_map::Entry;

use backend::{Context, Fatal, RecordId, spend};
use elaborate::value::ValueId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::encodings::{Encoding, EncodingId, Encodings};
use super::pattern::Pattern;
use super::tree::{Decision, NodeId, Tree};

/// The maximum number of steps of the check whether an encoding is covered.
const MAX_STEPS: usize = 1 << 14;

/// An encoding that is never decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Covered {
    /// The encoding.
    pub encoding: EncodingId,
    /// More specific encodings that together cover the code of `encoding`. A decoder tries them first.
    pub by: Vec<EncodingId>,
}

/// The encodings in a table that are never decoded. The list may be incomplete.
///
/// A more specific encoding counts only if a decoder never rejects its code. So it must not need predicates that the
/// general encoding does not need, and its decoder functions must not leave code to other encodings.
pub fn covered(cx: &Context, encodings: &Encodings, tree: &Tree) -> Result<Vec<Covered>, Fatal> {
    let mut needs = Needs {
        cx,
        known: FxHashMap::default(),
    };
    let mut found = Vec::new();
    let mut certain: Vec<EncodingId> = Vec::new();
    let mut general: Vec<EncodingId> = Vec::new();
    for (node, known) in tree.iter() {
        let (Decision::One { encoding, .. } | Decision::OneOr { encoding, .. }) = known.decision
        else {
            continue;
        };
        let operands = encodings.decoding(encodings.get(encoding).decoding);
        if operands.iter().all(|it| it.is_complete) {
            certain.push(encoding);
        }
        // A general encoding does not fix all of the examined bits. Other encodings are tried before it.
        if is_behind(tree, node) {
            general.push(encoding);
        }
    }
    for encoding in general {
        let own = encodings.get(encoding);
        spend(certain.len() / 8);
        let inside = certain.iter().copied();
        let inside = inside.filter(|it| is_inside(&encodings.get(*it).pattern, &own.pattern));
        let inside: Vec<EncodingId> = inside.collect();
        // For most encodings this fast test is enough: together, the more specific encodings match fewer codes than the
        // general one, so they cannot cover it.
        if share(encodings, &inside, own) < 1.0 {
            continue;
        }
        let mut by = Vec::new();
        for id in inside {
            if needs.holds_with(encodings.get(id).rec, own.rec)? {
                by.push(id);
            }
        }
        let patterns: Vec<&Pattern> = by.iter().map(|it| &encodings.get(*it).pattern).collect();
        if is_covered(own.pattern.clone(), &patterns) {
            found.push(Covered { encoding, by });
        }
    }
    Ok(found)
}

/// Whether other encodings are tried before a node: the path from the root to the node contains an `others` branch.
fn is_behind(tree: &Tree, node: NodeId) -> bool {
    let mut below = node;
    while let Some(above) = tree.get(below).parent {
        match tree.get(above).decision {
            Decision::OneOr { others, .. } if others == below => return true,
            Decision::Switch { others, .. } if others == Some(below) => return true,
            _ => {}
        }
        below = above;
    }
    false
}

/// Whether `outer` matches all code that `inner` matches, and more. False if the widths differ.
fn is_inside(inner: &Pattern, outer: &Pattern) -> bool {
    let words = inner.width.max(outer.width).div_ceil(64);
    inner.width == outer.width
        && inner.known != outer.known
        && (0..words).all(|at| {
            let known = outer.known.word(at);
            let differs = inner.value.word(at) ^ outer.value.word(at);
            known & !inner.known.word(at) == 0 && known & differs == 0
        })
}

/// The fraction of an encoding's code that the encodings `inside` match. Code that two of them match counts twice.
fn share(encodings: &Encodings, inside: &[EncodingId], own: &Encoding) -> f64 {
    let fixed = |pattern: &Pattern| pattern.known.runs().map(|it| it.1).sum::<usize>();
    let open = fixed(&own.pattern);
    let parts = inside.iter().map(|it| {
        let more = fixed(&encodings.get(*it).pattern) - open;
        0.5f64.powi(more.min(1000) as i32)
    });
    parts.sum()
}

/// Whether all code that matches `region` matches one of the patterns. False if the check takes too many steps.
fn is_covered(region: Pattern, patterns: &[&Pattern]) -> bool {
    let mut left = MAX_STEPS;
    let mut waiting = vec![(region, patterns.to_vec())];
    while let Some((region, mut patterns)) = waiting.pop() {
        let Some(after) = left.checked_sub(1 + patterns.len()) else {
            return false;
        };
        left = after;
        spend(patterns.len());
        patterns.retain(|it| region.differences(it).is_empty());
        let mut missing = patterns.iter().map(|it| first_missing(&region, it));
        let Some(first) = missing.next() else {
            return false;
        };
        let (Some(bit), true) = (first, missing.all(|it| it.is_some())) else {
            continue;
        };
        for value in [false, true] {
            let mut half = region.clone();
            half.known.set(bit, true);
            half.value.set(bit, value);
            waiting.push((half, patterns.clone()));
        }
    }
    true
}

/// The first bit that a pattern fixes and the region leaves open. `None` if there is no such bit.
fn first_missing(region: &Pattern, pattern: &Pattern) -> Option<usize> {
    (0..pattern.width.div_ceil(64)).find_map(|at| {
        let bits = pattern.known.word(at) & !region.known.word(at);
        (bits != 0).then(|| at * 64 + bits.trailing_zeros() as usize)
    })
}

/// The predicates that a decoder checks for an encoding, keyed by the value of the encoding's field `Predicates`.
struct Needs<'a, 'b> {
    cx: &'b Context<'a>,
    known: FxHashMap<ValueId, FxHashSet<RecordId>>,
}

impl Needs<'_, '_> {
    /// Whether each predicate that a decoder checks for `rec` is also checked for `other`.
    fn holds_with(&mut self, rec: RecordId, other: RecordId) -> Result<bool, Fatal> {
        let (own, other) = (self.read(rec)?, self.read(other)?);
        Ok(own == other || self.known[&own].is_subset(&self.known[&other]))
    }

    fn read(&mut self, rec: RecordId) -> Result<ValueId, Fatal> {
        let rec = self.cx.records.rec(rec);
        let list = rec.value("Predicates")?;
        if let Entry::Vacant(new) = self.known.entry(list) {
            let predicates = rec.list_of_defs("Predicates")?.into_iter();
            // A decoder checks only the predicates that an assembler can check.
            let checked = predicates.filter(|it| {
                let is_checked = it.field("AssemblerMatcherPredicate");
                is_checked.is_some_and(|it| it.value != Some(ValueId::FALSE))
            });
            let checked = checked.map(|it| it.id()).collect();
            new.insert(checked);
        }
        Ok(list)
    }
}
