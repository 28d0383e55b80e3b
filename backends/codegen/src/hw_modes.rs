//! Hardware modes, and the properties that depend on them: value types, sizes of registers, ranges of sub-registers.

use std::fmt;

use backend::{Context, Fatal, Model, Rec, RecordId, Records, bail, record_class};
use rustc_hash::FxHashMap;

use crate::value_types::{self, ValueType};

record_class! {
    /// The record of a hardware mode.
    pub struct ModeDef("HwMode") {
        /// The features that enable the mode, before LLVM 22.
        features: string("Features"),
        /// The conditions that enable the mode.
        predicates: list_of_defs("Predicates"),
    }
}

mod changes {
    use super::{Fatal, ModeDef};
    use backend::Release;

    /// The features that enable a mode. Empty since LLVM 22, which uses predicates instead.
    pub(super) fn features(mode: ModeDef) -> Result<String, Fatal> {
        if mode.records().release() >= Release::V22 {
            Ok(String::new())
        } else {
            Ok(mode.features()?.into_owned())
        }
    }
}

record_class! {
    struct SelectDef("HwModeSelect") {
        modes: list_of_defs("Modes"),
        objects: list_of_defs("Objects"),
    }
}

/// The index of a hardware mode; 0 is the default mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ModeId(pub u32);

impl ModeId {
    /// The default mode.
    pub const DEFAULT: ModeId = ModeId(0);

    /// The name of the record of the default mode.
    const DEFAULT_NAME: &str = "DefaultMode";
}

/// Writes `*` for the default mode, and `m1`, `m2` and so on for the other modes.
impl fmt::Display for ModeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ModeId::DEFAULT => f.write_str("*"),
            ModeId(number) => write!(f, "m{number}"),
        }
    }
}

/// The hardware modes of a target.
///
/// They are numbered from 1 in natural order of their names; 0 is the default mode. Records that choose by mode are
/// read, too: it is an error if their lists differ in length or name a record that is not a mode.
pub struct HwModes {
    modes: Vec<HwMode>,
    /// The choices of each `HwModeSelect` record, in the order of its lists.
    choices: FxHashMap<RecordId, Vec<(ModeId, RecordId)>>,
}

/// A hardware mode other than the default mode.
pub struct HwMode {
    /// The record of class `HwMode`.
    pub rec: RecordId,
    /// The name of the record.
    pub name: String,
    /// The features that enable the mode; empty since LLVM 22.
    pub features: String,
    /// The C++ condition that enables the mode. Empty if no predicate of the mode has a condition.
    pub condition: String,
}

impl Model for HwModes {
    fn build(cx: &Context) -> Result<HwModes, Fatal> {
        let mut modes = Vec::new();
        let mut ids = FxHashMap::default();
        for def in ModeDef::all(cx.records)? {
            if def.name() != ModeId::DEFAULT_NAME {
                modes.push(HwMode::read(def)?);
                ids.insert(def.id(), ModeId(modes.len() as u32));
            }
        }
        let mut choices = FxHashMap::default();
        for def in SelectDef::all(cx.records)? {
            choices.insert(def.id(), read_choices(def, &ids)?);
        }
        Ok(HwModes { modes, choices })
    }
}

impl HwMode {
    fn read(def: ModeDef) -> Result<HwMode, Fatal> {
        let features = changes::features(def)?;
        let mut conditions = Vec::new();
        for predicate in def.predicates()? {
            let condition = predicate.string("CondString")?;
            if !condition.is_empty() {
                conditions.push(format!("({condition})"));
            }
        }
        Ok(HwMode {
            rec: def.id(),
            name: def.name().to_owned(),
            features,
            condition: conditions.join(" && "),
        })
    }
}

fn read_choices(
    def: SelectDef,
    ids: &FxHashMap<RecordId, ModeId>,
) -> Result<Vec<(ModeId, RecordId)>, Fatal> {
    let (modes, objects) = (def.modes()?, def.objects()?);
    if modes.len() != objects.len() {
        bail!(
            def,
            "in record {} derived from HwModeSelect: the lists Modes and Objects should have the same size",
            def.name()
        );
    }
    let id = |mode: Rec| match ids.get(&mode.id()) {
        Some(id) => Ok(*id),
        None if mode.name() == ModeId::DEFAULT_NAME => Ok(ModeId::DEFAULT),
        None => Err(def.fatal(format!("'{}' is not a hardware mode", mode.name()))),
    };
    let pairs = modes.into_iter().zip(objects);
    pairs
        .map(|(mode, object)| Ok((id(mode)?, object.id())))
        .collect()
}

