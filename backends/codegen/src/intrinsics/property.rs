//! Properties of intrinsics.

use std::rc::Rc;

use elaborate::value::ValueId;
use rustc_hash::FxHashMap;

use backend::{Fatal, Rec, Release, records_in};

/// The memory that an intrinsic reads and writes. As in LLVM's class of the same name, there are two bits for each kind
/// of memory, the lower bit for reading and the upper bit for writing. The kinds are those of `KINDS`, starting at the
/// lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MemoryEffects(u32);

impl MemoryEffects {
    /// The kinds: memory reached through arguments, memory that the program cannot access, `errno`, all other memory,
    /// and two kinds that targets define. The last two kinds are new in LLVM 22.
    const KINDS: [&str; 6] = [
        "ArgMem",
        "InaccessibleMem",
        "ErrnoMem",
        "Other",
        "TargetMem0",
        "TargetMem1",
    ];

    /// All memory may be read and written, which is the default.
    pub const UNKNOWN: MemoryEffects = MemoryEffects(0b11_11_11_11_11_11);
    /// No memory is read or written.
    pub const NONE: MemoryEffects = MemoryEffects(0);
    const READ: MemoryEffects = MemoryEffects(0b01_01_01_01_01_01);
    const WRITE: MemoryEffects = MemoryEffects(0b10_10_10_10_10_10);
    const ARGUMENTS: MemoryEffects = MemoryEffects(0b11);
    const INACCESSIBLE: MemoryEffects = MemoryEffects(0b11_00);
    const INACCESSIBLE_OR_ARGUMENTS: MemoryEffects = MemoryEffects(0b11_11);

    /// The encoding of these effects in a release. LLVM 19 has no kind for `errno`, which counts as other memory.
    pub fn number(self, release: Release) -> u32 {
        let kinds = changes::memory_kinds(release).len();
        if kinds < 4 {
            return self.0 & 0b11_11 | (self.0 >> 6 & 0b11) << 4;
        }
        self.0 & ((1 << (2 * kinds)) - 1)
    }

    /// The effects on each kind of memory that a release distinguishes, as text: `ArgMem: Ref, Other: ModRef`.
    pub fn description(self, release: Release) -> String {
        let kinds = changes::memory_kinds(release).iter().enumerate();
        let effects = kinds.map(|(index, kind)| {
            let access = ["NoModRef", "Ref", "Mod", "ModRef"];
            format!(
                "{kind}: {}",
                access[(self.0 >> (2 * index) & 0b11) as usize]
            )
        });
        effects.collect::<Vec<_>>().join(", ")
    }

    /// The effects that both read and write the kinds of memory in `kinds`. An error if a kind is unknown or may not be
    /// listed.
    fn on(kinds: &[Rec]) -> Result<MemoryEffects, Fatal> {
        let mut effects = MemoryEffects::NONE;
        for kind in kinds {
            let name = kind.name();
            let may_be_listed = ["InaccessibleMem", "TargetMem0", "TargetMem1"].contains(&name);
            let index = Self::KINDS.iter().position(|it| *it == name);
            let Some(index) = index.filter(|_| may_be_listed) else {
                return Err(kind.fatal(format!("unknown IRMemLocation: {name}")));
            };
            effects.0 |= 0b11 << (2 * index);
        }
        Ok(effects)
    }

    /// Whether memory of any kind may be read.
    pub fn reads(self) -> bool {
        self.and(MemoryEffects::READ) != MemoryEffects::NONE
    }

    /// Whether memory of any kind may be written.
    pub fn writes(self) -> bool {
        self.and(MemoryEffects::WRITE) != MemoryEffects::NONE
    }

    fn and(self, other: MemoryEffects) -> MemoryEffects {
        MemoryEffects(self.0 & other.0)
    }

    fn or(self, other: MemoryEffects) -> MemoryEffects {
        MemoryEffects(self.0 | other.0)
    }
}

mod changes {
    use super::{ArgAttributeKind, MemoryEffects, Release};

    /// The kinds of memory that a release distinguishes.
    pub(super) fn memory_kinds(release: Release) -> &'static [&'static str] {
        match release {
            Release::V19 => &["ArgMem", "InaccessibleMem", "Other"],
            Release::V21 => &MemoryEffects::KINDS[..4],
            Release::V22 => &MemoryEffects::KINDS,
        }
    }

    /// The attribute that is assumed for a property of an unknown class. The reference tests for one attribute after
    /// another, and assumes the last one without a test. `None` for LLVM 22, where the last one is `ArgInfo`, which is
    /// not an attribute.
    pub(super) fn unknown(release: Release) -> Option<ArgAttributeKind> {
        match release {
            Release::V19 => Some(ArgAttributeKind::Dereferenceable),
            Release::V21 => Some(ArgAttributeKind::Range),
            Release::V22 => None,
        }
    }
}

