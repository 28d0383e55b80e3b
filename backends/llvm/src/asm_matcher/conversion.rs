//! The functions that convert parsed operands to the operands of an instruction, and their tables.

use std::collections::BTreeMap;
use std::fmt::Write;

use backend::number::push_number;
use backend::text::qualified_name;
use backend::{Fatal, Output, Rec, bail};
use elaborate::sym;
use rustc_hash::FxHashMap;
use target_model::matcher::{MatchClass, MatchClassId, MatchClassKind, Matchable, ResultOperand};

use super::Emitter;
use super::names::identifier;
use super::template::Template;

/// The conversions of the operands of all matchables.
pub(super) struct Conversions {
    /// The names of the conversions. A name lists the kinds of the operands.
    pub signatures: NameList,
    /// The conversion of each matchable, as an index in `signatures`.
    pub of_matchables: Vec<usize>,
}

/// A list of distinct names, in insertion order.
#[derive(Default)]
pub(super) struct NameList {
    list: Vec<String>,
    numbers: FxHashMap<String, usize>,
}

impl NameList {
    /// Adds a name if it is new. Returns its index, and whether it is new.
    fn add(&mut self, name: &str) -> (usize, bool) {
        if let Some(known) = self.numbers.get(name) {
            return (*known, false);
        }
        self.numbers.insert(name.to_owned(), self.list.len());
        self.list.push(name.to_owned());
        (self.list.len() - 1, true)
    }

    pub(super) fn get(&self, number: usize) -> &str {
        &self.list[number]
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }
}

/// A tied operand: the machine operand that is copied, and the two parsed operands that must be equal. The numbers are
/// written as bytes of a table.
type Tie = (u8, u8, u8);

/// The operand kinds that always exist. Tables refer to a kind by its index.
const FIRST_KINDS: [&str; 3] = ["CVT_Done", "CVT_Reg", "CVT_Tied"];
const DONE: u8 = 0;
const TIED: u8 = 2;

struct Writer<'a, 'b> {
    emitter: &'b Emitter<'a>,
    kinds: NameList,
    /// For each operand class, the kind of its operands as an index in `kinds`.
    of_classes: FxHashMap<MatchClassId, u8>,
    signatures: NameList,
    of_matchables: Vec<usize>,
    rows: Vec<(Vec<u8>, Rec<'a>)>,
    /// The row and the signature of the current matchable. Both are reused, since most signatures already exist and
    /// need no copy.
    row: Vec<u8>,
    signature: String,
    longest: usize,
    ties: BTreeMap<Tie, Rec<'a>>,
    /// The cases of the C++ function that creates operands.
    make: Output<'b>,
    /// The cases of the C++ function that determines the numbers of operands.
    number: Output<'b>,
}

pub(super) fn push(emitter: &Emitter, out: &mut Output) -> Result<Conversions, Fatal> {
    let mut writer = Writer {
        emitter,
        kinds: NameList::default(),
        of_classes: FxHashMap::default(),
        signatures: NameList::default(),
        of_matchables: Vec::with_capacity(emitter.matcher.matchables.len()),
        rows: Vec::new(),
        row: Vec::new(),
        signature: String::new(),
        // The length of a row for an instruction that the target converts itself.
        longest: 2,
        ties: BTreeMap::new(),
        make: out.part(),
        number: out.part(),
    };
    for kind in FIRST_KINDS {
        writer.kinds.add(kind);
    }
    for matchable in &emitter.matcher.matchables {
        writer.add(matchable)?;
    }
    Ok(writer.finish(out))
}

impl<'a> Writer<'a, '_> {
    fn add(&mut self, matchable: &Matchable) -> Result<(), Fatal> {
        let rec = self.emitter.rec(matchable);
        let instruction = self.emitter.records.rec(self.emitter.result(matchable).rec);
        let converter = instruction.string(sym!("AsmMatchConverter"))?;
        if !converter.is_empty() && matchable.uses_converter {
            self.add_own(rec, &converter);
            return Ok(());
        }
        self.longest = self.longest.max(matchable.results.len() * 2 + 1);
        self.row.clear();
        self.signature.clear();
        self.signature += "Convert";
        self.make.source(rec);
        self.number.source(rec);
        for result in &matchable.results {
            match *result {
                ResultOperand::Parsed {
                    operand,
                    machine_operands,
                } => self.add_parsed(rec, matchable, operand, machine_operands)?,
                ResultOperand::Tied { to, first, second } => {
                    // Each number takes one byte; -1 means no operand. `first()` is added to the numbers of parsed
                    // operands, even to -1.
                    let byte = |it: Option<u32>| it.map_or(u8::MAX, |it| it as u8);
                    let parsed = |it| byte(it).wrapping_add(self.first());
                    let tie = (byte(to), parsed(first), parsed(second));
                    self.signature += "__";
                    push_tie_name(&mut self.signature, tie);
                    self.row.extend([TIED, tie.0, tie.1, tie.2]);
                    self.ties.entry(tie).or_insert(rec);
                }
                ResultOperand::Immediate(value) => {
                    let name = identifier(&format!("imm_{value}"));
                    let create = format!("createImm({value})");
                    self.add_constant(&name, &create, "");
                }
                ResultOperand::Register(register) => {
                    let register = register.map(|it| self.emitter.records.rec(it));
                    let (name, value) = match register {
                        None => ("reg0".to_owned(), "0".to_owned()),
                        Some(it) => (format!("reg{}", it.name()), qualified_name(it)?),
                    };
                    let create = format!("createReg({value})");
                    self.add_constant(&name, &create, "m");
                }
            }
        }
        self.make.no_source();
        self.number.no_source();
        if matchable.results.is_empty() {
            self.signature += "_NoOperands";
        }
        let (number, is_new) = self.signatures.add(&self.signature);
        self.of_matchables.push(number);
        if is_new {
            self.rows.push((self.row.clone(), rec));
        }
        Ok(())
    }

