//! Examples of operations, types and attributes as they are printed, with made-up operands, types and values.

mod attributes;
mod definitions;
mod generic;
mod judge;
mod operation;
mod search;
#[cfg(test)]
mod tests;
mod types;
mod writer;

use std::cell::{Cell, OnceCell};

use backend::{Context, Fatal, Rec, Records, Release};
use ide::markup::code_span;
use mlir_model::definition::Definition;
use mlir_model::enums::Enum;
use mlir_model::operation::Operation;

use crate::page::Page;
use operation::Written;

/// The maximum nesting depth of made-up types and attributes.
const MAX_DEPTH: usize = 5;
/// The maximum length of an example, in bytes.
const MAX_LENGTH: usize = 4_000;

/// Whether an example has the optional parts of the operation, type or attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// No optional part.
    Short,
    /// All optional parts.
    Full,
}

const FORMS: [Form; 2] = [Form::Short, Form::Full];

/// Examples of one operation as MLIR prints it.
#[derive(Debug)]
pub struct Example {
    /// The text without optional parts, and the text with all optional parts. Equal texts are listed once, and texts of
    /// more than 4,000 bytes are left out.
    pub texts: Vec<String>,
    /// The operands in the text that has all optional parts, each with its name and its type.
    pub operands: Vec<(String, String)>,
    /// The names of the successor blocks in the text that has all optional parts.
    pub blocks: Vec<String>,
    /// Whether the texts have the generic form, because the operation has no declarative format.
    pub is_generic: bool,
}

/// Makes up types and attributes, based on the records of one unit.
struct Maker<'a> {
    records: &'a Records,
    release: Release,
    /// The records of the types that dialects define. `attributes` has the records of the attributes that dialects
    /// define.
    types: Vec<Rec<'a>>,
    attributes: Vec<Rec<'a>>,
    enumerations: OnceCell<Vec<Enum<'a>>>,
    depth: Cell<usize>,
}

impl<'a> Maker<'a> {
    fn new(records: &'a Records) -> Maker<'a> {
        Maker {
            records,
            release: records.release(),
            types: records.derived_if_defined("TypeDef"),
            attributes: records.derived_if_defined("AttrDef"),
            enumerations: OnceCell::new(),
            depth: Cell::new(0),
        }
    }

    fn enumerations(&self) -> &[Enum<'a>] {
        self.enumerations
            .get_or_init(|| Enum::all(self.records).unwrap_or_default())
    }

    /// Increments the nesting depth until the result is dropped.
    fn nest(&self) -> Nested<'_> {
        self.depth.set(self.depth.get() + 1);
        Nested(&self.depth)
    }

    fn is_too_deep(&self) -> bool {
        self.depth.get() > MAX_DEPTH
    }
}

struct Nested<'m>(&'m Cell<usize>);

impl Drop for Nested<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// Makes an example of the operation that a record describes. An error if the record is invalid; `None` if its assembly
/// format has a syntax error.
pub fn of_operation(rec: Rec) -> Result<Option<Example>, Fatal> {
    let op = Operation::read(rec)?;
    let maker = Maker::new(rec.records());
    let format = op.assembly_format();
    let format = format
        .map(|it| mlir_model::format::operation::parse(&op, &it, maker.release))
        .transpose()?;
    let format = match format {
        Some(Err(_)) => return Ok(None),
        Some(Ok(format)) => Some(format),
        None => None,
    };
    let mut example = Example {
        texts: Vec::new(),
        operands: Vec::new(),
        blocks: Vec::new(),
        is_generic: format.is_none(),
    };
    for form in FORMS {
        let written = Written::new(&maker, &op, format.as_ref(), form)?;
        let text = match &format {
            Some(format) => written.by_format(format)?,
            None => written.generic()?,
        };
        if text.len() <= MAX_LENGTH && !example.texts.contains(&text) {
            example.texts.push(text);
        }
        if form == Form::Full {
            example.operands = written.operands();
            example.blocks = written.blocks();
        }
    }
    Ok(Some(example))
}

/// Shows an example of an operation.
pub(crate) fn operation(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let Some(example) = of_operation(rec)? else {
        return Ok(());
    };
    if example.texts.is_empty() {
        return Ok(());
    }
    page.prose(if !example.is_generic {
        "for example"
    } else if rec.bit("hasCustomAssemblyFormat")? {
        "for example in the generic form, since it is printed by hand"
    } else {
        "for example, in the generic form"
    });
    page.code("mlir", &example.texts.join("\n"));
    Ok(())
}

/// Shows an example of a type or attribute of a dialect.
pub(crate) fn definition(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let def = Definition::read(rec)?;
    if def.assembly_format.is_none() {
        return Ok(());
    }
    let maker = Maker::new(rec.records());
    let mut texts: Vec<String> = Vec::new();
    for form in FORMS {
        let text = maker.written_definition(rec, form, "")?.full;
        if text.len() <= MAX_LENGTH && !texts.contains(&text) {
            texts.push(text);
        }
    }
    let texts: Vec<String> = texts.iter().map(|it| code_span(it)).collect();
    page.point("for example", texts.join(", "));
    Ok(())
}
