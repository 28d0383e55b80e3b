//! The action that replaces a `defm` by its expansion: the statements of its multiclasses, with arguments in place of
//! parameters.

use elaborate::symbol::Sym;
use rowan::NodeOrToken;
use rustc_hash::FxHashMap;
use syntax::SyntaxKind::*;
use syntax::ast::SourceFile;
use syntax::{SyntaxKind, SyntaxNode};

use super::field::indentation;
use super::{Action, ActionKind, Cursor};
use crate::locals::{LocalKind, Locals, locals};
use crate::place::{child, is_value, token_at, values};
use crate::resolve::{Owner, parent_names};
use crate::text::Text;
use crate::tree_text::range;

pub(super) fn offer(at: &Cursor<'_>, out: &mut Vec<Action>) {
    let Some(defm) = at.ancestor(DEFM) else {
        return;
    };
    if at.ancestor(MULTICLASS).is_some() || at.token.kind() != DEFM_KW && !is_in_name(at, &defm) {
        return;
    }
    let Some(text) = written_out(at, &defm) else {
        return;
    };
    out.push(Action {
        title: "Write out what the `defm` makes".to_owned(),
        kind: ActionKind::Rewrite,
        is_preferred: false,
        edits: vec![at.edit(range(defm.text_range()), text)],
    });
}

fn is_in_name(at: &Cursor<'_>, defm: &SyntaxNode) -> bool {
    let name = values(defm).next();
    name.is_some_and(|it| it.text_range().contains_range(at.token.text_range()))
}

/// The text of the statements that a `defm` expands to. `None` if there are no statements, or if they cannot be written
/// as plain statements.
fn written_out(at: &Cursor<'_>, defm: &SyntaxNode) -> Option<String> {
    let name = values(defm).next()?;
    if name.kind() != IDENT_VALUE || is_local(at, &name)? {
        return None;
    }
    let refs: Vec<SyntaxNode> = child(defm, PARENTS)?.children().collect();
    let mut expansion = Expansion {
        text: at.text,
        name: name.text().to_string(),
        classes: String::new(),
        statements: Vec::new(),
        depth: 0,
        count: 0,
    };
    let is_class = |it: &SyntaxNode| matches!(at.text.class_ref(it), Some(Owner::Class(_)));
    let classes = refs.iter().filter(|it| is_class(it));
    expansion.classes = classes.map(|it| format!(", {}", it.text())).collect();
    for it in refs.iter().filter(|it| !is_class(it)) {
        let Owner::Multiclass(multiclass) = at.text.class_ref(it)? else {
            return None;
        };
        let args = arguments(it, |value| Some(value.text().to_string()))?;
        expansion.multiclass(multiclass, args)?;
    }
    if expansion.statements.is_empty() {
        return None;
    }
    Some(
        expansion
            .statements
            .join(&format!("\n{}", indentation(defm))),
    )
}

fn is_local(at: &Cursor<'_>, value: &SyntaxNode) -> Option<bool> {
    let tree = at.text.unit().sources.files[at.source].tree.as_ref()?;
    let locals = locals(SourceFile::of_root(tree));
    Some(locals.of_use(value.text_range().start().into()).is_some())
}

/// An argument for a multiclass: the kind and text of its value, and the name of the parameter if the argument is
/// passed by name.
struct Argument {
    name: Option<String>,
    kind: SyntaxKind,
    text: String,
    /// The identifiers in the argument's value.
    words: Vec<String>,
}

fn arguments(
    class: &SyntaxNode,
    text: impl Fn(&SyntaxNode) -> Option<String>,
) -> Option<Vec<Argument>> {
    let mut all = Vec::new();
    let list = child(class, ARG_LIST);
    for arg in list.into_iter().flat_map(|it| it.children()) {
        let (name, value) = match arg.kind() {
            NAMED_ARG => {
                let mut parts = values(&arg);
                (Some(parts.next()?.text().to_string()), parts.next()?)
            }
            kind if is_value(kind) => (None, arg),
            _ => return None,
        };
        all.push(Argument {
            name,
            kind: value.kind(),
            text: text(&value)?,
            words: words(&value),
        });
    }
    Some(all)
}

fn words(value: &SyntaxNode) -> Vec<String> {
    let names = value.descendants().filter(|it| it.kind() == IDENT_VALUE);
    names.map(|it| it.text().to_string()).collect()
}

struct Expansion<'t, 'd> {
    text: &'t Text<'d>,
    /// The name of the `defm`.
    name: String,
    /// The classes among the parents of the `defm`, each after a comma. Each record of the `defm` inherits from them.
    classes: String,
    statements: Vec<String>,
    depth: usize,
    /// The number of expansions of multiclasses so far.
    count: usize,
}

/// The greatest depth of inheritance between multiclasses.
const MAX_DEPTH: usize = 20;
/// The largest number of expansions of multiclasses for one `defm`.
const MAX_COUNT: usize = 1_000;

