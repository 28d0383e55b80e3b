//! Arguments with a single value of a simple type.

use backend::{Fatal, Output};

use super::{Code, Head, read_expression, write_statement};

/// The type of an argument that is stored in a single member.
pub(super) enum Simple {
    Unsigned,
    Int {
        default: Option<i64>,
    },
    Bool {
        default: Option<bool>,
    },
    /// A pointer to a declaration; the string is the C++ type.
    Decl(String),
    /// A pointer to an identifier; the string is the C++ type.
    Identifier(&'static str),
    Expr,
    /// A type with its source location.
    Type,
    ParamIdx,
    OmpTraits,
    Attr,
}

impl Simple {
    fn cxx(&self) -> &str {
        match self {
            Simple::Unsigned => "unsigned",
            Simple::Int { .. } => "int",
            Simple::Bool { .. } => "bool",
            Simple::Decl(ty) => ty,
            Simple::Identifier(ty) => ty,
            Simple::Expr => "Expr *",
            Simple::Type => "TypeSourceInfo *",
            Simple::ParamIdx => "ParamIdx",
            Simple::OmpTraits => "OMPTraitInfo *",
            Simple::Attr => "Attr *",
        }
    }

    /// The default value as C++ code; `None` if it does not exist.
    fn default(&self) -> Option<String> {
        match self {
            Simple::Int { default } => default.map(|it| it.to_string()),
            Simple::Bool { default } => default.map(|it| it.to_string()),
            _ => None,
        }
    }
}

impl Code for Simple {
    fn accessors(&self, head: &Head, out: &mut Output) {
        let (Head { lower, upper, .. }, ty) = (head, self.cxx());
        if let Simple::Type = self {
            write!(
                out,
                "  QualType get{upper}() const {{\n    return {lower}->getType();\n  }}  \
                 {ty} get{upper}Loc() const {{\n    return {lower};\n  }}"
            );
            return;
        }
        write!(
            out,
            "  {ty} get{upper}() const {{\n    return {lower};\n  }}"
        );
        if let Some(default) = self.default() {
            write!(out, "\n\n  static const {ty} Default{upper} = {default};");
        }
    }

    fn visitor_traversal(&self, head: &Head, out: &mut Output) {
        let upper = &head.upper;
        match self {
            Simple::Expr => write!(
                out,
                "  if (!getDerived().TraverseStmt(A->get{upper}()))\n    return false;\n"
            ),
            Simple::Type => write!(
                out,
                "  if (auto *TSI = A->get{upper}Loc())\n    \
                 if (!getDerived().TraverseTypeLoc(TSI->getTypeLoc()))\n      return false;\n"
            ),
            _ => {}
        }
    }

    fn clone_args(&self, head: &Head, out: &mut Output) {
        out.push(&head.lower);
    }

    fn instantiation_args(&self, head: &Head, out: &mut Output) {
        match self {
            Simple::Expr | Simple::Type => write!(out, "tempInst{}", head.upper),
            _ => write!(out, "A->get{}()", head.upper),
        }
    }

    fn instantiation(&self, head: &Head, out: &mut Output) {
        let (upper, ty) = (&head.upper, self.cxx());
        match self {
            Simple::Expr => write!(
                out,
                "      {ty} tempInst{upper};
      {{
        EnterExpressionEvaluationContext Unevaluated(S, Sema::ExpressionEvaluationContext::Unevaluated);
        ExprResult Result = S.SubstExpr(A->get{upper}(), TemplateArgs);
        if (Result.isInvalid())
          return nullptr;
        tempInst{upper} = Result.get();
      }}
"
            ),
            Simple::Type => write!(
                out,
                "      {ty} tempInst{upper} =
        S.SubstType(A->get{upper}Loc(), TemplateArgs, A->getLoc(), A->getAttrName());
      if (!tempInst{upper})
        return nullptr;
"
            ),
            _ => {}
        }
    }

    fn initializers(&self, head: &Head, out: &mut Output) {
        write!(out, "{}({})", head.lower, head.upper);
    }

