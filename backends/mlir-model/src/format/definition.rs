//! Formats of types and attributes.

use backend::Release;

use super::element::{Custom, Element, Group};
use super::error::FormatErrors;
use super::parser::{Context, Failed, Grammar, Parser};
use crate::definition::{Definition, Parameter};

/// An element that occurs only in formats of types and attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Own {
    /// A parameter.
    Parameter(Reference),
    /// `ref`: the index of a parameter that an earlier element parses.
    Ref(usize),
    /// `params`: all parameters.
    Params(Vec<Member>),
    /// `struct`: parameters, each written with its name.
    Struct(Vec<Field>),
}

/// A parameter in `struct`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The parameter.
    pub member: Member,
    /// The `custom` directive that parses and prints the parameter. The parameter is the only argument of the
    /// directive. `None` if the parameter is written without a directive, which is always the case before LLVM 22.
    pub custom: Option<Custom<Own>>,
}

/// A reference to a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The index of the parameter in `Definition::parameters`.
    pub index: usize,
    /// Whether the value is written with the prefix of its dialect.
    pub is_qualified: bool,
}

/// A parameter in `params` or `struct`.
pub type Member = Reference;

impl Group<Own> {
    /// The parameters whose presence selects the branch.
    pub fn members(&self) -> Vec<Member> {
        match self.anchor() {
            Element::Own(Own::Parameter(it)) => vec![*it],
            Element::Own(Own::Params(members)) => members.clone(),
            Element::Own(Own::Struct(fields)) => fields.iter().map(|it| it.member).collect(),
            Element::Custom(custom) => {
                let bound = custom.arguments.iter().filter_map(|it| match it {
                    Element::Own(Own::Parameter(it)) => Some(*it),
                    _ => None,
                });
                bound.collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The parsed format of a type or attribute.
pub type Elements = Vec<Element<Own>>;

/// Parses `format`, the assembly format of a type or attribute, in the syntax of `release`.
pub fn parse(
    definition: &Definition,
    format: &str,
    release: Release,
) -> Result<Elements, FormatErrors> {
    let grammar = DefinitionGrammar {
        name: definition.rec.name(),
        parameters: &definition.parameters,
        seen: vec![false; definition.parameters.len()],
    };
    Parser::parse(format, release, grammar)
}

/// The parameters of a type or attribute, and whether the format has mentioned each of them.
struct DefinitionGrammar<'d, 'a> {
    name: &'a str,
    parameters: &'d [Parameter<'a>],
    seen: Vec<bool>,
}

impl DefinitionGrammar<'_, '_> {
    fn is_optional(&self, index: usize) -> bool {
        self.parameters[index].is_optional()
    }

    fn name_of(&self, index: usize) -> &'static str {
        self.parameters[index].name.unwrap_or_default()
    }

    fn are_optional<'m>(&self, members: impl IntoIterator<Item = &'m Member>) -> bool {
        members.into_iter().all(|it| self.is_optional(it.index))
    }
}

impl Grammar for DefinitionGrammar<'_, '_> {
    type Own = Own;

    fn is_variable(own: &Own) -> bool {
        matches!(own, Own::Parameter(_))
    }

    fn variable(
        parser: &mut Parser<Self>,
        at: usize,
        name: &str,
        context: Context,
    ) -> Result<Element<Own>, Failed> {
        let grammar = &parser.grammar;
        let found = grammar
            .parameters
            .iter()
            .position(|it| it.name == Some(name));
        let Some(index) = found else {
            let message = format!("{} has no parameter named '{name}'", grammar.name);
            return parser.fail(at, message);
        };
        let is_seen = std::mem::replace(&mut parser.grammar.seen[index], true);
        match (context == Context::Ref, is_seen) {
            (true, true) => Ok(Element::Own(Own::Ref(index))),
            (true, false) => {
                let message = format!("parameter '{name}' must be bound before it is referenced");
                parser.fail(at, message)
            }
            (false, true) => parser.fail(at, format!("duplicate parameter '{name}'")),
            (false, false) => Ok(Element::Own(Own::Parameter(Reference {
                index,
                is_qualified: false,
            }))),
        }
    }

    fn directive(
        parser: &mut Parser<Self>,
        at: usize,
        name: &str,
        context: Context,
    ) -> Result<Element<Own>, Failed> {
        match name {
            "qualified" => qualified(parser, at, context),
            "params" => params(parser, at, context),
            "struct" => structure(parser, at, context),
            "ref" => reference(parser, at, context),
            _ => parser.fail(at, "unsupported directive kind"),
        }
    }

    fn check_group(
        parser: &mut Parser<Self>,
        at: usize,
        elements: &[Element<Own>],
        anchor: Option<usize>,
    ) -> Result<(), Failed> {
        for element in elements {
            let grammar = &parser.grammar;
            let message = match element {
                Element::Own(Own::Parameter(it)) if !grammar.is_optional(it.index) => {
                    "parameters in an optional group must be optional"
                }
                Element::Own(Own::Params(members)) if !grammar.are_optional(members) => {
                    "`params` directive allowed in optional group only if all parameters are \
                     optional"
                }
                Element::Own(Own::Struct(fields))
                    if !grammar.are_optional(fields.iter().map(|it| &it.member)) =>
                {
                    "`struct` is only allowed in an optional group if all captured parameters are \
                     optional"
                }
                Element::Custom(custom) => {
                    let binds = |it: &Element<Own>| match it {
                        Element::Own(Own::Parameter(it)) => grammar.is_optional(it.index),
                        _ => true,
                    };
                    if custom.arguments.iter().all(binds) {
                        continue;
                    } else {
                        "`custom` is only allowed in an optional group if all captured \
                             parameters are optional"
                    }
                }
                _ => continue,
            };
            return parser.fail(at, message);
        }
        match anchor.map(|it| &elements[it]) {
            Some(
                Element::Literal(_) | Element::Space(_) | Element::Group(_) | Element::Text(_),
            ) => parser.fail(at, "optional group anchor must be a parameter or directive"),
            _ => Ok(()),
        }
    }

