//! Determines the types that a format does not write.

use rustc_hash::FxHashMap;

use super::{OperationGrammar, checks};
use crate::format::parser::{Failed, Parser};

type OpParser<'t, 'f, 'a> = Parser<'t, OperationGrammar<'f, 'a>>;

/// The C++ template that gives the types of all elements of a shaped type.
const ELEMENTS: &str = "::llvm::SmallVector<::mlir::Type>(::llvm::cast<::mlir::ShapedType>($_self).\
                        getNumElements(), ::llvm::cast<::mlir::ShapedType>($_self).getElementType())";

/// How a type is determined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The format writes the type.
    Written,
    /// A C++ expression builds the type: the index of the expression in `OperationFormat::buildable`.
    Built(usize),
    /// The type follows from the type of an operand, result or attribute. If there is a C++ template, the template
    /// transforms that other type.
    From(Seen, Option<String>),
}

/// An operand, result or attribute whose type the format determines, by its index in the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The type of an operand.
    Operand(usize),
    /// The type of a result.
    Result(usize),
    /// The type of an attribute that the format writes.
    Attribute(usize),
}

/// The types that follow from traits, by the names of operands and results.
pub(super) struct Resolvers {
    by_name: FxHashMap<String, (Seen, Option<String>)>,
    /// Whether C++ code infers the types of all results.
    infers_results: bool,
}

impl Resolvers {
    pub(super) fn read(parser: &mut OpParser) -> Result<Resolvers, Failed> {
        let op = parser.grammar.op;
        let grammar = &mut parser.grammar;
        let mut resolvers = Resolvers {
            by_name: FxHashMap::default(),
            infers_results: false,
        };
        for it in &op.traits {
            let rec = it.rec;
            if rec.is_a("AllTypesMatch") {
                let names = grammar.lift(rec.list_of_strings("values"))?;
                resolvers.all_match(grammar, &names);
            } else if rec.name() == "SameTypeOperands" {
                resolvers.same_types(grammar, false);
            } else if rec.name() == "SameOperandsAndResultType" {
                resolvers.same_types(grammar, true);
            } else if rec.is_a("TypesMatchWith") {
                let from = grammar.lift(rec.string("lhs"))?;
                let to = grammar.lift(rec.string("rhs"))?;
                let transformer = grammar.lift(rec.string("transformer"))?;
                if let Some(seen) = find_seen(grammar, &from) {
                    let resolver = (seen, Some(transformer.into_owned()));
                    resolvers.by_name.insert(to.into_owned(), resolver);
                }
            } else if rec.is_a("ShapedTypeMatchesElementCountAndTypes") {
                let from = grammar.lift(rec.string("shaped"))?;
                let to = grammar.lift(rec.string("elements"))?;
                if let Some(seen) = find_seen(grammar, &from) {
                    let resolver = (seen, Some(ELEMENTS.to_owned()));
                    resolvers.by_name.insert(to.into_owned(), resolver);
                }
            } else if op.inferred_types.is_none() {
                let name = grammar.lift(rec.optional_string("cppInterfaceName"))?;
                if name.is_some_and(|it| it == "InferTypeOpInterface") {
                    let space = grammar.lift(rec.string("cppNamespace"))?;
                    resolvers.infers_results |= space == "::mlir";
                }
            }
        }
        Ok(resolvers)
    }

    fn all_match(&mut self, grammar: &OperationGrammar, names: &[impl AsRef<str>]) {
        for (index, name) in names.iter().enumerate() {
            let Some(seen) = find_seen(grammar, name.as_ref()) else {
                continue;
            };
            for (other, name) in names.iter().enumerate() {
                if other != index {
                    self.by_name.insert(name.as_ref().to_owned(), (seen, None));
                }
            }
        }
    }

    /// Gives all operands the type of the first operand whose type is written. With `with_results`, results get this
    /// type as well, and the type may come from a result.
    fn same_types(&mut self, grammar: &OperationGrammar, with_results: bool) {
        let operand = grammar.operand_types.iter().position(|it| *it);
        let result = grammar.result_types.iter().position(|it| *it);
        let result = result.filter(|_| with_results).map(Seen::Result);
        let Some(seen) = operand.map(Seen::Operand).or(result) else {
            return;
        };
        let op = grammar.op;
        let operands = op.operands.iter().zip(&grammar.operand_types);
        let results = op.results.iter().zip(&grammar.result_types);
        let results = results.filter(|_| with_results);
        for (value, _) in operands.chain(results).filter(|it| !it.1) {
            self.by_name.insert(value.name.to_owned(), (seen, None));
        }
    }

