//! Accessors of attributes, and of properties other than attributes.

mod derived;

use backend::{Context, Fatal, Release, bail};

use mlir_model::attribute::Attribute;
use mlir_model::names::{camel_case, getter, remover, setter};
use mlir_model::operation::{NamedAttribute, Operation};
use mlir_model::template::Substitutions;

use super::changes::Accessor;
use super::slots::{OPERAND_SEGMENTS, Reader, Slots, cast};
use super::{add_accessor, add_needed, changes};
use crate::cpp::{Class, Indented, Method, Parameter, Qualifiers};

/// Adds the methods that return the names of attributes.
pub(super) fn add_names(class: &mut Class, op: &Operation, slots: &Slots) -> Result<(), Fatal> {
    let mut names: Vec<&str> = slots.attributes.iter().map(|it| it.name).collect();
    let count = names.len();
    names.extend(slots.has_operand_segments.then_some(OPERAND_SEGMENTS));
    let inline = Qualifiers::INLINE;
    let ty = "::llvm::ArrayRef<::llvm::StringRef>";
    let method = Method::new(ty, "getAttributeNames", inline | Qualifiers::STATIC, []);
    let body = add_needed(class, op.rec, "getAttributeNames", method)?;
    if names.is_empty() {
        body.push("  return {};");
        return Ok(());
    }
    let texts: Vec<_> = names
        .iter()
        .map(|it| format!("::llvm::StringRef(\"{it}\")"))
        .collect();
    let texts = texts.join(", ");
    writeln!(
        body,
        "  static ::llvm::StringRef attrNames[] = {{{texts}}};"
    );
    body.push("  return ::llvm::ArrayRef(attrNames);");
    add_names_by_index(class, op, count)?;
    for (index, slot) in slots.attributes.iter().enumerate() {
        let own = format!("  return getAttributeNameForIndex({index});");
        let of = format!("  return getAttributeNameForIndex(name, {index});");
        let accessor = Accessor::AttributeName;
        add_name(class, op, accessor, slot.name, &own, &of)?;
    }
    if slots.has_operand_segments {
        let own = " return (*this)->getName().getAttributeNames().back();";
        let of = " return name.getAttributeNames().back();";
        let accessor = Accessor::SegmentsName;
        add_name(class, op, accessor, OPERAND_SEGMENTS, own, of)?;
    }
    Ok(())
}

