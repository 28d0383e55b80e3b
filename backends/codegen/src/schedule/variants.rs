//! Resolving the variants of classes whose reads or writes have variants.

use backend::{Fatal, RecordId, Records};

use super::Schedule;
use super::classes::{Key, Transition};
use super::read_writes::ReadWrite;
use super::types::{Access, ClassId, ModelId, RwId};

/// A partially resolved variant of a class on a processor: a sequence for each operand, and the conditions under which
/// the variant applies.
#[derive(Clone)]
struct Partial {
    model: ModelId,
    checks: Vec<Check>,
    writes: Vec<Vec<RwId>>,
    reads: Vec<Vec<RwId>>,
}

/// A predicate that was chosen, and the type whose variant it guards.
#[derive(Clone, Copy)]
struct Check {
    access: Access,
    of: RwId,
    predicate: RecordId,
}

/// A variant of a type, or a sequence that replaces the type. It extends the partial result with the index `partial`.
struct Choice {
    kind: ChoiceKind,
    /// The type that has the variant, or whose alias is the sequence.
    of: RwId,
    partial: usize,
}

#[derive(Clone, Copy)]
enum ChoiceKind {
    /// The variant with this index in the list of the type's variants.
    Variant(usize),
    Sequence(RwId),
}

/// The maximum number of partial results. More are an error.
const MAX_PARTIALS: usize = 1 << 14;
/// The maximum number of rounds in which the variants of a class are resolved. More are an error.
const MAX_ROUNDS: usize = 100;
/// The maximum number of classes, as a multiple of the number of classes before variants are resolved. More classes are
/// an error.
const MAX_GROWTH: usize = 64;

impl Partial {
    fn sequences(&mut self, access: Access) -> &mut Vec<Vec<RwId>> {
        match access {
            Access::Write => &mut self.writes,
            Access::Read => &mut self.reads,
        }
    }

    /// The sequence of the operand that is being resolved; `None` if there are no operands yet.
    fn last(&mut self, access: Access) -> Option<&mut Vec<RwId>> {
        self.sequences(access).last_mut()
    }
}

impl Schedule {
    /// Resolves the variants of all classes, including the classes that this function itself adds.
    pub(super) fn infer_classes(&mut self, records: &Records) -> Result<(), Fatal> {
        let mut index = 0;
        while index < self.classes.len() {
            let id = ClassId(index as u32);
            if let Some(itinerary) = self.classes[index].itinerary {
                for model in 0..self.models.len() {
                    let model_id = ModelId(model as u32);
                    let uses = self.models[model].uses_of(records, itinerary, true)?;
                    if let Some(uses) = uses {
                        let (writes, reads) = (uses.writes.clone(), uses.reads.clone());
                        self.infer(records, &writes, &reads, id, &[model_id])?;
                    }
                }
            }
            if self.classes[index].members > 0 {
                for at in self.classes[index].overrides.clone() {
                    let it = &self.overrides[at];
                    let (writes, reads) = (it.writes.clone(), it.reads.clone());
                    let model = self.model_named(records.rec(it.rec))?;
                    self.infer(records, &writes, &reads, id, &[model])?;
                    self.classes[index].overridden.push(model);
                }
            }
            let class = &self.classes[index];
            if !class.writes.is_empty() {
                let (writes, reads) = (class.writes.clone(), class.reads.clone());
                let models = class.models.clone();
                self.infer(records, &writes, &reads, id, &models)?;
            }
            if self.classes.len() > MAX_GROWTH * self.explicit {
                return Err(records.fatal("variants lead to too many classes".to_owned()));
            }
            index += 1;
        }
        Ok(())
    }

    /// Resolves the variants among the `writes` and `reads` that instructions of the class `from` have on `models`, and
    /// adds the resulting classes and transitions. In `models`, [`ModelId::NONE`] means all models.
    fn infer(
        &mut self,
        records: &Records,
        writes: &[RwId],
        reads: &[RwId],
        from: ClassId,
        models: &[ModelId],
    ) -> Result<(), Fatal> {
        let types = &self.read_writes;
        let expand = |ids: &[RwId], access| {
            let expanded = ids.iter().map(|id| {
                let mut sequence = Vec::new();
                types.expand(*id, access, records, &mut sequence)?;
                Ok(sequence)
            });
            expanded.collect::<Result<Vec<_>, Fatal>>()
        };
        let seed = Partial {
            model: ModelId::NONE,
            checks: Vec::new(),
            writes: expand(writes, Access::Write)?,
            reads: expand(reads, Access::Read)?,
        };
        let varies = |list: &[Vec<RwId>], access| {
            let mut ids = list.iter().flatten();
            ids.any(|id| types.get(*id, access).may_vary())
        };
        if !varies(&seed.writes, Access::Write) && !varies(&seed.reads, Access::Read) {
            return Ok(());
        }
        let all: Vec<ModelId> = (1..self.models.len() as u32).map(ModelId).collect();
        let models = if models.contains(&ModelId::NONE) {
            &all
        } else {
            models
        };
        let on_model = |model: &ModelId| Partial {
            model: *model,
            ..seed.clone()
        };
        let mut partials: Vec<Partial> = models.iter().map(on_model).collect();
        for round in 0.. {
            let mut search = Search {
                schedule: self,
                records,
                partials: Vec::new(),
            };
            let mut has_changed = false;
            for partial in &partials {
                has_changed |= search.resolve(partial)?;
            }
            partials = search.partials;
            if !has_changed {
                break;
            }
            if partials.len() > MAX_PARTIALS || round > MAX_ROUNDS {
                let class = &self.classes[from.index()].name;
                return Err(records.fatal(format!("The variants of class '{class}' never end")));
            }
        }
        self.add_transitions(records, partials, from);
        Ok(())
    }

