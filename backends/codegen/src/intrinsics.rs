//! LLVM's intrinsics.

mod checks;
mod property;

use std::borrow::Cow;
use std::rc::Rc;

use elaborate::value::Node;

use backend::{Context, Fatal, Rec, Records, Release, Severity, each_record_in, std_sort};

pub use property::{
    ArgAttribute, ArgAttributeKind, MemoryEffects, Properties, PropertyLists, ShownArgument,
};

/// An intrinsic.
pub struct Intrinsic<'a> {
    /// The record of class `Intrinsic`.
    pub def: Rec<'a>,
    /// The name in LLVM IR, such as `llvm.bswap`.
    pub name: String,
    /// The name of the enumerator, such as `bswap`.
    pub enum_name: &'a str,
    /// The target that has the intrinsic; empty if all targets have it.
    pub target: Cow<'a, str>,
    /// Clang's builtin function that becomes a call of the intrinsic; empty if it is missing.
    pub clang_builtin: Cow<'a, str>,
    /// The builtin function of Microsoft's compiler that becomes a call of the intrinsic; empty if it is missing.
    pub ms_builtin: Cow<'a, str>,
    /// Whether the intrinsic is overloaded for several types.
    pub is_overloaded: bool,
    /// The properties of calls.
    pub properties: Rc<Properties>,
}

/// The intrinsics of one target.
pub struct TargetSet<'a> {
    /// The name of the target; empty for the intrinsics that all targets have.
    pub target: Cow<'a, str>,
    /// The index of the target's first intrinsic in [`Intrinsics::all`].
    pub offset: usize,
    /// The number of the target's intrinsics.
    pub count: usize,
}

/// All intrinsics, sorted by target and name, and the range of each target's intrinsics.
pub struct Intrinsics<'a> {
    /// The intrinsics, sorted by target and name. Intrinsics that all targets have come first.
    pub all: Vec<Intrinsic<'a>>,
    /// The targets in the same order. The first entry is for the intrinsics that all targets have, even if there are no
    /// such intrinsics.
    pub targets: Vec<TargetSet<'a>>,
}