    fn resolution(&self, name: &str) -> Option<Resolution> {
        let (seen, transformer) = self.by_name.get(name)?;
        Some(Resolution::From(*seen, transformer.clone()))
    }
}

/// The operand or result `name` if the format writes its type, or the attribute `name` if the format writes it.
fn find_seen(grammar: &OperationGrammar, name: &str) -> Option<Seen> {
    let op = grammar.op;
    if let Some(index) = op.operands.iter().position(|it| it.name == name) {
        return grammar.operand_types[index].then_some(Seen::Operand(index));
    }
    if let Some(index) = op.results.iter().position(|it| it.name == name) {
        return grammar.result_types[index].then_some(Seen::Result(index));
    }
    let index = op.attributes.iter().position(|it| it.name == name)?;
    grammar
        .has_seen_attribute(index)
        .then_some(Seen::Attribute(index))
}

/// Determines the resolution of each result's type. An error if a type cannot be determined.
pub(super) fn results(
    parser: &mut OpParser,
    at: usize,
    resolvers: &Resolvers,
) -> Result<(), Failed> {
    let op = parser.grammar.op;
    if parser.grammar.format.has_all_result_types {
        return Ok(());
    }
    let has_some = parser.grammar.result_types.contains(&true);
    if !op.results.is_empty() && !has_some && resolvers.infers_results {
        parser.grammar.format.infers_result_types = true;
        return Ok(());
    }
    for (index, result) in op.results.iter().enumerate() {
        if parser.grammar.result_types[index] {
            continue;
        }
        let resolution = match resolvers.resolution(result.name) {
            Some(resolution) => resolution,
            None => {
                let builder = parser.grammar.lift(result.ty.builder_call())?;
                let builder = builder.filter(|_| !result.ty.has_variable_length());
                let Some(builder) = builder else {
                    return not_buildable(parser, at, "result", index, result.name);
                };
                built(parser, &builder)
            }
        };
        parser.grammar.format.result_types[index] = resolution;
    }
    Ok(())
}

/// Checks that the format writes all operands, and determines the resolution of each operand's type.
pub(super) fn operands(
    parser: &mut OpParser,
    at: usize,
    resolvers: &Resolvers,
) -> Result<(), Failed> {
    let op = parser.grammar.op;
    for (index, operand) in op.operands.iter().enumerate() {
        let has_all = parser.grammar.format.has_all_operands;
        if !has_all && !parser.grammar.operands[index] {
            return checks::not_found(parser, at, "operand", index, operand.name);
        }
        if parser.grammar.format.has_all_operand_types || parser.grammar.operand_types[index] {
            continue;
        }
        let resolution = match resolvers.resolution(operand.name) {
            Some(resolution) => resolution,
            None => {
                let builder = parser.grammar.lift(operand.ty.builder_call())?;
                let is_range = has_all && operand.ty.has_variable_length();
                let Some(builder) = builder.filter(|_| !is_range) else {
                    return not_buildable(parser, at, "operand", index, operand.name);
                };
                built(parser, &builder)
            }
        };
        parser.grammar.format.operand_types[index] = resolution;
    }
    Ok(())
}

/// The resolution of a type that the C++ expression `builder` builds.
fn built(parser: &mut OpParser, builder: &str) -> Resolution {
    let buildable = &mut parser.grammar.format.buildable;
    let known = buildable.iter().position(|it| it == builder);
    Resolution::Built(known.unwrap_or_else(|| {
        buildable.push(builder.to_owned());
        buildable.len() - 1
    }))
}

fn not_buildable<R>(
    parser: &mut OpParser,
    at: usize,
    kind: &str,
    index: usize,
    name: &str,
) -> Result<R, Failed> {
    parser.fail_with_note(
        at,
        format!(
            "type of {kind} #{index}, named '{name}', is not buildable and a buildable type cannot \
             be inferred"
        ),
        format!(
            "suggest adding a type constraint to the operation or adding a 'type(${name})' \
             directive to the custom assembly format"
        ),
    )
}
