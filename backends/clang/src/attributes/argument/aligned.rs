//! Alignment arguments: an expression or a type.

use backend::{Fatal, Output};

use super::{Code, Head};

pub(super) struct Aligned;

impl Code for Aligned {
    fn accessors(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "  bool is{upper}Dependent() const;
  bool is{upper}ErrorDependent() const;
  unsigned get{upper}(ASTContext &Ctx) const;
  bool is{upper}Expr() const {{
    return is{lower}Expr;
  }}
  Expr *get{upper}Expr() const {{
    assert(is{lower}Expr);
    return {lower}Expr;
  }}
  TypeSourceInfo *get{upper}Type() const {{
    assert(!is{lower}Expr);
    return {lower}Type;
  }}  std::optional<unsigned> getCached{upper}Value() const {{
    return {lower}Cache;
  }}  void setCached{upper}Value(unsigned AlignVal) {{
    {lower}Cache = AlignVal;
  }}"
        );
    }

    fn accessor_definitions(
        &self,
        Head {
            lower, upper, attr, ..
        }: &Head,
        out: &mut Output,
    ) {
        write!(
            out,
            "bool {attr}Attr::is{upper}Dependent() const {{
  if (is{lower}Expr)
    return {lower}Expr && ({lower}Expr->isValueDependent() || {lower}Expr->isTypeDependent());
  else
    return {lower}Type->getType()->isDependentType();
}}
bool {attr}Attr::is{upper}ErrorDependent() const {{
  if (is{lower}Expr)
    return {lower}Expr && {lower}Expr->containsErrors();
  return {lower}Type->getType()->containsErrors();
}}
"
        );
    }

    fn visitor_traversal(&self, Head { upper, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "  if (A->is{upper}Expr()) {{
    if (!getDerived().TraverseStmt(A->get{upper}Expr()))
      return false;
  }} else if (auto *TSI = A->get{upper}Type()) {{
    if (!getDerived().TraverseTypeLoc(TSI->getTypeLoc()))
      return false;
  }}
"
        );
    }

    fn clone_args(&self, Head { lower, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "is{lower}Expr, is{lower}Expr ? static_cast<void*>({lower}Expr) : {lower}Type"
        );
    }

    // Clang's handwritten code instantiates alignments.
    fn instantiation_args(&self, _: &Head, _: &mut Output) {}

    fn constructor_body(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "    if (is{lower}Expr)
       {lower}Expr = reinterpret_cast<Expr *>({upper});
    else
       {lower}Type = reinterpret_cast<TypeSourceInfo *>({upper});
"
        );
    }

    fn initializers(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        write!(out, "is{lower}Expr(Is{upper}Expr)");
    }

    fn default_initializers(&self, Head { lower, .. }: &Head, out: &mut Output) {
        write!(out, "is{lower}Expr(false)");
    }

    fn parameters(&self, Head { upper, .. }: &Head, out: &mut Output) {
        write!(out, "bool Is{upper}Expr, void *{upper}");
    }

    fn parameter_names(&self, Head { upper, .. }: &Head, out: &mut Output) {
        write!(out, "Is{upper}Expr, {upper}");
    }

    fn declarations(&self, Head { lower, .. }: &Head, out: &mut Output) -> Result<(), Fatal> {
        write!(
            out,
            "bool is{lower}Expr;
union {{
Expr *{lower}Expr;
TypeSourceInfo *{lower}Type;
}};
std::optional<unsigned> {lower}Cache;
"
        );
        Ok(())
    }

    fn read_args(&self, Head { lower, .. }: &Head, out: &mut Output) {
        write!(out, "is{lower}Expr, {lower}Ptr");
    }

    fn read_code(&self, Head { lower, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "    bool is{lower}Expr = Record.readInt();
    void *{lower}Ptr;
    if (is{lower}Expr)
      {lower}Ptr = Record.readExpr();
    else
      {lower}Ptr = Record.readTypeSourceInfo();
"
        );
    }

    fn write_code(&self, Head { upper, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "    Record.push_back(SA->is{upper}Expr());
    if (SA->is{upper}Expr())
      Record.AddStmt(SA->get{upper}Expr());
    else
      Record.AddTypeSourceInfo(SA->get{upper}Type());
"
        );
    }

    fn is_omitted(&self, Head { lower, .. }: &Head) -> Option<String> {
        Some(format!(
            "!((is{lower}Expr && {lower}Expr) || (!is{lower}Expr && {lower}Type))"
        ))
    }

    fn value(&self, Head { lower, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "\";
    if (is{lower}Expr && {lower}Expr)      {lower}Expr->printPretty(OS, nullptr, Policy);
    if (!is{lower}Expr && {lower}Type)      {lower}Type->getType().print(OS, Policy);
    OS << \""
        );
    }

    fn dump(&self, Head { upper, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "    if (!SA->is{upper}Expr())\n      \
             dumpType(SA->get{upper}Type()->getType());\n"
        );
    }

    fn dump_children(&self, Head { upper, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "    if (SA->is{upper}Expr())\n      Visit(SA->get{upper}Expr());\n"
        );
    }
}
