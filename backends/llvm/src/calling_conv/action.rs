//! The actions of calling conventions on an argument.

use std::collections::BTreeSet;

use backend::text::qualified_name;
use backend::{
    Context, Fatal, Output, Release, ValueId, bail, record_class, record_kind, records_in,
};
use elaborate::value::Node;
use target_model::registers::Registers;
use target_model::value_types::{self, ValueType};

use super::{ConventionDef, RegisterLists, changes};

record_class! {
    /// A record of class `CCAction`. Each kind of action has some of these fields.
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
        // `RegisterAndStack` precedes `Register` because `CCAssignToRegAndStack` derives from `CCAssignToReg`, and the
        // first match counts.
        RegisterAndStack = "CCAssignToRegAndStack",
        RegisterTuple = "CCAssignToRegTuple",
        Register = "CCAssignToReg",
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
    /// The size and alignment in bytes, truncated to 32 bits as in the reference.
    fn size_and_align(self) -> Result<(i32, i32), Fatal> {
        Ok((self.size()? as i32, self.align()? as i32))
    }

    fn to_type(self) -> Result<ValueType, Fatal> {
        value_types::known(self.destination_type()?)
    }

    /// The size and alignment on the stack as C++ arguments. A value of 0 is replaced by an expression on a separate
    /// line. The expression computes the value from the type.
    fn stack_arguments(self, pad: &str) -> Result<String, Fatal> {
        let (size, align) = self.size_and_align()?;
        let size = match size {
            0 => format!("\n{pad}{TYPE_SIZE}"),
            _ => format!("{size}, "),
        };
        Ok(match align {
            0 => format!("{size}\n{pad}{TYPE_ALIGN}"),
            _ => format!("{size}Align({align})"),
        })
    }
}

/// Writes the actions of a convention.
struct Writer<'a, 'r, 'o> {
    cx: &'r Context<'a>,
    release: Release,
    out: &'r mut Output<'o>,
    convention: ConventionDef<'a>,
    lists: &'r mut RegisterLists<'a>,
    /// The number of C++ variables written so far for register lists and offsets. The names of the variables end with
    /// 1, 2, and so on.
    counter: u32,
    /// Whether the current action is for Swift only.
    swift: bool,
    /// The depth of nested conditions, including the current action.
    depth: usize,
}

/// The maximum depth of nested conditions.
const MAX_DEPTH: usize = 1000;

/// Writes the actions of a convention and notes the registers that they assign.
pub(super) fn push_all<'a>(
    cx: &Context<'a>,
    out: &mut Output,
    convention: ConventionDef<'a>,
    lists: &mut RegisterLists<'a>,
) -> Result<(), Fatal> {
    let none = (convention, BTreeSet::new());
    lists.all.insert(convention.name(), none);
    let mut writer = Writer {
        cx,
        release: cx.release(),
        out,
        convention,
        lists,
        counter: 0,
        swift: false,
        depth: 0,
    };
    for action in records_in(*convention, "Actions")? {
        let mut classes = action.superclasses();
        writer.swift = classes.any(|class| class.name().starts_with("CCIfSwift"));
        writer.out.push("\n");
        writer.push(ActionDef(action))?;
    }
    Ok(())
}

const TYPE_SIZE: &str = "  State.getMachineFunction().getDataLayout().getTypeAllocSize(EVT(LocVT).getTypeForEVT(State.getContext())), ";
const TYPE_ALIGN: &str = "  State.getMachineFunction().getDataLayout().getABITypeAlign(EVT(LocVT).getTypeForEVT(State.getContext()))";

/// Writes a line of C++ with the indentation of the current action.
macro_rules! line {
    ($writer:expr, $($text:tt)*) => {{
        $writer.out.push(&$writer.pad());
        writeln!($writer.out, $($text)*);
    }};
}

impl<'a> Writer<'a, '_, '_> {
    fn push(&mut self, action: ActionDef<'a>) -> Result<(), Fatal> {
        if self.depth == MAX_DEPTH {
            bail!(action, "actions nest too deeply");
        }
        self.depth += 1;
        if action.is_a("CCPredicateAction") {
            self.push_condition(action)?
        } else {
            self.push_plain(action)?
        }
        self.depth -= 1;
        Ok(())
    }

    fn pad(&self) -> String {
        "  ".repeat(self.depth)
    }

