//! `-gen-exegesis`: performance counters of processors.

use std::collections::{BTreeMap, HashSet};

use super::target;
use backend::text::push_header_without_input;
use backend::{Context, Fatal, Output, Rec, Records, unstable_sort};

pub fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let processors = records.derived("ProcPfmCounters")?;
    let counters = number_counters(&processors)?;
    let target = target(records)?.name();
    push_header_without_input(out, "Exegesis Tables");

    writeln!(out, "\nstatic const char *{target}PfmCounterNames[] = {{");
    for (name, (number, source)) in &counters {
        out.source(*source);
        writeln!(out, "  \"{name}\", // {number}");
    }
    out.no_source();
    out.push("};\n\n");
    let tables = Tables { target, counters };
    tables.push_issue_counters(out, &processors)?;
    let mut offset = 0;
    for processor in processors {
        out.no_source();
        out.push("\n");
        out.source(processor);
        offset += tables.push_processor(out, processor, offset)?;
    }
    out.no_source();
    out.push("\n");
    push_bindings(records, out, target)
}

struct Tables<'a> {
    target: &'a str,
    /// Counters by name, with a number and the first processor that has them.
    counters: BTreeMap<String, (usize, Rec<'a>)>,
}

/// Numbers all counters in the order of their names.
fn number_counters<'a>(
    processors: &[Rec<'a>],
) -> Result<BTreeMap<String, (usize, Rec<'a>)>, Fatal> {
    let mut counters = BTreeMap::new();
    for processor in processors {
        let mut add = |counter: Rec<'a>| {
            let name = counter.string("Counter")?;
            if !name.is_empty() {
                counters.entry(name.into_owned()).or_insert((0, *processor));
            }
            Ok::<_, Fatal>(())
        };
        let mut resources = HashSet::new();
        for counter in processor.list_of_defs("IssueCounters")? {
            let resource = counter.string("ResourceName")?;
            if resource.is_empty() {
                return Err(counter.fatal("invalid empty ResourceName".to_owned()));
            }
            if !resources.insert(resource.clone()) {
                return Err(counter.fatal(format!("duplicate ResourceName {resource}")));
            }
            add(counter)?;
        }
        for counter in processor.list_of_defs("ValidationCounters")? {
            add(counter)?;
        }
        add(processor.def("CycleCounter")?)?;
        add(processor.def("UopsCounter")?)?;
    }
    for (number, (numbered, _)) in counters.values_mut().enumerate() {
        *numbered = number;
    }
    Ok(counters)
}

impl Tables<'_> {
    /// The expression for a counter's name.
    fn counter(&self, counter: Rec) -> Result<String, Fatal> {
        let name = counter.string("Counter")?;
        match self.counters.get(&*name) {
            Some((number, _)) => Ok(format!("{}PfmCounterNames[{number}]", self.target)),
            None => Err(counter
                .records()
                .fatal(format!("no pfm counter id for {name}"))),
        }
    }

    fn push_issue_counters(&self, out: &mut Output, processors: &[Rec]) -> Result<(), Fatal> {
        let mut lines = Vec::new();
        for processor in processors {
            for counter in processor.list_of_defs("IssueCounters")? {
                let (name, resource) = (self.counter(counter)?, counter.string("ResourceName")?);
                lines.push((*processor, format!("  {{ {name}, \"{resource}\"}},\n")));
            }
        }
        if lines.is_empty() {
            return Ok(());
        }
        let target = self.target;
        writeln!(
            out,
            "static const PfmCountersInfo::IssueCounter {target}PfmIssueCounters[] = {{"
        );
        for (processor, line) in lines {
            out.source(processor);
            out.push(&line);
        }
        out.no_source();
        out.push("};\n");
        Ok(())
    }

    /// Writes a processor's counters. Its issue counters start at `offset` of the table of all; gives how many it has.
    fn push_processor(
        &self,
        out: &mut Output,
        processor: Rec,
        offset: usize,
    ) -> Result<usize, Fatal> {
        let (target, name) = (self.target, processor.name());
        let issue = processor.list_of_defs("IssueCounters")?.len();
        let mut validation = Vec::new();
        for counter in processor.list_of_defs("ValidationCounters")? {
            let event = counter.def("EventType")?;
            let number = event.int("EventNumber")?;
            validation.push((number, event.name(), self.counter(counter)?));
        }
        unstable_sort::sort(&mut validation, |(a, ..), (b, ..)| a.cmp(b));
        if !validation.is_empty() {
            writeln!(
                out,
                "static const std::pair<ValidationEvent, const char*> {target}{name}ValidationCounters[] = {{"
            );
            for (_, event, counter) in &validation {
                writeln!(out, "  {{ {event}, {counter}}},");
            }
            out.push("};\n\n");
        }
        writeln!(out, "static const PfmCountersInfo {target}{name} = {{");
        for (field, what) in [("CycleCounter", "cycle"), ("UopsCounter", "uops")] {
            let counter = processor.def(field)?;
            if counter.string("Counter")?.is_empty() {
                writeln!(out, "  nullptr,  // No {what} counter.");
            } else {
                let title = if what == "cycle" { "Cycle" } else { "Uops" };
                writeln!(out, "  {},  // {title} counter", self.counter(counter)?);
            }
        }
        match issue {
            0 => out.push("  nullptr, 0, // No issue counters\n"),
            _ => writeln!(
                out,
                "  {target}PfmIssueCounters + {offset}, {issue}, // Issue counters."
            ),
        }
        match validation.len() {
            0 => out.push("  nullptr, 0 // No validation counters.\n"),
            count => writeln!(
                out,
                "  {target}{name}ValidationCounters, {count} // Validation counters."
            ),
        }
        out.push("};\n");
        Ok(issue)
    }
}

/// Which processor has which counters.
fn push_bindings(records: &Records, out: &mut Output, target: &str) -> Result<(), Fatal> {
    let mut bindings = Vec::new();
    for binding in records.derived("PfmCountersBinding")? {
        bindings.push((binding.string("CpuName")?, binding));
    }
    unstable_sort::sort(&mut bindings, |(a, _), (b, _)| a.cmp(b));
    out.push("// Sorted (by CpuName) array of pfm counters.\n");
    writeln!(
        out,
        "static const CpuAndPfmCounters {target}CpuPfmCounters[] = {{"
    );
    for (cpu, binding) in bindings {
        out.source(binding);
        let counters = binding.def("Counters")?.name();
        writeln!(out, "  {{ \"{cpu}\", &{target}{counters} }},");
    }
    out.no_source();
    out.push("};\n\n");
    Ok(())
}
