//! The model of an assembly parser: the texts of instructions and aliases, the classes of their operands, and the order
//! in which the texts are tried.
//!
//! `tokens` splits a text, and `matchable` describes one text. `operands` finds the classes of its operands, and
//! `results` maps them to the operands of the instruction. `match_class`, `classes` and `register_sets` define the
//! classes, and `order` compares them.

mod classes;
mod match_class;
mod matchable;
mod operands;
mod order;
mod register_sets;
mod results;
#[cfg(test)]
mod tests;
mod tokens;

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use backend::bit_set::BitSet;
use backend::{Context, Fatal, Model, Rec, RecordId, Records, bail, record_class, spend, std_sort};
use elaborate::sym;
use elaborate::symbol::Sym;
use elaborate::value::print::value_unquoted;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::features::AssemblerPredicates;
use crate::instructions::{
    Aliases, Flags, InstAlias, InstAliasDef, InstructionId, Instructions, asm_variant,
};
use crate::registers::{RegisterId, Registers};
use crate::target::{Target, TargetDef};

pub use classes::MatchClasses;
pub use match_class::{MatchClass, MatchClassId, MatchClassKind};
pub use matchable::{MatchOperand, Matchable, ResultOperand, Source};
pub use tokens::{Variant, VariantDef};

record_class! {
    /// The record of an assembly parser.
    pub struct ParserDef("AsmParser") {
        /// The name of the parser's C++ class, without the target's name.
        class_name: string("AsmParserClassName"),
        /// Whether the first token is always a mnemonic.
        mnemonic_first: bit("HasMnemonicFirst"),
        /// Whether errors list several instructions that nearly match.
        reports_near_misses: bit("ReportMultipleNearMisses"),
        /// Whether smaller instructions with the same mnemonic are tried first.
        prefers_smaller: bit("PreferSmallerInstructions"),
        /// Whether the target's own parser function is tried first for each operand.
        parses_all_operands: bit("CallCustomParserForAllOperands"),
    }
}

/// The model of a target's assembly parser.
pub struct Matcher {
    /// The target of the parser.
    pub target: Arc<Target>,
    /// The instructions of the target. The parser produces those that are results of `matchables`.
    pub instructions: Arc<Instructions>,
    /// The aliases to which the index in [`Source::Alias`] refers.
    pub aliases: Arc<Aliases>,
    /// The registers that texts may name.
    pub registers: Arc<Registers>,
    /// The conditions to which [`Matchable::features`] refers.
    pub predicates: Arc<AssemblerPredicates>,
    /// The record of class `AsmParser`.
    pub parser: RecordId,
    /// The name of the parser's C++ class, without the target's name.
    pub class_name: String,
    /// The variants of the assembly language, in the order in which the target lists them.
    pub variants: Vec<Variant>,
    /// The classes of operands.
    pub classes: MatchClasses,
    /// The texts of all variants, in the order in which the parser tries them.
    pub matchables: Vec<Matchable>,
    /// Whether the first token is always a mnemonic.
    pub mnemonic_first: bool,
    /// Whether errors list several instructions that nearly match.
    pub reports_near_misses: bool,
    prefers_smaller: bool,
}

/// The model of the target's first parser with all instructions, as an editor needs it.
impl Model for Matcher {
    fn build(cx: &Context) -> Result<Matcher, Fatal> {
        Matcher::read(cx, 0, "")
    }
}

