//! What a calling convention does with an argument.

use std::collections::BTreeSet;

use backend::text::{push_separated, qualified_name};
use backend::{Fatal, Output, Rec, bail, record_class, record_kind};
use target_model::value_types::{self, ValueType};

use super::{ConventionDef, RegisterList, RegisterLists};
use backend::records_in;

record_class! {
    /// Something to do with an argument. Each kind has some of these fields.
    struct ActionDef("CCAction") {
        predicate: string("Predicate"),
        sub_action: def("SubAction"),
        convention: def("CC"),
        function: string("FuncName"),
        destination_type: def("DestTy"),
        size: int("Size"),
        align: int("Align"),
    }
}

record_kind! {
    enum Condition {
        Type = "CCIfType",
        Code = "CCIf",
    }
}

record_kind! {
    enum Action {
        Delegate = "CCDelegateTo",
        Register = "CCAssignToReg",
        RegisterAndStack = "CCAssignToRegAndStack",
        ShadowedRegister = "CCAssignToRegWithShadow",
        Stack = "CCAssignToStack",
        ShadowedStack = "CCAssignToStackWithShadow",
        Promote = "CCPromoteToType",
        PromoteUpper = "CCPromoteToUpperBitsInType",
        BitConvert = "CCBitConvertToType",
        Truncate = "CCTruncToType",
        Indirect = "CCPassIndirect",
        ByValue = "CCPassByVal",
        Custom = "CCCustom",
    }
}

impl ActionDef<'_> {
    /// In bytes, in 32 bits as the reference keeps them.
    fn size_and_align(self) -> Result<(i32, i32), Fatal> {
        Ok((self.size()? as i32, self.align()? as i32))
    }

    fn to_type(self) -> Result<ValueType, Fatal> {
        value_types::known(self.destination_type()?)
    }
}

/// What is known while one convention is written.
struct Writer<'a, 'r> {
    convention: ConventionDef<'a>,
    lists: &'r mut RegisterLists<'a>,
    /// Numbers lists and offsets.
    counter: u32,
    /// Whether the action is one that Swift has for itself.
    swift: bool,
    depth: u32,
}

/// How deep actions may be nested in conditions.
const MAX_DEPTH: u32 = 1000;

/// Writes the actions of a convention and notes the registers that they assign.
pub(super) fn push_all<'a>(
    out: &mut Output,
    convention: ConventionDef<'a>,
    lists: &mut RegisterLists<'a>,
) -> Result<(), Fatal> {
    let list = RegisterList::new(convention);
    lists.assigned.insert(convention.name(), list);
    let mut writer = Writer {
        convention,
        lists,
        counter: 0,
        swift: false,
        depth: 0,
    };
    for action in records_in(*convention, "Actions")? {
        let mut classes = action.superclasses();
        writer.swift = classes.any(|class| class.name().starts_with("CCIfSwift"));
        out.push("\n");
        writer.push(out, ActionDef(action))?;
    }
    Ok(())
}

const TYPE_SIZE: &str = "  State.getMachineFunction().getDataLayout().getTypeAllocSize(EVT(LocVT).getTypeForEVT(State.getContext())), ";
const TYPE_ALIGN: &str = "  State.getMachineFunction().getDataLayout().getABITypeAlign(EVT(LocVT).getTypeForEVT(State.getContext()))";

