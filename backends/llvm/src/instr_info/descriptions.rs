//! The table that describes each instruction, and the code that passes it to LLVM.

use backend::offset_table::{OffsetTable, chars};
use backend::text::push_hex;
use backend::{Fatal, Output, RecordId, bail};
use elaborate::value::ValueId;
use pattern_model::InstructionEffects;
use target_model::instructions::{Deprecation, Flags, Instruction, InstructionId};

use super::operand_info::{Lists, OperandInfo};
use super::{Emitter, changes};

/// A function that returns whether an instruction has a flag.
type Test = fn(&Emitter, &Instruction, &InstructionEffects) -> bool;

/// The flags of instruction descriptions, with LLVM's names and in LLVM's order.
const FLAGS: &[(&str, Test)] = &[
    ("PreISelOpcode", |_, it, _| it.is(Flags::IS_PRE_ISEL)),
    ("Pseudo", |_, it, _| it.is(Flags::IS_PSEUDO)),
    ("Meta", |_, it, _| it.is(Flags::IS_META)),
    ("Return", |_, it, _| it.is(Flags::IS_RETURN)),
    ("EHScopeReturn", |_, it, _| it.is(Flags::IS_EH_SCOPE_RETURN)),
    ("Branch", |_, it, _| it.is(Flags::IS_BRANCH)),
    ("IndirectBranch", |_, it, _| {
        it.is(Flags::IS_INDIRECT_BRANCH)
    }),
    ("Compare", |_, it, _| it.is(Flags::IS_COMPARE)),
    ("MoveImm", |_, it, _| it.is(Flags::IS_MOVE_IMM)),
    ("MoveReg", |_, it, _| it.is(Flags::IS_MOVE_REG)),
    ("Bitcast", |_, _, effects| effects.is_bitcast),
    ("Add", |_, it, _| it.is(Flags::IS_ADD)),
    ("Trap", |_, it, _| it.is(Flags::IS_TRAP)),
    ("Select", |_, it, _| it.is(Flags::IS_SELECT)),
    ("Barrier", |_, it, _| it.is(Flags::IS_BARRIER)),
    ("DelaySlot", |_, it, _| it.is(Flags::HAS_DELAY_SLOT)),
    ("Call", |_, it, _| it.is(Flags::IS_CALL)),
    ("FoldableAsLoad", |_, it, _| it.is(Flags::CAN_FOLD_AS_LOAD)),
    ("MayLoad", |_, _, effects| effects.may_load),
    ("MayStore", |_, _, effects| effects.may_store),
    ("MayRaiseFPException", |_, it, _| {
        it.is(Flags::MAY_RAISE_FP_EXCEPTION)
    }),
    ("Predicable", |_, it, _| it.is(Flags::IS_PREDICABLE)),
    ("ConvertibleTo3Addr", |_, it, _| {
        it.is(Flags::IS_CONVERTIBLE_TO_3_ADDRESS)
    }),
    ("Commutable", |_, it, _| it.is(Flags::IS_COMMUTABLE)),
    ("Terminator", |_, it, _| it.is(Flags::IS_TERMINATOR)),
    ("Rematerializable", |_, it, _| {
        it.is(Flags::IS_REMATERIALIZABLE)
    }),
    ("NotDuplicable", |_, it, _| it.is(Flags::IS_NOT_DUPLICABLE)),
    ("HasOptionalDef", |_, it, _| it.operands.has_optional_def),
    ("UsesCustomInserter", |_, it, _| {
        it.is(Flags::USES_CUSTOM_INSERTER)
    }),
    ("HasPostISelHook", |_, it, _| {
        it.is(Flags::HAS_POST_ISEL_HOOK)
    }),
    ("Variadic", |_, it, _| it.operands.is_variadic),
    ("UnmodeledSideEffects", |_, _, effects| {
        effects.has_side_effects
    }),
    ("CheapAsAMove", |_, it, _| {
        it.is(Flags::IS_AS_CHEAP_AS_A_MOVE)
    }),
    ("ExtraSrcRegAllocReq", |emitter, it, _| {
        !emitter.allows_renaming || it.is(Flags::HAS_EXTRA_SRC_REG_ALLOC_REQ)
    }),
    ("ExtraDefRegAllocReq", |emitter, it, _| {
        !emitter.allows_renaming || it.is(Flags::HAS_EXTRA_DEF_REG_ALLOC_REQ)
    }),
    ("RegSequence", |_, it, _| it.is(Flags::IS_REG_SEQUENCE)),
    ("ExtractSubreg", |_, it, _| it.is(Flags::IS_EXTRACT_SUBREG)),
    ("InsertSubreg", |_, it, _| it.is(Flags::IS_INSERT_SUBREG)),
    ("Convergent", |_, it, _| it.is(Flags::IS_CONVERGENT)),
    ("VariadicOpsAreDefs", |_, it, _| {
        it.is(Flags::VARIADIC_OPERANDS_ARE_DEFS)
    }),
    ("Authenticated", |_, it, _| it.is(Flags::IS_AUTHENTICATED)),
];

