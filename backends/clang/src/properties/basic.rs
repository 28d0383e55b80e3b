//! The base classes that read or write the values of properties.

use super::model::{Cased, Properties};
use super::{Property, Side, cxx_name, push_body};
use backend::text::push_header;
use backend::{Context, Fatal, Output, Rec};

pub(super) fn write(cx: &Context, out: &mut Output, side: Side) -> Result<(), Fatal> {
    let description = side.pick(
        "Helper classes for BasicReaders",
        "Helper classes for BasicWriters",
    );
    push_header(out, description, cx.records);
    let properties = Properties::new(cx)?;
    push_dispatcher(&properties, out, side)?;
    push_optional(&properties, out, side)?;
    push_base(&properties, out, side)
}

/// Writes the template that finds the method for a C++ type.
fn push_dispatcher(properties: &Properties, out: &mut Output, side: Side) -> Result<(), Fatal> {
    let template = side.pick("ReadDispatcher", "WriteDispatcher");
    let (suffix, method, variable) = (side.suffix(), side.method(), side.variable());
    let specialize = |out: &mut Output, parameters: &str, cxx: &str, name: &str| {
        let result = side.pick(cxx, "void");
        write!(
            out,
            "template {parameters}\n\
             struct {template}<{cxx}> {{\n  \
               template <class Basic{suffix}, class... Args>\n  \
               static {result} {method}(Basic{suffix} &{variable}, Args &&... args) {{\n    \
                 return {variable}.{method}{name}(std::forward<Args>(args)...);\n  \
               }}\n\
             }};\n"
        );
    };
    write!(out, "template <class ValueType>\nstruct {template};\n");
    for ty in &properties.types {
        let cxx = cxx_name(*ty)?;
        out.source(*ty);
        specialize(out, "<>", &cxx, ty.name());
        if side == Side::Writer && ty.bit("ConstWhenWriting")? {
            specialize(out, "<>", &format!("const {cxx}"), ty.name());
        }
    }
    out.no_source();
    specialize(out, "<class T>", "llvm::ArrayRef<T>", "Array");
    specialize(out, "<class T>", "std::optional<T>", "Optional");
    out.push("\n");
    Ok(())
}

/// Writes the template that packs an optional value into a plain value (writer), or unpacks it (reader). A special
/// plain value represents an absent value.
fn push_optional(properties: &Properties, out: &mut Output, side: Side) -> Result<(), Fatal> {
    let template = side.pick("UnpackOptionalValue", "PackOptionalValue");
    let method = side.pick("unpack", "pack");
    let field = side.pick("UnpackOptional", "PackOptional");
    let specialize = |out: &mut Output, plain: &str, code: &str| {
        let optional = format!("std::optional<{plain}>");
        let result = side.pick(&optional, plain);
        let parameter = side.pick(plain, &optional);
        write!(
            out,
            "template <>\n\
             struct {template}<{plain}> {{\n  \
               static {result} {method}({parameter} value) {{\n    \
                 return {code};\n  \
               }}\n\
             }};\n"
        );
    };
    write!(out, "template <class ValueType>\nstruct {template};\n");
    for ty in &properties.types {
        let code = ty.string(field)?;
        if code.is_empty() {
            continue;
        }
        let cxx = cxx_name(*ty)?;
        out.source(*ty);
        specialize(out, &cxx, &code);
        if ty.bit("ConstWhenWriting")? && side == Side::Writer {
            specialize(out, &format!("const {cxx}"), &code);
        }
    }
    out.no_source();
    out.push("\n");
    Ok(())
}

