//! Types of reads and writes.

use std::fmt::Write;

use backend::{Fatal, Rec, RecordId, Records, record_class};
use elaborate::value::ValueId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::types::{Access, RwId};
use crate::instructions::Instructions;

record_class! {
    struct AliasDef("SchedAlias") {
        of: def("MatchRW"),
        to: def("AliasRW"),
    }
}

record_class! {
    struct VariantDef("SchedVar") {
        predicate: def("Predicate"),
        selected: list_of_defs("Selected"),
    }
}

/// A type of writes or of reads.
pub struct ReadWrite {
    /// The name of the record. For a sequence that variants select, the names of its parts in parentheses, joined by
    /// `_`.
    pub name: Box<str>,
    /// The record of the type. `None` for a sequence that variants select.
    pub def: Option<RecordId>,
    /// Whether the type replaces another type for one processor model or for all models.
    pub(crate) is_alias: bool,
    /// The variants of the type, if it has any.
    pub variants: Option<Variants>,
    /// The parts if the type is a sequence.
    pub sequence: Option<Sequence>,
    /// The types that replace this type, each for one processor model or for all models.
    pub aliases: Vec<Alias>,
}

/// The variants of a type. The instruction decides which variant applies.
pub struct Variants {
    /// The variants. The first variant whose predicate is true applies.
    pub list: Vec<Variant>,
    /// The record of the processor model for which the variants exist; `None` if they exist for all models.
    pub model: Option<RecordId>,
    /// Whether each selected type is a separate operand.
    pub is_variadic: bool,
}

/// A variant of a type.
pub struct Variant {
    /// The record of class `SchedVar`.
    pub rec: RecordId,
    /// The condition, a record of class `SchedPredicateBase`.
    pub predicate: RecordId,
    /// The types that the variant selects. Several types form a sequence, unless [`Variants::is_variadic`] is set.
    pub selected: Vec<RwId>,
}

/// A sequence of types into which one type expands.
pub struct Sequence {
    /// The types in order. They are all writes or all reads.
    pub parts: Vec<RwId>,
    /// The number of repetitions. The sequence is empty if this number is not positive.
    pub repeat: i32,
}

/// A type that replaces another type on a processor.
pub struct Alias {
    /// The record of class `SchedAlias`.
    pub rec: RecordId,
    /// The type that is used instead. It is a write if the replaced type is a write, and a read otherwise.
    pub to: RwId,
    /// The record of the processor model for which the alias applies; `None` if it applies for all models.
    pub model: Option<RecordId>,
}

/// All types of writes and of reads. Writes and reads are numbered separately, from 1, in natural order of their names.
/// Sequences that variants select follow in order of discovery. 0 is a placeholder.
pub struct ReadWrites {
    kinds: [AccessTypes; 2],
}

#[derive(Default)]
struct AccessTypes {
    list: Vec<ReadWrite>,
    ids: FxHashMap<RecordId, RwId>,
    /// For each list of parts, the first type whose sequence has these parts.
    sequences: FxHashMap<Vec<RwId>, RwId>,
}

/// The maximum length of an expanded sequence. A longer sequence is an error.
const MAX_SEQUENCE: usize = 1 << 12;
/// The maximum nesting depth of sequences.
const MAX_DEPTH: u32 = 100;

/// The model that the field `SchedModel` of a record refers to; `None` if it is unset.
pub(super) fn optional_model(rec: Rec) -> Result<Option<RecordId>, Fatal> {
    match rec.value("SchedModel")? {
        ValueId::UNSET => Ok(None),
        _ => Ok(Some(rec.def("SchedModel")?.id())),
    }
}

/// The types of writes and reads found so far, in order of discovery.
#[derive(Default)]
struct FoundReadWrites<'a> {
    seen: FxHashSet<RecordId>,
    kinds: [Vec<Rec<'a>>; 2],
}

impl<'a> FoundReadWrites<'a> {
    fn add_all(&mut self, defs: impl IntoIterator<Item = Rec<'a>>) -> Result<(), Fatal> {
        defs.into_iter()
            .try_for_each(|def| self.add(def, Access::of_use(def)))
    }

    /// Adds a type and the types that it refers to.
    fn add(&mut self, def: Rec<'a>, access: Access) -> Result<(), Fatal> {
        let mut rest = vec![def];
        while let Some(def) = rest.pop() {
            if !self.seen.insert(def.id()) {
                continue;
            }
            self.kinds[access.index()].push(def);
            let at = rest.len();
            if def.is_a("WriteSequence") {
                rest.extend(def.list_of_defs("Writes")?);
            } else if def.is_a("SchedVariant") {
                for variant in def.list_of_defs("Variants")? {
                    rest.extend(VariantDef(variant).selected()?);
                }
            }
            rest[at..].reverse();
        }
        Ok(())
    }
}

