//! Reading patterns from dags.

use std::rc::Rc;

use backend::{Dag, Fatal, Rec, ValueId};
use elaborate::symbol::Sym;
use elaborate::value::Node;
use elaborate::value::print::{value, value_unquoted};
use target_model::instructions::{Flags as InstructionFlags, Instruction};

use super::Unit;
use super::fragment::{Alternative, Fragment, Param, ParamKind};
use super::intrinsic::Intrinsic;
use super::pattern::{
    Builtin, Flags, FragmentId, InstructionPattern, Operand, Pattern, PatternKind, PatternType,
    Shape, What,
};
use super::reporter::{Reporter, Stop};

/// Reads the patterns of a rule or fragment.
pub(super) struct Parser<'u, 'a> {
    pub unit: &'u mut Unit<'a>,
    /// Reports errors at the rule or fragment.
    pub reporter: Reporter<'a>,
    /// The fragments that the patterns use, without duplicates.
    pub seen: Vec<FragmentId>,
}

type Parsed<T> = Result<T, Stop>;

impl<'a> Parser<'_, 'a> {
    /// Reads a dag of patterns and calls `add` for each pattern. The operator of the dag must be `operator`. Unnamed
    /// patterns get a name that contains `prefix`.
    pub(super) fn list(
        &mut self,
        list: Dag<'a>,
        operator: &str,
        prefix: &str,
        mut add: impl FnMut(Reporter<'a>, Pattern) -> Parsed<()>,
    ) -> Parsed<()> {
        if self.operator(list)?.name() != operator {
            return Err(self.reporter.error(format!("Expected {operator} operator")));
        }
        if list.is_empty() {
            return Err(self
                .reporter
                .error(format!("{operator} pattern list is empty")));
        }
        for (number, (v, name)) in list.args().enumerate() {
            let name = match name {
                Some(name) => Sym::new(name),
                None => Sym::new(&format!("__{prefix}_{number}")),
            };
            let Some(kind) = self.pattern(v, name)? else {
                let text = value(&self.unit.cx.records.names(), v);
                return Err(self
                    .reporter
                    .error(format!("Failed to parse pattern: '{text}'")));
            };
            add(self.reporter, Pattern { name, kind })?;
        }
        Ok(())
    }

    /// The operator of a dag. An error if it is not a record.
    pub(super) fn operator(&self, dag: Dag<'a>) -> Result<Rec<'a>, Fatal> {
        operator(dag, self.reporter.rec)
    }

    /// Reads a pattern; `None` if the value is not a valid pattern. Errors inside the pattern are reported before the
    /// function returns.
    fn pattern(&mut self, v: ValueId, name: Sym) -> Parsed<Option<PatternKind>> {
        let records = self.unit.cx.records;
        if let Some(dag) = records.dag(v) {
            match self.instruction(dag, name) {
                Ok(Some(pattern)) => return Ok(Some(PatternKind::Instruction(pattern))),
                Err(Stop::Fatal(error)) => return Err(Stop::Fatal(error)),
                Ok(None) | Err(Stop::Reported) => {}
            }
            return match self.any_opcode(dag) {
                Ok(pattern) => Ok(pattern),
                Err(Stop::Reported) => Ok(None),
                Err(error) => Err(error),
            };
        }
        Ok(match records.node(v) {
            Node::Str(_) | Node::Code(_) | Node::Text(..) => {
                let code = value_unquoted(&records.names(), v);
                let code = code.trim_matches(backend::text::SPACES);
                Some(PatternKind::Code(code.to_owned()))
            }
            _ => None,
        })
    }

    /// Reads a pattern that matches any of several opcodes; `None` if the dag is not such a pattern.
    fn any_opcode(&mut self, dag: Dag<'a>) -> Parsed<Option<PatternKind>> {
        if dag.is_empty() || !is_of(dag, "wip_match_opcode") {
            return Ok(None);
        }
        let mut opcodes = Vec::new();
        for (v, _) in dag.args() {
            let rec = self.unit.cx.records.def_of(v);
            let Some(instruction) = rec.filter(|it| it.is_a("Instruction")) else {
                return Err(self
                    .reporter
                    .error("Arguments to wip_match_opcode must be instructions"));
            };
            opcodes.push(self.unit.opcode(instruction)?);
        }
        Ok(Some(PatternKind::AnyOpcode(opcodes)))
    }

    /// Reads a pattern with operands; `None` if the dag is not such a pattern.
    fn instruction(&mut self, dag: Dag<'a>, name: Sym) -> Parsed<Option<InstructionPattern>> {
        let Some(operator) = dag.op_def() else {
            return Ok(None);
        };
        let mut pattern = if operator.is_a("Instruction") {
            self.unit.plain_pattern(operator, None)?
        } else if operator.is_a("Intrinsic") {
            let intrinsic = Intrinsic::read(operator)?;
            let name = intrinsic.instruction();
            let Some(instruction) = self.unit.cx.records.def(name) else {
                return Err(operator
                    .fatal(format!("there is no instruction '{name}'"))
                    .into());
            };
            self.unit.plain_pattern(instruction, Some(intrinsic))?
        } else if operator.is_a("GICombinePatFrag") {
            let Some(fragment) = self.fragment(operator)? else {
                return Ok(None);
            };
            self.unit.fragment_pattern(fragment)
        } else if operator.is_a("GIBuiltinInst") {
            builtin_pattern(operator)?
        } else {
            return Ok(None);
        };
        for (v, operand_name) in dag.args() {
            match self.unit.cx.records.dag(v) {
                Some(flags) if !flags.is_empty() && is_of(flags, "MIFlags") => {
                    self.flags(&mut pattern, flags)?;
                }
                _ => {
                    let operand = self.operand(&pattern, v, operand_name)?;
                    pattern.operands.push(operand);
                }
            }
        }
        debug_assert!(name != Sym::EMPTY);
        pattern.check(self.reporter)?;
        if let Some(fragment) = pattern.fragment() {
            self.unit.fragments.all[fragment].check_arguments(&pattern, self.reporter)?;
        }
        Ok(Some(pattern))
    }

    fn operand(
        &mut self,
        pattern: &InstructionPattern,
        v: ValueId,
        name: Option<&'static str>,
    ) -> Parsed<Operand> {
        let records = self.unit.cx.records;
        let sym = Sym::new(name.unwrap_or_default());
        let text = value_unquoted(&records.names(), v);
        let wrong = || {
            let stop = self
                .reporter
                .error(format!("cannot parse operand '{text}' "));
            if let Some(name) = name {
                self.reporter.note(format!("operand name is '{name}'"));
            }
            stop
        };
        let operand = |value: Option<i64>, ty: PatternType| Operand {
            value,
            name: sym,
            ty,
            is_def: false,
        };
        match records.node(v) {
            Node::Int(value) => Ok(operand(Some(*value), PatternType::None)),
            Node::Dag { .. } => {
                let Some(dag) = records.dag(v).filter(|it| it.len() == 1) else {
                    return Err(wrong());
                };
                let context = format!("cannot parse immediate '{text}'");
                let ty = self.ty(self.operator(dag)?, &context)?;
                if !pattern.has_all_defs() {
                    let of = pattern.of;
                    return Err(self
                        .reporter
                        .error(format!("out operand of '{of}' cannot be an immediate")));
                }
                match records.node(dag.arg(0)) {
                    Node::Int(value) => Ok(operand(Some(*value), ty)),
                    _ => Err(wrong()),
                }
            }
            Node::Def(_) => {
                let Some(rec) = records.def_of(v) else {
                    return Err(wrong());
                };
                if name.is_none() {
                    let text = value(&records.names(), v);
                    return Err(self
                        .reporter
                        .error(format!("expected an operand name after '{text}'")));
                }
                let ty = self.ty(rec, "cannot parse operand type")?;
                Ok(operand(None, ty))
            }
            Node::Unset if name.is_some() => Ok(operand(None, PatternType::None)),
            _ => Err(wrong()),
        }
    }

    /// The type that a record denotes. An error if the record denotes no type; the message begins with `context`.
    fn ty(&self, rec: Rec, context: &str) -> Parsed<PatternType> {
        if rec.is_a("ValueType") {
            return Ok(PatternType::Value(rec.id()));
        }
        if rec.is_a("GITypeOf") {
            let name = rec.string("OpName")?;
            return match name.strip_prefix('$') {
                Some(name) => Ok(PatternType::TypeOf(Sym::new(name))),
                None => Err(self.reporter.error(format!(
                    "{context}: invalid operand name format '{name}' in GITypeOf: expected '$' followed by an operand name"
                ))),
            };
        }
        if rec.is_a("GIVariadic") {
            return self.pack(rec, context);
        }
        let name = rec.name();
        Err(self
            .reporter
            .error(format!("{context}: unknown type '{name}'")))
    }

    fn pack(&self, rec: Rec, context: &str) -> Parsed<PatternType> {
        let (min, max) = (rec.int("MinArgs")?, rec.int("MaxArgs")?);
        if min == 0 {
            return Err(self.reporter.error(format!(
                "{context}: minimum number of arguments must be greater than zero in GIVariadic"
            )));
        }
        if max <= min && max != 0 {
            return Err(self.reporter.error(format!(
                "{context}: maximum number of arguments ({max}) must be zero, or greater than the minimum number of arguments ({min}) in GIVariadic"
            )));
        }
        Ok(PatternType::Pack {
            min: min as u32,
            max: max as u32,
        })
    }

    fn flags(&mut self, pattern: &mut InstructionPattern, list: Dag<'a>) -> Parsed<()> {
        let reporter = self.reporter;
        let What::Instruction { flags, .. } = &mut pattern.what else {
            return Err(reporter
                .error("matching/writing MIFlags is only allowed on CodeGenInstruction patterns"));
        };
        if flags.is_some() {
            return Err(reporter.error("MIFlags can only be present once on an instruction"));
        }
        let flags = flags.insert(Box::<Flags>::default());
        let records = self.unit.cx.records;
        let flag = |rec: Rec| -> Parsed<Sym> {
            if !rec.is_a("MIFlagEnum") {
                let name = rec.name();
                return Err(reporter.error(format!("'{name}' is not a subclass of 'MIFlagEnum'")));
            }
            Ok(Sym::new(&rec.string("EnumName")?))
        };
        for (v, name) in list.args() {
            if let Some(rec) = records.def_of(v) {
                flags.set.insert(flag(rec)?);
            } else if let Some(not) = records
                .dag(v)
                .filter(|it| !it.is_empty() && is_of(*it, "not"))
            {
                for (v, _) in not.args() {
                    let Some(rec) = records.def_of(v) else {
                        let text = value_unquoted(&records.names(), v);
                        return Err(reporter
                            .error(format!("cannot parse '{text}': expected a 'MIFlagEnum'")));
                    };
                    flags.unset.insert(flag(rec)?);
                }
            } else if v == ValueId::UNSET {
                flags.copied.insert(Sym::new(name.unwrap_or_default()));
            }
        }
        Ok(())
    }

    /// The fragment that a record describes, read at the first call; `None` if the record is invalid.
    fn fragment(&mut self, def: Rec<'a>) -> Result<Option<FragmentId>, Fatal> {
        let known = self.unit.fragments.known.get(&def.id()).copied();
        let fragment = match known {
            Some(known) => known,
            None => {
                let read = match self.read_fragment(def) {
                    Ok(read) => Some(self.unit.fragments.all.push(Rc::new(read))),
                    Err(Stop::Fatal(error)) => return Err(error),
                    Err(Stop::Reported) => {
                        let (cx, name) = (self.unit.cx, def.name());
                        let reporter = Reporter { cx, rec: def };
                        reporter.error(format!("Could not parse GICombinePatFrag '{name}'"));
                        None
                    }
                };
                self.unit.fragments.known.insert(def.id(), read);
                read
            }
        };
        if let Some(fragment) = fragment
            && !self.seen.contains(&fragment)
        {
            self.seen.push(fragment);
        }
        Ok(fragment)
    }

    fn read_fragment(&mut self, def: Rec<'a>) -> Parsed<Fragment> {
        let of_def = Reporter {
            cx: self.unit.cx,
            rec: def,
        };
        // Until the fragment is read, it counts as invalid, so that it cannot use itself.
        self.unit.fragments.known.insert(def.id(), None);
        let ins = def.dag("InOperands")?;
        if operator(ins, def)?.name() != "ins" {
            return Err(
                of_def.error("expected 'ins' operator for GICombinePatFrag in operands list")
            );
        }
        let outs = def.dag("OutOperands")?;
        if operator(outs, def)?.name() != "outs" {
            return Err(
                of_def.error("expected 'outs' operator for GICombinePatFrag out operands list")
            );
        }
        let mut params = self.params(outs)?;
        let out_count = params.len();
        params.append(&mut self.params(ins)?);
        let mut fragment = Fragment {
            rec: def.id(),
            name: Sym::new(def.name()),
            params,
            out_count,
            alternatives: Vec::new(),
        };
        for (number, v) in def.list("Alternatives")?.iter().enumerate() {
            let Some(list) = self.unit.cx.records.dag(*v) else {
                return Err(of_def.error("expected dag init for PatFrag pattern alternative"));
            };
            let mut alternative = Alternative::default();
            let prefix = format!("{}_alt{number}_pattern", def.name());
            let speaker = std::mem::replace(&mut self.reporter, of_def);
            let read = self.list(list, "pattern", &prefix, |_, pattern| {
                alternative.patterns.push(pattern);
                Ok(())
            });
            self.reporter = speaker;
            read?;
            fragment.alternatives.push(alternative);
        }
        fragment.collect_operands(of_def)?;
        fragment.check(of_def)?;
        Ok(fragment)
    }

    fn params(&self, list: Dag<'a>) -> Parsed<Vec<Param>> {
        let mut params = Vec::new();
        for (v, name) in list.args() {
            let Some(name) = name else {
                return Err(self.reporter.error("all operands must be named'"));
            };
            let ty = self.unit.cx.records.def_of(v).map(Rec::name);
            let kind = match ty {
                Some("gi_imm") => ParamKind::Immediate,
                Some("root") => ParamKind::Root,
                Some("gi_mo") => ParamKind::MachineOperand,
                None if v == ValueId::UNSET => ParamKind::MachineOperand,
                _ => {
                    return Err(self.reporter.error(format!(
                        "'{name}' operand type was expected to be 'root', 'gi_imm' or 'gi_mo'"
                    )));
                }
            };
            let name = Sym::new(name);
            params.push(Param { name, kind });
        }
        Ok(params)
    }
}

impl Unit<'_> {
    fn plain_pattern(
        &self,
        instruction: Rec,
        intrinsic: Option<Intrinsic>,
    ) -> Result<InstructionPattern, Fatal> {
        let opcode = self.opcode(instruction)?;
        let shape = match &intrinsic {
            Some(intrinsic) => Shape {
                defs: intrinsic.results,
                operands: intrinsic.results + intrinsic.params,
                is_variadic: false,
                has_variadic_defs: false,
            },
            None => shape_of(self.instructions.get(opcode), instruction)?,
        };
        let what = What::Instruction {
            opcode,
            intrinsic,
            flags: None,
        };
        let name = Sym::new(instruction.name());
        Ok(InstructionPattern::new(what, name, shape))
    }

    fn fragment_pattern(&self, id: FragmentId) -> InstructionPattern {
        let fragment = &self.fragments.all[id];
        let shape = Shape {
            defs: fragment.out_count,
            operands: fragment.params.len(),
            is_variadic: false,
            has_variadic_defs: false,
        };
        InstructionPattern::new(What::Fragment(id), fragment.name, shape)
    }
}

