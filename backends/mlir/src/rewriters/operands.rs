//! The C++ code that matches the operands, attributes and properties of an operation.

use backend::text::escaped;
use backend::{Fatal, bail};

use mlir_model::names::getter;
use mlir_model::operation::{Argument, NamedAttribute, Operation, Value};
use mlir_model::pattern::{Leaf, Operand, Tree, TreeKind};
use mlir_model::property::Property;

use super::changes;
use super::emitter::Emitter;

/// The kind of constraint that is allowed for an argument.
struct Expected {
    /// The kind of argument, for the message about a constraint of another kind.
    kind: &'static str,
    accepts: fn(Leaf) -> bool,
}

const ATTRIBUTE: Expected = Expected {
    kind: "an attribute",
    accepts: |it| it.is_attribute_matcher(),
};
const PROPERTY: Expected = Expected {
    kind: "a property",
    accepts: |it| it.is_property_matcher(),
};

/// The C++ expressions for an operand and for the operation that defines the operand.
pub(super) struct Definition<'c> {
    /// The C++ variable of the operation with the operand.
    pub(super) cast: &'c str,
    /// The C++ variable of the defining operation.
    pub(super) name: &'c str,
    /// The C++ expression for the operand's value.
    pub(super) value: &'c str,
    /// The description of the operand in the message that the operand has no defining operation.
    pub(super) operand: &'c str,
}

/// An operand to match.
pub(super) struct OperandMatch<'c, 'a> {
    /// The tree of the operation.
    pub(super) tree: Tree<'a>,
    /// The C++ variable of the operation.
    pub(super) cast: &'c str,
    /// The C++ expression for the range of the operand's values.
    pub(super) range: &'c str,
    /// The tree whose argument constrains and names the operand: `tree`, or an `either` or `variadic` in it.
    pub(super) group: Tree<'a>,
    /// The index of the argument in `group`.
    pub(super) index: usize,
    /// The index in `Operation::arguments`.
    pub(super) argument: usize,
    /// The index in `Operation::operands`. Before LLVM 22, an operand outside of groups has its index in
    /// `Operation::arguments` instead.
    pub(super) operand: usize,
    /// The index among the values of a variadic operand. `None` for the operand as a whole.
    pub(super) part: Option<usize>,
}