    fn push_condition(&mut self, action: ActionDef<'a>) -> Result<(), Fatal> {
        let condition = match Condition::of(*action) {
            Some(Condition::Type) => {
                let types = records_in(*action, "VTs")?.into_iter();
                let types = types.map(|it| {
                    let name = value_types::known(it)?.name();
                    Ok(format!("LocVT == MVT::{name}"))
                });
                let types: Vec<_> = types.collect::<Result<_, Fatal>>()?;
                types.join(&format!(" ||\n    {}", self.pad()))
            }
            Some(Condition::Code) => action.predicate()?.into_owned(),
            None => bail!(action, "Unknown CCPredicateAction!"),
        };
        line!(self, "if ({condition}) {{");
        self.push(ActionDef(action.sub_action()?))?;
        line!(self, "}}");
        Ok(())
    }

    fn push_plain(&mut self, action: ActionDef<'a>) -> Result<(), Fatal> {
        let Some(kind) = Action::of(*action) else {
            bail!(action, "Unknown CCAction!");
        };
        match kind {
            Action::Delegate => {
                let original_type = changes::original_type_argument(self.release);
                self.push_call(&format!("!{}", action.convention()?.name()), original_type);
            }
            // The function of a `CCCustom` action never takes the original type.
            Action::Custom => self.push_call(&action.function()?, ""),
            Action::RegisterTuple if !changes::allows_names(self.release) => {
                bail!(action, "Unknown CCAction!")
            }
            Action::Register | Action::RegisterAndStack | Action::RegisterTuple => {
                self.push_registers(action, kind)?;
            }
            Action::ShadowedRegister => self.push_shadowed(action)?,
            Action::Stack => {
                let number = self.next_number();
                let arguments = action.stack_arguments(&self.pad())?;
                self.push_stack(number, &arguments);
            }
            Action::ShadowedStack => {
                let (size, align) = action.size_and_align()?;
                let shadows = self.names(action, "ShadowRegList")?;
                let list = format!("ShadowRegList{}", self.next_number());
                let number = self.next_number();
                self.push_list(&list, &shadows);
                self.push_stack(number, &format!("{size}, Align({align}), {list}"));
            }
            Action::Promote | Action::PromoteUpper => self.push_promotion(action, kind)?,
            Action::BitConvert => self.push_conversion(action.to_type()?, "BCvt"),
            Action::Truncate => self.push_conversion(action.to_type()?, "Trunc"),
            Action::Indirect => self.push_conversion(action.to_type()?, "Indirect"),
            Action::ByValue => {
                let (size, align) = action.size_and_align()?;
                let place = format!("{size}, Align({align}), ArgFlags");
                line!(
                    self,
                    "State.HandleByVal(ValNo, ValVT, LocVT, LocInfo, {place});"
                );
                line!(self, "return false;");
            }
        }
        Ok(())
    }

    /// The names of the registers in a list, qualified by their namespaces.
    fn names(&self, action: ActionDef, field: &str) -> Result<Vec<String>, Fatal> {
        let records = self.cx.records;
        let name = |v: &ValueId| match records.node(*v) {
            Node::Str(name) if changes::allows_names(self.release) => self.named(name.as_str()),
            _ => match records.def_of(*v) {
                Some(register) => qualified_name(register),
                None => bail!(records, "Expected record in list!"),
            },
        };
        action.list(field)?.iter().map(name).collect()
    }

    /// The name of a register, qualified by its namespace. An error if the target has no such register.
    fn named(&self, name: &str) -> Result<String, Fatal> {
        let records = self.cx.records;
        let registers = self.cx.model::<Registers>()?;
        let Some(register) = registers.registers.iter().find(|it| it.name == name) else {
            bail!(records, "register not defined: \"{name}\"");
        };
        // A register of a tuple has the namespace of the record `rec`, the first member of the tuple.
        let namespace = records.rec(register.rec).string("Namespace")?;
        Ok(if namespace.is_empty() {
            name.to_owned()
        } else {
            format!("{namespace}::{name}")
        })
    }

    fn next_number(&mut self) -> u32 {
        self.counter += 1;
        self.counter
    }

    /// Writes a call of a function that tries to assign the argument, and a return if the function succeeds.
    fn push_call(&mut self, function: &str, original_type: &str) {
        let arguments = format!("ValNo, ValVT, LocVT, LocInfo, ArgFlags, {original_type}State");
        line!(self, "if ({function}({arguments}))");
        line!(self, "  return false;");
    }

