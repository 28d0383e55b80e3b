//! Sub-register indices: composition, which applies one index after another, and concatenation of adjacent parts.

use backend::bit_set::BitSet;
use backend::ids::{Arena, Id};
use backend::{Fatal, Rec, RecordId, Records, bail, record_class};
use elaborate::records::compare_numeric;
use rustc_hash::FxHashMap;

use super::{IndexId, changes};
use crate::hw_modes::{BitRange, ByHwMode, HwModes, ModeId};

record_class! {
    struct IndexDef("SubRegIndex") {
        composed_of: list_of_defs("ComposedOf"),
        covering: list_of_defs("CoveringSubRegIndices"),
    }
}

/// The sub-register indices of a target.
#[derive(Clone)]
pub struct Indices {
    all: Arena<IndexId, SubRegIndex>,
    by_record: FxHashMap<RecordId, IndexId>,
    modes: u32,
    /// For each index, whether its bit range can no longer change.
    settled: Vec<bool>,
}

/// A sub-register index: a name for a part of a register.
#[derive(Clone)]
pub struct SubRegIndex {
    /// The record of the index; `None` if it is derived.
    pub rec: Option<RecordId>,
    /// The indices from which the index is derived; empty if a record defines it.
    pub parts: Vec<IndexId>,
    /// The name of the record. The name of a derived index joins the names of its parts: `a_then_b` for a composition,
    /// `a_b` for a concatenation.
    pub name: String,
    /// The C++ namespace of the enumerator. For a derived index, the namespace of its first part. May be empty.
    pub namespace: String,
    /// The bits of the register that the sub-register covers.
    pub range: ByHwMode<BitRange>,
    /// The indices of which this index is the concatenation; none of them is itself a concatenation. Empty if this
    /// index is not a concatenation.
    pub concatenation: Vec<IndexId>,
    /// Whether each register that has a sub-register with this index is covered by its sub-registers.
    pub covered: bool,
    /// Whether the index is used only for artificial registers. False if the definition of a register lists a
    /// non-artificial sub-register with this index, or if a non-artificial register has such a sub-register.
    pub artificial: bool,
    /// The composite of this index with each second index. The list is indexed by the id of the second index.
    composites: Vec<Option<IndexId>>,
}

impl SubRegIndex {
    /// The name qualified with the namespace.
    pub fn qualified_name(&self) -> String {
        match self.namespace.as_str() {
            "" => self.name.clone(),
            namespace => format!("{namespace}::{}", self.name),
        }
    }

    /// The composite that applies this index first and `other` second. `None` if there is no composite.
    #[inline]
    pub fn then(&self, other: IndexId) -> Option<IndexId> {
        self.composites.get(other.index()).copied().flatten()
    }

    /// The indices that can be applied after this index, in ascending order, each with the composite.
    pub fn composites(&self) -> impl DoubleEndedIterator<Item = (IndexId, IndexId)> + '_ {
        let composites = self.composites.iter().enumerate();
        composites.filter_map(|(second, both)| Some((IndexId::from_index(second), (*both)?)))
    }

    /// Whether no index can be applied after this index.
    pub fn is_leaf(&self) -> bool {
        self.composites.is_empty()
    }
}

/// For each list of adjacent parts, the index that is their concatenation.
pub(super) type Concatenations = FxHashMap<Vec<IndexId>, IndexId>;

/// The maximum number of parts of a concatenation. More parts are an error.
const MAX_PARTS: usize = 1 << 16;

impl Indices {
    pub(super) fn read(records: &Records, modes: &HwModes) -> Result<Indices, Fatal> {
        let mut defs = IndexDef::all(records)?;
        // The ids must not depend on the order in which the records are listed.
        defs.sort_by(|a, b| compare_numeric(a.name(), b.name()));
        let mut indices = Indices {
            all: Arena::new(),
            by_record: FxHashMap::default(),
            modes: modes.count() as u32,
            settled: vec![false; defs.len()],
        };
        for def in &defs {
            let id = indices.all.push(SubRegIndex::read(*def, modes)?);
            indices.by_record.insert(def.id(), id);
        }
        for def in defs {
            indices.read_parts(def)?;
        }
        Ok(indices)
    }

    /// Reads the parts of an index from its definition. The index may be a composition, a concatenation, both, or
    /// neither.
    fn read_parts(&mut self, def: IndexDef) -> Result<(), Fatal> {
        let id = self.resolve(*def)?;
        match def.composed_of()?[..] {
            [] => {}
            [a, b] => {
                let (a, b) = (self.resolve(a)?, self.resolve(b)?);
                if self.compose(a, b, id).is_some() {
                    bail!(def, "Ambiguous ComposedOf entries");
                }
            }
            _ => bail!(def, "ComposedOf must have exactly two entries"),
        }
        let parts = def.covering()?;
        if parts.len() == 1 {
            let field = changes::parts_field(def.records().release());
            bail!(def, "{field} must have two or more entries");
        }
        let parts = parts.into_iter().map(|part| self.resolve(part));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        self.offer_concatenation(id, parts);
        Ok(())
    }