impl ReadWrites {
    /// Finds all types to which instructions, `InstRW` and `ItinRW` records, and aliases refer.
    pub(super) fn collect(
        records: &Records,
        instructions: &Instructions,
    ) -> Result<ReadWrites, Fatal> {
        let mut found = FoundReadWrites::default();
        // Many instructions share a list of reads and writes, so each list is read only once.
        let mut lists = FxHashSet::default();
        for (_, instruction) in instructions.iter() {
            let def = records.rec(instruction.rec);
            let list = def.value("SchedRW")?;
            if list != ValueId::UNSET && lists.insert(list) {
                found.add_all(def.list_of_defs("SchedRW")?)?;
            }
        }
        for class in ["InstRW", "ItinRW"] {
            for def in records.derived(class)? {
                found.add_all(def.list_of_defs("OperandReadWrites")?)?;
            }
        }
        let aliases = AliasDef::all(records)?;
        for alias in &aliases {
            let (of, to) = (alias.of()?, alias.to()?);
            let access = Access::of_use(of);
            if !to.is_a(access.class()) {
                let class = access.class();
                return Err(alias.fatal(format!("{class} Alias must be {class}")));
            }
            found.add(to, access)?;
        }
        let mut all = ReadWrites {
            kinds: Default::default(),
        };
        for access in [Access::Write, Access::Read] {
            let mut defs = std::mem::take(&mut found.kinds[access.index()]);
            records.sort_by_name(&mut defs);
            all.kinds[access.index()] = AccessTypes::new(&defs);
        }
        all.read_sequences(records)?;
        all.read_variants(records)?;
        all.read_aliases(&aliases)?;
        Ok(all)
    }

    fn read_sequences(&mut self, records: &Records) -> Result<(), Fatal> {
        for index in 0..self.kinds[Access::Write.index()].list.len() {
            let def = self.kinds[Access::Write.index()].list[index].def;
            let Some(def) = def
                .map(|def| records.rec(def))
                .filter(|it| it.is_a("WriteSequence"))
            else {
                continue;
            };
            let parts = self.find_all(&def.list_of_defs("Writes")?, Access::Write);
            let repeat = def.int("Repeat")? as i32;
            let kind = &mut self.kinds[Access::Write.index()];
            kind.sequences
                .entry(parts.clone())
                .or_insert(RwId(index as u32));
            kind.list[index].sequence = Some(Sequence { parts, repeat });
        }
        Ok(())
    }

    fn read_variants(&mut self, records: &Records) -> Result<(), Fatal> {
        for access in [Access::Write, Access::Read] {
            for index in 0..self.kinds[access.index()].list.len() {
                let def = self.kinds[access.index()].list[index].def;
                let Some(def) = def
                    .map(|def| records.rec(def))
                    .filter(|it| it.is_a("SchedVariant"))
                else {
                    continue;
                };
                let is_variadic = def.bit("Variadic")?;
                let mut list = Vec::new();
                for variant in def.list_of_defs("Variants")? {
                    let variant = VariantDef(variant);
                    list.push(Variant {
                        rec: variant.id(),
                        predicate: variant.predicate()?.id(),
                        selected: self.find_all(&variant.selected()?, access),
                    });
                }
                self.kinds[access.index()].list[index].variants = Some(Variants {
                    list,
                    model: optional_model(def)?,
                    is_variadic,
                });
            }
        }
        Ok(())
    }

    fn read_aliases(&mut self, aliases: &[AliasDef]) -> Result<(), Fatal> {
        for alias in aliases {
            let (of, to) = (alias.of()?, alias.to()?);
            let access = Access::of_def(to);
            let to = self.find(to.id(), access);
            self.kinds[access.index()].list[to.index()].is_alias = true;
            let access = Access::of_def(of);
            let of = self.find(of.id(), access);
            let of = &mut self.kinds[access.index()].list[of.index()];
            if of.is_alias {
                return Err(alias.fatal("Cannot Alias an Alias".to_owned()));
            }
            of.aliases.push(Alias {
                rec: alias.id(),
                to,
                model: optional_model(alias.0)?,
            });
        }
        Ok(())
    }

    /// The type with this id among the writes or the reads. Panics if it does not exist.
    pub fn get(&self, id: RwId, access: Access) -> &ReadWrite {
        &self.kinds[access.index()].list[id.index()]
    }

