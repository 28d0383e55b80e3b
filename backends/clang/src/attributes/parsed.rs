//! The kinds of attributes that Clang's parser distinguishes.

use std::borrow::Cow;

use backend::{Fatal, Rec, Records};
use rustc_hash::FxHashSet;

use super::spelling::normalized;

/// A kind of attribute (Clang's `AttributeCommonInfo::Kind`), with an attribute of that kind.
pub(super) struct AttributeKind<'a> {
    pub name: Cow<'a, str>,
    pub attr: Rec<'a>,
}

/// The kinds of attributes. Several target-specific attributes may share a kind: the first of these attributes is in
/// `kinds`, and the others are in `others`.
pub(super) struct Parsed<'a> {
    pub kinds: Vec<AttributeKind<'a>>,
    pub others: Vec<AttributeKind<'a>>,
}

impl<'a> Parsed<'a> {
    /// The kinds of the attributes that Clang's semantic analysis handles.
    pub(super) fn handled(records: &'a Records) -> Result<Parsed<'a>, Fatal> {
        Parsed::new(records, |attr| attr.bit("SemaHandler"))
    }

    pub(super) fn new(
        records: &'a Records,
        is_wanted: impl Fn(Rec<'a>) -> Result<bool, Fatal>,
    ) -> Result<Parsed<'a>, Fatal> {
        let (mut kinds, mut others) = (Vec::new(), Vec::new());
        let mut seen = FxHashSet::default();
        for attr in records.derived("Attr")? {
            if !is_wanted(attr)? {
                continue;
            }
            match shared_kind(attr)? {
                Some(name) if !seen.insert(name.clone()) => {
                    others.push(AttributeKind { name, attr })
                }
                Some(name) => kinds.push(AttributeKind { name, attr }),
                None => {
                    let name = normalized(attr.name()).into();
                    kinds.push(AttributeKind { name, attr });
                }
            }
        }
        Ok(Parsed { kinds, others })
    }

    /// The attributes of the kind `name` other than the first.
    pub(super) fn others_of(&self, name: &str) -> impl Iterator<Item = Rec<'a>> {
        let others = self.others.iter().filter(move |it| it.name == name);
        others.map(|it| it.attr)
    }
}

/// The name of the kind that a target-specific attribute may share with others. `None` for any other attribute.
pub(super) fn shared_kind(attr: Rec<'_>) -> Result<Option<Cow<'_, str>>, Fatal> {
    if attr.is_a("TargetSpecificAttr") && !attr.is_unset("ParseKind") {
        attr.string("ParseKind").map(Some)
    } else {
        Ok(None)
    }
}

/// Whether the arguments of an attribute are parsed late, after the surrounding code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Late {
    Never,
    Standard,
    Experimental,
}

impl Late {
    /// Reads the field `LateParsed` of an attribute. An error unless the class `LateAttrParseKind` is the only direct
    /// superclass of the field's record, and the record's name matches its `Kind`.
    pub(super) fn read(attr: Rec) -> Result<Late, Fatal> {
        const KINDS: [(Late, &str); 3] = [
            (Late::Never, "Never"),
            (Late::Standard, "Standard"),
            (Late::Experimental, "ExperimentalExt"),
        ];
        let rec = attr.def("LateParsed")?;
        let fail = |message: String| Err(attr.fatal(format!("Field `LateParsed`{message}")));
        let [class] = rec.direct_superclasses()[..] else {
            return fail("should only have one super class".to_owned());
        };
        let (name, class) = (rec.name(), class.name());
        if class != "LateAttrParseKind" {
            return fail(format!(
                "should only have type `LateAttrParseKind` but found type `{class}`"
            ));
        }
        let number = rec.int("Kind")? as u32;
        match KINDS.get(number as usize) {
            Some((kind, word)) if name.strip_prefix("LateAttrParse") == Some(word) => Ok(*kind),
            Some((_, word)) => fail(format!(
                " set to `{name}` but this converts to `LateAttrParseKind::{word}`"
            )),
            None => fail(format!(
                " set to `{name}` has unexpected `Kind` value of {number}"
            )),
        }
    }
}