    /// The position of the first operand in the list of parsed operands: 1 if the list starts with the mnemonic,
    /// otherwise 0.
    fn first(&self) -> u8 {
        self.emitter.matcher.mnemonic_first.into()
    }

    /// Adds an instruction whose operands are converted by a function of the target.
    fn add_own(&mut self, rec: Rec<'a>, converter: &str) {
        let (number, is_new) = self.signatures.add(&format!("ConvertCustom_{converter}"));
        self.of_matchables.push(number);
        if !is_new {
            return;
        }
        let name = format!("CVT_{}", identifier(converter));
        let kind = self.kinds.len() as u8;
        self.kinds.add(&name);
        self.rows.push((vec![kind, DONE], rec));
        self.make.source(rec);
        write!(
            self.make,
            "    case {name}:\n      {converter}(Inst, Operands);\n      break;\n"
        );
        self.make.no_source();
    }

    fn add_parsed(
        &mut self,
        rec: Rec<'a>,
        matchable: &Matchable,
        operand: u32,
        machine_operands: u32,
    ) -> Result<(), Fatal> {
        let Some(parsed) = matchable.operands.get(operand as usize) else {
            bail!(
                rec,
                "'{}' has an operand that its asm string has not",
                rec.name()
            );
        };
        let emitter = self.emitter;
        let class = emitter.class(parsed.class);
        let short = match class.kind {
            MatchClassKind::Token => "Token",
            MatchClassKind::Register(_) => "Reg",
            MatchClassKind::RegisterByMode(_) | MatchClassKind::User(_) => &class.name,
        };
        let name = &mut self.signature;
        *name += "__";
        *name += short;
        push_number(name, machine_operands.into());
        name.push('_');
        push_number(name, operand.into());
        let kind = match self.of_classes.get(&parsed.class) {
            Some(kind) => *kind,
            None => {
                let kind = self.add_class(class, machine_operands);
                self.of_classes.insert(parsed.class, kind);
                kind
            }
        };
        let first = self.first();
        self.row.extend([kind, (operand as u8).wrapping_add(first)]);
        Ok(())
    }

    /// The index of the kind of a class's operands. Adds the kind if it is new.
    fn add_class(&mut self, class: &MatchClass, machine_operands: u32) -> u8 {
        let method = match class.kind {
            MatchClassKind::Register(_) => "Reg",
            _ => &class.render_method,
        };
        let mut name = format!("CVT_{method}");
        if class.is_optional {
            let _ = write!(name, "_{}", class.default_method);
        }
        let name = identifier(&name);
        let (kind, is_new) = self.kinds.add(&name);
        if is_new {
            self.push_parsed(&name, class, machine_operands);
        }
        kind as u8
    }

    fn push_parsed(&mut self, name: &str, class: &MatchClass, machine_operands: u32) {
        let render = &class.render_method;
        let call = format!(
            "static_cast<{}Operand &>(*Operands[OpIdx]).{render}(Inst, {machine_operands});",
            self.emitter.target()
        );
        writeln!(self.make, "    case {name}:");
        if class.is_optional {
            write!(
                self.make,
                "      if (OptionalOperandsMask[*(p + 1) - 1]) {{\n\
                 \x20       {}()->{render}(Inst, {machine_operands});\n\
                 \x20     }} else {{\n        {call}\n      }}\n",
                class.default_method
            );
        } else {
            writeln!(self.make, "      {call}");
        }
        self.make.push("      break;\n");
        let constraint = if class.is_register() { "r" } else { "m" };
        self.push_number(
            name,
            constraint,
            &format!("NumMCOperands += {machine_operands}"),
        );
    }

