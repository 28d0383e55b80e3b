//! The class that runs a match table.

use backend::{Context, Fatal, Output, Rec, RecordId};
use elaborate::records::Release;

use super::features::{Features, Needs};
use super::{Emission, Program, Table, Types, changes};

/// Writes the parts that all classes with a match table have in common.
pub(crate) struct Executor<'a> {
    pub class: &'a str,
    pub target: &'a str,
    pub features: &'a Features,
}

/// A piece of C++ code that becomes a case of a generated function.
pub(crate) struct Piece {
    /// The name of the case's enumerator.
    pub name: String,
    pub code: String,
    /// The records that the code comes from.
    pub sources: Vec<RecordId>,
}

/// A function with a case for each piece of code.
pub(crate) struct CodeFunction<'a> {
    /// A comment before the enumeration of the cases.
    pub comment: &'a str,
    /// The abbreviation of what the function checks (`MI`, `MO`), as part of C++ names.
    pub subject: &'a str,
    pub argument_type: &'a str,
    pub argument: &'a str,
    pub more_arguments: &'a str,
    /// The declarations at the start of the function.
    pub declarations: &'a str,
    pub pieces: &'a [Piece],
}

impl<'a> CodeFunction<'a> {
    /// A function that checks instructions.
    pub(crate) fn of_instructions(pieces: &'a [Piece]) -> CodeFunction<'a> {
        CodeFunction {
            comment: "",
            subject: "MI",
            argument_type: "const MachineInstr &",
            argument: "MI",
            more_arguments: ", const MatcherState &State",
            declarations: "",
            pieces,
        }
    }

    /// A function that checks operands.
    pub(crate) fn of_operands(pieces: &'a [Piece]) -> CodeFunction<'a> {
        CodeFunction {
            subject: "MO",
            argument_type: "const MachineOperand &",
            argument: "MO",
            ..CodeFunction::of_instructions(pieces)
        }
    }

    /// A function that checks constants.
    pub(crate) fn of_constants(
        subject: &'a str,
        argument_type: &'a str,
        pieces: &'a [Piece],
    ) -> CodeFunction<'a> {
        CodeFunction {
            comment: "",
            subject,
            argument_type,
            argument: "Imm",
            more_arguments: "",
            declarations: "",
            pieces,
        }
    }
}

impl Executor<'_> {
    /// Writes the C++ constant with the number of conditions, and the C++ type of sets of conditions.
    pub(crate) fn push_bitset(&self, out: &mut Output, section: &str) {
        let count = self.features.count();
        write!(
            out,
            "#ifdef {section}\nconst unsigned MAX_SUBTARGET_PREDICATES = {count};\n\
             using PredicateBitset = llvm::Bitset<MAX_SUBTARGET_PREDICATES>;\n#endif // ifdef {section}\n\n"
        );
    }

    /// Writes the declarations of the members that the executor of the match table needs.
    pub(crate) fn push_members(&self, release: Release, out: &mut Output, section: &str) {
        let class = self.class;
        let of_operands = if changes::checks_operands(release) {
            "  bool testMOPredicate_MO(unsigned PredicateID, const MachineOperand &MO, \
                 const MatcherState &State) const override;\n"
        } else {
            ""
        };
        write!(
            out,
            "#ifdef {section}\n  mutable MatcherState State;\n  \
             typedef ComplexRendererFns({class}::*ComplexMatcherMemFn)(MachineOperand &) const;\n  \
             typedef void({class}::*CustomRendererFn)(MachineInstrBuilder &, const MachineInstr &, int) const;\n  \
             const ExecInfoTy<PredicateBitset, ComplexMatcherMemFn, CustomRendererFn> ExecInfo;\n  \
             static {class}::ComplexMatcherMemFn ComplexPredicateFns[];\n  \
             static {class}::CustomRendererFn CustomRenderers[];\n  \
             bool testImmPredicate_I64(unsigned PredicateID, int64_t Imm) const override;\n  \
             bool testImmPredicate_APInt(unsigned PredicateID, const APInt &Imm) const override;\n  \
             bool testImmPredicate_APFloat(unsigned PredicateID, const APFloat &Imm) const override;\n  \
             const uint8_t *getMatchTable() const override;\n  \
             bool testMIPredicate_MI(unsigned PredicateID, const MachineInstr &MI, const MatcherState &State) const override;\n{of_operands}  \
             bool testSimplePredicate(unsigned PredicateID) const override;\n  \
             bool runCustomAction(unsigned FnID, const MatcherState &State, NewMIVector &OutMIs) const override;\n\
             #endif // ifdef {section}\n\n"
        );
    }

