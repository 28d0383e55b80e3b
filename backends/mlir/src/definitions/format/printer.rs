//! The function that prints a type or attribute by its declarative format.

use backend::{Fatal, Release};

use mlir_model::definition::{Definition, Parameter};
use mlir_model::format::definition::{Elements, Field, Member, Own};
use mlir_model::format::{Custom, Element, Group, Space, Spacing};
use mlir_model::template::Substitutions;

use crate::cpp::Indented;
use crate::literals::printing_call;

/// The default C++ code, with placeholders, that prints a parameter.
const PRINTER: &str = "$_printer.printStrippedAttrOrType($_self)";

/// The default C++ code, with placeholders, that prints a parameter with the prefix of its dialect.
const QUALIFIED: &str = "$_printer << $_self";

/// The body of the C++ method `print` of the type or attribute.
pub(super) fn body(
    def: &Definition,
    elements: &Elements,
    release: Release,
) -> Result<String, Fatal> {
    let names = Substitutions::new()
        .with("_printer", "odsPrinter")
        .with("_ctxt", "getContext()")
        .with("_builder", "odsBuilder");
    let mut out = Indented::default();
    out.indent();
    out.push("::mlir::Builder odsBuilder(getContext());\n");
    let mut writer = Writer {
        def,
        names,
        out,
        release,
        spacing: Spacing::START,
    };
    writer.elements(elements);
    Ok(writer.out.into_text())
}

struct Writer<'c, 'a> {
    def: &'c Definition<'a>,
    names: Substitutions<'c>,
    out: Indented,
    release: Release,
    spacing: Spacing,
}

impl<'a> Writer<'_, 'a> {
    fn parameter(&self, index: usize) -> Parameter<'a> {
        self.def.parameters[index]
    }

    fn elements(&mut self, elements: &[Element<Own>]) {
        elements.iter().for_each(|it| self.element(it));
    }

    fn element(&mut self, element: &Element<Own>) {
        match element {
            Element::Literal(literal) => self.literal(literal),
            Element::Space(space) => self.space(*space),
            Element::Custom(custom) => self.custom(custom),
            Element::Group(group) => self.group(group),
            Element::Own(Own::Parameter(it)) => self.variable(*it),
            Element::Own(Own::Params(members)) => {
                self.list(members, |writer, it| writer.variable(*it), |it| *it);
            }
            Element::Own(Own::Struct(fields)) => self.list(fields, Self::field, |it| it.member),
            Element::Own(Own::Ref(_)) | Element::Text(_) => {}
        }
    }

    fn literal(&mut self, literal: &str) {
        let printed = printing_call(&mut self.spacing, literal);
        writeln!(self.out, "odsPrinter{printed};");
    }

    fn space(&mut self, space: Space) {
        match space {
            Space::None => {}
            Space::Blank => self.out.push("odsPrinter << \" \";\n"),
            Space::Line if self.release >= Release::V22 => {
                self.out.push("odsPrinter.printNewline();\n");
            }
            Space::Line => self.out.push("odsPrinter << '\\n';\n"),
        }
        self.spacing.space_of_definition(space);
    }

    /// Writes the code that prints a space before a variable, if a space is needed.
    fn blank(&mut self) {
        if self.spacing.element() {
            self.out.push("odsPrinter << ' ';\n");
        }
    }

    /// The C++ condition under which a parameter is printed; `None` if it is always printed.
    fn guard(&self, index: usize) -> Option<String> {
        let it = self.parameter(index);
        let default = it.default_value()?;
        let value = format!("{}()", it.accessor());
        let names = self.names.clone().with("_self", value.clone());
        let default = names.fill(&default);
        let names = names.with("_lhs", value).with("_rhs", default);
        let comparator = it.text("comparator");
        let is_default = names.fill(comparator.as_deref().unwrap_or("$_lhs == $_rhs"));
        Some(format!("!({is_default})"))
    }

    fn open(&mut self, condition: &str) {
        writeln!(self.out, "if ({condition}) {{");
        self.out.indent();
    }

    fn close(&mut self) {
        self.out.unindent().push("}\n");
    }

    fn variable(&mut self, member: Member) {
        let it = self.parameter(member.index);
        let guard = self.guard(member.index);
        if let Some(guard) = &guard {
            self.open(guard);
        }
        self.blank();
        let printer = it.text("printer");
        let code = match (member.is_qualified, &printer) {
            (true, _) => QUALIFIED,
            (false, Some(printer)) => printer,
            (false, None) => PRINTER,
        };
        let names = self
            .names
            .clone()
            .with("_self", format!("{}()", it.accessor()));
        let code = names.fill(code);
        writeln!(self.out, "{code};");
        if guard.is_some() {
            self.close();
        }
    }

    /// Writes the code that prints a parameter with its name.
    fn field(&mut self, field: &Field) {
        let name = self.parameter(field.member.index).name;
        writeln!(
            self.out,
            "odsPrinter << \"{} = \";",
            name.unwrap_or_default()
        );
        match &field.custom {
            Some(custom) => self.custom(custom),
            None => self.variable(field.member),
        }
    }

    /// Writes the code that prints parameters, separated by commas. `print` writes the code for one parameter.
    fn list<T>(&mut self, items: &[T], print: fn(&mut Self, &T), member: fn(&T) -> Member) {
        if self.spacing.has_blank() {
            let guards = items.iter().map(|it| self.guard(member(it).index));
            let guards: Option<Vec<String>> = guards.collect();
            if let Some(guards) = &guards {
                self.open(&guards.join(" || "));
            }
            self.out.push("odsPrinter << ' ';\n");
            if guards.is_some() {
                self.close();
            }
        }
        self.out.push("{\n");
        self.out.indent().push("bool _firstPrinted = true;\n");
        for item in items {
            let guard = self.guard(member(item).index);
            if let Some(guard) = &guard {
                self.open(guard);
            }
            self.out
                .push("if (!_firstPrinted) odsPrinter << \", \";\n_firstPrinted = false;\n");
            self.spacing = Spacing::SEPARATED;
            print(self, item);
            if guard.is_some() {
                self.close();
            }
        }
        self.close();
    }

    fn custom(&mut self, custom: &Custom<Own>) {
        self.blank();
        write!(self.out, "print{}(odsPrinter", custom.name);
        self.out.indent();
        for argument in &custom.arguments {
            self.out.push(",\n");
            match argument {
                Element::Own(Own::Parameter(Member { index, .. }) | Own::Ref(index)) => {
                    let accessor = self.parameter(*index).accessor();
                    write!(self.out, "{accessor}()");
                }
                Element::Text(text) => {
                    let text = self.names.fill(text);
                    self.out.push(&text);
                }
                _ => {}
            }
        }
        self.out.unindent().push(");\n");
    }

    fn group(&mut self, group: &Group<Own>) {
        let members = group.members();
        let guards: Vec<String> = members
            .iter()
            .filter_map(|it| self.guard(it.index))
            .collect();
        let guards = guards.join(" || ");
        let condition = if group.is_inverted {
            format!("!({guards})")
        } else {
            guards
        };
        self.open(&condition);
        let before = self.spacing;
        self.elements(&group.then);
        self.spacing = before;
        self.out.unindent().push("} else {\n");
        self.out.indent();
        self.elements(&group.otherwise);
        self.close();
    }
}
