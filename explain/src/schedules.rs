//! Descriptions of the cost of an instruction on each scheduling model.

#[cfg(test)]
mod tests;

use backend::{Context, Diagnostic, Fatal, Rec};
use ide::markup::code_span;
use target_model::instructions::Instructions;
use target_model::registers::Registers;
use target_model::schedule::{ClassCost, ClassId, Costs, ProcModel, Schedule};

use crate::page::{Page, columns, count, wrapped};
use crate::processors;

/// A variant may select a class that has variants itself. Such chains of variants are followed to this depth.
const MAX_DEPTH: usize = 4;
/// The maximum number of rows for a scheduling model.
const MAX_ROWS: usize = 24;

/// The maximum width of a column in characters, unless a single word is wider.
const MAX_CELL: usize = 34;

/// The itinerary class of instructions that have no itinerary.
const NO_ITINERARY: &str = "NoItinerary";

/// Describes the scheduling of an instruction: its scheduling class, and the cost of that class on each scheduling
/// model.
pub(crate) fn instruction(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let instructions = cx.model::<Instructions>()?;
    let Some(id) = instructions.number(rec) else {
        return Ok(());
    };
    let schedule = page.model::<Schedule>()?;
    let class = schedule.class_of(id);
    if class == ClassId::NONE {
        return Ok(());
    }
    let known = schedule.class(class);
    let of_class = instructions.iter();
    let of_class = of_class.filter(|(it, _)| schedule.class_of(*it) == class);
    page.prose(format!(
        "schedule class {}, number {}, of {}",
        code_span(&known.name),
        class.0,
        count(of_class.count(), "instruction")
    ));
    let itinerary = known.itinerary.map(|it| cx.records.rec(it).name());
    page.names(
        "itinerary class",
        itinerary.filter(|it| *it != NO_ITINERARY),
    );
    let mut blocks: Vec<Block> = Vec::new();
    for model in schedule.models() {
        let rows = match rows_of(cx, &schedule, model, class) {
            Ok(rows) => rows,
            Err(error) => {
                page.add_error_of(Err(error));
                continue;
            }
        };
        if !rows.is_empty() {
            add_model(&mut blocks, &model.name, rows);
        }
    }
    if !blocks.is_empty() {
        page.drawing(&drawn(&blocks));
    }
    Ok(())
}

/// Returns an error in the schedules of the target, if there is one. Adds nothing to the page.
pub(crate) fn errors(_: &Context, _: Rec, page: &mut Page) -> Result<(), Fatal> {
    page.model::<Schedule>().map(|_| ())
}

/// The reference's errors in schedules. Errors without a location are left to the backends, and so are errors in
/// instructions and registers.
pub(crate) fn said(cx: &Context) -> Vec<Diagnostic> {
    if cx.model::<Instructions>().is_err() {
        return Vec::new();
    }
    let mut others = cx.said_of::<Instructions>();
    others.extend(cx.said_of::<Registers>());
    let mut said = cx.said_of::<Schedule>();
    said.retain(|it| it.at.or(it.near).is_some() && !others.contains(it));
    said
}

/// The cost of a scheduling class on a model, with a row for each variant. Empty if the model does not describe the
/// class.
fn rows_of(
    cx: &Context,
    schedule: &Schedule,
    model: &ProcModel,
    class: ClassId,
) -> Result<Vec<Row>, Fatal> {
    let mut rows = Rows {
        cx,
        schedule,
        model,
        costs: Costs::new(schedule, cx.records, model.id)?,
        list: Vec::new(),
    };
    rows.add(class, String::new(), 0)?;
    Ok(rows.list)
}

/// The scheduling models on which an instruction has the same cost. The models may differ in the names of resources.
struct Block<'a> {
    figures: Vec<Figures>,
    /// Groups of models that use the same resources: the names of the models, and the text of the resources for each
    /// element of `figures`.
    models: Vec<(Vec<&'a str>, Vec<String>)>,
}

