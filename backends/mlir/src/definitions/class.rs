//! The C++ class of a type or attribute.

use backend::{Context, Fatal, Release, Severity, bail};

use mlir_model::builder::Builder;
use mlir_model::definition::Definition;
use mlir_model::interfaces;
use mlir_model::template::Substitutions;
use mlir_model::traits::TraitKind;

use super::Kind;
use super::format;
use crate::cpp::{Access, Class, Method, Parameter, Qualifiers};
use crate::interface_methods;
use crate::reindent::reindented;
use crate::selection::FORMAT_ERRORS;

const RESULT: &str = "::llvm::LogicalResult";
const EMIT_ERROR: &str = "::llvm::function_ref<::mlir::InFlightDiagnostic()>";

/// The C++ class of a type or attribute, with all members in the reference's order.
pub(super) fn class_of(cx: &Context, def: &Definition, kind: &Kind) -> Result<Class, Fatal> {
    if def.parameters.iter().any(|it| it.name.is_none()) {
        bail!(cx.records, "all parameters must have a name");
    }
    let mut writer = Writer {
        cx,
        def,
        kind,
        class: Class::new(def.class_name()?),
        parameters: Vec::new(),
    };
    for it in &def.parameters {
        let name = it.name.unwrap_or_default();
        writer.parameters.push(Parameter::new(it.cpp_type()?, name));
    }
    writer.add_parent()?;
    writer.declare_names()?;
    if !def.parameters.is_empty() {
        writer.add_builders()?;
        writer.add_verifiers()?;
    }
    writer.add_assembly()?;
    writer.add_accessors()?;
    let constant = |it: &interfaces::Method| {
        if it.is_static {
            Qualifiers::NONE
        } else {
            Qualifiers::CONST
        }
    };
    interface_methods::declare(&mut writer.class, &def.traits, cx.release(), constant)?;
    writer.add_alias()?;
    writer.class.finish();
    Ok(writer.class)
}

struct Writer<'c, 'a> {
    cx: &'c Context<'a>,
    def: &'c Definition<'a>,
    kind: &'c Kind,
    class: Class,
    /// The parameters of the type or attribute, as parameters of a function.
    parameters: Vec<Parameter>,
}

impl Writer<'_, '_> {
    fn is_new(&self) -> bool {
        self.cx.release() >= Release::V22
    }

    fn has_alias(&self) -> Result<bool, Fatal> {
        Ok(self.is_new() && self.def.rec.bit("genMnemonicAlias")?)
    }

    fn add_parent(&mut self) -> Result<(), Fatal> {
        let (def, Kind { short, long, .. }) = (self.def, self.kind);
        let storage = if def.parameters.is_empty() {
            format!("::mlir::{long}Storage")
        } else {
            let space = def.rec.string("storageNamespace")?;
            format!("{space}::{}", def.rec.string("storageClass")?)
        };
        let base = def.rec.string("cppBaseClassName")?;
        let class = &mut self.class;
        let name = class.name().to_owned();
        class.add_parent(format!("::mlir::{long}::{short}Base"));
        class.add_parent_argument(name);
        class.add_parent_argument(base);
        class.add_parent_argument(storage);
        for it in &def.traits {
            class.add_parent_argument(it.qualified_name()?);
        }
        if self.has_alias()? {
            let name = format!("::mlir::OpAsm{short}Interface::Trait");
            self.class.add_parent_argument(name);
        }
        Ok(())
    }

    fn declare_names(&mut self) -> Result<(), Fatal> {
        let def = self.def;
        let declarations = self.extra("extraConcreteClassDeclaration", "extraClassDeclaration")?;
        let definitions = self.extra("extraConcreteClassDefinition", "extraClassDefinition")?;
        let name = def.class_name()?;
        let definitions = Substitutions::new()
            .with("cppClass", name)
            .fill(&definitions);
        self.class.access(Access::Public);
        self.class.using("Base::Base");
        self.class.text(declarations, definitions);
        let field = if self.kind.is_attribute {
            "attrName"
        } else {
            "typeName"
        };
        let dialect = def.dialect().map(|it| it.dialect_name()).transpose()?;
        let dialect = dialect.unwrap_or_default();
        for (field, value) in [("name", def.rec.string(field)?), ("dialectName", dialect)] {
            let ty = "static constexpr ::llvm::StringLiteral";
            self.class.field(ty, format!("{field} = \"{value}\""));
        }
        Ok(())
    }

    /// The C++ code from the field `of_trait` of each native trait and the field `of_def` of the definition.
    fn extra(&self, of_trait: &str, of_def: &str) -> Result<String, Fatal> {
        let mut texts = Vec::new();
        for it in self
            .def
            .traits
            .iter()
            .filter(|it| it.kind == TraitKind::Native)
        {
            texts.push(it.rec.string(of_trait)?);
        }
        texts.push(self.def.rec.string(of_def)?);
        texts.retain(|it| !it.is_empty());
        Ok(texts.join("\n"))
    }

    fn is_verified(&self) -> Result<bool, Fatal> {
        Ok(self.def.rec.bit("genVerifyDecl")? || self.has_constraints()?)
    }

