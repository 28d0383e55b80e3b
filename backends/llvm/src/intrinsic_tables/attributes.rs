//! The attributes of intrinsics. Each distinct set of attributes is written once.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use backend::{Output, Release};
use target_model::intrinsics::{
    ArgAttribute, ArgAttributeKind, Intrinsic, Intrinsics, MemoryEffects, Properties,
};

/// The function attributes of an intrinsic, in a form whose order is the reference's order of attribute sets.
type FunctionKey = ([bool; 13], Reverse<MemoryEffects>);

fn function_key(it: &Properties) -> FunctionKey {
    let flags = [
        it.can_throw,
        it.no_duplicate,
        it.no_merge,
        it.no_return,
        it.no_callback,
        it.no_sync,
        it.no_free,
        it.will_return,
        it.cold,
        it.convergent,
        it.speculatable,
        it.side_effects,
        it.strict_fp,
    ];
    (flags, Reverse(it.memory))
}

/// Writes the function that returns an intrinsic's attributes.
pub(super) fn push(intrinsics: &Intrinsics, out: &mut Output) {
    out.push("// Add parameter attributes that are not common to all intrinsics.\n");
    out.push("#ifdef GET_INTRINSIC_ATTRIBUTES\n");
    let arguments = push_argument_sets(intrinsics, out);
    let functions = push_function_sets(intrinsics, out);
    out.push("AttributeList Intrinsic::getAttributes(LLVMContext &C, ID id) {\n");

    let mut lists = BTreeMap::new();
    let mut number_of = Vec::new();
    for intrinsic in &intrinsics.all {
        let properties = &intrinsic.properties;
        let key = (function_key(properties), &properties.arguments);
        let next = lists.len() + 1;
        let (number, _) = *lists.entry(key).or_insert((next, intrinsic));
        number_of.push(number);
    }
    out.push("  static const uint16_t IntrinsicsToAttributesMap[] = {\n");
    for (intrinsic, number) in intrinsics.all.iter().zip(number_of) {
        out.source(intrinsic.def);
        writeln!(out, "    {number}, // {}", intrinsic.name);
    }
    out.no_source();
    let most = intrinsics
        .all
        .iter()
        .map(|it| it.properties.arguments.len())
        .max();
    write!(
        out,
        "  }};\n\n  std::pair<unsigned, AttributeSet> AS[{}];\n  unsigned NumAttrs = 0;\n  if (id != 0) {{\n\
         \x20   switch(IntrinsicsToAttributesMap[id - 1]) {{\n\
         \x20   default: llvm_unreachable(\"Invalid attribute number\");\n",
        most.unwrap_or(0) + 1
    );
    for ((function, _), (number, intrinsic)) in &lists {
        out.source(intrinsic.def);
        let sets = sets(&intrinsic.properties, &arguments, functions.get(function));
        writeln!(out, "    case {number}: {{");
        for (index, set) in sets.iter().enumerate() {
            writeln!(out, "      AS[{index}] = {{{set}}};");
        }
        match sets.len() {
            0 => out.push("      return AttributeList();\n"),
            count => write!(out, "      NumAttrs = {count};\n      break;\n"),
        }
        out.push("    }\n");
    }
    out.no_source();
    out.push("    }\n  }\n  return AttributeList::get(C, ArrayRef(AS, NumAttrs));\n}\n");
    out.push("#endif // GET_INTRINSIC_ATTRIBUTES\n\n");
}

/// The attribute sets of an intrinsic, each as C++ text with the index of the argument, the result or the function to
/// which it applies.
fn sets(
    it: &Properties,
    arguments: &BTreeMap<&[ArgAttribute], usize>,
    function: Option<&usize>,
) -> Vec<String> {
    let mut sets = Vec::new();
    for (index, attributes) in it.arguments.iter().enumerate() {
        if let Some(set) = arguments.get(&attributes[..]) {
            sets.push(format!("{index}, getIntrinsicArgAttributeSet(C, {set})"));
        }
    }
    let has_any = !it.can_throw
        || (it.memory != MemoryEffects::UNKNOWN && !it.side_effects)
        || it.no_return
        || it.no_callback
        || it.no_sync
        || it.no_free
        || it.will_return
        || it.cold
        || it.no_merge
        || it.convergent
        || it.speculatable
        || it.strict_fp;
    if let Some(set) = function.filter(|_| has_any) {
        sets.push(format!(
            "AttributeList::FunctionIndex, getIntrinsicFnAttributeSet(C, {set})"
        ));
    }
    sets
}

/// Writes the function that returns the sets of argument attributes. Returns the number of each set.
fn push_argument_sets<'a>(
    intrinsics: &'a Intrinsics,
    out: &mut Output,
) -> BTreeMap<&'a [ArgAttribute], usize> {
    let mut sets: BTreeMap<&[ArgAttribute], usize> = BTreeMap::new();
    push_set_function(out, "Arg");
    for intrinsic in &intrinsics.all {
        for attributes in &intrinsic.properties.arguments {
            let number = sets.len();
            if attributes.is_empty() || sets.contains_key(&attributes[..]) {
                continue;
            }
            sets.insert(attributes, number);
            out.source(intrinsic.def);
            write!(
                out,
                "  case {number}:\n    return AttributeSet::get(C, {{\n"
            );
            for ArgAttribute { kind, value, .. } in attributes {
                match kind {
                    ArgAttributeKind::Alignment | ArgAttributeKind::Dereferenceable => {
                        writeln!(
                            out,
                            "      Attribute::get(C, Attribute::{kind:?}, {value}),"
                        );
                    }
                    _ => writeln!(out, "      Attribute::get(C, Attribute::{kind:?}),"),
                }
            }
            out.push("    });\n");
        }
    }
    out.no_source();
    out.push("  }\n}\n\n");
    sets
}

fn push_set_function(out: &mut Output, what: &str) {
    write!(
        out,
        "static AttributeSet getIntrinsic{what}AttributeSet(LLVMContext &C, unsigned ID) {{\n  switch (ID) {{\n\
         \x20 default: llvm_unreachable(\"Invalid attribute set number\");\n"
    );
}

/// Writes the function that returns the sets of function attributes. Returns the number of each set.
fn push_function_sets(intrinsics: &Intrinsics, out: &mut Output) -> BTreeMap<FunctionKey, usize> {
    let mut sets = BTreeMap::new();
    push_set_function(out, "Fn");
    for intrinsic in &intrinsics.all {
        let number = sets.len();
        let key = function_key(&intrinsic.properties);
        if sets.contains_key(&key) {
            continue;
        }
        sets.insert(key, number);
        out.source(intrinsic.def);
        write!(
            out,
            "  case {number}:\n    return AttributeSet::get(C, {{\n"
        );
        push_function_attributes(intrinsic, out);
        out.push("    });\n");
    }
    out.no_source();
    out.push("  }\n}\n\n");
    sets
}

fn push_function_attributes(intrinsic: &Intrinsic, out: &mut Output) {
    let it = &intrinsic.properties;
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
    ];
    for (_, name) in attributes.into_iter().filter(|(has, _)| *has) {
        writeln!(out, "      Attribute::get(C, Attribute::{name}),");
    }
    // If an intrinsic has side effects although it accesses no memory, its memory effects count as unknown.
    let memory = match it.memory {
        MemoryEffects::NONE if it.side_effects => MemoryEffects::UNKNOWN,
        memory => memory,
    };
    if memory != MemoryEffects::UNKNOWN {
        writeln!(
            out,
            "      Attribute::getWithMemoryEffects(C, MemoryEffects::createFromIntValue({})),",
            memory.number(Release::V19)
        );
    }
}
