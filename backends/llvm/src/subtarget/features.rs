//! Features and processors.

use std::collections::BTreeSet;
use std::fmt::Write;

use backend::{Fatal, Output, Rec, std_sort};
use target_model::features::FeatureDef;
use target_model::processors::ProcessorDef;
use target_model::releases::feature_words;

use super::Emitter;

impl<'a> Emitter<'a> {
    /// The features by their numbers.
    fn features(&self) -> impl ExactSizeIterator<Item = FeatureDef<'a>> {
        let records = self.records;
        self.features
            .list
            .iter()
            .map(|id| FeatureDef(records.rec(*id)))
    }

    pub(super) fn push_enum(&self, out: &mut Output) {
        if self.features.list.is_empty() {
            return;
        }
        let target = self.target;
        write!(out, "namespace {target} {{\nenum {{\n");
        for (number, feature) in self.features().enumerate() {
            out.of(feature, |out| {
                writeln!(out, "  {} = {number},", feature.name());
            });
        }
        let count = self.features.list.len();
        write!(
            out,
            "  NumSubtargetFeatures = {count}\n}};\n}} // end namespace {target}\n"
        );
    }

    /// Calls of a macro for members that are true or false.
    pub(super) fn push_getters(&self, out: &mut Output) -> Result<(), Fatal> {
        out.push("\n#ifdef GET_SUBTARGETINFO_MACRO\n");
        let mut members = Vec::new();
        for feature in self.features() {
            members.push((feature.member()?, feature));
        }
        std_sort::sort(&mut members, |(a, _), (b, _)| a.cmp(b));
        for (member, feature) in members {
            let value = feature.value()?;
            if !matches!(&*value, "true" | "false") || member.contains('[') {
                continue;
            }
            let default = if value == "false" { "true" } else { "false" };
            let mut rest = member.chars();
            let first = rest.next().map(|it| it.to_ascii_lowercase());
            let getter: String = first.into_iter().chain(rest).collect();
            out.of(feature, |out| {
                writeln!(
                    out,
                    "GET_SUBTARGETINFO_MACRO({member}, {default}, {getter})"
                );
            });
        }
        out.push("#undef GET_SUBTARGETINFO_MACRO\n#endif // GET_SUBTARGETINFO_MACRO\n\n");
        Ok(())
    }

    /// The features by their names on a command line; gives their number.
    pub(super) fn push_feature_table(&self, out: &mut Output) -> Result<usize, Fatal> {
        if self.features.list.is_empty() {
            return Ok(0);
        }
        let target = self.target;
        write!(
            out,
            "// Sorted (by key) array of values for CPU features.\n\
             extern const llvm::SubtargetFeatureKV {target}FeatureKV[] = {{\n"
        );
        let mut named = Vec::new();
        for feature in self.features() {
            named.push((feature.name_on_command_line()?, feature));
        }
        std_sort::sort(&mut named, |(a, _), (b, _)| a.cmp(b));
        let mut keys = BTreeSet::new();
        for (key, feature) in named {
            let description = feature.description()?;
            if key.is_empty() {
                continue;
            }
            let implied = self.mask(&feature.implies()?);
            out.of(feature, |out| {
                let name = feature.name();
                writeln!(
                    out,
                    "  {{ \"{key}\", \"{description}\", {target}::{name}, {implied} }},"
                );
            });
            if !keys.insert(key.clone()) {
                let message = format!("Duplicate key in SubtargetFeatureKV: {key}");
                return Err(self.records.fatal(message));
            }
        }
        out.push("};\n");
        Ok(keys.len())
    }

    /// Features as a set of bits.
    fn mask(&self, features: &[Rec]) -> String {
        let mut words = vec![0u64; feature_words(self.records.release())];
        for feature in features {
            let number = self.features.number(feature.id()).0;
            words[number as usize / 64] |= 1 << (number % 64);
        }
        let mut text = "{ { { ".to_owned();
        for word in words {
            let _ = write!(text, "0x{word:x}ULL, ");
        }
        text + "} } }"
    }

    /// The processors by their names.
    pub(super) fn push_processor_table(&self, out: &mut Output) -> Result<(), Fatal> {
        let target = self.target;
        write!(
            out,
            "// Sorted (by key) array of values for CPU subtype.\n\
             extern const llvm::SubtargetSubTypeKV {target}SubTypeKV[] = {{\n"
        );
        for processor in &self.schedule.processors.list {
            let def = ProcessorDef(self.records.rec(processor.rec));
            let (features, tuning) = (
                self.mask(&def.features()?),
                self.mask(&def.tune_features()?),
            );
            let model = self
                .schedule
                .model_of(processor.schedule)
                .unwrap_or_default();
            let (name, model) = (&processor.name, &self.schedule.model(model).name);
            out.of(def, |out| {
                writeln!(out, " {{ \"{name}\", {features}, {tuning}, &{model} }},");
            });
        }
        out.push("};\n");
        Ok(())
    }

    /// The function that reads a string of features.
    pub(super) fn push_parser(&self, out: &mut Output) -> Result<(), Fatal> {
        let target = self.target;
        write!(
            out,
            "// ParseSubtargetFeatures - Parses features string setting specified\n\
             // subtarget options.\n\
             void llvm::{target}Subtarget::ParseSubtargetFeatures(StringRef CPU, StringRef TuneCPU, StringRef FS) {{\n\
             \x20 LLVM_DEBUG(dbgs() << \"\\nFeatures:\" << FS);\n\
             \x20 LLVM_DEBUG(dbgs() << \"\\nCPU:\" << CPU);\n\
             \x20 LLVM_DEBUG(dbgs() << \"\\nTuneCPU:\" << TuneCPU << \"\\n\\n\");\n"
        );
        if self.features.list.is_empty() {
            out.push("}\n");
            return Ok(());
        }
        self.push_alias_resolution(out);
        out.push(
            "  InitMCProcessorInfo(CPU, TuneCPU, FS);\n\
             \x20 const FeatureBitset &Bits = getFeatureBits();\n",
        );
        for feature in self.features() {
            let (name, value, member) = (feature.name(), feature.value()?, feature.member()?);
            out.of(feature, |out| {
                write!(out, "  if (Bits[{target}::{name}]");
                if !matches!(&*value, "true" | "false") {
                    write!(out, " && {member} < {value}");
                }
                writeln!(out, ") {member} = {value};");
            });
        }
        out.push("}\n");
        Ok(())
    }
}
