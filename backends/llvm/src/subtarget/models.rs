//! The scheduling models of processors, and the resources of each model.

use backend::{Fatal, Output, Rec};
use elaborate::value::ValueId;
use target_model::schedule::ProcModel;

use super::Emitter;

/// The numeric properties of a model. If the value of a property is negative, LLVM's default is used.
const PROPERTIES: [&str; 6] = [
    "IssueWidth",
    "MicroOpBufferSize",
    "LoopMicroOpBufferSize",
    "LoadLatency",
    "HighLatency",
    "MispredictPenalty",
];

const FLAGS: [&str; 3] = ["PostRAScheduler", "CompleteModel", "EnableIntervals"];

/// The maximum number of units of a resource. More units are an error.
const MAX_UNITS: i64 = 1 << 16;

mod changes {
    use backend::Release;

    /// The pointer to the table of scheduling classes' names. Empty before LLVM 21: in those releases, the rows of the
    /// classes contain the names.
    pub(super) fn class_names(release: Release, target: &str) -> String {
        if release >= Release::V21 {
            format!("  DBGVAL_OR_NULLPTR(&{target}SchedClassNames), // SchedClassNames\n")
        } else {
            String::new()
        }
    }
}

impl Emitter<'_> {
    pub(super) fn push_models(&self, out: &mut Output) -> Result<(), Fatal> {
        for model in self.schedule.models() {
            let def = self.records.rec(model.def);
            if model.has_extra_info() {
                self.push_extra_info(out, model)?;
            }
            if model.has_costs() {
                self.push_sub_units(out, model)?;
                self.push_resources(out, model)?;
            } else if !model.resources.is_empty() {
                let message = "SchedMachineModel defines ProcResources without defining WriteRes SchedWriteRes";
                return Err(def.fatal(message.to_owned()));
            }
            out.of(def, |out| self.push_model(out, model, def))?;
        }
        Ok(())
    }

    fn push_model(&self, out: &mut Output, model: &ProcModel, def: Rec) -> Result<(), Fatal> {
        let name = &model.name;
        write!(out, "\nstatic const llvm::MCSchedModel {name} = {{\n");
        for property in PROPERTIES {
            match def.int(property)? as i32 {
                ..0 => writeln!(out, "  MCSchedModel::Default{property},"),
                value => writeln!(out, "  {value}, // {property}"),
            }
        }
        for flag in FLAGS {
            let value = def.bit(flag)?;
            writeln!(out, "  {value}, // {flag}");
        }
        writeln!(out, "  {}, // Processor ID", model.id.0);
        if model.has_costs() {
            write!(
                out,
                "  {name}ProcResources,\n  {name}SchedClasses,\n  {},\n  {},\n",
                model.resources.len() + 1,
                self.schedule.classes().len()
            )
        } else {
            out.push("  nullptr, nullptr, 0, 0, // No instruction-level machine model.\n")
        }
        out.push(&changes::class_names(self.cx.release(), self.target));
        if model.has_itineraries {
            writeln!(out, "  {},", self.records.rec(model.itineraries).name())
        } else {
            out.push("  nullptr, // No Itinerary\n")
        }
        if model.has_extra_info() {
            writeln!(out, "  &{name}ExtraInfo,")
        } else {
            out.push("  nullptr // No extra processor descriptor\n")
        }
        out.push("};\n");
        Ok(())
    }

    /// The records of a model's resources.
    fn resources(&self, model: &ProcModel) -> impl ExactSizeIterator<Item = Rec<'_>> {
        model.resources.iter().map(|id| self.records.rec(*id))
    }

    /// Writes the indices of the resources in each group of a model, each index once for each unit of the resource.
    fn push_sub_units(&self, out: &mut Output, model: &ProcModel) -> Result<(), Fatal> {
        let name = &model.name;
        out.of(self.records.rec(model.def), |out| {
            write!(
                out,
                "\nstatic const unsigned {name}ProcResourceSubUnits[] = {{\n  0,  // Invalid\n"
            );
        });
        for group in self.resources(model) {
            if !group.is_a("ProcResGroup") {
                continue;
            }
            out.source(group);
            for unit in group.list_of_defs("Resources")? {
                let unit = self.schedule.units(unit, model, group)?;
                let (count, number) = (units(unit)?, model.resource(unit)?);
                for _ in 0..count {
                    write!(out, "  {number}, ");
                }
            }
            writeln!(out, "  // {}", group.name());
        }
        out.no_source();
        out.push("};\n");
        Ok(())
    }

    fn push_resources(&self, out: &mut Output, model: &ProcModel) -> Result<(), Fatal> {
        let name = &model.name;
        out.of(self.records.rec(model.def), |out| {
            write!(
                out,
                "\n// {{Name, NumUnits, SuperIdx, BufferSize, SubUnitsIdxBegin}}\n\
                 static const llvm::MCProcResourceDesc {name}ProcResources[] = {{\n\
                 \x20 {{\"InvalidUnit\", 0, 0, 0, 0}},\n"
            );
        });
        // The position of the next group's units. As in the reference, positions are 32-bit unsigned integers that wrap
        // around.
        let mut next: u32 = 1;
        for (index, resource) in self.resources(model).enumerate() {
            out.source(resource);
            let (mut larger, mut larger_number, mut count) = (None, 0, 0u32);
            let first = next;
            let buffer = resource.int("BufferSize")? as i32;
            if resource.is_a("ProcResGroup") {
                for unit in resource.list_of_defs("Resources")? {
                    count = count.wrapping_add(unit.int("NumUnits")? as u32);
                }
                next = next.wrapping_add(count);
            } else {
                if resource.value("Super")? != ValueId::UNSET {
                    let units = self
                        .schedule
                        .units(resource.def("Super")?, model, resource)?;
                    larger_number = model.resource(units)?;
                    larger = Some(units);
                }
                count = resource.int("NumUnits")? as u32;
            }
            let unit_name = resource.name();
            write!(out, "  {{\"{unit_name}\", ");
            out.push_fill(' ', 15usize.saturating_sub(unit_name.len()));
            write!(out, "{count}, {larger_number}, {buffer}, ");
            if first == next {
                out.push("nullptr")
            } else {
                write!(out, "{name}ProcResourceSubUnits + {first}")
            }
            write!(out, "}}, // #{}", index + 1);
            if let Some(larger) = larger {
                write!(out, ", Super={}", larger.name());
            }
            out.push("\n");
        }
        out.no_source();
        out.push("};\n");
        Ok(())
    }

    fn push_extra_info(&self, out: &mut Output, model: &ProcModel) -> Result<(), Fatal> {
        let cost_count = self.push_register_files(out, model)?;
        let name = &model.name;
        let files = model.register_files.len();
        write!(
            out,
            "\nstatic const llvm::MCExtraProcessorInfo {name}ExtraInfo = {{\n  "
        );
        let unit = model.retire_control.map(|it| self.records.rec(it));
        for property in ["ReorderBufferSize", "MaxRetirePerCycle"] {
            let value = match unit {
                Some(unit) => unit.int(property)?.max(0),
                None => 0,
            };
            if let Some(unit) = unit {
                out.source(unit);
            }
            write!(out, "{value}, // {property}\n  ");
            out.no_source();
        }
        match files {
            0 => out.push("nullptr,\n  0"),
            _ => write!(out, "{name}RegisterFiles,\n  {}", files + 1),
        }
        out.push(", // Number of register files.\n  ");
        match cost_count {
            0 => out.push("nullptr,\n  "),
            _ => write!(out, "{name}RegisterCosts,\n  "),
        }
        writeln!(out, "{cost_count}, // Number of register cost entries.");
        for (queue, kind) in [(model.load_queue, "Load"), (model.store_queue, "Store")] {
            let mut number = 0;
            if let Some(queue) = queue.map(|it| self.records.rec(it)) {
                out.source(queue);
                let resource = queue.def("QueueDescriptor")?.id();
                let mut known = model.resources.iter();
                let at = known.position(|it| *it == resource);
                number = 1 + at.unwrap_or(model.resources.len());
            }
            writeln!(
                out,
                "  {number}, // Resource Descriptor for the {kind} Queue"
            );
            out.no_source();
        }
        out.push("};\n");
        Ok(())
    }

    /// Writes the register files of a model with the costs of registers. Returns the number of entries in the table of
    /// costs.
    fn push_register_files(&self, out: &mut Output, model: &ProcModel) -> Result<usize, Fatal> {
        let files = &model.register_files;
        if files.iter().all(|it| it.costs.is_empty()) {
            return Ok(0);
        }
        let name = &model.name;
        write!(
            out,
            "\n// {{RegisterClassID, Register Cost, AllowMoveElimination }}\n\
             static const llvm::MCRegisterCostEntry {name}RegisterCosts[] = {{\n"
        );
        for file in files {
            out.source(self.records.rec(file.rec));
            for cost in &file.costs {
                let class = self.records.rec(cost.class);
                out.push("  { ");
                if class.field("Namespace").is_some() {
                    write!(out, "{}::", class.string("Namespace")?);
                }
                let (class, value) = (class.name(), cost.cost);
                let eliminates = u8::from(cost.eliminates_moves);
                writeln!(out, "{class}RegClassID, {value}, {eliminates}}},");
            }
        }
        out.no_source();
        write!(
            out,
            "}};\n\n // {{Name, #PhysRegs, #CostEntries, IndexToCostTbl, \
             MaxMovesEliminatedPerCycle, AllowZeroMoveEliminationOnly }}\n\
             static const llvm::MCRegisterFileDesc {name}RegisterFiles[] = {{\n\
             \x20 {{ \"InvalidRegisterFile\", 0, 0, 0, 0, 0 }},\n"
        );
        let mut first = 0;
        for file in files {
            out.of(self.records.rec(file.rec), |out| {
                writeln!(
                    out,
                    "  {{ \"{}\", {}, {}, {first}, {}, {}}},",
                    file.name,
                    file.registers,
                    file.costs.len(),
                    file.moves_eliminated,
                    u8::from(file.zero_moves_only)
                );
            });
            first += file.costs.len();
        }
        out.push("};\n");
        Ok(first)
    }
}

/// The number of units of a resource. An error if there are more than `MAX_UNITS` units.
fn units(resource: Rec) -> Result<i64, Fatal> {
    let count = resource.int("NumUnits")?;
    if count > MAX_UNITS {
        Err(resource.fatal(format!("'{}' has too many units", resource.name())))
    } else {
        Ok(count)
    }
}
