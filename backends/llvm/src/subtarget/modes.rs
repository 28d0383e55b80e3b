//! The functions that return the hardware modes of a subtarget.

use backend::{Fatal, Output, Rec, Release};
use target_model::hw_modes::{HwMode, ModeDef};

use super::Emitter;
use crate::assembler_predicates;

mod changes {
    use super::{Rec, Release};

    /// Whether a mode depends on predicates only. Before LLVM 22, a mode also had a string of features.
    pub(super) fn have_predicates_only(release: Release) -> bool {
        release >= Release::V22
    }

    /// Whether `object` is a register class, so that the mode that selects it is the mode for register information.
    /// Before LLVM 22, modes do not select register classes.
    pub(super) fn chooses_classes(release: Release, object: Rec) -> bool {
        release >= Release::V22 && object.is_a("RegisterClass")
    }
}

impl Emitter<'_> {
    /// Writes the function that returns the set of a subtarget's hardware modes, and the function that returns the mode
    /// of one kind. Writes nothing if there is only one mode.
    pub(super) fn push_modes(
        &self,
        out: &mut Output,
        class: &str,
        for_machine_code: bool,
    ) -> Result<(), Fatal> {
        let modes = &self.modes;
        if modes.count() == 1 {
            return Ok(());
        }
        let mut sets = [("ValueType", 0u32), ("RegInfo", 0), ("EncodingInfo", 0)];
        for select in self.records.derived("HwModeSelect")? {
            for (mode, object) in modes.choices(select)? {
                let object = self.records.rec(*object);
                let kind = match () {
                    () if object.is_a("ValueType") => 0,
                    () if object.is_a("RegInfo") || object.is_a("SubRegRange") => 1,
                    () if object.is_a("InstructionEncoding") => 2,
                    () if changes::chooses_classes(self.release(), object) => 1,
                    () => continue,
                };
                if let Some(bit) = mode.0.checked_sub(1) {
                    sets[kind].1 |= 1u32.wrapping_shl(bit);
                }
            }
        }
        writeln!(out, "unsigned {class}::getHwModeSet() const {{");
        self.push_prolog_of_modes(out, for_machine_code)?;
        out.push("  // Collect HwModes and store them as a bit set.\n  unsigned Modes = 0;\n");
        for (id, mode) in modes.iter() {
            out.source(self.records.rec(mode.rec));
            out.push("  if (");
            self.push_condition_of_mode(out, mode, for_machine_code)?;
            writeln!(out, ") Modes |= (1 << {});", id.0 - 1);
            out.no_source();
        }
        write!(
            out,
            "  return Modes;\n}}\n\
             unsigned {class}::getHwMode(enum HwModeType type) const {{\n\
             \x20 unsigned Modes = getHwModeSet();\n\n\
             \x20 if (!Modes)\n    return Modes;\n\n\
             \x20 switch (type) {{\n\
             \x20 case HwMode_Default:\n    return llvm::countr_zero(Modes) + 1;\n"
        );
        for (kind, set) in sets {
            write!(
                out,
                "  case HwMode_{kind}:\n\
                 \x20   Modes &= {set};\n\
                 \x20   if (!Modes)\n      return Modes;\n\
                 \x20   if (!llvm::has_single_bit<unsigned>(Modes))\n\
                 \x20     llvm_unreachable(\"Two or more HwModes for {kind} were found!\");\n\
                 \x20   return llvm::countr_zero(Modes) + 1;\n"
            );
        }
        out.push(
            "  }\n  llvm_unreachable(\"unexpected HwModeType\");\n  return 0; // should not get here\n}\n",
        );
        Ok(())
    }

    /// Since LLVM 22: writes the variables that the conditions of modes use.
    fn push_prolog_of_modes(&self, out: &mut Output, for_machine_code: bool) -> Result<(), Fatal> {
        if !changes::have_predicates_only(self.release()) {
            return Ok(());
        }
        if for_machine_code {
            out.push("  [[maybe_unused]] const FeatureBitset &FB = getFeatureBits();\n");
            return Ok(());
        }
        let prologs = self.records.derived_if_defined("HwModePredicateProlog");
        if prologs.is_empty() {
            write!(
                out,
                "  [[maybe_unused]] const auto *Subtarget =\n\
                 \x20     static_cast<const {}Subtarget *>(this);\n",
                self.target
            );
        }
        out.try_each(prologs, |out, prolog: Rec| {
            writeln!(out, "{}", prolog.string("Code")?);
            Ok(())
        })
    }

    fn push_condition_of_mode(
        &self,
        out: &mut Output,
        mode: &HwMode,
        for_machine_code: bool,
    ) -> Result<(), Fatal> {
        if !changes::have_predicates_only(self.release()) {
            write!(out, "checkFeatures(\"{}\")", mode.features);
            return Ok(());
        }
        if !for_machine_code {
            out.push(&mode.condition);
            return Ok(());
        }
        let predicates = ModeDef(self.records.rec(mode.rec)).predicates()?;
        assembler_predicates::push_all_of(out, self.records, self.target, &predicates)
    }
}
