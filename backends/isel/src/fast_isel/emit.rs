//! Writes the C++ functions of the selector.

use std::borrow::Cow;

use backend::{Context, Fatal, Output, Rec, Release, bail};
use pattern_model::{Patterns, Tree};
use target_model::value_types::ValueType;

use super::collect::{ByOperation, ByResult, ByType, Choice, Functions, MadeResult};
use super::signature::{PredicateNames, Signature};

pub(super) fn write(cx: &Context, out: &mut Output, functions: &Functions) -> Result<(), Fatal> {
    let patterns = functions.patterns;
    let (reg, none) = changes::register(cx.release());
    let writer = Writer {
        reg,
        none,
        cx,
        functions,
        names: PredicateNames::new(cx.records, patterns, &functions.immediates),
        namespace: patterns.instructions.namespace(),
    };
    writer.push_predicates(out);
    for (signature, operations) in &functions.by_signature {
        writer.push_signature(out, signature, operations)?;
    }
    Ok(())
}

mod changes {
    use super::{Cow, Release, ValueType};

    /// The C++ type of registers, and the C++ value that denotes no register. Before LLVM 21, registers were numbers.
    pub(super) fn register(release: Release) -> (&'static str, &'static str) {
        if release >= Release::V21 {
            ("Register", "Register()")
        } else {
            ("unsigned", "0")
        }
    }

    /// The name of a type in C++. Before LLVM 21, types without a fixed size had special names.
    pub(super) fn type_name(release: Release, ty: ValueType) -> Cow<'static, str> {
        match ty {
            ValueType::OTHER if release < Release::V21 => "UNKNOWN".into(),
            ValueType::IPTR | ValueType::IPTR_ANY if release < Release::V21 => {
                "TLI.getPointerTy()".into()
            }
            ty => format!("MVT::{}", ty.name()).into(),
        }
    }
}

struct Writer<'a, 'c> {
    /// The C++ type of registers.
    reg: &'static str,
    /// The C++ value that denotes no register.
    none: &'static str,
    cx: &'c Context<'c>,
    functions: &'a Functions<'a>,
    names: PredicateNames,
    namespace: &'a str,
}

/// The function that is being written: its name without the suffix for the signature, the signature, and that suffix.
#[derive(Clone, Copy)]
struct Function<'a> {
    name: &'a str,
    signature: &'a Signature,
    suffix: &'a str,
}

