//! What a calling convention does with an argument.

use super::super::records_in;
use super::Registers;
use backend::text::{push_separated, qualified_name};
use backend::{Fatal, Output, Rec};
use target_model::value_types;

/// What is known while one convention is written.
struct State<'a, 'r> {
    convention: Rec<'a>,
    registers: &'r mut Registers<'a>,
    /// Numbers lists and offsets.
    counter: u32,
    /// Whether the action is one that Swift has for itself.
    swift: bool,
    depth: u32,
}

/// How deep actions may be nested in conditions.
const MAX_DEPTH: u32 = 1000;

/// Writes the actions of a convention and notes the registers that they assign.
pub fn push_all<'a>(
    out: &mut Output,
    convention: Rec<'a>,
    registers: &mut Registers<'a>,
) -> Result<(), Fatal> {
    registers
        .assigned
        .insert(convention.name(), Default::default());
    registers.conventions.insert(convention.name(), convention);
    let mut state = State {
        convention,
        registers,
        counter: 0,
        swift: false,
        depth: 0,
    };
    for action in records_in(convention, "Actions")? {
        state.swift = action
            .superclasses()
            .any(|class| class.name().starts_with("CCIfSwift"));
        out.push("\n");
        state.push(out, action)?;
    }
    Ok(())
}

const TYPE_SIZE: &str = "  State.getMachineFunction().getDataLayout().getTypeAllocSize(EVT(LocVT).getTypeForEVT(State.getContext())), ";
const TYPE_ALIGN: &str = "  State.getMachineFunction().getDataLayout().getABITypeAlign(EVT(LocVT).getTypeForEVT(State.getContext()))";

