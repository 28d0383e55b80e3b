//! Rules for the wording of diagnostics.

use backend::text::SPACES;
use backend::{Context, Fatal, Rec};
use elaborate::diagnostic::Severity;

/// Reports violations of the wording rules in the summary of a diagnostic.
pub(super) fn check(cx: &Context, diag: Rec) -> Result<(), Fatal> {
    let summary = diag.string("Summary")?;
    let error = |message| cx.report(diag.diagnostic(Severity::Error, message));
    let Some(starts) = starts(&summary) else {
        return Ok(());
    };
    for start in starts {
        let word = start.split([' ', '-', ',', '}']).next().unwrap_or_default();
        if !may_start(word) {
            error(format!(
                "Diagnostics should not start with a capital letter; '{word}' is invalid"
            ));
        }
    }
    for end in ends(&summary) {
        if let Some(last) = end.chars().last().filter(|last| matches!(last, '.' | '!')) {
            error(format!(
                "Diagnostics should not end with punctuation; '{last}' is invalid"
            ));
        }
    }
    Ok(())
}

/// The texts that a summary may begin with. `None` if the summary begins with a `%select` without a closing brace. Such
/// a summary is not checked.
fn starts(summary: &str) -> Option<Vec<&str>> {
    let Some(select) = summary.strip_prefix("%select{") else {
        return Some(vec![summary]);
    };
    let mut open = 1;
    let end = select.find(|c| {
        match c {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        open == 0
    })?;
    let mut starts: Vec<_> = select[..end]
        .split('|')
        .filter(|it| !it.is_empty())
        .collect();
    if starts.len() < select[..end].split('|').count() {
        // If an option is empty, the text that follows `}` and a digit may come first.
        let after = select.get(end + 2..).unwrap_or_default();
        starts.push(after.trim_start_matches(SPACES));
    }
    Some(starts)
}

/// The texts that a summary may end with.
fn ends(summary: &str) -> Vec<&str> {
    let Some(options) = summary
        .strip_suffix(|c: char| c.is_ascii_digit())
        .and_then(|it| it.strip_suffix('}'))
    else {
        return vec![summary];
    };
    let mut open = 1;
    let start = options.rfind(|c| {
        match c {
            '}' => open += 1,
            '{' => open -= 1,
            _ => {}
        }
        open == 0
    });
    match start {
        // The reference does not look for the brace at the start of the summary. Without an opening brace, nothing is
        // checked.
        None | Some(0) => Vec::new(),
        Some(start) if options[..start].ends_with("select") => {
            options[start + 1..].split('|').collect()
        }
        Some(_) => vec![summary],
    }
}

/// Whether a summary may start with `word`.
fn may_start(word: &str) -> bool {
    let Some(first) = word.chars().next() else {
        return true;
    };
    if !first.is_ascii_uppercase() && !first.is_ascii_digit() {
        return true;
    }
    // Acronyms and names of standards may start a summary. A single uppercase letter or digit may not, except for the
    // language `C`.
    let is_acronym = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '+' || c == '_';
    if word.chars().all(is_acronym) {
        return word.len() > 1 || first == 'C';
    }
    word.starts_with("NSInvocation") || NAMES.contains(&word)
}

/// Proper names, which a summary may start with.
const NAMES: [&str; 17] = [
    "AddressSanitizer",
    "CFString",
    "Clang",
    "Fuchsia",
    "GNUstep",
    "IBOutletCollection",
    "Microsoft",
    "Neon",
    "Objective",
    "OpenACC",
    "OpenCL",
    "OpenMP",
    "Pascal",
    "Swift",
    "Unicode",
    "Vulkan",
    "WebAssembly",
];