impl<'a> Writer<'a, '_> {
    fn push(&mut self, out: &mut Output, action: ActionDef<'a>) -> Result<(), Fatal> {
        if self.depth == MAX_DEPTH {
            bail!(action, "actions nest too deeply");
        }
        self.depth += 1;
        let pad = "  ".repeat(self.depth as usize);
        let result = match action.is_a("CCPredicateAction") {
            true => self.push_condition(out, action, &pad),
            false => self.push_plain(out, action, &pad),
        };
        self.depth -= 1;
        result
    }

    fn push_condition(
        &mut self,
        out: &mut Output,
        action: ActionDef<'a>,
        pad: &str,
    ) -> Result<(), Fatal> {
        write!(out, "{pad}if (");
        match Condition::of(*action) {
            Some(Condition::Type) => {
                let separator = format!(" ||\n    {pad}");
                push_separated(out, &separator, records_in(*action, "VTs")?, |out, ty| {
                    write!(out, "LocVT == MVT::{}", value_types::known(ty)?.name());
                    Ok(())
                })?;
            }
            Some(Condition::Code) => out.push(&action.predicate()?),
            None => bail!(action, "Unknown CCPredicateAction!"),
        }
        out.push(") {\n");
        self.push(out, ActionDef(action.sub_action()?))?;
        writeln!(out, "{pad}}}");
        Ok(())
    }

    fn push_plain(
        &mut self,
        out: &mut Output,
        action: ActionDef<'a>,
        pad: &str,
    ) -> Result<(), Fatal> {
        let Some(kind) = Action::of(*action) else {
            bail!(action, "Unknown CCAction!");
        };
        match kind {
            Action::Delegate => {
                let to = action.convention()?.name();
                write!(
                    out,
                    "{pad}if (!{to}(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State))\n{pad}  return false;\n"
                );
            }
            Action::Register | Action::RegisterAndStack => {
                self.push_registers(out, action, kind, pad)?;
            }
            Action::ShadowedRegister => self.push_shadowed(out, action, pad)?,
            Action::Stack => self.push_stack(out, action, pad)?,
            Action::ShadowedStack => self.push_shadowed_stack(out, action, pad)?,
            Action::Promote => push_promotion(out, action, pad)?,
            Action::PromoteUpper => push_promotion_to_upper_bits(out, action, pad)?,
            Action::BitConvert => push_conversion(out, action.to_type()?, pad, "BCvt"),
            Action::Truncate => push_conversion(out, action.to_type()?, pad, "Trunc"),
            Action::Indirect => push_conversion(out, action.to_type()?, pad, "Indirect"),
            Action::ByValue => {
                let (size, align) = action.size_and_align()?;
                write!(
                    out,
                    "{pad}State.HandleByVal(ValNo, ValVT, LocVT, LocInfo, {size}, Align({align}), ArgFlags);\n\
                     {pad}return false;\n"
                );
            }
            Action::Custom => {
                let function = action.function()?;
                write!(
                    out,
                    "{pad}if ({function}(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State))\n{pad}  return false;\n"
                );
            }
        }
        Ok(())
    }

    fn next_number(&mut self) -> u32 {
        self.counter += 1;
        self.counter
    }

    fn push_stack(&mut self, out: &mut Output, action: ActionDef, pad: &str) -> Result<(), Fatal> {
        let number = self.next_number();
        write!(out, "{pad}int64_t Offset{number} = State.AllocateStack(");
        push_size_and_align(out, action, pad)?;
        write!(
            out,
            ");\n{pad}State.addLoc(CCValAssign::getMem(ValNo, ValVT, Offset{number}, LocVT, LocInfo));\n"
        );
        writeln!(out, "{pad}return false;");
        Ok(())
    }

    /// A place on the stack that makes registers unavailable.
    fn push_shadowed_stack(
        &mut self,
        out: &mut Output,
        action: ActionDef,
        pad: &str,
    ) -> Result<(), Fatal> {
        let (size, align) = action.size_and_align()?;
        let shadows = records_in(*action, "ShadowRegList")?;
        let (list, offset) = (self.next_number(), self.next_number());
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
        action: ActionDef,
        kind: Action,
        pad: &str,
    ) -> Result<(), Fatal> {
        let names = qualified_names(records_in(*action, "RegList")?)?;
        if !names.is_empty() {
            self.list().extend(names.iter().cloned());
        }
        let argument = match &names[..] {
            [name] => name.clone(),
            _ => self.push_numbered_list(out, pad, &names),
        };
        write!(
            out,
            "{pad}if (unsigned Reg = State.AllocateReg({argument})) {{\n\
             {pad}  State.addLoc(CCValAssign::getReg(ValNo, ValVT, Reg, LocVT, LocInfo));\n"
        );
        if kind == Action::RegisterAndStack {
            write!(out, "{pad}  (void)State.AllocateStack(");
            push_size_and_align(out, action, pad)?;
            out.push(");\n");
        }
        write!(out, "{pad}  return false;\n{pad}}}\n");
        Ok(())
    }

    /// The registers that the convention assigns.
    fn list(&mut self) -> &mut BTreeSet<String> {
        let lists = match self.swift {
            true => &mut self.lists.assigned_for_swift,
            false => &mut self.lists.assigned,
        };
        let new = || RegisterList::new(self.convention);
        let list = lists.entry(self.convention.name()).or_insert_with(new);
        &mut list.registers
    }

    /// An assignment to a register that takes another one with it.
    fn push_shadowed(
        &mut self,
        out: &mut Output,
        action: ActionDef,
        pad: &str,
    ) -> Result<(), Fatal> {
        let registers = records_in(*action, "RegList")?;
        let shadows = records_in(*action, "ShadowRegList")?;
        if !shadows.is_empty() && shadows.len() != registers.len() {
            bail!(action, "Invalid length of list of shadowed registers");
        }
        let (registers, shadows) = (qualified_names(registers)?, qualified_names(shadows)?);
        let arguments = match (&registers[..], &shadows[..]) {
            ([register], [shadow]) => format!("{register}, {shadow}"),
            ([_], _) => bail!(action, "there is no shadowed register"),
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
        let name = format!("RegList{}", self.next_number());
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
fn push_size_and_align(out: &mut Output, action: ActionDef, pad: &str) -> Result<(), Fatal> {
    let (size, align) = action.size_and_align()?;
    match size {
        0 => write!(out, "\n{pad}{TYPE_SIZE}"),
        _ => write!(out, "{size}, "),
    }
    match align {
        0 => write!(out, "\n{pad}{TYPE_ALIGN}"),
        _ => write!(out, "Align({align})"),
    }
    Ok(())
}

fn push_conversion(out: &mut Output, to: ValueType, pad: &str, info: &str) {
    write!(
        out,
        "{pad}LocVT = MVT::{};\n{pad}LocInfo = CCValAssign::{info};\n",
        to.name()
    );
}

fn push_promotion(out: &mut Output, action: ActionDef, pad: &str) -> Result<(), Fatal> {
    let to = action.to_type()?;
    match to.is_floating_point() {
        true => push_conversion(out, to, pad, "FPExt"),
        false => push_extension(out, to, pad, ""),
    }
    Ok(())
}

fn push_promotion_to_upper_bits(
    out: &mut Output,
    action: ActionDef,
    pad: &str,
) -> Result<(), Fatal> {
    let to = action.to_type()?;
    if to.is_floating_point() {
        bail!(
            action,
            "CCPromoteToUpperBitsInType does not handle floating point"
        );
    }
    push_extension(out, to, pad, "Upper");
    Ok(())
}

fn push_extension(out: &mut Output, to: ValueType, pad: &str, suffix: &str) {
    write!(
        out,
        "{pad}LocVT = MVT::{};\n\
         {pad}if (ArgFlags.isSExt())\n{pad}  LocInfo = CCValAssign::SExt{suffix};\n\
         {pad}else if (ArgFlags.isZExt())\n{pad}  LocInfo = CCValAssign::ZExt{suffix};\n\
         {pad}else\n{pad}  LocInfo = CCValAssign::AExt{suffix};\n",
        to.name()
    );
}
