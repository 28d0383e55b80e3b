//! Hints on MLIR's dialects: mistakes that `mlir-tblgen` accepts, but a C++ compiler or the running program does not.

mod arguments;
mod enums;
mod interfaces;
mod keywords;
mod passes;
mod patterns;
#[cfg(test)]
mod tests;

use backend::{Context, Diagnostic, Fatal, Model, Rec, RecordId, Severity};
use elaborate::diagnostic::At;
use mlir_model::attribute::Attribute;
use mlir_model::definition::Definition;
use mlir_model::enums::Enum;
use mlir_model::format::operation::{Own, parse};
use mlir_model::format::{Element, byte_of};
use mlir_model::operation::Operation;
use mlir_model::passes::Pass;
use mlir_model::predicate;
use mlir_model::template::Substitutions;
use mlir_model::traits::TraitKind;
use rustc_hash::{FxHashMap, FxHashSet};

use self::keywords::is_keyword;

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
        if !records.derived_if_defined("PassBase").is_empty() {
            let passes = Pass::all(records).unwrap_or_default();
            passes.iter().for_each(|it| hints.pass(it));
        }
        hints.interfaces(records);
        hints.patterns(records);
        Ok(DialectHints(hints.said))
    }
}

/// Whether a unit describes dialects, passes or interfaces of MLIR.
pub(super) fn is_described(cx: &Context) -> bool {
    let mut classes = ["Dialect", "PassBase", "Interface"].iter();
    classes.any(|it| !cx.records.derived_if_defined(it).is_empty())
}

#[derive(Default)]
struct Hints<'a> {
    said: Vec<Diagnostic>,
    /// The first record for each kind and name. The name is that of an operation, or a mnemonic of a dialect's types or
    /// attributes.
    named: FxHashMap<(&'static str, String), Rec<'a>>,
    /// The traits that declare methods of an interface and have been examined already.
    declaring: FxHashSet<RecordId>,
}

impl<'a> Hints<'a> {
    /// Adds a hint on a field. The hint is at the place where the record itself sets the field, or else at the record.
    fn hint(&mut self, rec: Rec, field: &str, message: String) {
        let of_record = rec.record().locs.first().map(|it| it.item);
        let field = rec.field_loc(field).filter(|it| Some(it.item) == of_record);
        self.said.push(match field {
            Some(loc) => Diagnostic::new(Severity::Note, Some(At::start(loc)), message),
            None => rec.diagnostic(Severity::Note, message),
        });
    }

    /// Adds a hint on an argument of the dag in a field. The hint is at the argument if the record itself writes the
    /// argument. Otherwise it is at the field.
    fn hint_on_argument(&mut self, rec: Rec, field: &str, name: &str, message: String) {
        self.hint(rec, field, message);
        let place = arguments::place(rec, field, name);
        if let (Some(hint), Some(place)) = (self.said.last_mut(), place) {
            hint.at = Some(At::start(place));
        }
    }

    fn hint_at(&mut self, rec: Rec, message: String) {
        self.said.push(rec.diagnostic(Severity::Note, message));
    }

    /// Adds a hint at `part`, an anonymous record in a field of the record `owner`. If another statement created
    /// `part`, because it contains an equal part or defines a superclass of `owner`, the hint is at `owner`.
    fn hint_in(&mut self, owner: Rec, part: Rec, message: String) {
        let item = |it: Rec| it.record().locs.first().map(|it| it.item);
        self.hint_at(
            if item(part) == item(owner) {
                part
            } else {
                owner
            },
            message,
        );
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
                self.hint_on_argument(rec, "arguments", named.name, message);
            }
        }
        self.traits(op);
        self.methods(rec, &op.traits);
        self.format(op)
    }

    /// Adds a hint on each trait whose predicate mentions a name that the operation does not have. The generator copies
    /// such a name into the verifier without replacing it.
    fn traits(&mut self, op: &Operation<'a>) {
        let values = op.operands.iter().chain(&op.results).map(|it| it.name);
        let names = op.attributes.iter().map(|it| it.name).chain(values);
        let known = ["_op", "_ctxt"].into_iter().chain(names);
        let known = known.fold(Substitutions::new(), |known, it| known.with(it, ""));
        for it in &op.traits {
            if it.kind != TraitKind::Predicate {
                continue;
            }
            let Ok(condition) = it.rec.def("predicate").and_then(predicate::condition) else {
                continue;
            };
            for name in known.unknown(&condition, 0) {
                let message = format!("'{}' has no operand, result or attribute '{name}'", op.name);
                self.hint_in(op.rec, it.rec, message);
            }
        }
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
                let at = variable_in(&format, named.name);
                if let (Some(hint), Some(at)) = (self.said.last_mut(), at) {
                    hint.in_string = byte_of(op.rec, &format, at);
                }
            }
        }
        Ok(())
    }

    fn definition(&mut self, def: &Definition<'a>) -> Result<(), Fatal> {
        let rec = def.rec;
        self.methods(rec, &def.traits);
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

    fn keyword(&mut self, rec: Rec, field: &str, name: &str) {
        if is_keyword(name) {
            let message =
                format!("'{name}' is a keyword of C++ and cannot be a name in the generated code");
            self.hint_on_argument(rec, field, name, message);
        }
    }

    fn quotes(&mut self, rec: Rec, field: &str, what: &str) {
        let message =
            format!("quotes in {what} end the C++ string literal that is generated from it");
        self.hint(rec, field, message);
    }
}

fn place_of(rec: Rec) -> Option<At> {
    rec.record().locs.first().copied().map(At::start)
}

fn with_place_of(hint: Diagnostic, first: Rec) -> Diagnostic {
    hint.with_note(place_of(first), "the first is here".to_owned())
}

/// The offset of the first mention of a variable in a format.
fn variable_in(format: &str, name: &str) -> Option<usize> {
    let variable = format!("${name}");
    let mut mentions = format.match_indices(&variable).map(|it| it.0);
    let ends = |it: &usize| {
        let behind = format[it + 1 + name.len()..].chars().next();
        behind.is_none_or(|it| !it.is_ascii_alphanumeric() && it != '_')
    };
    mentions.find(ends)
}

/// Whether an attribute derives from `DefaultValuedAttr`, but its default value is empty.
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
