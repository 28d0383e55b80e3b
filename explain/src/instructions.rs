//! Descriptions of instructions: operands, encodings, assembly texts, and facts that other records give.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec};
use elaborate::value::print::value;
use ide::markup::code_span;
use target_model::compressed::CompressedForms;
use target_model::decoder::{Decision, NodeId, Tree};
use target_model::hw_modes::HwModes;
use target_model::instructions::{
    AliasOperand, Aliases, BitOrder, Constraint, Effects, InstAliasDef, Instruction,
    InstructionDef, Instructions, asm_variant,
};
use target_model::matcher::{MatchClassKind, Matchable, Matcher};
use target_model::target::TargetDef;

use crate::decoder::Decoder;
use crate::encodings::picture;
use crate::page::{Page, columns, count, listed};

/// The maximum number of aliases shown.
const MAX_ALIASES: usize = 20;

/// The maximum number of predicates shown.
const MAX_NEEDS: usize = 8;

/// Describes the properties of an instruction that its record alone determines.
pub(crate) fn alone(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let instruction = Instruction::read_alone(InstructionDef(rec))?;
    page.prose(heading(rec, &instruction)?);
    page.names("is", traits(&instruction));
    page.records("also writes", instruction.implicit_defs.iter().copied());
    page.records("also reads", instruction.implicit_uses.iter().copied());
    for (variant, text) in texts(cx, &instruction)? {
        let what = match variant {
            0 => "assembly".to_owned(),
            other => format!("assembly, variant {other}"),
        };
        page.point(&what, code_span(&text));
    }
    if rec.is_a("PseudoInstExpansion") {
        let expansion = rec.value("ResultInst")?;
        page.point(
            "stands for",
            code_span(&value(&cx.records.names(), expansion)),
        );
    }
    if !instruction.operands.is_empty() {
        page.drawing(&operands(cx, &instruction));
    }
    let order = BitOrder::of_target(cx).unwrap_or(BitOrder::Straight);
    for (name, encoding) in encodings(cx, rec)? {
        let Some(picture) = picture(encoding, order)? else {
            continue;
        };
        if let Some(name) = name {
            page.prose(format!("encoding {}", code_span(&name)));
        }
        page.drawing(&picture);
    }
    Ok(())
}

fn heading(rec: Rec, instruction: &Instruction) -> Result<String, Fatal> {
    let name = match &*instruction.namespace {
        "" => instruction.name.to_string(),
        namespace => format!("{namespace}::{}", instruction.name),
    };
    let mut line = if instruction.is_pseudo() {
        format!("pseudo instruction {}", code_span(&name))
    } else {
        format!("instruction {}", code_span(&name))
    };
    let size = rec.int("Size")?;
    if size > 0 {
        line += &format!(", {}", count(size as usize, "byte"));
    }
    Ok(line)
}

/// The properties of an instruction as phrases.
fn traits(instruction: &Instruction) -> Vec<String> {
    let word = |name: &str| {
        let lower = name.to_ascii_lowercase().replace('_', " ");
        lower.strip_prefix("is ").unwrap_or(&lower).to_owned()
    };
    let flags = instruction.flags.iter_names();
    let mut words: Vec<String> = flags.map(|(name, _)| word(name)).collect();
    let Effects {
        may_load,
        may_store,
        has_side_effects,
    } = instruction.effects;
    let effects = [
        (may_load, "may load"),
        (may_store, "may store"),
        (has_side_effects, "has side effects"),
    ];
    for (effect, what) in effects {
        match effect {
            Some(true) => words.push(what.to_owned()),
            Some(false) => {}
            None => words.push(format!("{what} as its patterns say")),
        }
    }
    words
}

/// The assembly text for each variant, with the variant's number. A text that equals that of the preceding variant is
/// left out.
fn texts(cx: &Context, instruction: &Instruction) -> Result<Vec<(i64, String)>, Fatal> {
    let text = &*instruction.asm_string(cx.records);
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let target = TargetDef::only(cx.records)?;
    let variants = target.field("AssemblyParserVariants").is_some();
    let variants = if variants {
        target.list_of_defs("AssemblyParserVariants")?
    } else {
        Vec::new()
    };
    let mut numbers = Vec::new();
    for variant in variants {
        numbers.push(variant.int("Variant")?);
    }
    if numbers.is_empty() {
        numbers.push(0);
    }
    let text_of = |number: i64| (number, asm_variant(text, number.max(0) as usize));
    let mut texts: Vec<(i64, String)> = numbers.into_iter().map(text_of).collect();
    texts.dedup_by(|a, b| a.1 == b.1);
    Ok(texts)
}

