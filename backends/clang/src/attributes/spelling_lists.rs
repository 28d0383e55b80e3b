//! Lists of spellings, new in LLVM 21: `-gen-attribute-spelling-list`, `-gen-cxx11-attribute-info`.

use std::collections::BTreeMap;

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec};

use super::spelling::Spelling;

pub(crate) const ATTRIBUTE_SPELLING_LIST: Backend = Backend::clang(
    "gen-attribute-spelling-list",
    "List the names and scopes of attributes",
    &["Attr", "Spelling"],
    names,
);

fn names(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "List of attribute names", cx.records);
    // For each attribute name, the attributes that have the name.
    let mut names: BTreeMap<String, Vec<Rec>> = BTreeMap::new();
    let mut scopes = names.clone();
    for attr in cx.records.derived("Attr")? {
        for spelling in Spelling::all(attr)? {
            names.entry(spelling.name.into()).or_default().push(attr);
            if !spelling.namespace.is_empty() {
                let scope = spelling.namespace.into();
                scopes.entry(scope).or_default().push(attr);
            }
        }
    }
    push_names(out, "ATTR_NAME", "NAME", &names);
    push_names(out, "ATTR_SCOPE_NAME", "SCOPE_NAME", &scopes);
    Ok(())
}

/// Writes the default definition of the macro `name`, and then a call of this macro for each of `names`.
fn push_names(out: &mut Output, name: &str, argument: &str, names: &BTreeMap<String, Vec<Rec>>) {
    write!(
        out,
        "#ifndef {name}\n#define {name}({argument}) {argument}\n#endif\n\n"
    );
    for (text, attrs) in names {
        out.sources(|| attrs.iter().copied());
        writeln!(out, "{name}(\"{text}\")");
    }
    out.no_source();
    write!(out, "\n#undef {name}\n\n");
}

pub(crate) const CXX11_ATTRIBUTE_INFO: Backend = Backend::clang(
    "gen-cxx11-attribute-info",
    "Tell which attributes of the C++ standard have arguments",
    &["Attr", "Spelling"],
    arguments,
);

fn arguments(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push("#if defined(CXX11_ATTR_ARGS_INFO)\n");
    out.try_each(cx.records.derived("Attr")?, |out, attr| {
        for spelling in Spelling::all(attr)? {
            if spelling.variety == "CXX11" && spelling.namespace.is_empty() {
                let kind = kind_of_arguments(attr)?;
                writeln!(
                    out,
                    ".Case(\"{}\",AttributeCommonInfo::AttrArgsInfo::{kind})",
                    spelling.name
                );
            }
        }
        Ok::<_, Fatal>(())
    })?;
    out.push("#endif // CXX11_ATTR_ARGS_INFO\n");
    Ok(())
}

/// `Required` if any argument is required, `Optional` if all arguments are optional, and `None` if there are no
/// arguments. Fake arguments do not count.
fn kind_of_arguments(attr: Rec) -> Result<&'static str, Fatal> {
    let mut kind = "None";
    for arg in attr.list_of_defs("Args")? {
        if arg.bit("Fake")? {
            continue;
        }
        if !arg.bit("Optional")? {
            kind = "Required";
        } else if kind == "None" {
            kind = "Optional";
        }
    }
    Ok(kind)
}
