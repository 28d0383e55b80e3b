//! Evaluates Starlark files as far as needed to find the rules that they call.
//!
//! Conditions with unknown values count as false. An unknown operand that is added to a list counts as empty. A string
//! with an unknown part is unknown.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::parse::{Argument, Clause, Comprehension, Expr, Statement, statements};
use super::value::{BYTES, Function, MAX_VALUE, Value, Variables, text_of};
use super::{Label, Repository, Rule};
use crate::path;

/// The greatest depth of nested expressions and calls during evaluation.
const MAX_DEPTH: usize = 120;

/// The cost of listing a folder, in units of work.
const FOLDER: usize = 100;

/// How execution continues after a statement.
enum Flow {
    Next,
    Continue,
    Break,
    Return(Value),
}

pub(super) struct Runner<'a> {
    pub repository: &'a Repository<'a>,
    /// The folder of the package whose `BUILD` file is evaluated.
    pub package: &'a str,
    /// The globals of loaded files, keyed by the path of the file. The globals of a file are empty while the file is
    /// evaluated.
    pub modules: &'a mut FxHashMap<String, Rc<Variables>>,
    /// The remaining budget, in units of work.
    pub left: &'a mut usize,
    pub depth: usize,
    pub rules: Vec<Rule>,
}

/// The names in scope. At the top level of a file, `names` are the globals of the file. In a function call, `names` are
/// the local names and `around` the globals of the function's file.
struct Scope<'s> {
    file: &'s str,
    names: Variables,
    around: Rc<Variables>,
}

impl Scope<'_> {
    fn new(file: &str, around: Rc<Variables>) -> Scope<'_> {
        Scope {
            file,
            names: Variables::default(),
            around,
        }
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.names.get(name).or_else(|| self.around.get(name))
    }

    fn set(&mut self, name: &str, value: Value) {
        self.names.insert(name.to_owned(), value);
    }
}

