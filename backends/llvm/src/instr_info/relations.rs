//! The tables and functions that map an instruction to a related instruction (`InstrMapping`).

use std::borrow::Cow;
use std::collections::BTreeMap;

use backend::{Fatal, Output, Rec, RecordId, Records, bail, record_class};
use elaborate::value::print::{value, value_unquoted};
use elaborate::value::{Node, ValueId};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use target_model::instructions::Instruction;

use super::{Emitter, changes};

record_class! {
    /// A relation of instructions, as its record defines it.
    struct RelationDef("InstrMapping") {
        filter: value("FilterClass"),
        /// The names of fields whose values are equal in related instructions.
        row_fields: list("RowFields"),
        /// The names of the fields that distinguish related instructions.
        column_fields: list("ColFields"),
        /// The values of the column fields in a key instruction.
        key_column: list("KeyCol"),
        /// A list for each column: the values of the column fields in the instructions of the column.
        columns: list("ValueCols"),
    }
}

/// A relation of instructions whose record was read and checked.
struct Relation<'a> {
    def: RelationDef<'a>,
    row_fields: &'a [ValueId],
    column_fields: Vec<Cow<'a, str>>,
    key_column: &'a [ValueId],
    columns: Vec<Column<'a>>,
}

/// A column of a relation: the values that its instructions have in the column fields.
struct Column<'a> {
    list: ValueId,
    values: &'a [ValueId],
}

/// The values of an instruction's row fields, and the values of its column fields as text.
type ColumnKey<'a> = (Vec<ValueId>, Vec<Cow<'a, str>>);

/// The related instructions of each key instruction, one for each column; `None` if a column has no such instruction.
type Related = FxHashMap<RecordId, Vec<Option<RecordId>>>;

impl<'a> Emitter<'a> {
    pub(super) fn push_relations(&self, out: &mut Output) -> Result<(), Fatal> {
        let defs = RelationDef::all(self.records)?;
        if defs.is_empty() {
            return Ok(());
        }
        let namespace = self.namespace;
        self.start(out, "GET_INSTRMAP_INFO");
        changes::open(self.cx.release(), out, &[namespace], ["\n", "\n"], "\n");
        self.push_columns(out, &defs)?;
        for def in defs {
            let relation = Relation::read(def)?;
            // The fields of rows and columns are not in the table. So the table stays if the same instructions are
            // related.
            let name = def.name_value();
            let related = self.records.fact(move |records| {
                let relation = Relation::read(RelationDef(records.named(name)?));
                relation.and_then(|it| it.related(records)).ok()
            });
            match &*related {
                Some(related) => self.push_relation(out, &relation, related),
                // For the error, everything counts as read.
                None => self.push_relation(out, &relation, &relation.related(self.records)?),
            }
        }
        self.close(out, &[namespace]);
        self.end(out, "GET_INSTRMAP_INFO");
        Ok(())
    }

