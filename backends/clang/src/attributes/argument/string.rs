//! String arguments.

use backend::{Fatal, Output};

use super::{Code, Head};

pub(super) struct StringKind;

impl Code for StringKind {
    fn accessors(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "  llvm::StringRef get{upper}() const {{
    return llvm::StringRef({lower}, {lower}Length);
  }}
  unsigned get{upper}Length() const {{
    return {lower}Length;
  }}
  void set{upper}(ASTContext &C, llvm::StringRef S) {{
    {lower}Length = S.size();
    this->{lower} = new (C, 1) char [{lower}Length];
    if (!S.empty())
      std::memcpy(this->{lower}, S.data(), {lower}Length);
  }}"
        );
    }

    fn clone_args(&self, head: &Head, out: &mut Output) {
        write!(out, "get{}()", head.upper);
    }

    fn instantiation_args(&self, head: &Head, out: &mut Output) {
        write!(out, "A->get{}()", head.upper);
    }

    fn constructor_body(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "    if (!{upper}.empty())\n      \
             std::memcpy({lower}, {upper}.data(), {lower}Length);\n"
        );
    }

    fn initializers(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "{lower}Length({upper}.size()),{lower}(new (Ctx, 1) char[{lower}Length])"
        );
    }

    fn default_initializers(&self, Head { lower, .. }: &Head, out: &mut Output) {
        write!(out, "{lower}Length(0),{lower}(nullptr)");
    }

    fn parameters(&self, head: &Head, out: &mut Output) {
        write!(out, "llvm::StringRef {}", head.upper);
    }

    fn declarations(&self, Head { lower, .. }: &Head, out: &mut Output) -> Result<(), Fatal> {
        write!(out, "unsigned {lower}Length;\nchar *{lower};");
        Ok(())
    }

    fn read_args(&self, head: &Head, out: &mut Output) {
        out.push(&head.lower);
    }

    fn read_code(&self, head: &Head, out: &mut Output) {
        writeln!(out, "    std::string {}= Record.readString();", head.lower);
    }

    fn write_code(&self, head: &Head, out: &mut Output) {
        writeln!(out, "    Record.AddString(SA->get{}());", head.upper);
    }

    fn value(&self, head: &Head, out: &mut Output) {
        write!(out, "\\\"\" << get{}() << \"\\\"", head.upper);
    }

    fn dump(&self, head: &Head, out: &mut Output) {
        writeln!(
            out,
            "    OS << \" \\\"\" << SA->get{}() << \"\\\"\";",
            head.upper
        );
    }
}
