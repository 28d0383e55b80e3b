//! `-gen-clang-attr-template-instantiate`: the instantiation of attributes in templates.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec};

use super::argument::{Argument, push_each};
use super::with_class;

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-attr-template-instantiate",
    "Instantiate attributes of templates",
    &["Attr", "Spelling"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(
        out,
        "Template instantiation code for attributes",
        cx.records,
    );
    let attrs = with_class(cx.records)?;
    out.push(
        "namespace clang {
namespace sema {

Attr *instantiateTemplateAttribute(const Attr *At, ASTContext &C, Sema &S,
        const MultiLevelTemplateArgumentList &TemplateArgs) {
",
    );
    push_switch(out, &attrs, |attr| attr.bit("Clone"))?;
    out.push(
        "}

Attr *instantiateTemplateAttributeForDecl(const Attr *At,
 ASTContext &C, Sema &S,
        const MultiLevelTemplateArgumentList &TemplateArgs) {
",
    );
    push_switch(out, &attrs, |attr| {
        Ok(attr.bit("Clone")? && attr.bit("MeaningfulToClassTemplateDefinition")?)
    })?;
    out.push("}\n\n} // end namespace sema\n} // end namespace clang\n");
    Ok(())
}

/// Writes the body of a function that instantiates attributes. The function returns null for an attribute for which
/// `is_kept` is false.
fn push_switch(
    out: &mut Output,
    attrs: &[Rec],
    is_kept: impl Fn(Rec) -> Result<bool, Fatal>,
) -> Result<(), Fatal> {
    out.push("  switch (At->getKind()) {\n");
    out.try_each(attrs.iter().copied(), |out, attr| -> Result<(), Fatal> {
        let name = attr.name();
        writeln!(out, "    case attr::{name}: {{");
        if !is_kept(attr)? {
            out.push("      return nullptr;\n    }\n");
            return Ok(());
        }
        writeln!(out, "      const auto *A = cast<{name}Attr>(At);");
        if !attr.bit("TemplateDependent")? {
            out.push("      return A->clone(C);\n    }\n");
            return Ok(());
        }
        let args = Argument::all(attr)?;
        for arg in &args {
            arg.instantiation(out);
        }
        write!(out, "      return new (C) {name}Attr(C, *A");
        push_each(&args, out, Argument::instantiation_args);
        out.push(");\n    }\n");
        Ok(())
    })?;
    out.push(
        "  } // end switch
  llvm_unreachable(\"Unknown attribute!\");
  return nullptr;
",
    );
    Ok(())
}
