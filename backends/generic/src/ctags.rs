//! `-gen-ctags`: the locations of classes and records, in the format of ctags(1).

use backend::{Backend, Context, Fatal, Output, Rec};
use elaborate::records::SourcePlace;

pub(crate) const BACKEND: Backend = Backend::of_any_tool(
    "gen-ctags",
    "Write a tags file of all classes and records",
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let mut tags: Vec<(&str, SourcePlace, Option<Rec>)> = Vec::new();
    for (class, loc) in records.class_statements() {
        let rec = records.class_of(class);
        tags.push((class.as_str(), records.place(loc), rec));
    }
    for def in records.defs() {
        tags.extend(def_tag(def));
    }
    tags.sort_unstable_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    out.push("!_TAG_FILE_FORMAT\t1\t/original ctags format/\n");
    out.push("!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/\n");
    for (name, place, rec) in tags {
        if let Some(rec) = rec {
            out.source(rec);
        }
        writeln!(out, "{name}\t{}\t{}", place.path, place.line);
        out.commit();
    }
    Ok(())
}

fn def_tag(def: Rec<'_>) -> Option<(&str, SourcePlace<'_>, Option<Rec<'_>>)> {
    let loc = def.record().locs.first()?;
    Some((def.name(), def.records().place(*loc), Some(def)))
}
