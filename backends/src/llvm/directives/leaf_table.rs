//! The parts of directives that are made of others.

use rustc_hash::FxHashMap;

use super::language::Language;
use crate::{Fatal, Output, Rec};

/// Writes a table with a row for each directive: itself, the number of its parts, and the parts. The rows are in the
/// order of the parts, so that a directive can be found by them; those that end others come last, because they have
/// the same parts.
pub fn push(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    const TABLE: &str = "LeafConstructTable";
    let directives = &language.directives;
    let numbers: FxHashMap<Rec, usize> = directives.iter().copied().zip(0..).collect();
    let mut leaves = Vec::new();
    let mut is_end = Vec::new();
    for directive in directives {
        let parts = directive.list_of_defs("leafConstructs")?.into_iter();
        let numbers: Option<Vec<usize>> = parts.map(|it| numbers.get(&it).copied()).collect();
        let Some(numbers) = numbers else {
            return Err(directive.fatal("a part is no directive".to_owned()));
        };
        leaves.push(numbers);
        let name = directive.string("name")?;
        is_end.push(
            name.get(..4)
                .is_some_and(|it| it.eq_ignore_ascii_case("end ")),
        );
    }
    let mut order: Vec<usize> = (0..directives.len()).collect();
    order.sort_by(|&a, &b| {
        let by_parts = match (&leaves[a][..], &leaves[b][..]) {
            ([], []) => a.cmp(&b),
            (x, y) => x.cmp(y),
        };
        is_end[a].cmp(&is_end[b]).then(by_parts)
    });

    let ty = format!("llvm::{}::Directive", language.namespace);
    let most = language.max_leaf_count()?;
    write!(out, "\nstatic_assert(sizeof({ty}) == sizeof(int));\n");
    for directive in directives {
        out.source(*directive);
    }
    writeln!(
        out,
        "[[maybe_unused]] static const {ty} {TABLE}[][{}] = {{",
        most + 2
    );
    for &row in &order {
        out.source(directives[row]);
        let name = language.directive_name(directives[row])?;
        write!(
            out,
            "    {{{name}, static_cast<{ty}>({}),",
            leaves[row].len()
        );
        for &leaf in &leaves[row] {
            write!(out, " {},", language.directive_name(directives[leaf])?);
        }
        for _ in leaves[row].len()..most {
            write!(out, " static_cast<{ty}>(-1),");
        }
        out.push("},\n");
    }
    out.no_source();
    let first_end = order
        .iter()
        .position(|row| is_end[*row])
        .unwrap_or(order.len());
    write!(
        out,
        "}};\n\n[[maybe_unused]] static auto {TABLE}EndDirective = {TABLE} + {first_end};\n\n\
         [[maybe_unused]] static const int {TABLE}Ordering[] = {{\n   "
    );
    let mut row_of = vec![0; order.len()];
    for (index, row) in order.iter().enumerate() {
        row_of[*row] = index;
    }
    for (directive, row) in directives.iter().zip(row_of) {
        out.source(*directive);
        write!(out, " {row},");
    }
    out.no_source();
    out.push("\n};\n");
    Ok(())
}
