//! The roles of dag arguments for an operation, type or attribute of MLIR, or for an instruction.

use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::{SyntaxElement, SyntaxNode, SyntaxToken};

use crate::Place;
use crate::place::{child, child_token, name_of_item, node_at, values};
use crate::resolve::{Definition, Shape, parent_names};
use crate::text::Text;

/// The role of a dag argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArgumentRole {
    Operand,
    Attribute,
    Property,
    Result,
    Region,
    Successor,
    /// A parameter of a type or attribute.
    Parameter,
}

impl ArgumentRole {
    /// The English name of the role.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ArgumentRole::Operand => "operand",
            ArgumentRole::Attribute => "attribute",
            ArgumentRole::Property => "property",
            ArgumentRole::Result => "result",
            ArgumentRole::Region => "region",
            ArgumentRole::Successor => "successor",
            ArgumentRole::Parameter => "parameter",
        }
    }
}

/// The base class of MLIR's types and attributes.
const DEFINITION: &str = "AttrOrTypeDef";

impl Text<'_> {
    /// The token that declares the dag argument `name` in a statement. Of several such tokens, one whose argument has a
    /// value and is not a parameter of a builder is preferred.
    pub(crate) fn argument(&self, name: Sym, within: Place) -> Option<SyntaxToken> {
        let node = node_at(&self.root(within.source)?, within)?;
        let mut best: Option<(u8, SyntaxToken)> = None;
        let tokens = node.descendants_with_tokens();
        for token in tokens.filter_map(SyntaxElement::into_token) {
            if token.kind() != VAR_NAME || token.text().strip_prefix('$') != Some(name.as_str()) {
                continue;
            }
            let has_value = token
                .parent()
                .is_some_and(|it| values(&it).next().is_some());
            // Parameters of builders may have the same names as operands.
            let is_own = token.parent_ancestors().all(|it| it.kind() != CLASS_VALUE);
            let rank = match (has_value, is_own) {
                (true, true) => return Some(token),
                (true, false) => 1,
                (false, _) => 2,
            };
            if best.as_ref().is_none_or(|it| rank < it.0) {
                best = Some((rank, token));
            }
        }
        best.map(|it| it.1)
    }

    /// The role of a dag argument, and the node of the argument with its value. `None` for other definitions and
    /// unknown roles.
    pub(crate) fn argument_role(
        &self,
        definition: &Definition,
    ) -> Option<(ArgumentRole, SyntaxNode)> {
        let Definition::DagName(name, within) = definition else {
            return None;
        };
        let arg = self.argument(*name, *within)?.parent()?;
        let dag = arg.parent()?;
        let operator = child(&dag, DAG_ARG).and_then(|it| values(&it).next())?;
        let operator = child_token(&operator, IDENT)?;
        let role = match operator.text() {
            "outs" => ArgumentRole::Result,
            "region" => ArgumentRole::Region,
            "successor" => ArgumentRole::Successor,
            "ins" if self.is_parameter_list(&dag) => ArgumentRole::Parameter,
            "ins" => self.kind_of_input(within.source, &arg),
            _ => return None,
        };
        Some((role, arg))
    }

    fn is_parameter_list(&self, dag: &SyntaxNode) -> bool {
        let item = dag.parent().and_then(|it| name_of_item(&it));
        if let Some(name) = item {
            return name.text() == "parameters";
        }
        let statement = dag.ancestors().find(|it| matches!(it.kind(), CLASS | DEF));
        statement.is_some_and(|it| self.defines_type(&it))
    }

    /// Whether the records of a statement are types or attributes of MLIR.
    pub(crate) fn defines_type(&self, statement: &SyntaxNode) -> bool {
        let is_it = |class: Sym| {
            let family = self.with_superclasses(class);
            family.iter().any(|it| it.as_str() == DEFINITION)
        };
        parent_names(statement).any(is_it)
    }

    fn kind_of_input(&self, source: usize, arg: &SyntaxNode) -> ArgumentRole {
        let shape = values(arg).next().map(|it| self.shape(source, &it));
        let classes = match shape {
            Some(Shape::Record(classes)) => classes,
            Some(Shape::Def(name)) => match self.def(name) {
                Some((_, def)) => def.body.parents.iter().map(|it| it.name).collect(),
                None => {
                    let record = db::record(self.db, name.as_str());
                    record.map_or_else(Vec::new, |it| it.supers.clone())
                }
            },
            _ => Vec::new(),
        };
        let mut family = classes
            .into_iter()
            .flat_map(|it| self.with_superclasses(it));
        let role = family.find_map(|it| match it.as_str() {
            "AttrConstraint" => Some(ArgumentRole::Attribute),
            "Property" => Some(ArgumentRole::Property),
            _ => None,
        });
        role.unwrap_or(ArgumentRole::Operand)
    }
}
