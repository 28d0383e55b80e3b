//! `-gen-clang-type-nodes`: Clang's type nodes, each as a call of a macro. The macro depends on whether the type is
//! abstract, dependent or canonical.

#[cfg(test)]
mod tests;

use super::hierarchy::Hierarchy;
use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec};

/// The macros that default to `TYPE`.
const MACROS: [&str; 4] = [
    "ABSTRACT_TYPE",
    "NON_CANONICAL_TYPE",
    "DEPENDENT_TYPE",
    "NON_CANONICAL_UNLESS_DEPENDENT_TYPE",
];

/// Classes of nodes, each with the macro for its nodes.
const CLASSES: [(&str, &str); 3] = [
    ("AlwaysDependent", "DEPENDENT_TYPE"),
    ("NeverCanonical", "NON_CANONICAL_TYPE"),
    (
        "NeverCanonicalUnlessDependent",
        "NON_CANONICAL_UNLESS_DEPENDENT_TYPE",
    ),
];

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-type-nodes",
    "List the nodes of types",
    &["TypeNode"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let types = records.derived("TypeNode")?;
    if types.is_empty() {
        return Err(records.fatal("no Type records in input!".to_owned()));
    }
    push_header(out, "An x-macro database of Clang type nodes", records);
    for name in MACROS {
        write!(
            out,
            "#ifndef {name}\n#  define {name}(Class, Base) TYPE(Class, Base)\n#endif\n"
        );
    }
    let mut last = None;
    for (node, base) in Hierarchy::in_order(records, "TypeNode")? {
        // The root has no base, so it is not listed.
        let Some(base) = base else { continue };
        let name = macro_of(node)?;
        out.source(node);
        writeln!(out, "{name}({}, {})", id(node)?, base.name());
        last = Some(node);
    }
    let Some(last) = last else {
        return Err(records.fatal("no Type records but the root in input!".to_owned()));
    };
    let id_of_last = id(last)?;
    out.source(last);
    write!(
        out,
        "#ifdef LAST_TYPE\nLAST_TYPE({id_of_last})\n#undef LAST_TYPE\n#endif\n"
    );
    out.no_source();
    let (class, name) = changes::singled_out(cx.release());
    writeln!(out, "#ifdef {name}");
    for node in types.iter().filter(|node| node.is_a(class)) {
        out.source(*node);
        writeln!(out, "{name}({})", id(*node)?);
    }
    out.no_source();
    write!(out, "#undef {name}\n#endif\n");
    // `TYPE` and `ABSTRACT_TYPE` are undefined twice, as in the reference.
    out.push("#undef TYPE\n#undef ABSTRACT_TYPE\n");
    for name in MACROS {
        writeln!(out, "#undef {name}");
    }
    Ok(())
}

mod changes {
    use elaborate::records::Release;

    /// The class of nodes that are listed a second time, and the macro for them. Since LLVM 22, these are the nodes
    /// that are always canonical; before, they are the leaves.
    pub(super) fn singled_out(release: Release) -> (&'static str, &'static str) {
        if release >= Release::V22 {
            ("AlwaysCanonical", "ALWAYS_CANONICAL_TYPE")
        } else {
            ("LeafType", "LEAF_TYPE")
        }
    }
}

fn macro_of(node: Rec) -> Result<&'static str, Fatal> {
    let is_abstract = node.bit("Abstract")?;
    let classes = CLASSES.iter().filter(|(class, _)| node.is_a(class));
    let mut names = classes
        .map(|(_, name)| *name)
        .chain(is_abstract.then_some("ABSTRACT_TYPE"));
    match (names.next(), names.next()) {
        (Some(a), Some(b)) => Err(node.fatal(format!(
            "conflict when computing macro name for Type node: trying to use both \"{a}\" and \"{b}\""
        ))),
        (Some(name), None) => Ok(name),
        (None, _) => Ok("TYPE"),
    }
}

/// The name of a node without the suffix `Type`. An error if the name has no such suffix.
pub(crate) fn id(node: Rec<'_>) -> Result<&str, Fatal> {
    node.name()
        .strip_suffix("Type")
        .ok_or_else(|| node.fatal("name of node doesn't end in Type".to_owned()))
}
