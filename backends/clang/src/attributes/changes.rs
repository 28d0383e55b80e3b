//! Differences between LLVM releases in the tables of attributes.

use backend::{Fatal, Output, Rec};
use elaborate::records::Release;

/// The text between `class` and the name of the class. Since LLVM 21, it is a macro that exports the class from a
/// shared library; before, it is empty.
pub(super) fn class_marker(release: Release) -> &'static str {
    if release >= Release::V21 {
        "CLANG_ABI "
    } else {
        ""
    }
}

/// The blank line after the include guard; empty since LLVM 21.
pub(super) fn after_guard(release: Release) -> &'static str {
    if release >= Release::V21 { "" } else { "\n" }
}

/// The C++ type of an identifier argument: a pointer, whose pointee is `const` since LLVM 22.
pub(super) fn identifier_type(release: Release) -> &'static str {
    if release >= Release::V22 {
        "const IdentifierInfo *"
    } else {
        "IdentifierInfo *"
    }
}

/// Whether the variety of a spelling is `ClangGCC`: the attribute has the spellings of both Clang and GCC. The variety
/// exists since LLVM 21.
pub(super) fn is_of_both_compilers(release: Release, variety: &str) -> bool {
    release >= Release::V21 && variety == "ClangGCC"
}

/// Whether an attribute applies to both declarations and statements. Since LLVM 21, this includes some attributes of
/// parameters.
pub(super) fn is_of_declarations_and_statements(attr: Rec) -> bool {
    attr.is_a("DeclOrStmtAttr")
        || attr.records().release() >= Release::V21 && attr.is_a("InheritableParamOrStmtAttr")
}

/// Whether handwritten code reads and writes an attribute in precompiled headers. Possible since LLVM 21.
pub(super) fn has_custom_serialization(attr: Rec) -> Result<bool, Fatal> {
    Ok(attr.records().release() >= Release::V21 && attr.bit("HasCustomSerialization")?)
}

/// Whether packs in a list of expressions are expanded during instantiation, so that the list may become longer. True
/// since LLVM 21.
pub(super) fn instantiates_lists(release: Release) -> bool {
    release >= Release::V21
}

/// Writes the code that instantiates a list of expressions as a whole. The code is used in LLVM 21 and later. `lower`
/// and `upper` are the name of the argument with a lowercase and with an uppercase first letter.
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

/// Whether attributes of one category with the same documentation text share a section. True since LLVM 21.
pub(super) fn merges_sections(release: Release) -> bool {
    release >= Release::V21
}

/// Whether sections may have labels. True since LLVM 21.
pub(super) fn has_labels(release: Release) -> bool {
    release >= Release::V21
}

/// The namespace in the documented spelling of a pragma. Since LLVM 21, clang-tblgen prints no namespace by mistake:
/// only the blank after it remains.
pub(super) fn pragma_namespace(release: Release, namespace: &str) -> &str {
    if release >= Release::V21 {
        ""
    } else {
        namespace
    }
}
