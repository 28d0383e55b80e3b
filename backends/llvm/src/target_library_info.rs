//! `-gen-target-library-info`: the library functions that optimizers recognize by name and type.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use backend::offset_table::OffsetTable;
use backend::string_offset_table::StringOffsetTable;
use backend::text::push_header;
use backend::{Backend, Context, Fatal, LONG_STRING_LITERALS, Output, Rec};
use elaborate::records::encode;

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-target-library-info",
    "List functions that optimizers know by name and type",
    &["TargetLibCall", "FuncArgType"],
    write,
)
.options(&[LONG_STRING_LITERALS]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let functions = in_source_order(cx, "TargetLibCall")?;
    let names = functions.iter().map(|it| it.string("String"));
    let names = names.collect::<Result<Vec<_>, _>>()?;
    let types = in_source_order(cx, "FuncArgType")?;
    let signatures = functions.iter().map(|it| signature(*it));
    let signatures = signatures.collect::<Result<Vec<_>, _>>()?;
    push_header(out, "Target Library Info Source Fragment", cx.records);
    push_part(out, "ENUM", |out| push_enum(&functions, out));
    push_part(out, "STRING_TABLE", |out| {
        push_names(cx, &functions, &names, out);
    });
    push_part(out, "IMPL_DECL", |out| {
        let count = functions.len() + 1;
        write!(
            out,
            "LLVM_ABI static const llvm::StringTable StandardNamesStrTable;\n\
             LLVM_ABI static const llvm::StringTable::Offset StandardNamesOffsets[{count}];\n\
             LLVM_ABI static const uint8_t StandardNamesSizeTable[{count}];\n"
        );
    });
    push_part(out, "SIGNATURE_TABLE", |out| {
        push_signatures(cx, &functions, &types, &signatures, out);
    });
    Ok(())
}

fn in_source_order<'a>(cx: &Context<'a>, class: &str) -> Result<Vec<Rec<'a>>, Fatal> {
    let mut records = cx.records.derived(class)?;
    records.sort_by_key(|it| it.order());
    Ok(records)
}

/// The names of the types of a function's result and parameters. The result comes first.
fn signature(function: Rec<'_>) -> Result<Vec<&str>, Fatal> {
    let arguments = function.list_of_defs("ArgumentTypes")?;
    let result = function.optional_def("ReturnType")?;
    Ok(result.into_iter().chain(arguments).map(Rec::name).collect())
}

fn push_part(out: &mut Output, guard: &str, push: impl FnOnce(&mut Output)) {
    let guard = format!("GET_TARGET_LIBRARY_INFO_{guard}");
    write!(out, "#ifdef {guard}\n#undef {guard}\n");
    push(out);
    out.push("#endif\n\n");
}

fn push_enum(functions: &[Rec], out: &mut Output) {
    out.push("enum LibFunc : unsigned {\n  NotLibFunc = 0,\n");
    out.each(functions.iter().copied(), |out, function: Rec| {
        writeln!(out, "  LibFunc_{},", function.name());
    });
    let first = match functions.first() {
        Some(first) => format!("LibFunc_{}", first.name()),
        None => "NotLibFunc".to_owned(),
    };
    write!(
        out,
        "  NumLibFuncs,\n  End_LibFunc = NumLibFuncs,\n  Begin_LibFunc = {first},\n}};\n"
    );
}

fn push_names(cx: &Context, functions: &[Rec], names: &[Cow<str>], out: &mut Output) {
    let mut table = StringOffsetTable::new(cx);
    for (function, name) in functions.iter().zip(names) {
        table.add_of(name, *function);
    }
    let class = "TargetLibraryInfoImpl::";
    table.push_member(out, class, "StandardNamesStrTable", false);
    let count = functions.len() + 1;
    write!(
        out,
        "\nconst llvm::StringTable::Offset {class}StandardNamesOffsets[{count}] = {{\n  0, //\n"
    );
    let named = || functions.iter().copied().zip(names);
    for (function, name) in named() {
        out.source(function);
        writeln!(out, "  {}, // {name}", table.offset(name));
    }
    out.no_source();
    write!(
        out,
        "}};\nconst uint8_t {class}StandardNamesSizeTable[{count}] = {{\n  0,\n"
    );
    for (function, name) in named() {
        out.source(function);
        writeln!(out, "  {},", encode(name).len());
    }
    out.no_source();
    out.push("};\n");
}

fn push_signatures(
    cx: &Context,
    functions: &[Rec],
    types: &[Rec],
    signatures: &[Vec<&str>],
    out: &mut Output,
) {
    let nothing = vec!["Void"];
    let rows = functions.iter().zip(signatures);
    let rows = rows.map(|(function, types)| (types.clone(), vec![*function]));
    let table = OffsetTable::new(cx, rows.chain([(nothing.clone(), Vec::new())]));
    out.push("enum FuncArgTypeID : char {\n  NoFuncArgType = 0,\n");
    out.each(types.iter().copied(), |out, kind: Rec| {
        writeln!(out, "  {},", kind.name());
    });
    out.push("};\nstatic const FuncArgTypeID SignatureTable[] = {\n");
    table.push(out, "NoFuncArgType", |out, name| out.push(name));
    write!(
        out,
        "}};\nstatic const uint16_t SignatureOffset[] = {{\n  {}, //\n",
        table.offset(&nothing)
    );
    for (function, types) in functions.iter().zip(signatures) {
        out.source(*function);
        writeln!(out, "  {}, // {}", table.offset(types), function.name());
    }
    out.no_source();
    out.push("};\n");
}
