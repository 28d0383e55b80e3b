//! `-gen-register-bank`: the register banks of a target, for instruction selection.

use backend::bit_set::BitSet;
use backend::ids::Id;
use backend::text::push_header_without_input;
use backend::{Backend, Context, Diagnostic, Fatal, Output, Rec, Severity, bail, record_class};
use target_model::hw_modes::ModeId;
use target_model::registers::{ClassId, RegisterClass, Registers};

mod class_table;

record_class! {
    struct BankDef("RegisterBank") {
        name: string("Name"),
        classes: list_of_defs("RegisterClasses"),
    }
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-register-bank",
    "Describe the banks of a target's registers",
    &["RegisterBank"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let registers = cx.model::<Registers>()?;
    out.phase("Analyze records");
    let mut banks = Vec::new();
    for def in BankDef::all(cx.records)? {
        banks.push(Bank::read(def, &registers)?);
    }
    out.phase("Warn ambiguous");
    warn_of_names(cx, &registers, &banks)?;
    out.phase("Emit output");
    push_header_without_input(out, "Register Bank Source Fragments");
    let target = registers.target.name.as_str();
    out.push("#ifdef GET_REGBANK_DECLARATIONS\n#undef GET_REGBANK_DECLARATIONS\n");
    push_declarations(out, target, &banks);
    out.push("#endif // GET_REGBANK_DECLARATIONS\n\n");
    out.push("#ifdef GET_TARGET_REGBANK_CLASS\n#undef GET_TARGET_REGBANK_CLASS\n");
    write!(
        out,
        "private:\n  static const RegisterBank *RegBanks[];\n  static const unsigned Sizes[];\n\n"
    );
    if class_table::is_written(cx.release()) {
        class_table::push_declaration(out);
    }
    write!(
        out,
        "protected:\n  {target}GenRegisterBankInfo(unsigned HwMode = 0);\n\n"
    );
    out.push("#endif // GET_TARGET_REGBANK_CLASS\n\n");
    out.push("#ifdef GET_TARGET_REGBANK_IMPL\n#undef GET_TARGET_REGBANK_IMPL\n");
    push_implementation(cx, out, &registers, &banks)?;
    out.push("#endif // GET_TARGET_REGBANK_IMPL\n");
    Ok(())
}

struct Bank<'a> {
    def: BankDef<'a>,
    /// The register classes of the bank, in the order in which the search finds them.
    classes: Vec<ClassId>,
}

impl<'a> Bank<'a> {
    /// Reads a bank. The bank has the classes that it lists and their subclasses. For each of these classes and each
    /// sub-register index, the bank also has the classes that contain all the class's sub-registers with this index.
    fn read(def: BankDef<'a>, registers: &Registers) -> Result<Bank<'a>, Fatal> {
        let listed = def.classes()?.into_iter().map(|it| registers.class_of(it));
        let listed: Vec<ClassId> = listed.collect::<Result<_, Fatal>>()?;
        let mut search = Search {
            registers,
            visited: BitSet::new(),
            known: BitSet::new(),
            found: Vec::new(),
        };
        for class in listed {
            search.visit(class);
        }
        Ok(Bank {
            def,
            classes: search.found,
        })
    }

    /// The spill size of the bank's largest registers in a mode, in bits; `None` if no class has a size in this mode.
    fn size(&self, registers: &Registers, mode: ModeId) -> Option<u32> {
        let sizes = self.classes.iter();
        let sizes = sizes.filter_map(|it| registers.classes[*it].size.get(mode));
        sizes.map(|it| it.spill_size).max()
    }
}

struct Search<'a> {
    registers: &'a Registers,
    /// Classes whose subclasses were visited.
    visited: BitSet<ClassId>,
    known: BitSet<ClassId>,
    found: Vec<ClassId>,
}

impl Search<'_> {
    fn visit(&mut self, id: ClassId) {
        // Each class is entered at most once, so the recursion is no deeper than the nesting of subclasses.
        if !self.visited.insert(id) {
            return;
        }
        self.add(id);
        let class: &RegisterClass = &self.registers.classes[id];
        let mut related = class.sub_classes.clone();
        let projected: BitSet<ClassId> = class.projected().collect();
        related.union_with(&projected);
        for other in related.iter() {
            if other != id && class.sub_classes.contains(other) {
                self.visit(other);
            }
            if projected.contains(other) {
                self.add(other);
            }
        }
    }

    fn add(&mut self, id: ClassId) {
        if self.known.insert(id) {
            self.found.push(id);
        }
    }
}

