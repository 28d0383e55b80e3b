//! Hierarchies of classes and records, and of multiclasses and their users, computed from the syntax with little
//! elaboration.

#[cfg(test)]
mod tests;

use db::Database;
use elaborate::facts::{Use, User};
use elaborate::hir::{RecordSource, StmtKind, each_in};
use elaborate::ids::{Loc, StmtId};
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;

use super::family::uses_of;
use super::resolve::{Definition, Owner, token_in};
use super::target::{declaration_at, target, written};
use super::text::Text;
use super::tree_text::cut;
use super::workspace_symbols::defined_at;
use super::{FilePosition, FileRange, Target};

/// A class, multiclass or record in a hierarchy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The kind, which decides which requests the member supports.
    pub kind: MemberKind,
    /// The declaration. The functions of this module, such as [`supertypes`], take its name as an argument. A `def` or
    /// `defm` without a name has its shortened text as its name.
    pub target: Target,
}

/// The kind of a member of a hierarchy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemberKind {
    /// A class. Its supertypes are classes, its subtypes are classes and records.
    Class,
    /// A multiclass. Its callers are multiclasses and `defm`s, its callees are multiclasses.
    Multiclass,
    /// A record, or the `def` or `defm` itself if the names of its records are not known. Its supertypes are classes.
    Record,
}

/// All uses of one multiclass by one caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The caller for an incoming call, the callee for an outgoing call.
    pub member: Member,
    /// The ranges at which the caller names the multiclass.
    pub ranges: Vec<FileRange>,
}

/// The largest number of characters of a statement shown in place of a missing name.
const MAX_UNNAMED: usize = 60;
/// The largest number of members in an answer.
const MAX_MEMBERS: usize = 5_000;

/// The class or record at a position.
pub fn prepare_types(db: &Database, position: &FilePosition) -> Option<Member> {
    let text = Text::new(db);
    let (source, token) = token_in(&text, position)?;
    match text.resolve(source, &token)? {
        Definition::Class(name) => class_member(&text, name),
        Definition::Record(name) => record_member(&text, name),
        Definition::RecordSource(keyword) => {
            let (item, maker) = text.maker_at(keyword)?;
            maker_member(&text, item, maker)
        }
        _ => None,
    }
}

/// The direct superclasses of a class or record.
pub fn supertypes(db: &Database, kind: MemberKind, name: &str) -> Vec<Member> {
    let text = Text::new(db);
    let name = Sym::new(name);
    let parents: Vec<Sym> = match kind {
        MemberKind::Class => match text.class(name) {
            Some((_, class)) => class.body.parents.iter().map(|it| it.name).collect(),
            None => Vec::new(),
        },
        MemberKind::Record => match text.def(name) {
            Some((_, def)) => def.body.parents.iter().map(|it| it.name).collect(),
            None => direct_classes(&text, name),
        },
        MemberKind::Multiclass => Vec::new(),
    };
    let members = parents.into_iter().filter_map(|it| class_member(&text, it));
    members.collect()
}

/// The direct superclasses of a record that no `def` outside multiclasses names, such as a record from a `defm`: its
/// classes, except the classes that another of its classes inherits from.
fn direct_classes(text: &Text<'_>, record: Sym) -> Vec<Sym> {
    let Some(record) = db::record(text.db, record.as_str()) else {
        return Vec::new();
    };
    let inherited: FxHashSet<Sym> = record
        .supers
        .iter()
        .flat_map(|it| text.with_superclasses(*it).into_iter().skip(1))
        .collect();
    let own = record.supers.iter().filter(|it| !inherited.contains(it));
    own.copied().collect()
}

/// The direct subclasses of a class, and the records that name it as a parent.
pub fn subtypes(db: &Database, class: &str) -> Vec<Member> {
    let text = Text::new(db);
    let name = Sym::new(class);
    let mut classes = Vec::new();
    let mut records = Vec::new();
    for (item, it) in uses_of(&text, name) {
        match it.user {
            User::Class(name) => classes.extend(class_member(&text, name)),
            User::Def { .. } => records.extend(records_at(&text, item, it)),
            User::Multiclass(_) | User::Defm { .. } => {}
        }
        if classes.len() + records.len() >= MAX_MEMBERS {
            break;
        }
    }
    classes.extend(records);
    classes
}

fn class_member(text: &Text<'_>, name: Sym) -> Option<Member> {
    let (item, class) = text.class(name)?;
    Some(Member {
        kind: MemberKind::Class,
        target: target(text, name.to_string(), text.place(item, class.name_at)),
    })
}

fn multiclass_member(text: &Text<'_>, name: Sym) -> Option<Member> {
    let (item, multiclass) = text.multiclass(name)?;
    Some(Member {
        kind: MemberKind::Multiclass,
        target: target(text, name.to_string(), text.place(item, multiclass.name_at)),
    })
}

