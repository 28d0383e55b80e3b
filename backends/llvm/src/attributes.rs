//! `-gen-attrs`: the attributes of functions, arguments and returned values.

#[cfg(test)]
mod tests;

use backend::{Backend, Context, Fatal, Output, Rec, Records, Release, bail};

/// The classes whose attributes have numbers, in ascending order of these numbers.
const NUMBERED: [&str; 5] = [
    "EnumAttr",
    "TypeAttr",
    "IntAttr",
    "ConstantRangeAttr",
    "ConstantRangeListAttr",
];

pub(crate) const BACKEND: Backend =
    Backend::llvm("gen-attrs", "List LLVM's attributes", &["EnumAttr"], write);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_names(records, out)?;
    push_numbers(records, out)?;
    push_rules(records, out)?;
    push_properties(records, out)
}

mod changes {
    use super::{Fatal, Rec, Release, bail};

    /// Checks that the attributes of a class may have a property. LLVM 21 added properties that are limited to one
    /// class: ways of intersecting attributes.
    pub(super) fn check_property(class: &str, property: Rec) -> Result<(), Fatal> {
        let records = property.records();
        if records.release() < Release::V21 {
            return Ok(());
        }
        let (name, only) = (property.name(), ["EnumAttr", "IntAttr"]);
        for (property, only) in ["IntersectAnd", "IntersectMin"].into_iter().zip(only) {
            if name == property && class != only {
                bail!(records, "'{property}' only compatible with '{only}'");
            }
        }
        Ok(())
    }
}

fn push_names(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    out.push("#ifdef GET_ATTR_NAMES\n#undef GET_ATTR_NAMES\n");
    out.push("#ifndef ATTRIBUTE_ALL\n#define ATTRIBUTE_ALL(FIRST, SECOND)\n#endif\n\n");
    let kinds: [(&[&str], &str); 3] = [
        (&NUMBERED, "ATTRIBUTE_ENUM"),
        (&["StrBoolAttr"], "ATTRIBUTE_STRBOOL"),
        (&["ComplexStrAttr"], "ATTRIBUTE_COMPLEXSTR"),
    ];
    for (classes, name) in kinds {
        write!(
            out,
            "#ifndef {name}\n#define {name}(FIRST, SECOND) ATTRIBUTE_ALL(FIRST, SECOND)\n#endif\n\n"
        );
        for class in classes {
            for attribute in records.derived(class)? {
                out.source(attribute);
                let text = attribute.string("AttrString")?;
                writeln!(out, "{name}({},{text})", attribute.name());
            }
        }
        out.no_source();
        write!(out, "#undef {name}\n\n");
    }
    out.push("#undef ATTRIBUTE_ALL\n#endif\n\n");
    Ok(())
}

fn push_numbers(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    out.push("#ifdef GET_ATTR_ENUM\n#undef GET_ATTR_ENUM\n");
    // The number 0 means no attribute.
    let mut number = 1;
    for class in NUMBERED {
        writeln!(out, "First{class} = {number},");
        for attribute in records.derived(class)? {
            out.source(attribute);
            writeln!(out, "{} = {number},", attribute.name());
            number += 1;
        }
        out.no_source();
        writeln!(out, "Last{class} = {},", number - 1);
    }
    out.push("#endif\n\n");
    Ok(())
}

/// Writes the functions that check and merge the attributes of a caller and a callee when the callee is inlined.
fn push_rules(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    out.push("#ifdef GET_ATTR_COMPAT_FUNC\n#undef GET_ATTR_COMPAT_FUNC\n");
    out.push("static inline bool hasCompatibleFnAttrs(const Function &Caller,\n");
    out.push("                                        const Function &Callee) {\n");
    out.push("  bool Ret = true;\n\n");
    for rule in records.derived("CompatRule")? {
        out.source(rule);
        let (function, attribute) = (rule.string("CompatFunc")?, rule.string("AttrName")?);
        write!(out, "  Ret &= {function}(Caller, Callee");
        if !attribute.is_empty() {
            write!(out, ", \"{attribute}\"");
        }
        out.push(");\n");
    }
    out.no_source();
    out.push("\n  return Ret;\n}\n\n");
    let rules = records.derived("MergeRule")?;
    out.push("static inline void mergeFnAttrs(Function &Caller,\n");
    out.push("                                const Function &Callee) {\n");
    for rule in rules {
        out.source(rule);
        writeln!(out, "  {}(Caller, Callee);", rule.string("MergeFunc")?);
    }
    out.no_source();
    out.push("}\n\n#endif\n");
    Ok(())
}

fn push_properties(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    out.push("#ifdef GET_ATTR_PROP_TABLE\n#undef GET_ATTR_PROP_TABLE\n");
    out.push("static const uint8_t AttrPropTable[] = {\n");
    for class in NUMBERED {
        for attribute in records.derived(class)? {
            out.source(attribute);
            out.push("0");
            for property in attribute.list_of_defs("Properties")? {
                changes::check_property(class, property)?;
                write!(out, " | AttributeProperty::{}", property.name());
            }
            out.push(",\n");
        }
    }
    out.no_source();
    out.push("};\n#endif\n");
    Ok(())
}