    /// Writes an enumeration for each column field, with the values that the field has in any relation.
    fn push_columns(&self, out: &mut Output, defs: &[RelationDef<'a>]) -> Result<(), Fatal> {
        let mut fields: BTreeMap<Cow<str>, Vec<(ValueId, RelationDef)>> = BTreeMap::new();
        for def in defs {
            let names = def.column_fields()?;
            let columns = columns(*def, |name| {
                let message = format!(
                    "Record `{name}', field `ValueCols' entries don't match with the entries in 'ColFields' !"
                );
                self.records.fatal(message)
            })?;
            for (at, name) in names.iter().enumerate() {
                let values = columns.iter().map(|it| (it.values[at], *def));
                fields.entry(self.text(*name)).or_default().extend(values);
            }
        }
        for (field, values) in fields {
            // In the source map, a value that several relations use comes from each of these relations.
            let mut distinct: IndexMap<ValueId, Vec<RelationDef>, FxBuildHasher> =
                IndexMap::default();
            for (v, def) in values {
                distinct.entry(v).or_default().push(def);
            }
            writeln!(out, "enum {field} {{");
            for (number, (v, defs)) in distinct.iter().enumerate() {
                out.sources(|| defs.iter().map(|it| it.0));
                let indent = changes::enumerator_indent(self.cx.release());
                write!(out, "{indent}{field}_{}", self.text(*v));
                let is_last = number + 1 == distinct.len();
                out.push(if is_last { "\n" } else { ",\n" });
            }
            out.no_source();
            out.push("};\n\n");
        }
        Ok(())
    }

    fn push_relation(&self, out: &mut Output, relation: &Relation, related: &Related) {
        let is_inside = changes::relations_hold_tables(self.cx.release());
        let name = relation.def.name();
        out.source(relation.def.0);
        write!(out, "// {name}\nLLVM_READONLY\nint {name}(uint16_t Opcode");
        if relation.columns.len() > 1 {
            for field in &relation.column_fields {
                write!(out, ", enum {field} in{field}");
            }
        }
        out.push(") {\n");
        let rows = if is_inside {
            self.push_inner_rows(out, relation, related)
        } else {
            self.push_rows(out, relation, related)
        };
        out.source(relation.def.0);
        if is_inside && rows == 0 {
            out.push("  return -1;\n}\n\n");
            out.no_source();
            return;
        }
        let table = self.table(relation);
        let found = if is_inside {
            " \n      break;\n"
        } else {
            " {\n      break;\n    }\n"
        };
        write!(
            out,
            "  unsigned mid;\n\
             \x20 unsigned start = 0;\n\
             \x20 unsigned end = {rows};\n\
             \x20 while (start < end) {{\n\
             \x20   mid = start + (end - start) / 2;\n\
             \x20   if (Opcode == {table}[mid][0]){found}\
             \x20   if (Opcode < {table}[mid][0])\n\
             \x20     end = mid;\n\
             \x20   else\n\
             \x20     start = mid + 1;\n\
             \x20 }}\n\
             \x20 if (start == end)\n\
             \x20   return -1; // Instruction doesn't exist in this table.\n\n"
        );
        self.push_choice(out, relation);
        out.no_source();
    }

    /// Writes the table of a relation, before the relation's function. Returns the number of rows.
    fn push_rows(&self, out: &mut Output, relation: &Relation, related: &Related) -> usize {
        let (name, namespace) = (relation.def.name(), self.namespace);
        let columns = relation.columns.len() + 1;
        writeln!(out, "static const uint16_t {name}Table[][{columns}] = {{");
        let rows = self.rows_of(related);
        for (instruction, to) in &rows {
            push_row(out, ["  { ", namespace, "::"], instruction, to);
        }
        let rows = rows.len();
        out.source(relation.def.0);
        if rows == 0 {
            let end = format!("{namespace}::INSTRUCTION_LIST_END");
            write!(out, "  {{ {end}, {end} }}");
        }
        write!(out, "}}; // End of {name}Table\n\n");
        rows
    }

    /// Writes the table of a relation inside the relation's function, unless the table has no rows. Returns the number
    /// of rows.
    fn push_inner_rows(&self, out: &mut Output, relation: &Relation, related: &Related) -> usize {
        writeln!(out, "  using namespace {};", self.namespace);
        let rows = self.rows_of(related);
        if rows.is_empty() {
            return 0;
        }
        let columns = relation.columns.len() + 1;
        writeln!(out, "  static constexpr uint16_t Table[][{columns}] = {{");
        for (instruction, to) in &rows {
            push_row(out, ["    { ", "", ""], instruction, to);
        }
        out.source(relation.def.0);
        out.push("  }; // End of Table\n\n");
        rows.len()
    }

    /// The key instructions that have at least one related instruction, in the order of instructions.
    fn rows_of<'r>(&'r self, related: &'r Related) -> Vec<(&'r Instruction, Vec<Option<Rec<'a>>>)> {
        let rows = self.instructions.iter().filter_map(|(_, instruction)| {
            let to = related.get(&instruction.rec)?.iter();
            let to: Vec<_> = to.map(|it| Some(self.records.rec((*it)?))).collect();
            to.iter().any(Option::is_some).then_some((instruction, to))
        });
        rows.collect()
    }

    /// The C++ name of a relation's table.
    fn table(&self, relation: &Relation) -> String {
        if changes::relations_hold_tables(self.cx.release()) {
            "Table".to_owned()
        } else {
            format!("{}Table", relation.def.name())
        }
    }

    /// Writes the code that returns the related instruction. If there are several columns, the arguments of the C++
    /// function select one of them.
    fn push_choice(&self, out: &mut Output, relation: &Relation) {
        let table = self.table(relation);
        if relation.columns.len() <= 1 {
            write!(out, "  return {table}[mid][1];\n}}\n\n");
            return;
        }
        for (number, column) in relation.columns.iter().enumerate() {
            let fields = relation.column_fields.iter().zip(column.values);
            let conditions =
                fields.map(|(field, v)| format!("in{field} == {field}_{}", self.text(*v)));
            let conditions = conditions.collect::<Vec<_>>().join(" && ");
            write!(
                out,
                "  if ({conditions})\n    return {table}[mid][{}];\n",
                number + 1
            );
        }
        out.push("  return -1;}\n\n");
    }

    /// The text of a value as part of a C++ name: strings are written without quotes.
    fn text(&self, v: ValueId) -> Cow<'a, str> {
        text(self.records, v)
    }
}

fn text<'a>(records: &'a Records, v: ValueId) -> Cow<'a, str> {
    value_unquoted(&records.names(), v)
}

/// Writes the row of an instruction: `start`, then the names of the instruction and of the related instructions, each
/// after `namespace` and `colons`.
fn push_row(
    out: &mut Output,
    [start, namespace, colons]: [&str; 3],
    instruction: &Instruction,
    to: &[Option<Rec>],
) {
    out.sources(|| {
        let to = to.iter().flatten().map(|it| it.id());
        [instruction.rec].into_iter().chain(to)
    });
    for text in [start, namespace, colons, &instruction.name] {
        out.push(text);
    }
    for to in to {
        match to {
            Some(to) => [", ", namespace, colons, to.name()].map(|it| out.push(it)),
            None => [", (uint16_t)-1U", "", "", ""].map(|it| out.push(it)),
        };
    }
    out.push(" },\n");
}