impl Runner<'_> {
    /// Evaluates a file and returns its globals.
    pub(super) fn file(&mut self, file: &str, text: &str) -> Variables {
        let mut scope = Scope::new(file, Rc::default());
        self.run_all(statements(text), &mut scope);
        scope.names
    }

    fn run_all(&mut self, statements: Vec<Statement>, scope: &mut Scope<'_>) {
        for statement in statements {
            match statement {
                Statement::Def(def) => {
                    let name = def.name.clone();
                    let file = scope.file.into();
                    let function = Value::Function(Rc::new(Function { def, file }));
                    scope.set(&name, function);
                }
                statement => drop(self.run(std::slice::from_ref(&statement), scope)),
            }
        }
    }

    fn spend(&mut self, work: usize) -> bool {
        spend(self.left, work)
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
                // Nested function definitions are not supported.
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
            // Each iteration costs work, even if the body is empty.
            if !self.spend(1) {
                return Flow::Return(Value::Unknown);
            }
            self.assign(target, item, scope);
            match self.run(body, scope) {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                flow @ Flow::Return(_) => return flow,
            }
        }
        Flow::Next
    }

    /// The items that a loop iterates over.
    fn items(&mut self, expr: &Expr, scope: &mut Scope<'_>) -> Vec<Value> {
        let value = self.value(expr, scope);
        if self.spend(value.cost()) {
            value.items()
        } else {
            Vec::new()
        }
    }

    fn assign(&mut self, target: &Expr, value: Value, scope: &mut Scope<'_>) {
        match target {
            Expr::Name(name) => scope.set(name, value),
            Expr::List(targets) => {
                let items = value.iter().cloned();
                let items = items.chain(std::iter::repeat(Value::Unknown));
                for (target, item) in targets.iter().zip(items) {
                    self.assign(target, item, scope);
                }
            }
            Expr::Index(place, key) => {
                let key = self.value(key, scope);
                self.change(place, scope, |dict, left| {
                    if spend(left, dict.cost_of_key(&key)) {
                        dict.put(key, value);
                    }
                });
            }
            _ => {}
        }
    }

    /// Applies `change` to the value of an expression. The result is stored only if the expression is a name.
    fn change<T>(
        &mut self,
        place: &Expr,
        scope: &mut Scope<'_>,
        change: impl FnOnce(&mut Value, &mut usize) -> T,
    ) -> T {
        let mut value = self.value(place, scope);
        let Expr::Name(name) = place else {
            return change(&mut value, self.left);
        };
        // The name is removed first. If nothing else refers to the value, the value is then changed in place and not
        // copied.
        scope.names.remove(name);
        self.spend(value.cost_of_change());
        let result = change(&mut value, self.left);
        scope.set(name, value);
        result
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
                let value = Value::text(text);
                self.spend(value.cost());
                value
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
                if self.spend(of.cost_of_key(&index)) {
                    of.at(&index)
                } else {
                    Value::Unknown
                }
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
                    if found.len() >= MAX_VALUE || !self.spend(1) {
                        return;
                    }
                    self.assign(target, item, scope);
                    self.comprehend(of, rest, scope, found);
                }
            }
        }
    }

    fn binary(&mut self, operator: &str, left: Value, right: Value) -> Value {
        if !self.spend(work(operator, &left, &[&right])) {
            return Value::Unknown;
        }
        self.bounded(left.combined(operator, right))
    }

    /// Takes the cost of a new value from the budget. Returns the value, or `Unknown` if it is too large.
    fn bounded(&mut self, value: Value) -> Value {
        self.spend(value.cost());
        value.if_small()
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
            let others: Vec<&Value> = positional.iter().chain(named.values()).collect();
            let value = self.change(of, scope, |it, left| {
                if spend(left, work(method, it, &others)) {
                    it.method(method, &positional, &named)
                } else {
                    Value::Unknown
                }
            });
            return self.bounded(value);
        }
        match self.value(function, scope) {
            Value::Function(function) => self.enter(&function, positional, named),
            Value::Outside(name) if &*name == "glob" => self.glob(&positional, &named),
            Value::Outside(name) => {
                let first = positional.first().unwrap_or(&Value::None);
                let others: Vec<&Value> = positional.iter().skip(1).chain(named.values()).collect();
                if !self.spend(work(&name, first, &others)) {
                    return Value::Unknown;
                }
                match super::value::builtin(&name, &positional, &named) {
                    Some(value) => self.bounded(value),
                    None => {
                        let rule = Rule {
                            name: name.to_string(),
                            package: self.package.to_owned(),
                            args: named,
                        };
                        if rule.is_about_tables() && self.spend(keeping(&rule.args)) {
                            self.rules.push(rule);
                        }
                        Value::None
                    }
                }
            }
            _ => Value::Unknown,
        }
    }

    /// The values of the positional and the named arguments of a call. The entries of a `**` argument count as named.
    fn arguments(&mut self, args: &[Argument], scope: &mut Scope<'_>) -> (Vec<Value>, Variables) {
        let mut positional = Vec::new();
        let mut named = Variables::default();
        for arg in args {
            let value = self.value(&arg.value, scope);
            match arg.name.as_deref() {
                None => positional.push(value),
                Some("*") if self.spend(value.cost()) => {
                    positional.extend(value.iter().cloned());
                }
                // Copying the name of each entry costs work too.
                Some("**") if self.spend(value.cost().saturating_mul(8)) => {
                    let pairs = value.pairs().into_iter();
                    named.extend(pairs.filter_map(|(key, it)| Some((text_of(&key)?, it))));
                }
                Some("*" | "**") => {}
                Some(name) => drop(named.insert(name.to_owned(), value)),
            }
        }
        (positional, named)
    }

    /// Calls a function that is defined in a file.
    fn enter(
        &mut self,
        function: &Function,
        positional: Vec<Value>,
        mut named: Variables,
    ) -> Value {
        let globals = self.modules.get(&*function.file).cloned();
        if self.depth >= MAX_DEPTH || !self.spend(10) {
            return Value::Unknown;
        }
        let mut scope = Scope::new(&function.file, globals.unwrap_or_default());
        let mut positional = positional.into_iter();
        for parameter in &function.def.parameters {
            if let Some(name) = parameter.name.strip_prefix("**") {
                let mut rest: Vec<(String, Value)> = named.drain().collect();
                rest.sort_unstable_by(|a, b| a.0.cmp(&b.0));
                let rest = rest.into_iter().map(|(key, it)| (Value::text(&key), it));
                scope.set(name, Value::Dict(rest.collect()));
            } else if let Some(name) = parameter.name.strip_prefix('*') {
                scope.set(name, Value::list(positional.by_ref()));
            } else {
                let given = named.remove(&parameter.name).or_else(|| positional.next());
                let value = match (given, &parameter.default) {
                    (Some(value), _) => value,
                    (None, Some(default)) => {
                        let around = scope.around.clone();
                        self.value(default, &mut Scope::new(&function.file, around))
                    }
                    (None, None) => Value::Unknown,
                };
                scope.set(&parameter.name, value);
            }
        }
        self.depth += 1;
        let flow = self.run(&function.def.body, &mut scope);
        self.depth -= 1;
        match flow {
            Flow::Return(value) => value,
            _ => Value::None,
        }
    }

    /// `load(FILE, NAME…, OTHER = NAME…)`. A name counts as a rule if the file is not in the repository or does not
    /// define the name.
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
            scope.set(&own, value);
        }
    }

    /// The globals of a file in the repository. The file is evaluated if necessary. `None` if the file does not exist
    /// or a limit is reached.
    fn module(&mut self, file: &str) -> Option<Rc<Variables>> {
        if let Some(known) = self.modules.get(file) {
            return Some(known.clone());
        }
        let text = self.repository.read(file)?;
        if self.depth + 20 >= MAX_DEPTH || !self.spend(reading(&text)) {
            return None;
        }
        self.modules.insert(file.to_owned(), Rc::default());
        self.depth += 20;
        let names = Rc::new(self.file(file, &text));
        self.spend(keeping(&names));
        self.depth -= 20;
        self.modules.insert(file.to_owned(), names.clone());
        Some(names)
    }

    /// The files of the package that match the patterns of a `glob`.
    fn glob(&mut self, positional: &[Value], named: &Variables) -> Value {
        let include = positional.first().or_else(|| named.get("include"));
        let patterns = include.map(Value::items).unwrap_or_default();
        let mut found = Vec::new();
        for pattern in patterns.iter().filter_map(text_of) {
            let (folder, name) = match pattern.rsplit_once('/') {
                Some((folder, name)) => (path::join(self.package, folder), name),
                None => (self.package.to_owned(), pattern.as_str()),
            };
            if !self.spend(FOLDER) {
                break;
            }
            let mut names = self.repository.list(&folder);
            // Each file name may be compared with the whole pattern.
            if !self.spend(names.len() * (1 + name.len() / BYTES)) {
                break;
            }
            names.retain(|it| path::looks_like(it, name));
            names.sort_unstable();
            let names = names.iter().map(|it| path::join(&folder, it));
            found.extend(names.map(|it| Value::text(&path::relative(self.package, &it))));
        }
        Value::list(found)
    }
}

/// Takes `work` from the budget. Returns whether any of it remains.
fn spend(left: &mut usize, work: usize) -> bool {
    *left = left.saturating_sub(work);
    *left > 0
}

/// The cost of parsing a text, in units of work.
pub(super) fn reading(text: &str) -> usize {
    10 + text.len() / 8
}

/// The cost of storing values. It usually exceeds the cost of computing them.
fn keeping(names: &Variables) -> usize {
    names
        .values()
        .map(|it| 20 + it.cost().saturating_mul(8))
        .sum()
}

/// The cost of an operation. Inserting an entry into a dictionary takes time linear in the size of the dictionary.
fn work(operation: &str, value: &Value, others: &[&Value]) -> usize {
    let other: usize = others.iter().map(|it| it.cost()).sum();
    match operation {
        "|" | "update" | "dict" => (value.cost() + other).saturating_mul(other),
        "append" | "extend" => other,
        "get" | "setdefault" => {
            let keys = others.iter().take(1);
            other + keys.map(|it| value.cost_of_key(it)).sum::<usize>()
        }
        _ => value.cost() + other,
    }
}
