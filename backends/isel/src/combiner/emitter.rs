//! Writes the C++ class of a combiner.

use backend::string_matcher::{Case, StringMatcher};
use backend::text::push_header_without_input;
use backend::{Context, Fatal, Output, Rec, RecordId, bail, std_sort};
use rustc_hash::FxHashSet;
use target_model::instructions::Instructions;

use super::Unit;
use super::matching::{Emitter, is_enabled};
use super::reporter::{Reporter, Stop};
use super::rule::CombineRule;
use crate::global_isel::executor::{CodeFunction, Executor, Piece, indented, push_numbers};
use crate::global_isel::features::Features;
use crate::global_isel::{Emission, LowLevelType, Program, Rule, Types};

pub(super) fn write<'a>(
    out: &mut Output,
    unit: &mut Unit<'a>,
    target: &str,
    name: &str,
    combiner: Rec<'a>,
) -> Result<(), Fatal> {
    let cx = unit.cx;
    out.phase("Gather rules");
    unit.features = Features::default();
    let mut gathered = Gathered::default();
    gathered.add(unit, combiner, out)?;
    if cx.errors() > 0 {
        let end = combiner.fatal("Failed to parse one or more rules".to_owned());
        return Err(Box::new(end.for_reference()));
    }
    if unit.debug.stop_after_parse {
        return Ok(());
    }
    out.phase("Creating Match Table");
    let Gathered { all, mut rules, .. } = gathered;
    let renderers = rules.iter().map(Rule::renderers).max().unwrap_or(0);
    let instructions = unit.instructions.clone();
    sort(&mut rules, &instructions);
    // `Program::optimized` consumes the rules, so their conditions are copied first.
    let features: Vec<_> = rules.iter().map(Rule::needs).collect();
    let program = Program::optimized(rules, &instructions, cx.release());

    out.phase("Emit combiner");
    let class = combiner.string("Classname")?;
    push_header_without_input(out, &format!("{class} Combiner Match Table"));
    let mut types = Types::new(unit.types.iter().copied());
    if types.is_empty() {
        types = Types::new([(LowLevelType::Scalar { size: 1 }, combiner.id())]);
    }
    let combiner = Combiner {
        name,
        rec: combiner,
        class: &class,
        rules: &all,
    };
    out.push(
        "#ifdef GET_GICOMBINER_DEPS\n#include \"llvm/ADT/SparseBitVector.h\"\nnamespace llvm {\n\
         extern cl::OptionCategory GICombinerOptionCategory;\n} // end namespace llvm\n\
         #endif // ifdef GET_GICOMBINER_DEPS\n\n",
    );
    out.push("#ifdef GET_GICOMBINER_TYPES\n");
    combiner.push_configuration(out)?;
    out.push("#endif // ifdef GET_GICOMBINER_TYPES\n\n");
    let executor = Executor {
        class: &class,
        target,
        features: &unit.features,
    };
    executor.push_bitset(out, "GET_GICOMBINER_TYPES");
    executor.push_feature_members(out, "GET_GICOMBINER_CLASS_MEMBERS");
    executor.push_members(cx.release(), out, "GET_GICOMBINER_CLASS_MEMBERS");

    out.push("#ifdef GET_GICOMBINER_IMPL\n");
    executor.push_types_and_features(cx, out, &types, &features)?;
    executor.push_complex_patterns(out, &[])?;
    let checks = unit.checks.pieces();
    executor.push_function(cx, out, &CodeFunction::of_instructions(&checks));
    executor.push_operand_function(cx, out, &CodeFunction::of_operands(&[]));
    for (subject, argument) in [
        ("I64", "int64_t"),
        ("APFloat", "const APFloat &"),
        ("APInt", "const APInt &"),
    ] {
        let function = CodeFunction::of_constants(subject, argument, &[]);
        executor.push_function(cx, out, &function);
    }
    combiner.push_simple_predicates(out);
    executor.push_renderers(cx, out, &[]);
    combiner.push_entry(out)?;
    combiner.push_actions(cx, out, &unit.actions.pieces());
    let emission = Emission {
        cx,
        instructions: &instructions,
        types: &types,
        register_namespace: "",
        is_combiner: true,
        with_coverage: false,
    };
    executor.push_table(out, &program, &emission)?;
    out.push("#endif // ifdef GET_GICOMBINER_IMPL\n\n");
    executor.push_feature_initializers(out, "GET_GICOMBINER_CONSTRUCTOR_INITS");
    executor.push_initializers(out, renderers, "GET_GICOMBINER_CONSTRUCTOR_INITS");
    Ok(())
}

