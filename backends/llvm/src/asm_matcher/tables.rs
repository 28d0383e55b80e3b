//! The tables of matchables, and the function that looks a line of assembly up in them.

use std::collections::BTreeMap;

use backend::string_offset_table::StringOffsetTable;
use backend::text::smallest_type;
use backend::{Fatal, Output, Rec};
use elaborate::records::{decode, encode};
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;
use target_model::features::PredicateId;

use super::conversion::Conversions;
use super::template::Template;
use super::{Emitter, changes, custom};
use crate::assembler_predicates::bit_name;

/// The offsets of mnemonics, and the C++ types of the columns in the tables of matchables.
pub(super) struct Tables {
    /// The offset of each mnemonic in the table of mnemonics.
    mnemonics: FxHashMap<Sym, usize>,
    mnemonic_type: &'static str,
    feature_type: &'static str,
    class_type: &'static str,
}

impl Tables {
    pub(super) fn mnemonic(&self, mnemonic: &str) -> usize {
        self.mnemonics
            .get(&Sym::new(mnemonic))
            .copied()
            .unwrap_or_default()
    }

    /// Sets the types of the columns in a template.
    pub(super) fn types<'t>(&self, template: Template<'t>) -> Template<'t> {
        template
            .value("mnemonic", self.mnemonic_type)
            .value("features", self.feature_type)
            .value("match_class", self.class_type)
    }
}

/// Writes the C++ enumerator of a set of features.
fn push_name_of_set(emitter: &Emitter, out: &mut Output, set: &[PredicateId]) {
    out.push("AMFBS");
    if set.is_empty() {
        out.push("_None");
    }
    for id in set {
        let rec = emitter.matcher.predicates.rec(*id);
        out.push("_");
        out.push(emitter.records.rec(rec).name());
    }
}

pub(super) fn push(
    emitter: &Emitter,
    out: &mut Output,
    conversions: &Conversions,
    has_aliases: bool,
) -> Result<(), Fatal> {
    let (mnemonics, largest) = push_mnemonics(emitter, out);
    let sets = push_feature_sets(emitter, out);
    // The invalid class and the optional class are not in the list.
    let classes = emitter.matcher.classes.all.len() + 2;
    let tables = Tables {
        mnemonics,
        mnemonic_type: smallest_type(largest as u64),
        feature_type: smallest_type(sets as u64),
        class_type: smallest_type(classes as u64),
    };
    let matchables = &emitter.matcher.matchables;
    let operands = matchables.iter().map(|it| it.operands.len()).max();
    let operands = operands.unwrap_or_default();
    let converter = smallest_type(conversions.signatures.len() as u64);
    let entry = emitter.template(include_str!("templates/match_entry.txt"));
    tables
        .types(entry)
        .value("converter", converter)
        .value("operands", operands.to_string())
        .push(out);
    // All steps that may fail come before the tables are written, so that the text of each table can be freed as soon
    // as it is written.
    let cleanup = emitter.parser.string("AsmParserInstCleanup")?;
    let custom_parser = if emitter.custom.list.is_empty() {
        None
    } else {
        Some(emitter.parser.string("OperandParserMethod")?)
    };
    for number in 0..emitter.matcher.variants.len() {
        push_table(emitter, out, &tables, conversions, number);
    }
    let first = usize::from(emitter.matcher.mnemonic_first);
    let (_, subtarget) = changes::subtarget_of_operands(emitter.cx.release());
    emitter
        .template(include_str!("templates/match_function.txt"))
        .with('a', has_aliases)
        .with('c', !cleanup.is_empty())
        .with('d', matchables.iter().any(|it| it.has_deprecation))
        .value("cleanup", cleanup)
        .value(
            "printing",
            changes::printing_arguments(emitter.cx.release()),
        )
        .value("report", changes::report(emitter.cx.release()))
        .value("subtarget", subtarget)
        .value("ranges", changes::no_ranges(emitter.cx.release()))
        .value("operands", operands.to_string())
        .value("operands+1", (operands + 1).to_string())
        .value("operands+first", (operands + first).to_string())
        .value("variants", variant_cases(emitter))
        .from(variant_sources(emitter))
        .push(out);
    if let Some(parser) = custom_parser {
        push_custom_table(emitter, out, &tables);
        custom::push_functions(emitter, out, parser);
    }
    Ok(())
}

/// The cases of a `switch` that chooses the table of a variant, without the last line feed.
pub(super) fn variant_cases(emitter: &Emitter) -> String {
    let variants = emitter.matcher.variants.iter().enumerate();
    let cases = variants.map(|(at, variant)| {
        let number = variant.number;
        format!(
            "  case {number}: Start = std::begin(MatchTable{at}); End = std::end(MatchTable{at}); break;"
        )
    });
    cases.collect::<Vec<_>>().join("\n")
}

pub(super) fn variant_sources<'a>(emitter: &Emitter<'a>) -> Vec<Rec<'a>> {
    let variants = emitter.matcher.variants.iter();
    variants.map(|it| emitter.records.rec(it.rec)).collect()
}

