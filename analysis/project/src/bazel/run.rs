//! Runs what files of Starlark say, as far as it takes to see which rules they call.
//!
//! Conditions that cannot be decided are taken as false; what is not known is left out of lists and texts.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::parse::{Argument, Clause, Comprehension, Expr, Statement, statements};
use super::value::{Function, MAX_VALUE, Names, Value, text_of};
use super::{Label, Repository, Rule};
use crate::path;

/// How deeply expressions and calls nest when they are run.
const MAX_DEPTH: usize = 120;

/// What comes after a statement.
enum Flow {
    Next,
    Continue,
    Break,
    Return(Value),
}

pub(super) struct Runner<'a> {
    pub repository: &'a Repository<'a>,
    /// The folder of the `BUILD` file.
    pub package: &'a str,
    /// What the files that are loaded know at their end, by their paths; while one is run, nothing.
    pub modules: &'a mut FxHashMap<String, Rc<Names>>,
    /// How much may still be done.
    pub left: &'a mut usize,
    pub depth: usize,
    pub rules: Vec<Rule>,
}

/// The names that hold in a place: those of a call, then those of the file.
struct Scope<'s> {
    file: &'s str,
    locals: Option<Names>,
    globals: &'s mut Names,
}

impl Scope<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        let local = self.locals.as_ref().and_then(|it| it.get(name));
        local.or_else(|| self.globals.get(name))
    }

    fn names(&mut self) -> &mut Names {
        self.locals.as_mut().unwrap_or(self.globals)
    }
}

