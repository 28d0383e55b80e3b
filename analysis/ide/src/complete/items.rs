//! The items for each context.

use db::index::Space;
use db::{Db, RecordNames};
use elaborate::facts::User;
use elaborate::hir::{BodyItem, Expr, ExprId, RecordSource, StmtKind};
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use syntax::BangOperator;
use syntax::SyntaxKind::{self, *};
use syntax::{SyntaxElement, SyntaxNode};

use super::best::ALWAYS;
use super::context::Context;
use super::habits::Score;
use super::{CompletionItemKind, Folders, Found};
use crate::family::{subclasses_of, uses_of};
use crate::operators::describe;
use crate::place::{child, child_token, token_at, values};
use crate::resolve::{Owner, Shape, parent_names};

/// How much of a statement is looked through for dags.
const MAX_NODES: usize = 5_000;

const STATEMENTS: &[SyntaxKind] = &[
    ASSERT_KW,
    CLASS_KW,
    DEF_KW,
    DEFM_KW,
    DEFSET_KW,
    DEFTYPE_KW,
    DEFVAR_KW,
    DUMP_KW,
    FOREACH_KW,
    IF_KW,
    INCLUDE_KW,
    LET_KW,
    MULTICLASS_KW,
];
/// What may stand in a multiclass, loop or condition.
const INNER_STATEMENTS: &[SyntaxKind] = &[
    ASSERT_KW, DEF_KW, DEFM_KW, DEFVAR_KW, DUMP_KW, FOREACH_KW, IF_KW, LET_KW,
];
const BODY_ITEMS: &[SyntaxKind] = &[ASSERT_KW, DEFVAR_KW, DUMP_KW, FIELD_KW, LET_KW];
const TYPES: &[SyntaxKind] = &[BIT_KW, BITS_KW, CODE_KW, DAG_KW, INT_KW, LIST_KW, STRING_KW];

// Ranks: what fits the type, what is near, what is anywhere, what is always there.
const FITS: u8 = 0;
const NEAR: u8 = 1;
const FAR: u8 = 2;

/// What follows a keyword.
fn snippet(keyword: SyntaxKind) -> Option<&'static str> {
    Some(match keyword {
        ASSERT_KW => "assert ${1:condition}, \"${2:message}\";$0",
        BITS_KW => "bits<${1:width}>$0",
        CLASS_KW => "class ${1:Name} {\n\t$0\n}",
        DEF_KW => "def ${1:name} : ${2:Class}$0;",
        DEFM_KW => "defm ${1:name} : ${2:Multiclass}$0;",
        DEFSET_KW => "defset list<${1:Class}> ${2:name} = {\n\t$0\n}",
        DEFTYPE_KW => "deftype ${1:name} = ${2:type};$0",
        DEFVAR_KW => "defvar ${1:name} = ${2:value};$0",
        FOREACH_KW => "foreach ${1:item} = ${2:list} in {\n\t$0\n}",
        IF_KW => "if ${1:condition} then {\n\t$0\n}",
        INCLUDE_KW => "include \"$1\"$0",
        LIST_KW => "list<${1:type}>$0",
        MULTICLASS_KW => "multiclass ${1:Name} {\n\t$0\n}",
        _ => return None,
    })
}