impl Matcher {
    /// The model of the parser with the index `parser` in the target's list, restricted to instructions whose names
    /// start with `prefix`.
    ///
    /// An error if the text of an instruction or alias is invalid in some variant, or if its operands cannot be
    /// resolved.
    pub fn read(cx: &Context, parser: usize, prefix: &str) -> Result<Matcher, Fatal> {
        let target = cx.model::<Target>()?;
        let parser = parser_def(cx, parser)?;
        let class_name = parser.class_name()?.into_owned();
        let predicates = cx.model::<AssemblerPredicates>()?;
        let mnemonic_first = parser.mnemonic_first()?;
        let reports_near_misses = parser.reports_near_misses()?;
        let mut reader = Reader {
            cx,
            predicates: &predicates,
            registers: OnceCell::new(),
            mnemonic_first,
            singles: BitSet::new(),
            matchables: Vec::new(),
        };
        let mut variants = Vec::new();
        let defs = TargetDef(cx.records.rec(target.rec)).list_of_defs("AssemblyParserVariants")?;
        for def in defs {
            let variant = Variant::read(VariantDef(def))?;
            reader.read_variant(&variant, prefix)?;
            variants.push(variant);
        }
        let registers = reader.registers()?.clone();
        let instructions = cx.model::<Instructions>()?;
        let aliases = cx.model::<Aliases>()?;
        let classes = MatchClasses::read(cx, &registers, &reader.singles)?;
        let mut matcher = Matcher {
            matchables: std::mem::take(&mut reader.matchables),
            target,
            instructions,
            aliases,
            registers,
            predicates,
            parser: parser.id(),
            class_name,
            variants,
            classes,
            mnemonic_first,
            reports_near_misses,
            prefers_smaller: false,
        };
        matcher.resolve(cx.records)?;
        matcher.prefers_smaller = parser.prefers_smaller()?;
        matcher.sort(cx.records)?;
        Ok(matcher)
    }
}

fn parser_def<'a>(cx: &'a Context, number: usize) -> Result<ParserDef<'a>, Fatal> {
    let parsers = TargetDef::only(cx.records)?.list_of_defs("AssemblyParsers")?;
    match parsers.get(number) {
        Some(parser) => Ok(ParserDef(*parser)),
        None => bail!(cx.records, "Target does not have an AsmParser #{number}!"),
    }
}

/// Reads the matchables. The classes of their operands are resolved later.
struct Reader<'a, 'b> {
    cx: &'b Context<'a>,
    predicates: &'b AssemblerPredicates,
    registers: OnceCell<Arc<Registers>>,
    mnemonic_first: bool,
    /// The registers that texts name.
    singles: BitSet<RegisterId>,
    matchables: Vec<Matchable>,
}

/// For each token, the register that it names; `None` if it names no register.
type KnownTokens = FxHashMap<Sym, Option<RegisterId>>;