/// A table of the operands, in the order of their numbers in the code generator.
fn operands(cx: &Context, instruction: &Instruction) -> String {
    let head = ["operand", "name", "class", "", "constraint"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let all = &instruction.operands;
    for (number, operand) in all.iter().enumerate() {
        let way = if number < all.defs { "out" } else { "in" };
        let class = cx.records.rec(operand.rec).name();
        for (part, known) in operand.parts.iter().enumerate() {
            let name = match (known.name, operand.parts.len()) {
                (Some(name), _) => name.as_str().to_owned(),
                (None, 1) => operand.name.as_str().to_owned(),
                (None, _) => format!("{}.{part}", operand.name),
            };
            let mut notes = Vec::new();
            match known.constraint {
                Constraint::None => {}
                Constraint::EarlyClobber => notes.push("early clobber".to_owned()),
                Constraint::TiedTo(other) => notes.push(format!("tied to operand {other}")),
            }
            if !known.is_encoded {
                notes.push("not encoded".to_owned());
            }
            rows.push(vec![
                (operand.first + part).to_string(),
                name,
                if part == 0 {
                    class.to_owned()
                } else {
                    String::new()
                },
                way.to_owned(),
                notes.join(", "),
            ]);
        }
    }
    columns(&rows)
}

/// The encodings of an instruction: the encoding in its record or the encodings for hardware modes, then additional
/// encodings. Each element is a record with an encoding, and the name of the encoding unless the record is that of the
/// instruction.
pub(crate) fn encodings<'a>(
    cx: &Context<'a>,
    rec: Rec<'a>,
) -> Result<Vec<(Option<String>, Rec<'a>)>, Fatal> {
    let mut all = Vec::new();
    let infos = rec.field("EncodingInfos").and_then(|it| it.value);
    match infos.and_then(|it| cx.records.def_of(it)) {
        None => all.push((None, rec)),
        Some(select) => {
            let modes = cx.model::<HwModes>()?;
            for (mode, encoding) in modes.choices(select)? {
                let mode = modes.name_or(*mode, "by default").to_owned();
                all.push((Some(mode), cx.records.rec(*encoding)));
            }
        }
    }
    for additional in cx.records.derived_if_defined("AdditionalEncoding") {
        if additional.def("AliasOf")? == rec {
            all.push((Some(additional.name().to_owned()), additional));
        }
    }
    Ok(all)
}

/// Lists the aliases and compressed forms of an instruction.
pub(crate) fn others(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let instructions = cx.model::<Instructions>()?;
    let Some(id) = instructions.number(rec) else {
        return Ok(());
    };
    page.point("number", id.0);
    let aliases = cx.model::<Aliases>()?;
    let known = aliases.list.iter().filter_map(|(_, it)| it.as_ref().ok());
    let own: Vec<_> = known.filter(|it| it.result == id).collect();
    for alias in own.iter().take(MAX_ALIASES) {
        let priority = InstAliasDef(cx.records.rec(alias.rec)).priority()?;
        let printed = if priority > 0 { ", printed so" } else { "" };
        let dag = value(&cx.records.names(), alias.dag);
        let text = code_span(alias.asm_string.as_str());
        page.point("alias", format!("{text} for {}{printed}", code_span(&dag)));
    }
    if own.len() > MAX_ALIASES {
        page.point("alias", format!("… {} more", own.len() - MAX_ALIASES));
    }
    if cx.records.derived_if_defined("CompressPat").is_empty() {
        return Ok(());
    }
    let forms = cx.model::<CompressedForms>()?;
    let of = |it: &Instruction| it.rec == rec.id();
    let short = forms.0.iter().filter(|it| of(&it.long));
    page.names("shorter form", short.map(|it| it.short.name.as_ref()));
    let long = forms.0.iter().filter(|it| of(&it.short));
    page.names("short for", long.map(|it| it.long.name.as_ref()));
    Ok(())
}

