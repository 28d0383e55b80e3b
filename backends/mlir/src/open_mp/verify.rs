//! The check that an operation uses the texts of its clauses.

use backend::text::SPACES;
use backend::{Context, Fatal, Output, Rec, Severity};
use elaborate::value::print::value_unquoted;

use super::clause_name;

/// Reports each operation that leaves out a part of one of its clauses. Writes no output.
pub(super) fn write(cx: &Context, _: &mut Output) -> Result<(), Fatal> {
    for op in cx.records.derived("OpenMP_Op")? {
        for clause in op.list_of_defs("clauseList")? {
            verify(cx, op, clause)?;
        }
    }
    Ok(())
}

/// A text of a clause that each operation with the clause should contain.
struct Part {
    /// The field by which a clause excludes the text from the check.
    ignored: &'static str,
    /// The field of the clause with the text.
    field: &'static str,
    /// The field of the operation that should contain the text.
    op_field: &'static str,
    severity: Severity,
    advice: &'static str,
}

const PARTS: [Part; 4] = [
    Part {
        ignored: "ignoreAsmFormat",
        field: "reqAssemblyFormat",
        op_field: "assemblyFormat",
        severity: Severity::Warning,
        advice: "concatenating `clauses[{Req,Opt}]AssemblyFormat`",
    },
    Part {
        ignored: "ignoreAsmFormat",
        field: "optAssemblyFormat",
        op_field: "assemblyFormat",
        severity: Severity::Warning,
        advice: "concatenating `clauses[{Req,Opt}]AssemblyFormat`",
    },
    Part {
        ignored: "ignoreDesc",
        field: "description",
        op_field: "description",
        severity: Severity::Error,
        advice: "concatenating `clausesDescription`",
    },
    Part {
        ignored: "ignoreExtraDecl",
        field: "extraClassDeclaration",
        op_field: "extraClassDeclaration",
        severity: Severity::Warning,
        advice: "concatenating `clausesExtraClassDeclaration`",
    },
];

fn verify(cx: &Context, op: Rec, clause: Rec) -> Result<(), Fatal> {
    let name = clause_name(clause);
    if !clause.bit("ignoreArgs")? {
        let own: Vec<_> = op.dag("arguments")?.args().collect();
        for argument in clause.dag("arguments")?.args() {
            if !own.contains(&argument) {
                let (value, argument) = argument;
                let value = value_unquoted(&cx.records.names(), value);
                let argument = argument.unwrap_or_default();
                cx.report(op.diagnostic(
                    Severity::Warning,
                    format!(
                        "'{name}' clause-defined argument '{value}:${argument}' not present in operation. \
                         Consider `dag arguments = !con(clausesArgs, ...)` or explicitly skipping this field."
                    ),
                ));
            }
        }
    }
    for part in PARTS {
        if clause.bit(part.ignored)? || has(op, part.op_field, clause, part.field)? {
            continue;
        }
        let Part {
            field,
            severity,
            advice,
            ..
        } = part;
        cx.report(op.diagnostic(
            severity,
            format!(
                "'{name}' clause-defined `{field}` not present in operation. Consider {advice} or \
                 explicitly skipping this field."
            ),
        ));
    }
    Ok(())
}

/// Whether a field of an operation contains the text of a clause. True if the clause has no text.
fn has(op: Rec, op_field: &str, clause: Rec, field: &str) -> Result<bool, Fatal> {
    let text = clause.optional_string(field)?.unwrap_or_default();
    let own = op.optional_string(op_field)?.unwrap_or_default();
    Ok(own.contains(text.trim_matches(SPACES)))
}
