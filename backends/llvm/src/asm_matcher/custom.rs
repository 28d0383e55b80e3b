//! Operands that the target parses itself.

use std::collections::BTreeMap;

use backend::text::smallest_type;
use backend::{Fatal, Output};
use target_model::matcher::{MatchClassId, Matcher};

use super::Emitter;
use super::tables::Tables;

/// What the target parses itself, in the order of what is matched.
pub struct CustomOperands {
    pub list: Vec<CustomOperand>,
}

/// A class of operands that an instruction has.
pub struct CustomOperand {
    /// The number of what is matched.
    matchable: usize,
    class: MatchClassId,
    /// Which operands may be of this class.
    mask: u32,
}

impl CustomOperands {
    pub fn find(matcher: &Matcher, all_operands: bool) -> CustomOperands {
        let mut list = Vec::new();
        for (number, matchable) in matcher.matchables.iter().enumerate() {
            // By how they compare: of classes that compare as equal, the first stands for all.
            let mut masks: BTreeMap<u32, (MatchClassId, u32)> = BTreeMap::new();
            let mut optional = 0;
            for (at, operand) in matchable.operands.iter().enumerate() {
                let class = &matcher.classes.all[operand.class];
                if all_operands || !class.parser_method.is_empty() {
                    let rank = matcher.classes.rank(operand.class);
                    let (_, mask) = masks.entry(rank).or_insert((operand.class, 0));
                    // Operands that may be missing move those behind them.
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

/// Writes the table of these operands and the functions that have them parsed.
pub fn push(emitter: &Emitter, out: &mut Output, tables: &Tables) -> Result<(), Fatal> {
    let all = &emitter.custom.list;
    let mask = all.iter().fold(0, |mask, it| mask | it.mask);
    tables
        .types(emitter.template(include_str!("templates/custom_entry.txt")))
        .value("mask", smallest_type(mask.into()))
        .push(out);
    write!(
        out,
        "static const OperandMatchEntry OperandMatchTable[{}] = {{\n\
         \x20 /* Operand List Mnemonic, Mask, Operand Class, Features */\n",
        all.len()
    );
    for operand in all {
        let matchable = &emitter.matcher.matchables[operand.matchable];
        out.sources(|| [emitter.rec(matchable)]);
        let (mnemonic, mask) = (matchable.mnemonic.as_str(), operand.mask);
        write!(
            out,
            "  {{ {} /* {mnemonic} */, {mask} /* ",
            tables.mnemonic(mnemonic)
        );
        // The reference does not look at the last bit.
        let set = (0..31).filter(|it| mask & (1 << it) != 0);
        for (number, bit) in set.enumerate() {
            out.push(if number > 0 { ", " } else { "" });
            out.push_number(bit);
        }
        let class = emitter.class_name(operand.class);
        let features = tables.features(emitter, matchable);
        writeln!(out, " */, {class}, {features} }},");
    }
    out.no_source();
    out.push("};\n\n");
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
    let method = emitter.parser.string("OperandParserMethod")?;
    let method = if method.is_empty() {
        "tryCustomParseOperand".into()
    } else {
        method
    };
    emitter
        .template(include_str!("templates/custom_function.txt"))
        .value("parser", method)
        .push(out);
    Ok(())
}
