//! The documentation of a dialect: one section for each kind of definition.

use std::collections::HashMap;

use rustc_hash::{FxHashMap, FxHashSet};

use backend::text::SPACES;
use backend::{Context, Fatal, Output, Rec, RecordId, Release};

use mlir_model::attribute::Attribute;
use mlir_model::constraint::Constraint;
use mlir_model::definition::Definition;
use mlir_model::dialect::Dialect;
use mlir_model::enums::Enum;
use mlir_model::operation::Operation;

use super::{definitions, operations, push_heading};
use crate::markdown::{HEADER, push_description, push_summary};
use crate::{enums, selection};

pub(super) fn run(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let dialect = selection::dialect(cx)?;
    let ops = selection::operations(cx)?;
    let mut seen = Seen::default();
    let attr_defs = seen.definitions(cx, dialect, "AttrDef")?;
    let attrs = seen.constraints(cx, dialect, "DialectAttr");
    let groups = seen.groups(cx, dialect, ops)?;
    let type_defs = seen.definitions(cx, dialect, "TypeDef")?;
    let types = seen.constraints(cx, dialect, "DialectType");
    let enums = seen.enums(cx)?;
    out.push(HEADER);
    push_dialect(cx, out, dialect)?;
    push_section(cx, out, "Operations", &groups, |out, it| {
        push_group(cx, out, it)
    })?;
    push_section(cx, out, "Attribute constraints", &attrs, |out, it| {
        out.of(*it, |out| {
            push_constraint(cx, out, Attribute(*it).constraint())
        })
    })?;
    let push_definition =
        |out: &mut Output, it: &Definition| out.of(it.rec, |out| definitions::push(cx, out, it));
    push_section(cx, out, "Attributes", &attr_defs, push_definition)?;
    push_section(cx, out, "Type constraints", &types, |out, it| {
        out.of(*it, |out| push_constraint(cx, out, Constraint::read(*it)?))
    })?;
    push_section(cx, out, "Types", &type_defs, push_definition)?;
    push_section(cx, out, "Enums", &enums, |out, it| {
        out.of(it.rec, |out| enums::documentation::push(out, it));
        Ok(())
    })
}

fn push_section<T>(
    cx: &Context,
    out: &mut Output,
    title: &str,
    items: &[T],
    mut push: impl FnMut(&mut Output, &T) -> Result<(), Fatal>,
) -> Result<(), Fatal> {
    if items.is_empty() {
        return Ok(());
    }
    if cx.release() >= Release::V22 {
        write!(out, "\n## {title}\n")
    } else {
        write!(out, "## {title}\n\n")
    }
    items.iter().try_for_each(|it| push(out, it))
}

fn push_dialect(cx: &Context, out: &mut Output, dialect: Dialect) -> Result<(), Fatal> {
    let name = dialect.dialect_name()?;
    let (summary, description) = (dialect.summary(), dialect.description());
    let has_contents = |line: &str| line.trim_start_matches(SPACES) == "[TOC]";
    let has_contents = description.split('\n').any(has_contents);
    out.source(dialect.0);
    if cx.release() >= Release::V22 {
        write!(out, "\n# '{name}' Dialect\n");
        push_summary(out, cx.release(), &summary);
        push_description(out, cx.release(), &description);
        out.push(if has_contents { "" } else { "\n[TOC]\n" });
    } else {
        write!(out, "# '{name}' Dialect\n\n");
        for text in [summary, description] {
            if !text.is_empty() {
                push_description(out, cx.release(), &text);
                out.push("\n");
            }
        }
        out.push(if has_contents { "" } else { "[TOC]\n\n" });
    }
    out.no_source();
    Ok(())
}

fn push_constraint(cx: &Context, out: &mut Output, constraint: Constraint) -> Result<(), Fatal> {
    let is_new = cx.release() >= Release::V22;
    push_heading(cx, out, &format!("### {}", constraint.summary()?));
    if !is_new {
        out.push("\n");
    }
    push_description(out, cx.release(), &constraint.description()?);
    out.push(if is_new { "\n" } else { "\n\n" });
    Ok(())
}

/// A group of operations that are documented together. An operation that belongs to no group is a group by itself.
struct Group<'a> {
    rec: Option<Rec<'a>>,
    ops: Vec<Operation<'a>>,
    /// The key by which groups are sorted.
    key: String,
}

