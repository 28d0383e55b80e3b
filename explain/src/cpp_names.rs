//! The names of records in C++, as the backends' output declares them, and their uses in C++ text.

mod mlir;

use std::ops::Range;

use backend::{Rec, Records};
use elaborate::value::print::value_unquoted;
use memchr::memmem::Finder;

/// A rule that derives the C++ names of records from the records' names.
struct Rule {
    class: &'static str,
    /// The namespace that must precede the name in C++, if the name alone is ambiguous.
    qualifier: Option<&'static str>,
    /// The prefix of the C++ name before the record's name.
    before: &'static str,
    /// The suffix of the C++ name after the record's name.
    after: &'static str,
    /// A prefix of the record's name that the C++ name lacks.
    of_record: &'static str,
}

const fn rule(class: &'static str, before: &'static str, after: &'static str) -> Rule {
    Rule {
        class,
        qualifier: None,
        before,
        after,
        of_record: "",
    }
}

/// The prefix of the C++ names of options. Options have no C++ names without this prefix.
const OPTION: &str = "OPT_";

const RULES: [Rule; 11] = [
    rule("RegisterClass", "", "RegClassID"),
    rule("RegisterClass", "", "RegClass"),
    rule("RegisterBank", "", "ID"),
    rule("CalleeSavedRegs", "", "_SaveList"),
    rule("CalleeSavedRegs", "", "_RegMask"),
    rule("Option", OPTION, ""),
    rule("OptionGroup", OPTION, ""),
    rule("Attr", "", "Attr"),
    rule("Attr", "AT_", ""),
    rule("DeclNode", "", "Decl"),
    Rule {
        class: "Intrinsic",
        qualifier: Some("Intrinsic"),
        before: "",
        after: "",
        of_record: "int_",
    },
];

/// Classes whose records have their C++ names in a field, each with the field. Such names are `X86ISD::CMP`, `HasAVX2`
/// and `avx2`.
const FIELDS: [(&str, &str); 7] = [
    ("SDNode", "Opcode"),
    ("SubtargetFeature", "FieldName"),
    ("SubtargetFeature", "Name"),
    ("TypeDef", "cppClassName"),
    ("AttrDef", "cppClassName"),
    ("EnumAttrInfo", "className"),
    ("Interface", "cppInterfaceName"),
];

/// Classes whose records have C++ names without a namespace.
const UNQUALIFIED: [&str; 5] = [
    "CallingConv",
    "GenericEnum",
    "GenericTable",
    "InstrMapping",
    "SearchIndex",
];

/// The class of MLIR's operations. Their C++ name is the part of the record's name after the first `_`.
const OPERATION: &str = "Op";

/// The class whose fields become flags of instructions. `FLAGS` is the C++ namespace of these flags.
pub const FLAGGED: &str = "Instruction";
const FLAGS: &str = "MCID";

/// Flags whose names do not follow from the field of `Instruction` that sets them, each with the field.
const FLAG_FIELDS: [(&str, &str); 5] = [
    ("CheapAsAMove", "isAsCheapAsAMove"),
    ("ConvertibleTo3Addr", "isConvertibleToThreeAddress"),
    ("FoldableAsLoad", "canFoldAsLoad"),
    ("Rematerializable", "isReMaterializable"),
    ("UnmodeledSideEffects", "hasSideEffects"),
];

/// The text that must precede a name in C++, for the name to refer to the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Before {
    /// Any text.
    Anything,
    /// `::` with any namespace.
    Qualifier,
    /// This namespace and `::`.
    Named(String),
}

/// A name in C++, with the condition on its namespace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CppName {
    /// The last component of the name.
    pub text: String,
    /// The text that must precede the name.
    pub before: Before,
}

