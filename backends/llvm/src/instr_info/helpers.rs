//! Functions for conditions on instructions (`TIIPredicate`).

use std::iter;

use backend::{Fatal, Output, Rec, record_class};

use super::{Emitter, changes};
use crate::predicate::Expander;

record_class! {
    /// A condition that is written as a C++ function.
    struct HelperDef("TIIPredicate") {
        function: string("FunctionName"),
        body: def("Body"),
    }
}

impl Emitter<'_> {
    /// Writes the functions on `MachineInstr`.
    pub(super) fn push_helpers(&self, out: &mut Output) -> Result<(), Fatal> {
        let helpers = HelperDef::all(self.records)?;
        self.start_spaced(out, "GET_INSTRINFO_HELPER_DECLS");
        out.try_each(helpers.iter().copied(), |out, helper| {
            let function = helper.function()?;
            writeln!(out, "static bool {function}(const MachineInstr &MI);");
            Ok::<_, Fatal>(())
        })?;
        out.push("\n#endif // GET_INSTRINFO_HELPER_DECLS\n\n");

        self.start_spaced(out, "GET_INSTRINFO_HELPERS");
        let mut expander = self.expander(false);
        out.try_each(helpers, |out, helper| {
            let (target, function) = (self.target, helper.function()?);
            writeln!(
                out,
                "bool {target}InstrInfo::{function}(const MachineInstr &MI) {{"
            );
            push_body(out, &mut expander, helper)
        })?;
        self.end(out, "GET_INSTRINFO_HELPERS");
        Ok(())
    }

    /// Writes the functions on `MCInst`.
    pub(super) fn push_machine_code_helpers(&self, out: &mut Output) -> Result<(), Fatal> {
        let target = self.target;
        let helpers = HelperDef::all(self.records)?;
        let release = self.cx.release();
        self.start_spaced(out, "GET_INSTRINFO_MC_HELPER_DECLS");
        let gap = changes::gap_of_part(release);
        write!(
            out,
            "namespace llvm {{\n{gap}class MCInst;\nclass FeatureBitset;\n\nnamespace {target}_MC {{\n\n"
        );
        out.try_each(helpers.iter().copied(), |out, helper| {
            writeln!(out, "bool {}(const MCInst &MI);", helper.function()?);
            Ok::<_, Fatal>(())
        })?;
        let end = changes::end_of_namespace(release);
        write!(
            out,
            "void verifyInstructionPredicates(unsigned Opcode, const FeatureBitset &Features);\n\n\
             {end} {target}_MC\n{gap}\
             {end} llvm\n\n\
             #endif // GET_INSTRINFO_MC_HELPER_DECLS\n\n"
        );
        self.start_spaced(out, "GET_INSTRINFO_MC_HELPERS");
        let namespace = format!("{target}_MC");
        changes::open(release, out, &[&namespace], ["", "\n"], "");
        let mut expander = self.expander(true);
        out.try_each(helpers, |out, helper| {
            writeln!(out, "bool {}(const MCInst &MI) {{", helper.function()?);
            push_body(out, &mut expander, helper)
        })?;
        self.close(out, &[&namespace]);
        out.push(changes::blank_after_helpers(release));
        changes::end_of_helpers(release, out);
        Ok(())
    }

    /// An expander for the bodies of all functions of a section. The bodies share one expander because each body may
    /// increase the indentation of the next body.
    fn expander(&self, for_machine_code: bool) -> Expander<'_> {
        let mut expander = Expander::new(self.target);
        expander.by_reference = true;
        expander.for_machine_code = for_machine_code;
        expander
    }
}

fn push_body(out: &mut Output, expander: &mut Expander, helper: HelperDef) -> Result<(), Fatal> {
    expander.text.clear();
    expander.text.extend(iter::repeat_n("  ", expander.indent));
    let body: Rec = helper.body()?;
    expander.expand_statement(body)?;
    out.push(&expander.text);
    out.push("\n}\n\n");
    Ok(())
}
