//! `-gen-clang-attr-list`: lists the attributes, grouped by the class that they derive from.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec, Records};
use elaborate::records::Release;

use super::spelling::Spelling;
use super::with_class;

/// For each class of attributes: its macro, its name, and the oldest supported release that has the class.
const CLASSES: [(&str, &str, Release); 11] = [
    ("ATTR", "Attr", Release::V19),
    ("TYPE_ATTR", "TypeAttr", Release::V19),
    ("STMT_ATTR", "StmtAttr", Release::V19),
    ("DECL_OR_STMT_ATTR", "DeclOrStmtAttr", Release::V19),
    ("INHERITABLE_ATTR", "InheritableAttr", Release::V19),
    ("DECL_OR_TYPE_ATTR", "DeclOrTypeAttr", Release::V19),
    (
        "INHERITABLE_PARAM_ATTR",
        "InheritableParamAttr",
        Release::V19,
    ),
    (
        "INHERITABLE_PARAM_OR_STMT_ATTR",
        "InheritableParamOrStmtAttr",
        Release::V21,
    ),
    ("PARAMETER_ABI_ATTR", "ParameterABIAttr", Release::V19),
    ("HLSL_ANNOTATION_ATTR", "HLSLAnnotationAttr", Release::V19),
    ("HLSL_SEMANTIC_ATTR", "HLSLSemanticBaseAttr", Release::V22),
];

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-attr-list",
    "List the attributes",
    &["Attr", "Spelling"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let description = "List of all attributes that Clang recognizes";
    push_header(out, description, cx.records);
    let mut classes = read_classes(cx.records)?;
    for class in &classes {
        if let Some(base) = class.base {
            push_default_macro(out, class.macro_name, Some(classes[base].macro_name));
        }
    }
    push_default_macro(out, "PRAGMA_SPELLING_ATTR", None);
    let mut pragmas = Vec::new();
    for attr in with_class(cx.records)? {
        if Spelling::all(attr)?.iter().any(|it| it.variety == "Pragma") {
            pragmas.push(attr);
        }
        if let Some(class) = classify(&classes, 0, attr) {
            classes[class].attrs.push(attr);
        }
    }
    push_class(out, &classes, 0);
    push_attrs(out, "PRAGMA_SPELLING_ATTR", &pragmas);
    out.push("#ifdef ATTR_RANGE\n");
    for (index, class) in classes.iter().enumerate() {
        let ends = first(&classes, index).zip(last(&classes, index));
        let Some((first, last)) = ends else {
            let message = format!(
                "no attribute is at the ends of the range of '{}'",
                class.name
            );
            return Err(cx.records.fatal(message));
        };
        out.sources(|| [first, last]);
        let (first, last) = (first.name(), last.name());
        writeln!(out, "ATTR_RANGE({}, {first}, {last})", class.name);
    }
    out.no_source();
    out.push("#undef ATTR_RANGE\n#endif\n");
    for class in &classes {
        writeln!(out, "#undef {}", class.macro_name);
    }
    out.push("#undef PRAGMA_SPELLING_ATTR\n");
    Ok(())
}

/// Defines a macro if it is not defined yet: as a call of the macro `base`, or as empty.
pub(super) fn push_default_macro(out: &mut Output, name: &str, base: Option<&str>) {
    write!(out, "#ifndef {name}\n#define {name}(NAME) ");
    if let Some(base) = base {
        write!(out, "{base}(NAME)");
    }
    out.push("\n#endif\n\n");
}

/// A class of attributes, with the attributes that belong to none of its subclasses.
struct Class<'a> {
    macro_name: &'static str,
    name: &'static str,
    /// The index of the nearest superclass in the list of classes; `None` if no class in the list is a superclass.
    base: Option<usize>,
    /// The indices of the direct subclasses in the list of classes.
    below: Vec<usize>,
    attrs: Vec<Rec<'a>>,
}

fn read_classes<'a>(records: &'a Records) -> Result<Vec<Class<'a>>, Fatal> {
    let mut classes: Vec<Class> = Vec::new();
    let known = CLASSES
        .iter()
        .filter(|(.., since)| records.release() >= *since);
    for &(macro_name, name, _) in known.clone() {
        let Some(rec) = records.class(name) else {
            return Err(records.fatal(format!("The class '{name}' is not defined")));
        };
        let place = |class: Rec| known.clone().position(|(_, name, _)| *name == class.name());
        let base = rec.superclasses().rev().find_map(place);
        let (below, attrs) = (Vec::new(), Vec::new());
        classes.push(Class {
            macro_name,
            name,
            base,
            below,
            attrs,
        });
    }
    for index in 0..classes.len() {
        if let Some(base) = classes[index].base {
            classes[base].below.push(index);
        }
    }
    Ok(classes)
}

/// The index of the most derived class of an attribute, searched in the class `index` and its subclasses. `None` if the
/// attribute does not derive from the class.
fn classify(classes: &[Class], index: usize, attr: Rec) -> Option<usize> {
    let class = &classes[index];
    let mut below = class.below.iter();
    let found = below.find_map(|below| classify(classes, *below, attr));
    found.or_else(|| attr.is_a(class.name).then_some(index))
}

fn push_class(out: &mut Output, classes: &[Class], index: usize) {
    let class = &classes[index];
    for below in &class.below {
        push_class(out, classes, *below);
    }
    push_attrs(out, class.macro_name, &class.attrs);
}

fn push_attrs(out: &mut Output, macro_name: &str, attrs: &[Rec]) {
    out.each(attrs.iter().copied(), |out, attr| {
        writeln!(out, "{macro_name}({})", attr.name());
    });
}

/// The start of the range of the class `index`: the first attribute of its first subclass, determined recursively, or
/// its own first attribute if it has no subclasses. `None` if the class at which the recursion ends has no attributes,
/// even if another subclass has some: as in the reference, only the first subclass is searched.
fn first<'a>(classes: &[Class<'a>], index: usize) -> Option<Rec<'a>> {
    let class = &classes[index];
    match class.below.first() {
        Some(below) => first(classes, *below),
        None => class.attrs.first().copied(),
    }
}

/// The end of the range of the class `index`: its own last attribute or, if it has none, the last attribute of its last
/// subclass, determined recursively. `None` if that subclass has no attributes, even if another subclass has some: as
/// in the reference, only the last subclass is searched.
fn last<'a>(classes: &[Class<'a>], index: usize) -> Option<Rec<'a>> {
    let class = &classes[index];
    match (class.attrs.last(), class.below.last()) {
        (Some(attr), _) => Some(*attr),
        (None, Some(below)) => last(classes, *below),
        (None, None) => None,
    }
}
