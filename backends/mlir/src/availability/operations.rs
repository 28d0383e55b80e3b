//! Methods that return the requirements of an operation: the requirements in its own record, and the requirements of
//! the values of its enumeration attributes.

use backend::string_map::StringMap;
use backend::text::push_header;
use backend::{Context, Fatal, Output};
use mlir_model::availability::Availability;
use mlir_model::enums::Enum;
use mlir_model::names::getter;
use mlir_model::operation::Operation;
use mlir_model::template::Substitutions;

/// Writes the methods of SPIR-V operations.
pub(super) fn write_spirv(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "SPIR-V Op Availability Implementations", cx.records);
    let classes = ["SPIRV_BitEnumAttr", "SPIRV_I32EnumAttr"];
    write(cx, out, "SPIRV_Op", &classes)
}

/// Writes the methods of TOSA operations.
pub(super) fn write_tosa(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Tosa Op Availability Implementations", cx.records);
    write(cx, out, "Tosa_Op", &[])
}

/// Writes the methods of all operations that derive from `class` and set `autogenAvailability`. For attributes that
/// derive from one of `enum_classes`, the requirements of their values are added.
fn write(cx: &Context, out: &mut Output, class: &str, enum_classes: &[&str]) -> Result<(), Fatal> {
    out.try_each(cx.records.derived(class)?, |out, rec| {
        let op = Operation::read(rec)?;
        if rec.bit("autogenAvailability")? {
            push(out, &op, enum_classes)
        } else {
            Ok(())
        }
    })
}

/// An enumeration attribute of an operation. The value of the attribute may add requirements to the operation's own
/// requirements.
struct Attribute<'a> {
    name: &'a str,
    values: Enum<'a>,
    /// The requirements of all cases, each with the name of its kind.
    requirements: Vec<(&'a str, Availability<'a>)>,
}

impl<'a> Attribute<'a> {
    fn all(op: &Operation<'a>, classes: &[&str]) -> Result<Vec<Attribute<'a>>, Fatal> {
        let mut all = Vec::new();
        for named in &op.attributes {
            let rec = named.attr.0;
            if !classes.iter().any(|it| rec.is_a(*it)) {
                continue;
            }
            let values = Enum::read(rec.def("enum")?)?;
            let mut requirements = Vec::new();
            for case in &values.cases {
                requirements.extend(with_kinds(Availability::read_all(case.rec)?)?);
            }
            all.push(Attribute {
                name: named.name,
                values,
                requirements,
            });
        }
        Ok(all)
    }
}

fn with_kinds<'a>(all: Vec<Availability<'a>>) -> Result<Vec<(&'a str, Availability<'a>)>, Fatal> {
    let all = all.into_iter();
    all.map(|it| Ok((it.class()?.name(), it))).collect()
}

fn push(out: &mut Output, op: &Operation, enum_classes: &[&str]) -> Result<(), Fatal> {
    let own = with_kinds(Availability::read_all(op.rec)?)?;
    let attributes = Attribute::all(op, enum_classes)?;
    let of_values = attributes.iter().flat_map(|it| &it.requirements);
    let mut kinds: StringMap<Availability> = StringMap::default();
    for (kind, first) in own.iter().chain(of_values) {
        kinds.get_or_insert_with(kind, || *first);
    }
    // The reference lists the kinds of requirements in the order of its hash table.
    for (kind, first) in kinds.iter() {
        let (ty, query) = (first.query_type()?, first.query()?);
        let (class, initializer) = (op.class_name, first.initializer()?);
        write!(
            out,
            "{ty} {class}::{query}() {{\n  {ty} tblgen_overall = {initializer};\n"
        );
        for (_, requirement) in own.iter().filter(|it| it.0 == kind) {
            push_own(out, *requirement)?;
        }
        for attribute in &attributes {
            let first_of_values = attribute.requirements.iter().find(|it| it.0 == kind);
            if let Some((_, requirement)) = first_of_values {
                push_values(out, attribute, &query, *requirement)?;
            }
        }
        out.push("  return tblgen_overall;\n}\n");
    }
    Ok(())
}

/// The C++ code that adds the requirement `instance` to the overall requirements.
fn merge(requirement: Availability, instance: &str) -> Result<String, Fatal> {
    let names = Substitutions::new()
        .with("overall", "tblgen_overall")
        .with("instance", instance);
    Ok(names.fill(&requirement.merge()?))
}

fn push_own(out: &mut Output, requirement: Availability) -> Result<(), Fatal> {
    let preparation = requirement.preparation()?;
    if preparation.is_empty() && requirement.merge()?.is_empty() {
        return Ok(());
    }
    let merge = merge(requirement, &requirement.instance()?)?;
    write!(out, "  {{\n    {preparation}\n    {merge};\n  }}\n");
    Ok(())
}

/// Writes the code that adds the requirements of an attribute's value. In a bit enumeration, these are the requirements
/// of each bit that is set.
fn push_values(
    out: &mut Output,
    attribute: &Attribute,
    query: &str,
    requirement: Availability,
) -> Result<(), Fatal> {
    let Enum {
        namespace,
        underlying,
        name,
        ..
    } = &attribute.values;
    let getter = getter(attribute.name);
    match attribute.values.bits {
        Some(_) => write!(
            out,
            "  for (unsigned i = 0; i < std::numeric_limits<{underlying}>::digits; ++i) {{
    {namespace}::{name} tblgen_attrVal = this->{getter}() & static_cast<{namespace}::{name}>(1 << i);
    if (static_cast<{underlying}>(tblgen_attrVal) == 0) continue;
"
        ),
        None => write!(
            out,
            "  {{\n    auto tblgen_attrVal = this->{getter}();\n"
        ),
    }
    let merge = merge(requirement, "*tblgen_instance")?;
    write!(
        out,
        "    auto tblgen_instance = {namespace}::{query}(tblgen_attrVal);
    if (tblgen_instance) {merge};
  }}
"
    );
    Ok(())
}
