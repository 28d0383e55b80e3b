//! Arguments whose value is one of several strings or identifiers, stored as an enumerator.

use std::borrow::Cow;

use backend::{Fatal, Output, Rec};
use rustc_hash::FxHashSet;

use super::{Code, Head};

/// A C++ enumeration, and the spelling of each enumerator in source code.
pub(super) struct Enumerated<'a> {
    rec: Rec<'a>,
    /// The name of the type with its scope.
    pub full_type: String,
    pub short_type: String,
    words: Vec<Cow<'a, str>>,
    /// The enumerator for each element of `words`. Several words may have the same enumerator.
    enumerators: Vec<Cow<'a, str>>,
    /// Whether the enumeration is declared outside of the attribute's class.
    pub is_external: bool,
    /// Whether `enumerators` covers the whole enumeration, so that a `switch` over it needs no `default`.
    is_covered: bool,
}

impl<'a> Enumerated<'a> {
    pub(super) fn read(rec: Rec<'a>, attr: &str) -> Result<Enumerated<'a>, Fatal> {
        let words = rec.list_of_strings("Values")?;
        let enumerators = rec.list_of_strings("Enums")?;
        let is_external = rec.bit("IsExternalType")?;
        let is_covered = rec.bit("IsCovered")?;
        let ty = rec.string("Type")?;
        let short = if is_external {
            ty.rsplit_once("::").map_or("", |(_, name)| name)
        } else {
            &ty
        };
        let short_type = if short.is_empty() { &ty } else { short }.to_owned();
        let full_type = if is_external {
            ty.into_owned()
        } else {
            format!("{attr}Attr::{ty}")
        };
        Ok(Enumerated {
            rec,
            full_type,
            short_type,
            words,
            enumerators,
            is_external,
            is_covered,
        })
    }

    /// The distinct enumerators in the order of `enumerators`, each with the index of its first occurrence.
    fn unique(&self) -> Vec<(usize, &str)> {
        let mut seen = FxHashSet::default();
        let all = self.enumerators.iter().map(|it| &**it).enumerate();
        all.filter(|(_, it)| seen.insert(*it)).collect()
    }

    /// Declares the enumeration, unless it is declared elsewhere.
    pub(super) fn declaration(&self, out: &mut Output) -> Result<(), Fatal> {
        if self.is_external {
            return Ok(());
        }
        if self.enumerators.is_empty() {
            let message = format!("the enumeration '{}' has no enumerators", self.short_type);
            return Err(self.rec.fatal(message));
        }
        let names: Vec<_> = self.unique().into_iter().map(|(_, name)| name).collect();
        let names = names.join(",\n    ");
        write!(
            out,
            "public:\n  enum {} {{\n    {names}\n  }};\n",
            self.short_type
        );
        Ok(())
    }

    /// The cases of a `switch` that prints enumerators.
    pub(super) fn dump_cases(&self, out: &mut Output) {
        let ty = &self.full_type;
        for (_, name) in self.unique() {
            write!(
                out,
                "    case {ty}::{name}:\n      OS << \" {name}\";\n      break;\n"
            );
        }
        if !self.is_covered {
            out.push("    default:\n      llvm_unreachable(\"Invalid attribute value\");\n");
        }
    }

    pub(super) fn conversion_declarations(&self, out: &mut Output) {
        let (short, full) = (&self.short_type, &self.full_type);
        write!(
            out,
            "  static bool ConvertStrTo{short}(StringRef Val, {full} &Out);\n  \
             static const char *Convert{short}ToStr({full} Val);\n"
        );
    }

    pub(super) fn conversions(&self, head: &Head, out: &mut Output) -> Result<(), Fatal> {
        let (attr, short, full) = (head.attr, &self.short_type, &self.full_type);
        if self.words.len() < self.enumerators.len() {
            let message = format!("there are fewer 'Values' than 'Enums' of '{short}'");
            return Err(self.rec.fatal(message));
        }
        write!(
            out,
            "bool {attr}Attr::ConvertStrTo{short}(StringRef Val, {full} &Out) {{
  std::optional<{full}> R = llvm::StringSwitch<std::optional<{full}>>(Val)
"
        );
        for (word, name) in self.words.iter().zip(&self.enumerators) {
            writeln!(out, "    .Case(\"{word}\", {full}::{name})");
        }
        write!(
            out,
            "    .Default(std::optional<{full}>());
  if (R) {{
    Out = *R;
      return true;
    }}
  return false;
}}

const char *{attr}Attr::Convert{short}ToStr({full} Val) {{
  switch(Val) {{
"
        );
        for (at, name) in self.unique() {
            let word = &self.words[at];
            writeln!(out, "  case {full}::{name}: return \"{word}\";");
        }
        if !self.is_covered {
            out.push("  default: llvm_unreachable(\"Invalid attribute value\");\n");
        }
        out.push("  }\n  llvm_unreachable(\"No enumerator with that value\");\n}\n");
        Ok(())
    }
}

impl Code for Enumerated<'_> {
    fn accessors(&self, Head { lower, upper, .. }: &Head, out: &mut Output) {
        let ty = &self.full_type;
        write!(
            out,
            "  {ty} get{upper}() const {{\n    return {lower};\n  }}"
        );
    }

    fn clone_args(&self, head: &Head, out: &mut Output) {
        out.push(&head.lower);
    }

    fn instantiation_args(&self, head: &Head, out: &mut Output) {
        write!(out, "A->get{}()", head.upper);
    }

    fn initializers(&self, head: &Head, out: &mut Output) {
        write!(out, "{}({})", head.lower, head.upper);
    }

    fn default_initializers(&self, head: &Head, out: &mut Output) {
        write!(out, "{}({}(0))", head.lower, self.full_type);
    }

    fn parameters(&self, head: &Head, out: &mut Output) {
        write!(out, "{} {}", self.full_type, head.upper);
    }

    fn declarations(&self, head: &Head, out: &mut Output) -> Result<(), Fatal> {
        self.declaration(out)?;
        write!(out, "private:\n  {} {};", self.full_type, head.lower);
        Ok(())
    }

    fn read_args(&self, head: &Head, out: &mut Output) {
        out.push(&head.lower);
    }

    fn read_code(&self, Head { lower, .. }: &Head, out: &mut Output) {
        let ty = &self.full_type;
        writeln!(
            out,
            "    {ty} {lower}(static_cast<{ty}>(Record.readInt()));"
        );
    }

    fn write_code(&self, head: &Head, out: &mut Output) {
        writeln!(
            out,
            "Record.push_back(static_cast<uint64_t>(SA->get{}()));",
            head.upper
        );
    }

    fn value(&self, Head { upper, attr, .. }: &Head, out: &mut Output) {
        let short = &self.short_type;
        write!(
            out,
            "\\\"\" << {attr}Attr::Convert{short}ToStr(get{upper}()) << \"\\\""
        );
    }

    fn dump(&self, head: &Head, out: &mut Output) {
        writeln!(out, "    switch(SA->get{}()) {{", head.upper);
        self.dump_cases(out);
        out.push("    }\n");
    }
}
