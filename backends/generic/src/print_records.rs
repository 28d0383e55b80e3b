//! `-print-records`: all classes and records as text.

use backend::output::check_complete;
use backend::{Backend, Context, Fatal, Output, Rec};
use elaborate::record::print::push_record;

pub(crate) const BACKEND: Backend = Backend {
    part: Some(print_def),
    ..Backend::of_any_tool(
        "print-records",
        "Print all classes and records (default)",
        write,
    )
};

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    out.push("------------- Classes -----------------\n");
    for class in records.classes() {
        print(class, "class ", out)?;
    }
    out.push("------------- Defs -----------------\n");
    for def in records.defs() {
        out.source(def);
        print_def(cx, def, out)?;
    }
    Ok(())
}

fn print_def(_: &Context, def: Rec, out: &mut Output) -> Result<(), Fatal> {
    print(def, "def ", out)
}

fn print(rec: Rec, keyword: &str, out: &mut Output) -> Result<(), Fatal> {
    out.push(keyword);
    check_complete(
        rec,
        push_record(&rec.records().names(), &mut out.text, rec.record()),
    )?;
    out.commit();
    Ok(())
}
