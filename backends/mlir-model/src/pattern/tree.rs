//! The trees that patterns consist of.

use std::borrow::Cow;

use backend::{Dag, Fatal, Rec, Records, Release, ValueId, bail, enter};
use elaborate::value::Node;
use elaborate::value::print::value_unquoted;

/// The kind of a tree, by its operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeKind {
    /// An operation.
    Operation,
    /// A `NativeCodeCall`: C++ code.
    NativeCodeCall,
    /// `replaceWithValue`: an existing value.
    ReplaceWithValue,
    /// `location`: the location of the created operation.
    Location,
    /// `returnType`: the result types of the created operation.
    ReturnType,
    /// `either`: two operands in any order.
    Either,
    /// `variadic`: the values of a variadic operand.
    Variadic,
}

/// A tree: an operator with arguments, each of which is a tree or a leaf.
#[derive(Clone, Copy)]
pub struct Tree<'a> {
    dag: Dag<'a>,
    operator: Rec<'a>,
    kind: TreeKind,
}

/// Trees are hash-consed: equal trees have the same id.
impl PartialEq for Tree<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl std::fmt::Debug for Tree<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&value_unquoted(&self.records().names(), self.id()))
    }
}

/// The directives at the end of a tree's arguments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Directives<'a> {
    /// The location of the created operation.
    pub location: Option<Tree<'a>>,
    /// The result types of the created operation.
    pub return_type: Option<Tree<'a>>,
    /// The number of arguments that are not directives.
    pub others: usize,
}

impl<'a> Tree<'a> {
    /// Reads a tree from a value. If the value is not a `dag`, or contains a `dag` whose operator is not a record,
    /// returns an error at `pattern` and the path from the value to the wrong part.
    pub(super) fn read(pattern: Rec<'a>, value: ValueId) -> Result<Tree<'a>, (Fatal, Vec<usize>)> {
        enter();
        let Some(tree) = Tree::from_value(pattern.records(), value) else {
            let text = value_unquoted(&pattern.records().names(), value);
            let message = format!("'{text}' is not a DAG whose operator is a record");
            return Err((pattern.fatal(message), Vec::new()));
        };
        for index in 0..tree.len() {
            let argument = tree.dag.arg(index);
            if pattern.records().dag(argument).is_some() {
                Tree::read(pattern, argument).map_err(|(error, mut path)| {
                    path.insert(0, index);
                    (error, path)
                })?;
            }
        }
        Ok(tree)
    }

    /// The indices of the arguments that lead from this tree to its first subtree that equals `wanted`. `None` if no
    /// subtree equals `wanted`.
    pub(super) fn path_to(self, wanted: Tree<'a>) -> Option<Vec<usize>> {
        enter();
        if self == wanted {
            return Some(Vec::new());
        }
        (0..self.len()).find_map(|index| {
            let mut path = self.nested(index)?.path_to(wanted)?;
            path.insert(0, index);
            Some(path)
        })
    }

    fn from_value(records: &'a Records, value: ValueId) -> Option<Tree<'a>> {
        let dag = records.dag(value)?;
        let operator = dag.op_def()?;
        let kind = match operator.name() {
            _ if operator.is_a("NativeCodeCall") => TreeKind::NativeCodeCall,
            "replaceWithValue" => TreeKind::ReplaceWithValue,
            "location" => TreeKind::Location,
            "returnType" => TreeKind::ReturnType,
            "either" => TreeKind::Either,
            "variadic" => TreeKind::Variadic,
            _ => TreeKind::Operation,
        };
        Some(Tree {
            dag,
            operator,
            kind,
        })
    }

    /// The id of the value, which is the same for equal trees.
    pub fn id(self) -> ValueId {
        self.dag.v
    }

    /// The record of the operator.
    pub fn operator(self) -> Rec<'a> {
        self.operator
    }

    /// The kind of the tree, which its operator determines.
    pub fn kind(self) -> TreeKind {
        self.kind
    }

    /// The name of the operator, as in `(Op:$name …)`; empty if it is missing.
    pub fn symbol(self) -> &'static str {
        self.dag.op_name().unwrap_or_default()
    }

    /// The number of arguments, both trees and leaves.
    pub fn len(self) -> usize {
        self.dag.len()
    }

    /// Whether the tree has no arguments.
    pub fn is_empty(self) -> bool {
        self.dag.is_empty()
    }

