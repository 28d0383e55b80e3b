//! The definitions of the conversion functions of enumerations.

use backend::text::{SPACES, push_header};
use backend::{Context, Fatal, Output, bail};
use mlir_model::enums::{Bits, Case, CaseWidth, Enum};
use mlir_model::predicate;
use mlir_model::template::Substitutions;

use super::{Functions, changes, named_underlying};
use crate::namespaces;

/// Writes the definitions of the functions of all enumerations.
pub(super) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Enum Utility Definitions", cx.records);
    for it in Enum::all(cx.records)? {
        out.of(it.rec, |out| push(out, &it))?;
    }
    Ok(())
}

fn push(out: &mut Output, it: &Enum) -> Result<(), Fatal> {
    let functions = Functions::read(it)?;
    let release = it.rec.records().release();
    namespaces::push(out, release, &it.namespace, |out| {
        match &it.bits {
            Some(bits) => {
                push_text_of_bits(out, it, bits, &functions);
                push_bits_of_text(out, it, bits, &functions);
                push_bits_of_value(out, it, bits, &functions);
            }
            None => {
                push_text(out, it, &functions);
                push_case_of_text(out, it, &functions);
                push_case_of_value(out, it, &functions);
            }
        }
        push_attribute(out, it)
    })?;
    out.push(changes::end_of_definitions(release));
    Ok(())
}

fn push_text(out: &mut Output, it: &Enum, functions: &Functions) {
    let (
        name,
        Functions {
            to_text, text_type, ..
        },
    ) = (&it.name, functions);
    write!(
        out,
        "{text_type} {to_text}({name} val) {{\n  switch (val) {{\n"
    );
    for case in &it.cases {
        let (symbol, text) = (case.identifier(), &case.text);
        writeln!(out, "    case {name}::{symbol}: return \"{text}\";");
    }
    out.push("  }\n  return \"\";\n}\n\n");
}

fn push_case_of_text(out: &mut Output, it: &Enum, functions: &Functions) {
    let (name, function) = (&it.name, &functions.from_text);
    write!(
        out,
        "::std::optional<{name}> {function}(::llvm::StringRef str) {{
  return ::llvm::StringSwitch<::std::optional<{name}>>(str)
"
    );
    for case in &it.cases {
        let (symbol, text) = (case.identifier(), &case.text);
        writeln!(out, "      .Case(\"{text}\", {name}::{symbol})");
    }
    out.push("      .Default(::std::nullopt);\n}\n");
}

/// Writes the function that returns the case of a value. Writes nothing if some cases have no explicit value in C++.
fn push_case_of_value(out: &mut Output, it: &Enum, functions: &Functions) {
    if !it.has_all_values() {
        return;
    }
    let (name, function) = (&it.name, &functions.from_underlying);
    let underlying = named_underlying(it);
    write!(
        out,
        "::std::optional<{name}> {function}({underlying} value) {{\n  switch (value) {{\n"
    );
    for case in &it.cases {
        let (symbol, value) = (case.identifier(), case.value);
        writeln!(out, "  case {value}: return {name}::{symbol};");
    }
    out.push("  default: return ::std::nullopt;\n  }\n}\n\n");
}