/// Describes for each encoding of an instruction the decoder table that contains the encoding, and the bits that the
/// decoder examines to find the encoding.
pub(crate) fn decoder(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    if rec.field("Inst").is_none() && rec.field("EncodingInfos").is_none() {
        return Ok(());
    }
    let decoder = cx.model::<Decoder>()?;
    let Some(id) = decoder.instructions.number(rec) else {
        return Ok(());
    };
    for encoding in decoder.encodings(id) {
        let Some((table, node)) = decoder.place(*encoding) else {
            continue;
        };
        let known = &decoder.encodings.tables[table];
        let name = format!("{}{}", known.namespace, known.width);
        let way = way(&decoder.trees[table], node);
        page.point("decoded", format!("in table {}{way}", code_span(&name)));
    }
    Ok(())
}

/// A phrase for the bits that the decoder examines on the way to a node of the tree.
fn way(tree: &Tree, node: NodeId) -> String {
    let run = |start: usize, len: usize| match len {
        1 => start.to_string(),
        _ => format!("{}-{start}", start + len - 1),
    };
    let mut steps = Vec::new();
    for above in tree.path(node).skip(1) {
        if let Decision::Switch { start, len, .. } = above.decision {
            steps.push(run(start, len));
        }
    }
    steps.reverse();
    let mut way = if steps.is_empty() {
        String::new()
    } else {
        format!(" by bits {}", steps.join(", then "))
    };
    match &tree.get(node).decision {
        Decision::One { checks, .. } | Decision::OneOr { checks, .. } if !checks.is_empty() => {
            let checks = checks.iter().map(|it| run(it.start, it.len));
            way += &format!(
                "; bits {} are checked",
                checks.collect::<Vec<_>>().join(", ")
            );
        }
        Decision::Conflict(group) => {
            way += &format!(", with {} that look the same", group.len() - 1);
        }
        _ => {}
    }
    way
}

/// Describes the position of an instruction's or alias's texts in the order in which the parser tries them.
pub(crate) fn matcher(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let matcher = cx.model::<Matcher>()?;
    let own = matcher.matchables.iter().enumerate();
    let own = own.filter(|(_, it)| it.rec == rec.id());
    for (at, own) in own {
        let is_alike = |it: &&Matchable| it.mnemonic == own.mnemonic && it.variant == own.variant;
        let all = matcher.matchables.iter().filter(is_alike).count();
        let place = matcher.matchables[..at].iter().filter(is_alike).count() + 1;
        let mut line = code_span(&pattern(&matcher, own));
        if all > 1 {
            line += &format!(", number {place} of {all} that begin so");
        }
        if own.variant != 0 {
            line += &format!(", variant {}", own.variant);
        }
        let needs = own.features.iter().map(|it| matcher.predicates.rec(*it));
        let needs = needs.map(|it| cx.records.rec(it).name());
        if let Some(needs) = listed(needs, MAX_NEEDS) {
            line += &format!(", needs {needs}");
        }
        page.point("parsed", line);
    }
    Ok(())
}

/// The assembly text of an instruction or alias, with `<class>` in place of each operand.
pub(crate) fn pattern(matcher: &Matcher, matchable: &Matchable) -> String {
    let mut words = Vec::new();
    if matcher.mnemonic_first {
        words.push(matchable.mnemonic.as_str().to_owned());
    }
    for operand in &matchable.operands {
        let class = &matcher.classes.all[operand.class];
        words.push(match class.kind {
            MatchClassKind::Token => operand.token.as_str().to_owned(),
            _ => format!("<{}>", class.name),
        });
    }
    words.join(" ")
}

/// Describes an alias: the instruction it expands to and its operands.
pub(crate) fn alias(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let aliases = cx.model::<Aliases>()?;
    let known = aliases.list.iter().find(|(it, _)| *it == rec.id());
    let Some((_, alias)) = known else {
        return Ok(());
    };
    let alias = alias.as_ref().map_err(Clone::clone)?;
    let instructions = cx.model::<Instructions>()?;
    let result = instructions.get(alias.result);
    let text = code_span(alias.asm_string.as_str());
    page.prose(format!("alias {text} for {}", code_span(&result.name)));
    for (place, is) in &alias.operands {
        let operand = result.operands.get(place.operand);
        let name = match place.part {
            Some(part) => format!("{}.{part}", operand.name),
            None => operand.name.as_str().to_owned(),
        };
        let is = match is {
            AliasOperand::Operand { name, class } => {
                format!("{}:${name}", cx.records.rec(*class).name())
            }
            AliasOperand::Immediate(number) => number.to_string(),
            AliasOperand::Register(Some(register)) => cx.records.rec(*register).name().to_owned(),
            AliasOperand::Register(None) => "no register".to_owned(),
        };
        page.point(&code_span(&name), code_span(&is));
    }
    Ok(())
}
