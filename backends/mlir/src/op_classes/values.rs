//! Accessors of operands, results, regions and successors.

use std::borrow::Cow;

use backend::{Fatal, Release, bail};

use mlir_model::names::getter;
use mlir_model::operation::{Operation, Value, variable_length};
use mlir_model::type_constraint::Arity;

use super::changes::Accessor;
use super::slots::{OPERAND_SEGMENTS, RESULT_SEGMENTS, Reader, Slots};
use super::{add_accessor, add_needed, changes};
use crate::cpp::{Class, Indented, Method, Parameter, Qualifiers};

/// A function that returns the return type and the body of the accessor of a variadic-of-variadic operand. Its
/// arguments are the index of the operand and the getter of the segment sizes.
type Groups = fn(usize, &str) -> (&'static str, String);

/// The C++ names and expressions for a range of operands or results.
struct Range {
    /// The C++ class of the range.
    ty: &'static str,
    begin: &'static str,
    size: &'static str,
    /// The name of the method that returns the values of an operand or result.
    values_of: &'static str,
    /// The name of the variable for the values of an optional operand or result.
    variable: &'static str,
    /// The initializer of a missing value. In the output, it follows the C++ class of the value.
    missing: &'static str,
    /// The C++ class of single values; `None` if it depends on the type constraint.
    value: Option<&'static str>,
    /// The accessor of a variadic-of-variadic operand. `None` if it is accessed like a variadic operand.
    groups: Option<Groups>,
    accessor: fn(Arity) -> Accessor,
}

const OPERANDS_OF_OP: Range = Range {
    ty: "::mlir::Operation::operand_range",
    begin: "getOperation()->operand_begin()",
    size: "getOperation()->getNumOperands()",
    values_of: "getODSOperands",
    variable: "operands",
    missing: "{}",
    value: None,
    groups: Some(groups_of_op),
    accessor: Accessor::Operand,
};

const OPERANDS_OF_ADAPTOR: Range = Range {
    ty: "RangeT",
    begin: "odsOperands.begin()",
    size: "odsOperands.size()",
    value: Some("ValueT"),
    groups: Some(groups_of_adaptor),
    ..OPERANDS_OF_OP
};

const RESULTS: Range = Range {
    ty: "::mlir::Operation::result_range",
    begin: "getOperation()->result_begin()",
    size: "getOperation()->getNumResults()",
    values_of: "getODSResults",
    variable: "results",
    missing: "()",
    value: None,
    groups: None,
    accessor: Accessor::Result,
};

fn groups_of_op(index: usize, sizes: &str) -> (&'static str, String) {
    let body = format!("  return getODSOperands({index}).split({sizes}Attr());");
    ("::mlir::OperandRangeRange", body)
}

fn groups_of_adaptor(index: usize, sizes: &str) -> (&'static str, String) {
    let body = format!(
        "
  auto tblgenTmpOperands = getODSOperands({index});
  auto sizes = {sizes}();

  ::llvm::SmallVector<RangeT> tblgenTmpOperandGroups;
  for (int i = 0, e = sizes.size(); i < e; ++i) {{
    tblgenTmpOperandGroups.push_back(tblgenTmpOperands.take_front(sizes[i]));
    tblgenTmpOperands = tblgenTmpOperands.drop_front(sizes[i]);
  }}
  return tblgenTmpOperandGroups;
"
    );
    ("::llvm::SmallVector<RangeT>", body)
}

/// Checks the traits that determine the sizes of variadic operands (or results). An operation with several variadic
/// operands must have exactly one of these traits; any other operation must not have the trait for segment sizes.
fn check_segments(
    op: &Operation,
    values: &[Value],
    kind: &str,
    same_size: &str,
    segments: &str,
) -> Result<(), Fatal> {
    let variable = variable_length(values);
    let has = |name: &str| op.has_trait(&format!("::mlir::OpTrait::{name}"));
    let (same, sized) = (has(same_size), has(segments));
    if variable > 1 && !same && !sized {
        let message =
            format!("op has multiple variadic {kind} but no specification over their sizes");
        return Err(Box::new(op.rec.fatal(message).once_a_place()));
    }
    if variable < 2 && sized {
        bail!(
            op.rec,
            "op must have at least two variadic {kind} to use '{segments}' trait"
        );
    }
    if sized && same {
        bail!(
            op.rec,
            "op cannot have both '{segments}' and '{same_size}' traits"
        );
    }
    Ok(())
}

fn check_operands(op: &Operation) -> Result<(), Fatal> {
    let (same, sized) = ("SameVariadicOperandSize", "AttrSizedOperandSegments");
    check_segments(op, &op.operands, "operands", same, sized)
}

/// The method that returns the start index and the number of values of an operand or result. `size` is the expression
/// for the number of all values, and `segments` is the code that reads segment sizes, if the operation has them.
fn position(
    name: &str,
    values: &[Value],
    mut parameters: Vec<Parameter>,
    size: &str,
    segments: Option<String>,
) -> Method {
    let variable = variable_length(values);
    let qualifiers = if variable == 0 {
        Qualifiers::INLINE
    } else {
        Qualifiers::NONE
    };
    parameters.insert(0, Parameter::new("unsigned", "index"));
    let mut method = Method::new(
        "std::pair<unsigned, unsigned>",
        name,
        qualifiers,
        parameters,
    );
    let body = method.body();
    match segments {
        _ if variable == 0 => body.push("  return {index, 1};\n"),
        Some(segments) => {
            body.push(&segments);
            body.push(
                "
  unsigned start = 0;
  for (unsigned i = 0; i < index; ++i)
    start += sizeAttr[i];
  return {start, sizeAttr[index]};
",
            );
        }
        None => push_equal_sizes(body, values, size),
    }
    method
}

/// Writes the body of the method that returns the start index and the number of values of an operand or result, if all
/// variadic operands or results have the same number of values.
fn push_equal_sizes(body: &mut Indented, values: &[Value], size: &str) {
    let variable = variable_length(values);
    let fixed = values.len() - variable;
    let lengths: Vec<_> = values
        .iter()
        .map(|it| it.ty.has_variable_length().to_string())
        .collect();
    let lengths = lengths.join(", ");
    write!(
        body,
        "
  bool isVariadic[] = {{{lengths}}};
  int prevVariadicCount = 0;
  for (unsigned i = 0; i < index; ++i)
    if (isVariadic[i]) ++prevVariadicCount;

  // Calculate how many dynamic values a static variadic operand corresponds to.
  // This assumes all static variadic operands have the same dynamic value count.
  int variadicSize = ({size} - {fixed}) / {variable};
  // `index` passed in as the parameter is the static index which counts each
  // operand (variadic or not) as size 1. So here for each previous static variadic
  // operand, we need to offset by (variadicSize - 1) to get where the dynamic
  // value pack for this static operand starts.
  int start = index + (variadicSize - 1) * prevVariadicCount;
  int size = isVariadic[index] ? variadicSize : 1;
  return {{start, size}};
"
    );
}

/// The C++ code that declares the variable `sizeAttr` for segment sizes and reads them.
fn segments(slots: &Slots, name: &str, reader: Reader) -> String {
    if slots.sets_properties {
        return format!("\n  ::llvm::ArrayRef<int32_t> sizeAttr = getProperties().{name};\n");
    }
    let read = slots.read(name, reader);
    let assertion = match reader {
        Reader::Class => String::new(),
        Reader::Adaptor(_) => {
            format!("  assert({read} && \"missing segment size attribute for op\");\n")
        }
    };
    format!("\n{assertion}  auto sizeAttr = ::llvm::cast<::mlir::DenseI32ArrayAttr>({read});\n")
}

/// The C++ code that reads the segment sizes of operands. `None` if the operation has no such sizes.
fn operand_segments(op: &Operation, slots: &Slots, reader: Reader) -> Option<String> {
    let has_some = op.has_operand_segments();
    has_some.then(|| segments(slots, OPERAND_SEGMENTS, reader))
}

/// Adds the method that returns the values of any operand or result, and an accessor for each operand or result with a
/// name. `position` is the name of the method that returns the start index and the number of values.
fn add_accessors(
    class: &mut Class,
    op: &Operation,
    range: &Range,
    values: &[Value],
    position: &str,
    release: Release,
) -> Result<(), Fatal> {
    let (values_of, begin) = (range.values_of, range.begin);
    let parameters = [Parameter::new("unsigned", "index")];
    let method = Method::new(range.ty, values_of, Qualifiers::INLINE, parameters);
    write!(
        add_needed(class, op.rec, values_of, method)?,
        "
  auto valueRange = {position}(index);
  return {{std::next({begin}, valueRange.first),
           std::next({begin}, valueRange.first + valueRange.second)}};
"
    );
    for (index, value) in values.iter().enumerate() {
        if value.name.is_empty() {
            continue;
        }
        let name = getter(value.name);
        let (ty, body) = accessor(range, value, index, release)?;
        let method = Method::new(ty, &name, Qualifiers::INLINE, []);
        let kind = (range.accessor)(value.ty.arity);
        add_accessor(class, op, kind, &name, method)?.push(&body);
    }
    Ok(())
}

/// The return type and the body of the accessor of an operand or result.
fn accessor(
    range: &Range,
    value: &Value,
    index: usize,
    release: Release,
) -> Result<(Cow<'static, str>, String), Fatal> {
    let values_of = range.values_of;
    match (value.ty.arity, range.groups) {
        (Arity::VariadicOfVariadic, Some(groups)) => {
            let sizes = getter(&value.ty.segment_attribute()?);
            let (ty, body) = groups(index, &sizes);
            return Ok((ty.into(), body));
        }
        (Arity::Variadic | Arity::VariadicOfVariadic, _) => {
            return Ok((range.ty.into(), format!("  return {values_of}({index});")));
        }
        (Arity::One | Arity::Optional, _) => {}
    }
    let (ty, cast) = match range.value {
        Some(ty) => (ty.into(), String::new()),
        None => {
            let ty = changes::typed_value(release, &value.ty.cpp_type()?);
            let cast = format!("::llvm::cast<{ty}>");
            (Cow::Owned(ty), cast)
        }
    };
    let body = if value.ty.is_optional() {
        let (variable, missing) = (range.variable, range.missing);
        format!(
            "  auto {variable} = {values_of}({index});
  return {variable}.empty() ? {ty}{missing} : {cast}(*{variable}.begin());"
        )
    } else {
        format!("  return {cast}(*{values_of}({index}).begin());")
    };
    Ok((ty, body))
}

/// Since LLVM 22: declares a constant for the index of each operand with a name.
fn declare_indices(class: &mut Class, op: &Operation, release: Release) {
    if !changes::has_operand_indices(release) {
        return;
    }
    for (index, operand) in op.operands.iter().enumerate() {
        if !operand.name.is_empty() {
            let name = format!("odsIndex_{} = {index}", operand.name);
            class.field("static constexpr int", name);
        }
    }
}

/// Adds the accessors of operands to the class template of adaptors, `adaptor`, and to its base class.
pub(super) fn add_to_adaptor(
    base: &mut Class,
    adaptor: &mut Class,
    op: &Operation,
    slots: &Slots,
    release: Release,
) -> Result<(), Fatal> {
    check_operands(op)?;
    declare_indices(adaptor, op, release);
    let name = "getODSOperandIndexAndLength";
    let range = OPERANDS_OF_ADAPTOR;
    let size = vec![Parameter::new("unsigned", "odsOperandsSize")];
    let segments = operand_segments(op, slots, Reader::Adaptor(op.class_name));
    let position = position(name, &op.operands, size, "odsOperandsSize", segments);
    base.add(position);
    let index = [Parameter::new("unsigned", "index")];
    let forward = Method::new(
        "std::pair<unsigned, unsigned>",
        name,
        Qualifiers::INLINE,
        index,
    );
    let body = add_needed(adaptor, op.rec, name, forward)?;
    write!(body, "  return Base::{name}(index, {});", range.size);
    add_accessors(adaptor, op, &range, &op.operands, name, release)
}

/// Adds the accessors of operands to the operation's class.
pub(super) fn add_operands(
    class: &mut Class,
    op: &Operation,
    slots: &Slots,
    release: Release,
) -> Result<(), Fatal> {
    check_operands(op)?;
    declare_indices(class, op, release);
    let name = "getODSOperandIndexAndLength";
    let segments = operand_segments(op, slots, Reader::Class);
    let size = OPERANDS_OF_OP.size;
    class.add(position(name, &op.operands, Vec::new(), size, segments));
    add_accessors(class, op, &OPERANDS_OF_OP, &op.operands, name, release)?;
    add_mutable_operands(class, op, slots)
}

fn add_mutable_operands(class: &mut Class, op: &Operation, slots: &Slots) -> Result<(), Fatal> {
    for (index, operand) in op.operands.iter().enumerate() {
        if operand.name.is_empty() {
            continue;
        }
        let name = getter(operand.name);
        let (ty, qualifiers) = match operand.ty.arity {
            Arity::One => ("::mlir::OpOperand &", Qualifiers::INLINE),
            Arity::Optional | Arity::Variadic => ("::mlir::MutableOperandRange", Qualifiers::NONE),
            Arity::VariadicOfVariadic => ("::mlir::MutableOperandRangeRange", Qualifiers::NONE),
        };
        let method = Method::new(ty, format!("{name}Mutable"), qualifiers, []);
        let body = add_accessor(class, op, Accessor::MutableOperands, &name, method)?;
        writeln!(body, "  auto range = getODSOperandIndexAndLength({index});");
        if operand.ty.arity == Arity::One {
            body.push("  return getOperation()->getOpOperand(range.first);\n");
            continue;
        }
        let segment = mutable_segment(op, slots, index);
        writeln!(
            body,
            "  auto mutableRange = ::mlir::MutableOperandRange(getOperation(), range.first, \
             range.second{segment});"
        );
        if operand.ty.is_variadic_of_variadic() {
            let sizes = getter(&operand.ty.segment_attribute()?);
            writeln!(
                body,
                "  return mutableRange.split(*(*this)->getAttrDictionary().getNamed({sizes}AttrName()));"
            );
        } else {
            body.push("  return mutableRange;\n");
        }
    }
    Ok(())
}

/// The argument with which a mutable operand range updates the segment sizes. Empty if the operation has no segment
/// sizes.
fn mutable_segment(op: &Operation, slots: &Slots, index: usize) -> String {
    if !op.has_operand_segments() {
        return String::new();
    }
    let attribute = if slots.has_properties {
        "{getOperandSegmentSizesAttrName(), ::mlir::DenseI32ArrayAttr::get(getContext(), \
         getProperties().operandSegmentSizes)}"
            .to_owned()
    } else {
        format!("*{}", slots.read_named(OPERAND_SEGMENTS))
    };
    format!(", ::mlir::MutableOperandRange::OperandSegment({index}u, {attribute})")
}

/// Adds the accessors of results.
pub(super) fn add_results(
    class: &mut Class,
    op: &Operation,
    slots: &Slots,
    release: Release,
) -> Result<(), Fatal> {
    let (same, sized) = ("SameVariadicResultSize", "AttrSizedResultSegments");
    check_segments(op, &op.results, "results", same, sized)?;
    let name = "getODSResultIndexAndLength";
    let has_segments = op.has_result_segments();
    let segments = has_segments.then(|| segments(slots, RESULT_SEGMENTS, Reader::Class));
    class.add(position(
        name,
        &op.results,
        Vec::new(),
        RESULTS.size,
        segments,
    ));
    add_accessors(class, op, &RESULTS, &op.results, name, release)
}

/// Adds the accessors of regions and successors.
pub(super) fn add_parts(class: &mut Class, op: &Operation) -> Result<(), Fatal> {
    for (index, region) in op.regions.iter().enumerate() {
        let (ty, code) = if region.is_variadic {
            (
                "::mlir::MutableArrayRef<::mlir::Region>",
                format!("  return (*this)->getRegions().drop_front({index});"),
            )
        } else {
            (
                "::mlir::Region &",
                format!("  return (*this)->getRegion({index});"),
            )
        };
        let accessor = Accessor::Region(region.is_variadic);
        add_part(class, op, accessor, region.name, ty, &code)?;
    }
    for (index, successor) in op.successors.iter().enumerate() {
        let (ty, code) = if successor.is_variadic {
            (
                "::mlir::SuccessorRange",
                format!(
                    "  return {{std::next((*this)->successor_begin(), {index}), \
                     (*this)->successor_end()}};"
                ),
            )
        } else {
            (
                "::mlir::Block *",
                format!("  return (*this)->getSuccessor({index});"),
            )
        };
        let accessor = Accessor::Successor(successor.is_variadic);
        add_part(class, op, accessor, successor.name, ty, &code)?;
    }
    Ok(())
}

fn add_part(
    class: &mut Class,
    op: &Operation,
    accessor: Accessor,
    name: &str,
    ty: &str,
    code: &str,
) -> Result<(), Fatal> {
    if name.is_empty() {
        return Ok(());
    }
    let name = getter(name);
    let method = Method::new(ty, &name, Qualifiers::INLINE, []);
    add_accessor(class, op, accessor, &name, method)?.push(code);
    Ok(())
}