/// Writes the base class. It has the methods for enumerations, for subclasses, and for types whose values have
/// different kinds.
fn push_base(properties: &Properties, out: &mut Output, side: Side) -> Result<(), Fatal> {
    let suffix = side.suffix();
    write!(
        out,
        "template <class Impl>\n\
         class Basic{suffix}Base {{\n  \
           ASTContext &C;\n\
         protected:\n  \
           Basic{suffix}Base(ASTContext &ctx) : C(ctx) {{}}\n\
         public:\n  \
           ASTContext &getASTContext() {{ return C; }}\n  \
           Impl &asImpl() {{ return static_cast<Impl&>(*this); }}\n"
    );
    for &ty in &properties.types {
        out.source(ty);
        if let Some(cased) = properties.cased.get(&ty) {
            push_signature(out, side, ty, "node")?;
            push_cases(properties, out, side, ty, cased)?;
        } else if ty.is_a("EnumPropertyType") {
            push_signature(out, side, ty, "value")?;
            let cxx = cxx_name(ty)?;
            match side {
                Side::Reader => writeln!(out, "    return asImpl().template readEnum<{cxx}>();"),
                Side::Writer => out.push("    asImpl().writeEnum(value);\n"),
            }
        } else if ty.is_a("SubclassPropertyType") {
            let base = ty.def("Base")?.name();
            push_signature(out, side, ty, "value")?;
            match side {
                Side::Reader => {
                    let class = ty.string("SubclassName")?;
                    writeln!(
                        out,
                        "    return cast_or_null<{class}>(asImpl().read{base}());"
                    );
                }
                Side::Writer => writeln!(out, "    asImpl().write{base}(value);"),
            }
        } else {
            // In Clang, the method for such a type is written by hand.
            continue;
        }
        out.push("  }\n");
    }
    out.no_source();
    out.push("};\n\n");
    Ok(())
}

/// Writes the first line of the method for a type.
fn push_signature(out: &mut Output, side: Side, ty: Rec, parameter: &str) -> Result<(), Fatal> {
    let cxx = cxx_name(ty)?;
    let by_reference = ty.bit("PassByReference")?;
    let is_const = by_reference || ty.bit("ConstWhenWriting")?;
    let name = ty.name();
    match side {
        Side::Reader => writeln!(out, "  {cxx} read{name}() {{"),
        Side::Writer => {
            let qualifier = if is_const { "const " } else { "" };
            let reference = if by_reference { " &" } else { "" };
            writeln!(
                out,
                "  void write{name}({qualifier}{cxx}{reference} {parameter}) {{"
            );
        }
    }
    Ok(())
}

/// Writes the body of the method for a type whose values have different kinds.
fn push_cases(
    properties: &Properties,
    out: &mut Output,
    side: Side,
    ty: Rec,
    cased: &Cased,
) -> Result<(), Fatal> {
    let cxx = cxx_name(ty)?;
    let (rule, cases) = match (cased.kind_rule, &cased.cases[..]) {
        (Some(rule), []) => return Err(rule.fatal(format!("no cases found for \"{cxx}\""))),
        (None, [first, ..]) => return Err(first.fatal(format!("no kind rule for \"{cxx}\""))),
        (None, []) => return Ok(()),
        (Some(rule), cases) => (rule, cases),
    };
    if side.is_reader() {
        out.push("    auto &ctx = asImpl().getASTContext();\n");
    }
    let variable = side.pick("subR", "subW");
    writeln!(
        out,
        "    auto &&{variable} = asImpl().{}Object();",
        side.method()
    );

    let kind = Property {
        name: rule.string("KindPropertyName")?,
        ty: rule.def("KindType")?,
        read_code: match side {
            Side::Reader => "".into(),
            Side::Writer => rule.string("Read")?,
        },
        condition: "".into(),
    };
    out.source(rule);
    kind.push(out, side, variable)?;
    writeln!(out, "    switch ({}) {{", kind.name);
    for case in cases {
        out.source(*case);
        writeln!(out, "    case {cxx}::{}: {{", case.string("Name")?);
        push_body(properties, out, side, variable, *case)?;
        if !side.is_reader() {
            out.push("    return;\n");
        }
        out.push("    }\n\n");
    }
    out.source(ty);
    out.push("    }\n");
    writeln!(out, "    llvm_unreachable(\"bad {}\");", cxx_name(kind.ty)?);
    Ok(())
}
