//! The names of a pattern, and what they are bound to.

use std::borrow::Cow;
use std::rc::Rc;

use backend::{Fatal, Rec, Release, ValueId, bail};

use super::name_table::NameTable;
use super::tree::Tree;
use crate::attribute::Attribute;
use crate::operation::{Argument, Operation};
use crate::property::Property;
use crate::type_constraint::TypeConstraint;

/// What a name is bound to.
#[derive(Clone, Debug)]
pub enum Bound<'a> {
    /// An attribute, of an operation if it is one of its arguments.
    Attribute(Option<Owner<'a>>),
    /// A property that is an argument of an operation.
    Property(Owner<'a>),
    /// An operand.
    Operand(Operand<'a>),
    /// The results of an operation.
    Results(Rc<Operation<'a>>),
    /// A value of C++.
    Value,
    /// This number of values of C++.
    Values(i64),
}

/// An argument of an operation.
#[derive(Clone, Debug)]
pub struct Owner<'a> {
    /// The operation.
    pub op: Rc<Operation<'a>>,
    /// The index among all its arguments.
    pub argument: usize,
}

/// An operand of an operation in a tree. It may be one of the values that stand for it.
#[derive(Clone, Debug)]
pub struct Operand<'a> {
    /// The tree.
    pub tree: ValueId,
    /// The operation at its root.
    pub op: Rc<Operation<'a>>,
    /// The index among all arguments of that.
    pub argument: usize,
    /// The index among the values of an operand that stands for any number.
    pub part: Option<usize>,
}

impl<'a> Operand<'a> {
    /// Its constraint, unless the argument is no operand.
    pub fn ty(&self) -> Option<TypeConstraint<'a>> {
        match self.op.arguments.get(self.argument)? {
            Argument::Operand(index) => Some(self.op.operands.get(*index)?.ty),
            _ => None,
        }
    }
}

impl<'a> Owner<'a> {
    /// The attribute that it is.
    pub fn attribute(&self) -> Option<Attribute<'a>> {
        match self.op.arguments.get(self.argument)? {
            Argument::Attribute(index) => Some(self.op.attributes.get(*index)?.attr),
            _ => None,
        }
    }

    /// The property that it is.
    pub fn property(&self) -> Option<Property<'a>> {
        match self.op.arguments.get(self.argument)? {
            Argument::Property(index) => Some(self.op.properties.get(*index)?.prop),
            _ => None,
        }
    }
}

/// A name in the table.
#[derive(Clone, Debug)]
struct Symbol<'a> {
    bound: Bound<'a>,
    /// The name of its variable, if others have the same name.
    variable: Option<String>,
}

/// One binding of a name.
#[derive(Clone, Copy, Debug)]
pub struct SymbolRef<'t, 'a> {
    /// The name.
    pub name: &'t str,
    /// The name of its variable.
    pub variable: &'t str,
    /// What it is bound to.
    pub bound: &'t Bound<'a>,
}

/// The names of a pattern.
#[derive(Clone, Debug)]
pub struct Symbols<'a> {
    pattern: Rec<'a>,
    table: NameTable<Symbol<'a>>,
}

/// What tells several bindings of a name apart: a tree, an argument of its operation, and one of its values.
type Identity = Option<(Option<ValueId>, i64, Option<usize>)>;

impl<'a> Symbols<'a> {
    /// Without names. Errors are placed at the pattern.
    pub fn new(pattern: Rec<'a>) -> Symbols<'a> {
        Symbols {
            pattern,
            table: NameTable::default(),
        }
    }

    /// All names. Those that are equal stand together.
    pub fn iter(&self) -> impl Iterator<Item = SymbolRef<'_, 'a>> {
        self.table.iter().map(|(name, symbol)| symbol.as_ref(name))
    }

    /// The first binding of a name. An index behind the name does not count.
    pub fn find<'t>(&'t self, name: &'t str) -> Option<&'t Bound<'a>> {
        self.table.named(pack(name).0).next().map(|it| &it.bound)
    }

