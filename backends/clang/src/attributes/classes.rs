//! `-gen-clang-attr-classes`, `-gen-clang-attr-impl`: the classes of attributes and their member functions.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec, Records};

use super::argument::{Argument, push_each};
use super::attr_class::AttrClass;
use super::changes;
use super::constructors;
use super::parsed::Parsed;
use super::pretty_print;
use super::spelling::Spelling;
use super::with_class;

pub(crate) const ATTR_CLASSES: Backend = Backend::clang(
    "gen-clang-attr-classes",
    "Declare the classes of attributes",
    &["Attr", "Spelling"],
    classes,
);

fn classes(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Attribute classes' definitions", cx.records);
    out.push("#ifndef LLVM_CLANG_ATTR_CLASSES_INC\n#define LLVM_CLANG_ATTR_CLASSES_INC\n");
    out.push(changes::after_guard(cx.release()));
    push_all(cx.records, out, AttrClass::push_definition)?;
    out.push("#endif // LLVM_CLANG_ATTR_CLASSES_INC\n");
    Ok(())
}

pub(crate) const ATTR_IMPL: Backend = Backend::clang(
    "gen-clang-attr-impl",
    "Define the member functions of the classes of attributes",
    &["Attr", "Spelling"],
    implementation,
);

fn implementation(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let description = "Attribute classes' member function definitions";
    push_header(out, description, cx.records);
    push_all(cx.records, out, AttrClass::push_members)?;
    let attrs = with_class(cx.records)?;
    out.push("const char *Attr::getSpelling() const {\n");
    push_dispatch(out, &attrs, "getSpelling()");
    out.push("Attr *Attr::clone(ASTContext &C) const {\n");
    push_dispatch(out, &attrs, "clone(C)");
    out.push("void Attr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {\n");
    push_dispatch(out, &attrs, "printPretty(OS, Policy)");
    Ok(())
}

/// Writes the body of a function that calls the member function `call` of the attribute's actual class.
fn push_dispatch(out: &mut Output, attrs: &[Rec], call: &str) {
    out.push("  switch (getKind()) {\n");
    out.each(attrs.iter().copied(), |out, attr| {
        let name = attr.name();
        write!(
            out,
            "  case attr::{name}:\n    return cast<{name}Attr>(this)->{call};\n"
        );
    });
    out.push("  }\n  llvm_unreachable(\"Unexpected attribute kind!\");\n}\n\n");
}

/// Writes the helper function that all classes use, and then a part for each class with `push`.
fn push_all<'a>(
    records: &'a Records,
    out: &mut Output,
    push: fn(&AttrClass<'a>, &mut Output) -> Result<(), Fatal>,
) -> Result<(), Fatal> {
    out.push(
        "static inline void DelimitAttributeArgument(raw_ostream& OS, bool& IsFirst) {
  if (IsFirst) {
    IsFirst = false;
    OS << \"(\";
  } else
    OS << \", \";
}
",
    );
    // The parsed attributes are not used here, but the reference reports errors in them first.
    Parsed::handled(records)?;
    for attr in records.derived("Attr")? {
        out.source(attr);
        // The documentation is not used here, but the reference reports a missing field at this point.
        attr.list_of_defs("Documentation")?;
        if attr.bit("ASTNode")? {
            push(&AttrClass::read(attr)?, out)?;
        }
    }
    out.no_source();
    Ok(())
}

