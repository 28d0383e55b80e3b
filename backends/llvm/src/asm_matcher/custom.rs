//! Operands that functions of the target parse.

use std::borrow::Cow;
use std::collections::BTreeMap;

use backend::Output;
use target_model::matcher::{MatchClassId, Matcher};

use super::Emitter;

/// The operands that functions of the target parse, in the order of matchables.
pub(super) struct CustomOperands {
    pub list: Vec<CustomOperand>,
}

/// The operands of one class in a matchable.
pub(super) struct CustomOperand {
    /// The index of the matchable.
    pub matchable: usize,
    pub class: MatchClassId,
    /// The positions at which operands may have this class, as a bit mask.
    pub mask: u32,
}

impl CustomOperands {
    pub(super) fn find(matcher: &Matcher, all_operands: bool) -> CustomOperands {
        let mut list = Vec::new();
        for (number, matchable) in matcher.matchables.iter().enumerate() {
            // Classes and masks by the rank of the class. If classes have equal rank, the first of them represents all
            // of them.
            let mut masks: BTreeMap<u32, (MatchClassId, u32)> = BTreeMap::new();
            let mut optional = 0;
            for (at, operand) in matchable.operands.iter().enumerate() {
                let class = &matcher.classes.all[operand.class];
                if all_operands || !class.parser_method.is_empty() {
                    let rank = matcher.classes.rank(operand.class);
                    let (_, mask) = masks.entry(rank).or_insert((operand.class, 0));
                    // If optional operands are missing, the operands after them have lower positions.
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

/// Writes the functions that parse custom operands. `parser` is the name of the target's function that parses an
/// operand; if the name is empty, a generated function is called instead.
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
