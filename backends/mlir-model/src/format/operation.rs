//! Formats of operations: variables, directives, and which elements these may contain.
//!
//! `checks` checks the elements of a format, and `types` determines the types that the format does not write.

mod checks;
mod directives;
mod types;

use backend::{Fatal, Release};

use super::element::Element;
use super::error::FormatErrors;
use super::parser::{Context, Failed, Grammar, Parser};
use crate::operation::Operation;

pub use types::{Resolution, Seen};

/// An element that occurs only in formats of operations. Numbers are indices in the lists of [`Operation`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Own {
    /// An attribute, and whether it is written with the prefix of its dialect.
    Attribute(usize, bool),
    /// A property.
    Property(usize),
    /// An operand.
    Operand(usize),
    /// A result. Only its type can be written.
    Result(usize),
    /// A region.
    Region(usize),
    /// A successor.
    Successor(usize),
    /// `attr-dict`, and whether the keyword `attributes` comes before it.
    AttrDict(bool),
    /// `prop-dict`: the properties as a dictionary.
    PropDict,
    /// `operands`: all operands.
    Operands,
    /// `results`: all results.
    Results,
    /// `regions`: all regions.
    Regions,
    /// `successors`: all successors.
    Successors,
    /// `type`: the types of a variable, of all operands or of all results, and whether they are written with the prefix
    /// of their dialect.
    Type(Box<Element<Own>>, bool),
    /// `functional-type`: a function type, from the types of the first element to the types of the second.
    FunctionalType(Box<Element<Own>>, Box<Element<Own>>),
    /// `ref`: an element that the format has already written, passed as an argument of `custom`.
    Ref(Box<Element<Own>>),
    /// `oilist`: clauses in any order, each with its keyword.
    OiList(Vec<(String, Vec<Element<Own>>)>),
}

/// The parsed format of an operation.
#[derive(Clone, Debug, Default)]
pub struct OperationFormat {
    /// The elements of the format.
    pub elements: Vec<Element<Own>>,
    /// Whether the directive `operands` writes all operands.
    pub has_all_operands: bool,
    /// Whether `type(operands)` or `functional-type` writes the types of all operands.
    pub has_all_operand_types: bool,
    /// Whether `type(results)` or `functional-type` writes the types of all results.
    pub has_all_result_types: bool,
    /// Whether C++ code infers the types of all results.
    pub infers_result_types: bool,
    /// Whether the format has the directive `prop-dict`.
    pub has_prop_dict: bool,
    /// The C++ expressions for types that can be built, without duplicates.
    pub buildable: Vec<String>,
    /// How the type of each operand is determined.
    pub operand_types: Vec<Resolution>,
    /// How the type of each result is determined.
    pub result_types: Vec<Resolution>,
    /// The indices of the attributes that the format writes, in order.
    pub used_attributes: Vec<usize>,
    /// The indices of the properties that the format writes, in order.
    pub used_properties: Vec<usize>,
    /// The names of the attributes whose values follow from the written operands.
    pub inferred_attributes: Vec<String>,
}

/// Parses the format of an operation. The outer error is a mistake in the operation's records, the inner error is a
/// mistake in the format.
pub fn parse(
    op: &Operation,
    format: &str,
    release: Release,
) -> Result<Result<OperationFormat, FormatErrors>, Fatal> {
    let mut fatal = None;
    let mut known = OperationFormat {
        operand_types: vec![Resolution::Written; op.operands.len()],
        result_types: vec![Resolution::Written; op.results.len()],
        ..OperationFormat::default()
    };
    let grammar = OperationGrammar {
        op,
        format: &mut known,
        fatal: &mut fatal,
        has_attr_dict: false,
        has_all_regions: false,
        has_all_successors: false,
        operands: vec![false; op.operands.len()],
        operand_types: vec![false; op.operands.len()],
        result_types: vec![false; op.results.len()],
        regions: vec![false; op.regions.len()],
        successors: vec![false; op.successors.len()],
    };
    let parsed = Parser::parse(format, release, grammar);
    if let Some(fatal) = fatal {
        return Err(fatal);
    }
    Ok(parsed.map(|elements| OperationFormat { elements, ..known }))
}

/// The operation, and which of its parts the format has written so far.
struct OperationGrammar<'f, 'a> {
    op: &'f Operation<'a>,
    format: &'f mut OperationFormat,
    /// Set to the first error in the operation's records.
    fatal: &'f mut Option<Fatal>,
    has_attr_dict: bool,
    has_all_regions: bool,
    has_all_successors: bool,
    operands: Vec<bool>,
    operand_types: Vec<bool>,
    result_types: Vec<bool>,
    regions: Vec<bool>,
    successors: Vec<bool>,
}

