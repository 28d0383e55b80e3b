//! The attributes of intrinsics: sets of argument and function attributes, and the sets of each intrinsic.

use std::collections::{BTreeMap, HashMap};

use backend::{Context, Fatal, Output, Release};
use target_model::intrinsics::{
    ArgAttribute, ArgAttributeKind, Intrinsic, Intrinsics, MemoryEffects, Properties,
};

use super::changes;

/// The number of each attribute set, in the order of first use.
pub(super) type Numbers<K> = HashMap<K, usize>;

/// The key of a function attribute set. Side effects are part of the key although they are not an attribute.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct FunctionSet {
    names: Vec<&'static str>,
    has_side_effects: bool,
    memory: u32,
}

impl FunctionSet {
    pub(super) fn new(it: &Properties) -> FunctionSet {
        let attributes = [
            (!it.can_throw, "NoUnwind"),
            (it.no_return, "NoReturn"),
            (it.no_callback, "NoCallback"),
            (it.no_sync, "NoSync"),
            (it.no_free, "NoFree"),
            (it.will_return, "WillReturn"),
            (it.cold, "Cold"),
            (it.no_duplicate, "NoDuplicate"),
            (it.no_merge, "NoMerge"),
            (it.convergent, "Convergent"),
            (it.speculatable, "Speculatable"),
            (it.strict_fp, "StrictFP"),
            (it.no_create_undef_or_poison, "NoCreateUndefOrPoison"),
        ];
        let names = attributes.into_iter().filter(|it| it.0).map(|it| it.1);
        FunctionSet {
            names: names.collect(),
            has_side_effects: it.side_effects,
            memory: effective_memory(it).number(Release::V22),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.memory == MemoryEffects::UNKNOWN.number(Release::V22)
    }
}

/// The memory effects of an intrinsic. If the intrinsic has side effects although it accesses no memory, its memory
/// effects count as unknown.
fn effective_memory(it: &Properties) -> MemoryEffects {
    match it.memory {
        MemoryEffects::NONE if it.side_effects => MemoryEffects::UNKNOWN,
        memory => memory,
    }
}

/// Writes the function that returns the sets of argument attributes. Returns the number of each set.
pub(super) fn push_argument_sets<'a>(
    intrinsics: &'a Intrinsics,
    out: &mut Output,
) -> Numbers<&'a [ArgAttribute]> {
    out.push(
        "static AttributeSet getIntrinsicArgAttributeSet(LLVMContext &C, unsigned ID,\n\
         \x20                                               Type *ArgType) {\n\
         \x20 unsigned BitWidth = ArgType->getScalarSizeInBits();\n  switch (ID) {\n\
         \x20 default: llvm_unreachable(\"Invalid attribute set number\");\n",
    );
    let mut sets = Numbers::new();
    for intrinsic in &intrinsics.all {
        for attributes in &intrinsic.properties.arguments {
            let number = sets.len();
            if attributes.is_empty() || sets.contains_key(&attributes[..]) {
                continue;
            }
            sets.insert(&attributes[..], number);
            out.source(intrinsic.def);
            write!(
                out,
                "  case {number}:\n    return AttributeSet::get(C, {{\n"
            );
            attributes.iter().for_each(|it| push_attribute(out, it));
            out.push("    });\n");
        }
    }
    out.no_source();
    out.push("  }\n} // getIntrinsicArgAttributeSet\n\n");
    sets
}

fn push_attribute(out: &mut Output, attribute: &ArgAttribute) {
    let ArgAttribute { kind, value, upper } = attribute;
    match kind {
        ArgAttributeKind::NoCapture => {
            out.push("      Attribute::getWithCaptureInfo(C, CaptureInfo::none()),\n");
        }
        ArgAttributeKind::Alignment | ArgAttributeKind::Dereferenceable => {
            writeln!(
                out,
                "      Attribute::get(C, Attribute::{kind:?}, {value}),"
            );
        }
        ArgAttributeKind::Range => {
            let bound = |number: u64| {
                let number = number.cast_signed();
                format!("APInt(BitWidth, {number}, /*isSigned=*/true, /*implicitTrunc=*/true)")
            };
            let (lower, upper) = (bound(*value), bound(*upper));
            writeln!(
                out,
                "      Attribute::get(C, Attribute::Range, ConstantRange({lower}, {upper})),"
            );
        }
        _ => writeln!(out, "      Attribute::get(C, Attribute::{kind:?}),"),
    }
}

