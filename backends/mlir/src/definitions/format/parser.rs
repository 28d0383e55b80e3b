//! The function that parses a type or attribute by its declarative format.

use backend::{Fatal, Release};

use mlir_model::attribute::Attribute;
use mlir_model::definition::{Definition, Parameter};
use mlir_model::format::definition::{Elements, Field, Member, Own};
use mlir_model::format::{Custom, Element, Group, parsable};
use mlir_model::template::Substitutions;

use super::super::Kind;
use crate::cpp::Indented;
use crate::literals::parsing_call;

/// The default C++ code, with placeholders, that parses a parameter.
const PARSER: &str = "::mlir::FieldParser<$0>::parse($_parser)";

/// The start of a call that emits an error; the message follows.
const ERROR: &str = "odsParser.emitError(odsParser.getCurrentLocation(), ";

/// The body of the C++ function `parse` of the type or attribute.
pub(super) fn body(
    def: &Definition,
    kind: &Kind,
    elements: &Elements,
    release: Release,
) -> Result<String, Fatal> {
    let mut names = Substitutions::new()
        .with("_parser", "odsParser")
        .with("_ctxt", "odsParser.getContext()")
        .with("_builder", "odsBuilder")
        .with("_loc", "odsLoc");
    if kind.is_attribute {
        names.set("_type", "odsType");
    }
    let mut out = Indented::default();
    out.indent();
    let mut writer = Writer {
        def,
        names,
        out,
        release,
    };
    writer.start()?;
    writer.elements(elements)?;
    writer.end()?;
    Ok(writer.out.into_text())
}

struct Writer<'c, 'a> {
    def: &'c Definition<'a>,
    names: Substitutions<'c>,
    out: Indented,
    release: Release,
}

