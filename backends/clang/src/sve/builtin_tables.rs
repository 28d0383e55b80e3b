//! The tables of builtins in the format of LLVM 21 and later: enumerators, a string table, and rows that refer to the
//! strings.

use backend::string_offset_table::StringOffsetTable;
use backend::{Context, Fatal, Output, RecordId};

use super::Extension;
use super::by_name::{each_by_name, guard};
use super::model::Form;
use super::reinterpret;

struct Builtin {
    name: String,
    ty: String,
    guard: String,
    /// `None` for reinterpretations, which no record defines.
    record: Option<RecordId>,
}

pub(super) fn write(extension: Extension, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let mut builtins = Vec::new();
    each_by_name(cx, out, |_, inst, it, name| {
        // An overloaded form calls the builtin of the full form.
        if it.form == Form::Full {
            let mut ty = String::new();
            it.push_builtin_letters(inst, &mut ty)?;
            builtins.push(Builtin {
                name: name.to_owned(),
                ty,
                guard: guard(it),
                record: Some(inst.id()),
            });
        }
        Ok(())
    })?;
    let mut strings = StringOffsetTable::new(cx);
    let attributes = strings.add("n");
    add(&mut strings, &builtins);
    if extension == Extension::Sve {
        const GUARD: &str = "sme|sve";
        strings.add(GUARD);
        let reinterprets: Vec<_> = reinterpret::every(cx.release())
            .map(|it| {
                let mut ty = String::new();
                it.result.push_builtin_letters(&mut ty);
                it.parameter.push_builtin_letters(&mut ty);
                Builtin {
                    name: it.name(),
                    ty,
                    guard: GUARD.to_owned(),
                    record: None,
                }
            })
            .collect();
        add(&mut strings, &reinterprets);
        builtins.extend(reinterprets);
    }
    let (lower, upper) = (extension.lower(), extension.upper());
    let source = |out: &mut Output, it: &Builtin| match it.record {
        Some(record) => out.source(cx.records.rec(record)),
        None => out.no_source(),
    };
    writeln!(out, "#ifdef GET_{upper}_BUILTIN_ENUMERATORS");
    for it in &builtins {
        source(out, it);
        writeln!(out, "  BI__builtin_{lower}_{},", it.name);
    }
    out.no_source();
    write!(
        out,
        "#endif // GET_{upper}_BUILTIN_ENUMERATORS\n\n#ifdef GET_{upper}_BUILTIN_STR_TABLE\n"
    );
    strings.push_definition(out, "BuiltinStrings");
    write!(
        out,
        "#endif // GET_{upper}_BUILTIN_STR_TABLE\n\n#ifdef GET_{upper}_BUILTIN_INFOS\n"
    );
    for it in &builtins {
        source(out, it);
        let Builtin {
            name, ty, guard, ..
        } = it;
        let [name_at, ty_at, guard_at] = [name, ty, guard].map(|text| strings.add(text));
        writeln!(
            out,
            "    Builtin::Info{{Builtin::Info::StrOffsets{{{name_at} /* {name} */, {ty_at} /* {ty} */, \
             {attributes} /* n */, {guard_at} /* {guard} */}}, HeaderDesc::NO_HEADER, ALL_LANGUAGES}},"
        );
    }
    out.no_source();
    write!(out, "#endif // GET_{upper}_BUILTIN_INFOS\n\n");
    Ok(())
}

fn add(strings: &mut StringOffsetTable, builtins: &[Builtin]) {
    for it in builtins {
        for text in [&it.name, &it.ty, &it.guard] {
            let start = strings.add(text);
            if let Some(record) = it.record {
                strings.tie(start, record);
            }
        }
    }
}
