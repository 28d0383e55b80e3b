//! Functions that check whether the features of a processor are sufficient for an instruction.

use backend::text::smallest_type;
use backend::{Fatal, Output};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use target_model::features::{AssemblerPredicates, PredicateId};
use target_model::instructions::InstructionId;

use super::{Emitter, changes};
use crate::assembler_predicates::{bit_name, push_available, push_enum};

/// Lists of conditions. Each list has the instructions that require all its conditions.
type Conditions = IndexMap<Vec<PredicateId>, Vec<InstructionId>, FxBuildHasher>;

impl Emitter<'_> {
    pub(super) fn push_verifier(
        &self,
        out: &mut Output,
        predicates: &AssemblerPredicates,
    ) -> Result<(), Fatal> {
        let target = self.target;
        out.push(
            "#if (defined(ENABLE_INSTR_PREDICATE_VERIFIER) && !defined(NDEBUG)) ||\\\n\
             \x20   defined(GET_AVAILABLE_OPCODE_CHECKER)\n\
             #define GET_COMPUTE_FEATURES\n\
             #endif\n\
             #ifdef GET_COMPUTE_FEATURES\n\
             #undef GET_COMPUTE_FEATURES\n",
        );
        let release = self.cx.release();
        out.push(changes::gap_of_part(release));
        let namespace = format!("{target}_MC");
        changes::open(release, out, &[&namespace], ["", "\n"], "");
        push_enum(out, self.records, predicates);
        push_available(
            out,
            self.records,
            predicates,
            target,
            "inline FeatureBitset computeAvailableFeatures(const FeatureBitset &FB)",
        )?;
        self.push_required(out, predicates)?;
        self.close(out, &[&namespace]);
        self.end(out, "GET_COMPUTE_FEATURES");
        self.push_checker(out);
        self.push_check(out, predicates);
        Ok(())
    }

    /// Writes the function that returns the features that an instruction requires.
    fn push_required(
        &self,
        out: &mut Output,
        predicates: &AssemblerPredicates,
    ) -> Result<(), Fatal> {
        let mut conditions = Conditions::default();
        let mut of = Vec::with_capacity(self.instructions.len());
        for (id, instruction) in self.instructions.iter() {
            let all = self.rec(instruction).list_of_defs("Predicates")?;
            let checked = all.into_iter().filter_map(|it| predicates.number(it.id()));
            let entry = conditions.entry(checked.collect());
            of.push(entry.index());
            entry.or_default().push(id);
        }
        let name = |id: &PredicateId| self.records.rec(predicates.rec(*id)).name();
        let names = conditions.keys().map(|set| {
            if set.is_empty() {
                "CEFBS_None".to_owned()
            } else {
                set.iter()
                    .fold("CEFBS".to_owned(), |text, it| text + "_" + name(it))
            }
        });
        let names: Vec<String> = names.collect();
        let mut sorted: Vec<usize> = (0..conditions.len()).collect();
        sorted.sort_by_cached_key(|at| {
            let set = conditions.get_index(*at).map_or(&[][..], |(set, _)| set);
            (set.len(), set.iter().map(name).collect::<Vec<_>>())
        });
        let ty = smallest_type(sorted.len() as u64);
        write!(
            out,
            "inline FeatureBitset computeRequiredFeatures(unsigned Opcode) {{\n\
             \x20 enum : {ty} {{\n    CEFBS_None,\n"
        );
        let push_each = |out: &mut Output, push: &dyn Fn(&mut Output, &[PredicateId], usize)| {
            for at in &sorted {
                let Some((set, users)) = conditions.get_index(*at) else {
                    continue;
                };
                if set.is_empty() {
                    continue;
                }
                out.sources(|| {
                    let users = users.iter().map(|it| self.instructions.get(*it).rec);
                    let predicates = set.iter().map(|it| predicates.rec(*it));
                    users.chain(predicates)
                });
                push(out, set, *at);
            }
            out.no_source();
        };
        push_each(out, &|out, _, at| writeln!(out, "    {},", names[at]));
        out.push(
            "  };\n\n\
             \x20 static constexpr FeatureBitset FeatureBitsets[] = {\n\
             \x20   {}, // CEFBS_None\n",
        );
        push_each(out, &|out, set, _| {
            out.push("    {");
            for id in set {
                write!(out, "{}, ", bit_name(self.records, predicates, *id));
            }
            out.push("},\n");
        });
        write!(
            out,
            "  }};\n  static constexpr {ty} RequiredFeaturesRefs[] = {{\n"
        );
        let release = self.cx.release();
        self.each(out, |out, id, instruction| {
            for text in ["    ", &names[of[id.index()]], ", // ", &instruction.name] {
                out.push(text);
            }
            if changes::numbers_conditions(release) {
                out.push(" = ");
                out.push_number(id.0);
            }
            out.push("\n");
        });
        write!(
            out,
            "  }};\n\n\
             \x20 assert(Opcode < {});\n\
             \x20 return FeatureBitsets[RequiredFeaturesRefs[Opcode]];\n}}\n\n",
            self.instructions.len()
        );
        Ok(())
    }

    fn push_checker(&self, out: &mut Output) {
        let namespace = format!("{}_MC", self.target);
        self.start(out, "GET_AVAILABLE_OPCODE_CHECKER");
        self.open(out, &[&namespace]);
        write!(
            out,
            "bool isOpcodeAvailable(unsigned Opcode, const FeatureBitset &Features) {{\n\
             {MISSING}\
             \x20 return !MissingFeatures.any();\n}}\n"
        );
        self.close(out, &[&namespace]);
        self.end(out, "GET_AVAILABLE_OPCODE_CHECKER");
    }

    fn push_check(&self, out: &mut Output, predicates: &AssemblerPredicates) {
        let target = self.target;
        let namespace = format!("{target}_MC");
        self.start(out, "ENABLE_INSTR_PREDICATE_VERIFIER");
        out.push("#include <sstream>\n\n");
        changes::open(self.cx.release(), out, &[&namespace], ["", "\n"], "");
        out.push("#ifndef NDEBUG\nstatic const char *SubtargetFeatureNames[] = {\n");
        let predicates = predicates.list.iter().map(|it| self.records.rec(*it));
        out.each(predicates, |out, predicate| {
            writeln!(out, "  \"Feature_{}\",", predicate.name());
        });
        write!(
            out,
            "  nullptr\n}};\n\n\
             #endif // NDEBUG\n\n\
             void verifyInstructionPredicates(\n\
             \x20   unsigned Opcode, const FeatureBitset &Features) {{\n\
             #ifndef NDEBUG\n\
             {MISSING}\
             \x20 if (MissingFeatures.any()) {{\n\
             \x20   std::ostringstream Msg;\n\
             \x20   Msg << \"Attempting to emit \" << &{target}InstrNameData[{target}InstrNameIndices[Opcode]]\n\
             \x20       << \" instruction but the \";\n\
             \x20   for (unsigned i = 0, e = MissingFeatures.size(); i != e; ++i)\n\
             \x20     if (MissingFeatures.test(i))\n\
             \x20       Msg << SubtargetFeatureNames[i] << \" \";\n\
             \x20   Msg << \"predicate(s) are not met\";\n\
             \x20   report_fatal_error(Msg.str().c_str());\n\
             \x20 }}\n\
             #endif // NDEBUG\n}}\n"
        );
        self.close(out, &[&namespace]);
        self.end(out, "ENABLE_INSTR_PREDICATE_VERIFIER");
    }
}

/// The C++ code that computes the features that an instruction requires and the processor does not have.
const MISSING: &str = "  \
FeatureBitset AvailableFeatures = computeAvailableFeatures(Features);
  FeatureBitset RequiredFeatures = computeRequiredFeatures(Opcode);
  FeatureBitset MissingFeatures =
      (AvailableFeatures & RequiredFeatures) ^
      RequiredFeatures;
";