/// The numbers of operands that a pattern of an instruction may have. A variable number of results is declared by a
/// flag of the instruction, or by `variable_ops` at the end of its list of results.
fn shape_of(instruction: &Instruction, rec: Rec) -> Result<Shape, Fatal> {
    let is_variadic = instruction.operands.is_variadic;
    let flag = InstructionFlags::VARIADIC_OPERANDS_ARE_DEFS;
    let mut has_variadic_defs = is_variadic && instruction.flags.contains(flag);
    if is_variadic && !has_variadic_defs {
        let outs = rec.dag("OutOperandList")?;
        let last = outs.args().next_back();
        let last = last.and_then(|(v, _)| rec.records().def_of(v));
        has_variadic_defs = last.is_some_and(|it| it.name() == "variable_ops");
    }
    Ok(Shape {
        defs: instruction.operands.defs,
        operands: instruction.operands.len(),
        is_variadic,
        has_variadic_defs,
    })
}

fn builtin_pattern(def: Rec) -> Result<InstructionPattern, Fatal> {
    let (builtin, operands, defs) = match def.name() {
        "GIReplaceReg" => (Builtin::ReplaceReg, 2, 1),
        "GIEraseRoot" => (Builtin::EraseRoot, 0, 0),
        name => {
            return Err(def.fatal(format!("Unimplemented GIBuiltinInst def '{name}'")));
        }
    };
    let shape = Shape {
        defs,
        operands,
        is_variadic: false,
        has_variadic_defs: false,
    };
    let name = Sym::new(def.name());
    Ok(InstructionPattern::new(What::Builtin(builtin), name, shape))
}

fn is_of(dag: Dag, operator: &str) -> bool {
    dag.op_def().is_some_and(|it| it.name() == operator)
}

/// The operator of a dag. An error at `rec` if it is not a record.
pub(super) fn operator<'a>(dag: Dag<'a>, rec: Rec) -> Result<Rec<'a>, Fatal> {
    dag.op_def()
        .ok_or_else(|| rec.fatal("Expected record as operator".to_owned()))
}
