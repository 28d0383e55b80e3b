//! Ids of the parts of the model.

use backend::id;

id! {
    /// The id of a node of the selection graph (`SDNode`).
    pub struct SdNodeId;
    /// The id of a function that transforms a matched value.
    pub struct TransformId;
    /// The id of a pattern that C++ code matches.
    pub struct ComplexPatternId;
    /// The id of a pattern fragment.
    pub struct FragmentId;
    /// The id of an intrinsic.
    pub struct IntrinsicId;
    /// The id of a pattern.
    pub struct PatternId;
}
