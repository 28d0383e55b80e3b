//! Checks of the elements of a format.

use backend::Release;

use super::{OperationGrammar, Own};
use crate::format::element::Element;
use crate::format::parser::{Failed, Parser};

type OpParser<'t, 'f, 'a> = Parser<'t, OperationGrammar<'f, 'a>>;
type Elements<'e> = &'e [Element<Own>];

/// Checks that the arguments of `custom` are of the allowed kinds.
pub(super) fn custom(parser: &mut OpParser, at: usize, arguments: Elements) -> Result<(), Failed> {
    for argument in arguments {
        let is_allowed = match argument {
            Element::Text(_) => true,
            Element::Own(own) => !matches!(
                own,
                Own::Result(_)
                    | Own::Operands
                    | Own::Results
                    | Own::Regions
                    | Own::Successors
                    | Own::FunctionalType(..)
                    | Own::OiList(_)
            ),
            _ => false,
        };
        if !is_allowed {
            let message =
                "only variables and types may be used as parameters to a custom directive";
            return parser.fail(at, message);
        }
        if let Element::Own(Own::Type(of, _)) = argument
            && !matches!(**of, Element::Own(Own::Operand(_) | Own::Result(_)))
        {
            let message = "type directives within a custom directive may only refer to variables";
            return parser.fail(at, message);
        }
    }
    Ok(())
}

/// Checks that an element is allowed in an optional group.
pub(super) fn group_element(
    parser: &mut OpParser,
    at: usize,
    element: &Element<Own>,
    is_anchor: bool,
) -> Result<(), Failed> {
    let op = parser.grammar.op;
    let message = match element {
        Element::Own(Own::Attribute(index, _)) => {
            if !is_anchor || parser.grammar.is_optional(*index)? {
                return Ok(());
            }
            "only optional or default-valued attributes can be used to anchor an optional group"
        }
        Element::Own(Own::Property(index)) if parser.release >= Release::V22 => {
            let prop = op.properties[*index].prop;
            let is_optional = prop.has_default() && !prop.text("optionalParser").is_empty();
            if !is_anchor || is_optional {
                return Ok(());
            }
            "only properties with default values that can be optionally parsed (have the `let \
             optionalParser = ...` field defined) can be used to anchor an optional group"
        }
        Element::Own(Own::Operand(index)) => {
            if op.operands[*index].ty.has_variable_length() {
                return Ok(());
            }
            "only variable length operands can be used within an optional group"
        }
        Element::Own(Own::Result(index)) => {
            if op.results[*index].ty.has_variable_length() {
                return Ok(());
            }
            "only variable length results can be used within an optional group"
        }
        Element::Own(Own::Region(_)) => return Ok(()),
        Element::Own(Own::Type(of, _)) => return group_element(parser, at, of, false),
        Element::Own(Own::FunctionalType(inputs, results)) => {
            group_element(parser, at, inputs, false)?;
            return group_element(parser, at, results, false);
        }
        Element::Custom(custom) => {
            if is_anchor {
                let is_ref = |it: &&Element<Own>| matches!(it, Element::Own(Own::Ref(_)));
                for argument in custom.arguments.iter().filter(|it| !is_ref(it)) {
                    group_element(parser, at, argument, true)?;
                }
            }
            return Ok(());
        }
        Element::Literal(_) | Element::Space(_) | Element::Group(_) => {
            if !is_anchor {
                return Ok(());
            }
            "only variables and types can be used to anchor an optional group"
        }
        Element::Own(_) | Element::Text(_) => {
            "only literals, types, and variables can be used within an optional group"
        }
    };
    parser.fail(at, message)
}

/// Checks that an element is allowed in a clause of `oilist`.
pub(super) fn oilist_element(
    parser: &mut OpParser,
    at: usize,
    element: &Element<Own>,
) -> Result<(), Failed> {
    let op = parser.grammar.op;
    let message = match element {
        Element::Own(Own::Attribute(index, _)) => {
            if parser.grammar.is_optional(*index)? {
                return Ok(());
            }
            "only optional attributes can be used in an oilist parsing group"
        }
        Element::Own(Own::Operand(index)) => {
            if op.operands[*index].ty.has_variable_length() {
                return Ok(());
            }
            "only variable length operands can be used within an oilist parsing group"
        }
        Element::Own(Own::Result(index)) => {
            if op.results[*index].ty.has_variable_length() {
                return Ok(());
            }
            "only variable length results can be used within an oilist parsing group"
        }
        Element::Own(Own::Property(index)) if parser.release >= Release::V22 => {
            if op.properties[*index].prop.has_default() {
                return Ok(());
            }
            "only default-valued or optional properties can be used in an olist parsing group"
        }
        Element::Own(Own::Property(_) | Own::Successor(_)) => {
            "only literals, types, and variables can be used within an oilist group"
        }
        Element::Own(Own::Type(of, _) | Own::Ref(of)) => return oilist_element(parser, at, of),
        Element::Own(Own::FunctionalType(inputs, results)) => {
            oilist_element(parser, at, inputs)?;
            return oilist_element(parser, at, results);
        }
        Element::Custom(custom) => {
            return custom
                .arguments
                .iter()
                .try_for_each(|it| oilist_element(parser, at, it));
        }
        Element::Group(group) => {
            let mut all = group.then.iter().chain(&group.otherwise);
            return all.try_for_each(|it| oilist_element(parser, at, it));
        }
        _ => return Ok(()),
    };
    parser.fail(at, message)
}

