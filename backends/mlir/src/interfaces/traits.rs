//! The trait from which the classes with an interface derive.

use backend::text::SPACES;
use backend::{Fatal, Output, bail};
use mlir_model::interfaces::Interface;
use mlir_model::template::Substitutions;

use super::changes;
use super::kind::Kind;
use super::methods::{push_parameters, push_type};

/// Writes the trait with the default implementations of methods.
pub(super) fn push(out: &mut Output, kind: &Kind, interface: &Interface) -> Result<(), Fatal> {
    let Kind { base, template, .. } = kind;
    let name = &interface.name;
    let names = kind.in_trait();
    write!(
        out,
        "  template <typename {template}>
  struct {name}Trait : public ::mlir::{base}<{name}, detail::{name}InterfaceTraits>::Trait<{template}> {{
"
    );
    for method in &interface.methods {
        if method.name == "verifyTrait" {
            bail!(
                interface.rec.records(),
                "'verifyTrait' method cannot be specified as interface method for '{name}'; use the 'verify' field instead"
            );
        }
        let Some(default) = &method.default else {
            continue;
        };
        changes::push_comment(out, method, "    ");
        out.push(if method.is_static {
            "    static "
        } else {
            "    "
        });
        push_type(out, &method.return_type);
        write!(out, "{}(", method.name);
        push_parameters(out, method);
        let constness = if method.is_static {
            ""
        } else {
            kind.constness()
        };
        let body = names.fill(default);
        write!(out, "){constness} {{\n      {body}\n    }}\n");
    }
    if kind.is_of_operations() {
        push_verifier(out, interface)?;
    }
    for field in ["extraTraitClassDeclaration", "extraSharedClassDeclaration"] {
        if let Some(code) = interface.code(field)? {
            writeln!(out, "{}", names.fill(&code));
        }
    }
    out.push("  };\n");
    Ok(())
}

fn push_verifier(out: &mut Output, interface: &Interface) -> Result<(), Fatal> {
    let Some(verify) = interface.code("verify")? else {
        return Ok(());
    };
    let function = if interface.rec.bit("verifyWithRegions")? {
        "verifyRegionTrait"
    } else {
        "verifyTrait"
    };
    let names = Substitutions::new().with("_op", "op");
    let body = names.fill(verify.trim_matches(SPACES));
    write!(
        out,
        "    static ::llvm::LogicalResult {function}(::mlir::Operation *op) {{\n      {body}\n    }}\n"
    );
    Ok(())
}
