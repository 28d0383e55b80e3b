//! The arguments of aliases in LLVM 22 and later. An alias has one argument for each operand. The argument may be a
//! dag, which has an argument for each part of the operand.

use backend::{Fatal, Rec, Records, bail};
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::symbol::Sym;
use elaborate::value::Node;

use super::{AliasOperand, Argument, InstAliasDef, NO_REGISTER, Reader, ResultPlace, number_of};
use crate::instructions::Operand;

/// An operand, or the message of the error in its argument.
type Matched = Result<AliasOperand, String>;

impl<'a> Reader<'a, '_> {
    /// Reads the argument of an alias that specifies `operand`. Adds the operand to `found`, or each of the operand's
    /// parts if the argument is a dag.
    pub(super) fn argument(
        &self,
        argument: Argument<'a>,
        operand: &Operand,
        whole: ResultPlace,
        found: &mut Vec<(ResultPlace, AliasOperand)>,
    ) -> Result<(), Fatal> {
        let records: &'a Records = self.cx.records;
        let Argument { def, number, .. } = argument;
        let class = records.rec(operand.rec);
        let parts = operand.info.and_then(|it| records.dag(it));
        let parts = parts.filter(|it| !it.is_empty());
        let refused = |error: String| def.fatal(format!("in argument #{number}: {error}"));
        let given = records.dag(argument.dag.arg(number));
        let Some(given) = given.filter(|_| parts.is_some()) else {
            let matched = match parts {
                Some(_) => whole_operand(argument),
                None => self.simple(argument, class)?,
            };
            found.push((whole, matched.map_err(refused)?));
            return Ok(());
        };
        if given.op_def() != Some(class) {
            bail!(def, "argument #{number} operator must be {}", class.name());
        }
        let wanted = parts.map_or(0, |it| it.len());
        if given.len() != wanted {
            bail!(
                def,
                "argument #{number} must have exactly {wanted} sub-arguments"
            );
        }
        for (part, (v, _)) in parts.iter().flat_map(|it| it.args()).enumerate() {
            let Some(class) = records.def_of(v) else {
                bail!(def, "a part of operand '{}' has no class", class.name());
            };
            let argument = Argument {
                def,
                dag: given,
                number: part,
            };
            let matched = self.simple(argument, class)?;
            let refused =
                |error: String| def.fatal(format!("in argument #{number}.{part}: {error}"));
            let place = ResultPlace {
                part: Some(part),
                ..whole
            };
            found.push((place, matched.map_err(refused)?));
        }
        Ok(())
    }

    /// Reads an argument that specifies an operand without parts, or a single part of an operand. `wanted` is the class
    /// of this operand or part.
    fn simple(&self, argument: Argument<'a>, wanted: Rec<'a>) -> Result<Matched, Fatal> {
        if let Some(class) = register_class(wanted)? {
            return self.register_argument(argument, class);
        }
        let value = match argument.node() {
            Node::Int(value) => Some(*value),
            Node::Bit(bit) => Some(i64::from(*bit)),
            Node::Bits(bits) => number_of(bits),
            _ => None,
        };
        if let Some(value) = value {
            return Ok(match argument.name() {
                Some(_) => Err("integer argument must not have a name".to_owned()),
                None => Ok(AliasOperand::Immediate(value)),
            });
        }
        Ok(match argument.rec() {
            Some(given) if given.is_a("Operand") => named(argument, given),
            _ => Err(format!(
                "argument must be a subclass of 'Operand' but got {} instead",
                wanted.name()
            )),
        })
    }

    fn register_argument(&self, argument: Argument<'a>, wanted: Rec<'a>) -> Result<Matched, Fatal> {
        let name = argument.name();
        let other = "argument must be a subclass of RegisterClass, RegisterOperand, or zero_reg";
        let Some(given) = argument.rec() else {
            return Ok(Err(other.to_owned()));
        };
        if let Some(class) = register_class(given)? {
            if class.is_a("RegisterClass") {
                if !self.is_sub_class(wanted, class)? {
                    let (class, wanted) = (class.name(), wanted.name());
                    return Ok(Err(format!(
                        "argument register class {class} is not a subclass of operand register class {wanted}"
                    )));
                }
                if name.is_none() {
                    return Ok(Err("register class argument must have a name".to_owned()));
                }
            }
            return Ok(Ok(AliasOperand::Operand {
                name: Sym::new(name.unwrap_or_default()),
                class: given.id(),
            }));
        }
        let is_register = given.is_a("Register");
        if is_register && !self.is_member(argument.def, wanted, given)? {
            let (given, wanted) = (given.name(), wanted.name());
            return Ok(Err(format!(
                "register argument {given} is not a member of operand register class {wanted}"
            )));
        }
        if !is_register && !given.is_named(NO_REGISTER) {
            return Ok(Err(other.to_owned()));
        }
        Ok(match name {
            Some(_) => Err("register argument must not have a name".to_owned()),
            None => Ok(AliasOperand::Register(is_register.then(|| given.id()))),
        })
    }

    fn is_sub_class(&self, wanted: Rec<'a>, class: Rec<'a>) -> Result<bool, Fatal> {
        if !wanted.is_a("RegisterClass") {
            return Ok(false);
        }
        let (wanted, class) = (self.class(wanted)?, self.class(class)?);
        let classes = &self.registers()?.classes;
        Ok(classes[wanted].sub_classes.contains(class))
    }

    fn is_member(
        &self,
        def: InstAliasDef<'a>,
        wanted: Rec<'a>,
        register: Rec<'a>,
    ) -> Result<bool, Fatal> {
        if wanted.is_a("RegClassByHwMode") {
            let name = wanted.name();
            let error =
                def.diagnostic(Severity::Error, format!("cannot resolve HwMode for {name}"));
            self.cx.report(error);
            let note: Diagnostic =
                wanted.diagnostic(Severity::Note, format!("{name} defined here"));
            return Err(Box::new(note));
        }
        let class = self.class(wanted)?;
        let registers = self.registers()?;
        Ok(registers.classes[class].contains(registers.resolve(register)?))
    }
}

/// Reads an argument for an operand that has parts. The argument is not a dag, so it specifies the whole operand.
fn whole_operand(argument: Argument) -> Matched {
    match argument.rec().filter(|it| it.is_a("Operand")) {
        Some(given) => named(argument, given),
        None => Err("argument must be a subclass of Operand".to_owned()),
    }
}

fn named(argument: Argument, class: Rec) -> Matched {
    match argument.name() {
        Some(name) => Ok(AliasOperand::Operand {
            name: Sym::new(name),
            class: class.id(),
        }),
        None => Err("argument must have a name".to_owned()),
    }
}

/// The register class that the record of an operand's class denotes; `None` if the operand is not a register.
fn register_class(rec: Rec) -> Result<Option<Rec>, Fatal> {
    if rec.is_a("RegisterOperand") {
        return rec.def("RegClass").map(Some);
    }
    Ok(Some(rec).filter(|it| it.is_a("RegisterClassLike")))
}
