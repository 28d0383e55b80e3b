//! The C++ code that matches a source pattern.

use backend::text::escaped;
use backend::{Fatal, bail, enter};

use mlir_model::constraint::ConstraintKind;
use mlir_model::operation::{Argument, Operation};
use mlir_model::pattern::{AppliedConstraint, Tree, TreeKind, call_template};

use super::changes;
use super::emitter::Emitter;
use super::operands::{Definition, OperandMatch};

impl<'a> Emitter<'_, 'a> {
    /// Writes the code that matches the source pattern, checks constraints, and compares operands with the same name.
    pub(super) fn push_matches(&mut self) -> Result<(), Fatal> {
        self.push_match(self.pattern.source, "op0", 0)?;
        if changes::compares_operands_first(self.release()) {
            self.push_comparisons();
            self.push_constraints()
        } else {
            self.push_constraints()?;
            self.push_comparisons();
            Ok(())
        }
    }

    /// Writes the code that matches a tree at the operation in the C++ variable `name`.
    pub(super) fn push_match(
        &mut self,
        tree: Tree<'a>,
        name: &str,
        depth: usize,
    ) -> Result<(), Fatal> {
        let pushed = self.push_tree_match(tree, name, depth);
        pushed.map_err(|it| self.pattern.error_in(tree, true, it))
    }

    fn push_tree_match(&mut self, tree: Tree<'a>, name: &str, depth: usize) -> Result<(), Fatal> {
        enter();
        match tree.kind() {
            TreeKind::NativeCodeCall => self.push_call_match(tree, name, depth),
            TreeKind::Operation => self.push_op_match(tree, name, depth),
            _ => bail!(self.rec(), "encountered non-op, non-NativeCodeCall match."),
        }
    }

    /// Writes the call of the function that matches a shared tree. Returns `false` and writes nothing if there is no
    /// such function.
    fn push_shared_match(&mut self, tree: Tree<'a>, name: &str) -> Result<bool, Fatal> {
        let Some(function) = self.shared.matchers.get(&tree.id()) else {
            return Ok(false);
        };
        write!(
            self.out,
            "if(::mlir::failed({function}(rewriter, {name}, tblgen_ops"
        );
        // The names of the function's parameters depend on the tree alone. The corresponding variables of the whole
        // pattern may have other names.
        let names = self.pattern.names_of(tree, &self.shared.ops)?;
        for symbol in names.iter() {
            let variable = self.symbols.variable(symbol.name, symbol.bound);
            write!(self.out, ", {}", variable.unwrap_or(symbol.variable));
        }
        self.out.push("))) {\n");
        self.push_failure();
        Ok(true)
    }

    fn push_failure(&mut self) {
        self.out.indent();
        self.out.push("return ::mlir::failure();\n");
        self.out.unindent();
        self.out.push("}\n");
    }

    /// Writes a check that fails the match if `condition` is false. `failure` is the content of a C++ string literal.
    pub(super) fn push_check(&mut self, op: &str, condition: &str, failure: &str) {
        writeln!(self.out, "if (!({condition})){{");
        self.out.indent();
        write!(
            self.out,
            "return rewriter.notifyMatchFailure({op}, [&](::mlir::Diagnostic &diag) {{\n  \
             diag << \"{failure}\";\n}});"
        );
        self.out.unindent();
        self.out.push("\n}\n");
    }

    /// Writes a check that fails the match if a constraint function rejects a value.
    pub(super) fn push_verification(
        &mut self,
        function: &str,
        op: &str,
        value: &str,
        failure: &str,
    ) {
        writeln!(
            self.out,
            "if(::mlir::failed({function}(rewriter, {op}, {value}, \"{failure}\"))) {{"
        );
        self.push_failure();
    }

    fn push_op_match(&mut self, tree: Tree<'a>, name: &str, depth: usize) -> Result<(), Fatal> {
        let op = self.shared.ops.operation(tree)?;
        let class = op.qualified_class_name();
        let cast = format!("castedOp{depth}");
        if self.push_shared_match(tree, name)? {
            if depth == 0 {
                writeln!(
                    self.out,
                    "auto {cast} = ::llvm::dyn_cast_or_null<{class}>({name}); (void){cast};"
                );
            }
            return Ok(());
        }
        writeln!(
            self.out,
            "auto {cast} = ::llvm::dyn_cast<{class}>({name}); (void){cast};"
        );
        // The rewrite driver has already checked the name of the root.
        if depth != 0 {
            self.push_check(name, &cast, &format!("{cast} is not {class} type"));
        }
        if !tree.symbol().is_empty() {
            writeln!(self.out, "{} = {cast};", tree.symbol());
        }
        self.push_arguments(tree, &op, name, depth)
    }

    fn push_arguments(
        &mut self,
        tree: Tree<'a>,
        op: &Operation<'a>,
        name: &str,
        depth: usize,
    ) -> Result<(), Fatal> {
        let cast = format!("castedOp{depth}");
        let (mut argument, mut operand) = (0, 0);
        for index in 0..tree.len() {
            match tree.nested(index) {
                Some(child) if child.kind() == TreeKind::Either => {
                    self.push_either(tree, child, argument, &mut operand, depth)?;
                    argument += 1;
                }
                Some(child) => {
                    if self.is_variadic_match(op, child, argument)? {
                        self.push_variadic(tree, child, argument, operand, depth)?;
                    } else {
                        let definition = Definition {
                            cast: &cast,
                            name: &format!("op{}", depth + 1),
                            value: &format!("(*{cast}.getODSOperands({operand}).begin())"),
                            operand: &format!("operand {operand}"),
                        };
                        self.push_nested(child, &definition, depth)?;
                    }
                    operand += 1;
                }
                None => match op.arguments.get(argument) {
                    Some(Argument::Operand(_)) => {
                        let looked_up = if changes::numbers_operands(self.release()) {
                            operand
                        } else {
                            argument
                        };
                        self.push_operand(&OperandMatch {
                            tree,
                            cast: &cast,
                            range: &format!("{cast}.getODSOperands({operand})"),
                            group: tree,
                            index,
                            argument,
                            operand: looked_up,
                            part: None,
                        })?;
                        operand += 1;
                    }
                    Some(Argument::Attribute(_)) => {
                        self.push_attribute(tree, op, name, &cast, argument)?;
                    }
                    Some(Argument::Property(_)) if changes::has_properties(self.release()) => {
                        self.push_property(tree, op, &cast, argument)?;
                    }
                    _ => bail!(self.rec(), "unhandled case when matching op"),
                },
            }
            argument += 1;
        }
        Ok(())
    }

    /// Whether the tree `child` is a `variadic`. An error if only one of the tree and the operand is variadic.
    fn is_variadic_match(
        &self,
        op: &Operation,
        child: Tree,
        argument: usize,
    ) -> Result<bool, Fatal> {
        let Some(Argument::Operand(index)) = op.arguments.get(argument) else {
            return Ok(false);
        };
        let Some(operand) = op.operands.get(*index) else {
            return Ok(false);
        };
        if child.kind() == TreeKind::Variadic {
            if !operand.ty.is_variadic() {
                bail!(
                    self.rec(),
                    "variadic DAG construct can't match op {}'s non-variadic operand #{argument}",
                    op.name
                );
            }
            return Ok(true);
        }
        if operand.ty.has_variable_length() {
            bail!(
                self.rec(),
                "use nested DAG construct to match op {}'s variadic operand #{argument} \
                 unsupported now",
                op.name
            );
        }
        Ok(false)
    }

    /// Writes the code that matches a tree at the operation that defines an operand.
    pub(super) fn push_nested(
        &mut self,
        child: Tree<'a>,
        it: &Definition,
        depth: usize,
    ) -> Result<(), Fatal> {
        let name = it.name;
        self.out.push("{\n");
        self.out.indent();
        writeln!(self.out, "auto *{name} = {}.getDefiningOp();", it.value);
        self.push_defining_match(child, it.cast, name, it.operand, depth)?;
        writeln!(self.out, "tblgen_ops.push_back({name});");
        self.out.unindent();
        self.out.push("}\n");
        Ok(())
    }

    /// Writes the check that an operand has a defining operation, and the code that matches a tree at this operation.
    /// `name` is the C++ variable of the operation.
    pub(super) fn push_defining_match(
        &mut self,
        child: Tree<'a>,
        cast: &str,
        name: &str,
        operand: &str,
        depth: usize,
    ) -> Result<(), Fatal> {
        let failure = format!("There's no operation that defines {operand} of {cast}");
        self.push_check(cast, name, &failure);
        self.push_match(child, name, depth + 1)
    }

    /// Writes the code that calls a `NativeCodeCall` to match an operation.
    fn push_call_match(&mut self, tree: Tree<'a>, name: &str, depth: usize) -> Result<(), Fatal> {
        if self.push_shared_match(tree, name)? {
            return Ok(());
        }
        self.out.indent();
        let captured = self.push_captures(tree, depth)?;
        let directives = tree.directives(self.rec())?;
        if directives.return_type.is_some() {
            bail!(
                self.rec(),
                "`NativeCodeCall` cannot have return type specifier"
            );
        }
        let location = self.location(directives)?;
        let template = call_template(tree.operator())?;
        if template.matches("$_self").count() != 1 {
            bail!(
                self.rec(),
                "NativeCodeCall must have $_self as argument for passing the defining Operation"
            );
        }
        self.names.set("_loc", location);
        let call = self.filled_for(name, &template, &captured);
        self.push_check(
            name,
            &format!("!::mlir::failed({call})"),
            &format!("{call} return ::mlir::failure"),
        );
        for (index, variable) in captured.iter().take(directives.others).enumerate() {
            if let Some(symbol) = tree.bound_name(index) {
                writeln!(self.out, "{symbol} = {variable};");
            }
        }
        for (index, variable) in captured.iter().take(directives.others).enumerate() {
            self.push_capture_check(tree, name, index, variable, &template)?;
        }
        self.out.unindent();
        Ok(())
    }

    /// Declares a variable for each argument of a `NativeCodeCall`. Returns the names of the variables.
    fn push_captures(&mut self, tree: Tree<'a>, depth: usize) -> Result<Vec<String>, Fatal> {
        let mut captured = Vec::with_capacity(tree.len());
        for index in 0..tree.len() {
            let variable = format!("arg{depth}_{index}");
            let leaf = tree.leaf(index);
            match (tree.nested(index), leaf) {
                (Some(child), _) => {
                    for (kind, name) in [
                        (TreeKind::Either, "either"),
                        (TreeKind::Variadic, "variadic"),
                    ] {
                        if child.kind() == kind {
                            bail!(self.rec(), "NativeCodeCall cannot have `{name}` operands");
                        }
                    }
                    writeln!(self.out, "::mlir::Value {variable};");
                }
                (None, Some(leaf))
                    if leaf.is_attribute_matcher() || leaf.constant_attribute().is_some() =>
                {
                    writeln!(self.out, "::mlir::Attribute {variable};");
                }
                (None, Some(leaf)) if leaf.is_property_matcher() => {
                    let declaration = self.property_declaration(leaf, &variable)?;
                    writeln!(self.out, "{declaration};");
                }
                _ => writeln!(self.out, "::mlir::Value {variable};"),
            }
            captured.push(variable);
        }
        Ok(captured)
    }

    fn push_capture_check(
        &mut self,
        tree: Tree<'a>,
        name: &str,
        index: usize,
        variable: &str,
        template: &str,
    ) -> Result<(), Fatal> {
        if tree.nested(index).is_some() {
            bail!(
                self.rec(),
                "Matching nested tree in NativeCodecall not support for {variable} as arg {index}"
            );
        }
        let Some(leaf) = tree.leaf(index).filter(|it| !it.is_unspecified()) else {
            return Ok(());
        };
        let constraint = self.pattern.constraint_of(leaf)?;
        let is_value = leaf.is_attribute_matcher()
            || leaf.constant_attribute().is_some()
            || leaf.is_property_matcher();
        let value = if is_value {
            variable.to_owned()
        } else {
            format!("{variable}.getType()")
        };
        let function = self.shared.functions.name(self.pattern, leaf)?;
        let failure = format!(
            "operand {index} of native code call '{template}' failed to satisfy constraint: '{}'",
            escaped(&constraint.summary()?)
        );
        self.push_verification(function, name, &value, &failure);
        Ok(())
    }

    /// Writes the check that operands with the same name are the same value.
    fn push_comparisons(&mut self) {
        let mut pairs = Vec::new();
        let mut first: Option<(&str, &str)> = None;
        for symbol in self.symbols.iter() {
            match first {
                Some((name, variable)) if name == symbol.name => {
                    pairs.push((variable.to_owned(), symbol.variable.to_owned()));
                }
                _ => first = Some((symbol.name, symbol.variable)),
            }
        }
        for (first, second) in pairs {
            self.push_check(
                "op0",
                &format!("*{first}.begin() == *{second}.begin()"),
                &format!("Operands '{first}' and '{second}' must be equal"),
            );
        }
    }

    fn push_constraints(&mut self) -> Result<(), Fatal> {
        let constraints = self.pattern.constraints()?;
        constraints
            .iter()
            .try_for_each(|it| self.push_constraint(it))
    }

    fn push_constraint(&mut self, applied: &AppliedConstraint) -> Result<(), Fatal> {
        let condition = applied.constraint.condition()?;
        let (value, args, what) = match applied.constraint.kind {
            ConstraintKind::Type => {
                let [name] = *applied.names else {
                    bail!(self.rec(), "type constraint requires exactly one argument");
                };
                let value = format!("({}.getType())", self.uses().value(name)?);
                (value, Vec::new(), format!("value entity '{name}'"))
            }
            ConstraintKind::Attr => bail!(
                self.rec(),
                "cannot use AttrConstraint in Pattern multi-entity constraints"
            ),
            _ => {
                let args = self.entities(&applied.names)?;
                let value = match applied.self_name {
                    "" => String::new(),
                    name => self.uses().value(name)?,
                };
                (
                    value,
                    args,
                    format!("entities '{}'", applied.names.join(", ")),
                )
            }
        };
        let condition = self.filled_for(value, &condition, &args);
        let summary = escaped(&applied.constraint.summary()?);
        let failure = format!("{what} failed to satisfy constraint: '{summary}'");
        self.push_check("op0", &condition, &failure);
        Ok(())
    }

    /// The C++ expressions for the four entities that a constraint takes; `<unused>` for each missing entity.
    fn entities(&self, names: &[&str]) -> Result<Vec<String>, Fatal> {
        const MOST: usize = 4;
        if names.len() > MOST {
            bail!(self.rec(), "only support up to 4-entity constraints now");
        }
        let values = names.iter().map(|it| self.uses().value(it));
        let mut values: Vec<String> = values.collect::<Result<_, _>>()?;
        values.resize(MOST, "<unused>".to_owned());
        Ok(values)
    }
}
