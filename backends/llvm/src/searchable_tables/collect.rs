//! Reads the definitions of enumerations, tables and indices.

use std::borrow::Cow;

use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::lattice::TypeLattice;
use elaborate::symbol::Sym;
use elaborate::value::print::{type_text, value};
use elaborate::value::{Node, ValueId};

use super::compare::{Ties, sort};
use super::field::{Field, int_field};
use super::{Enum, Index, Model, Table};
use backend::{Context, Fatal, Rec, Records, bail, record_class};
use target_model::target::Target;

mod changes {
    use backend::Release;

    /// The classes whose records require that the unit defines a target. Since LLVM 21, intrinsics do so as well.
    pub(super) fn classes_of_targets(release: Release) -> &'static [&'static str] {
        if release >= Release::V21 {
            &["Instruction", "Intrinsic"]
        } else {
            &["Instruction"]
        }
    }
}

record_class! {
    struct EnumDef("GenericEnum") {
        class: string("FilterClass"),
    }
}

record_class! {
    struct TableDef("GenericTable") {
        row_type: string("CppTypeName"),
        fields: list_of_strings("Fields"),
        class: string("FilterClass"),
        /// The name of a `bit` field. A record of the class becomes an entry only if this field is 1. If no name is
        /// given, all records of the class become entries.
        class_field: value("FilterClassField"),
        primary_key: list_of_strings("PrimaryKey"),
        primary_key_name: string("PrimaryKeyName"),
        early_out: bit("PrimaryKeyEarlyOut"),
        return_range: bit("PrimaryKeyReturnRange"),
    }
}

record_class! {
    /// The definition of an additional index of a table.
    struct IndexDef("SearchIndex") {
        table: def("Table"),
        key: list_of_strings("Key"),
        early_out: bit("EarlyOut"),
    }
}

/// Reads all enumerations, tables and indices. The definitions in the deprecated form (`SearchableTable`) come last.
pub(super) fn read<'a>(cx: &'a Context<'a>) -> Result<Model<'a>, Fatal> {
    let records = cx.records;
    let mut model = Model {
        cx,
        records,
        enums: Vec::new(),
        tables: Vec::new(),
    };
    let of_target = changes::classes_of_targets(cx.release());
    if of_target
        .iter()
        .any(|it| !records.derived_if_defined(it).is_empty())
    {
        cx.model::<Target>()?;
    }
    for def in EnumDef::all(records)? {
        model.enums.push(read_enum(def)?);
    }
    for def in TableDef::all(records)? {
        let table = read_table(&model, def)?;
        model.tables.push(table);
    }
    for def in IndexDef::all(records)? {
        read_index(&mut model, def)?;
    }
    for class in records.classes() {
        let supers: Vec<Rec> = class.superclasses().collect();
        if let [only] = supers[..]
            && only.name() == "SearchableTable"
        {
            read_class(&mut model, class)?;
        }
    }
    Ok(model)
}

/// The value of a string field. `None` if the field is `?`; an error if it is missing.
fn string_or_unset<'a>(rec: Rec<'a>, field: &str) -> Result<Option<Cow<'a, str>>, Fatal> {
    match rec.value(field)? {
        ValueId::UNSET => Ok(None),
        _ => rec.string(field).map(Some),
    }
}

/// Checks that the class with the name `class` exists. The field `FilterClass` of `def` contains this name.
fn check_class(def: Rec, what: &str, class: &str) -> Result<(), Fatal> {
    match def.records().class(class) {
        Some(_) => Ok(()),
        None => {
            let message = format!("{what} FilterClass '{class}' does not exist");
            Err(def.fatal_at("FilterClass", message))
        }
    }
}

