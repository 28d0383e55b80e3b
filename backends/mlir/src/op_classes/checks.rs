//! Functions that test whether a type, attribute, property, successor or region satisfies a constraint. The operations
//! of a file share them: constraints with equal predicates and summaries have one function.

use rustc_hash::FxHashMap;

use backend::{Fatal, Output, RecordId, Records, Release};

use mlir_model::attribute::Attribute;
use mlir_model::constraint::{Constraint, ConstraintKind};
use mlir_model::operation::Operation;
use mlir_model::property::Property;
use mlir_model::template::Substitutions;

use super::changes;
use super::error_text::{Message, error_text};
use crate::source_text::root_label;

/// All constraint functions of a generated file.
#[derive(Debug)]
pub(super) struct Checks<'a> {
    /// The part of the function names that is different in each generated file.
    label: String,
    release: Release,
    types: Functions<'a>,
    attributes: Functions<'a>,
    properties: Functions<'a>,
    successors: Functions<'a>,
    regions: Functions<'a>,
}

/// The functions for one kind of constraint, in the order in which operations first need them.
#[derive(Debug, Default)]
struct Functions<'a> {
    all: Vec<Constraint<'a>>,
    known: FxHashMap<(RecordId, String), usize>,
}

impl<'a> Functions<'a> {
    fn key(constraint: Constraint) -> Result<Option<(RecordId, String)>, Fatal> {
        let Some(predicate) = constraint.predicate() else {
            return Ok(None);
        };
        Ok(Some((predicate.id(), constraint.summary()?.into_owned())))
    }

    fn add(&mut self, constraint: Constraint<'a>) -> Result<(), Fatal> {
        if let Some(key) = Self::key(constraint)? {
            self.known.entry(key).or_insert_with(|| {
                self.all.push(constraint);
                self.all.len() - 1
            });
        }
        Ok(())
    }

    fn index(&self, constraint: Constraint) -> Result<Option<usize>, Fatal> {
        let key = Self::key(constraint)?;
        Ok(key.and_then(|it| self.known.get(&it).copied()))
    }
}

impl<'a> Checks<'a> {
    /// Collects the functions for the constraints of `ops`. The names of the functions contain `shard`, the number of
    /// the shard.
    pub(super) fn new(
        records: &Records,
        ops: &[Operation<'a>],
        shard: &str,
    ) -> Result<Checks<'a>, Fatal> {
        let mut checks = Checks {
            label: format!("{shard}{}", root_label(records)),
            release: records.release(),
            types: Functions::default(),
            attributes: Functions::default(),
            properties: Functions::default(),
            successors: Functions::default(),
            regions: Functions::default(),
        };
        for op in ops {
            checks.add(op)?;
        }
        Ok(checks)
    }

    fn add(&mut self, op: &Operation<'a>) -> Result<(), Fatal> {
        for value in op.operands.iter().chain(&op.results) {
            self.types.add(value.ty.constraint)?;
        }
        for it in op.native_attributes() {
            if can_stand_alone(it.attr)? {
                self.attributes.add(it.attr.constraint())?;
            }
        }
        for it in &op.properties {
            if is_separate_property(it.prop)? {
                self.properties.add(it.prop.constraint())?;
            }
        }
        for it in &op.successors {
            self.successors.add(it.constraint)?;
        }
        for it in &op.regions {
            self.regions.add(it.constraint)?;
        }
        Ok(())
    }

    /// The release that the functions are written for.
    pub(super) fn release(&self) -> Release {
        self.release
    }

    fn functions(&self, kind: ConstraintKind) -> &Functions<'a> {
        match kind {
            ConstraintKind::Type => &self.types,
            ConstraintKind::Attr => &self.attributes,
            ConstraintKind::Prop => &self.properties,
            ConstraintKind::Successor => &self.successors,
            ConstraintKind::Region | ConstraintKind::Other => &self.regions,
        }
    }

    /// The name of the function that tests a constraint; `None` if there is no such function.
    pub(super) fn function(&self, constraint: Constraint) -> Result<Option<String>, Fatal> {
        let index = self.functions(constraint.kind).index(constraint)?;
        Ok(index.map(|it| self.name(constraint.kind, it)))
    }

    fn name(&self, kind: ConstraintKind, index: usize) -> String {
        let label = &self.label;
        let number = changes::first_check(self.release) + index;
        format!(
            "__mlir_ods_local_{}_constraint_{label}{number}",
            kind_name(kind)
        )
    }

    /// Writes the definitions of all functions.
    pub(super) fn push(&self, out: &mut Output) -> Result<(), Fatal> {
        for kind in [
            ConstraintKind::Type,
            ConstraintKind::Attr,
            ConstraintKind::Prop,
            ConstraintKind::Successor,
            ConstraintKind::Region,
        ] {
            for (index, constraint) in self.functions(kind).all.iter().enumerate() {
                out.of(constraint.rec, |out| self.push_one(out, *constraint, index))?;
            }
        }
        Ok(())
    }

    fn push_one(
        &self,
        out: &mut Output,
        constraint: Constraint,
        index: usize,
    ) -> Result<(), Fatal> {
        let kind = constraint.kind;
        let names = Substitutions::new()
            .with("_op", "*op")
            .with("_self", kind_name(kind));
        let condition = names.fill(&constraint.condition()?);
        let summary = constraint.summary()?;
        let text = error_text(self.release, &summary, &names, Message::Stream);
        let name = self.name(kind, index);
        match kind {
            ConstraintKind::Type => push_type(out, &name, &condition, &text),
            ConstraintKind::Attr => push_attribute(out, &name, &condition, &text),
            ConstraintKind::Prop => {
                let ty = Property(constraint.rec).interface_type();
                push_property(out, &name, &ty, &condition, &text);
            }
            ConstraintKind::Successor => push_successor(out, &name, &condition, &text),
            ConstraintKind::Region | ConstraintKind::Other => {
                push_region(out, &name, &condition, &text);
            }
        }
        Ok(())
    }
}

