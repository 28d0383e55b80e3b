//! The declaration of the class with all register information.

use backend::{Fatal, Output};

use super::{Info, changes};

pub(super) fn push(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    let (target, release) = (&info.target, info.cx.release());
    out.push("#include \"llvm/CodeGen/TargetRegisterInfo.h\"\n\nnamespace llvm {\n\n");
    write!(
        out,
        "class {target}FrameLowering;\n\n\
         struct {target}GenRegisterInfo : public TargetRegisterInfo {{\n  \
         explicit {target}GenRegisterInfo(unsigned RA, unsigned D = 0, unsigned E = 0,\n      \
         unsigned PC = 0, unsigned HwMode = 0);\n"
    );
    if !info.registers.indices.is_empty() {
        out.push("  unsigned composeSubRegIndicesImpl(unsigned, unsigned) const override;\n");
        if changes::composes_backwards(release) {
            out.push(
                "  unsigned reverseComposeSubRegIndicesImpl(unsigned, unsigned) const override;\n",
            );
        }
        out.push(ABOUT_INDICES);
    }
    out.push(&ABOUT_PRESSURE.replace("{unit}", changes::unit_type(release)));
    if changes::tells_general_purpose_classes(release) {
        out.push(
            "  bool isGeneralPurposeRegisterClass(const TargetRegisterClass *RC) const override;\n",
        );
    }
    out.push(ABOUT_KINDS);
    write!(
        out,
        "  /// Devirtualized TargetFrameLowering.\n  \
         static const {target}FrameLowering *getFrameLowering(\n      \
         const MachineFunction &MF);\n"
    );
    for id in info.registers.classes.ids() {
        if info.base_class_order(id)?.is_some() {
            info.of_class(out, id);
            out.push("  const TargetRegisterClass *getPhysRegBaseClass(MCRegister Reg) const override;\n");
            out.no_source();
            break;
        }
    }
    out.push("};\n\n");
    if let Some(first) = info.registers.classes.iter().next() {
        let namespace = &first.namespace;
        writeln!(out, "namespace {namespace} {{ // Register classes");
        for (id, class) in info.registers.classes.with_ids() {
            info.of_class(out, id);
            writeln!(
                out,
                "  extern const TargetRegisterClass {}RegClass;",
                class.name
            );
        }
        out.no_source();
        writeln!(out, "}} // end namespace {namespace}\n");
    }
    out.push("} // end namespace llvm\n\n");
    Ok(())
}

const ABOUT_INDICES: &str = "  \
    LaneBitmask composeSubRegIndexLaneMaskImpl(unsigned, LaneBitmask) const override;\n  \
    LaneBitmask reverseComposeSubRegIndexLaneMaskImpl(unsigned, LaneBitmask) const override;\n  \
    const TargetRegisterClass *getSubClassWithSubReg(const TargetRegisterClass *, unsigned) const override;\n  \
    const TargetRegisterClass *getSubRegisterClass(const TargetRegisterClass *, unsigned) const override;\n";

const ABOUT_PRESSURE: &str = "  \
    const RegClassWeight &getRegClassWeight(const TargetRegisterClass *RC) const override;\n  \
    unsigned getRegUnitWeight({unit} RegUnit) const override;\n  \
    unsigned getNumRegPressureSets() const override;\n  \
    const char *getRegPressureSetName(unsigned Idx) const override;\n  \
    unsigned getRegPressureSetLimit(const MachineFunction &MF, unsigned Idx) const override;\n  \
    const int *getRegClassPressureSets(const TargetRegisterClass *RC) const override;\n  \
    const int *getRegUnitPressureSets({unit} RegUnit) const override;\n  \
    ArrayRef<const char *> getRegMaskNames() const override;\n  \
    ArrayRef<const uint32_t *> getRegMasks() const override;\n  \
    bool isGeneralPurposeRegister(const MachineFunction &, MCRegister) const override;\n";

const ABOUT_KINDS: &str = "  \
    bool isFixedRegister(const MachineFunction &, MCRegister) const override;\n  \
    bool isArgumentRegister(const MachineFunction &, MCRegister) const override;\n  \
    bool isConstantPhysReg(MCRegister PhysReg) const override final;\n";