/// Writes the table of mnemonics. A byte with the length precedes each mnemonic. Returns the offset of each mnemonic,
/// and the largest offset.
fn push_mnemonics(emitter: &Emitter, out: &mut Output) -> (FxHashMap<Sym, usize>, usize) {
    let mut table = StringOffsetTable::unended(emitter.cx);
    let mut offsets = FxHashMap::default();
    let mut largest = 0;
    for matchable in &emitter.matcher.matchables {
        let mnemonic = matchable.mnemonic;
        offsets.entry(mnemonic).or_insert_with(|| {
            let text = encode(mnemonic.as_str());
            let mut bytes = vec![text.len() as u8];
            bytes.extend(text.to_ascii_lowercase());
            let offset = table.add_unended(&decode(&bytes));
            largest = largest.max(offset);
            offset
        });
    }
    out.push("static const char MnemonicTable[] =\n");
    if out.keeps_map() {
        for matchable in &emitter.matcher.matchables {
            table.tie(offsets[&matchable.mnemonic], matchable.rec);
        }
    }
    table.push_literal(out);
    out.push(";\n\n");
    (offsets, largest)
}

/// The order of sets of features: by size, then by the names of the features.
type SetOrder<'a> = (usize, Vec<&'a str>);

/// Writes the sets of required features. Returns the number of nonempty sets.
fn push_feature_sets(emitter: &Emitter, out: &mut Output) -> usize {
    let predicates = &emitter.matcher.predicates;
    let name = |id: &PredicateId| emitter.records.rec(predicates.rec(*id)).name();
    let mut sets: BTreeMap<SetOrder, (&[PredicateId], Rec)> = BTreeMap::new();
    for matchable in &emitter.matcher.matchables {
        let set = matchable.features.as_slice();
        if !set.is_empty() {
            let key = (set.len(), set.iter().map(name).collect());
            sets.entry(key).or_insert((set, emitter.rec(matchable)));
        }
    }
    let sources = |set: &[PredicateId], rec| {
        let recs = set
            .iter()
            .map(|it| emitter.records.rec(predicates.rec(*it)));
        recs.chain([rec]).collect::<Vec<Rec>>()
    };
    write!(
        out,
        "// Feature bitsets.\nenum : {} {{\n  AMFBS_None,\n",
        smallest_type(sets.len() as u64)
    );
    for (set, rec) in sets.values() {
        out.sources(|| sources(set, *rec));
        out.push("  ");
        push_name_of_set(emitter, out, set);
        out.push(",\n");
    }
    out.no_source();
    out.push("};\n\nstatic constexpr FeatureBitset FeatureBitsets[] = {\n  {}, // AMFBS_None\n");
    for (set, rec) in sets.values() {
        out.sources(|| sources(set, *rec));
        out.push("  {");
        for id in *set {
            write!(out, "{}, ", bit_name(emitter.records, predicates, *id));
        }
        out.push("},\n");
    }
    out.no_source();
    out.push("};\n\n");
    sets.len()
}

/// Writes the table of one variant's matchables.
fn push_table(
    emitter: &Emitter,
    out: &mut Output,
    tables: &Tables,
    conversions: &Conversions,
    number: usize,
) {
    let variant = emitter.matcher.variants[number].number;
    let namespace = emitter.matcher.instructions.namespace();
    writeln!(out, "static const MatchEntry MatchTable{number}[] = {{");
    let matchables = emitter.matcher.matchables.iter();
    for (matchable, signature) in matchables.zip(&conversions.of_matchables) {
        if matchable.variant != variant {
            continue;
        }
        out.sources(|| [matchable.rec]);
        let mnemonic = matchable.mnemonic;
        out.push("  { ");
        out.push_number(tables.mnemonics.get(&mnemonic).copied().unwrap_or_default() as u64);
        out.push(" /* ");
        out.push(mnemonic.as_str());
        out.push(" */, ");
        out.push(namespace);
        out.push("::");
        out.push(&emitter.result(matchable).name);
        out.push(", ");
        out.push(conversions.signatures.get(*signature));
        out.push(", ");
        push_name_of_set(emitter, out, &matchable.features);
        out.push(", { ");
        for (number, operand) in matchable.operands.iter().enumerate() {
            out.push(if number > 0 { ", " } else { "" });
            out.push(emitter.class_name(operand.class));
        }
        out.push(" }, },\n");
        out.commit();
    }
    out.no_source();
    out.push("};\n\n");
}

fn push_custom_table(emitter: &Emitter, out: &mut Output, tables: &Tables) {
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
        out.sources(|| [matchable.rec]);
        let (mnemonic, mask) = (matchable.mnemonic.as_str(), operand.mask);
        write!(
            out,
            "  {{ {} /* {mnemonic} */, {mask} /* ",
            tables.mnemonic(mnemonic)
        );
        // The reference ignores the highest bit of the mask.
        let set = (0..31).filter(|it| mask & (1 << it) != 0);
        for (number, bit) in set.enumerate() {
            out.push(if number > 0 { ", " } else { "" });
            out.push_number(bit);
        }
        write!(out, " */, {}, ", emitter.class_name(operand.class));
        push_name_of_set(emitter, out, &matchable.features);
        out.push(" },\n");
    }
    out.no_source();
    out.push("};\n\n");
}