/// The kind of an attribute of an argument or the result, in the order in which attributes are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArgAttributeKind {
    /// `nocapture`: the call does not keep the pointer.
    NoCapture,
    /// `noalias`: nothing else points to the same memory.
    NoAlias,
    /// `noundef`: no bit of the value is undefined or poison.
    NoUndef,
    /// `nonnull`: the pointer is not null.
    NonNull,
    /// `returned`: the call returns this argument.
    Returned,
    /// `readonly`: nothing is written through the pointer.
    ReadOnly,
    /// `writeonly`: nothing is read through the pointer.
    WriteOnly,
    /// `readnone`: nothing is read or written through the pointer.
    ReadNone,
    /// `immarg`: the argument must be a constant.
    ImmArg,
    /// `align`: the alignment of the pointer in bytes.
    Alignment,
    /// `dereferenceable`: the number of bytes that can be read through the pointer.
    Dereferenceable,
    /// `range`: the value is in a range.
    Range,
}

use ArgAttributeKind::*;

/// An attribute of an argument or the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArgAttribute {
    /// The kind of the attribute.
    pub kind: ArgAttributeKind,
    /// The number of bytes, or the inclusive lower limit of a range. 0 for other attributes. As in the reference,
    /// numbers are compared as unsigned.
    pub value: u64,
    /// The exclusive upper limit of a range. 0 for other attributes.
    pub upper: u64,
}

/// How an argument is printed in LLVM IR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownArgument {
    /// The index of the argument, from 0.
    pub number: u32,
    /// The name that is printed before the value.
    pub name: String,
    /// The C++ function that prints the value; empty for the default.
    pub function: String,
}

/// The properties of calls of an intrinsic.
#[derive(Clone, Debug)]
pub struct Properties {
    /// The memory that calls read and write.
    pub memory: MemoryEffects,
    /// `Throws`: whether calls may throw an exception.
    pub can_throw: bool,
    /// `IntrNoDuplicate`: a call must not be duplicated.
    pub no_duplicate: bool,
    /// `IntrNoMerge`: calls must not be merged.
    pub no_merge: bool,
    /// `IntrNoReturn`: calls never return.
    pub no_return: bool,
    /// `IntrNoCallback`: calls do not call back into the module.
    pub no_callback: bool,
    /// `IntrNoSync`: calls do not synchronize with other threads.
    pub no_sync: bool,
    /// `IntrNoFree`: calls do not free memory.
    pub no_free: bool,
    /// `IntrWillReturn`: calls return eventually. Ignored after `IntrNoReturn` in the list of properties.
    pub will_return: bool,
    /// `IntrCold`: calls are rarely executed.
    pub cold: bool,
    /// `IntrConvergent`: a call must not be made dependent on additional control flow.
    pub convergent: bool,
    /// `IntrSpeculatable`: calls may be executed speculatively.
    pub speculatable: bool,
    /// `IntrHasSideEffects`: calls have effects beyond the result and memory.
    pub side_effects: bool,
    /// `IntrStrictFP`: calls depend on the floating-point environment.
    pub strict_fp: bool,
    /// `IntrNoCreateUndefOrPoison`: the result is undefined or poison only if an argument is. New in LLVM 22.
    pub no_create_undef_or_poison: bool,
    /// `Commutative`: the first two arguments may be swapped.
    pub commutative: bool,
    /// The sorted attributes of the result (index 0) and of each argument. The list ends with its last entry that has
    /// attributes.
    pub arguments: Vec<Vec<ArgAttribute>>,
    /// The arguments that have an `ArgInfo` property, in the order of these properties. New in LLVM 22.
    pub shown: Vec<ShownArgument>,
}

/// The properties of SelectionDAG nodes that an intrinsic may list in its field `Properties`.
const NODE_PROPERTIES: [&str; 11] = [
    "SDNPCommutative",
    "SDNPAssociative",
    "SDNPHasChain",
    "SDNPOutGlue",
    "SDNPInGlue",
    "SDNPOptInGlue",
    "SDNPMayStore",
    "SDNPMayLoad",
    "SDNPSideEffect",
    "SDNPMemOperand",
    "SDNPVariadic",
];

