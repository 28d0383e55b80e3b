//! The interfaces by which operations return their requirements: one for each kind of requirement.

use backend::text::{SPACES, push_header};
use backend::{Context, Fatal, Output, Rec};
use mlir_model::availability::Availability;

use crate::namespaces;

/// The first requirement of each kind.
fn kinds<'a>(cx: &Context<'a>) -> Result<Vec<Availability<'a>>, Fatal> {
    let mut classes: Vec<Rec> = Vec::new();
    let mut first = Vec::new();
    for availability in Availability::all(cx.records)? {
        let class = availability.class()?;
        if !classes.contains(&class) {
            classes.push(class);
            first.push(availability);
        }
    }
    Ok(first)
}

/// Declares one interface class for each kind of requirement.
pub(super) fn write_declarations(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Availability Interface Declarations", cx.records);
    out.try_each(kinds(cx)?, |out, it| {
        namespaces::push(out, cx.release(), &it.namespace()?, |out| {
            push_declaration(out, it)
        })
    })
}

fn push_declaration(out: &mut Output, it: Availability) -> Result<(), Fatal> {
    let (interface, query, ty) = (it.interface()?, it.query()?, it.query_type()?);
    write!(
        out,
        "class {interface};

namespace detail {{
struct {interface}Traits {{
  class Concept {{
  public:
    virtual ~Concept() = default;
    virtual {ty} {query}(const Concept *impl, Operation *tblgen_opaque_op) const = 0;
  }};

"
    );
    for model in ["Model", "FallbackModel"] {
        write!(
            out,
            "  template<typename ConcreteOp>
  class {model} : public Concept {{
  public:
    using Interface = {interface};
    {ty} {query}(const Concept *impl, Operation *tblgen_opaque_op) const final {{
      auto op = llvm::cast<ConcreteOp>(tblgen_opaque_op);
      (void)op;
      return op.{query}();
    }}
  }};
"
        );
    }
    let description = it.description()?;
    let description = description.trim_matches(SPACES);
    write!(
        out,
        "  template<typename ConcreteModel, typename ConcreteOp>
  class ExternalModel : public FallbackModel<ConcreteOp> {{}};
}};
}} // namespace detail

/*
{description}
*/
class {interface} : public OpInterface<{interface}, detail::{interface}Traits> {{
public:
  using OpInterface<{interface}, detail::{interface}Traits>::OpInterface;
  {ty} {query}();
}};

"
    );
    Ok(())
}

/// Writes the definitions of the interfaces' methods.
pub(super) fn write_definitions(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Availability Interface Definitions", cx.records);
    out.try_each(kinds(cx)?, |out, it| {
        write!(out, "{} ", it.query_type()?);
        let namespace = it.namespace()?;
        let namespace = namespace.strip_prefix("::").unwrap_or(&namespace);
        if !namespace.is_empty() {
            write!(out, "{namespace}::");
        }
        let (interface, query) = (it.interface()?, it.query()?);
        write!(
            out,
            "{interface}::{query}() {{
  return getImpl()->{query}(getImpl(), getOperation());
}}
"
        );
        Ok(())
    })
}
