//! The language of a string, and the role of a dag. Each is determined by the field that the string or dag becomes a
//! part of, directly or as an argument of classes.

use elaborate::hir::{Arg, BangOp, BodyItem, Code, Expr, ExprId, ObjectBody, Parent, StmtKind};
use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::ast::Node;
use syntax::{BangOperator, SyntaxKind, SyntaxNode, SyntaxToken};

use crate::pieces::{DagRole, Language};
use crate::resolve::{Owner, is_statement};
use crate::text::Text;

/// The classes of LLVM whose records describe tables for backends.
pub(crate) const TABLES: [&str; 5] = [
    "GenericEnum",
    "GenericTable",
    "SearchIndex",
    "InstrMapping",
    "SearchableTable",
];
/// A field of a table's description whose name begins with this prefix gives the type of a column. The name of the
/// column's field follows the prefix.
pub(crate) const TYPE_OF: &str = "TypeOf_";
/// The class of MLIR's traits, whose arguments name operands.
const TRAIT: &str = "Trait";
/// The largest number of classes and multiclasses through which an argument is followed.
const MAX_WAY: usize = 32;
/// The largest number of nodes between a string and its field.
const MAX_AROUND: usize = 200;

/// The language of the strings or dags in the fields called `field`, and whether it applies only to descriptions of
/// tables.
fn by_name(field: &str) -> Option<(Language, bool)> {
    let of_table = |it| Some((it, true));
    let of_dag = |it| Some((Language::Dag(it), false));
    match field {
        "InOperandList" | "OutOperandList" => of_dag(DagRole::Operands),
        "Pattern" | "PatternToMatch" | "Fragments" => of_dag(DagRole::Pattern),
        "ResultInstrs" => of_dag(DagRole::Result),
        "assemblyFormat" => Some((Language::Format, false)),
        "AsmString" => Some((Language::AsmText, false)),
        "Constraints" | "DisableEncoding" => Some((Language::Operands, false)),
        "extraClassDeclaration" | "extraClassDefinition" => Some((Language::ClassCode, false)),
        "FilterClass" => of_table(Language::ClassName),
        "Fields" | "PrimaryKey" | "Key" | "NameField" | "ValueField" | "FilterClassField"
        | "RowFields" | "ColFields" => of_table(Language::FieldName),
        "SearchableFields" | "EnumNameField" | "EnumValueField" => of_table(Language::OwnFieldName),
        _ if field.starts_with(TYPE_OF) => of_table(Language::RecordName),
        _ => None,
    }
}

/// Whether strings in a field with this name may have an embedded language.
pub(crate) fn may_have_language(field: &str) -> bool {
    by_name(field).is_some_and(|(it, _)| !matches!(it, Language::Dag(_)))
}

/// The language of the strings or dags in a field of a record that inherits from `classes`.
fn of_field(
    text: &Text<'_>,
    field: &str,
    mut classes: impl Iterator<Item = Sym>,
) -> Option<Language> {
    let (language, only_in_table) = by_name(field)?;
    let is_table = |class: Sym| {
        let family = text.with_superclasses(class);
        family.iter().any(|it| TABLES.contains(&it.as_str()))
    };
    (!only_in_table || classes.any(is_table)).then_some(language)
}

/// Whether the result of an operator contains the text, or the dags, of its operands.
fn keeps_text(operator: BangOp) -> bool {
    use BangOperator::*;
    matches!(
        operator,
        If | Con | StrConcat | ListConcat | Interleave | Subst | ToLower | ToUpper
    )
}

impl<'a> Text<'a> {
    /// The language of a string or code literal.
    pub(crate) fn language_of(&self, token: &SyntaxToken) -> Option<Language> {
        if !matches!(token.kind(), STRING_LITERAL | CODE_LITERAL | ERROR_TOKEN) {
            return None;
        }
        on_path(token.parent_ancestors(), |path| {
            self.language_on(token.kind(), token.text(), path)
        })
    }