impl<'a> Writer<'_, 'a> {
    fn parameter(&self, index: usize) -> Parameter<'a> {
        self.def.parameters[index]
    }

    fn name(&self, index: usize) -> &'static str {
        self.parameter(index).name.unwrap_or_default()
    }

    /// Declares the variables that parameters are parsed into.
    fn start(&mut self) -> Result<(), Fatal> {
        let out = &mut self.out;
        out.push("::mlir::Builder odsBuilder(odsParser.getContext());\n");
        out.push("::llvm::SMLoc odsLoc = odsParser.getCurrentLocation();\n(void) odsLoc;\n");
        for it in &self.def.parameters {
            let name = it.name.unwrap_or_default();
            let ty = it.storage_type()?;
            writeln!(out, "::mlir::FailureOr<{ty}> _result_{name};");
            if !it.is_self_type() {
                continue;
            }
            write!(
                out,
                "
if (odsType) {{
  if (auto reqType = ::llvm::dyn_cast<{ty}>(odsType)) {{
    _result_{name} = reqType;
  }} else {{
    odsParser.emitError(odsLoc, \"invalid kind of type specified\");
    return {{}};
  }}
}}"
            );
            if !it.is_optional() {
                out.push(" else {\n  odsParser.emitError(odsLoc, \"expected a trailing type\");\n  return {};\n}");
            }
            out.push("\n");
        }
        Ok(())
    }

    /// Writes the code that creates the type or attribute from its parameters.
    fn end(&mut self) -> Result<(), Fatal> {
        for it in self.def.parameters.iter().filter(|it| !it.is_optional()) {
            let name = it.name.unwrap_or_default();
            writeln!(self.out, "assert(::mlir::succeeded(_result_{name}));");
        }
        let class = self.def.class_name()?;
        let mut is_checked = self.def.rec.bit("genVerifyDecl")?;
        if self.release >= Release::V22 {
            for it in &self.def.parameters {
                is_checked |= it.constraint()?.is_some();
            }
        }
        if is_checked {
            write!(
                self.out,
                "return odsParser.getChecked<{class}>(odsLoc, odsParser.getContext()"
            )
        } else {
            write!(self.out, "return {class}::get(odsParser.getContext()")
        }
        for it in &self.def.parameters {
            let name = it.name.unwrap_or_default();
            let value = match it.default_value() {
                Some(default) => {
                    let default = self.names.fill(&default);
                    format!("(_result_{name}.value_or({default}))")
                }
                None => format!("(*_result_{name})"),
            };
            self.names.set(name, value.clone());
            self.names.set("_self", value);
            let convert = it.text("convertFromStorage");
            let value = self.names.fill(convert.as_deref().unwrap_or("$_self"));
            write!(self.out, ",\n    {}({value})", it.cpp_type()?);
        }
        self.out.push(");");
        Ok(())
    }

    fn elements(&mut self, elements: &[Element<Own>]) -> Result<(), Fatal> {
        elements.iter().try_for_each(|it| self.element(it))
    }

    fn element(&mut self, element: &Element<Own>) -> Result<(), Fatal> {
        match element {
            Element::Literal(literal) => {
                let call = literal_call(literal, false);
                writeln!(
                    self.out,
                    "// Parse literal '{literal}'\nif ({call}) return {{}};"
                );
                Ok(())
            }
            Element::Own(Own::Parameter(it)) => self.variable(it.index),
            Element::Own(Own::Params(members)) => self.params(members),
            Element::Own(Own::Struct(fields)) => self.structure(fields),
            Element::Custom(custom) => self.custom(custom, false),
            Element::Group(group) => self.group(group),
            Element::Own(Own::Ref(_)) | Element::Space(_) | Element::Text(_) => Ok(()),
        }
    }

    fn variable(&mut self, index: usize) -> Result<(), Fatal> {
        let it = self.parameter(index);
        let name = self.name(index);
        let parser = it.text("parser");
        let storage = it.storage_type()?;
        let code = self
            .names
            .fill_with(parser.as_deref().unwrap_or(PARSER), &[&storage]);
        let (def, ty) = (self.def.rec.name(), it.cpp_type()?);
        let load = load_dialect(it)?;
        write!(
            self.out,
            "
// Parse variable '{name}'{load}
_result_{name} = {code};
if (::mlir::failed(_result_{name})) {{
  {ERROR}\"failed to parse {def} parameter '{name}' which is to be a `{ty}`\");
  return {{}};
}}
"
        );
        Ok(())
    }

    fn params(&mut self, members: &[Member]) -> Result<(), Fatal> {
        self.out.push("// Parse parameter list\n");
        let is_optional = |it: &Member| self.parameter(it.index).is_optional();
        let has_optional = members.iter().any(is_optional);
        // After the last required parameter, a missing comma ends the list.
        let last_needed = members.iter().rposition(|it| !is_optional(it)).unwrap_or(0);
        if has_optional {
            self.out.push("do {\n");
            self.out.indent();
        }
        for (number, member) in members.iter().enumerate() {
            if number > 0 {
                self.comma_behind(members[number - 1].index, number <= last_needed);
            }
            self.variable(member.index)?;
        }
        if has_optional {
            self.out.unindent().push("} while(false);\n");
        }
        Ok(())
    }

    /// Writes the code that parses the comma after the parameter `index`. After an optional parameter, the comma is
    /// parsed only if the value of the parameter is not its default.
    fn comma_behind(&mut self, index: usize, is_needed: bool) {
        let it = self.parameter(index);
        let default = it.default_value();
        if let Some(default) = &default {
            let name = self.name(index);
            let is_default = self.compare(it, &format!("(*_result_{name})"), default);
            writeln!(
                self.out,
                "if (::mlir::succeeded(_result_{name}) && !({is_default})) {{"
            );
            self.out.indent();
        }
        let call = literal_call(",", !is_needed);
        let end = if is_needed { "return {}" } else { "break" };
        writeln!(self.out, "// Parse literal ','\nif ({call}) {end};");
        if default.is_some() {
            self.out.unindent().push("}\n");
        }
    }

    /// The expression that compares the value of a parameter with its default value.
    fn compare(&self, it: Parameter, value: &str, default: &str) -> String {
        let comparator = it.text("comparator");
        let names = self.names.clone().with("_self", value);
        let default = names.fill(default);
        let names = names.with("_lhs", value).with("_rhs", default);
        names.fill(comparator.as_deref().unwrap_or("$_lhs == $_rhs"))
    }

    fn structure(&mut self, fields: &[Field]) -> Result<(), Fatal> {
        self.out.push("// Parse parameter struct\n");
        for it in fields {
            let name = self.name(it.member.index);
            writeln!(self.out, "bool _seen_{name} = false;");
        }
        self.out.push("{\n");
        self.out.indent();
        self.out
            .push("const auto _loop_body = [&](::llvm::StringRef _paramKey) -> bool {\n");
        self.out.indent();
        self.out
            .push("// Parse literal '='\nif (odsParser.parseEqual()) return {};\n");
        for it in fields {
            let name = self.name(it.member.index);
            writeln!(self.out, "if (!_seen_{name} && _paramKey == \"{name}\") {{");
            writeln!(self.out, "  _seen_{name} = true;");
            self.out.indent();
            match &it.custom {
                Some(custom) => self.custom(custom, false)?,
                None => self.variable(it.member.index)?,
            }
            self.out.unindent().push("} else ");
        }
        write!(
            self.out,
            "{{\n  {ERROR}\"duplicate or unknown struct parameter name: \") << _paramKey;\n  \
             return {{}};\n}}\nreturn true;\n"
        );
        self.out.unindent().push("};\n");
        self.struct_loop(fields);
        self.out.unindent().push("}\n");
        Ok(())
    }

    /// Writes the loop that parses the members of a struct.
    fn struct_loop(&mut self, fields: &[Field]) {
        const MEMBER: &str = "  ::llvm::StringRef _paramKey;
  if (odsParser.parseKeyword(&_paramKey)) {
    odsParser.emitError(odsParser.getCurrentLocation(),
                       \"expected a parameter name in struct\");
    return {};
  }
  if (!_loop_body(_paramKey)) return {};
";
        let count = fields.len();
        let is_needed = |it: &usize| !self.parameter(*it).is_optional();
        let indices = fields.iter().map(|it| it.member.index);
        let needed: Vec<usize> = indices.filter(is_needed).collect();
        if needed.len() == count {
            writeln!(
                self.out,
                "for (unsigned odsStructIndex = 0; odsStructIndex < {count}; ++odsStructIndex) {{"
            );
            self.out.push(MEMBER);
            writeln!(
                self.out,
                "  if ((odsStructIndex != {count} - 1) && odsParser.parseComma())\n    return {{}};\n}}"
            );
        } else if needed.is_empty() {
            self.out.push(
                "::llvm::StringRef _paramKey;\nif (!odsParser.parseOptionalKeyword(&_paramKey)) {\n  \
                 if (!_loop_body(_paramKey)) return {};\n  while (!odsParser.parseOptionalComma()) {\n",
            );
            self.out.indent();
            self.out.push(MEMBER);
            self.out.push("}\n");
            self.out.unindent().push("}\n");
        } else {
            self.out.push("do {\n");
            self.out.push(MEMBER);
            self.out.push("} while(!odsParser.parseOptionalComma());\n");
            for index in needed {
                let name = self.name(index);
                writeln!(
                    self.out,
                    "if (!_seen_{name}) {{\n  {ERROR}\"struct is missing required parameter: \") << \
                     \"{name}\";\n  return {{}};\n}}"
                );
            }
        }
    }

    fn custom(&mut self, custom: &Custom<Own>, is_optional: bool) -> Result<(), Fatal> {
        self.out.push("{\n");
        self.out.indent();
        self.out
            .push("auto odsCustomLoc = odsParser.getCurrentLocation();\n(void)odsCustomLoc;\n");
        write!(
            self.out,
            "auto odsCustomResult = parse{}(odsParser",
            custom.name
        );
        self.out.indent();
        let mut needed = Vec::new();
        for argument in &custom.arguments {
            self.out.push(",\n");
            match argument {
                Element::Own(Own::Parameter(it)) => {
                    let name = self.name(it.index);
                    write!(
                        self.out,
                        "::mlir::detail::unwrapForCustomParse(_result_{name})"
                    );
                    if !self.parameter(it.index).is_optional() {
                        needed.push(name);
                    }
                }
                Element::Own(Own::Ref(index)) => {
                    let name = self.name(*index);
                    write!(self.out, "*_result_{name}");
                }
                Element::Text(text) => {
                    let text = self.names.fill(text);
                    self.out.push(&text);
                }
                _ => {}
            }
        }
        self.out.unindent().push(");\n");
        self.out.push(if is_optional {
            "if (!odsCustomResult.has_value()) return {};\n\
                 if (::mlir::failed(*odsCustomResult)) return ::mlir::failure();\n"
        } else {
            "if (::mlir::failed(odsCustomResult)) return {};\n"
        });
        for name in needed {
            writeln!(
                self.out,
                "if (::mlir::failed(_result_{name})) {{\n  odsParser.emitError(odsCustomLoc, \
                 \"custom parser failed to parse parameter '{name}'\");\n  return {{}};\n}}"
            );
        }
        self.out.unindent().push("}\n");
        Ok(())
    }

    fn group(&mut self, group: &Group<Own>) -> Result<(), Fatal> {
        let then = parsable(&group.then);
        let otherwise = parsable(&group.otherwise);
        let Some((first, rest)) = then.split_first() else {
            return Ok(());
        };
        if let Element::Custom(custom) = first {
            self.out
                .push("if (auto result = [&]() -> ::mlir::OptionalParseResult {\n");
            self.out.indent();
            self.custom(custom, true)?;
            self.out.push("return ::mlir::success();\n");
            self.out.unindent();
            self.out.push(
                "}(); result.has_value() && ::mlir::failed(*result)) {\n  return {};\n\
                 } else if (result.has_value()) {\n",
            );
            return self.branches(rest, otherwise);
        }
        match first {
            Element::Own(Own::Parameter(it)) => {
                self.variable(it.index)?;
                let name = self.name(it.index);
                writeln!(
                    self.out,
                    "if (!((::mlir::succeeded(_result_{name}) && *_result_{name}))) {{"
                );
            }
            Element::Literal(literal) => {
                let call = literal_call(literal, true);
                writeln!(self.out, "// Parse literal '{literal}'\nif ({call}) {{");
            }
            _ => {}
        }
        self.branches(otherwise, rest)
    }

    /// Writes the code that parses the elements of two branches. The block of the first branch is open already.
    fn branches(&mut self, a: &[Element<Own>], b: &[Element<Own>]) -> Result<(), Fatal> {
        self.out.indent();
        self.elements(a)?;
        self.out.unindent().push("} else {\n");
        self.out.indent();
        self.elements(b)?;
        self.out.unindent().push("}\n");
        Ok(())
    }
}

/// The code that loads the dialect of a parameter. Empty if the parameter belongs to the builtin dialect or to no
/// dialect.
fn load_dialect(it: Parameter) -> Result<String, Fatal> {
    let dialect = it.rec().and_then(|it| Attribute(it).dialect());
    let Some(dialect) = dialect else {
        return Ok(String::new());
    };
    let name = format!("{}::{}", dialect.namespace()?, dialect.class_name());
    Ok(match &*name {
        "::mlir::BuiltinDialect" => String::new(),
        _ => format!("\nodsParser.getContext()->getOrLoadDialect<{name}>();"),
    })
}

/// The call that parses a literal.
fn literal_call(literal: &str, is_optional: bool) -> String {
    let optional = if is_optional { "Optional" } else { "" };
    format!("odsParser.parse{optional}{}", parsing_call(literal))
}
