//! What differs between operands and results.

/// What operands and results are called.
pub(super) struct ValueKind {
    /// In names: `operand`.
    pub word: &'static str,
    /// The class of a value.
    pub class: &'static str,
    /// The class of several values.
    pub list: &'static str,
    /// The trait by which all that stand for several stand for the same number.
    pub same_size: &'static str,
}

pub(super) const OPERANDS: ValueKind = ValueKind {
    word: "operand",
    class: "Value",
    list: "OpOperandList",
    same_size: "::mlir::OpTrait::SameVariadicOperandSize",
};

pub(super) const RESULTS: ValueKind = ValueKind {
    word: "result",
    class: "OpResult",
    list: "OpResultList",
    same_size: "::mlir::OpTrait::SameVariadicResultSize",
};