    /// Writes the initializers of the executor's members.
    pub(crate) fn push_initializers(&self, out: &mut Output, renderers: usize, section: &str) {
        write!(
            out,
            "#ifdef {section}\n, State({renderers}),\n\
             ExecInfo(TypeObjects, NumTypeObjects, FeatureBitsets, ComplexPredicateFns, CustomRenderers)\n\
             #endif // ifdef {section}\n\n"
        );
    }

    /// Writes the data members that store which conditions hold, and the member functions that return or set them.
    pub(crate) fn push_feature_members(&self, out: &mut Output, section: &str) {
        let target = self.target;
        write!(
            out,
            "#ifdef {section}\nPredicateBitset AvailableModuleFeatures;\n\
             mutable PredicateBitset AvailableFunctionFeatures;\n\
             PredicateBitset getAvailableFeatures() const {{\n  \
             return AvailableModuleFeatures | AvailableFunctionFeatures;\n}}\n\
             PredicateBitset\ncomputeAvailableModuleFeatures(const {target}Subtarget *Subtarget) const;\n\
             PredicateBitset\ncomputeAvailableFunctionFeatures(const {target}Subtarget *Subtarget,\n                                 \
             const MachineFunction *MF) const;\n\
             void setupGeneratedPerFunctionState(MachineFunction &MF) override;\n#endif // ifdef {section}\n"
        );
    }

    /// Writes the initializers of the data members that store which conditions hold.
    pub(crate) fn push_feature_initializers(&self, out: &mut Output, section: &str) {
        write!(
            out,
            "#ifdef {section}\nAvailableModuleFeatures(computeAvailableModuleFeatures(&STI)),\n\
             AvailableFunctionFeatures()\n#endif // ifdef {section}\n"
        );
    }

    /// Writes the tables of types and of conditions.
    pub(crate) fn push_types_and_features(
        &self,
        cx: &Context,
        out: &mut Output,
        types: &Types,
        rules: &[Needs],
    ) -> Result<(), Fatal> {
        types.push(cx, out);
        self.features.push(cx, out, self.class, self.target, rules)
    }

    /// Writes the table of functions that match complex operands, given as records of class `GIComplexOperandMatcher`.
    pub(crate) fn push_complex_patterns(
        &self,
        out: &mut Output,
        matchers: &[Rec],
    ) -> Result<(), Fatal> {
        let class = self.class;
        out.push("// ComplexPattern predicates.\nenum {\n  GICP_Invalid,\n");
        out.each(matchers.iter().copied(), |out, it| {
            writeln!(out, "  GICP_{},", it.name())
        });
        write!(
            out,
            "}};\n// See constructor for table contents\n\n\
             {class}::ComplexMatcherMemFn\n{class}::ComplexPredicateFns[] = {{\n  nullptr, // GICP_Invalid\n"
        );
        out.try_each(matchers.iter().copied(), |out, it: Rec| {
            let (function, name) = (it.string("MatcherFn")?, it.name());
            writeln!(out, "  &{class}::{function}, // {name}");
            Ok::<_, Fatal>(())
        })?;
        out.push("};\n\n");
        Ok(())
    }

    /// Writes the table of functions that render operands.
    pub(crate) fn push_renderers(&self, cx: &Context, out: &mut Output, renderers: &[Piece]) {
        let class = self.class;
        let each = |out: &mut Output, start: &str| {
            for piece in renderers {
                out.sources(|| piece.sources.iter().map(|it| cx.records.rec(*it)));
                writeln!(out, "  {start}{},", piece.name);
            }
            out.no_source();
        };
        out.push("// Custom renderers.\nenum {\n  GICR_Invalid,\n");
        each(out, "GICR_");
        write!(
            out,
            "}};\n{class}::CustomRendererFn\n{class}::CustomRenderers[] = {{\n  nullptr, // GICR_Invalid\n"
        );
        each(out, &format!("&{class}::"));
        out.push("};\n\n");
    }

    /// Writes the function that checks operands, if the release has this function.
    pub(crate) fn push_operand_function(
        &self,
        cx: &Context,
        out: &mut Output,
        function: &CodeFunction,
    ) {
        if changes::checks_operands(cx.release()) {
            self.push_function(cx, out, function);
        }
    }

