//! Compound directives and their leaves.

use rustc_hash::FxHashMap;

use super::language::{Language, first_spelling};
use backend::{Fatal, Output, Rec, std_sort};

/// A directive, and the indices of its leaves in the list of all directives.
struct Row<'a> {
    directive: Rec<'a>,
    parts: Vec<usize>,
    /// Whether the directive ends the region of another directive: its name starts with `end `.
    is_end: bool,
}

/// Writes a table with a row for each directive: the directive, the number of its leaves, and the leaves. The rows are
/// sorted by leaves, so that a directive can be found by its leaves. Directives that end a region come last.
pub(super) fn push(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    const TABLE: &str = "LeafConstructTable";
    let rows = rows(&language.directives)?;
    let mut order: Vec<usize> = (0..rows.len()).collect();
    std_sort::sort(&mut order, |&a, &b| {
        let by_parts = match (&rows[a].parts[..], &rows[b].parts[..]) {
            ([], []) => a.cmp(&b),
            (x, y) => x.cmp(y),
        };
        rows[a].is_end.cmp(&rows[b].is_end).then(by_parts)
    });

    let ty = format!("llvm::{}::Directive", language.namespace);
    let most = language.max_leaf_count()?;
    write!(out, "\nstatic_assert(sizeof({ty}) == sizeof(int));\n");
    for row in &rows {
        out.source(row.directive);
    }
    writeln!(
        out,
        "[[maybe_unused]] static const {ty} {TABLE}[][{}] = {{",
        most + 2
    );
    for &number in &order {
        let row = &rows[number];
        out.source(row.directive);
        let (name, count) = (language.directive_name(row.directive)?, row.parts.len());
        write!(out, "    {{{name}, static_cast<{ty}>({count}),");
        for &part in &row.parts {
            let part = language.directive_name(language.directives[part])?;
            write!(out, " {part},");
        }
        for _ in count..most {
            write!(out, " static_cast<{ty}>(-1),");
        }
        out.push("},\n");
    }
    out.no_source();
    let first_end = order.iter().position(|it| rows[*it].is_end);
    write!(
        out,
        "}};\n\n[[maybe_unused]] static auto {TABLE}EndDirective = {TABLE} + {};\n\n\
         [[maybe_unused]] static const int {TABLE}Ordering[] = {{\n   ",
        first_end.unwrap_or(order.len())
    );
    let mut place_of = vec![0; order.len()];
    for (place, number) in order.iter().enumerate() {
        place_of[*number] = place;
    }
    for (row, place) in rows.iter().zip(place_of) {
        out.source(row.directive);
        write!(out, " {place},");
    }
    out.no_source();
    out.push("\n};\n");
    Ok(())
}

fn rows<'a>(directives: &[Rec<'a>]) -> Result<Vec<Row<'a>>, Fatal> {
    let numbers: FxHashMap<Rec, usize> = directives.iter().copied().zip(0..).collect();
    let row = |directive: &Rec<'a>| {
        let parts = directive.list_of_defs("leafConstructs")?.into_iter();
        let parts: Option<Vec<usize>> = parts.map(|it| numbers.get(&it).copied()).collect();
        let Some(parts) = parts else {
            return Err(directive.fatal("a part is not a directive".to_owned()));
        };
        let name = first_spelling(*directive)?;
        let start = name.get(..4).unwrap_or_default();
        Ok(Row {
            directive: *directive,
            parts,
            is_end: start.eq_ignore_ascii_case("end "),
        })
    };
    directives.iter().map(row).collect()
}
