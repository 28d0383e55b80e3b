//! The definition of an intrinsic in C: a function, or a macro.

use backend::{Fatal, bail};
use elaborate::records::Release;

use super::changes;
use super::definition::Class;
use super::intrinsic::Intrinsic;
use super::model::Intrinsics;
use super::types::{BaseKind, Type};

/// A writer for the definition of one intrinsic.
pub(super) struct Function<'m, 'a> {
    pub intrinsics: &'m Intrinsics<'a>,
    pub it: &'m Intrinsic<'a>,
    pub text: String,
    variables: Vec<(String, Variable)>,
    result: Variable,
    /// The suffix of the names of variables. The suffix distinguishes them from the variables of called macros.
    postfix: String,
    /// The prefix of called intrinsics: `__noswap_` to call the variants that do not reverse vectors, otherwise empty.
    pub call_prefix: &'static str,
    /// The indices of the intrinsics that are called, one for each call.
    pub callees: Vec<usize>,
}

#[derive(Clone, Default)]
pub(super) struct Variable {
    pub ty: Type,
    pub name: String,
}

impl Variable {
    fn new(ty: Type, stem: &str, postfix: &str) -> Variable {
        Variable {
            ty,
            name: format!("__{stem}{postfix}"),
        }
    }
}

/// The maximum length of an expression in bytes.
const MAX_EXPRESSION: usize = 1 << 20;

impl<'m, 'a> Function<'m, 'a> {
    pub(super) fn new(
        intrinsics: &'m Intrinsics<'a>,
        it: &'m Intrinsic<'a>,
        postfix: String,
    ) -> Self {
        let params = it.params().iter().enumerate();
        let variables = params.map(|(index, ty)| {
            let name = early_name(index);
            let variable = Variable::new(*ty, &name, &postfix);
            (name, variable)
        });
        Function {
            intrinsics,
            it,
            text: String::new(),
            variables: variables.collect(),
            result: Variable::new(it.returned(), "ret", &postfix),
            postfix,
            call_prefix: "",
            callees: Vec::new(),
        }
    }

    /// Writes the definition. With `reverse`, vectors are reversed on entry and on return, unless the intrinsic is safe
    /// for big-endian code. `name_prefix` precedes the intrinsic's name.
    pub(super) fn write(&mut self, reverse: bool, name_prefix: &str) -> Result<(), Fatal> {
        self.push_prototype(name_prefix)?;
        if self.it.def.unavailable {
            self.text += " __attribute__((unavailable));\n";
            return Ok(());
        }
        self.push_line(if self.it.is_macro {
            " __extension__ ({"
        } else {
            " {"
        });
        let reverse = reverse && !self.it.is_big_endian_safe();
        self.declare_result();
        self.copy_arguments();
        if reverse {
            self.reverse_arguments();
        }
        self.push_body()?;
        let result = self.result.clone();
        if reverse && is_reversible(result.ty) {
            self.push_reversal(&result, &result);
        }
        if !result.ty.is_void() {
            let keyword = if self.it.is_macro { "" } else { "return " };
            self.push_line(&format!("  {keyword}{};", result.name));
        }
        self.text += if self.it.is_macro { "})\n" } else { "}\n" };
        Ok(())
    }

    pub(super) fn release(&self) -> Release {
        self.intrinsics.records.release()
    }

    fn push_prototype(&mut self, name_prefix: &str) -> Result<(), Fatal> {
        let it = self.it;
        if it.is_macro {
            self.text += "#define ";
        } else {
            self.text += "__ai ";
            let target = &it.def.target_guard;
            if !target.is_empty() {
                self.text += &format!("__attribute__((target(\"{target}\"))) ");
            }
            it.returned().push_c_name(&mut self.text);
            self.text.push(' ');
        }
        self.text += name_prefix;
        self.text += &it.c_name()?;
        self.text.push('(');
        for index in 0..it.params().len() {
            if index != 0 {
                self.text += ", ";
            }
            let (_, variable) = &self.variables[index];
            if !it.is_macro {
                variable.ty.push_c_name(&mut self.text);
                self.text.push(' ');
            }
            self.text += &variable.name;
        }
        self.text.push(')');
        Ok(())
    }

