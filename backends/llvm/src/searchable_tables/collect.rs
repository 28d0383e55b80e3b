//! Reading the descriptions of tables.

use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::lattice::TypeLattice;
use elaborate::symbol::Sym;
use elaborate::value::print::{type_text, value};
use elaborate::value::{Node, ValueId};

use super::compare::{Ties, sort};
use super::field::{Enum, Field, int_field};
use super::{Index, Model, Table};
use backend::{Context, Fatal, Rec, Records};
use target_model::target::Target;

/// Reads all enumerations, tables and indices, those described in the old way last.
pub fn read<'a>(cx: &'a Context<'a>) -> Result<Model<'a>, Fatal> {
    let records = cx.records;
    let mut model = Model {
        records,
        enums: Vec::new(),
        tables: Vec::new(),
        cx,
    };
    if !records.derived_if_defined("Instruction").is_empty() {
        cx.model::<Target>()?;
    }
    for def in records.derived("GenericEnum")? {
        let each = read_enum(def)?;
        model.enums.push(each);
    }
    for def in records.derived("GenericTable")? {
        let table = read_table(cx, &model, def)?;
        model.tables.push(table);
    }
    for def in records.derived("SearchIndex")? {
        read_index(&mut model, def)?;
    }
    for class in records.classes() {
        let mut supers = class.superclasses();
        if supers
            .next()
            .is_some_and(|it| it.name() == "SearchableTable")
            && supers.next().is_none()
        {
            read_class(&mut model, class)?;
        }
    }
    Ok(model)
}

/// A string field, empty where it is `?`.
fn string_or_empty(rec: Rec, field: &str) -> Result<String, Fatal> {
    if rec.value(field)? == ValueId::UNSET {
        return Ok(String::new());
    }
    Ok(rec.string(field)?.into_owned())
}

fn read_enum(def: Rec<'_>) -> Result<Enum<'_>, Fatal> {
    let name_field = string_or_empty(def, "NameField")?;
    let value_field = string_or_empty(def, "ValueField")?;
    let class = def.string("FilterClass")?;
    if def.records().class(&class).is_none() {
        let message = format!("Enum FilterClass '{class}' does not exist");
        return Err(def.fatal_at("FilterClass", message));
    }
    let name = def.name().to_owned();
    make_enum(def, name.clone(), name, &class, &name_field, &value_field)
}

fn make_enum<'a>(
    def: Rec<'a>,
    name: String,
    guard: String,
    class: &str,
    name_field: &str,
    value_field: &str,
) -> Result<Enum<'a>, Fatal> {
    let mut entries = Vec::new();
    for rec in def.records().derived(class)? {
        let name = match name_field {
            "" => rec.name().to_owned(),
            field => rec.string(field)?.into_owned(),
        };
        let number = match value_field {
            "" => 0,
            field => int_field(rec, field)?,
        };
        entries.push((name, number, rec));
    }
    if value_field.is_empty() {
        entries.sort_by(|(a, ..), (b, ..)| a.cmp(b));
        for ((_, number, _), index) in entries.iter_mut().zip(0..) {
            *number = index;
        }
    }
    let members = entries.iter().map(|(.., rec)| *rec).zip(0..).collect();
    Ok(Enum {
        def,
        name,
        class: class.to_owned(),
        guard,
        entries,
        members,
    })
}

fn read_table<'a>(cx: &Context, model: &Model<'a>, def: Rec<'a>) -> Result<Table<'a>, Fatal> {
    let records = model.records;
    let mut table = Table {
        def,
        name: def.name().to_owned(),
        guard: def.name().to_owned(),
        row_type: def.string("CppTypeName")?.into_owned(),
        fields: Vec::new(),
        entries: Vec::new(),
        primary_key: None,
        indices: Vec::new(),
    };
    for name in def.list_of_strings("Fields")? {
        table.fields.push(read_field(cx, model, def, &name)?);
    }
    let class = def.string("FilterClass")?;
    if records.class(&class).is_none() {
        let message = format!("Table FilterClass '{class}' does not exist");
        return Err(def.fatal_at("FilterClass", message));
    }
    let mut entries = records.derived(&class)?;
    if let Some(field) = def.text_of(def.value("FilterClassField")?) {
        entries = filter(entries, &field, &class)?;
    }
    add_entries(model, &mut table, entries)?;
    if def.value("PrimaryKey")? != ValueId::UNSET {
        let key = Index {
            def,
            name: def.string("PrimaryKeyName")?.into_owned(),
            at: None,
            fields: Vec::new(),
            early_out: def.bit("PrimaryKeyEarlyOut")?,
            return_range: def.bit("PrimaryKeyReturnRange")?,
        };
        let fields = def.list_of_strings("PrimaryKey")?;
        let key = complete_index(&table, key, def, "PrimaryKey", &fields)?;
        let rows = table.entries.iter().map(|it| (*it, 0)).collect();
        let rows = sort(model, rows, &key, Ties::Stay)?;
        table.entries = rows.into_iter().map(|(it, _)| it).collect();
        table.primary_key = Some(key);
    }
    Ok(table)
}

