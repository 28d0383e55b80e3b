//! What an instruction costs on each model of processors.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec};
use ide::markup::code_span;
use target_model::instructions::Instructions;
use target_model::schedule::{ClassCost, ClassId, Costs, ProcModel, Schedule};

use crate::page::{Page, columns, count};
use crate::processors;

/// How deep what depends on predicates is followed, and how many rows a model may have.
const MAX_DEPTH: usize = 4;
const MAX_ROWS: usize = 24;

/// The itinerary class of what has none.
const NO_ITINERARY: &str = "NoItinerary";

/// How an instruction is scheduled: its class, and what that costs on each model.
pub(crate) fn instruction(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let instructions = cx.model::<Instructions>()?;
    let Some(id) = instructions.number(rec) else {
        return Ok(());
    };
    let schedule = cx.model::<Schedule>()?;
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
    let mut groups: Vec<Group> = Vec::new();
    for model in schedule.models() {
        let rows = match rows_of(cx, &schedule, model, class) {
            Ok(rows) => rows,
            Err(error) => {
                page.told(Err(error));
                continue;
            }
        };
        if rows.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|it| it.rows == rows) {
            Some(group) => group.models.push(&model.name),
            None => groups.push(Group {
                rows,
                models: vec![&model.name],
            }),
        }
    }
    if !groups.is_empty() {
        page.drawing(&drawn(&groups));
    }
    Ok(())
}

/// What a class costs on a model; no rows if nothing is known.
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

/// What models have in common that an instruction costs the same on.
struct Group<'a> {
    rows: Vec<Row>,
    models: Vec<&'a str>,
}

fn drawn(groups: &[Group]) -> String {
    let mut rows = groups.iter().flat_map(|it| &it.rows);
    let has_conditions = rows.any(|it| !it.condition.is_empty());
    let head = ["latency", "micro-ops", "resources", "read later"];
    let mut head = head.map(str::to_owned).to_vec();
    let with = |cells: &mut Vec<String>, condition: &str, models: &str| {
        if has_conditions {
            cells.push(condition.to_owned());
        }
        cells.push(models.to_owned());
    };
    with(&mut head, "if", "models");
    let mut table = vec![head];
    for group in groups {
        let models = group.models.join(", ");
        for (number, row) in group.rows.iter().enumerate() {
            let mut cells = row.cells.to_vec();
            let models = if number == 0 { &*models } else { "" };
            with(&mut cells, &row.condition, models);
            table.push(cells);
        }
    }
    columns(&table)
}

/// What something costs under a condition.
#[derive(PartialEq, Eq)]
struct Row {
    /// Latencies, micro-ops, resources, reads.
    cells: [String; 4],
    condition: String,
}

struct Rows<'a, 'c> {
    cx: &'c Context<'a>,
    schedule: &'c Schedule,
    model: &'c ProcModel,
    costs: Costs<'c>,
    list: Vec<Row>,
}

impl Rows<'_, '_> {
    /// Adds what a class costs, and if that depends on the instruction, what it may turn out to be.
    fn add(&mut self, class: ClassId, condition: String, depth: usize) -> Result<(), Fatal> {
        if self.list.len() >= MAX_ROWS {
            return Ok(());
        }
        let cells = match self.model.has_costs() {
            false => self.of_itinerary(class)?,
            true => match self.costs.class(class)? {
                cost if cost.micro_ops == ClassCost::VARIANT && depth < MAX_DEPTH => {
                    return self.add_variants(class, &condition, depth);
                }
                cost if cost == ClassCost::default() => None,
                cost => Some(self.cells(&cost)?),
            },
        };
        self.list
            .extend(cells.map(|cells| Row { cells, condition }));
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
            let condition = match all.is_empty() {
                true => "otherwise".to_owned(),
                false => all.join(" and "),
            };
            self.add(transition.to, condition, depth + 1)?;
        }
        Ok(())
    }

    fn cells(&self, cost: &ClassCost) -> Result<[String; 4], Fatal> {
        if cost.micro_ops == ClassCost::INVALID {
            return Ok(["", "", "not supported", ""].map(str::to_owned));
        }
        let latencies = cost.latencies.iter().map(|it| it.cycles.to_string());
        let latencies: Vec<String> = latencies.collect();
        let mut micro_ops = cost.micro_ops.to_string();
        for (is, what) in [(cost.begin_group, "first"), (cost.end_group, "last")] {
            if is {
                micro_ops += ", ";
                micro_ops += what;
            }
        }
        let uses = cost.resources.iter().map(|it| {
            let name = match self.model.resources.get(usize::from(it.resource) - 1) {
                Some(resource) => self.cx.records.rec(*resource).name(),
                None => "?",
            };
            match it.acquire_at {
                0 => format!("{name} {}", it.release_at),
                from => format!("{name} {from}-{}", it.release_at),
            }
        });
        let reads = cost.advances.iter().filter(|it| it.cycles != 0);
        let reads = reads.map(|it| format!("operand {} by {}", it.operand, it.cycles));
        Ok([
            latencies.join("/"),
            micro_ops,
            uses.collect::<Vec<_>>().join(", "),
            reads.collect::<Vec<_>>().join(", "),
        ])
    }

    /// What the itinerary of a class says.
    fn of_itinerary(&self, class: ClassId) -> Result<Option<[String; 4]>, Fatal> {
        let data = self.model.itinerary_of_class.get(class.index());
        let Some(data) = data.copied().flatten() else {
            return Ok(None);
        };
        let data = self.cx.records.rec(data);
        let stages = data.list_of_defs("Stages")?.into_iter().map(stage);
        let stages = stages.collect::<Result<Vec<_>, Fatal>>()?;
        let cycles = data.list_of_ints("OperandCycles")?;
        let cycles: Vec<String> = cycles.iter().map(i64::to_string).collect();
        Ok(Some([
            cycles.join("/"),
            data.int("NumMicroOps")?.to_string(),
            stages.join(", "),
            String::new(),
        ]))
    }
}

/// A stage of an itinerary: any of some units for some cycles.
fn stage(stage: Rec) -> Result<String, Fatal> {
    let units = stage.list_of_defs("Units")?;
    let units: Vec<&str> = units.iter().map(|it| it.name()).collect();
    Ok(format!("{} {}", units.join("|"), stage.int("Cycles")?))
}