fn read_enum(def: EnumDef<'_>) -> Result<Enum<'_>, Fatal> {
    let fields = [
        string_or_unset(*def, "NameField")?,
        string_or_unset(*def, "ValueField")?,
    ];
    let class = def.class()?;
    check_class(*def, "Enum", &class)?;
    let mut each = read_members(*def, &class, fields)?;
    each.name = def.name().to_owned();
    each.guard = def.name().to_owned();
    Ok(each)
}

/// Reads the members of an enumeration. The name and the guard of the result are empty; the caller sets them.
/// `name_field` and `number_field` are fields of the members. If there is no field for numbers, members are numbered in
/// the order of their names.
fn read_members<'a>(
    def: Rec<'a>,
    class: &str,
    [name_field, number_field]: [Option<Cow<str>>; 2],
) -> Result<Enum<'a>, Fatal> {
    let given = |field: Option<Cow<str>>| field.filter(|it| !it.is_empty()).map(Cow::into_owned);
    let (name_field, number_field) = (given(name_field), given(number_field));
    let mut each = Enum {
        def,
        name: String::new(),
        guard: String::new(),
        class: class.to_owned(),
        members: Default::default(),
    };
    for rec in def.records().derived(class)? {
        let name = match &name_field {
            Some(field) => rec.string(field)?.into_owned(),
            None => rec.name().to_owned(),
        };
        let number = match &number_field {
            Some(field) => int_field(rec, field)?,
            None => 0,
        };
        each.members.insert(rec, (name, number));
    }
    if number_field.is_none() {
        let by_name = |_: &Rec, (a, _): &(String, i64), _: &Rec, (b, _): &(String, i64)| a.cmp(b);
        each.members.sort_by(by_name);
        for ((_, number), index) in each.members.values_mut().zip(0..) {
            *number = index;
        }
    }
    Ok(each)
}

fn read_table<'a>(model: &Model<'a>, def: TableDef<'a>) -> Result<Table<'a>, Fatal> {
    let mut table = Table {
        def: *def,
        name: def.name().to_owned(),
        guard: def.name().to_owned(),
        row_type: def.row_type()?.into_owned(),
        fields: Vec::new(),
        entries: Vec::new(),
        primary_key: None,
        indices: Vec::new(),
    };
    for name in def.fields()? {
        table.fields.push(read_field(model, *def, &name)?);
    }
    let class = def.class()?;
    check_class(*def, "Table", &class)?;
    let mut entries = model.records.derived(&class)?;
    if let Some(field) = def.text_of(def.class_field()?) {
        entries = filter(entries, &field, &class)?;
    }
    add_entries(model, &mut table, entries)?;
    if def.value("PrimaryKey")? != ValueId::UNSET {
        let name = def.primary_key_name()?.into_owned();
        let (early_out, return_range) = (def.early_out()?, def.return_range()?);
        let mut key = Index::new(*def, name, early_out, return_range);
        key.set_fields(&table, "PrimaryKey", &def.primary_key()?)?;
        let order = sort(model, &table.entries, &key, Ties::Stay)?;
        table.entries = order.into_iter().map(|it| table.entries[it]).collect();
        table.primary_key = Some(key);
    }
    Ok(table)
}

/// Reads a column of a table. The field `TypeOf_<name>` of the table may give the type of the column.
fn read_field(model: &Model, def: Rec, name: &str) -> Result<Field, Fatal> {
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
        field.ty = Some(model.records.values.record_ty(vec![class]));
        return Ok(field);
    }
    let given = value(&model.records.names(), given);
    let message = format!("Table '{}' has invalid '{type_field}': {given}", def.name());
    model.cx.report(*def.fatal_at(&type_field, message));
    let note = "The 'TypeOf_xxx' field must be a string naming a GenericEnum record, or \"code\"";
    Err(Box::new(Diagnostic::new(
        Severity::Note,
        None,
        note.to_owned(),
    )))
}

/// Keeps the entries whose field `field` is 1. An error if the field of an entry is not a known bit.
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

/// Adds the rows of a table, determines the types of the columns from the rows, and sorts the rows.
fn add_entries<'a>(
    model: &Model<'a>,
    table: &mut Table<'a>,
    entries: Vec<Rec<'a>>,
) -> Result<(), Fatal> {
    let records = model.records;
    if entries.is_empty() {
        bail!(table.def, "Table '{}' has no entries", table.name);
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
            bail!(
                records,
                "Cannot determine type of field '{}' in table '{}'. Maybe it is not used?",
                field.name,
                table.name
            );
        };
        let is = |class: Option<Sym>| class.is_some_and(|class| records.is_record_of(ty, class));
        field.is_intrinsic = is(intrinsic);
        field.is_instruction = !field.is_intrinsic && is(instruction);
    }
    let mut by_all_fields = Index::new(table.def, String::new(), false, false);
    by_all_fields.fields = table.fields.clone();
    let order = sort(model, &entries, &by_all_fields, Ties::Change)?;
    table.entries = order.into_iter().map(|it| entries[it]).collect();
    Ok(())
}

