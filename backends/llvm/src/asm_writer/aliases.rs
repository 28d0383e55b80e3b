//! The function that prints an instruction as one of its aliases.

mod pattern;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use backend::text::qualified_name;
use backend::{Fatal, Output, Rec, RecordId, bail};
use rustc_hash::FxHashMap;
use target_model::instructions::{Aliases, InstAlias, InstAliasDef};

use super::Emitter;
use pattern::Pattern;

pub(super) fn push(emitter: &Emitter, out: &mut Output) -> Result<(), Fatal> {
    out.push("\n#ifdef PRINT_ALIAS_INSTR\n#undef PRINT_ALIAS_INSTR\n\n");
    let aliases = emitter.cx.model::<Aliases>()?;
    let mut printers = Printers::default();
    let mut patterns: BTreeMap<String, Vec<Pattern>> = BTreeMap::new();
    for (name, candidates) in by_instruction(emitter, &aliases)? {
        let mut all = Vec::new();
        for candidate in candidates {
            all.extend(Pattern::read(emitter, &mut printers, &candidate)?);
        }
        patterns.insert(name, all);
    }
    let tables = Tables::collect(emitter, patterns, out);
    if tables.pattern_count == 0 {
        emitter.push_alias_function(out);
        out.push("  return false;\n}\n\n#endif // PRINT_ALIAS_INSTR\n");
        return Ok(());
    }
    let class = emitter.class();
    if !printers.predicates.is_empty() {
        out.source(*emitter.def);
        write!(
            out,
            "static bool {class}ValidateMCOperand(const MCOperand &MCOp,\n\
             \x20                 const MCSubtargetInfo &STI,\n\
             \x20                 unsigned PredicateIndex);\n"
        );
        out.no_source();
    }
    emitter.push_alias_function(out);
    tables.push(out);
    let validate = if printers.predicates.is_empty() {
        "nullptr".to_owned()
    } else {
        format!("&{class}ValidateMCOperand")
    };
    let (subtarget, info) = (
        emitter.if_subtarget("STI, "),
        if emitter.passes_subtarget {
            "&STI"
        } else {
            "nullptr"
        },
    );
    out.push(SORT_CHECK);
    write!(
        out,
        "  AliasMatchingData M {{\n    ArrayRef(OpToPatterns),\n    ArrayRef(Patterns),\n\
         \x20   ArrayRef(Conds),\n    StringRef(AsmStrings, std::size(AsmStrings)),\n    {validate},\n  }};\n\
         \x20 const char *AsmString = matchAliasPatterns(MI, {info}, M);\n\
         \x20 if (!AsmString) return false;\n\n"
    );
    out.push(PRINT_TEXT_START);
    write!(
        out,
        "          printCustomAliasOperand(MI, Address, OpIdx, PrintMethodIdx, {subtarget}OS);\n\
         \x20       }} else\n\
         \x20         printOperand(MI, unsigned(AsmString[I++]) - 1, {subtarget}OS);\n"
    );
    out.push(PRINT_TEXT_END);
    printers.push(emitter, out)?;
    out.push("#endif // PRINT_ALIAS_INSTR\n");
    Ok(())
}

const SORT_CHECK: &str = "#ifndef NDEBUG
  static struct SortCheck {
    SortCheck(ArrayRef<PatternsForOpcode> OpToPatterns) {
      assert(std::is_sorted(
                 OpToPatterns.begin(), OpToPatterns.end(),
                 [](const PatternsForOpcode &L, const PatternsForOpcode &R) {
                   return L.Opcode < R.Opcode;
                 }) &&
             \"tablegen failed to sort opcode patterns\");
    }
  } sortCheckVar(OpToPatterns);
#endif

";

const PRINT_TEXT_START: &str = r"  unsigned I = 0;
  while (AsmString[I] != ' ' && AsmString[I] != '\t' &&
         AsmString[I] != '$' && AsmString[I] != '\0')
    ++I;
  OS << '\t' << StringRef(AsmString, I);
  if (AsmString[I] != '\0') {
    if (AsmString[I] == ' ' || AsmString[I] == '\t') {
      OS << '\t';
      ++I;
    }
    do {
      if (AsmString[I] == '$') {
        ++I;
        if (AsmString[I] == (char)0xff) {
          ++I;
          int OpIdx = AsmString[I++] - 1;
          int PrintMethodIdx = AsmString[I++] - 1;
";

const PRINT_TEXT_END: &str = r"      } else {
        OS << AsmString[I++];
      }
    } while (AsmString[I] != '\0');
  }

  return true;
}

";

impl Emitter<'_> {
    /// Writes the head of the function that prints an instruction as an alias.
    fn push_alias_function(&self, out: &mut Output) {
        out.source(*self.def);
        writeln!(
            out,
            "bool {}::printAliasInstr(const MCInst *MI, uint64_t Address, {}raw_ostream &OS) {{",
            self.class(),
            self.if_subtarget("const MCSubtargetInfo &STI, ")
        );
        out.no_source();
    }
}

