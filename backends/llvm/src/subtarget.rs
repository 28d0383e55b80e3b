//! `-gen-subtarget`: subtarget features, processors and scheduling models.

mod changes;
mod class_tables;
mod conditions;
mod features;
mod itineraries;
mod models;
mod modes;
mod opcode_predicates;
mod resolving;
#[cfg(test)]
mod tests;

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, LONG_STRING_LITERALS, Output, Rec, Records, Release};
use target_model::features::Features;
use target_model::hw_modes::HwModes;
use target_model::schedule::Schedule;
use target_model::target::Target;

use opcode_predicates::Form;
use resolving::Predicates;

/// The inputs of the functions that write the sections of the file.
struct Emitter<'a> {
    cx: &'a Context<'a>,
    records: &'a Records,
    target: &'a str,
    modes: &'a HwModes,
    schedule: &'a Schedule,
    features: &'a Features,
    fusions: &'a [Rec<'a>],
    predicates: Predicates,
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-subtarget",
    "Describe features, processors and schedules of a target",
    &["Target"],
    write,
)
.options(&[LONG_STRING_LITERALS]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let target = cx.model::<Target>()?;
    let schedule = cx.model::<Schedule>()?;
    let features = cx.model::<Features>()?;
    let fusions = cx.records.derived("Fusion")?;
    let mut emitter = Emitter {
        cx,
        records: cx.records,
        target: &target.name,
        modes: &target.modes,
        schedule: &schedule,
        features: &features,
        fusions: &fusions,
        predicates: Predicates::default(),
    };
    emitter.predicates = Predicates::collect(&emitter)?;
    emitter.push_all(out)
}