impl Expansion<'_, '_> {
    /// Adds the statements of the parents of the multiclass `name`, and then its own statements. `None` if a statement
    /// cannot be written as a plain statement, or if a limit is exceeded.
    fn multiclass(&mut self, name: Sym, args: Vec<Argument>) -> Option<()> {
        self.depth += 1;
        self.count += 1;
        if self.depth > MAX_DEPTH || self.count > MAX_COUNT {
            return None;
        }
        let (item, multiclass) = self.text.multiclass(name)?;
        let place = self.text.place(item, multiclass.name_at);
        let node = token_at(&self.text.root(place.source)?, place.start)?.parent()?;
        let tree = self.text.unit().sources.files[place.source].tree.as_ref()?;
        let mut body = Body {
            name: &self.name,
            classes: &self.classes,
            text: self.text,
            locals: locals(SourceFile::of_root(tree)),
            args: FxHashMap::default(),
        };
        body.bind(&node, args)?;
        let parents = child(&node, PARENTS);
        let mut inherited = Vec::new();
        for parent in parents.into_iter().flat_map(|it| it.children()) {
            let Owner::Multiclass(name) = self.text.class_ref(&parent)? else {
                return None;
            };
            inherited.push((name, arguments(&parent, |value| body.text_of(value))?));
        }
        let statements = child(&node, BLOCK);
        let statements = statements.into_iter().flat_map(|it| it.children());
        let own: Option<Vec<String>> = statements.map(|it| body.statement(&it)).collect();
        let own = own?;
        for (name, args) in inherited {
            self.multiclass(name, args)?;
        }
        self.statements.extend(own);
        self.depth -= 1;
        Some(())
    }
}

/// The body of a multiclass, and the arguments for its parameters.
struct Body<'t, 'd> {
    name: &'t str,
    classes: &'t str,
    text: &'t Text<'d>,
    locals: Locals<'t>,
    /// The arguments, keyed by the offset of the parameter's name.
    args: FxHashMap<usize, Argument>,
}

impl Body<'_, '_> {
    /// Assigns an argument or the default value to each parameter. `None` if a parameter has neither, or if an argument
    /// matches no parameter.
    fn bind(&mut self, multiclass: &SyntaxNode, args: Vec<Argument>) -> Option<()> {
        let params = child(multiclass, TEMPLATE_PARAMS);
        let params: Vec<SyntaxNode> = params.into_iter().flat_map(|it| it.children()).collect();
        let mut positional = 0;
        let mut given: FxHashMap<String, Argument> = FxHashMap::default();
        let param_name = |it: &SyntaxNode| {
            let name = crate::place::child_token(it, IDENT)?;
            Some((name.text().to_owned(), range(name.text_range()).start))
        };
        for arg in args {
            let name = match &arg.name {
                Some(name) => name.clone(),
                None => {
                    positional += 1;
                    param_name(params.get(positional - 1)?)?.0
                }
            };
            given.insert(name, arg);
        }
        for param in &params {
            let (name, at) = param_name(param)?;
            let arg = match given.remove(&name) {
                Some(arg) => arg,
                None => {
                    let default = values(param).next()?;
                    Argument {
                        name: None,
                        kind: default.kind(),
                        text: self.text_of(&default)?,
                        words: words(&default),
                    }
                }
            };
            self.args.insert(at, arg);
        }
        given.is_empty().then_some(())
    }

    /// The text of a statement in the multiclass, rewritten so that it can replace the `defm`. `None` if that is
    /// impossible.
    fn statement(&self, node: &SyntaxNode) -> Option<String> {
        match node.kind() {
            // Outside of the multiclass, the variable would be visible to the statements that follow.
            DEFVAR => None,
            _ => self.text_of(node),
        }
    }

    /// The text of a node with arguments in place of parameters.
    fn text_of(&self, node: &SyntaxNode) -> Option<String> {
        let mut out = String::new();
        self.push(node, &mut out)?;
        Some(out)
    }

    fn push(&self, node: &SyntaxNode, out: &mut String) -> Option<()> {
        match node.kind() {
            IDENT_VALUE => return self.push_name(node, out),
            DEF | DEFM => return self.push_maker(node, out),
            _ => {}
        }
        for element in node.children_with_tokens() {
            match element {
                NodeOrToken::Node(it) => self.push(&it, out)?,
                NodeOrToken::Token(it) => out.push_str(it.text()),
            }
        }
        Some(())
    }