    /// The index that a record defines. An error if the record does not define an index.
    pub fn resolve(&self, rec: Rec) -> Result<IndexId, Fatal> {
        let known = self.find(rec.id());
        known.ok_or_else(|| rec.fatal(format!("'{}' is not a sub-register index", rec.name())))
    }

    /// The index that a record defines; `None` if the record does not define an index.
    pub fn find(&self, rec: RecordId) -> Option<IndexId> {
        self.by_record.get(&rec).copied()
    }

    /// The number of indices, including derived indices.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are no indices.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The ids of all indices in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = IndexId> + ExactSizeIterator + use<> {
        self.all.ids()
    }

    /// All indices in order, each with its id.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (IndexId, &SubRegIndex)> + ExactSizeIterator {
        self.all.with_ids()
    }

    /// All indices in reverse post-order of the graph whose edges lead from an index to its composites. Each index
    /// precedes its composites, unless the graph has a cycle.
    pub(super) fn large_first(&self) -> Vec<IndexId> {
        let mut order = Vec::with_capacity(self.len());
        let mut seen = BitSet::new();
        for start in self.ids().rev() {
            if !seen.insert(start) {
                continue;
            }
            let children = |index: IndexId| self[index].composites().rev().map(|(_, both)| both);
            let mut path = vec![(start, children(start))];
            while let Some((index, rest)) = path.last_mut() {
                match rest.find(|it| seen.insert(*it)) {
                    Some(child) => path.push((child, children(child))),
                    None => {
                        order.push(*index);
                        path.pop();
                    }
                }
            }
        }
        order.reverse();
        order
    }

    /// Sets the composite of `first` and `second` to `both`. An existing composite is kept, and returned if it differs
    /// from `both`.
    pub(super) fn compose(
        &mut self,
        first: IndexId,
        second: IndexId,
        both: IndexId,
    ) -> Option<IndexId> {
        let composites = &mut self.all[first].composites;
        if composites.len() <= second.index() {
            composites.resize(second.index() + 1, None);
        }
        let known = *composites[second.index()].get_or_insert(both);
        // The default mode comes last, because the other modes start with a copy of its original value.
        for mode in (1..self.modes).chain([0]) {
            self.compose_range(ModeId(mode), [first, second, both]);
        }
        if self.modes == 1 {
            let range = self.all[both].range.as_simple();
            self.settled[both.index()] = range.is_some_and(|it| it.is_placed());
        }
        (known != both).then_some(known)
    }

    /// Whether `both` is already known as the composite of `first` and `second`, and its bit range can no longer
    /// change.
    #[inline]
    pub(super) fn knows(&self, first: IndexId, second: IndexId, both: IndexId) -> bool {
        self.settled[both.index()] && self.all[first].then(second) == Some(both)
    }

    /// Computes the bit range of `both` in a mode if its offset is unknown. All three indices get an entry for the
    /// mode.
    fn compose_range(&mut self, mode: ModeId, [first, second, both]: [IndexId; 3]) {
        let mut range = |id: IndexId| self.all[id].range.get_mut(mode).copied();
        let (Some(outer), Some(inner), Some(known)) = (range(first), range(second), range(both))
        else {
            return;
        };
        if outer.is_placed() && inner.is_placed() && !known.is_placed() {
            let composed = BitRange {
                size: inner.size,
                offset: outer.offset.wrapping_add(inner.offset),
            };
            if let Some(range) = self.all[both].range.get_mut(mode) {
                *range = composed;
            }
        }
    }

    /// The composite of `first` and `second`. It is added if it does not exist yet.
    pub(super) fn composite(&mut self, first: IndexId, second: IndexId) -> IndexId {
        if let Some(known) = self[first].then(second) {
            return known;
        }
        let name = format!("{}_then_{}", self[first].name, self[second].name);
        let both = self.add(name, vec![first, second]);
        self.compose(first, second, both);
        both
    }

    /// Adds a derived index.
    fn add(&mut self, name: String, parts: Vec<IndexId>) -> IndexId {
        let namespace = parts.first().map(|it| self[*it].namespace.clone());
        self.settled.push(false);
        self.all.push(SubRegIndex {
            rec: None,
            parts,
            name,
            namespace: namespace.unwrap_or_default(),
            range: ByHwMode::simple(BitRange {
                size: BitRange::UNKNOWN,
                offset: BitRange::UNKNOWN,
            }),
            concatenation: Vec::new(),
            covered: true,
            artificial: true,
            composites: Vec::new(),
        })
    }

    /// Makes an index the concatenation of `parts`, unless it is a concatenation already.
    pub(super) fn offer_concatenation(&mut self, index: IndexId, parts: Vec<IndexId>) {
        let concatenation = &mut self[index].concatenation;
        if concatenation.is_empty() {
            *concatenation = parts;
        }
    }

    /// Expands nested concatenations: a part that is itself a concatenation is replaced by its parts. Returns the index
    /// for each list of parts.
    pub(super) fn close_concatenations(
        &mut self,
        records: &Records,
    ) -> Result<Concatenations, Fatal> {
        let mut by_parts = Concatenations::default();
        let mut state = vec![State::Open; self.len()];
        for index in self.ids() {
            self.close_concatenation(records, index, &mut state)?;
            let parts = &self[index].concatenation;
            if !parts.is_empty() {
                by_parts.entry(parts.clone()).or_insert(index);
            }
        }
        Ok(by_parts)
    }

    fn close_concatenation(
        &mut self,
        records: &Records,
        index: IndexId,
        state: &mut [State],
    ) -> Result<(), Fatal> {
        let error = |this: &Indices, message: &str| {
            let message = format!("sub-register index {} {message}", this[index].name);
            match this[index].rec {
                Some(rec) => records.rec(rec).fatal(message),
                None => records.fatal(message),
            }
        };
        match state[index.index()] {
            State::Closed => return Ok(()),
            State::Busy => return Err(error(self, "is a part of itself")),
            State::Open => state[index.index()] = State::Busy,
        }
        let mut parts = Vec::new();
        for part in self[index].concatenation.clone() {
            self.close_concatenation(records, part, state)?;
            match &self[part].concatenation[..] {
                [] => parts.push(part),
                smaller => parts.extend_from_slice(smaller),
            }
            if parts.len() > MAX_PARTS {
                return Err(error(self, "has too many parts"));
            }
        }
        self[index].concatenation = parts;
        state[index.index()] = State::Closed;
        Ok(())
    }

    /// The index that is the concatenation of `parts`. It is added if it does not exist yet.
    pub(super) fn concatenation(
        &mut self,
        known: &mut Concatenations,
        parts: Vec<IndexId>,
    ) -> IndexId {
        if let Some(index) = known.get(&parts) {
            return *index;
        }
        let names: Vec<&str> = parts.iter().map(|it| self[*it].name.as_str()).collect();
        let index = self.add(names.join("_"), parts.clone());
        for mode in (0..self.modes).map(ModeId) {
            let whole = self.concatenated_range(mode, &parts);
            if let Some(range) = self[index].range.get_mut(mode) {
                *range = whole;
            }
        }
        self[index].concatenation = parts.clone();
        known.insert(parts, index);
        index
    }

    /// The bit range that the parts cover together. The offset is known only if each part starts where the previous
    /// part ends.
    fn concatenated_range(&self, mode: ModeId, parts: &[IndexId]) -> BitRange {
        let ranges = parts
            .iter()
            .filter_map(|it| self[*it].range.get(mode).copied());
        let ranges: Vec<BitRange> = ranges.collect();
        let sizes = ranges.iter().map(|it| u32::from(it.size));
        let unknown = u32::from(BitRange::UNKNOWN);
        let size = sizes.reduce(|sum, size| {
            if sum == unknown || size == unknown {
                unknown
            } else {
                sum + size
            }
        });
        let follows = |pair: &[BitRange]| {
            let [before, after] = pair else { return true };
            let end = u32::from(before.offset) + u32::from(before.size);
            before.size != BitRange::UNKNOWN && u32::from(after.offset) == end
        };
        let first = ranges.first().filter(|_| ranges.windows(2).all(follows));
        BitRange {
            // The reference truncates the size to 16 bits.
            size: size.unwrap_or(unknown) as u16,
            offset: first.map_or(BitRange::UNKNOWN, |it| it.offset),
        }
    }
}

