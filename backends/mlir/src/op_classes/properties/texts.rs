//! Text templates for the C++ code that converts, hashes, reads and writes a property.

use std::borrow::Cow;

use backend::Release;

use super::super::changes;
use super::super::slots::{Member, OPERAND_SEGMENTS, RESULT_SEGMENTS};

/// Text templates for C++ code about a property. The placeholder `$_storage` is the field of the property.
pub(super) struct Texts<'a> {
    /// The template that converts the field to an attribute.
    pub(super) to_attribute: Cow<'a, str>,
    pub(super) from_attribute: Cow<'a, str>,
    pub(super) hash: Cow<'a, str>,
    pub(super) read: Cow<'a, str>,
    pub(super) write: Cow<'a, str>,
    /// The default value as a C++ expression; `None` if the property has no default value.
    pub(super) default: Option<Cow<'a, str>>,
    /// Whether the default value has the storage type rather than the interface type.
    pub(super) is_default_stored: bool,
}

impl<'a> Texts<'a> {
    /// The templates of a member; `None` if the member is an attribute.
    pub(super) fn read(member: &Member<'a>, release: Release) -> Option<Texts<'a>> {
        match member {
            Member::Attribute(_) => None,
            Member::Segments(..) => Some(segments(release)),
            Member::Property(it) => {
                let filled = |field| Some(it.prop.text(field)).filter(|it| !it.is_empty());
                let stored = filled("storageTypeValueOverride");
                Some(Texts {
                    to_attribute: it.prop.text("convertToAttribute"),
                    from_attribute: it.prop.text("convertFromAttribute"),
                    hash: it.prop.text("hashProperty"),
                    read: it.prop.text("readFromMlirBytecode"),
                    write: it.prop.text("writeToMlirBytecode"),
                    is_default_stored: stored.is_some(),
                    default: stored.or_else(|| filled("defaultValue")),
                })
            }
        }
    }
}

fn segments<'a>(release: Release) -> Texts<'a> {
    Texts {
        to_attribute: changes::segments_to_attribute(release).into(),
        from_attribute: "return convertFromAttribute($_storage, $_attr, $_diag);".into(),
        hash: "::llvm::hash_combine_range(std::begin($_storage), std::end($_storage));".into(),
        read: "
  if ($_reader.getBytecodeVersion() >= /*kNativePropertiesODSSegmentSize=*/6)
    return $_reader.readSparseArray(::llvm::MutableArrayRef($_storage));
"
        .into(),
        write: "
  if ($_writer.getBytecodeVersion() >= /*kNativePropertiesODSSegmentSize=*/6)
    $_writer.writeSparseArray(::llvm::ArrayRef($_storage));
"
        .into(),
        default: None,
        is_default_stored: false,
    }
}

/// The old name of the segment sizes `name`; `None` if `name` is not the name of segment sizes.
pub(super) fn old_name(name: &str) -> Option<&'static str> {
    match name {
        OPERAND_SEGMENTS => Some("operand_segment_sizes"),
        RESULT_SEGMENTS => Some("result_segment_sizes"),
        _ => None,
    }
}