/// The part of a function's name that denotes the kind of constraint; also the name of the function's parameter.
fn kind_name(kind: ConstraintKind) -> &'static str {
    match kind {
        ConstraintKind::Type => "type",
        ConstraintKind::Attr => "attr",
        ConstraintKind::Prop => "prop",
        ConstraintKind::Successor => "successor",
        ConstraintKind::Region | ConstraintKind::Other => "region",
    }
}

/// Whether an attribute has a condition that depends only on the attribute and the operation.
fn can_stand_alone(attr: Attribute) -> Result<bool, Fatal> {
    let constraint = attr.constraint();
    Ok(constraint.predicate().is_some() && needs_nothing_else(&constraint.condition()?))
}

fn is_separate_property(prop: Property) -> Result<bool, Fatal> {
    if prop.predicate().is_none() || prop.interface_type().is_empty() {
        return Ok(false);
    }
    let condition = prop.constraint().condition()?;
    Ok(condition != "true" && needs_nothing_else(&condition))
}

fn needs_nothing_else(condition: &str) -> bool {
    let known = Substitutions::new().with("_self", "").with("_op", "");
    known.fills(condition)
}

fn push_type(out: &mut Output, name: &str, condition: &str, text: &str) {
    write!(
        out,
        "
static ::llvm::LogicalResult {name}(
    ::mlir::Operation *op, ::mlir::Type type, ::llvm::StringRef valueKind,
    unsigned valueIndex) {{
  if (!({condition})) {{
    return op->emitOpError(valueKind) << \" #\" << valueIndex
        << \" must be {text}, but got \" << type;
  }}
  return ::mlir::success();
}}
"
    );
}

fn push_attribute(out: &mut Output, name: &str, condition: &str, text: &str) {
    write!(
        out,
        "
static ::llvm::LogicalResult {name}(
    ::mlir::Attribute attr, ::llvm::StringRef attrName, \
         llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {{
  if (attr && !({condition}))
    return emitError() << \"attribute '\" << attrName
        << \"' failed to satisfy constraint: {text}\";
  return ::mlir::success();
}}
static ::llvm::LogicalResult {name}(
    ::mlir::Operation *op, ::mlir::Attribute attr, ::llvm::StringRef attrName) {{
  return {name}(attr, attrName, [op]() {{
    return op->emitOpError();
  }});
}}
"
    );
}

fn push_property(out: &mut Output, name: &str, ty: &str, condition: &str, text: &str) {
    write!(
        out,
        "
  static ::llvm::LogicalResult {name}(
      {ty} prop, ::llvm::StringRef propName, \
         llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {{
    if (!({condition}))
      return emitError() << \"property '\" << propName
          << \"' failed to satisfy constraint: {text}\";
    return ::mlir::success();
  }}
  static ::llvm::LogicalResult {name}(
      ::mlir::Operation *op, {ty} prop, ::llvm::StringRef propName) {{
    return {name}(prop, propName, [op]() {{
      return op->emitOpError();
    }});
  }}
  "
    );
}

fn push_successor(out: &mut Output, name: &str, condition: &str, text: &str) {
    write!(
        out,
        "
static ::llvm::LogicalResult {name}(
    ::mlir::Operation *op, ::mlir::Block *successor,
    ::llvm::StringRef successorName, unsigned successorIndex) {{
  if (!({condition})) {{
    return op->emitOpError(\"successor #\") << successorIndex << \" ('\"
        << successorName << \")' failed to verify constraint: {text}\";
  }}
  return ::mlir::success();
}}
"
    );
}

fn push_region(out: &mut Output, name: &str, condition: &str, text: &str) {
    write!(
        out,
        "
static ::llvm::LogicalResult {name}(
    ::mlir::Operation *op, ::mlir::Region &region, ::llvm::StringRef regionName,
    unsigned regionIndex) {{
  if (!({condition})) {{
    return op->emitOpError(\"region #\") << regionIndex
        << (regionName.empty() ? \" \" : \" ('\" + regionName + \"') \")
        << \"failed to verify constraint: {text}\";
  }}
  return ::mlir::success();
}}
"
    );
}