    /// What a name is bound to, and the name and the index that it is made of. An error if it is not bound.
    pub fn get<'t>(
        &'t self,
        symbol: &'t str,
    ) -> Result<(&'t Bound<'a>, &'t str, Option<usize>), Fatal> {
        let (name, index) = pack(symbol);
        match self.find(symbol) {
            Some(bound) => Ok((bound, name, index)),
            None => bail!(self.pattern, "referencing unbound symbol '{symbol}'"),
        }
    }

    /// The variable of the binding of a name to an operand.
    pub fn variable_of_operand<'t>(
        &'t self,
        name: &'t str,
        operand: Operand<'a>,
    ) -> Result<&'t str, Fatal> {
        match self.variable(name, &Bound::Operand(operand)) {
            Some(variable) => Ok(variable),
            None => bail!(self.pattern, "symbol not found: {name}"),
        }
    }

    /// The variable of the binding of a name that is the same as another one.
    pub fn variable<'t>(&'t self, name: &'t str, bound: &Bound) -> Option<&'t str> {
        let name = pack(name).0;
        let wanted = bound.identity();
        let mut all = self.table.named(name);
        let found = all.find(|it| it.bound.identity() == wanted)?;
        Some(found.as_ref(name).variable)
    }

    /// The number of values that a name stands for.
    pub fn value_count(&self, symbol: &str) -> i64 {
        if pack(symbol).0 != symbol {
            return 1;
        }
        match self.find(symbol) {
            Some(Bound::Results(op)) => op.results.len() as i64,
            Some(Bound::Values(count)) => *count,
            _ => 1,
        }
    }

    /// Binds a name to an argument of an operation. Only operands may share a name.
    pub fn bind_argument(
        &mut self,
        symbol: &'static str,
        tree: Tree<'a>,
        op: &Rc<Operation<'a>>,
        argument: usize,
        part: Option<usize>,
    ) -> Result<(), Fatal> {
        if pack(symbol).0 != symbol {
            bail!(
                self.pattern,
                "symbol '{symbol}' with trailing index cannot bind to op argument"
            );
        }
        let owner = || Owner {
            op: op.clone(),
            argument,
        };
        let knows_properties = self.pattern.records().release() >= Release::V22;
        let bound = match op.arguments.get(argument) {
            Some(Argument::Attribute(_)) => Bound::Attribute(Some(owner())),
            Some(Argument::Property(_)) if knows_properties => Bound::Property(owner()),
            Some(_) => Bound::Operand(Operand {
                tree: tree.id(),
                op: op.clone(),
                argument,
                part,
            }),
            None => bail!(
                self.pattern,
                "op '{}' has no argument #{argument} for '{symbol}'",
                op.name
            ),
        };
        let is_operand = |it: &Bound| matches!(it, Bound::Operand(_));
        let is_free = match self.table.named(symbol).next() {
            Some(first) => is_operand(&bound) && is_operand(&first.bound),
            None => true,
        };
        self.check_free(symbol, is_free)?;
        self.insert(symbol, bound);
        Ok(())
    }

    /// Binds a name to the results of an operation.
    pub fn bind_results(&mut self, symbol: &str, op: &Rc<Operation<'a>>) -> Result<(), Fatal> {
        self.bind_new(symbol, pack(symbol).0, Bound::Results(op.clone()))
    }

    /// The same of a variable that was made up.
    pub fn add_results(&mut self, variable: &str, op: &Rc<Operation<'a>>) {
        self.insert(pack(variable).0, Bound::Results(op.clone()));
    }

    /// Binds a name to a number of values of C++.
    pub fn bind_values(&mut self, symbol: &str, count: i64) -> Result<(), Fatal> {
        self.bind_new(symbol, pack(symbol).0, values(count))
    }

    /// The same of a variable that was made up.
    pub fn add_values(&mut self, variable: &str, count: i64) {
        self.insert(pack(variable).0, values(count));
    }

    /// Binds a name to something else that C++ finds.
    pub fn bind_found(&mut self, symbol: &'static str, bound: Bound<'a>) -> Result<(), Fatal> {
        self.bind_new(symbol, symbol, bound)
    }

    fn bind_new(&mut self, symbol: &str, name: &str, bound: Bound<'a>) -> Result<(), Fatal> {
        self.check_free(symbol, !self.table.contains(name))?;
        self.insert(name, bound);
        Ok(())
    }

    fn check_free(&self, symbol: &str, is_free: bool) -> Result<(), Fatal> {
        if !is_free {
            bail!(self.pattern, "symbol '{symbol}' bound more than once");
        }
        Ok(())
    }

    fn insert(&mut self, name: &str, bound: Bound<'a>) {
        let variable = None;
        self.table.insert(name, Symbol { bound, variable });
    }

    /// Gives the bindings of equal names variables of their own: the name and a number that makes no other name of it.
    pub fn name_variables(&mut self) {
        let mut given: Vec<Option<String>> = Vec::with_capacity(self.table.len());
        let mut used = rustc_hash::FxHashSet::default();
        let (mut last, mut number) = (None, 0);
        for (name, _) in self.table.iter() {
            if last.replace(name) != Some(name) {
                number = 0;
                given.push(None);
                continue;
            }
            let variable = loop {
                let variable = format!("{name}{number}");
                number += 1;
                backend::spend(1 + self.table.len());
                if !used.contains(&variable) && !self.table.contains(&variable) {
                    break variable;
                }
            };
            used.insert(variable.clone());
            given.push(Some(variable));
        }
        for ((_, symbol), variable) in self.table.iter_mut().zip(given) {
            symbol.variable = variable;
        }
    }
}

impl<'a> Symbol<'a> {
    fn as_ref<'t>(&'t self, name: &'t str) -> SymbolRef<'t, 'a> {
        SymbolRef {
            name,
            variable: self.variable.as_deref().unwrap_or(name),
            bound: &self.bound,
        }
    }
}

impl Bound<'_> {
    fn identity(&self) -> Identity {
        match self {
            Bound::Operand(it) => Some((Some(it.tree), it.argument as i64, it.part)),
            Bound::Attribute(Some(it)) | Bound::Property(it) => {
                Some((None, it.argument as i64, None))
            }
            Bound::Values(count) => Some((None, *count, None)),
            _ => None,
        }
    }

    /// The C++ class of an attribute, if it is one.
    pub fn storage_type(&self) -> Option<Cow<'_, str>> {
        match self {
            Bound::Attribute(None) => Some("::mlir::Attribute".into()),
            Bound::Attribute(Some(owner)) => Some(owner.attribute()?.storage_type()),
            _ => None,
        }
    }
}

fn values<'a>(count: i64) -> Bound<'a> {
    if count > 1 {
        Bound::Values(count)
    } else {
        Bound::Value
    }
}

/// The name of several values, and the index of one of them, that a name like `values__1` is made of.
pub fn pack(symbol: &str) -> (&str, Option<usize>) {
    let whole = (symbol, None);
    let Some((name, index)) = symbol.rsplit_once("__") else {
        return whole;
    };
    // What stands behind the digits does not count.
    let digits = index.bytes().take_while(u8::is_ascii_digit).count();
    match index[..digits].parse::<i32>() {
        Ok(index) => (name, usize::try_from(index).ok()),
        Err(_) => whole,
    }
}
