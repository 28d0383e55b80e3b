//! The C++ functions that decoder tables refer to by number: checks of conditions, and decoders of operands.

use std::fmt::Write;

use backend::{Context, Dag, Fatal, Output, RecordId, Release, Severity, bail};
use elaborate::symbol::Sym;
use elaborate::value::ValueId;
use elaborate::value::print::value;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use target_model::decoder::{CodedOperand, DecodingId, EncodingId, Encodings, OperandSource};

use super::{FUNCTION_TABLE, IGNORE_FIXED, IGNORE_MISSING, changes};
use crate::assembler_predicates;

/// The C++ type of the variable in which the bits of an operand are assembled.
const TMP_TYPE: &str =
    "using TmpType = std::conditional_t<std::is_integral<InsnType>::value, InsnType, uint64_t>;\n";
/// The parameters of a function that decodes operands.
const DECODER_PARAMETERS: &str = "DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, \
    const MCDisassembler *Decoder, bool &DecodeComplete";

/// Distinct texts, numbered in order of first use, each with the encodings that use it.
#[derive(Default)]
struct Numbered {
    texts: IndexSet<String, FxBuildHasher>,
    users: Vec<Vec<EncodingId>>,
}

pub(super) struct Functions<'a, 'b> {
    cx: &'b Context<'a>,
    encodings: &'b Encodings,
    feature_namespace: &'b str,
    predicates: Numbered,
    /// For each value of a field `Predicates`: the number of its condition; `None` if there is no condition.
    predicate_numbers: FxHashMap<ValueId, Option<u32>>,
    decoders: Numbered,
    /// For each decoding: the id of its function, and whether the function is complete. `None` if no encoding has used
    /// the decoding yet.
    decoder_numbers: Vec<Option<(u32, bool)>>,
    /// Whether some decoding function may fail although the machine code is a valid encoding of another instruction.
    are_tried: bool,
    form: Form,
}

/// The options for the functions that decode operands.
#[derive(Clone, Copy)]
struct Form {
    /// Whether each decoder is a function in a table and not a case of one function.
    has_table: bool,
    /// Whether an operand without bits in the encoding is left out. Otherwise, such an operand is an error.
    ignores_missing: bool,
    /// Whether an operand whose bits are all fixed is left out.
    ignores_fixed: bool,
}

impl Numbered {
    fn add(&mut self, text: String) -> u32 {
        let (number, is_new) = self.texts.insert_full(text);
        if is_new {
            self.users.push(Vec::new());
        }
        number as u32
    }
}

impl<'a, 'b> Functions<'a, 'b> {
    pub(super) fn new(
        cx: &'b Context<'a>,
        encodings: &'b Encodings,
        feature_namespace: &'b str,
    ) -> Functions<'a, 'b> {
        Functions {
            cx,
            encodings,
            feature_namespace,
            predicates: Numbered::default(),
            predicate_numbers: FxHashMap::default(),
            decoders: Numbered::default(),
            decoder_numbers: vec![None; encodings.decodings()],
            are_tried: false,
            form: Form {
                has_table: changes::can_have_function_table(cx.release())
                    && cx.options.is_on(&FUNCTION_TABLE),
                ignores_missing: cx.options.is_on(&IGNORE_MISSING),
                ignores_fixed: cx.options.is_on(&IGNORE_FIXED),
            },
        }
    }

    /// Adds the condition of an encoding and returns its number; `None` if the encoding has no condition.
    pub(super) fn predicate(&mut self, id: EncodingId) -> Result<Option<u32>, Fatal> {
        let rec = self.cx.records.rec(self.encodings.get(id).rec);
        let list = rec.list("Predicates")?;
        let v = rec.value("Predicates")?;
        let number = match self.predicate_numbers.get(&v) {
            Some(number) => *number,
            None => {
                let text = self.predicate_text(list)?;
                let number = text.map(|it| self.predicates.add(it));
                self.predicate_numbers.insert(v, number);
                number
            }
        };
        if let Some(number) = number {
            self.predicates.users[number as usize].push(id);
        }
        Ok(number)
    }

