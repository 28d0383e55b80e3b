//! The associations of directives: with a block, a loop, a declaration and so on.

use rustc_hash::FxHashMap;

use super::changes;
use super::changes::association_case;
use super::language::{Language, name_in_message};
use backend::{Fatal, Output, Rec, Release};

/// What a directive is associated with. The order matters to [`common`]: `None` must precede all other variants, and
/// `Block` must precede the loops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Association {
    None,
    Block,
    Declaration,
    Delimited,
    Loop,
    LoopNest,
    LoopSeq,
    Separating,
}

use Association::*;

/// The association that a record of class `Association` denotes. `name` is the name of the record. `Option::None` for
/// `AS_FromLeaves` and for names that the release does not have.
fn of_record(name: &str, release: Release) -> Option<Association> {
    // Since LLVM 22 there are two kinds of loops.
    let splits_loops = release >= Release::V22;
    Some(match name {
        "AS_Block" => Block,
        "AS_Declaration" => Declaration,
        "AS_Delimited" => Delimited,
        "AS_Loop" if !splits_loops => Loop,
        "AS_LoopNest" if splits_loops => LoopNest,
        "AS_LoopSeq" if splits_loops => LoopSeq,
        "AS_None" => None,
        "AS_Separating" => Separating,
        _ => return Option::None,
    })
}

/// The association of a compound directive whose leaves have the associations `a` and `b`, if these are compatible.
fn common(a: Association, b: Association) -> Option<Association> {
    match (a.min(b), a.max(b)) {
        (None, other) => Some(other),
        (Block, some_loop @ (Loop | LoopNest | LoopSeq)) => Some(some_loop),
        (a, b) => Some(a).filter(|_| a == b),
    }
}

struct Finder<'l, 'a> {
    language: &'l Language<'a>,
    known: FxHashMap<Rec<'a>, Association>,
    depth: u32,
}

/// The maximum depth of compound directives.
const MAX_DEPTH: u32 = 1000;

impl<'a> Finder<'_, 'a> {
    fn find(&mut self, directive: Rec<'a>) -> Result<Association, Fatal> {
        if let Some(known) = self.known.get(&directive) {
            return Ok(*known);
        }
        if self.depth == MAX_DEPTH {
            return Err(directive.fatal("directives nest too deeply".to_owned()));
        }
        self.depth += 1;
        let found = self.work_out(directive)?;
        self.depth -= 1;
        self.known.insert(directive, found);
        Ok(found)
    }

    fn work_out(&mut self, directive: Rec<'a>) -> Result<Association, Fatal> {
        let given = directive.def("association")?.name();
        if let Some(given) = of_record(given, self.language.release) {
            return Ok(given);
        }
        if given != "AS_FromLeaves" {
            let what = format!("has an unrecognized value for association: '{given}'");
            return Err(self.error(directive, &what)?);
        }
        let mut leaves = directive.list_of_defs("leafConstructs")?.into_iter();
        let Some(first) = leaves.next() else {
            let what = "requests association to be computed from leaves, but it has no leaves";
            return Err(self.error(directive, what)?);
        };
        let mut result = self.find(first)?;
        for leaf in leaves {
            let next = self.find(leaf)?;
            let Some(both) = common(result, next) else {
                let other = if changes::names_other_association(self.language.release) {
                    format!("{result:?}")
                } else {
                    String::new()
                };
                let what = format!(
                    "has leaves with incompatible association values: {next:?} and {other}"
                );
                return Err(self.error(directive, &what)?);
            };
            result = both;
        }
        Ok(result)
    }

    fn error(&self, directive: Rec, what: &str) -> Result<Fatal, Fatal> {
        let name = name_in_message(directive, self.language.release)?;
        let space = &self.language.namespace;
        let message = format!("Directive '{name}' in namespace '{space}' {what}");
        Ok(directive.records().fatal(message))
    }
}

/// Writes the function that returns the association of a directive.
pub(super) fn push(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    let records = language.def.records();
    let mut finder = Finder {
        language,
        known: FxHashMap::default(),
        depth: 0,
    };
    let mut found = Vec::new();
    for directive in &language.directives {
        found.push((*directive, finder.find(*directive)?));
    }
    let mut defs = FxHashMap::default();
    for rec in records.derived("Association")? {
        if let Some(association) = of_record(rec.name(), language.release) {
            defs.insert(association as u8, rec);
        }
    }
    let space = format!("llvm::{}", language.namespace);
    write!(
        out,
        "\n{space}::Association {space}::getDirectiveAssociation({space}::Directive Dir) {{\n  switch (Dir) {{\n"
    );
    for (directive, association) in found {
        out.source(directive);
        let case = association_case(language, directive)?;
        let def = defs.get(&(association as u8));
        let name = def.map(|it| it.string("name")).transpose()?;
        let name = name.unwrap_or_default();
        let scope = language.enum_scope();
        write!(
            out,
            "  case {case}:\n    return {scope}Association::{name};\n"
        );
    }
    out.no_source();
    out.push("  } // switch (Dir)\n  llvm_unreachable(\"Unexpected directive\");\n}\n");
    Ok(())
}
