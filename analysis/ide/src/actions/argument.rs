//! Actions for unused template arguments.

use syntax::SyntaxKind::*;
use syntax::SyntaxNode;
use syntax::ast::SourceFile;

use super::{Action, ActionKind, Cursor, FileEdit};
use crate::format::TextEdit;
use crate::locals::locals;
use crate::place::{child, child_token, is_value, token_at, values};
use crate::references::find;
use crate::resolve::{Definition, Owner, owner_of_statement};
use crate::source_of;
use crate::text::whole_sources;
use crate::tree_text::range;

pub(super) fn offer(at: &Cursor<'_>, out: &mut Vec<Action>) {
    let Some(param) = at.ancestor(TEMPLATE_PARAM) else {
        return;
    };
    let Some(unused) = Unused::new(at, param) else {
        return;
    };
    if let Some(action) = unused.remove(at) {
        out.push(action);
    }
    if let Some(action) = unused.add_field(at) {
        out.push(action);
    }
}

struct Unused {
    param: SyntaxNode,
    params: SyntaxNode,
    statement: SyntaxNode,
    owner: Owner,
    name: String,
    number: usize,
}

impl Unused {
    fn new(at: &Cursor<'_>, param: SyntaxNode) -> Option<Unused> {
        let name = child_token(&param, IDENT)?;
        let tree = at.text.unit().sources.files[at.source].tree.as_ref()?;
        let locals = locals(SourceFile::of_root(tree));
        let local = locals.at(name.text_range().start().into())?;
        if locals.uses_of(local).next().is_some() {
            return None;
        }
        let params = param.parent()?;
        let statement = params.parent()?;
        let number = children(&params, TEMPLATE_PARAM).position(|it| it == param)?;
        Some(Unused {
            owner: owner_of_statement(&statement)?,
            name: name.text().to_owned(),
            param,
            params,
            statement,
            number,
        })
    }

    /// The action that removes the template argument. The values that references to the class or multiclass pass for
    /// the argument are removed as well.
    fn remove(&self, at: &Cursor<'_>) -> Option<Action> {
        let all: Vec<SyntaxNode> = children(&self.params, TEMPLATE_PARAM).collect();
        let mut edits = vec![at.edit(without(&self.params, &all, self.number), "")];
        let definition = match self.owner {
            Owner::Class(name) => Definition::Class(name),
            Owner::Multiclass(name) => Definition::Multiclass(name),
        };
        for mention in find(at.text, &definition, &whole_sources(at.text)) {
            let source = source_of(at.text.db, &mention.range.path)?;
            let root = at.text.root(source)?;
            let start = u32::try_from(mention.range.range.start).ok()?;
            let named = token_at(&root, start)?.parent()?;
            let Some(list) = child(&named, ARG_LIST) else {
                continue;
            };
            let args: Vec<SyntaxNode> = list
                .children()
                .filter(|it| is_value(it.kind()) || it.kind() == NAMED_ARG)
                .collect();
            let is_it = |(number, arg): (usize, &SyntaxNode)| match arg.kind() {
                NAMED_ARG => values(arg)
                    .next()
                    .is_some_and(|it| it.text() == self.name.as_str()),
                _ => number == self.number,
            };
            let Some(number) = args.iter().enumerate().position(is_it) else {
                continue;
            };
            edits.push(FileEdit {
                path: mention.range.path.clone(),
                edit: TextEdit {
                    range: without(&list, &args, number),
                    text: String::new(),
                },
            });
        }
        Some(Action {
            title: format!("Remove the unused template argument `{}`", self.name),
            kind: ActionKind::QuickFix,
            is_preferred: true,
            edits,
        })
    }

    /// The action that adds a field whose value is the template argument. `None` in a multiclass, which has no fields,
    /// and in a class whose brace or semicolon is missing.
    fn add_field(&self, at: &Cursor<'_>) -> Option<Action> {
        if !matches!(self.owner, Owner::Class(_)) {
            return None;
        }
        let ty = self.param.first_child()?.text().to_string();
        let field = field_name(&self.name);
        let line = format!("{ty} {field} = {};", self.name);
        let edit = match child(&self.statement, BODY) {
            Some(body) => {
                let opener = child_token(&body, L_BRACE)?;
                let end = range(opener.text_range()).end;
                if body.text().contains_char('\n') {
                    at.edit(end..end, format!("\n  {line}"))
                } else {
                    at.edit(end..end, format!(" {line}"))
                }
            }
            None => {
                let semicolon = child_token(&self.statement, SEMICOLON)?;
                let range = range(semicolon.text_range());
                at.edit(range, format!(" {{\n  {line}\n}}"))
            }
        };
        Some(Action {
            title: format!("Make a field `{field}` of `{}`", self.name),
            kind: ActionKind::QuickFix,
            is_preferred: false,
            edits: vec![edit],
        })
    }
}

/// The name of the new field for a template argument. It differs from `name`, since a field and an argument cannot have
/// the same name.
fn field_name(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) if first.is_ascii_lowercase() => {
            format!("{}{}", first.to_ascii_uppercase(), chars.as_str())
        }
        _ => format!("{name}_"),
    }
}

fn children(node: &SyntaxNode, kind: syntax::SyntaxKind) -> impl Iterator<Item = SyntaxNode> {
    node.children().filter(move |it| it.kind() == kind)
}

/// The range to delete in order to remove the element `number` of a list in angle brackets: the element and a comma, or
/// the whole list if it has only one element.
fn without(list: &SyntaxNode, elements: &[SyntaxNode], number: usize) -> std::ops::Range<usize> {
    let at = |number: usize| range(elements[number].text_range());
    if elements.len() == 1 {
        return range(list.text_range());
    }
    match number {
        0 => at(0).start..at(1).start,
        _ => at(number - 1).end..at(number).end,
    }
}
