//! The struct of properties, and the functions by which MLIR reads and writes it.

mod bytecode;
mod support;
mod texts;

use backend::{Fatal, Release};

use mlir_model::names::camel_case;
use mlir_model::template::Substitutions;

use super::changes;
use super::slots::{Member, Slots, cast};
use crate::cpp::Parameter;

pub(super) use support::add as add_support;

/// The C++ type of lists of segment sizes.
const SEGMENTS_TYPE: &str = "::llvm::ArrayRef<int32_t>";

/// The declaration of the struct of properties.
pub(super) fn declaration(slots: &Slots, release: Release) -> Result<String, Fatal> {
    let mut text = "  struct Properties {\n".to_owned();
    let mut comparison = String::new();
    for member in &slots.members {
        let name = member.name();
        text += &declare(*member, name, release)?;
        comparison += &format!("        rhs.{name} == this->{name} &&\n");
    }
    text += &format!(
        "    bool operator==(const Properties &rhs) const {{\n      return \n{comparison}        true;\n    }}\n"
    );
    text += "    bool operator!=(const Properties &rhs) const {\n      return !(*this == rhs);\n    }\n  };\n";
    Ok(text)
}

/// The declaration of a field with its accessors. Segment sizes that are stored as an attribute have no accessors.
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

/// The initializer of a property's field.
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
