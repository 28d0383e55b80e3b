//! The structs with the operands of clauses, and the types that combine them for operations.

use backend::text::SPACES;
use backend::{Context, Fatal, Output, Rec, Severity, bail};
use mlir_model::names::camel_case;

use super::{clause_name, without};
use crate::namespaces;

/// The maximum number of wrappers around an attribute.
const MAX_DEPTH: usize = 64;

/// Writes the structs of all named clauses, and the types of all named operations.
pub(super) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    namespaces::push(out, cx.release(), "mlir::omp", |out| {
        out.try_each(cx.records.derived("OpenMP_Clause")?, |out, clause| {
            if clause.is_anonymous() {
                Ok(())
            } else {
                push_clause(cx, out, clause)
            }
        })?;
        out.push(
            "
namespace detail {
template <typename... Mixins>
struct Clauses : public Mixins... {};
} // namespace detail
",
        );
        out.try_each(cx.records.derived("OpenMP_Op")?, |out, op| {
            if op.is_anonymous() {
                return Ok(());
            }
            let clauses = op.list_of_defs("clauseList")?.into_iter();
            let clauses: Vec<_> = clauses
                .map(|it| format!("{}ClauseOps", clause_name(it)))
                .collect();
            let name = without(op.name(), &["OpenMP_"], &["Op"]);
            let clauses = clauses.join(", ");
            write!(
                out,
                "\nusing {name}Operands = detail::Clauses<{clauses}>;\n"
            );
            Ok(())
        })
    })
}

fn push_clause(cx: &Context, out: &mut Output, clause: Rec) -> Result<(), Fatal> {
    writeln!(out, "struct {}ClauseOps {{", clause_name(clause));
    for (value, name) in clause.dag("arguments")?.args() {
        let Some(def) = clause.records().def_of(value) else {
            bail!(clause, "an argument of a clause is an attribute or a type");
        };
        let name = name.unwrap_or_default();
        let mut ty = Type::default();
        let base = ty.base(cx, clause, name, def)?;
        let (start, end) = ("::llvm::SmallVector<".repeat(ty.nest), ">".repeat(ty.nest));
        writeln!(out, "  {start}{base}{end} {};", camel_case(name, false));
    }
    out.push("};\n");
    Ok(())
}

/// The type of a field.
#[derive(Default)]
struct Type {
    /// The number of lists that are nested around the base type.
    nest: usize,
    depth: usize,
}

impl Type {
    fn base(&mut self, cx: &Context, clause: Rec, name: &str, def: Rec) -> Result<String, Fatal> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            bail!(
                clause,
                "the attribute of argument '{name}' is nested too deeply"
            );
        }
        if def.is_a("OptionalAttr") {
            return self.base(cx, clause, name, def.def("baseAttr")?);
        }
        if def.is_a("TypedArrayAttrBase") {
            self.nest += 1;
            return self.base(cx, clause, name, def.def("elementAttr")?);
        }
        if def.is_a("ElementsAttrBase") {
            if let Some(element) = element_type(def)? {
                self.nest += 1;
                return Ok(element);
            }
            cx.report(clause.diagnostic(
                Severity::Warning,
                format!(
                    "could not infer array-like attribute element type for argument '{name}', will use bare `storageType`"
                ),
            ));
        }
        if def.is_a("Variadic") {
            self.nest += 1;
        }
        if def.is_a("TypeConstraint") {
            return Ok("::mlir::Value".to_owned());
        }
        match self.nest {
            0 => Ok(def.string("storageType")?.trim_matches(SPACES).to_owned()),
            _ => Ok("::mlir::Attribute".to_owned()),
        }
    }
}

/// The C++ type of an attribute's elements; `None` if the class of the attribute does not determine it.
fn element_type(def: Rec) -> Result<Option<String>, Fatal> {
    let is_a = |class: &str| def.is_a(class);
    Ok(if is_a("IntElementsAttrBase") {
        Some("::llvm::APInt".to_owned())
    } else if is_a("FloatElementsAttr") || is_a("RankedFloatElementsAttr") {
        Some("::llvm::APFloat".to_owned())
    } else if is_a("DenseArrayAttrBase") {
        let list = def.string("returnType")?;
        Some(without(&list, &["::llvm::ArrayRef<"], &[">"]).to_owned())
    } else {
        None
    })
}