    /// The argument at an index as a tree. `None` if it is a leaf or does not exist.
    pub fn nested(self, index: usize) -> Option<Tree<'a>> {
        let argument = self.dag.args().nth(index)?;
        Tree::from_value(self.records(), argument.0)
    }

    /// All arguments that are trees.
    pub fn children(self) -> impl DoubleEndedIterator<Item = Tree<'a>> {
        let arguments = self.dag.args();
        arguments.filter_map(move |it| Tree::from_value(self.records(), it.0))
    }

    /// The argument at an index as a leaf. `None` if there are fewer arguments.
    pub fn leaf(self, index: usize) -> Option<Leaf<'a>> {
        let (value, _) = self.dag.args().nth(index)?;
        let records = self.records();
        Some(Leaf { value, records })
    }

    /// The name of the argument at an index; empty if it has none.
    pub fn argument_name(self, index: usize) -> &'static str {
        let argument = self.dag.args().nth(index);
        argument.and_then(|it| it.1).unwrap_or_default()
    }

    /// The name that an argument binds. `None` if it has no name or the name is `$_`.
    pub fn bound_name(self, index: usize) -> Option<&'static str> {
        Some(self.argument_name(index)).filter(|it| !it.is_empty() && *it != "_")
    }

    /// The number of operations in the tree, including its root.
    pub fn operations(self) -> usize {
        enter();
        let own = usize::from(self.kind == TreeKind::Operation);
        own + self.children().map(Tree::operations).sum::<usize>()
    }

    /// The `location` and `returnType` directives at the end of the arguments. An error at `pattern` if a directive
    /// occurs twice.
    pub fn directives(self, pattern: Rec) -> Result<Directives<'a>, Fatal> {
        let mut found = Directives {
            others: self.len(),
            ..Directives::default()
        };
        for index in (0..self.len()).rev() {
            let Some(child) = self.nested(index) else {
                break;
            };
            let (slot, name) = match child.kind {
                TreeKind::Location => (&mut found.location, "location"),
                TreeKind::ReturnType => (&mut found.return_type, "returnType"),
                _ => break,
            };
            if slot.replace(child).is_some() {
                bail!(pattern, "`{name}` directive can only be specified once");
            }
            found.others = index;
        }
        Ok(found)
    }

    fn records(self) -> &'a Records {
        self.dag.records()
    }
}

/// An argument that is not a tree.
#[derive(Clone, Copy)]
pub struct Leaf<'a> {
    /// The value of the argument.
    pub value: ValueId,
    records: &'a Records,
}

impl<'a> Leaf<'a> {
    /// Whether the leaf has no value, only a name.
    pub fn is_unspecified(self) -> bool {
        self.value == ValueId::UNSET
    }

    /// The record of the leaf. `None` if the value is not a record.
    pub fn def(self) -> Option<Rec<'a>> {
        self.records.def_of(self.value)
    }

    fn is_a(self, class: &str) -> bool {
        self.def().is_some_and(|it| it.is_a(class))
    }

    /// Whether the leaf is a `TypeConstraint`, which matches an operand.
    pub fn is_operand_matcher(self) -> bool {
        self.is_a("TypeConstraint")
    }

    /// Whether the leaf is an `AttrConstraint`, which matches an attribute.
    pub fn is_attribute_matcher(self) -> bool {
        self.is_a("AttrConstraint")
    }

    /// Whether the leaf is a `PropConstraint`, which matches a property. Always false before LLVM 22: in earlier
    /// releases, patterns have no properties.
    pub fn is_property_matcher(self) -> bool {
        self.knows_properties() && self.is_a("PropConstraint")
    }

    /// Whether the leaf is a `Property`. Always false before LLVM 22: in earlier releases, patterns have no properties.
    pub fn is_property(self) -> bool {
        self.knows_properties() && self.is_a("Property")
    }

    fn knows_properties(self) -> bool {
        self.records.release() >= Release::V22
    }

    /// The record if it is a `NativeCodeCall`, otherwise `None`.
    pub fn native_code_call(self) -> Option<Rec<'a>> {
        self.def().filter(|it| it.is_a("NativeCodeCall"))
    }

    /// The record if it is a `ConstantAttr`, otherwise `None`.
    pub fn constant_attribute(self) -> Option<Rec<'a>> {
        self.def().filter(|it| it.is_a("ConstantAttr"))
    }

    /// The record if it is a `ConstantProp`, otherwise `None`. Always `None` before LLVM 22: in earlier releases,
    /// patterns have no properties.
    pub fn constant_property(self) -> Option<Rec<'a>> {
        let def = self.def().filter(|it| it.is_a("ConstantProp"));
        def.filter(|_| self.knows_properties())
    }

    /// The record if it is a case of an enumeration, otherwise `None`.
    pub fn enum_case(self) -> Option<Rec<'a>> {
        let class = if self.records.release() >= Release::V22 {
            "EnumCase"
        } else {
            "EnumAttrCaseInfo"
        };
        self.def().filter(|it| it.is_a(class))
    }

    /// The text if the value is a string, otherwise `None`.
    pub fn string(self) -> Option<Cow<'a, str>> {
        let node = self.records.node(self.value);
        let is_text = matches!(node, Node::Str(_) | Node::Code(_) | Node::Text(..));
        is_text.then(|| self.shown())
    }

    /// The value as TableGen prints it, without quotes.
    pub fn shown(self) -> Cow<'a, str> {
        value_unquoted(&self.records.names(), self.value)
    }
}
