//! Writes the table of semantics.

use backend::text::push_header_without_input;
use backend::{Context, Fatal, Output, Rec, RecordId, Records, bail};
use indexmap::{IndexMap, IndexSet};
use pattern_model::{Meaning, Semantics, Tree};
use rustc_hash::FxHashMap;
use target_model::instructions::{Flags, InstructionId};
use target_model::value_types::ValueType;

use super::flatten::{Flat, Flattener, Shared, complex_pattern_kind};

/// Writes the table. `generic` lists the names of the instructions that all targets have, in the order of their
/// numbers.
pub(super) fn write(cx: &Context, generic: &[&str], out: &mut Output) -> Result<(), Fatal> {
    let semantics = cx.model::<Semantics>()?;
    let records = cx.records;
    let instructions = numbered(records, generic)?;
    let mut shared = Shared::new(records, &semantics);
    let usable = usable(records, &semantics, &instructions, &mut shared)?;
    let kinds = complex_pattern_kinds(records)?;
    let table = Table {
        records,
        semantics: &semantics,
        target: &semantics.patterns.instructions.target.name,
        instructions,
        usable,
        shared,
        kinds,
    };
    push_header_without_input(out, "Target Instruction Semantics");
    out.push("namespace llvm {\n#ifdef GET_INSTR_SEMA\n");
    table.push_instructions(out);
    table.push_names(out)?;
    out.push("#endif // GET_INSTR_SEMA\n#ifdef GET_REGISTER_SEMA\n");
    table.push_registers(out);
    out.push("#endif // GET_REGISTER_SEMA\n} // end namespace llvm\n");
    Ok(())
}

/// The instructions in the order of their numbers: first the instructions that all targets have, then the instructions
/// outside of the namespace `TargetOpcode`, in byte order of their names.
fn numbered<'a>(records: &'a Records, generic: &[&str]) -> Result<Vec<Rec<'a>>, Fatal> {
    let mut all = Vec::new();
    for name in generic {
        match records.def(name).filter(|it| it.is_a("Instruction")) {
            Some(instruction) => all.push(instruction),
            None => bail!(records, "Could not find '{name}' instruction!"),
        }
    }
    let mut own = Vec::new();
    for instruction in records.derived("Instruction")? {
        if instruction.string("Namespace")? != "TargetOpcode" {
            own.push(instruction);
        }
    }
    own.sort_unstable_by_key(|it| it.name());
    all.append(&mut own);
    Ok(all)
}

/// The semantics of an instruction, as trees and as a sequence of operations.
struct Usable<'a> {
    meaning: &'a Meaning,
    flat: Flat,
}

/// The semantics that the table can express. Records of class `Semantics` take precedence over the instructions' own
/// patterns.
fn usable<'a>(
    records: &'a Records,
    semantics: &'a Semantics,
    numbered: &[Rec<'a>],
    shared: &mut Shared,
) -> Result<FxHashMap<InstructionId, Usable<'a>>, Fatal> {
    let instructions = &semantics.patterns.instructions;
    let mut usable: FxHashMap<InstructionId, Usable> = FxHashMap::default();
    let mut flatten = |meaning: &'a Meaning, usable: &mut FxHashMap<_, Usable<'a>>| {
        let instruction = instructions.get(meaning.instruction);
        let flattener = Flattener::new(records, semantics, instruction, shared);
        let trees = meaning.trees.iter().map(|it| semantics.patterns.tree(*it));
        let flat = flattener.flatten(trees)?;
        if flat.is_usable() {
            usable.insert(meaning.instruction, Usable { meaning, flat });
        }
        Ok::<_, Fatal>(())
    };
    let mut given: FxHashMap<InstructionId, &Meaning> = FxHashMap::default();
    for meaning in &semantics.given {
        // If an instruction has several descriptions, the first description is used.
        let first = given.entry(meaning.instruction).or_insert(meaning);
        if std::ptr::eq(*first, meaning) {
            flatten(meaning, &mut usable)?;
        }
    }
    let own = semantics.own.iter().map(|it| (it.instruction, it));
    let own: FxHashMap<InstructionId, &Meaning> = own.collect();
    for rec in numbered {
        let Some(id) = instructions.number(*rec) else {
            continue;
        };
        let is_code_gen_only = instructions.get(id).is(Flags::IS_CODE_GEN_ONLY);
        if let Some(meaning) = own.get(&id)
            && !is_code_gen_only
            && !usable.contains_key(&id)
        {
            flatten(meaning, &mut usable)?;
        }
    }
    Ok(usable)
}