fn record_member(text: &Text<'_>, name: Sym) -> Option<Member> {
    let places = text.declarations(&Definition::Record(name));
    Some(Member {
        kind: MemberKind::Record,
        target: target(text, name.to_string(), *places.first()?),
    })
}

fn maker_member(text: &Text<'_>, item: StmtId, maker: RecordSource<'_>) -> Option<Member> {
    let (name, place) = match maker.name() {
        Some(name) => {
            let place = text.place(item, text.stmt(item).code[name].at);
            (written(text, place), place)
        }
        None => {
            let keyword = text.place(item, maker.at());
            let node = declaration_at(text, keyword);
            let text = node.map(|it| it.text().to_string()).unwrap_or_default();
            let words: Vec<&str> = text.split_whitespace().collect();
            (cut(&words.join(" "), MAX_UNNAMED), keyword)
        }
    };
    Some(Member {
        kind: MemberKind::Record,
        target: target(text, name, place),
    })
}

/// The records of the `def` at `it`. For a `def` in a multiclass or loop, these are its records if their names are
/// known, and the `def` itself otherwise.
fn records_at(text: &Text<'_>, item: StmtId, it: &Use) -> Vec<Member> {
    let Some((item, maker)) = text.maker_at(text.place(item, it.at)) else {
        return Vec::new();
    };
    let RecordSource::Def(def) = maker else {
        return Vec::new();
    };
    let Some(mut own) = maker_member(text, item, maker) else {
        return Vec::new();
    };
    if !matches!(it.user, User::Def { is_template: true }) {
        return vec![own];
    }
    let at = Loc {
        item,
        span: def.name_at,
    };
    let made = defined_at(text.db, at);
    if made.is_empty() {
        if let StmtKind::Multiclass(multiclass) = &text.stmt(item).kind {
            own.target.name = format!("{}::{}", multiclass.name, own.target.name);
        }
        return vec![own];
    }
    let named = made.into_iter().map(|name| Member {
        kind: MemberKind::Record,
        target: Target {
            name: name.to_string(),
            ..own.target.clone()
        },
    });
    named.collect()
}

/// The member for the `def` or `defm` whose keyword is at `it.at`.
fn made_at(text: &Text<'_>, item: StmtId, it: &Use) -> Option<Member> {
    let (item, maker) = text.maker_at(text.place(item, it.at))?;
    maker_member(text, item, maker)
}

/// The multiclass whose name is at a position. At a template argument, the result is the multiclass that declares the
/// argument.
pub fn prepare_calls(db: &Database, position: &FilePosition) -> Option<Member> {
    let text = Text::new(db);
    let (source, token) = token_in(&text, position)?;
    let name = match text.resolve(source, &token)? {
        Definition::Multiclass(name) => name,
        Definition::TemplateArg(_, Owner::Multiclass(name)) => name,
        _ => return None,
    };
    multiclass_member(&text, name)
}

/// The callers of a multiclass: other multiclasses, and `defm`s outside multiclasses.
pub fn incoming_calls(db: &Database, multiclass: &str) -> Vec<Call> {
    let text = Text::new(db);
    let mut calls: Vec<Call> = Vec::new();
    for (item, it) in uses_of(&text, Sym::new(multiclass)) {
        let member = match it.user {
            User::Multiclass(name) => multiclass_member(&text, name),
            User::Defm { within: Some(name) } => multiclass_member(&text, name),
            User::Defm { within: None } => made_at(&text, item, it),
            User::Class(_) | User::Def { .. } => None,
        };
        let range = text.place(item, it.parent).file_range(db);
        match member {
            Some(member) => add_call(&mut calls, member, range),
            None => continue,
        }
        if calls.len() >= MAX_MEMBERS {
            break;
        }
    }
    calls
}

/// The multiclasses that a multiclass uses, as parents or in `defm`s.
pub fn outgoing_calls(db: &Database, multiclass: &str) -> Vec<Call> {
    let text = Text::new(db);
    let mut calls = Vec::new();
    let Some((item, it)) = text.multiclass(Sym::new(multiclass)) else {
        return calls;
    };
    let mut add = |parent: &elaborate::hir::Parent| {
        if let Some(member) = multiclass_member(&text, parent.name) {
            let range = text.place(item, parent.at).file_range(db);
            add_call(&mut calls, member, range);
        }
    };
    it.parents.iter().for_each(&mut add);
    each_in(&it.body, &mut |maker| {
        if let RecordSource::Defm(defm) = maker {
            defm.parents.iter().for_each(&mut add);
        }
    });
    calls
}

fn add_call(calls: &mut Vec<Call>, member: Member, range: FileRange) {
    match calls.iter_mut().find(|it| it.member == member) {
        Some(call) => call.ranges.push(range),
        None => calls.push(Call {
            member,
            ranges: vec![range],
        }),
    }
}