impl<'a> Writer<'a, '_> {
    fn patterns(&self) -> &'a Patterns {
        self.functions.patterns
    }

    fn type_name(&self, ty: ValueType) -> Cow<'static, str> {
        changes::type_name(self.cx.release(), ty)
    }

    fn push_predicates(&self, out: &mut Output) {
        let mut fragments = self.functions.immediates.iter().peekable();
        if fragments.peek().is_none() {
            return;
        }
        out.push("\n// FastEmit Immediate Predicate functions.\n");
        for id in fragments {
            let fragment = &self.patterns().fragments[id];
            out.of(self.cx.records.rec(fragment.rec), |out| {
                write!(
                    out,
                    "static bool {}(int64_t Imm) {{\n{}\n}}\n",
                    fragment.predicate.function_name(self.cx.records),
                    fragment.predicate.immediate_code
                );
            });
        }
        out.push("\n\n");
    }

    /// Writes the functions for the operations of a signature, and the function that calls them.
    fn push_signature(
        &self,
        out: &mut Output,
        signature: &Signature,
        operations: &ByOperation,
    ) -> Result<(), Fatal> {
        let suffix = signature.suffix(&self.names);
        for (operation, types) in operations {
            self.tie(out, types.values().flat_map(|it| it.values()).flatten());
            write!(out, "// FastEmit functions for {operation}.\n\n");
            out.no_source();
            let operation = c_name(operation);
            for (ty, results) in types {
                let function = Function {
                    name: &format!("{operation}_{}", c_name(&self.type_name(*ty))),
                    signature,
                    suffix: &suffix,
                };
                self.push_type(out, function, results)?;
            }
            let function = Function {
                name: &operation,
                signature,
                suffix: &suffix,
            };
            self.push_operation(out, function, types);
        }
        self.push_top(out, signature, &suffix, operations);
        Ok(())
    }

    /// Writes the functions for operands of one type: a function for each type of the result, and a function that calls
    /// these functions. If there is only one type of the result, a single function is written.
    fn push_type(
        &self,
        out: &mut Output,
        function: Function,
        results: &ByResult,
    ) -> Result<(), Fatal> {
        let Function {
            name,
            signature,
            suffix,
        } = function;
        let (reg, none) = (self.reg, self.none);
        let parameters = signature.parameters(reg, "MVT RetVT");
        let all = || results.values().flatten();
        if let Some((result, choices)) = only(results) {
            let result = self.type_name(result);
            self.tie(out, all());
            write!(
                out,
                "{reg} fastEmit_{name}_{suffix}({parameters}) {{\n  if (RetVT.SimpleTy != {result})\n    return {none};\n"
            );
            out.no_source();
            return self.push_choices(out, signature, choices, "RetVT");
        }
        for (result, choices) in results {
            let result = self.type_name(*result);
            self.tie(out, choices);
            writeln!(
                out,
                "{reg} fastEmit_{name}_{}_{suffix}({}) {{",
                c_name(&result),
                signature.parameters(reg, "")
            );
            out.no_source();
            self.push_choices(out, signature, choices, &result)?;
        }
        self.tie(out, all());
        write!(
            out,
            "{reg} fastEmit_{name}_{suffix}({parameters}) {{\nswitch (RetVT.SimpleTy) {{\n"
        );
        let arguments = signature.arguments("", |_| false);
        for (result, choices) in results {
            let result = self.type_name(*result);
            self.tie(out, choices);
            writeln!(
                out,
                "  case {result}: return fastEmit_{name}_{}_{suffix}({arguments});",
                c_name(&result)
            );
        }
        out.no_source();
        write!(out, "  default: return {none};\n}}\n}}\n\n");
        Ok(())
    }

    /// Writes the rest of a function, which emits the instruction of the first choice whose condition holds. An error
    /// if a choice without a condition precedes a choice with a condition.
    fn push_choices(
        &self,
        out: &mut Output,
        signature: &Signature,
        choices: &[Choice],
        result: &str,
    ) -> Result<(), Fatal> {
        let mut is_settled = false;
        for choice in choices {
            if choice.condition.is_empty() {
                is_settled = true;
            } else if is_settled {
                bail!(
                    self.cx.records,
                    "Multiple instructions match and one with no predicate came before one with a predicate!  name:{}  predicate: {}",
                    self.cx.records.rec(choice.instruction).name(),
                    choice.condition
                );
            }
            self.tie(out, [choice]);
            self.push_choice(out, signature, choice, result);
            out.no_source();
        }
        if !is_settled {
            writeln!(out, "  return {};", self.none);
        }
        out.push("}\n\n");
        Ok(())
    }

    fn push_choice(&self, out: &mut Output, signature: &Signature, choice: &Choice, result: &str) {
        let condition = &choice.condition;
        if !condition.is_empty() {
            write!(out, "  if ({condition}) {{\n  ");
        }
        for (number, register) in choice.registers.iter().enumerate() {
            if let Some(register) = register {
                writeln!(
                    out,
                    "  BuildMI(*FuncInfo.MBB, FuncInfo.InsertPt, MIMD, TII.get(TargetOpcode::COPY), {register}).addReg(Op{number});"
                );
            }
        }
        out.push("  return fastEmitInst_");
        match &choice.result {
            MadeResult::Part(index) => writeln!(out, "extractsubreg({result}, Op0, {index});"),
            MadeResult::Class(class) => {
                let is_moved = |number: usize| choice.registers[number].is_some();
                let namespace = self.namespace;
                let class = &self.patterns().registers.classes[*class].name;
                let name = self.cx.records.rec(choice.instruction).name();
                let first = format!("{namespace}::{name}, &{namespace}::{class}RegClass");
                let arguments = signature.arguments(&first, is_moved);
                writeln!(out, "{}({arguments});", signature.letters(is_moved));
            }
        }
        if !condition.is_empty() {
            out.push("  }\n");
        }
    }

    /// Writes the function for an operation. The function calls the functions for the types of the operands.
    fn push_operation(&self, out: &mut Output, function: Function, types: &ByType) {
        let Function {
            name,
            signature,
            suffix,
        } = function;
        let reg = self.reg;
        self.tie(out, types.values().flat_map(|it| it.values()).flatten());
        write!(
            out,
            "{reg} fastEmit_{name}_{suffix}({}) {{\n  switch (VT.SimpleTy) {{\n",
            signature.parameters(reg, "MVT VT, MVT RetVT")
        );
        let arguments = signature.arguments("RetVT", |_| false);
        for (ty, results) in types {
            let ty = self.type_name(*ty);
            self.tie(out, results.values().flatten());
            writeln!(
                out,
                "  case {ty}: return fastEmit_{name}_{}_{suffix}({arguments});",
                c_name(&ty)
            );
        }
        out.no_source();
        write!(out, "  default: return {};\n  }}\n}}\n\n", self.none);
    }

    /// Writes the function for a signature, which calls the functions for its operations. Before these calls, the
    /// written function tries the signatures that only differ in predicates of immediates.
    fn push_top(
        &self,
        out: &mut Output,
        signature: &Signature,
        suffix: &str,
        operations: &ByOperation,
    ) {
        let reg = self.reg;
        out.push("// Top-level FastEmit function.\n\n");
        let overrides = if signature.has_predicates() {
            ""
        } else {
            "override "
        };
        writeln!(
            out,
            "{reg} fastEmit_{suffix}({}) {overrides}{{",
            signature.parameters(reg, "MVT VT, MVT RetVT, unsigned Opcode")
        );
        for narrower in self.functions.narrower.get(signature).into_iter().flatten() {
            write!(
                out,
                "  if ({})\n    if ({reg} Reg = fastEmit_{}({}))\n      return Reg;\n\n",
                self.condition(narrower),
                narrower.suffix(&self.names),
                narrower.arguments("VT, RetVT, Opcode", |_| false)
            );
        }
        out.push("  switch (Opcode) {\n");
        let arguments = signature.arguments("VT, RetVT", |_| false);
        for (operation, types) in operations {
            self.tie(out, types.values().flat_map(|it| it.values()).flatten());
            writeln!(
                out,
                "  case {operation}: return fastEmit_{}_{suffix}({arguments});",
                c_name(operation)
            );
        }
        out.no_source();
        write!(out, "  default: return {};\n  }}\n}}\n\n", self.none);
    }

    /// The C++ condition under which all predicates of a signature's immediates hold. It also requires that `VT` is the
    /// type of each predicate.
    fn condition(&self, signature: &Signature) -> String {
        let conditions = signature.predicates().map(|(number, id)| {
            let ty = self.names.ty(id).map_or("", ValueType::name);
            format!(
                "VT == MVT::{ty} && {}(imm{number})",
                self.names.function(id)
            )
        });
        conditions.collect::<Vec<_>>().join(" &&\n        ")
    }

    /// Source map: the text that follows comes from the patterns of `choices`, and from the records that the choices
    /// name.
    fn tie<'b>(&self, out: &mut Output, choices: impl IntoIterator<Item = &'b Choice>) {
        out.sources(|| {
            let choices = choices.into_iter();
            choices.flat_map(|it| self.sources(it)).collect::<Vec<_>>()
        });
    }

    fn sources(&self, choice: &Choice) -> Vec<Rec<'_>> {
        let patterns = self.patterns();
        let pattern = &patterns.list[choice.pattern];
        let mut sources = vec![pattern.rec, choice.instruction];
        sources.extend(patterns.sd_node(&patterns.src(pattern)).map(|it| it.rec));
        let mut add = |tree: Tree| sources.extend(tree.leaf_record().map(|it| it.rec));
        patterns.src(pattern).for_each(&mut add);
        patterns.dst(pattern).for_each(&mut add);
        let records = self.cx.records;
        let sources = sources.into_iter().map(|it| records.rec(it));
        sources.chain(pattern.predicate_records(records)).collect()
    }
}

/// The entry for the only type of the result; `None` unless there is exactly one type.
fn only(results: &ByResult) -> Option<(ValueType, &[Choice])> {
    let mut all = results.iter();
    match (all.next(), all.next()) {
        (Some((ty, choices)), None) => Some((*ty, choices)),
        _ => None,
    }
}

/// A qualified C++ name as part of a function's name: the first `::` becomes an underscore.
fn c_name(name: &str) -> String {
    name.replacen("::", "_", 1)
}
