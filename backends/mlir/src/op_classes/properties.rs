//! The struct of properties, and the functions by which MLIR reads and writes it.

use backend::{Fatal, Release};

use mlir_model::names::camel_case;
use mlir_model::operation::Operation;
use mlir_model::template::Substitutions;

use super::changes;
use super::slots::{Member, Slots, cast};
use crate::cpp::{Class, Method, Parameter, Qualifiers};

/// The C++ type of the numbers of operands or results.
const SEGMENTS_TYPE: &str = "::llvm::ArrayRef<int32_t>";

/// The declaration of the struct.
pub(super) fn declaration(slots: &Slots, release: Release) -> Result<String, Fatal> {
    let mut text = "  struct Properties {\n".to_owned();
    let mut comparison = String::new();
    for member in &slots.members {
        let name = match member {
            Member::Attribute(slot) => slot.name,
            Member::Property(it) => it.name,
            Member::Segments(name, _) => name,
        };
        text += &declare(*member, name, release)?;
        comparison += &format!("        rhs.{name} == this->{name} &&\n");
    }
    text += &format!(
        "    bool operator==(const Properties &rhs) const {{\n      return \n{comparison}        true;\n    }}\n"
    );
    text += "    bool operator!=(const Properties &rhs) const {\n      return !(*this == rhs);\n    }\n  };\n";
    Ok(text)
}

/// A field with its accessors.
fn declare(member: Member, name: &str, release: Release) -> Result<String, Fatal> {
    let camel = camel_case(name, true);
    let qualifier = changes::getter_qualifier(release);
    match member {
        Member::Attribute(slot) => {
            let Some(attr) = slot.attr else {
                return Ok(field("::mlir::DenseI32ArrayAttr", name) + ";\n");
            };
            let (ty, cast) = (attr.storage_type(), cast(attr)?);
            Ok(field(&ty, name)
                + &format!(
                    ";

    auto get{camel}(){qualifier} {{
      auto &propStorage = this->{name};
      return ::llvm::{cast}<{ty}>(propStorage);
    }}
    void set{camel}(const {ty} &propValue) {{
      this->{name} = propValue;
    }}
"
                ))
        }
        Member::Property(it) => {
            let storage = Substitutions::new()
                .with("_storage", "propStorage")
                .with("_value", "propValue");
            let (read, write) = (
                it.prop.text("convertFromStorage"),
                it.prop.text("assignToStorage"),
            );
            let start = default(&it, release);
            let text = field(&it.prop.storage_type(), name) + &start;
            let interface = it.prop.interface_type();
            Ok(text
                + &accessors(
                    release,
                    &interface,
                    name,
                    &storage.fill(&read),
                    &storage.fill(&write),
                ))
        }
        Member::Segments(_, count) => {
            let text = field(&format!("std::array<int32_t, {count}>"), name);
            let write = "::llvm::copy(propValue, propStorage.begin())";
            Ok(text + &accessors(release, SEGMENTS_TYPE, name, "propStorage", write))
        }
    }
}

fn field(ty: &str, name: &str) -> String {
    format!("    using {name}Ty = {ty};\n    {name}Ty {name}")
}

/// What a property starts with.
fn default(it: &mlir_model::operation::NamedProperty, release: Release) -> String {
    let value = it.prop.default_value();
    let stored = it.prop.text("storageTypeValueOverride");
    if !stored.is_empty() {
        format!(" = {stored}")
    } else if value.is_empty() {
        String::new()
    } else if release >= Release::V22 {
        let builder = Substitutions::new().with("_builder", "odsBuilder");
        format!(" = {}", builder.fill(&value))
    } else {
        format!(" = {value}")
    }
}

fn accessors(release: Release, ty: &str, name: &str, read: &str, write: &str) -> String {
    let camel = camel_case(name, true);
    let qualifier = changes::getter_qualifier(release);
    let parameter = changes::setter_parameter(release, ty);
    format!(
        ";
    {ty} get{camel}(){qualifier} {{
      auto &propStorage = this->{name};
      return {read};
    }}
    void set{camel}({parameter}propValue) {{
      auto &propStorage = this->{name};
      {write};
    }}
"
    )
}

/// Adds the functions by which MLIR reads and writes properties of operations that it knows by name only.
pub(super) fn add_support(class: &mut Class, op: &Operation, slots: &Slots) -> Result<(), Fatal> {
    if !slots.has_properties {
        return Ok(());
    }
    let properties = || Parameter::new("const Properties &", "prop");
    let storage = || Parameter::new("Properties &", "prop");
    let context = || Parameter::new("::mlir::MLIRContext *", "ctx");
    let name = || Parameter::new("llvm::StringRef", "name");
    let attrs = || Parameter::new("::mlir::NamedAttrList &", "attrs");
    let error = |ty: &str| Parameter::new(ty, "emitError");
    let methods: [(&str, &str, Vec<Parameter>); 7] = [
        (
            "::llvm::LogicalResult",
            "setPropertiesFromAttr",
            parsed_parameters(),
        ),
        (
            "::mlir::Attribute",
            "getPropertiesAsAttr",
            vec![context(), properties()],
        ),
        (
            "llvm::hash_code",
            "computePropertiesHash",
            vec![properties()],
        ),
        (
            "std::optional<mlir::Attribute>",
            "getInherentAttr",
            vec![context(), properties(), name()],
        ),
        (
            "void",
            "setInherentAttr",
            vec![
                storage(),
                name(),
                Parameter::new("mlir::Attribute", "value"),
            ],
        ),
        (
            "void",
            "populateInherentAttrs",
            vec![context(), properties(), attrs()],
        ),
        (
            "::llvm::LogicalResult",
            "verifyInherentAttrs",
            vec![
                Parameter::new("::mlir::OperationName", "opName"),
                attrs(),
                error("llvm::function_ref<::mlir::InFlightDiagnostic()>"),
            ],
        ),
    ];
    for (ty, name, parameters) in methods {
        class.add(Method::new(ty, name, Qualifiers::STATIC, parameters));
    }
    class.alias("Properties", "FoldAdaptor::Properties");
    add_bytecode(class, op, slots)
}

fn add_bytecode(class: &mut Class, op: &Operation, slots: &Slots) -> Result<(), Fatal> {
    if slots.members.is_empty() {
        return Ok(());
    }
    let declared = if op.rec.bit("useCustomPropertiesEncoding")? {
        Qualifiers::DECLARED
    } else {
        Qualifiers::NONE
    };
    let read = [
        Parameter::new("::mlir::DialectBytecodeReader &", "reader"),
        Parameter::new("::mlir::OperationState &", "state"),
    ];
    let write = [Parameter::new("::mlir::DialectBytecodeWriter &", "writer")];
    let qualifiers = declared | Qualifiers::STATIC;
    class.add(Method::new(
        "::llvm::LogicalResult",
        "readProperties",
        qualifiers,
        read,
    ));
    class.add(Method::new("void", "writeProperties", declared, write));
    Ok(())
}

/// The parameters of functions that set properties from an attribute.
pub(super) fn parsed_parameters() -> Vec<Parameter> {
    vec![
        Parameter::new("Properties &", "prop"),
        Parameter::new("::mlir::Attribute", "attr"),
        Parameter::new(
            "::llvm::function_ref<::mlir::InFlightDiagnostic()>",
            "emitError",
        ),
    ]
}
