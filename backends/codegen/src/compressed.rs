//! Compressed forms: shorter forms of instructions, and the mapping between the operands of both forms.

use backend::{Context, Dag, Fatal, Model, Rec, RecordId, Records, Release, bail, record_class};
use elaborate::diagnostic::At;
use elaborate::value::{Node, ValueId};
use rustc_hash::FxHashMap;

use crate::instructions::{Instruction, InstructionDef};
use crate::registers::Registers;

record_class! {
    /// The record of a compressed form.
    struct CompressDef("CompressPat") {
        input: dag("Input"),
        output: dag("Output"),
        predicates: list_of_defs("Predicates"),
        is_compress_only: bit("isCompressOnly"),
    }
}

/// All compressed forms, in the order of the names of their records. Building this model is an error if a form is
/// invalid.
pub struct CompressedForms(pub Vec<CompressedForm>);

/// An instruction and its compressed form.
pub struct CompressedForm {
    /// The record of class `CompressPat`.
    pub rec: RecordId,
    /// The instruction that has a compressed form.
    pub long: Instruction,
    /// The compressed form, which has fewer bytes.
    pub short: Instruction,
    /// The records of class `Predicate` that must hold. Only those that an assembler can check are listed.
    pub predicates: Vec<RecordId>,
    /// The mapping of each place of the long form; see [`places`].
    pub long_operands: Vec<MappedOperand>,
    /// The mapping of each place of the short form; see [`places`].
    pub short_operands: Vec<MappedOperand>,
    /// Whether the short form must not be expanded to the long form.
    pub is_compress_only: bool,
}

/// An operand of an instruction, or a part of an operand. Since LLVM 21, an untied operand with several parts has a
/// place for each part. Any other operand, and any operand before LLVM 21, is a single place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandPlace {
    /// The index of the operand in the instruction's list of operands.
    pub operand: usize,
    /// The record of the operand's class, or of the part's class if the place is a part. Since LLVM 21, a tied operand
    /// with several parts has the class of its first part here.
    pub class: RecordId,
    /// The index of the earlier machine operand whose register this operand must use. As in the reference, it is also
    /// used as the index of a place. Before LLVM 21, these indices differ if an earlier operand has several parts.
    pub tied_to: Option<usize>,
}

/// The places of an instruction, in the order of its operands.
pub fn places(records: &Records, instruction: &Instruction) -> Vec<OperandPlace> {
    let mut places = Vec::new();
    for (operand, it) in instruction.operands.iter().enumerate() {
        let tied_to = it.tied_to();
        let whole = OperandPlace {
            operand,
            class: it.rec,
            tied_to,
        };
        let parts = match it.info.and_then(|info| records.dag(info)) {
            Some(parts) if parts.len() > 1 && changes::counts_parts(records.release()) => parts,
            _ => {
                places.push(whole);
                continue;
            }
        };
        // A tied operand takes one place even if it has several parts.
        let untied = if tied_to.is_none() { parts.len() } else { 1 };
        for part in 0..untied {
            let class = records.def_of(parts.arg(part));
            let class = class.map_or(it.rec, |it| it.id());
            places.push(OperandPlace { class, ..whole });
        }
    }
    places
}

mod changes {
    use super::{Dag, Fatal, Instruction, Rec, Release, Side, bail, places};

    /// Whether each part of an operand is a place. True since LLVM 21.
    pub(super) fn counts_parts(release: Release) -> bool {
        release >= Release::V21
    }

    /// Whether operands of the short form may have narrower classes than the instruction declares. True since LLVM 21.
    /// Operands of the long form always may.
    pub(super) fn short_may_be_narrower(release: Release) -> bool {
        release >= Release::V21
    }