/// The names that a record may have in C++.
pub fn of_record(rec: Rec) -> Vec<CppName> {
    let name = rec.name();
    let mut names: Vec<CppName> = Vec::new();
    let mut add = |text: String, before: Before| {
        let it = CppName { text, before };
        if !it.text.is_empty() && !names.contains(&it) {
            names.push(it);
        }
    };
    let rules = RULES.iter().filter(|it| rec.is_a(it.class));
    for rule in rules {
        if let Some(rest) = name.strip_prefix(rule.of_record) {
            let before = match rule.qualifier {
                Some(it) => Before::Named(it.to_owned()),
                None => Before::Anything,
            };
            add(format!("{}{rest}{}", rule.before, rule.after), before);
        }
    }
    for (class, field) in FIELDS {
        let Some(text) = text(rec, field).filter(|_| rec.is_a(class)) else {
            continue;
        };
        match text.rsplit_once("::") {
            Some((qualifier, last)) => add(last.to_owned(), Before::Named(qualifier.to_owned())),
            None if field == "FieldName" => {
                add(
                    with_first(&text, char::to_ascii_lowercase),
                    Before::Anything,
                );
                add(text, Before::Anything);
            }
            // The name of a subtarget feature is not searched for in C++ text, since it may be an ordinary word.
            None if field == "Name" => {}
            None => add(text, Before::Anything),
        }
    }
    for (text, before) in mlir::names(rec) {
        add(text, before);
    }
    if rec.is_a(OPERATION)
        && let Some((_, class)) = name.split_once('_')
    {
        add(class.to_owned(), Before::Anything);
    }
    let is_other = |it: &Rule| it.qualifier.is_some() || it.before == OPTION;
    if !RULES.iter().any(|it| is_other(it) && rec.is_a(it.class)) {
        let is_unqualified = UNQUALIFIED.iter().any(|it| rec.is_a(it));
        let before = if is_unqualified {
            Before::Anything
        } else if rec.is_a("Attr") {
            // LLVM's function attributes have the same names, but in the namespace `Attribute`.
            Before::Named("attr".to_owned())
        } else {
            Before::Qualifier
        };
        add(name.to_owned(), before);
    }
    names
}

/// The records that a C++ name (`llvm::X86::GR32RegClassID`) refers to, the likeliest first.
pub fn records<'a>(records: &'a Records, path: &str) -> Vec<Rec<'a>> {
    let (qualifier, last) = match path.rsplit_once("::") {
        Some((before, last)) => (before.rsplit("::").next(), last),
        None => (None, path),
    };
    let mut found: Vec<Rec> = Vec::new();
    let mut add = |rec: Rec<'a>| {
        if !found.iter().any(|it| it.name() == rec.name()) {
            found.push(rec);
        }
    };
    for rule in &RULES {
        if rule.qualifier.is_some() && rule.qualifier != qualifier {
            continue;
        }
        let inner = last.strip_prefix(rule.before);
        let inner = inner.and_then(|it| it.strip_suffix(rule.after));
        let name = inner.map(|it| format!("{}{it}", rule.of_record));
        let rec = name.and_then(|it| records.def(&it));
        rec.filter(|it| it.is_a(rule.class))
            .into_iter()
            .for_each(&mut add);
    }
    let qualified = qualifier.map(|it| format!("{it}::{last}"));
    for (class, field) in FIELDS {
        for rec in records.derived_if_defined(class) {
            let is_it = text(rec, field).is_some_and(|text| {
                if text.contains("::") {
                    qualified.as_ref() == Some(&text)
                } else {
                    let is_variable =
                        field == "FieldName" && with_first(&text, char::to_ascii_lowercase) == last;
                    text == last || is_variable
                }
            });
            if is_it {
                add(rec);
            }
        }
    }
    for rec in records.derived_if_defined(OPERATION) {
        if rec.name().split_once('_').is_some_and(|it| it.1 == last) {
            add(rec);
        }
    }
    // The C++ names of nodes and intrinsics are not the names of their records, and flags have no records.
    let is_other = |it| it == "Intrinsic" || it == FLAGS || str::ends_with(it, "ISD");
    let is_other = qualifier.is_some_and(is_other);
    records
        .def(last)
        .filter(|_| !is_other)
        .into_iter()
        .for_each(&mut add);
    mlir::records(records, qualifier, last, &mut add);
    found
}

