//! Aliases: alternative assembly texts for instructions. An alias may fix some of the operands.

mod since_22;

use std::cell::OnceCell;
use std::sync::Arc;

use backend::{Context, Dag, Fatal, Model, Rec, RecordId, Records, ValueId, bail, record_class};
use elaborate::symbol::Sym;
use elaborate::value::Node;
use rustc_hash::FxHashMap;

use super::{Instruction, InstructionId, Instructions, Operand};
use crate::registers::{ClassId, Registers};

record_class! {
    /// The record of an alias.
    pub struct InstAliasDef("InstAlias") {
        /// The assembly text of all variants.
        asm_string: string("AsmString"),
        /// The instruction with its operands.
        result: dag("ResultInst"),
        /// The priority for printing. An instruction is printed as its matching alias of highest priority; with
        /// priority 0 an alias is only parsed.
        priority: int("EmitPriority"),
        /// The assembly variant that has the alias; empty if all variants have it.
        variant: string("AsmVariantName"),
        /// The conditions under which the alias exists.
        predicates: list_of_defs("Predicates"),
        /// Whether the instruction's custom converter, if it has one, converts the parsed operands.
        uses_converter: bit("UseInstAsmMatchConverter"),
    }
}

/// The aliases of a target, in natural order of their names (embedded numbers compare by value).
///
/// An invalid alias is kept with its error, so that tables report only errors of the aliases that they need.
pub struct Aliases {
    /// For each alias, its record of class `InstAlias`, and the alias itself or the error in it.
    pub list: Vec<(RecordId, Result<InstAlias, Fatal>)>,
}

/// A valid alias: an assembly text, and the instruction that it denotes.
pub struct InstAlias {
    /// The record of class `InstAlias`.
    pub rec: RecordId,
    /// The assembly text of all variants; see [`asm_variant`](super::asm_variant).
    pub asm_string: Sym,
    /// The instruction with its operands, as in the source.
    pub dag: ValueId,
    /// The instruction that the alias denotes.
    pub result: InstructionId,
    /// The operands of the instruction, except tied operands that follow from other operands; see [`is_implied`].
    pub operands: Vec<(ResultPlace, AliasOperand)>,
}

/// An operand of an instruction, or a part of an operand, that an alias specifies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultPlace {
    /// The index of the operand in the instruction's list of operands.
    pub operand: usize,
    /// The index of the part; `None` for the whole operand.
    pub part: Option<usize>,
}

/// How an alias specifies an operand of its instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasOperand {
    /// An operand of the alias itself.
    Operand {
        /// The name in the alias, which may be empty. For a part of an operand it is `operand.part`.
        name: Sym,
        /// The record that the source gives as the operand's class.
        class: RecordId,
    },
    /// A fixed immediate.
    Immediate(i64),
    /// A fixed register; `None` for `zero_reg`, which means no register.
    Register(Option<RecordId>),
}

impl AliasOperand {
    /// The name of an operand of the alias itself; empty for immediates and registers.
    pub fn name(self) -> Sym {
        match self {
            AliasOperand::Operand { name, .. } => name,
            _ => Sym::EMPTY,
        }
    }

    /// The number of machine operands that the operand consists of.
    pub fn machine_operands(self, records: &Records) -> Result<usize, Fatal> {
        match self {
            AliasOperand::Operand { class, .. } if records.rec(class).is_a("Operand") => {
                Ok(records.rec(class).dag("MIOperandInfo")?.len().max(1))
            }
            _ => Ok(1),
        }
    }
}

impl Model for Aliases {
    fn build(cx: &Context) -> Result<Aliases, Fatal> {
        let instructions = cx.model::<Instructions>()?;
        let mut reader = Reader {
            cx,
            instructions: &instructions,
            registers: OnceCell::new(),
        };
        let defs = InstAliasDef::all(cx.records)?;
        let list = defs.into_iter().map(|it| (it.id(), reader.read(it)));
        Ok(Aliases {
            list: list.collect(),
        })
    }
}

