//! The C++ names of MLIR's records: dialects, passes with their options, enumerations with their cases and functions,
//! and the accessors of operations, attributes and types.

use backend::{Rec, Records};
use mlir_model::enums::identifier;
use mlir_model::names::{getter, remover, setter};

use super::{Before, OPERATION, text};

/// The classes of enumerations. LLVM 20 and earlier releases have only the first class.
const ENUMS: [&str; 2] = ["EnumAttrInfo", "EnumInfo"];
/// The fields in the record of an enumeration that hold the names of the generated functions.
const FUNCTIONS: [&str; 4] = [
    "underlyingToSymbolFnName",
    "stringToSymbolFnName",
    "symbolToStringFnName",
    "maxEnumValFnName",
];
const PASS: &str = "PassBase";
const DIALECT: &str = "Dialect";

/// The maximum number of records that are found for the name of an accessor. All operations may have an accessor with
/// the same name, such as `getResult`.
const MAX_OWNERS: usize = 64;

/// Classes whose records have C++ accessors for the arguments of dags, each with the fields that hold these dags.
const MEMBERS: [(&str, &[&str]); 2] = [
    (
        OPERATION,
        &["arguments", "results", "regions", "successors"],
    ),
    ("AttrOrTypeDef", &["parameters"]),
];

/// The C++ names that refer to this record only, besides those that follow from the rules for all backends.
pub(super) fn names(rec: Rec) -> Vec<(String, Before)> {
    let mut names = Vec::new();
    let name = rec.name();
    let mut add = |it: String| names.push((it, Before::Anything));
    if rec.is_a(DIALECT) {
        add(name.replace('_', ""));
    }
    if rec.is_a(PASS) {
        for (before, after) in [
            ("", "Base"),
            ("", "Options"),
            ("create", ""),
            ("register", ""),
            ("register", "Pass"),
        ] {
            add(format!("{before}{name}{after}"));
        }
    }
    if ENUMS.iter().any(|it| rec.is_a(it)) {
        FUNCTIONS
            .iter()
            .filter_map(|it| text(rec, it))
            .for_each(&mut add);
        text(rec, "className").into_iter().for_each(&mut add);
    }
    if let Some(symbol) = text(rec, "symbol").filter(|_| is_case(rec)) {
        let of = enums(rec.records()).filter(|it| cases(*it).any(|case| case.id() == rec.id()));
        let of = of.filter_map(|it| text(it, "className"));
        names.extend(of.map(|class| {
            (
                identifier(symbol.clone().into()).into_owned(),
                Before::Named(class),
            )
        }));
    }
    names
}

/// Calls `add` with the records that a C++ name refers to: first those with this name, then those that have a case or
/// member with this name. `last` is the last component of the name, `qualifier` the component before `last`.
pub(super) fn records<'a>(
    records: &'a Records,
    qualifier: Option<&str>,
    last: &str,
    add: &mut dyn FnMut(Rec<'a>),
) {
    let matches = |before: &Before| match before {
        Before::Anything => true,
        Before::Qualifier => qualifier.is_some(),
        Before::Named(name) => qualifier == Some(name),
    };
    for class in [DIALECT, PASS].iter().chain(&ENUMS) {
        for rec in records.derived_if_defined(class) {
            let mut names = names(rec).into_iter();
            if names.any(|(name, before)| name == last && matches(&before)) {
                add(rec);
            }
        }
    }
    for rec in enums(records).filter(|_| qualifier.is_some()) {
        if text(rec, "className").as_deref() == qualifier {
            let is_it = |it: &Rec| {
                text(*it, "symbol").is_some_and(|symbol| identifier(symbol.into()) == last)
            };
            // An anonymous case is represented by the record of the enumeration.
            let found = cases(rec).find(is_it);
            let named = found.filter(|it| !it.record().is_anonymous());
            found
                .map(|_| named.unwrap_or(rec))
                .into_iter()
                .for_each(&mut *add);
        }
    }
    for rec in records.derived_if_defined(PASS) {
        let variables = ["options", "statistics"].into_iter();
        let variables = variables
            .filter_map(|it| rec.list_of_defs(it).ok())
            .flatten();
        let mut variables = variables.filter_map(|it| text(it, "cppName"));
        if matches_class(qualifier, &names(rec)) && variables.any(|it| it == last) {
            add(rec);
        }
    }
    if !["get", "set", "remove"]
        .iter()
        .any(|it| last.starts_with(it))
    {
        return;
    }
    let owners = MEMBERS.iter().flat_map(|(class, dags)| {
        let of_class = records.derived_if_defined(class).into_iter();
        of_class.filter(|it| is_of_class(qualifier, *it) && has_accessor(*it, dags, last))
    });
    owners.take(MAX_OWNERS).for_each(add);
}

fn is_case(rec: Rec) -> bool {
    ["EnumAttrCaseInfo", "EnumCase"]
        .iter()
        .any(|it| rec.is_a(it))
}

fn enums(records: &Records) -> impl Iterator<Item = Rec<'_>> {
    let all = ENUMS.iter().map(|it| records.derived_if_defined(it));
    all.flatten()
}

fn cases(rec: Rec) -> impl Iterator<Item = Rec> {
    rec.list_of_defs("enumerants").into_iter().flatten()
}

/// Whether a C++ name with this qualifier may be a member of a class whose name is in `names`. A name without a
/// qualifier may be a member of any class.
fn matches_class(qualifier: Option<&str>, names: &[(String, Before)]) -> bool {
    qualifier.is_none_or(|it| names.iter().any(|(name, _)| name == it))
}