/// The progress of [`Indices::close_concatenation`] for an index.
#[derive(Clone, Copy)]
enum State {
    Open,
    Busy,
    Closed,
}

impl SubRegIndex {
    fn read(def: IndexDef, modes: &HwModes) -> Result<SubRegIndex, Fatal> {
        let namespace = match def.field("Namespace") {
            Some(_) => def.string("Namespace")?.into_owned(),
            None => String::new(),
        };
        let chosen = match def.field("SubRegRanges").and_then(|it| it.value) {
            Some(v) => def.records().def_of(v),
            None => None,
        };
        let mut range = match chosen {
            Some(select) => modes.read(select, BitRange::read)?,
            None => ByHwMode::default(),
        };
        if !range.has_default() {
            range.insert(ModeId::DEFAULT, BitRange::read(*def)?);
        }
        Ok(SubRegIndex {
            rec: Some(def.id()),
            parts: Vec::new(),
            name: def.name().to_owned(),
            namespace,
            range,
            concatenation: Vec::new(),
            covered: true,
            artificial: true,
            composites: Vec::new(),
        })
    }
}

impl std::ops::Index<IndexId> for Indices {
    type Output = SubRegIndex;

    #[inline]
    fn index(&self, id: IndexId) -> &SubRegIndex {
        &self.all[id]
    }
}

impl std::ops::IndexMut<IndexId> for Indices {
    #[inline]
    fn index_mut(&mut self, id: IndexId) -> &mut SubRegIndex {
        &mut self.all[id]
    }
}
