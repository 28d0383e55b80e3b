//! The operands of an instruction.

use std::collections::hash_map::Entry;

use backend::{Dag, Fatal, Rec, RecordId, Records, bail, record_class, record_kind};
use elaborate::symbol::Sym;
use elaborate::value::ValueId;
use rustc_hash::FxHashMap;

use super::InstructionDef;
use crate::names::DistinctNames;

record_class! {
    /// The record that is named as an operand's class. Each kind of class has some of these fields.
    struct OperandDef("DAGOperand") {
        print_method: string("PrintMethod"),
        operand_type: string("OperandType"),
        type_namespace: string("OperandNamespace"),
        encoder_method: string("EncoderMethod"),
        parts: dag("MIOperandInfo"),
    }
}

record_kind! {
    enum OperandKind {
        RegisterOperand = "RegisterOperand",
        Operand = "Operand",
        RegisterClass = "RegisterClass",
        RegisterClassByMode = "RegClassByHwMode",
        PointerRegisterClass = "PointerLikeRegClass",
        Unknown = "unknown_class",
    }
}

mod changes {
    use backend::{Rec, Release};

    use super::OperandKind;

    /// The kind of a record that is named as an operand's class; `None` if the record is not allowed there. Since LLVM
    /// 22, a register class must derive from `RegisterClassLike`; earlier releases have no classes by hardware mode.
    pub(super) fn kind(rec: Rec) -> Option<OperandKind> {
        let kind = OperandKind::of(rec);
        let is_class = matches!(
            kind,
            Some(OperandKind::RegisterClass | OperandKind::RegisterClassByMode)
        );
        let is_known = if rec.records().release() >= Release::V22 {
            !is_class || rec.is_a("RegisterClassLike")
        } else {
            kind != Some(OperandKind::RegisterClassByMode)
        };
        kind.filter(|_| is_known)
    }
}

/// The operands that an instruction lists, the results first.
#[derive(Clone, Debug)]
pub struct Operands {
    /// The number of listed results. `variable_ops` at the end of the list does not count.
    pub defs: usize,
    list: Vec<Operand>,
    /// The parts to which the instruction gives names, keyed by these names.
    part_names: FxHashMap<Sym, OperandPart>,
    /// Whether one of the operands is a predicate.
    pub(crate) is_predicable: bool,
    /// Whether one of the operands is an optional result: of class `OptionalDefOperand`, but not `PredicateOp`.
    pub has_optional_def: bool,
    /// Whether any number of operands may follow the listed operands.
    pub is_variadic: bool,
}

/// The indices of an operand and of one of its parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OperandPart {
    /// The index of the operand.
    pub operand: usize,
    /// The index of the part within the operand.
    pub part: usize,
}

/// An operand of an instruction. It has at least one part. Each part is a machine operand.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The record that the source gives as the operand's class.
    pub rec: RecordId,
    /// The name in the instruction's lists of operands. It is not empty, and is unique in the instruction.
    pub name: Sym,
    /// The C++ function that prints the operand.
    pub print_method: Sym,
    /// The C++ enumerator for the kind of operand with its namespace, such as `MCOI::OPERAND_REGISTER`.
    pub operand_type: Sym,
    /// The index of the operand's first machine operand.
    pub first: usize,
    /// The dag in the operand's class that lists the parts. `None` if the class is not an `Operand`.
    pub info: Option<ValueId>,
    /// The parts, one for each machine operand.
    pub parts: Vec<Part>,
}

/// A part of an operand.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name that the instruction gives the part, if it has one.
    pub name: Option<Sym>,
    /// The C++ function that encodes the value; empty for the default.
    pub encoder_method: Sym,
    /// Whether the part belongs to the encoding.
    pub is_encoded: bool,
    /// The constraint on the part's register.
    pub constraint: Constraint,
}

/// A constraint on the register that is assigned to an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constraint {
    /// Any register of the operand's class is allowed.
    None,
    /// The register must differ from all registers that the instruction reads.
    EarlyClobber,
    /// The register must be that of the machine operand with this index.
    TiedTo(usize),
}

/// Caches operand classes, so that each is read once.
#[derive(Default)]
pub(super) struct OperandClasses(FxHashMap<RecordId, Option<OperandClass>>);

