//! Descriptions of processors, features and scheduling models.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec, RecordId};
use ide::markup::code_span;
use target_model::features::{FeatureDef, Features};
use target_model::processors::{Processor, ProcessorDef, Processors};
use target_model::schedule::Schedule;

use crate::page::{Page, columns, count};

/// Describes a processor: its features, the features for tuning and its scheduling model.
pub(crate) fn processor(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let def = ProcessorDef(rec);
    let name = def.name_on_command_line()?;
    page.prose(format!("processor {}", code_span(&name)));
    let (features, tuning) = (def.features()?, def.tune_features()?);
    let ids = |recs: &[Rec]| recs.iter().map(|it| it.id()).collect::<Vec<_>>();
    let told = show_features(cx, "features", &ids(&features), page);
    page.add_error_of(told);
    let told = show_features(cx, "tuning", &ids(&tuning), page);
    page.add_error_of(told);
    show_numbers(def.model()?, page)?;
    let processors = cx.model::<Processors>()?;
    let known = processors.list.iter().find(|it| it.rec == rec.id());
    match known {
        Some(known) => show_model(cx, known, page),
        None => Ok(()),
    }
}

/// Lists the features in `given`, and separately the features that they imply.
fn show_features(
    cx: &Context,
    what: &str,
    given: &[RecordId],
    page: &mut Page,
) -> Result<(), Fatal> {
    let features = cx.model::<Features>()?;
    let all = features.with_implied(cx, given.iter().copied())?;
    let all = all.iter().map(|it| features.list[it.0 as usize]);
    let (own, implied): (Vec<_>, Vec<_>) = all.partition(|it| given.contains(it));
    page.names(what, names(cx, own)?);
    page.names(&format!("{what} implied by these"), names(cx, implied)?);
    Ok(())
}

/// The names by which a command line refers to `features`. A feature without such a name is represented by the name of
/// its record.
fn names(cx: &Context, features: impl IntoIterator<Item = RecordId>) -> Result<Vec<String>, Fatal> {
    let name = |id: RecordId| {
        let def = FeatureDef(cx.records.rec(id));
        let name = def.name_on_command_line()?;
        Ok(match &*name {
            "" => def.name().to_owned(),
            name => format!("+{name}"),
        })
    };
    features.into_iter().map(name).collect()
}

/// Describes a feature: what it implies, and which processors have it.
pub(crate) fn feature(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let def = FeatureDef(rec);
    let name = def.name_on_command_line()?;
    page.prose(match &*name {
        "" => "a feature that cannot be given on a command line".to_owned(),
        name => format!("feature {}", code_span(&format!("+{name}"))),
    });
    page.point(
        "sets",
        code_span(&format!("{} = {}", def.member()?, def.value()?)),
    );
    let features = cx.model::<Features>()?;
    let all = features.with_implied(cx, [rec.id()])?;
    let all = all.iter().map(|it| features.list[it.0 as usize]);
    page.names("implies", names(cx, all.filter(|it| *it != rec.id()))?);
    let (own, processors) = (features.number(rec.id()), cx.model::<Processors>()?);
    let mut having = Vec::new();
    for processor in &processors.list {
        let def = ProcessorDef(cx.records.rec(processor.rec));
        let given = def.features()?.into_iter().chain(def.tune_features()?);
        let given = features.with_implied(cx, given.map(|it| it.id()))?;
        if given.contains(&own) {
            having.push(&*processor.name);
        }
    }
    page.names("processors", having);
    Ok(())
}

/// Describes a scheduling model and lists the processors that use it.
pub(crate) fn schedule(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    show_numbers(rec, page)?;
    let processors = cx.model::<Processors>()?;
    let uses = |it: &&Processor| {
        let model = ProcessorDef(cx.records.rec(it.rec)).model();
        model.is_ok_and(|it| it == rec)
    };
    let own: Vec<&Processor> = processors.list.iter().filter(uses).collect();
    page.names("processors", own.iter().map(|it| &*it.name));
    match own.first() {
        Some(first) => show_model(cx, first, page),
        None => Ok(()),
    }
}