/// The fields of class `Instruction` that may set the flag with the C++ name `path`, such as `MCID::Commutable`; empty
/// if `path` names no flag.
pub fn flag_fields(path: &str) -> Vec<String> {
    let Some((before, flag)) = path.rsplit_once("::") else {
        return Vec::new();
    };
    if before.rsplit("::").next() != Some(FLAGS) {
        return Vec::new();
    }
    match FLAG_FIELDS.iter().find(|it| it.0 == flag) {
        Some((_, field)) => vec![(*field).to_owned()],
        None => vec![
            format!("is{flag}"),
            format!("has{flag}"),
            with_first(flag, char::to_ascii_lowercase),
        ],
    }
}

/// Suffixes of the names of Clang's C++ classes, each with the root whose unit has the records of these classes.
const NODES: [(&str, &str); 5] = [
    ("Attr", "Attr.td"),
    ("Decl", "DeclNodes.td"),
    ("Expr", "StmtNodes.td"),
    ("Stmt", "StmtNodes.td"),
    ("Type", "TypeNodes.td"),
];

/// Whether `name` ends with `ending` and is longer than it.
fn is_ending(name: &str, ending: &str) -> bool {
    name.len() > ending.len() && name.ends_with(ending)
}

/// The possible C++ names of the flag that a field of class `Instruction` sets.
pub fn of_flag(field: &str) -> Vec<CppName> {
    let name = |text: String| CppName {
        text,
        before: Before::Named(FLAGS.to_owned()),
    };
    if let Some((flag, _)) = FLAG_FIELDS.iter().find(|it| it.1 == field) {
        return vec![name((*flag).to_owned())];
    }
    let rest = ["is", "has"].iter().find_map(|it| field.strip_prefix(it));
    let whole = with_first(field, char::to_ascii_uppercase);
    let names = rest.map(str::to_owned).into_iter().chain([whole]);
    names.map(name).collect()
}

/// The roots whose units may have the record of a C++ name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Roots {
    /// The file names of these roots; empty if the name gives no hint.
    pub files: Vec<String>,
    /// Whether a unit only counts if the C++ file that uses the name belongs to the unit. Other programs may have
    /// options with the same names.
    pub are_own: bool,
    /// Names of preferred folders, such as `clang` and `driver`: the namespaces in the C++ name. If several roots are
    /// possible, those in such folders are preferred.
    pub folders: Vec<String>,
}

/// The roots whose units may have the record of the C++ name `path`, such as `clang::attr::Aligned`.
pub fn roots(path: &str) -> Roots {
    let (before, last) = path.rsplit_once("::").unwrap_or(("", path));
    let qualifier = before.rsplit("::").next().unwrap_or("");
    let fixed = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect();
    let files = match qualifier {
        "Intrinsic" => fixed(&["Intrinsics.td"]),
        "diag" => fixed(&["Diagnostic.td"]),
        "attr" | "ParsedAttr" | "AttributeCommonInfo" => fixed(&["Attr.td"]),
        "" if last.starts_with("OPT_") => fixed(&["Options.td", "Opts.td"]),
        "options" => fixed(&["Options.td", "Opts.td"]),
        "" | "clang" => match NODES.iter().find(|it| is_ending(last, it.0)) {
            Some((_, file)) => fixed(&[file]),
            None => Vec::new(),
        },
        "ISD" | "TargetOpcode" | FLAGS => Vec::new(),
        _ => vec![format!(
            "{}.td",
            qualifier.strip_suffix("ISD").unwrap_or(qualifier)
        )],
    };
    let mut folders: Vec<String> = before.split("::").map(str::to_owned).collect();
    // Only Clang has a namespace for options.
    if qualifier == "options" {
        folders.push("clang".to_owned());
    }
    let are_own = qualifier.is_empty() && !files.is_empty();
    Roots {
        files,
        are_own,
        folders,
    }
}

