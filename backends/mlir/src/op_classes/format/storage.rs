//! The declarations of the parser's variables.

use backend::Fatal;

use mlir_model::format::operation::Own;
use mlir_model::format::{Element, Group};
use mlir_model::type_constraint::Arity;

use super::Formatted;
use crate::cpp::Indented;

impl Formatted<'_, '_> {
    /// Declares the variables of an element. All declarations come before the parsing code, because the variables of an
    /// absent group must exist as well.
    pub(super) fn push_storage(
        &self,
        out: &mut Indented,
        element: &Element<Own>,
    ) -> Result<(), Fatal> {
        let own = match element {
            Element::Own(own) => own,
            Element::Group(group) => return self.push_group_storage(out, group),
            Element::Custom(custom) => {
                let mut arguments = custom.arguments.iter();
                return arguments.try_for_each(|it| self.push_storage(out, it));
            }
            Element::Literal(_) | Element::Space(_) | Element::Text(_) => return Ok(()),
        };
        match own {
            Own::Attribute(index, _) => {
                let it = &self.op.attributes[*index];
                writeln!(out, "  {} {}Attr;", it.attr.storage_type(), it.name);
            }
            Own::Operand(index) => self.push_operand_storage(out, *index),
            Own::Region(index) => {
                let it = self.op.regions[*index];
                if it.is_variadic {
                    push_regions(out, it.name);
                } else {
                    let name = it.name;
                    writeln!(
                        out,
                        "  std::unique_ptr<::mlir::Region> {name}Region = std::make_unique<::mlir::Region>();"
                    );
                }
            }
            Own::Successor(index) => {
                let it = self.op.successors[*index];
                if it.is_variadic {
                    push_successors(out, it.name);
                } else {
                    writeln!(out, "  ::mlir::Block *{}Successor = nullptr;", it.name);
                }
            }
            Own::Operands => push_operands(out, "all"),
            Own::Regions => push_regions(out, "full"),
            Own::Successors => push_successors(out, "full"),
            Own::Type(of, _) => match self.types(of) {
                (name, Arity::One) => {
                    writeln!(out, "  ::mlir::Type {name}RawType{{}};");
                    writeln!(
                        out,
                        "  ::llvm::ArrayRef<::mlir::Type> {name}Types(&{name}RawType, 1);"
                    );
                }
                (name, _) => writeln!(out, "  ::llvm::SmallVector<::mlir::Type, 1> {name}Types;"),
            },
            Own::FunctionalType(inputs, results) => {
                for of in [inputs, results] {
                    let (name, _) = self.types(of);
                    writeln!(out, "  ::llvm::ArrayRef<::mlir::Type> {name}Types;");
                }
            }
            Own::OiList(clauses) => {
                for (_, elements) in clauses {
                    if self.only_unit(elements).is_none() {
                        elements
                            .iter()
                            .try_for_each(|it| self.push_storage(out, it))?;
                    }
                }
            }
            Own::Property(_)
            | Own::Result(_)
            | Own::AttrDict(_)
            | Own::PropDict
            | Own::Results
            | Own::Ref(_) => {}
        }
        Ok(())
    }

    fn push_group_storage(&self, out: &mut Indented, group: &Group<Own>) -> Result<(), Fatal> {
        // If the anchor is a unit attribute, the presence of the group implies it. Then it is parsed only if it is the
        // first element.
        let is_elided = !group.is_inverted && group.anchor > 0 && self.is_unit(group.anchor());
        let elided = is_elided.then_some(group.anchor);
        for (index, element) in group.then.iter().enumerate() {
            if elided != Some(index) {
                self.push_storage(out, element)?;
            }
        }
        let mut otherwise = group.otherwise.iter();
        otherwise.try_for_each(|it| self.push_storage(out, it))
    }

    fn push_operand_storage(&self, out: &mut Indented, index: usize) {
        let it = self.op.operands[index];
        let name = it.name;
        if it.ty.has_variable_length() {
            push_operands(out, name);
            if it.ty.is_variadic_of_variadic() {
                writeln!(
                    out,
                    "    llvm::SmallVector<int32_t> {name}OperandGroupSizes;"
                );
            }
        } else {
            writeln!(
                out,
                "  ::mlir::OpAsmParser::UnresolvedOperand {name}RawOperand{{}};"
            );
            // The reference does not end the line here.
            write!(
                out,
                "  ::llvm::ArrayRef<::mlir::OpAsmParser::UnresolvedOperand> \
                 {name}Operands(&{name}RawOperand, 1);"
            );
        }
        writeln!(out, "  ::llvm::SMLoc {name}OperandsLoc;");
        writeln!(out, "  (void){name}OperandsLoc;");
    }
}

fn push_operands(out: &mut Indented, name: &str) {
    writeln!(
        out,
        "  ::llvm::SmallVector<::mlir::OpAsmParser::UnresolvedOperand, 4> {name}Operands;"
    );
}

fn push_regions(out: &mut Indented, name: &str) {
    writeln!(
        out,
        "  ::llvm::SmallVector<std::unique_ptr<::mlir::Region>, 2> {name}Regions;"
    );
}

fn push_successors(out: &mut Indented, name: &str) {
    writeln!(
        out,
        "  ::llvm::SmallVector<::mlir::Block *, 2> {name}Successors;"
    );
}
