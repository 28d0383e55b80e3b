//! The selection of operations and of a dialect by the options of a generator.

#[cfg(test)]
mod tests;

use backend::{Audience, BackendOption, Context, Diagnostic, Fatal, Rec, Severity, bail, spend};
use ere::Ere;

use mlir_model::dialect::Dialect;
use mlir_model::operation::operation_name;

pub(crate) const OP_INCLUDE: BackendOption = BackendOption::text(
    "op-include-regex",
    "Regex of name of op's to include (no filter if empty)",
);

pub(crate) const OP_EXCLUDE: BackendOption = BackendOption::text(
    "op-exclude-regex",
    "Regex of name of op's to exclude (no filter if empty)",
);

pub(crate) const DIALECT: BackendOption = BackendOption::text("dialect", "The dialect to gen for");

pub(crate) const FORMAT_ERRORS: BackendOption = BackendOption::flag_on(
    "asmformat-error-is-fatal",
    "Emit a fatal error if format parsing fails",
);

/// The records of the operations that the options select, sorted by the bytes of their names.
pub(crate) fn operations<'a>(cx: &Context<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
    let records = cx.records;
    if records.class("Op").is_none() {
        bail!(records, "ERROR: Couldn't find the 'Op' class!\n");
    }
    let mut ops = records.derived("Op")?;
    ops.sort_by_key(|it| it.name());
    let mut include = Filter::read(cx, &OP_INCLUDE);
    let mut exclude = Filter::read(cx, &OP_EXCLUDE);
    if include.is_none() && exclude.is_none() {
        return Ok(ops);
    }
    let mut chosen = Vec::new();
    for op in ops {
        let name = operation_name(op)?;
        let is_included = include.as_mut().is_none_or(|it| it.is_match(&name));
        if is_included && !exclude.as_mut().is_some_and(|it| it.is_match(&name)) {
            chosen.push(op);
        }
    }
    Ok(chosen)
}

/// A regular expression against which names are matched. `None` if the expression is invalid. An invalid expression
/// matches no name.
pub(crate) struct Filter(Option<Ere>);

impl Filter {
    /// The regular expression that an option gives; `None` if the option is empty.
    pub(crate) fn read(cx: &Context, option: &BackendOption) -> Option<Filter> {
        let pattern = cx.options.text(option);
        let pattern = (!pattern.is_empty()).then_some(pattern)?;
        Some(Filter(Ere::new(pattern.as_bytes(), pay).ok()))
    }

    /// Whether the regular expression matches any part of a name.
    pub(crate) fn is_match(&mut self, name: &str) -> bool {
        let pattern = self.0.as_mut();
        pattern.is_some_and(|it| it.is_match(name.as_bytes(), pay).unwrap_or(false))
    }
}

fn pay(steps: usize) -> Result<(), std::convert::Infallible> {
    spend(steps);
    Ok(())
}

/// The dialect that the option names, or the only dialect if the option is not given. An error if this dialect does not
/// exist, or if the option is not given and the unit defines several dialects.
pub(crate) fn dialect<'a>(cx: &Context<'a>) -> Result<Dialect<'a>, Fatal> {
    let records = cx.records;
    let all = records.derived_if_defined("Dialect");
    for rec in &all {
        Dialect(*rec).check()?;
    }
    let wanted = cx.options.given_text(&DIALECT);
    match (&*all, wanted) {
        ([], _) => Err(cx.ended_plainly("no dialect was found\n")),
        ([only], None) => Ok(Dialect(*only)),
        (_, None) => {
            let mut error = cx.ended_plainly(
                "when more than 1 dialect is present, one must be selected via '-dialect'\n",
            );
            error.in_words = Some(choose(&DIALECT, &dialect_names(cx)));
            Err(error)
        }
        (_, Some(wanted)) => {
            for rec in all {
                if Dialect(rec).dialect_name()? == wanted {
                    return Ok(Dialect(rec));
                }
            }
            let mut error = cx.ended_plainly("selected dialect with '-dialect' does not exist\n");
            error.in_words = Some(no_value(&DIALECT, wanted, &dialect_names(cx)));
            Err(error)
        }
    }
}

/// Warns the user if an option names an unknown dialect. The reference does not warn, and writes an output without
/// definitions. There is no warning if the unit defines no dialects.
pub(crate) fn warn_of_unknown_dialect(cx: &Context, option: &BackendOption) {
    let wanted = cx.options.text(option);
    let names = dialect_names(cx);
    if !wanted.is_empty() && !names.is_empty() && !names.iter().any(|it| it == wanted) {
        let message = no_value(option, wanted, &names);
        cx.report(Diagnostic {
            audience: Audience::People,
            ..Diagnostic::new(Severity::Warning, None, message)
        });
    }
}

/// The names of all dialects, except dialects whose name is invalid.
pub(crate) fn dialect_names(cx: &Context) -> Vec<String> {
    let all = cx.records.derived_if_defined("Dialect").into_iter();
    let names = all.filter_map(|it| Dialect(it).dialect_name().ok());
    names.map(|it| it.into_owned()).collect()
}

/// The message that a required option is missing, with the possible values of the option.
pub(crate) fn choose(option: &BackendOption, values: &[String]) -> String {
    let name = option.name;
    match values {
        [] => format!("'-{name}' is missing"),
        _ => format!("'-{name}' is missing: it may be {}", listed(values)),
    }
}

/// The message that an option names the unknown dialect `given`, with the possible values of the option.
pub(crate) fn no_value(option: &BackendOption, given: &str, values: &[String]) -> String {
    let wrong = format!("there is no dialect '{given}' for '-{}'", option.name);
    match values {
        [] => wrong,
        _ => format!("{wrong}: it may be {}", listed(values)),
    }
}

/// The maximum number of values that a message about an option lists.
const MAX_LISTED: usize = 12;

fn listed(values: &[String]) -> String {
    let shown = values.iter().take(MAX_LISTED);
    let mut quoted: Vec<String> = shown.map(|it| format!("'{it}'")).collect();
    let last = match values.len().checked_sub(MAX_LISTED) {
        Some(more @ 1..) => Some(format!("one of {more} more")),
        _ => quoted.pop(),
    };
    match (&*quoted, last) {
        (_, None) => String::new(),
        ([], Some(last)) => last,
        (before, Some(last)) => format!("{} or {last}", before.join(", ")),
    }
}
