//! Intrinsics: functions that LLVM itself knows.

mod property;

use analysis::value::Node;

use super::records_in;
use crate::{Fatal, Rec, Records, unstable_sort};

pub use property::{ArgAttribute, ArgAttributeKind, Memory, Properties};

/// An intrinsic.
pub struct Intrinsic<'a> {
    pub def: Rec<'a>,
    /// The name of the function: `llvm.bswap`.
    pub name: String,
    /// The name without dots: `bswap`.
    pub enum_name: &'a str,
    /// The target that has it, if only one does.
    pub target: String,
    pub clang_builtin: String,
    pub ms_builtin: String,
    pub is_overloaded: bool,
    pub properties: Properties,
}

/// The intrinsics of one target.
pub struct TargetSet {
    /// Empty for those of all targets.
    pub target: String,
    pub offset: usize,
    pub count: usize,
}

/// All intrinsics, by target and name, and the part that each target has of them.
pub struct Intrinsics<'a> {
    pub all: Vec<Intrinsic<'a>>,
    pub targets: Vec<TargetSet>,
}

impl<'a> Intrinsics<'a> {
    pub fn read(records: &'a Records) -> Result<Intrinsics<'a>, Fatal> {
        let mut defaults = Vec::new();
        for property in records.derived("IntrinsicProperty")? {
            if property.bit("IsDefault")? {
                defaults.push(property);
            }
        }
        let defs = records.derived("Intrinsic")?;
        let mut all = Vec::with_capacity(defs.len());
        for def in defs {
            all.push(Intrinsic::read(def, &defaults)?);
        }
        let all = sorted(all);
        let mut targets = vec![TargetSet {
            target: String::new(),
            offset: 0,
            count: 0,
        }];
        for (offset, intrinsic) in all.iter().enumerate() {
            match targets.last_mut() {
                Some(last) if last.target == intrinsic.target => last.count += 1,
                _ => targets.push(TargetSet {
                    target: intrinsic.target.clone(),
                    offset,
                    count: 1,
                }),
            }
        }
        Ok(Intrinsics { all, targets })
    }
}

/// By target and name. What is sorted is where they are: they are large.
fn sorted(all: Vec<Intrinsic>) -> Vec<Intrinsic> {
    let key = |at: usize| (&all[at].target, &all[at].name);
    let compare = |a: &usize, b: &usize| key(*a).cmp(&key(*b));
    let mut order: Vec<usize> = (0..all.len()).collect();
    // Faster, and the same unless some are equal.
    order.sort_by(compare);
    if !order.is_sorted_by(|a, b| compare(a, b).is_lt()) {
        order.sort_unstable();
        unstable_sort::sort(&mut order, compare);
    }
    let mut all: Vec<_> = all.into_iter().map(Some).collect();
    let in_order = order.into_iter().filter_map(|at| all[at].take());
    in_order.collect()
}

impl<'a> Intrinsic<'a> {
    /// Reads an intrinsic, which has the properties in `defaults` unless it says otherwise.
    pub fn read(def: Rec<'a>, defaults: &[Rec<'a>]) -> Result<Intrinsic<'a>, Fatal> {
        let def_name = def.name();
        let enum_name = def_name.strip_prefix("int_").filter(|it| !it.is_empty());
        let Some(enum_name) = enum_name else {
            return Err(def.fatal(format!(
                "Intrinsic '{def_name}' does not start with 'int_'!"
            )));
        };
        let if_there = |field| match def.field(field) {
            Some(_) => def.string(field).map(String::from),
            None => Ok(String::new()),
        };
        let clang_builtin = if_there("ClangBuiltinName")?;
        let ms_builtin = if_there("MSBuiltinName")?;
        let target = def.string("TargetPrefix")?.into_owned();
        let name = name(def, enum_name, &target)?;
        let is_overloaded = def.field("Types").is_some() && is_overloaded(def)?;
        Ok(Intrinsic {
            def,
            name,
            enum_name,
            target,
            clang_builtin,
            ms_builtin,
            is_overloaded,
            properties: Properties::read(def, defaults)?,
        })
    }

    /// The signature, one small number after another.
    pub fn type_signature(&self) -> Vec<u8> {
        let values = &self.def.records().values;
        let signature = self.def.field("TypeSig").and_then(|it| it.value);
        let lists = signature
            .and_then(|it| values.as_list(it))
            .unwrap_or_default();
        let numbers = lists
            .iter()
            .flat_map(|it| values.as_list(*it).unwrap_or_default());
        let number = |v: &_| match self.def.records().node(*v) {
            Node::Int(number) => Some(*number as u8),
            _ => None,
        };
        numbers.filter_map(number).collect()
    }
}

/// Whether there is one for each of several types. Looks at all the types, too.
fn is_overloaded(def: Rec) -> Result<bool, Fatal> {
    let is_overloaded = def.bit("isOverloaded")?;
    def.list("RetTypes")?;
    records_in(def, "Types")?;
    Ok(is_overloaded)
}

/// The name of the function, as it is given or made from the record's.
fn name(def: Rec, enum_name: &str, target: &str) -> Result<String, Fatal> {
    let given = def.string("LLVMName")?;
    let name = if given.is_empty() {
        format!("llvm.{}", enum_name.replace('_', "."))
    } else {
        given.into_owned()
    };
    let def_name = def.name();
    let Some(rest) = name.strip_prefix("llvm.").filter(|it| !it.is_empty()) else {
        return Err(def.fatal(format!(
            "Intrinsic '{def_name}'s name does not start with 'llvm.'!"
        )));
    };
    let is_of_target = |it: &str| {
        it.strip_prefix(target)
            .is_some_and(|it| it.starts_with('.'))
    };
    if !target.is_empty() && !is_of_target(rest) {
        return Err(def.fatal(format!(
            "Intrinsic '{def_name}' does not start with 'llvm.{target}.'!"
        )));
    }
    Ok(name)
}