    fn add_constant(&mut self, name: &str, create: &str, constraint: &str) {
        self.signature += "__";
        self.signature += name;
        let name = format!("CVT_{name}");
        let (kind, is_new) = self.kinds.add(&name);
        self.row.extend([kind as u8, 0]);
        if is_new {
            write!(
                self.make,
                "    case {name}:\n      Inst.addOperand(MCOperand::{create});\n      break;\n"
            );
            self.push_number(&name, constraint, "++NumMCOperands");
        }
    }

    fn push_number(&mut self, name: &str, constraint: &str, advance: &str) {
        write!(
            self.number,
            "    case {name}:\n\
             \x20     Operands[*(p + 1)]->setMCOperandNum(NumMCOperands);\n\
             \x20     Operands[*(p + 1)]->setConstraint(\"{constraint}\");\n\
             \x20     {advance};\n      break;\n"
        );
    }

    fn finish(self, out: &mut Output) -> Conversions {
        self.push_ties(out);
        out.push("namespace {\nenum OperatorConversionKind {\n");
        for kind in &self.kinds.list {
            writeln!(out, "  {kind},");
        }
        out.push("  CVT_NUM_CONVERTERS\n};\n\nenum InstructionConversionKind {\n");
        for (signature, (_, rec)) in self.signatures.list.iter().zip(&self.rows) {
            out.source(*rec);
            out.push("  ");
            out.push(signature);
            out.push(",\n");
        }
        out.no_source();
        out.push("  CVT_NUM_SIGNATURES\n};\n\n} // end anonymous namespace\n\n");
        self.push_rows(out);
        let template = |text| self.emitter.template(text);
        push_function(
            out,
            template(include_str!("templates/make_operands.txt")),
            self.make,
        );
        push_function(
            out,
            template(include_str!("templates/number_operands.txt")),
            self.number,
        );
        Conversions {
            signatures: self.signatures,
            of_matchables: self.of_matchables,
        }
    }

    fn push_ties(&self, out: &mut Output) {
        if self.ties.is_empty() {
            out.push(
                "static const uint8_t TiedAsmOperandTable[][3] = { /* empty  */ {0, 0, 0} };\n\n",
            );
            return;
        }
        out.push("enum {\n");
        for (tie, rec) in &self.ties {
            out.source(*rec);
            writeln!(out, "  {},", tie_name(*tie));
        }
        out.no_source();
        out.push("};\n\nstatic const uint8_t TiedAsmOperandTable[][3] = {\n");
        for (tie, rec) in &self.ties {
            out.source(*rec);
            let (to, first, second) = tie;
            writeln!(
                out,
                "  /* {} */ {{ {to}, {first}, {second} }},",
                tie_name(*tie)
            );
        }
        out.no_source();
        out.push("};\n\n");
    }

    fn push_rows(&self, out: &mut Output) {
        writeln!(
            out,
            "static const uint8_t ConversionTable[CVT_NUM_SIGNATURES][{}] = {{",
            self.longest
        );
        for (signature, (row, rec)) in self.signatures.list.iter().zip(&self.rows) {
            out.source(*rec);
            out.push("  // ");
            out.push(signature);
            out.push("\n  { ");
            let mut row = row.as_slice();
            while let [kind, operand, rest @ ..] = row {
                let name = self.kinds.list.get(usize::from(*kind));
                let name = name.map_or("", String::as_str);
                row = rest;
                if let (FIRST_TIED, [first, second, rest @ ..]) = (name, rest) {
                    out.push(name);
                    out.push(", ");
                    push_tie_name(&mut out.text, (*operand, *first, *second));
                    row = rest;
                } else {
                    out.push(name);
                    out.push(", ");
                    out.push_number(*operand);
                }
                out.push(", ");
            }
            out.push("CVT_Done },\n");
        }
        out.no_source();
        out.push("};\n\n");
    }
}

const FIRST_TIED: &str = FIRST_KINDS[TIED as usize];

fn tie_name(tie: Tie) -> String {
    let mut name = String::new();
    push_tie_name(&mut name, tie);
    name
}

fn push_tie_name(out: &mut String, (to, first, second): Tie) {
    out.push_str("Tie");
    push_number(out, to.into());
    out.push('_');
    push_number(out, first.into());
    out.push('_');
    push_number(out, second.into());
}

/// Writes a function: its start, its cases and its end.
fn push_function(out: &mut Output, start: Template, cases: Output) {
    start.push(out);
    out.append(cases);
    out.push("    }\n  }\n}\n\n");
}
