//! Evaluates `cmake_parse_arguments`.

use super::Runner;

impl Runner<'_> {
    /// `cmake_parse_arguments(PREFIX OPTIONS ONE MANY ARGUMENT…)`, or `(PARSE_ARGV FROM PREFIX OPTIONS ONE MANY)` for
    /// the arguments of the current function from the index `FROM` on.
    pub(super) fn parse_arguments(&mut self, words: &[String]) {
        let (words, own) = match words {
            [key, from, rest @ ..] if key == "PARSE_ARGV" => {
                let from = from.parse().unwrap_or(0);
                let own = self.list("ARGV").into_iter().skip(from);
                (rest, Some(own.collect::<Vec<_>>()))
            }
            _ => (words, None),
        };
        let [prefix, options, one, many, args @ ..] = words else {
            return;
        };
        let args = own.as_deref().unwrap_or(args);
        let keywords = [options, one, many].map(String::as_str);
        let count: usize = keywords.iter().map(|it| it.split(';').count()).sum();
        if !self.spend(args.len() * count) {
            return;
        }
        for (keyword, value) in taken_apart(keywords, args) {
            self.set_certain(&format!("{prefix}_{keyword}"), value);
        }
    }
}

/// The variables that `cmake_parse_arguments` sets, without the prefix: one for each keyword with its values, and
/// `UNPARSED_ARGUMENTS` with the arguments that belong to no keyword.
fn taken_apart(keywords: [&str; 3], args: &[String]) -> Vec<(String, String)> {
    let [options, one, many] = keywords.map(|it| it.split(';').filter(|it| !it.is_empty()));
    let mut values: Vec<(&str, Vec<&str>)> =
        options.clone().map(|it| (it, vec!["FALSE"])).collect();
    let first_with_value = values.len();
    values.extend(one.clone().map(|it| (it, Vec::new())));
    let first_with_many = values.len();
    values.extend(many.map(|it| (it, Vec::new())));
    let mut unparsed = Vec::new();
    // The index of the keyword to which the next argument belongs.
    let mut open = None;
    for arg in args {
        if let Some(at) = values.iter().position(|(it, _)| it == arg) {
            open = (at >= first_with_value).then_some(at);
            if at < first_with_value {
                values[at].1 = vec!["TRUE"];
            } else if at < first_with_many {
                values[at].1.clear();
            }
            continue;
        }
        match open {
            Some(at) => values[at].1.push(arg),
            None => unparsed.push(arg.as_str()),
        }
        if open.is_some_and(|at| at < first_with_many) {
            open = None;
        }
    }
    let unparsed = ("UNPARSED_ARGUMENTS", unparsed);
    let all = values.into_iter().chain([unparsed]);
    all.map(|(name, value)| (name.to_owned(), value.join(";")))
        .collect()
}
