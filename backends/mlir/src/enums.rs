//! `-gen-enum-decls` and `-gen-enum-defs`: the C++ enumerations and their conversions from and to text; `-gen-enum-doc`
//! and `-gen-python-enum-bindings`.

mod changes;
mod definitions;
pub(crate) mod documentation;
mod parser;
mod python;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Language, Output};
use mlir_model::enums::{Bits, Enum};

use crate::namespaces;

pub(crate) use changes::end_of_definitions;

pub(crate) const DECLARATIONS: Backend = Backend::mlir(
    "gen-enum-decls",
    "Declare enumerations and functions from and to their texts",
    &["EnumInfo"],
    write_declarations,
);

pub(crate) const DEFINITIONS: Backend = Backend::mlir(
    "gen-enum-defs",
    "Define the functions of enumerations",
    &["EnumInfo"],
    definitions::write,
);

pub(crate) const DOCUMENTATION: Backend = Backend::mlir(
    "gen-enum-doc",
    "Document enumerations in Markdown",
    &["EnumInfo"],
    documentation::write,
)
.language(Language::Text);

pub(crate) const PYTHON: Backend = Backend::mlir(
    "gen-python-enum-bindings",
    "Define enumerations in Python",
    &["EnumInfo"],
    python::write,
)
.language(Language::Text);

fn write_declarations(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Enum Utility Declarations", cx.records);
    for it in Enum::all(cx.records)? {
        out.of(it.rec, |out| push_declarations(out, &it))?;
    }
    Ok(())
}

fn push_declarations(out: &mut Output, it: &Enum) -> Result<(), Fatal> {
    namespaces::push(out, it.rec.records().release(), &it.namespace, |out| {
        push_class(out, it);
        let functions = Functions::read(it)?;
        functions.push_declarations(out, it);
        match &it.bits {
            Some(bits) => push_operators(out, it, bits),
            None => push_largest_value(out, it)?,
        }
        functions.push_generic(out, it);
        push_attribute_class(out, it)
    })?;
    parser::push(out, it)?;
    push_map_info(out, it);
    Ok(())
}

fn push_class(out: &mut Output, it: &Enum) {
    write!(out, "// {}\nenum class {}", it.summary, it.name);
    if !it.underlying.is_empty() {
        write!(out, " : {}", it.underlying);
    }
    out.push(" {\n");
    for case in &it.cases {
        match case.value {
            0.. => writeln!(out, "  {} = {},", case.identifier(), case.value),
            _ => writeln!(out, "  {},", case.identifier()),
        }
    }
    out.push("};\n\n");
}

/// The underlying type; `unsigned` if the record gives none.
fn named_underlying<'a>(it: &'a Enum) -> &'a str {
    if it.underlying.is_empty() {
        "unsigned"
    } else {
        &it.underlying
    }
}

/// The names of the conversion functions of an enumeration, as the source gives them.
struct Functions<'a> {
    from_underlying: Cow<'a, str>,
    from_text: Cow<'a, str>,
    to_text: Cow<'a, str>,
    /// The return type of `to_text`.
    text_type: Cow<'a, str>,
}

