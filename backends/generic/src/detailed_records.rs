//! `-print-detailed-records`: global variables, classes and records, with all locations.

use backend::output::check_complete;
use backend::{Backend, Context, Fatal, Output, Rec, Records};
use elaborate::ids::Loc;
use elaborate::record::FieldRef;
use elaborate::record::print::push_field;
use elaborate::records::Release;
use elaborate::value::print::push_value;

pub(crate) const BACKEND: Backend = Backend {
    part: Some(describe),
    ..Backend::of_any_tool(
        "print-detailed-records",
        "Print all global variables, classes and records with their places",
        write,
    )
};

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    writeln!(out, "DETAILED RECORDS for file {}", records.input());
    heading("Global Variables", records.globals().len(), out);
    out.push("\n");
    for (name, v) in records.globals() {
        write!(out, "{name} = ");
        if !push_value(&records.names(), &mut out.text, v) {
            return Err(records.fatal(format!("the text of '{name}' is too long")));
        }
        out.push("\n");
        out.commit();
    }
    heading("Classes", records.classes().len(), out);
    for class in records.classes() {
        title(class, class.name(), out);
        template_args(class, out)?;
        superclasses(class, out);
        fields(class, out)?;
        out.commit();
    }
    heading("Records", records.defs().len(), out);
    for def in records.defs() {
        out.source(def);
        describe(cx, def, out)?;
        out.commit();
    }
    Ok(())
}

fn describe(_: &Context, def: Rec, out: &mut Output) -> Result<(), Fatal> {
    let name = match def.name() {
        "" => "\"\"",
        name => name,
    };
    title(def, name, out);
    defms(def, out);
    superclasses(def, out);
    fields(def, out)
}

fn heading(title: &str, count: usize, out: &mut Output) {
    write!(
        out,
        "\n-------------------- {title} ({count}) --------------------\n"
    );
}

fn title(rec: Rec, name: &str, out: &mut Output) {
    out.push("\n");
    out.push(name);
    if let Some(loc) = rec.record().locs.first() {
        out.push("  ");
        place(rec.records(), *loc, out);
    }
    out.push("\n");
}

fn place(records: &Records, loc: Loc, out: &mut Output) {
    let place = records.place(loc);
    out.push("|");
    out.push(place.file_name());
    write!(out, ":{}|", place.line);
}

/// Writes the locations at which the record was instantiated, outermost first. Writes nothing if the record has a
/// single location.
fn defms(rec: Rec, out: &mut Output) {
    let locs = &rec.record().locs;
    if locs.len() < 2 {
        return;
    }
    // The location of the record itself comes last. Before LLVM 21, this location is left out.
    let skipped = usize::from(rec.records().rules() < Release::V21);
    out.push("  Defm sequence:");
    for loc in locs[skipped..].iter().rev() {
        out.push(" ");
        place(rec.records(), *loc, out);
    }
    out.push("\n");
}

fn template_args(class: Rec, out: &mut Output) -> Result<(), Fatal> {
    if class.record().args == 0 {
        out.push("  Template args: (none)\n");
        return Ok(());
    }
    out.push("  Template args:\n");
    class
        .record()
        .template_args()
        .try_for_each(|arg| field(class, &arg, out))
}

/// Writes the superclasses, with indirect superclasses in parentheses.
fn superclasses(rec: Rec, out: &mut Output) {
    if rec.record().supers.is_empty() {
        out.push("  Superclasses: (none)\n");
        return;
    }
    out.push("  Superclasses:");
    let direct = rec.direct_superclasses();
    for class in rec.superclasses() {
        let (open, close) = if direct.contains(&class) {
            (" ", "")
        } else {
            (" (", ")")
        };
        out.push(open);
        out.push(class.name());
        out.push(close);
    }
    out.push("\n");
}

fn fields(rec: Rec, out: &mut Output) -> Result<(), Fatal> {
    let record = rec.record();
    if record.values.is_empty() {
        out.push("  Fields: (none)\n");
        return Ok(());
    }
    out.push("  Fields:\n");
    record.fields().try_for_each(|it| field(rec, &it, out))
}

fn field(rec: Rec, field: &FieldRef, out: &mut Output) -> Result<(), Fatal> {
    out.push("    ");
    check_complete(
        rec,
        push_field(&rec.records().names(), &mut out.text, field),
    )?;
    out.push("  ");
    place(rec.records(), field.loc, out);
    out.push("\n");
    Ok(())
}
