//! What is known to hold of a processor, and which predicates of patterns follow.

use std::borrow::Cow;

use backend::{Context, Dag, Fatal, Rec};
use rustc_hash::FxHashSet;
use target_model::features::{FeatureDef, Features};
use target_model::processors::Processors;

use super::Refused;

/// What a processor has.
pub struct Holding {
    /// The records of the features that it has, and of predicates that are said to hold.
    named: FxHashSet<String>,
    /// The functions of C++ that ask for one feature each: all of them, and those that say yes.
    getters: FxHashSet<String>,
    true_getters: FxHashSet<String>,
}

impl Holding {
    /// Of a processor with some features besides, which names on a command line, with or without a sign, or records
    /// stand for. Predicates may be among them.
    pub fn read(
        cx: &Context,
        processor: Option<&str>,
        features: &[String],
    ) -> Result<Holding, Refused> {
        let known = cx.model::<Features>()?;
        let mut given = Vec::new();
        let mut taken = Vec::new();
        let mut named = FxHashSet::default();
        if let Some(name) = processor {
            let processors = cx.model::<Processors>()?;
            let mut processors = processors.list.iter();
            let Some(it) = processors.find(|it| &*it.name == name) else {
                return Err(Refused::question(format!("there is no processor '{name}'")));
            };
            let processor = cx.records.rec(it.rec);
            for list in ["Features", "TuneFeatures"] {
                given.extend(processor.list_of_defs(list)?.iter().map(|it| it.id()));
            }
        }
        for feature in features {
            let name = feature.trim_start_matches(['+', '-']);
            match feature_of(cx, &known, name)? {
                Some(it) if feature.starts_with('-') => taken.push(it.id()),
                Some(it) => given.push(it.id()),
                None if cx.records.def(name).is_some_and(|it| it.is_a("Predicate")) => {
                    named.insert(name.to_owned());
                }
                None => {
                    let message = format!("there is no feature or predicate '{name}'");
                    return Err(Refused::question(message));
                }
            }
        }
        let mut all = FxHashSet::default();
        for id in known.with_implied(cx, given)? {
            all.insert(known.list[id.0 as usize]);
        }
        // What implies a feature that is taken away goes with it.
        let mut holding = Holding {
            named,
            getters: FxHashSet::default(),
            true_getters: FxHashSet::default(),
        };
        for rec in &known.list {
            let def = FeatureDef(cx.records.rec(*rec));
            let implied = known.with_implied(cx, [*rec])?;
            let is_taken = taken.iter().any(|it| implied.contains(&known.number(*it)));
            let has = all.contains(rec) && !is_taken;
            if has {
                holding.named.insert(def.name().to_owned());
            }
            let (member, value) = (def.member()?, def.value()?);
            if &*value == "true" {
                let getter = getter(&member);
                if has {
                    holding.true_getters.insert(getter.clone());
                }
                holding.getters.insert(getter);
            }
        }
        Ok(holding)
    }

    /// Whether a predicate of a pattern holds; `None` if that is not known.
    pub fn holds(&self, predicate: Rec) -> Result<Option<bool>, Fatal> {
        if self.named.contains(predicate.name()) {
            return Ok(Some(true));
        }
        let code = predicate.string("CondString")?;
        if let Some(known) = self.evaluate(&code) {
            return Ok(Some(known));
        }
        if predicate.field("AssemblerCondDag").is_none() || predicate.is_unset("AssemblerCondDag") {
            return Ok(None);
        }
        let condition = predicate.dag("AssemblerCondDag")?;
        Ok(self.all_or_any(predicate, condition))
    }

    /// `(all_of FeatureA, (any_of FeatureB, (not FeatureC)))`
    fn all_or_any(&self, predicate: Rec, condition: Dag) -> Option<bool> {
        let operator = condition.op_def()?;
        let records = predicate.records();
        let mut operands = Vec::new();
        for (value, _) in condition.args() {
            operands.push(match (records.def_of(value), records.dag(value)) {
                (Some(feature), _) => Some(self.named.contains(feature.name())),
                (None, Some(dag)) => self.all_or_any(predicate, dag),
                _ => None,
            });
        }
        match operator.name() {
            "not" => operands.first().copied().flatten().map(|it| !it),
            "any_of" => any(operands),
            "all_of" if !operands.is_empty() => all(operands),
            _ => None,
        }
    }

    /// What a C++ condition comes to.
    fn evaluate(&self, code: &str) -> Option<bool> {
        let mut condition = Condition {
            holding: self,
            rest: code,
        };
        let value = condition.any();
        value.filter(|_| condition.rest.trim().is_empty())
    }
}

fn feature_of<'a>(cx: &'a Context, known: &Features, name: &str) -> Result<Option<Rec<'a>>, Fatal> {
    for rec in &known.list {
        let def = FeatureDef(cx.records.rec(*rec));
        if def.name() == name || def.name_on_command_line()? == Cow::Borrowed(name) {
            return Ok(Some(*def));
        }
    }
    Ok(None)
}

/// The function that tells a member which is true or false.
fn getter(member: &str) -> String {
    let mut getter = member.to_owned();
    if let Some(first) = getter.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    getter
}

fn all(values: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    any(values.into_iter().map(|it| it.map(|it| !it))).map(|it| !it)
}

/// Whether one is true; `None` if that may be, or may not.
fn any(values: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(false);
    for value in values {
        match value {
            Some(true) => return value,
            Some(false) => {}
            None => result = None,
        }
    }
    result
}

/// A C++ condition that asks for features: `Subtarget->hasA() && !Subtarget->hasB()`.
struct Condition<'c> {
    holding: &'c Holding,
    rest: &'c str,
}

impl Condition<'_> {
    fn take(&mut self, text: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn any(&mut self) -> Option<bool> {
        let mut values = vec![self.all()];
        while self.take("||") {
            values.push(self.all());
        }
        any(values)
    }

    fn all(&mut self) -> Option<bool> {
        let mut values = vec![self.one()];
        while self.take("&&") {
            values.push(self.one());
        }
        all(values)
    }

    fn one(&mut self) -> Option<bool> {
        let mut is_negated = false;
        while self.take("!") {
            is_negated = !is_negated;
        }
        let value = match self.take("(") {
            true => {
                let value = self.any();
                match self.take(")") {
                    true => value,
                    false => self.give_up(),
                }
            }
            false => self.getter(),
        };
        value.map(|it| it != is_negated)
    }

    fn getter(&mut self) -> Option<bool> {
        match self.take("true") {
            true => return Some(true),
            false if self.take("false") => return Some(false),
            false => {}
        }
        if !self.take("Subtarget->") && !self.take("Subtarget.") {
            return self.give_up();
        }
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let len = self.rest.find(|it| !is_part(it)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(len);
        self.rest = rest;
        if !self.take("()") {
            return self.give_up();
        }
        let known = self.holding.getters.contains(name);
        known.then(|| self.holding.true_getters.contains(name))
    }

    /// What follows is C++ of another kind.
    fn give_up(&mut self) -> Option<bool> {
        self.rest = "?";
        None
    }
}