    /// For each partial result with conditions, adds a class and a transition from the class `from` to it. Partial
    /// results for models on which overrides determine the variants of `from` are ignored.
    fn add_transitions(&mut self, records: &Records, partials: Vec<Partial>, from: ClassId) {
        for partial in partials {
            if partial.checks.is_empty() {
                continue;
            }
            let mut types = |sequences: Vec<Vec<RwId>>, access| {
                let sequences = sequences.into_iter().filter(|it| !it.is_empty());
                let types = sequences.map(|it| self.read_writes.sequence(it, access));
                types.collect::<Vec<_>>()
            };
            let writes = types(partial.writes, Access::Write);
            let reads = types(partial.reads, Access::Read);
            // The overrides of the class already determine its variants on this model.
            if self.classes[from.index()]
                .overridden
                .contains(&partial.model)
            {
                continue;
            }
            let key: Key = (None, writes, reads);
            let to = self.add_class(records, key, &[partial.model]);
            let mut predicates: Vec<_> = partial.checks.iter().map(|it| it.predicate).collect();
            predicates.dedup();
            self.classes[from.index()].transitions.push(Transition {
                to,
                model: partial.model,
                predicates,
            });
        }
    }
}

/// One round of resolving variants.
struct Search<'a> {
    schedule: &'a Schedule,
    records: &'a Records,
    partials: Vec<Partial>,
}