impl<'a> Intrinsics<'a> {
    /// Reads all intrinsics and, since LLVM 21, checks their names. Tables that list all intrinsics need this check.
    pub fn checked(cx: &Context<'a>) -> Result<Intrinsics<'a>, Fatal> {
        let intrinsics = Intrinsics::read(cx.records)?;
        if cx.release() >= Release::V22 {
            for def in cx.records.derived("Intrinsic")? {
                report_needless_name(cx, def)?;
            }
        }
        if cx.release() >= Release::V21 {
            checks::check(cx, &intrinsics)?;
        }
        Ok(intrinsics)
    }

    /// Reads all records of class `Intrinsic`, in natural order of their names (embedded numbers compare by value). The
    /// first invalid record is reported as an error.
    pub fn read(records: &'a Records) -> Result<Intrinsics<'a>, Fatal> {
        let mut defaults = Vec::new();
        for property in records.derived("IntrinsicProperty")? {
            if property.bit("IsDefault")? {
                defaults.push(property);
            }
        }
        let defs = records.derived("Intrinsic")?;
        let mut lists = PropertyLists::new(defaults);
        let most_results = changes::most_results(records)?;
        let mut all = Vec::with_capacity(defs.len());
        for def in defs {
            check_results(def, most_results)?;
            all.push(Intrinsic::read(def, &mut lists)?);
        }
        if records.release() >= Release::V21 {
            all.sort_by_cached_key(|it: &Intrinsic| {
                (!it.target.is_empty(), it.name.clone(), it.def.order())
            })
        } else {
            sort(&mut all)
        }
        let mut targets = vec![TargetSet {
            target: Cow::default(),
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

    /// The intrinsics of a target.
    pub fn get(&self, set: &TargetSet) -> &[Intrinsic<'a>] {
        &self.all[set.offset..][..set.count]
    }
}

mod changes {
    use super::{Fatal, Rec, Records, Release};

    /// The record with the types of an intrinsic. Since LLVM 21, the intrinsic's field `TypeInfo` names this record. In
    /// earlier releases, the intrinsic's own record has the types; `None` if it has no types.
    pub(super) fn types_in(def: Rec) -> Result<Option<Rec>, Fatal> {
        let release = def.records().release();
        if release < Release::V21 {
            return Ok(def.field("Types").map(|_| def));
        }
        let types = def.def("TypeInfo")?;
        if types.is_a("TypeInfoGen") {
            return Ok(Some(types));
        }
        let name = def.name();
        Err(def.fatal(format!(
            "TypeInfo field in {name} should be of subclass of TypeInfoGen!"
        )))
    }

    /// The maximum number of results of an intrinsic. `None` except in LLVM 21, which lists a code for each allowed
    /// number in `IIT_RetNumbers`.
    pub(super) fn most_results(records: &Records) -> Result<Option<usize>, Fatal> {
        if !(Release::V21..Release::V22).contains(&records.release()) {
            return Ok(None);
        }
        let codes = records.globals().find(|it| it.0 == "IIT_RetNumbers");
        match codes.and_then(|it| records.values.as_list(it.1)) {
            Some(codes) => Ok(Some(codes.len().saturating_sub(1))),
            None => Err(records.fatal("unable to find 'IIT_RetNumbers' list".to_owned())),
        }
    }

    /// Whether `int_` alone is a valid name of an intrinsic's record. True since LLVM 21.
    pub(super) fn can_be_empty(release: Release) -> bool {
        release >= Release::V21
    }
}

fn check_results(def: Rec, most: Option<usize>) -> Result<(), Fatal> {
    let Some(most) = most else { return Ok(()) };
    let count = def.list("RetTypes")?.len();
    if count <= most {
        return Ok(());
    }
    Err(def.fatal(format!(
        "intrinsics can only return upto {most} values, '{}' returns {count} values",
        def.name()
    )))
}

fn report_needless_name(cx: &Context, def: Rec) -> Result<(), Fatal> {
    let given = def.string("LLVMName")?;
    let enum_name = def.name().strip_prefix("int_").unwrap_or_default();
    if !given.is_empty() && *given == default_name(enum_name) {
        let note = "Explicitly specified name matches default name, consider dropping it";
        cx.report(def.diagnostic(Severity::Note, note.to_owned()));
    }
    Ok(())
}

/// Sorts intrinsics by target and name, as the reference does before LLVM 21.
fn sort(all: &mut [Intrinsic]) {
    let keys = all.iter().map(|it| (&*it.target, &*it.name));
    let mut order: Vec<_> = keys.zip(0..).collect();
    // The records are nearly in this order, for which a stable sort is fast. The result differs from that of the
    // reference's unstable sort only if keys are equal.
    order.sort();
    if order.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        order.sort_unstable_by_key(|it| it.1);
        std_sort::sort(&mut order, |a, b| a.0.cmp(&b.0));
    }
    // Intrinsics are large, so each is moved only once.
    let mut places = vec![0; order.len()];
    for (place, (_, at)) in order.into_iter().enumerate() {
        places[at] = place;
    }
    for at in 0..all.len() {
        while places[at] != at {
            let place = places[at];
            all.swap(at, place);
            places.swap(at, place);
        }
    }
}

impl<'a> Intrinsic<'a> {
    /// Reads an intrinsic. `lists` caches lists of properties.
    pub fn read(def: Rec<'a>, lists: &mut PropertyLists<'a>) -> Result<Intrinsic<'a>, Fatal> {
        let def_name = def.name();
        let may_be_empty = changes::can_be_empty(def.records().release());
        let enum_name = def_name
            .strip_prefix("int_")
            .filter(|it| !it.is_empty() || may_be_empty);
        let Some(enum_name) = enum_name else {
            return Err(def.fatal(format!(
                "Intrinsic '{def_name}' does not start with 'int_'!"
            )));
        };
        let if_there = |field| match def.field(field) {
            Some(_) => def.string(field),
            None => Ok(Cow::default()),
        };
        let clang_builtin = if_there("ClangBuiltinName")?;
        let ms_builtin = if_there("MSBuiltinName")?;
        let target = def.string("TargetPrefix")?;
        let name = name(def, enum_name, &target)?;
        let is_overloaded = match changes::types_in(def)? {
            Some(types) => is_overloaded(def, types)?,
            None => false,
        };
        Ok(Intrinsic {
            def,
            name,
            enum_name,
            target,
            clang_builtin,
            ms_builtin,
            is_overloaded,
            properties: lists.read(def)?,
        })
    }

    /// The encoded signature, from the field `TypeSig`. Each number is truncated to 8 bits.
    pub fn type_signature(&self) -> Vec<u8> {
        let values = &self.def.records().values;
        let types = changes::types_in(self.def).ok().flatten();
        let types = types.unwrap_or(self.def);
        let signature = types.field("TypeSig").and_then(|it| it.value);
        let lists = signature
            .and_then(|it| values.as_list(it))
            .unwrap_or_default();
        // Before LLVM 21, there is a list for each type.
        let numbers = lists
            .iter()
            .flat_map(|it| values.as_list(*it).unwrap_or(std::slice::from_ref(it)));
        let number = |v: &_| match self.def.records().node(*v) {
            Node::Int(number) => Some(*number as u8),
            _ => None,
        };
        numbers.filter_map(number).collect()
    }
}

/// The types of an intrinsic's results, and those of its parameters.
pub fn types(def: Rec) -> Result<(Vec<Rec>, Vec<Rec>), Fatal> {
    let Some(types) = changes::types_in(def)? else {
        return Ok((Vec::new(), Vec::new()));
    };
    let mut results: Vec<_> = each_record_in(types, "Types")?.collect::<Result<_, _>>()?;
    let params = results.split_off(def.list("RetTypes")?.len().min(results.len()));
    Ok((results, params))
}

/// Whether an intrinsic is overloaded. Also reads all its types, to report their errors.
fn is_overloaded(def: Rec, types: Rec) -> Result<bool, Fatal> {
    let is_overloaded = types.bit("isOverloaded")?;
    def.list("RetTypes")?;
    each_record_in(types, "Types")?.try_for_each(|it| it.map(drop))?;
    Ok(is_overloaded)
}

/// The name in LLVM IR: the name that the record gives, or a name derived from the record's name.
fn name(def: Rec, enum_name: &str, target: &str) -> Result<String, Fatal> {
    let given = def.string("LLVMName")?;
    let name = if given.is_empty() {
        default_name(enum_name)
    } else {
        given.into_owned()
    };
    let def_name = def.name();
    let may_be_empty = changes::can_be_empty(def.records().release());
    let rest = name.strip_prefix("llvm.");
    let Some(rest) = rest.filter(|it| !it.is_empty() || may_be_empty) else {
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

fn default_name(enum_name: &str) -> String {
    ["llvm.", &enum_name.replace('_', ".")].concat()
}