impl HwModes {
    /// The number of modes, including the default.
    pub fn count(&self) -> usize {
        self.modes.len() + 1
    }

    /// The ids of all modes, the default mode first.
    pub fn ids(&self) -> impl Iterator<Item = ModeId> + use<> {
        (0..self.count() as u32).map(ModeId)
    }

    /// The modes other than the default mode, with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ModeId, &HwMode)> {
        (1..).map(ModeId).zip(&self.modes)
    }

    /// The mode with this id; `None` for the default mode. Also `None` if there is no such mode.
    pub fn get(&self, id: ModeId) -> Option<&HwMode> {
        self.modes.get((id.0 as usize).checked_sub(1)?)
    }

    /// The name of a mode, or `default` for the default mode.
    pub fn name_or<'a>(&'a self, id: ModeId, default: &'a str) -> &'a str {
        self.get(id).map_or(default, |mode| &mode.name)
    }

    /// The choices of a record of class `HwModeSelect`: a record for each mode in its list, in the order of the list.
    /// An error if the record is not of this class.
    pub fn choices(&self, select: Rec) -> Result<&[(ModeId, RecordId)], Fatal> {
        let known = self.choices.get(&select.id()).map(Vec::as_slice);
        known.ok_or_else(|| select.fatal(format!("'{}' does not choose by mode", select.name())))
    }

    /// Reads each choice of a record of class `HwModeSelect`. If a mode is listed twice, its first choice counts.
    pub fn read<T>(
        &self,
        select: Rec,
        mut read: impl FnMut(Rec) -> Result<T, Fatal>,
    ) -> Result<ByHwMode<T>, Fatal> {
        let records: &Records = select.records();
        let mut by_mode = ByHwMode::default();
        for (mode, object) in self.choices(select)? {
            by_mode.insert(*mode, read(records.rec(*object))?);
        }
        Ok(by_mode)
    }
}

/// A value that may depend on the hardware mode. It has an entry for each mode that is mentioned, sorted by mode.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ByHwMode<T>(Vec<(ModeId, T)>);

impl<T> Default for ByHwMode<T> {
    fn default() -> Self {
        ByHwMode(Vec::new())
    }
}

impl<T> ByHwMode<T> {
    /// A value that is the same in all modes.
    pub fn simple(value: T) -> ByHwMode<T> {
        ByHwMode(vec![(ModeId::DEFAULT, value)])
    }

    /// The entries in the order of their modes, the default first.
    pub fn iter(&self) -> impl Iterator<Item = &(ModeId, T)> {
        self.0.iter()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&self, mode: ModeId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&mode, |(mode, _)| *mode)
    }

    /// Whether this mode has an entry.
    pub fn has(&self, mode: ModeId) -> bool {
        self.find(mode).is_ok()
    }

    /// Whether the default mode has an entry.
    pub fn has_default(&self) -> bool {
        self.has(ModeId::DEFAULT)
    }

    /// The first entry; `None` if there are no entries. If the default mode has an entry, it is the first.
    pub fn first(&self) -> Option<&(ModeId, T)> {
        self.0.first()
    }

    /// The value if the only entry is that of the default mode, that is, if the value is the same in all modes.
    /// Otherwise `None`.
    pub fn as_simple(&self) -> Option<&T> {
        match self.0.as_slice() {
            [(ModeId::DEFAULT, value)] => Some(value),
            _ => None,
        }
    }

    /// Adds an entry, unless the mode already has an entry.
    pub fn insert(&mut self, mode: ModeId, value: T) {
        if let Err(at) = self.find(mode) {
            self.0.insert(at, (mode, value));
        }
    }

    /// The value in a mode: the entry of the mode, or else the first entry. `None` if there are no entries.
    pub fn get(&self, mode: ModeId) -> Option<&T> {
        let at = self.find(mode).unwrap_or_default();
        self.0.get(at).map(|(_, value)| value)
    }
}

impl<T: Clone> ByHwMode<T> {
    /// The value in a mode, to be changed for this mode alone. A mode without an entry gets a copy of the first entry.
    /// `None` if there are no entries.
    pub fn get_mut(&mut self, mode: ModeId) -> Option<&mut T> {
        let at = match self.find(mode) {
            Ok(at) => at,
            Err(at) => {
                let copy = self.0.first()?.1.clone();
                self.0.insert(at, (mode, copy));
                at
            }
        };
        self.0.get_mut(at).map(|(_, value)| value)
    }
}