impl<'a> State<'a, '_> {
    fn push(&mut self, out: &mut Output, action: Rec<'a>) -> Result<(), Fatal> {
        if self.depth == MAX_DEPTH {
            return Err(action.fatal("actions nest too deeply".to_owned()));
        }
        self.depth += 1;
        let pad = "  ".repeat(self.depth as usize);
        let result = if action.is_a("CCPredicateAction") {
            self.push_condition(out, action, &pad)
        } else {
            self.push_plain(out, action, &pad)
        };
        self.depth -= 1;
        result
    }

    fn push_condition(
        &mut self,
        out: &mut Output,
        action: Rec<'a>,
        pad: &str,
    ) -> Result<(), Fatal> {
        write!(out, "{pad}if (");
        if action.is_a("CCIfType") {
            let separator = format!(" ||\n    {pad}");
            push_separated(out, &separator, records_in(action, "VTs")?, |out, ty| {
                write!(out, "LocVT == MVT::{}", value_types::known(ty)?.name());
                Ok(())
            })?;
        } else if action.is_a("CCIf") {
            out.push(&action.string("Predicate")?);
        } else {
            return Err(action.fatal("Unknown CCPredicateAction!".to_owned()));
        }
        out.push(") {\n");
        self.push(out, action.def("SubAction")?)?;
        writeln!(out, "{pad}}}");
        Ok(())
    }

    fn push_plain(&mut self, out: &mut Output, action: Rec<'a>, pad: &str) -> Result<(), Fatal> {
        const KINDS: [&str; 13] = [
            "CCDelegateTo",
            "CCAssignToReg",
            "CCAssignToRegAndStack",
            "CCAssignToRegWithShadow",
            "CCAssignToStack",
            "CCAssignToStackWithShadow",
            "CCPromoteToType",
            "CCPromoteToUpperBitsInType",
            "CCBitConvertToType",
            "CCTruncToType",
            "CCPassIndirect",
            "CCPassByVal",
            "CCCustom",
        ];
        let kind = KINDS.into_iter().find(|it| action.is_a(it));
        match kind.unwrap_or_default() {
            "CCDelegateTo" => {
                let to = action.def("CC")?.name();
                write!(
                    out,
                    "{pad}if (!{to}(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State))\n{pad}  return false;\n"
                );
            }
            "CCAssignToReg" | "CCAssignToRegAndStack" => self.push_registers(out, action, pad)?,
            "CCAssignToRegWithShadow" => self.push_shadowed(out, action, pad)?,
            "CCAssignToStack" => self.push_stack(out, action, pad)?,
            "CCAssignToStackWithShadow" => self.push_shadowed_stack(out, action, pad)?,
            "CCPromoteToType" => push_promotion(out, action, pad)?,
            "CCPromoteToUpperBitsInType" => push_promotion_to_upper_bits(out, action, pad)?,
            "CCBitConvertToType" => push_conversion(out, action, pad, "BCvt")?,
            "CCTruncToType" => push_conversion(out, action, pad, "Trunc")?,
            "CCPassIndirect" => push_conversion(out, action, pad, "Indirect")?,
            "CCPassByVal" => {
                let (size, align) = (action.int("Size")? as i32, action.int("Align")? as i32);
                write!(
                    out,
                    "{pad}State.HandleByVal(ValNo, ValVT, LocVT, LocInfo, {size}, Align({align}), ArgFlags);\n\
                     {pad}return false;\n"
                );
            }
            "CCCustom" => {
                let function = action.string("FuncName")?;
                write!(
                    out,
                    "{pad}if ({function}(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State))\n{pad}  return false;\n"
                );
            }
            _ => return Err(action.fatal("Unknown CCAction!".to_owned())),
        }
        Ok(())
    }

    fn push_stack(&mut self, out: &mut Output, action: Rec<'a>, pad: &str) -> Result<(), Fatal> {
        self.counter += 1;
        let counter = self.counter;
        write!(out, "{pad}int64_t Offset{counter} = State.AllocateStack(");
        push_size_and_align(out, action, pad)?;
        write!(
            out,
            ");\n{pad}State.addLoc(CCValAssign::getMem(ValNo, ValVT, Offset{counter}, LocVT, LocInfo));\n"
        );
        writeln!(out, "{pad}return false;");
        Ok(())
    }

    /// A place on the stack that makes registers unavailable.
    fn push_shadowed_stack(
        &mut self,
        out: &mut Output,
        action: Rec<'a>,
        pad: &str,
    ) -> Result<(), Fatal> {
        let (size, align) = (action.int("Size")? as i32, action.int("Align")? as i32);
        let shadows = records_in(action, "ShadowRegList")?;
        let (list, offset) = (self.counter + 1, self.counter + 2);
        self.counter += 2;
        let name = format!("ShadowRegList{list}");
        push_list(out, pad, &name, &qualified_names(shadows)?);
        write!(
            out,
            "{pad}int64_t Offset{offset} = State.AllocateStack({size}, Align({align}), ShadowRegList{list});\n\
             {pad}State.addLoc(CCValAssign::getMem(ValNo, ValVT, Offset{offset}, LocVT, LocInfo));\n\
             {pad}return false;\n"
        );
        Ok(())
    }

    /// An assignment to the first free register of a list, perhaps with room on the stack.
    fn push_registers(
        &mut self,
        out: &mut Output,
        action: Rec<'a>,
        pad: &str,
    ) -> Result<(), Fatal> {
        let names = qualified_names(records_in(action, "RegList")?)?;
        let registers = if self.swift {
            &mut self.registers.assigned_for_swift
        } else {
            &mut self.registers.assigned
        };
        if !names.is_empty() {
            let assigned = registers.entry(self.convention.name()).or_default();
            assigned.extend(names.iter().cloned());
        }
        let argument = match &names[..] {
            [name] => name.clone(),
            _ => self.push_numbered_list(out, pad, &names),
        };
        writeln!(
            out,
            "{pad}if (unsigned Reg = State.AllocateReg({argument})) {{"
        );
        writeln!(
            out,
            "{pad}  State.addLoc(CCValAssign::getReg(ValNo, ValVT, Reg, LocVT, LocInfo));"
        );
        if action.is_a("CCAssignToRegAndStack") {
            write!(out, "{pad}  (void)State.AllocateStack(");
            push_size_and_align(out, action, pad)?;
            out.push(");\n");
        }
        write!(out, "{pad}  return false;\n{pad}}}\n");
        Ok(())
    }

    /// An assignment to a register that takes another one with it.
    fn push_shadowed(&mut self, out: &mut Output, action: Rec<'a>, pad: &str) -> Result<(), Fatal> {
        let registers = records_in(action, "RegList")?;
        let shadows = records_in(action, "ShadowRegList")?;
        if !shadows.is_empty() && shadows.len() != registers.len() {
            return Err(action.fatal("Invalid length of list of shadowed registers".to_owned()));
        }
        let (registers, shadows) = (qualified_names(registers)?, qualified_names(shadows)?);
        let arguments = match (&registers[..], &shadows[..]) {
            ([register], [shadow]) => format!("{register}, {shadow}"),
            ([_], _) => return Err(action.fatal("there is no shadowed register".to_owned())),
            _ => {
                let registers = self.push_numbered_list(out, pad, &registers);
                format!(
                    "{registers}, {}",
                    self.push_numbered_list(out, pad, &shadows)
                )
            }
        };
        write!(
            out,
            "{pad}if (unsigned Reg = State.AllocateReg({arguments})) {{\n\
             {pad}  State.addLoc(CCValAssign::getReg(ValNo, ValVT, Reg, LocVT, LocInfo));\n\
             {pad}  return false;\n{pad}}}\n"
        );
        Ok(())
    }

    /// Writes a list of registers; gives its name.
    fn push_numbered_list(&mut self, out: &mut Output, pad: &str, registers: &[String]) -> String {
        self.counter += 1;
        let name = format!("RegList{}", self.counter);
        push_list(out, pad, &name, registers);
        name
    }
}

