//! Extracting the parts of generated match tables that tests compare.

use backend_testing::between;

/// The table in the text of a class.
#[track_caller]
pub(crate) fn table(text: &str) -> String {
    between(text, "::getMatchTable() const {", "return MatchTable0")
}

/// The checks and actions of rules, one step per line, with the comments that name them. Steps that separate or join
/// rules are omitted.
#[track_caller]
pub(crate) fn steps(text: &str) -> String {
    const FRAME: [&str; 4] = [
        "GIM_Try",
        "GIM_Switch",
        "GIM_Reject",
        "GIM_CheckSimplePredicate",
    ];
    let is_shown = |line: &&str| match line.strip_prefix("// ") {
        Some(comment) => comment.starts_with("Combiner Rule") || comment.contains("  =>  "),
        None => line.starts_with("GI") && !FRAME.iter().any(|it| line.starts_with(it)),
    };
    let table = table(text);
    let shown = table
        .lines()
        .map(|it| without_offset(it.trim()))
        .filter(is_shown);
    shown.map(|it| format!("{it}\n")).collect()
}

/// The line without the offset at its beginning. Offsets are written since LLVM 21.
fn without_offset(line: &str) -> &str {
    let offset = line
        .strip_prefix("/* ")
        .and_then(|it| it.split_once(" */ "));
    match offset {
        Some((number, rest)) if number.trim().parse::<u32>().is_ok() => rest.trim_start(),
        _ => line,
    }
}