    /// The number of types of writes or of reads, including the placeholder type 0.
    pub fn count(&self, access: Access) -> usize {
        self.kinds[access.index()].list.len()
    }

    /// The id of the type that a record defines. [`RwId::NONE`] if the type is not in the schedule.
    pub fn find(&self, def: RecordId, access: Access) -> RwId {
        let ids = &self.kinds[access.index()].ids;
        ids.get(&def).copied().unwrap_or(RwId::NONE)
    }

    pub(super) fn find_all(&self, defs: &[Rec], access: Access) -> Vec<RwId> {
        defs.iter().map(|it| self.find(it.id(), access)).collect()
    }

    /// Splits a list of types into the ids of its writes and the ids of its reads.
    pub(super) fn split(&self, defs: &[Rec]) -> (Vec<RwId>, Vec<RwId>) {
        let (writes, reads): (Vec<_>, Vec<_>) =
            defs.iter().copied().partition(|it| it.is_a("SchedWrite"));
        (
            self.find_all(&writes, Access::Write),
            self.find_all(&reads, Access::Read),
        )
    }

    /// Appends the expansion of a type: the elements if it is a sequence, and otherwise the type itself.
    pub(super) fn expand(
        &self,
        id: RwId,
        access: Access,
        records: &Records,
        to: &mut Vec<RwId>,
    ) -> Result<(), Fatal> {
        self.expand_with(id, access, records, &mut |_| Ok(None), to, 0)
    }

    /// Like [`Self::expand`], but each type for which `alias` returns an alias is replaced by the alias.
    pub(super) fn expand_with(
        &self,
        id: RwId,
        access: Access,
        records: &Records,
        alias: &mut dyn FnMut(&ReadWrite) -> Result<Option<RwId>, Fatal>,
        to: &mut Vec<RwId>,
        depth: u32,
    ) -> Result<(), Fatal> {
        let it = self.get(id, access);
        if depth > MAX_DEPTH || to.len() > MAX_SEQUENCE {
            let message = format!("'{}' expands to too long a sequence", it.name);
            return Err(match it.def {
                Some(def) => records.rec(def).fatal(message),
                None => records.fatal(message),
            });
        }
        if let Some(other) = alias(it)? {
            return self.expand_with(other, access, records, alias, to, depth + 1);
        }
        let Some(sequence) = &it.sequence else {
            to.push(id);
            return Ok(());
        };
        for _ in 0..sequence.repeat {
            let before = to.len();
            for part in &sequence.parts {
                self.expand_with(*part, access, records, alias, to, depth + 1)?;
            }
            if to.len() == before {
                break;
            }
        }
        Ok(())
    }

    /// The id of the type for a sequence. The type is added if it does not exist yet. A sequence of a single type is
    /// that type.
    pub(super) fn sequence(&mut self, parts: Vec<RwId>, access: Access) -> RwId {
        if let [only] = parts[..] {
            return only;
        }
        let kind = &mut self.kinds[access.index()];
        if let Some(known) = kind.sequences.get(&parts) {
            return *known;
        }
        let mut name = "(".to_owned();
        for (index, part) in parts.iter().enumerate() {
            let separator = if index > 0 { "_" } else { "" };
            let _ = write!(name, "{separator}{}", kind.list[part.index()].name);
        }
        name.push(')');
        let id = RwId(kind.list.len() as u32);
        kind.sequences.insert(parts.clone(), id);
        kind.list.push(ReadWrite {
            sequence: Some(Sequence { parts, repeat: 1 }),
            ..ReadWrite::new(&name, None)
        });
        id
    }
}

impl AccessTypes {
    fn new(defs: &[Rec]) -> AccessTypes {
        let none = ReadWrite::new("", None);
        let list = defs
            .iter()
            .map(|def| ReadWrite::new(def.name(), Some(def.id())));
        AccessTypes {
            list: std::iter::once(none).chain(list).collect(),
            ids: (1..)
                .map(RwId)
                .zip(defs)
                .map(|(id, def)| (def.id(), id))
                .collect(),
            sequences: FxHashMap::default(),
        }
    }
}

impl ReadWrite {
    fn new(name: &str, def: Option<RecordId>) -> ReadWrite {
        ReadWrite {
            name: name.into(),
            def,
            is_alias: false,
            variants: None,
            sequence: None,
            aliases: Vec::new(),
        }
    }

    /// Whether the type depends on the instruction or the processor.
    pub(super) fn may_vary(&self) -> bool {
        self.variants.is_some() || !self.aliases.is_empty()
    }
}
