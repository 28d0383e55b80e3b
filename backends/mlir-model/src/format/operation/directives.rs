//! Directives in formats of operations.

use super::{OperationGrammar, Own, Parsed, checks};
use crate::format::element::Element;
use crate::format::parser::{Context, Failed, Parser};

type OpParser<'t, 'f, 'a> = Parser<'t, OperationGrammar<'f, 'a>>;

/// Parses the directive with the given name.
pub(super) fn directive(parser: &mut OpParser, at: usize, name: &str, context: Context) -> Parsed {
    match name {
        "prop-dict" => prop_dict(parser, at, context),
        "attr-dict" => attr_dict(parser, at, context, false),
        "attr-dict-with-keyword" => attr_dict(parser, at, context, true),
        "functional-type" => functional_type(parser, at, context),
        "operands" => operands(parser, at, context),
        "qualified" => qualified(parser, at, context),
        "regions" => regions(parser, at, context),
        "results" => match context {
            Context::Type => Ok(Element::Own(Own::Results)),
            _ => parser.fail(
                at,
                "'results' directive can can only be used as a child to a 'type' directive",
            ),
        },
        "successors" => successors(parser, at, context),
        "ref" => reference(parser, at, context),
        "type" => type_of(parser, at, context),
        "oilist" => oilist(parser, at, context),
        _ => parser.fail(at, "unsupported directive kind"),
    }
}

const OPEN: &str = "expected '(' before argument list";
const CLOSE: &str = "expected ')' after argument list";

fn attr_dict(parser: &mut OpParser, at: usize, context: Context, with_keyword: bool) -> Parsed {
    let is_seen = parser.grammar.has_attr_dict;
    match (context, is_seen) {
        (Context::Type, _) => {
            let message = "'attr-dict' directive can only be used as a top-level directive";
            return parser.fail(at, message);
        }
        (Context::Ref, false) => {
            let message = "'ref' of 'attr-dict' is not bound by a prior 'attr-dict' directive";
            return parser.fail(at, message);
        }
        (Context::Ref, true) => {}
        (_, true) => return parser.fail(at, "'attr-dict' directive has already been seen"),
        (_, false) => parser.grammar.has_attr_dict = true,
    }
    Ok(Element::Own(Own::AttrDict(with_keyword)))
}

fn prop_dict(parser: &mut OpParser, at: usize, context: Context) -> Parsed {
    match context {
        Context::Type => {
            let message = "'prop-dict' directive can only be used as a top-level directive";
            return parser.fail(at, message);
        }
        Context::Ref => return parser.fail(at, "'ref' of 'prop-dict' unsupported"),
        _ => {}
    }
    if std::mem::replace(&mut parser.grammar.format.has_prop_dict, true) {
        return parser.fail(at, "'prop-dict' directive has already been seen");
    }
    Ok(Element::Own(Own::PropDict))
}

fn functional_type(parser: &mut OpParser, at: usize, context: Context) -> Parsed {
    if context != Context::TopLevel {
        let message = "'functional-type' is only valid as a top-level directive";
        return parser.fail(at, message);
    }
    parser.expect("(", OPEN)?;
    let inputs = type_operand(parser, at, false)?;
    parser.expect(",", "expected ',' after inputs argument")?;
    let results = type_operand(parser, at, false)?;
    parser.expect(")", CLOSE)?;
    let own = Own::FunctionalType(Box::new(inputs), Box::new(results));
    Ok(Element::Own(own))
}

fn operands(parser: &mut OpParser, at: usize, context: Context) -> Parsed {
    let has_all = parser.grammar.format.has_all_operands;
    match context {
        Context::Ref if !has_all => {
            let message = "'ref' of 'operands' is not bound by a prior 'operands' directive";
            return parser.fail(at, message);
        }
        Context::TopLevel | Context::Custom => {
            if has_all || parser.grammar.operands.contains(&true) {
                let message = "'operands' directive creates overlap in format";
                return parser.fail(at, message);
            }
            parser.grammar.format.has_all_operands = true;
        }
        _ => {}
    }
    Ok(Element::Own(Own::Operands))
}

fn regions(parser: &mut OpParser, at: usize, context: Context) -> Parsed {
    let has_all = parser.grammar.has_all_regions;
    let has_some = parser.grammar.regions.contains(&true);
    parser.grammar.has_all_regions = all_parts(parser, at, context, "regions", has_all, has_some)?;
    Ok(Element::Own(Own::Regions))
}

fn successors(parser: &mut OpParser, at: usize, context: Context) -> Parsed {
    let has_all = parser.grammar.has_all_successors;
    let has_some = parser.grammar.successors.contains(&true);
    let has_all = all_parts(parser, at, context, "successors", has_all, has_some)?;
    parser.grammar.has_all_successors = has_all;
    Ok(Element::Own(Own::Successors))
}