fn qualified_names(registers: Vec<Rec>) -> Result<Vec<String>, Fatal> {
    registers.into_iter().map(qualified_name).collect()
}

fn push_list(out: &mut Output, pad: &str, name: &str, registers: &[String]) {
    let registers = registers.join(", ");
    write!(
        out,
        "{pad}static const MCPhysReg {name}[] = {{\n{pad}  {registers}\n{pad}}};\n"
    );
}

/// The size and alignment on the stack; 0 says that they are the type's.
fn push_size_and_align(out: &mut Output, action: Rec, pad: &str) -> Result<(), Fatal> {
    match action.int("Size")? as i32 {
        0 => write!(out, "\n{pad}{TYPE_SIZE}"),
        size => write!(out, "{size}, "),
    }
    match action.int("Align")? as i32 {
        0 => write!(out, "\n{pad}{TYPE_ALIGN}"),
        align => write!(out, "Align({align})"),
    }
    Ok(())
}

fn push_conversion(out: &mut Output, action: Rec, pad: &str, info: &str) -> Result<(), Fatal> {
    let ty = value_types::known(action.def("DestTy")?)?.name();
    write!(
        out,
        "{pad}LocVT = MVT::{ty};\n{pad}LocInfo = CCValAssign::{info};\n"
    );
    Ok(())
}

fn push_promotion(out: &mut Output, action: Rec, pad: &str) -> Result<(), Fatal> {
    let ty = value_types::known(action.def("DestTy")?)?;
    if ty.is_floating_point() {
        return push_conversion(out, action, pad, "FPExt");
    }
    push_extension(out, ty.name(), pad, "");
    Ok(())
}

fn push_promotion_to_upper_bits(out: &mut Output, action: Rec, pad: &str) -> Result<(), Fatal> {
    let ty = value_types::known(action.def("DestTy")?)?;
    if ty.is_floating_point() {
        let message = "CCPromoteToUpperBitsInType does not handle floating point";
        return Err(action.fatal(message.to_owned()));
    }
    push_extension(out, ty.name(), pad, "Upper");
    Ok(())
}

fn push_extension(out: &mut Output, ty: &str, pad: &str, suffix: &str) {
    write!(
        out,
        "{pad}LocVT = MVT::{ty};\n\
         {pad}if (ArgFlags.isSExt())\n{pad}  LocInfo = CCValAssign::SExt{suffix};\n\
         {pad}else if (ArgFlags.isZExt())\n{pad}  LocInfo = CCValAssign::ZExt{suffix};\n\
         {pad}else\n{pad}  LocInfo = CCValAssign::AExt{suffix};\n"
    );
}
