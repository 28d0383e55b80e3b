//! The features of a processor, and the predicates of patterns that they decide.

use std::borrow::Cow;

use backend::{Context, Dag, Fatal, Rec};
use rustc_hash::FxHashMap;
use target_model::features::{FeatureDef, Features};
use target_model::processors::{ProcessorDef, Processors};

use super::Refused;

/// The known values of the features and predicates of a processor. The values of names that are not in the maps are
/// unknown.
#[derive(Default)]
pub(super) struct Holding {
    /// Whether each feature and predicate holds, keyed by the name of its record. A predicate is in this map only if it
    /// is given as true.
    records: FxHashMap<String, bool>,
    /// The results of the C++ functions that return a feature, keyed by the name of the function; `None` if the result
    /// is unknown.
    getters: FxHashMap<String, Option<bool>>,
}

impl Holding {
    /// Reads the features of a processor, and the additional features and predicates in `features`. A feature in
    /// `features` is a name on a command line, with or without a sign, or the name of a record. A predicate is the name
    /// of a record.
    ///
    /// A feature that no processor has, such as a mode set by the triple, is unknown unless it is given.
    pub(super) fn read(
        cx: &Context,
        processor: Option<&str>,
        features: &[String],
    ) -> Result<Holding, Refused> {
        let known = cx.model::<Features>()?;
        let processors = cx.model::<Processors>()?;
        let mut holding = Holding::default();
        let (mut given, mut taken) = (Vec::new(), Vec::new());
        for feature in features {
            let name = feature.trim_start_matches(['+', '-']);
            match feature_of(cx, &known, name)? {
                Some(it) if feature.starts_with('-') => taken.push(known.number(it.id())),
                Some(it) => given.push(it.id()),
                None if cx.records.def(name).is_some_and(|it| it.is_a("Predicate")) => {
                    holding.records.insert(name.to_owned(), true);
                }
                None => {
                    let message = format!("there is no feature or predicate '{name}'");
                    return Err(Refused::Question(message));
                }
            }
        }
        let mut of_some = Vec::new();
        let mut is_known = processor.is_none();
        for it in &processors.list {
            let def = ProcessorDef(cx.records.rec(it.rec));
            let own = def.features()?.into_iter().chain(def.tune_features()?);
            let own = own.map(|it| it.id());
            if Some(&*it.name) == processor {
                given.extend(own.clone());
                is_known = true;
            }
            of_some.extend(own);
        }
        if let Some(name) = processor.filter(|_| !is_known) {
            return Err(Refused::Question(format!("there is no processor '{name}'")));
        }
        let given = known.with_implied(cx, given)?;
        let of_some = known.with_implied(cx, of_some)?;
        for rec in &known.list {
            let (def, id) = (FeatureDef(cx.records.rec(*rec)), known.number(*rec));
            // Features that imply a removed feature are removed as well.
            let implied = known.with_implied(cx, [*rec])?;
            let has = if taken.iter().any(|it| implied.contains(it)) {
                Some(false)
            } else if given.contains(&id) {
                Some(true)
            } else {
                of_some.contains(&id).then_some(false)
            };
            if let Some(has) = has {
                holding.records.insert(def.name().to_owned(), has);
            }
            let Some(getter) = getter(&def.member()?, &def.value()?) else {
                continue;
            };
            // Several features may set the member that a getter returns.
            let known = holding.getters.entry(getter).or_insert(Some(false));
            *known = any([*known, has]);
        }
        Ok(holding)
    }

    /// Whether a predicate of a pattern holds; `None` if it is unknown.
    pub(super) fn holds(&self, predicate: Rec) -> Result<Option<bool>, Fatal> {
        if let Some(known) = self.records.get(predicate.name()) {
            return Ok(Some(*known));
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

    /// Evaluates a condition on features, such as `(all_of FeatureA, (any_of FeatureB, (not FeatureC)))`. `None` if the
    /// result is unknown.
    fn all_or_any(&self, predicate: Rec, condition: Dag) -> Option<bool> {
        let operator = condition.op_def()?;
        let records = predicate.records();
        let mut operands = Vec::new();
        for (value, _) in condition.args() {
            operands.push(match (records.def_of(value), records.dag(value)) {
                (Some(feature), _) => self.records.get(feature.name()).copied(),
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

    /// Evaluates a C++ condition; `None` if the result is unknown or the syntax is not supported.
    fn evaluate(&self, code: &str) -> Option<bool> {
        let mut condition = Condition {
            holding: self,
            rest: code,
            depth: 0,
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

/// The name of the C++ function that returns a feature. The feature sets the subtarget's member `member` to `value`. If
/// the member is boolean, the function has the name of the member, with a small first letter. If the member is a level,
/// there is by convention one function for each level. `None` if `value` is `false`.
fn getter(member: &str, value: &str) -> Option<String> {
    match value {
        "true" => {
            let mut getter = member.to_owned();
            getter.get_mut(..1)?.make_ascii_lowercase();
            Some(getter)
        }
        "false" => None,
        _ => Some(format!("has{value}")),
    }
}

fn all(values: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    any(values.into_iter().map(|it| it.map(|it| !it))).map(|it| !it)
}

/// The disjunction of three-valued conditions, in which `None` is unknown.
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

/// The greatest depth of parentheses in a condition. A deeper condition is unknown.
const MAX_DEPTH: u32 = 64;

/// A parser of C++ conditions on features, such as `Subtarget->hasA() && !Subtarget->hasB()`.
struct Condition<'c> {
    holding: &'c Holding,
    rest: &'c str,
    /// The number of open parentheses.
    depth: u32,
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
        let value = if self.take("(") {
            if self.depth == MAX_DEPTH {
                return self.give_up();
            }
            self.depth += 1;
            let value = self.any();
            self.depth -= 1;
            if self.take(")") {
                value
            } else {
                self.give_up()
            }
        } else {
            self.getter()
        };
        value.map(|it| it != is_negated)
    }

    fn getter(&mut self) -> Option<bool> {
        if self.take("true") {
            return Some(true);
        } else if self.take("false") {
            return Some(false);
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
        self.holding.getters.get(name).copied().flatten()
    }

    /// Stops at C++ syntax that is not supported, so that the result of the whole condition is unknown.
    fn give_up(&mut self) -> Option<bool> {
        self.rest = "?";
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Holding;

    #[test]
    fn deep_conditions_are_unknown() {
        let holding = Holding::default();
        let nested = |depth| format!("{}true{}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(holding.evaluate(&nested(20)), Some(true));
        assert_eq!(holding.evaluate(&nested(1_000_000)), None);
        // Groups side by side are not nested.
        assert_eq!(
            holding.evaluate(&vec!["(true)"; 1000].join(" && ")),
            Some(true)
        );
    }
}
