//! The enumerations that number instructions and scheduling classes.

use backend::Output;
use elaborate::records::byte_len;

use super::{Emitter, changes};
use crate::file_and_line;

impl Emitter<'_> {
    pub(super) fn push_enums(&self, out: &mut Output) {
        let namespace = self.namespace;
        self.start(out, "GET_INSTRINFO_ENUM");
        let release = self.cx.release();
        changes::open(release, out, &[namespace], ["\n", ""], "");
        out.push("  enum {\n");
        if changes::tells_places(release) {
            self.push_numbers_with_places(out)
        } else {
            self.each(out, |out, id, instruction| {
                out.push("    ");
                out.push(&instruction.name);
                out.push("\t= ");
                out.push_number(id.0);
                out.push(",\n");
            })
        }
        let (count, gap) = (self.instructions.len(), changes::old_gap(release));
        write!(out, "    INSTRUCTION_LIST_END = {count}\n  }};\n{gap}");
        self.push_enum_of_classes(out);
        self.close(out, &[namespace]);
        self.end(out, "GET_INSTRINFO_ENUM");

        self.start(out, "GET_INSTRINFO_SCHED_ENUM");
        let names = [namespace, "Sched"];
        changes::open(release, out, &names, ["\n", ""], "\n");
        out.push("  enum {\n");
        let classes = self.schedule.explicit_classes();
        for (number, class) in classes.iter().enumerate() {
            out.sources(|| self.schedule.records_of(class));
            writeln!(out, "    {}\t= {number},", class.name);
        }
        out.no_source();
        writeln!(out, "    SCHED_LIST_END = {}\n  }};", classes.len());
        self.close(out, &names);
        self.end(out, "GET_INSTRINFO_SCHED_ENUM");
    }

    fn push_numbers_with_places(&self, out: &mut Output) {
        let names = self.instructions.iter().map(|(_, it)| byte_len(&it.name));
        let width = names.max().unwrap_or(0);
        self.each(out, |out, id, instruction| {
            write!(out, "    {}", instruction.name);
            out.push_fill(' ', width - byte_len(&instruction.name));
            write!(out, " = {},", id.0);
            if let Some(place) = file_and_line(self.rec(instruction)) {
                write!(out, " // {place}");
            }
            out.push("\n");
        });
    }
}
