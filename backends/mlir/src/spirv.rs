//! `-gen-spirv-attr-utils`, `-gen-spirv-capability-implication` and `-gen-spirv-serialization`: C++ functions for
//! SPIR-V's attribute names, implied capabilities and binary form.

mod changes;
mod deserialization;
mod serialization;
#[cfg(test)]
mod tests;

use backend::text::{push_header, push_joined};
use backend::{Backend, Context, Fatal, Output, bail};
use mlir_model::enums::{Enum, class_of_enums};
use mlir_model::names::snake_case;
use mlir_model::operation::Operation;

pub(crate) const ATTRIBUTE_NAMES: Backend = Backend::mlir(
    "gen-spirv-attr-utils",
    "Define functions that give the names of attributes",
    &["EnumInfo"],
    write_attribute_names,
);

pub(crate) const CAPABILITIES: Backend = Backend::mlir(
    "gen-spirv-capability-implication",
    "Define a function that gives the capabilities that another one implies",
    &["SPIRV_I32EnumAttr"],
    write_capabilities,
);

pub(crate) const SERIALIZATION: Backend = Backend::mlir(
    "gen-spirv-serialization",
    "Define functions that write and read the binary form of operations",
    &["SPIRV_Op"],
    write_serialization,
);

fn write_attribute_names(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "SPIR-V Attribute Utilities", cx.records);
    out.push(
        "#ifndef MLIR_DIALECT_SPIRV_IR_ATTR_UTILS_H_
#define MLIR_DIALECT_SPIRV_IR_ATTR_UTILS_H_
template <typename EnumClass> inline constexpr StringRef attributeName();
",
    );
    let all = cx.records.derived(class_of_enums(cx.release()))?;
    out.try_each(all, |out, rec| {
        let name = rec.string("className")?;
        let attribute = snake_case(&name);
        write!(
            out,
            "template <> inline StringRef attributeName<{name}>() {{
  static constexpr const char attrName[] = \"{attribute}\";
  return attrName;
}}
"
        );
        Ok::<_, Fatal>(())
    })?;
    out.push("#endif // MLIR_DIALECT_SPIRV_IR_ATTR_UTILS_H\n");
    Ok(())
}

fn write_capabilities(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "SPIR-V Capability Implication", cx.records);
    let Some(attribute) = cx.records.def("SPIRV_CapabilityAttr") else {
        bail!(
            cx.records,
            "there is no 'SPIRV_CapabilityAttr', which says what capabilities there are"
        );
    };
    let capabilities = Enum::read(attribute.def("enum")?)?;
    out.push(
        "ArrayRef<spirv::Capability> spirv::getDirectImpliedCapabilities(spirv::Capability cap) {
  switch (cap) {
  default: return {};
",
    );
    for case in &capabilities.cases {
        if case.rec.field("implies").is_none() {
            continue;
        }
        out.source(case.rec);
        let mut implied = Vec::new();
        for rec in case.rec.list_of_defs("implies")? {
            implied.push(rec.string("symbol")?);
        }
        let (symbol, number) = (&case.symbol, implied.len());
        write!(
            out,
            "  case spirv::Capability::{symbol}: {{static const spirv::Capability implies[{number}] = {{"
        );
        push_joined(out, ", ", &implied, |out, it| {
            write!(out, "spirv::Capability::{it}");
        });
        writeln!(
            out,
            "}}; return ArrayRef<spirv::Capability>(implies, {number}); }}"
        );
    }
    out.no_source();
    out.push("  }\n}\n");
    Ok(())
}

/// Writes two sections: the functions that serialize operations, and the functions that deserialize operations. Each
/// section ends with dispatch functions, which select a function by operation or by opcode.
fn write_serialization(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "SPIR-V Serialization Utilities/Functions", cx.records);
    let records = cx.records.derived("SPIRV_Op")?.into_iter();
    let ops: Result<Vec<_>, Fatal> = records.map(Operation::read).collect();
    let ops = ops?;
    // The errors come in the order of the reference, which builds both functions of an operation before those of the
    // next operation.
    let mut reading = out.part();
    out.push("#ifdef GET_SERIALIZATION_FNS\n\n");
    for op in &ops {
        if op.rec.bit("autogenSerialization")? {
            out.of(op.rec, |out| serialization::push(out, op))?;
            reading.of(op.rec, |out| deserialization::push(out, op))?;
        }
    }
    serialization::push_dispatch(out, &ops)?;
    out.push("#endif // GET_SERIALIZATION_FNS\n\n#ifdef GET_DESERIALIZATION_FNS\n\n");
    out.append(reading);
    deserialization::push_dispatch(out, &ops)?;
    deserialization::push_dispatch_of_sets(cx, out)?;
    out.push("#endif // GET_DESERIALIZATION_FNS\n\n");
    Ok(())
}

/// How an attribute is encoded in the binary form.
enum Encoding<'a> {
    /// The id of a constant with the value of an enumeration.
    Constant(Enum<'a>),
    /// The value of an enumeration.
    Value(Enum<'a>),
    /// All elements of an array of integers.
    Numbers,
    /// An integer.
    Number,
    /// The id of a type.
    Type,
}

/// The attributes that are encoded as constants.
const CONSTANTS: [&str; 5] = [
    "SPIRV_ScopeAttr",
    "SPIRV_KHR_CooperativeMatrixUseAttr",
    "SPIRV_KHR_CooperativeMatrixLayoutAttr",
    "SPIRV_MemorySemanticsAttr",
    "SPIRV_MatrixLayoutAttr",
];

impl<'a> Encoding<'a> {
    /// The encoding of an attribute. `None` if the attribute cannot be encoded.
    fn read(attr: mlir_model::attribute::Attribute<'a>) -> Result<Option<Encoding<'a>>, Fatal> {
        let attr = if attr.is_optional()? {
            attr.base()
        } else {
            attr
        };
        let rec = attr.0;
        let values = || Enum::read(rec.def("enum")?);
        Ok(Some(match attr.def_name() {
            name if CONSTANTS.contains(&name) => Encoding::Constant(values()?),
            _ if rec.is_a("SPIRV_BitEnumAttr") || rec.is_a("SPIRV_I32EnumAttr") => {
                Encoding::Value(values()?)
            }
            "I32ArrayAttr" => Encoding::Numbers,
            "I32Attr" => Encoding::Number,
            // The reference treats all other enumerations as types.
            _ if rec.is_a("EnumAttrInfo") || attr.is_type() => Encoding::Type,
            _ => return Ok(None),
        }))
    }
}

/// The C++ class of the attribute that holds a value of an enumeration.
fn attribute_class(values: &Enum) -> String {
    format!("{}Attr", values.qualified_name())
}
