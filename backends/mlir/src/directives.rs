//! `-gen-directive-decl` of `mlir-tblgen`: TableGen code that defines enumerations for the values of OpenMP's or
//! OpenACC's clauses.

#[cfg(test)]
mod tests;

use backend::{Backend, BackendOption, Context, Fatal, Language, Output, Rec, Release, bail};

const DIALECT: BackendOption =
    BackendOption::text("directives-dialect", "Generate directives for this dialect");

pub(crate) const BACKEND: Backend = Backend::mlir(
    "gen-directive-decl",
    "Define enumerations for the values of clauses",
    &["Clause", "DirectiveLanguage"],
    write,
)
.options(&[DIALECT])
.language(Language::Text);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let dialect = cx.options.text(&DIALECT);
    if dialect.is_empty() {
        bail!(
            cx.records,
            "a dialect must be selected for the directives via '--directives-dialect'"
        );
    }
    let languages = cx.records.derived("DirectiveLanguage")?;
    let Some(language) = languages.first() else {
        bail!(cx.records, "there is no 'DirectiveLanguage'");
    };
    let namespace = language.string("cppNamespace")?;
    out.try_each(cx.records.derived("Clause")?, |out, clause| {
        let values = clause.list_of_defs("allowedClauseValues")?;
        if values.is_empty() {
            Ok(())
        } else {
            push(out, clause, &values, dialect, &namespace)
        }
    })
}

fn push(
    out: &mut Output,
    clause: Rec,
    values: &[Rec],
    dialect: &str,
    namespace: &str,
) -> Result<(), Fatal> {
    let name = clause.string("enumClauseValue")?;
    let mut cases = Vec::new();
    for (number, value) in values.iter().enumerate() {
        if !value.bit("isUserValue")? {
            continue;
        }
        let text = value.string("name")?.replace(' ', "_");
        let mut symbol = text.to_ascii_lowercase();
        if let Some(first) = symbol.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let case = format!("{name}{text}");
        writeln!(
            out,
            "def {case} : I32EnumAttrCase<\"{symbol}\", {number}, \"{text}\">;"
        );
        cases.push(case);
    }
    let cases = cases.join(changes::between_cases(clause.records().release()));
    let mnemonic = name.to_ascii_lowercase();
    write!(
        out,
        "def {name}: I32EnumAttr<
  \"Clause{name}\",
  \"{name} Clause\",
  [{cases}]> {{
    let cppNamespace = \"::mlir::{namespace}\";
    let genSpecializedAttr = 0;
}}
def {name}Attr : EnumAttr<{dialect}_Dialect, {name}, \"{mnemonic}\">;
"
    );
    Ok(())
}

mod changes {
    use super::Release;

    /// The separator between cases. Since LLVM 22, it ends with a space.
    pub(super) fn between_cases(release: Release) -> &'static str {
        if release >= Release::V22 { ", " } else { "," }
    }
}
