//! The C++ code that creates an operation of a result pattern.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use backend::{Fatal, bail};

use mlir_model::names::setter;
use mlir_model::operation::{Argument, Operation};
use mlir_model::pattern::{Directives, Tree, TreeKind, call_template, pack};

use super::changes;
use super::emitter::Emitter;

/// The symbols or C++ expressions of the arguments that preceding C++ code creates, by the index of the argument.
type Made = FxHashMap<usize, String>;

/// An operation to create, with the names and expressions that the generated code uses for it.
struct Creation<'a> {
    tree: Tree<'a>,
    op: Rc<Operation<'a>>,
    class: String,
    variable: String,
    location: String,
    made: Made,
}

/// The arguments for a builder that takes lists of operands and attributes. With `properties`, a struct of properties
/// replaces the list of attributes.
fn lists(properties: bool) -> &'static str {
    if properties {
        "tblgen_values, tblgen_props"
    } else {
        "tblgen_values, tblgen_attrs"
    }
}

impl<'a> Emitter<'_, 'a> {
    /// Writes the code that creates an operation. Returns the symbol of the operation's results.
    pub(super) fn push_created(
        &mut self,
        tree: Tree<'a>,
        offset: i64,
        depth: usize,
    ) -> Result<String, Fatal> {
        let op = self.shared.ops.operation(tree)?;
        let directives = tree.directives(self.rec())?;
        let location = self.location(directives)?;
        if op.arguments.len() != directives.others {
            bail!(
                self.rec(),
                "resultant op '{}' argument number mismatch: {} in pattern vs. {} in definition",
                op.name,
                directives.others,
                op.arguments.len()
            );
        }
        let mut made = Made::default();
        for index in 0..directives.others {
            self.check_variadic(tree, &op, index)?;
            if let Some(child) = tree.nested(index) {
                made.insert(index, self.push_made(child, index as i64, depth + 1)?);
            }
        }
        let symbol = match tree.symbol() {
            "" => format!("tblgen_{}_{}", op.class_name, self.next_value()),
            symbol => symbol.to_owned(),
        };
        let variable = match tree.symbol() {
            "" => symbol.clone(),
            symbol => pack(symbol).0.to_owned(),
        };
        let is_part = variable != symbol;
        let class = op.qualified_class_name();
        write!(self.out, "{class} {variable};\n{{\n");
        let creation = Creation {
            tree,
            op,
            class,
            variable,
            location,
            made,
        };
        let needs_builder = is_part || depth > 0 || offset < 0;
        self.push_builder_call(creation, directives, needs_builder, offset, depth)?;
        Ok(symbol)
    }

    /// Writes the call of a builder. Without a `returnType`, there are two special cases: if a trait determines the
    /// result types, the builder takes only lists of operands and attributes; otherwise, with `needs_builder`, it takes
    /// each argument separately and infers the result types. In all other cases, it takes lists of operands, attributes
    /// and result types.
    fn push_builder_call(
        &mut self,
        mut creation: Creation<'a>,
        directives: Directives<'a>,
        needs_builder: bool,
        offset: i64,
        depth: usize,
    ) -> Result<(), Fatal> {
        let release = self.release();
        let call = |creation: &Creation| {
            let create = changes::create(release, &creation.class);
            format!("{} = {create}{}", creation.variable, creation.location)
        };
        let lists = lists(changes::has_attributes_as_properties(&creation.op)?);
        if directives.return_type.is_none() {
            let op = &creation.op;
            if op.has_trait("::mlir::OpTrait::SameOperandsAndResultType")
                || op.has_trait("::mlir::OpTrait::FirstAttrDerivedResultType")
            {
                self.push_lists(&creation)?;
                self.out.indent();
                write!(self.out, "{}, {lists});", call(&creation));
                self.out.unindent();
                self.out.push("\n}\n");
                return Ok(());
            }
            if needs_builder {
                self.push_variables(&mut creation)?;
                self.out.indent();
                self.out.push(&call(&creation));
                self.out.unindent();
                self.push_separate(&creation)?;
                self.out.push("\n  );\n}\n");
                return Ok(());
            }
        } else if depth == 0 && offset >= 0 {
            bail!(
                self.rec(),
                "Cannot specify explicit return types in an op whose return values replace the \
                 source pattern's root op"
            );
        }
        self.push_lists(&creation)?;
        self.out.indent();
        self.push_types(&creation, directives, offset, depth)?;
        writeln!(self.out, "{}, tblgen_types, {lists});", call(&creation));
        self.out.unindent();
        self.out.push("}\n");
        Ok(())
    }

    /// Writes the code that collects the result types in `tblgen_types`: the types in `returnType`, or the types of the
    /// results that are replaced.
    fn push_types(
        &mut self,
        creation: &Creation<'a>,
        directives: Directives<'a>,
        offset: i64,
        depth: usize,
    ) -> Result<(), Fatal> {
        self.out
            .push("::llvm::SmallVector<::mlir::Type, 4> tblgen_types; (void)tblgen_types;\n");
        if let Some(types) = directives.return_type {
            for index in 0..types.len() {
                let ty = self.return_type(types, index, depth + 1)?;
                writeln!(self.out, "tblgen_types.push_back({ty});");
            }
            return Ok(());
        }
        for index in 0..creation.op.results.len() as i64 {
            write!(
                self.out,
                "for (auto v: castedOp0.getODSResults({})) {{\n  \
                 tblgen_types.push_back(v.getType());\n}}\n",
                offset + index
            );
        }
        Ok(())
    }

    /// Since LLVM 22: checks that the argument for a variadic operand is not a tree with a single value.
    fn check_variadic(&self, tree: Tree, op: &Operation, index: usize) -> Result<(), Fatal> {
        if !changes::checks_variadic_operands(self.release()) {
            return Ok(());
        }
        let Some(Argument::Operand(operand)) = op.arguments.get(index) else {
            return Ok(());
        };
        let Some(operand) = op.operands.get(*operand).filter(|it| it.ty.is_variadic()) else {
            return Ok(());
        };
        let mut child = tree.nested(index);
        while let Some(replaced) = child.filter(|it| it.kind() == TreeKind::ReplaceWithValue) {
            child = replaced.nested(0);
        }
        let kinds = [TreeKind::NativeCodeCall, TreeKind::Variadic];
        if child.is_some_and(|it| !kinds.contains(&it.kind())) {
            bail!(
                self.rec(),
                "op expects variadic operand `{}`, while provided is non-variadic",
                operand.name
            );
        }
        Ok(())
    }

    /// The symbol of an operand: the symbol of the nested tree, or the name of the argument.
    fn operand_symbol(&self, creation: &Creation<'a>, index: usize) -> String {
        match creation.tree.nested(index) {
            Some(_) => creation.made.get(&index).cloned().unwrap_or_default(),
            None => creation.tree.argument_name(index).to_owned(),
        }
    }

    /// The C++ expression for the value of an operand.
    fn operand_value(&mut self, creation: &Creation<'a>, index: usize) -> Result<String, Fatal> {
        let value = self.uses().value(&self.operand_symbol(creation, index))?;
        let leaf = match creation.tree.nested(index) {
            Some(_) => None,
            None => creation.tree.leaf(index),
        };
        match leaf.and_then(|it| it.native_code_call()) {
            Some(called) => {
                let template = call_template(called)?;
                Ok(self.filled_for(value, &template, &[]))
            }
            None => Ok(value),
        }
    }

    /// Declares a variable for each operand, and stores the variable's name in `made` as the operand's expression.
    fn push_variables(&mut self, creation: &mut Creation<'a>) -> Result<(), Fatal> {
        let op = creation.op.clone();
        self.out.indent();
        let mut number = 0;
        for (index, argument) in op.arguments.iter().enumerate() {
            let Argument::Operand(operand) = argument else {
                continue;
            };
            let is_variadic = op
                .operands
                .get(*operand)
                .is_some_and(|it| it.ty.is_variadic());
            let variable = if is_variadic {
                let variable = format!("tblgen_values_{number}");
                let range = self.uses().value(&self.operand_symbol(creation, index))?;
                write!(
                    self.out,
                    "::llvm::SmallVector<::mlir::Value, 4> {variable};\n\
                     for (auto v: {range}) {{\n  {variable}.push_back(v);\n}}\n"
                );
                variable
            } else {
                let variable = format!("tblgen_value_{number}");
                let value = self.operand_value(creation, index)?;
                writeln!(self.out, "::mlir::Value {variable} = {value};");
                variable
            };
            number += 1;
            creation.made.insert(index, variable);
        }
        self.out.unindent();
        Ok(())
    }

    /// Writes the arguments of a builder that has a separate parameter for each argument.
    fn push_separate(&mut self, creation: &Creation<'a>) -> Result<(), Fatal> {
        let op = creation.op.clone();
        for (index, argument) in op.arguments.iter().enumerate() {
            self.out.push(",\n    ");
            let made = creation.made.get(&index).cloned().unwrap_or_default();
            let name = op.argument_name(*argument);
            if let Argument::Operand(_) = argument {
                if !name.is_empty() {
                    write!(self.out, "/*{name}=*/");
                }
                self.out.push(&made);
            } else if let Some(child) = creation.tree.nested(index) {
                let what = changes::called_for_arguments(self.release());
                self.check_called(child, what)?;
                write!(self.out, "/*{name}=*/{made}");
            } else {
                self.push_separate_leaf(creation, index, *argument, name)?;
            }
        }
        Ok(())
    }

    fn push_separate_leaf(
        &mut self,
        creation: &Creation<'a>,
        index: usize,
        argument: Argument,
        name: &str,
    ) -> Result<(), Fatal> {
        let Some(leaf) = creation.tree.leaf(index) else {
            return Ok(());
        };
        let given = creation.tree.argument_name(index);
        let is_attribute = leaf.constant_attribute().is_some() || leaf.enum_case().is_some();
        if is_attribute && !matches!(argument, Argument::Attribute(_)) {
            bail!(self.rec(), "expected attribute {index}");
        }
        let is_property = !is_attribute && leaf.constant_property().is_some();
        if is_property && !matches!(argument, Argument::Property(_)) {
            bail!(self.rec(), "expected property {index}");
        }
        let name = if is_attribute || is_property {
            given
        } else {
            name
        };
        if !name.is_empty() {
            write!(self.out, "/*{name}=*/");
        }
        let value = self.argument(leaf, given)?;
        self.out.push(&value);
        Ok(())
    }

    /// Checks that a nested tree for an attribute or a property is a `NativeCodeCall`.
    fn check_called(&self, tree: Tree, what: &str) -> Result<(), Fatal> {
        if tree.kind() != TreeKind::NativeCodeCall {
            bail!(
                self.rec(),
                "only NativeCodeCall allowed in nested dag node for {what}"
            );
        }
        Ok(())
    }

    /// Writes the code that collects operands in `tblgen_values`, and attributes and properties in `tblgen_attrs` or
    /// `tblgen_props`.
    fn push_lists(&mut self, creation: &Creation<'a>) -> Result<(), Fatal> {
        let op = creation.op.clone();
        let has_struct = changes::has_attributes_as_properties(&op)?;
        self.out.indent();
        self.out
            .push("::llvm::SmallVector<::mlir::Value, 4> tblgen_values; (void)tblgen_values;\n");
        if has_struct {
            let class = &creation.class;
            writeln!(
                self.out,
                "{class}::Properties tblgen_props; (void)tblgen_props;"
            );
        } else {
            self.out.push(
                "::llvm::SmallVector<::mlir::NamedAttribute, 4> tblgen_attrs; (void)tblgen_attrs;\n",
            );
        }
        let mut sizes = Vec::new();
        for (index, argument) in op.arguments.iter().enumerate() {
            match argument {
                Argument::Operand(_) => sizes.push(self.push_listed(creation, index)?),
                Argument::Property(_) if !changes::has_properties(self.release()) => {
                    bail!(self.rec(), "unhandled case when rewriting op");
                }
                Argument::Attribute(_) | Argument::Property(_) => {
                    self.push_set(creation, index, *argument)?;
                }
            }
        }
        if changes::has_properties(self.release()) && needs_sizes(&op) {
            self.push_sizes(has_struct, &sizes.join(", "));
        }
        self.out.unindent();
        Ok(())
    }

    /// Writes the code that sets the segment sizes of operands. As in the reference, the line after the segment sizes in
    /// `tblgen_attrs` is indented further.
    fn push_sizes(&mut self, has_struct: bool, sizes: &str) {
        if has_struct {
            writeln!(
                self.out,
                "tblgen_props.operandSegmentSizes = {{ {sizes} }};"
            );
        } else {
            write!(
                self.out,
                "tblgen_attrs.emplace_back(rewriter.getStringAttr(\"operandSegmentSizes\"),
  rewriter.getDenseI32ArrayAttr({{ {sizes} }}));
  "
            );
        }
    }

    /// Writes the code that adds an operand to `tblgen_values`. Returns the C++ expression for the number of the
    /// operand's values.
    fn push_listed(&mut self, creation: &Creation<'a>, index: usize) -> Result<String, Fatal> {
        let op = &creation.op;
        let operand = match op.arguments.get(index) {
            Some(Argument::Operand(operand)) => op.operands.get(*operand),
            _ => None,
        };
        if operand.is_some_and(|it| it.ty.is_variadic()) {
            let range = self.uses().value(&self.operand_symbol(creation, index))?;
            write!(
                self.out,
                "for (auto v: {range}) {{\n  tblgen_values.push_back(v);\n}}\n"
            );
            return Ok(format!("static_cast<int32_t>({range}.size())"));
        }
        let leaf = creation.tree.leaf(index);
        if leaf.is_some_and(|it| it.constant_attribute().is_some()) {
            bail!(
                self.rec(),
                "attribute found where value was expected, if attempting to use constant value, \
                 construct a constant op with given attribute instead"
            );
        }
        let value = self.operand_value(creation, index)?;
        writeln!(self.out, "tblgen_values.push_back({value});");
        Ok("1".to_owned())
    }

    /// Writes the code that adds an attribute or a property to `tblgen_attrs` or `tblgen_props`.
    fn push_set(
        &mut self,
        creation: &Creation<'a>,
        index: usize,
        argument: Argument,
    ) -> Result<(), Fatal> {
        let name = creation.op.argument_name(argument);
        let is_property = matches!(argument, Argument::Property(_));
        let value = if let Some(child) = creation.tree.nested(index) {
            let what = if is_property {
                "creating property"
            } else {
                "creating attribute"
            };
            self.check_called(child, what)?;
            creation.made.get(&index).cloned().unwrap_or_default()
        } else if let Some(leaf) = creation.tree.leaf(index) {
            self.argument(leaf, creation.tree.argument_name(index))?
        } else {
            return Ok(());
        };
        if is_property {
            let setter = setter(name);
            writeln!(self.out, "tblgen_props.{setter}({value});");
        } else if changes::has_attributes_as_properties(&creation.op)? {
            writeln!(
                self.out,
                "tblgen_props.{name} = \
                 ::llvm::dyn_cast_if_present<decltype(tblgen_props.{name})>({value});"
            );
        } else {
            write!(
                self.out,
                "if (auto tmpAttr = {value}) {{\n  \
                 tblgen_attrs.emplace_back(rewriter.getStringAttr(\"{name}\"), tmpAttr);\n}}\n"
            );
        }
        Ok(())
    }
}

/// Whether `operandSegmentSizes` has to be set: the operation has several variadic operands, which may differ in
/// length, and the sizes are not an attribute among its arguments.
fn needs_sizes(op: &Operation) -> bool {
    let lists = op.operands.iter().filter(|it| it.ty.is_variadic()).count();
    let is_given = op
        .attributes
        .iter()
        .any(|it| it.name == "operandSegmentSizes");
    lists > 1 && !is_given && !op.has_trait("::mlir::OpTrait::SameVariadicOperandSize")
}