    /// The role of a dag that is not part of another dag.
    pub(crate) fn dag_role(&self, dag: &SyntaxNode) -> Option<DagRole> {
        match on_path(dag.ancestors(), |path| self.language_of_target(path))? {
            Language::Dag(role) => Some(role),
            _ => None,
        }
    }

    /// As [`Text::language_of`], given the nodes that contain the literal, the innermost last.
    pub(crate) fn language_on(
        &self,
        kind: SyntaxKind,
        literal: &str,
        path: &[Node<'_>],
    ) -> Option<Language> {
        let found = self.language_of_target(path);
        match (kind, found.filter(|it| !matches!(it, Language::Dag(_)))) {
            (CODE_LITERAL, None | Some(Language::AsmText)) => Some(Language::Code),
            (CODE_LITERAL | STRING_LITERAL, found) => found,
            // The lexer yields an error token for an unterminated string.
            (ERROR_TOKEN, found) if literal.starts_with('"') => found,
            _ => None,
        }
    }

    fn language_of_target(&self, path: &[Node<'_>]) -> Option<Language> {
        let ident = |it: Node<'_>| Some(Sym::new(it.token(IDENT, 0)?.text()));
        let (mut node, mut path) = path.split_last()?;
        while let Some((parent, around)) = path.split_last() {
            match parent.kind() {
                PASTE | LIST_VALUE | COND_OP | COND_CLAUSE => {}
                BANG_OP => {
                    let word = parent.token(BANG_OPERATOR, 0)?;
                    let operator = BangOperator::from_name(word.text().get(1..)?)?;
                    keeps_text(operator).then_some(())?;
                }
                FIELD | BODY_LET | LET_ITEM => return self.of_assigned(*parent, around),
                DAG_ARG => return names_operand(*around.last()?).then_some(Language::Operands),
                TEMPLATE_PARAM => {
                    let statement = *around.iter().rev().nth(1)?;
                    let owner = match statement.kind() {
                        CLASS => Owner::Class(ident(statement)?),
                        MULTICLASS => Owner::Multiclass(ident(statement)?),
                        _ => return None,
                    };
                    return self.language_of_argument(owner, ident(*parent)?, MAX_WAY);
                }
                NAMED_ARG => {
                    let name = parent.children().next().filter(|it| it != node)?;
                    let (_, around) = around.split_last()?;
                    let (user, owner) = user_on(around)?;
                    let owner = self.owner_used(user, owner);
                    return self.language_of_argument(owner, ident(name)?, MAX_WAY);
                }
                ARG_LIST => {
                    let index = parent.children().position(|it| it == *node)?;
                    return self.language_at(around, index);
                }
                _ => return None,
            }
            (node, path) = (parent, around);
        }
        None
    }

    /// The language of the argument with the index `index` in the argument list that the last node of `path` contains.
    fn language_at(&self, path: &[Node<'_>], index: usize) -> Option<Language> {
        let (user, name) = user_on(path)?;
        if let Some(known) = self.positions.borrow().get(&(user, name, index)) {
            return *known;
        }
        let find = || {
            let owner = self.owner_used(user, name);
            let (_, args) = self.template_args(owner)?;
            self.language_of_argument(owner, args.get(index)?.name, MAX_WAY)
        };
        let found = find();
        self.positions
            .borrow_mut()
            .insert((user, name, index), found);
        found
    }

    fn owner_used(&self, user: SyntaxKind, name: Sym) -> Owner {
        match user {
            CLASS_VALUE => Owner::Class(name),
            statement => self.parent_owner(statement, name),
        }
    }

    /// The language of the field that a declaration or `let` sets.
    fn of_assigned(&self, item: Node<'_>, around: &[Node<'_>]) -> Option<Language> {
        let field = item.token(IDENT, 0)?;
        // Most fields have no language, so this is checked first.
        by_name(field.text())?;
        let statement = around.iter().rev().find(|it| is_statement(it.kind()))?;
        let own = statement
            .token(IDENT, 0)
            .filter(|_| statement.kind() == CLASS);
        let own = own.map(|it| Sym::new(it.text()));
        let parents = statement.children().find(|it| it.kind() == PARENTS);
        let parents = parents.into_iter().flat_map(|it| it.children());
        let parents = parents.filter_map(|it| Some(Sym::new(it.token(IDENT, 0)?.text())));
        of_field(self, field.text(), own.into_iter().chain(parents))
    }

    /// The language of a template argument. It is the language of the field that the argument becomes a part of. If
    /// there are several such fields, the first one with a language counts.
    fn language_of_argument(&self, owner: Owner, name: Sym, way: usize) -> Option<Language> {
        let key = (matches!(owner, Owner::Class(_)), owner.name(), name);
        if let Some(known) = self.languages.borrow().get(&key) {
            return *known;
        }
        // This ends the recursion for classes that pass arguments to each other.
        self.languages.borrow_mut().insert(key, None);
        let way = way.checked_sub(1)?;
        let found = match owner {
            Owner::Class(class) if self.is_trait(class) => Some(Language::OperandName),
            Owner::Class(class) => {
                let (item, it) = self.class(class)?;
                let flow = self.flow(&self.stmt(item).code, name, way);
                flow.body(&it.body, Some(class))
            }
            Owner::Multiclass(multiclass) => {
                let (item, it) = self.multiclass(multiclass)?;
                let flow = self.flow(&self.stmt(item).code, name, way);
                let inside = || it.body.iter().find_map(|it| flow.statement(it));
                flow.parents(&it.parents, true).or_else(inside)
            }
        };
        self.languages.borrow_mut().insert(key, found);
        found
    }

    /// The class of MLIR's traits, if the unit has it.
    pub(crate) fn trait_class(&self) -> Option<Sym> {
        Sym::known(TRAIT).filter(|it| self.class(*it).is_some())
    }

    /// Whether a class is MLIR's class of traits or inherits from it.
    pub(crate) fn is_trait(&self, class: Sym) -> bool {
        if let Some(known) = self.traits.borrow().get(&class) {
            return *known;
        }
        let wanted = self.trait_class();
        let is_it = wanted.is_some_and(|it| self.with_superclasses(class).contains(&it));
        self.traits.borrow_mut().insert(class, is_it);
        is_it
    }

    fn flow<'f>(&'f self, code: &'f Code, name: Sym, way: usize) -> Flow<'f, 'a> {
        let text = self;
        Flow {
            text,
            code,
            name,
            way,
        }
    }
}

/// Calls `f` with the path to a node. `around` are the node and its ancestors.
fn on_path<T>(around: impl Iterator<Item = SyntaxNode>, f: impl FnOnce(&[Node<'_>]) -> T) -> T {
    let mut around: Vec<SyntaxNode> = around.take(MAX_AROUND).collect();
    around.reverse();
    let greens: Vec<_> = around.iter().map(|it| it.green()).collect();
    let nodes = greens.iter().zip(&around);
    let path: Vec<Node<'_>> = nodes
        .map(|(green, it)| Node::new(green, it.text_range().start()))
        .collect();
    f(&path)
}

/// Whether the arguments of a dag name operands, as in the dags of variable-length encodings: `(operand "$dst", 4)`.
fn names_operand(dag: Node<'_>) -> bool {
    let operator = dag.children().find(|it| it.kind() == DAG_ARG);
    let operator = operator.and_then(|it| it.children().next());
    let name = operator.and_then(|it| it.token(IDENT, 0));
    name.is_some_and(|it| matches!(it.text(), "operand" | "slice"))
}

/// The class or multiclass to which the last node of `path` passes arguments, with the syntax kind of the user:
/// `CLASS_VALUE` for a class instance, or else the kind of the statement that names the class or multiclass as a
/// parent. `None` if the last node is neither a class instance nor a reference to a parent.
fn user_on(path: &[Node<'_>]) -> Option<(SyntaxKind, Sym)> {
    let (parent, around) = path.split_last()?;
    let name = Sym::new(parent.token(IDENT, 0)?.text());
    match parent.kind() {
        CLASS_VALUE => Some((CLASS_VALUE, name)),
        CLASS_REF => Some((around.iter().rev().nth(1)?.kind(), name)),
        _ => None,
    }
}

/// Follows a template argument through a statement to a field with a language.
struct Flow<'f, 'a> {
    text: &'f Text<'a>,
    code: &'f Code,
    name: Sym,
    way: usize,
}

impl Flow<'_, '_> {
    fn statement(&self, stmt: &StmtKind) -> Option<Language> {
        match stmt {
            StmtKind::Def(def) => self.body(&def.body, None),
            StmtKind::Defm(defm) => self.parents(&defm.parents, true),
            StmtKind::Let(it) => {
                let of = |field: Sym| of_field(self.text, field.as_str(), std::iter::empty());
                let mut items = it.items.iter();
                let found = items.find_map(|it| self.value(it.value, of(it.name)));
                found.or_else(|| it.body.iter().find_map(|it| self.statement(it)))
            }
            _ => stmt.bodies().find_map(|it| self.statement(it)),
        }
    }

    fn body(&self, body: &ObjectBody, class: Option<Sym>) -> Option<Language> {
        let of = |field: Sym| {
            let parents = body.parents.iter().map(|it| it.name);
            of_field(self.text, field.as_str(), class.into_iter().chain(parents))
        };
        let own = body.items.iter().find_map(|it| match it {
            BodyItem::Let(it) => self.value(it.value, of(it.name)),
            BodyItem::Field(it) => self.value(it.value?, of(it.name)),
            _ => None,
        });
        own.or_else(|| self.parents(&body.parents, false))
    }

    fn parents(&self, parents: &[Parent], of_multiclass: bool) -> Option<Language> {
        parents.iter().find_map(|it| {
            let is_multiclass = of_multiclass && self.text.multiclass(it.name).is_some();
            let owner = if is_multiclass {
                Owner::Multiclass(it.name)
            } else {
                Owner::Class(it.name)
            };
            self.arguments(owner, it.args.as_deref()?)
        })
    }

    fn arguments(&self, owner: Owner, args: &[Arg]) -> Option<Language> {
        args.iter().enumerate().find_map(|(index, arg)| {
            let found = || {
                let (_, declared) = self.text.template_args(owner)?;
                let name = match arg.name {
                    Some(name) => self.code.literal_name(name)?,
                    None => declared.get(index)?.name,
                };
                self.text.language_of_argument(owner, name, self.way)
            };
            self.mentions(arg.value)
                .then(|| self.value_in(arg.value, found))?
        })
    }

    /// Whether a value mentions the argument.
    fn mentions(&self, value: ExprId) -> bool {
        let mut parts = self.code.parts_of(value).iter();
        parts.any(|it| matches!(it.expr, Expr::Name(name) if name == self.name))
    }

    fn value(&self, value: ExprId, language: Option<Language>) -> Option<Language> {
        self.mentions(value)
            .then(|| self.value_in(value, || language))?
    }

    /// The language of the argument if `value` contains its text, where `target` is the language of the whole value.
    fn value_in(
        &self,
        value: ExprId,
        target: impl FnOnce() -> Option<Language>,
    ) -> Option<Language> {
        // If the argument is passed on to a class instance in the value, the argument of that class decides the
        // language.
        let mut open = vec![value];
        let mut is_text = false;
        while let Some(id) = open.pop() {
            match &self.code[id].expr {
                Expr::Name(name) => is_text |= *name == self.name,
                Expr::Paste { lhs, rhs, .. } => {
                    open.push(*lhs);
                    open.extend(*rhs);
                }
                Expr::List { elems, .. } => open.extend(elems),
                Expr::Cond(arms) => open.extend(arms.iter().map(|it| it.1)),
                Expr::Bang { op, args, .. } if keeps_text(*op) => open.extend(args),
                Expr::Instance { class, args } => {
                    let found = self.arguments(Owner::Class(*class), args);
                    if found.is_some() {
                        return found;
                    }
                }
                _ => {}
            }
        }
        if is_text { target() } else { None }
    }
}
