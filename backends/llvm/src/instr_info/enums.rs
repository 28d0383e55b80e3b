//! The numbers of instructions and of classes that are scheduled alike.

use backend::Output;

use super::{Emitter, start};

impl Emitter<'_> {
    pub(super) fn push_enums(&self, out: &mut Output) {
        let namespace = self.namespace;
        start(out, "GET_INSTRINFO_ENUM");
        write!(
            out,
            "namespace llvm {{\n\nnamespace {namespace} {{\n  enum {{\n"
        );
        self.each(out, |out, id, instruction| {
            out.push("    ");
            out.push(&instruction.name);
            out.push("\t= ");
            out.push_number(id.0);
            out.push(",\n");
        });
        write!(
            out,
            "    INSTRUCTION_LIST_END = {}\n  }};\n\n\
             }} // end namespace {namespace}\n\
             }} // end namespace llvm\n\
             #endif // GET_INSTRINFO_ENUM\n\n",
            self.instructions.len()
        );

        start(out, "GET_INSTRINFO_SCHED_ENUM");
        write!(
            out,
            "namespace llvm {{\n\nnamespace {namespace} {{\nnamespace Sched {{\n  enum {{\n"
        );
        let classes = self.schedule.explicit_classes();
        for (number, class) in classes.iter().enumerate() {
            out.sources(|| self.schedule.records_of(class));
            writeln!(out, "    {}\t= {number},", class.name);
        }
        out.no_source();
        write!(
            out,
            "    SCHED_LIST_END = {}\n  }};\n\
             }} // end namespace Sched\n\
             }} // end namespace {namespace}\n\
             }} // end namespace llvm\n\
             #endif // GET_INSTRINFO_SCHED_ENUM\n\n",
            classes.len()
        );
    }
}
