//! The completion items for each context.

use db::index::Space;
use db::{Db, RecordNames};
use elaborate::facts::User;
use elaborate::hir::{RecordSource, StmtKind};
use elaborate::symbol::Sym;
use syntax::BangOperator;
use syntax::SyntaxKind::{self, *};
use syntax::{SyntaxElement, SyntaxNode};

use super::context::{Context, Given};
use super::context_scores::Score;
use super::rank::{ALWAYS, FAR, FITS, NEAR};
use super::{Candidates, CompletionItemKind, Folders};
use crate::family::{subclasses_of, uses_of};
use crate::operators::describe;
use crate::place::{child, child_token, token_at};
use crate::resolve::{Owner, Shape};

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
/// The keywords that start a statement in a multiclass, loop or condition.
const INNER_STATEMENTS: &[SyntaxKind] = &[
    ASSERT_KW, DEF_KW, DEFM_KW, DEFVAR_KW, DUMP_KW, FOREACH_KW, IF_KW, LET_KW,
];
const BODY_ITEMS: &[SyntaxKind] = &[ASSERT_KW, DEFVAR_KW, DUMP_KW, FIELD_KW, LET_KW];
const TYPES: &[SyntaxKind] = &[BIT_KW, BITS_KW, CODE_KW, DAG_KW, INT_KW, LIST_KW, STRING_KW];

/// The snippet for a construct that starts with this keyword.
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