    fn predicate_text(&self, list: &[ValueId]) -> Result<Option<String>, Fatal> {
        if changes::has_switches(self.cx.release()) {
            return self.assembler_predicate_text(list);
        }
        let mut text: Option<String> = None;
        for v in list {
            let Some(predicate) = self.cx.records.def_of(*v) else {
                bail!(self.cx.records, "Expected record in list!");
            };
            if predicate.field("AssemblerMatcherPredicate").is_none() {
                continue;
            }
            let condition = predicate.value("AssemblerCondDag")?;
            if self.cx.records.dag(condition).is_none() {
                continue;
            }
            let text = text.get_or_insert_default();
            if !text.is_empty() {
                text.push_str(" && ");
            }
            if self
                .push_condition(text, condition, list.len() > 1, 0)
                .is_none()
            {
                bail!(predicate, "Invalid AssemblerCondDag!");
            }
        }
        Ok(text)
    }

    /// The C++ condition for a list of predicates in LLVM 22 and later. It has the form that other backends use. `None`
    /// if there is no condition.
    fn assembler_predicate_text(&self, list: &[ValueId]) -> Result<Option<String>, Fatal> {
        let mut predicates = Vec::new();
        for v in list {
            let Some(predicate) = self.cx.records.def_of(*v) else {
                bail!(self.cx.records, "Expected record in list!");
            };
            predicates.push(predicate);
        }
        let mut out = Output::new();
        assembler_predicates::push_all_of(
            &mut out,
            self.cx.records,
            self.feature_namespace,
            &predicates,
        )?;
        Ok(Some(out.text).filter(|it| it != "false"))
    }

    /// Appends a condition. Returns `None` if the condition is invalid or nested too deeply. A condition of several
    /// parts is in parentheses if `nested` is true.
    fn push_condition(
        &self,
        text: &mut String,
        v: ValueId,
        nested: bool,
        depth: usize,
    ) -> Option<()> {
        /// The maximum depth of nested conditions.
        const MAX_DEPTH: usize = 1000;
        if depth == MAX_DEPTH {
            return None;
        }
        if let Some(feature) = self.cx.records.def_of(v) {
            if !feature.is_a("SubtargetFeature") {
                return None;
            }
            let namespace = self.feature_namespace;
            let _ = write!(text, "Bits[{namespace}::{}]", feature.name());
            return Some(());
        }
        let dag: Dag = self.cx.records.dag(v)?;
        let op = value(&self.cx.records.names(), dag.op());
        let separator = match (&*op, dag.len()) {
            ("not", 1) => {
                text.push('!');
                return self.push_condition(text, dag.arg(0), true, depth + 1);
            }
            ("any_of", 1..) => " || ",
            ("all_of", 1..) => " && ",
            _ => return None,
        };
        let several = dag.len() > 1;
        let has_parentheses = several && nested;
        if has_parentheses {
            text.push('(');
        }
        for (number, (v, _)) in dag.args().enumerate() {
            if number > 0 {
                text.push_str(separator);
            }
            self.push_condition(text, v, nested || several, depth + 1)?;
        }
        if has_parentheses {
            text.push(')');
        }
        Some(())
    }

    /// The number of the function that decodes an encoding's operands, and whether the function is complete. If a
    /// complete function fails, the machine code is not an instruction. Operands without bits are reported unless they
    /// are ignored.
    pub(super) fn decoder(&mut self, id: EncodingId) -> (u32, bool) {
        let decoding: DecodingId = self.encodings.get(id).decoding;
        let operands = self.encodings.decoding(decoding);
        if !self.form.ignores_missing {
            self.report_missing(id, operands);
        }
        let known = &mut self.decoder_numbers[decoding.0 as usize];
        let decoders = &mut self.decoders;
        let (number, is_complete) = *known.get_or_insert_with(|| {
            let (text, is_complete) = decoder_text(self.cx.release(), self.form, operands);
            (decoders.add(text), is_complete)
        });
        decoders.users[number as usize].push(id);
        self.are_tried |= !is_complete;
        (number, is_complete)
    }

