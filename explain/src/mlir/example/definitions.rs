//! Made-up types and attributes of dialects, as their assembly formats print them.

use backend::{Fatal, Rec};
use mlir_model::definition::Definition;
use mlir_model::format::definition::{Field, Member, Own, parse};
use mlir_model::format::{Custom, Element, Group, Spacing};

use super::attributes::Text;
use super::{Form, Maker};

impl<'a> Maker<'a> {
    /// The text of a type or attribute of a dialect, without its optional parameters.
    pub(super) fn definition(&self, rec: Rec<'a>) -> Text {
        self.definition_other_than(rec, "")
    }

    /// Like [`Maker::definition`]. Parameters that are enumerations have a case that is not `default`. If the record is
    /// invalid, the text is `#attr` or `!type`.
    pub(super) fn definition_other_than(&self, rec: Rec<'a>, default: &str) -> Text {
        let text = self.written_definition(rec, Form::Short, default);
        text.unwrap_or_else(|_| {
            Text::same(if rec.is_a("AttrDef") {
                "#attr"
            } else {
                "!type"
            })
        })
    }

    /// The text of a type or attribute of a dialect; `…` if it is nested too deeply or its assembly format has a syntax
    /// error. An error if the record is invalid.
    pub(super) fn written_definition(
        &self,
        rec: Rec<'a>,
        form: Form,
        default: &str,
    ) -> Result<Text, Fatal> {
        let _nested = self.nest();
        if self.is_too_deep() {
            return Ok(Text::same("…"));
        }
        let def = Definition::read(rec)?;
        let sign = if def.is_attribute() { '#' } else { '!' };
        let (Some(dialect), Some(mnemonic)) = (def.dialect(), &def.mnemonic) else {
            return Ok(Text::same(format!("{sign}{}", rec.name())));
        };
        let dialect = dialect.dialect_name()?;
        let bare = match &def.assembly_format {
            Some(format) => {
                let Ok(elements) = parse(&def, format, self.release) else {
                    return Ok(Text::same("…"));
                };
                let mut writer = Writer {
                    maker: self,
                    def: &def,
                    form,
                    default,
                    text: String::new(),
                    spacing: Spacing::START,
                };
                writer.elements(&elements);
                writer.text
            }
            None if def.has_custom_format => "<…>".to_owned(),
            None => String::new(),
        };
        let body = format!("{mnemonic}{bare}");
        let full = if is_simple(&body) {
            format!("{sign}{dialect}.{body}")
        } else {
            format!("{sign}{dialect}<{body}>")
        };
        let bare = bare.trim_start();
        Ok(if bare.is_empty() || !def.rec.bit("genAccessors")? {
            Text::same(full)
        } else {
            Text {
                bare: bare.to_owned(),
                full,
            }
        })
    }
}

/// Whether MLIR prints a type or attribute with this text after a dot (`!dialect.text`), and not in angle brackets
/// (`!dialect<text>`): the text is a name, or a name followed by angle brackets.
fn is_simple(text: &str) -> bool {
    let is_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.');
    let rest = text.trim_start_matches(is_name);
    rest.is_empty() || (rest.starts_with('<') && rest.ends_with('>'))
}

struct Writer<'m, 'a> {
    maker: &'m Maker<'a>,
    def: &'m Definition<'a>,
    form: Form,
    default: &'m str,
    text: String,
    spacing: Spacing,
}

impl Writer<'_, '_> {
    fn elements(&mut self, elements: &[Element<Own>]) {
        elements.iter().for_each(|it| self.element(it));
    }

    fn element(&mut self, element: &Element<Own>) {
        backend::spend(1);
        match element {
            Element::Literal(literal) => {
                if self.spacing.literal(literal) {
                    self.text.push(' ');
                }
                self.text += literal;
            }
            Element::Space(space) => {
                self.text += space.text();
                self.spacing.space_of_definition(*space);
            }
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

    /// Whether the example has a parameter. An optional parameter is left out of the short form.
    fn is_present(&self, member: Member) -> bool {
        self.form == Form::Full || !self.def.parameters[member.index].is_optional()
    }

    fn blank(&mut self) {
        if self.spacing.element() {
            self.text.push(' ');
        }
    }

    fn variable(&mut self, member: Member) {
        if !self.is_present(member) {
            return;
        }
        self.blank();
        let parameter = self.def.parameters[member.index];
        let value = self
            .maker
            .parameter(parameter, member.is_qualified, self.default);
        self.text += &value;
    }

    fn field(&mut self, field: &Field) {
        let name = self.def.parameters[field.member.index].name;
        self.text += &format!("{} = ", name.unwrap_or_default());
        match &field.custom {
            Some(custom) => self.custom(custom),
            None => self.variable(field.member),
        }
    }

    fn list<T>(&mut self, items: &[T], print: fn(&mut Self, &T), member: fn(&T) -> Member) {
        let present = items.iter().filter(|it| self.is_present(member(it)));
        let present: Vec<&T> = present.collect();
        if present.is_empty() {
            return;
        }
        if self.spacing.has_blank() {
            self.text.push(' ');
        }
        for (index, item) in present.into_iter().enumerate() {
            if index > 0 {
                self.text += ", ";
            }
            self.spacing = Spacing::SEPARATED;
            print(self, item);
        }
    }

    fn custom(&mut self, custom: &Custom<Own>) {
        self.blank();
        let arguments = custom.arguments.iter().filter_map(|it| match it {
            Element::Own(Own::Parameter(it)) => {
                let parameter = self.def.parameters[it.index];
                let value = self
                    .maker
                    .parameter(parameter, it.is_qualified, self.default);
                Some(value)
            }
            _ => None,
        });
        let arguments: Vec<String> = arguments.collect();
        self.text += &format!("custom<{}>({})", custom.name, arguments.join(", "));
    }

    fn group(&mut self, group: &Group<Own>) {
        let is_given = group.members().iter().any(|it| self.is_present(*it));
        let branch = if is_given != group.is_inverted {
            &group.then
        } else {
            &group.otherwise
        };
        self.elements(branch);
    }
}
