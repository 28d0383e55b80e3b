//! Functions that authors may write by hand: verifiers, folding, canonicalization, parsing and printing.

use backend::Fatal;

use mlir_model::operation::{Operation, variable_length};

use super::add_needed;
use super::slots::Slots;
use crate::cpp::{Class, Method, Parameter, Qualifiers};

const RESULT: &str = "::llvm::LogicalResult";

/// Adds all of them, as far as the operation has them.
pub(super) fn add(class: &mut Class, op: &Operation, slots: &Slots) -> Result<(), Fatal> {
    add_defaults(class, op, slots)?;
    if op.assembly_format().is_none() && op.rec.bit("hasCustomAssemblyFormat")? {
        let declared = Qualifiers::DECLARED;
        add_parser(class, op, declared)?;
    }
    for name in ["verifyInvariantsImpl", "verifyInvariants"] {
        let method = Method::new(RESULT, name, Qualifiers::NONE, []);
        add_needed(class, op.rec, name, method)?;
    }
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

/// Attributes with a default value get it where none is given.
fn add_defaults(class: &mut Class, op: &Operation, slots: &Slots) -> Result<(), Fatal> {
    let mut has_some = false;
    for it in &op.attributes {
        has_some |= it.attr.has_default() && !it.attr.is_optional()?;
    }
    if !has_some {
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
    add_needed(class, op.rec, name, method)?;
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
        add_needed(class, op.rec, name, method)?;
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