mod changes {
    use backend::Release;

    /// Whether an alias has one argument for each operand, so that the parts of an operand are given in a dag. True
    /// since LLVM 22. Before, each part may be an argument.
    pub(super) fn arguments_are_operands(release: Release) -> bool {
        release >= Release::V22
    }
}

struct Reader<'a, 'b> {
    cx: &'b Context<'a>,
    instructions: &'b Instructions,
    /// Read when an alias first needs the registers.
    registers: OnceCell<Arc<Registers>>,
}

/// An argument of an alias's result, or of a dag in it: the argument with index `number` of `dag`.
#[derive(Clone, Copy)]
struct Argument<'a> {
    def: InstAliasDef<'a>,
    dag: Dag<'a>,
    number: usize,
}

impl<'a> Argument<'a> {
    fn node(self) -> &'a Node {
        self.dag.records().node(self.dag.arg(self.number))
    }

    /// The record that the argument refers to; `None` if the argument is not a record.
    fn rec(self) -> Option<Rec<'a>> {
        self.dag.records().def_of(self.dag.arg(self.number))
    }

    fn name(self) -> Option<&'a str> {
        self.dag.arg_name(self.number)
    }
}

/// The class and the name of a part of an operand. If the part has no class, an error takes the place of the class.
type PartClass<'a> = (Result<Rec<'a>, Fatal>, Option<&'static str>);

/// The name of the record that means no register.
const NO_REGISTER: &str = "zero_reg";

