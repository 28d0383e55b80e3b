//! Writes an operation by its format, one element after another.

use std::collections::BTreeMap;

use backend::{Fatal, Rec};
use mlir_model::format::operation::{OperationFormat, Own};
use mlir_model::format::{Custom, Element, Group, Spacing};
use mlir_model::operation::Value;
use mlir_model::type_constraint::Arity;

use super::Form;
use super::operation::{Written, block, braces, result_types};
use super::types::{Made, class_name, full_class};

impl Written<'_, '_> {
    /// The text of the operation as its assembly format prints it.
    pub(super) fn by_format(&self, format: &OperationFormat) -> Result<String, Fatal> {
        let mut writer = Writer {
            written: self,
            format,
            text: format!("{}{}", self.prefix(), self.op.name),
            spacing: Spacing::START,
        };
        writer.elements(&format.elements, None)?;
        Ok(writer.text)
    }
}

struct Writer<'w, 'm, 'a> {
    written: &'w Written<'m, 'a>,
    format: &'w OperationFormat,
    text: String,
    spacing: Spacing,
}

impl<'a> Writer<'_, '_, 'a> {
    fn elements(&mut self, elements: &[Element<Own>], elided: Option<usize>) -> Result<(), Fatal> {
        for (index, element) in elements.iter().enumerate() {
            if elided != Some(index) {
                self.element(element)?;
            }
        }
        Ok(())
    }

    fn element(&mut self, element: &Element<Own>) -> Result<(), Fatal> {
        backend::spend(1);
        match element {
            Element::Literal(literal) => self.literal(literal),
            Element::Space(space) => {
                self.text += space.text();
                self.spacing.space_of_operation(*space);
            }
            Element::Group(group) => self.group(group)?,
            Element::Own(Own::OiList(clauses)) => self.oilist(clauses)?,
            Element::Own(Own::AttrDict(has_keyword)) => {
                self.attr_dict(*has_keyword)?;
                self.spacing.was_punctuation = false;
            }
            Element::Own(Own::PropDict) => {
                let entries = self.rest()?;
                if !entries.is_empty() {
                    self.text += &format!(" <{}>", braces(&entries));
                }
                self.spacing.was_punctuation = false;
            }
            Element::Custom(custom) => self.custom(custom)?,
            Element::Own(own) => {
                let text = self.own(own)?;
                self.add(&text);
            }
            Element::Text(_) => {}
        }
        Ok(())
    }

    fn literal(&mut self, literal: &str) {
        if self.spacing.literal(literal) {
            self.text.push(' ');
        }
        self.text += literal;
    }

    /// Adds the text of an element that is not a literal, with a space before it if one is needed.
    fn add(&mut self, text: &str) {
        if self.spacing.element() {
            self.text.push(' ');
        }
        self.text += text;
    }

    /// The attributes and properties without an element in the format, by name. Segment sizes are included if the
    /// format writes all operands or all result types as one element.
    fn rest(&self) -> Result<BTreeMap<String, String>, Fatal> {
        let format = self.format;
        let written = self.written;
        let mut entries = written.dictionary(
            &format.used_attributes,
            &format.used_properties,
            &format.inferred_attributes,
        )?;
        if format.has_all_operands && written.op.has_operand_segments() {
            entries.insert("operandSegmentSizes".to_owned(), written.segments(false));
        }
        if format.has_all_result_types && written.op.has_result_segments() {
            entries.insert("resultSegmentSizes".to_owned(), written.segments(true));
        }
        Ok(entries)
    }

    fn attr_dict(&mut self, has_keyword: bool) -> Result<(), Fatal> {
        // With `prop-dict`, this dictionary contains only discardable attributes, and the example has none.
        if self.format.has_prop_dict {
            return Ok(());
        }
        let text = braces(&self.rest()?);
        if !text.is_empty() {
            let keyword = if has_keyword { "attributes " } else { "" };
            self.text += &format!(" {keyword}{text}");
        }
        Ok(())
    }

