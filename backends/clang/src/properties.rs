//! Generating the classes that serialize Clang's AST nodes and property values.

mod basic;
mod model;
mod nodes;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use backend::{Backend, Context, Fatal, Output, Rec};
use model::Properties;

pub(crate) const TYPE_READER: Backend = Backend::clang(
    "gen-clang-type-reader",
    "Write the class that reads nodes of types",
    &["PropertyType", "TypeNode"],
    type_reader,
);

/// `-gen-clang-type-reader`
fn type_reader(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    nodes::write(cx, out, Side::Reader)
}

pub(crate) const TYPE_WRITER: Backend = Backend::clang(
    "gen-clang-type-writer",
    "Write the class that writes nodes of types",
    &["PropertyType", "TypeNode"],
    type_writer,
);

/// `-gen-clang-type-writer`
fn type_writer(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    nodes::write(cx, out, Side::Writer)
}

pub(crate) const BASIC_READER: Backend = Backend::clang(
    "gen-clang-basic-reader",
    "Write the classes that read values of properties",
    &["PropertyType"],
    basic_reader,
);

/// `-gen-clang-basic-reader`
fn basic_reader(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    basic::write(cx, out, Side::Reader)
}

pub(crate) const BASIC_WRITER: Backend = Backend::clang(
    "gen-clang-basic-writer",
    "Write the classes that write values of properties",
    &["PropertyType"],
    basic_writer,
);

/// `-gen-clang-basic-writer`
fn basic_writer(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    basic::write(cx, out, Side::Writer)
}

/// Whether the generated class reads or writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Reader,
    Writer,
}

impl Side {
    fn is_reader(self) -> bool {
        self == Side::Reader
    }

    /// `reader` or `writer`, depending on the side.
    fn pick<'a>(self, reader: &'a str, writer: &'a str) -> &'a str {
        match self {
            Side::Reader => reader,
            Side::Writer => writer,
        }
    }

    /// The suffix in the names of generated classes.
    fn suffix(self) -> &'static str {
        self.pick("Reader", "Writer")
    }

    /// The prefix in the names of generated methods.
    fn method(self) -> &'static str {
        self.pick("read", "write")
    }

    /// The C++ variable that reads or writes properties.
    fn variable(self) -> &'static str {
        self.pick("R", "W")
    }
}

/// The C++ name of a type that is not an instance of a generic type.
fn cxx_name(ty: Rec<'_>) -> Result<Cow<'_, str>, Fatal> {
    ty.string("CXXName")
}

/// Whether a type is an instance of a generic type, such as `Array<T>`.
fn is_generic(ty: Rec) -> bool {
    ty.is_anonymous()
}

/// For an instance of a generic type: the C++ template, the name of the generic type in the names of methods, and the
/// element type. `None` for an unknown generic type.
fn element<'a>(ty: Rec<'a>) -> Result<Option<(&'static str, &'static str, Rec<'a>)>, Fatal> {
    if ty.is_a("Array") {
        Ok(Some(("llvm::ArrayRef", "Array", ty.def("Element")?)))
    } else if ty.is_a("Optional") {
        Ok(Some(("std::optional", "Optional", ty.def("Element")?)))
    } else {
        Ok(None)
    }
}

fn unexpected_generic(ty: Rec) -> Fatal {
    ty.fatal("unexpected generic property type".to_owned())
}

/// The C++ type of a type's values. An error for an unknown generic type.
fn value_type(ty: Rec, side: Side) -> Result<String, Fatal> {
    if !is_generic(ty) {
        let is_const = side == Side::Writer && ty.bit("ConstWhenWriting")?;
        let qualifier = if is_const { "const " } else { "" };
        return Ok(format!("{qualifier}{}", cxx_name(ty)?));
    }
    match element(ty)? {
        Some((template, _, element)) => Ok(format!("{template}<{}>", value_type(element, side)?)),
        None => Err(unexpected_generic(ty)),
    }
}

/// The part of a method's name after `read` or `write`.
fn method_suffix(ty: Rec, side: Side) -> Result<String, Fatal> {
    if !is_generic(ty) {
        return Ok(ty.name().to_owned());
    }
    match (element(ty)?, side) {
        // Only reading needs the element as a template argument. Writing deduces it, including its `const`.
        (Some((_, name, element)), Side::Reader) => {
            Ok(format!("{name}<{}>", value_type(element, side)?))
        }
        (Some((_, name, _)), Side::Writer) => Ok(name.to_owned()),
        (None, _) => Err(unexpected_generic(ty)),
    }
}