/// The cost of an instruction under a condition, as text.
#[derive(PartialEq, Eq)]
struct Figures {
    latencies: String,
    micro_ops: String,
    reads: String,
    condition: String,
}

struct Row {
    figures: Figures,
    resources: String,
}

fn add_model<'a>(blocks: &mut Vec<Block<'a>>, model: &'a str, rows: Vec<Row>) {
    let (figures, resources): (Vec<_>, Vec<_>) = rows
        .into_iter()
        .map(|it| (it.figures, it.resources))
        .unzip();
    let at = blocks.iter().position(|it| it.figures == figures);
    let at = at.unwrap_or_else(|| {
        let models = Vec::new();
        blocks.push(Block { figures, models });
        blocks.len() - 1
    });
    let models = &mut blocks[at].models;
    match models.iter_mut().find(|it| it.1 == resources) {
        Some((names, _)) => names.push(model),
        None => models.push((vec![model], resources)),
    }
}

/// The costs as a table for a narrow window. Within a block, only the line of the first group of models shows the cost.
fn drawn(blocks: &[Block]) -> String {
    let mut all = blocks.iter().flat_map(|it| &it.figures);
    let has_reads = all.clone().any(|it| !it.reads.is_empty());
    let has_conditions = all.any(|it| !it.condition.is_empty());
    let line = |cells: [&str; 4], models: &str, resources: &str| {
        let [latencies, micro_ops, reads, condition] = cells;
        let mut line = vec![latencies, micro_ops];
        line.extend(has_reads.then_some(reads));
        line.extend(has_conditions.then_some(condition));
        line.extend([models, resources]);
        line.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let head = ["latency", "micro-ops", "read later", "if"];
    let mut table = vec![line(head, "model", "resources and cycles")];
    for block in blocks {
        for (number, it) in block.figures.iter().enumerate() {
            let mut cells = [&*it.latencies, &it.micro_ops, &it.reads, &it.condition];
            for (names, resources) in &block.models {
                table.push(line(cells, &names.join(", "), &resources[number]));
                cells = [""; 4];
            }
        }
    }
    columns(&wrapped(&table, MAX_CELL))
}

struct Rows<'a, 'c> {
    cx: &'c Context<'a>,
    schedule: &'c Schedule,
    model: &'c ProcModel,
    costs: Costs<'c>,
    list: Vec<Row>,
}

impl Rows<'_, '_> {
    /// Adds the cost of a scheduling class. If the cost depends on the instruction, adds the cost of each variant.
    fn add(&mut self, class: ClassId, condition: String, depth: usize) -> Result<(), Fatal> {
        if self.list.len() >= MAX_ROWS {
            return Ok(());
        }
        let row = if self.model.has_costs() {
            match self.costs.class(class)? {
                cost if cost.micro_ops == ClassCost::VARIANT && depth < MAX_DEPTH => {
                    return self.add_variants(class, &condition, depth);
                }
                cost if cost == ClassCost::default() => None,
                cost => Some(self.row(&cost)?),
            }
        } else {
            self.of_itinerary(class)?
        };
        if let Some(mut row) = row {
            row.figures.condition = condition;
            self.list.push(row);
        }
        Ok(())
    }

    fn add_variants(&mut self, class: ClassId, outer: &str, depth: usize) -> Result<(), Fatal> {
        let schedule = self.schedule;
        for transition in &schedule.class(class).transitions {
            if transition.model != self.model.id {
                continue;
            }
            let conditions = transition.predicates.iter();
            let conditions = conditions.map(|it| processors::condition(self.cx.records.rec(*it)));
            let outer = (!outer.is_empty()).then(|| outer.to_owned());
            let all: Vec<String> = outer.into_iter().chain(conditions.flatten()).collect();
            let condition = if all.is_empty() {
                "otherwise".to_owned()
            } else {
                all.join(" and ")
            };
            self.add(transition.to, condition, depth + 1)?;
        }
        Ok(())
    }

    fn row(&self, cost: &ClassCost) -> Result<Row, Fatal> {
        if cost.micro_ops == ClassCost::INVALID {
            return Ok(row("", "", "", "not supported"));
        }
        let latencies = cost.latencies.iter().map(|it| it.cycles.to_string());
        let mut micro_ops = cost.micro_ops.to_string();
        for (is, what) in [(cost.begin_group, "first"), (cost.end_group, "last")] {
            if is {
                micro_ops += ", ";
                micro_ops += what;
            }
        }
        // The same advance may be given for several writes. It is listed once.
        let mut reads: Vec<String> = Vec::new();
        for it in cost.advances.iter().filter(|it| it.cycles != 0) {
            let some = if it.write == 0 { "" } else { " of some" };
            let read = format!("operand {} by {}{some}", it.operand, it.cycles);
            if !reads.contains(&read) {
                reads.push(read);
            }
        }
        Ok(row(
            &latencies.collect::<Vec<_>>().join("/"),
            &micro_ops,
            &reads.join(", "),
            &self.resources(cost)?,
        ))
    }

    /// The resources that the writes name, as text. Larger units and groups that contain these resources are not
    /// listed.
    fn resources(&self, cost: &ClassCost) -> Result<String, Fatal> {
        let mut uses: Vec<(&str, i64, i64)> = Vec::new();
        let sources = cost.sources.iter().map(|it| self.cx.records.rec(*it));
        for write in sources.filter(|it| it.is_a("ProcWriteResources")) {
            let release = write.list_of_ints("ReleaseAtCycles")?;
            let acquire = write.list_of_ints("AcquireAtCycles")?;
            for (at, resource) in write.list_of_defs("ProcResources")?.into_iter().enumerate() {
                let name = resource.name();
                let until = release.get(at).copied().unwrap_or(1);
                match uses.iter_mut().find(|it| it.0 == name) {
                    // Repeated uses of a resource follow each other, so their cycles add up.
                    Some(known) => known.2 = known.2.wrapping_add(until),
                    None => uses.push((name, acquire.get(at).copied().unwrap_or(0), until)),
                }
            }
        }
        let uses = uses.iter().map(|(name, from, until)| match from {
            0 => format!("{name} {until}"),
            from => format!("{name} {from}-{until}"),
        });
        Ok(uses.collect::<Vec<_>>().join(", "))
    }

    /// The cost of a scheduling class according to its itinerary; `None` if the model has no itinerary for the class.
    fn of_itinerary(&self, class: ClassId) -> Result<Option<Row>, Fatal> {
        let data = self.model.itinerary_of_class.get(class.index());
        let Some(data) = data.copied().flatten() else {
            return Ok(None);
        };
        let data = self.cx.records.rec(data);
        let stages = data.list_of_defs("Stages")?.into_iter().map(stage);
        let stages = stages.collect::<Result<Vec<_>, Fatal>>()?;
        let cycles = data.list_of_ints("OperandCycles")?;
        let cycles: Vec<String> = cycles.iter().map(i64::to_string).collect();
        Ok(Some(row(
            &cycles.join("/"),
            &data.int("NumMicroOps")?.to_string(),
            "",
            &stages.join(", "),
        )))
    }
}

fn row(latencies: &str, micro_ops: &str, reads: &str, resources: &str) -> Row {
    Row {
        figures: Figures {
            latencies: latencies.to_owned(),
            micro_ops: micro_ops.to_owned(),
            reads: reads.to_owned(),
            condition: String::new(),
        },
        resources: resources.to_owned(),
    }
}

/// The text of a stage of an itinerary: the alternative units, and for how many cycles one of them is used.
fn stage(stage: Rec) -> Result<String, Fatal> {
    let units = stage.list_of_defs("Units")?;
    let units: Vec<&str> = units.iter().map(|it| it.name()).collect();
    Ok(format!("{} {}", units.join("|"), stage.int("Cycles")?))
}