impl<'a> Emitter<'_, 'a> {
    /// Writes the code that checks an operand and assigns it to the variable of its name.
    pub(super) fn push_operand(&mut self, it: &OperandMatch<'_, 'a>) -> Result<(), Fatal> {
        let op = self.shared.ops.operation(it.tree)?;
        if let Some(leaf) = it.group.leaf(it.index).filter(|it| !it.is_unspecified()) {
            self.push_operand_check(&op, it, leaf)?;
        }
        if let Some(name) = it.group.bound_name(it.index) {
            let found = Operand {
                tree: it.tree.id(),
                op: op.clone(),
                argument: self.looked_up(it.argument, it.operand),
                part: it.part,
            };
            let variable = self.symbols.variable_of_operand(name, found)?;
            writeln!(self.out, "{variable} = {};", it.range);
        }
        Ok(())
    }

    /// The index by which an operand's binding is looked up.
    fn looked_up(&self, argument: usize, operand: usize) -> usize {
        if changes::numbers_operands(self.release()) {
            argument
        } else {
            operand
        }
    }

    /// The operand with the index `operand` (see `OperandMatch::operand`), and its index in `Operation::operands`.
    fn operand<'o>(
        &self,
        op: &'o Operation<'a>,
        operand: usize,
    ) -> Result<(usize, &'o Value<'a>), Fatal> {
        let number = if changes::numbers_operands(self.release()) {
            Some(operand)
        } else {
            match op.arguments.get(operand) {
                Some(Argument::Operand(number)) => Some(*number),
                _ => None,
            }
        };
        match number.and_then(|it| Some((it, op.operands.get(it)?))) {
            Some(found) => Ok(found),
            None => bail!(self.rec(), "op '{}' has no operand #{operand}", op.name),
        }
    }

    fn push_operand_check(
        &mut self,
        op: &Operation<'a>,
        it: &OperandMatch<'_, 'a>,
        leaf: Leaf<'a>,
    ) -> Result<(), Fatal> {
        if !leaf.is_operand_matcher() {
            bail!(
                self.rec(),
                "the {}-th argument of op '{}' should be an operand",
                it.argument + 1,
                op.name
            );
        }
        let constraint = self.pattern.constraint_of(leaf)?;
        let (number, value) = self.operand(op, it.operand)?;
        if value.ty.rec() == constraint.rec {
            return Ok(());
        }
        if value.ty.has_variable_length() {
            bail!(
                self.rec(),
                "further constrain op {}'s variadic operand #{} unsupported now",
                op.name,
                it.argument
            );
        }
        let function = self.shared.functions.name(self.pattern, leaf)?;
        let failure = format!(
            "operand {number} of op '{}' failed to satisfy constraint: '{}'",
            op.name,
            escaped(&constraint.summary()?)
        );
        let ty = format!("(*{}.begin()).getType()", it.range);
        self.push_verification(function, it.cast, &ty, &failure);
        Ok(())
    }

    /// Writes the code that matches two operands in any order.
    pub(super) fn push_either(
        &mut self,
        tree: Tree<'a>,
        either: Tree<'a>,
        argument: usize,
        operand: &mut usize,
        depth: usize,
    ) -> Result<(), Fatal> {
        const OPERANDS: usize = 2;
        if either.len() != OPERANDS {
            bail!(self.rec(), "`either` only supports grouping two operands");
        }
        let cast = format!("castedOp{depth}");
        let lambda = format!("eitherLambda{depth}");
        writeln!(
            self.out,
            "auto {lambda} = [&](::mlir::OperandRange v0, ::mlir::OperandRange v1) {{"
        );
        self.out.indent();
        // The defining operations are added to `tblgen_ops` only after both operands have matched, since the lambda may
        // be called twice.
        let mut found = String::new();
        for index in 0..OPERANDS {
            if let Some(child) = either.nested(index) {
                self.push_nested_either(child, &cast, index, *operand, depth)?;
                found += &format!("tblgen_ops.push_back(local_op_{index});\n");
            } else {
                self.push_group_operand(&OperandMatch {
                    tree,
                    cast: &cast,
                    range: &format!("v{index}"),
                    group: either,
                    index,
                    argument: argument + index,
                    operand: *operand,
                    part: None,
                })?;
            }
            *operand += 1;
        }
        self.out.push(&found);
        self.out.push("return ::mlir::success();\n");
        self.out.unindent();
        self.out.push("};\n{\n");
        self.out.indent();
        for index in 0..OPERANDS {
            writeln!(
                self.out,
                "auto eitherOperand{index} = {cast}.getODSOperands({});",
                *operand + index - OPERANDS
            );
        }
        writeln!(
            self.out,
            "if(::mlir::failed({lambda}(eitherOperand0, eitherOperand1)) && \
             ::mlir::failed({lambda}(eitherOperand1, eitherOperand0)))"
        );
        self.out.indent();
        self.out.push("return ::mlir::failure();\n");
        self.out.unindent().unindent();
        self.out.push("}\n");
        Ok(())
    }

    /// Writes the code that matches a nested tree of `either`. The variable of the tree's operation is declared outside
    /// of the block, since the last lines of the lambda use it.
    fn push_nested_either(
        &mut self,
        child: Tree<'a>,
        cast: &str,
        index: usize,
        operand: usize,
        depth: usize,
    ) -> Result<(), Fatal> {
        if child.kind() == TreeKind::Either {
            bail!(self.rec(), "either cannot be nested");
        }
        let name = format!("local_op_{index}");
        writeln!(
            self.out,
            "auto {name} = (*v{index}.begin()).getDefiningOp();"
        );
        self.out.push("{\n");
        self.out.indent();
        self.push_defining_match(child, cast, &name, &format!("operand {operand}"), depth)?;
        self.out.unindent();
        self.out.push("}\n");
        Ok(())
    }

    /// Writes the code that checks an operand in `either` or `variadic` and assigns it to the variable of its name.
    fn push_group_operand(&mut self, it: &OperandMatch<'_, 'a>) -> Result<(), Fatal> {
        let op = self.shared.ops.operation(it.tree)?;
        if !matches!(op.arguments.get(it.argument), Some(Argument::Operand(_))) {
            let name = it.group.operator().name();
            bail!(self.rec(), "{name} can only be applied on operand");
        }
        self.push_operand(it)
    }

    /// Writes the code that matches the values of a variadic operand.
    pub(super) fn push_variadic(
        &mut self,
        tree: Tree<'a>,
        variadic: Tree<'a>,
        argument: usize,
        operand: usize,
        depth: usize,
    ) -> Result<(), Fatal> {
        let op = self.shared.ops.operation(tree)?;
        let cast = format!("castedOp{depth}");
        self.out.push("{\n");
        self.out.indent();
        writeln!(
            self.out,
            "auto variadic_operand_range = {cast}.getODSOperands({operand});"
        );
        writeln!(
            self.out,
            "if (variadic_operand_range.size() != {}) return ::mlir::failure();",
            variadic.len()
        );
        if !variadic.symbol().is_empty() {
            let whole = Operand {
                tree: tree.id(),
                op,
                argument: self.looked_up(argument, operand),
                part: None,
            };
            let variable = self.symbols.variable_of_operand(variadic.symbol(), whole)?;
            writeln!(self.out, "{variable} = variadic_operand_range;");
        }
        for index in 0..variadic.len() {
            if let Some(child) = variadic.nested(index) {
                self.push_nested_variadic(child, &cast, index, operand, depth)?;
            } else {
                self.push_group_operand(&OperandMatch {
                    tree,
                    cast: &cast,
                    range: &format!("variadic_operand_range.slice({index}, 1)"),
                    group: variadic,
                    index,
                    argument,
                    operand,
                    part: Some(index),
                })?;
            }
        }
        self.out.unindent();
        self.out.push("}\n");
        Ok(())
    }

    fn push_nested_variadic(
        &mut self,
        child: Tree<'a>,
        cast: &str,
        index: usize,
        operand: usize,
        depth: usize,
    ) -> Result<(), Fatal> {
        if child.kind() != TreeKind::Operation {
            bail!(self.rec(), "variadic only accepts operation sub-dags");
        }
        let definition = Definition {
            cast,
            name: &format!("local_op_{index}"),
            value: &format!("variadic_operand_range[{index}]"),
            // The reference has this typo.
            operand: &format!("variadic operand {operand} (variadic sub-opearnd #{index})"),
        };
        self.push_nested(child, &definition, depth)
    }

    /// Writes the code that checks an attribute and assigns it to the variable of its name. The C++ variable `name`
    /// holds the operation, and `cast` holds the operation after the cast to its class.
    pub(super) fn push_attribute(
        &mut self,
        tree: Tree<'a>,
        op: &Operation<'a>,
        name: &str,
        cast: &str,
        argument: usize,
    ) -> Result<(), Fatal> {
        let Some(Argument::Attribute(index)) = op.arguments.get(argument) else {
            return Ok(());
        };
        let Some(named) = op.attributes.get(*index) else {
            return Ok(());
        };
        let has_properties = changes::has_properties(self.release());
        let code = if has_properties { cast } else { name };
        self.out.push("{\n");
        self.out.indent();
        let class = named.attr.storage_type();
        if changes::has_attributes_as_properties(op)? {
            self.push_property_variable("tblgen_attr", cast, named.name);
        } else if has_properties {
            writeln!(
                self.out,
                "[[maybe_unused]] auto tblgen_attr = {cast}->getAttrOfType<{class}>(\"{}\");",
                named.name
            );
        } else {
            writeln!(
                self.out,
                "auto tblgen_attr = {name}->getAttrOfType<{class}>(\"{}\");(void)tblgen_attr;",
                named.name
            );
        }
        self.push_missing_attribute(op, code, named)?;
        if let Some(leaf) = self.checked_leaf(tree, op, argument, ATTRIBUTE)? {
            if named.attr.is_optional()? {
                let condition = self.pattern.constraint_of(leaf)?.condition()?;
                // A condition with `!$_self` accepts a missing attribute.
                if condition.contains("$_self") && !condition.contains("!$_self") {
                    self.out
                        .push("if (!tblgen_attr) return ::mlir::failure();\n");
                }
            }
            let what = format!("attribute '{}'", named.name);
            self.push_named_check(op, code, leaf, &what, "tblgen_attr")?;
        }
        self.push_captured(tree, argument, "tblgen_attr");
        Ok(())
    }

    /// Writes the code for a missing attribute. An attribute with a default value gets this value. The match fails if
    /// the attribute is required.
    fn push_missing_attribute(
        &mut self,
        op: &Operation<'a>,
        code: &str,
        named: &NamedAttribute<'a>,
    ) -> Result<(), Fatal> {
        let attr = named.attr;
        if attr.has_default() {
            let mut value = attr.default_value().into_owned();
            if changes::fills_default_values(self.release()) {
                value = self.filled(&value, &[]);
            }
            let made = self.filled(&attr.const_builder(), &[value]);
            writeln!(self.out, "if (!tblgen_attr) tblgen_attr = {made};");
        } else if !attr.is_optional()? {
            let failure = format!(
                "expected op '{}' to have attribute '{}' of type '{}'",
                op.name,
                named.name,
                attr.storage_type()
            );
            self.push_check(code, "tblgen_attr", &failure);
        }
        Ok(())
    }

    /// Writes the code that checks a property and assigns it to the variable of its name. The operation is in the C++
    /// variable `cast`.
    pub(super) fn push_property(
        &mut self,
        tree: Tree<'a>,
        op: &Operation<'a>,
        cast: &str,
        argument: usize,
    ) -> Result<(), Fatal> {
        let Some(Argument::Property(index)) = op.arguments.get(argument) else {
            return Ok(());
        };
        let Some(named) = op.properties.get(*index) else {
            return Ok(());
        };
        self.out.push("{\n");
        self.out.indent();
        self.push_property_variable("tblgen_prop", cast, named.name);
        if let Some(leaf) = self.checked_leaf(tree, op, argument, PROPERTY)? {
            let what = format!("property '{}'", named.name);
            self.push_named_check(op, cast, leaf, &what, "tblgen_prop")?;
        }
        self.push_captured(tree, argument, "tblgen_prop");
        Ok(())
    }

    fn push_property_variable(&mut self, variable: &str, cast: &str, name: &str) {
        let getter = getter(name);
        writeln!(
            self.out,
            "[[maybe_unused]] auto {variable} = {cast}.getProperties().{getter}();"
        );
    }

    /// The leaf that constrains an argument. `None` if the leaf is unspecified. An error if the leaf is missing, or if
    /// its kind of constraint is not `expected`.
    fn checked_leaf(
        &self,
        tree: Tree<'a>,
        op: &Operation,
        argument: usize,
        expected: Expected,
    ) -> Result<Option<Leaf<'a>>, Fatal> {
        let leaf = tree.leaf(argument);
        if leaf.is_some_and(Leaf::is_unspecified) {
            return Ok(None);
        }
        match leaf.filter(|it| (expected.accepts)(*it)) {
            Some(leaf) => Ok(Some(leaf)),
            None => bail!(
                self.rec(),
                "the {}-th argument of op '{}' should be {}",
                argument + 1,
                op.name,
                expected.kind
            ),
        }
    }

    fn push_named_check(
        &mut self,
        op: &Operation,
        code: &str,
        leaf: Leaf<'a>,
        what: &str,
        variable: &str,
    ) -> Result<(), Fatal> {
        let function = self.shared.functions.name(self.pattern, leaf)?;
        let summary = self.pattern.constraint_of(leaf)?.summary()?;
        let failure = format!(
            "op '{}' {what} failed to satisfy constraint: '{}'",
            op.name,
            escaped(&summary)
        );
        self.push_verification(function, code, variable, &failure);
        Ok(())
    }

    /// Assigns an attribute or property to the variable of its name, and closes the block.
    fn push_captured(&mut self, tree: Tree, argument: usize, variable: &str) {
        if let Some(symbol) = tree.bound_name(argument) {
            writeln!(self.out, "{symbol} = {variable};");
        }
        self.out.unindent();
        self.out.push("}\n");
    }

    /// The declaration of the variable for a property that a `NativeCodeCall` assigns.
    pub(super) fn property_declaration(
        &self,
        leaf: Leaf<'a>,
        variable: &str,
    ) -> Result<String, Fatal> {
        let constraint = self.pattern.constraint_of(leaf)?;
        let class = constraint.rec.string("interfaceType")?;
        if class.is_empty() {
            bail!(
                self.rec(),
                "NativeCodeCall cannot have a property operand with unspecified interface type"
            );
        }
        // The class may have no default constructor, so the variable is initialized with the default value of the
        // property, if there is one.
        let default = if leaf.is_property() {
            Property(constraint.rec).default_value()
        } else {
            Default::default()
        };
        Ok(if default.is_empty() {
            format!("{class} {variable}")
        } else {
            format!("{class} {variable} = {default}")
        })
    }
}
