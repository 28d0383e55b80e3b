//! Evaluating operation dags: each yields a C expression and its type.

use backend::{Dag, Fatal, Rec, ValueId, bail};
use elaborate::value::print::value_unquoted;

use super::changes;
use super::definition::Class;
use super::function::Function;
use super::shuffle;
use super::types::{BaseKind, Type};

/// An expression in C with its type.
type Expression = (Type, String);

impl<'a> Function<'_, 'a> {
    fn rec(&self) -> Rec<'a> {
        self.it.def.rec
    }

    /// Evaluates a dag. The statements that must precede the expression are written, and the variables that the dag
    /// defines are added.
    pub(super) fn evaluate(&mut self, dag: Dag<'a>) -> Result<Expression, Fatal> {
        let Some(operator) = dag.op_def() else {
            bail!(self.rec(), "the operator of an operation is not a record");
        };
        let (ty, text) = match operator.name() {
            "cast" => self.cast(dag, false),
            "bitcast" => self.cast(dag, true),
            "shuffle" => self.shuffle(dag),
            "dup" => self.dup(dag),
            "dup_typed" => self.dup_typed(dag),
            "splat" => self.splat(dag),
            "save_temp" => self.save_temp(dag),
            "op" => self.operator(dag),
            "call" => self.call(dag, false),
            "call_mangled" => self.call(dag, true),
            "name_replace" => self.name_replace(dag),
            "literal" => self.literal(dag),
            _ => bail!(self.rec(), "Unknown operation!"),
        }?;
        self.check_length(text.len())?;
        Ok((ty, text))
    }

    /// The argument `index` of a dag and its name, if it has one. An error if there is no such argument.
    fn argument_of(
        &self,
        dag: Dag<'a>,
        index: usize,
    ) -> Result<(ValueId, Option<&'static str>), Fatal> {
        if index >= dag.len() {
            bail!(
                self.rec(),
                "{}() has too few arguments",
                dag.op_def().map_or("an operation", |it| it.name())
            );
        }
        let name = dag.arg_name(index).filter(|it| !it.is_empty());
        Ok((dag.arg(index), name))
    }

    /// The expression of an argument, which is either the name of a variable or a dag.
    fn expression(&mut self, dag: Dag<'a>, index: usize) -> Result<Expression, Fatal> {
        let (value, name) = self.argument_of(dag, index)?;
        let Some(name) = name else {
            return self.nested(value);
        };
        if self.intrinsics.records.values.is_complete(value) {
            bail!(
                self.rec(),
                "Arguments must either be DAGs or names, not both!"
            );
        }
        let Some(variable) = self.variable(name) else {
            bail!(self.rec(), "Variable not defined!");
        };
        Ok((variable.ty, variable.name.clone()))
    }

    fn nested(&mut self, value: ValueId) -> Result<Expression, Fatal> {
        match self.intrinsics.records.dag(value) {
            Some(dag) => self.evaluate(dag),
            None => bail!(self.rec(), "Arguments must either be DAGs or names!"),
        }
    }

    /// The text of an argument: the value of a string, and any other value as TableGen prints it.
    fn text_of(&self, dag: Dag<'a>, index: usize) -> Result<String, Fatal> {
        let (value, _) = self.argument_of(dag, index)?;
        Ok(value_unquoted(&self.intrinsics.records.names(), value).into_owned())
    }

    fn named_type(&self, name: &str) -> Result<Type, Fatal> {
        Type::of_name(name).map_err(|message| self.rec().fatal(message))
    }

    /// `(op "+", a, b)` or `(op "-", a)`. Further arguments are ignored.
    fn operator(&mut self, dag: Dag<'a>) -> Result<Expression, Fatal> {
        let operator = self.text_of(dag, 0)?;
        let (ty, left) = self.expression(dag, 1)?;
        if dag.len() == 2 {
            return Ok((ty, format!("{operator}{left}")));
        }
        let (right_ty, right) = self.expression(dag, 2)?;
        if ty != right_ty {
            bail!(self.rec(), "Argument type mismatch!");
        }
        Ok((ty, format!("{left} {operator} {right}")))
    }

    /// `(call "name", args…)`: a call of the intrinsic with this name whose parameters have the types of the arguments.
    /// For `call_mangled` (`mangled`), the called intrinsic's C name must also have the type suffixes of this
    /// intrinsic.
    fn call(&mut self, dag: Dag<'a>, mangled: bool) -> Result<Expression, Fatal> {
        let (mut types, mut args) = (Vec::new(), Vec::new());
        for index in 1..dag.len() {
            let (ty, arg) = self.expression(dag, index)?;
            types.push(ty);
            args.push(arg);
        }
        let (value, _) = self.argument_of(dag, 0)?;
        let mut name = match self.rec().text_of(value) {
            Some(name) => name.into_owned(),
            None => self.nested(value)?.1,
        };
        let mut c_name = None;
        if mangled {
            if changes::is_of_long_lane(self.rec())? {
                name.push('q');
            }
            c_name = Some(self.it.mangle(&name, Class::Signed)?);
        }
        let intrinsics = self.intrinsics;
        let callee = intrinsics.callee(self.it, &name, &types, c_name.as_deref())?;
        self.callees.push(callee);
        let callee = &intrinsics.list[callee];
        let prefix = if callee.is_big_endian_safe() {
            ""
        } else {
            self.call_prefix
        };
        let call = format!("{prefix}{}({})", callee.c_name()?, args.join(", "));
        Ok((callee.returned(), call))
    }

    /// `(cast modifiers…, a)` and `(bitcast modifiers…, a)`. Before LLVM 21, `bitcast` stores `a` in a variable and
    /// reads the variable through a cast pointer.
    fn cast(&mut self, dag: Dag<'a>, reinterpret: bool) -> Result<Expression, Fatal> {
        let last = dag.len().saturating_sub(1);
        let (from, value) = self.expression(dag, last)?;
        let mut to = from;
        for index in 0..last {
            to = self.cast_step(to, dag, index)?;
        }
        if !reinterpret {
            return Ok((to, format!("({})({value})", to.c_name())));
        }
        if changes::has_bit_cast(self.release()) {
            return Ok((to, changes::bit_cast(to, &value)));
        }
        let mut name = "reint".to_owned();
        for number in 1.. {
            if self.variable(&name).is_none() {
                break;
            }
            name = format!("reint{number}");
        }
        let variable = self.add_variable(name, from);
        self.push_line(&format!("{} {} = {value};", from.c_name(), variable.name));
        Ok((to, format!("*({} *) &{}", to.c_name(), variable.name)))
    }

    /// Applies one modifier of a cast to `ty`. The modifier is a string, or the name of a variable whose type is the
    /// result.
    fn cast_step(&self, mut ty: Type, dag: Dag<'a>, index: usize) -> Result<Type, Fatal> {
        let (value, name) = self.argument_of(dag, index)?;
        if let Some(name) = name {
            return match self.variable(name) {
                Some(variable) => Ok(variable.ty),
                None => bail!(self.rec(), "Variable not found"),
            };
        }
        let Some(text) = self.rec().text_of(value) else {
            bail!(self.rec(), "Expected string type or $Name for cast type");
        };
        match &*text {
            "R" => return Ok(self.it.returned()),
            "U" => ty.kind = BaseKind::Unsigned,
            "S" => ty.kind = BaseKind::Signed,
            "H" => ty = self.halved(ty)?,
            "D" => ty = self.doubled(ty)?,
            "8" => ty.make_integer(8, BaseKind::Signed),
            "32" if ty.bits <= 32 => bail!(self.rec(), "Not enough bits to make it 32!"),
            "32" => ty.element_bits = 32,
            name => return self.named_type(name),
        }
        Ok(ty)
    }

    fn halved(&self, ty: Type) -> Result<Type, Fatal> {
        if ty.bits == 64 {
            bail!(self.rec(), "Can't get smaller than 64!");
        }
        Ok(Type { bits: 64, ..ty })
    }

    fn doubled(&self, ty: Type) -> Result<Type, Fatal> {
        if ty.bits == 128 {
            bail!(self.rec(), "Can't get bigger than 128!");
        }
        Ok(Type { bits: 128, ..ty })
    }

    /// `(shuffle a, b, lanes)`, where `lanes` describes a set of lane records.
    fn shuffle(&mut self, dag: Dag<'a>) -> Result<Expression, Fatal> {
        let (ty, left) = self.expression(dag, 0)?;
        let (right_ty, right) = self.expression(dag, 1)?;
        if ty != right_ty {
            bail!(self.rec(), "Different types in arguments to shuffle!");
        }
        let (lanes, _) = self.argument_of(dag, 2)?;
        let lanes = shuffle::lanes(self.rec(), ty, lanes)?;
        let mut text = format!("__builtin_shufflevector({left}, {right}");
        for lane in &lanes {
            let Some(number) = lane.name().strip_prefix("sv") else {
                bail!(self.rec(), "Incorrect element kind in shuffle mask!");
            };
            text += ", ";
            text += number;
        }
        text.push(')');
        let (count, usual) = (lanes.len(), ty.lanes() as usize);
        let fits = count == usual || count == usual * 2 || count == usual / 2;
        if !fits {
            bail!(
                self.rec(),
                "Can only double or half the number of elements in a shuffle!"
            );
        }
        let ty = match count.cmp(&usual) {
            std::cmp::Ordering::Less => self.halved(ty)?,
            std::cmp::Ordering::Equal => ty,
            std::cmp::Ordering::Greater => self.doubled(ty)?,
        };
        Ok((ty, text))
    }

    /// `(dup a)`: a vector of the base type with the scalar `a` in all lanes.
    fn dup(&mut self, dag: Dag<'a>) -> Result<Expression, Fatal> {
        if dag.len() != 1 {
            bail!(self.rec(), "dup() expects one argument");
        }
        let (ty, scalar) = self.expression(dag, 0)?;
        if !ty.is_scalar() {
            bail!(self.rec(), "dup() expects a scalar argument");
        }
        let ty = self.it.base;
        if !ty.is_vector() {
            bail!(self.rec(), "dup() used but default type is scalar!");
        }
        self.all_lanes(ty, &scalar)
    }

    /// `(dup_typed type, a)`: like `dup` for a vector of another type. `type` is the name of the vector type, or an
    /// expression that has this type.
    fn dup_typed(&mut self, dag: Dag<'a>) -> Result<Expression, Fatal> {
        if dag.len() != 2 {
            bail!(self.rec(), "dup_typed() expects two arguments");
        }
        let (ty, scalar) = self.expression(dag, 1)?;
        if !ty.is_scalar() {
            bail!(
                self.rec(),
                "dup_typed() requires a scalar as the second argument"
            );
        }
        let (value, _) = self.argument_of(dag, 0)?;
        let ty = match self.rec().text_of(value) {
            Some(name) => self.named_type(&name)?,
            None => self.expression(dag, 0)?.0,
        };
        if !ty.is_vector() {
            bail!(self.rec(), "dup_typed() used but target type is scalar!");
        }
        self.all_lanes(ty, &scalar)
    }

    fn all_lanes(&self, ty: Type, scalar: &str) -> Result<Expression, Fatal> {
        let lanes = self.repeated(scalar, ty.lanes())?;
        Ok((ty, format!("({}) {{{lanes}}}", ty.c_name())))
    }

    /// `(splat a, lane)`: a vector of the base type with one lane of `a` in all lanes.
    fn splat(&mut self, dag: Dag<'a>) -> Result<Expression, Fatal> {
        if dag.len() != 2 {
            bail!(self.rec(), "splat() expects two arguments");
        }
        let (_, vector) = self.expression(dag, 0)?;
        let (ty, lane) = self.expression(dag, 1)?;
        if !ty.is_scalar() {
            bail!(
                self.rec(),
                "splat() requires a scalar int as the second argument"
            );
        }
        let ty = self.it.base;
        let mut text = format!("__builtin_shufflevector({vector}, {vector}");
        if ty.lanes() > 0 {
            text += ", ";
            text += &self.repeated(&lane, ty.lanes())?;
        }
        text.push(')');
        Ok((ty, text))
    }

    /// `(save_temp $name, a)`: assigns `a` to a new variable.
    fn save_temp(&mut self, dag: Dag<'a>) -> Result<Expression, Fatal> {
        if dag.len() != 2 {
            bail!(self.rec(), "save_temp() expects two arguments");
        }
        let (ty, value) = self.expression(dag, 1)?;
        if ty.is_void() {
            bail!(
                self.rec(),
                "Argument to save_temp() must have non-void type!"
            );
        }
        let (_, Some(name)) = self.argument_of(dag, 0)? else {
            bail!(
                self.rec(),
                "save_temp() expects a name as the first argument"
            );
        };
        if self.variable(name).is_some() {
            bail!(self.rec(), "Variable already defined!");
        }
        let variable = self.add_variable(name.to_owned(), ty);
        Ok((
            Type::default(),
            format!("{} {} = {value}", ty.c_name(), variable.name),
        ))
    }

    /// `(name_replace "a", "b")`: the name of this intrinsic with the first `a` replaced by `b`, for use in `call`.
    fn name_replace(&mut self, dag: Dag<'a>) -> Result<Expression, Fatal> {
        if dag.len() != 2 {
            bail!(self.rec(), "name_replace requires 2 arguments!");
        }
        let (from, to) = (self.text_of(dag, 0)?, self.text_of(dag, 1)?);
        if !self.it.def.name.contains(&from) {
            bail!(self.rec(), "name should contain '{from}'!");
        }
        Ok((Type::default(), self.it.def.name.replacen(&from, &to, 1)))
    }

    /// `(literal "type", "text")`: `text` as an expression of this type.
    fn literal(&mut self, dag: Dag<'a>) -> Result<Expression, Fatal> {
        let (name, text) = (self.text_of(dag, 0)?, self.text_of(dag, 1)?);
        Ok((self.named_type(&name)?, text))
    }
}