impl<'a> Reader<'a, '_> {
    fn registers(&self) -> Result<&Registers, Fatal> {
        if let Some(known) = self.registers.get() {
            return Ok(known);
        }
        let registers = self.cx.model::<Registers>()?;
        Ok(self.registers.get_or_init(|| registers))
    }

    fn class(&self, rec: Rec) -> Result<ClassId, Fatal> {
        self.registers()?.class_of(rec)
    }

    fn read(&mut self, def: InstAliasDef<'a>) -> Result<InstAlias, Fatal> {
        let dag = def.result()?;
        let asm_string = Sym::new(&def.asm_string()?);
        let instruction = dag.op_def().filter(|it| it.is_a("Instruction"));
        let Some(instruction) = instruction else {
            bail!(def, "result of inst alias should be an instruction");
        };
        let Some(result) = self.instructions.number(instruction) else {
            let name = instruction.name();
            bail!(
                def,
                "instruction '{name}' is in the namespace 'TargetOpcode', whose instructions cannot have aliases"
            );
        };
        check_names(def, dag)?;
        let instruction = self.instructions.get(result);
        Ok(InstAlias {
            rec: def.id(),
            asm_string,
            dag: dag.v,
            result,
            operands: self.operands(def, dag, instruction)?,
        })
    }

    fn operands(
        &self,
        def: InstAliasDef<'a>,
        dag: Dag<'a>,
        instruction: &Instruction,
    ) -> Result<Vec<(ResultPlace, AliasOperand)>, Fatal> {
        let mut operands = Vec::new();
        let mut at = 0;
        for (number, operand) in instruction.operands.iter().enumerate() {
            if is_implied(instruction, operand) {
                continue;
            }
            if at >= dag.len() {
                return Err(too_few(def));
            }
            let argument = Argument {
                def,
                dag,
                number: at,
            };
            let class = self.cx.records.rec(operand.rec);
            let whole = ResultPlace {
                operand: number,
                part: None,
            };
            if changes::arguments_are_operands(self.cx.release()) {
                self.argument(argument, operand, whole, &mut operands)?;
                at += 1;
                continue;
            }
            let is_one = operand.parts.len() == 1;
            match self.matched(argument, class, !is_one)? {
                Some(found) if is_one || is_parsed_whole(class)? => operands.push((whole, found)),
                Some(_) => {
                    for (part, (class, name)) in self.parts(def, operand)?.enumerate() {
                        let place = ResultPlace {
                            part: Some(part),
                            ..whole
                        };
                        let (Some(outer), Some(inner)) = (argument.name(), name) else {
                            // The reference does not check for missing names.
                            bail!(def, "result argument #{at} and its parts must have names!");
                        };
                        let operand = AliasOperand::Operand {
                            name: Sym::new(&format!("{outer}.{inner}")),
                            class: class?.id(),
                        };
                        operands.push((place, operand));
                    }
                }
                None if !is_one => {
                    for (part, (part_class, _)) in self.parts(def, operand)?.enumerate() {
                        if at >= dag.len() {
                            return Err(too_few(def));
                        }
                        let part_class = part_class?;
                        let argument = Argument {
                            number: at,
                            ..argument
                        };
                        let Some(found) = self.matched(argument, part_class, false)? else {
                            let wanted = if part == 0 { class } else { part_class };
                            return Err(mismatch(argument, wanted));
                        };
                        let place = ResultPlace {
                            part: Some(part),
                            ..whole
                        };
                        operands.push((place, found));
                        at += 1;
                    }
                    continue;
                }
                None => return Err(mismatch(argument, class)),
            }
            at += 1;
        }
        if at != dag.len() {
            bail!(def, "too many operands for instruction!");
        }
        Ok(operands)
    }

    /// The classes of an operand's parts, with the names that the operand's class gives them.
    fn parts(
        &self,
        def: InstAliasDef<'a>,
        operand: &Operand,
    ) -> Result<impl Iterator<Item = PartClass<'a>>, Fatal> {
        let records: &'a Records = self.cx.records;
        let class = operand.rec;
        let Some(info) = operand.info.and_then(|it| records.dag(it)) else {
            bail!(def, "operand '{}' has no parts", records.rec(class).name());
        };
        Ok(info.args().map(move |(v, name)| {
            let error = || {
                let class = records.rec(class).name();
                def.fatal(format!("a part of operand '{class}' has no class"))
            };
            (records.def_of(v).ok_or_else(error), name)
        }))
    }

    /// Reads an argument as an operand of class `wanted`. `None` if the argument does not fit. If `has_parts` is true,
    /// an immediate does not fit.
    fn matched(
        &self,
        argument: Argument<'a>,
        mut wanted: Rec<'a>,
        has_parts: bool,
    ) -> Result<Option<AliasOperand>, Fatal> {
        let Argument { def, number, .. } = argument;
        let (given, name) = (argument.rec(), argument.name());
        let operand = |class: Rec| {
            Some(AliasOperand::Operand {
                name: Sym::new(name.unwrap_or_default()),
                class: class.id(),
            })
        };
        if let Some(given) = given.filter(|it| *it == wanted) {
            if name.is_none() {
                bail!(def, "result argument #{number} must have a name!");
            }
            return Ok(operand(given));
        }
        if wanted.is_a("RegisterOperand") {
            wanted = wanted.def("RegClass")?;
        }
        let Some(given) = given else {
            return constant(argument, wanted, has_parts);
        };
        let class = if given.is_a("RegisterOperand") {
            given.def("RegClass")?
        } else {
            given
        };
        if class.is_a("RegisterClass") {
            let fits = wanted.is_a("RegisterClass") && {
                let (wanted, class) = (self.class(wanted)?, self.class(class)?);
                self.registers()?.classes[wanted]
                    .sub_classes
                    .contains(class)
            };
            return Ok(operand(given).filter(|_| fits));
        }
        if class.is_a("Register") {
            return self.register(argument, wanted, class);
        }
        if class.is_named(NO_REGISTER) {
            return Ok(Some(AliasOperand::Register(None)));
        }
        if wanted.is_a("Operand") && class.is_a("Operand") {
            let fits = wanted.value("Type")? == class.value("Type")?;
            return Ok(operand(class).filter(|_| fits));
        }
        Ok(None)
    }

    fn register(
        &self,
        argument: Argument<'a>,
        mut wanted: Rec<'a>,
        register: Rec<'a>,
    ) -> Result<Option<AliasOperand>, Fatal> {
        let def = argument.def;
        if wanted.is_a("OptionalDefOperand") {
            let info = wanted.dag("MIOperandInfo")?;
            let first = info
                .args()
                .next()
                .and_then(|(v, _)| info.records().def_of(v));
            let Some(first) = first else {
                // The reference does not check for missing parts.
                bail!(def, "operand '{}' has no parts", wanted.name());
            };
            wanted = first;
        }
        if !wanted.is_a("RegisterClass") {
            return Ok(None);
        }
        let class = self.class(wanted)?;
        let registers = self.registers()?;
        if !registers.classes[class].contains(registers.resolve(register)?) {
            bail!(
                def,
                "fixed register {} is not a member of the {} register class!",
                register.name(),
                wanted.name()
            );
        }
        if argument.name().is_some() {
            bail!(def, "result fixed register argument must not have a name!");
        }
        Ok(Some(AliasOperand::Register(Some(register.id()))))
    }
}