    /// Whether the example has the element `anchor` of an optional group.
    fn is_present(&self, anchor: &Element<Own>) -> Result<bool, Fatal> {
        let own = match anchor {
            Element::Own(own) => own,
            Element::Custom(custom) => {
                for it in &custom.arguments {
                    if self.is_present(it)? {
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
            Element::Text(_) => return Ok(false),
            _ => return Ok(true),
        };
        let written = self.written;
        Ok(match own {
            Own::Operand(index) => written.values[*index].is_some(),
            Own::Result(index) => written.values[written.op.operands.len() + index].is_some(),
            Own::Region(index) => written.has_part(written.op.regions[*index].name),
            Own::Successor(index) => written.has_part(written.op.successors[*index].name),
            Own::Type(of, _) | Own::FunctionalType(of, _) | Own::Ref(of) => self.is_present(of)?,
            Own::Attribute(index, _) => written.has_attribute(*index)?,
            Own::Property(index) => written.has_property(*index),
            _ => true,
        })
    }

    fn group(&mut self, group: &Group<Own>) -> Result<(), Fatal> {
        let anchor = group.anchor();
        let is_elided = group.anchor > 0 && self.is_unit(anchor);
        let elided = |is_here: bool| (is_elided && is_here).then_some(group.anchor);
        if self.is_present(anchor)? != group.is_inverted {
            self.elements(&group.then, elided(!group.is_inverted))
        } else {
            self.elements(&group.otherwise, elided(group.is_inverted))
        }
    }

    /// Whether an element is a unit attribute or property. The format prints a keyword for such an element instead of
    /// its value.
    fn is_unit(&self, element: &Element<Own>) -> bool {
        let op = self.written.op;
        match element {
            Element::Own(Own::Attribute(index, _)) => {
                op.attributes[*index].attr.base().def_name() == "UnitAttr"
            }
            Element::Own(Own::Property(index)) => {
                let name = op.properties[*index].prop.base().def_name();
                matches!(name, "UnitProp" | "UnitProperty")
            }
            _ => false,
        }
    }

    fn oilist(&mut self, clauses: &[(String, Vec<Element<Own>>)]) -> Result<(), Fatal> {
        for (keyword, elements) in clauses {
            let mut is_present = self.written.form == Form::Full;
            for it in elements {
                let is_optional = !matches!(it, Element::Literal(_) | Element::Space(_));
                is_present |= is_optional && self.is_present(it)?;
            }
            if !is_present {
                continue;
            }
            self.literal(keyword);
            match &elements[..] {
                [only] if self.is_unit(only) => {}
                elements => self.elements(elements, None)?,
            }
        }
        Ok(())
    }

    /// Adds the text of a `custom` directive. For `DynamicIndexList`, the output of its C++ function is imitated. The
    /// output of other functions is unknown; for these, the directive itself is added, with the texts of its arguments.
    fn custom(&mut self, custom: &Custom<Own>) -> Result<(), Fatal> {
        let mut arguments = Vec::new();
        for it in &custom.arguments {
            match it {
                Element::Own(Own::Ref(_)) | Element::Text(_) => {}
                Element::Own(own) if self.is_present(it)? => arguments.push(self.own(own)?),
                _ => {}
            }
        }
        let text = match &*custom.name {
            // MLIR itself has this directive for several dialects. It prints operands and numbers in brackets.
            "DynamicIndexList" if !arguments.is_empty() => format!("[{}]", arguments[0]),
            name => format!("custom<{name}>({})", arguments.join(", ")),
        };
        // The C++ functions of most directives print a leading space where the format has none.
        let is_open = self.text.ends_with([' ', '\n', '(', '[', '<', '{']);
        if !is_open && (self.spacing.has_blank() || custom.name != "DynamicIndexList") {
            self.text.push(' ');
        }
        self.spacing = Spacing::START;
        self.text += &text;
        Ok(())
    }

    fn own(&self, own: &Own) -> Result<String, Fatal> {
        let written = self.written;
        let op = written.op;
        let names = |all: Vec<(String, String)>| {
            let names: Vec<String> = all.into_iter().map(|it| it.0).collect();
            names.join(", ")
        };
        Ok(match own {
            Own::Attribute(index, is_qualified) => {
                let it = &op.attributes[*index];
                if !written.has_attribute(*index)? && it.attr.is_optional()? {
                    return Ok(String::new());
                }
                let text = written.attribute(*index)?;
                if *is_qualified || it.attr.storage_type() == "::mlir::Attribute" {
                    text.full
                } else {
                    text.bare
                }
            }
            Own::Property(index) => written.property(*index).bare,
            Own::Operand(index) => match &written.values[*index] {
                Some((name, _)) if op.operands[*index].ty.is_variadic_of_variadic() => {
                    format!("({name})")
                }
                Some((name, _)) => name.clone(),
                None => String::new(),
            },
            Own::Region(index) => {
                if written.has_part(op.regions[*index].name) {
                    written.region(op.regions[*index].name)
                } else {
                    String::new()
                }
            }
            Own::Successor(index) => block(*index, op.successors[*index].name),
            Own::Operands => names(written.operands()),
            Own::Regions => written.regions().join(", "),
            Own::Successors => written.blocks().join(", "),
            Own::Type(of, is_qualified) => self.types(of, *is_qualified).join(", "),
            Own::FunctionalType(inputs, results) => {
                let inputs = self.types(inputs, true).join(", ");
                let results = self.types(results, true);
                format!("({inputs}) -> {}", result_types(&results))
            }
            _ => String::new(),
        })
    }

    /// The texts of the type of an operand or result, or of the types of all operands or results.
    fn types(&self, of: &Element<Own>, is_qualified: bool) -> Vec<String> {
        let written = self.written;
        let operands = written.op.operands.len();
        let (index, value) = match of {
            Element::Own(Own::Operand(index)) => (*index, &written.op.operands[*index]),
            Element::Own(Own::Result(index)) => (operands + index, &written.op.results[*index]),
            Element::Own(Own::Operands) => {
                return written.operands().into_iter().map(|it| it.1).collect();
            }
            Element::Own(Own::Results) => {
                return written.results().into_iter().map(|it| it.1).collect();
            }
            _ => return Vec::new(),
        };
        let Some((_, ty)) = &written.values[index] else {
            return Vec::new();
        };
        let text = match ty {
            // If the constraint determines the C++ class of the type, the type is printed without its name.
            Some(Made::Defined(rec))
                if !is_qualified && value.ty.arity == Arity::One && prints_bare(value, *rec) =>
            {
                written.maker.definition(*rec).bare
            }
            ty => written.type_text(ty.as_ref()),
        };
        vec![if value.ty.is_variadic_of_variadic() {
            format!("({text})")
        } else {
            text
        }]
    }
}

/// Whether the C++ class in the value's constraint is the C++ class of `ty`.
fn prints_bare(value: &Value, ty: Rec) -> bool {
    let class = value.ty.cpp_type().unwrap_or_default();
    full_class(ty).is_some_and(|it| it == class_name(&class))
}
