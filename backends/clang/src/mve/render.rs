//! The C++ statements for the code of an intrinsic.

use std::fmt::Write as _;

use super::code::{Code, Node, NodeId, Operand};
use super::types::{ElementKind, Scalar};
use elaborate::records::Release;

/// Collects the parts of the statements that may differ between otherwise equal intrinsics. Each part is written as a
/// variable or literally.
pub(super) struct Variables<'a> {
    /// For each part in order, the index of its variable, or `None` if the part is written literally. Without this
    /// list, each part has its own variable.
    chosen: Option<&'a [Option<usize>]>,
    parts: usize,
    pub types: Vec<String>,
    pub values: Vec<String>,
}

impl<'a> Variables<'a> {
    pub(super) fn new(chosen: Option<&'a [Option<usize>]>) -> Variables<'a> {
        Variables {
            chosen,
            parts: 0,
            types: Vec::new(),
            values: Vec::new(),
        }
    }

    /// The text for the next part: a variable or `value`.
    fn part(&mut self, ty: &str, value: String) -> String {
        let part = self.parts;
        self.parts += 1;
        let variable = match self.chosen {
            None => Some(part),
            Some(chosen) => chosen.get(part).copied().flatten(),
        };
        let Some(variable) = variable else {
            return value;
        };
        if variable == self.types.len() {
            self.types.push(ty.to_owned());
            self.values.push(value);
        }
        format!("Param{variable}")
    }
}

/// Whether results are assigned to named variables. Text without names only serves to group intrinsics.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    None,
    Full,
}

/// The C++ statements that compute `root`. The last statement returns the value. An error, as a message, if a type has
/// no name in Clang's code generator or an operand is missing.
pub(super) fn statements(
    code: &Code,
    root: NodeId,
    naming: Naming,
    variables: &mut Variables,
    release: Release,
) -> Result<String, String> {
    let order = code.order(root).ok_or("an empty 'seq' has no value")?;
    let is_named = code.named(&order);
    let mut names = vec![String::new(); code.len()];
    if naming == Naming::Full {
        let named = order.iter().filter(|id| is_named[id.index()]);
        for (number, id) in named.enumerate() {
            names[id.index()] = format!("Val{number}");
        }
    }
    let mut writer = Writer {
        code,
        names: &names,
        variables,
        release,
        out: String::new(),
    };
    for id in &order {
        writer.out += "  ";
        let name = &names[id.index()];
        if *id == root {
            writer.out += "return ";
        } else if !name.is_empty() {
            let ty = match code.node(*id) {
                Node::Argument {
                    is_address: true, ..
                }
                | Node::Address { .. } => "Address ",
                Node::Type(_) => "llvm::Type *",
                _ => "Value *",
            };
            let _ = write!(writer.out, "{ty}{name} = ");
        }
        writer.push(code.node(*id))?;
        writer.out += ";\n";
    }
    Ok(writer.out)
}

struct Writer<'a, 'v> {
    code: &'a Code,
    names: &'a [String],
    variables: &'a mut Variables<'v>,
    release: Release,
    out: String,
}

impl<'a> Writer<'a, '_> {
    fn push(&mut self, node: &Node) -> Result<(), String> {
        match node {
            Node::Argument {
                index, is_address, ..
            } => {
                let function = if *is_address {
                    "EmitPointerWithAlignment"
                } else {
                    "EmitScalarExpr"
                };
                let _ = write!(self.out, "{function}(E->getArg({index}))");
            }
            Node::Literal { ty, value } => {
                let ty = defined(ty.as_deref())?;
                let llvm_type = self.type_part(ty.element.llvm_name()?);
                let number = self.variables.part(&ty.c_name(), value.to_string());
                let _ = write!(self.out, "llvm::ConstantInt::get({llvm_type}, {number})");
            }
            Node::IntCast { ty, of } => {
                let element = defined(ty.as_deref())?.element;
                let llvm_type = self.type_part(element.llvm_name()?);
                let is_signed = (element.kind == ElementKind::Signed).to_string();
                let is_signed = self.variables.part("bool", is_signed);
                let of = self.name(*of);
                let _ = write!(
                    self.out,
                    "Builder.CreateIntCast({of}, {llvm_type}, {is_signed})"
                );
            }
            Node::PointerCast { ty, of } => {
                let llvm_type = self.type_part(ty.llvm_name(self.release)?);
                let of = self.value(*of);
                let _ = write!(self.out, "Builder.CreatePointerCast({of}, {llvm_type})");
            }
            Node::Call { function, args } => {
                self.out += &function.prefix;
                for (index, arg) in args.iter().enumerate() {
                    if index > 0 {
                        self.out += ", ";
                    }
                    match function.numbers.get(&index) {
                        Some(ty) => self.push_number(ty, *arg)?,
                        None => self.out += self.name(*arg),
                    }
                }
                self.out += ")";
            }
            Node::Address { of, ty, alignment } => {
                let (of, ty) = (self.name(*of), ty.llvm_name(self.release)?);
                let _ = write!(
                    self.out,
                    "Address({of}, {ty}, CharUnits::fromQuantity({alignment}))"
                );
            }
            Node::Intrinsic { name, types, args } => {
                let id = format!("Intrinsic::{name}");
                let id = self.variables.part("Intrinsic::ID", id);
                let _ = write!(self.out, "Builder.CreateCall(CGM.getIntrinsic({id}");
                if !types.is_empty() {
                    let parts: Result<Vec<_>, String> = types
                        .iter()
                        .map(|ty| Ok(self.type_part(ty.llvm_name(self.release)?)))
                        .collect();
                    let _ = write!(self.out, ", {{{}}}", parts?.join(", "));
                }
                let args: Vec<_> = args.iter().map(|arg| self.value(*arg)).collect();
                let _ = write!(self.out, "), {{{}}})", args.join(", "));
            }
            Node::Type(ty) => self.out += &ty.llvm_name(self.release)?,
        }
        Ok(())
    }

    fn type_part(&mut self, llvm_type: String) -> String {
        self.variables.part("llvm::Type *", llvm_type)
    }

    /// Writes an argument that is a C++ integer. An argument that is not a constant is omitted.
    fn push_number(&mut self, ty: &str, arg: Operand) -> Result<(), String> {
        let arg = arg.ok_or("an empty 'seq' has no value")?;
        match self.code.node(arg) {
            Node::Literal { value, .. } => {
                let number = self.variables.part(ty, value.to_string());
                let _ = write!(self.out, "static_cast<{ty}>({number})");
            }
            Node::Argument {
                index,
                is_immediate: true,
                ..
            } => {
                let constant =
                    format!("GetIntegerConstantValue<{ty}>(E->getArg({index}), getContext())");
                self.out += &self.variables.part(ty, constant);
            }
            _ => {}
        }
        Ok(())
    }

    fn name(&self, operand: Operand) -> &'a str {
        operand.map_or("", |id| &self.names[id.index()])
    }

    /// An operand as an IR value. An argument that is an address is converted to a pointer.
    fn value(&self, operand: Operand) -> String {
        let name = self.name(operand);
        match operand.map(|id| self.code.node(id)) {
            Some(Node::Argument {
                is_address: true, ..
            }) => format!("({name}.emitRawPointer(*this))"),
            _ => name.to_owned(),
        }
    }
}

fn defined(scalar: Option<&Scalar>) -> Result<&Scalar, String> {
    scalar.ok_or_else(|| "no PrimitiveType is called 'u32'".to_owned())
}
