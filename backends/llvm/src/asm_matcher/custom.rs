//! Operands that the target parses itself.

use std::borrow::Cow;
use std::collections::BTreeMap;

use backend::Output;
use target_model::matcher::{MatchClassId, Matcher};

use super::Emitter;

/// The operands that the target parses itself, in the order of matchables.
pub(super) struct CustomOperands {
    pub list: Vec<CustomOperand>,
}

/// A class of operands that an instruction has.
pub(super) struct CustomOperand {
    /// The number of the matchable.
    pub matchable: usize,
    pub class: MatchClassId,
    /// The mask of operands that may have this class.
    pub mask: u32,
}

impl CustomOperands {
    pub(super) fn find(matcher: &Matcher, all_operands: bool) -> CustomOperands {
        let mut list = Vec::new();
        for (number, matchable) in matcher.matchables.iter().enumerate() {
            // In the order of classes: the first of equal ones represents all.
            let mut masks: BTreeMap<u32, (MatchClassId, u32)> = BTreeMap::new();
            let mut optional = 0;
            for (at, operand) in matchable.operands.iter().enumerate() {
                let class = &matcher.classes.all[operand.class];
                if all_operands || !class.parser_method.is_empty() {
                    let rank = matcher.classes.rank(operand.class);
                    let (_, mask) = masks.entry(rank).or_insert((operand.class, 0));
                    // Missing optional operands shift those after them.
                    let ones = u32::MAX >> (31 - u32::min(optional, 31));
                    *mask |= ones.wrapping_shl(at as u32 - optional);
                }
                optional += u32::from(class.is_optional);
            }
            list.extend(masks.into_values().map(|(class, mask)| CustomOperand {
                matchable: number,
                class,
                mask,
            }));
        }
        CustomOperands { list }
    }
}

/// Writes the functions that have these operands parsed. The target may name one for the parser to call first.
pub(super) fn push_functions(emitter: &Emitter, out: &mut Output, parser: Cow<str>) {
    write!(
        out,
        "ParseStatus {}::\ntryCustomParseOperand(OperandVector &Operands,\n\
         \x20                     unsigned MCK) {{\n\n  switch(MCK) {{\n",
        emitter.class
    );
    for (id, class) in emitter.classes() {
        if !class.parser_method.is_empty() {
            emitter.of_class(out, id);
            let (name, method) = (emitter.class_name(id), &class.parser_method);
            write!(out, "  case {name}:\n    return {method}(Operands);\n");
        }
    }
    out.no_source();
    out.push(
        "  default:\n    return ParseStatus::NoMatch;\n  }\n  return ParseStatus::NoMatch;\n}\n\n",
    );
    let method = if parser.is_empty() {
        "tryCustomParseOperand".into()
    } else {
        parser
    };
    emitter
        .template(include_str!("templates/custom_function.txt"))
        .value("parser", method)
        .push(out);
}