    fn default_initializers(&self, head: &Head, out: &mut Output) {
        write!(out, "{}()", head.lower);
    }

    fn parameters(&self, head: &Head, out: &mut Output) {
        write!(out, "{} {}", self.cxx(), head.upper);
    }

    fn declarations(&self, head: &Head, out: &mut Output) -> Result<(), Fatal> {
        write!(out, "{} {};", self.cxx(), head.lower);
        Ok(())
    }

    fn read_args(&self, head: &Head, out: &mut Output) {
        out.push(&head.lower);
    }

    fn read_code(&self, head: &Head, out: &mut Output) {
        let (ty, lower) = (self.cxx(), &head.lower);
        match self {
            Simple::Attr => write!(out, "    Attr *{lower} = Record.readAttr();"),
            _ => writeln!(out, "    {ty} {lower} = {};", read_expression(ty)),
        }
    }

    fn write_code(&self, head: &Head, out: &mut Output) {
        let upper = &head.upper;
        let value = match self {
            Simple::Attr => return write!(out, "    AddAttr(SA->get{upper}());"),
            Simple::Type => format!("SA->get{upper}Loc()"),
            _ => format!("SA->get{upper}()"),
        };
        write!(out, "    {}", write_statement(self.cxx(), &value));
    }

    fn is_omitted(&self, head: &Head) -> Option<String> {
        let upper = &head.upper;
        match self {
            Simple::Identifier(_) | Simple::Expr => Some(format!("!get{upper}()")),
            Simple::Type => Some(format!("!get{upper}Loc()")),
            Simple::ParamIdx => Some(format!("!get{upper}().isValid()")),
            _ => None,
        }
    }

    fn value(&self, head: &Head, out: &mut Output) {
        let upper = &head.upper;
        let get = format!("get{upper}()");
        match self {
            Simple::Decl(ty) if ty == "FunctionDecl *" => {
                write!(out, "\" << {get}->getNameInfo().getAsString() << \"");
            }
            Simple::Decl(ty) if ty == "VarDecl *" => {
                write!(out, "\" << {get}->getName() << \"");
            }
            // The pointer is null if the identifier is empty, even if the argument is required.
            Simple::Identifier(_) => {
                write!(out, "\" << ({get} ? {get}->getName() : \"\") << \"");
            }
            Simple::Type => write!(out, "\" << {get}.getAsString() << \""),
            Simple::ParamIdx => write!(out, "\" << {get}.getSourceIndex() << \""),
            Simple::Expr => write!(
                out,
                "\";\n    {get}->printPretty(OS, nullptr, Policy);\n    OS << \""
            ),
            _ => write!(out, "\" << {get} << \""),
        }
    }

    fn dump(&self, head: &Head, out: &mut Output) {
        let upper = &head.upper;
        let get = format!("SA->get{upper}()");
        match self {
            Simple::Decl(_) => {
                write!(out, "    OS << \" \";\n    dumpBareDeclRef({get});\n");
            }
            Simple::Identifier(_) => write!(
                out,
                "    if ({get})\n      OS << \" \" << {get}->getName();\n"
            ),
            Simple::Type => {
                if head.is_optional {
                    write!(out, "    if (SA->get{upper}Loc())");
                }
                writeln!(out, "    OS << \" \" << {get}.getAsString();");
            }
            Simple::Bool { .. } => writeln!(out, "    if ({get}) OS << \" {upper}\";"),
            Simple::ParamIdx => {
                if head.is_optional {
                    write!(out, "    if ({get}.isValid())\n  ");
                }
                writeln!(out, "    OS << \" \" << {get}.getSourceIndex();");
            }
            Simple::Int { .. } | Simple::Unsigned | Simple::OmpTraits => {
                writeln!(out, "    OS << \" \" << {get};");
            }
            Simple::Expr | Simple::Attr => {}
        }
    }

    fn dump_children(&self, head: &Head, out: &mut Output) {
        if let Simple::Expr | Simple::Attr = self {
            writeln!(out, "    Visit(SA->get{}());", head.upper);
        }
    }
}