/// Checks for ambiguities: an attribute could parse the colon that follows it as the start of its type, and a region
/// could be taken for the dictionary of `attr-dict`.
pub(super) fn ambiguities(
    parser: &mut OpParser,
    at: usize,
    elements: Elements,
) -> Result<(), Failed> {
    colons(parser, at, elements)?;
    dictionaries(parser, at, elements)
}

fn colons(parser: &mut OpParser, at: usize, elements: Elements) -> Result<(), Failed> {
    let op = parser.grammar.op;
    let mut typed = Vec::new();
    for it in &op.attributes {
        let builder = parser.grammar.lift(it.attr.type_builder())?;
        typed.push(builder.is_some());
    }
    let takes_type = |element: &Element<Own>| match element {
        Element::Own(Own::Attribute(index, is_qualified)) => {
            let is_any = op.attributes[*index].attr.storage_type() == "::mlir::Attribute";
            !typed[*index] && (*is_qualified || is_any)
        }
        _ => false,
    };
    let is_colon = |it: &Element<Own>| matches!(it, Element::Literal(text) if text == ":");
    let found = Adjacent::new(parser, &takes_type, &is_colon)?.find(elements);
    let Err(Found {
        base: Element::Own(Own::Attribute(index, _)),
        ..
    }) = found
    else {
        return Ok(());
    };
    let name = op.attributes[*index].name;
    parser.fail(
        at,
        format!(
            "format ambiguity caused by `:` literal found after attribute `{name}` which does not \
             have a buildable type"
        ),
    )
}

fn dictionaries(parser: &mut OpParser, at: usize, elements: Elements) -> Result<(), Failed> {
    let is_plain = |it: &Element<Own>| matches!(it, Element::Own(Own::AttrDict(false)));
    let is_region = |it: &Element<Own>| matches!(it, Element::Own(Own::Region(_)));
    let found = Adjacent::new(parser, &is_plain, &is_region)?.find(elements);
    let Err(Found {
        invalid: Element::Own(Own::Region(index)),
        ..
    }) = found
    else {
        return Ok(());
    };
    let name = parser.grammar.op.regions[*index].name;
    let message =
        format!("format ambiguity caused by `attr-dict` directive followed by region `{name}`");
    parser.fail_with_note(at, message, "try using `attr-dict-with-keyword` instead")
}

/// A base element, and an invalid element that follows it.
struct Found<'e> {
    base: &'e Element<Own>,
    invalid: &'e Element<Own>,
}

/// Searches for a base element that is followed by an invalid element, directly or with optional elements in between.
struct Adjacent<'p> {
    is_base: &'p dyn Fn(&Element<Own>) -> bool,
    is_invalid: &'p dyn Fn(&Element<Own>) -> bool,
    /// For each attribute, whether it is optional.
    optional_attributes: Vec<bool>,
    optional_operands: Vec<bool>,
    variadic_regions: Vec<bool>,
    variadic_successors: Vec<bool>,
}

