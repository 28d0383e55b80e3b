//! The numbers of instructions and of classes that are scheduled alike.

use backend::Output;

use super::{Emitter, changes, start};

impl Emitter<'_> {
    pub(super) fn push_enums(&self, out: &mut Output) {
        let namespace = self.namespace;
        start(out, "GET_INSTRINFO_ENUM");
        let release = self.cx.release();
        changes::open(release, out, &[namespace], ["\n", ""], "");
        out.push("  enum {\n");
        self.each(out, |out, id, instruction| {
            out.push("    ");
            out.push(&instruction.name);
            out.push("\t= ");
            out.push_number(id.0);
            out.push(",\n");
        });
        write!(
            out,
            "    INSTRUCTION_LIST_END = {}\n  }};\n\n",
            self.instructions.len()
        );
        self.close(out, &[namespace]);
        out.push("#endif // GET_INSTRINFO_ENUM\n\n");

        start(out, "GET_INSTRINFO_SCHED_ENUM");
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
        out.push("#endif // GET_INSTRINFO_SCHED_ENUM\n\n");
    }
}
