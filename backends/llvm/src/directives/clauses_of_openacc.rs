//! Clang's tables of the clauses that each OpenACC directive allows and requires. They are new in LLVM 21.

use backend::{Fatal, Output, Rec};

use super::flang::{push_set_map, push_sets};
use super::language::{Language, camel_case, first_spelling};

pub(super) fn push(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    push_sets(out, language, "clang", clause_name)?;
    push_set_map(out, language, "clang", directive_name)
}

fn clause_name(language: &Language, clause: Rec) -> Result<String, Fatal> {
    let given = clause.string("clangAccSpelling")?;
    let name = if given.is_empty() {
        camel_case(&first_spelling(clause)?, "_", language.release)
    } else {
        given.into_owned()
    };
    Ok(format!("OpenACCClauseKind::{name}"))
}

fn directive_name(language: &Language, directive: Rec) -> Result<String, Fatal> {
    let name = match &*first_spelling(directive)? {
        "unknown" => "Invalid".to_owned(),
        name => camel_case(name, " _", language.release),
    };
    Ok(format!("clang::OpenACCDirectiveKind::{name}"))
}
