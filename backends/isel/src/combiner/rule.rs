//! Reads combine rules with their patterns, and checks them.

use backend::{Context, Fatal, Rec};
use elaborate::symbol::Sym;
use indexmap::IndexMap;

use super::Unit;
use super::changes;
use super::fragment::Fragment;
use super::parser::{Parser, operator};
use super::pattern::{
    Builtin, FragmentId, InstructionPattern, Operand, OperandTable, Pattern, PatternKind,
    PatternType, joined,
};
use super::reporter::{Reporter, Stop};
use super::types::{Inference, TypeChecker};

/// A record of class `GICombineRule`.
pub(super) struct CombineRule<'a> {
    pub rec: Rec<'a>,
    pub id: usize,
    pub root_name: Sym,
    /// The patterns to match, indexed by name, in source order.
    pub matches: IndexMap<Sym, Pattern>,
    pub applies: IndexMap<Sym, Pattern>,
    pub match_table: OperandTable,
    pub apply_table: OperandTable,
    /// The index in `matches` of the pattern that matches the root; `None` until it is found.
    pub match_root: Option<usize>,
    /// The indices in `applies` of the patterns that redefine the results of the root. If the root has no results, the
    /// index of the pattern with the name `root_name`. Empty if the rule only applies C++ code, if it erases the root,
    /// or if its root is a list of opcodes.
    pub apply_roots: Vec<usize>,
    pub match_data: Vec<MatchData>,
    /// All combinations of the fragments' alternatives.
    pub permutations: Vec<Alternatives>,
    /// The fragments that the rule uses, in order of first use.
    pub fragments: Vec<FragmentId>,
}

/// A C++ variable that passes data from the `match` patterns to the `apply` patterns.
pub(super) struct MatchData {
    pub symbol: Sym,
    pub ty: String,
}

impl MatchData {
    /// The name of the C++ variable.
    pub(super) fn variable(&self) -> String {
        format!("GIMatchData_{}", self.symbol)
    }
}

/// The alternative that is chosen for each `match` pattern that uses a fragment: pairs of the index of the pattern and
/// the index of the alternative.
pub(super) type Alternatives = Vec<(usize, usize)>;

/// The maximum number of combinations of alternatives, even if a rule sets no limit.
const MAX_PERMUTATIONS: usize = 1 << 16;

type Done = Result<(), Stop>;