/// The result of parsing an element.
type Parsed = Result<Element<Own>, Failed>;

impl OperationGrammar<'_, '_> {
    fn has_seen_attribute(&self, index: usize) -> bool {
        self.format.used_attributes.contains(&index)
    }

    /// Whether an attribute is optional or has a default value.
    fn is_optional(&mut self, index: usize) -> Result<bool, Failed> {
        let attr = self.op.attributes[index].attr;
        let is_optional = self.lift(attr.is_optional())?;
        Ok(is_optional || attr.has_default())
    }

    /// Converts an error in the operation's records to `Failed`, and stores the error.
    fn lift<R>(&mut self, result: Result<R, Fatal>) -> Result<R, Failed> {
        result.map_err(|error| {
            *self.fatal = Some(error);
            Failed
        })
    }
}

impl Grammar for OperationGrammar<'_, '_> {
    type Own = Own;

    fn is_variable(own: &Own) -> bool {
        matches!(
            own,
            Own::Attribute(..)
                | Own::Property(_)
                | Own::Operand(_)
                | Own::Result(_)
                | Own::Region(_)
                | Own::Successor(_)
        )
    }

    fn variable(parser: &mut Parser<Self>, at: usize, name: &str, context: Context) -> Parsed {
        let op = parser.grammar.op;
        if let Some(index) = op.attributes.iter().position(|it| it.name == name) {
            return attribute(parser, at, index, context);
        }
        if let Some(index) = op.properties.iter().position(|it| it.name == name) {
            return property(parser, at, index, context);
        }
        if let Some(index) = op.operands.iter().position(|it| it.name == name) {
            return operand(parser, at, index, context);
        }
        if let Some(index) = op.regions.iter().position(|it| it.name == name) {
            let (has_all, seen) = (
                parser.grammar.has_all_regions,
                &mut parser.grammar.regions[index],
            );
            let state = mark(has_all, seen, context);
            return part(parser, at, "region", name, state, Own::Region(index));
        }
        if let Some(index) = op.results.iter().position(|it| it.name == name) {
            if context != Context::Type {
                let message = "result variables can can only be used as a child to a 'type' \
                               directive";
                return parser.fail(at, message);
            }
            return Ok(Element::Own(Own::Result(index)));
        }
        if let Some(index) = op.successors.iter().position(|it| it.name == name) {
            let (has_all, seen) = (
                parser.grammar.has_all_successors,
                &mut parser.grammar.successors[index],
            );
            let state = mark(has_all, seen, context);
            return part(parser, at, "successor", name, state, Own::Successor(index));
        }
        parser.fail(
            at,
            "expected variable to refer to an argument, region, result, or successor",
        )
    }

    fn directive(parser: &mut Parser<Self>, at: usize, name: &str, context: Context) -> Parsed {
        directives::directive(parser, at, name, context)
    }

    fn check_custom(
        parser: &mut Parser<Self>,
        at: usize,
        arguments: &[Element<Own>],
    ) -> Result<(), Failed> {
        checks::custom(parser, at, arguments)
    }

    fn check_group(
        parser: &mut Parser<Self>,
        at: usize,
        elements: &[Element<Own>],
        anchor: Option<usize>,
    ) -> Result<(), Failed> {
        for (index, element) in elements.iter().enumerate() {
            checks::group_element(parser, at, element, anchor == Some(index))?;
        }
        Ok(())
    }

    fn check(
        parser: &mut Parser<Self>,
        at: usize,
        elements: &[Element<Own>],
    ) -> Result<(), Failed> {
        if !parser.grammar.has_attr_dict {
            let message = "'attr-dict' directive not found in custom assembly format";
            return parser.fail(at, message);
        }
        let resolvers = types::Resolvers::read(parser)?;
        checks::ambiguities(parser, at, elements)?;
        parser.grammar.collect_inferred_attributes()?;
        types::results(parser, at, &resolvers)?;
        types::operands(parser, at, &resolvers)?;
        checks::regions(parser, at)?;
        checks::successors(parser, at)?;
        checks::oilists(parser, at, elements)
    }
}

