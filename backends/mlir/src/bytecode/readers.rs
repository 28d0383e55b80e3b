//! The functions that read attributes and types from bytecode.

use backend::text::SPACES;
use backend::{Fatal, Output, Rec, bail};

use super::members::{self, List, MAX_DEPTH, Member, cpp_type, element, fill};
use super::{Kind, RESERVED};
use crate::cpp::Indented;

/// Writes the function that reads one attribute or type. Writes nothing for a placeholder ([`RESERVED`]).
pub(super) fn push(out: &mut Output, kind: &Kind, ty: &str, rec: Rec) -> Result<(), Fatal> {
    if rec.name() == RESERVED {
        return Ok(());
    }
    let (result, name) = (kind.ty, rec.name());
    writeln!(
        out,
        "static ::mlir::{result} read{name}(MLIRContext* context, DialectBytecodeReader &reader) {{"
    );
    let builder = rec.string("cBuilder")?;
    let reader = Reader {
        ty,
        builder: builder.trim_matches(SPACES),
        members: members::read(rec)?,
        failure: &format!("{ty}()"),
    };
    let mut body = Indented::default();
    body.indent();
    reader.push(&mut body)?;
    out.push(&body.into_text());
    out.push("}\n\n");
    Ok(())
}

/// Writes the body of a function or lambda that reads the members of a value and creates the value from them.
struct Reader<'r, 'a> {
    ty: &'r str,
    /// The C++ code, with placeholders, that creates the value from its members.
    builder: &'r str,
    members: Vec<Member<'a>>,
    /// The C++ expression to return on failure.
    failure: &'r str,
}

impl Reader<'_, '_> {
    fn push(&self, out: &mut Indented) -> Result<(), Fatal> {
        if self.members.is_empty() {
            writeln!(out, "return get<{}>(context);", self.ty);
            return Ok(());
        }
        self.push_variables(out)?;
        for member in &self.members {
            push_element_reader(out, member)?;
        }
        out.push("if (");
        // The other conditions are on separate lines, indented to the start of the first condition.
        out.indent().indent();
        out.push(&self.conditions()?.join(" &&\n"));
        out.unindent().unindent();
        let names = self.members.iter().map(|it| &*it.name);
        let arguments: Vec<_> = names.filter(|it| !it.starts_with('_')).collect();
        let arguments = arguments.join(", ");
        let value = fill(
            self.builder,
            &[("$_args", &arguments), ("$_resultType", self.ty)],
        );
        out.push(") {\n");
        out.indent();
        writeln!(out, "return {value};");
        out.unindent();
        writeln!(out, "}}\nreturn {};", self.failure);
        Ok(())
    }

    /// Declares a variable for each member. Adjacent members of one type share a declaration.
    fn push_variables(&self, out: &mut Indented) -> Result<(), Fatal> {
        let mut last = String::new();
        for (index, member) in self.members.iter().enumerate() {
            let ty = cpp_type(member.rec)?;
            if index > 0 && ty == last {
                write!(out, ", {}", member.name);
            } else {
                out.push(if index > 0 { ";\n" } else { "" });
                write!(out, "{ty} {}", member.name);
            }
            last = ty;
        }
        out.push(";\n");
        Ok(())
    }

    /// The C++ conditions that read the members. A member that is not an array and has no parser is not read. As in the
    /// reference, condition `n` nevertheless uses the name of member `n`, even if an earlier member is not read.
    fn conditions(&self) -> Result<Vec<String>, Fatal> {
        let mut read = Vec::new();
        for member in &self.members {
            if element(member.rec)?.is_some() || !member.rec.string("cParser")?.is_empty() {
                read.push(member.rec);
            }
        }
        let mut conditions = Vec::new();
        for (rec, member) in read.into_iter().zip(&self.members) {
            let name = &*member.name;
            let parser = match (rec.optional_string("cParser")?, element(rec)?) {
                (Some(parser), _) => parser.into_owned(),
                (None, Some(element)) => match List::new(element) {
                    List::Attributes => "succeeded($_reader.readAttributes($_var))".to_owned(),
                    List::Types => "succeeded($_reader.readTypes($_var))".to_owned(),
                    List::Elements => {
                        format!(
                            "succeeded($_reader.readList($_var, {}))",
                            element_reader(name)
                        )
                    }
                },
                (None, None) => bail!(rec, "No parser specified"),
            };
            let ty = cpp_type(rec)?;
            conditions.push(fill(
                &parser,
                &[
                    ("$_reader", "reader"),
                    ("$_resultType", &ty),
                    ("$_var", name),
                ],
            ));
        }
        Ok(conditions)
    }
}

/// The name of the lambda that reads an element of the member `name`.
fn element_reader(name: &str) -> String {
    let mut name = name.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    format!("read{name}")
}

/// Writes the lambda that reads an element of an array, if elements are read one by one.
fn push_element_reader(out: &mut Indented, member: &Member) -> Result<(), Fatal> {
    let Some(element) = element(member.rec)? else {
        return Ok(());
    };
    if List::new(element) != List::Elements {
        return Ok(());
    }
    if out.depth() == MAX_DEPTH {
        bail!(member.rec, "arrays are nested too deeply");
    }
    let ty = cpp_type(element)?;
    let builder = element.string("cBuilder")?;
    let members = if element.is_a("CompositeBytecode") {
        members::read(element)?
    } else {
        vec![Member {
            rec: element,
            name: "temp".into(),
        }]
    };
    let function = element_reader(&member.name);
    writeln!(out, "auto {function} = [&]() -> FailureOr<{ty}> {{");
    let reader = Reader {
        ty: &ty,
        builder: &builder,
        members,
        failure: "failure()",
    };
    out.indent();
    reader.push(out)?;
    out.unindent().push("};\n");
    Ok(())
}

/// Writes the function that reads any attribute or type: it reads the number, and calls the function for this number.
pub(super) fn push_dispatch(out: &mut Output, kind: &Kind, elements: &[Rec]) {
    let ty = kind.ty;
    writeln!(
        out,
        "static {ty} read{ty}(MLIRContext* context, DialectBytecodeReader &reader) {{"
    );
    if elements.is_empty() {
        write!(
            out,
            "  return reader.emitError() << \"unknown attribute\", {ty}();\n}}\n\n"
        );
        return;
    }
    write!(
        out,
        "  uint64_t kind;
  if (failed(reader.readVarInt(kind)))
    return {ty}();
  switch (kind) {{
"
    );
    for (number, element) in elements.iter().enumerate() {
        let name = element.name();
        if name != RESERVED {
            write!(
                out,
                "    case {number}:\n      return read{name}(context, reader);\n"
            );
        }
    }
    write!(
        out,
        "    default:
      reader.emitError() << \"unknown attribute code: \" << kind;
      return {ty}();
  }}
  return {ty}();
}}

"
    );
}
