//! `-gen-clang-opcodes`: the opcodes of Clang's constant expression interpreter, with a variant for each combination of
//! types.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use backend::{Backend, Context, Fatal, Output, Rec};
use elaborate::records::Release;

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-opcodes",
    "Write the opcodes of the interpreter of constant expressions",
    &["Opcode"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let type_count = records.derived("Type")?.len();
    for rec in records.derived("Opcode")? {
        let opcode = Opcode::new(rec)?;
        out.source(rec);
        opcode.push_names(out);
        opcode.push_interpreter(out);
        opcode.push_disassembler(out);
        opcode.push_prototypes(out);
        opcode.push_group(out, type_count)?;
        opcode.push_emitter(out);
        opcode.push_evaluator(out);
    }
    Ok(())
}

mod changes {
    use elaborate::records::Release;

    /// Whether the interpreter passes `Result` to opcodes that can return. True before LLVM 21.
    pub(super) fn passes_result(release: Release) -> bool {
        release < Release::V21
    }

    /// Whether the disassembler collects the text of all lines before it prints them. True since LLVM 21, because the
    /// printed text is aligned.
    pub(super) fn collects_text(release: Release) -> bool {
        release >= Release::V21
    }

    /// The C++ type of a parameter for a source location. Since LLVM 22, the location is passed by value.
    pub(super) fn source_info(release: Release) -> &'static str {
        if release >= Release::V22 {
            "SourceInfo "
        } else {
            "const SourceInfo &"
        }
    }
}

struct Opcode<'a> {
    release: Release,
    name: Cow<'a, str>,
    args: Vec<Arg<'a>>,
    /// For each type that the opcode depends on, the types to choose from.
    classes: Vec<Vec<Rec<'a>>>,
    variants: Vec<Variant<'a>>,
    can_return: bool,
    changes_pc: bool,
    has_group: bool,
    custom_eval: bool,
    custom_link: bool,
}

/// An argument of an opcode.
struct Arg<'a> {
    ty: Cow<'a, str>,
    by_reference: bool,
}

/// The opcode for one choice of types.
struct Variant<'a> {
    /// The names of the opcode and the types, concatenated.
    name: String,
    types: Vec<Rec<'a>>,
    /// The types as template arguments.
    template_args: String,
}

/// The maximum number of variants of an opcode.
const MAX_VARIANTS: usize = 1 << 20;