impl Emitter<'_> {
    fn push_all(&self, out: &mut Output) -> Result<(), Fatal> {
        push_header_without_input(out, "Subtarget Enumeration Source Fragment");
        self.push_part(out, "ENUM", |out| {
            self.in_llvm(out, |out| self.push_enum(out));
        });
        self.push_getters(out)?;
        self.push_part(out, "MC_DESC", |out| {
            self.push_parser_include(out);
            self.in_llvm(out, |out| self.push_description(out))
        })?;
        self.push_part(out, "TARGET_DESC", |out| {
            out.push(changes::bitmask_include(self.release()));
            out.push(
                "#include \"llvm/Support/Debug.h\"\n#include \"llvm/Support/raw_ostream.h\"\n\n",
            );
            self.push_parser_include(out);
            self.push_parser(out)
        })?;
        let class = format!("{}GenSubtargetInfo", self.target);
        self.push_part(out, "HEADER", |out| {
            self.in_llvm(out, |out| self.push_class(out, &class))
        })?;
        self.push_part(out, "CTOR", |out| {
            out.push("#include \"llvm/CodeGen/TargetSchedule.h\"\n\n");
            self.in_llvm(out, |out| self.push_constructor(out, &class))
        })?;
        self.push_analysis(out)
    }

    fn release(&self) -> Release {
        self.cx.release()
    }

    fn push_part<R>(&self, out: &mut Output, part: &str, push: impl FnOnce(&mut Output) -> R) -> R {
        let guard = format!("GET_SUBTARGETINFO_{part}");
        changes::guarded(self.release(), out, &guard, push)
    }

    fn in_llvm<R>(&self, out: &mut Output, push: impl FnOnce(&mut Output) -> R) -> R {
        changes::namespace(self.release(), out, "llvm", "\n", push)
    }

    /// Writes the tables for the MC layer, and the functions that use them.
    fn push_description(&self, out: &mut Output) -> Result<(), Fatal> {
        let feature_count = self.push_feature_table(out)?;
        out.push("\n");
        self.push_schedule(out)?;
        out.push("\n");
        self.push_processor_table(out)?;
        self.push_processor_names(out)?;
        out.push("\n");
        self.push_info_class(out)?;

        let target = self.target;
        write!(
            out,
            "\nstatic inline MCSubtargetInfo *create{target}MCSubtargetInfoImpl(\
             const Triple &TT, StringRef CPU, StringRef TuneCPU, StringRef FS) {{\n"
        );
        self.push_alias_resolution(out);
        write!(
            out,
            "  return new {target}GenMCSubtargetInfo(TT, CPU, TuneCPU, FS, "
        );
        let none = changes::no_array(self.release());
        for (table, count) in self.tables(feature_count)? {
            match count {
                0 => out.push(none),
                _ => write!(out, "{target}{table}, "),
            }
        }
        self.push_table_names(out, 22);
        out.push(");\n}\n\n");
        Ok(())
    }

    fn push_schedule(&self, out: &mut Output) -> Result<(), Fatal> {
        out.push(
            "#ifdef DBGFIELD\n#error \"<target>GenSubtargetInfo.inc requires a DBGFIELD macro\"\n#endif\n\
             #if !defined(NDEBUG) || defined(LLVM_ENABLE_DUMP)\n#define DBGFIELD(x) x,\n",
        );
        let [with_names, without_names, end] = changes::name_macro(self.release());
        out.push(with_names);
        out.push("#else\n#define DBGFIELD(x)\n");
        out.push(without_names);
        out.push("#endif\n");
        if self.schedule.has_itineraries() {
            self.push_itineraries(out)?;
        }
        out.push(
            "\n// ===============================================================\n\
             // Data tables for the new per-operand machine model.\n",
        );
        self.push_class_tables(out)?;
        // Since LLVM 21, the tables of models use the macros of the class tables as well.
        if end.is_empty() {
            out.push("\n#undef DBGFIELD\n");
            return self.push_models(out);
        }
        self.push_models(out)?;
        out.push("\n#undef DBGFIELD\n");
        out.push(end);
        Ok(())
    }

    /// Writes the C++ class of subtarget information for the MC layer.
    fn push_info_class(&self, out: &mut Output) -> Result<(), Fatal> {
        let (target, release) = (self.target, self.release());
        let (features_parameter, features_argument) = changes::features_parameter(release);
        let namespace = format!("{target}_MC");
        changes::namespace(release, out, &namespace, "\n", |out| {
            write!(
                out,
                "unsigned resolveVariantSchedClassImpl(unsigned SchedClass,\n\
                 \x20   const MCInst *MI, const MCInstrInfo *MCII, {features_parameter}unsigned CPUID) {{\n"
            );
            self.push_resolver(out, true)?;
            out.push("}\n");
            Ok::<_, Fatal>(())
        })?;
        let (names_parameter, names_argument) = changes::names_parameter(release);
        write!(
            out,
            "struct {target}GenMCSubtargetInfo : public MCSubtargetInfo {{\n\
             \x20 {target}GenMCSubtargetInfo(const Triple &TT,\n\
             \x20   StringRef CPU, StringRef TuneCPU, StringRef FS,\n\
             {names_parameter}\
             \x20   ArrayRef<SubtargetFeatureKV> PF,\n\
             \x20   ArrayRef<SubtargetSubTypeKV> PD,\n\
             \x20   const MCWriteProcResEntry *WPR,\n\
             \x20   const MCWriteLatencyEntry *WL,\n\
             \x20   const MCReadAdvanceEntry *RA, const InstrStage *IS,\n\
             \x20   const unsigned *OC, const unsigned *FP) :\n\
             \x20     MCSubtargetInfo(TT, CPU, TuneCPU, FS, {names_argument}PF, PD,\n\
             \x20                     WPR, WL, RA, IS, OC, FP) {{ }}\n\n\
             \x20 unsigned resolveVariantSchedClass(unsigned SchedClass,\n\
             \x20     const MCInst *MI, const MCInstrInfo *MCII,\n\
             \x20     unsigned CPUID) const override {{\n\
             \x20   return {target}_MC::resolveVariantSchedClassImpl(SchedClass, MI, MCII, {features_argument}CPUID);\n\
             \x20 }}\n"
        );
        self.push_mode_declarations(out);
        if self.has_processor_aliases() {
            out.push(
                "  bool isCPUStringValid(StringRef CPU) const override {\n\
                 \x20   CPU = AArch64::resolveCPUAlias(CPU);\n\
                 \x20   return MCSubtargetInfo::isCPUStringValid(CPU);\n\
                 \x20 }\n",
            );
        }
        out.push("};\n");
        self.push_modes(out, &format!("{target}GenMCSubtargetInfo"), true)
    }

    /// The tables of features and processors that are passed to a constructor: the name of each table without the
    /// target's name, and the table's length.
    fn tables(&self, feature_count: usize) -> Result<Vec<(&'static str, usize)>, Fatal> {
        let mut tables = vec![
            ("FeatureKV", feature_count),
            ("SubTypeKV", self.schedule.processors.list.len()),
        ];
        if self.release() >= Release::V21 {
            tables.insert(0, ("Names", self.processor_names()?.len()));
        }
        Ok(tables)
    }

    /// Writes the enumeration of hardware modes as bits of a set, if there are several modes. LLVM 21 added this
    /// enumeration.
    fn push_mode_bits(&self, out: &mut Output) {
        if self.release() < Release::V21 || self.modes.count() <= 1 {
            return;
        }
        let last = self.modes.iter().last();
        let last = last.map_or("DefaultMode", |(_, mode)| &mode.name);
        writeln!(
            out,
            "  enum class {}HwModeBits : unsigned {{\n    DefaultMode = 0,",
            self.target
        );
        for (id, mode) in self.modes.iter() {
            writeln!(out, "    {} = (1 << {}),", mode.name, id.0 - 1);
        }
        write!(
            out,
            "\n    LLVM_MARK_AS_BITMASK_ENUM(/*LargestValue=*/{last}),\n  }};\n"
        );
    }

    fn push_mode_declarations(&self, out: &mut Output) {
        if self.modes.count() > 1 {
            out.push(
                "  unsigned getHwModeSet() const override;\n\
                 \x20 unsigned getHwMode(enum HwModeType type = HwMode_Default) const override;\n",
            );
        }
    }

    /// Writes the names of the tables that are passed to a constructor after the tables of features and processors.
    fn push_table_names(&self, out: &mut Output, indent: usize) {
        let target = self.target;
        let pad = " ".repeat(indent);
        write!(
            out,
            "\n{pad}{target}WriteProcResTable, {target}WriteLatencyTable, {target}ReadAdvanceTable, \n{pad}"
        );
        if self.schedule.has_itineraries() {
            write!(
                out,
                "{target}Stages, {target}OperandCycles, {target}ForwardingPaths"
            )
        } else {
            out.push("nullptr, nullptr, nullptr")
        }
    }

    /// Writes the C++ class of subtarget information for code generation.
    fn push_class(&self, out: &mut Output, class: &str) -> Result<(), Fatal> {
        let (target, release) = (self.target, self.release());
        let (features_parameter, _) = changes::features_parameter(release);
        out.push("class DFAPacketizer;\n");
        changes::namespace(release, out, &format!("{target}_MC"), "\n", |out| {
            writeln!(
                out,
                "unsigned resolveVariantSchedClassImpl(unsigned SchedClass, \
                 const MCInst *MI, const MCInstrInfo *MCII, {features_parameter}unsigned CPUID);"
            );
        });
        write!(
            out,
            "struct {class} : public TargetSubtargetInfo {{\n\
             \x20 explicit {class}(const Triple &TT, StringRef CPU, StringRef TuneCPU, StringRef FS);\n\
             public:\n\
             \x20 unsigned resolveSchedClass(unsigned SchedClass,  const MachineInstr *DefMI, \
             const TargetSchedModel *SchedModel) const override;\n\
             \x20 unsigned resolveVariantSchedClass(unsigned SchedClass, const MCInst *MI, \
             const MCInstrInfo *MCII, unsigned CPUID) const override;\n\
             \x20 DFAPacketizer *createDFAPacketizer(const InstrItineraryData *IID) const;\n"
        );
        self.push_mode_bits(out);
        self.push_mode_declarations(out);
        if !self.fusions.is_empty() {
            out.push("  std::vector<MacroFusionPredTy> getMacroFusions() const override;\n");
        }
        self.push_opcode_predicates(
            out,
            Form {
                class: None,
                for_machine_code: false,
                by_reference: false,
                indent: 1,
            },
        )?;
        out.push("};\n");
        Ok(())
    }

    fn push_constructor(&self, out: &mut Output, class: &str) -> Result<(), Fatal> {
        let target = self.target;
        let names = changes::names_declaration(self.release(), target);
        write!(
            out,
            "{names}\
             extern const llvm::SubtargetFeatureKV {target}FeatureKV[];\n\
             extern const llvm::SubtargetSubTypeKV {target}SubTypeKV[];\n\
             extern const llvm::MCWriteProcResEntry {target}WriteProcResTable[];\n\
             extern const llvm::MCWriteLatencyEntry {target}WriteLatencyTable[];\n\
             extern const llvm::MCReadAdvanceEntry {target}ReadAdvanceTable[];\n"
        );
        if self.schedule.has_itineraries() {
            write!(
                out,
                "extern const llvm::InstrStage {target}Stages[];\n\
                 extern const unsigned {target}OperandCycles[];\n\
                 extern const unsigned {target}ForwardingPaths[];\n"
            );
        }
        writeln!(
            out,
            "{class}::{class}(const Triple &TT, StringRef CPU, StringRef TuneCPU, StringRef FS)"
        );
        out.push(if self.has_processor_aliases() {
            "  : TargetSubtargetInfo(TT, AArch64::resolveCPUAlias(CPU),\n\
                 \x20                       AArch64::resolveCPUAlias(TuneCPU), FS, "
        } else {
            "  : TargetSubtargetInfo(TT, CPU, TuneCPU, FS, "
        });
        let mut feature_count = 0;
        for feature in &self.features.list {
            let name = self.records.rec(*feature).string("Name")?;
            feature_count += usize::from(!name.is_empty());
        }
        let none = changes::no_array(self.release());
        for (table, count) in self.tables(feature_count)? {
            match count {
                0 => out.push(none),
                _ => write!(out, "ArrayRef({target}{table}, {count}), "),
            }
        }
        self.push_table_names(out, 24);
        out.push(") {}\n\n");

        write!(
            out,
            "unsigned {class}\n::resolveSchedClass(unsigned SchedClass, const MachineInstr *MI, \
             const TargetSchedModel *SchedModel) const {{\n"
        );
        self.push_prolog(out)?;
        self.push_resolver(out, false)?;
        let (_, features_argument) = changes::features_parameter(self.release());
        write!(
            out,
            "}} // {class}::resolveSchedClass\n\n\
             unsigned {class}\n::resolveVariantSchedClass(unsigned SchedClass, const MCInst *MI, \
             const MCInstrInfo *MCII, unsigned CPUID) const {{\n\
             \x20 return {target}_MC::resolveVariantSchedClassImpl(SchedClass, MI, MCII, {features_argument}CPUID);\n\
             }} // {class}::resolveVariantSchedClass\n\n"
        );
        self.push_opcode_predicates(
            out,
            Form {
                class: Some(class),
                for_machine_code: false,
                by_reference: false,
                indent: 0,
            },
        )?;
        self.push_modes(out, class, false)?;
        self.push_fusions(out, class);
        Ok(())
    }

    /// Writes the functions on opcodes (`STIPredicate`) for the analysis of machine code.
    fn push_analysis(&self, out: &mut Output) -> Result<(), Fatal> {
        let class = format!("{}MCInstrAnalysis", self.target);
        let declared_at = changes::indent_of_declarations(self.release());
        let parts = [("DECLS", None, declared_at), ("DEFS", Some(&*class), 0)];
        for (part, class, indent) in parts {
            let guard = format!("GET_STIPREDICATE_{part}_FOR_MC_ANALYSIS");
            let form = Form {
                class,
                for_machine_code: true,
                by_reference: true,
                indent,
            };
            changes::guarded(self.release(), out, &guard, |out| {
                self.push_opcode_predicates(out, form)
            })?;
        }
        Ok(())
    }

    /// Whether processors of the target may be given by aliases. A function of LLVM resolves the aliases.
    fn has_processor_aliases(&self) -> bool {
        self.target == "AArch64"
    }

    fn push_parser_include(&self, out: &mut Output) {
        if self.has_processor_aliases() {
            out.push("#include \"llvm/TargetParser/AArch64TargetParser.h\"\n\n");
        }
    }

    fn push_alias_resolution(&self, out: &mut Output) {
        if self.has_processor_aliases() {
            out.push(
                "  CPU = AArch64::resolveCPUAlias(CPU);\n\
                 \x20 TuneCPU = AArch64::resolveCPUAlias(TuneCPU);\n",
            );
        }
    }
}
