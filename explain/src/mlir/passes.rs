//! Descriptions of passes: how they are created and run.

use backend::{Context, Fatal, Rec};
use ide::markup::code_span;
use mlir_model::passes::{Pass, PassOption};

use super::{push_rows, shortened};
use crate::page::Page;

/// Describes a pass: how it is created and run, its options, its statistics, and the dialects that it depends on.
pub(crate) fn pass(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let it = Pass::read(rec)?;
    page.prose(format!(
        "pass {}, in C++ {}",
        code_span(&format!("--{}", it.argument)),
        code_span(&it.call())
    ));
    let statistics = it.statistics.iter().map(|it| {
        let about = shortened(&it.description);
        vec![
            "statistic".to_owned(),
            it.name.to_string(),
            String::new(),
            about,
        ]
    });
    push_rows(page, it.options.iter().map(row).chain(statistics).collect());
    page.names("dependent dialects", &it.dependent_dialects);
    Ok(())
}

fn row(option: &PassOption) -> Vec<String> {
    let list = if option.is_list { "list of " } else { "" };
    let mut ty = format!("{list}{}", shortened(&option.ty));
    if let Some(default) = &option.default {
        ty += &format!(" = {}", shortened(default));
    }
    let about = shortened(&option.description);
    vec!["option".to_owned(), option.argument.to_string(), ty, about]
}
