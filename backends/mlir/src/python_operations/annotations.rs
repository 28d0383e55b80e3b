//! Type annotations for values and attributes in Python, since LLVM 22.

use std::borrow::Cow;

use backend::Fatal;
use backend::text::SPACES;
use mlir_model::attribute::Attribute;
use mlir_model::operation::Value;

/// The C++ classes of types that have a Python class of the same name.
const TYPES: [&str; 11] = [
    "ComplexType",
    "FloatType",
    "IndexType",
    "IntegerType",
    "MemRefType",
    "NoneType",
    "RankedTensorType",
    "TupleType",
    "UnrankedMemRefType",
    "UnrankedTensorType",
    "VectorType",
];

/// The C++ classes of attributes that have a Python class of the same name.
const ATTRIBUTES: [&str; 23] = [
    "AffineMapAttr",
    "ArrayAttr",
    "BoolAttr",
    "DenseBoolArrayAttr",
    "DenseElementsAttr",
    "DenseF32ArrayAttr",
    "DenseF64ArrayAttr",
    "DenseFPElementsAttr",
    "DenseI16ArrayAttr",
    "DenseI32ArrayAttr",
    "DenseI64ArrayAttr",
    "DenseI8ArrayAttr",
    "DenseIntElementsAttr",
    "DenseResourceElementsAttr",
    "FlatSymbolRefAttr",
    "FloatAttr",
    "IntegerAttr",
    "IntegerSetAttr",
    "OpaqueAttr",
    "StridedLayoutAttr",
    "StringAttr",
    "SymbolRefAttr",
    "TypeAttr",
];

/// The annotation of an operand or result. `kind` is the Python class of a single value, and `list` is the Python class
/// of several values.
pub(super) fn of_value(value: &Value, kind: &str, list: &str) -> Result<String, Fatal> {
    if value.ty.is_variadic() {
        return Ok(format!("_ods_ir.{list}"));
    }
    let class = value.ty.cpp_type()?;
    let class = class.strip_prefix("::mlir::").unwrap_or_default();
    let single = if TYPES.contains(&class) {
        format!("_ods_ir.{kind}[_ods_ir.{class}]")
    } else {
        format!("_ods_ir.{kind}")
    };
    Ok(if value.ty.is_optional() {
        format!("_Optional[{single}]")
    } else {
        single
    })
}

/// The annotation of an attribute.
pub(super) fn of_attribute(attr: Attribute) -> Cow<'static, str> {
    // The C++ class of this attribute is the class of all integer attributes.
    if attr.def_name() == "I1Attr" {
        return "_ods_ir.BoolAttr".into();
    }
    let class = attr.storage_type();
    let class = class.trim_matches(SPACES);
    match class.strip_prefix("::mlir::").unwrap_or_default() {
        "DictionaryAttr" => "_ods_ir.DictAttr".into(),
        class if ATTRIBUTES.contains(&class) => format!("_ods_ir.{class}").into(),
        _ => "_ods_ir.Attribute".into(),
    }
}
