//! `-gen-exegesis`: performance counters of processors.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, Rec, Records, bail, record_class, std_sort};
use target_model::target::TargetDef;

record_class! {
    struct ProcessorDef("ProcPfmCounters") {
        cycles: def("CycleCounter"),
        micro_ops: def("UopsCounter"),
        issues: list_of_defs("IssueCounters"),
        validations: list_of_defs("ValidationCounters"),
    }
}

record_class! {
    struct BindingDef("PfmCountersBinding") {
        cpu: string("CpuName"),
        counters: def("Counters"),
    }
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-exegesis",
    "List the performance counters of processors",
    &["Target", "ProcPfmCounters"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let processors = ProcessorDef::all(cx.records)?;
    let counters = number_counters(&processors)?;
    let target = TargetDef::only(cx.records)?.name();
    push_header_without_input(out, "Exegesis Tables");

    writeln!(out, "\nstatic const char *{target}PfmCounterNames[] = {{");
    for (name, (number, source)) in &counters {
        out.of(*source, |out| writeln!(out, "  \"{name}\", // {number}"));
    }
    out.push("};\n\n");
    let tables = Tables { target, counters };
    tables.push_issue_counters(out, &processors)?;
    let mut offset = 0;
    for processor in processors {
        out.push("\n");
        out.of(processor, |out| tables.push(out, processor, &mut offset))?;
    }
    out.push("\n");
    push_bindings(cx.records, out, target)
}

struct Tables<'a> {
    target: &'a str,
    /// Performance counters by name, each with its index in the table of names and the first processor that has it.
    counters: BTreeMap<String, (usize, ProcessorDef<'a>)>,
}

/// Collects the performance counters of all processors, and assigns indices in the order of their names.
fn number_counters<'a>(
    processors: &[ProcessorDef<'a>],
) -> Result<BTreeMap<String, (usize, ProcessorDef<'a>)>, Fatal> {
    let mut counters = BTreeMap::new();
    for &processor in processors {
        let mut add = |counter: Rec<'a>| {
            let name = counter.string("Counter")?;
            if !name.is_empty() {
                counters.entry(name.into_owned()).or_insert((0, processor));
            }
            Ok::<_, Fatal>(())
        };
        let mut resources = HashSet::new();
        for counter in processor.issues()? {
            let resource = counter.string("ResourceName")?;
            if resource.is_empty() {
                bail!(counter, "invalid empty ResourceName");
            }
            if !resources.insert(resource.clone()) {
                bail!(counter, "duplicate ResourceName {resource}");
            }
            add(counter)?;
        }
        for counter in processor.validations()? {
            add(counter)?;
        }
        add(processor.cycles()?)?;
        add(processor.micro_ops()?)?;
    }
    for (number, (numbered, _)) in counters.values_mut().enumerate() {
        *numbered = number;
    }
    Ok(counters)
}

impl Tables<'_> {
    /// The C++ expression for the name of a counter.
    fn counter(&self, counter: Rec) -> Result<String, Fatal> {
        let name = counter.string("Counter")?;
        match self.counters.get(&*name) {
            Some((number, _)) => Ok(format!("{}PfmCounterNames[{number}]", self.target)),
            None => bail!(counter.records(), "no pfm counter id for {name}"),
        }
    }

    fn push_issue_counters(&self, out: &mut Output, all: &[ProcessorDef]) -> Result<(), Fatal> {
        let mut lines = Vec::new();
        for &processor in all {
            for counter in processor.issues()? {
                let (name, resource) = (self.counter(counter)?, counter.string("ResourceName")?);
                lines.push((processor, format!("  {{ {name}, \"{resource}\"}},\n")));
            }
        }
        if !lines.is_empty() {
            let table = format!("{}PfmIssueCounters", self.target);
            let element = "PfmCountersInfo::IssueCounter";
            writeln!(out, "static const {element} {table}[] = {{");
            for (processor, line) in lines {
                out.of(processor, |out| out.push(&line));
            }
            out.push("};\n");
        }
        Ok(())
    }

    /// Writes the counters of a processor. `offset` is the start of the processor's issue counters in the table that
    /// all processors share. The call advances `offset` past these counters.
    fn push(
        &self,
        out: &mut Output,
        processor: ProcessorDef,
        offset: &mut usize,
    ) -> Result<(), Fatal> {
        let (target, name) = (self.target, processor.name());
        let issue = processor.issues()?.len();
        let mut validation = Vec::new();
        for counter in processor.validations()? {
            let event = counter.def("EventType")?;
            let number = event.int("EventNumber")?;
            validation.push((number, event.name(), self.counter(counter)?));
        }
        std_sort::sort(&mut validation, |(a, ..), (b, ..)| a.cmp(b));
        let table = format!("{target}{name}ValidationCounters");
        if !validation.is_empty() {
            let element = "std::pair<ValidationEvent, const char*>";
            writeln!(out, "static const {element} {table}[] = {{");
            for (_, event, counter) in &validation {
                writeln!(out, "  {{ {event}, {counter}}},");
            }
            out.push("};\n\n");
        }
        writeln!(out, "static const PfmCountersInfo {target}{name} = {{");
        let cycles = (processor.cycles()?, "cycle", "Cycle");
        for (counter, none, some) in [cycles, (processor.micro_ops()?, "uops", "Uops")] {
            if counter.string("Counter")?.is_empty() {
                writeln!(out, "  nullptr,  // No {none} counter.")
            } else {
                writeln!(out, "  {},  // {some} counter", self.counter(counter)?)
            }
        }
        let place = format!("{target}PfmIssueCounters + {offset}");
        match issue {
            0 => out.push("  nullptr, 0, // No issue counters\n"),
            count => writeln!(out, "  {place}, {count}, // Issue counters."),
        }
        match validation.len() {
            0 => out.push("  nullptr, 0 // No validation counters.\n"),
            count => writeln!(out, "  {table}, {count} // Validation counters."),
        }
        out.push("};\n");
        *offset += issue;
        Ok(())
    }
}

/// Writes the table that maps the names of processors to their counters.
fn push_bindings(records: &Records, out: &mut Output, target: &str) -> Result<(), Fatal> {
    let bindings = std_sort::sort_by_read(BindingDef::all(records)?, BindingDef::cpu)?;
    out.push("// Sorted (by CpuName) array of pfm counters.\n");
    let table = format!("{target}CpuPfmCounters");
    writeln!(out, "static const CpuAndPfmCounters {table}[] = {{");
    for (cpu, binding) in bindings {
        let line = format!(
            "  {{ \"{cpu}\", &{target}{} }},\n",
            binding.counters()?.name()
        );
        out.of(binding, |out| out.push(&line));
    }
    out.push("};\n\n");
    Ok(())
}