impl AttrClass<'_> {
    fn push_definition(&self, out: &mut Output) -> Result<(), Fatal> {
        let AttrClass {
            attr, name, base, ..
        } = self;
        let marker = changes::class_marker(attr.records().release());
        writeln!(out, "class {marker}{name}Attr : public {base} {{");
        for arg in self.args.iter().chain(&self.delayed) {
            arg.declarations(out)?;
            out.push("\n\n");
        }
        out.push("public:\n");
        if self.spellings.len() > 1 {
            out.push(&self.semantic.declaration());
        }
        out.push("  // Factory methods\n");
        constructors::declare_factories(self, out);
        out.push("\n  // Constructors\n");
        constructors::declare(self, out);
        write!(
            out,
            "\n  {name}Attr *clone(ASTContext &C) const;
  void printPretty(raw_ostream &OS,
                   const PrintingPolicy &Policy) const;
  const char *getSpelling() const;
"
        );
        if self.knows_spelling {
            out.push("  Spelling getSemanticSpelling() const;\n");
        }
        self.push_spelling_tests(out)?;
        for arg in &self.args {
            arg.accessors(out);
            out.push("\n\n");
            if !arg.is_fake {
                arg.conversion_declarations(out);
            }
        }
        if let Some(delayed) = &self.delayed {
            delayed.accessors(out);
            delayed.setter(out);
        }
        out.push(&attr.string("AdditionalMembers")?);
        write!(
            out,
            "\n\n  static bool classof(const Attr *A) {{ \
             return A->getKind() == attr::{name}; }}\n}};\n\n"
        );
        Ok(())
    }

    /// Writes the member functions for the field `Accessors`. Each function tests whether the attribute has one of the
    /// spellings that the accessor lists.
    fn push_spelling_tests(&self, out: &mut Output) -> Result<(), Fatal> {
        for accessor in self.attr.list_of_defs("Accessors")? {
            let name = accessor.string("Name")?;
            let index = "getAttributeSpellingListIndex() == ";
            write!(out, "  bool {name}() const {{ return {index}");
            let spellings = Spelling::all(accessor)?;
            for (at, spelling) in spellings.iter().enumerate() {
                out.push_number(spelling.index_in(&self.spellings, accessor)? as i128);
                if at + 1 == spellings.len() {
                    out.push("; }\n")
                } else {
                    write!(out, " ||\n    {index}")
                }
            }
        }
        Ok(())
    }

    fn push_members(&self, out: &mut Output) -> Result<(), Fatal> {
        let name = self.name;
        write!(out, "\n// {name}Attr implementation\n\n");
        constructors::define_factories(self, out)?;
        constructors::define(self, out)?;
        if self.knows_spelling {
            write!(
                out,
                "{name}Attr::Spelling {name}Attr::getSemanticSpelling() const {{\n{}}}\n",
                self.semantic.switch("getAttributeSpellingListIndex()")
            );
        }
        for arg in &self.args {
            arg.accessor_definitions(out);
            out.push("\n\n");
            if !arg.is_fake {
                arg.conversions(out)?;
            }
        }
        self.push_clone(out);
        pretty_print::push(self, out)?;
        self.push_get_spelling(out);
        Ok(())
    }

    fn push_clone(&self, out: &mut Output) {
        let name = self.name;
        write!(
            out,
            "{name}Attr *{name}Attr::clone(ASTContext &C) const {{\n  \
             auto *A = new (C) {name}Attr(C, *this"
        );
        push_each(&self.args, out, Argument::clone_args);
        out.push(
            ");
  A->Inherited = Inherited;
  A->IsPackExpansion = IsPackExpansion;
  A->setImplicit(Implicit);
",
        );
        if let Some(delayed) = &self.delayed {
            out.push("  A->setDelayedArgs(C, ");
            delayed.clone_args(out);
            out.push(");\n");
        }
        out.push("  return A;\n}\n\n");
    }

    fn push_get_spelling(&self, out: &mut Output) {
        writeln!(out, "const char *{}Attr::getSpelling() const {{", self.name);
        if self.spellings.is_empty() {
            return out.push("  return \"(No spelling)\";\n}\n\n");
        }
        out.push(
            "  switch (getAttributeSpellingListIndex()) {
  default:
    llvm_unreachable(\"Unknown attribute spelling!\");
    return \"(No spelling)\";
",
        );
        for (index, spelling) in self.spellings.iter().enumerate() {
            write!(out, "  case {index}:\n    return \"{}\";\n", spelling.name);
        }
        out.push("  }\n}\n\n");
    }
}