/// A column, with the type that a field `TypeOf_...` of the table gives it.
fn read_field(cx: &Context, model: &Model, def: Rec, name: &str) -> Result<Field, Fatal> {
    let records = model.records;
    let mut field = Field::new(name);
    let type_field = format!("TypeOf_{name}");
    let Some(given) = def.field(&type_field).and_then(|it| it.value) else {
        return Ok(field);
    };
    let text = def.text_of(given).unwrap_or_default();
    if text == "code" {
        field.is_code = true;
        return Ok(field);
    }
    if let Some(number) = model.enums.iter().position(|it| it.def.name() == text) {
        field.of_enum = Some(number);
        let class = Sym::new(&model.enums[number].class);
        field.ty = Some(records.values.record_ty(vec![class]));
        return Ok(field);
    }
    let given = value(&records.names(), given);
    let message = format!("Table '{}' has invalid '{type_field}': {given}", def.name());
    cx.report(*def.fatal_at(&type_field, message));
    let note = "The 'TypeOf_xxx' field must be a string naming a GenericEnum record, or \"code\"";
    Err(Box::new(Diagnostic::new(
        Severity::Note,
        None,
        note.to_owned(),
    )))
}

/// The entries that have a bit set.
fn filter<'a>(entries: Vec<Rec<'a>>, field: &str, class: &str) -> Result<Vec<Rec<'a>>, Fatal> {
    let mut kept = Vec::new();
    for entry in entries {
        match entry.records().node(entry.value(field)?) {
            Node::Bit(true) => kept.push(entry),
            Node::Bit(false) => {}
            _ => {
                let message = format!("FilterClassField '{class}' should be a bit value");
                return Err(entry.fatal_at(field, message));
            }
        }
    }
    Ok(kept)
}

/// Adds the rows of a table, which decide on the types of its columns, and sorts them.
fn add_entries<'a>(
    model: &Model<'a>,
    table: &mut Table<'a>,
    entries: Vec<Rec<'a>>,
) -> Result<(), Fatal> {
    let records = model.records;
    if entries.is_empty() {
        return Err(table
            .def
            .fatal(format!("Table '{}' has no entries", table.name)));
    }
    for entry in &entries {
        for field in &mut table.fields {
            add_type(records, &table.name, *entry, field)?;
        }
    }
    let class = |name: &str| records.class(name).map(|_| Sym::new(name));
    let (intrinsic, instruction) = (class("Intrinsic"), class("Instruction"));
    for field in &mut table.fields {
        let Some(ty) = field.ty else {
            return Err(records.fatal(format!(
                "Cannot determine type of field '{}' in table '{}'. Maybe it is not used?",
                field.name, table.name
            )));
        };
        let is = |class: Option<Sym>| class.is_some_and(|class| records.is_record_of(ty, class));
        field.is_intrinsic = is(intrinsic);
        field.is_instruction = !field.is_intrinsic && is(instruction);
    }
    let by_all_fields = Index {
        def: table.def,
        name: String::new(),
        at: None,
        fields: table.fields.clone(),
        early_out: false,
        return_range: false,
    };
    let rows = entries.into_iter().map(|it| (it, 0)).collect();
    let rows = sort(model, rows, &by_all_fields, Ties::Change)?;
    table.entries = rows.into_iter().map(|(it, _)| it).collect();
    Ok(())
}

