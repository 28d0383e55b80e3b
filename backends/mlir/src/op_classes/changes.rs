//! What releases write differently in classes of operations.

use backend::Release;

use mlir_model::operation::Operation;

/// Whether operations without properties have an empty struct of them.
pub(super) fn has_empty_properties(release: Release) -> bool {
    release >= Release::V22
}

/// Whether a `create` stands beside each `build`.
pub(super) fn has_create(release: Release) -> bool {
    release >= Release::V22
}

/// Whether a builder of the author that an earlier one makes redundant is a mistake. 19 drops it.
pub(super) fn rejects_shadowed_builders(release: Release) -> bool {
    release >= Release::V22
}

/// Whether properties that are no attributes have accessors in all classes, and parameters of builders.
pub(super) fn has_property_accessors(release: Release) -> bool {
    release >= Release::V22
}

/// Whether the indices of operands are constants.
pub(super) fn has_operand_indices(release: Release) -> bool {
    release >= Release::V22
}

/// Whether an adaptor can be made of another one and other operands.
pub(super) fn has_rebinding_constructor(release: Release) -> bool {
    release >= Release::V22
}

/// Whether properties can be set from a parsed attribute even where the format does not do that.
pub(super) fn always_sets_parsed(release: Release) -> bool {
    release >= Release::V22
}

/// Whether collective builders exist that take properties.
pub(super) fn has_property_builders(release: Release) -> bool {
    release >= Release::V22
}

/// Whether attributes without a default value tell builders apart whose default values would make them ambiguous.
pub(super) fn counts_given_attributes(release: Release) -> bool {
    release >= Release::V22
}

/// What a getter of the struct of properties is declared with.
pub(super) fn getter_qualifier(release: Release) -> &'static str {
    if release >= Release::V22 {
        " const"
    } else {
        ""
    }
}

/// How a setter of the struct of properties takes a value of a type.
pub(super) fn setter_parameter(release: Release, ty: &str) -> String {
    if release >= Release::V22 {
        format!("{ty} ")
    } else {
        format!("const {ty} &")
    }
}

/// How a remover makes an attribute empty.
pub(super) fn remover_body(release: Release, name: &str) -> String {
    if release >= Release::V22 {
        format!(
            "\n    auto attr = getProperties().{name};\n    getProperties().{name} = {{}};\n    return attr;\n"
        )
    } else {
        format!("\n    auto &attr = getProperties().{name};\n    attr = {{}};\n    return attr;\n")
    }
}

/// What stands above the forward declaration of a class.
pub(super) fn has_comments(release: Release) -> bool {
    release >= Release::V22
}

/// The end of a guarded part.
pub(super) fn guard_end(release: Release, guard: &str) -> String {
    if release >= Release::V22 {
        format!("\n#endif // {guard}\n\n")
    } else {
        format!("\n#endif  // {guard}\n\n")
    }
}

/// Whether attributes are kept as properties.
pub(super) fn has_properties(release: Release, op: &Operation, uses_them: bool) -> bool {
    if !op.properties.is_empty() {
        return true;
    }
    let has_some = op.native_attributes().next().is_some()
        || op.has_operand_segments()
        || op.has_result_segments();
    uses_them && (has_some || has_empty_properties(release))
}

/// The C++ class of values whose type is of a class.
pub(super) fn typed_value(release: Release, ty: &str) -> String {
    // A name that is not qualified may mean something else where the class stands.
    let says_more = ty.starts_with("::") && ty != "::mlir::Type";
    if release >= Release::V22 || says_more {
        format!("::mlir::TypedValue<{ty}>")
    } else {
        "::mlir::Value".to_owned()
    }
}
