//! The names in a pattern, and the entities to which they are bound.

use std::borrow::Cow;
use std::rc::Rc;

use backend::{Fatal, Rec, Release, ValueId, bail};

use super::name_table::NameTable;
use super::tree::Tree;
use crate::attribute::Attribute;
use crate::operation::{Argument, Operation};
use crate::property::Property;
use crate::type_constraint::TypeConstraint;

/// The entity to which a name is bound.
#[derive(Clone, Debug)]
pub enum Bound<'a> {
    /// An attribute that is an argument of an operation. `None` for an attribute that a `NativeCodeCall` assigns.
    Attribute(Option<Owner<'a>>),
    /// A property that is an argument of an operation.
    Property(Owner<'a>),
    /// An operand.
    Operand(Operand<'a>),
    /// The results of an operation.
    Results(Rc<Operation<'a>>),
    /// A value that C++ code returns.
    Value,
    /// A range of values that C++ code returns, with its length.
    Values(i64),
}

/// An argument of an operation.
#[derive(Clone, Debug)]
pub struct Owner<'a> {
    /// The operation.
    pub op: Rc<Operation<'a>>,
    /// The index in `Operation::arguments`.
    pub argument: usize,
}

/// An operand of an operation in a tree, or one value of a variadic operand.
#[derive(Clone, Debug)]
pub struct Operand<'a> {
    /// The id of the tree.
    pub tree: ValueId,
    /// The operation at the root of the tree.
    pub op: Rc<Operation<'a>>,
    /// The index in `Operation::arguments`.
    pub argument: usize,
    /// The index among the values of a variadic operand. `None` for the operand as a whole.
    pub part: Option<usize>,
}

impl<'a> Operand<'a> {
    /// The constraint of the operand. `None` if the argument is an attribute or a property.
    pub fn ty(&self) -> Option<TypeConstraint<'a>> {
        match self.op.arguments.get(self.argument)? {
            Argument::Operand(index) => Some(self.op.operands.get(*index)?.ty),
            _ => None,
        }
    }
}

impl<'a> Owner<'a> {
    /// The attribute. `None` if the argument is not an attribute.
    pub fn attribute(&self) -> Option<Attribute<'a>> {
        match self.op.arguments.get(self.argument)? {
            Argument::Attribute(index) => Some(self.op.attributes.get(*index)?.attr),
            _ => None,
        }
    }

    /// The property. `None` if the argument is not a property.
    pub fn property(&self) -> Option<Property<'a>> {
        match self.op.arguments.get(self.argument)? {
            Argument::Property(index) => Some(self.op.properties.get(*index)?.prop),
            _ => None,
        }
    }
}

/// A binding in the table.
#[derive(Clone, Debug)]
struct Symbol<'a> {
    bound: Bound<'a>,
    /// The C++ variable. `None` for the first binding of a name: its variable has the same name.
    variable: Option<String>,
}

/// One binding of a name.
#[derive(Clone, Copy, Debug)]
pub struct SymbolRef<'t, 'a> {
    /// The bound name.
    pub name: &'t str,
    /// The C++ variable.
    pub variable: &'t str,
    /// The entity to which the name is bound.
    pub bound: &'t Bound<'a>,
}

/// The bindings of a pattern's names.
#[derive(Clone, Debug)]
pub struct Symbols<'a> {
    pattern: Rec<'a>,
    table: NameTable<Symbol<'a>>,
}

/// The key that distinguishes the bindings of one name: the tree, the index of the operation's argument (or the length
/// of a range of values), and the index among the argument's values.
type Identity = Option<(Option<ValueId>, i64, Option<usize>)>;

impl<'a> Symbols<'a> {
    /// An empty set of bindings. Errors are reported at `pattern`.
    pub fn new(pattern: Rec<'a>) -> Symbols<'a> {
        Symbols {
            pattern,
            table: NameTable::default(),
        }
    }

    /// All bindings. Bindings of the same name are adjacent.
    pub fn iter(&self) -> impl Iterator<Item = SymbolRef<'_, 'a>> {
        self.table.iter().map(|(name, symbol)| symbol.as_ref(name))
    }

    /// The first binding of a name; `None` if the name is not bound. If `name` has an index, as in `values__1`, the
    /// index is ignored.
    pub fn find<'t>(&'t self, name: &'t str) -> Option<&'t Bound<'a>> {
        self.table.named(pack(name).0).next().map(|it| &it.bound)
    }

    /// The first binding of a symbol, and the name and the index that the symbol consists of. An error if the name is
    /// not bound.
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

    /// The C++ variable for the binding of a name to `operand`. An error if there is no such binding.
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

    /// The C++ variable for the binding of a name to the same entity as `bound`. `None` if there is no such binding.
    pub fn variable<'t>(&'t self, name: &'t str, bound: &Bound) -> Option<&'t str> {
        let name = pack(name).0;
        let wanted = bound.identity();
        let mut all = self.table.named(name);
        let found = all.find(|it| it.bound.identity() == wanted)?;
        Some(found.as_ref(name).variable)
    }

    /// The number of values to which a symbol refers: 1 for a symbol with an index.
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

    /// Binds a name to an argument of an operation. An error if the name is bound already, unless the argument and the
    /// entity of the first binding are both operands.
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

    /// Binds a name to the results of an operation. An error if the name is bound already.
    pub fn bind_results(&mut self, symbol: &str, op: &Rc<Operation<'a>>) -> Result<(), Fatal> {
        self.bind_new(symbol, pack(symbol).0, Bound::Results(op.clone()))
    }

    /// Adds a generated variable for the results of an operation.
    pub fn add_results(&mut self, variable: &str, op: &Rc<Operation<'a>>) {
        self.insert(pack(variable).0, Bound::Results(op.clone()));
    }

    /// Binds a name to `count` values that C++ code returns. An error if the name is bound already.
    pub fn bind_values(&mut self, symbol: &str, count: i64) -> Result<(), Fatal> {
        self.bind_new(symbol, pack(symbol).0, values(count))
    }

    /// Adds a generated variable for `count` values that C++ code returns.
    pub fn add_values(&mut self, variable: &str, count: i64) {
        self.insert(pack(variable).0, values(count));
    }

    /// Binds a name to an argument of a `NativeCodeCall` in the source pattern. An error if the name is bound already.
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

    /// Assigns a variable to each binding of a name except the first: the name with a number appended. A number is
    /// skipped if the result is already a name or variable in the pattern.
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

    /// The C++ class of an attribute. `None` if the name is not bound to an attribute.
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

/// Splits a symbol such as `values__1` into the name of a range of values and an index. The index is `None` if the
/// symbol has no index.
pub fn pack(symbol: &str) -> (&str, Option<usize>) {
    let whole = (symbol, None);
    let Some((name, index)) = symbol.rsplit_once("__") else {
        return whole;
    };
    // The reference ignores any text after the digits.
    let digits = index.bytes().take_while(u8::is_ascii_digit).count();
    match index[..digits].parse::<i32>() {
        Ok(index) => (name, usize::try_from(index).ok()),
        Err(_) => whole,
    }
}
