//! Hints on MLIR's dialects: mistakes that `mlir-tblgen` accepts, but a C++ compiler or the running program does not.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use backend::{Context, Diagnostic, Fatal, Model, Rec, Release, Severity};
use elaborate::diagnostic::At;
use mlir_model::attribute::Attribute;
use mlir_model::definition::Definition;
use mlir_model::enums::Enum;
use mlir_model::format::Element;
use mlir_model::format::operation::{Own, parse};
use mlir_model::operation::Operation;
use mlir_model::passes::Pass;
use rustc_hash::FxHashMap;

/// The hints on all dialects of a unit. Records that cannot be read are skipped, as they have errors anyway.
pub(super) struct DialectHints(pub Vec<Diagnostic>);

impl Model for DialectHints {
    fn build(cx: &Context) -> Result<DialectHints, Fatal> {
        let mut hints = Hints::default();
        let records = cx.records;
        let ops = records.derived_if_defined("Op").into_iter();
        for op in ops.filter_map(|it| Operation::read(it).ok()) {
            hints.operation(&op)?;
        }
        for class in ["TypeDef", "AttrDef"] {
            let all = records.derived_if_defined(class).into_iter();
            for def in all.filter_map(|it| Definition::read(it).ok()) {
                hints.definition(&def)?;
            }
        }
        for it in Enum::all(records).unwrap_or_default() {
            hints.enumeration(&it);
        }
        if records.release() < Release::V22 {
            let has_passes = !records.derived_if_defined("PassBase").is_empty();
            let passes = has_passes.then(|| Pass::all(records).ok()).flatten();
            passes.iter().flatten().for_each(|it| hints.pass(it));
        }
        Ok(DialectHints(hints.said))
    }
}

/// Whether a unit describes dialects or passes of MLIR.
pub(super) fn is_described(cx: &Context) -> bool {
    let mut classes = ["Dialect", "PassBase"].iter();
    classes.any(|it| !cx.records.derived_if_defined(it).is_empty())
}

#[derive(Default)]
struct Hints<'a> {
    said: Vec<Diagnostic>,
    /// The first record for each kind and name. The name is that of an operation, or a mnemonic of a dialect's types or
    /// attributes.
    named: FxHashMap<(&'static str, String), Rec<'a>>,
}

impl<'a> Hints<'a> {
    /// Adds a hint on a field. Its location is where the record itself sets the field, or else that of the record.
    fn hint(&mut self, rec: Rec, field: &str, message: String) {
        let of_record = rec.record().locs.first().map(|it| it.item);
        let field = rec.field_loc(field).filter(|it| Some(it.item) == of_record);
        self.said.push(match field {
            Some(loc) => Diagnostic::new(Severity::Note, Some(At::start(loc)), message),
            None => rec.diagnostic(Severity::Note, message),
        });
    }

    /// Adds a hint if another record of this kind already has the name.
    fn name(&mut self, rec: Rec<'a>, kind: &'static str, name: String) {
        let first = *self.named.entry((kind, name.clone())).or_insert(rec);
        if first != rec {
            let message = format!("another {kind} is called '{name}': {}", first.name());
            let hint = rec.diagnostic(Severity::Note, message);
            self.said.push(with_place_of(hint, first));
        }
    }

    fn operation(&mut self, op: &Operation<'a>) -> Result<(), Fatal> {
        let rec = op.rec;
        self.name(rec, "operation", op.name.clone());
        // Attributes and properties become members of a struct, operands and results become parameters of builders.
        let has_builders = !rec.bit("skipDefaultBuilders")?;
        let members = op.native_attributes().map(|it| it.name);
        let members = members.chain(op.properties.iter().map(|it| it.name));
        let operands = op.operands.iter().filter(|_| has_builders);
        for name in members.chain(operands.map(|it| it.name)) {
            self.keyword(rec, "arguments", name);
        }
        for result in op.results.iter().filter(|_| has_builders) {
            self.keyword(rec, "results", result.name);
        }
        for named in op.native_attributes() {
            if has_empty_default(named.attr) {
                let message = format!(
                    "the default value of '{}' is an empty text, so it has none",
                    named.name
                );
                self.hint(rec, "arguments", message);
            }
        }
        self.format(op)
    }