/// The functions that print operands of aliases, and the operand classes with conditions that check operands.
#[derive(Default)]
struct Printers<'a> {
    /// The names of the functions that print operands. The flag says whether a function takes the address of the
    /// instruction. If a name occurs again with another flag, the first flag is kept.
    methods: Vec<(String, bool)>,
    /// The operand classes that have a condition.
    predicates: Vec<Rec<'a>>,
    predicate_numbers: FxHashMap<RecordId, usize>,
}

impl<'a> Printers<'a> {
    /// The index of the function `name`, which prints operands. Adds the function if its name is new.
    fn method(&mut self, name: &str, is_pc_relative: bool) -> usize {
        let known = self.methods.iter().position(|(it, _)| it == name);
        known.unwrap_or_else(|| {
            self.methods.push((name.to_owned(), is_pc_relative));
            self.methods.len() - 1
        })
    }

    /// The number of the condition of an operand class, counted from 1; `None` if the class has no condition.
    fn predicate(&mut self, class: Rec<'a>) -> Result<Option<usize>, Fatal> {
        if let Some(known) = self.predicate_numbers.get(&class.id()) {
            return Ok(Some(*known));
        }
        if class.value("MCOperandPredicate")? == backend::ValueId::UNSET {
            return Ok(None);
        }
        self.predicates.push(class);
        let number = self.predicates.len();
        self.predicate_numbers.insert(class.id(), number);
        Ok(Some(number))
    }

    fn push(&self, emitter: &Emitter, out: &mut Output) -> Result<(), Fatal> {
        let class = emitter.class();
        write!(
            out,
            "void {class}::printCustomAliasOperand(\n\
             \x20        const MCInst *MI, uint64_t Address, unsigned OpIdx,\n\
             \x20        unsigned PrintMethodIdx,\n{}         raw_ostream &OS) {{\n",
            emitter.if_subtarget("         const MCSubtargetInfo &STI,\n")
        );
        if self.methods.is_empty() {
            out.push("  llvm_unreachable(\"Unknown PrintMethod kind\");\n");
        } else {
            out.push(
                "  switch (PrintMethodIdx) {\n  default:\n\
                 \x20   llvm_unreachable(\"Unknown PrintMethod kind\");\n    break;\n",
            );
            for (number, (name, is_pc_relative)) in self.methods.iter().enumerate() {
                let address = if *is_pc_relative { "Address, " } else { "" };
                let subtarget = emitter.if_subtarget("STI, ");
                write!(
                    out,
                    "  case {number}:\n    {name}(MI, {address}OpIdx, {subtarget}OS);\n    break;\n"
                );
            }
            out.push("  }\n");
        }
        out.push("}\n\n");
        if self.predicates.is_empty() {
            return Ok(());
        }
        write!(
            out,
            "static bool {class}ValidateMCOperand(const MCOperand &MCOp,\n\
             \x20                 const MCSubtargetInfo &STI,\n\
             \x20                 unsigned PredicateIndex) {{\n\
             \x20 switch (PredicateIndex) {{\n  default:\n\
             \x20   llvm_unreachable(\"Unknown MCOperandPredicate kind\");\n    break;\n"
        );
        for (number, class) in (1..).zip(&self.predicates) {
            let code = class.string("MCOperandPredicate")?;
            out.of(*class, |out| {
                write!(out, "  case {number}: {{\n{code}\n    }}\n");
            });
        }
        out.push("  }\n}\n\n");
        Ok(())
    }
}

/// An alias that may be printed.
struct Candidate<'a> {
    def: InstAliasDef<'a>,
    alias: &'a InstAlias,
    priority: i32,
}

/// The printable aliases by the names of their instructions. Aliases of higher priority come first.
fn by_instruction<'a>(
    emitter: &Emitter<'a>,
    aliases: &'a Aliases,
) -> Result<BTreeMap<String, Vec<Candidate<'a>>>, Fatal> {
    let mut by_instruction: BTreeMap<String, Vec<Candidate>> = BTreeMap::new();
    for (id, alias) in &aliases.list {
        let def = InstAliasDef(emitter.records.rec(*id));
        let priority = def.priority()? as i32;
        if priority < 1 {
            continue;
        }
        let Some(instruction) = def.result()?.op_def() else {
            bail!(def, "Expected record as operator");
        };
        let name = qualified_name(instruction)?;
        let alias = alias.as_ref().map_err(Clone::clone)?;
        let candidate = Candidate {
            def,
            alias,
            priority,
        };
        by_instruction.entry(name).or_default().push(candidate);
    }
    for candidates in by_instruction.values_mut() {
        candidates.sort_by_key(|it| (Reverse(it.priority), it.def.order()));
    }
    Ok(by_instruction)
}