/// Checks the directive `regions` or `successors`. Returns `true`, the new value of `has_all`: the directive writes all
/// regions or successors.
fn all_parts(
    parser: &mut OpParser,
    at: usize,
    context: Context,
    kind: &str,
    has_all: bool,
    has_some: bool,
) -> Result<bool, Failed> {
    let message = match context {
        Context::Type => format!("'{kind}' is only valid as a top-level directive"),
        Context::Ref if !has_all => {
            format!("'ref' of '{kind}' is not bound by a prior '{kind}' directive")
        }
        Context::Ref => return Ok(true),
        _ if has_all || has_some => format!("'{kind}' directive creates overlap in format"),
        _ => return Ok(true),
    };
    parser.fail(at, message)
}

fn reference(parser: &mut OpParser, at: usize, context: Context) -> Parsed {
    if context != Context::Custom {
        return parser.fail(at, "'ref' is only valid within a `custom` directive");
    }
    parser.expect("(", OPEN)?;
    let argument = parser.element(Context::Ref)?;
    parser.expect(")", CLOSE)?;
    Ok(Element::Own(Own::Ref(Box::new(argument))))
}

fn type_of(parser: &mut OpParser, at: usize, context: Context) -> Parsed {
    if context == Context::Type {
        return parser.fail(at, "'type' cannot be used as a child of another `type`");
    }
    parser.expect("(", OPEN)?;
    let operand = type_operand(parser, at, context == Context::Ref)?;
    parser.expect(")", CLOSE)?;
    Ok(Element::Own(Own::Type(Box::new(operand), false)))
}

fn qualified(parser: &mut OpParser, at: usize, context: Context) -> Parsed {
    parser.expect("(", OPEN)?;
    let element = parser.element(context)?;
    parser.expect(")", CLOSE)?;
    match element {
        Element::Own(Own::Attribute(index, _)) => Ok(Element::Own(Own::Attribute(index, true))),
        Element::Own(Own::Type(argument, _)) => Ok(Element::Own(Own::Type(argument, true))),
        _ => parser.fail(
            at,
            "'qualified' directive expects an attribute or a `type` directive",
        ),
    }
}

/// Parses an operand of `type` or `functional-type`: a variable, `operands` or `results`.
fn type_operand(parser: &mut OpParser, at: usize, is_ref: bool) -> Parsed {
    let element = parser.element(Context::Type)?;
    let grammar = &mut parser.grammar;
    let (is_bound, name) = match &element {
        Element::Own(Own::Operand(index)) => {
            let all = grammar.format.has_all_operand_types;
            let seen = std::mem::replace(&mut grammar.operand_types[*index], true);
            (all || seen, Ok(grammar.op.operands[*index].name))
        }
        Element::Own(Own::Result(index)) => {
            let all = grammar.format.has_all_result_types;
            let seen = std::mem::replace(&mut grammar.result_types[*index], true);
            (all || seen, Ok(grammar.op.results[*index].name))
        }
        Element::Own(Own::Operands) => {
            let has_some = !is_ref && grammar.operand_types.contains(&true);
            let all = &mut grammar.format.has_all_operand_types;
            (std::mem::replace(all, true) || has_some, Err("operands"))
        }
        Element::Own(Own::Results) => {
            let has_some = !is_ref && grammar.result_types.contains(&true);
            let all = &mut grammar.format.has_all_result_types;
            (std::mem::replace(all, true) || has_some, Err("results"))
        }
        _ => return parser.fail(at, "invalid argument to 'type' directive"),
    };
    let message = match (is_ref, is_bound, name) {
        (false, true, Ok(name)) => format!("'type' of '{name}' is already bound"),
        (false, true, Err(name)) => format!("'{name}' 'type' is already bound"),
        (true, false, Ok(name)) => {
            format!("'ref' of 'type(${name})' is not bound by a prior 'type' directive")
        }
        (true, false, Err(name)) => {
            format!("'ref' of 'type({name})' is not bound by a prior 'type' directive")
        }
        _ => return Ok(element),
    };
    parser.fail(at, message)
}

fn oilist(parser: &mut OpParser, at: usize, context: Context) -> Parsed {
    parser.expect("(", "expected '(' before oilist argument list")?;
    let mut clauses = Vec::new();
    loop {
        let keyword = match parser.literal(context)? {
            Element::Literal(keyword) => keyword,
            // The reference treats white space as an empty keyword.
            _ => String::new(),
        };
        let mut elements = Vec::new();
        while !parser.is_at("|") && !parser.is_at(")") {
            let element = parser.element(context)?;
            checks::oilist_element(parser, at, &element)?;
            elements.push(element);
        }
        clauses.push((keyword, elements));
        let is_last = parser.is_at(")");
        parser.advance();
        if is_last {
            return Ok(Element::Own(Own::OiList(clauses)));
        }
    }
}