impl Runner<'_> {
    /// Runs a file; gives what it knows at its end.
    pub(super) fn file(&mut self, file: &str, text: &str) -> Names {
        let mut globals = Names::default();
        let mut scope = Scope {
            file,
            locals: None,
            globals: &mut globals,
        };
        self.run_all(statements(text), &mut scope);
        globals
    }

    fn run_all(&mut self, statements: Vec<Statement>, scope: &mut Scope<'_>) {
        for statement in statements {
            match statement {
                Statement::Def(def) => {
                    let name = def.name.clone();
                    let file = scope.file.into();
                    let function = Value::Function(Rc::new(Function { def, file }));
                    scope.names().insert(name, function);
                }
                statement => drop(self.run(std::slice::from_ref(&statement), scope)),
            }
        }
    }

    fn spend(&mut self, work: usize) -> bool {
        *self.left = self.left.saturating_sub(work);
        *self.left > 0
    }

    fn run(&mut self, statements: &[Statement], scope: &mut Scope<'_>) -> Flow {
        for statement in statements {
            if !self.spend(1) {
                return Flow::Return(Value::Unknown);
            }
            let flow = match statement {
                Statement::Expr(expr) => {
                    self.value(expr, scope);
                    Flow::Next
                }
                Statement::Assign(target, operator, value) => {
                    let mut value = self.value(value, scope);
                    if let Some(operator) = operator {
                        let before = self.value(target, scope);
                        value = self.binary(operator, before, value);
                    }
                    self.assign(target, value, scope);
                    Flow::Next
                }
                Statement::If(branches, rest) => {
                    let taken = branches
                        .iter()
                        .find(|(condition, _)| self.value(condition, scope).truth() == Some(true));
                    let body = taken.map_or(rest, |(_, body)| body);
                    self.run(body, scope)
                }
                Statement::For(target, items, body) => self.repeat(target, items, body, scope),
                Statement::Return(value) => {
                    let value = value.as_ref().map(|it| self.value(it, scope));
                    Flow::Return(value.unwrap_or(Value::None))
                }
                Statement::Break => Flow::Break,
                Statement::Continue => Flow::Continue,
                // A function in a function.
                Statement::Def(_) => Flow::Next,
            };
            if !matches!(flow, Flow::Next) {
                return flow;
            }
        }
        Flow::Next
    }

    fn repeat(
        &mut self,
        target: &Expr,
        items: &Expr,
        body: &[Statement],
        scope: &mut Scope<'_>,
    ) -> Flow {
        for item in self.items(items, scope) {
            self.assign(target, item, scope);
            match self.run(body, scope) {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                flow @ Flow::Return(_) => return flow,
            }
        }
        Flow::Next
    }

    /// What a loop goes over.
    fn items(&mut self, expr: &Expr, scope: &mut Scope<'_>) -> Vec<Value> {
        let items = self.value(expr, scope).items();
        self.spend(items.len());
        items
    }

    fn assign(&mut self, target: &Expr, value: Value, scope: &mut Scope<'_>) {
        match target {
            Expr::Name(name) => drop(scope.names().insert(name.clone(), value)),
            Expr::List(targets) => {
                let items = value
                    .items()
                    .into_iter()
                    .chain(std::iter::repeat(Value::Unknown));
                for (target, item) in targets.iter().zip(items) {
                    self.assign(target, item, scope);
                }
            }
            Expr::Index(place, key) => {
                let key = self.value(key, scope);
                let mut changed = self.value(place, scope);
                changed.put(key, value);
                if let Expr::Name(name) = &**place {
                    scope.names().insert(name.clone(), changed);
                }
            }
            _ => {}
        }
    }

    fn value(&mut self, expr: &Expr, scope: &mut Scope<'_>) -> Value {
        if self.depth >= MAX_DEPTH || !self.spend(1) {
            return Value::Unknown;
        }
        self.depth += 1;
        let value = self.value_of(expr, scope);
        self.depth -= 1;
        value
    }

    fn value_of(&mut self, expr: &Expr, scope: &mut Scope<'_>) -> Value {
        match expr {
            Expr::Unknown => Value::Unknown,
            Expr::Int(value) => Value::Int(*value),
            Expr::Text(text) => {
                self.spend(text.len() / 16);
                Value::text(text)
            }
            Expr::Name(name) => match name.as_str() {
                "None" => Value::None,
                "True" => Value::Bool(true),
                "False" => Value::Bool(false),
                name => {
                    let known = scope.get(name).cloned();
                    known.unwrap_or_else(|| Value::Outside(name.into()))
                }
            },
            Expr::List(items) => Value::list(items.iter().map(|it| self.value(it, scope))),
            Expr::Dict(items) => {
                let items = items.iter();
                let items = items.map(|(key, value)| {
                    let key = self.value(key, scope);
                    (key, self.value(value, scope))
                });
                Value::Dict(items.collect())
            }
            Expr::Call(function, args) => self.call(function, args, scope),
            Expr::Field(of, name) => match &**of {
                Expr::Name(_) => Value::Outside(name.as_str().into()),
                _ => Value::Unknown,
            },
            Expr::Index(of, index) => {
                let of = self.value(of, scope);
                let index = self.value(index, scope);
                of.at(&index)
            }
            Expr::Not(value) => match self.value(value, scope).truth() {
                Some(value) => Value::Bool(!value),
                None => Value::Unknown,
            },
            Expr::Binary(operator, left, right) => {
                let left = self.value(left, scope);
                match (operator.as_str(), left.truth()) {
                    ("and", Some(false)) | ("or", Some(true)) => left,
                    ("and" | "or", Some(_)) => self.value(right, scope),
                    ("and" | "or", None) => Value::Unknown,
                    _ => {
                        let right = self.value(right, scope);
                        self.binary(operator, left, right)
                    }
                }
            }
            Expr::Choice(parts) => {
                let [condition, value, other] = &**parts;
                match self.value(condition, scope).truth() {
                    Some(true) => self.value(value, scope),
                    _ => self.value(other, scope),
                }
            }
            Expr::Comprehension(it) => {
                let mut found = Vec::new();
                self.comprehend(it, &it.clauses, scope, &mut found);
                match it.key {
                    Some(_) => Value::Dict(found.into_iter().collect()),
                    None => Value::list(found.into_iter().map(|(_, it)| it)),
                }
            }
        }
    }

    fn comprehend(
        &mut self,
        of: &Comprehension,
        clauses: &[Clause],
        scope: &mut Scope<'_>,
        found: &mut Vec<(Value, Value)>,
    ) {
        if !self.spend(1) {
            return;
        }
        match clauses {
            [] => {
                let key = of.key.as_ref().map(|it| self.value(it, scope));
                let element = self.value(&of.element, scope);
                found.push((key.unwrap_or(Value::None), element));
            }
            [Clause::If(condition), rest @ ..] => {
                if self.value(condition, scope).truth() == Some(true) {
                    self.comprehend(of, rest, scope, found);
                }
            }
            [Clause::For(target, items), rest @ ..] => {
                for item in self.items(items, scope) {
                    self.assign(target, item, scope);
                    self.comprehend(of, rest, scope, found);
                }
            }
        }
    }

    fn binary(&mut self, operator: &str, left: Value, right: Value) -> Value {
        match self.spend(work(operator, left.size(), right.size())) {
            true => left.combined(operator, right).if_small(),
            false => Value::Unknown,
        }
    }

    fn call(&mut self, function: &Expr, args: &[Argument], scope: &mut Scope<'_>) -> Value {
        if let Expr::Name(name) = function
            && name == "load"
        {
            self.load(args, scope);
            return Value::None;
        }
        let (positional, named) = self.arguments(args, scope);
        if let Expr::Field(of, method) = function
            && !matches!(&**of, Expr::Name(name) if scope.get(name).is_none())
        {
            let mut changed = self.value(of, scope);
            let others = positional.iter().map(Value::size).sum();
            if !self.spend(1 + work(method, changed.size(), others)) {
                return Value::Unknown;
            }
            let value = changed.method(method, &positional, &named);
            if let Expr::Name(name) = &**of
                && changed.size() <= MAX_VALUE
            {
                scope.names().insert(name.clone(), changed);
            }
            return value.if_small();
        }
        match self.value(function, scope) {
            Value::Function(function) => self.enter(&function, positional, named),
            Value::Outside(name) if &*name == "glob" => self.glob(&positional, &named),
            Value::Outside(name) => {
                let size = positional.first().map_or(0, Value::size);
                if !self.spend(work(&name, size, named.len())) {
                    return Value::Unknown;
                }
                match super::value::builtin(&name, &positional, &named) {
                    Some(value) => {
                        self.spend(value.size());
                        value
                    }
                    None => {
                        let rule = Rule {
                            name: name.to_string(),
                            package: self.package.to_owned(),
                            args: named,
                        };
                        self.rules.extend(rule.is_about_tables().then_some(rule));
                        Value::None
                    }
                }
            }
            _ => Value::Unknown,
        }
    }

    /// The values of arguments, and of those with names. What a `**` stands for counts as named.
    fn arguments(&mut self, args: &[Argument], scope: &mut Scope<'_>) -> (Vec<Value>, Names) {
        let mut positional = Vec::new();
        let mut named = Names::default();
        for arg in args {
            let value = self.value(&arg.value, scope);
            if matches!(arg.name.as_deref(), Some("*" | "**")) {
                self.spend(value.size());
            }
            match arg.name.as_deref() {
                None => positional.push(value),
                Some("*") => positional.extend(value.items()),
                Some("**") => {
                    let pairs = value.pairs().into_iter();
                    named.extend(pairs.filter_map(|(key, it)| Some((text_of(&key)?, it))));
                }
                Some(name) => drop(named.insert(name.to_owned(), value)),
            }
        }
        (positional, named)
    }

    /// Runs a function of a file.
    fn enter(&mut self, function: &Function, positional: Vec<Value>, mut named: Names) -> Value {
        let globals = self.modules.get(&*function.file).cloned();
        let globals = globals.unwrap_or_default();
        if self.depth >= MAX_DEPTH || !self.spend(10 + globals.len() / 4) {
            return Value::Unknown;
        }
        let mut globals = (*globals).clone();
        let mut locals = Names::default();
        let mut positional = positional.into_iter();
        for parameter in &function.def.parameters {
            if let Some(name) = parameter.name.strip_prefix("**") {
                let mut rest: Vec<(String, Value)> = named.drain().collect();
                rest.sort_unstable_by(|a, b| a.0.cmp(&b.0));
                let rest = rest.into_iter().map(|(key, it)| (Value::text(&key), it));
                locals.insert(name.to_owned(), Value::Dict(rest.collect()));
            } else if let Some(name) = parameter.name.strip_prefix('*') {
                let rest = Value::list(positional.by_ref());
                locals.insert(name.to_owned(), rest);
            } else {
                let given = named.remove(&parameter.name).or_else(|| positional.next());
                let value = match (given, &parameter.default) {
                    (Some(value), _) => value,
                    (None, Some(default)) => {
                        let mut scope = Scope {
                            file: &function.file,
                            locals: None,
                            globals: &mut globals,
                        };
                        self.value(default, &mut scope)
                    }
                    (None, None) => Value::Unknown,
                };
                locals.insert(parameter.name.clone(), value);
            }
        }
        let mut scope = Scope {
            file: &function.file,
            locals: Some(locals),
            globals: &mut globals,
        };
        self.depth += 1;
        let flow = self.run(&function.def.body, &mut scope);
        self.depth -= 1;
        match flow {
            Flow::Return(value) => value,
            _ => Value::None,
        }
    }

    /// `load(FILE, NAME…, OTHER = NAME…)`. Names of files that are not in the repository stay those of rules.
    fn load(&mut self, args: &[Argument], scope: &mut Scope<'_>) {
        let (positional, named) = self.arguments(args, scope);
        let mut words = positional.iter().filter_map(text_of);
        let Some(label) = words.next() else {
            return;
        };
        let same = words.map(|it| (it.clone(), it));
        let renamed = named.iter();
        let renamed = renamed.filter_map(|(own, it)| Some((own.clone(), text_of(it)?)));
        let names: Vec<(String, String)> = same.chain(renamed).collect();
        let from = path::parent(scope.file).to_owned();
        let module = Label::read(&label, &from, self.repository);
        let module = module.and_then(|it| self.module(&it.path()));
        for (own, name) in names {
            let value = module.as_ref().and_then(|it| it.get(&name).cloned());
            let value = value.unwrap_or_else(|| Value::Outside(name.as_str().into()));
            scope.names().insert(own, value);
        }
    }

    /// What a file of the repository knows at its end.
    fn module(&mut self, file: &str) -> Option<Rc<Names>> {
        if let Some(known) = self.modules.get(file) {
            return Some(known.clone());
        }
        let text = self.repository.read(file)?;
        if self.depth + 20 >= MAX_DEPTH || !self.spend(10 + text.len()) {
            return None;
        }
        self.modules.insert(file.to_owned(), Rc::default());
        self.depth += 20;
        let names = Rc::new(self.file(file, &text));
        self.depth -= 20;
        self.modules.insert(file.to_owned(), names.clone());
        Some(names)
    }

    /// The files of the package that are named so.
    fn glob(&mut self, positional: &[Value], named: &Names) -> Value {
        let include = positional.first().or_else(|| named.get("include"));
        let patterns = include.map(Value::items).unwrap_or_default();
        let mut found = Vec::new();
        for pattern in patterns.iter().filter_map(text_of) {
            let (folder, name) = match pattern.rsplit_once('/') {
                Some((folder, name)) => (path::join(self.package, folder), name),
                None => (self.package.to_owned(), pattern.as_str()),
            };
            let mut names = self.repository.list(&folder);
            self.spend(names.len());
            names.retain(|it| path::looks_like(it, name));
            names.sort_unstable();
            let names = names.iter().map(|it| path::join(&folder, it));
            found.extend(names.map(|it| Value::text(&path::relative(self.package, &it))));
        }
        Value::list(found)
    }
}

/// What it takes to do something with a value and others, by their sizes. A dictionary is looked through for each item
/// that is put into it.
fn work(operation: &str, size: usize, others: usize) -> usize {
    let all = size.saturating_add(others);
    let steps = match operation {
        "|" | "update" | "dict" => all.saturating_mul(others),
        _ => all,
    };
    steps / 16
}