impl<'a> Reader<'a, '_> {
    fn registers(&self) -> Result<&Arc<Registers>, Fatal> {
        if let Some(known) = self.registers.get() {
            return Ok(known);
        }
        let registers = self.cx.model::<Registers>()?;
        Ok(self.registers.get_or_init(|| registers))
    }

    fn read_variant(&mut self, variant: &Variant, prefix: &str) -> Result<(), Fatal> {
        let records: &'a Records = self.cx.records;
        let mut known = KnownTokens::default();
        let instructions = self.cx.model::<Instructions>()?;
        for (id, instruction) in instructions.iter() {
            let is_code_gen_only = instruction.flags.contains(Flags::IS_CODE_GEN_ONLY);
            if !instruction.name.starts_with(prefix) || is_code_gen_only {
                continue;
            }
            let def = records.rec(instruction.rec);
            if !is_of(variant, &def.string(sym!("AsmVariantName"))?) {
                continue;
            }
            let size = def.int(sym!("Size"))? as u32;
            let text = asm_variant(
                &instruction.asm_string(records),
                variant.number as u32 as usize,
            );
            let read = self.read(variant, &mut known, def, &text, Source::Instruction, id)?;
            self.matchables
                .extend(read.map(|it| Matchable { size, ..it }));
        }
        let aliases = self.cx.model::<Aliases>()?;
        for (number, (rec, alias)) in aliases.list.iter().enumerate() {
            let def = InstAliasDef(records.rec(*rec));
            let alias: &InstAlias = alias.as_ref().map_err(Clone::clone)?;
            let result = instructions.get(alias.result);
            if !result.name.starts_with(prefix) || !is_of(variant, &def.variant()?) {
                continue;
            }
            let size = records.rec(result.rec).int(sym!("Size"))? as u32;
            let uses_converter = def.uses_converter()?;
            let text = asm_variant(alias.asm_string.as_str(), variant.number as u32 as usize);
            let source = Source::Alias(number);
            let read = self.read(variant, &mut known, *def, &text, source, alias.result)?;
            self.matchables.extend(read.map(|it| Matchable {
                size,
                uses_converter,
                ..it
            }));
        }
        Ok(())
    }

    fn read(
        &mut self,
        variant: &Variant,
        known: &mut KnownTokens,
        def: Rec<'a>,
        text: &str,
        source: Source,
        result: InstructionId,
    ) -> Result<Option<Matchable>, Fatal> {
        let split = matchable::split(def, text, variant, self.mnemonic_first)?;
        let predicates = def.list_of_defs(sym!("Predicates"))?.into_iter();
        let features = predicates.filter_map(|it| self.predicates.number(it.id()));
        let features = features.collect();
        let mut operands = Vec::with_capacity(split.operands.len());
        for (token, is_isolated) in &split.operands {
            let mut operand = MatchOperand::new(*token);
            if *is_isolated {
                operand.register = self.register(variant, known, *token)?;
                self.singles.extend(operand.register);
            }
            operands.push(operand);
        }
        let has_deprecation = has_deprecation(def);
        let is_alias = source != Source::Instruction;
        let is_matched = matchable::validate(def, text, variant, &split.operands, is_alias)?;
        Ok(is_matched.then_some(Matchable {
            rec: def.id(),
            source,
            result,
            variant: variant.number,
            mnemonic: split.mnemonic,
            operands,
            results: Vec::new(),
            features,
            size: 0,
            has_deprecation,
            uses_converter: true,
        }))
    }

    /// The register that `token` names in a variant; `None` if it names no register. `known` caches the results.
    fn register(
        &self,
        variant: &Variant,
        known: &mut KnownTokens,
        token: Sym,
    ) -> Result<Option<RegisterId>, Fatal> {
        if let Some(known) = known.get(&token) {
            return Ok(*known);
        }
        let text = token.as_str();
        let found = match variant.register_prefix.as_str() {
            "" => self.registers()?.by_asm_name(&text.to_ascii_lowercase()),
            prefix => match text.strip_prefix(prefix) {
                Some(name) => self.registers()?.by_asm_name(name),
                None => None,
            },
        };
        known.insert(token, found);
        Ok(found)
    }
}

/// Whether a record with the variant name `name` belongs to `variant`. A record without a name belongs to all variants.
fn is_of(variant: &Variant, name: &str) -> bool {
    name.is_empty() || name == variant.name
}

fn has_deprecation(def: Rec) -> bool {
    let mask = def.field(sym!("DeprecatedFeatureMask"));
    let mask = mask.or_else(|| def.field(sym!("ComplexDeprecationPredicate")));
    let mask = mask.and_then(|it| it.value);
    mask.is_some_and(|it| !value_unquoted(&def.records().names(), it).is_empty())
}

impl Matcher {
    /// Sorts the matchables into the order in which the parser tries them.
    fn sort(&mut self, records: &Records) -> Result<(), Fatal> {
        let mnemonics = self.ranks_of_mnemonics();
        let operands = self.matchables.iter().map(|it| it.operands.len()).sum();
        let mut ranks = Vec::with_capacity(operands);
        let mut keys = Vec::with_capacity(self.matchables.len());
        for matchable in &self.matchables {
            let start = ranks.len();
            let operands = matchable.operands.iter();
            ranks.extend(operands.map(|it| self.classes.rank(it.class)));
            keys.push(SortKey {
                mnemonic: mnemonics[&matchable.mnemonic],
                size: if self.prefers_smaller {
                    matchable.size
                } else {
                    0
                },
                operands: ranks.len() - start,
                start,
                matchable,
            });
        }
        let position = |it: &SortKey| {
            let instruction = records.rec(self.instructions.get(it.matchable.result).rec);
            let has_position = instruction.bit(sym!("HasPositionOrder"))?;
            Ok::<_, Fatal>(has_position.then_some(instruction))
        };
        let is_before = |a: &SortKey, b: &SortKey| {
            let by_key = a.compare(b, &ranks);
            if by_key.is_ne() {
                return Ok(by_key.is_lt());
            }
            if let Some(first) = position(a)?
                && let Some(second) = position(b)?
            {
                return Ok(first.order() < second.order());
            }
            Ok(a.matchable.features.len() > b.matchable.features.len())
        };
        let mut error = None;
        let mut order = std_sort::stable_order(&keys, |a, b| {
            is_before(a, b).unwrap_or_else(|it| {
                error.get_or_insert(it);
                false
            })
        });
        std_sort::permute(&mut self.matchables, &mut order);
        error.map_or(Ok(()), Err)
    }