#[derive(Clone)]
struct OperandClass {
    print_method: Sym,
    encoder_method: Sym,
    operand_type: Sym,
    info: Option<ValueId>,
    parts: usize,
    is_predicate: bool,
    is_optional_def: bool,
}

impl OperandClasses {
    /// The properties of a class; `None` for `variable_ops`. An error if the record is not an operand class.
    fn get(&mut self, def: InstructionDef, rec: Rec) -> Result<Option<&OperandClass>, Fatal> {
        let known = match self.0.entry(rec.id()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(OperandClass::read(def, OperandDef(rec))?),
        };
        Ok(known.as_ref())
    }
}

impl OperandClass {
    fn read(def: InstructionDef, rec: OperandDef) -> Result<Option<OperandClass>, Fatal> {
        let mut class = OperandClass {
            print_method: Sym::new("printOperand"),
            encoder_method: Sym::EMPTY,
            operand_type: Sym::new("MCOI::OPERAND_UNKNOWN"),
            info: None,
            parts: 1,
            is_predicate: false,
            is_optional_def: false,
        };
        let kind = changes::kind(*rec);
        match kind {
            Some(OperandKind::RegisterOperand | OperandKind::Operand) => {
                class.print_method = Sym::new(&rec.print_method()?);
                let (ty, namespace) = (rec.operand_type()?, rec.type_namespace()?);
                class.operand_type = Sym::new(&format!("{namespace}::{ty}"));
                class.encoder_method = Sym::new(&rec.encoder_method()?);
            }
            _ if rec.is_named("variable_ops") => return Ok(None),
            Some(OperandKind::RegisterClass | OperandKind::RegisterClassByMode) => {
                class.operand_type = Sym::new("MCOI::OPERAND_REGISTER");
            }
            Some(OperandKind::PointerRegisterClass | OperandKind::Unknown) => {}
            None => bail!(
                def,
                "Unknown operand class '{}' in '{}' instruction!",
                rec.name(),
                def.name()
            ),
        }
        if kind == Some(OperandKind::Operand) {
            let info = rec.parts()?;
            if !info.op_def().is_some_and(|it| it.is_named("ops")) {
                bail!(
                    def,
                    "Bad value for MIOperandInfo in operand '{}'\n",
                    rec.name()
                );
            }
            class.info = Some(info.v);
            class.parts = info.len().max(1);
            class.is_predicate = rec.is_a("PredicateOp");
            class.is_optional_def = !class.is_predicate && rec.is_a("OptionalDefOperand");
        }
        Ok(Some(class))
    }
}

/// An argument of an instruction's list of results or of its list of operands.
struct Argument<'a> {
    /// The index of the argument in the concatenation of both lists.
    number: usize,
    rec: Rec<'a>,
    name: Option<&'static str>,
    /// The dag with the names of the operand's parts, if the instruction gives them names.
    part_names: Option<Dag<'a>>,
}

impl Operands {
    /// Reads the two lists of operands of an instruction.
    pub(super) fn read(
        def: InstructionDef,
        classes: &mut OperandClasses,
    ) -> Result<Operands, Fatal> {
        let outs = list(def, def.outs()?, "outs", "output")?;
        let ins = list(def, def.ins()?, "ins", "input")?;
        let mut operands = Operands {
            defs: outs.len(),
            list: Vec::with_capacity(outs.len() + ins.len()),
            part_names: FxHashMap::default(),
            is_predicable: false,
            has_optional_def: false,
            is_variadic: false,
        };
        let mut names = DistinctNames::default();
        let mut first = 0;
        let mut outs_are_variadic = false;
        for (number, (v, name)) in outs.args().chain(ins.args()).enumerate() {
            let argument = Argument::read(def, number, v, name)?;
            let Some(class) = classes.get(def, argument.rec)? else {
                operands.is_variadic = true;
                outs_are_variadic |= number < outs.len();
                continue;
            };
            operands.is_predicable |= class.is_predicate;
            operands.has_optional_def |= class.is_optional_def;
            let name = argument.name(def, &mut names)?;
            let mut operand = Operand::new(argument.rec, name, class, first);
            match argument.part_names {
                Some(part_names) => {
                    argument.name_parts(def, &mut operand, part_names, &mut names)?;
                    let parts = operand.parts.iter().enumerate();
                    operands.part_names.extend(parts.filter_map(|(part, it)| {
                        let operand = number;
                        Some((it.name?, OperandPart { operand, part }))
                    }));
                }
                // The encoder function of the class encodes all parts together. It is stored in the first part, and the
                // other parts are not encoded.
                None if class.encoder_method != Sym::EMPTY => {
                    operand.parts[0].encoder_method = class.encoder_method;
                    for part in &mut operand.parts[1..] {
                        part.is_encoded = false;
                    }
                }
                None => {}
            }
            first += operand.parts.len();
            operands.list.push(operand);
        }
        operands.defs -= usize::from(outs_are_variadic);
        Ok(operands)
    }
}

