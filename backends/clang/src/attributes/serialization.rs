//! `-gen-clang-attr-pch-read`, `-gen-clang-attr-pch-write`: attributes in precompiled headers.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output};

use super::argument::{Argument, push_each};
use super::changes;
use super::with_class;

pub(crate) const ATTR_PCH_READ: Backend = Backend::clang(
    "gen-clang-attr-pch-read",
    "Read attributes from precompiled headers",
    &["Attr", "Spelling"],
    pch_read,
);

fn pch_read(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Attribute deserialization code", cx.records);
    out.push("  switch (Kind) {\n");
    out.try_each(with_class(cx.records)?, |out, attr| -> Result<(), Fatal> {
        let name = attr.name();
        let is_inheritable = attr.is_a("InheritableAttr");
        writeln!(out, "  case attr::{name}: {{");
        if is_inheritable {
            out.push("    bool isInherited = Record.readInt();\n");
        }
        out.push(
            "    bool isImplicit = Record.readInt();\n    \
             bool isPackExpansion = Record.readInt();\n",
        );
        let delayed = Argument::delayed(attr)?;
        let args = Argument::all(attr)?;
        for arg in delayed.iter().chain(&args) {
            arg.read_code(out);
        }
        write!(out, "    New = new (Context) {name}Attr(Context, Info");
        push_each(&args, out, Argument::read_args);
        out.push(");\n");
        if is_inheritable {
            out.push("    cast<InheritableAttr>(New)->setInherited(isInherited);\n");
        }
        out.push(
            "    New->setImplicit(isImplicit);\n    \
             New->setPackExpansion(isPackExpansion);\n",
        );
        if let Some(delayed) = &delayed {
            write!(out, "    cast<{name}Attr>(New)->setDelayedArgs(Context, ");
            delayed.read_args(out);
            out.push(");\n");
        }
        if changes::has_custom_serialization(attr)? {
            writeln!(out, "    read{name}Attr(cast<{name}Attr>(New));");
        }
        out.push("    break;\n  }\n");
        Ok(())
    })?;
    out.push("  }\n");
    Ok(())
}

pub(crate) const ATTR_PCH_WRITE: Backend = Backend::clang(
    "gen-clang-attr-pch-write",
    "Write attributes to precompiled headers",
    &["Attr", "Spelling"],
    pch_write,
);

fn pch_write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Attribute serialization code", cx.records);
    out.push("  switch (A->getKind()) {\n");
    out.try_each(with_class(cx.records)?, |out, attr| -> Result<(), Fatal> {
        let name = attr.name();
        let is_inheritable = attr.is_a("InheritableAttr");
        writeln!(out, "  case attr::{name}: {{");
        let args = Argument::all(attr)?;
        if is_inheritable || !args.is_empty() {
            writeln!(out, "    const auto *SA = cast<{name}Attr>(A);");
        }
        if is_inheritable {
            out.push("    Record.push_back(SA->isInherited());\n");
        }
        out.push(
            "    Record.push_back(A->isImplicit());\n    \
             Record.push_back(A->isPackExpansion());\n",
        );
        for arg in Argument::delayed(attr)?.iter().chain(&args) {
            arg.write_code(out);
        }
        if changes::has_custom_serialization(attr)? {
            writeln!(out, "    Record.Add{name}Attr(SA);");
        }
        out.push("    break;\n  }\n");
        Ok(())
    })?;
    out.push("  }\n");
    Ok(())
}