/// Sorts rules into the order in which they are tried.
pub(super) fn sort(rules: &mut [Rule], instructions: &Instructions) {
    let is_before = |a: &Rule, b: &Rule| a.compare(b, instructions).is_lt();
    std_sort::stable_sort(rules, is_before);
}

/// The rules of a combiner, collected from its groups.
#[derive(Default)]
pub(super) struct Gathered<'a> {
    /// The rules' records, indexed by rule id.
    all: Vec<Rec<'a>>,
    seen: FxHashSet<&'a str>,
    /// The groups that enclose the current group, to detect cycles.
    open: FxHashSet<RecordId>,
    /// The number of group members visited, counted with repetitions.
    members: usize,
    pub rules: Vec<Rule>,
}

/// The maximum number of group members, counted with repetitions. Without a limit, a chain of groups in which each
/// group lists the next group twice would take exponential time.
const MAX_MEMBERS: usize = 1 << 14;

impl<'a> Gathered<'a> {
    /// Adds the rules of a group and of the groups that it contains. An error if a group contains itself, or if there
    /// are too many members.
    pub(super) fn add(
        &mut self,
        unit: &mut Unit<'a>,
        group: Rec<'a>,
        out: &mut Output,
    ) -> Result<(), Fatal> {
        if !self.open.insert(group.id()) {
            bail!(group, "group '{}' contains itself", group.name());
        }
        for rec in group.list_of_defs("Rules")? {
            self.members += 1;
            if self.members > MAX_MEMBERS {
                bail!(group, "groups have more than {MAX_MEMBERS} members in all");
            }
            // Rules have the field `Rules` as well, but leave it unset.
            rec.value("Rules")?;
            if rec.is_unset("Rules") {
                self.add_rule(unit, rec, out)?
            } else {
                self.add(unit, rec, out)?
            }
        }
        self.open.remove(&group.id());
        Ok(())
    }

    fn add_rule(
        &mut self,
        unit: &mut Unit<'a>,
        rec: Rec<'a>,
        out: &mut Output,
    ) -> Result<(), Fatal> {
        let cx = unit.cx;
        let name = rec.name();
        if !self.seen.insert(name) {
            Reporter { cx, rec }.warning(format!(
                "skipping rule '{name}' because it has already been processed"
            ));
            return Ok(());
        }
        let id = self.all.len();
        self.all.push(rec);
        let result = CombineRule::read(unit, rec, id).and_then(|rule| {
            if unit.debug.stop_after_parse {
                out.of(rec, |out| out.push(&unit.rule_text(&rule)));
                Ok(())
            } else {
                Emitter::new(unit, &rule, &mut self.rules).run()
            }
        });
        match result {
            Err(Stop::Fatal(error)) => Err(error),
            Ok(()) | Err(Stop::Reported) => Ok(()),
        }
    }
}

/// A record of class `GICombiner` with its rules.
struct Combiner<'a> {
    name: &'a str,
    rec: Rec<'a>,
    class: &'a str,
    rules: &'a [Rec<'a>],
}

