//! The function tables by which an interface calls the methods of a value (concepts), and the classes that fill them
//! (models).

use backend::text::push_joined;
use backend::{Fatal, Output, Release};
use mlir_model::interfaces::{Interface, Method};
use mlir_model::template::Substitutions;

use super::changes;
use super::kind::Kind;
use super::methods::{comma, push_arguments, push_external_head, push_model_head, push_type};

/// Writes the struct with the function table of an interface.
pub(super) fn push_concept(
    out: &mut Output,
    kind: &Kind,
    interface: &Interface,
    bases: &[Interface],
) -> Result<(), Fatal> {
    out.push("  struct Concept {\n    /// The methods defined by the interface.\n");
    let release = interface.rec.records().release();
    for method in &interface.methods {
        out.push("    ");
        push_type(out, &method.return_type);
        write!(out, "(*{})(", changes::entry(release, method));
        if !method.is_static {
            out.push("const Concept *impl, ");
            push_type(out, kind.value);
            out.push(comma(method));
        }
        push_joined(out, ", ", &method.arguments, |out, it| out.push(&it.ty));
        out.push(");\n");
    }
    push_bases(out, interface, bases)?;
    out.push("  };\n");
    Ok(())
}

/// Writes pointers to the function tables of base interfaces, and the function that sets them. Writes nothing if there
/// are no base interfaces.
fn push_bases(out: &mut Output, interface: &Interface, bases: &[Interface]) -> Result<(), Fatal> {
    if bases.is_empty() {
        return Ok(());
    }
    out.push("    /// The base classes of this interface.\n");
    for base in bases {
        let (class, name) = (base.qualified_name()?, &base.name);
        writeln!(out, "    const {class}::Concept *impl{name} = nullptr;");
    }
    out.push(
        "\n    void initializeInterfaceConcept(::mlir::detail::InterfaceMap &interfaceMap) {\n",
    );
    let own = interface.qualified_name()?;
    for base in bases {
        let (class, name) = (base.qualified_name()?, &base.name);
        write!(
            out,
            "      impl{name} = interfaceMap.lookup<{class}>();
      assert(impl{name} && \"`{own}` expected its base interface `{class}` to be registered\");
"
        );
    }
    out.push("    }\n");
    Ok(())
}

/// Writes the three models: `Model` calls the methods of the value's own class, `FallbackModel` calls the methods of a
/// separate class, and `ExternalModel` is the base of such a separate class and contains the default implementations.
pub(super) fn push_models(
    out: &mut Output,
    kind: &Kind,
    interface: &Interface,
) -> Result<(), Fatal> {
    let template = kind.template;
    let release = interface.rec.records().release();
    for model in ["Model", "FallbackModel"] {
        let class = interface.qualified_name()?;
        write!(
            out,
            "  template<typename {template}>
  class {model} : public Concept {{
  public:
    using Interface = {class};
    {model}() : Concept{{"
        );
        push_joined(out, ", ", &interface.methods, |out, it| {
            out.push(changes::entry(release, it));
        });
        out.push("} {}\n\n");
        for method in &interface.methods {
            out.push("    static inline ");
            push_type(out, &method.return_type);
            push_model_head(out, kind, method, changes::entry(release, method));
            out.push(";\n");
        }
        out.push("  };\n");
    }
    write!(
        out,
        "  template<typename ConcreteModel, typename {template}>
  class ExternalModel : public FallbackModel<ConcreteModel> {{
  public:
    using ConcreteEntity = {template};
"
    );
    for method in interface.methods.iter().filter(|it| it.default.is_some()) {
        out.push(if method.is_static {
            "    static "
        } else {
            "    "
        });
        push_type(out, &method.return_type);
        push_external_head(out, kind, method, changes::entry(release, method));
        out.push(";\n");
    }
    out.push("  };\n");
    Ok(())
}

/// Writes the definitions of the models' methods.
pub(super) fn push_definitions(out: &mut Output, kind: &Kind, interface: &Interface) {
    let names = kind.in_models();
    let (template, release) = (kind.template, interface.rec.records().release());
    let head = |out: &mut Output, method: &Method, model: &str| {
        push_scope(out, kind, interface, method, model);
        push_model_head(out, kind, method, changes::entry(release, method));
    };
    for method in &interface.methods {
        head(out, method, "Model");
        out.push(" {\n  ");
        match &method.body {
            Some(body) if method.is_static => writeln!(out, "{body}"),
            Some(body) => writeln!(out, "{}", names.fill(body)),
            None => {
                if method.is_static {
                    write!(out, "return {template}::")
                } else {
                    write!(out, "{}", names.fill("return $_self."))
                }
                write!(out, "{}(", method.name);
                push_arguments(out, method);
                out.push(");\n");
            }
        }
        out.push("}\n");
    }
    for method in &interface.methods {
        head(out, method, "FallbackModel");
        push_forward(out, template, method, release);
    }
    for method in &interface.methods {
        push_external(out, kind, interface, method);
    }
}

/// Writes the body of a method of `FallbackModel`. The body calls the same method of the template argument.
fn push_forward(out: &mut Output, template: &str, method: &Method, release: Release) {
    let name = changes::entry(release, method);
    if method.is_static {
        write!(out, " {{\n  return {template}::{name}(")
    } else {
        write!(
            out,
            " {{\n  return static_cast<const {template} *>(impl)->{name}(tablegen_opaque_val{}",
            comma(method)
        )
    }
    push_arguments(out, method);
    out.push(");\n}\n");
}

/// Writes the default implementation of a method in `ExternalModel`. Writes nothing if the method has no default
/// implementation.
fn push_external(out: &mut Output, kind: &Kind, interface: &Interface, method: &Method) {
    let Some(default) = &method.default else {
        return;
    };
    let (template, release) = (kind.template, interface.rec.records().release());
    writeln!(out, "template<typename ConcreteModel, typename {template}>");
    push_type(out, &method.return_type);
    write!(
        out,
        "detail::{}InterfaceTraits::ExternalModel<ConcreteModel, {template}>::",
        interface.name
    );
    push_external_head(out, kind, method, changes::entry(release, method));
    let names = if method.is_static {
        Substitutions::new()
    } else {
        kind.in_models()
    };
    write!(out, " {{\n{}\n}}\n", names.fill(default));
}

/// Writes the start of a definition, up to the name of the method.
fn push_scope(out: &mut Output, kind: &Kind, interface: &Interface, method: &Method, model: &str) {
    let (template, name) = (kind.template, &interface.name);
    writeln!(out, "template<typename {template}>");
    push_type(out, &method.return_type);
    write!(out, "detail::{name}InterfaceTraits::{model}<{template}>::");
}
