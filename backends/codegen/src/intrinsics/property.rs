//! What intrinsics do and don't.

use std::rc::Rc;

use elaborate::value::ValueId;
use rustc_hash::FxHashMap;

use backend::{Fatal, Rec, records_in};

/// Which memory an intrinsic reads and writes, as LLVM's class of the same name has it: two bits for each kind of memory,
/// of which the lower means that it is read and the upper that it is written. The kinds are, from the lowest bits, what
/// arguments point to, what the program cannot access, and all other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MemoryEffects(pub u32);

impl MemoryEffects {
    /// All memory may be read and written, which is so unless the record says otherwise.
    pub const UNKNOWN: MemoryEffects = MemoryEffects(0b11_11_11);
    /// No memory is read or written.
    pub const NONE: MemoryEffects = MemoryEffects(0);
    const READ: MemoryEffects = MemoryEffects(0b01_01_01);
    const WRITE: MemoryEffects = MemoryEffects(0b10_10_10);
    const ARGUMENTS: MemoryEffects = MemoryEffects(0b00_00_11);
    const INACCESSIBLE: MemoryEffects = MemoryEffects(0b00_11_00);
    const INACCESSIBLE_OR_ARGUMENTS: MemoryEffects = MemoryEffects(0b00_11_11);

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
}

/// What may be said about an argument or the result, in the order in which it is listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ArgAttributeKind {
    /// `nocapture`: the pointer is not kept.
    NoCapture,
    /// `noalias`: nothing else points to the same memory.
    NoAlias,
    /// `noundef`: no bit of the value is undefined.
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
    /// `immarg`: it has to be a constant.
    ImmArg,
    /// `align`: the alignment of the pointer in bytes.
    Alignment,
    /// `dereferenceable`: the number of bytes that can be read through the pointer.
    Dereferenceable,
}

use ArgAttributeKind::*;

/// Something that is said about an argument or the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ArgAttribute {
    /// What.
    pub kind: ArgAttributeKind,
    /// In bytes. 0 if the attribute has none.
    pub value: u64,
}

/// The properties of calls of an intrinsic.
#[derive(Clone, Debug)]
pub struct Properties {
    /// Which memory they read and write.
    pub memory: MemoryEffects,
    /// `Throws`: whether they may end by an exception.
    pub can_throw: bool,
    /// `IntrNoDuplicate`: a call may not be copied.
    pub no_duplicate: bool,
    /// `IntrNoMerge`: calls may not be made one.
    pub no_merge: bool,
    /// `IntrNoReturn`: they never return.
    pub no_return: bool,
    /// `IntrNoCallback`: they call no function of the module that calls them.
    pub no_callback: bool,
    /// `IntrNoSync`: they do not communicate with other threads.
    pub no_sync: bool,
    /// `IntrNoFree`: they free no memory.
    pub no_free: bool,
    /// `IntrWillReturn`: they return in the end. Not so if [`Self::no_return`] was said before.
    pub will_return: bool,
    /// `IntrCold`: they are rare.
    pub cold: bool,
    /// `IntrConvergent`: a call may not be made to depend on more control flow than it does.
    pub convergent: bool,
    /// `IntrSpeculatable`: a call does no harm where there was none.
    pub speculatable: bool,
    /// `IntrHasSideEffects`: they do something that neither result nor memory shows.
    pub side_effects: bool,
    /// `IntrStrictFP`: they depend on the floating-point environment.
    pub strict_fp: bool,
    /// `Commutative`: the first two arguments may be exchanged.
    pub commutative: bool,
    /// The attributes of the result and then of each argument, sorted. It ends with the last that has any.
    pub arguments: Vec<Vec<ArgAttribute>>,
}

/// The properties of nodes of the selection graph.
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

/// The classes of properties of arguments.
const ARGUMENT_CLASSES: [(&str, ArgAttributeKind); 11] = [
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
];

/// The properties of intrinsics, read once for all that list the same: there are a few hundred lists for thousands of
/// them.
#[derive(Default)]
pub struct PropertyLists<'a> {
    /// What an intrinsic has unless it says otherwise.
    defaults: Vec<Rec<'a>>,
    /// By the values of the [`FIELDS`].
    read: FxHashMap<[Option<ValueId>; 3], Rc<Properties>>,
}

/// All that properties depend on.
const FIELDS: [&str; 3] = ["IntrProperties", "DisableDefaultAttributes", "Properties"];

impl<'a> PropertyLists<'a> {
    /// None is read yet. `defaults` are the properties that an intrinsic has unless it sets `DisableDefaultAttributes`.
    pub fn new(defaults: Vec<Rec<'a>>) -> PropertyLists<'a> {
        PropertyLists {
            defaults,
            read: FxHashMap::default(),
        }
    }

    /// The properties of an intrinsic.
    pub fn of(&mut self, intrinsic: Rec<'a>) -> Result<Rc<Properties>, Fatal> {
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
            commutative: false,
            arguments: Vec::new(),
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
        match property.name() {
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
            _ => self.add_argument_attribute(property)?,
        }
        Ok(())
    }

    fn add_argument_attribute(&mut self, property: Rec) -> Result<(), Fatal> {
        let mut classes = ARGUMENT_CLASSES.into_iter();
        let Some((_, kind)) = classes.find(|(class, _)| property.is_a(class)) else {
            return Ok(());
        };
        let number = property.int("ArgNo")?;
        let value = match kind {
            Alignment => property.int("Align")? as u64,
            Dereferenceable => property.int("Bytes")? as u64,
            _ => 0,
        };
        // 0 is the result.
        let index = match usize::try_from(number) {
            Ok(index) if index <= MAX_ARGUMENTS => index,
            _ => {
                let message = format!("there is no argument number {number}");
                return Err(property.fatal_at("ArgNo", message));
            }
        };
        if self.arguments.len() <= index {
            self.arguments.resize(index + 1, Vec::new());
        }
        self.arguments[index].push(ArgAttribute { kind, value });
        Ok(())
    }
}

/// More arguments than any intrinsic has.
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