/// Warns if a class and a bank have the same name, apart from case.
fn warn_of_names(cx: &Context, registers: &Registers, banks: &[Bank]) -> Result<(), Fatal> {
    let mut names = Vec::new();
    for class in registers.classes.iter() {
        for (at, bank) in banks.iter().enumerate() {
            if names.len() == at {
                names.push(bank.def.name()?);
            }
            if names[at].eq_ignore_ascii_case(&class.name) {
                let say = |rec: Rec, severity, message: &str| {
                    cx.report(rec.diagnostic(severity, message.to_owned()));
                };
                say(
                    *bank.def,
                    Severity::Warning,
                    "Register bank names should be distinct from register classes to avoid ambiguous MIR",
                );
                say(*bank.def, Severity::Note, "RegisterBank was declared here");
                let note = "RegisterClass was declared here";
                match class.rec {
                    Some(rec) => say(cx.records.rec(rec), Severity::Note, note),
                    None => cx.report(Diagnostic::new(Severity::Note, None, note.to_owned())),
                }
            }
        }
    }
    Ok(())
}

fn push_declarations(out: &mut Output, target: &str, banks: &[Bank]) {
    write!(
        out,
        "namespace llvm {{\nnamespace {target} {{\nenum : unsigned {{\n  InvalidRegBankID = ~0u,\n"
    );
    for (number, bank) in banks.iter().enumerate() {
        out.of(*bank.def, |out| {
            writeln!(out, "  {}ID = {number},", bank.def.id_name());
        });
    }
    write!(
        out,
        "  NumRegisterBanks,\n}};\n}} // end namespace {target}\n}} // end namespace llvm\n"
    );
}

fn push_implementation(
    cx: &Context,
    out: &mut Output,
    registers: &Registers,
    banks: &[Bank],
) -> Result<(), Fatal> {
    let target = registers.target.name.as_str();
    write!(out, "namespace llvm {{\nnamespace {target} {{\n");
    for bank in banks {
        push_classes(cx, out, registers, bank);
    }
    out.push("\n");
    let count = registers.classes.len();
    for bank in banks {
        out.source(*bank.def);
        let (name, text) = (bank.def.id_name(), bank.def.name()?);
        writeln!(
            out,
            "constexpr RegisterBank {name}(/* ID */ {target}::{name}ID, /* Name */ \"{text}\", \
             /* CoveredRegClasses */ {name}CoverageData, /* NumRegClasses */ {count});"
        );
    }
    out.no_source();
    write!(
        out,
        "}} // end namespace {target}\n\nconst RegisterBank *{target}GenRegisterBankInfo::RegBanks[] = {{\n"
    );
    for bank in banks {
        out.source(*bank.def);
        writeln!(out, "    &{target}::{},", bank.def.id_name());
    }
    out.no_source();
    out.push("};\n\n");
    writeln!(
        out,
        "const unsigned {target}GenRegisterBankInfo::Sizes[] = {{"
    );
    for mode in registers.modes().ids() {
        let name = registers.modes().name_or(mode, "Default");
        writeln!(out, "    // Mode = {} ({name})", mode.0);
        for bank in banks {
            out.source(*bank.def);
            let Some(size) = bank.size(registers, mode) else {
                bail!(
                    bank.def,
                    "the register bank '{}' has no classes",
                    bank.def.id_name()
                );
            };
            writeln!(out, "    {size},");
        }
        out.no_source();
    }
    write!(
        out,
        "}};\n\n{target}GenRegisterBankInfo::{target}GenRegisterBankInfo(unsigned HwMode)\n    \
         : RegisterBankInfo(RegBanks, {target}::NumRegisterBanks, Sizes, HwMode) {{\n  \
         // Assert that RegBank indices match their ID's\n#ifndef NDEBUG\n  \
         for (auto RB : enumerate(RegBanks))\n    \
         assert(RB.index() == RB.value()->getID() && \"Index != ID\");\n\
         #endif // NDEBUG\n}}\n"
    );
    if class_table::is_written(cx.release()) {
        class_table::push(cx, out, registers, banks);
    }
    out.push("} // end namespace llvm\n");
    Ok(())
}

/// The number of classes in a word of a mask.
const WORD: usize = 32;

/// Writes the bit mask of the classes in a bank.
fn push_classes(cx: &Context, out: &mut Output, registers: &Registers, bank: &Bank) {
    let words = registers.classes.len().div_ceil(WORD);
    let mut by_word = vec![Vec::new(); words];
    for class in &bank.classes {
        by_word[class.index() / WORD].push(*class);
    }
    out.of(*bank.def, |out| {
        writeln!(
            out,
            "const uint32_t {}CoverageData[] = {{",
            bank.def.id_name()
        );
    });
    for (word, classes) in by_word.into_iter().enumerate() {
        let first = word * WORD;
        writeln!(out, "    // {first}-{}", first + WORD - 1);
        for class in classes {
            out.sources(|| {
                let sources = registers.class_sources(class).into_iter();
                let sources = sources.map(|it| cx.records.rec(it));
                sources.chain([*bank.def])
            });
            let name = registers.classes[class].qualified_name();
            writeln!(out, "    (1u << ({name}RegClassID - {first})) |");
        }
        out.no_source();
        out.push("    0,\n");
    }
    out.push("};\n");
}

impl<'a> BankDef<'a> {
    /// The name of the record, which is part of the bank's enumerator. The field `Name` may have another value.
    fn id_name(self) -> &'a str {
        self.0.name()
    }
}
