//! The functions that write attributes and types to bytecode.

use backend::{Context, Fatal, Output, Rec, Severity, bail};
use mlir_model::names::camel_case;

use super::members::{self, List, MAX_DEPTH, Member, cpp_type, element, fill};
use super::{Kind, RESERVED};
use crate::cpp::Indented;

/// Writes the function that writes all attributes or types with the same C++ type. Writes nothing for placeholders
/// ([`RESERVED`]).
pub(super) fn push(
    cx: &Context,
    out: &mut Output,
    kind: &Kind,
    ty: &str,
    elements: &[(usize, Rec)],
) -> Result<(), Fatal> {
    if ty == RESERVED {
        return Ok(());
    }
    check_predicates(cx, ty, elements)?;
    let variable = kind.variable;
    writeln!(
        out,
        "static void write({ty} {variable}, DialectBytecodeWriter &writer) {{"
    );
    for (number, element) in elements {
        out.source(*element);
        let predicate = element.string("printerPredicate")?;
        let mut text = Indented::default();
        text.indent();
        if !predicate.is_empty() {
            let predicate = fill(&predicate, &[("$_val", variable)]);
            writeln!(text, "if ({predicate}) {{");
            text.indent();
        }
        let name = element.name();
        writeln!(text, "writer.writeVarInt(/* {name} */ {number});");
        let writer = Writer {
            variable,
            parent: variable,
        };
        for member in members::read(*element)? {
            writer.push(&mut text, &member)?;
        }
        if !predicate.is_empty() {
            text.unindent().push("}\n");
        }
        out.push(&text.into_text());
    }
    out.no_source();
    out.push("}\n\n");
    Ok(())
}

/// If several attributes or types have the same C++ type, checks that each of them has a predicate.
fn check_predicates(cx: &Context, ty: &str, elements: &[(usize, Rec)]) -> Result<(), Fatal> {
    if elements.len() < 2 {
        return Ok(());
    }
    let mut is_wrong = false;
    for (_, element) in elements {
        if element.string("printerPredicate")?.is_empty() {
            let message = "Requires parsing predicate given common cType".to_owned();
            cx.report(element.diagnostic(Severity::Error, message));
            is_wrong = true;
        }
    }
    if is_wrong {
        bail!(cx.records, "Unspecified for shared cType {ty}");
    }
    Ok(())
}

/// Writes the code that writes the members of a value.
struct Writer<'w> {
    /// The C++ variable that holds the value to be written. The variable replaces `$_name` in the printer templates of
    /// the source.
    variable: &'w str,
    /// The C++ expression for the value to which the member belongs.
    parent: &'w str,
}

impl Writer<'_> {
    fn push(&self, out: &mut Indented, member: &Member) -> Result<(), Fatal> {
        if out.depth() > MAX_DEPTH {
            bail!(member.rec, "members are nested too deeply");
        }
        let getter = self.getter(member)?;
        if let Some(element) = element(member.rec)? {
            match List::new(element) {
                List::Attributes => writeln!(out, "writer.writeAttributes({getter});"),
                List::Types => writeln!(out, "writer.writeTypes({getter});"),
                List::Elements => {
                    let (ty, variable) = (cpp_type(element)?, self.variable);
                    writeln!(out, "writer.writeList({getter}, [&]({ty} {variable}) {{");
                    out.indent();
                    let member = Member {
                        rec: element,
                        name: variable.into(),
                    };
                    let writer = Writer {
                        variable,
                        parent: variable,
                    };
                    writer.push(out, &member)?;
                    out.unindent().push("});\n");
                }
            }
            return Ok(());
        }
        if member.rec.is_a("CompositeBytecode") {
            for member in members::read(member.rec)? {
                self.push(out, &member)?;
            }
        }
        let printer = member.rec.string("cPrinter")?;
        if !printer.is_empty() {
            let names = [
                ("$_getter", &*getter),
                ("$_name", self.variable),
                ("$_writer", "writer"),
            ];
            writeln!(out, "{};", fill(&printer, &names));
        }
        Ok(())
    }

    /// The C++ expression for a member.
    fn getter(&self, member: &Member) -> Result<String, Fatal> {
        let method = format!("get{}", camel_case(&member.name, true));
        let own = member.rec.optional_string("cGetter")?;
        Ok(match own.filter(|it| !it.is_empty()) {
            Some(getter) => fill(
                &getter,
                &[
                    ("$_attrType", self.parent),
                    ("$_getMember", &method),
                    ("$_member", &member.name),
                ],
            ),
            None => format!("{}.{method}()", self.parent),
        })
    }
}

/// Writes the function that writes any attribute or type: it calls the overload for the C++ type of its argument.
pub(super) fn push_dispatch<'t>(
    out: &mut Output,
    kind: &Kind,
    types: impl Iterator<Item = &'t str>,
) {
    let Kind { variable, ty } = kind;
    write!(
        out,
        "static LogicalResult write{ty}({ty} {variable},
                                DialectBytecodeWriter &writer) {{
  return TypeSwitch<{ty}, LogicalResult>({variable})"
    );
    for it in types.filter(|it| *it != RESERVED) {
        write!(
            out,
            "
    .Case([&]({it} t) {{
      return write(t, writer), success();
    }})"
        );
    }
    write!(
        out,
        "
    .Default([&]({ty}) {{ return failure(); }});
}}

"
    );
}