fn add_names_by_index(class: &mut Class, op: &Operation, count: usize) -> Result<(), Fatal> {
    let name = "getAttributeNameForIndex";
    let hidden = Qualifiers::INLINE | Qualifiers::PRIVATE;
    let index = || Parameter::new("unsigned", "index");
    let method = Method::new("::mlir::StringAttr", name, hidden, [index()]);
    add_needed(class, op.rec, name, method)?
        .push("  return getAttributeNameForIndex((*this)->getName(), index);");
    let parameters = [Parameter::new("::mlir::OperationName", "name"), index()];
    let hidden = hidden | Qualifiers::STATIC;
    let method = Method::new("::mlir::StringAttr", name, hidden, parameters);
    let body = add_needed(class, op.rec, name, method)?;
    if count == 0 {
        body.push("  return {};");
        return Ok(());
    }
    write!(
        body,
        "
  assert(index < {count} && \"invalid attribute index\");
  assert(name.getStringRef() == getOperationName() && \"invalid operation name\");
  assert(name.isRegistered() && \"Operation isn't registered, missing a \"
        \"dependent dialect loading?\");
  return name.getAttributeNames()[index];
"
    );
    Ok(())
}

/// Adds the two methods that return the name of an attribute: for this operation, and for a given `OperationName`.
fn add_name(
    class: &mut Class,
    op: &Operation,
    accessor: Accessor,
    attribute: &str,
    own: &str,
    of: &str,
) -> Result<(), Fatal> {
    let name = format!("{}AttrName", getter(attribute));
    let ty = "::mlir::StringAttr";
    let method = Method::new(ty, &name, Qualifiers::INLINE, []);
    add_accessor(class, op, accessor, &name, method)?.push(own);
    let parameters = [Parameter::new("::mlir::OperationName", "name")];
    let qualifiers = Qualifiers::INLINE | Qualifiers::STATIC;
    let method = Method::new(ty, &name, qualifiers, parameters);
    add_needed(class, op.rec, &name, method)?.push(of);
    Ok(())
}

/// Since LLVM 22: adds the getters of properties.
pub(super) fn add_property_getters(
    class: &mut Class,
    op: &Operation,
    release: Release,
) -> Result<(), Fatal> {
    if !changes::has_property_accessors(release) {
        return Ok(());
    }
    for it in &op.properties {
        let name = getter(it.name);
        let ty = it.prop.interface_type();
        let method = Method::new(ty, &name, Qualifiers::INLINE, []);
        let body = add_accessor(class, op, Accessor::Property, &name, method)?;
        write!(body, "  return getProperties().{name}();");
    }
    Ok(())
}

/// Since LLVM 22: adds the setters of properties.
pub(super) fn add_property_setters(class: &mut Class, op: &Operation, release: Release) {
    if !changes::has_property_accessors(release) {
        return;
    }
    for it in &op.properties {
        let name = setter(it.name);
        let value = format!("new{}", camel_case(it.name, true));
        let parameters = [Parameter::new(it.prop.interface_type(), &value)];
        let method = Method::new("void", &name, Qualifiers::INLINE, parameters);
        // As in the reference, a redundant setter ends the loop, so the setters after it are missing.
        let Some(method) = class.add(method) else {
            return;
        };
        write!(method.body(), "  getProperties().{name}({value});");
    }
}

/// Adds the getters of attributes to the operation's class.
pub(super) fn add_getters(
    cx: &Context,
    class: &mut Class,
    op: &Operation,
    slots: &Slots,
) -> Result<(), Fatal> {
    for it in &op.attributes {
        let name = getter(it.name);
        let value = Method::new(it.attr.return_type(), &name, Qualifiers::NONE, []);
        if it.attr.is_derived() {
            if let Some(method) = class.add(value) {
                writeln!(method.body(), "  {}", it.attr.derived_body()?);
            }
            continue;
        }
        let ty = it.attr.storage_type();
        let method = Method::new(&*ty, format!("{name}Attr"), Qualifiers::INLINE, []);
        if let Some(method) = class.add(method) {
            let (cast, read) = (cast(it.attr)?, slots.read(it.name, Reader::Class));
            write!(method.body(), "  return ::llvm::{cast}<{ty}>({read});");
        }
        let body = add_accessor(class, op, Accessor::Attribute, &name, value)?;
        push_getter(body, &name, it.attr, Reader::Class)?;
    }
    derived::add(cx, class, op)
}

/// Writes the body of the getter of an attribute's value.
pub(super) fn push_getter(
    body: &mut Indented,
    name: &str,
    attr: Attribute,
    reader: Reader,
) -> Result<(), Fatal> {
    let mut names = Substitutions::new().with("_builder", reader.builder());
    writeln!(body, "  auto attr = {name}Attr();");
    if attr.has_default() && attr.is_optional()? {
        if attr.const_builder().is_empty() {
            bail!(
                attr.0.records(),
                "DefaultValuedAttr of type {} must have a constBuilder",
                attr.def_name()
            );
        }
        names.set("_self", default_attribute(attr, reader.builder()));
        let value = names.fill(&attr.convert_from_storage());
        writeln!(body, "    if (!attr)\n      return {value};");
    }
    names.set("_self", "attr");
    writeln!(
        body,
        "  return {};",
        names.fill(&attr.convert_from_storage())
    );
    Ok(())
}

/// The C++ expression that builds the attribute with the default value. Before LLVM 22, placeholders in the value are
/// kept.
pub(super) fn default_attribute(attr: Attribute, builder: &str) -> String {
    let names = Substitutions::new().with("_builder", builder);
    let value = changes::default_value(attr.0.records().release(), &attr.default_value(), &names);
    names.fill_with(&attr.const_builder(), &[&value])
}

/// The same expression in the function that sets missing attributes: placeholders in the value are replaced in every
/// release.
pub(super) fn missing_attribute(attr: Attribute, builder: &str) -> String {
    let names = Substitutions::new().with("_builder", builder);
    let value = names.fill(&attr.default_value());
    names.fill_with(&attr.const_builder(), &[&value])
}

/// The C++ expression that builds the attribute with the value of a parameter.
pub(super) fn attribute_of(attr: Attribute, builder: &str, parameter: &str) -> String {
    let names = Substitutions::new().with("_builder", builder);
    // The template quotes a constant string, but a parameter is an expression.
    let template = attr.const_builder().replace("\"$0\"", "$0");
    names.fill_with(&template, &[parameter])
}

/// Adds the setters of attributes.
pub(super) fn add_setters(class: &mut Class, op: &Operation, slots: &Slots) -> Result<(), Fatal> {
    for it in op.native_attributes() {
        let name = setter(it.name);
        let parameters = [Parameter::new(it.attr.storage_type(), "attr")];
        let method = Method::new(
            "void",
            format!("{name}Attr"),
            Qualifiers::INLINE,
            parameters,
        );
        if let Some(method) = class.add(method) {
            method.body().push("  ");
            push_assignment(method.body(), slots, it.name, "attr");
        }
        let Some(ty) = value_parameter(it.attr)? else {
            continue;
        };
        let parameters = [Parameter::new(ty, "attrValue")];
        let method = Method::new("void", name, Qualifiers::NONE, parameters);
        if let Some(method) = class.add(method) {
            push_value_setter(method.body(), slots, it)?;
        }
    }
    Ok(())
}

fn push_assignment(body: &mut Indented, slots: &Slots, name: &str, value: &str) {
    if slots.sets_properties {
        write!(body, "getProperties().{name} = {value};");
    } else {
        write!(
            body,
            "(*this)->setAttr({}AttrName(), {value});",
            getter(name)
        );
    }
}

/// Writes the body of the setter that takes an attribute's value. An empty value removes an optional attribute.
fn push_value_setter(body: &mut Indented, slots: &Slots, it: &NamedAttribute) -> Result<(), Fatal> {
    let builder = Reader::Class.builder();
    if !it.attr.is_optional()? {
        let value = attribute_of(it.attr, builder, "attrValue");
        body.push("  ");
        push_assignment(body, slots, it.name, &value);
        return Ok(());
    }
    let is_unit = it.attr.def_name() == "UnitAttr";
    let parameter = if is_unit { "attrValue" } else { "*attrValue" };
    let value = attribute_of(it.attr.base(), builder, parameter);
    if slots.sets_properties {
        let name = it.name;
        write!(
            body,
            "
    auto &odsProp = getProperties().{name};
    if (attrValue)
      odsProp = {value};
    else
      odsProp = nullptr;"
        );
    } else {
        let name = getter(it.name);
        write!(
            body,
            "
    if (attrValue)
      return (*this)->setAttr({name}AttrName(), {value});
    (*this)->removeAttr({name}AttrName());"
        );
    }
    Ok(())
}

/// The type of the parameter if a setter can take the value instead of the attribute; otherwise `None`.
fn value_parameter(attr: Attribute) -> Result<Option<String>, Fatal> {
    let base = attr.base();
    if !base.can_be_unwrapped() {
        return Ok(None);
    }
    Ok(Some(if attr.def_name() == "UnitAttr" {
        "bool".to_owned()
    } else if attr.is_optional()? {
        format!("::std::optional<{}>", base.return_type())
    } else {
        attr.return_type().into_owned()
    }))
}

/// Adds the methods that remove optional attributes.
pub(super) fn add_removers(
    class: &mut Class,
    op: &Operation,
    slots: &Slots,
    release: Release,
) -> Result<(), Fatal> {
    for it in &op.attributes {
        if !it.attr.is_optional()? {
            continue;
        }
        let name = format!("{}Attr", remover(it.name));
        let method = Method::new("::mlir::Attribute", name, Qualifiers::INLINE, []);
        if let Some(method) = class.add(method) {
            if slots.sets_properties {
                method.body().push(&changes::remover_body(release, it.name))
            } else {
                write!(
                    method.body(),
                    "return (*this)->removeAttr({}AttrName());",
                    getter(it.name)
                )
            }
        }
    }
    Ok(())
}
