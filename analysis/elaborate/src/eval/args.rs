//! Template arguments: checking the given values against the declarations.

use smallvec::SmallVec;
use syntax::{Release, Releases};

use crate::diagnostic::{At, Audience, Diagnostic, Noticed, Severity};
use crate::hir::{Arg, Expr, ExprId, SpanId};
use crate::record::Record;
use crate::symbol::Sym;
use crate::value::{ArgKey, Node, ValueId};

use super::{Cx, RecordScope, Result, Stopped};

/// An argument as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct GivenArg {
    pub key: ArgKey,
    pub value: ValueId,
    /// The span of the argument's name, if it has one, or else of its value.
    pub at: SpanId,
}

/// The arguments of one class or multiclass, mostly few.
pub(super) type GivenArgs = SmallVec<[GivenArg; 4]>;

/// The values of the template arguments of one class or multiclass, with their qualified names.
pub(super) type ArgValues = SmallVec<[(Sym, ValueId); 4]>;

impl Cx<'_> {
    /// Evaluates the arguments of a class or multiclass, whose template arguments are the fields of `record`. Continues
    /// after an error in an argument, unless the argument list has a syntax error or a positional argument follows a
    /// named one.
    pub(super) fn template_args(
        &mut self,
        record: &Record,
        owner: Sym,
        separator: Sym,
        args: &[Arg],
        cur: RecordScope<'_>,
    ) -> Result<GivenArgs> {
        let mut given = GivenArgs::with_capacity(args.len());
        let mut result = Ok(());
        for (index, arg) in args.iter().enumerate() {
            let at = self.expr_at(arg.name.unwrap_or(arg.value));
            let is_cut_short = |name: ExprId| matches!(self.code[name].expr, Expr::Missing);
            if arg.name.is_some_and(is_cut_short) {
                return Err(Stopped);
            }
            if index >= record.args {
                if index == record.args {
                    let message = format!("Too many template arguments: {}", index + 1);
                    result = result.and(self.error(at, message));
                }
                self.look_at_names(arg.value, cur);
                continue;
            }
            let named = matches!(given.last().map(|it| it.key), Some(ArgKey::Named(_)));
            let (key, value) = match arg.name {
                Some(name) => match self.named_arg(record, (owner, separator), name, arg, cur) {
                    Ok(found) => found,
                    Err(stopped) => {
                        result = Err(stopped);
                        continue;
                    }
                },
                None => {
                    let want = (!named).then_some(record.shape.types[index]);
                    let Ok(value) = self.value(arg.value, want, cur) else {
                        result = Err(Stopped);
                        continue;
                    };
                    if named {
                        let message = "Positional argument should be put before named argument";
                        return self.error(at, message);
                    }
                    (ArgKey::Positional(index as u32), value)
                }
            };
            given.push(GivenArg { key, value, at });
        }
        if let Some(last) = args.last() {
            self.reading.evaluated = Noticed::Past(self.expr_at(last.value));
        }
        result.map(|()| given)
    }

    /// Reports unknown names in the arguments of an unknown class or multiclass.
    pub(super) fn look_at_names_of(&mut self, args: Option<&[Arg]>, cur: RecordScope<'_>) {
        for arg in args.unwrap_or(&[]) {
            self.look_at_names(arg.value, cur);
        }
    }

    /// Evaluates an argument of the form `name = value`.
    fn named_arg(
        &mut self,
        record: &Record,
        (owner, separator): (Sym, Sym),
        name: ExprId,
        arg: &Arg,
        cur: RecordScope<'_>,
    ) -> Result<(ArgKey, ValueId)> {
        let at = self.expr_at(name);
        let name = match self.code[name].expr {
            Expr::Name(name) => name,
            _ => {
                let v = self.value(name, None, cur)?;
                let Some(name) = self.values.as_str(v) else {
                    let message = "The name of named argument should be a valid identifier";
                    return self.error(at, message);
                };
                name
            }
        };
        let qualified = self.scratch.qualify(owner, separator, name);
        let mut declared = record.shape.names[..record.args].iter();
        let Some(index) = declared.position(|it| *it == qualified) else {
            return self.error(at, format!("Argument \"{name}\" doesn't exist"));
        };
        let value = self.value(arg.value, Some(record.shape.types[index]), cur)?;
        if value == ValueId::UNSET {
            let message = "The value of named argument should be initialized, but we got '?'";
            return self.error(self.expr_at(arg.value), message);
        }
        Ok((ArgKey::Named(qualified), value))
    }

    /// Warns of arguments with wrong types where a multiclass inherits from another. No release up to LLVM 22 checks
    /// them there; wrong types are reported only when records are created.
    pub(super) fn warn_about_args(&mut self, record: &Record, args: &[GivenArg]) {
        for arg in args {
            let Some(index) = declared(record, arg.key) else {
                continue;
            };
            let (name, ty) = (record.shape.names[index], record.shape.types[index]);
            let Some(own) = self.values.type_of(arg.value) else {
                continue;
            };
            if self.cast(arg.value, ty).is_some() {
                continue;
            }
            let message = format!(
                "Value specified for template argument '{name}' is of type {}; expected type {}: {}",
                self.show_type(own),
                self.show_type(ty),
                self.show(arg.value)
            );
            let at = Some(At::start(self.loc(arg.at)));
            let declared = Some(At::start(record.field_at(index).loc));
            let mut warning = Diagnostic::new(Severity::Warning, at, message)
                .with_hint(declared, format!("'{name}' is declared here"));
            warning.audience = Audience::People;
            self.report(warning);
        }
    }

    /// Casts the arguments to their declared types. `at` is the span of the class name, where LLVM 19 reports errors.
    pub(super) fn check_args(
        &mut self,
        record: &Record,
        mut args: GivenArgs,
        at: SpanId,
    ) -> Result<GivenArgs> {
        let mut failed = false;
        for arg in &mut args {
            let Some(index) = declared(record, arg.key) else {
                continue;
            };
            let (name, ty) = (record.shape.names[index], record.shape.types[index]);
            let Some(own) = self.values.type_of(arg.value) else {
                continue;
            };
            match self.cast(arg.value, ty) {
                Some(cast) => arg.value = cast,
                None => {
                    let place = if self.release >= Release::V21 {
                        arg.at
                    } else {
                        at
                    };
                    let message = format!(
                        "Value specified for template argument '{name}' is of type {}; expected type {}: {}",
                        self.show_type(own),
                        self.show_type(ty),
                        self.show(arg.value)
                    );
                    let _: Result<()> = self.error(place, message);
                    failed = true;
                }
            }
        }
        if failed { Err(Stopped) } else { Ok(args) }
    }

    /// Assigns a value to each template argument: the given one, or else the default.
    pub(super) fn match_args(
        &mut self,
        record: &Record,
        args: &[GivenArg],
        at: SpanId,
    ) -> Result<ArgValues> {
        let mut result = Ok(());
        let mut matched = ArgValues::with_capacity(record.args);
        // The positional arguments come first. They are the first template arguments.
        let is_positional = |arg: &&GivenArg| matches!(arg.key, ArgKey::Positional(_));
        let positional = args.iter().take_while(is_positional).count();
        let positional = positional.min(record.args);
        let names = record.shape.names[..positional].iter().copied();
        matched.extend(names.zip(args.iter().map(|arg| arg.value)));
        for arg in &args[positional..] {
            let Some(index) = declared(record, arg.key) else {
                continue;
            };
            let name = record.shape.names[index];
            if matched.iter().any(|(it, _)| *it == name) {
                return self.error(
                    at,
                    format!("We can only specify the template argument '{name}' once"),
                );
            }
            matched.push((name, arg.value));
        }
        let mut missing = Vec::new();
        for index in positional..record.args {
            let field = record.field_at(index);
            let mut named = matched[positional..].iter();
            if named.any(|(it, _)| *it == field.name) {
                continue;
            }
            let default = field.value.filter(|it| self.values.is_complete(*it));
            if default.is_none_or(|it| self.is_incomplete_in_19(it)) {
                let owner = self.show_unquoted(record.name);
                let message = format!("value not specified for template argument '{}'", field.name);
                let mut error = Diagnostic::error(At::start(self.loc(at)), message)
                    .with_note(Some(At::start(field.loc)), format!("declared in '{owner}'"));
                if default.is_some() {
                    error.releases = Releases::until(Release::V19);
                    self.report(error);
                } else {
                    missing.push((field.name, error));
                }
            }
            match default {
                Some(default) => matched.push((field.name, default)),
                // Elaboration stops only after all missing arguments are reported.
                None => result = Err(Stopped),
            }
        }
        if !missing.is_empty() {
            for error in one_for_people(missing) {
                self.report(error);
            }
        }
        result.map(|()| matched)
    }

    /// Whether LLVM 19 treats a default as missing although it is given: it contains a `!cond` with unknown values.
    fn is_incomplete_in_19(&self, default: ValueId) -> bool {
        if default.is_settled() || self.release >= Release::V21 {
            return false;
        }
        match self.values.node(default) {
            Node::Cond(elems) => {
                let (conds, values) = elems.split_at(elems.len() / 2);
                conds.iter().any(|it| self.is_incomplete_in_19(*it))
                    || values.iter().any(|it| !self.values.is_concrete(*it))
            }
            node @ (Node::List(_) | Node::Bits(_) | Node::Tern(..)) => {
                let mut any = false;
                node.for_each_child(|it| any = any || self.is_incomplete_in_19(it));
                any
            }
            _ => false,
        }
    }
}

/// The index of the template argument that `key` denotes.
fn declared(record: &Record, key: ArgKey) -> Option<usize> {
    match key {
        ArgKey::Positional(index) => Some(index as usize).filter(|index| *index < record.args),
        ArgKey::Named(name) => record.shape.names[..record.args]
            .iter()
            .position(|it| *it == name),
    }
}

/// Prepares the errors about missing arguments. The reference prints one error for each argument. Editors show only the
/// first error, with the names of all missing arguments.
fn one_for_people(missing: Vec<(Sym, Diagnostic)>) -> Vec<Diagnostic> {
    let names: Vec<String> = missing.iter().map(|it| format!("'{}'", it.0)).collect();
    let mut errors: Vec<Diagnostic> = missing.into_iter().map(|it| it.1).collect();
    if let [first, others @ ..] = &mut errors[..]
        && !others.is_empty()
    {
        let names = names.join(", ");
        first.in_words = Some(format!(
            "values not specified for template arguments {names}"
        ));
        for other in others {
            first.hints.append(&mut other.notes.clone());
            other.audience = Audience::Reference;
        }
    }
    errors
}