impl<'a> Opcode<'a> {
    fn new(rec: Rec<'a>) -> Result<Opcode<'a>, Fatal> {
        let mut name = rec.string("Name")?;
        if name.is_empty() {
            name = rec.name().into();
        }
        let mut classes = Vec::new();
        for &class in rec.list("Types")? {
            let Some(class) = rec.records().def_of(class) else {
                return Err(rec.records().fatal("Expected a type class".to_owned()));
            };
            classes.push(class.list_of_defs("Types")?);
        }
        let variants = variants(rec, &name, &classes)?;
        // The reference reads these two fields for each variant. So an invalid field is an error only if there is a
        // variant.
        let is_there = !variants.is_empty();
        let can_return = is_there && rec.bit("CanReturn")?;
        let changes_pc = is_there && rec.bit("ChangesPC")?;
        let mut args = Vec::new();
        for arg in rec.list_of_defs("Args")? {
            args.push(Arg {
                by_reference: arg.bit("AsRef")?,
                ty: arg.string("Name")?,
            });
        }
        let custom_eval = rec.bit("HasCustomEval")?;
        Ok(Opcode {
            release: rec.records().release(),
            name,
            args,
            classes,
            variants,
            can_return,
            changes_pc,
            custom_eval,
            has_group: rec.bit("HasGroup")?,
            custom_link: rec.bit("HasCustomLink")?,
        })
    }

    fn push_names(&self, out: &mut Output) {
        out.push("#ifdef GET_OPCODE_NAMES\n");
        for Variant { name, .. } in &self.variants {
            writeln!(out, "OP_{name},");
        }
        out.push("#endif\n");
    }

    fn push_interpreter(&self, out: &mut Output) {
        let read = |(index, arg): (usize, &Arg)| {
            let reference = if arg.by_reference { "&" } else { "" };
            format!(
                "  const auto {reference}V{index} = ReadArg<{}>(S, PC);\n",
                arg.ty
            )
        };
        let reads: String = self.args.iter().enumerate().map(read).collect();
        let pc = if self.changes_pc { "PC" } else { "OpPC" };
        let result = if self.can_return && changes::passes_result(self.release) {
            ", Result"
        } else {
            ""
        };
        let args = format!("(S, {pc}{result}{})", self.numbered(", V"));
        out.push("#ifdef GET_INTERP\n");
        for variant in &self.variants {
            writeln!(out, "case OP_{}: {{", variant.name);
            if self.can_return {
                out.push("  bool DoReturn = (S.Current == StartFrame);\n");
            }
            out.push(&reads);
            writeln!(
                out,
                "  if (!{}{}{args})\n    return false;",
                self.name, variant.template_args
            );
            if self.can_return {
                out.push("  if (!S.Current || S.Current->isRoot())\n    return true;\n");
                out.push("  if (DoReturn)\n    return true;\n");
            }
            out.push("  continue;\n}\n");
        }
        out.push("#endif\n");
    }

    fn push_disassembler(&self, out: &mut Output) {
        if changes::collects_text(self.release) {
            return self.push_collector(out);
        }
        let read = |arg: &Arg| format!(" << ReadArg<{}>(P, PC) << \" \"", arg.ty);
        let reads: String = self.args.iter().map(read).collect();
        out.push("#ifdef GET_DISASM\n");
        for Variant { name, .. } in &self.variants {
            write!(
                out,
                "case OP_{name}:\n  PrintName(\"{name}\");\n  \
                 OS << \"\\t\"{reads} << \"\\n\";\n  continue;\n"
            );
        }
        out.push("#endif\n");
    }

    /// Writes the disassembler in the form of LLVM 21 and later. It collects the text of an opcode and its arguments.
    fn push_collector(&self, out: &mut Output) {
        let push = |arg: &Arg| format!("  Text.Args.push_back(printArg<{}>(P, PC));\n", arg.ty);
        let pushes: String = self.args.iter().map(push).collect();
        out.push("#ifdef GET_DISASM\n");
        for Variant { name, .. } in &self.variants {
            write!(
                out,
                "case OP_{name}:\n  Text.Op = PrintName(\"{name}\");\n{pushes}  break;\n"
            );
        }
        out.push("#endif\n");
    }

    fn push_prototypes(&self, out: &mut Output) {
        let bare = changes::source_info(self.release).trim_end();
        let parameters: String = self.args.iter().map(|arg| arg.parameter("")).collect();
        out.push("#if defined(GET_EVAL_PROTO) || defined(GET_LINK_PROTO)\n");
        for Variant { name, .. } in &self.variants {
            writeln!(out, "bool emit{name}({parameters}{bare});");
        }
        if self.custom_eval && !self.classes.is_empty() {
            // Declares a template. Handwritten evaluators specialize it.
            let types = vec!["PrimType"; self.classes.len()].join(", ");
            write!(
                out,
                "#if defined(GET_EVAL_PROTO)\n\
                 template<{types}>\n\
                 bool emit{}({}{bare});\n\
                 #endif\n",
                self.name,
                self.arg_types()
            );
        }
        out.push("#endif\n");
    }

    /// Writes the function that chooses a variant by types known at run time.
    fn push_group(&self, out: &mut Output, type_count: usize) -> Result<(), Fatal> {
        let info = changes::source_info(self.release);
        if !self.has_group {
            return Ok(());
        }
        let function = format!("emit{}", self.name);
        let types = "PrimType, ".repeat(self.classes.len());
        write!(
            out,
            "#if defined(GET_EVAL_PROTO) || defined(GET_LINK_PROTO)\n\
             [[nodiscard]] bool {function}({types}{}{info}I);\n\
             #endif\n\
             #if defined(GET_EVAL_IMPL) || defined(GET_LINK_IMPL)\n\
             bool\n\
             #if defined(GET_EVAL_IMPL)\n\
             EvalEmitter\n\
             #else\n\
             ByteCodeEmitter\n\
             #endif\n",
            self.arg_types()
        );
        let types: String = (0..self.classes.len())
            .map(|index| format!("PrimType T{index}, "))
            .collect();
        let parameters = self.parameters();
        writeln!(out, "::{function}({types}{parameters}{info}I) {{");
        let mut chosen = Variant {
            name: self.name.to_string(),
            types: Vec::new(),
            template_args: String::new(),
        };
        let args = (0..self.args.len()).map(|index| format!("A{index}, "));
        let args: String = args.collect();
        self.push_choice(out, &mut chosen, &args, type_count);
        out.push("}\n#endif\n");
        Ok(())
    }

    /// Writes a `switch` over the next type, or the call of the variant if all types are chosen.
    fn push_choice(
        &self,
        out: &mut Output,
        chosen: &mut Variant<'a>,
        args: &str,
        type_count: usize,
    ) {
        let index = chosen.types.len();
        let Some(class) = self.classes.get(index) else {
            self.push_call(out, chosen, args);
            return;
        };
        writeln!(out, "  switch (T{index}) {{");
        for ty in class {
            writeln!(out, "  case PT_{}:", ty.name());
            let length = chosen.name.len();
            chosen.name.push_str(ty.name());
            chosen.types.push(*ty);
            self.push_choice(out, chosen, args, type_count);
            chosen.types.pop();
            chosen.name.truncate(length);
        }
        if class.len() < type_count {
            let name = &self.name;
            writeln!(
                out,
                "  default: llvm_unreachable(\"invalid type: emit{name}\");"
            );
        }
        out.push("  }\n  llvm_unreachable(\"invalid enum value\");\n");
    }

    fn push_call(&self, out: &mut Output, variant: &Variant, args: &str) {
        let name = &variant.name;
        if self.custom_eval {
            // Handwritten evaluators are templates that take the types as template arguments.
            let types = template_args(&variant.types);
            write!(
                out,
                "#ifdef GET_LINK_IMPL\n    return emit{name}\n#else\n    return emit{}{types}\n#endif\n      ",
                self.name
            );
        } else {
            write!(out, "    return emit{name}");
        }
        writeln!(out, "({args}I);");
    }

    fn push_emitter(&self, out: &mut Output) {
        let info = changes::source_info(self.release);
        if self.custom_link {
            return;
        }
        out.push("#ifdef GET_LINK_IMPL\n");
        let types: Vec<_> = self.args.iter().map(|arg| &*arg.ty).collect();
        let types = types.join(", ");
        let (parameters, args) = (self.parameters(), self.numbered(", A"));
        for Variant { name, .. } in &self.variants {
            write!(
                out,
                "bool ByteCodeEmitter::emit{name}({parameters}{info}L) {{\n  \
                   return emitOp<{types}>(OP_{name}{args}, L);\n\
                 }}\n"
            );
        }
        out.push("#endif\n");
    }

    fn push_evaluator(&self, out: &mut Output) {
        let info = changes::source_info(self.release);
        if self.custom_eval {
            return;
        }
        let (parameters, args) = (self.parameters(), self.numbered(", A"));
        out.push("#ifdef GET_EVAL_IMPL\n");
        for variant in &self.variants {
            write!(
                out,
                "bool EvalEmitter::emit{}({parameters}{info}L) {{\n  \
                   if (!isActive()) return true;\n  \
                   CurrentSource = L;\n  \
                   return {}{}(S, OpPC{args});\n\
                 }}\n",
                variant.name, self.name, variant.template_args
            );
        }
        out.push("#endif\n");
    }

    /// All arguments as C++ parameters with the names `A0`, `A1`, …
    fn parameters(&self) -> String {
        let args = self.args.iter().enumerate();
        args.map(|(index, arg)| arg.parameter(&format!("A{index}")))
            .collect()
    }

    /// The types of all arguments, each followed by a comma.
    fn arg_types(&self) -> String {
        self.args
            .iter()
            .map(|arg| format!("{}, ", arg.ty))
            .collect()
    }

    /// `prefix` followed by the index of the argument, for each argument.
    fn numbered(&self, prefix: &str) -> String {
        (0..self.args.len())
            .map(|index| format!("{prefix}{index}"))
            .collect()
    }
}

impl Arg<'_> {
    /// The argument as a C++ parameter, followed by a comma. The spaces match the reference.
    fn parameter(&self, name: &str) -> String {
        if self.by_reference {
            format!("const {} &{name}, ", self.ty)
        } else {
            format!(" {} {name}, ", self.ty)
        }
    }
}

/// All combinations of types. The first type changes slowest.
fn variants<'a>(
    rec: Rec<'a>,
    name: &str,
    classes: &[Vec<Rec<'a>>],
) -> Result<Vec<Variant<'a>>, Fatal> {
    let mut variants = vec![Variant {
        name: name.to_owned(),
        types: Vec::new(),
        template_args: String::new(),
    }];
    for class in classes {
        if variants.len().saturating_mul(class.len()) > MAX_VARIANTS {
            return Err(rec.fatal(format!("'{}' has too many variants", rec.name())));
        }
        let with = |variant: &Variant<'a>, ty: &Rec<'a>| {
            let types: Vec<_> = variant.types.iter().chain([ty]).copied().collect();
            Variant {
                name: variant.name.clone() + ty.name(),
                template_args: template_args(&types),
                types,
            }
        };
        variants = variants
            .iter()
            .flat_map(|variant| class.iter().map(move |ty| with(variant, ty)))
            .collect();
    }
    Ok(variants)
}

fn template_args(types: &[Rec]) -> String {
    if types.is_empty() {
        return String::new();
    }
    let names: Vec<_> = types.iter().map(|ty| format!("PT_{}", ty.name())).collect();
    format!("<{}>", names.join(", "))
}