impl Found<'_> {
    pub(super) fn all_of(&mut self, context: &Context) {
        match context {
            Context::Statement => {
                let around = self.ancestors();
                let inner = around
                    .iter()
                    .any(|it| matches!(it.kind(), MULTICLASS | FOREACH | IF));
                self.keywords(if inner { INNER_STATEMENTS } else { STATEMENTS }, NEAR);
            }
            Context::BodyItem => {
                self.keywords(BODY_ITEMS, NEAR);
                self.types();
            }
            Context::Class => self.classes(NEAR),
            Context::Multiclass { or_class } => {
                self.multiclasses();
                if *or_class {
                    self.classes(FAR);
                }
            }
            Context::Type => self.types(),
            Context::Value {
                expected,
                owner,
                then,
            } => {
                self.locals(expected);
                // Of two of one name the one in scope is a value already.
                self.args_of(*owner);
                self.records(expected);
                self.globals();
                self.operators();
                self.classes(FAR);
                self.keywords(&[TRUE_KW, FALSE_KW], ALWAYS);
                self.keywords(then.as_slice(), FITS);
            }
            Context::FieldOf(shape) => self.fields_of(shape),
            Context::Let => self.fields_to_set(),
            Context::BlockLet => self.fields_of_block(),
            Context::Operator => self.operators(),
            Context::DagOperator => {
                self.locals(&Shape::Unknown);
                self.dag_operators();
            }
            Context::DagName { with_sigil } => self.dag_names(*with_sigil),
            Context::Macro => self.macros(),
            Context::RecordName(shape) => self.records(shape),
            Context::Keyword(keyword) => self.keywords(&[*keyword], FITS),
            Context::IncludePath => {}
        }
    }

    fn keywords(&mut self, keywords: &[SyntaxKind], rank: u8) {
        for keyword in keywords {
            if let Some(text) = keyword.text() {
                let snippet = snippet(*keyword).map(str::to_owned);
                self.add_snippet(text, CompletionItemKind::Keyword, rank, None, snippet);
            }
        }
    }

    fn types(&mut self) {
        self.keywords(TYPES, NEAR);
        let unit = self.text.unit();
        for item in unit.order() {
            if let StmtKind::Deftype(it) = &unit.stmt(*item).kind {
                self.add(it.name.as_str(), CompletionItemKind::Type, NEAR, None);
            }
        }
        self.classes(FAR);
    }

    fn classes(&mut self, rank: u8) {
        self.names(Space::Class, CompletionItemKind::Class, rank);
    }

    fn multiclasses(&mut self) {
        self.names(Space::Multiclass, CompletionItemKind::Multiclass, NEAR);
    }

    fn globals(&mut self) {
        self.names(Space::Global, CompletionItemKind::Variable, FAR);
    }

    /// Everything that has a name of its own in the unit.
    fn names(&mut self, space: Space, kind: CompletionItemKind, rank: u8) {
        let db = self.text.db;
        for name in db.input().index(db).names_in(space) {
            self.add(name.as_str(), kind, rank, None);
        }
    }

    fn operators(&mut self) {
        for operator in BangOperator::ALL {
            let label = format!("!{}", operator.name());
            if !self.fits(&label) {
                continue;
            }
            let about = describe(*operator);
            let ty = about.ty.map(|it| format!("<${{1:{it}}}>"));
            let snippet = Some(format!("{label}{}($0)", ty.unwrap_or_default()));
            let detail = Some(about.signature());
            self.add_snippet(
                &label,
                CompletionItemKind::Operator,
                ALWAYS,
                detail,
                snippet,
            );
        }
    }

    /// The template arguments that may be given by name.
    fn args_of(&mut self, owner: Option<Owner>) {
        let Some((item, args)) = owner.and_then(|it| self.text.template_args(it)) else {
            return;
        };
        for arg in args {
            let detail = self.declared(item, arg);
            let (name, snippet) = (arg.name.as_str(), format!("{} = $0", arg.name));
            self.add_snippet(
                name,
                CompletionItemKind::TemplateArg,
                NEAR,
                Some(detail),
                Some(snippet),
            );
        }
    }

    /// A declaration as it is written.
    fn declared(&self, item: elaborate::ids::StmtId, decl: &elaborate::hir::Decl) -> String {
        let place = self.text.place(item, decl.name_at);
        let node = crate::target::declaration_at(self.text, place);
        node.map_or_else(String::new, |it| crate::hover::header(&it))
    }

    /// The nodes around the cursor, from the inside out.
    fn ancestors(&self) -> Vec<SyntaxNode> {
        let here = self.here();
        let root = self.text.root(here.source);
        let token = root.and_then(|it| token_at(&it, here.start.saturating_sub(1)));
        let Some(token) = token else {
            return Vec::new();
        };
        // After a brace that closes something one is no longer in it.
        let mut ancestors = token.parent_ancestors();
        if matches!(token.kind(), R_BRACE | SEMICOLON) {
            ancestors.next();
        }
        ancestors.collect()
    }

    /// Variables, template arguments and fields that are in scope.
    fn locals(&mut self, expected: &Shape) {
        let mut inner: Option<SyntaxNode> = None;
        for node in self.ancestors() {
            match node.kind() {
                FOREACH_OP | FOLDL_OP | FOREACH => self.variables_of(&node, None),
                BODY | BLOCK => self.variables_of(&node, inner.as_ref()),
                CLASS | MULTICLASS => self.params_of(&node, expected),
                _ => {}
            }
            inner = Some(node);
        }
        self.own_fields(NEAR, expected);
        let around = self.ancestors();
        if around
            .iter()
            .any(|it| matches!(it.kind(), CLASS | MULTICLASS))
        {
            self.add(
                "NAME",
                CompletionItemKind::Variable,
                NEAR,
                Some("string NAME".into()),
            );
        }
    }

    fn variables_of(&mut self, node: &SyntaxNode, until: Option<&SyntaxNode>) {
        let own = node
            .children_with_tokens()
            .filter_map(SyntaxElement::into_token)
            .filter(|it| it.kind() == IDENT);
        for name in own {
            self.add(name.text(), CompletionItemKind::Variable, NEAR, None);
        }
        let before = node.children().take_while(|it| Some(it) != until);
        for defvar in before.filter(|it| it.kind() == DEFVAR) {
            if let Some(name) = child_token(&defvar, IDENT) {
                let detail = crate::hover::header(&defvar);
                self.add(
                    name.text(),
                    CompletionItemKind::Variable,
                    NEAR,
                    Some(detail),
                );
            }
        }
    }

    fn params_of(&mut self, node: &SyntaxNode, expected: &Shape) {
        let params = child(node, TEMPLATE_PARAMS);
        for param in params.into_iter().flat_map(|it| it.children()) {
            let Some(name) = child_token(&param, IDENT) else {
                continue;
            };
            let ty = param.children().find(|it| crate::place::is_type(it.kind()));
            let shape = ty.map_or(Shape::Unknown, |it| self.text.type_shape(&it));
            let rank = self.rank(&shape, expected);
            let detail = crate::hover::header(&param);
            self.add(
                name.text(),
                CompletionItemKind::TemplateArg,
                rank,
                Some(detail),
            );
        }
    }

    /// The fields of the class or record around, but for one that is being declared here.
    fn own_fields(&mut self, rank: u8, expected: &Shape) {
        let around = self.ancestors();
        let Some(object) = around.iter().find(|it| matches!(it.kind(), CLASS | DEF)) else {
            return;
        };
        // What stands in the arguments of a parent comes before the body and the parents behind it.
        let in_parents = around.iter().any(|it| it.kind() == PARENTS);
        if !in_parents {
            self.fields_of_body(object, rank);
        }
        let classes: Vec<Sym> = match in_parents {
            true => self.parents_before(object),
            false => parent_names(object).collect(),
        };
        self.fields_of_classes(&classes, expected);
    }

    fn fields_of_body(&mut self, object: &SyntaxNode, rank: u8) {
        let body = child(object, BODY);
        for field in body.into_iter().flat_map(|it| it.children()) {
            if field.kind() == FIELD
                && !self.is_in(&field)
                && let Some(name) = child_token(&field, IDENT)
            {
                let detail = crate::hover::header(&field);
                self.add(name.text(), CompletionItemKind::Field, rank, Some(detail));
            }
        }
    }

    /// The fields that a `let` in a body could set and nothing there sets yet: first those without a value.
    fn fields_to_set(&mut self) {
        let around = self.ancestors();
        let Some(object) = around.iter().find(|it| matches!(it.kind(), CLASS | DEF)) else {
            return;
        };
        let body = child(object, BODY);
        let lets = body.into_iter().flat_map(|it| it.children());
        // Bits may be set some at a time.
        let sets_all = |it: &SyntaxNode| child(it, RANGE_LIST).is_none();
        let lets = lets.filter(|it| it.kind() == BODY_LET && sets_all(it) && !self.is_in(it));
        let set: FxHashSet<Sym> = lets
            .filter_map(|it| child_token(&it, IDENT))
            .map(|it| Sym::new(it.text()))
            .collect();
        let classes: Vec<Sym> = parent_names(object).collect();
        let text = self.text;
        let mut seen = FxHashSet::default();
        let supers = classes.iter().flat_map(|it| text.with_superclasses(*it));
        for (item, class) in supers.filter_map(|it| text.class(it)) {
            for part in &class.body.items {
                let BodyItem::Field(decl) = part else {
                    continue;
                };
                let is_new = seen.insert(decl.name) && !set.contains(&decl.name);
                if !is_new || !self.fits(decl.name.as_str()) {
                    continue;
                }
                let code = &text.stmt(item).code;
                let is_open = |it: ExprId| matches!(code[it].expr, Expr::Unset);
                let rank = match decl.value.is_none_or(is_open) {
                    true => FITS,
                    false => NEAR,
                };
                let detail = self.declared(item, decl);
                let name = decl.name.as_str();
                self.add(name, CompletionItemKind::Field, rank, Some(detail));
            }
        }
        self.fields_of_body(object, FAR);
    }

    /// The parents of a class or record before the one in whose arguments the cursor is.
    fn parents_before(&self, object: &SyntaxNode) -> Vec<Sym> {
        let parents = child(object, PARENTS);
        let parents = parents.into_iter().flat_map(|it| it.children());
        let whole = parents.filter(|it| u32::from(it.text_range().end()) < self.here().start);
        let names = whole.filter_map(|it| child_token(&it, IDENT));
        names.map(|it| Sym::new(it.text())).collect()
    }

    /// Whether the cursor is in a field, or behind one that is not at its end yet.
    fn is_in(&self, field: &SyntaxNode) -> bool {
        let range = field.text_range();
        let here = self.here().start;
        let is_ended = child_token(field, SEMICOLON).is_some();
        let follows = field
            .next_sibling()
            .map(|it| u32::from(it.text_range().start()));
        u32::from(range.start()) < here
            && match is_ended {
                true => here < u32::from(range.end()),
                false => follows.is_none_or(|it| here <= it),
            }
    }

    fn fields_of_classes(&mut self, classes: &[Sym], expected: &Shape) {
        let mut seen = FxHashSet::default();
        for class in classes {
            for class in self.text.with_superclasses(*class) {
                let Some((item, it)) = self.text.class(class) else {
                    continue;
                };
                if !seen.insert(class) {
                    continue;
                }
                for part in &it.body.items {
                    let BodyItem::Field(decl) = part else {
                        continue;
                    };
                    if !self.fits(decl.name.as_str()) {
                        continue;
                    }
                    let shape = match expected {
                        Shape::Unknown => Shape::Unknown,
                        _ => self
                            .text
                            .declared_shape(self.text.place(item, decl.name_at)),
                    };
                    let rank = self.rank(&shape, expected);
                    let detail = self.declared(item, decl);
                    self.add(
                        decl.name.as_str(),
                        CompletionItemKind::Field,
                        rank,
                        Some(detail),
                    );
                }
            }
        }
    }

    fn rank(&self, shape: &Shape, expected: &Shape) -> u8 {
        let fits = match (shape, expected) {
            (_, Shape::Unknown) | (Shape::Unknown, _) => false,
            (Shape::Record(own), Shape::Record(wanted)) => own
                .iter()
                .any(|own| wanted.iter().all(|it| self.is_a(*own, *it))),
            (own, wanted) => own == wanted,
        };
        if fits { FITS } else { NEAR }
    }

    fn is_a(&self, class: Sym, wanted: Sym) -> bool {
        class == wanted || self.text.with_superclasses(class).contains(&wanted)
    }

    /// The fields after a dot.
    fn fields_of(&mut self, shape: &Shape) {
        match shape {
            Shape::Record(classes) => self.fields_of_classes(classes, &Shape::Unknown),
            Shape::Def(name) => {
                let classes: Vec<Sym> = match self.text.def(*name) {
                    Some((item, def)) => {
                        for part in &def.body.items {
                            if let BodyItem::Field(decl) = part {
                                let detail = self.declared(item, decl);
                                let name = decl.name.as_str();
                                self.add(name, CompletionItemKind::Field, NEAR, Some(detail));
                            }
                        }
                        def.body.parents.iter().map(|it| it.name).collect()
                    }
                    None => {
                        let record = db::record(self.text.db, name.as_str());
                        record.map_or_else(Vec::new, |it| it.supers.clone())
                    }
                };
                self.fields_of_classes(&classes, &Shape::Unknown);
            }
            _ => {}
        }
    }

    /// The fields that a `let … in` could set: of the records in it, or else of any class.
    fn fields_of_block(&mut self) {
        let around = self.ancestors();
        let block = around.iter().find(|it| it.kind() == LET);
        let block = block.and_then(|it| child(it, BLOCK));
        let makers = block.into_iter().flat_map(|it| it.children());
        let classes: Vec<Sym> = makers
            .filter(|it| it.kind() == DEF)
            .take(20)
            .flat_map(|it| parent_names(&it))
            .collect();
        if !classes.is_empty() {
            self.fields_of_classes(&classes, &Shape::Unknown);
            return;
        }
        let unit = self.text.unit();
        let mut seen = FxHashSet::default();
        for item in unit.order() {
            let StmtKind::Class(class) = &unit.stmt(*item).kind else {
                continue;
            };
            for part in &class.body.items {
                if let BodyItem::Field(decl) = part
                    && seen.insert(decl.name)
                {
                    let detail = format!("field of {}", class.name);
                    self.add(
                        decl.name.as_str(),
                        CompletionItemKind::Field,
                        FAR,
                        Some(detail),
                    );
                }
            }
        }
    }

    /// Records: those of the expected class first.
    fn records(&mut self, expected: &Shape) {
        if let Shape::Record(classes) = expected {
            for class in classes {
                self.records_of(*class, FITS);
            }
        } else if !matches!(expected, Shape::Unknown) {
            // Where a number or text is wanted, a record alone is none; its fields may be.
            if self.prefix.is_empty() {
                return;
            }
        }
        let text = self.text;
        let index = text.db.input().index(text.db);
        let prefix = self.prefix;
        let (recent, sorted) = index.with_prefix(prefix);
        for name in recent {
            self.add(name, CompletionItemKind::Record, FAR, None);
        }
        self.familiar_records();
        self.far_records(sorted);
        if let Some(names) = text.db.learned() {
            self.far_records(names.with_prefix(prefix));
        }
    }

    /// Records that the text around mentions.
    fn familiar_records(&mut self) {
        let text = self.text;
        let learned = text.db.learned();
        let mentioned: Vec<&str> = self.habits.words().collect();
        for name in mentioned {
            let is_learned = |names: &RecordNames| names.with_prefix(name).any(|it| it == name);
            if self.fits(name)
                && (text.has_def(Sym::new(name)) || learned.as_deref().is_some_and(is_learned))
            {
                self.add(name, CompletionItemKind::Record, FAR, None);
            }
        }
    }

    /// Records that are sorted by name, whatever its case.
    fn far_records(&mut self, sorted: impl Iterator<Item = &'static str>) {
        for name in sorted {
            // What the text around mentions is there already.
            if !self.items.wants(FAR, Score::default(), name) {
                return;
            }
            self.add(name, CompletionItemKind::Record, FAR, None);
        }
    }

    /// Records of a class: those that the text says are, and those that loops, `defm`s and pasted names make, once
    /// someone has learned them.
    fn records_of(&mut self, class: Sym, rank: u8) {
        let text = self.text;
        if let Some(names) = text.db.learned() {
            for name in names.of_class(class) {
                let detail = Some(class.to_string());
                self.add(name.as_str(), CompletionItemKind::Record, rank, detail);
            }
        }
        let subclasses = subclasses_of(text, class);
        for class in std::iter::once(class).chain(subclasses) {
            for (item, it) in uses_of(text, class) {
                let User::Def { is_template: false } = it.user else {
                    continue;
                };
                let stmt = text.stmt(item);
                let name = match &stmt.kind {
                    StmtKind::Def(def) => def.name.and_then(|it| stmt.code.literal_name(it)),
                    _ => match text.maker_at(text.place(item, it.at)) {
                        Some((_, RecordSource::Def(def))) => {
                            def.name.and_then(|it| stmt.code.literal_name(it))
                        }
                        _ => None,
                    },
                };
                if let Some(name) = name {
                    let detail = Some(class.to_string());
                    self.add(name.as_str(), CompletionItemKind::Record, rank, detail);
                }
            }
        }
    }

    /// The records that stand in front of dags in this file, then all others.
    fn dag_operators(&mut self) {
        let here = self.here();
        if let Some(root) = self.text.root(here.source) {
            let around = self.ancestors();
            let near = around.iter().rev().nth(1).unwrap_or(&root).clone();
            let nodes = near.descendants().take(MAX_NODES);
            let dags = nodes.filter(|it| it.kind() == DAG_VALUE);
            for dag in dags.take(200) {
                let operator = child(&dag, DAG_ARG).and_then(|it| values(&it).next());
                if let Some(name) = operator.and_then(|it| child_token(&it, IDENT)) {
                    self.add(name.text(), CompletionItemKind::Record, FITS, None);
                }
            }
        }
        for name in ["ops", "outs", "ins", "set", "SDNode", "PatFrag"] {
            if self.text.has_def(Sym::new(name)) {
                self.add(name, CompletionItemKind::Record, FITS, None);
            }
        }
        for class in ["SDPatternOperator", "DAGOperand"] {
            self.records_of(Sym::new(class), NEAR);
        }
        self.records(&Shape::Unknown);
    }

    /// The names that the dags of this statement have, then those of others.
    fn dag_names(&mut self, with_sigil: bool) {
        let label = |name: &str| match with_sigil {
            true => name.to_owned(),
            false => name.trim_start_matches('$').to_owned(),
        };
        let around = self.ancestors();
        let statement = around
            .iter()
            .find(|it| matches!(it.kind(), DEF | CLASS | DEFM));
        let Some(statement) = statement else { return };
        let at = self.here().start;
        let names_in = |node: &SyntaxNode| {
            node.descendants_with_tokens()
                .filter_map(SyntaxElement::into_token)
                .filter(move |it| it.kind() == VAR_NAME && u32::from(it.text_range().end()) != at)
                .map(|it| label(it.text()))
        };
        // No two operands of an instruction have one name.
        let operands = around.iter().find(|it| it.kind() == DAG_VALUE);
        let operands = operands.filter(|it| is_operand_list(it));
        let taken: FxHashSet<String> = operands.into_iter().flat_map(names_in).collect();
        for name in names_in(statement).filter(|it| !taken.contains(it)) {
            self.add(&name, CompletionItemKind::DagName, NEAR, None);
        }
        // A statement's first names are those that others have.
        let usual: Vec<&str> = self.habits.words().collect();
        let usual = usual
            .iter()
            .filter(|it| it.starts_with('$'))
            .map(|it| label(it));
        for name in usual.filter(|it| !taken.contains(it)) {
            self.add(&name, CompletionItemKind::DagName, FAR, None);
        }
    }

    /// The macros that files of the unit mention.
    fn macros(&mut self) {
        let text = self.text;
        for source in 0..text.unit().sources.files.len() {
            let words = text.words(source);
            for name in words.into_iter().flat_map(|it| it.macros()) {
                self.add(name.as_str(), CompletionItemKind::Macro, NEAR, None);
            }
        }
    }

    /// Files and folders that an include could name.
    pub(super) fn include_paths(&mut self, include_dirs: &[String], folders: &dyn Folders) {
        let (folder, _) = self.prefix.rsplit_once('/').unwrap_or(("", ""));
        let folder = folder.to_owned();
        let roots = std::iter::once("").chain(include_dirs.iter().map(String::as_str));
        for root in roots {
            let path = match (root.is_empty(), folder.is_empty()) {
                (true, true) => ".".to_owned(),
                (true, false) => folder.clone(),
                (false, true) => root.to_owned(),
                (false, false) => format!("{}/{folder}", root.trim_end_matches('/')),
            };
            for name in folders.list(&path) {
                let kind = match name.strip_suffix('/') {
                    Some(_) => CompletionItemKind::Folder,
                    None if name.ends_with(".td") => CompletionItemKind::File,
                    None => continue,
                };
                let label = match folder.is_empty() {
                    true => name,
                    false => format!("{folder}/{name}"),
                };
                self.add(&label, kind, NEAR, None);
            }
        }
    }
}

/// Whether a dag lists the operands of an instruction.
fn is_operand_list(dag: &SyntaxNode) -> bool {
    let operator = child(dag, DAG_ARG).and_then(|it| values(&it).next());
    let name = operator.and_then(|it| child_token(&it, IDENT));
    name.is_some_and(|it| matches!(it.text(), "ins" | "outs"))
}