/// Reads an argument as an immediate of class `wanted`. `None` if the argument is not an immediate, if the operand has
/// several parts, or if the class is not an `Operand`.
fn constant(
    argument: Argument,
    wanted: Rec,
    has_parts: bool,
) -> Result<Option<AliasOperand>, Fatal> {
    let Argument { def, number, .. } = argument;
    let fits = !has_parts && wanted.is_a("Operand");
    match argument.node() {
        Node::Int(value) if fits => {
            if argument.name().is_some() {
                bail!(def, "result argument #{number} must not have a name!");
            }
            Ok(Some(AliasOperand::Immediate(*value)))
        }
        Node::Bits(bits) if fits => Ok(number_of(bits).map(AliasOperand::Immediate)),
        _ => Ok(None),
    }
}

/// The number with these bits, the least significant bit first; `None` if a bit is unknown.
fn number_of(bits: &[ValueId]) -> Option<i64> {
    let known = bits
        .iter()
        .all(|it| [ValueId::TRUE, ValueId::FALSE].contains(it));
    let set = (0..64).zip(bits).filter(|(_, bit)| **bit == ValueId::TRUE);
    known.then(|| set.fold(0, |value, (at, _)| value | 1 << at))
}

/// An error if a name is used for operands of different classes.
fn check_names(def: InstAliasDef, dag: Dag) -> Result<(), Fatal> {
    let mut classes: FxHashMap<&str, Rec> = FxHashMap::default();
    for (v, name) in dag.args() {
        let (Some(class), Some(name)) = (dag.records().def_of(v), name) else {
            continue;
        };
        if let Some(other) = classes.insert(name, class).filter(|it| *it != class) {
            let (a, b) = (other.name(), class.name());
            bail!(def, "result value ${name} is both {a} and {b}!");
        }
    }
    Ok(())
}

/// Whether the operand follows from the operand that it is tied to, so that an alias does not specify it.
pub fn is_implied(instruction: &Instruction, operand: &Operand) -> bool {
    let same_class = |to: usize| {
        // As in the reference, the index of a machine operand is mistaken for the index of an operand.
        let to = instruction.operands.iter().nth(to);
        to.is_some_and(|to| to.rec == operand.rec)
    };
    operand.parts.len() == 1 && operand.tied_to().is_some_and(same_class)
}

/// Whether an operand with several parts is parsed as a single operand.
fn is_parsed_whole(class: Rec) -> Result<bool, Fatal> {
    if class.field("ParserMatchClass").is_none() {
        return Ok(false);
    }
    Ok(class.def("ParserMatchClass")?.string("Name")? != "Imm")
}

fn too_few(def: InstAliasDef) -> Fatal {
    def.fatal("not enough arguments for instruction!".to_owned())
}

fn mismatch(argument: Argument, wanted: Rec) -> Fatal {
    let Argument { def, number, .. } = argument;
    let wanted = wanted.name();
    def.fatal(format!(
        "result argument #{number} does not match instruction operand class {wanted}"
    ))
}