    fn check(
        parser: &mut Parser<Self>,
        at: usize,
        elements: &[Element<Own>],
    ) -> Result<(), Failed> {
        for (index, parameter) in parser.grammar.parameters.iter().enumerate() {
            if parameter.is_optional() {
                continue;
            }
            match (parser.grammar.seen[index], parameter.is_self_type()) {
                (false, false) => {
                    let name = parser.grammar.name_of(index);
                    let message = format!("format is missing reference to parameter: {name}");
                    return parser.fail(at, message);
                }
                (true, true) => {
                    let message = "unexpected self type parameter in assembly format";
                    return parser.fail(at, message);
                }
                _ => {}
            }
        }
        for pair in elements.windows(2) {
            let [Element::Own(Own::Struct(fields)), Element::Literal(literal)] = pair else {
                continue;
            };
            let has_optional = fields
                .iter()
                .any(|it| parser.grammar.is_optional(it.member.index));
            if literal == "," && has_optional {
                return parser.fail(
                    at,
                    "`struct` directive with optional parameters cannot be followed by a comma \
                     literal",
                );
            }
        }
        Ok(())
    }
}

type Directive = Result<Element<Own>, Failed>;

fn qualified(parser: &mut Parser<DefinitionGrammar>, at: usize, context: Context) -> Directive {
    parser.expect("(", "expected '(' before argument list")?;
    let element = parser.element(context)?;
    let Element::Own(Own::Parameter(reference)) = element else {
        return parser.fail(at, "`qualified` argument list expected a variable");
    };
    parser.expect(")", "expected ')' after argument list")?;
    Ok(Element::Own(Own::Parameter(Reference {
        is_qualified: true,
        ..reference
    })))
}

fn params(parser: &mut Parser<DefinitionGrammar>, at: usize, context: Context) -> Directive {
    if !matches!(context, Context::TopLevel | Context::Struct) {
        return parser.fail(
            at,
            "`params` can only be used at the top-level context or within a `struct` directive",
        );
    }
    let mut members = Vec::new();
    for index in 0..parser.grammar.parameters.len() {
        if parser.grammar.parameters[index].is_self_type() {
            continue;
        }
        if std::mem::replace(&mut parser.grammar.seen[index], true) {
            let name = parser.grammar.name_of(index);
            let message = format!("`params` captures duplicate parameter: {name}");
            return parser.fail(at, message);
        }
        members.push(Reference {
            index,
            is_qualified: false,
        });
    }
    Ok(Element::Own(Own::Params(members)))
}

fn structure(parser: &mut Parser<DefinitionGrammar>, at: usize, context: Context) -> Directive {
    if context != Context::TopLevel {
        let message = "`struct` can only be used at the top-level context";
        return parser.fail(at, message);
    }
    parser.expect("(", "expected '(' before `struct` argument list")?;
    let mut elements = Vec::new();
    match parser.element(Context::Struct) {
        Ok(Element::Own(Own::Params(all))) => {
            elements.extend(all.into_iter().map(|it| Element::Own(Own::Parameter(it))));
        }
        Ok(it @ (Element::Own(Own::Parameter(_)) | Element::Custom(_))) => elements.push(it),
        _ => {
            let message = "`struct` argument list expected a variable or directive";
            return parser.fail(at, message);
        }
    }
    while parser.is_at(",") {
        parser.advance();
        match parser.element(Context::Struct) {
            Ok(it @ (Element::Own(Own::Parameter(_)) | Element::Custom(_))) => elements.push(it),
            _ => {
                let message = if parser.release >= Release::V22 {
                    "expected a parameter or `custom` directive in `struct` argument list"
                } else {
                    "expected a variable in `struct` argument list"
                };
                return parser.fail(at, message);
            }
        }
    }
    parser.expect(")", "expected ')' at the end of an argument list")?;
    let mut fields = Vec::with_capacity(elements.len());
    for element in elements {
        match field(element) {
            Ok(field) => fields.push(field),
            Err(message) => return parser.fail(at, message),
        }
    }
    Ok(Element::Own(Own::Struct(fields)))
}

/// The field of a `struct` that an element describes: a parameter, or `custom` with a parameter as its only argument.
fn field(element: Element<Own>) -> Result<Field, &'static str> {
    let (argument, custom) = match element {
        Element::Custom(custom) => match &custom.arguments[..] {
            [argument] => (argument.clone(), Some(custom)),
            _ => {
                return Err("`struct` can only contain `custom` directives with a single argument");
            }
        },
        argument => (argument, None),
    };
    match argument {
        Element::Own(Own::Parameter(member)) => Ok(Field { member, custom }),
        _ => Err("a `custom` directive nested within a `struct` must be passed a parameter"),
    }
}

fn reference(parser: &mut Parser<DefinitionGrammar>, at: usize, context: Context) -> Directive {
    if context != Context::Custom {
        return parser.fail(at, "`ref` is only allowed inside custom directives");
    }
    parser.expect("(", "expected '('")?;
    let element = parser.element(Context::Ref)?;
    parser.expect(")", "expeced ')'")?;
    Ok(element)
}
