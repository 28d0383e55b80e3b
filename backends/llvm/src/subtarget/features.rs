//! Subtarget features and processors.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

use backend::{Diagnostic, Fatal, Output, Rec, std_sort};
use elaborate::diagnostic::At;
use target_model::features::FeatureDef;
use target_model::processors::ProcessorDef;
use target_model::releases::feature_words;

use super::Emitter;

mod changes {
    use std::borrow::Cow;

    use backend::{Context, Diagnostic, Fatal, Rec, Release, Severity};
    use elaborate::diagnostic::At;
    use rustc_hash::FxHashSet;

    use super::FeatureDef;

    /// In LLVM 21 and later: sorts features by name, and checks that no two features have the same name. The order of
    /// definitions decides which of two features the error is about.
    pub(super) fn check_features(
        cx: &Context,
        named: &mut [(Cow<str>, FeatureDef)],
    ) -> Result<(), Fatal> {
        if cx.release() < Release::V21 {
            return Ok(());
        }
        named.sort_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.order().cmp(&y.order())));
        for pair in named.windows(2) {
            let ((name, first), (other, second)) = (&pair[0], &pair[1]);
            if name == other && !name.is_empty() {
                let message = format!("Feature `{name}` is already defined.");
                let place = first.record().locs.first().map(|it| At::start(*it));
                let error = second.diagnostic(Severity::Error, message);
                let note = "Previous definition here.".to_owned();
                return Err(Box::new(error.with_note(place, note)));
            }
        }
        Ok(())
    }

    /// Warns of features that a processor lists twice, or lists both as a feature and as a tuning feature: since LLVM
    /// 21.
    pub(super) fn check_processor(
        cx: &Context,
        processor: &str,
        features: &[Rec],
        tuning: &[Rec],
    ) -> Result<(), Fatal> {
        if cx.release() < Release::V21 {
            return Ok(());
        }
        let warn = |message: String| {
            cx.report(Diagnostic::new(
                Severity::Warning,
                None,
                format!("Processor {processor} {message}"),
            ));
        };
        let mut seen = FxHashSet::default();
        for feature in features {
            if !seen.insert(*feature) {
                let name = feature.string("Name")?;
                warn(format!("contains duplicate feature '{name}'"));
            }
        }
        let mut seen_tuning = FxHashSet::default();
        for feature in tuning {
            let name = feature.string("Name")?;
            if !seen_tuning.insert(*feature) {
                warn(format!("contains duplicate tune feature '{name}'"));
            }
            if seen.contains(feature) {
                warn(format!(
                    "has '{name}' in both feature and tune feature sets"
                ));
            }
        }
        Ok(())
    }

    /// Whether there is a table of processor names, which LLVM 21 introduced because of aliases.
    pub(super) fn has_names(release: Release) -> bool {
        release >= Release::V21
    }
}

impl<'a> Emitter<'a> {
    /// The sorted names of processors and of their aliases. Empty before LLVM 21.
    pub(super) fn processor_names(&self) -> Result<Vec<Cow<'a, str>>, Fatal> {
        let mut names = Vec::new();
        if !changes::has_names(self.cx.release()) {
            return Ok(names);
        }
        for processor in self.records.derived("Processor")? {
            names.push(processor.string("Name")?);
        }
        for alias in self.records.derived_if_defined("ProcessorAlias") {
            names.push(alias.string("Name")?);
        }
        names.sort();
        Ok(names)
    }

    /// Writes an empty line and the table of processor names. Writes nothing before LLVM 21.
    pub(super) fn push_processor_names(&self, out: &mut Output) -> Result<(), Fatal> {
        if !changes::has_names(self.cx.release()) {
            return Ok(());
        }
        let names = self.processor_names()?;
        let names: Vec<_> = names.iter().map(|it| format!("\"{it}\"")).collect();
        let (target, names) = (self.target, names.join(",\n"));
        write!(
            out,
            "\n// Sorted array of names of CPU subtypes, including aliases.\n\
             extern const llvm::StringRef {target}Names[] = {{\n{names}}};\n"
        );
        Ok(())
    }

    /// All features, in the order of their numbers.
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
        super::changes::namespace(self.release(), out, target, "", |out| {
            out.push("enum {\n");
            for (number, feature) in self.features().enumerate() {
                out.of(feature, |out| {
                    writeln!(out, "  {} = {number},", feature.name());
                });
            }
            let count = self.features.list.len();
            write!(out, "  NumSubtargetFeatures = {count}\n}};\n");
        });
    }

    /// Writes a macro call for each Boolean member of the subtarget that a feature sets.
    pub(super) fn push_getters(&self, out: &mut Output) -> Result<(), Fatal> {
        let (start, gap) = super::changes::getters(self.release());
        out.push(start);
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
        out.push(gap);
        out.push("#undef GET_SUBTARGETINFO_MACRO\n#endif // GET_SUBTARGETINFO_MACRO\n\n");
        Ok(())
    }

    /// Writes the table of features, sorted by their names on the command line. Returns the number of features in the
    /// table.
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
        changes::check_features(self.cx, &mut named)?;
        let mut keys: BTreeMap<String, FeatureDef> = BTreeMap::new();
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
            if let Some(other) = keys.insert(key.to_string(), feature) {
                return Err(Box::new(self.duplicate_feature(&key, feature, other)));
            }
        }
        out.push("};\n");
        Ok(keys.len())
    }

    /// The error for two features with the same name. The reference reports it without a location; an editor shows it
    /// at one of the features.
    fn duplicate_feature(&self, key: &str, feature: FeatureDef, other: FeatureDef) -> Diagnostic {
        let message = format!("Duplicate key in SubtargetFeatureKV: {key}");
        let error = self.records.fatal(message).near(&feature.record().locs);
        let other = other.record().locs.first().copied().map(At::start);
        error.with_hint(other, format!("another feature '{key}' is here"))
    }

    /// The initializer of a bit set of features.
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

    /// Writes the table of processors, sorted by name.
    pub(super) fn push_processor_table(&self, out: &mut Output) -> Result<(), Fatal> {
        let target = self.target;
        write!(
            out,
            "// Sorted (by key) array of values for CPU subtype.\n\
             extern const llvm::SubtargetSubTypeKV {target}SubTypeKV[] = {{\n"
        );
        for processor in &self.schedule.processors.list {
            let def = ProcessorDef(self.records.rec(processor.rec));
            let (features, tuning) = (def.features()?, def.tune_features()?);
            changes::check_processor(self.cx, &processor.name, &features, &tuning)?;
            let (features, tuning) = (self.mask(&features), self.mask(&tuning));
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

    /// Writes the function that parses a string of features.
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
