//! `-gen-dialect-decls` and `-gen-dialect-defs`: the C++ class of a dialect.

mod changes;
mod hooks;
#[cfg(test)]
mod tests;

use backend::text::{push_header, push_joined};
use backend::{Backend, Context, Fatal, Output};
use mlir_model::dialect::{Dialect, DiscardableAttribute};
use mlir_model::names::camel_case;

use crate::namespaces;
use crate::selection::{self, DIALECT};

pub(crate) const DECLARATIONS: Backend = Backend::mlir(
    "gen-dialect-decls",
    "Declare the class of a dialect",
    &["Dialect"],
    write_declarations,
)
.options(&[DIALECT]);

pub(crate) const DEFINITIONS: Backend = Backend::mlir(
    "gen-dialect-defs",
    "Define the class of a dialect",
    &["Dialect"],
    write_definitions,
)
.options(&[DIALECT]);

/// The dialect that the options select; `None` if the unit defines no dialect.
fn chosen<'a>(cx: &Context<'a>) -> Result<Option<Dialect<'a>>, Fatal> {
    if Dialect::all(cx.records)?.is_empty() {
        Ok(None)
    } else {
        selection::dialect(cx).map(Some)
    }
}

fn write_declarations(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Dialect Declarations", cx.records);
    match chosen(cx)? {
        Some(dialect) => out.of(dialect, |out| push_declaration(out, dialect)),
        None => Ok(()),
    }
}

fn push_declaration(out: &mut Output, dialect: Dialect) -> Result<(), Fatal> {
    let class = dialect.class_name();
    let namespace = dialect.namespace()?;
    namespaces::push(out, dialect.records().release(), &namespace, |out| {
        changes::push_description(out, dialect);
        write!(
            out,
            "
class {class} : public ::mlir::{base} {{
  explicit {class}(::mlir::MLIRContext *context);

  void initialize();
  friend class ::mlir::MLIRContext;
public:
  ~{class}() override;
  static constexpr ::llvm::StringLiteral getDialectNamespace() {{
    return ::llvm::StringLiteral(\"{name}\");
  }}
",
            base = base_class(dialect)?,
            name = dialect.dialect_name()?
        );
        hooks::push(out, dialect)?;
        for attribute in dialect.discardable_attributes()? {
            push_helper(out, &dialect.dialect_name()?, &attribute);
        }
        out.push(&dialect.extra_declaration()?);
        out.push("};\n");
        Ok::<_, Fatal>(())
    })?;
    if !namespace.is_empty() {
        writeln!(out, "MLIR_DECLARE_EXPLICIT_TYPE_ID({namespace}::{class})");
    }
    Ok(())
}

fn base_class(dialect: Dialect) -> Result<&'static str, Fatal> {
    Ok(if dialect.is_extensible()? {
        "ExtensibleDialect"
    } else {
        "Dialect"
    })
}

/// Writes the class that gets and sets a discardable attribute of operations, and a field that holds an instance of
/// this class.
fn push_helper(out: &mut Output, dialect: &str, attribute: &DiscardableAttribute) {
    let DiscardableAttribute { name, ty } = attribute;
    let (class, field) = (camel_case(name, true), camel_case(name, false));
    write!(
        out,
        "
    /// Helper to manage the discardable attribute `{name}`.
    class {class}AttrHelper {{
      ::mlir::StringAttr name;
    public:
      static constexpr ::llvm::StringLiteral getNameStr() {{
        return \"{dialect}.{name}\";
      }}
      constexpr ::mlir::StringAttr getName() {{
        return name;
      }}

      {class}AttrHelper(::mlir::MLIRContext *ctx)
        : name(::mlir::StringAttr::get(ctx, getNameStr())) {{}}

     {ty} getAttr(::mlir::Operation *op) {{
       return op->getAttrOfType<{ty}>(name);
     }}
     void setAttr(::mlir::Operation *op, {ty} val) {{
       op->setAttr(name, val);
     }}
     bool isAttrPresent(::mlir::Operation *op) {{
       return op->hasAttrOfType<{ty}>(name);
     }}
     void removeAttr(::mlir::Operation *op) {{
       assert(op->hasAttrOfType<{ty}>(name));
       op->removeAttr(name);
     }}
   }};
   {class}AttrHelper get{class}AttrHelper() {{
     return {field}AttrName;
   }}
 private:
   {class}AttrHelper {field}AttrName;
 public:
"
    );
}

fn write_definitions(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Dialect Definitions", cx.records);
    match chosen(cx)? {
        Some(dialect) => out.of(dialect, |out| push_definition(out, dialect)),
        None => Ok(()),
    }
}

fn push_definition(out: &mut Output, dialect: Dialect) -> Result<(), Fatal> {
    let class = dialect.class_name();
    let namespace = dialect.namespace()?;
    if !namespace.is_empty() {
        writeln!(out, "MLIR_DEFINE_EXPLICIT_TYPE_ID({namespace}::{class})");
    }
    namespaces::push(out, dialect.records().release(), &namespace, |out| {
        let base = base_class(dialect)?;
        write!(
            out,
            "
{class}::{class}(::mlir::MLIRContext *context)
    : ::mlir::{base}(getDialectNamespace(), context, ::mlir::TypeID::get<{class}>())
    "
        );
        for DiscardableAttribute { name, .. } in dialect.discardable_attributes()? {
            write!(out, ", {}AttrName(context)", camel_case(&name, false));
        }
        out.push("\n     {\n  ");
        push_joined(out, "\n  ", dialect.dependent_dialects()?, |out, it| {
            write!(out, "getContext()->loadDialect<{it}>();");
        });
        out.push("\n  initialize();\n}\n");
        if !dialect.has_own_destructor()? {
            write!(out, "\n{class}::~{class}() = default;\n\n");
        }
        Ok(())
    })
}