impl<'a> Functions<'a> {
    fn read(it: &Enum<'a>) -> Result<Functions<'a>, Fatal> {
        Ok(Functions {
            from_underlying: it.rec.string("underlyingToSymbolFnName")?,
            from_text: it.rec.string("stringToSymbolFnName")?,
            to_text: it.rec.string("symbolToStringFnName")?,
            text_type: it.rec.string("symbolToStringFnRetType")?,
        })
    }

    fn push_declarations(&self, out: &mut Output, it: &Enum) {
        let name = &it.name;
        if it.has_all_values() {
            let (function, value) = (&self.from_underlying, named_underlying(it));
            writeln!(out, "::std::optional<{name}> {function}({value});");
        }
        writeln!(out, "{} {}({name});", self.text_type, self.to_text);
        let function = &self.from_text;
        writeln!(
            out,
            "::std::optional<{name}> {function}(::llvm::StringRef);"
        );
    }

    /// Writes the conversion functions whose names are the same for all enumerations.
    fn push_generic(&self, out: &mut Output, it: &Enum) {
        let (
            name,
            Functions {
                from_text,
                to_text,
                text_type,
                ..
            },
        ) = (&it.name, self);
        write!(
            out,
            "
inline {text_type} stringifyEnum({name} enumValue) {{
  return {to_text}(enumValue);
}}

template <typename EnumType>
::std::optional<EnumType> symbolizeEnum(::llvm::StringRef);

template <>
inline ::std::optional<{name}> symbolizeEnum<{name}>(::llvm::StringRef str) {{
  return {from_text}(str);
}}
"
        );
    }
}

/// Writes the function that returns the largest value. Writes nothing if some cases have no explicit value in C++.
fn push_largest_value(out: &mut Output, it: &Enum) -> Result<(), Fatal> {
    let function = it.rec.string("maxEnumValFnName")?;
    if !it.has_all_values() {
        return Ok(());
    }
    // The reference compares and writes the low 32 bits of the values.
    let largest = it.cases.iter().map(|it| it.value as u32).max();
    let largest = largest.unwrap_or(0);
    write!(
        out,
        "inline constexpr unsigned {function}() {{\n  return {largest};\n}}\n\n"
    );
    Ok(())
}

fn push_operators(out: &mut Output, it: &Enum, bits: &Bits) {
    let (name, value, valid) = (&it.name, &it.underlying, bits.valid);
    out.push("\n");
    for operator in ["|", "&", "^"] {
        write!(
            out,
            "inline constexpr {name} operator{operator}({name} a, {name} b) {{
  return static_cast<{name}>(static_cast<{value}>(a) {operator} static_cast<{value}>(b));
}}
"
        );
    }
    changes::push_assignments(out, it);
    write!(
        out,
        "inline constexpr {name} operator~({name} bits) {{
  // Ensure only bits that can be present in the enum are set
  return static_cast<{name}>(~static_cast<{value}>(bits) & static_cast<{value}>({valid}u));
}}
inline constexpr bool bitEnumContainsAll({name} bits, {name} bit) {{
  return (bits & bit) == bit;
}}
inline constexpr bool bitEnumContainsAny({name} bits, {name} bit) {{
  return (static_cast<{value}>(bits) & static_cast<{value}>(bit)) != 0;
}}
inline constexpr {name} bitEnumClear({name} bits, {name} bit) {{
  return bits & ~bit;
}}
inline constexpr {name} bitEnumSet({name} bits, {name} bit, /*optional*/bool value=true) {{
  return value ? (bits | bit) : bitEnumClear(bits, bit);
}}
  "
    );
}

fn push_attribute_class(out: &mut Output, it: &Enum) -> Result<(), Fatal> {
    let Some(class) = it.attribute_class()? else {
        return Ok(());
    };
    let name = &it.name;
    write!(
        out,
        "
class {class} : public ::mlir::IntegerAttr {{
public:
  using ValueType = {name};
  using ::mlir::IntegerAttr::IntegerAttr;
  static bool classof(::mlir::Attribute attr);
  static {class} get(::mlir::MLIRContext *context, {name} val);
  {name} getValue() const;
}};
"
    );
    Ok(())
}

/// Writes the `DenseMapInfo` of an enumeration, so that hash tables can have the enumeration as their key.
fn push_map_info(out: &mut Output, it: &Enum) {
    let name = it.qualified_name();
    let value = if it.underlying.is_empty() {
        format!("std::underlying_type_t<{name}>")
    } else {
        it.underlying.to_string()
    };
    write!(
        out,
        "
namespace llvm {{
template<> struct DenseMapInfo<{name}> {{
  using StorageInfo = ::llvm::DenseMapInfo<{value}>;

  static inline {name} getEmptyKey() {{
    return static_cast<{name}>(StorageInfo::getEmptyKey());
  }}

  static inline {name} getTombstoneKey() {{
    return static_cast<{name}>(StorageInfo::getTombstoneKey());
  }}

  static unsigned getHashValue(const {name} &val) {{
    return StorageInfo::getHashValue(static_cast<{value}>(val));
  }}

  static bool isEqual(const {name} &lhs, const {name} &rhs) {{
    return lhs == rhs;
  }}
}};
}}

"
    );
}
