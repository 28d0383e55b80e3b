//! Names of intrinsics.
//!
//! A name is a template: a part in brackets occurs only in the full name. `{d}` is replaced by the suffix of the
//! default type. `{2}` is replaced by the suffix of the type with index 2 in the prototype; the result has index 0.

use backend::number::push_number;
use backend::{Fatal, Rec, bail};
use elaborate::records::Release;

use super::model::{Form, Intrinsic};
use super::prototype;
use super::types::{Operand, SveType};

impl Intrinsic {
    /// The full name. The builtin's name is the full name after a prefix. An error if the template is invalid.
    pub(super) fn full_name(&self, inst: Rec) -> Result<String, Fatal> {
        self.name_as(Form::Full, inst)
    }

    /// The name with which the header declares this form.
    pub(super) fn declared_name(&self, inst: Rec) -> Result<String, Fatal> {
        self.name_as(self.form, inst)
    }

    /// Appends the declaration of this form in C, without a semicolon.
    pub(super) fn push_declaration(&self, inst: Rec, out: &mut String) -> Result<(), Fatal> {
        let name = self.declared_name(inst)?;
        let Some((result, parameters)) = self.types.split_first() else {
            bail!(inst, "the prototype of '{name}' is empty");
        };
        result.push_c_name(out);
        out.push(' ');
        out.push_str(&name);
        out.push('(');
        for (index, ty) in parameters.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            ty.push_c_name(out);
        }
        out.push(')');
        Ok(())
    }

    /// Appends the types of the result and the parameters, encoded as for `TARGET_BUILTIN`.
    pub(super) fn push_builtin_letters(&self, inst: Rec, out: &mut String) -> Result<(), Fatal> {
        if self.types.is_empty() {
            bail!(inst, "the prototype of '{}' is empty", self.family.name);
        }
        for ty in self.types.iter() {
            if !ty.push_builtin_letters(out) {
                bail!(inst, "no builtin has an operand of type '{}'", ty.c_name());
            }
        }
        Ok(())
    }

    /// The name of the LLVM intrinsic. Empty if the record names no LLVM intrinsic.
    pub(super) fn llvm_name(&self, inst: Rec) -> Result<String, Fatal> {
        self.fill_in(inst, self.family.llvm_name.clone())
    }

    fn name_as(&self, form: Form, inst: Rec) -> Result<String, Fatal> {
        let template = self.family.name.clone();
        let name = match form {
            Form::Full => strip_brackets(template),
            Form::Overloaded => drop_bracketed(inst, template)?,
        };
        let mode = if self.sets_fpmr { "_fpm" } else { "" };
        Ok(self.fill_in(inst, name)? + &self.family.merge_suffix + mode)
    }

    /// Replaces the parts in braces by suffixes of types.
    fn fill_in(&self, inst: Rec, mut name: String) -> Result<String, Fatal> {
        while let Some(start) = name.find('{') {
            let (kind, bits) = self.suffix(inst, &name[start + 1..])?;
            let end = start + length(&name, start, '}');
            let rest = name.split_off(end);
            name.truncate(start);
            name += kind;
            push_number(&mut name, bits.into());
            name += &rest;
        }
        Ok(name)
    }

    /// The suffix of a type: the letters of its kind and its element width in bits, such as `s` and 32. `behind` is the
    /// text after an opening brace. The first character of `behind` selects the type.
    fn suffix(&self, inst: Rec, behind: &str) -> Result<(&'static str, u32), Fatal> {
        let letters = self.family.prototype.as_bytes();
        let mut operand = None;
        let letter = match behind.bytes().next() {
            Some(b'd') => Some(&b'd'),
            // As in the reference, any other character is an index: its code minus the code of `0`. Since LLVM 21, the
            // index counts operands instead of letters.
            Some(place) => {
                let place = usize::from(place.wrapping_sub(b'0'));
                operand = prototype::operands(&self.family.prototype)
                    .get(place)
                    .copied();
                letters.get(place)
            }
            None => None,
        };
        let Some(letter) = letter else {
            bail!(inst, "'{{{behind}' names no type of the prototype");
        };
        let counts_operands = inst.records().release() >= Release::V21;
        let letter = match operand.filter(|_| counts_operands) {
            Some(operand) => operand.letter,
            None => char::from(*letter),
        };
        let operand = Operand { letter, vectors: 1 };
        let ty = SveType::new(inst, &self.spec, operand)?;
        let kind = match ty {
            _ if ty.is_integer() && ty.signed => "s",
            _ if ty.is_integer() => "u",
            _ if ty.svcount => "c",
            _ if ty.predicate => "b",
            _ if ty.is_bfloat() => "bf",
            _ if ty.mfloat => "mf",
            _ => "f",
        };
        Ok((kind, ty.element_bits))
    }
}

/// The length in bytes of the part of `name` from the bracket at `start` through the first `close` in `name`. As in the
/// reference, the subtraction wraps around if `close` is missing or precedes `start`. The part then extends to the end
/// of `name`, or is empty if the difference is 0.
fn length(name: &str, start: usize, close: char) -> usize {
    let end = name.find(close).map_or(0, |end| end + 1);
    end.wrapping_sub(start).min(name.len() - start)
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

/// The name without its brackets and their contents.
fn drop_bracketed(inst: Rec, mut name: String) -> Result<String, Fatal> {
    while let Some(start) = name.find('[') {
        let length = length(&name, start, ']');
        if length == 0 {
            bail!(inst, "the brackets in '{name}' do not match");
        }
        name.replace_range(start..start + length, "");
    }
    Ok(name)
}
