//! Itineraries: the pipeline stages of each class of instructions.

use std::fmt::Write;

use backend::{Fatal, Output, Rec, record_class};
use rustc_hash::{FxHashMap, FxHashSet};
use target_model::schedule::ProcModel;

use super::Emitter;

record_class! {
    struct DataDef("InstrItinData") {
        stages: list_of_defs("Stages"),
        operand_cycles: list_of_ints("OperandCycles"),
        bypasses: list_of_defs("Bypasses"),
        micro_ops: int("NumMicroOps"),
    }
}

record_class! {
    struct StageDef("InstrStage") {
        cycles: int("Cycles"),
        units: list_of_defs("Units"),
        time: int("TimeInc"),
        kind: int("Kind"),
    }
}

/// The number of micro-operations of an itinerary, and the positions of its sequences in the tables: the first row of
/// each sequence, and the row after its last row. The integers have the widths of the fields in LLVM's tables.
#[derive(Clone, Copy, Default)]
struct Itinerary {
    micro_ops: i16,
    stages: (u16, u16),
    cycles: (u16, u16),
}

/// The text of the tables that all itineraries share.
struct Tables<'a> {
    stages: Output<'a>,
    cycles: Output<'a>,
    bypasses: Output<'a>,
    stage_count: usize,
    cycle_count: usize,
    known_stages: FxHashMap<String, usize>,
    known_cycles: FxHashMap<String, usize>,
}

mod changes {
    use backend::Release;

    /// The qualifier of the tables. Since LLVM 21, the values of the tables are known at compile time.
    pub(super) fn constant(release: Release) -> &'static str {
        if release >= Release::V21 {
            "constexpr"
        } else {
            "const"
        }
    }
}

impl<'a> Emitter<'a> {
    /// The models with distinct itineraries. If several models share itineraries, only the first of them is returned.
    fn with_own_itineraries(&self) -> impl Iterator<Item = &'a ProcModel> {
        let mut seen = FxHashSet::default();
        let models = self.schedule.models().iter();
        models.filter(move |it| seen.insert(it.itineraries))
    }

    pub(super) fn push_itineraries(&self, out: &mut Output) -> Result<(), Fatal> {
        for model in self.with_own_itineraries() {
            let itineraries = self.records.rec(model.itineraries);
            out.of(itineraries, |out| push_units(out, itineraries))?;
        }
        let lists = self.push_stages(out)?;
        for model in self.with_own_itineraries() {
            let list = &lists[model.id.index()];
            if list.is_empty() {
                continue;
            }
            let itineraries = self.records.rec(model.itineraries);
            let name = itineraries.name();
            out.of(itineraries, |out| {
                let constant = changes::constant(self.records.release());
                write!(
                    out,
                    "\nstatic {constant} llvm::InstrItinerary {name}[] = {{\n"
                );
            });
            for (index, (it, class)) in list.iter().zip(self.schedule.classes()).enumerate() {
                out.source(itineraries);
                if let Some(data) = model.itinerary_of_class[index] {
                    out.source(self.records.rec(data));
                }
                self.sources_of_class(out, class);
                let (name, (first, last), (from, to)) = (&class.name, it.stages, it.cycles);
                writeln!(
                    out,
                    "  {{ {}, {first}, {last}, {from}, {to} }}, // {index} {name}",
                    it.micro_ops
                );
            }
            out.no_source();
            out.push(
                "  { 0, uint16_t(~0U), uint16_t(~0U), uint16_t(~0U), uint16_t(~0U) }// end marker\n};\n",
            );
        }
        Ok(())
    }

    /// Writes the tables that all itineraries share. Returns for each model the itineraries of its classes.
    fn push_stages(&self, out: &mut Output) -> Result<Vec<Vec<Itinerary>>, Fatal> {
        let mut tables = Tables {
            stages: out.part(),
            cycles: out.part(),
            bypasses: out.part(),
            stage_count: 1,
            cycle_count: 1,
            known_stages: FxHashMap::default(),
            known_cycles: FxHashMap::default(),
        };
        let target = self.target;
        write!(
            tables.stages,
            "\nextern const llvm::InstrStage {target}Stages[] = {{\n  \
             {{ 0, 0, 0, llvm::InstrStage::Required }}, // No itinerary\n"
        );
        write!(
            tables.cycles,
            "extern const unsigned {target}OperandCycles[] = {{\n  0, // No itinerary\n"
        );
        write!(
            tables.bypasses,
            "extern const unsigned {target}ForwardingPaths[] = {{\n 0, // No itinerary\n"
        );
        let mut lists = Vec::new();
        for model in self.schedule.models() {
            let name = self.records.rec(model.itineraries).name();
            let add = |data: &Option<_>| match data {
                Some(data) => tables.add(name, DataDef(self.records.rec(*data))),
                None => Ok(Itinerary::default()),
            };
            let list = model.itinerary_of_class.iter().map(add);
            lists.push(list.collect::<Result<Vec<_>, _>>()?);
        }
        let end = "  { 0, 0, 0, llvm::InstrStage::Required } // End stages\n};\n";
        tables.stages.push(end);
        tables.cycles.push("  0 // End operand cycles\n};\n");
        tables.bypasses.push(" 0 // End bypass tables\n};\n");
        for table in [tables.stages, tables.cycles, tables.bypasses] {
            out.append(table);
        }
        Ok(lists)
    }
}