    /// Writes the assignment of a stack slot.
    fn push_stack(&mut self, number: u32, arguments: &str) {
        line!(
            self,
            "int64_t Offset{number} = State.AllocateStack({arguments});"
        );
        let place = format!("ValNo, ValVT, Offset{number}, LocVT, LocInfo");
        line!(self, "State.addLoc(CCValAssign::getMem({place}));");
        line!(self, "return false;");
    }

    /// Writes the assignment of the first free register of a list. `RegisterAndStack` also allocates a stack slot.
    fn push_registers(&mut self, action: ActionDef, kind: Action) -> Result<(), Fatal> {
        let names = self.names(action, "RegList")?;
        self.note(&names);
        let argument = match &names[..] {
            [name] => name.clone(),
            _ => self.push_numbered_list(&names),
        };
        let room = match kind {
            Action::RegisterAndStack => Some(action.stack_arguments(&self.pad())?),
            _ => None,
        };
        self.push_register(&argument, room.as_deref());
        Ok(())
    }

    /// Writes the assignment of a register that also occupies a shadow register.
    fn push_shadowed(&mut self, action: ActionDef) -> Result<(), Fatal> {
        let registers = self.names(action, "RegList")?;
        let shadows = self.names(action, "ShadowRegList")?;
        if !shadows.is_empty() && shadows.len() != registers.len() {
            bail!(action, "Invalid length of list of shadowed registers");
        }
        let arguments = match (&registers[..], &shadows[..]) {
            ([register], [shadow]) => [register.clone(), shadow.clone()],
            ([_], _) => bail!(action, "there is no shadowed register"),
            _ => [&registers, &shadows].map(|it| self.push_numbered_list(it)),
        };
        self.push_register(&arguments.join(", "), None);
        Ok(())
    }

    fn push_register(&mut self, arguments: &str, room: Option<&str>) {
        line!(
            self,
            "if ({} Reg = State.AllocateReg({arguments})) {{",
            changes::register_type(self.release)
        );
        let place = "ValNo, ValVT, Reg, LocVT, LocInfo";
        line!(self, "  State.addLoc(CCValAssign::getReg({place}));");
        if let Some(room) = room {
            line!(self, "  (void)State.AllocateStack({room});");
        }
        line!(self, "  return false;");
        line!(self, "}}");
    }

    /// Notes that the convention assigns these registers.
    fn note(&mut self, registers: &[String]) {
        let lists = if self.swift {
            &mut self.lists.of_swift
        } else {
            &mut self.lists.all
        };
        if !registers.is_empty() {
            let list = lists.entry(self.convention.name());
            let (_, list) = list.or_insert_with(|| (self.convention, BTreeSet::new()));
            list.extend(registers.iter().cloned());
        }
    }

    /// Writes a list of registers with a new name. Returns the name.
    fn push_numbered_list(&mut self, registers: &[String]) -> String {
        let name = format!("RegList{}", self.next_number());
        self.push_list(&name, registers);
        name
    }

    fn push_list(&mut self, name: &str, registers: &[String]) {
        line!(self, "static const MCPhysReg {name}[] = {{");
        line!(self, "  {}", registers.join(", "));
        line!(self, "}};");
    }

    fn push_conversion(&mut self, to: ValueType, info: &str) {
        line!(self, "LocVT = MVT::{};", to.name());
        line!(self, "LocInfo = CCValAssign::{info};");
    }

    fn push_promotion(&mut self, action: ActionDef, kind: Action) -> Result<(), Fatal> {
        let to = action.to_type()?;
        if to.is_floating_point() {
            if kind == Action::PromoteUpper {
                bail!(
                    action,
                    "CCPromoteToUpperBitsInType does not handle floating point"
                );
            }
            self.push_conversion(to, "FPExt");
            return Ok(());
        }
        let suffix = if kind == Action::Promote { "" } else { "Upper" };
        line!(self, "LocVT = MVT::{};", to.name());
        line!(self, "if (ArgFlags.isSExt())");
        line!(self, "  LocInfo = CCValAssign::SExt{suffix};");
        line!(self, "else if (ArgFlags.isZExt())");
        line!(self, "  LocInfo = CCValAssign::ZExt{suffix};");
        line!(self, "else");
        line!(self, "  LocInfo = CCValAssign::AExt{suffix};");
        Ok(())
    }
}