    /// Writes a function whose cases are pieces of code from the source.
    pub(crate) fn push_function(&self, cx: &Context, out: &mut Output, function: &CodeFunction) {
        let CodeFunction {
            comment,
            subject,
            argument_type,
            argument,
            more_arguments,
            declarations,
            pieces,
        } = *function;
        if !comment.is_empty() {
            writeln!(out, "// {comment}");
        }
        let prefix = format!("GICXXPred_{subject}_Predicate_");
        push_numbers(cx, out, &prefix, "GICXXPred_Invalid", pieces);
        let class = self.class;
        write!(
            out,
            "bool {class}::test{argument}Predicate_{subject}(unsigned PredicateID, {argument_type} {argument}{more_arguments}) const {{\n{declarations}"
        );
        if !declarations.is_empty() {
            out.push("\n");
        }
        if !pieces.is_empty() {
            out.push("  switch (PredicateID) {\n");
            for piece in pieces {
                out.sources(|| piece.sources.iter().map(|it| cx.records.rec(*it)));
                let (name, code) = (&piece.name, indented(&piece.code));
                write!(
                    out,
                    "  case GICXXPred_{subject}_Predicate_{name}: {{\n    {code}\n"
                );
                if !code
                    .trim_start_matches(backend::text::SPACES)
                    .starts_with("return")
                {
                    writeln!(
                        out,
                        "    llvm_unreachable(\"{name} should have returned\");"
                    );
                }
                out.push("  }\n");
            }
            out.no_source();
            out.push("  }\n");
        }
        out.push("  llvm_unreachable(\"Unknown predicate\");\n  return false;\n}\n");
    }

    /// Writes the function that returns the match table.
    pub(crate) fn push_table(
        &self,
        out: &mut Output,
        program: &Program,
        emission: &Emission,
    ) -> Result<(), Fatal> {
        let mut table = Table::new(emission.cx.release(), out.keeps_map());
        program.emit(&mut table, emission)?;
        push_macros(emission.cx.release(), out);
        let class = self.class;
        writeln!(out, "const uint8_t *{class}::getMatchTable() const {{");
        table.push(emission.cx, out);
        out.push("  return MatchTable0;\n}\n");
        for bytes in [2, 4, 8] {
            writeln!(out, "#undef GIMT_Encode{bytes}");
        }
        out.push("\n");
        Ok(())
    }
}

/// Writes the enumeration of the pieces. Its values begin after the value of the enumerator `behind`. Nothing is
/// written if there are no pieces.
pub(crate) fn push_numbers(
    cx: &Context,
    out: &mut Output,
    prefix: &str,
    behind: &str,
    pieces: &[Piece],
) {
    if pieces.is_empty() {
        return;
    }
    out.push("enum {\n");
    let mut value = format!(" = {behind} + 1");
    for piece in pieces {
        out.sources(|| piece.sources.iter().map(|it| cx.records.rec(*it)));
        writeln!(out, "  {prefix}{}{value},", piece.name);
        value.clear();
    }
    out.no_source();
    out.push("};\n");
}

/// The code, indented like the statements of a case. The first line is not changed.
pub(crate) fn indented(code: &str) -> String {
    code.replace('\n', "\n    ")
}

/// Writes the macros that split numbers into bytes, in the byte order of the host.
fn push_macros(release: Release, out: &mut Output) {
    // As in the reference, there are two blanks in the middle of the longest macro.
    let define = |out: &mut Output, bytes: u32, is_little: bool| {
        write!(out, "#define GIMT_Encode{bytes}(Val)");
        for place in 0..bytes {
            let at = if is_little { place } else { bytes - 1 - place };
            let blanks = if (bytes, place) == (8, 4) { "  " } else { " " };
            let comma = if place + 1 < bytes { "," } else { "" };
            let byte = changes::byte_of_macro(release, bytes, at);
            write!(out, "{blanks}{byte}{comma}");
        }
        out.push("\n");
    };
    out.push("#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__\n");
    [2, 4, 8]
        .into_iter()
        .for_each(|bytes| define(out, bytes, true));
    out.push("#else\n");
    [2, 4, 8]
        .into_iter()
        .for_each(|bytes| define(out, bytes, false));
    out.push("#endif\n");
}
