//! The declarations of interfaces.

use backend::text::{SPACES, push_header_without_input};
use backend::{Context, Fatal, Output, Release};
use mlir_model::interfaces::Interface;
use mlir_model::names::qualified;

use super::kind::Kind;
use super::methods::{push_parameters, push_type};
use super::{changes, in_order, models, traits};
use crate::namespaces;
use crate::reindent::documentation_comment;

/// Writes the declarations of all interfaces, followed by the definitions of templates.
pub(super) fn write(cx: &Context, out: &mut Output, kind: &Kind) -> Result<(), Fatal> {
    push_header_without_input(out, "Interface Declarations");
    let records = in_order(cx, kind)?.into_iter();
    let all: Result<Vec<_>, Fatal> = records.map(Interface::read).collect();
    let all = all?;
    push_all_classes(out, cx.release(), kind, &all)?;
    for interface in &all {
        out.source(interface.rec);
        namespaces::push(out, cx.release(), &interface.namespace()?, |out| {
            models::push_definitions(out, kind, interface);
        });
    }
    out.no_source();
    Ok(())
}

/// Writes the classes of all interfaces. Since LLVM 22, the forward declarations of all interfaces come first, then all
/// classes, then all traits, and descriptions are written as comments.
fn push_all_classes(
    out: &mut Output,
    release: Release,
    kind: &Kind,
    all: &[Interface],
) -> Result<(), Fatal> {
    if release < Release::V22 {
        for interface in all {
            out.source(interface.rec);
            namespaces::push(out, release, &interface.namespace()?, |out| {
                writeln!(out, "class {};", interface.name);
                push_interface(out, kind, interface)?;
                out.push("namespace detail {\n");
                traits::push(out, kind, interface)?;
                out.push("}// namespace detail\n");
                Ok::<_, Fatal>(())
            })?;
        }
        out.no_source();
        return Ok(());
    }
    for interface in all {
        out.source(interface.rec);
        namespaces::push(out, release, &interface.namespace()?, |out| {
            push_description(out, interface)?;
            writeln!(out, "class {};", interface.name);
            Ok::<_, Fatal>(())
        })?;
    }
    for interface in all {
        out.source(interface.rec);
        namespaces::push(out, release, &interface.namespace()?, |out| {
            push_description(out, interface)?;
            push_interface(out, kind, interface)
        })?;
    }
    for interface in all {
        out.source(interface.rec);
        let detail = qualified(&interface.namespace()?, "detail");
        namespaces::push(out, release, &detail, |out| {
            traits::push(out, kind, interface)
        })?;
    }
    out.no_source();
    Ok(())
}

fn push_description(out: &mut Output, interface: &Interface) -> Result<(), Fatal> {
    let description = interface.rec.string("description")?;
    out.push(&documentation_comment("", &description));
    Ok(())
}

/// Writes an interface without its trait: its function tables and its class.
fn push_interface(out: &mut Output, kind: &Kind, interface: &Interface) -> Result<(), Fatal> {
    let bases = interface.bases()?;
    let name = &interface.name;
    let Kind { base, template, .. } = kind;
    write!(
        out,
        "namespace detail {{\nstruct {name}InterfaceTraits {{\n"
    );
    models::push_concept(out, kind, interface, &bases)?;
    models::push_models(out, kind, interface)?;
    write!(
        out,
        "}};
template <typename {template}>
struct {name}Trait;

}} // namespace detail
class {name} : public ::mlir::{base}<{name}, detail::{name}InterfaceTraits> {{
public:
  using ::mlir::{base}<{name}, detail::{name}InterfaceTraits>::{base};
  template <typename {template}>
  struct Trait : public detail::{name}Trait<{template}> {{}};
"
    );
    push_members(out, kind, interface)?;
    for base in &bases {
        let class = base.qualified_name()?;
        let base_name = &base.name;
        write!(
            out,
            "  //===----------------------------------------------------------------===//
  // Inherited from {class}
  //===----------------------------------------------------------------===//

  operator {class} () const {{
    if (!*this) return nullptr;
    return {class}(*this, getImpl()->impl{base_name});
  }}

"
        );
        push_members(out, kind, base)?;
    }
    push_classof(out, kind, interface)?;
    out.push("};\n");
    Ok(())
}

/// Writes the methods of an interface, its `extraClassDeclaration` and its `extraSharedClassDeclaration`. They become
/// members of the class of this interface, or of an interface that derives from this interface.
fn push_members(out: &mut Output, kind: &Kind, interface: &Interface) -> Result<(), Fatal> {
    for method in &interface.methods {
        changes::push_comment(out, method, "  ");
        out.push("  ");
        push_type(out, &method.return_type);
        write!(out, "{}(", method.name);
        push_parameters(out, method);
        writeln!(out, "){};", kind.constness());
    }
    if let Some(code) = interface.code("extraClassDeclaration")? {
        writeln!(out, "{}", code.trim_end_matches(SPACES));
    }
    if let Some(code) = interface.code("extraSharedClassDeclaration")? {
        let names = kind.in_interface();
        writeln!(out, "{}", names.fill(code.trim_end_matches(SPACES)));
    }
    Ok(())
}

/// If the field `extraClassOf` gives a condition, writes the function `classof`, which tests whether a value has the
/// interface.
fn push_classof(out: &mut Output, kind: &Kind, interface: &Interface) -> Result<(), Fatal> {
    let Some(code) = interface.code("extraClassOf")? else {
        return Ok(());
    };
    let code = kind.in_classof().fill(code.trim_matches(SPACES));
    let (value, name) = (kind.value, &interface.name);
    write!(
        out,
        "  static bool classof({value} base) {{
    auto* interface = getInterfaceFor(base);
    if (!interface)
      return false;
    {name} odsInterfaceInstance(base, interface);
    {code}
  }}
"
    );
    Ok(())
}