/// A property to read or write.
struct Property<'a> {
    name: Cow<'a, str>,
    ty: Rec<'a>,
    /// The C++ expression that gets the property from the value that is written; empty for a reader.
    read_code: Cow<'a, str>,
    /// The C++ condition under which the property is present; empty if it always is.
    condition: Cow<'a, str>,
}

impl<'a> Property<'a> {
    fn new(property: Rec<'a>, side: Side) -> Result<Property<'a>, Fatal> {
        let name = property.string("Name")?;
        let ty = property.def("Type")?;
        let read_code = match side {
            Side::Reader => Cow::default(),
            Side::Writer => property.string("Read")?,
        };
        let condition = property.string("Conditional")?;
        Ok(Property {
            name,
            ty,
            read_code,
            condition,
        })
    }

    /// Writes the C++ statements for the property. `variable` names the reader or writer.
    fn push(&self, out: &mut Output, side: Side, variable: &str) -> Result<(), Fatal> {
        match side {
            Side::Reader => self.push_read(out, variable),
            Side::Writer => self.push_write(out, variable),
        }
    }

    fn push_read(&self, out: &mut Output, variable: &str) -> Result<(), Fatal> {
        let Property {
            name,
            ty,
            condition,
            ..
        } = self;
        let mut buffers = Vec::new();
        for (index, element) in ty
            .list_of_defs("BufferElementTypes")?
            .into_iter()
            .enumerate()
        {
            let element = value_type(element, Side::Reader)?;
            let buffer = format!("{name}_buffer_{index}");
            writeln!(out, "    llvm::SmallVector<{element}, 8> {buffer};");
            buffers.push(buffer);
        }
        let value = value_type(*ty, Side::Reader)?;
        let template = if is_generic(*ty) { "template " } else { "" };
        let suffix = method_suffix(*ty, Side::Reader)?;
        let buffers = buffers.join(", ");
        let read = format!("{variable}.find(\"{name}\").{template}read{suffix}({buffers})");
        if condition.is_empty() {
            writeln!(out, "    {value} {name} = {read};");
        } else {
            writeln!(out, "    std::optional<{value}> {name};");
            writeln!(out, "    if ({condition}) {{");
            writeln!(out, "      {name}.emplace({read});");
            out.push("    }\n");
        }
        Ok(())
    }

    fn push_write(&self, out: &mut Output, variable: &str) -> Result<(), Fatal> {
        let Property { name, ty, .. } = self;
        if !self.condition.is_empty() {
            writeln!(out, "    if ({}) {{", self.condition);
        }
        let value = value_type(*ty, Side::Writer)?;
        let suffix = method_suffix(*ty, Side::Writer)?;
        writeln!(out, "    {value} {name} = ({});", self.read_code);
        writeln!(
            out,
            "    {variable}.find(\"{name}\").write{suffix}({name});"
        );
        if !self.condition.is_empty() {
            out.push("    }\n");
        }
        Ok(())
    }
}

/// Writes the body of the method for a node or a case of a type.
fn push_body(
    properties: &Properties,
    out: &mut Output,
    side: Side,
    variable: &str,
    node: Rec,
) -> Result<(), Fatal> {
    let Some(rules) = properties.rules(node) else {
        return Err(node.fatal(format!(
            "no information about how to deserialize \"{}\"",
            model::name(node)?
        )));
    };
    let creator = match (side, rules.creator) {
        (Side::Reader, None) => {
            let name = model::name(node)?;
            return Err(node.fatal(format!("no Creator for \"{name}\"")));
        }
        (Side::Reader, Some(creator)) => Some((creator, creator.string("Create")?)),
        (Side::Writer, _) => None,
    };
    if let (Side::Writer, Some(helper)) = (side, rules.read_helper) {
        out.source(helper);
        writeln!(out, "    {}", helper.string("Code")?);
    }
    for property in properties.all_of(node)? {
        let name = property.string("Name")?;
        if let Some((creator, code)) = &creator
            && !code.contains(&*name)
        {
            return Err(creator.fatal(format!(
                "creation code for {} doesn't refer to property \"{name}\"",
                model::name(node)?
            )));
        }
        out.source(property);
        Property::new(property, side)?.push(out, side, variable)?;
    }
    out.source(node);
    if let Some((creator, code)) = creator {
        out.source(creator);
        writeln!(out, "    {code}");
        out.source(node);
    }
    Ok(())
}
