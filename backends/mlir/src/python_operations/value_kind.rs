//! The differences between operands and results.

/// The names of operands or of results in Python and C++.
pub(super) struct ValueKind {
    /// The word in names, for example `operand`.
    pub word: &'static str,
    /// The Python class of a single value.
    pub class: &'static str,
    /// The Python class of a list of values.
    pub list: &'static str,
    /// The C++ trait that requires all variadic operands or results to have the same number of values.
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
