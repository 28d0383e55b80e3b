//! `-gen-x86-EVEX2VEX-tables`: EVEX instructions with the VEX instructions that can replace them, as in LLVM 16.

use std::collections::BTreeMap;

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, Rec, bail, record_class};
use target_model::x86::{are_same_size, byte, encoding, is_memory};

record_class! {
    struct X86Def("X86Inst") {
        is_pseudo: bit("isPseudo"),
        outs: dag("OutOperandList"),
        ins: dag("InOperandList"),
        predicates: list_of_defs("Predicates"),
        is_not_convertible: bit("notEVEX2VEXConvertible"),
        replacement: string("EVEX2VEXOverride"),
        has_w1_for_w0: bit("EVEX_W1_VEX_W0"),
        checks_predicate: bit("checkVEXPredicate"),
    }
}

/// An EVEX or VEX instruction, with the properties by which EVEX and VEX instructions are matched.
struct Candidate<'a> {
    def: X86Def<'a>,
    opcode: u8,
    /// The properties that must be equal in both instructions.
    key: (bool, u8, u8, bool, bool, u8),
    has_w: bool,
    ignores_w: bool,
    has_l: bool,
    operands: Vec<Rec<'a>>,
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-x86-EVEX2VEX-tables",
    "List X86 instructions with EVEX that are there with VEX, as LLVM 16 does",
    &["X86Inst"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header_without_input(out, "X86 EVEX2VEX tables");
    let mut defs = X86Def::all(cx.records)?;
    let mut is_pseudo = BTreeMap::new();
    for def in &defs {
        is_pseudo.insert(def.name(), def.is_pseudo()?);
    }
    defs.sort_by_key(|it| (!is_pseudo[it.name()], it.name()));

    let mut evex = Vec::new();
    let mut vex: BTreeMap<u8, Vec<Candidate>> = BTreeMap::new();
    for def in defs {
        let is_plain =
            !def.bit("hasEVEX_K")? && !def.bit("hasEVEX_B")? && !def.bit("hasEVEX_L2")?;
        match byte(*def, "OpEncBits")? {
            encoding::VEX => {
                let candidate = Candidate::read(cx, def)?;
                vex.entry(candidate.opcode).or_default().push(candidate);
            }
            encoding::EVEX if is_plain && !def.is_not_convertible()? => {
                evex.push(Candidate::read(cx, def)?);
            }
            _ => {}
        }
    }

    let (mut short, mut long) = (Vec::new(), Vec::new());
    let mut conditions = Vec::new();
    for old in &evex {
        let Some(new) = replacement(cx, old, &vex)? else {
            continue;
        };
        if old.has_l {
            long.push((old.def, new))
        } else {
            short.push((old.def, new))
        }
        if new.checks_predicate()? {
            conditions.push((old.def, condition(new)?));
        }
    }
    push_table(out, "128", &short);
    // The reference chooses the name of a table by comparing the table with the first table. A second table that is
    // equal to the first table therefore gets the name of the first table.
    push_table(out, if long == short { "128" } else { "256" }, &long);
    out.push(
        "static bool CheckVEXInstPredicate(MachineInstr &MI, const X86Subtarget *Subtarget) {\n\
         \x20 unsigned Opc = MI.getOpcode();\n  switch (Opc) {\n    default: return true;\n",
    );
    for (old, condition) in conditions {
        out.of(old, |out| {
            writeln!(out, "    case X86::{}: return {condition};", old.name());
        });
    }
    out.push("  }\n}\n\n");
    Ok(())
}

fn push_table(out: &mut Output, size: &str, table: &[(X86Def, X86Def)]) {
    write!(
        out,
        "// X86 EVEX encoded instructions that have a VEX {size} encoding\n\
         // (table format: <EVEX opcode, VEX-{size} opcode>).\n\
         static const X86EvexToVexCompressTableEntry X86EvexToVex{size}CompressTable[] = {{\n\
         \x20 // EVEX scalar with corresponding VEX.\n"
    );
    for (old, new) in table {
        out.sources(|| [**old, **new]);
        writeln!(out, "  {{ X86::{}, X86::{} }},", old.name(), new.name());
    }
    out.no_source();
    out.push("};\n\n");
}

/// The VEX instruction that can replace the EVEX instruction `old`: the instruction that the record of `old` names, or
/// else the first instruction that matches. `None` if no instruction is named and none matches.
fn replacement<'a>(
    cx: &Context<'a>,
    old: &Candidate<'a>,
    vex: &BTreeMap<u8, Vec<Candidate<'a>>>,
) -> Result<Option<X86Def<'a>>, Fatal> {
    old.def.value("EVEX2VEXOverride")?;
    if !old.def.is_unset("EVEX2VEXOverride") {
        let name = old.def.replacement()?;
        return match cx.records.def(&name).filter(|it| it.is_a("X86Inst")) {
            Some(new) => Ok(Some(X86Def(new))),
            None => bail!(old.def, "there is no instruction '{name}'"),
        };
    }
    for new in vex.get(&old.opcode).into_iter().flatten() {
        if old.matches(new)? {
            return Ok(Some(new.def));
        }
    }
    Ok(None)
}

/// The C++ text of an instruction's first predicate that tests for AVX.
fn condition(def: X86Def) -> Result<String, Fatal> {
    for predicate in def.predicates()? {
        if predicate.name().starts_with("HasAVX") {
            return Ok(predicate.string("CondString")?.into_owned());
        }
    }
    bail!(
        def,
        "Instruction with checkPredicate set must have one predicate!"
    )
}

impl<'a> Candidate<'a> {
    fn read(cx: &Context<'a>, def: X86Def<'a>) -> Result<Candidate<'a>, Fatal> {
        let mut operands = Vec::new();
        for (v, _) in def.outs()?.args().chain(def.ins()?.args()) {
            let class = cx.records.dag(v).map_or(v, |it| it.op());
            let Some(class) = cx.records.def_of(class) else {
                bail!(def, "Illegal operand for the '{}' instruction!", def.name());
            };
            if class.name() != "variable_ops" {
                operands.push(class);
            }
        }
        let has_l = def.bit("hasVEX_L")?;
        Ok(Candidate {
            def,
            opcode: byte(*def, "Opcode")?,
            key: (
                def.bit("isCodeGenOnly")?,
                byte(*def, "OpPrefixBits")?,
                byte(*def, "OpMapBits")?,
                def.bit("hasVEX_4V")?,
                has_l,
                byte(*def, "FormBits")?,
            ),
            has_w: def.bit("HasVEX_W")?,
            ignores_w: def.bit("IgnoresVEX_W")?,
            has_l,
            operands,
        })
    }

    /// Whether a VEX instruction can replace this EVEX instruction.
    fn matches(&self, vex: &Candidate) -> Result<bool, Fatal> {
        let w_matches = vex.ignores_w
            || (!self.ignores_w && self.has_w == vex.has_w)
            || (self.def.has_w1_for_w0()? && self.has_w && !vex.has_w);
        if self.key != vex.key || !w_matches || vex.operands.len() < self.operands.len() {
            return Ok(false);
        }
        for (old, new) in self.operands.iter().zip(&vex.operands) {
            let are_in_memory = is_memory(*old)? && is_memory(*new)?;
            if old != new && (are_in_memory || are_same_size(*old, *new)? != Some(true)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