    fn report_missing(&self, id: EncodingId, operands: &[CodedOperand]) {
        for operand in operands {
            if let OperandSource::Missing(name) = operand.source {
                let rec = self.cx.records.rec(self.record(id));
                let message = format!("could not find field for operand '{name}'");
                self.cx.report(rec.diagnostic(Severity::Error, message));
            }
        }
    }

    /// Whether any encoding has a condition.
    pub(super) fn have_predicates(&self) -> bool {
        !self.predicates.texts.is_empty()
    }

    /// Whether any decoding function may fail although the machine code is a valid encoding of another instruction.
    pub(super) fn are_tried(&self) -> bool {
        self.are_tried
    }

    /// Writes the functions that decode operands, for encodings of `width` bits or for all encodings, and removes them
    /// from `self`.
    pub(super) fn push_decoders(&mut self, out: &mut Output, width: Option<usize>) {
        if self.form.has_table {
            self.push_decoder_functions(out, width)
        } else {
            self.push_decoder_switch(out, width)
        }
        self.decoders = Numbered::default();
        self.decoder_numbers.fill(None);
    }

    /// Writes the function that checks conditions. If no encoding has a condition, the function is written only before
    /// LLVM 21.
    pub(super) fn push_predicates(&self, out: &mut Output) {
        let release = self.cx.release();
        if !self.have_predicates() && !changes::has_empty_predicates(release) {
            return;
        }
        let bits = changes::feature_bits(release);
        writeln!(
            out,
            "static bool checkDecoderPredicate(unsigned Idx, const FeatureBitset &{bits}) {{"
        );
        if self.have_predicates() {
            out.push("  switch (Idx) {\n  default: llvm_unreachable(\"Invalid index!\");\n");
            self.push_cases(out, &self.predicates, |out, text| {
                if changes::has_switches(self.cx.release()) {
                    writeln!(out, "    return {text};")
                } else {
                    writeln!(out, "    return ({text});")
                }
            });
            out.push("  }\n");
        } else {
            out.push("  llvm_unreachable(\"Invalid index!\");\n")
        }
        out.push("}\n\n");
    }

    /// Writes a function with a case for each distinct decoder.
    fn push_decoder_switch(&self, out: &mut Output, width: Option<usize>) {
        let count = self.decoders.texts.len();
        changes::push_decoder_start(self.cx.release(), out, count, width);
        let invalid = changes::invalid_decoder(self.cx.release());
        write!(
            out,
            "  DecodeComplete = true;\n  {TMP_TYPE}  TmpType tmp;\n  switch (Idx) {{\n  \
             default: llvm_unreachable(\"{invalid}\");\n"
        );
        self.push_cases(out, &self.decoders, |out, text| {
            out.push(text);
            out.push("    return S;\n");
        });
        out.push("  }\n}\n");
    }

    /// Writes a function for each distinct decoder, and a function that calls these functions through a table.
    fn push_decoder_functions(&self, out: &mut Output, width: Option<usize>) {
        let release = self.cx.release();
        let prefix = changes::function_prefix(release, width);
        let result = changes::function_result(release, width);
        let decoders = self.decoders.texts.iter().zip(&self.decoders.users);
        for (number, (text, users)) in decoders.enumerate() {
            out.sources(|| users.iter().map(|id| self.record(*id)));
            writeln!(
                out,
                "template <typename InsnType>\n{result}{prefix}{number}({DECODER_PARAMETERS}) {{\n  \
                 {TMP_TYPE}  [[maybe_unused]] TmpType tmp;\n{text}  return S;\n}}\n"
            );
        }
        out.no_source();
        let count = self.decoders.texts.len();
        changes::push_decoder_start(release, out, count, width);
        write!(
            out,
            "  DecodeComplete = true;\n  using DecodeFnTy = DecodeStatus (*)({DECODER_PARAMETERS});\n  \
             static constexpr DecodeFnTy decodeFnTable[] = {{\n"
        );
        (0..count).for_each(|number| writeln!(out, "    {prefix}{number},"));
        let message = changes::invalid_decoder(release);
        write!(
            out,
            "  }};\n  if (Idx >= {count})\n    llvm_unreachable(\"{message}\");\n  \
             return decodeFnTable[Idx](S, insn, MI, Address, Decoder, DecodeComplete);\n}}\n"
        );
    }

