//! The checks that precede the replacement of an instruction.

use std::collections::BTreeSet;

use backend::{Context, Fatal, Output, Rec, bail};
use elaborate::value::print::value;
use indexmap::IndexSet;

use super::changes;

/// Whether a feature must be disabled (`true`) or enabled, and the name of the feature.
type Feature<'a> = (bool, &'a str);

/// The C++ conditions on the features that `predicates` require, and on the features that the assembler predicates of
/// the instruction `result` require.
pub(super) fn features<'a>(
    cx: &Context<'a>,
    target: &str,
    predicates: &[Rec<'a>],
    result: Rec<'a>,
) -> Result<Vec<String>, Fatal> {
    let mut all: BTreeSet<Feature> = BTreeSet::new();
    let mut any_of: BTreeSet<BTreeSet<Feature>> = BTreeSet::new();
    for predicate in predicates {
        read(cx, *predicate, &mut all, &mut any_of)?;
    }
    let mut own = Vec::new();
    for predicate in result.list_of_defs("Predicates")? {
        if predicate.bit("AssemblerMatcherPredicate")? {
            own.push(predicate);
        }
    }
    for predicate in own {
        read(cx, predicate, &mut all, &mut any_of)?;
    }
    let text = |(is_not, name): &Feature| {
        let not = if *is_not { "!" } else { "" };
        format!("{not}STI.getFeatureBits()[{target}::{name}]")
    };
    let groups = any_of.iter().map(|group| {
        let group: Vec<_> = group.iter().map(text).collect();
        format!("({})", group.join(" || "))
    });
    Ok(all.iter().map(text).chain(groups).collect())
}

fn read<'a>(
    cx: &Context<'a>,
    predicate: Rec<'a>,
    all: &mut BTreeSet<Feature<'a>>,
    any_of: &mut BTreeSet<BTreeSet<Feature<'a>>>,
) -> Result<(), Fatal> {
    let dag = predicate.dag("AssemblerCondDag")?;
    let wrong = || predicate.fatal("Invalid AssemblerCondDag!".to_owned());
    let names = cx.records.names();
    let is_any = match &*value(&names, dag.op()) {
        "any_of" => true,
        "all_of" => false,
        _ => return Err(wrong()),
    };
    if dag.is_empty() {
        return Err(wrong());
    }
    let mut group = BTreeSet::new();
    for (mut v, _) in dag.args() {
        let mut is_not = false;
        if let Some(inner) = cx.records.dag(v) {
            if value(&names, inner.op()) != "not" || inner.len() != 1 {
                return Err(wrong());
            }
            v = inner.arg(0);
            is_not = true;
        }
        let feature = cx.records.def_of(v);
        let Some(feature) = feature.filter(|it| it.is_a("SubtargetFeature")) else {
            return Err(wrong());
        };
        if is_any {
            group.insert((is_not, feature.name()))
        } else {
            all.insert((is_not, feature.name()))
        };
    }
    if is_any {
        any_of.insert(group);
    }
    Ok(())
}

/// The operand classes that the generated code checks. The classes of each set are numbered from 1 in the order of
/// first use.
pub(super) struct Checks<'a, 'b> {
    target: &'b str,
    /// The classes whose checks take an `MCOperand`. The checks of the classes in `instruction` take a
    /// `MachineOperand`.
    code: IndexSet<Rec<'a>>,
    instruction: IndexSet<Rec<'a>>,
}

const CODE: &str = "MCOperandPredicate";
const INSTRUCTION: &str = "ImmediateCode";

impl<'a, 'b> Checks<'a, 'b> {
    pub(super) fn new(target: &'b str) -> Checks<'a, 'b> {
        Checks {
            target,
            code: IndexSet::new(),
            instruction: IndexSet::new(),
        }
    }

    pub(super) fn for_code(&mut self, class: Rec<'a>) -> Result<usize, Fatal> {
        number(&mut self.code, class, CODE)
    }

    pub(super) fn for_instruction(&mut self, class: Rec<'a>) -> Result<usize, Fatal> {
        number(&mut self.instruction, class, INSTRUCTION)
    }

    /// Writes the functions that check operands. A function is omitted if its set of classes is empty.
    pub(super) fn push(
        &self,
        cx: &Context,
        out: &mut Output,
        validator: &str,
    ) -> Result<(), Fatal> {
        let (target, release) = (self.target, cx.release());
        let indent = " ".repeat(changes::indent_of_parameters(validator, release));
        if !self.code.is_empty() {
            write!(
                out,
                "static bool {validator}(const MCOperand &MCOp,\n\
                 {indent}const MCSubtargetInfo &STI,\n\
                 {indent}unsigned PredicateIndex) {{\n\
                 \x20 switch (PredicateIndex) {{\n  default:\n\
                 \x20   llvm_unreachable(\"Unknown MCOperandPredicate kind\");\n    break;\n"
            );
            push_all(out, &self.code, CODE)?;
        }
        if !self.instruction.is_empty() {
            write!(
                out,
                "static bool {validator}(const MachineOperand &MO,\n\
                 {indent}const {target}Subtarget *Subtarget,\n\
                 {indent}unsigned PredicateIndex) {{\n  int64_t Imm = MO.getImm();\n\
                 \x20 switch (PredicateIndex) {{\n  default:\n\
                 \x20   llvm_unreachable(\"Unknown ImmLeaf Predicate kind\");\n    break;\n"
            );
            push_all(out, &self.instruction, INSTRUCTION)?;
        }
        Ok(())
    }
}

fn number<'a>(
    classes: &mut IndexSet<Rec<'a>>,
    class: Rec<'a>,
    field: &str,
) -> Result<usize, Fatal> {
    if let Some(known) = classes.get_index_of(&class) {
        return Ok(known + 1);
    }
    class.value(field)?;
    if class.is_unset(field) {
        bail!(
            class,
            "No {field} predicate on this operand at all: '{}'",
            class.name()
        );
    }
    classes.insert(class);
    Ok(classes.len())
}

fn push_all(out: &mut Output, classes: &IndexSet<Rec>, field: &str) -> Result<(), Fatal> {
    for (number, class) in classes.iter().enumerate() {
        let code = class.string(field)?;
        let (number, name) = (number + 1, class.name());
        out.of(*class, |out| {
            changes::push_check(out, (number, name, &code), class.records().release());
        });
    }
    out.push("  }\n}\n\n");
    Ok(())
}
