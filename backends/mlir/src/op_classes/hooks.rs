//! Functions that may be written by hand: verifiers, folding, canonicalization, parsing and printing.

use backend::Fatal;

use mlir_model::operation::{Operation, variable_length};

use super::checks::Checks;
use super::slots::Slots;
use super::{add_needed, attributes, verifier};
use crate::cpp::{Class, Method, Parameter, Qualifiers};

const RESULT: &str = "::llvm::LogicalResult";

/// Adds the declarations and definitions of the functions that the operation requests.
pub(super) fn add(
    class: &mut Class,
    op: &Operation,
    slots: &Slots,
    checks: &Checks,
) -> Result<(), Fatal> {
    add_defaults(class, op, slots)?;
    if op.assembly_format().is_none() && op.rec.bit("hasCustomAssemblyFormat")? {
        let declared = Qualifiers::DECLARED;
        add_parser(class, op, declared)?;
    }
    let name = "verifyInvariantsImpl";
    let method = Method::new(RESULT, name, Qualifiers::NONE, []);
    let body = add_needed(class, op.rec, name, method)?;
    verifier::push(body, op, slots, checks)?;
    let name = "verifyInvariants";
    let method = Method::new(RESULT, name, Qualifiers::NONE, []);
    add_needed(class, op.rec, name, method)?.push(if op.rec.bit("hasVerifier")? {
        "  if(::mlir::succeeded(verifyInvariantsImpl()) && ::mlir::succeeded(verify()))
    return ::mlir::success();
  return ::mlir::failure();"
    } else {
        "  return verifyInvariantsImpl();"
    });
    for (field, name) in [
        ("hasVerifier", "verify"),
        ("hasRegionVerifier", "verifyRegions"),
    ] {
        if op.rec.bit(field)? {
            let method = Method::new(RESULT, name, Qualifiers::DECLARED, []);
            add_needed(class, op.rec, name, method)?;
        }
    }
    add_canonicalizers(class, op)?;
    add_folder(class, op)
}

/// Adds the function that sets missing attributes to their default values, if an attribute that is not optional has a
/// default value.
fn add_defaults(class: &mut Class, op: &Operation, slots: &Slots) -> Result<(), Fatal> {
    let mut defaults = Vec::new();
    for it in &op.attributes {
        if it.attr.has_default() && !it.attr.is_optional()? {
            defaults.push((
                it.name,
                attributes::missing_attribute(it.attr, "odsBuilder"),
            ));
        }
    }
    if defaults.is_empty() {
        return Ok(());
    }
    let (name, parameters) = if slots.has_properties {
        (
            "populateDefaultProperties",
            [
                Parameter::new("::mlir::OperationName", "opName"),
                Parameter::new("Properties &", "properties"),
            ],
        )
    } else {
        (
            "populateDefaultAttrs",
            [
                Parameter::new("const ::mlir::OperationName &", "opName"),
                Parameter::new("::mlir::NamedAttrList &", "attributes"),
            ],
        )
    };
    let method = Method::new("void", name, Qualifiers::STATIC, parameters);
    let body = add_needed(class, op.rec, name, method)?;
    if slots.has_properties {
        body.push("  ::mlir::Builder odsBuilder(opName.getContext());\n");
        for (name, value) in defaults {
            writeln!(
                body,
                "  if (!properties.{name})\n    properties.{name} = {value};"
            );
        }
        return Ok(());
    }
    body.push(
        "  auto attrNames = opName.getAttributeNames();
  ::mlir::Builder odsBuilder(attrNames.front().getContext());
",
    );
    for (name, value) in defaults {
        let index = slots.attributes.iter().position(|it| it.name == name);
        let index = index.unwrap_or_default();
        write!(
            body,
            "  if (!attributes.get(attrNames[{index}])) {{
    attributes.append(attrNames[{index}], {value});
  }}
"
        );
    }
    Ok(())
}

fn add_parser(class: &mut Class, op: &Operation, qualifiers: Qualifiers) -> Result<(), Fatal> {
    let parse = Qualifiers::STATIC | qualifiers;
    let method = Method::new("::mlir::ParseResult", "parse", parse, parser_parameters());
    add_needed(class, op.rec, "parse", method)?;
    let printer = [Parameter::new("::mlir::OpAsmPrinter &", "p")];
    let method = Method::new("void", "print", qualifiers, printer);
    add_needed(class, op.rec, "print", method)?;
    Ok(())
}

fn parser_parameters() -> [Parameter; 2] {
    [
        Parameter::new("::mlir::OpAsmParser &", "parser"),
        Parameter::new("::mlir::OperationState &", "result"),
    ]
}

fn add_canonicalizers(class: &mut Class, op: &Operation) -> Result<(), Fatal> {
    let has_method = op.rec.bit("hasCanonicalizeMethod")?;
    let declared = Qualifiers::STATIC | Qualifiers::DECLARED;
    if has_method {
        let parameters = [
            Parameter::new(op.class_name, "op"),
            Parameter::new("::mlir::PatternRewriter &", "rewriter"),
        ];
        let method = Method::new(RESULT, "canonicalize", declared, parameters);
        add_needed(class, op.rec, "canonicalize", method)?;
    }
    let has_patterns = op.rec.bit("hasCanonicalizer")?;
    if !has_method && !has_patterns {
        return Ok(());
    }
    let name = "getCanonicalizationPatterns";
    let qualifiers = if has_patterns {
        declared
    } else {
        Qualifiers::STATIC
    };
    let parameters = [
        Parameter::new("::mlir::RewritePatternSet &", "results"),
        Parameter::new("::mlir::MLIRContext *", "context"),
    ];
    let method = Method::new("void", name, qualifiers, parameters);
    if has_patterns {
        class.add(method);
    } else {
        add_needed(class, op.rec, name, method)?.push("  results.add(canonicalize);\n");
    }
    Ok(())
}

fn add_folder(class: &mut Class, op: &Operation) -> Result<(), Fatal> {
    if !op.rec.bit("hasFolder")? {
        return Ok(());
    }
    let mut parameters = vec![Parameter::new("FoldAdaptor", "adaptor")];
    let ty = if op.results.len() == 1 && variable_length(&op.results) == 0 {
        "::mlir::OpFoldResult"
    } else {
        let results = "::llvm::SmallVectorImpl<::mlir::OpFoldResult> &";
        parameters.push(Parameter::new(results, "results"));
        RESULT
    };
    let method = Method::new(ty, "fold", Qualifiers::DECLARED, parameters);
    add_needed(class, op.rec, "fold", method)?;
    Ok(())
}