/// Checks that a list of operands has the operator `operator`.
fn list<'a>(
    def: InstructionDef<'a>,
    list: Dag<'a>,
    operator: &str,
    what: &str,
) -> Result<Dag<'a>, Fatal> {
    match list.op_def() {
        Some(op) if op.is_named(operator) => Ok(list),
        Some(_) => bail!(
            def,
            "{}: invalid def name for {what} list: use '{operator}'",
            def.name()
        ),
        None => bail!(def, "{}: invalid {what} list: use '{operator}'", def.name()),
    }
}

impl<'a> Argument<'a> {
    fn read(
        def: InstructionDef<'a>,
        number: usize,
        v: ValueId,
        name: Option<&'static str>,
    ) -> Result<Argument<'a>, Fatal> {
        let records: &'a Records = def.records();
        let part_names = records.dag(v);
        let class = part_names.map_or(v, Dag::op);
        let Some(rec) = records.def_of(class) else {
            bail!(def, "Illegal operand for the '{}' instruction!", def.name());
        };
        Ok(Argument {
            number,
            rec,
            name,
            part_names,
        })
    }

    /// The text with which error messages about the operand start.
    fn place(&self, def: InstructionDef) -> String {
        format!("In instruction '{}', operand #{}", def.name(), self.number)
    }

    /// The name of the operand. An error if it is empty or another operand has the same name.
    fn name(&self, def: InstructionDef, names: &mut DistinctNames) -> Result<Sym, Fatal> {
        let name = self.name.unwrap_or_default();
        if name.is_empty() {
            bail!(def, "{} has no name!", self.place(def));
        }
        let name = Sym::new(name);
        if !names.insert(name) {
            bail!(
                def,
                "{} has the same name as a previous operand!",
                self.place(def)
            );
        }
        Ok(name)
    }

    fn name_parts(
        &self,
        def: InstructionDef,
        operand: &mut Operand,
        part_names: Dag,
        names: &mut DistinctNames,
    ) -> Result<(), Fatal> {
        let (found, expected) = (part_names.len(), operand.parts.len());
        if found != expected {
            bail!(
                def,
                "{} has {found} sub-arg names, expected {expected}.",
                self.place(def)
            );
        }
        let records = def.records();
        let info = operand.info.and_then(|it| records.dag(it));
        let info = info.filter(|it| it.len() == expected);
        for (number, (v, name)) in part_names.args().enumerate() {
            if v != ValueId::UNSET {
                bail!(
                    def,
                    "{} sub-arg #{number} has unexpected operand (expected only $name).",
                    self.place(def)
                );
            }
            let name = name.unwrap_or_default();
            if name.is_empty() {
                bail!(def, "{} has no name!", self.place(def));
            }
            let name = Sym::new(name);
            if !names.insert(name) {
                bail!(
                    def,
                    "{} sub-arg #{number} has the same name as a previous operand!",
                    self.place(def)
                );
            }
            let class = info.and_then(|it| records.def_of(it.arg(number)));
            let Some(class) = class else {
                // The reference does not check for a missing class.
                bail!(def, "{} sub-arg #{number} has no class", self.place(def));
            };
            let part = &mut operand.parts[number];
            part.name = Some(name);
            if let Some(method) = class.optional_string("EncoderMethod")? {
                part.encoder_method = Sym::new(&method);
            }
        }
        Ok(())
    }
}

impl Operand {
    fn new(rec: Rec, name: Sym, class: &OperandClass, first: usize) -> Operand {
        let part = Part {
            name: None,
            encoder_method: Sym::EMPTY,
            is_encoded: true,
            constraint: Constraint::None,
        };
        Operand {
            rec: rec.id(),
            name,
            print_method: class.print_method,
            operand_type: class.operand_type,
            first,
            info: class.info,
            parts: vec![part; class.parts],
        }
    }

