//! `-gen-rewriters`: C++ classes that match source patterns and replace them by result patterns.

mod changes;
mod constraints;
mod creation;
mod emitter;
mod matching;
mod operands;
mod rewriting;
#[cfg(test)]
mod tests;
mod uses;

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output};

use mlir_model::misuse::misused_in;
use mlir_model::pattern::{Operations, Pattern, Sharing};

use constraints::Functions;
use emitter::{Emitter, Shared};

pub(crate) const BACKEND: Backend = Backend::mlir(
    "gen-rewriters",
    "Generate pattern rewriters",
    &["Pattern"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Rewriters", cx.records);
    let recs = cx.records.derived("Pattern")?.into_iter();
    let patterns: Vec<Pattern> = recs.map(Pattern::read).collect::<Result<_, _>>()?;
    let sharing = Sharing::new(&patterns);
    let functions = Functions::new(cx, &patterns, &sharing)?;
    functions.push(out)?;
    let mut shared = Shared::new(cx.release(), Operations::default(), functions, sharing);
    push_matchers(out, &patterns, &mut shared)?;
    push_patterns(out, &patterns, &shared)
}

/// Writes a function for each tree that occurs several times in source patterns.
fn push_matchers<'a>(
    out: &mut Output,
    patterns: &[Pattern<'a>],
    shared: &mut Shared<'a>,
) -> Result<(), Fatal> {
    let trees: Vec<_> = shared.sharing.shared().collect();
    for (number, (tree, pattern)) in trees.into_iter().enumerate() {
        let Some(pattern) = patterns.get(pattern) else {
            continue;
        };
        let name = format!("static_dag_matcher_{number}");
        out.of(pattern.rec, |out| -> Result<(), Fatal> {
            let symbols = pattern.names_of(tree, &shared.ops)?;
            let mut emitter = Emitter::new(pattern, shared, symbols);
            emitter.push_static_matcher(tree, &name)?;
            out.push(emitter.out.as_text());
            Ok(())
        })?;
        shared.matchers.insert(tree.id(), name);
    }
    Ok(())
}

fn push_patterns<'a>(
    out: &mut Output,
    patterns: &[Pattern<'a>],
    shared: &Shared<'a>,
) -> Result<(), Fatal> {
    let mut unnamed = 0;
    let mut names = Vec::with_capacity(patterns.len());
    for pattern in patterns {
        let name = match pattern.name() {
            Some(name) => name.to_owned(),
            None => {
                unnamed += 1;
                format!("GeneratedConvert{}", unnamed - 1)
            }
        };
        out.of(pattern.rec, |out| push_pattern(out, pattern, shared, &name))
            .map_err(|it| misused_in(it, pattern.rec))?;
        names.push(name);
    }
    let unused = changes::unused_function(shared.release);
    let populate = "populateWithGenerated(::mlir::RewritePatternSet &patterns)";
    writeln!(out, "{unused} {populate} {{");
    for (pattern, name) in patterns.iter().zip(names) {
        out.of(pattern.rec, |out| {
            writeln!(out, "  patterns.add<{name}>(patterns.getContext());");
        });
    }
    out.push("}\n");
    Ok(())
}

/// Writes the C++ class of a pattern.
fn push_pattern<'a>(
    out: &mut Output,
    pattern: &Pattern<'a>,
    shared: &Shared<'a>,
    name: &str,
) -> Result<(), Fatal> {
    let root = shared.ops.operation(pattern.source)?;
    let made = emitter::made_operations(pattern, &shared.ops)?;
    let benefit = pattern.benefit()?;
    let places = pattern.places();
    let shown = |(path, line): &(&str, u32)| {
        format!("{}:{line}", changes::shown_path(shared.release, path))
    };
    let places: Vec<String> = places.iter().map(shown).collect();
    let places = places.join(" instantiating\n    ");
    write!(
        out,
        "/* Generated from:\n    {places}\n*/\n\
         struct {name} : public ::mlir::RewritePattern {{\n  {name}(::mlir::MLIRContext *context)\n      \
         : ::mlir::RewritePattern(\"{}\", {benefit}, context, {{{made}}}) {{}}\n",
        root.name
    );
    let symbols = pattern.names_of(pattern.source, &shared.ops)?;
    let mut emitter = Emitter::new(pattern, shared, symbols);
    emitter.push_function()?;
    out.push(emitter.out.as_text());
    out.push("};\n\n");
    Ok(())
}
