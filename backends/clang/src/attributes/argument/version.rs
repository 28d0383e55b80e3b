//! Version arguments.

use backend::{Fatal, Output};

use super::{Code, Head};

pub(super) struct Version;

impl Code for Version {
    fn accessors(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        write!(
            out,
            "  VersionTuple get{upper}() const {{
    return {lower};
  }}
  void set{upper}(ASTContext &C, VersionTuple V) {{
    {lower} = V;
  }}"
        );
    }

    fn clone_args(&self, head: &Head, out: &mut Output) {
        write!(out, "get{}()", head.upper);
    }

    fn instantiation_args(&self, head: &Head, out: &mut Output) {
        write!(out, "A->get{}()", head.upper);
    }

    fn initializers(&self, head: &Head, out: &mut Output) {
        write!(out, "{}({})", head.lower, head.upper);
    }

    fn default_initializers(&self, head: &Head, out: &mut Output) {
        write!(out, "{}()", head.lower);
    }

    fn parameters(&self, head: &Head, out: &mut Output) {
        write!(out, "VersionTuple {}", head.upper);
    }

    fn declarations(&self, head: &Head, out: &mut Output) -> Result<(), Fatal> {
        writeln!(out, "VersionTuple {};", head.lower);
        Ok(())
    }

    fn read_args(&self, head: &Head, out: &mut Output) {
        out.push(&head.lower);
    }

    fn read_code(&self, head: &Head, out: &mut Output) {
        writeln!(
            out,
            "    VersionTuple {}= Record.readVersionTuple();",
            head.lower
        );
    }

    fn write_code(&self, head: &Head, out: &mut Output) {
        writeln!(out, "    Record.AddVersionTuple(SA->get{}());", head.upper);
    }

    fn value(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        write!(out, "{lower}=\" << get{upper}() << \"");
    }

    fn dump(&self, head: &Head, out: &mut Output) {
        writeln!(out, "    OS << \" \" << SA->get{}();", head.upper);
    }
}
