//! How the names of intrinsics are mangled.
//!
//! A name is a template: `[…]` stands in the full name only, and `{d}` for the suffix of the default type, `{2}` for that
//! of the type at this place of the prototype.

use backend::{Fatal, Rec, bail};

use super::model::{Form, Intrinsic};
use super::types::{Operand, SveType};

impl Intrinsic {
    /// The name of the builtin without its prefix, which is the full name of the function. It and the others fail for
    /// templates that mean nothing.
    pub fn full_name(&self, inst: Rec) -> Result<String, Fatal> {
        self.name_as(Form::Full, inst)
    }

    /// The name that this form is declared with.
    pub fn declared_name(&self, inst: Rec) -> Result<String, Fatal> {
        self.name_as(self.form, inst)
    }

    /// The declaration of this form in C, without a semicolon.
    pub fn declaration(&self, inst: Rec) -> Result<String, Fatal> {
        let name = self.declared_name(inst)?;
        let types: Vec<_> = self.types.iter().map(|ty| ty.c_name()).collect();
        let Some((result, parameters)) = types.split_first() else {
            bail!(inst, "the prototype of '{name}' is empty");
        };
        Ok(format!("{result} {name}({})", parameters.join(", ")))
    }

    /// The types of the result and the parameters as `TARGET_BUILTIN` takes them.
    pub fn builtin_letters(&self, inst: Rec) -> Result<String, Fatal> {
        if self.types.is_empty() {
            bail!(inst, "the prototype of '{}' is empty", self.family.name);
        }
        let mut letters = String::new();
        for ty in &self.types {
            match ty.builtin_letters() {
                Some(of_type) => letters += &of_type,
                None => bail!(inst, "no builtin has an operand of type '{}'", ty.c_name()),
            }
        }
        Ok(letters)
    }

    /// The name of the LLVM intrinsic; empty if there is none.
    pub fn llvm_name(&self, inst: Rec) -> Result<String, Fatal> {
        self.fill_in(inst, self.family.llvm_name.clone())
    }

    fn name_as(&self, form: Form, inst: Rec) -> Result<String, Fatal> {
        let template = self.family.name.clone();
        let name = match form {
            Form::Full => strip_brackets(template),
            Form::Overloaded => drop_bracketed(inst, template)?,
        };
        let name = self.fill_in(inst, name)?;
        Ok(name + &self.family.merge_suffix)
    }

    /// Puts suffixes of types in the place of the parts in braces.
    fn fill_in(&self, inst: Rec, mut name: String) -> Result<String, Fatal> {
        while let Some(start) = name.find('{') {
            let Some(end) = closing(&name, '}', start) else {
                bail!(inst, "the braces in '{name}' do not match");
            };
            let suffix = self.suffix(inst, &name[start + 1..])?;
            name.replace_range(start..end, &suffix);
        }
        Ok(name)
    }

    /// The suffix of the type that the text behind a brace starts with: `s32`.
    fn suffix(&self, inst: Rec, behind: &str) -> Result<String, Fatal> {
        let letters = self.family.prototype.as_bytes();
        let operand = match behind.bytes().next() {
            Some(b'd') => Some(Operand::DEFAULT),
            Some(digit @ b'0'..=b'3') => {
                let letter = letters.get(usize::from(digit - b'0'));
                letter.map(|letter| Operand {
                    letter: char::from(*letter),
                    vectors: 1,
                })
            }
            _ => None,
        };
        let Some(operand) = operand else {
            bail!(inst, "'{{{behind}' names no type of the prototype");
        };
        let ty = SveType::new(inst, &self.spec, operand)?;
        let kind = match ty {
            _ if ty.is_integer() && ty.signed => "s",
            _ if ty.is_integer() => "u",
            _ if ty.svcount => "c",
            _ if ty.predicate => "b",
            _ if ty.is_bfloat() => "bf",
            _ => "f",
        };
        Ok(format!("{kind}{}", ty.element_bits))
    }
}

/// Where the part ends that starts with a bracket: behind the first bracket that closes, wherever that is. One before
/// the start, or none, lets it reach to the end; but directly before the start, or none and a start at the front, it
/// has no characters at all, and the reference never ends. That is none.
fn closing(name: &str, close: char, start: usize) -> Option<usize> {
    match name.find(close) {
        Some(end) if end >= start => Some(end + 1),
        Some(end) => (end + 1 != start).then_some(name.len()),
        None => (start != 0).then_some(name.len()),
    }
}

/// The name without its brackets.
fn strip_brackets(mut name: String) -> String {
    while let Some(at) = name.find('[') {
        name.remove(at);
        if let Some(at) = name.find(']') {
            name.remove(at);
        }
    }
    name
}

/// The name without its brackets and what is between them.
fn drop_bracketed(inst: Rec, mut name: String) -> Result<String, Fatal> {
    while let Some(start) = name.find('[') {
        let Some(end) = closing(&name, ']', start) else {
            bail!(inst, "the brackets in '{name}' do not match");
        };
        name.replace_range(start..end, "");
    }
    Ok(name)
}