    fn has_constraints(&self) -> Result<bool, Fatal> {
        if !self.is_new() {
            return Ok(false);
        }
        for it in &self.def.parameters {
            if it.constraint()?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn add_builders(&mut self) -> Result<(), Fatal> {
        let def = self.def;
        let is_verified = self.is_verified()?;
        if !def.rec.bit("skipDefaultBuilders")? {
            self.add_default_builder(false);
            if is_verified {
                self.add_default_builder(true);
            }
        }
        for builder in &def.builders {
            self.add_builder(builder, false)?;
            if is_verified {
                self.add_builder(builder, true)?;
            }
        }
        Ok(())
    }

    fn add_default_builder(&mut self, is_checked: bool) {
        let mut parameters = Vec::new();
        let (name, start) = if is_checked {
            ("getChecked", "emitError, context")
        } else {
            ("get", "context")
        };
        if is_checked {
            parameters.push(emit_error());
        }
        parameters.push(Parameter::new("::mlir::MLIRContext *", "context"));
        parameters.extend(self.parameters.iter().cloned());
        // Before LLVM 22, a checked builder does not move the arguments that it passes on.
        let moves = self.is_new() || !is_checked;
        let arguments = self.parameters.iter().map(|it| {
            if moves {
                format!(", std::move({})", it.name)
            } else {
                format!(", {}", it.name)
            }
        });
        let arguments: String = arguments.collect();
        let class = self.class.name().to_owned();
        let method = Method::new(class, name, Qualifiers::STATIC, parameters);
        if let Some(method) = self.class.add(method) {
            write!(method.body(), "  return Base::{name}({start}{arguments});");
        }
    }

    fn add_builder(&mut self, builder: &Builder, is_checked: bool) -> Result<(), Fatal> {
        let mut parameters = Vec::new();
        if is_checked {
            parameters.push(emit_error());
        }
        let infers_context = builder.rec.bit("hasInferredContextParam")?;
        if !infers_context {
            parameters.push(Parameter::new("::mlir::MLIRContext *", "context"));
        }
        for it in &builder.parameters {
            let name = it.name.unwrap_or_default();
            let default = it.default.as_deref().unwrap_or_default();
            parameters.push(Parameter::new(it.cpp_type()?, name).with_default(default));
        }
        let name = if is_checked { "getChecked" } else { "get" };
        let body = builder.body()?;
        let declared = match body {
            Some(_) => Qualifiers::NONE,
            None => Qualifiers::DECLARED,
        };
        let ty = builder.rec.optional_string("returnType")?;
        let ty = ty.filter(|it| !it.is_empty());
        let ty = ty.map_or_else(|| self.class.name().to_owned(), |it| it.into_owned());
        let method = Method::new(ty, name, Qualifiers::STATIC | declared, parameters);
        if self.is_new()
            && let Some([new, existing]) = self.class.shadowed(&method)
        {
            let message = format!("builder `{name}` conflicts with an existing builder. ");
            let note = format!(
                "A new builder with signature:\n{new}\nis shadowed by an existing builder with \
                 signature:\n{existing}\nPlease remove one of the conflicting definitions."
            );
            let mut error = self.def.rec.fatal_at("builders", message);
            error.notes.push((None, note));
            return Err(error);
        }
        let Some(method) = self.class.add(method) else {
            return Ok(());
        };
        let Some(body) = body else {
            return Ok(());
        };
        let mut names = Substitutions::new();
        if !infers_context {
            names.set("_ctxt", "context");
        }
        let text = if is_checked {
            names.fill(&body.replace("$_get(", "Base::getChecked(emitError, "))
        } else {
            names.with("_get", "Base::get").fill(&body)
        };
        method.body().indent().push(&reindented(&text, ""));
        Ok(())
    }

    fn add_verifiers(&mut self) -> Result<(), Fatal> {
        let parameters = [&[emit_error()][..], &self.parameters].concat();
        let has_custom = self.def.rec.bit("genVerifyDecl")?;
        let has_constraints = self.has_constraints()?;
        if !has_custom && !has_constraints {
            return Ok(());
        }
        if has_constraints {
            let name = "verifyInvariantsImpl";
            let method = Method::new(RESULT, name, Qualifiers::STATIC, parameters.clone());
            let text = self.constraint_checks()?;
            if let Some(method) = self.class.add(method) {
                method.body().indent().push(&text);
            }
        }
        if has_custom {
            let declared = Qualifiers::STATIC | Qualifiers::DECLARED;
            self.class
                .add(Method::new(RESULT, "verify", declared, parameters.clone()));
        }
        self.class.using("Base::getChecked");
        if !self.is_new() {
            return Ok(());
        }
        let names: Vec<&str> = parameters.iter().map(|it| &*it.name).collect();
        let names = names.join(", ");
        let name = "verifyInvariants";
        let method = Method::new(RESULT, name, Qualifiers::STATIC, parameters.clone());
        let Some(method) = self.class.add(method) else {
            return Ok(());
        };
        let body = method.body();
        for (is_called, name) in [
            (has_constraints, "verifyInvariantsImpl"),
            (has_custom, "verify"),
        ] {
            if is_called {
                writeln!(body, "  if (::mlir::failed({name}({names})))");
                body.push("    return ::mlir::failure();\n");
            }
        }
        body.push("  return ::mlir::success();");
        Ok(())
    }

    /// The code that checks the parameters whose records are constraints.
    fn constraint_checks(&self) -> Result<String, Fatal> {
        let mut text = String::new();
        for it in &self.def.parameters {
            let Some(constraint) = it.constraint()? else {
                continue;
            };
            let name = it.name.unwrap_or_default();
            let condition = Substitutions::new()
                .with("_self", name)
                .fill(&constraint.condition()?);
            let summary = constraint.summary()?;
            text += &format!(
                "\nif (!({condition})) {{\n  emitError() << \"failed to verify '{name}': {summary}\";\n  \
                 return ::mlir::failure();\n}}\n\n"
            );
        }
        Ok(text + "return ::mlir::success();")
    }

    fn add_assembly(&mut self) -> Result<(), Fatal> {
        let def = self.def;
        let Some(mnemonic) = &def.mnemonic else {
            return Ok(());
        };
        let constant = Qualifiers::STATIC | Qualifiers::CONSTEXPR | Qualifiers::INLINE;
        let method = Method::new("::llvm::StringLiteral", "getMnemonic", constant, []);
        if let Some(method) = self.class.add(method) {
            write!(method.body(), "  return {{\"{mnemonic}\"}};");
        }
        if !def.has_custom_format && def.assembly_format.is_none() {
            return Ok(());
        }
        let declared = match def.assembly_format {
            Some(_) => Qualifiers::NONE,
            None => Qualifiers::DECLARED,
        };
        let (parser, printer) = self.format_bodies()?;
        let mut parameters = vec![Parameter::new("::mlir::AsmParser &", "odsParser")];
        if self.kind.is_attribute {
            parameters.push(Parameter::new("::mlir::Type", "odsType"));
        }
        let ty = format!("::mlir::{}", self.kind.long);
        let method = Method::new(ty, "parse", Qualifiers::STATIC | declared, parameters);
        if let Some(method) = self.class.add(method) {
            method.body().push(&parser);
        }
        let parameters = [Parameter::new("::mlir::AsmPrinter &", "odsPrinter")];
        let method = Method::new("void", "print", Qualifiers::CONST | declared, parameters);
        if let Some(method) = self.class.add(method) {
            method.body().push(&printer);
        }
        Ok(())
    }

    /// The bodies of the parser and the printer that the declarative format describes. The bodies are empty if there is
    /// no format, or if the format has errors and errors in formats are not fatal.
    fn format_bodies(&self) -> Result<(String, String), Fatal> {
        let Some(text) = &self.def.assembly_format else {
            return Ok(Default::default());
        };
        let release = self.cx.release();
        match mlir_model::format::definition::parse(self.def, text, release) {
            Ok(elements) => format::bodies(self.def, self.kind, &elements, release),
            Err(errors) => {
                let is_fatal = self.cx.options.is_on(&FORMAT_ERRORS);
                for diagnostic in errors.diagnostics(self.def.rec, text) {
                    if is_fatal {
                        self.cx.report(diagnostic)
                    } else {
                        self.cx.forgive(diagnostic)
                    }
                }
                if is_fatal {
                    let end = "failed to parse assembly format".to_owned();
                    let end = self.def.rec.diagnostic(Severity::Error, end);
                    return Err(Box::new(end.for_reference()));
                }
                Ok(Default::default())
            }
        }
    }

    fn add_accessors(&mut self) -> Result<(), Fatal> {
        if !self.def.rec.bit("genAccessors")? {
            return Ok(());
        }
        let declared = if self.def.rec.bit("genStorageClass")? {
            Qualifiers::NONE
        } else {
            Qualifiers::DECLARED
        };
        for it in &self.def.parameters {
            let (ty, name) = (it.accessor_type()?, it.accessor());
            let method = Method::new(ty, name, Qualifiers::CONST | declared, []);
            if let Some(method) = self.class.add(method) {
                let name = it.name.unwrap_or_default();
                write!(method.body(), "  return getImpl()->{name};");
            }
        }
        Ok(())
    }

    /// Adds the method that returns the mnemonic as an alias, if the definition requests it.
    fn add_alias(&mut self) -> Result<(), Fatal> {
        let Some(mnemonic) = self
            .def
            .mnemonic
            .as_ref()
            .filter(|_| self.has_alias().is_ok_and(|it| it))
        else {
            return Ok(());
        };
        let parameters = [Parameter::new("::llvm::raw_ostream &", "os")];
        let method = Method::new(
            "::mlir::OpAsmAliasResult",
            "getAlias",
            Qualifiers::CONST,
            parameters,
        );
        if let Some(method) = self.class.add(method) {
            let body = method.body();
            writeln!(body, "  os << \"{mnemonic}\";");
            body.push("  return ::mlir::OpAsmAliasResult::OverridableAlias;\n");
        }
        Ok(())
    }
}

fn emit_error() -> Parameter {
    Parameter::new(EMIT_ERROR, "emitError")
}
