//! The Python properties for the operands, attributes, results and regions of an operation.

use backend::{Fatal, Output};
use mlir_model::operation::{Operation, Value, variable_length};

use super::builder::is_unit;
use super::changes;
use super::value_kind::{OPERANDS, RESULTS, ValueKind};
use crate::python::identifier;

/// Writes the properties of an operation.
pub(super) fn push(out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    push_values(out, op, &OPERANDS, &op.operands)?;
    push_attributes(out, op)?;
    push_values(out, op, &RESULTS, &op.results)?;
    push_regions(out, op);
    Ok(())
}

/// The names of the properties of an operation, as [`push`] writes them: for the operands, attributes, results and
/// regions.
pub(crate) fn names(op: &Operation) -> [Vec<String>; 4] {
    fn known<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
        names.filter(|it| !it.is_empty()).map(identifier).collect()
    }
    [
        known(op.operands.iter().map(|it| it.name)),
        known(op.native_attributes().map(|it| it.name)),
        known(op.results.iter().map(|it| it.name)),
        known(op.regions.iter().map(|it| it.name)),
    ]
}

fn push_values(
    out: &mut Output,
    op: &Operation,
    kind: &ValueKind,
    values: &[Value],
) -> Result<(), Fatal> {
    let release = op.rec.records().release();
    let variable = variable_length(values);
    let has_segments = match kind.word {
        "operand" => op.has_operand_segments(),
        _ => op.has_result_segments(),
    };
    let is_equally_sized = variable > 1 && op.has_trait(kind.same_size);
    let (word, number) = (kind.word, values.len());
    let (mut singles, mut lists) = (0, 0);
    for (index, value) in values.iter().enumerate() {
        let is_list = value.ty.has_variable_length();
        if !value.name.is_empty() {
            push_head(
                out,
                &identifier(value.name),
                &changes::value_type(release, value, kind, is_equally_sized)?,
            );
            if variable <= 1 {
                push_by_count(out, word, value, number, index, lists > 0);
            } else if is_equally_sized {
                let counts = [number - variable, variable, singles, lists];
                changes::push_equally_sized(out, release, word, is_list, counts);
            } else if has_segments {
                push_by_segment(out, word, value, index);
            } else {
                let message = format!("unsupported {word} structure");
                let error = op.rec.records().fatal(message);
                let error = error.near(&op.rec.record().locs);
                return Err(Box::new(error.once_a_place()));
            }
        }
        if is_list { lists += 1 } else { singles += 1 }
    }
    Ok(())
}

fn push_head(out: &mut Output, name: &str, annotation: &str) {
    write!(
        out,
        "\n  @builtins.property\n  def {name}(self){annotation}:\n"
    );
}

/// Writes the body of a property if at most one operand or result is variadic. The number of values of a variadic
/// operand or result follows from the total number.
fn push_by_count(
    out: &mut Output,
    word: &str,
    value: &Value,
    number: usize,
    index: usize,
    is_behind_list: bool,
) {
    let all = format!("self.operation.{word}s");
    let length = format!("_ods_variadic_group_length = len({all}) - {number} + 1");
    match () {
        () if value.ty.is_optional() => writeln!(
            out,
            "    return None if len({all}) < {number} else {all}[{index}]"
        ),
        () if value.ty.has_variable_length() => write!(
            out,
            "    {length}\n    return {all}[{index}:{index} + _ods_variadic_group_length]\n"
        ),
        () if is_behind_list => write!(
            out,
            "    {length}\n    return {all}[{index} + _ods_variadic_group_length - 1]\n"
        ),
        () => writeln!(out, "    return {all}[{index}]"),
    }
}

/// Writes the body of a property if an attribute stores the segment sizes.
fn push_by_segment(out: &mut Output, word: &str, value: &Value, index: usize) {
    let suffix = match () {
        () if !value.ty.has_variable_length() => "[0]".to_owned(),
        () if value.ty.is_optional() => format!("[0] if len({word}_range) > 0 else None"),
        () => String::new(),
    };
    write!(
        out,
        "    {word}_range = _ods_segmented_accessor(
         self.operation.{word}s,
         self.operation.attributes[\"{word}SegmentSizes\"], {index})
    return {word}_range{suffix}
"
    );
}

fn push_attributes(out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    let release = op.rec.records().release();
    for attribute in op.native_attributes().filter(|it| !it.name.is_empty()) {
        let key = attribute.name;
        let name = identifier(key);
        let is_optional = attribute.attr.is_optional()?;
        let is_unit = is_unit(attribute);
        let ty = changes::attribute_type(release, attribute.attr, is_optional);
        if is_unit {
            push_head(out, &name, changes::unit_type(release));
            write!(
                out,
                "    return \"{key}\" in self.operation.attributes

  @{name}.setter
  def {name}(self, value):
    if bool(value):
      self.operation.attributes[\"{key}\"] = _ods_ir.UnitAttr.get()
    elif \"{key}\" in self.operation.attributes:
      del self.operation.attributes[\"{key}\"]
"
            );
        } else if is_optional {
            push_head(out, &name, &ty.result);
            write!(
                out,
                "    if \"{key}\" not in self.operation.attributes:
      return None
    return self.operation.attributes[\"{key}\"]

  @{name}.setter
  def {name}(self, value{parameter}):
    if value is not None:
      self.operation.attributes[\"{key}\"] = value
    elif \"{key}\" in self.operation.attributes:
      del self.operation.attributes[\"{key}\"]
",
                parameter = ty.parameter
            );
        } else {
            push_head(out, &name, &ty.result);
            write!(
                out,
                "    return self.operation.attributes[\"{key}\"]

  @{name}.setter
  def {name}(self, value{parameter}):
    if value is None:
      raise ValueError(\"'None' not allowed as value for mandatory attributes\")
    self.operation.attributes[\"{key}\"] = value
",
                parameter = ty.parameter
            );
        }
        if is_unit || is_optional {
            write!(
                out,
                "
  @{name}.deleter
  def {name}(self):
    del self.operation.attributes[\"{key}\"]
"
            );
        }
    }
    Ok(())
}

fn push_regions(out: &mut Output, op: &Operation) {
    let release = op.rec.records().release();
    for (index, region) in op.regions.iter().enumerate() {
        if region.name.is_empty() {
            continue;
        }
        let annotation = changes::region_type(release, region.is_variadic);
        push_head(out, &identifier(region.name), annotation);
        let rest = if region.is_variadic { ":" } else { "" };
        writeln!(out, "    return self.regions[{index}{rest}]");
    }
}
