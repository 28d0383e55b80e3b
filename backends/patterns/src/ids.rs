//! Ids of the parts of the model.

use backend::id;

id! {
    /// The number of a node of the selection graph.
    pub struct SdNodeId;
    /// The number of a function that transforms a matched value.
    pub struct TransformId;
    /// The number of a pattern that C++ code matches.
    pub struct ComplexPatternId;
    /// The number of a pattern fragment.
    pub struct FragmentId;
    /// The number of an intrinsic.
    pub struct IntrinsicId;
    /// The number of a pattern.
    pub struct PatternId;
}