    pub(super) fn push_line(&mut self, line: &str) {
        self.text += line;
        self.text += if self.it.is_macro { " \\\n" } else { "\n" };
    }

    fn declare_result(&mut self) {
        let Variable { ty, name } = &self.result;
        if !ty.is_void() {
            self.push_line(&format!("  {} {name};", ty.c_name()));
        }
    }

    /// Copies the arguments of a macro to variables, which checks their types. Constants must stay constants and
    /// pointers may be over-aligned, so neither is copied.
    fn copy_arguments(&mut self) {
        if !self.it.is_macro {
            return;
        }
        for (index, ty) in self.it.params().iter().enumerate() {
            if ty.immediate || ty.pointer {
                continue;
            }
            let old = self.parameter(index).clone();
            let copy = Variable::new(old.ty, &format!("s{index}"), &self.postfix);
            self.push_line(&format!(
                "  {} {} = {};",
                copy.ty.c_name(),
                copy.name,
                old.name
            ));
            *self.parameter(index) = copy;
        }
    }

    fn reverse_arguments(&mut self) {
        for index in 0..self.it.params().len() {
            let old = self.parameter(index).clone();
            if !is_reversible(old.ty) {
                continue;
            }
            let reversed = Variable::new(old.ty, &format!("rev{index}"), &self.postfix);
            self.text += &format!("  {} {};", reversed.ty.c_name(), reversed.name);
            self.push_reversal(&reversed, &old);
            *self.parameter(index) = reversed;
        }
    }

    fn push_reversal(&mut self, to: &Variable, from: &Variable) {
        let lanes = changes::reversed_lanes(self.release(), to.ty);
        let shuffle = |part: &str| {
            let (to, from) = (&to.name, &from.name);
            format!("  {to}{part} = __builtin_shufflevector({from}{part}, {from}{part}{lanes});")
        };
        if to.ty.vectors <= 1 {
            return self.push_line(&shuffle(""));
        }
        self.push_line("");
        for vector in 0..to.ty.vectors {
            self.push_line(&shuffle(&format!(".val[{vector}]")));
        }
    }

    /// The variable of a parameter. From the eleventh parameter on, the reference stores the variable under one name
    /// ([`early_name`]) and looks it up under another name. The result is then a new variable with the type `void` and
    /// the name `__`.
    fn parameter(&mut self, index: usize) -> &mut Variable {
        let name = format!("p{index}");
        let found = self.variables.iter().position(|(it, _)| *it == name);
        let found = found.unwrap_or_else(|| {
            let name_only = Variable::new(Type::default(), "", "");
            self.variables.push((name, name_only));
            self.variables.len() - 1
        });
        &mut self.variables[found].1
    }

    pub(super) fn variable(&self, name: &str) -> Option<&Variable> {
        let mut variables = self.variables.iter();
        variables.find_map(|(it, variable)| (it == name).then_some(variable))
    }

    pub(super) fn add_variable(&mut self, name: String, ty: Type) -> Variable {
        let variable = Variable::new(ty, &name, &self.postfix);
        self.variables.push((name, variable.clone()));
        variable
    }

    /// Writes the operations, or, for an intrinsic without operations, the call of the builtin.
    pub(super) fn push_body(&mut self) -> Result<(), Fatal> {
        if !self.it.has_body() {
            return self.push_builtin_call();
        }
        let mut lines = Vec::new();
        for operation in self.it.def.body {
            let Some(dag) = self.intrinsics.records.dag(*operation) else {
                bail!(self.it.def.rec, "an operation is not a dag");
            };
            let (_, text) = self.evaluate(dag)?;
            lines.push(text + ";");
        }
        if let Some(last) = lines.last_mut().filter(|_| !self.result.ty.is_void()) {
            last.insert_str(0, &format!("{} = ", self.result.name));
        }
        for line in lines {
            self.push_line(&format!("  {line}"));
        }
        Ok(())
    }