    /// Adds a hint on each optional attribute that the format prints unconditionally: an operation without the
    /// attribute cannot be printed.
    fn format(&mut self, op: &Operation<'a>) -> Result<(), Fatal> {
        let Some(format) = op.assembly_format() else {
            return Ok(());
        };
        let Ok(Ok(parsed)) = parse(op, &format, op.rec.records().release()) else {
            return Ok(());
        };
        for element in &parsed.elements {
            let Element::Own(Own::Attribute(index, _)) = element else {
                continue;
            };
            let named = &op.attributes[*index];
            if named.attr.is_optional()? {
                let message = format!(
                    "'{0}' may be missing, and is printed outside of an optional group: \
                     write `(${0}^)?`",
                    named.name
                );
                self.hint(op.rec, "assemblyFormat", message);
            }
        }
        Ok(())
    }

    fn definition(&mut self, def: &Definition<'a>) -> Result<(), Fatal> {
        let rec = def.rec;
        if let (Some(mnemonic), Some(dialect)) = (&def.mnemonic, def.dialect()) {
            let (kind, mark) = if def.is_attribute() {
                ("attribute", '#')
            } else {
                ("type", '!')
            };
            let name = format!("{mark}{}.{mnemonic}", dialect.dialect_name()?);
            self.name(rec, kind, name);
        }
        for parameter in &def.parameters {
            self.keyword(rec, "parameters", parameter.name.unwrap_or_default());
            // The verifier contains the summary in a C++ string literal, without escaping it.
            if let Ok(Some(constraint)) = parameter.constraint()
                && let Ok(summary) = constraint.summary()
                && breaks_text(&summary)
            {
                self.quotes(rec, "parameters", "the summary of a parameter");
            }
        }
        Ok(())
    }

    fn enumeration(&mut self, it: &Enum<'a>) {
        let mut symbols: FxHashMap<Cow<str>, Rec> = FxHashMap::default();
        let mut values: FxHashMap<i64, Rec> = FxHashMap::default();
        for case in &it.cases {
            let symbol = case.identifier();
            if is_keyword(&symbol) {
                let message = format!("'{symbol}' is a keyword of C++");
                self.hint(case.rec, "symbol", message);
            }
            let of_symbol = *symbols.entry(symbol.clone()).or_insert(case.rec);
            let of_value = *values.entry(case.value).or_insert(case.rec);
            let is_switched = it.bits.is_none() && case.value >= 0;
            let (first, message) = if of_symbol != case.rec {
                let message = format!("another case of '{}' is called '{symbol}'", it.name);
                (of_symbol, message)
            } else if of_value != case.rec && is_switched {
                let message = format!("another case of '{}' has the value {}", it.name, case.value);
                (of_value, message)
            } else {
                continue;
            };
            let hint = case.rec.diagnostic(Severity::Note, message);
            let hint = with_place_of(hint, first);
            self.said
                .push(hint.with_note(place_of(it.rec), "in this enumeration".to_owned()));
        }
        if breaks_text(&it.summary) {
            self.quotes(it.rec, "summary", "the summary");
        }
    }

    fn pass(&mut self, pass: &Pass<'a>) {
        let of_options = pass.options.iter().map(|it| &it.description);
        let of_statistics = pass.statistics.iter().map(|it| &it.description);
        if breaks_text(&pass.summary) {
            self.quotes(pass.rec, "summary", "the summary");
        }
        if of_options.chain(of_statistics).any(|it| breaks_text(it)) {
            self.quotes(pass.rec, "options", "the description of an option");
        }
    }

    fn keyword(&mut self, rec: Rec, field: &str, name: &str) {
        if is_keyword(name) {
            let message = format!("'{name}' is a keyword of C++, and a name there");
            self.hint(rec, field, message);
        }
    }

    fn quotes(&mut self, rec: Rec, field: &str, what: &str) {
        let message = format!("quotes in {what} end the text of C++ that it becomes");
        self.hint(rec, field, message);
    }
}

fn place_of(rec: Rec) -> Option<At> {
    rec.record().locs.first().copied().map(At::start)
}

fn with_place_of(hint: Diagnostic, first: Rec) -> Diagnostic {
    hint.with_note(place_of(first), "the first is here".to_owned())
}

/// Whether an attribute or its base is declared to have a default, but the default is empty.
fn has_empty_default(attr: Attribute) -> bool {
    attr.0.is_a("DefaultValuedAttr") && !attr.has_default()
}

/// Whether a text becomes an invalid C++ string literal if it is put between quotes without escaping.
fn breaks_text(text: &str) -> bool {
    let mut chars = text.chars();
    while let Some(it) = chars.next() {
        match it {
            '\\' => _ = chars.next(),
            '"' | '\n' => return true,
            _ => {}
        }
    }
    false
}

fn is_keyword(name: &str) -> bool {
    KEYWORDS.binary_search(&name).is_ok()
}

/// The keywords of C++17.
const KEYWORDS: [&str; 84] = [
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "class",
    "compl",
    "const",
    "const_cast",
    "constexpr",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];