/// Writes the constants for the functional units and the bypasses of a model's itineraries. Writes nothing if the
/// itineraries have no functional units.
fn push_units(out: &mut Output, itineraries: Rec) -> Result<(), Fatal> {
    let units = itineraries.list_of_defs("FU")?;
    if units.is_empty() {
        return Ok(());
    }
    let name = itineraries.name();
    let release = itineraries.records().release();
    writeln!(out, "\n// Functional units for \"{name}\"");
    super::changes::namespace(release, out, &format!("{name}FU"), "", |out| {
        for (index, unit) in units.into_iter().enumerate() {
            let unit = unit.name();
            writeln!(
                out,
                "  const InstrStage::FuncUnits {unit} = 1ULL << {index};"
            );
        }
    });
    let bypasses = itineraries.list_of_defs("BP")?;
    if bypasses.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n// Pipeline forwarding paths for itineraries \"{name}\""
    );
    super::changes::namespace(release, out, &format!("{name}Bypass"), "", |out| {
        out.push("  const unsigned NoBypass = 0;\n");
        for (index, bypass) in bypasses.into_iter().enumerate() {
            writeln!(out, "  const unsigned {} = 1 << {index};", bypass.name());
        }
    });
    Ok(())
}

impl Tables<'_> {
    /// Adds the operand cycles and bypasses of an itinerary to the tables, and also its stages unless the tables have
    /// the same stages already. Returns the positions of the itinerary's sequences.
    fn add(&mut self, name: &str, data: DataDef) -> Result<Itinerary, Fatal> {
        let (stages, stage_count) = stage_text(name, data)?;
        let cycles = data.operand_cycles()?;
        let numbers: Vec<_> = cycles
            .iter()
            .map(|it| format!("  {}", *it as i32))
            .collect();
        let numbers = numbers.join(", ");
        let bypasses = data.bypasses()?;
        let mut paths: Vec<_> = bypasses
            .iter()
            .map(|it| format!("{name}Bypass::{}", it.name()))
            .collect();
        while paths.len() < cycles.len() {
            paths.push(" 0".to_owned());
        }
        let paths = paths.join(", ");

        let mut first_stage = 0;
        if stage_count > 0 {
            first_stage = self.known_stages.get(&stages).copied().unwrap_or(0) as u16;
            if first_stage == 0 {
                let range = range(self.stage_count, stage_count);
                self.stages
                    .of(data, |out| writeln!(out, "{stages}, // {range}"));
                first_stage = self.stage_count as u16;
                self.known_stages.insert(stages, self.stage_count);
                self.stage_count += stage_count;
            }
        }
        let mut first_cycle = 0;
        if !cycles.is_empty() {
            let both = format!("{numbers}{paths}");
            first_cycle = self.known_cycles.get(&both).copied().unwrap_or(0) as u16;
            if first_cycle == 0 {
                let range = range(self.cycle_count, cycles.len());
                self.cycles
                    .of(data, |out| writeln!(out, "{numbers}, // {range}"));
                self.bypasses
                    .of(data, |out| writeln!(out, "{paths}, // {range}"));
                first_cycle = self.cycle_count as u16;
                // The reference looks up cycles and bypasses together, but stores only the cycles as the key, so it
                // finds no earlier list.
                self.known_cycles.insert(numbers, self.cycle_count);
                self.cycle_count += cycles.len();
            }
        }
        Ok(Itinerary {
            micro_ops: data.micro_ops()? as i16,
            stages: (first_stage, first_stage.wrapping_add(stage_count as u16)),
            cycles: (first_cycle, first_cycle.wrapping_add(cycles.len() as u16)),
        })
    }
}

fn range(first: usize, count: usize) -> String {
    match count {
        1 => first.to_string(),
        _ => format!("{first}-{}", first + count - 1),
    }
}

/// The C++ text of an itinerary's stages, and the number of stages.
fn stage_text(name: &str, data: DataDef) -> Result<(String, usize), Fatal> {
    let stages = data.stages()?;
    let mut text = String::new();
    for (index, stage) in stages.iter().enumerate() {
        let stage = StageDef(*stage);
        let separator = if index > 0 { ", " } else { "" };
        let cycles = stage.cycles()? as i32;
        let units = stage.units()?;
        let units: Vec<_> = units
            .iter()
            .map(|it| format!("{name}FU::{}", it.name()))
            .collect();
        let (units, time, kind) = (
            units.join(" | "),
            stage.time()? as i32,
            stage.kind()? as i32,
        );
        let _ = write!(
            text,
            "{separator}  {{ {cycles}, {units}, {time}, (llvm::InstrStage::ReservationKinds){kind} }}"
        );
    }
    Ok((text, stages.len()))
}