/// Extends the type of a column so that it includes the type of an entry's value. An error if there is no common type.
fn add_type(records: &Records, table: &str, entry: Rec, field: &mut Field) -> Result<(), Fatal> {
    let (values, name) = (&records.values, &field.name);
    let v = entry.value(name)?;
    let Some(ty) = values.type_of(v).filter(|_| values.is_complete(v)) else {
        let entry_name = entry.name();
        bail!(
            entry,
            "Record '{entry_name}' for table '{table}' is missing field '{name}'"
        );
    };
    let known = field.ty.unwrap_or(ty);
    let Some(common) = records.common_type(known, ty) else {
        let message = format!(
            "Field '{name}' of table '{table}' entry has incompatible type: {} vs. {}",
            type_text(values, ty),
            type_text(values, known)
        );
        return Err(entry.fatal_at(name, message));
    };
    field.ty = Some(common);
    Ok(())
}

impl<'a> Index<'a> {
    fn new(def: Rec<'a>, name: String, early_out: bool, return_range: bool) -> Index<'a> {
        Index {
            def,
            name,
            at: None,
            fields: Vec::new(),
            early_out,
            return_range,
        }
    }

    /// Sets the columns of the key. `names` are the names of these columns, which the field `key_field` of the
    /// definition lists.
    fn set_fields(
        &mut self,
        table: &Table,
        key_field: &str,
        names: &[impl AsRef<str>],
    ) -> Result<(), Fatal> {
        let error = |message: String| Err(self.def.fatal_at(key_field, message));
        let table_name = &table.name;
        self.at = self.def.field_loc(key_field);
        for name in names.iter().map(AsRef::as_ref) {
            match table.fields.iter().find(|it| it.name == name) {
                Some(field) => self.fields.push(field.clone()),
                None => {
                    return error(format!(
                        "In table '{table_name}', 'PrimaryKey' or 'Key' refers to nonexistent \
                         field '{name}'"
                    ));
                }
            }
        }
        match self.fields.first() {
            None => error(format!("In table '{table_name}', a key has no fields")),
            Some(first) if self.early_out && first.is_string() => error(format!(
                "In lookup method '{}', early-out is not supported for a first key field of type \
                 string",
                self.name
            )),
            Some(_) => Ok(()),
        }
    }
}

fn read_index<'a>(model: &mut Model<'a>, def: IndexDef<'a>) -> Result<(), Fatal> {
    let table = def.table()?;
    let Some(table) = model.tables.iter_mut().find(|it| it.def == table) else {
        let (index, table) = (def.name(), table.name());
        let message = format!("SearchIndex '{index}' refers to nonexistent table '{table}");
        return Err(def.fatal_at("Table", message));
    };
    let mut index = Index::new(*def, def.name().to_owned(), def.early_out()?, false);
    index.set_fields(table, "Key", &def.key()?)?;
    table.indices.push(index);
    Ok(())
}

/// Reads a table in the deprecated form: a class derived from `SearchableTable`.
fn read_class<'a>(model: &mut Model<'a>, class: Rec<'a>) -> Result<(), Fatal> {
    const SPECIAL: [&str; 3] = ["SearchableFields", "EnumNameField", "EnumValueField"];
    let name = class.name();
    let guard = name.to_ascii_uppercase();
    let entries = model.records.derived(name)?;
    if let Some(name_field) = string_or_unset(class, "EnumNameField")? {
        let fields = [Some(name_field), string_or_unset(class, "EnumValueField")?];
        let mut each = read_members(class, name, fields)?;
        each.name = format!("{name}Values");
        each.guard = guard.clone();
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
        let mut index = Index::new(class, format!("lookup{name}By{field}"), false, false);
        index.set_fields(&table, &field, &[&field])?;
        table.indices.push(index);
    }
    model.tables.push(table);
    Ok(())
}