/// The numeric fields of a scheduling model, each with its meaning.
const NUMBERS: &[(&str, &str)] = &[
    ("IssueWidth", "micro-ops issued at once"),
    ("MicroOpBufferSize", "micro-ops in flight"),
    ("LoopMicroOpBufferSize", "micro-ops of a buffered loop"),
    ("LoadLatency", "latency of loads"),
    ("HighLatency", "latency of slow instructions"),
    ("MispredictPenalty", "cost of a wrong prediction"),
];

/// Describes a scheduling model by the fields of its record.
fn show_numbers(def: Rec, page: &mut Page) -> Result<(), Fatal> {
    let complete = if def.bit("CompleteModel")? {
        "complete"
    } else {
        "incomplete"
    };
    let name = code_span(def.name());
    page.prose(format!("schedule model {name}, {complete}"));
    let numbers = NUMBERS.iter().map(|(field, what)| (def.int(field), *what));
    for (number, what) in numbers {
        // The value -1 means that the record does not give the number.
        if let Ok(number @ 0..) = number {
            page.point(what, number);
        }
    }
    Ok(())
}

/// Describes further facts of a processor's scheduling, from the model [`Schedule`].
fn show_model(cx: &Context, processor: &Processor, page: &mut Page) -> Result<(), Fatal> {
    let schedule = page.model::<Schedule>()?;
    let Some(id) = schedule.model_of(processor.schedule) else {
        return Ok(());
    };
    let model = schedule.model(id);
    if model.has_itineraries {
        let itineraries = cx.records.rec(model.itineraries);
        page.point("itineraries", code_span(itineraries.name()));
    }
    for file in &model.register_files {
        let size = count(file.registers as usize, "register");
        page.point(
            "register file",
            format!("{}, {size}", code_span(&file.name)),
        );
    }
    if let Some(unit) = model.retire_control {
        let unit = cx.records.rec(unit);
        let (size, most) = (
            unit.int("ReorderBufferSize")?,
            unit.int("MaxRetirePerCycle")?,
        );
        page.point(
            "reorder buffer",
            format!("{size}, {most} retired per cycle"),
        );
    }
    let classes = schedule.explicit_classes().len();
    page.point("schedule classes of instructions", classes);
    if !model.resources.is_empty() {
        let head = ["resource", "units", "buffer", "part of"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for id in &model.resources {
            rows.push(resource_row(cx.records.rec(*id))?);
        }
        page.drawing(&columns(&rows));
    }
    Ok(())
}

fn resource_row(resource: Rec) -> Result<Vec<String>, Fatal> {
    let buffer = match resource.int("BufferSize")? {
        -1 => "any".to_owned(),
        0 => "none".to_owned(),
        size => size.to_string(),
    };
    let name = resource.name().to_owned();
    if resource.is_a("ProcResGroup") {
        let members = resource.list_of_defs("Resources")?;
        let members: Vec<&str> = members.iter().map(|it| it.name()).collect();
        return Ok(vec![name, members.join(" | "), buffer]);
    }
    let units = resource.int("NumUnits")?.to_string();
    let whole = resource.field("Super").and_then(|it| it.value);
    let whole = whole.and_then(|it| resource.records().def_of(it));
    let whole = whole.map_or_else(String::new, |it| it.name().to_owned());
    Ok(vec![name, units, buffer, whole])
}

/// The condition of a scheduling predicate as text; `None` if it always holds.
pub(crate) fn condition(predicate: Rec) -> Option<String> {
    let name = predicate.name();
    let code = predicate.field("Predicate").and_then(|it| it.value);
    let code = code.and_then(|it| predicate.text_of(it));
    let checked = predicate.field("Pred").and_then(|it| it.value);
    let checked = checked.and_then(|it| predicate.records().def_of(it));
    if checked.is_some_and(|it| it.is_a("MCTrue")) {
        return None;
    }
    if !name.starts_with("anonymous_") {
        return Some(name.to_owned());
    }
    let code = code
        .map(|it| it.trim().to_owned())
        .filter(|it| !it.is_empty());
    let checked = checked.map(|it| it.name().to_owned());
    code.or(checked).or_else(|| Some(name.to_owned()))
}
