//! `-gen-cir-lowering`: the classes that lower operations of CIR, Clang's dialect of MLIR. New in LLVM 22.

#[cfg(test)]
mod tests;

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, Rec};

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-cir-lowering",
    "Declare the patterns that lower operations of CIR",
    &["CIR_Op"],
    write,
);

/// A C++ class that lowers an operation, with the record of the operation.
struct Pattern<'a> {
    operation: Rec<'a>,
    name: String,
    text: String,
}

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header_without_input(out, "Lowering patterns for CIR operations");
    let (mut of_abi, mut of_llvm) = (Vec::new(), Vec::new());
    for operation in cx.records.derived("CIR_Op")? {
        if operation.bit("hasCXXABILowering")? {
            of_abi.push(abi_pattern(operation));
        }
        if operation.bit("hasLLVMLowering")? {
            of_llvm.push(llvm_pattern(operation)?);
        }
    }
    push_patterns(out, "GET_ABI_LOWERING_PATTERNS", &of_abi);
    push_patterns(out, "GET_LLVM_LOWERING_PATTERNS", &of_llvm);
    Ok(())
}

/// Writes the classes inside `#ifdef` of the macro `guard`, and their names inside `#ifdef` of a second macro, whose
/// name is `guard` with the suffix `_LIST`.
fn push_patterns(out: &mut Output, guard: &str, patterns: &[Pattern]) {
    writeln!(out, "#ifdef {guard}");
    for (index, pattern) in patterns.iter().enumerate() {
        out.source(pattern.operation);
        out.push(if index > 0 { "\n" } else { "" });
        out.push(&pattern.text);
    }
    out.no_source();
    write!(out, "#endif\n\n#ifdef {guard}_LIST\n");
    for (index, pattern) in patterns.iter().enumerate() {
        out.source(pattern.operation);
        out.push(if index > 0 { ",\n" } else { "" });
        out.push(&pattern.name);
    }
    out.no_source();
    out.push("\n#endif\n\n");
}

/// The C++ class of an operation: the part of the operation's name after the first underscore. If the name starts with
/// an underscore or contains none, the class is the whole name. If nothing follows the first underscore, the class is
/// the part before the underscore.
fn class_of<'a>(operation: Rec<'a>) -> &'a str {
    let name = operation.name();
    match name.split_once('_') {
        Some(("", _)) | None => name,
        Some((prefix, "")) => prefix,
        Some((_, class)) => class,
    }
}

const MATCH: &str = "mlir::LogicalResult matchAndRewrite";

fn abi_pattern(operation: Rec) -> Pattern {
    let class = class_of(operation);
    let name = format!("CIR{class}ABILowering");
    let text = format!(
        "class {name} : public mlir::OpConversionPattern<cir::{class}> {{
  [[maybe_unused]] mlir::DataLayout *dataLayout;
  [[maybe_unused]] cir::LowerModule *lowerModule;

public:
  {name}(mlir::MLIRContext *context, const mlir::TypeConverter &typeConverter, \
         mlir::DataLayout &dataLayout, cir::LowerModule &lowerModule)
    : OpConversionPattern<cir::{class}>(typeConverter, context), \
         dataLayout(&dataLayout), lowerModule(&lowerModule) {{}}

  {MATCH}(cir::{class} op, OpAdaptor adaptor, mlir::ConversionPatternRewriter &rewriter) const override;
}};
"
    );
    Pattern {
        operation,
        name,
        text,
    }
}

fn llvm_pattern(operation: Rec) -> Result<Pattern, Fatal> {
    let class = class_of(operation);
    let name = format!("CIRToLLVM{class}Lowering");
    let body = if operation.bit("isLLVMLoweringRecursive")? {
        "{\n    setHasBoundedRewriteRecursion();\n  }"
    } else {
        "{}"
    };
    let more = operation.string("extraLLVMLoweringPatternDecl")?;
    let more = if more.is_empty() {
        String::new()
    } else {
        format!("\nprivate:\n{more}\n")
    };
    let text = format!(
        "class {name} : public mlir::OpConversionPattern<cir::{class}> {{
  [[maybe_unused]] cir::LowerModule *lowerMod;
  [[maybe_unused]] mlir::DataLayout const &dataLayout;

public:
  using mlir::OpConversionPattern<cir::{class}>::OpConversionPattern;
  {name}(mlir::TypeConverter const &typeConverter, mlir::MLIRContext *context, \
         cir::LowerModule *lowerMod, mlir::DataLayout const &dataLayout)
    : OpConversionPattern<cir::{class}>(typeConverter, context), lowerMod(lowerMod), dataLayout(dataLayout) {body}

  {MATCH}(cir::{class} op, OpAdaptor adaptor, mlir::ConversionPatternRewriter &rewriter) const override;
{more}}};
"
    );
    Ok(Pattern {
        operation,
        name,
        text,
    })
}
