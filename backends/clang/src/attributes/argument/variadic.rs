//! Variadic arguments, which have any number of values.

use std::borrow::Cow;

use backend::{Fatal, Output, Rec};

use super::super::changes;
use super::enumerated::Enumerated;
use super::{Code, Head, read_expression, write_statement};

/// An argument that is stored as an array and its size.
pub(super) struct Variadic<'a> {
    /// The C++ type of a value.
    ty: Cow<'a, str>,
    element: Element<'a>,
}

/// The kind of the values.
enum Element<'a> {
    Plain,
    String,
    Expr,
    ParamIdx,
    Enumerated(Enumerated<'a>),
    OmpInterop,
}

impl<'a> Variadic<'a> {
    pub(super) fn plain(ty: &'static str) -> Variadic<'a> {
        Variadic {
            ty: ty.into(),
            element: Element::Plain,
        }
    }

    pub(super) fn strings() -> Variadic<'a> {
        Variadic {
            ty: "StringRef".into(),
            element: Element::String,
        }
    }

    pub(super) fn expressions() -> Variadic<'a> {
        Variadic {
            ty: "Expr *".into(),
            element: Element::Expr,
        }
    }

    pub(super) fn parameters() -> Variadic<'a> {
        Variadic {
            ty: "ParamIdx".into(),
            element: Element::ParamIdx,
        }
    }

    pub(super) fn interop() -> Variadic<'a> {
        Variadic {
            ty: "OMPInteropInfo".into(),
            element: Element::OmpInterop,
        }
    }

    pub(super) fn read_enumerated(rec: Rec<'a>, attr: &str) -> Result<Variadic<'a>, Fatal> {
        let ty = rec.string("Type")?;
        let element = Element::Enumerated(Enumerated::read(rec, attr)?);
        Ok(Variadic { ty, element })
    }

    pub(super) fn enumerated(&self) -> Option<&Enumerated<'a>> {
        match &self.element {
            Element::Enumerated(enumerated) => Some(enumerated),
            _ => None,
        }
    }

    /// Writes the member function that sets all values.
    pub(super) fn setter(&self, head: &Head, out: &mut Output) {
        let (Head { lower, upper, .. }, ty) = (head, &self.ty);
        write!(out, "  void set{upper}(ASTContext &Ctx, ");
        self.parameters(head, out);
        write!(
            out,
            ") {{\n    {lower}_Size = {upper}Size;\n    \
             {lower}_ = new (Ctx, 16) {ty}[{lower}_Size];\n  "
        );
        self.constructor_body(head, out);
        out.push("  }\n");
    }

    /// Writes the head of a loop over the values. `iterator` and `end` are the names of the loop's variables.
    fn push_loop(
        &self,
        Head { lower, attr, .. }: &Head,
        iterator: &str,
        end: &str,
        out: &mut Output,
    ) {
        write!(
            out,
            "    for ({attr}Attr::{lower}_iterator {iterator} = SA->{lower}_begin(), \
             {end} = SA->{lower}_end(); {iterator} != {end}; ++{iterator})"
        );
    }

    /// Writes code that reads the number of values and reserves space for them.
    fn read_size(&self, Head { lower, .. }: &Head, ty: &str, out: &mut Output) {
        write!(
            out,
            "    unsigned {lower}Size = Record.readInt();\n    \
             SmallVector<{ty}, 4> {lower};\n    {lower}.reserve({lower}Size);\n"
        );
    }

    fn read_plain(&self, head: &Head, out: &mut Output) {
        let (Head { lower, .. }, ty) = (head, &*self.ty);
        self.read_size(head, ty, out);
        let read = read_expression(ty);
        let each = format!("    for (unsigned i = 0; i != {lower}Size; ++i)\n");
        if ty != "StringRef" {
            writeln!(out, "{each}      {lower}.push_back({read});");
            return;
        }
        // A `StringRef` does not own its characters, so a second vector stores the strings.
        write!(
            out,
            "    SmallVector<std::string, 4> {lower}Storage;
    {lower}Storage.reserve({lower}Size);
{each}      {lower}Storage.push_back({read});
{each}      {lower}.push_back({lower}Storage[i]);
"
        );
    }
}

