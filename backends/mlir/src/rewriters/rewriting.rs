//! The C++ code that creates the result patterns and replaces the matched root.

use backend::{Fatal, bail, enter};

use mlir_model::attribute::Attribute;
use mlir_model::pattern::{
    Directives, Leaf, Replacement, Tree, TreeKind, call_template, pack, returned_values,
};

use super::emitter::Emitter;

impl<'a> Emitter<'_, 'a> {
    /// Writes the code that creates all result patterns and replaces the root.
    pub(super) fn push_rewrite(&mut self) -> Result<(), Fatal> {
        let pattern = self.pattern;
        let wanted = self.shared.ops.operation(pattern.source)?.results.len();
        pattern.bind_results(&self.shared.ops, &mut self.symbols)?;
        let replacement = Replacement::new(pattern, &self.shared.ops, &self.symbols)?;
        let found =
            (0..pattern.source.operations()).map(|it| format!("tblgen_ops[{it}]->getLoc()"));
        let found: Vec<String> = found.collect();
        writeln!(
            self.out,
            "auto odsLoc = rewriter.getFusedLoc({{{}}}); (void)odsLoc;",
            found.join(", ")
        );
        let trees = pattern.results.iter().zip(&replacement.offsets);
        for (tree, offset) in trees.clone().take(replacement.helpers) {
            self.push_helper(*tree, *offset)?;
        }
        if wanted == 0 {
            self.push_supplements()?;
            self.out.push("rewriter.eraseOp(op0);\n");
            return Ok(());
        }
        self.out
            .push("::llvm::SmallVector<::mlir::Value, 4> tblgen_repl_values;\n");
        for (tree, offset) in trees.skip(replacement.helpers) {
            let made = self.push_made(*tree, *offset, 0)?;
            self.out.push("\n");
            let ranges = self.uses().ranges(&made);
            let ranges = ranges.map_err(|it| pattern.error_in(*tree, false, it))?;
            let loops = ranges.into_iter().map(|it| {
                format!(
                    "for (auto v: ::llvm::SmallVector<::mlir::Value, 4>{{ {it} }}) {{\n  \
                     tblgen_repl_values.push_back(v);\n}}\n"
                )
            });
            let loops: Vec<String> = loops.collect();
            self.out.push(&loops.join("\n"));
        }
        self.push_supplements()?;
        self.out
            .push("\nrewriter.replaceOp(op0, tblgen_repl_values);\n");
        Ok(())
    }

    fn push_supplements(&mut self) -> Result<(), Fatal> {
        let trees = &self.pattern.supplements;
        let offsets = -(trees.len() as i64)..0;
        let mut all = trees.iter().zip(offsets);
        all.try_for_each(|(tree, offset)| self.push_helper(*tree, offset))
    }

    /// Writes the code for a result pattern whose values replace nothing.
    fn push_helper(&mut self, tree: Tree<'a>, offset: i64) -> Result<(), Fatal> {
        let made = self.push_made(tree, offset, 0)?;
        // `push_call` returns a call without values instead of writing it.
        if tree.kind() == TreeKind::NativeCodeCall && returned_values(tree.operator())? == 0 {
            writeln!(self.out, "{made};");
        }
        Ok(())
    }

    /// Writes the code that creates a tree. Returns the symbol of the tree's values or, if the tree is a call without
    /// values, the C++ expression of the call. The values replace the results of the root from the index `offset` on;
    /// if `offset` is negative, they replace nothing.
    pub(super) fn push_made(
        &mut self,
        tree: Tree<'a>,
        offset: i64,
        depth: usize,
    ) -> Result<String, Fatal> {
        let made = self.push_made_tree(tree, offset, depth);
        made.map_err(|it| self.pattern.error_in(tree, false, it))
    }

    fn push_made_tree(
        &mut self,
        tree: Tree<'a>,
        offset: i64,
        depth: usize,
    ) -> Result<String, Fatal> {
        enter();
        match tree.kind() {
            TreeKind::Location => bail!(
                self.rec(),
                "location directive can only be used with op creation"
            ),
            TreeKind::NativeCodeCall => self.push_call(tree, depth),
            TreeKind::ReplaceWithValue => self.replacing_value(tree),
            TreeKind::Variadic => self.push_variadic_values(tree, depth),
            _ => {
                let made = self.push_created(tree, offset, depth)?;
                if tree.symbol().is_empty() {
                    let op = self.shared.ops.operation(tree)?;
                    self.symbols.add_results(&made, &op);
                }
                Ok(made)
            }
        }
    }

    fn replacing_value(&self, tree: Tree) -> Result<String, Fatal> {
        if tree.len() != 1 {
            bail!(
                self.rec(),
                "replaceWithValue directive must take exactly one argument"
            );
        }
        if !tree.symbol().is_empty() {
            bail!(self.rec(), "cannot bind symbol to replaceWithValue");
        }
        Ok(tree.argument_name(0).to_owned())
    }

    /// Declares a list with the values of a `variadic`. Returns the name of the list.
    fn push_variadic_values(&mut self, tree: Tree<'a>, depth: usize) -> Result<String, Fatal> {
        let name = format!("tblgen_variadic_values_{}", self.next_value());
        self.symbols.add_values(&name, 1);
        // The code of nested trees is written first, so the code of the list is collected here.
        let mut list = format!("::llvm::SmallVector<::mlir::Value, 4> {name};\n");
        for index in 0..tree.len() {
            let value = self.push_argument(tree, index, depth)?;
            list += &format!("{name}.push_back({value});\n");
        }
        self.out.push(&list);
        Ok(name)
    }

    /// The symbol or C++ expression for an argument of `variadic` or of a `NativeCodeCall`. The code of a nested tree
    /// is written first.
    fn push_argument(
        &mut self,
        tree: Tree<'a>,
        index: usize,
        depth: usize,
    ) -> Result<String, Fatal> {
        match (tree.nested(index), tree.leaf(index)) {
            (Some(child), _) => self.push_made(child, index as i64, depth + 1),
            (None, Some(leaf)) => self.argument(leaf, tree.argument_name(index)),
            (None, None) => Ok(String::new()),
        }
    }

    /// Declares a variable that is initialized with a `NativeCodeCall`, and returns the symbol of its values. If the
    /// call returns no values, writes nothing and returns the C++ expression of the call.
    fn push_call(&mut self, tree: Tree<'a>, depth: usize) -> Result<String, Fatal> {
        let template = call_template(tree.operator())?;
        let directives = tree.directives(self.rec())?;
        if directives.return_type.is_some() {
            bail!(
                self.rec(),
                "`NativeCodeCall` cannot have return type specifier"
            );
        }
        let location = self.location(directives)?;
        let mut args = Vec::with_capacity(directives.others);
        for index in 0..directives.others {
            args.push(self.push_argument(tree, index, depth)?);
        }
        self.names.set("_loc", location);
        let call = self.filled(&template, &args);
        let count = returned_values(tree.operator())?;
        if count == 0 {
            return Ok(call);
        }
        let mut variable = pack(tree.symbol()).0.to_owned();
        if variable.is_empty() {
            variable = format!("nativeVar_{}", self.next_value());
            self.symbols.add_values(&variable, count);
        }
        writeln!(self.out, "auto {variable} = {call}; (void){variable};");
        Ok(match tree.symbol() {
            "" => variable,
            symbol => symbol.to_owned(),
        })
    }

    /// The C++ expression for the location of the operation to create.
    pub(super) fn location(&self, directives: Directives) -> Result<String, Fatal> {
        match directives.location {
            Some(tree) => self.given_location(tree),
            None => Ok("odsLoc".to_owned()),
        }
    }

    fn given_location(&self, tree: Tree) -> Result<String, Fatal> {
        let located = |index: usize| -> Result<String, Fatal> {
            let values = self.uses().values(tree.argument_name(index))?.into_iter();
            let values: Vec<String> = values.map(|it| format!("{it}.getLoc()")).collect();
            Ok(values.join(", "))
        };
        let text = |index: usize| tree.leaf(index).and_then(Leaf::string);
        if tree.is_empty() {
            bail!(
                self.rec().records(),
                "At least one argument to location directive required"
            );
        }
        if !tree.symbol().is_empty() {
            bail!(self.rec(), "cannot bind symbol to location");
        }
        if tree.len() == 1 {
            return match text(0) {
                Some(text) => Ok(format!(
                    "::mlir::NameLoc::get(rewriter.getStringAttr(\"{text}\"))"
                )),
                None => located(0),
            };
        }
        let mut name = String::new();
        let mut fused = Vec::new();
        for index in 0..tree.len() {
            match text(index) {
                Some(_) if !name.is_empty() => bail!(
                    self.rec().records(),
                    "Only one string attribute may be specified"
                ),
                Some(text) => name = text.into_owned(),
                None => fused.push(located(index)?),
            }
        }
        let fused = fused.join(", ");
        Ok(if name.is_empty() {
            format!("rewriter.getFusedLoc({{{fused}}})")
        } else {
            format!("rewriter.getFusedLoc({{{fused}}}, rewriter.getStringAttr(\"{name}\"))")
        })
    }

    /// The C++ expression for one of the types in `returnType`.
    pub(super) fn return_type(
        &mut self,
        types: Tree<'a>,
        index: usize,
        depth: usize,
    ) -> Result<String, Fatal> {
        if let Some(child) = types.nested(index) {
            if child.kind() != TreeKind::NativeCodeCall {
                bail!(
                    self.rec(),
                    "nested DAG in `returnType` must be a native code call"
                );
            }
            return self.push_call(child, depth);
        }
        let Some(leaf) = types.leaf(index) else {
            return Ok(String::new());
        };
        match leaf.string() {
            Some(text) => Ok(self.filled(&text, &[])),
            None => {
                let value = self.argument(leaf, types.argument_name(index))?;
                Ok(format!("{value}.getType()"))
            }
        }
    }

    /// The C++ expression for a leaf that is an argument. `name` is the name of the argument.
    pub(super) fn argument(&mut self, leaf: Leaf<'a>, name: &str) -> Result<String, Fatal> {
        if leaf.string().is_some() {
            bail!(self.rec(), "raw string not supported as argument");
        }
        if let Some(constant) = leaf.constant_attribute() {
            let attr = Attribute(constant.def("attr")?);
            let value = constant.string("value")?.into_owned();
            return self.constant(attr, value);
        }
        if let Some(case) = leaf.enum_case() {
            let value = case.int("value")?.to_string();
            return self.constant(Attribute(case), value);
        }
        if let Some(constant) = leaf.constant_property() {
            return Ok(constant.string("value")?.into_owned());
        }
        let value = self.uses().value(name)?;
        if leaf.is_unspecified() || leaf.is_operand_matcher() {
            return Ok(value);
        }
        match leaf.native_code_call() {
            Some(call) => {
                let template = call_template(call)?;
                Ok(self.filled_for(value, &template, &[]))
            }
            None => bail!(self.rec(), "unhandled case when rewriting op"),
        }
    }

    fn constant(&self, attr: Attribute, value: String) -> Result<String, Fatal> {
        let template = attr.const_builder();
        if template.is_empty() {
            bail!(
                self.rec(),
                "Attribute {} does not have the 'constBuilderCall' field",
                attr.def_name()
            );
        }
        Ok(self.filled(&template, &[value]))
    }
}