fn push_group(cx: &Context, out: &mut Output, group: &Group) -> Result<(), Fatal> {
    let title = group.rec.map(|it| it.string("summary")).transpose()?;
    let title = title.filter(|it| !it.is_empty());
    let depth = usize::from(title.is_some());
    if let (Some(rec), Some(title)) = (group.rec, title) {
        let description = rec.string("description")?;
        let mut part = Output::new();
        push_heading(cx, &mut part, &format!("## {}", title.trim_matches(SPACES)));
        let is_new = cx.release() >= Release::V22;
        part.push(if is_new { "" } else { "\n" });
        push_description(&mut part, cx.release(), &description);
        part.push(if is_new { "\n" } else { "\n\n" });
        out.of(rec, |out| push_nested(out, &part.text, depth));
    }
    for op in &group.ops {
        let mut part = Output::new();
        operations::push(cx, &mut part, op)?;
        out.of(op.rec, |out| push_nested(out, &part.text, depth));
    }
    out.push("\n");
    Ok(())
}

/// Writes a Markdown text whose headings are moved down by `depth` levels.
fn push_nested(out: &mut Output, text: &str, depth: usize) {
    for line in text.split_inclusive('\n') {
        if line.starts_with('#') {
            out.push_fill('#', depth);
        }
        out.push(line);
    }
}

/// The records that have been documented, so that each is documented only once.
#[derive(Default)]
struct Seen(FxHashSet<RecordId>);

impl Seen {
    fn is_new(&mut self, rec: Rec) -> bool {
        self.0.insert(rec.id())
    }

    /// The types or attributes that the dialect defines and that are not documented yet.
    fn definitions<'a>(
        &mut self,
        cx: &Context<'a>,
        dialect: Dialect<'a>,
        class: &str,
    ) -> Result<Vec<Definition<'a>>, Fatal> {
        let mut found = Vec::new();
        for rec in cx.records.derived_if_defined(class) {
            let def = Definition::read(rec)?;
            if def.dialect() == Some(dialect) && self.is_new(rec) {
                found.push(def);
            }
        }
        Ok(found)
    }

    /// The dialect's constraints on types or attributes that are not documented yet.
    fn constraints<'a>(
        &mut self,
        cx: &Context<'a>,
        dialect: Dialect<'a>,
        class: &str,
    ) -> Vec<Rec<'a>> {
        let all = cx.records.derived_if_defined(class).into_iter();
        let is_here = |it: &Rec<'a>| Attribute(*it).dialect() == Some(dialect);
        all.filter(|it| is_here(it) && self.is_new(*it)).collect()
    }

    /// The enumerations of the unit, regardless of the dialect, that are not documented yet.
    fn enums<'a>(&mut self, cx: &Context<'a>) -> Result<Vec<Enum<'a>>, Fatal> {
        let all = Enum::all(cx.records)?.into_iter();
        Ok(all.filter(|it| self.is_new(it.rec)).collect())
    }

    /// The groups of the dialect's operations, sorted by title. A group without a title is sorted by the name of its
    /// first operation.
    fn groups<'a>(
        &mut self,
        cx: &Context<'a>,
        dialect: Dialect<'a>,
        ops: Vec<Rec<'a>>,
    ) -> Result<Vec<Group<'a>>, Fatal> {
        let mut groups = Vec::new();
        let mut named: FxHashMap<RecordId, Vec<Operation>> = HashMap::default();
        for rec in ops {
            let op = Operation::read(rec)?;
            if op.dialect != dialect || !self.is_new(rec) {
                continue;
            }
            match rec.optional_def("opDocGroup")? {
                Some(group) => named.entry(group.id()).or_default().push(op),
                None => groups.push(Group {
                    rec: None,
                    key: rec.string("opName")?.to_ascii_lowercase(),
                    ops: vec![op],
                }),
            }
        }
        for rec in cx.records.derived_if_defined("OpDocGroup") {
            let Some(ops) = named.remove(&rec.id()) else {
                continue;
            };
            let key = match rec.string("summary")? {
                summary if summary.is_empty() => ops[0].rec.string("opName")?,
                summary => summary,
            };
            groups.push(Group {
                rec: Some(rec),
                key: key.to_ascii_lowercase(),
                ops,
            });
        }
        groups.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(groups)
    }
}