    /// The text at the end of some messages: a line break before LLVM 21, and empty in LLVM 21 and later.
    pub(super) fn line_end(release: Release) -> &'static str {
        if release >= Release::V21 { "" } else { "\n" }
    }

    /// Whether each operand is checked completely before the next one. Before LLVM 22, the number of arguments is
    /// checked first, and operands of the same name are compared last.
    pub(super) fn checks_in_order(release: Release) -> bool {
        release >= Release::V22
    }

    /// Whether a register is looked up by the lower-case name of its record, as in assembly. Since LLVM 22, the record
    /// identifies the register.
    pub(super) fn finds_by_assembly_name(release: Release) -> bool {
        release < Release::V22
    }

    /// Whether an operand may be an immediate. Since LLVM 22, its class must be an `Operand`. Before, any class except
    /// a `RegisterClass` is allowed.
    pub(super) fn takes_number(class: Rec) -> bool {
        if class.records().release() >= Release::V22 {
            class.is_a("Operand")
        } else {
            !class.is_a("RegisterClass")
        }
    }

    /// Checks that a dag has an argument for each place of its instruction. The arguments for tied places may be left
    /// out, but only all together. In the long form, they may be left out only since LLVM 21, and only if a single
    /// place is tied.
    pub(super) fn check_count(
        rec: Rec,
        instruction: &Instruction,
        dag: Dag,
        side: Side,
    ) -> Result<(), Fatal> {
        let name = &instruction.name;
        let all = places(rec.records(), instruction);
        let tied = all.iter().filter(|it| it.tied_to.is_some()).count();
        if dag.len() == all.len() {
            return Ok(());
        }
        let needs_all = tied > 1 || rec.records().release() < Release::V21;
        if side == Side::Long && needs_all {
            bail!(
                rec,
                "Input operands for Inst '{name}' and input Dag operand count mismatch"
            );
        }
        if dag.len() != all.len() - tied {
            bail!(rec, "Inst '{name}' and Dag operand count mismatch");
        }
        Ok(())
    }
}

/// How the value of a place is determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MappedOperand {
    /// The source of the value.
    pub is: Mapped,
    /// In the long form, the index of the previous place with the same name: both must be the same register. `None` in
    /// the short form.
    pub tied_to: Option<usize>,
    /// The class that the dag names for the operand. `None` for a fixed register or immediate.
    pub class: Option<RecordId>,
}

/// The source of an operand's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mapped {
    /// The place with this index in the other instruction; see [`places`].
    Operand(usize),
    /// A fixed immediate.
    Immediate(i64),
    /// A fixed register.
    Register(RecordId),
}

impl Model for CompressedForms {
    fn build(cx: &Context) -> Result<CompressedForms, Fatal> {
        let defs = CompressDef::all(cx.records)?;
        let forms = defs.into_iter().map(|it| CompressedForm::read(cx, it));
        Ok(CompressedForms(forms.collect::<Result<_, _>>()?))
    }
}

/// One of the two forms of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Long,
    Short,
}

impl CompressedForm {
    fn read(cx: &Context, def: CompressDef) -> Result<CompressedForm, Fatal> {
        let input = def.input()?;
        let (long, long_rec) = instruction(def, input, Side::Long)?;
        let output = def.output()?;
        let (short, short_rec) = instruction(def, output, Side::Short)?;
        if long_rec.int("Size")? <= short_rec.int("Size")? {
            bail!(
                def,
                "Compressed instruction '{}'is not strictly smaller than the uncompressed instruction '{}' !",
                short.name,
                long.name
            );
        }
        let long_operands = fixed_operands(cx, def, input, &long, Side::Long)?;
        let mut form = CompressedForm {
            rec: def.id(),
            long_operands,
            short_operands: fixed_operands(cx, def, output, &short, Side::Short)?,
            long,
            short,
            predicates: Vec::new(),
            is_compress_only: false,
        };
        let named = form.match_names(cx, def, input, output)?;
        form.match_operands(cx, def, output, &named)?;
        for predicate in def.predicates()? {
            if predicate.bit("AssemblerMatcherPredicate")? {
                form.predicates.push(predicate.id());
            }
        }
        form.is_compress_only = def.is_compress_only()?;
        Ok(form)
    }