impl Code for Variadic<'_> {
    fn accessors(&self, Head { lower, .. }: &Head, out: &mut Output) {
        let ty = &self.ty;
        write!(
            out,
            "  typedef {ty}* {lower}_iterator;
  {lower}_iterator {lower}_begin() const {{ return {lower}_; }}
  {lower}_iterator {lower}_end() const {{ return {lower}_ + {lower}_Size; }}
  unsigned {lower}_size() const {{ return {lower}_Size; }}
  llvm::iterator_range<{lower}_iterator> {lower}() const {{ \
             return llvm::make_range({lower}_begin(), {lower}_end()); }}
"
        );
    }

    fn visitor_traversal(&self, Head { lower, .. }: &Head, out: &mut Output) {
        let (Element::Expr, ty) = (&self.element, &self.ty) else {
            return;
        };
        write!(
            out,
            "  {{
    {ty} *I = A->{lower}_begin();
    {ty} *E = A->{lower}_end();
    for (; I != E; ++I) {{
      if (!getDerived().TraverseStmt(*I))
        return false;
    }}
  }}
"
        );
    }

    fn clone_args(&self, Head { lower, .. }: &Head, out: &mut Output) {
        write!(out, "{lower}_, {lower}_Size");
    }

    fn instantiation_args(&self, head: &Head, out: &mut Output) {
        let Head { lower, upper, .. } = head;
        match self.element {
            Element::Expr if changes::instantiates_lists(head.release) => {
                write!(out, "tempInst{upper}, numTempInst{upper}");
            }
            Element::Expr => write!(out, "tempInst{upper}, A->{lower}_size()"),
            _ => write!(out, "A->{lower}_begin(), A->{lower}_size()"),
        }
    }

    fn instantiation(&self, head: &Head, out: &mut Output) {
        let Head { lower, upper, .. } = head;
        let (Element::Expr, ty) = (&self.element, &self.ty) else {
            return;
        };
        if changes::instantiates_lists(head.release) {
            return changes::push_list_instantiation(&head.lower, &head.upper, ty, out);
        }
        write!(
            out,
            "      auto *tempInst{upper} = new (C, 16) {ty}[A->{lower}_size()];
      {{
        EnterExpressionEvaluationContext Unevaluated(S, Sema::ExpressionEvaluationContext::Unevaluated);
        {ty} *TI = tempInst{upper};
        {ty} *I = A->{lower}_begin();
        {ty} *E = A->{lower}_end();
        for (; I != E; ++I, ++TI) {{
          ExprResult Result = S.SubstExpr(*I, TemplateArgs);
          if (Result.isInvalid())
            return nullptr;
          *TI = Result.get();
        }}
      }}
"
        );
    }

    fn constructor_body(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        match self.element {
            Element::String => write!(
                out,
                "  for (size_t I = 0, E = {lower}_Size; I != E;
       ++I) {{
    StringRef Ref = {upper}[I];
    if (!Ref.empty()) {{
      char *Mem = new (Ctx, 1) char[Ref.size()];
      std::memcpy(Mem, Ref.data(), Ref.size());
      {lower}_[I] = StringRef(Mem, Ref.size());
    }}
  }}
"
            ),
            _ => writeln!(
                out,
                "  std::copy({upper}, {upper} + {lower}_Size, {lower}_);"
            ),
        }
    }

    fn initializers(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        let ty = &self.ty;
        write!(
            out,
            "{lower}_Size({upper}Size), {lower}_(new (Ctx, 16) {ty}[{lower}_Size])"
        );
    }

    fn default_initializers(&self, Head { lower, .. }: &Head, out: &mut Output) {
        write!(out, "{lower}_Size(0), {lower}_(nullptr)");
    }

    fn parameters(&self, Head { upper, .. }: &Head, out: &mut Output) {
        write!(out, "{} *{upper}, unsigned {upper}Size", self.ty);
    }

    fn parameter_names(&self, Head { upper, .. }: &Head, out: &mut Output) {
        write!(out, "{upper}, {upper}Size");
    }

    fn declarations(&self, Head { lower, .. }: &Head, out: &mut Output) -> Result<(), Fatal> {
        if let Element::Enumerated(enumerated) = &self.element {
            enumerated.declaration(out)?;
            out.push("private:\n");
        }
        write!(out, "  unsigned {lower}_Size;\n  {} *{lower}_;", self.ty);
        Ok(())
    }

    fn read_args(&self, Head { lower, .. }: &Head, out: &mut Output) {
        write!(out, "{lower}.data(), {lower}Size");
    }

    fn read_code(&self, head: &Head, out: &mut Output) {
        let lower = &head.lower;
        match &self.element {
            Element::Enumerated(Enumerated { full_type: ty, .. }) => {
                self.read_size(head, ty, out);
                write!(
                    out,
                    "    for (unsigned i = {lower}Size; i; --i)\n      \
                     {lower}.push_back(static_cast<{ty}>(Record.readInt()));\n"
                );
            }
            Element::OmpInterop => {
                self.read_size(head, &self.ty, out);
                write!(
                    out,
                    "    for (unsigned I = 0, E = {lower}Size; I != E; ++I) {{
      bool IsTarget = Record.readBool();
      bool IsTargetSync = Record.readBool();
      {lower}.emplace_back(IsTarget, IsTargetSync);
    }}
"
                );
            }
            _ => self.read_plain(head, out),
        }
    }

    fn write_code(&self, head: &Head, out: &mut Output) {
        let lower = &head.lower;
        writeln!(out, "    Record.push_back(SA->{lower}_size());");
        match &self.element {
            Element::Enumerated(enumerated) => {
                self.push_loop(head, "i", "e", out);
                let write = write_statement(&enumerated.full_type, "(*i)");
                write!(out, "\n      {write}");
            }
            Element::OmpInterop => {
                self.push_loop(head, "I", "E", out);
                out.push(
                    " {
      Record.writeBool(I->IsTarget);
      Record.writeBool(I->IsTargetSync);
    }
",
                );
            }
            _ => {
                let write = write_statement(&self.ty, "Val");
                write!(out, "    for (auto &Val : SA->{lower}())\n      {write}");
            }
        }
    }

    fn value(&self, Head { lower, attr, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "\";\n  for (const auto &Val : {lower}()) {{\n    \
             DelimitAttributeArgument(OS, IsFirstArgument);\n"
        );
        match &self.element {
            Element::String => out.push("    OS << \"\\\"\" << Val << \"\\\"\";\n"),
            Element::ParamIdx => out.push("    OS << Val.getSourceIndex();\n"),
            Element::Enumerated(Enumerated {
                short_type: short, ..
            }) => writeln!(
                out,
                "    OS << \"\\\"\" << {attr}Attr::Convert{short}ToStr(Val)<< \"\\\"\";"
            ),
            Element::Plain | Element::Expr | Element::OmpInterop => out.push("    OS << Val;\n"),
        }
        out.push("  }\n  OS << \"");
    }

    fn dump(&self, head: &Head, out: &mut Output) {
        let value = match &self.element {
            Element::Expr => return,
            Element::Enumerated(enumerated) => {
                self.push_loop(head, "I", "E", out);
                out.push(" {\n      switch(*I) {\n");
                enumerated.dump_cases(out);
                return out.push("      }\n    }\n");
            }
            Element::OmpInterop => {
                self.push_loop(head, "I", "E", out);
                return out.push(
                    " {
      if (I->IsTarget && I->IsTargetSync)
        OS << \" Target_TargetSync\";
      else if (I->IsTarget)
        OS << \" Target\";
      else
        OS << \" TargetSync\";
    }
",
                );
            }
            Element::ParamIdx => "Val.getSourceIndex()",
            Element::Plain | Element::String => "Val",
        };
        let lower = &head.lower;
        write!(
            out,
            "    for (const auto &Val : SA->{lower}())\n      OS << \" \" << {value};\n"
        );
    }

    fn dump_children(&self, head: &Head, out: &mut Output) {
        if let Element::Expr = self.element {
            self.push_loop(head, "I", "E", out);
            out.push("\n      Visit(*I);\n");
        }
    }
}