/// The classes of properties that are attributes of arguments.
const ARGUMENT_CLASSES: [(&str, ArgAttributeKind); 12] = [
    ("NoCapture", NoCapture),
    ("NoAlias", NoAlias),
    ("NoUndef", NoUndef),
    ("NonNull", NonNull),
    ("Returned", Returned),
    ("ReadOnly", ReadOnly),
    ("WriteOnly", WriteOnly),
    ("ReadNone", ReadNone),
    ("ImmArg", ImmArg),
    ("Align", Alignment),
    ("Dereferenceable", Dereferenceable),
    ("Range", Range),
];

/// Caches the properties of intrinsics: thousands of intrinsics share a few hundred lists of properties.
#[derive(Default)]
pub struct PropertyLists<'a> {
    /// The default properties of intrinsics.
    defaults: Vec<Rec<'a>>,
    /// The properties that were read, keyed by the values of the [`FIELDS`] from which they were read.
    read: FxHashMap<[Option<ValueId>; 3], Rc<Properties>>,
}

/// The fields that determine an intrinsic's properties.
const FIELDS: [&str; 3] = ["IntrProperties", "DisableDefaultAttributes", "Properties"];

impl<'a> PropertyLists<'a> {
    /// An empty cache. `defaults` are the properties of all intrinsics that do not set `DisableDefaultAttributes`.
    pub fn new(defaults: Vec<Rec<'a>>) -> PropertyLists<'a> {
        PropertyLists {
            defaults,
            read: FxHashMap::default(),
        }
    }

    /// The properties of an intrinsic.
    pub fn read(&mut self, intrinsic: Rec<'a>) -> Result<Rc<Properties>, Fatal> {
        let values = FIELDS.map(|field| intrinsic.value(field).ok());
        if let Some(known) = self.read.get(&values) {
            return Ok(known.clone());
        }
        let properties = Rc::new(Properties::read(intrinsic, &self.defaults)?);
        self.read.insert(values, properties.clone());
        Ok(properties)
    }
}

impl Properties {
    fn read(intrinsic: Rec, defaults: &[Rec]) -> Result<Properties, Fatal> {
        let mut properties = Properties {
            memory: MemoryEffects::UNKNOWN,
            can_throw: false,
            no_duplicate: false,
            no_merge: false,
            no_return: false,
            no_callback: false,
            no_sync: false,
            no_free: false,
            will_return: false,
            cold: false,
            convergent: false,
            speculatable: false,
            side_effects: false,
            strict_fp: false,
            no_create_undef_or_poison: false,
            commutative: false,
            arguments: Vec::new(),
            shown: Vec::new(),
        };
        for property in records_in(intrinsic, "IntrProperties")? {
            properties.add(intrinsic, property)?;
        }
        if !intrinsic.bit("DisableDefaultAttributes")? {
            for property in defaults {
                properties.add(intrinsic, *property)?;
            }
        }
        check_node_properties(intrinsic)?;
        for attributes in &mut properties.arguments {
            attributes.sort_unstable();
        }
        Ok(properties)
    }

