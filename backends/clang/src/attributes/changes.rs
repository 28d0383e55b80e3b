//! Differences between releases in the tables of attributes.

use backend::{Fatal, Output, Rec};
use elaborate::records::Release;

/// 21 exports the classes from a shared library.
pub(super) fn class_marker(release: Release) -> &'static str {
    if release >= Release::V21 {
        "CLANG_ABI "
    } else {
        ""
    }
}

/// 21 leaves one blank line out.
pub(super) fn after_guard(release: Release) -> &'static str {
    if release >= Release::V21 { "" } else { "\n" }
}

/// 22 never changes an identifier through an attribute.
pub(super) fn identifier_type(release: Release) -> &'static str {
    if release >= Release::V22 {
        "const IdentifierInfo *"
    } else {
        "IdentifierInfo *"
    }
}

/// 21 has spellings that Clang and GCC share.
pub(super) fn is_of_both_compilers(release: Release, variety: &str) -> bool {
    release >= Release::V21 && variety == "ClangGCC"
}

/// 21 has attributes of parameters that statements may have too.
pub(super) fn is_of_declarations_and_statements(attr: Rec) -> bool {
    attr.is_a("DeclOrStmtAttr")
        || attr.records().release() >= Release::V21 && attr.is_a("InheritableParamOrStmtAttr")
}

/// 21 lets an attribute read and write itself in code written by hand.
pub(super) fn has_custom_serialization(attr: Rec) -> Result<bool, Fatal> {
    Ok(attr.records().release() >= Release::V21 && attr.bit("HasCustomSerialization")?)
}

/// 21 expands packs within lists of expressions, which may become longer.
pub(super) fn instantiates_lists(release: Release) -> bool {
    release >= Release::V21
}

/// 21's instantiation of a list of expressions as a whole. The name of the argument begins with a lower-case letter in
/// `lower` and with an upper-case one in `upper`.
pub(super) fn push_list_instantiation(lower: &str, upper: &str, ty: &str, out: &mut Output) {
    write!(
        out,
        "      size_t numTempInst{upper};
      {ty}*tempInst{upper};
      {{
        EnterExpressionEvaluationContext Unevaluated(S, Sema::ExpressionEvaluationContext::Unevaluated);
        ArrayRef<{ty}> ArgsToInstantiate(A->{lower}_begin(), A->{lower}_end());
        SmallVector<{ty}, 4> InstArgs;
        if (S.SubstExprs(ArgsToInstantiate, /*IsCall=*/false, TemplateArgs, InstArgs))
          return nullptr;
        numTempInst{upper} = InstArgs.size();
        tempInst{upper} = new (C, 16) {ty}[numTempInst{upper}];
        std::copy(InstArgs.begin(), InstArgs.end(), tempInst{upper});
      }}
"
    );
}

/// 21 writes one section for all attributes of a category that have the same text.
pub(super) fn merges_sections(release: Release) -> bool {
    release >= Release::V21
}

/// 21 adds labels to sections, which can be referred to.
pub(super) fn has_labels(release: Release) -> bool {
    release >= Release::V21
}

/// 21 overwrites the namespace of a pragma with the blank that follows it.
pub(super) fn pragma_namespace(release: Release, namespace: &str) -> &str {
    if release >= Release::V21 {
        ""
    } else {
        namespace
    }
}