fn push_text_of_bits(out: &mut Output, it: &Enum, bits: &Bits, functions: &Functions) {
    let (
        name,
        Functions {
            to_text, text_type, ..
        },
    ) = (&it.name, functions);
    let (underlying, valid) = (&it.underlying, bits.valid);
    write!(
        out,
        "{text_type} {to_text}({name} symbol) {{
  auto val = static_cast<{underlying}>(symbol);
  assert({valid}u == ({valid}u | val) && \"invalid bits set in bit enum\");
"
    );
    if let Some(empty) = it.empty_case() {
        write!(
            out,
            "  // Special case for all bits unset.\n  if (val == 0) return \"{}\";\n\n",
            empty.text
        );
    }
    out.push("  ::llvm::SmallVector<::llvm::StringRef, 2> strs;\n");
    let mut cases: Vec<_> = it.cases.iter().filter(|it| it.value != 0).collect();
    if bits.prefers_groups {
        out.push("  // Print bit enum groups before individual bits\n");
        for group in cases.iter().rev().filter(|it| it.width == CaseWidth::Group) {
            let (value, text) = (group.value, &group.text);
            write!(
                out,
                "
  if ({value}u == ({value}u & val)) {{
    strs.push_back(\"{text}\");
    val &= ~static_cast<{underlying}>({value});
  }}
"
            );
        }
        cases.retain(|it| it.width == CaseWidth::Bit);
    }
    for Case { value, text, .. } in cases {
        write!(
            out,
            "\n  if ({value}u == ({value}u & val))\n    strs.push_back(\"{text}\");\n"
        );
    }
    write!(
        out,
        "  return ::llvm::join(strs, \"{}\");\n}}\n\n",
        bits.separator
    );
}

fn push_bits_of_text(out: &mut Output, it: &Enum, bits: &Bits, functions: &Functions) {
    let (name, underlying, function) = (&it.name, &it.underlying, &functions.from_text);
    writeln!(
        out,
        "::std::optional<{name}> {function}(::llvm::StringRef str) {{"
    );
    if let Some(empty) = it.empty_case() {
        let (symbol, text) = (empty.identifier(), &empty.text);
        write!(
            out,
            "  // Special case for all bits unset.\n  if (str == \"{text}\") return {name}::{symbol};\n\n"
        );
    }
    let separator = bits.separator.trim_matches(SPACES);
    write!(
        out,
        "  ::llvm::SmallVector<::llvm::StringRef, 2> symbols;
  str.split(symbols, \"{separator}\");

  {underlying} val = 0;
  for (auto symbol : symbols) {{
    auto bit = llvm::StringSwitch<::std::optional<{underlying}>>(symbol.trim())
"
    );
    for case in it.cases.iter().filter(|it| it.value != 0) {
        writeln!(out, "      .Case(\"{}\", {})", case.text, case.value);
    }
    write!(
        out,
        "      .Default(::std::nullopt);
    if (bit) {{ val |= *bit; }} else {{ return ::std::nullopt; }}
  }}
  return static_cast<{name}>(val);
}}

"
    );
}

fn push_bits_of_value(out: &mut Output, it: &Enum, bits: &Bits, functions: &Functions) {
    let (name, underlying, function) = (&it.name, &it.underlying, &functions.from_underlying);
    writeln!(
        out,
        "::std::optional<{name}> {function}({underlying} value) {{"
    );
    if let Some(empty) = it.empty_case() {
        let symbol = empty.identifier();
        write!(
            out,
            "  // Special case for all bits unset.\n  if (value == 0) return {name}::{symbol};\n\n"
        );
    }
    write!(
        out,
        "  if (value & ~static_cast<{underlying}>({}u)) return std::nullopt;
  return static_cast<{name}>(value);
}}
",
        bits.valid
    );
}

/// Writes the methods of the attribute class of an enumeration, if such a class is generated.
fn push_attribute(out: &mut Output, it: &Enum) -> Result<(), Fatal> {
    let Some(class) = it.attribute_class()? else {
        return Ok(());
    };
    let base = it.rec.def("baseAttrClass")?;
    let Some(predicate) = base.optional_def("predicate")? else {
        bail!(
            base.records(),
            "ERROR: baseAttrClass for EnumAttr has no Predicate\n"
        );
    };
    let condition = predicate::condition(predicate)?;
    let condition = Substitutions::new().with("_self", "attr").fill(&condition);
    let (name, underlying) = (&it.name, &it.underlying);
    let width = match base.field("valueType") {
        Some(_) => base.def("valueType")?,
        None => base,
    };
    let width = match width.field("bitwidth") {
        Some(_) => width.int("bitwidth")?,
        None => 64,
    };
    let value = changes::value_of_attribute(it.rec.records().release());
    write!(
        out,
        "bool {class}::classof(::mlir::Attribute attr) {{
  return {condition};
}}
{class} {class}::get(::mlir::MLIRContext *context, {name} val) {{
  ::mlir::IntegerType intType = ::mlir::IntegerType::get(context, {width});
  ::mlir::IntegerAttr baseAttr = ::mlir::IntegerAttr::get(intType, static_cast<{underlying}>(val));
  return ::llvm::cast<{class}>(baseAttr);
}}
{name} {class}::getValue() const {{
  return static_cast<{name}>(::mlir::IntegerAttr::{value});
}}
"
    );
    Ok(())
}