    fn add(&mut self, intrinsic: Rec, property: Rec) -> Result<(), Fatal> {
        let memory = self.memory;
        match property.given_name().unwrap_or_default() {
            "IntrNoMem" => self.memory = MemoryEffects::NONE,
            "IntrReadMem" => {
                if memory.and(MemoryEffects::READ) == MemoryEffects::NONE {
                    return Err(intrinsic.fatal(used_after("IntrReadMem", "IntrWriteMem")));
                }
                self.memory = memory.and(MemoryEffects::READ);
            }
            "IntrWriteMem" => {
                if memory.and(MemoryEffects::WRITE) == MemoryEffects::NONE {
                    return Err(intrinsic.fatal(used_after("IntrWriteMem", "IntrReadMem")));
                }
                self.memory = memory.and(MemoryEffects::WRITE);
            }
            "IntrArgMemOnly" => self.memory = memory.and(MemoryEffects::ARGUMENTS),
            "IntrInaccessibleMemOnly" => self.memory = memory.and(MemoryEffects::INACCESSIBLE),
            "IntrInaccessibleMemOrArgMemOnly" => {
                self.memory = memory.and(MemoryEffects::INACCESSIBLE_OR_ARGUMENTS);
            }
            "Commutative" => self.commutative = true,
            "Throws" => self.can_throw = true,
            "IntrNoDuplicate" => self.no_duplicate = true,
            "IntrNoMerge" => self.no_merge = true,
            "IntrConvergent" => self.convergent = true,
            "IntrNoReturn" => self.no_return = true,
            "IntrNoCallback" => self.no_callback = true,
            "IntrNoSync" => self.no_sync = true,
            "IntrNoFree" => self.no_free = true,
            "IntrWillReturn" => self.will_return = !self.no_return,
            "IntrCold" => self.cold = true,
            "IntrSpeculatable" => self.speculatable = true,
            "IntrHasSideEffects" => self.side_effects = true,
            "IntrStrictFP" => self.strict_fp = true,
            "IntrNoCreateUndefOrPoison" => self.no_create_undef_or_poison = true,
            _ if property.is_a("IntrRead") => {
                let read = MemoryEffects::on(&property.list_of_defs("MemLoc")?)?;
                self.memory = memory.and(MemoryEffects::WRITE.or(read));
            }
            _ if property.is_a("IntrWrite") => {
                let written = MemoryEffects::on(&property.list_of_defs("MemLoc")?)?;
                self.memory = memory.and(MemoryEffects::READ.or(written));
            }
            _ if property.is_a("ArgInfo") => self.show_argument(intrinsic, property)?,
            _ => self.add_argument_attribute(intrinsic, property)?,
        }
        Ok(())
    }

    fn add_argument_attribute(&mut self, intrinsic: Rec, property: Rec) -> Result<(), Fatal> {
        let mut classes = ARGUMENT_CLASSES.into_iter();
        let class = classes.find(|(class, _)| property.is_a(class));
        let kind = class.map(|it| it.1);
        let release = property.records().release();
        let Some(kind) = kind.or_else(|| changes::unknown(release)) else {
            return self.show_argument(intrinsic, property);
        };
        let number = property.int("ArgNo")?;
        let (value, upper) = match kind {
            Alignment => (property.int("Align")? as u64, 0),
            Dereferenceable => (property.int("Bytes")? as u64, 0),
            Range => (property.int("Lower")? as u64, property.int("Upper")? as u64),
            _ => (0, 0),
        };
        // Index 0 is the result. As in the reference, only the lowest 32 bits of the number count.
        let index = number as u32 as usize;
        if index > MAX_ARGUMENTS {
            let message = format!("there is no argument number {number}");
            return Err(property.fatal_at("ArgNo", message));
        }
        if self.arguments.len() <= index {
            self.arguments.resize(index + 1, Vec::new());
        }
        self.arguments[index].push(ArgAttribute { kind, value, upper });
        Ok(())
    }

    fn show_argument(&mut self, intrinsic: Rec, property: Rec) -> Result<(), Fatal> {
        let Some(number) = (property.int("ArgNo")? as u32).checked_sub(1) else {
            let message = "ArgInfo requires ArgNo >= 1 (0 is return value)";
            return Err(property.fatal(message.to_owned()));
        };
        let mut shown = ShownArgument {
            number,
            name: String::new(),
            function: String::new(),
        };
        for part in property.list_of_defs("Properties")? {
            if part.is_a("ArgName") {
                shown.name = part.string("Name")?.into_owned();
            } else if part.is_a("ImmArgPrinter") {
                shown.function = part.string("FuncName")?.into_owned();
            }
        }
        if let Some(known) = self.shown.iter().find(|it| it.number == number) {
            let function = &known.function;
            return Err(intrinsic.fatal(format!(
                "ArgInfo for argument {number} is already defined as '{function}'"
            )));
        }
        self.shown.push(shown);
        Ok(())
    }
}

/// The highest index of an argument that is accepted. Real intrinsics have far fewer arguments.
const MAX_ARGUMENTS: usize = 1 << 16;

fn used_after(property: &str, other: &str) -> String {
    format!("{property} cannot be used after IntrNoMem or {other}. Default is ReadWrite")
}

fn check_node_properties(intrinsic: Rec) -> Result<(), Fatal> {
    for property in intrinsic.list_of_defs("Properties")? {
        if !NODE_PROPERTIES.contains(&property.name()) {
            let (property, name) = (property.name(), intrinsic.name());
            return Err(intrinsic.fatal(format!(
                "Unknown SD Node property '{property}' on node '{name}'!"
            )));
        }
    }
    Ok(())
}