    /// The index of the machine operand that a part of this operand is tied to; `None` if no part is tied. If several
    /// parts are tied, the first of these parts counts.
    pub fn tied_to(&self) -> Option<usize> {
        self.parts.iter().find_map(|it| match it.constraint {
            Constraint::TiedTo(operand) => Some(operand),
            _ => None,
        })
    }
}

impl Operands {
    /// The operands, the results first.
    pub fn iter(&self) -> std::slice::Iter<'_, Operand> {
        self.list.iter()
    }

    /// The number of listed operands. The machine instruction may have more: see [`Self::machine_operands`].
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no operands.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The operand with this index. Panics if there are fewer.
    pub fn get(&self, operand: usize) -> &Operand {
        &self.list[operand]
    }

    /// The number of machine operands.
    pub fn machine_operands(&self) -> usize {
        self.list.last().map_or(0, |it| it.first + it.parts.len())
    }

    /// The index of the machine operand that corresponds to a part.
    pub fn flat(&self, at: OperandPart) -> usize {
        self.list.get(at.operand).map_or(0, |it| it.first) + at.part
    }

    /// The part that corresponds to the machine operand with index `flat`. `None` if there are fewer machine operands.
    pub fn unflat(&self, flat: usize) -> Option<OperandPart> {
        let ends_behind = |it: &Operand| it.first + it.parts.len() > flat;
        let operand = self.list.iter().position(ends_behind)?;
        let part = flat - self.list[operand].first;
        Some(OperandPart { operand, part })
    }

    /// The index of the operand `name`. `None` if no operand has this name.
    pub fn find(&self, name: impl Into<Sym>) -> Option<usize> {
        let name = name.into();
        self.list.iter().position(|it| it.name == name)
    }

    /// The part of an operand to which the instruction gives the name `name`. `None` if no part has this name.
    pub fn find_part(&self, name: &str) -> Option<OperandPart> {
        self.part_names.get(&Sym::new(name)).copied()
    }

    pub(super) fn part_mut(&mut self, at: OperandPart) -> Option<&mut Part> {
        self.list.get_mut(at.operand)?.parts.get_mut(at.part)
    }
}

/// Whether a reference may name an operand with several parts without naming a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WholeOperand {
    /// Such a reference means the first part.
    Allowed,
    /// Such a reference is an error.
    Refused,
}

impl Operands {
    /// The part that `$operand` or `$operand.part` refers to in an instruction. A part to which the instruction gives
    /// the name `part` is also called `$part`. An error if there is no such part.
    pub fn resolve(
        &self,
        instruction: Rec,
        text: &str,
        whole: WholeOperand,
    ) -> Result<OperandPart, Fatal> {
        let owner = instruction.name();
        let Some(name) = text.strip_prefix('$') else {
            bail!(instruction, "{owner}: Illegal operand name: '{text}'");
        };
        let (name, part) = match name.split_once('.') {
            Some((_, "")) => bail!(
                instruction,
                "{owner}: illegal empty suboperand name in '{text}'"
            ),
            Some((name, part)) => (name, Some(part)),
            None => (name, None),
        };
        match (self.find_part(name), part) {
            (Some(_), Some(_)) => bail!(
                instruction,
                "{owner}: Cannot use dotted suboperand name within suboperand '{name}'"
            ),
            (Some(found), None) => return Ok(found),
            (None, _) => {}
        }
        let Some(operand) = self.find(name) else {
            bail!(
                instruction,
                "'{owner}' does not have an operand named '${name}'!"
            );
        };
        let Some(part) = part else {
            if self.list[operand].parts.len() > 1 && whole == WholeOperand::Refused {
                bail!(
                    instruction,
                    "{owner}: Illegal to refer to whole operand part of complex operand '{text}'"
                );
            }
            return Ok(OperandPart { operand, part: 0 });
        };
        let info = self.list[operand].info;
        let info = info.and_then(|it| instruction.records().dag(it));
        let names = info
            .into_iter()
            .flat_map(|it| it.args().map(|(_, name)| name));
        match names.into_iter().position(|it| it == Some(part)) {
            Some(part) => Ok(OperandPart { operand, part }),
            None => bail!(instruction, "{owner}: unknown suboperand name in '{text}'"),
        }
    }
}
