//! Register classes that depend on the hardware mode, and the target's own definitions of generic instructions with
//! pointer operands.

use backend::text::qualified_name;
use backend::{Context, Fatal, Output, Rec, Severity, bail};
use elaborate::diagnostic::At;
use pattern_model::InstructionEffects;
use rustc_hash::FxHashMap;
use target_model::hw_modes::HwModes;
use target_model::instructions::{Instruction, InstructionDef, InstructionId, Instructions};

use super::{Emitter, changes};

/// The target's own definitions of generic instructions, by the id of the generic instruction.
pub(super) type Overrides = FxHashMap<InstructionId, Instruction>;

/// Reads the target's own definitions of generic instructions. Two definitions for one instruction are an error.
pub(super) fn overrides(cx: &Context, instructions: &Instructions) -> Result<Overrides, Fatal> {
    let mut overrides = Overrides::default();
    if !changes::has_classes_by_mode(cx.release()) {
        return Ok(overrides);
    }
    for def in cx
        .records
        .derived_if_defined("TargetSpecializedStandardPseudoInstruction")
    {
        let of = def.def("Instruction")?;
        let Some(id) = instructions.number(of) else {
            continue;
        };
        let instruction = Instruction::read_alone(InstructionDef(def))?;
        if overrides.insert(id, instruction).is_some() {
            bail!(def, "multiple overrides of '{}' defined", of.name());
        }
    }
    Ok(overrides)
}

/// The error for a generic instruction that has a pointer operand and that the target does not redefine.
pub(super) fn missing_override(instruction: Rec, class: Rec) -> Fatal {
    let message = "missing target override for pseudoinstruction using PointerLikeRegClass";
    let note = "target should define equivalent instruction with RegisterClassLike replacement; \
                (use RemapAllTargetPseudoPointerOperands?)";
    let place = class.record().locs.first().map(|it| At::start(*it));
    let error = instruction.diagnostic(Severity::Error, message.to_owned());
    Box::new(error.with_note(place, note.to_owned()))
}

impl<'a> Emitter<'a> {
    /// The target's own definition of a generic instruction if there is one; otherwise `instruction`.
    pub(super) fn described<'b>(
        &'b self,
        id: InstructionId,
        instruction: &'b Instruction,
    ) -> &'b Instruction {
        self.overrides.get(&id).unwrap_or(instruction)
    }

    /// The effects of an instruction. Effects that the target's own definition sets take precedence.
    pub(super) fn effects(&self, id: InstructionId, described: &Instruction) -> InstructionEffects {
        let mut effects = self.patterns.effects[id.index()];
        if self.overrides.contains_key(&id) {
            let own = described.effects;
            effects.may_load = own.may_load.unwrap_or(effects.may_load);
            effects.may_store = own.may_store.unwrap_or(effects.may_store);
            effects.has_side_effects = own.has_side_effects.unwrap_or(effects.has_side_effects);
        }
        effects
    }

    /// The register classes that depend on the hardware mode.
    fn classes_by_mode(&self) -> Vec<Rec<'a>> {
        if changes::has_classes_by_mode(self.cx.release()) {
            self.records.derived_if_defined("RegClassByHwMode")
        } else {
            Vec::new()
        }
    }

    fn modes(&self) -> &'a HwModes {
        &self.instructions.target.modes
    }

    pub(super) fn push_enum_of_classes(&self, out: &mut Output) {
        let classes = self.classes_by_mode();
        if classes.is_empty() {
            return;
        }
        out.push("  enum RegClassByHwModeUses : uint16_t {\n");
        out.each(classes, |out, class| {
            writeln!(out, "    {},", class.name());
        });
        out.push("  };\n");
    }

    fn declaration_of_classes_by_mode(&self, classes: usize) -> String {
        let (target, modes) = (self.target, self.modes().count());
        format!("extern const int16_t {target}RegClassByHwModeTables[{modes}][{classes}]")
    }

    pub(super) fn push_declaration_of_classes_by_mode(&self, out: &mut Output) {
        let classes = self.classes_by_mode();
        if !classes.is_empty() {
            let declaration = self.declaration_of_classes_by_mode(classes.len());
            writeln!(out, "{declaration};");
        }
    }

    /// Writes the table with a row for each hardware mode. A row has the register class that each class by mode denotes
    /// in the mode. Writes nothing if there are no classes by mode.
    pub(super) fn push_classes_by_mode(&self, out: &mut Output) -> Result<(), Fatal> {
        let classes = self.classes_by_mode();
        if classes.is_empty() {
            return Ok(());
        }
        let declaration = self.declaration_of_classes_by_mode(classes.len());
        writeln!(out, "{declaration} = {{");
        let modes = self.modes();
        for mode in modes.ids() {
            writeln!(out, "  {{ // {}", modes.name_or(mode, "DefaultMode"));
            for class in &classes {
                let mut choices = modes.choices(*class)?.iter();
                let chosen = choices.find(|(of, _)| *of == mode);
                out.source(*class);
                match chosen {
                    Some((_, chosen)) => writeln!(
                        out,
                        "    {}RegClassID, // {}",
                        qualified_name(self.records.rec(*chosen))?,
                        class.name()
                    ),
                    None => writeln!(out, "    -1, // Missing mode entry for {}", class.name()),
                }
                out.no_source();
            }
            out.push("  },\n");
        }
        out.push("};\n\n");
        Ok(())
    }

    /// The last arguments of a call that passes the tables of register classes by mode. `none` if no class depends on
    /// the mode; empty in releases without such classes.
    pub(super) fn classes_by_mode_arguments(&self, none: &str) -> String {
        if !changes::has_classes_by_mode(self.cx.release()) {
            return String::new();
        }
        match self.classes_by_mode().len() {
            0 => none.to_owned(),
            count => format!(", &{}RegClassByHwModeTables[0][0], {count}", self.target),
        }
    }

    /// The argument that passes the register classes of the current mode to the constructor of the base class; empty if
    /// no class depends on the mode.
    pub(super) fn classes_of_mode(&self) -> String {
        if self.classes_by_mode().is_empty() {
            String::new()
        } else {
            format!(
                ", {}RegClassByHwModeTables[STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo)]",
                self.target
            )
        }
    }

    /// Since LLVM 22: writes, for each named part of a named operand record, a constant with the index of the part.
    pub(super) fn push_names_of_parts(&self, out: &mut Output) -> Result<(), Fatal> {
        if !changes::names_parts(self.cx.release()) {
            return Ok(());
        }
        out.push("\n");
        self.open(out, &[self.namespace]);
        out.try_each(self.records.derived("Operand")?, |out, operand: Rec| {
            if operand.is_anonymous() {
                return Ok(());
            }
            for (index, (_, name)) in operand.dag("MIOperandInfo")?.args().enumerate() {
                if let Some(name) = name {
                    let operand = operand.name();
                    writeln!(out, "constexpr unsigned SUBOP_{operand}_{name} = {index};");
                }
            }
            Ok::<_, Fatal>(())
        })?;
        self.close(out, &[self.namespace]);
        Ok(())
    }
}
