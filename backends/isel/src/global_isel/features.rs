//! The conditions of rules.

use std::collections::BTreeMap;

use backend::text::smallest_type;
use backend::{Context, Fatal, Output, Rec, RecordId, Records};
use rustc_hash::FxHashMap;

/// The conditions of one rule.
#[derive(Clone, Debug)]
pub(crate) struct Needs {
    /// The record that the rule comes from.
    pub source: RecordId,
    pub features: Vec<RecordId>,
    pub hw_mode: Option<u32>,
}

/// The conditions and the hardware modes of all rules. Conditions are numbered in the order in which they were
/// declared.
#[derive(Default)]
pub(crate) struct Features {
    numbers: FxHashMap<RecordId, usize>,
    list: Vec<RecordId>,
    /// The C++ condition of each hardware mode, with the mode's number.
    modes: BTreeMap<String, u32>,
}

impl Features {
    /// Adds a condition, a record of class `Predicate`.
    pub(crate) fn declare(&mut self, predicate: RecordId) {
        let next = self.list.len();
        self.numbers.entry(predicate).or_insert_with(|| {
            self.list.push(predicate);
            next
        });
    }

    /// The number of the hardware mode with this C++ condition. Adds the mode if it is new.
    pub(crate) fn declare_mode(&mut self, condition: &str) -> u32 {
        let next = self.modes.len() as u32;
        *self.modes.entry(condition.to_owned()).or_insert(next)
    }

    /// The number of all conditions and hardware modes together.
    pub(crate) fn count(&self) -> usize {
        self.list.len() + self.modes.len()
    }

    /// The records of the conditions in the order of their definitions.
    fn in_order<'a>(&self, records: &'a Records) -> Vec<Rec<'a>> {
        let mut list: Vec<Rec> = self.list.iter().map(|it| records.rec(*it)).collect();
        list.sort_by_key(|it| it.order());
        list
    }

    /// Writes the numbers of the conditions, the functions that evaluate conditions, and the sets of conditions that
    /// rules require.
    pub(crate) fn push(
        &self,
        cx: &Context,
        out: &mut Output,
        class: &str,
        target: &str,
        rules: &[Needs],
    ) -> Result<(), Fatal> {
        let features = self.in_order(cx.records);
        self.push_numbers(out, &features);
        let mut of_module = Vec::new();
        let mut of_function = Vec::new();
        for feature in features {
            if feature.bit("RecomputePerFunction")? {
                of_function.push(feature)
            } else {
                of_module.push(feature)
            }
        }
        push_computation(
            out,
            class,
            &format!("computeAvailableModuleFeatures(const {target}Subtarget *Subtarget)"),
            &of_module,
            &self.modes,
        )?;
        write!(
            out,
            "void {class}::setupGeneratedPerFunctionState(MachineFunction &MF) {{\n  \
             AvailableFunctionFeatures = computeAvailableFunctionFeatures((const {target}Subtarget *)&MF.getSubtarget(), &MF);\n}}\n"
        );
        push_computation(
            out,
            class,
            &format!(
                "computeAvailableFunctionFeatures(const {target}Subtarget *Subtarget, const MachineFunction *MF)"
            ),
            &of_function,
            &BTreeMap::new(),
        )?;
        push_sets(cx, out, rules);
        Ok(())
    }

    fn push_numbers(&self, out: &mut Output, features: &[Rec]) {
        out.push("// Bits for subtarget features that participate in instruction matching.\n");
        let ty = smallest_type(self.count() as u64);
        writeln!(out, "enum SubtargetFeatureBits : {ty} {{");
        out.each(features.iter().copied(), |out, feature| {
            let (name, number) = (feature.name(), self.numbers[&feature.id()]);
            writeln!(out, "  Feature_{name}Bit = {number},");
        });
        for mode in self.modes.values() {
            let number = *mode as usize + self.list.len();
            writeln!(out, "  Feature_HwMode{mode}Bit = {number},");
        }
        out.push("};\n\n");
    }
}

fn push_computation(
    out: &mut Output,
    class: &str,
    function: &str,
    features: &[Rec],
    modes: &BTreeMap<String, u32>,
) -> Result<(), Fatal> {
    write!(
        out,
        "PredicateBitset {class}::\n{function} const {{\n  PredicateBitset Features{{}};\n"
    );
    out.try_each(features.iter().copied(), |out, feature: Rec| {
        let (condition, name) = (feature.string("CondString")?, feature.name());
        write!(
            out,
            "  if ({condition})\n    Features.set(Feature_{name}Bit);\n"
        );
        Ok::<_, Fatal>(())
    })?;
    for (condition, mode) in modes {
        write!(
            out,
            "  if ({condition})\n    Features.set(Feature_HwMode{mode}Bit);\n"
        );
    }
    out.push("  return Features;\n}\n\n");
    Ok(())
}

/// The name of the enumerator for a set of conditions.
pub(crate) fn bitset_name(records: &Records, features: &[RecordId], mode: Option<u32>) -> String {
    let mut name = "GIFBS".to_owned();
    for feature in features {
        name.push('_');
        name += records.rec(*feature).name();
    }
    if let Some(mode) = mode {
        name += &format!("_HwMode{mode}");
    }
    name
}

/// Writes the sets of conditions that rules require: in the order of their sizes, then of the conditions' names, then
/// of the modes.
fn push_sets(cx: &Context, out: &mut Output, rules: &[Needs]) {
    let records = cx.records;
    let mut sets: BTreeMap<_, (&Needs, Vec<RecordId>)> = BTreeMap::new();
    for rule in rules {
        if rule.features.is_empty() && rule.hw_mode.is_none() {
            continue;
        }
        let names = rule.features.iter().map(|it| records.rec(*it).name());
        let names: Vec<&str> = names.collect();
        let key = (names.len(), names, rule.hw_mode);
        let (_, users) = sets
            .entry(key)
            .or_insert_with(|| (rule, rule.features.clone()));
        if out.keeps_map() && users.last() != Some(&rule.source) {
            users.push(rule.source);
        }
    }
    let each = |out: &mut Output, push: &dyn Fn(&mut Output, &Needs)| {
        for (rule, users) in sets.values() {
            out.sources(|| users.iter().map(|it| records.rec(*it)));
            push(out, rule);
        }
        out.no_source();
    };
    out.push("// Feature bitsets.\nenum {\n  GIFBS_Invalid,\n");
    each(out, &|out, rule| {
        let name = bitset_name(records, &rule.features, rule.hw_mode);
        writeln!(out, "  {name},");
    });
    out.push("};\nconstexpr static PredicateBitset FeatureBitsets[] {\n  {}, // GIFBS_Invalid\n");
    each(out, &|out, rule| {
        out.push("  {");
        for feature in &rule.features {
            write!(out, "Feature_{}Bit, ", records.rec(*feature).name());
        }
        if let Some(mode) = rule.hw_mode {
            write!(out, "Feature_HwMode{mode}Bit, ");
        }
        out.push("},\n");
    });
    out.push("};\n\n");
}