    /// The rank of each mnemonic in the order of the mnemonics in lower case. Many matchables share a mnemonic, so
    /// comparing ranks is cheaper than comparing texts.
    fn ranks_of_mnemonics(&self) -> FxHashMap<Sym, usize> {
        let different: FxHashSet<Sym> = self.matchables.iter().map(|it| it.mnemonic).collect();
        let lowered = |it: Sym| (it.as_str().to_ascii_lowercase(), it);
        let mut lowered: Vec<_> = different.into_iter().map(lowered).collect();
        lowered.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let ranks = lowered.chunk_by(|(a, _), (b, _)| a == b).enumerate();
        ranks
            .flat_map(|(rank, equal)| equal.iter().map(move |(_, it)| (*it, rank)))
            .collect()
    }
}

/// The primary sort key of a matchable. The remaining properties are compared only if two primary keys are equal.
struct SortKey<'a> {
    mnemonic: usize,
    size: u32,
    operands: usize,
    /// The index in the list of all ranks at which the ranks of this matchable's operands start.
    start: usize,
    matchable: &'a Matchable,
}

impl SortKey<'_> {
    fn compare(&self, other: &SortKey, ranks: &[u32]) -> Ordering {
        let key = |it: &SortKey| (it.mnemonic, it.size, it.operands);
        let of = |it: &SortKey| &ranks[it.start..][..it.operands];
        key(self)
            .cmp(&key(other))
            .then_with(|| of(self).cmp(of(other)))
    }
}

/// Two texts that a parser cannot tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ambiguity {
    /// The index in [`Matcher::matchables`] of the text that is tried first.
    pub first: usize,
    /// The index of the other text.
    pub second: usize,
    /// The records of the instructions or aliases that have these texts, in the same order.
    pub records: (RecordId, RecordId),
}

impl Matcher {
    /// The pairs of texts that can match the same operands, where neither is more specific than the other. They are
    /// sorted by the first text, then by the second. Their number may be quadratic, so they are computed lazily.
    pub fn ambiguities(&self) -> impl Iterator<Item = Ambiguity> + '_ {
        type Key = (Sym, i32, u32, usize);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut by_key: FxHashMap<Key, usize> = FxHashMap::default();
        // For each matchable, its group and its index in the group.
        let mut places = Vec::with_capacity(self.matchables.len());
        for (at, it) in self.matchables.iter().enumerate() {
            let size = if self.prefers_smaller { it.size } else { 0 };
            let key = (it.mnemonic, it.variant, size, it.operands.len());
            let group = *by_key.entry(key).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            places.push((group, groups[group].len()));
            groups[group].push(at);
        }
        let groups = Rc::new(groups);
        let pairs = places.into_iter().enumerate();
        pairs.flat_map(move |(first, (group, place))| {
            let (groups, a) = (groups.clone(), &self.matchables[first]);
            let others = place + 1..groups[group].len();
            others.filter_map(move |other| {
                let second = groups[group][other];
                let b = &self.matchables[second];
                self.is_ambiguous(a, b).then_some(Ambiguity {
                    first,
                    second,
                    records: (a.rec, b.rec),
                })
            })
        })
    }

    fn is_ambiguous(&self, a: &Matchable, b: &Matchable) -> bool {
        spend(1);
        let (mut is_less, mut is_greater) = (false, false);
        for (a, b) in a.operands.iter().zip(&b.operands) {
            let order = self.classes.rank(a.class).cmp(&self.classes.rank(b.class));
            let (kind, other) = (
                self.classes.all[a.class].kind,
                self.classes.all[b.class].kind,
            );
            if (kind != other || kind == MatchClassKind::Token) && order.is_ne() {
                return false;
            }
            is_less |= order.is_lt();
            is_greater |= order.is_gt();
        }
        is_less == is_greater
    }
}