/// Writes the function that returns the sets of function attributes. Returns the number of each set. Since LLVM 22,
/// empty sets are not written.
pub(super) fn push_function_sets(
    cx: &Context,
    intrinsics: &Intrinsics,
    out: &mut Output,
) -> Numbers<FunctionSet> {
    let release = cx.release();
    out.push(
        "static AttributeSet getIntrinsicFnAttributeSet(LLVMContext &C, unsigned ID) {\n  switch (ID) {\n\
         \x20   default: llvm_unreachable(\"Invalid attribute set number\");\n",
    );
    let mut sets = Numbers::new();
    for intrinsic in &intrinsics.all {
        let number = sets.len();
        let set = FunctionSet::new(&intrinsic.properties);
        if sets.contains_key(&set) || (release >= Release::V22 && set.is_empty()) {
            continue;
        }
        out.source(intrinsic.def);
        let first = changes::first_with_set(release, &intrinsic.name);
        write!(
            out,
            "  case {number}:{first}\n    return AttributeSet::get(C, {{\n"
        );
        for name in &set.names {
            writeln!(out, "      Attribute::get(C, Attribute::{name}),");
        }
        push_memory(cx, intrinsic, out);
        out.push("    });\n");
        sets.insert(set, number);
    }
    out.no_source();
    out.push("  }\n} // getIntrinsicFnAttributeSet\n");
    sets
}

fn push_memory(cx: &Context, intrinsic: &Intrinsic, out: &mut Output) {
    let memory = effective_memory(&intrinsic.properties);
    if memory == MemoryEffects::UNKNOWN {
        return;
    }
    let (description, number) = (
        memory.description(cx.release()),
        memory.number(cx.release()),
    );
    write!(
        out,
        "      // {description}\n      \
         Attribute::getWithMemoryEffects(C, MemoryEffects::createFromIntValue({number})),\n"
    );
}

/// The maximum number of lists of argument attribute sets, which is also the maximum number of function attribute sets.
/// The packed id of an intrinsic has eight bits for each of the two numbers.
const MOST_SETS: usize = 256;

/// Writes the attribute sets of each intrinsic, and a case for each list of argument attribute sets, in the form of
/// LLVM 21.
pub(super) fn push_lists(
    cx: &Context,
    intrinsics: &Intrinsics,
    out: &mut Output,
    arguments: &Numbers<&[ArgAttribute]>,
    functions: &Numbers<FunctionSet>,
) -> Result<(), Fatal> {
    let mut lists = BTreeMap::new();
    out.push("\nstatic constexpr uint16_t IntrinsicsToAttributesMap[] = {");
    for intrinsic in &intrinsics.all {
        let properties = &intrinsic.properties;
        let set = FunctionSet::new(properties);
        let next = lists.len();
        let key = (!set.is_empty(), &properties.arguments);
        let (list, _) = *lists.entry(key).or_insert((next, intrinsic));
        let function = functions.get(&set).copied().unwrap_or_default();
        out.source(intrinsic.def);
        write!(out, "\n    {function} << 8 | {list}, // {}", intrinsic.name);
    }
    out.no_source();
    let too_many = |what| format!("Too many unique {what} attributes for table!");
    if lists.len() > MOST_SETS {
        return Err(cx.records.fatal(too_many("argument")));
    }
    if functions.len() > MOST_SETS {
        return Err(cx.records.fatal(too_many("function")));
    }
    out.push(
        "\n};\n\nAttributeList Intrinsic::getAttributes(LLVMContext &C, ID id,\n\
         \x20                                      FunctionType *FT) {\n\
         \x20 if (id == 0)\n    return AttributeList();\n\n\
         \x20 uint16_t PackedID = IntrinsicsToAttributesMap[id - 1];\n\
         \x20 uint8_t FnAttrID = PackedID >> 8;\n  switch(PackedID & 0xFF) {\n\
         \x20   default: llvm_unreachable(\"Invalid attribute number\");\n",
    );
    for ((has_function, sets), (number, intrinsic)) in &lists {
        out.source(intrinsic.def);
        writeln!(out, "  case {number}:");
        let mut rows: Vec<_> = argument_sets(sets, arguments)
            .map(|(index, set)| {
                format!(
                    "      {{{index}, getIntrinsicArgAttributeSet(C, {set}, FT->getContainedType({index}))}}"
                )
            })
            .collect();
        if *has_function {
            let set =
                "      {AttributeList::FunctionIndex, getIntrinsicFnAttributeSet(C, FnAttrID)}";
            rows.push(set.to_owned());
        }
        if rows.is_empty() {
            out.push("    return AttributeList();\n")
        } else {
            write!(
                out,
                "    return AttributeList::get(C, {{\n{}\n    }});\n",
                rows.join(",\n")
            )
        }
    }
    out.no_source();
    out.push("  }\n}\n#endif // GET_INTRINSIC_ATTRIBUTES\n\n");
    Ok(())
}

/// The index of each result or argument that has attributes, with the number of its attribute set.
pub(super) fn argument_sets(
    arguments: &[Vec<ArgAttribute>],
    numbers: &Numbers<&[ArgAttribute]>,
) -> impl Iterator<Item = (usize, usize)> {
    let sets = arguments.iter().enumerate();
    sets.filter_map(|(index, it)| Some((index, *numbers.get(&it[..])?)))
}