    fn push_cases(&self, out: &mut Output, of: &Numbered, push: impl Fn(&mut Output, &str)) {
        for (number, (text, users)) in of.texts.iter().zip(&of.users).enumerate() {
            out.sources(|| users.iter().map(|id| self.record(*id)));
            writeln!(out, "  case {number}:");
            push(out, text);
        }
        out.no_source();
    }

    fn record(&self, id: EncodingId) -> RecordId {
        self.encodings.get(id).rec
    }
}

/// The C++ code that decodes operands, and whether the decoder is complete. If a complete decoder fails, the machine
/// code is not an instruction.
fn decoder_text(release: Release, form: Form, operands: &[CodedOperand]) -> (String, bool) {
    let indent = if form.has_table { "  " } else { "    " };
    let mut text = String::new();
    let mut is_complete = true;
    for operand in operands {
        match operand.source {
            OperandSource::Nothing => {
                let decoder = operand.decoder;
                let _ = writeln!(
                    text,
                    "{indent}if (!Check(S, {decoder}(MI, Decoder)))\n{indent}  return MCDisassembler::Fail;"
                );
                continue;
            }
            OperandSource::Missing(_) => continue,
            OperandSource::Fixed if form.ignores_fixed => continue,
            OperandSource::Fixed | OperandSource::Encoding => {}
        }
        let is_coded = operand.source == OperandSource::Encoding;
        if is_coded && operand.fields.is_empty() && operand.decoder != Sym::EMPTY {
            push_call(&mut text, indent, operand, "insn");
            return (text, operand.is_complete);
        }
        push_bits(release, &mut text, indent, operand);
        if operand.decoder == Sym::EMPTY {
            let _ = writeln!(text, "{indent}MI.addOperand(MCOperand::createImm(tmp));");
        } else {
            push_call(&mut text, indent, operand, "tmp");
            is_complete &= operand.is_complete;
        }
    }
    (text, is_complete)
}

/// Appends the C++ code that assembles the bits of an operand in the variable `tmp`.
fn push_bits(release: Release, text: &mut String, indent: &str, operand: &CodedOperand) {
    let inserts = operand.fields.len() != 1 || operand.ones != 0;
    if inserts {
        let _ = writeln!(text, "{indent}tmp = {:#x};", operand.ones);
    }
    for field in &operand.fields {
        let (start, width, offset) = (field.start, field.width, field.offset);
        let bits = format!("fieldFromInstruction(insn, {start}, {width})");
        let _ = match (inserts, offset) {
            (true, _) => writeln!(
                text,
                "{indent}{}",
                changes::insert_bits(release, &bits, offset, width)
            ),
            (false, 0) => writeln!(text, "{indent}tmp = {bits};"),
            (false, _) => writeln!(text, "{indent}tmp = {bits} << {offset};"),
        };
    }
}

fn push_call(text: &mut String, indent: &str, operand: &CodedOperand, bits: &str) {
    let incomplete = if operand.is_complete {
        ""
    } else {
        "DecodeComplete = false; "
    };
    let _ = writeln!(
        text,
        "{indent}if (!Check(S, {}(MI, {bits}, Address, Decoder))) {{ {incomplete}return MCDisassembler::Fail; }}",
        operand.decoder
    );
}