impl CppName {
    /// The ranges in bytes in a C++ text where the name is used. A use is a whole word after a text that
    /// [`Self::before`] allows.
    pub fn uses<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let finder = Finder::new(&self.text);
        let hits: Vec<usize> = finder.find_iter(text.as_bytes()).collect();
        let hits = hits.into_iter().map(|it| it..it + self.text.len());
        hits.filter(|it| self.is_use(text, it))
    }

    fn is_use(&self, text: &str, place: &Range<usize>) -> bool {
        let is_word = |it: u8| it.is_ascii_alphanumeric() || it == b'_' || it >= 0x80;
        let (head, tail) = (
            &text.as_bytes()[..place.start],
            &text.as_bytes()[place.end..],
        );
        if tail.first().is_some_and(|it| is_word(*it)) || head.last().is_some_and(|it| is_word(*it))
        {
            return false;
        }
        let qualifier = head.strip_suffix(b"::");
        match &self.before {
            Before::Anything => true,
            Before::Qualifier => qualifier.is_some(),
            Before::Named(name) => qualifier
                .and_then(|it| it.strip_suffix(name.as_bytes()))
                .is_some_and(|it| it.last().is_none_or(|it| !is_word(*it))),
        }
    }
}

/// The value of a field as text, without quotes; `None` if there is no such field or it has no value.
fn text(rec: Rec, field: &str) -> Option<String> {
    let value = rec.field(field)?.value?;
    Some(value_unquoted(&rec.records().names(), value).into_owned())
}

fn with_first(text: &str, change: impl Fn(&char) -> char) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|it| change(&it));
    first.into_iter().chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use backend_testing::read;

    use super::*;

    const TARGET: &str = "