impl Combiner<'_> {
    /// Writes the code that determines which rules are disabled.
    fn push_configuration(&self, out: &mut Output) -> Result<(), Fatal> {
        let (class, name) = (self.class, self.name);
        write!(
            out,
            "struct {class}RuleConfig {{\n  SparseBitVector<> DisabledRules;\n\n  \
             bool isRuleEnabled(unsigned RuleID) const;\n  bool parseCommandLineOption();\n  \
             bool setRuleEnabled(StringRef RuleIdentifier);\n  bool setRuleDisabled(StringRef RuleIdentifier);\n}};\n\n"
        );
        out.push(
            "static std::optional<uint64_t> getRuleIdxForIdentifier(StringRef RuleIdentifier) {\n  \
             uint64_t I;\n  // getAtInteger(...) returns false on success\n  \
             bool Parsed = !RuleIdentifier.getAsInteger(0, I);\n  if (Parsed)\n    return I;\n\n#ifndef NDEBUG\n",
        );
        let cases = self.rules.iter().enumerate();
        let cases =
            cases.map(|(id, rule)| Case::new(*rule, rule.name(), format!("return {id};\n")));
        StringMatcher::new("RuleIdentifier").push(out, &cases.collect::<Vec<_>>())?;
        let count = self.rules.len();
        write!(
            out,
            "#endif // ifndef NDEBUG\n\n  return std::nullopt;\n}}\n\
             static std::optional<std::pair<uint64_t, uint64_t>> getRuleRangeForIdentifier(StringRef RuleIdentifier) {{\n  \
             std::pair<StringRef, StringRef> RangePair = RuleIdentifier.split('-');\n  \
             if (!RangePair.second.empty()) {{\n    const auto First = getRuleIdxForIdentifier(RangePair.first);\n    \
             const auto Last = getRuleIdxForIdentifier(RangePair.second);\n    if (!First || !Last)\n      \
             return std::nullopt;\n    if (First >= Last)\n      \
             report_fatal_error(\"Beginning of range should be before end of range\");\n    \
             return {{{{*First, *Last + 1}}}};\n  }}\n  if (RangePair.first == \"*\") {{\n    return {{{{0, {count}}}}};\n  }}\n  \
             const auto I = getRuleIdxForIdentifier(RangePair.first);\n  if (!I)\n    return std::nullopt;\n  \
             return {{{{*I, *I + 1}}}};\n}}\n\n"
        );
        for (state, change) in [("Enabled", "reset"), ("Disabled", "set")] {
            write!(
                out,
                "bool {class}RuleConfig::setRule{state}(StringRef RuleIdentifier) {{\n  \
                 auto MaybeRange = getRuleRangeForIdentifier(RuleIdentifier);\n  if (!MaybeRange)\n    return false;\n  \
                 for (auto I = MaybeRange->first; I < MaybeRange->second; ++I)\n    DisabledRules.{change}(I);\n  \
                 return true;\n}}\n\n"
            );
        }
        let lower = name.to_ascii_lowercase();
        out.source(self.rec);
        write!(
            out,
            "static std::vector<std::string> {name}Option;\nstatic cl::list<std::string> {name}DisableOption(\n    \
             \"{lower}-disable-rule\",\n    \
             cl::desc(\"Disable one or more combiner rules temporarily in the {name} pass\"),\n    \
             cl::CommaSeparated,\n    cl::Hidden,\n    cl::cat(GICombinerOptionCategory),\n    \
             cl::callback([](const std::string &Str) {{\n      {name}Option.push_back(Str);\n    }}));\n\
             static cl::list<std::string> {name}OnlyEnableOption(\n    \"{lower}-only-enable-rule\",\n    \
             cl::desc(\"Disable all rules in the {name} pass then re-enable the specified ones\"),\n    \
             cl::Hidden,\n    cl::cat(GICombinerOptionCategory),\n    \
             cl::callback([](const std::string &CommaSeparatedArg) {{\n      StringRef Str = CommaSeparatedArg;\n      \
             {name}Option.push_back(\"*\");\n      do {{\n        auto X = Str.split(\",\");\n        \
             {name}Option.push_back((\"!\" + X.first).str());\n        Str = X.second;\n      \
             }} while (!Str.empty());\n    }}));\n\n\n"
        );
        write!(
            out,
            "bool {class}RuleConfig::isRuleEnabled(unsigned RuleID) const {{\n    return  !DisabledRules.test(RuleID);\n}}\n\
             bool {class}RuleConfig::parseCommandLineOption() {{\n  for (StringRef Identifier : {name}Option) {{\n    \
             bool Enabled = Identifier.consume_front(\"!\");\n    if (Enabled && !setRuleEnabled(Identifier))\n      \
             return false;\n    if (!Enabled && !setRuleDisabled(Identifier))\n      return false;\n  }}\n  \
             return true;\n}}\n\n"
        );
        out.no_source();
        Ok(())
    }

    /// Writes the enumeration of the predicates that hold if a rule is enabled, and the function that evaluates them.
    fn push_simple_predicates(&self, out: &mut Output) {
        if !self.rules.is_empty() {
            out.push("enum {\n");
            for (id, rule) in self.rules.iter().enumerate() {
                let end = if id == 0 {
                    " = GICXXPred_Invalid + 1"
                } else {
                    ""
                };
                out.of(*rule, |out| writeln!(out, "  {}{end},", is_enabled(id)));
            }
            out.push("};\n\n");
        }
        let class = self.class;
        write!(
            out,
            "bool {class}::testSimplePredicate(unsigned Predicate) const {{\n    \
             return RuleConfig.isRuleEnabled(Predicate - GICXXPred_Invalid - 1);\n}}\n"
        );
    }

    /// Writes the function that runs the match table.
    fn push_entry(&self, out: &mut Output) -> Result<(), Fatal> {
        let (class, entry) = (self.class, self.rec.string("CombineAllMethodName")?);
        out.of(self.rec, |out| {
            writeln!(out, "bool {class}::{entry}(MachineInstr &I) const {{")
        });
        out.push(
            "  const TargetSubtargetInfo &ST = MF.getSubtarget();\n  \
             const PredicateBitset AvailableFeatures = getAvailableFeatures();\n  B.setInstrAndDebugLoc(I);\n  \
             State.MIs.clear();\n  State.MIs.push_back(&I);\n  \
             if (executeMatchTable(*this, State, ExecInfo, B, getMatchTable(), *ST.getInstrInfo(), MRI, \
             *MRI.getTargetRegisterInfo(), *ST.getRegBankInfo(), AvailableFeatures, /*CoverageInfo*/ nullptr)) {\n    \
             return true;\n  }\n\n  return false;\n}\n\n",
        );
        Ok(())
    }

    /// Writes the numbers of the pieces of C++ code in `apply` parts, and the C++ function that runs a piece by its
    /// number.
    fn push_actions(&self, cx: &Context, out: &mut Output, actions: &[Piece]) {
        let behind = "GICXXCustomAction_Invalid";
        push_numbers(cx, out, "GICXXCustomAction_", behind, actions);
        let class = self.class;
        write!(
            out,
            "bool {class}::runCustomAction(unsigned ApplyID, const MatcherState &State, NewMIVector &OutMIs) const {{\n  \
             Helper.getBuilder().setInstrAndDebugLoc(*State.MIs[0]);\n"
        );
        if !actions.is_empty() {
            out.push("  switch(ApplyID) {\n");
            for action in actions {
                out.sources(|| action.sources.iter().map(|it| cx.records.rec(*it)));
                let (name, code) = (&action.name, indented(&action.code));
                write!(
                    out,
                    "  case GICXXCustomAction_{name}:{{\n    {code}\n    return true;\n  }}\n"
                );
            }
            out.no_source();
            out.push("  }\n");
        }
        out.push("  llvm_unreachable(\"Unknown Apply Action\");\n}\n");
    }
}