impl<'a> CombineRule<'a> {
    /// Reads a rule, checks it and infers types of operands. An error of the rule is reported.
    pub(super) fn read(
        unit: &mut Unit<'a>,
        rec: Rec<'a>,
        id: usize,
    ) -> Result<CombineRule<'a>, Stop> {
        let mut rule = CombineRule {
            rec,
            id,
            root_name: Sym::EMPTY,
            matches: IndexMap::new(),
            applies: IndexMap::new(),
            match_table: OperandTable::default(),
            apply_table: OperandTable::default(),
            match_root: None,
            apply_roots: Vec::new(),
            match_data: Vec::new(),
            permutations: Vec::new(),
            fragments: Vec::new(),
        };
        let reporter = rule.reporter(unit.cx);
        rule.read_defs(reporter)?;
        rule.read_patterns(unit, reporter)?;
        rule.collect_operands(reporter)?;
        rule.check_types(unit, reporter)?;
        let root = rule.find_root(reporter)?;
        rule.match_root = Some(root);
        rule.find_apply_roots(unit, root, reporter)?;
        rule.check_matches(reporter)?;
        rule.check_applies(root, reporter)?;
        rule.permute(unit, reporter)?;
        Ok(rule)
    }

    pub(super) fn reporter(&self, cx: &'a Context<'a>) -> Reporter<'a> {
        Reporter { cx, rec: self.rec }
    }

    fn read_defs(&mut self, reporter: Reporter) -> Done {
        let records = self.rec.records();
        let defs = self.rec.dag("Defs")?;
        if operator(defs, self.rec)?.name() != "defs" {
            return Err(reporter.error("Expected defs operator"));
        }
        let mut roots = Vec::new();
        for (v, name) in defs.args() {
            let name = Sym::new(name.unwrap_or_default());
            let def = records.def_of(v);
            let is_a = |class: &str| def.is_some_and(|it| it.is_a(class));
            match def {
                Some(def) if def.name() == "root" => roots.push(name),
                Some(def) if def.is_a("GIDefMatchData") => self.match_data.push(MatchData {
                    symbol: name,
                    ty: def.string("Type")?.into_owned(),
                }),
                _ if is_a("GIDefKind") => {
                    return Err(reporter.error("This GIDefKind not implemented in tablegen"));
                }
                _ if is_a("GIDefKindWithArgs") => {
                    return Err(
                        reporter.error("This GIDefKindWithArgs not implemented in tablegen")
                    );
                }
                _ => {
                    return Err(reporter.error(
                        "Expected a subclass of GIDefKind or a sub-dag whose operator is of type GIDefKindWithArgs",
                    ));
                }
            }
        }
        match roots[..] {
            [root] => self.root_name = root,
            _ => return Err(reporter.error("Combine rules must have exactly one root")),
        }
        Ok(())
    }

    fn read_patterns(&mut self, unit: &mut Unit<'a>, reporter: Reporter<'a>) -> Done {
        let name = self.rec.name();
        let mut parser = Parser {
            unit,
            reporter,
            seen: Vec::new(),
        };
        let [matches, applies] = changes::actions(reporter.cx.release());
        let (matches, applies) = (self.rec.dag(matches)?, self.rec.dag(applies)?);
        let combines = changes::has_combine_action(reporter.cx.release());
        let actions = (
            operator(matches, self.rec)?.name(),
            operator(applies, self.rec)?.name(),
        );
        if !combines || actions == ("match", "apply") {
            parser.list(
                matches,
                "match",
                &format!("{name}_match"),
                |reporter, it| add_match(&mut self.matches, it, reporter),
            )?;
            parser.list(
                applies,
                "apply",
                &format!("{name}_apply"),
                |reporter, it| add_apply(&mut self.applies, it, reporter),
            )?;
        } else if actions == ("combine", "empty_action") {
            // C++ code is applied; all other parts are patterns to match.
            parser.list(
                matches,
                "combine",
                &format!("{name}_combine"),
                |reporter, it| match it.code() {
                    Some(_) => add_apply(&mut self.applies, it, reporter),
                    None => add_match(&mut self.matches, it, reporter),
                },
            )?;
            if self.matches.is_empty() || self.applies.is_empty() {
                return Err(reporter.error(
                    "'combine' action needs at least one pattern to match, and C++ code to apply",
                ));
            }
        } else {
            return Err(reporter.error(
                "expected both a 'match' and 'apply' action in combine rule, or a single 'combine' action",
            ));
        }
        self.fragments = parser.seen;
        Ok(())
    }

    fn collect_operands(&mut self, reporter: Reporter) -> Done {
        let lists = [
            (&self.matches, &mut self.match_table, "match"),
            (&self.applies, &mut self.apply_table, "apply"),
        ];
        for (patterns, table, what) in lists {
            for (at, pattern) in patterns.values().enumerate() {
                let Some(pattern) = pattern.instruction() else {
                    continue;
                };
                table.add(at, pattern).map_err(|name| {
                    reporter.error(format!(
                        "Operand '{name}' is defined multiple times in the '{what}' patterns"
                    ))
                })?;
            }
        }
        Ok(())
    }

    fn check_types(&mut self, unit: &mut Unit<'a>, reporter: Reporter<'a>) -> Done {
        let mut checker = TypeChecker::new(reporter);
        for (name, pattern) in instructions(&self.matches) {
            checker.check(name, pattern, |_| Ok(()))?;
        }
        for (name, pattern) in instructions(&self.applies) {
            checker.check(name, pattern, |ty| match ty {
                PatternType::TypeOf(operand) if !self.match_table.has(operand) => {
                    let ty = ty.text(reporter.cx.records);
                    Err(reporter.error(format!(
                        "'{operand}' ('{ty}') does not refer to a matched operand!"
                    )))
                }
                _ => Ok(()),
            })?;
        }
        let all = self.matches.values_mut().chain(self.applies.values_mut());
        checker.propagate(all.filter_map(Pattern::instruction_mut));
        let mut inference = Inference {
            unit,
            reporter,
            match_table: &self.match_table,
        };
        inference.run(&self.matches, &mut self.applies)?;
        for (name, pattern) in instructions(&self.matches) {
            if changes::refuse_types_of_matches(pattern, name, reporter) {
                return Err(Stop::Reported);
            }
        }
        Ok(())
    }

    /// The index in `matches` of the root. The root is the pattern with the name `root_name`. If there is no such
    /// pattern, it is the pattern that defines the operand with this name.
    fn find_root(&self, reporter: Reporter) -> Result<usize, Stop> {
        let name = self.root_name;
        if let Some(at) = self.matches.get_index_of(&name) {
            return Ok(at);
        }
        if !self.match_table.has(name) {
            return Err(reporter.error(format!("Cannot find root '{name}' in match patterns!")));
        }
        self.match_table.definition(name).ok_or_else(|| {
            reporter.error(format!(
                "Cannot use live-in operand '{name}' as match pattern root!"
            ))
        })
    }

    fn find_apply_roots(&mut self, unit: &Unit, root: usize, reporter: Reporter) -> Done {
        if self.applies_code_only() || self.erases_root() {
            return Ok(());
        }
        let Some(root) = self.matches[root].instruction() else {
            return Ok(());
        };
        let name = self.root_name;
        let named = self.applies.get_index_of(&name);
        if root.defs() == 0 {
            let Some(named) = named else {
                return Err(reporter.error(format!("Cannot find root '{name}' in apply patterns!")));
            };
            if self.applies[named].instruction().is_none() {
                return Err(reporter.error(format!(
                    "apply pattern root '{name}' must be an instruction pattern"
                )));
            }
            self.apply_roots.push(named);
            return Ok(());
        }
        for operand in unit.defs_to_apply(root) {
            let operand = operand.name;
            let Some(definition) = self.apply_table.definition(operand) else {
                return Err(reporter.error(format!(
                    "'{operand}' must be redefined in the 'apply' pattern"
                )));
            };
            if !self.apply_roots.contains(&definition) {
                self.apply_roots.push(definition);
            }
        }
        match named {
            Some(named) if !self.apply_roots.contains(&named) => Err(reporter.error(format!(
                "apply pattern '{name}' is supposed to be a root but it does not redefine any of the defs of the match root"
            ))),
            _ => Ok(()),
        }
    }

    /// Whether all `apply` patterns are C++ code.
    pub(super) fn applies_code_only(&self) -> bool {
        self.applies.values().all(|it| it.code().is_some())
    }

    fn erases_root(&self) -> bool {
        let mut builtins = instructions(&self.applies).map(|(_, it)| it.builtin());
        builtins.any(|it| it == Some(Builtin::EraseRoot))
    }

    fn has_any_opcode(&self) -> bool {
        let mut kinds = self.matches.values().map(|it| &it.kind);
        kinds.any(|it| matches!(it, PatternKind::AnyOpcode(_)))
    }

    fn check_matches(&self, reporter: Reporter) -> Done {
        let mut has_any_opcode = false;
        for (name, pattern) in &self.matches {
            match &pattern.kind {
                PatternKind::Code(code) => {
                    if !code.contains("return ") {
                        reporter.warning("'match' C++ code does not seem to return!");
                    }
                }
                PatternKind::Instruction(instruction) => {
                    instruction.check_packs(true, reporter)?;
                    let flags = instruction.flags();
                    if let Some(flags) = flags.filter(|it| !it.copied.is_empty()) {
                        let stop = reporter.error(
                            "'match' patterns cannot refer to flags from other instructions",
                        );
                        let copied = joined(&flags.copied);
                        reporter.note(format!("MIFlags in '{name}' refer to: {copied}"));
                        return Err(stop);
                    }
                }
                PatternKind::AnyOpcode(_) if has_any_opcode => {
                    return Err(reporter.error("wip_opcode_match can only be present once"));
                }
                PatternKind::AnyOpcode(_) => has_any_opcode = true,
            }
        }
        Ok(())
    }

    fn check_applies(&self, root: usize, reporter: Reporter) -> Done {
        let mut is_code = None;
        for (name, pattern) in &self.applies {
            let is_code_here = pattern.code().is_some();
            if *is_code.get_or_insert(is_code_here) != is_code_here {
                return Err(reporter
                    .error("'apply' patterns cannot mix C++ code with other types of patterns"));
            }
            let Some(pattern) = pattern.instruction() else {
                continue;
            };
            pattern.check_packs(false, reporter)?;
            if self.has_any_opcode() {
                return Err(reporter.error(
                    "cannot use wip_match_opcode in combination with apply instruction patterns!",
                ));
            }
            self.check_copied_flags(*name, pattern, reporter)?;
            if let Some(builtin) = pattern.builtin() {
                self.check_builtin(builtin, pattern, root, reporter)?;
            }
        }
        if !self.applies_code_only() && !self.match_data.is_empty() {
            return Err(reporter
                .error("GIDefMatchData can only be used if 'apply' in entirely written in C++"));
        }
        Ok(())
    }

    fn check_copied_flags(
        &self,
        name: Sym,
        pattern: &InstructionPattern,
        reporter: Reporter,
    ) -> Done {
        for other in pattern.flags().into_iter().flat_map(|it| &it.copied) {
            let Some(matched) = self.matches.get(other) else {
                return Err(reporter.error(format!(
                    "unknown instruction '${other}' referenced in MIFlags of '{name}'"
                )));
            };
            if !is_real(matched) {
                return Err(reporter.error(format!(
                    "'${other}' does not refer to a CodeGenInstruction in MIFlags of '{name}'"
                )));
            }
        }
        Ok(())
    }

    fn check_builtin(
        &self,
        builtin: Builtin,
        pattern: &InstructionPattern,
        root: usize,
        reporter: Reporter,
    ) -> Done {
        match builtin {
            Builtin::EraseRoot => {
                if self.applies.len() > 1 {
                    return Err(
                        reporter.error(format!("{builtin} must be the only 'apply' pattern"))
                    );
                }
                let root = &self.matches[root];
                let Some(root) = root.instruction().filter(|_| is_real(root)) else {
                    return Err(reporter.error(format!(
                        "{builtin} can only be used if the root is a CodeGenInstruction or Intrinsic"
                    )));
                };
                let (of, defs) = (root.of, root.defs());
                if defs != 0 {
                    let stop = reporter.error(format!(
                        "{builtin} can only be used if on roots that do not have any output operand"
                    ));
                    reporter.note(format!("'{of}' has {defs} output operands"));
                    return Err(stop);
                }
            }
            Builtin::ReplaceReg => {
                let old = pattern.operands[0].name;
                let Some(definition) = self.match_table.definition(old) else {
                    return Err(reporter.error(format!(
                        "{builtin} cannot find a matched pattern that defines '{old}'"
                    )));
                };
                if definition != root {
                    return Err(reporter.error(format!(
                        "{builtin} cannot replace '{old}': this builtin can only replace a register defined by the match root"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Computes all combinations of the fragments' alternatives. The alternative of the last fragment varies fastest.
    /// An error if there are too many combinations, or if a fragment has no alternatives.
    fn permute(&mut self, unit: &Unit, reporter: Reporter) -> Done {
        let mut choices = Vec::new();
        for (at, pattern) in self.matches.values().enumerate() {
            let fragment = pattern.instruction().and_then(|it| unit.fragment_of(it));
            if let Some(fragment) = fragment {
                choices.push((at, fragment.alternatives.len()));
            }
        }
        let counts = choices.iter().map(|(_, count)| *count);
        let count = counts.fold(1usize, usize::saturating_mul);
        let (name, max) = (self.rec.name(), self.rec.int("MaxPermutations")?);
        if max > 0 && count > usize::try_from(max).unwrap_or(usize::MAX) {
            return Err(reporter.error(format!(
                "cannot emit rule '{name}'; {count} permutations would be emitted, but the max is {max}"
            )));
        }
        if count > MAX_PERMUTATIONS {
            return Err(reporter.error(format!(
                "cannot emit rule '{name}'; {count} permutations would be emitted, which are too many"
            )));
        }
        if let Some((at, _)) = choices.iter().find(|(_, count)| *count == 0) {
            let pattern = self.matches[*at].name;
            return Err(reporter.error(format!("the fragment of '{pattern}' has no alternatives")));
        }
        self.permutations = vec![Vec::new()];
        for (at, count) in choices {
            let longer = self.permutations.iter().flat_map(|shorter| {
                (0..count).map(move |number| [&shorter[..], &[(at, number)]].concat())
            });
            self.permutations = longer.collect();
        }
        Ok(())
    }
}

/// Whether a pattern denotes an instruction or an intrinsic. False for fragments, builtins, `wip_match_opcode` and C++
/// code.
fn is_real(pattern: &Pattern) -> bool {
    let instruction = pattern.instruction();
    instruction.is_some_and(|it| it.fragment().is_none() && it.builtin().is_none())
}

/// The patterns that have operands, each with its name. C++ code and `wip_match_opcode` have no operands.
fn instructions(
    patterns: &IndexMap<Sym, Pattern>,
) -> impl Iterator<Item = (Sym, &InstructionPattern)> {
    let patterns = patterns.values();
    patterns.filter_map(|it| Some((it.name, it.instruction()?)))
}

fn add_match(patterns: &mut IndexMap<Sym, Pattern>, pattern: Pattern, reporter: Reporter) -> Done {
    let name = pattern.name;
    if patterns.contains_key(&name) {
        return Err(reporter.error(format!("'{name}' match pattern defined more than once!")));
    }
    if let Some(builtin) = pattern.instruction().and_then(InstructionPattern::builtin) {
        return Err(reporter.error(format!("'{builtin}' cannot be used in a 'match' pattern")));
    }
    patterns.insert(name, pattern);
    Ok(())
}

fn add_apply(patterns: &mut IndexMap<Sym, Pattern>, pattern: Pattern, reporter: Reporter) -> Done {
    let name = pattern.name;
    if patterns.contains_key(&name) {
        return Err(reporter.error(format!("'{name}' apply pattern defined more than once!")));
    }
    if let PatternKind::AnyOpcode(_) = pattern.kind {
        return Err(reporter.error(format!(
            "'{name}': wip_match_opcode is not supported in apply patterns"
        )));
    }
    if pattern
        .instruction()
        .is_some_and(|it| it.fragment().is_some())
    {
        return Err(reporter.error(format!(
            "'{name}': using GICombinePatFrag is not supported in apply patterns"
        )));
    }
    patterns.insert(name, pattern);
    Ok(())
}

impl Unit<'_> {
    /// The fragment that a pattern uses; `None` if the pattern denotes something else.
    pub(super) fn fragment_of(&self, pattern: &InstructionPattern) -> Option<&Fragment> {
        pattern.fragment().map(|it| &*self.fragments.all[it])
    }

    /// The operands that the `apply` patterns must redefine if `pattern` is the root.
    fn defs_to_apply(&self, pattern: &InstructionPattern) -> Vec<Operand> {
        match self.fragment_of(pattern) {
            Some(fragment) => fragment.root_of(pattern).into_iter().collect(),
            None => pattern.results().to_vec(),
        }
    }

    /// The records of a rule's predicates, without predicates that always hold. Also declares them as features of the
    /// combiner. A record that is not a predicate is reported, and the records after it are ignored.
    pub(super) fn conditions(&mut self, rec: Rec) -> Result<Vec<backend::RecordId>, Fatal> {
        let mut conditions = Vec::new();
        if rec.field("Predicates").is_none() {
            return Ok(conditions);
        }
        for v in rec.list("Predicates")? {
            let Some(condition) = self.cx.records.def_of(*v) else {
                continue;
            };
            if !condition.is_a("Predicate") {
                let cx = self.cx;
                let rec = cx.records.rec(condition.id());
                Reporter { cx, rec }.error("Unknown 'Predicate' Type");
                break;
            }
            if condition.string("CondString")?.is_empty() {
                continue;
            }
            self.features.declare(condition.id());
            conditions.push(condition.id());
        }
        Ok(conditions)
    }
}