impl Search<'_> {
    /// Resolves the variants of all operands once; returns whether there were any variants.
    fn resolve(&mut self, partial: &Partial) -> Result<bool, Fatal> {
        let first = self.partials.len();
        self.partials.push(Partial {
            model: partial.model,
            checks: partial.checks.clone(),
            writes: Vec::new(),
            reads: Vec::new(),
        });
        let mut has_changed = false;
        for (access, sequences) in [
            (Access::Write, &partial.writes),
            (Access::Read, &partial.reads),
        ] {
            for sequence in sequences {
                for it in &mut self.partials[first..] {
                    it.sequences(access).push(Vec::new());
                }
                has_changed |= self.resolve_operand(sequence, access, first)?;
            }
        }
        Ok(has_changed)
    }

    /// Resolves the variants of an operand. The types are appended to the partial results from index `first` on.
    /// Returns whether there were any variants.
    fn resolve_operand(
        &mut self,
        sequence: &[RwId],
        access: Access,
        first: usize,
    ) -> Result<bool, Fatal> {
        let mut has_changed = false;
        for &id in sequence {
            // The range is fixed before the loop, so results that are added for this type are not extended again.
            for at in first..self.partials.len() {
                let choices = self.choices(id, access, at)?;
                has_changed |= !choices.is_empty();
                if choices.is_empty()
                    && let Some(last) = self.partials[at].last(access)
                {
                    last.push(id);
                }
                for choice in choices {
                    self.apply(&choice, access)?;
                }
                if self.partials.len() > MAX_PARTIALS {
                    let message = "Too many variants together".to_owned();
                    return Err(self.error(self.schedule.read_writes.get(id, access), message));
                }
            }
        }
        Ok(has_changed)
    }

    fn error(&self, at: &ReadWrite, message: String) -> Fatal {
        match at.def {
            Some(def) => self.records.rec(def).fatal(message),
            None => self.records.fatal(message),
        }
    }

    /// The choices for a type: its variants and the variants of its aliases that do not contradict the partial result
    /// with index `at`, and its aliases that are sequences. The first choice extends this result, and each other choice
    /// extends a copy of it.
    fn choices(&mut self, id: RwId, access: Access, at: usize) -> Result<Vec<Choice>, Fatal> {
        let schedule = self.schedule;
        let types = &schedule.read_writes;
        let it = types.get(id, access);
        let model = self.partials[at].model;
        let mut is_general = false;
        let mut found: Vec<(ChoiceKind, RwId, Option<RecordId>)> = Vec::new();
        let add_variants = |of: RwId, found: &mut Vec<_>| {
            let variants = types.get(of, access).variants.iter();
            for (index, variant) in variants.flat_map(|it| it.list.iter().enumerate()) {
                found.push((ChoiceKind::Variant(index), of, Some(variant.predicate)));
            }
        };
        if let Some(variants) = &it.variants {
            let of = self.model(variants.model)?;
            if of == ModelId::NONE || of == model {
                add_variants(id, &mut found);
                is_general |= of == ModelId::NONE;
            }
        }
        for alias in &it.aliases {
            let of = self.model(alias.model)?;
            if of != ModelId::NONE && of != model {
                continue;
            }
            if !found.is_empty() {
                let name = &schedule.models[of.index()].name;
                let alias = self.records.rec(alias.rec);
                return Err(alias.fatal(format!(
                    "Multiple variants defined for processor {name} Ensure only one SchedAlias exists per RW."
                )));
            }
            add_variants(alias.to, &mut found);
            if types.get(alias.to, access).sequence.is_some() {
                found.push((ChoiceKind::Sequence(alias.to), id, None));
            }
            is_general |= of == ModelId::NONE;
        }

        let predicates: Vec<RecordId> = found.iter().filter_map(|it| it.2).collect();
        let mut choices: Vec<Choice> = Vec::new();
        for (kind, of, predicate) in found {
            if predicate.is_some_and(|it| self.is_excluded(it, &predicates, at)) {
                continue;
            }
            let partial = if choices.is_empty() {
                at
            } else {
                self.partials.push(self.partials[at].clone());
                self.partials.len() - 1
            };
            choices.push(Choice { kind, of, partial });
        }
        if is_general && choices.is_empty() {
            let message =
                "No variant of this type has a matching predicate on any processor".to_owned();
            return Err(self.error(it, message));
        }
        Ok(choices)
    }

    /// The model to which a variant or alias belongs; [`ModelId::NONE`] if it belongs to all models.
    fn model(&self, key: Option<RecordId>) -> Result<ModelId, Fatal> {
        let Some(key) = key else {
            return Ok(ModelId::NONE);
        };
        // If no processor has the model, the result is a number that differs from the ids of all models.
        Ok(self.schedule.model_of(key).unwrap_or(ModelId(u32::MAX)))
    }

    /// Whether `predicate` contradicts a check of the partial result with index `at`. A check contradicts `predicate`
    /// if its type also has a variant with `predicate`, and if its own predicate is in `here`. `here` lists the
    /// predicates of the variants that are available now. Checks after a check of `predicate` itself are ignored.
    fn is_excluded(&self, predicate: RecordId, here: &[RecordId], at: usize) -> bool {
        for check in &self.partials[at].checks {
            if check.predicate == predicate {
                return false;
            }
            let it = self.schedule.read_writes.get(check.of, check.access);
            let mut variants = it.variants.iter().flat_map(|it| &it.list);
            if variants.any(|it| it.predicate == predicate) && here.contains(&check.predicate) {
                return true;
            }
        }
        false
    }

    /// Appends the types that a choice selects to its partial result.
    fn apply(&mut self, choice: &Choice, access: Access) -> Result<(), Fatal> {
        let schedule = self.schedule;
        let types = &schedule.read_writes;
        let of = types.get(choice.of, access);
        let partial = &mut self.partials[choice.partial];
        let variant = match choice.kind {
            ChoiceKind::Variant(index) => of.variants.as_ref().map(|it| &it.list[index]),
            ChoiceKind::Sequence(_) => None,
        };
        if let Some(variant) = variant {
            partial.checks.push(Check {
                access,
                of: choice.of,
                predicate: variant.predicate,
            });
        }
        let selected = match (variant, choice.kind) {
            (Some(variant), _) => &variant.selected[..],
            (None, ChoiceKind::Sequence(id)) => &[id],
            (None, ChoiceKind::Variant(_)) => &[],
        };
        let expand = |id: RwId, to: &mut Vec<RwId>| match access {
            Access::Read => {
                to.push(id);
                Ok(())
            }
            Access::Write => types.expand(id, access, self.records, to),
        };
        let is_variadic = of.variants.as_ref().is_some_and(|it| it.is_variadic);
        let sequences = partial.sequences(access);
        let Some(last) = sequences.len().checked_sub(1) else {
            return Ok(());
        };
        if !is_variadic {
            for id in selected {
                expand(*id, &mut sequences[last])?;
            }
            return Ok(());
        }
        if selected.is_empty() {
            let message = "A variant of operands selects none".to_owned();
            return Err(self.error(of, message));
        }
        // Each selected type is appended to its own copy of the sequence, as a separate operand.
        for _ in 1..selected.len() {
            sequences.push(sequences[last].clone());
        }
        for (index, id) in selected.iter().enumerate() {
            expand(*id, &mut sequences[last + index])?;
        }
        Ok(())
    }
}
