//! The attributes, properties and segment sizes of an operation, and the C++ code that reads them.

use backend::{Fatal, Release};

use mlir_model::attribute::Attribute;
use mlir_model::names::getter;
use mlir_model::operation::{NamedProperty, Operation};

use super::changes;

/// The name of the attribute or property with the segment sizes of operands.
pub(super) const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
/// The name of the attribute or property with the segment sizes of results.
pub(super) const RESULT_SEGMENTS: &str = "resultSegmentSizes";

/// An attribute of an operation, or an operation's segment sizes if these are stored as an attribute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<'a> {
    pub(super) name: &'a str,
    /// Whether the attribute must be present.
    pub(super) is_required: bool,
    /// The constraint of the attribute; `None` for segment sizes.
    pub(super) attr: Option<Attribute<'a>>,
    /// The number of required attributes whose names sort before `name`.
    before: usize,
    /// The number of required attributes whose names sort after `name`.
    behind: usize,
}

impl Slot<'_> {
    /// Whether the attribute is stored. Derived attributes are not.
    pub(super) fn is_native(&self) -> bool {
        self.attr.is_none_or(|it| !it.is_derived())
    }
}

/// A member of the struct of properties.
#[derive(Clone, Copy, Debug)]
pub(super) enum Member<'a> {
    Attribute(Slot<'a>),
    Property(NamedProperty<'a>),
    /// Segment sizes: their name, and the number of operands or results.
    Segments(&'static str, usize),
}

impl<'a> Member<'a> {
    pub(super) fn name(&self) -> &'a str {
        match *self {
            Member::Attribute(slot) => slot.name,
            Member::Property(it) => it.name,
            Member::Segments(name, _) => name,
        }
    }
}

/// The attributes, properties and segment sizes of an operation.
#[derive(Debug)]
pub(super) struct Slots<'a> {
    /// The attributes, sorted by the bytes of their names.
    pub(super) attributes: Vec<Slot<'a>>,
    /// The members of the struct of properties, in order.
    pub(super) members: Vec<Member<'a>>,
    /// Whether attributes are stored as properties in this operation.
    pub(super) has_properties: bool,
    /// Whether the dialect stores attributes as properties. Segment sizes, setters and builders depend on this, but not
    /// on `has_properties`, which is true for any operation with properties.
    pub(super) sets_properties: bool,
    /// Whether the segment sizes of operands are stored as a property.
    pub(super) has_operand_segments: bool,
}

impl<'a> Slots<'a> {
    pub(super) fn new(op: &Operation<'a>, release: Release) -> Result<Slots<'a>, Fatal> {
        // The reference searches for this trait first, among others, and few operations have it.
        op.check_traits_before("::mlir::OpTrait::AttrSizedResultSegments")?;
        let uses_properties = op.dialect.uses_properties()?;
        let mut attributes = Vec::new();
        for it in &op.attributes {
            let is_optional =
                it.attr.has_default() || it.attr.is_derived() || it.attr.is_optional()?;
            attributes.push(slot(it.name, !is_optional, Some(it.attr)));
        }
        let segments = [
            (
                op.has_operand_segments(),
                OPERAND_SEGMENTS,
                op.operands.len(),
            ),
            (op.has_result_segments(), RESULT_SEGMENTS, op.results.len()),
        ];
        let segments = segments.iter().filter(|it| it.0);
        if !uses_properties {
            attributes.extend(segments.clone().map(|it| slot(it.1, true, None)));
        }
        attributes.sort_by_key(|it| it.name);
        attributes.dedup_by_key(|it| it.name);
        let required = attributes.iter().filter(|it| it.is_required).count();
        let mut before = 0;
        for it in &mut attributes {
            it.before = before;
            before += usize::from(it.is_required);
            it.behind = required - before;
        }
        let native = attributes.iter().filter(|it| it.is_native());
        let mut members: Vec<_> = native.map(|it| Member::Attribute(*it)).collect();
        members.extend(op.properties.iter().map(|it| Member::Property(*it)));
        if uses_properties {
            members.extend(segments.map(|it| Member::Segments(it.1, it.2)));
        }
        Ok(Slots {
            has_properties: changes::has_properties(release, op, uses_properties),
            sets_properties: uses_properties,
            has_operand_segments: uses_properties && op.has_operand_segments(),
            attributes,
            members,
        })
    }

    /// The C++ expression that reads an attribute together with its name. Only for attributes that are not stored as
    /// properties.
    pub(super) fn read_named(&self, name: &str) -> String {
        self.read_range(name, Reader::Class, "Named")
    }

    /// The C++ expression that reads an attribute.
    pub(super) fn read(&self, name: &str, reader: Reader) -> String {
        if self.has_properties {
            return format!("getProperties().{name}");
        }
        self.read_range(name, reader, "")
    }

    fn read_range(&self, name: &str, reader: Reader, kind: &str) -> String {
        let index = self.attributes.binary_search_by_key(&name, |it| it.name);
        let Ok(Slot { before, behind, .. }) = index.map(|it| self.attributes[it]) else {
            return String::new();
        };
        let (range, attribute) = (reader.range(), reader.attribute_name(name));
        format!(
            "::mlir::impl::get{kind}AttrFromSortedRange({range}.begin() + {before}, {range}.end() \
             - {behind}, {attribute})"
        )
    }
}

/// The class whose code reads attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader<'r> {
    /// The class of the operation.
    Class,
    /// An adaptor; the text is the name of the operation's class.
    Adaptor(&'r str),
}

impl Reader<'_> {
    /// The expression for all attributes.
    pub(super) fn range(self) -> &'static str {
        match self {
            Reader::Class => "(*this)->getAttrs()",
            Reader::Adaptor(_) => "odsAttrs",
        }
    }

    /// The expression for the name of an attribute.
    pub(super) fn attribute_name(self, name: &str) -> String {
        let name = getter(name);
        match self {
            Reader::Class => format!("{name}AttrName()"),
            Reader::Adaptor(class) => format!("{class}::{name}AttrName(*odsOpName)"),
        }
    }

    /// The expression for a builder of attributes.
    pub(super) fn builder(self) -> &'static str {
        match self {
            Reader::Class => "::mlir::Builder((*this)->getContext())",
            Reader::Adaptor(_) => "::mlir::Builder(odsAttrs.getContext())",
        }
    }
}

fn slot<'a>(name: &'a str, is_required: bool, attr: Option<Attribute<'a>>) -> Slot<'a> {
    Slot {
        name,
        is_required,
        attr,
        before: 0,
        behind: 0,
    }
}

/// The cast from a stored attribute to the attribute's class.
pub(super) fn cast(attr: Attribute) -> Result<&'static str, Fatal> {
    Ok(if attr.has_default() || attr.is_optional()? {
        "dyn_cast_or_null"
    } else {
        "cast"
    })
}