impl<'p> Adjacent<'p> {
    fn new(
        parser: &mut OpParser,
        is_base: &'p dyn Fn(&Element<Own>) -> bool,
        is_invalid: &'p dyn Fn(&Element<Own>) -> bool,
    ) -> Result<Adjacent<'p>, Failed> {
        let op = parser.grammar.op;
        let mut optional_attributes = Vec::new();
        for index in 0..op.attributes.len() {
            optional_attributes.push(parser.grammar.is_optional(index)?);
        }
        let operands = op.operands.iter();
        Ok(Adjacent {
            is_base,
            is_invalid,
            optional_attributes,
            optional_operands: operands.map(|it| it.ty.has_variable_length()).collect(),
            variadic_regions: op.regions.iter().map(|it| it.is_variadic).collect(),
            variadic_successors: op.successors.iter().map(|it| it.is_variadic).collect(),
        })
    }

    /// Searches a list of elements. Returns a base element after which the list has no mandatory element, so that an
    /// element after the list may directly follow the base element. An error if an invalid element follows a base
    /// element.
    fn find<'e>(&self, elements: Elements<'e>) -> Result<Option<&'e Element<Own>>, Found<'e>> {
        for (index, element) in elements.iter().enumerate() {
            let base = match element {
                _ if (self.is_base)(element) => Some(element),
                Element::Group(group) => {
                    let then = self.find(&group.then)?;
                    let otherwise = self.find(&group.otherwise)?;
                    then.or(otherwise)
                }
                _ => None,
            };
            let Some(base) = base else {
                continue;
            };
            if !self.ends_well(base, &elements[index + 1..], None)? {
                return Ok(Some(base));
            }
        }
        Ok(None)
    }

    /// Whether `elements`, which follow `base`, contain a mandatory element. If `elements` are those of an optional
    /// group, `guard` is the index of the element that is always present when the group is. An error if an invalid
    /// element comes first.
    fn ends_well<'e>(
        &self,
        base: &'e Element<Own>,
        elements: Elements<'e>,
        guard: Option<usize>,
    ) -> Result<bool, Found<'e>> {
        for (index, element) in elements.iter().enumerate() {
            if (self.is_invalid)(element) {
                let invalid = element;
                return Err(Found { base, invalid });
            }
            if let Element::Group(group) = element {
                self.ends_well(base, &group.then, Some(0))?;
                self.ends_well(base, &group.otherwise, None)?;
                continue;
            }
            if guard == Some(index) || !self.is_optional(element) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_optional(&self, element: &Element<Own>) -> bool {
        match element {
            Element::Space(_) | Element::Own(Own::AttrDict(_)) => true,
            Element::Own(Own::Attribute(index, _)) => self.optional_attributes[*index],
            Element::Own(Own::Operand(index)) => self.optional_operands[*index],
            Element::Own(Own::Region(index)) => self.variadic_regions[*index],
            Element::Own(Own::Successor(index)) => self.variadic_successors[*index],
            _ => false,
        }
    }
}

/// Checks that the format writes all regions.
pub(super) fn regions(parser: &mut OpParser, at: usize) -> Result<(), Failed> {
    let grammar = &parser.grammar;
    let missing = grammar.regions.iter().position(|it| !it);
    match missing.filter(|_| !grammar.has_all_regions) {
        None => Ok(()),
        Some(index) => {
            let name = grammar.op.regions[index].name;
            not_found(parser, at, "region", index, name)
        }
    }
}

/// Checks that the format writes all successors.
pub(super) fn successors(parser: &mut OpParser, at: usize) -> Result<(), Failed> {
    let grammar = &parser.grammar;
    let missing = grammar.successors.iter().position(|it| !it);
    match missing.filter(|_| !grammar.has_all_successors) {
        None => Ok(()),
        Some(index) => {
            let name = grammar.op.successors[index].name;
            not_found(parser, at, "successor", index, name)
        }
    }
}

/// Reports that the format does not write a part of the operation.
pub(super) fn not_found<R>(
    parser: &mut OpParser,
    at: usize,
    kind: &str,
    index: usize,
    name: &str,
) -> Result<R, Failed> {
    parser.fail_with_note(
        at,
        format!("{kind} #{index}, named '{name}', not found"),
        format!("suggest adding a '${name}' directive to the custom assembly format"),
    )
}

/// Checks that the keywords of an `oilist` do not occur in the `oilist` or literal that follows it.
pub(super) fn oilists(parser: &mut OpParser, at: usize, elements: Elements) -> Result<(), Failed> {
    let mut taken: Vec<&str> = Vec::new();
    for element in elements {
        match element {
            Element::Own(Own::OiList(clauses)) => {
                let keywords = clauses.iter().map(|it| &*it.0);
                if let Some(keyword) = keywords.clone().find(|it| taken.contains(it)) {
                    let message = format!(
                        "format ambiguity because {keyword} is used in two adjacent oilist elements."
                    );
                    return parser.fail(at, message);
                }
                taken.extend(keywords);
            }
            Element::Literal(literal) if taken.contains(&&**literal) => {
                let message = format!(
                    "format ambiguity because {literal} is used both in oilist element and the \
                     adjacent literal."
                );
                return parser.fail(at, message);
            }
            _ => taken.clear(),
        }
    }
    Ok(())
}