/// Makes a column's type one that the value of an entry has too.
fn add_type(records: &Records, table: &str, entry: Rec, field: &mut Field) -> Result<(), Fatal> {
    let v = entry.value(&field.name)?;
    let ty = records
        .values
        .type_of(v)
        .filter(|_| records.values.is_complete(v));
    let Some(ty) = ty else {
        return Err(entry.fatal(format!(
            "Record '{}' for table '{table}' is missing field '{}'",
            entry.name(),
            field.name
        )));
    };
    let known = field.ty.unwrap_or(ty);
    let Some(common) = records.common_type(known, ty) else {
        let text = |ty| type_text(&records.values, ty);
        let message = format!(
            "Field '{}' of table '{table}' entry has incompatible type: {} vs. {}",
            field.name,
            text(ty),
            text(known)
        );
        return Err(entry.fatal_at(&field.name, message));
    };
    field.ty = Some(common);
    Ok(())
}

/// Gives an index its fields, which a field of `rec` names.
fn complete_index<'a>(
    table: &Table<'a>,
    mut index: Index<'a>,
    rec: Rec<'a>,
    key_field: &str,
    fields: &[impl AsRef<str>],
) -> Result<Index<'a>, Fatal> {
    index.at = rec.field(key_field).map(|it| it.loc);
    for name in fields {
        let name = name.as_ref();
        let Some(field) = table.fields.iter().find(|it| it.name == name) else {
            let message = format!(
                "In table '{}', 'PrimaryKey' or 'Key' refers to nonexistent field '{name}'",
                table.name
            );
            return Err(rec.fatal_at(key_field, message));
        };
        index.fields.push(field.clone());
    }
    match index.fields.first() {
        None => Err(rec.fatal_at(
            key_field,
            format!("In table '{}', a key has no fields", table.name),
        )),
        Some(first) if index.early_out && first.is_string() => {
            let message = format!(
                "In lookup method '{}', early-out is not supported for a first key field of type string",
                index.name
            );
            Err(rec.fatal_at(key_field, message))
        }
        Some(_) => Ok(index),
    }
}

fn read_index<'a>(model: &mut Model<'a>, def: Rec<'a>) -> Result<(), Fatal> {
    let table = def.def("Table")?;
    let Some(table) = model.tables.iter_mut().find(|it| it.def == table) else {
        let (index, table) = (def.name(), table.name());
        let message = format!("SearchIndex '{index}' refers to nonexistent table '{table}");
        return Err(def.fatal_at("Table", message));
    };
    let index = Index {
        def,
        name: def.name().to_owned(),
        at: None,
        fields: Vec::new(),
        early_out: def.bit("EarlyOut")?,
        return_range: false,
    };
    let index = complete_index(table, index, def, "Key", &def.list_of_strings("Key")?)?;
    table.indices.push(index);
    Ok(())
}

/// Reads a table that a class derived from `SearchableTable` describes.
fn read_class<'a>(model: &mut Model<'a>, class: Rec<'a>) -> Result<(), Fatal> {
    const SPECIAL: [&str; 3] = ["SearchableFields", "EnumNameField", "EnumValueField"];
    let name = class.name();
    let guard = name.to_ascii_uppercase();
    let entries = model.records.derived(name)?;
    if class.value("EnumNameField")? != ValueId::UNSET {
        let name_field = class.string("EnumNameField")?;
        let value_field = string_or_empty(class, "EnumValueField")?;
        let enum_name = format!("{name}Values");
        let guard = guard.clone();
        let each = make_enum(class, enum_name, guard, name, &name_field, &value_field)?;
        model.enums.push(each);
    }
    let fields = class.record().fields().map(|it| it.name.as_str());
    let fields = fields.filter(|it| !SPECIAL.contains(it));
    let mut table = Table {
        def: class,
        name: format!("{name}sList"),
        guard,
        row_type: name.to_owned(),
        fields: fields.map(Field::new).collect(),
        entries: Vec::new(),
        primary_key: None,
        indices: Vec::new(),
    };
    add_entries(model, &mut table, entries)?;
    for field in class.list_of_strings("SearchableFields")? {
        let index = Index {
            def: class,
            name: format!("lookup{name}By{field}"),
            at: None,
            fields: Vec::new(),
            early_out: false,
            return_range: false,
        };
        let index = complete_index(&table, index, class, &field, &[&field])?;
        table.indices.push(index);
    }
    model.tables.push(table);
    Ok(())
}
