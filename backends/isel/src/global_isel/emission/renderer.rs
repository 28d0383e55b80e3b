//! Writing the operands of new instructions.

use std::borrow::Cow;

use backend::{Fatal, Rec};
use elaborate::symbol::Sym;

use super::super::renderer::Role;
use super::super::{Emission, OperandMatch, RegisterType, Renderer, Rule, Table};

impl Renderer {
    /// Writes the renderer for an operand of the new instruction `build`. An error if the rule matches no operand or
    /// instruction with the name that the renderer refers to.
    pub(super) fn emit(
        &self,
        build: u32,
        rule: &Rule,
        table: &mut Table,
        cx: &Emission,
    ) -> Result<(), Fatal> {
        let records = cx.cx.records;
        let source = records.rec(rule.source);
        let new = u64::from(build);
        let operand = |name: Sym| -> Result<&OperandMatch, Fatal> {
            Ok(rule.operand(rule.operand_of_name(name, source)?))
        };
        match *self {
            Renderer::Copy(name) => copy(build, operand(name)?, name.as_str(), table),
            Renderer::CopyRegister(register) => {
                let register = records.rec(register);
                let at = rule.register_input(register, source)?;
                copy(build, rule.operand(at), register.name(), table);
            }
            Renderer::CopyOrZero { name, zero } => {
                old(new, operand(name)?, "GIR_CopyOrAddZeroReg", table);
                table.named(2, qualified(records.rec(zero))?);
                table.comment(name.as_str());
            }
            Renderer::CopyConstant(name) => {
                let old = defining(rule, name, source)?;
                copy_constant("GIR_CopyConstantAsSImm", new, old, name, table);
            }
            Renderer::CopyFloat(name) => {
                let old = defining(rule, name, source)?;
                copy_constant("GIR_CopyFConstantAsFPImm", new, old, name, table);
            }
            Renderer::CopySubRegister { name, index } => {
                old(new, operand(name)?, "GIR_CopySubReg", table);
                table.comment("SubRegIdx").int(2, index.into());
                table.comment(name.as_str());
            }
            Renderer::Register { register, role } => {
                table.op("GIR_AddRegister").comment("InsnID").uleb(new);
                let register = records.rec(register);
                match register.name() {
                    "zero_reg" => {
                        table.named(2, format_args!("{}::NoRegister", cx.register_namespace))
                    }
                    _ => table.named(2, qualified(register)?),
                };
                table.comment("AddRegisterRegFlags");
                match role {
                    Role::Uses => table.int(2, 0),
                    Role::Defines => table.named(2, "RegState::Define"),
                    Role::DefinesDead => table.named(2, "RegState::Define | RegState::Dead"),
                };
            }
            Renderer::Made { register, role } => {
                table.op(match role {
                    Role::Uses => "GIR_AddSimpleTempRegister",
                    _ => "GIR_AddTempRegister",
                });
                table.comment("InsnID").uleb(new);
                table.comment("TempRegID").uleb(register.into());
                let flags = match role {
                    Role::Uses => None,
                    Role::Defines => Some("RegState::Define"),
                    Role::DefinesDead => Some("RegState::Define|RegState::Dead"),
                };
                if let Some(flags) = flags {
                    table.comment("TempRegFlags").named(2, flags);
                }
            }
            Renderer::MadePart { register, index } => {
                table.op("GIR_AddTempSubRegister");
                table.comment("InsnID").uleb(new);
                table.comment("TempRegID").uleb(register.into());
                table.comment("TempRegFlags").int(2, 0).named(2, index);
            }
            Renderer::Immediate(value) => immediate(new, "Imm", value, table),
            Renderer::TypedImmediate(value, ty) => {
                table.op("GIR_AddCImm").comment("InsnID").uleb(new);
                table.comment("Type");
                push_type(ty, table);
                table.comment("Imm").int(8, value);
            }
            Renderer::SubRegisterIndex(index) => immediate(new, "SubRegIndex", index.into(), table),
            Renderer::ComplexPattern {
                name,
                renderer,
                part,
                sub_register,
            } => {
                table.op(match (part, sub_register) {
                    (None, _) => "GIR_ComplexRenderer",
                    (Some(_), None) => "GIR_ComplexSubOperandRenderer",
                    (Some(_), Some(_)) => "GIR_ComplexSubOperandSubRegRenderer",
                });
                table.comment("InsnID").uleb(new);
                table.comment("RendererID").int(2, renderer.into());
                if let Some(part) = part {
                    table.comment("SubOperand").uleb(part.into());
                }
                if let Some(index) = sub_register {
                    table.comment("SubRegIdx").int(2, index.into());
                }
                table.comment(name.as_str());
            }
            Renderer::Intrinsic(name) => {
                table.op("GIR_AddIntrinsicID").comment("MI").uleb(new);
                table.named(2, format_args!("Intrinsic::{name}"));
            }
            Renderer::Custom { function, name } => {
                let old = defining(rule, name, source)?;
                table.op("GIR_CustomRenderer").comment("InsnID").uleb(new);
                table.comment("OldInsnID").uleb(old.into());
                let function = format_args!("GICR_{function}");
                table.comment("Renderer").named(2, function);
                table.comment(name.as_str());
            }
            Renderer::CustomOperand { function, name } => {
                let operand = operand(name)?;
                table.op("GIR_CustomOperandRenderer");
                table.comment("InsnID").uleb(new);
                table.comment("OldInsnID").uleb(operand.instruction.into());
                table.comment("OpIdx").uleb(operand.number.into());
                let function = format_args!("GICR_{function}");
                table.comment("OperandRenderer").named(2, function);
                table.comment(name.as_str());
            }
        }
        table.end();
        Ok(())
    }
}