    fn push_builtin_call(&mut self) -> Result<(), Fatal> {
        let it = self.it;
        let class = it.builtin_class();
        let returned = it.returned();
        // A structure of vectors is returned through a pointer, which is the first argument.
        let by_pointer = returned.vectors >= 2;
        let mut call = String::new();
        let has_bit_cast = changes::has_bit_cast(self.release());
        let is_cast = !returned.is_void() && !by_pointer;
        if is_cast && has_bit_cast {
            call += &format!("__builtin_bit_cast({}, ", returned.c_name());
        } else if is_cast {
            call += &format!("({}) ", returned.c_name());
        }
        call += &format!("__builtin_neon_{}(", it.builtin_name()?);
        if by_pointer {
            call += &format!("&{}, ", self.result.name);
        }
        for index in 0..it.params().len() {
            let Variable { ty, name } = self.parameter(index).clone();
            call += &if has_bit_cast {
                changes::argument(self.release(), ty, &name, class)
            } else {
                argument(ty, &name, class)
            };
        }
        if class == Class::Overloaded {
            let number = it.key_type().number();
            call += &number
                .map_err(|message| it.def.rec.fatal(message))?
                .to_string();
        } else {
            // Drops the comma and space after the last argument. Without arguments, the reference still drops two
            // characters.
            call.truncate(call.len().saturating_sub(2));
        }
        if is_cast && has_bit_cast {
            call.push(')');
        }
        let result = if !is_cast {
            String::new()
        } else {
            format!("{} = ", self.result.name)
        };
        self.push_line(&format!("  {result}{call});"));
        Ok(())
    }

    /// `expression` repeated `lanes` times, separated by commas. An error if the result is too long.
    pub(super) fn repeated(&self, expression: &str, lanes: u32) -> Result<String, Fatal> {
        self.check_length((expression.len() + 2).saturating_mul(lanes as usize))?;
        Ok(vec![expression; lanes as usize].join(", "))
    }

    pub(super) fn check_length(&self, length: usize) -> Result<(), Fatal> {
        if length > MAX_EXPRESSION {
            bail!(self.it.def.rec, "an expression is too long");
        }
        Ok(())
    }
}

/// The name under which a parameter is stored for operations: `p` and a digit for the first ten parameters, and `p` and
/// one of the ASCII characters after `9` for the others.
fn early_name(index: usize) -> String {
    let digit = u32::try_from(index).ok();
    let digit = digit.and_then(|it| char::from_u32(u32::from(b'0') + it));
    format!("p{}", digit.unwrap_or('?'))
}

fn is_reversible(ty: Type) -> bool {
    ty.is_vector() && ty.lanes() != 1
}

/// An argument in the call of a builtin, followed by a comma, in the form of the releases before LLVM 21. A structure
/// of vectors becomes one argument for each vector.
fn argument(ty: Type, name: &str, class: Class) -> String {
    let bytes = |mut ty: Type| {
        ty.make_integer(8, BaseKind::Signed);
        format!("({})", ty.c_name())
    };
    if ty.vectors > 1 {
        let cast = match class {
            Class::Overloaded => bytes(Type { vectors: 1, ..ty }),
            _ => String::new(),
        };
        let vectors = 0..ty.vectors;
        return vectors
            .map(|it| format!("{cast}{name}.val[{it}], "))
            .collect();
    }
    let cast = match class {
        _ if !ty.is_vector() => String::new(),
        Class::Overloaded => bytes(ty),
        _ if ty.is_half() && !ty.scalar_in_names => bytes(ty),
        Class::Integer => {
            let kind = if ty.is_integer() {
                BaseKind::Signed
            } else {
                ty.kind
            };
            format!("({})", Type { kind, ..ty }.c_name())
        }
        _ => String::new(),
    };
    format!("{cast}{name}, ")
}