class RegisterClass; class Register; class Intrinsic; class Option; class Attr; class Instruction;
class SDNode<string o> { string Opcode = o; }
class SubtargetFeature<string n, string f> { string Name = n; string FieldName = f; }
class CallingConv; class Op;
def GR32 : RegisterClass;
def EAX : Register;
def ADD32rr : Instruction;
def int_x86_rdtsc : Intrinsic;
def fsyntax_only : Option;
def AlwaysInline : Attr;
def add : SDNode<\"ISD::ADD\">;
def X86cmp : SDNode<\"X86ISD::CMP\">;
def ADD : Instruction;
def FeatureAVX2 : SubtargetFeature<\"avx2\", \"HasAVX2\">;
def CC_X86 : CallingConv;
def Arith_AddIOp : Op;
";

    #[test]
    fn names_of_cpp_lead_to_records() {
        let all = read(TARGET);
        let check = |path: &str, want: &[&str]| {
            let found = records(&all, path);
            let found: Vec<&str> = found.iter().map(|it| it.name()).collect();
            assert_eq!(found, want, "{path}");
        };
        check("X86::GR32RegClassID", &["GR32"]);
        check("llvm::X86::GR32RegClass", &["GR32"]);
        check("X86::EAX", &["EAX"]);
        check("X86::ADD32rr", &["ADD32rr"]);
        check("Intrinsic::x86_rdtsc", &["int_x86_rdtsc"]);
        check("x86_rdtsc", &[]);
        check("options::OPT_fsyntax_only", &["fsyntax_only"]);
        check("AlwaysInlineAttr", &["AlwaysInline"]);
        check("ISD::ADD", &["add"]);
        check("X86ISD::CMP", &["X86cmp"]);
        check("X86::ADD", &["ADD"]);
        check("CMP", &[]);
        check("hasAVX2", &["FeatureAVX2"]);
        check("avx2", &["FeatureAVX2"]);
        check("CC_X86", &["CC_X86"]);
        check("arith::AddIOp", &["Arith_AddIOp"]);
        check("EAXRegClass", &[]);
        check("MCID::ADD", &[]);
    }

    #[test]
    fn flags_come_from_fields() {
        let check = |path: &str, want: &[&str]| assert_eq!(flag_fields(path), want, "{path}");
        check(
            "llvm::MCID::Commutable",
            &["isCommutable", "hasCommutable", "commutable"],
        );
        check("MCID::FoldableAsLoad", &["canFoldAsLoad"]);
        check("X86::Commutable", &[]);
        check("Commutable", &[]);
        check("MCID", &[]);
    }

    #[test]
    fn fields_make_flags() {
        let check = |field: &str, want: &[&str]| {
            let names = of_flag(field);
            let names: Vec<&str> = names.iter().map(|it| &*it.text).collect();
            assert_eq!(names, want, "{field}");
        };
        check("isCommutable", &["Commutable", "IsCommutable"]);
        check("hasPostISelHook", &["PostISelHook", "HasPostISelHook"]);
        check("mayLoad", &["MayLoad"]);
        check("canFoldAsLoad", &["FoldableAsLoad"]);
    }

    #[test]
    fn records_have_names_in_cpp() {
        let all = read(TARGET);
        let check = |record: &str, want: &[&str]| {
            let names = of_record(all.def(record).expect("a record"));
            let shown = names.iter().map(|it| match &it.before {
                Before::Anything => it.text.clone(),
                Before::Qualifier => format!("::{}", it.text),
                Before::Named(qualifier) => format!("{qualifier}::{}", it.text),
            });
            assert_eq!(shown.collect::<Vec<_>>(), want, "{record}");
        };
        check("GR32", &["GR32RegClassID", "GR32RegClass", "::GR32"]);
        check("int_x86_rdtsc", &["Intrinsic::x86_rdtsc"]);
        check("X86cmp", &["X86ISD::CMP", "::X86cmp"]);
        check("FeatureAVX2", &["hasAVX2", "HasAVX2", "::FeatureAVX2"]);
        check("CC_X86", &["CC_X86"]);
        check("fsyntax_only", &["OPT_fsyntax_only"]);
        check(
            "AlwaysInline",
            &["AlwaysInlineAttr", "AT_AlwaysInline", "attr::AlwaysInline"],
        );
    }

    #[test]
    fn a_qualifier_says_which_root() {
        let check = |path: &str, want: &[&str], are_own: bool| {
            let want: Vec<String> = want.iter().map(|it| (*it).to_owned()).collect();
            let found = roots(path);
            assert_eq!((&*found.files, found.are_own), (&*want, are_own), "{path}");
        };
        check("llvm::X86::EAX", &["X86.td"], false);
        check("X86ISD::CMP", &["X86.td"], false);
        check("diag::err_expected", &["Diagnostic.td"], false);
        check("OPT_help", &["Options.td", "Opts.td"], true);
        check("options::OPT_help", &["Options.td", "Opts.td"], false);
        check("HotAttr", &["Attr.td"], true);
        check("clang::HotAttr", &["Attr.td"], false);
        check("clang::FunctionDecl", &["DeclNodes.td"], false);
        check("IfStmt", &["StmtNodes.td"], true);
        check("Type", &[], false);
        check("ISD::ADD", &[], false);
        check("MCID::Commutable", &[], false);
        check("word", &[], false);
    }

    #[test]
    fn uses_are_whole_words_behind_their_namespace() {
        let check = |text: &str, name: &str, before: Before, want: &[usize]| {
            let name = CppName {
                text: name.to_owned(),
                before,
            };
            let starts: Vec<usize> = name.uses(text).map(|it| it.start).collect();
            assert_eq!(starts, want, "{text}");
        };
        check("A AB BA A_ (A)", "A", Before::Anything, &[0, 12]);
        check("A X::A X::AB ::A", "A", Before::Qualifier, &[5, 15]);
        let isd = || Before::Named("ISD".to_owned());
        check("ISD::ADD X86ISD::ADD ADD", "ADD", isd(), &[5]);
        check("é ISD::ADDé ISD::ADD", "ADD", isd(), &[19]);
    }
}