/// The index of the matched instruction `name`. An error at `source` if there is no such instruction.
fn defining(rule: &Rule, name: Sym, source: Rec) -> Result<u32, Fatal> {
    rule.instruction_of_name(name)
        .ok_or_else(|| source.fatal(format!("Failed to lookup instruction {name}")))
}

/// Writes the start of an operation that uses a matched operand for the new instruction `new`.
fn old(new: u64, operand: &OperandMatch, op: &str, table: &mut Table) {
    table.op(op).comment("NewInsnID").uleb(new);
    table.comment("OldInsnID").uleb(operand.instruction.into());
    table.comment("OpIdx").uleb(operand.number.into());
}

/// Writes the copy of a matched operand. There is a shorter form for a copy from the old root to the new root.
fn copy(build: u32, operand: &OperandMatch, name: &str, table: &mut Table) {
    if operand.is_variadic {
        old(build.into(), operand, "GIR_CopyRemaining", table);
    } else if (build, operand.instruction) == (0, 0) {
        let op = table.op("GIR_RootToRootCopy").comment("OpIdx");
        op.uleb(operand.number.into());
    } else {
        old(build.into(), operand, "GIR_Copy", table);
    }
    table.comment(name);
}

fn copy_constant(op: &str, new: u64, old: u32, name: Sym, table: &mut Table) {
    table.op(op).comment("NewInsnID").uleb(new);
    table.comment("OldInsnID").uleb(old.into());
    table.comment(name.as_str());
}

fn immediate(new: u64, name: &str, value: i64, table: &mut Table) {
    let (op, bytes) = match i8::try_from(value) {
        Ok(_) => ("GIR_AddImm8", 1),
        Err(_) => ("GIR_AddImm", 8),
    };
    table.op(op).comment("InsnID").uleb(new);
    table.comment(name).int(bytes, value);
}

pub(super) fn push_type(ty: RegisterType, table: &mut Table) {
    match ty {
        RegisterType::Known(ty) => table.named(1, ty),
        RegisterType::Recorded(number) => table.int(1, number),
    };
}

/// The C++ name of a register, always qualified by its namespace.
pub(super) fn qualified(register: Rec) -> Result<String, Fatal> {
    let namespace = match register.field("Namespace") {
        Some(_) => register.string("Namespace")?,
        None => Cow::default(),
    };
    Ok(format!("{namespace}::{}", register.name()))
}