impl<'a> Relation<'a> {
    fn read(def: RelationDef<'a>) -> Result<Relation<'a>, Fatal> {
        let (row_fields, column_fields) = (def.row_fields()?, def.column_fields()?);
        let names = def.records().names();
        let column_fields = column_fields.iter().map(|it| value_unquoted(&names, *it));
        let (key_column, name) = (def.key_column()?, def.name());
        if def.columns()?.is_empty() {
            bail!(
                def,
                "InstrMapping record `{name}' has empty `ValueCols' field!"
            );
        }
        let columns = columns(def, |name| {
            def.fatal(format!(
                "Record `{name}', field `ValueCols' entries don't match with  the entries in 'ColFields'!"
            ))
        })?;
        Ok(Relation {
            def,
            row_fields,
            column_fields: column_fields.collect(),
            key_column,
            columns,
        })
    }

    /// The related instructions of each key instruction. The instructions of a relation are read in the natural order
    /// of their names, so an error is about the first invalid instruction in this order.
    fn related(&self, records: &'a Records) -> Result<Related, Fatal> {
        let class = text(records, self.def.filter()?);
        let mut keys = Vec::new();
        let mut rows: FxHashMap<ColumnKey, Vec<Rec>> = FxHashMap::default();
        for rec in records.derived(&class)? {
            let row = self.row(records, rec)?;
            let column = self.column_fields.iter();
            let column = column.map(|field| match rec.field(field).and_then(|it| it.value) {
                Some(v) => Ok(text(records, v)),
                // The reference does not check that the field has a value.
                None => bail!(
                    rec,
                    "No value \"{field}\" found in \"{}\" instruction description.",
                    rec.name()
                ),
            });
            let column = column.collect::<Result<Vec<_>, _>>()?;
            if self.is_key(records, &column)? {
                keys.push((rec, row.clone()));
            }
            rows.entry((row, column)).or_default().push(rec);
        }
        let mut related = FxHashMap::default();
        for (key, row) in keys {
            let mut to = Vec::with_capacity(self.columns.len());
            for column in &self.columns {
                let texts = column.values.iter().map(|it| text(records, *it));
                let found = rows.get(&(row.clone(), texts.collect()));
                to.push(match found.map(Vec::as_slice) {
                    None | Some([]) => None,
                    Some([one]) => Some(one.id()),
                    Some(_) => return Err(self.several(records, key, &row, column)),
                });
            }
            related.insert(key.id(), to);
        }
        Ok(related)
    }

    /// The values of an instruction's row fields. Related instructions have equal values.
    fn row(&self, records: &Records, rec: Rec) -> Result<Vec<ValueId>, Fatal> {
        let fields = self.row_fields.iter();
        let value =
            |field: &ValueId| match rec.field(&text(records, *field)).and_then(|it| it.value) {
                Some(v) => Ok(v),
                None => bail!(
                    rec,
                    "No value {} found in \"{}\" instruction description.",
                    value(&records.names(), *field),
                    rec.name()
                ),
            };
        fields.map(value).collect()
    }

    fn is_key(&self, records: &Records, column: &[Cow<str>]) -> Result<bool, Fatal> {
        for (at, given) in column.iter().enumerate() {
            let Some(key) = self.key_column.get(at) else {
                // The reference does not check the length of `KeyCol`.
                let name = self.def.name();
                bail!(
                    self.def,
                    "Record `{name}', field `KeyCol' has fewer entries than 'ColFields'!"
                );
            };
            if text(records, *key) != *given {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The error about a key instruction that has several related instructions in a column.
    fn several(&self, records: &Records, key: Rec, row: &[ValueId], column: &Column) -> Fatal {
        let names = records.names();
        let mut values = String::new();
        for v in row {
            if !values.is_empty() {
                values += ", ";
            }
            values += &value(&names, *v);
        }
        let (key, name) = (key.name(), self.def.name());
        let column = value(&names, column.list);
        records.fatal(format!(
            "Multiple matches found for `{key}', for the relation `{name}', row fields [{values}], column `{column}'"
        ))
    }
}

/// Reads the columns of a relation. Each column must have one value for each column field. Otherwise the result of
/// `error` is returned.
fn columns<'a>(
    def: RelationDef<'a>,
    error: impl Fn(&str) -> Fatal,
) -> Result<Vec<Column<'a>>, Fatal> {
    let fields = def.column_fields()?;
    let column = |list: &ValueId| match def.records().node(*list) {
        Node::List(values) if values.len() == fields.len() => Ok(Column {
            list: *list,
            values,
        }),
        _ => Err(error(def.name())),
    };
    def.columns()?.iter().map(column).collect()
}