    /// Ties each operand of the long form to the previous operand with the same name. An error if `output` lacks a name
    /// of `input`, or if operands with the same name have different classes. Returns the index of the last place of
    /// each name.
    fn match_names(
        &mut self,
        cx: &Context,
        def: CompressDef,
        input: Dag,
        output: Dag,
    ) -> Result<FxHashMap<&'static str, usize>, Fatal> {
        let of_output = output.args().enumerate();
        let of_output = of_output.filter_map(|(number, (v, name))| Some((name?, (number, v))));
        let of_output: FxHashMap<&str, (usize, ValueId)> = of_output.collect();
        let line_end = changes::line_end(cx.release());
        let untied = self.untied_places(cx, Side::Long, input);
        let mut named: FxHashMap<&'static str, usize> = FxHashMap::default();
        // For each place, the index of its argument in `input`.
        let mut argument_of = FxHashMap::default();
        for (number, (v, name)) in input.args().enumerate() {
            let Some(name) = name.filter(|it| !it.is_empty()) else {
                continue;
            };
            let place = untied.get(number).copied();
            if let (Some(first), Some(place)) = (named.get(name), place) {
                if let Some(operand) = self.long_operands.get_mut(place) {
                    operand.tied_to = Some(*first);
                }
                let argument = argument_of.get(first).copied().unwrap_or(*first);
                if !same_class(cx, def, input.arg(argument), v)? {
                    bail!(
                        def,
                        "Input Operand '{name}' has a mismatched tied operand!{line_end}"
                    );
                }
            }
            let Some((_, other)) = of_output.get(name) else {
                bail!(
                    def,
                    "Operand {name} defined in Input Dag but not used in Output Dag!{line_end}"
                );
            };
            if !same_class(cx, def, *other, v)? {
                bail!(
                    def,
                    "Type mismatch between Input and Output Dag operand '{name}'!"
                );
            }
            if let Some(place) = place {
                argument_of.insert(place, number);
                named.insert(name, place);
            }
        }
        Ok(named)
    }

    /// For each argument of `dag`, the index of the place with which the argument is matched. Tied places are skipped,
    /// except those of the long form before LLVM 21.
    fn untied_places(&self, cx: &Context, side: Side, dag: Dag) -> Vec<usize> {
        let instruction = match side {
            Side::Long => &self.long,
            Side::Short => &self.short,
        };
        let places = places(cx.records, instruction);
        // Before LLVM 21, the index of an argument of the long form is used as the index of its place.
        if side == Side::Long && !changes::counts_parts(cx.release()) {
            return (0..dag.len()).collect();
        }
        let untied = places
            .iter()
            .enumerate()
            .filter(|it| it.1.tied_to.is_none());
        untied.map(|it| it.0).collect()
    }

    /// Maps the operands of each instruction to those of the other instruction.
    fn match_operands(
        &mut self,
        cx: &Context,
        def: CompressDef,
        output: Dag,
        named: &FxHashMap<&'static str, usize>,
    ) -> Result<(), Fatal> {
        let mut tied = 0;
        for (number, place) in places(cx.records, &self.short).iter().enumerate() {
            if let Some(to) = place.tied_to {
                tied += 1;
                if let Some(to) = self.short_operands.get(to).copied() {
                    self.short_operands[number] = to;
                }
                continue;
            }
            if !matches!(self.short_operands[number].is, Mapped::Operand(_)) {
                continue;
            }
            let name = output.arg_name(number - tied).unwrap_or_default();
            let Some(long) = named.get(name) else {
                bail!(
                    def,
                    "Output Dag operand '{name}' has no matching input Dag operand."
                );
            };
            self.short_operands[number].is = Mapped::Operand(*long);
            if let Some(operand) = self.long_operands.get_mut(*long)
                && let Mapped::Operand(of) = &mut operand.is
            {
                *of = number;
            }
        }
        Ok(())
    }
}

/// The instruction that is the operator of `dag`, and its record. Before LLVM 22, a wrong number of arguments is an
/// error here. In LLVM 22 and later, [`fixed_operands`] reports this error.
fn instruction<'a>(
    def: CompressDef<'a>,
    dag: Dag<'a>,
    side: Side,
) -> Result<(Instruction, Rec<'a>), Fatal> {
    let Some(rec) = dag.op_def() else {
        bail!(def, "Expected record as operator");
    };
    let instruction = Instruction::read_alone(InstructionDef(rec))?;
    if !changes::checks_in_order(rec.records().release()) {
        changes::check_count(rec, &instruction, dag, side)?;
    }
    Ok((instruction, rec))
}