/// A value type that may depend on the hardware mode.
#[derive(Clone, Debug)]
pub struct TypeByHwMode {
    /// The type in each mode.
    pub types: ByHwMode<ValueType>,
    /// The address space of a pointer type, if the source specifies one.
    pub address_space: Option<u32>,
}

impl TypeByHwMode {
    /// The type that a record of class `ValueType` describes. It depends on the mode if the record is a `HwModeSelect`.
    pub fn read(rec: Rec, modes: &HwModes) -> Result<TypeByHwMode, Fatal> {
        let types = if rec.is_a("HwModeSelect") {
            modes.read(rec, value_types::known)?
        } else {
            ByHwMode::simple(value_types::known(rec)?)
        };
        let address_space = if rec.is_a("PtrValueType") {
            // Truncated to 32 bits, as in the reference.
            Some(rec.int("AddrSpace")? as u32)
        } else {
            None
        };
        Ok(TypeByHwMode {
            types,
            address_space,
        })
    }

    /// The type in a mode. `None` if neither this mode nor the default mode has an entry.
    pub fn in_mode(&self, mode: ModeId) -> Option<ValueType> {
        let has = self.types.has_default() || self.types.has(mode);
        self.types.get(mode).copied().filter(|_| has)
    }
}

/// Writes the type as the reference does: its name, or `{(*:i32),(m1:i64)}`.
impl fmt::Display for TypeByHwMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(ty) = self.types.as_simple() {
            return f.write_str(ty.name());
        }
        f.write_str("{")?;
        for (index, (mode, ty)) in self.types.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}({mode}:{})", ty.name())?;
        }
        f.write_str("}")
    }
}

/// Compares the types in all modes. The address space is ignored.
impl PartialEq for TypeByHwMode {
    fn eq(&self, other: &TypeByHwMode) -> bool {
        self.types == other.types
    }
}

/// The size, spill size and spill alignment of a register, all in bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegisterSize {
    /// The size of the value in bits.
    pub size: u32,
    /// The size in memory, in bits.
    pub spill_size: u32,
    /// The alignment in memory, in bits. If this is 0, no alignment is a multiple of it.
    pub spill_alignment: u32,
}

impl RegisterSize {
    /// Reads a record of class `RegInfo`.
    pub fn read(rec: Rec) -> Result<RegisterSize, Fatal> {
        Ok(RegisterSize {
            size: rec.int("RegSize")? as u32,
            spill_size: rec.int("SpillSize")? as u32,
            spill_alignment: rec.int("SpillAlignment")? as u32,
        })
    }

    /// Whether `other` meets the requirements of `self`: its size and spill size are at least as large, and its spill
    /// alignment is a multiple of the spill alignment of `self`.
    fn spills_wherever(self, other: RegisterSize) -> bool {
        self.size <= other.size
            && self.spill_alignment != 0
            && other.spill_alignment.is_multiple_of(self.spill_alignment)
            && self.spill_size <= other.spill_size
    }
}

/// The size of a register in each hardware mode. Two such sizes are compared in a single mode: the first mode for which
/// the left side has an entry.
pub type SizeByHwMode = ByHwMode<RegisterSize>;

impl SizeByHwMode {
    /// The sizes of both sides in the mode in which they are compared. `None` if a side has no entries.
    fn compared(&self, other: &SizeByHwMode) -> Option<(RegisterSize, RegisterSize)> {
        let (mode, size) = self.first()?;
        Some((*size, *other.get(*mode)?))
    }

    /// Whether the register is smaller than `other`, compared by size, spill size, and spill alignment. False if the
    /// registers cannot be compared.
    pub(crate) fn is_smaller(&self, other: &SizeByHwMode) -> bool {
        self.compared(other).is_some_and(|(a, b)| a < b)
    }

    /// Whether both sizes are equal in the mode in which they are compared. True if they cannot be compared.
    pub fn is_same(&self, other: &SizeByHwMode) -> bool {
        self.compared(other).is_none_or(|(a, b)| a == b)
    }

    /// Whether a register class of this size may have a class of size `other` as a subclass.
    pub fn may_contain(&self, other: &SizeByHwMode) -> bool {
        self.compared(other)
            .is_some_and(|(a, b)| a.spills_wherever(b))
    }