/// The kinds of complex patterns in byte order of their names, each with the records of the kind.
fn complex_pattern_kinds(records: &Records) -> Result<IndexMap<String, Vec<Rec<'_>>>, Fatal> {
    let mut kinds: IndexMap<String, Vec<Rec>> = IndexMap::new();
    for rec in by_name(records, "ComplexPattern")? {
        kinds
            .entry(complex_pattern_kind(rec)?)
            .or_default()
            .push(rec);
    }
    kinds.sort_unstable_keys();
    Ok(kinds)
}

/// The records of a class in byte order of their names.
fn by_name<'a>(records: &'a Records, class: &str) -> Result<Vec<Rec<'a>>, Fatal> {
    let mut derived = records.derived(class)?;
    derived.sort_unstable_by_key(|it| it.name());
    Ok(derived)
}

struct Table<'a> {
    records: &'a Records,
    semantics: &'a Semantics,
    target: &'a str,
    instructions: Vec<Rec<'a>>,
    usable: FxHashMap<InstructionId, Usable<'a>>,
    shared: Shared,
    kinds: IndexMap<String, Vec<Rec<'a>>>,
}

impl<'a> Table<'a> {
    fn usable(&self, instruction: Rec) -> Option<&Usable<'a>> {
        let number = self.semantics.patterns.instructions.number(instruction)?;
        self.usable.get(&number)
    }

    fn push_instructions(&self, out: &mut Output) {
        let target = self.target;
        writeln!(
            out,
            "namespace {target} {{\nnamespace ComplexPattern {{\nenum {{"
        );
        for (kind, recs) in &self.kinds {
            out.sources(|| recs.iter().copied());
            writeln!(out, "  {kind},");
        }
        out.no_source();
        out.push("};\n} // End ComplexPattern namespace\n\nnamespace {\n\n");

        out.push("const uint16_t InstSemantics[] = {\n  DCINS::END_OF_INSTRUCTION,\n");
        let mut starts: FxHashMap<RecordId, usize> = FxHashMap::default();
        let mut offset = 1;
        // The first instruction is `PHI`, which never remains in machine code.
        for instruction in self.instructions.iter().skip(1) {
            if let Some(usable) = self.usable(*instruction) {
                starts.insert(instruction.id(), offset);
                let said_by = self.records.rec(usable.meaning.rec);
                out.sources(|| [*instruction, said_by]);
                offset += self.push_meaning(out, *instruction, usable);
            }
        }
        out.no_source();
        out.push("};\n\nconst unsigned OpcodeToSemaIdx[] = {\n");
        out.each(self.instructions.iter().copied(), |out, rec| {
            match starts.get(&rec.id()) {
                Some(start) => out.push_number(*start as i128),
                None => out.push("~0U"),
            }
            writeln!(out, ", \t// {}", rec.name());
        });
        out.push("};\n\nconst uint64_t ConstantArray[] = {\n");
        for constant in &self.shared.constants {
            writeln!(out, "  {}ULL,", *constant as u64);
        }
        writeln!(
            out,
            "}};\n\n\n}} // end anonymous namespace\n}} // end namespace {target}"
        );
    }

    /// Writes a comment with an instruction's semantics, then its operations. Returns the number of table elements
    /// written.
    fn push_meaning(&self, out: &mut Output, instruction: Rec, usable: &Usable) -> usize {
        write!(out, "  /*\n{}: ", instruction.name());
        let trees = &usable.meaning.trees;
        let several = trees.len() > 1;
        out.push(if several { "[\n" } else { "" });
        for tree in trees {
            out.push("\t");
            self.push_tree(out, self.semantics.patterns.tree(*tree));
            out.push("\n");
        }
        out.push(if several { "]\n" } else { "" });
        out.push("  */\n");

        let mut elements = 1;
        for operation in &usable.flat.operations {
            let (types, operands) = (&operation.types, &operation.operands);
            let (results, count) = (types.len(), operands.len());
            write!(out, "  {}, ({results}<<8)|{count}", operation.opcode);
            types
                .iter()
                .for_each(|it| write!(out, ", MVT::{}", it.name()));
            operands.iter().for_each(|it| write!(out, ", {it}"));
            out.push(",\n");
            elements += 2 + results + count;
        }
        if let Some(register) = usable.flat.implicit.first() {
            let name = self.records.rec(*register).name();
            writeln!(out, "  DCINS::IMPLICIT, 0, {}::{name},", self.target);
            elements += 3;
        }
        out.push("  DCINS::END_OF_INSTRUCTION,\n");
        elements
    }

    /// Writes a tree with its types, predicates, transforms and names.
    fn push_tree(&self, out: &mut Output, tree: Tree) {
        let patterns = &self.semantics.patterns;
        let name = |rec| self.records.rec(rec).name();
        match (tree.rec(), tree.int()) {
            (None, Some(value)) => out.push_number(value),
            (Some(leaf), _) if tree.is_leaf() => out.push(name(leaf)),
            (Some(operator), _) => write!(out, "({}", name(operator)),
            (None, None) => out.push("?"),
        }
        for types in &tree.types {
            let ty = types.machine_type().map_or("<empty>", ValueType::name);
            write!(out, ":{ty}");
        }
        if !tree.is_leaf() {
            for (number, child) in tree.children().enumerate() {
                out.push(if number == 0 { " " } else { ", " });
                self.push_tree(out, child);
            }
            out.push(")");
        }
        for call in &tree.extras.predicates {
            let fragment = &patterns.fragments[call.fragment];
            write!(out, "<<P:Predicate_{}>>", fragment.name(self.records));
        }
        if let Some(transform) = tree.extras.transform {
            write!(out, "<<X:{}>>", name(patterns.transforms[transform].rec));
        }
        if let Some(name) = tree.name {
            write!(out, ":${}", name.as_str());
        }
    }

    /// Writes the functions that return the names of kinds of complex patterns, predicates, operands and opcodes.
    fn push_names(&self, out: &mut Output) -> Result<(), Fatal> {
        let (target, records) = (self.target, self.records);
        let name = |out: &mut Output, space: &str, name: &str| {
            writeln!(out, "  case {space}::{name}: return \"{name}\";");
        };
        self.push_switch(out, "ComplexPatternName", "CPKind", |out| {
            let space = format!("{target}::ComplexPattern");
            for (kind, recs) in &self.kinds {
                out.sources(|| recs.iter().copied());
                name(out, &space, kind);
            }
        });
        self.push_switch(out, "PredicateName", "PredKind", |out| {
            for fragment in &self.shared.predicates {
                let rec = records.rec(self.semantics.patterns.fragments[*fragment].rec);
                out.source(rec);
                name(out, "TargetOpcode::Predicate", rec.name());
            }
        });
        let operands = by_name(records, "Operand")?;
        self.push_switch(out, "CustomOpName", "CustomOpKind", |out| {
            let space = format!("{target}::OpTypes");
            for rec in operands.into_iter().filter(|it| !it.is_anonymous()) {
                out.source(rec);
                name(out, &space, rec.name());
            }
        });
        self.push_opcode_names(out)
    }

    fn push_switch(
        &self,
        out: &mut Output,
        function: &str,
        argument: &str,
        push_cases: impl FnOnce(&mut Output),
    ) {
        let target = self.target;
        writeln!(
            out,
            "StringRef {target}DCInstruction::getDC{function}(unsigned {argument}) const {{\n  switch({argument}) {{"
        );
        push_cases(out);
        out.no_source();
        out.push("  default: return \"<unknown>\";\n  }\n}\n\n");
    }

    fn push_opcode_names(&self, out: &mut Output) -> Result<(), Fatal> {
        write!(
            out,
            "StringRef {}DCInstruction::getDCOpcodeName(unsigned Opcode) const {{\n  switch(Opcode) {{",
            self.target
        );
        let mut seen = IndexSet::new();
        for rec in by_name(self.records, "SDNode")? {
            let opcode = rec.string("Opcode")?;
            // Some targets have nodes whose opcode is not a qualified C++ enumerator.
            if opcode.contains("::") && seen.insert(opcode.clone()) {
                out.source(rec);
                writeln!(out, "  case {opcode}:\n    return \"{opcode}\";");
            }
        }
        out.no_source();
        out.push("  default: return \"<unknown op>\";\n  }\n}\n");
        Ok(())
    }

    /// Writes the first type of each register class. A class without types gets no type, nor does a class whose first
    /// type depends on the mode.
    fn push_registers(&self, out: &mut Output) {
        let registers = &self.semantics.patterns.registers;
        writeln!(out, "namespace {} {{\nnamespace {{\n", self.target);
        out.push("const MVT::SimpleValueType RegClassVTs[] = {\n");
        for (id, class) in registers.classes.with_ids() {
            out.sources(|| {
                let sources = registers.class_sources(id).into_iter();
                sources.map(|it| self.records.rec(it))
            });
            let ty = class.types.first().and_then(|it| it.types.as_simple());
            let ty = ty.map_or(String::new(), |it| type_text(*it));
            writeln!(out, "  {ty}, // {} ", class.name);
        }
        out.no_source();
        writeln!(
            out,
            "}};\n\n\n}} // end anonymous namespace\n}} // end namespace {}",
            self.target
        );
    }
}

/// The C++ expression for a type. The table has `i64` in place of `x86mmx`, which is 64 bits wide.
fn type_text(ty: ValueType) -> String {
    match ty.name() {
        "x86mmx" => "MVT::i64".to_owned(),
        "Other" => "UNKNOWN".to_owned(),
        "iPTR" | "iPTRAny" => "TLI.getPointerTy()".to_owned(),
        name => format!("MVT::{name}"),
    }
}