impl Candidates<'_> {
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
                given,
            } => {
                self.locals(expected);
                // The locals come first: only the first of two candidates with the same name, kind and rank is kept,
                // and the name refers to the local.
                self.args_of(*owner, given);
                self.records(expected);
                self.globals();
                self.operators();
                self.class_values(expected);
                self.truth_values(expected);
            }
            Context::FieldOf(shape) => self.fields_of(shape),
            Context::Let => self.fields_to_set(),
            Context::BlockLet => self.fields_of_block(),
            Context::Operator => self.operators(),
            Context::DagOperator(Some(place)) => self.operators_of_target(*place),
            Context::DagArgument(role) => self.arguments_of_target(*role),
            Context::DagOperator(None) => {
                self.locals(&Shape::Unknown);
                self.dag_operators();
                self.class_values(&Shape::Unknown);
            }
            Context::Listed(classes) => self.constraints(classes),
            Context::Trait => self.traits(),
            Context::Method(methods) => self.methods(methods),
            Context::DagName { with_sigil } => self.dag_names(*with_sigil),
            Context::Macro => self.macros(),
            Context::RecordName(shape) => self.records(shape),
            Context::Keyword(keyword) => self.keywords(&[*keyword], FITS),
            Context::InString(found) => self.in_string(found),
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

    pub(super) fn classes(&mut self, rank: u8) {
        self.names(Space::Class, CompletionItemKind::Class, rank);
    }

    /// Adds classes as values `Class<…>`. The classes whose records have the expected type come first. The others are
    /// added only after a letter is typed or if they are frequent in this context, because an instance of any class may
    /// have a field of the expected type.
    pub(super) fn class_values(&mut self, expected: &Shape) {
        let kind = CompletionItemKind::Class;
        let db = self.text.db;
        for name in db.input().index(db).names_in(Space::Class) {
            let fits = match expected {
                Shape::Unknown => true,
                Shape::Record(wanted) => wanted.iter().all(|it| self.is_a(name, *it)),
                _ => false,
            };
            let label = name.as_str();
            let is_usual = || self.score(label, kind).follows;
            if fits {
                let is_known = matches!(expected, Shape::Record(_));
                self.add(label, kind, if is_known { NEAR } else { FAR }, None);
            } else if self.matches_prefix(label) && (!self.prefix.is_empty() || is_usual()) {
                let score = self.score(label, kind);
                self.add_ranked(label, kind, FAR, score, None, None);
            } else {
                self.items.is_incomplete = true;
            }
        }
    }

    fn truth_values(&mut self, expected: &Shape) {
        let rank = match expected {
            Shape::Bit => NEAR,
            Shape::Int | Shape::Bits | Shape::Unknown => ALWAYS,
            _ => return,
        };
        self.keywords(&[TRUE_KW, FALSE_KW], rank);
    }

    fn multiclasses(&mut self) {
        self.names(Space::Multiclass, CompletionItemKind::Multiclass, NEAR);
    }

    pub(super) fn globals(&mut self) {
        self.names(Space::Global, CompletionItemKind::Variable, FAR);
    }

    /// Adds the names that the unit declares in a name space.
    fn names(&mut self, space: Space, kind: CompletionItemKind, rank: u8) {
        let db = self.text.db;
        for name in db.input().index(db).names_in(space) {
            self.add(name.as_str(), kind, rank, None);
        }
    }

    pub(super) fn operators(&mut self) {
        for operator in BangOperator::ALL {
            let label = format!("!{}", operator.name());
            if !self.matches_prefix(&label) {
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

    /// Adds the template arguments that can be passed by name and are not given yet.
    fn args_of(&mut self, owner: Option<Owner>, given: &Given) {
        let Some((item, args)) = owner.and_then(|it| self.text.template_args(it)) else {
            return;
        };
        let missing = args.iter().skip(given.in_order);
        for arg in missing.filter(|it| !given.names.iter().any(|name| name == it.name.as_str())) {
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

    /// The source text of a declaration.
    pub(super) fn declared(
        &self,
        item: elaborate::ids::StmtId,
        decl: &elaborate::hir::Decl,
    ) -> String {
        let place = self.text.place(item, decl.name_at);
        let node = crate::target::declaration_at(self.text, place);
        node.map_or_else(String::new, |it| crate::hover::header(&it))
    }

    /// The syntax nodes that enclose the cursor, from the innermost to the outermost.
    pub(super) fn ancestors(&self) -> Vec<SyntaxNode> {
        let here = self.here();
        let root = self.text.root(here.source);
        let token = root.and_then(|it| token_at(&it, here.start.saturating_sub(1)));
        let Some(token) = token else {
            return Vec::new();
        };
        // After a closing brace or semicolon, the cursor is outside of the construct that this token ends.
        let mut ancestors = token.parent_ancestors();
        if matches!(token.kind(), R_BRACE | SEMICOLON) {
            ancestors.next();
        }
        ancestors.collect()
    }

    /// Adds the variables, template arguments and fields in scope.
    pub(super) fn locals(&mut self, expected: &Shape) {
        self.in_scope(expected);
        self.own_fields(expected);
    }

    /// Adds the variables and template arguments in scope.
    pub(super) fn in_scope(&mut self, expected: &Shape) {
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

    pub(super) fn rank(&self, shape: &Shape, expected: &Shape) -> u8 {
        let fits = match (shape, expected) {
            (_, Shape::Unknown) | (Shape::Unknown, _) => false,
            (Shape::Record(own), Shape::Record(wanted)) => own
                .iter()
                .any(|own| wanted.iter().all(|it| self.is_a(*own, *it))),
            (own, wanted) => own == wanted,
        };
        if fits { FITS } else { NEAR }
    }

    pub(super) fn is_a(&self, class: Sym, wanted: Sym) -> bool {
        class == wanted || self.text.with_superclasses(class).contains(&wanted)
    }

    /// Adds records. The records of the expected class come first.
    pub(super) fn records(&mut self, expected: &Shape) {
        if let Shape::Record(classes) = expected {
            for class in classes {
                self.records_of(*class, FITS);
            }
        } else if !matches!(expected, Shape::Unknown) {
            // If a number or string is expected, a record does not match, but one of its fields may.
            if self.prefix.is_empty() {
                self.items.is_incomplete = true;
                return;
            }
        }
        let text = self.text;
        let index = text.db.input().index(text.db);
        let prefix = self.prefix;
        let (recent, sorted) = index.with_prefix(prefix);
        // All records of the expected class have been added. Other records do not match even if they are frequent here.
        let usual = match expected {
            Shape::Record(_) => NEAR,
            _ => FITS,
        };
        for name in recent {
            self.add_record(name, usual);
        }
        self.familiar_records(usual);
        self.far_records(sorted, usual);
        if let Some(names) = text.db.learned() {
            self.far_records(names.with_prefix(prefix), usual);
        }
    }

    /// Adds the records that are mentioned near the cursor.
    fn familiar_records(&mut self, usual: u8) {
        let text = self.text;
        let learned = text.db.learned();
        let mentioned: Vec<&str> = self.context_scores.words().collect();
        for name in mentioned {
            let is_learned = |names: &RecordNames| names.with_prefix(name).any(|it| it == name);
            if self.matches_prefix(name)
                && (text.has_def(Sym::new(name)) || learned.as_deref().is_some_and(is_learned))
            {
                self.add_record(name, usual);
            }
        }
    }

    /// Adds the records in `sorted` until the remaining ones cannot be among the best. The names are sorted, ignoring
    /// case.
    fn far_records(&mut self, sorted: impl Iterator<Item = &'static str>, usual: u8) {
        for name in sorted {
            // The names that occur in this context, and thus have a better score, have already been added.
            if !self.items.wants(FAR, Score::default(), name) {
                return;
            }
            self.add_record(name, usual);
        }
    }

    /// Adds records of a class: the records that `def`s of the unit declare and, as soon as the names of all records
    /// are known, the records of loops and `defm`s and the records with pasted names.
    pub(super) fn records_of(&mut self, class: Sym, rank: u8) {
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

    /// Adds the macros that files of the unit mention.
    fn macros(&mut self) {
        let text = self.text;
        for source in 0..text.unit().sources.files.len() {
            let words = text.words(source);
            for name in words.into_iter().flat_map(|it| it.macros()) {
                self.add(name.as_str(), CompletionItemKind::Macro, NEAR, None);
            }
        }
    }

    /// Adds the files and folders that an `include` can name.
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
                let label = if folder.is_empty() {
                    name
                } else {
                    format!("{folder}/{name}")
                };
                self.add(&label, kind, NEAR, None);
            }
        }
    }
}