    /// Whether the spill requirements are stricter than those of `other`: a larger spill size, or the same spill size
    /// with a larger spill alignment.
    pub(crate) fn is_stricter(&self, other: &SizeByHwMode) -> bool {
        let spill = |it: RegisterSize| (it.spill_size, it.spill_alignment);
        let compared = self.compared(other);
        compared.is_some_and(|(a, b)| spill(a) > spill(b))
    }
}

/// The bits of a register that a sub-register covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitRange {
    /// The number of bits. [`BitRange::UNKNOWN`] if the source gives -1.
    pub size: u16,
    /// The index of the lowest bit. [`BitRange::UNKNOWN`] if the source gives -1.
    pub offset: u16,
}

impl BitRange {
    /// An unknown size or offset. Also used if the bits are not contiguous.
    pub const UNKNOWN: u16 = u16::MAX;

    /// Whether the offset is known.
    pub fn is_placed(self) -> bool {
        self.offset != BitRange::UNKNOWN
    }

    /// Reads a record of class `SubRegRange`, or of `SubRegIndex`, which has the same fields.
    pub fn read(rec: Rec) -> Result<BitRange, Fatal> {
        Ok(BitRange {
            size: rec.int("Size")? as u16,
            offset: rec.int("Offset")? as u16,
        })
    }
}

#[cfg(test)]
mod tests {
    use backend::{Models, Options};
    use backend_testing::read;

    use super::*;

    const CLASSES: &str = r#"
        class Number<int n> { int N = n; }
        class Predicate<string cond> { string CondString = cond; }
        class HwMode<string FS, list<Predicate> Ps> { string Features = FS; list<Predicate> Predicates = Ps; }
        def DefaultMode : HwMode<"", []>;
        class HwModeSelect<list<HwMode> Ms, list<Number> Os> { list<HwMode> Modes = Ms; list<Number> Objects = Os; }
        def One : Number<1>;
        def Two : Number<2>;
    "#;

    #[track_caller]
    fn modes(text: &str) -> (Records, Result<HwModes, Fatal>) {
        let records = read(&format!("{CLASSES}{text}"));
        let (options, models) = (Options::default(), Models::default());
        let modes = HwModes::build(&Context::new(&records, &options, &models));
        (records, modes)
    }

    #[test]
    fn modes_are_numbered_by_name() {
        let (records, modes) = modes(
            r#"def M10 : HwMode<"+b", []>;
               def M9 : HwMode<"+a", [Predicate<"x">, Predicate<"">, Predicate<"y">]>;
               def Choice : HwModeSelect<[M10, DefaultMode, M10], [Two, One, One]>;"#,
        );
        let modes = modes.unwrap();
        assert_eq!(modes.count(), 3);
        let shown = modes.iter().map(|(id, mode)| {
            let HwMode {
                name,
                features,
                condition,
                ..
            } = mode;
            format!("{} {name} {features} {condition}", id.0)
        });
        let shown: Vec<_> = shown.collect();
        assert_eq!(shown, ["1 M9 +a (x) && (y)", "2 M10 +b "]);

        let choice = modes.read(records.def("Choice").unwrap(), |rec| rec.int("N"));
        let mut choice = choice.unwrap();
        let all: Vec<_> = modes.ids().map(|mode| *choice.get(mode).unwrap()).collect();
        assert_eq!(all, [1, 1, 2]);
        // Only a change adds an entry.
        assert!(!choice.has(ModeId(1)));
        *choice.get_mut(ModeId(1)).unwrap() += 6;
        assert_eq!(choice.get(ModeId(1)), Some(&7));
        assert!(choice.as_simple().is_none());
    }

    #[test]
    fn lists_of_different_lengths() {
        let (_, modes) = modes("def Choice : HwModeSelect<[DefaultMode], []>;");
        let want = "in record Choice derived from HwModeSelect: \
                    the lists Modes and Objects should have the same size";
        assert_eq!(modes.err().unwrap().message, want);
    }

    #[test]
    fn sizes_compare_by_one_mode() {
        let size = |size| RegisterSize {
            size,
            spill_size: size,
            spill_alignment: 8,
        };
        let mut one = SizeByHwMode::simple(size(32));
        let mut other = one.clone();
        other.insert(ModeId(1), size(64));
        assert!(one.is_same(&other) && other.is_same(&one) && one.may_contain(&other));
        one = SizeByHwMode::default();
        one.insert(ModeId(1), size(32));
        assert!(one.is_smaller(&other) && one.may_contain(&other));
        assert!(!other.is_stricter(&one) && !one.is_stricter(&other));
    }
}