/// An array in the output: the type of its elements, and its name without the target's name in front.
struct Array {
    ty: &'static str,
    name: &'static str,
}

const NAMES: Array = Array {
    ty: "char",
    name: "InstrNameData",
};

const NAME_INDICES: Array = Array {
    ty: "unsigned",
    name: "InstrNameIndices",
};

const DEPRECATION_FEATURES: Array = Array {
    ty: "uint8_t",
    name: "InstrDeprecationFeatures",
};

const DEPRECATION_PREDICATES: Array = Array {
    ty: "MCInstrInfo::ComplexDeprecationPredicate",
    name: "InstrComplexDeprecationInfos",
};

/// Which of the tables of deprecated instructions exist: a table is omitted if no instruction needs it.
#[derive(Clone, Copy)]
struct Deprecations {
    features: bool,
    predicates: bool,
}

impl Deprecations {
    /// The arrays, each with a flag that is true if the array exists.
    fn arrays(self) -> [(bool, Array); 2] {
        [
            (self.features, DEPRECATION_FEATURES),
            (self.predicates, DEPRECATION_PREDICATES),
        ]
    }
}

impl Emitter<'_> {
    /// Writes the table of instruction descriptions, the tables that it refers to, and the classes that use it.
    pub(super) fn push_descriptions(&self, out: &mut Output) -> Result<(), Fatal> {
        out.phase("Collect operand info");
        let info = self.operand_info()?;
        out.phase("Collect uses/defs");
        let implicit = self.implicit_registers();
        self.push_table_type(out, &info, &implicit);

        self.start(out, "GET_INSTRINFO_MC_DESC");
        out.push("namespace llvm {\n\n");
        out.phase("Emit InstrDesc records");
        self.push_table(out, &info, &implicit)?;
        out.phase("Emit instruction names");
        self.push_names(out);
        let deprecations = self.deprecations();
        self.push_deprecations(out, deprecations);
        out.phase("Emit initialization routine");
        self.push_classes_by_mode(out)?;
        let target = self.target;
        write!(
            out,
            "static inline void Init{target}MCInstrInfo(MCInstrInfo *II) {{\n  II->"
        );
        self.push_init_call(
            out,
            deprecations,
            &self.classes_by_mode_arguments(", nullptr, 0"),
        );
        out.push("}\n\n");
        self.close(out, &[]);
        self.end(out, "GET_INSTRINFO_MC_DESC");

        self.push_class(out)?;
        self.push_helpers(out)?;
        self.push_constructor(out, deprecations);
        Ok(())
    }

    fn push_table_type(&self, out: &mut Output, info: &OperandInfo, implicit: &Lists<RecordId>) {
        const CONDITION: &str =
            "defined(GET_INSTRINFO_MC_DESC) || defined(GET_INSTRINFO_CTOR_DTOR)";
        let target = self.target;
        if changes::registers_precede_operands(self.cx.release()) {
            write!(
                out,
                "#if {CONDITION}\n\n\
                 namespace llvm {{\n\n\
                 struct {target}InstrTable {{\n\
                 \x20 MCInstrDesc Insts[{}];\n\
                 \x20 static_assert(alignof(MCInstrDesc) >= alignof(MCPhysReg), \
                 \"Unwanted padding between Insts and ImplicitOps\");\n\
                 \x20 MCPhysReg ImplicitOps[{}];\n\
                 \x20 char Padding[sizeof(MCOperandInfo) - sizeof ImplicitOps % sizeof(MCOperandInfo)];\n\
                 \x20 static_assert(alignof(MCInstrDesc) >= alignof(MCOperandInfo), \
                 \"Unwanted padding between Insts and OperandInfo\");\n\
                 \x20 MCOperandInfo OperandInfo[{}];\n\
                 }};\n\
                 }} // namespace llvm\n\n\
                 #endif // {CONDITION}\n\n",
                self.instructions.len(),
                implicit.len.max(1),
                info.lists.len,
            );
            return;
        }
        write!(
            out,
            "#if {CONDITION}\n\
             namespace llvm {{\n\n\
             struct {target}InstrTable {{\n\
             \x20 MCInstrDesc Insts[{}];\n\
             \x20 static_assert(alignof(MCInstrDesc) >= alignof(MCOperandInfo), \
             \"Unwanted padding between Insts and OperandInfo\");\n\
             \x20 MCOperandInfo OperandInfo[{}];\n\
             \x20 static_assert(alignof(MCOperandInfo) >= alignof(MCPhysReg), \
             \"Unwanted padding between OperandInfo and ImplicitOps\");\n\
             \x20 MCPhysReg ImplicitOps[{}];\n\
             }};\n\n\
             }} // end namespace llvm\n\
             #endif // {CONDITION}\n\n",
            self.instructions.len(),
            info.lists.len,
            implicit.len.max(1)
        );
    }

    fn push_table(
        &self,
        out: &mut Output,
        info: &OperandInfo,
        implicit: &Lists<RecordId>,
    ) -> Result<(), Fatal> {
        let target = self.target;
        let registers_first = changes::registers_precede_operands(self.cx.release());
        if registers_first {
            let size = format!(
                "(sizeof {target}InstrTable::ImplicitOps + sizeof {target}InstrTable::Padding)"
            );
            write!(
                out,
                "static_assert({size} % sizeof(MCOperandInfo) == 0);\n\
                     static constexpr unsigned {target}OpInfoBase = {size} / sizeof(MCOperandInfo);\n\n"
            );
        } else {
            write!(
                out,
                "static_assert(sizeof(MCOperandInfo) % sizeof(MCPhysReg) == 0);\n\
                 static constexpr unsigned {target}ImpOpBase = \
                 sizeof {target}InstrTable::OperandInfo / (sizeof(MCPhysReg));\n\n"
            )
        }
        write!(
            out,
            "extern const {target}InstrTable {target}Descs = {{\n  {{\n"
        );
        for (id, instruction) in self.instructions.iter().rev() {
            let instruction = self.described(id, instruction);
            out.source(instruction.rec);
            self.push_description(out, id, instruction, info, implicit)?;
        }
        out.no_source();
        out.push("  }, {\n");
        if registers_first {
            self.push_implicit_registers(out, implicit)?;
            out.push("  }, {\n    0\n  }, {\n");
        }
        out.phase("Emit operand info");
        self.push_operand_info(out, info)?;
        if !registers_first {
            out.push("  }, {\n");
            out.phase("Emit uses/defs");
            self.push_implicit_registers(out, implicit)?;
        }
        out.push("  }\n};\n\n");
        Ok(())
    }

    /// Writes the descriptor of one instruction.
    fn push_description(
        &self,
        out: &mut Output,
        id: InstructionId,
        instruction: &Instruction,
        info: &OperandInfo,
        implicit: &Lists<RecordId>,
    ) -> Result<(), Fatal> {
        let rec = self.rec(instruction);
        let operands = &instruction.operands;
        let defs = operands.defs.checked_sub(1).map(|it| operands.get(it));
        out.push("    { ");
        for number in [
            i64::from(id.0),
            operands.machine_operands() as i64,
            defs.map_or(0, |it| it.first + it.parts.len()) as i64,
            rec.int("Size")?,
            i64::from(self.schedule.class_of(id).0),
            instruction.implicit_uses.len() as i64,
            instruction.implicit_defs.len() as i64,
        ] {
            out.push_number(number);
            out.push(",\t");
        }
        let release = self.cx.release();
        let operands_first = changes::operands_come_first(release);
        let is_based = changes::registers_precede_operands(release);
        if operands_first {
            if is_based {
                out.push(self.target);
                out.push("OpInfoBase + ");
            }
            out.push_number(info.lists.offset(id) as u64);
            out.push(",\t");
        }
        if !is_based {
            out.push(self.target);
            out.push("ImpOpBase + ");
        }
        out.push_number(implicit.offset(id) as u64);
        out.push(",\t");
        if !operands_first {
            out.push_number(info.lists.offset(id) as u64);
            out.push(",\t");
        }
        out.push("0");
        let effects = &self.effects(id, instruction);
        for (name, is_set) in FLAGS {
            if is_set(self, instruction, effects) {
                out.push("|(1ULL<<MCID::");
                out.push(name);
                out.push(")");
            }
        }
        let mut flags = 0;
        for (bit, value) in (0..).zip(rec.bits("TSFlags")?) {
            match *value {
                ValueId::FALSE => {}
                ValueId::TRUE => flags |= 1u64.wrapping_shl(bit),
                _ => bail!(rec, "Invalid TSFlags bit in {}", rec.name()),
            }
        }
        out.push(", ");
        push_hex(&mut out.text, flags, 1);
        out.push("ULL },  // ");
        if changes::numbers_conditions(release) {
            write!(out, "Inst #{} = ", id.0);
        }
        out.push(&instruction.name);
        out.push("\n");
        Ok(())
    }

    /// Writes the names of all instructions, and the offset of each name.
    fn push_names(&self, out: &mut Output) {
        let names = self.instructions.iter();
        let names = names.map(|(_, it)| (chars(&it.name), vec![self.rec(it)]));
        let names = OffsetTable::new(self.cx, names);
        names.push_definition(out, &self.declaration(&NAMES));
        self.push_array(out, &NAME_INDICES, |out, instruction| {
            out.push_number(names.offset(&chars(&instruction.name)) as u64);
            out.push("U, ");
        });
    }

    fn declaration(&self, array: &Array) -> String {
        format!("extern const {} {}{}[]", array.ty, self.target, array.name)
    }

    /// Writes an array with an element for each instruction, eight in a line.
    fn push_array(
        &self,
        out: &mut Output,
        array: &Array,
        push: impl Fn(&mut Output, &Instruction),
    ) {
        write!(out, "{} = {{", self.declaration(array));
        self.each(out, |out, id, instruction| {
            if id.0 % 8 == 0 {
                out.push("\n    ");
            }
            push(out, instruction);
        });
        out.push("\n};\n\n");
    }

    fn deprecations(&self) -> Deprecations {
        let any = |is: fn(&Deprecation) -> bool| {
            let mut instructions = self.instructions.iter();
            instructions.any(|(_, it)| is(&it.deprecation))
        };
        Deprecations {
            features: any(|it| feature(it).is_some()),
            predicates: any(|it| matches!(it, Deprecation::Predicate(_))),
        }
    }

    fn push_deprecations(&self, out: &mut Output, deprecations: Deprecations) {
        if deprecations.features {
            self.push_array(
                out,
                &DEPRECATION_FEATURES,
                |out, instruction| match feature(&instruction.deprecation) {
                    Some(feature) => write!(out, "{}::{feature}, ", self.namespace),
                    None => out.push("uint8_t(-1), "),
                },
            );
        }
        if deprecations.predicates {
            self.push_array(
                out,
                &DEPRECATION_PREDICATES,
                |out, instruction| match instruction.deprecation {
                    Deprecation::Predicate(name) => {
                        write!(out, "&get{}DeprecationInfo, ", name.as_str());
                    }
                    _ => out.push("nullptr, "),
                },
            );
        }
    }

    /// Writes the call that passes the tables to `InitMCInstrInfo`. `more` is the text of its last arguments.
    fn push_init_call(&self, out: &mut Output, deprecations: Deprecations, more: &str) {
        let target = self.target;
        write!(
            out,
            "InitMCInstrInfo({target}Descs.Insts, {target}{}, {target}{}, ",
            NAME_INDICES.name, NAMES.name
        );
        for (is_there, array) in deprecations.arrays() {
            if is_there {
                write!(out, "{target}{}, ", array.name)
            } else {
                out.push("nullptr, ")
            }
        }
        writeln!(out, "{}{more});", self.instructions.len());
    }

    fn push_class(&self, out: &mut Output) -> Result<(), Fatal> {
        let class = format!("{}GenInstrInfo", self.target);
        let release = self.cx.release();
        let ((parameters, _), gap) = (changes::constructor(release), changes::old_gap(release));
        self.start(out, "GET_INSTRINFO_HEADER");
        self.open(out, &[]);
        write!(
            out,
            "struct {class} : public TargetInstrInfo {{\n\
             \x20 explicit {class}({parameters}unsigned CFSetupOpcode = ~0u, unsigned CFDestroyOpcode = ~0u, \
             unsigned CatchRetOpcode = ~0u, unsigned ReturnOpcode = ~0u);\n\
             \x20 ~{class}() override = default;\n{gap}\
             }};\n"
        );
        self.push_declaration_of_classes_by_mode(out);
        self.close(out, &[]);
        self.push_names_of_parts(out)?;
        self.end(out, "GET_INSTRINFO_HEADER");
        Ok(())
    }

    fn push_constructor(&self, out: &mut Output, deprecations: Deprecations) {
        let target = self.target;
        self.start(out, "GET_INSTRINFO_CTOR_DTOR");
        self.open(out, &[]);
        writeln!(out, "extern const {target}InstrTable {target}Descs;");
        let always = [(true, NAME_INDICES), (true, NAMES)];
        for (is_there, array) in always.into_iter().chain(deprecations.arrays()) {
            if is_there {
                writeln!(out, "{};", self.declaration(&array));
            }
        }
        let class = format!("{target}GenInstrInfo");
        let (parameters, arguments) = changes::constructor(self.cx.release());
        let classes = self.classes_of_mode();
        write!(
            out,
            "{class}::{class}({parameters}unsigned CFSetupOpcode, unsigned CFDestroyOpcode, \
             unsigned CatchRetOpcode, unsigned ReturnOpcode)\n\
             \x20 : TargetInstrInfo({arguments}CFSetupOpcode, CFDestroyOpcode, CatchRetOpcode, \
             ReturnOpcode{classes}) {{\n  "
        );
        self.push_init_call(out, deprecations, &self.classes_by_mode_arguments(""));
        out.push("}\n");
        self.close(out, &[]);
        self.end(out, "GET_INSTRINFO_CTOR_DTOR");
    }
}

/// The name of the subtarget feature that deprecates an instruction; `None` if there is no such feature.
fn feature(deprecation: &Deprecation) -> Option<&'static str> {
    match deprecation {
        Deprecation::Feature(name) if !name.as_str().is_empty() => Some(name.as_str()),
        _ => None,
    }
}