/// The mapping of an instruction's places, as far as the instruction's dag determines the mapping. A place that maps to
/// the other instruction gets the index 0, which is replaced later.
fn fixed_operands(
    cx: &Context,
    def: CompressDef,
    dag: Dag,
    instruction: &Instruction,
    side: Side,
) -> Result<Vec<MappedOperand>, Fatal> {
    let unknown = MappedOperand {
        is: Mapped::Operand(0),
        tied_to: None,
        class: None,
    };
    let in_order = changes::checks_in_order(cx.release());
    let wrong_count = || {
        let name = &instruction.name;
        def.fatal(format!("Inst '{name}' and Dag operand count mismatch"))
    };
    let mut named: FxHashMap<&str, RecordId> = FxHashMap::default();
    let records = cx.records;
    let text = || elaborate::value::print::value(&records.names(), dag.v);
    let places = places(records, instruction);
    let mut operands = vec![unknown; places.len()];
    let mut tied = 0;
    for (number, place) in places.iter().enumerate() {
        if let Some(to) = place.tied_to {
            if let Some(to) = operands.get(to).copied() {
                operands[number] = to;
            }
            tied += 1;
            if in_order && side == Side::Long && tied > 1 {
                bail!(
                    def,
                    "Input operands for Inst '{}' and input Dag operand count mismatch",
                    instruction.name
                );
            }
            continue;
        }
        if number - tied >= dag.len() {
            return Err(wrong_count());
        }
        let class = records.rec(place.class);
        let v = dag.arg(number - tied);
        if let Some(given) = records.def_of(v) {
            if given.is_a("Register") {
                if !is_in_class(cx, def, given, class)? {
                    bail!(
                        def,
                        "Error in Dag '{}'Register: '{}' is not in register class '{}'",
                        text(),
                        given.name(),
                        class.name()
                    );
                }
                operands[number].is = Mapped::Register(given.id());
            } else if !may_replace(cx, given, class, side)? {
                bail!(
                    def,
                    "Error in Dag '{}'. Operand '{}' has type '{}' which does not match the type '{}' in the \
                     corresponding instruction operand!",
                    text(),
                    dag.arg_name(number - tied).unwrap_or_default(),
                    given.name(),
                    class.name()
                );
            } else {
                operands[number].class = Some(given.id());
                let name = dag.arg_name(number - tied).unwrap_or_default();
                if in_order && side == Side::Long && !name.is_empty() {
                    let before = named.insert(name, given.id());
                    if before.is_some_and(|it| it != given.id()) {
                        bail!(def, "Input Operand '{name}' has a mismatched tied operand!");
                    }
                }
            }
        } else if let Node::Int(value) = *records.node(v) {
            if !changes::takes_number(class) {
                bail!(
                    def,
                    "Error in Dag '{}' Found immediate: '{value}' but corresponding instruction operand expected a \
                     register!",
                    text()
                );
            }
            operands[number].is = Mapped::Immediate(value);
        } else {
            bail!(
                def,
                "argument #{} of '{}' is not an operand, register or number",
                number - tied,
                text()
            );
        }
    }
    if in_order && places.len() - tied != dag.len() {
        return Err(wrong_count());
    }
    Ok(operands)
}

fn is_in_class(cx: &Context, def: CompressDef, register: Rec, class: Rec) -> Result<bool, Fatal> {
    let class = register_class_like(class)?.unwrap_or(class);
    if class.is_a("RegClassByHwMode") {
        let name = class.name();
        let at = class.record().locs.first().map(|it| At::start(*it));
        let error = def.fatal(format!("cannot resolve HwMode for {name}"));
        return Err(Box::new(
            error.with_note(at, format!("{name} defined here")),
        ));
    }
    let registers = cx.model::<Registers>()?;
    let class = registers.class_of(class)?;
    let register = if changes::finds_by_assembly_name(cx.release()) {
        let name = register.name().to_ascii_lowercase();
        let Some(register) = registers.by_asm_name(&name) else {
            bail!(def, "there is no register '{name}' in assembly");
        };
        register
    } else {
        registers.resolve(register)?
    };
    Ok(registers.classes[class].contains(register))
}

/// The register class of an operand with the class `class`; `None` if the operand is not a register. Before LLVM 22,
/// only a `RegisterClass` counts. In LLVM 22 and later, a `RegClassByHwMode` also counts, and a `RegisterOperand`
/// yields its register class.
pub fn register_class_like(mut class: Rec) -> Result<Option<Rec>, Fatal> {
    let is_new = class.records().release() >= Release::V22;
    if is_new && class.is_a("RegisterOperand") {
        class = class.def("RegClass")?;
    }
    let is_class = class.is_a("RegisterClass") || is_new && class.is_a("RegClassByHwMode");
    Ok(is_class.then_some(class))
}

/// Whether a dag may give an operand the class `given` if the instruction declares the class `class`.
fn may_replace(cx: &Context, given: Rec, class: Rec, side: Side) -> Result<bool, Fatal> {
    if given == class {
        return Ok(true);
    }
    if side == Side::Short && !changes::short_may_be_narrower(cx.release()) {
        return Ok(false);
    }
    let are_classes = [given, class].map(|it| it.is_a("RegisterClass"));
    if are_classes != [true, true] {
        // Two classes that are not register classes may differ: the generated functions check the operand's value.
        return Ok(are_classes == [false, false]);
    }
    let registers = cx.model::<Registers>()?;
    let class = registers.class_of(class)?;
    let given = registers.class_of(given)?;
    Ok(registers.classes[class].sub_classes.contains(given))
}

fn same_class(cx: &Context, def: CompressDef, a: ValueId, b: ValueId) -> Result<bool, Fatal> {
    match (cx.records.def_of(a), cx.records.def_of(b)) {
        (Some(a), Some(b)) => Ok(a == b),
        _ => bail!(def, "a number cannot have a name"),
    }
}
