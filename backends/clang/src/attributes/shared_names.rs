//! `StringSwitch` cases for attribute names that several attributes may share. Since LLVM 21, the cases tell such
//! attributes apart by syntax, scope and target.

use std::collections::BTreeMap;

use backend::{Fatal, Output, Rec, Records};

use super::parsed::shared_kind;
use super::spelling::Spelling;
use super::target::TargetTest;

/// For each attribute name, the number of attributes that have it.
pub(super) struct Owners(BTreeMap<String, usize>);

impl Owners {
    pub(super) fn read(records: &Records) -> Result<Owners, Fatal> {
        let mut owners = BTreeMap::new();
        for attr in records.derived("Attr")? {
            let mut names: Vec<_> = Spelling::all(attr)?.into_iter().map(|it| it.name).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                *owners.entry(name.into_owned()).or_default() += 1;
            }
        }
        Ok(Owners(owners))
    }
}

/// A spelling of an attribute, with the C++ test that recognizes it and the mask that is the value of its case.
struct Condition<'a> {
    attr: Rec<'a>,
    test: String,
    mask: u32,
}

/// Writes the `StringSwitch` cases for `attrs`, sorted by name. Each attribute has a mask. If no other attribute has
/// its name, the value of the case is the mask, or `true` if the mask is 0. Otherwise, the case tests which attribute
/// is meant: its value is the attribute's mask, or the result of the test if the mask is 0.
pub(super) fn push<'a>(
    owners: &Owners,
    attrs: impl IntoIterator<Item = (Rec<'a>, u32)>,
    out: &mut Output,
) -> Result<(), Fatal> {
    let mut names: BTreeMap<String, Vec<Condition>> = BTreeMap::new();
    for (attr, mask) in attrs {
        let target = match shared_kind(attr)? {
            Some(_) => format!(" && {}", TargetTest::read(attr.def("Target")?)?.code),
            None => String::new(),
        };
        for spelling in Spelling::all(attr)? {
            let scope = match &*spelling.namespace {
                "" => "!ScopeName".to_owned(),
                scope => format!("ScopeName && ScopeName->getName()==\"{scope}\""),
            };
            let syntax = &spelling.variety;
            let test = format!("(Syntax==AttributeCommonInfo::AS_{syntax} && {scope}{target})");
            let conditions = names.entry(spelling.name.into_owned()).or_default();
            conditions.push(Condition { attr, test, mask });
        }
    }
    for (name, conditions) in &names {
        out.sources(|| conditions.iter().map(|it| it.attr));
        let is_shared = owners.0[name] > 1;
        let value = match &conditions[..] {
            [first, ..] if !is_shared && first.mask == 0 => "true".to_owned(),
            [first, ..] if !is_shared => first.mask.to_string(),
            [only] if only.mask == 0 => only.test.clone(),
            all => {
                let values = all
                    .iter()
                    .map(|it| format!("{} ? {} : ", it.test, it.mask.max(1)));
                values.collect::<String>() + "0"
            }
        };
        writeln!(out, ".Case(\"{name}\", {value})");
    }
    Ok(())
}