    /// Writes the identifier `node`. A parameter is replaced with its argument, and `NAME` with a string literal of the
    /// name of the `defm`.
    fn push_name(&self, node: &SyntaxNode, out: &mut String) -> Option<()> {
        let name = node.text().to_string();
        let is_label = node
            .parent()
            .is_some_and(|it| it.kind() == NAMED_ARG && values(&it).next().as_ref() == Some(node));
        if is_label {
            out.push_str(&name);
            return Some(());
        }
        if name == "NAME" {
            out.push_str(&format!("\"{}\"", self.name));
            return Some(());
        }
        match self.argument(node) {
            Some(arg) => {
                if !self.may_replace_parameter(node, arg) {
                    return None;
                }
                out.push_str(&arg.text);
            }
            None => out.push_str(&name),
        }
        Some(())
    }

    fn argument(&self, node: &SyntaxNode) -> Option<&Argument> {
        let local = self.locals.of_use(node.text_range().start().into())?;
        let local = &self.locals.locals[local];
        let is_param = local.kind == LocalKind::Param;
        self.args.get(&local.at.start).filter(|_| is_param)
    }

    /// Whether an argument keeps its meaning when it replaces the use `node` of its parameter.
    fn may_replace_parameter(&self, node: &SyntaxNode, arg: &Argument) -> bool {
        let has_suffix = node
            .parent()
            .is_some_and(|it| matches!(it.kind(), FIELD_ACCESS | SLICE_ACCESS | BIT_ACCESS));
        if has_suffix && arg.kind == PASTE {
            return false;
        }
        let object = node.ancestors().find(|it| matches!(it.kind(), DEF | DEFM));
        let Some(object) = object else { return true };
        // In the body of the record, the identifier would refer to a field of the same name.
        let is_field = |word: &String| {
            let name = Sym::new(word);
            let mut classes = parent_names(&object);
            let inherited = classes.any(|it| self.text.class_field(it, name).is_some());
            let own = child(&object, BODY)
                .into_iter()
                .flat_map(|it| it.children());
            inherited
                || own.filter(|it| it.kind() == FIELD).any(|it| {
                    crate::place::child_token(&it, IDENT).is_some_and(|it| it.text() == word)
                })
        };
        !arg.words.iter().any(is_field)
    }

    /// Writes a `def` or `defm` with the name that it has in this expansion.
    fn push_maker(&self, node: &SyntaxNode, out: &mut String) -> Option<()> {
        let name = values(node).next();
        if name.is_none() && node.kind() == DEFM {
            return None;
        }
        let has_parents = child(node, PARENTS).is_some();
        let mut is_head = true;
        for element in node.children_with_tokens() {
            let is_tail = matches!(element.kind(), BODY | SEMICOLON);
            if is_tail && is_head && !has_parents && !self.classes.is_empty() {
                let classes = self.classes.trim_start_matches(", ");
                out.truncate(out.trim_end().len());
                out.push_str(&format!(" : {classes}"));
                if element.kind() == BODY {
                    out.push(' ');
                }
            }
            is_head &= !is_tail;
            match element {
                NodeOrToken::Node(it) if Some(&it) == name.as_ref() => {
                    self.push_record_name(&it, out)?;
                }
                NodeOrToken::Node(it) => {
                    self.push(&it, out)?;
                    if it.kind() == PARENTS {
                        out.push_str(self.classes);
                    }
                }
                NodeOrToken::Token(it) => out.push_str(it.text()),
            }
        }
        Some(())
    }

    /// Writes the name of a record. The name of the `defm` is prepended unless the record's name contains `NAME`.
    fn push_record_name(&self, name: &SyntaxNode, out: &mut String) -> Option<()> {
        let mut pieces = name.descendants().filter(|it| it.kind() == IDENT_VALUE);
        let has_name = pieces.any(|it| it.text() == "NAME");
        let leftmost = leftmost(name);
        let text = self.name_text(name)?;
        if has_name {
            out.push_str(&text);
        } else if leftmost.kind() == IDENT_VALUE && self.argument(&leftmost).is_none() {
            out.push_str(self.name);
            out.push_str(&text);
        } else {
            out.push_str(&format!("{}#{text}", self.name));
        }
        Some(())
    }

    /// The expanded text of a name. `NAME` becomes the `defm`'s name as an identifier, not as a string literal.
    fn name_text(&self, name: &SyntaxNode) -> Option<String> {
        let mut out = String::new();
        for element in name.children_with_tokens() {
            match element {
                NodeOrToken::Token(it) if name.kind() == IDENT_VALUE && it.text() == "NAME" => {
                    out.push_str(self.name);
                }
                NodeOrToken::Token(_) if name.kind() == IDENT_VALUE => {
                    self.push_name(name, &mut out)?;
                }
                NodeOrToken::Token(it) => out.push_str(it.text()),
                NodeOrToken::Node(it) => out.push_str(&self.name_text(&it)?),
            }
        }
        Some(out)
    }
}

fn leftmost(name: &SyntaxNode) -> SyntaxNode {
    match name.first_child().filter(|_| name.kind() == PASTE) {
        Some(it) => leftmost(&it),
        None => name.clone(),
    }
}
