//! The generated files with the declarations and the definitions of types or attributes.

use backend::text::push_header_without_input;
use backend::{Context, Fatal, Output, Release};

use mlir_model::definition::Definition;
use mlir_model::dialect::Dialect;

use super::class::class_of;
use super::storage::struct_of;
use super::{Kind, format};
use crate::namespaces;
use crate::selection::{choose, dialect_names, warn_of_unknown_dialect};
use crate::source_text::comment;

/// The types or attributes of the dialect that the options select, in the order of the source. An error if no dialect
/// is selected and the types or attributes belong to several dialects.
fn chosen<'a>(cx: &Context<'a>, kind: &Kind) -> Result<Vec<Definition<'a>>, Fatal> {
    let mut recs = cx.records.derived_if_defined(kind.class);
    recs.sort_by_key(|it| it.order());
    let mut all = Vec::with_capacity(recs.len());
    for rec in recs {
        let def = Definition::read(rec)?;
        def.dialect().map(Dialect::check).transpose()?;
        all.push(def);
    }
    let wanted = cx.options.text(&kind.dialect);
    if wanted.is_empty() {
        if all.windows(2).any(|it| it[0].dialect() != it[1].dialect()) {
            let message = "defs belonging to more than one dialect. Must select one via \
                           '--(attr|type)defs-dialect'";
            let mut error = cx.records.fatal(message.to_owned());
            error.in_words = Some(choose(&kind.dialect, &dialect_names(cx)));
            return Err(error);
        }
        return Ok(all);
    }
    warn_of_unknown_dialect(cx, &kind.dialect);
    let mut found = Vec::new();
    for def in all {
        let name = def.dialect().map(|it| it.dialect_name()).transpose()?;
        if name.is_some_and(|it| it == wanted) {
            found.push(def);
        }
    }
    Ok(found)
}

fn guarded<R>(
    cx: &Context,
    out: &mut Output,
    guard: &str,
    push: impl FnOnce(&mut Output) -> R,
) -> R {
    write!(out, "#ifdef {guard}\n#undef {guard}\n\n");
    let result = push(out);
    let blank = if cx.release() >= Release::V22 {
        " "
    } else {
        "  "
    };
    write!(out, "\n#endif{blank}// {guard}\n\n");
    result
}

/// Writes the file that headers include: the declarations of the classes.
pub(super) fn declarations(cx: &Context, out: &mut Output, kind: &Kind) -> Result<(), Fatal> {
    push_header_without_input(out, &format!("{}Def Declarations", kind.short));
    let guard = format!("GET_{}DEF_CLASSES", kind.short.to_uppercase());
    guarded(cx, out, &guard, |out| {
        out.push("\nnamespace mlir {\nclass AsmParser;\nclass AsmPrinter;\n} // namespace mlir\n");
        let defs = chosen(cx, kind)?;
        let Some(first) = defs.first() else {
            return Ok(());
        };
        let space = namespace(first)?;
        namespaces::push(out, cx.release(), &space, |out| {
            out.try_each(&defs, |out, def| declare_forward(cx, out, def))?;
            out.try_each(&defs, |out, def| declare(cx, out, def, kind))
        })?;
        push_ids(out, "MLIR_DECLARE_EXPLICIT_TYPE_ID", &defs)
    })
}

fn namespace(def: &Definition) -> Result<String, Fatal> {
    let space = def.dialect().map(Dialect::namespace).transpose()?;
    Ok(space.unwrap_or_default().into_owned())
}

fn declare_forward(cx: &Context, out: &mut Output, def: &Definition) -> Result<(), Fatal> {
    if cx.release() >= Release::V22 {
        let [summary, description] = ["summary", "description"].map(|it| def.rec.string(it));
        out.push(&comment(&summary?, &description?));
    }
    writeln!(out, "class {};", def.class_name()?);
    Ok(())
}

fn declare(cx: &Context, out: &mut Output, def: &Definition, kind: &Kind) -> Result<(), Fatal> {
    let class = class_of(cx, def, kind)?;
    if struct_of(def, kind, cx.release())?.is_some() {
        let space = def.rec.string("storageNamespace")?;
        let name = def.rec.string("storageClass")?;
        namespaces::push(out, cx.release(), &space, |out| {
            writeln!(out, "struct {name};")
        });
    }
    out.push(&class.declaration());
    Ok(())
}

fn push_ids(out: &mut Output, name: &str, defs: &[Definition]) -> Result<(), Fatal> {
    out.try_each(defs, |out, def| {
        let space = namespace(def)?;
        if !space.is_empty() {
            writeln!(out, "{name}({space}::{})", def.class_name()?);
        }
        Ok(())
    })
}

/// Writes the file that one C++ source file includes: the definitions of the classes.
pub(super) fn definitions(cx: &Context, out: &mut Output, kind: &Kind) -> Result<(), Fatal> {
    push_header_without_input(out, &format!("{}Def Definitions", kind.short));
    let defs = chosen(cx, kind)?;
    let Some(dialect) = defs.first().and_then(Definition::dialect) else {
        return Ok(());
    };
    let prefix = format!("GET_{}DEF", kind.short.to_uppercase());
    guarded(cx, out, &format!("{prefix}_LIST"), |out| {
        push_list(out, &defs)
    })?;
    guarded(cx, out, &format!("{prefix}_CLASSES"), |out| {
        format::push_dispatch(out, &defs, kind)?;
        out.try_each(&defs, |out, def| define(cx, out, def, kind))?;
        format::push_dialect_functions(cx, out, dialect, kind)
    })
}

fn push_list(out: &mut Output, defs: &[Definition]) -> Result<(), Fatal> {
    for (index, def) in defs.iter().enumerate() {
        let name = format!("{}::{}", namespace(def)?, def.class_name()?);
        let end = if index + 1 < defs.len() { "," } else { "" };
        out.of(def.rec, |out| writeln!(out, "{name}{end}"));
    }
    Ok(())
}

fn define(cx: &Context, out: &mut Output, def: &Definition, kind: &Kind) -> Result<(), Fatal> {
    let class = class_of(cx, def, kind)?;
    let storage = struct_of(def, kind, cx.release())?;
    let space = namespace(def)?;
    let storage_space = def.rec.string("storageNamespace")?;
    namespaces::push(out, cx.release(), &space, |out| {
        if let Some(storage) = storage {
            namespaces::push(out, cx.release(), &storage_space, |out| {
                out.push(&storage.declaration());
            });
        }
        out.push(&class.definitions());
    });
    push_ids(
        out,
        "MLIR_DEFINE_EXPLICIT_TYPE_ID",
        std::slice::from_ref(def),
    )
}
