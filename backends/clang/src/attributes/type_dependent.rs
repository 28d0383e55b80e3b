//! `-gen-clang-attr-is-type-dependent`: the treatment of attributes on declarations with dependent types. New in LLVM
//! 22.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output};

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-attr-is-type-dependent",
    "Act on attributes of declarations of dependent types",
    &["Attr", "Spelling"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Attribute is type dependent", cx.records);
    out.push(
        "void checkAttrIsTypeDependent(Decl *D, const Attr *A) {
  switch (A->getKind()) {
  default:
    break;
",
    );
    out.try_each(
        cx.records.derived("Attr")?,
        |out, attr| -> Result<(), Fatal> {
            if attr.bit("IsTypeDependent")? {
                let name = attr.name();
                write!(
                    out,
                    "  case attr::{name}:\n    ActOn{name}Attr(D, A);\n    break;\n"
                );
            }
            Ok(())
        },
    )?;
    out.push("  }\n}\n");
    Ok(())
}
