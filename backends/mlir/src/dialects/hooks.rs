//! Methods that the class of a dialect has only if a field of its record is set.

use backend::{Fatal, Output};
use mlir_model::dialect::Dialect;

/// The declarations of the methods in the order of the output, each preceded by the field that requests the method.
const HOOKS: [(&str, &str); 8] = [
    (
        "useDefaultAttributePrinterParser",
        "
  /// Parse an attribute registered to this dialect.
  ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                   ::mlir::Type type) const override;

  /// Print an attribute registered to this dialect.
  void printAttribute(::mlir::Attribute attr,
                      ::mlir::DialectAsmPrinter &os) const override;
",
    ),
    (
        "useDefaultTypePrinterParser",
        "
  /// Parse a type registered to this dialect.
  ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;

  /// Print a type registered to this dialect.
  void printType(::mlir::Type type,
                 ::mlir::DialectAsmPrinter &os) const override;
",
    ),
    (
        "hasCanonicalizer",
        "
  /// Register canonicalization patterns.
  void getCanonicalizationPatterns(
      ::mlir::RewritePatternSet &results) const override;
",
    ),
    (
        "hasConstantMaterializer",
        "
  /// Materialize a single constant operation from a given attribute value with
  /// the desired resultant type.
  ::mlir::Operation *materializeConstant(::mlir::OpBuilder &builder,
                                         ::mlir::Attribute value,
                                         ::mlir::Type type,
                                         ::mlir::Location loc) override;
",
    ),
    (
        "hasOperationAttrVerify",
        "
    /// Provides a hook for verifying dialect attributes attached to the given
    /// op.
    ::llvm::LogicalResult verifyOperationAttribute(
        ::mlir::Operation *op, ::mlir::NamedAttribute attribute) override;
",
    ),
    (
        "hasRegionArgAttrVerify",
        "
    /// Provides a hook for verifying dialect attributes attached to the given
    /// op's region argument.
    ::llvm::LogicalResult verifyRegionArgAttribute(
        ::mlir::Operation *op, unsigned regionIndex, unsigned argIndex,
        ::mlir::NamedAttribute attribute) override;
",
    ),
    (
        "hasRegionResultAttrVerify",
        "
    /// Provides a hook for verifying dialect attributes attached to the given
    /// op's region result.
    ::llvm::LogicalResult verifyRegionResultAttribute(
        ::mlir::Operation *op, unsigned regionIndex, unsigned resultIndex,
        ::mlir::NamedAttribute attribute) override;
",
    ),
    (
        "hasOperationInterfaceFallback",
        "
    /// Provides a hook for op interface.
    void *getRegisteredInterfaceForOp(mlir::TypeID interfaceID,
                                      mlir::OperationName opName) override;
",
    ),
];

/// Writes the methods whose fields are set in the record of the dialect.
pub(super) fn push(out: &mut Output, dialect: Dialect) -> Result<(), Fatal> {
    for (field, text) in HOOKS {
        if dialect.bit(field)? {
            out.push(text);
        }
    }
    Ok(())
}
