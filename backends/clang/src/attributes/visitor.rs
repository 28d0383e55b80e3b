//! `-gen-clang-attr-ast-visitor`: the functions with which a visitor of the syntax tree visits attributes.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output};

use super::argument::Argument;
use super::with_class;

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-attr-ast-visitor",
    "Visit attributes in the syntax tree",
    &["Attr", "Spelling"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let description = "Used by RecursiveASTVisitor to visit attributes.";
    push_header(out, description, cx.records);
    let attrs = with_class(cx.records)?;
    out.push("#ifdef ATTR_VISITOR_DECLS_ONLY\n\n");
    out.each(attrs.iter().copied(), |out, attr| {
        let name = attr.name();
        write!(
            out,
            "  bool Traverse{name}Attr({name}Attr *A);
  bool Visit{name}Attr({name}Attr *A) {{
    return true;\x20
  }}
"
        );
    });
    out.push("\n#else // ATTR_VISITOR_DECLS_ONLY\n\n");
    out.try_each(attrs.iter().copied(), |out, attr| -> Result<(), Fatal> {
        let name = attr.name();
        write!(
            out,
            "template <typename Derived>
bool VISITORCLASS<Derived>::Traverse{name}Attr({name}Attr *A) {{
  if (!getDerived().VisitAttr(A))
    return false;
  if (!getDerived().Visit{name}Attr(A))
    return false;
"
        );
        for arg in Argument::all(attr)?.iter().chain(&Argument::delayed(attr)?) {
            arg.visitor_traversal(out);
        }
        out.push("  return true;\n}\n\n");
        Ok(())
    })?;
    out.push(
        "template <typename Derived>
bool VISITORCLASS<Derived>::TraverseAttr(Attr *A) {
  if (!A)
    return true;

  switch (A->getKind()) {
",
    );
    out.each(attrs, |out, attr| {
        let name = attr.name();
        write!(
            out,
            "    case attr::{name}:\n      \
             return getDerived().Traverse{name}Attr(cast<{name}Attr>(A));\n"
        );
    });
    out.push(
        "  }
  llvm_unreachable(\"bad attribute kind\");
}
#endif  // ATTR_VISITOR_DECLS_ONLY
",
    );
    Ok(())
}