/// Whether a C++ name with this qualifier may be a member of the C++ class of a record, or of an operation's adaptor.
fn is_of_class(qualifier: Option<&str>, rec: Rec) -> bool {
    let Some(qualifier) = qualifier else {
        return true;
    };
    let name = rec.name();
    let own = match text(rec, "cppClassName") {
        Some(class) => class,
        None => name.split_once('_').map_or(name, |it| it.1).to_owned(),
    };
    let rest = qualifier.strip_prefix(own.as_str());
    rest.is_some_and(|it| matches!(it, "" | "Adaptor" | "GenericAdaptor"))
}

/// Whether one of the arguments of the dags in `fields` has an accessor with this name.
fn has_accessor(rec: Rec, fields: &[&str], accessor: &str) -> bool {
    let dags = fields.iter().filter_map(|it| rec.dag(it).ok());
    let mut names = dags.flat_map(|dag| dag.args().filter_map(|it| it.1));
    names.any(|name| {
        let getter = getter(name);
        // An attribute has accessors for its value, for itself (`Attr`) and for its name (`AttrName`). An operand also
        // has an accessor for its mutable range (`Mutable`).
        let is_getter = accessor.strip_prefix(getter.as_str());
        let is_setter = accessor.strip_prefix(setter(name).as_str());
        is_getter.is_some_and(|it| matches!(it, "" | "Attr" | "Mutable" | "AttrName"))
            || is_setter.is_some_and(|it| matches!(it, "" | "Attr"))
            || accessor.strip_suffix("Attr") == Some(&*remover(name))
    })
}

#[cfg(test)]
mod tests {
    use backend_testing::read;

    use super::super::{CppName, of_record, records};
    use super::*;

    const SOURCE: &str = r#"
def ins; def outs; def any;
class Dialect { string name = ?; }
class Op<Dialect d, string n> {
  Dialect opDialect = d; string opName = n;
  dag arguments = (ins); dag results = (outs); dag regions = (ins); dag successors = (ins);
}
class AttrOrTypeDef<string n> { string cppClassName = n; dag parameters = (ins); }
class EnumCase<string s> { string symbol = s; }
class EnumInfo<string n, list<EnumCase> cases> {
  string className = n; list<EnumCase> enumerants = cases;
  string stringToSymbolFnName = "symbolize" # n; string symbolToStringFnName = "stringify" # n;
}
class Variable<string n> { string cppName = n; }
class PassBase { list<Variable> options = []; list<Variable> statistics = []; }
def Poly_Dialect : Dialect { let name = "poly"; }
def Poly_EvalOp : Op<Poly_Dialect, "eval"> {
  let arguments = (ins any:$points, any:$max_degree); let results = (outs any:$output);
}
def Poly_AddOp : Op<Poly_Dialect, "add"> { let arguments = (ins any:$lhs); let results = (outs any:$output); }
def Poly : AttrOrTypeDef<"PolynomialType"> { let parameters = (ins "int":$degree); }
def Fast : EnumCase<"Fast">;
def Mode : EnumInfo<"Mode", [Fast, EnumCase<"2D">]>;
def Lower : PassBase { let options = [Variable<"tileSize">]; let statistics = [Variable<"numTiles">]; }
"#;

    #[test]
    fn names_lead_to_records() {
        let all = read(SOURCE);
        let check = |path: &str, want: &[&str]| {
            let found = records(&all, path);
            let found: Vec<&str> = found.iter().map(|it| it.name()).collect();
            assert_eq!(found, want, "{path}");
        };
        check("PolyDialect", &["Poly_Dialect"]);
        check("poly::PolyDialect", &["Poly_Dialect"]);
        check("getPoints", &["Poly_EvalOp"]);
        check("EvalOp::getPoints", &["Poly_EvalOp"]);
        check("EvalOpAdaptor::getPoints", &["Poly_EvalOp"]);
        check("AddOp::getPoints", &[]);
        check("getMaxDegreeAttr", &["Poly_EvalOp"]);
        check("setMaxDegree", &["Poly_EvalOp"]);
        check("removeMaxDegreeAttr", &["Poly_EvalOp"]);
        check("getPointsMutable", &["Poly_EvalOp"]);
        check("getOutput", &["Poly_AddOp", "Poly_EvalOp"]);
        check("getDegree", &["Poly"]);
        check("getPoint", &[]);
        check("Mode", &["Mode"]);
        check("symbolizeMode", &["Mode"]);
        check("poly::stringifyMode", &["Mode"]);
        check("Mode::Fast", &["Fast"]);
        check("Mode::_2D", &["Mode"]);
        check("Other::_2D", &[]);
        check("impl::LowerBase", &["Lower"]);
        check("LowerOptions", &["Lower"]);
        check("createLower", &["Lower"]);
        check("registerLowerPass", &["Lower"]);
        check("tileSize", &["Lower"]);
        check("LowerOptions::tileSize", &["Lower"]);
        check("OtherOptions::tileSize", &[]);
        check("numTiles", &["Lower"]);
    }

    #[test]
    fn records_have_names() {
        let all = read(SOURCE);
        let check = |record: &str, want: &[&str]| {
            let names = of_record(all.def(record).expect("a record"));
            for want in want {
                let (before, text) = match want.split_once("::") {
                    Some((before, text)) => (Before::Named(before.to_owned()), text),
                    None => (Before::Anything, *want),
                };
                let text = text.to_owned();
                let name = CppName { text, before };
                assert!(names.contains(&name), "{want} of {names:?}");
            }
        };
        check("Poly_Dialect", &["PolyDialect"]);
        check("Lower", &["LowerBase", "LowerOptions", "createLower"]);
        check("Mode", &["Mode", "symbolizeMode", "stringifyMode"]);
        check("Fast", &["Mode::Fast"]);
    }
}