impl OperationGrammar<'_, '_> {
    /// For each variadic-of-variadic operand that the format writes, adds the name of the attribute with the operand's
    /// group sizes to `inferred_attributes`. The value of this attribute follows from the operand.
    fn collect_inferred_attributes(&mut self) -> Result<(), Failed> {
        for index in 0..self.op.operands.len() {
            let ty = self.op.operands[index].ty;
            if self.operands[index] && ty.is_variadic_of_variadic() {
                let name = self.lift(ty.segment_attribute())?.into_owned();
                self.format.inferred_attributes.push(name);
            }
        }
        Ok(())
    }
}

fn attribute(
    parser: &mut Parser<OperationGrammar>,
    at: usize,
    index: usize,
    context: Context,
) -> Parsed {
    let name = parser.grammar.op.attributes[index].name;
    let is_seen = parser.grammar.has_seen_attribute(index);
    match (context, is_seen) {
        (Context::Type, _) => {
            let message = "attributes cannot be used as children to a `type` directive";
            return parser.fail(at, message);
        }
        (Context::Ref, false) => {
            let message = format!("attribute '{name}' must be bound before it is referenced");
            return parser.fail(at, message);
        }
        (Context::Ref, true) => {}
        (_, true) => return parser.fail(at, format!("attribute '{name}' is already bound")),
        (_, false) => parser.grammar.format.used_attributes.push(index),
    }
    Ok(Element::Own(Own::Attribute(index, false)))
}

fn property(
    parser: &mut Parser<OperationGrammar>,
    at: usize,
    index: usize,
    context: Context,
) -> Parsed {
    let name = parser.grammar.op.properties[index].name;
    let is_allowed = if parser.release >= Release::V22 {
        context != Context::Type
    } else {
        matches!(context, Context::Custom | Context::Ref)
    };
    if !is_allowed {
        let message = if parser.release >= Release::V22 {
            "properties cannot be used as children to a `type` directive"
        } else {
            "properties currently only supported in `custom` directive"
        };
        return parser.fail(at, message);
    }
    let used = &mut parser.grammar.format.used_properties;
    match (context == Context::Ref, used.contains(&index)) {
        (true, false) => {
            let message = format!("property '{name}' must be bound before it is referenced");
            return parser.fail(at, message);
        }
        (true, true) => {}
        (false, true) => return parser.fail(at, format!("property '{name}' is already bound")),
        (false, false) => used.push(index),
    }
    Ok(Element::Own(Own::Property(index)))
}

fn operand(
    parser: &mut Parser<OperationGrammar>,
    at: usize,
    index: usize,
    context: Context,
) -> Parsed {
    let name = parser.grammar.op.operands[index].name;
    let is_all = parser.grammar.format.has_all_operands;
    let seen = &mut parser.grammar.operands[index];
    match context {
        Context::TopLevel | Context::Custom if is_all || *seen => {
            return parser.fail(at, format!("operand '{name}' is already bound"));
        }
        Context::TopLevel | Context::Custom => *seen = true,
        Context::Ref if !*seen => {
            let message = format!("operand '{name}' must be bound before it is referenced");
            return parser.fail(at, message);
        }
        _ => {}
    }
    Ok(Element::Own(Own::Operand(index)))
}

/// The kind of a mention of a region or successor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Again,
    Referenced,
    NotSeen,
    Misplaced,
}

/// Records the mention of a region or successor in `seen`, and returns its kind.
fn mark(has_all: bool, seen: &mut bool, context: Context) -> Mark {
    match context {
        Context::TopLevel | Context::Custom => {
            if has_all || std::mem::replace(seen, true) {
                Mark::Again
            } else {
                Mark::New
            }
        }
        Context::Ref if *seen => Mark::Referenced,
        Context::Ref => Mark::NotSeen,
        _ => Mark::Misplaced,
    }
}

fn part(
    parser: &mut Parser<OperationGrammar>,
    at: usize,
    kind: &str,
    name: &str,
    mark: Mark,
    own: Own,
) -> Parsed {
    let is_new = parser.release >= Release::V22;
    match mark {
        Mark::New => Ok(Element::Own(own)),
        // Since LLVM 22, `ref` may refer to a region or successor that was written before.
        Mark::Referenced if is_new => Ok(Element::Own(own)),
        Mark::Again => parser.fail(at, format!("{kind} '{name}' is already bound")),
        Mark::NotSeen => {
            let message = format!("{kind} '{name}' must be bound before it is referenced");
            parser.fail(at, message)
        }
        Mark::Referenced | Mark::Misplaced => {
            let end = if is_new { " or in a ref directive" } else { "" };
            let message = format!("{kind}s can only be used at the top level{end}");
            parser.fail(at, message)
        }
    }
}
