//! The definitions of operations for LLVM IR's intrinsics, as TableGen code.

use backend::text::{push_header, push_joined};
use backend::{BackendOption, Context, Fatal, Output, Rec};

use crate::selection::Filter;

const FILTER: BackendOption = BackendOption::text(
    "llvmir-intrinsics-filter",
    "Only keep the intrinsics with the specified substring in their record name",
);

const BASE: BackendOption = BackendOption::text(
    "dialect-opclass-base",
    "The base class for the ops in the dialect we are planning to emit",
);

const ACCESS_GROUPS: BackendOption = BackendOption::text(
    "llvmir-intrinsics-access-group-regexp",
    "Mark intrinsics that match the specified regexp as taking an access group metadata",
);

const ALIASES: BackendOption = BackendOption::text(
    "llvmir-intrinsics-alias-analysis-regexp",
    "Mark intrinsics that match the specified regexp as taking alias.scopes, noalias, and tbaa metadata",
);

/// The options that the definitions depend on.
pub(super) const OPTIONS: [BackendOption; 4] = [FILTER, BASE, ACCESS_GROUPS, ALIASES];

/// Writes the definitions of all selected intrinsics.
pub(super) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Operations for LLVM intrinsics", cx.records);
    out.push(
        "include \"mlir/Dialect/LLVMIR/LLVMOpBase.td\"
include \"mlir/Interfaces/SideEffectInterfaces.td\"

",
    );
    let part = cx.options.text(&FILTER);
    let base = cx.options.given_text(&BASE).unwrap_or("LLVM_IntrOp");
    let mut access_groups = Filter::read(cx, &ACCESS_GROUPS);
    let mut aliases = Filter::read(cx, &ALIASES);
    out.try_each(cx.records.derived("Intrinsic")?, |out, rec| {
        if !rec.name().contains(part) {
            return Ok(());
        }
        let is_match = |it: &mut Option<Filter>| {
            let it = it.as_mut();
            it.is_some_and(|it| it.is_match(rec.name()))
        };
        let metadata = Metadata {
            access_groups: is_match(&mut access_groups),
            aliases: is_match(&mut aliases),
        };
        push(out, rec, base, metadata)
    })
}

/// Which metadata an operation takes.
struct Metadata {
    access_groups: bool,
    aliases: bool,
}

fn push(out: &mut Output, rec: Rec, base: &str, metadata: Metadata) -> Result<(), Fatal> {
    let properties = rec.list_of_defs("IntrProperties")?;
    let has = |name: &str| properties.iter().any(|it| it.name() == name);
    let known = [
        ("Commutative", "Commutative"),
        ("IntrNoMem", "NoMemoryEffect"),
    ];
    let traits = known.into_iter().filter(|it| has(it.0)).map(|it| it.1);
    let parameters = rec.list_of_defs("ParamTypes")?;
    let results = rec.list_of_defs("RetTypes")?;
    let mut operands = vec!["LLVM_Type"; parameters.len()];
    if metadata.access_groups {
        operands.push("OptionalAttr<LLVM_AccessGroupArrayAttr>:$access_groups");
    }
    if metadata.aliases {
        operands.extend([
            "OptionalAttr<LLVM_AliasScopeArrayAttr>:$alias_scopes",
            "OptionalAttr<LLVM_AliasScopeArrayAttr>:$noalias_scopes",
            "OptionalAttr<LLVM_TBAATagArrayAttr>:$tbaa",
        ]);
    }
    let name = rec.name().get(PREFIX.len()..).unwrap_or_default();
    write!(
        out,
        "def LLVM_{name} : {base}<\"{}\", ",
        operation_name(rec)?
    );
    push_bracketed(out, overloaded(&results)?);
    out.push(", ");
    push_bracketed(out, overloaded(&parameters)?);
    out.push(", ");
    push_bracketed(out, traits);
    let (groups, aliases) = (u8::from(metadata.access_groups), u8::from(metadata.aliases));
    let blank = if operands.is_empty() { "" } else { " " };
    write!(
        out,
        ", {}, {groups}, {aliases}>, Arguments<(ins{blank}{})>;\n\n",
        results.len(),
        operands.join(", ")
    );
    Ok(())
}

/// The prefix of the names of all intrinsic records.
const PREFIX: &str = "int_";

/// The name of the operation: the explicit name of the intrinsic; otherwise the name of the record without the prefix
/// and the target, with dots instead of underscores.
fn operation_name(rec: Rec) -> Result<String, Fatal> {
    let name = rec.string("LLVMName")?;
    if !name.is_empty() {
        return Ok(name.into_owned());
    }
    let name = rec.name().get(PREFIX.len()..).unwrap_or_default();
    let name = if rec.string("TargetPrefix")?.is_empty() {
        name
    } else {
        name.split_once('_').map_or("", |it| it.1)
    };
    Ok(name.replace('_', "."))
}

/// The names of the value types (field `VT`) that make a type overloaded.
const OVERLOADED: [&str; 6] = ["Any", "fAny", "iAny", "iPTRAny", "pAny", "vAny"];

/// The indices of the overloaded types in a list.
fn overloaded(types: &[Rec]) -> Result<Vec<usize>, Fatal> {
    let mut positions = Vec::new();
    for (index, ty) in types.iter().enumerate() {
        if OVERLOADED.contains(&ty.def("VT")?.name()) {
            positions.push(index);
        }
    }
    Ok(positions)
}

fn push_bracketed<T: std::fmt::Display>(out: &mut Output, items: impl IntoIterator<Item = T>) {
    out.push("[");
    push_joined(out, ", ", items, |out, it| write!(out, "{it}"));
    out.push("]");
}
