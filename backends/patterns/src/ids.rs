//! What stands for the parts of the model.

use backend::id;

id! {
    /// Stands for a node of the selection graph.
    pub struct SdNodeId;
    /// Stands for a function that changes a matched value.
    pub struct TransformId;
    /// Stands for a pattern that C++ code matches.
    pub struct ComplexPatternId;
    /// Stands for a pattern fragment.
    pub struct FragmentId;
    /// Stands for an intrinsic.
    pub struct IntrinsicId;
    /// Stands for a pattern.
    pub struct PatternId;
}