/// The tables of alias patterns.
struct Tables<'a, 'o> {
    opcodes: Output<'o>,
    patterns: Output<'o>,
    conditions: Output<'o>,
    pattern_count: usize,
    condition_count: usize,
    strings: Strings<'a>,
}

/// The texts of aliases, without duplicates.
#[derive(Default)]
struct Strings<'a> {
    offsets: FxHashMap<String, u32>,
    list: Vec<(u32, String, InstAliasDef<'a>)>,
    size: u32,
}

impl<'a> Strings<'a> {
    fn add(&mut self, pattern: &Pattern<'a>) -> u32 {
        let (text, size) = pattern.encoded();
        if let Some(known) = self.offsets.get(&text) {
            return *known;
        }
        let offset = self.size;
        self.offsets.insert(text.clone(), offset);
        self.list.push((offset, text, pattern.def));
        self.size = offset.wrapping_add(size + 1);
        offset
    }
}

impl<'a> Tables<'a, '_> {
    fn collect(
        emitter: &Emitter<'a>,
        mut patterns: BTreeMap<String, Vec<Pattern<'a>>>,
        out: &Output,
    ) -> Self {
        let mut tables = Tables {
            opcodes: out.part(),
            patterns: out.part(),
            conditions: out.part(),
            pattern_count: 0,
            condition_count: 0,
            strings: Strings::default(),
        };
        // The rows are in ascending order of opcodes, because LLVM finds a row by binary search.
        for (id, instruction) in emitter.instructions.iter() {
            let name = match &*instruction.namespace {
                "" => instruction.name.to_string(),
                namespace => format!("{namespace}::{}", instruction.name),
            };
            if let Some(patterns) = patterns.remove(&name) {
                tables.add(emitter.rec(id), &name, patterns);
            }
        }
        tables
    }

    fn add(&mut self, instruction: Rec<'a>, name: &str, patterns: Vec<Pattern<'a>>) {
        // Patterns with the same key are ambiguous, so none of them is used.
        let mut seen: FxHashMap<_, usize> = FxHashMap::default();
        for pattern in &patterns {
            *seen.entry(pattern.key()).or_default() += 1;
        }
        let unique: Vec<&Pattern> = patterns.iter().filter(|it| seen[&it.key()] == 1).collect();
        if unique.is_empty() {
            return;
        }
        let start = self.pattern_count;
        self.patterns.source(instruction);
        writeln!(self.patterns, "    // {name} - {start}");
        for pattern in unique {
            self.patterns.source(*pattern.def);
            self.conditions.source(*pattern.def);
            let first = self.condition_count;
            let conditions = pattern.conditions.len();
            writeln!(self.conditions, "    // {} - {first}", pattern.result);
            for condition in &pattern.conditions {
                writeln!(self.conditions, "    {{{condition}}},");
            }
            self.condition_count += conditions;
            let offset = self.strings.add(pattern);
            let operands = pattern.machine_operands;
            writeln!(
                self.patterns,
                "    {{{offset}, {first}, {operands}, {conditions} }},"
            );
            self.pattern_count += 1;
        }
        self.opcodes.source(instruction);
        patterns.iter().for_each(|it| self.opcodes.source(*it.def));
        let count = self.pattern_count - start;
        writeln!(self.opcodes, "    {{{name}, {start}, {count} }},");
        for output in [&mut self.opcodes, &mut self.patterns, &mut self.conditions] {
            output.no_source();
        }
    }

    fn push(self, out: &mut Output) {
        let tables = [
            ("PatternsForOpcode OpToPatterns", self.opcodes),
            ("AliasPattern Patterns", self.patterns),
            ("AliasPatternCond Conds", self.conditions),
        ];
        for (declaration, rows) in tables {
            writeln!(out, "  static const {declaration}[] = {{");
            out.append(rows);
            out.push("  };\n\n");
        }
        out.push("  static const char AsmStrings[] =\n");
        for (offset, text, def) in &self.strings.list {
            out.of(*def, |out| {
                writeln!(out, "    /* {offset} */ \"{text}\\0\"");
            });
        }
        out.push("  ;\n\n");
    }
}
