//! Direct evaluation: computing a value in one pass, without the intermediate values of resolving.
//!
//! Resolving works in stages: in the body of an operator that binds a name, it substitutes first the fields, then the
//! element, and each stage makes values that only the next one reads. If everything that a value mentions is known,
//! direct evaluation needs no such intermediate values: it keeps the values of names in an environment and makes only
//! the results. As soon as something is unknown, cannot be folded or would be observable in an earlier stage (see
//! [`super::stage_sensitivity`]), the attempt is undone, and the value is resolved in stages.

use syntax::Release;

use smallvec::SmallVec;

use crate::anonymous_numbers::InstancePlace;
use crate::symbol::Sym;
use crate::value::{Flags, Node, NodeData, TernOp, Ty, UnOp, ValueId};

use super::fold::MANY;
use super::limits::Limits;
use super::rebuild::Walk;
use super::resolve::is_shared;
use super::resolver::{Fields, Name};
use super::{Cx, RecordScope, Result, Stopped};

/// The environment of direct evaluation: the values of names.
#[derive(Default)]
pub(super) struct Known<'f> {
    /// The variables of the enclosing operators, innermost last.
    bound: SmallVec<[(Sym, ValueId); 8]>,
    /// The number of variables at the start of `bound` that are not visible in the field or argument under evaluation.
    hidden: usize,
    /// The lowest position in `bound`, counted from 1, that was looked up since the last reset. 0 if a name outside of
    /// `bound` was looked up.
    lowest: usize,
    /// The values of the template arguments of the class that is instantiated.
    args: &'f [(Sym, ValueId)],
    /// The fields of the current record. If `None`, names do not refer to fields.
    fields: Option<&'f mut Fields>,
    /// The indices of the fields that were evaluated with this environment.
    looked_up: SmallVec<[usize; 8]>,
}

impl<'f> Known<'f> {
    pub(super) fn fields(fields: &'f mut Fields, args: &'f [(Sym, ValueId)]) -> Known<'f> {
        Known {
            args,
            fields: Some(fields),
            ..Known::default()
        }
    }

    fn bound(names: &[(Sym, ValueId)]) -> Known<'static> {
        Known {
            bound: SmallVec::from_slice(names),
            ..Known::default()
        }
    }

    /// Discards the evaluated fields after a failed attempt.
    fn forget(&mut self) {
        if let Some(fields) = &mut self.fields {
            fields.try_direct = None;
            for index in self.looked_up.drain(..) {
                fields.resolved[index] = None;
            }
        }
    }
}

impl Walk for Known<'_> {
    #[inline(always)]
    fn part(&mut self, cx: &mut Cx<'_>, part: ValueId, cur: RecordScope<'_>) -> Result<ValueId> {
        cx.eval_direct(part, self, cur).ok_or(Stopped)
    }

    fn needless_part(
        &mut self,
        cx: &mut Cx<'_>,
        part: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        self.part(cx, part, cur).map(Some)
    }
}

/// The attempts at direct evaluation in a statement, and their cost. A step is a value that is examined.
#[derive(Default)]
pub(super) struct Attempts {
    /// The number of nested attempts under way.
    open: usize,
    /// The steps of the attempts under way.
    steps: usize,
    /// The steps of failed attempts.
    wasted: usize,
}

impl Attempts {
    /// Adds `steps`, the number of values that were examined elsewhere, to the cost of the attempts under way.
    pub(super) fn count_steps(&mut self, steps: usize) {
        self.steps += steps;
    }
}

/// The maximum number of nested attempts. Each level may do the work of a failed attempt once more.
const MAX_OPEN: usize = 4;
/// The maximum number of steps of an attempt. A value that is large as a tree but shares its parts exceeds this number.
/// It is left to resolving, which memoizes. The failed attempts of a statement may take the same number of steps
/// together; after that, all values are left to resolving. Undoing a class instance counts as several steps.
const MAX_STEPS: usize = 1 << 18;
const STEPS_OF_INSTANCE: usize = 64;

/// The state of a statement's elaboration before an attempt. It is restored if the attempt fails.
pub(super) struct Before {
    events: usize,
    diagnostics: usize,
    instances: usize,
    used_instances: usize,
    noted_places: usize,
    applied: usize,
    limits: Limits,
    steps: usize,
}

impl Cx<'_> {
    /// Evaluates `v` directly. `None` if that is not possible.
    pub(super) fn try_direct(
        &mut self,
        v: ValueId,
        known: &mut Known<'_>,
        cur: RecordScope<'_>,
    ) -> Option<ValueId> {
        if self.values.flags(v).contains(Flags::PENDING) {
            return None;
        }
        let before = self.begin_attempt()?;
        let found = self.eval_direct(v, known, cur);
        self.end_attempt(before, found.is_some());
        if found.is_none() {
            known.forget();
        }
        found
    }

    /// Evaluates the body of an operator with the given values of its variables.
    pub(super) fn with_names(
        &mut self,
        names: &[(Sym, ValueId)],
        body: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        if let Some(found) = self.try_direct(body, &mut Known::bound(names), cur) {
            return Ok(found);
        }
        let mut r = self.map_resolver(names.iter().copied());
        self.resolve(body, &mut r, cur)
    }

    /// Starts an attempt and returns the state before it. `None` if too many attempts are nested or too many steps were
    /// wasted.
    pub(super) fn begin_attempt(&mut self) -> Option<Before> {
        let attempts = &mut self.attempts;
        if attempts.open >= MAX_OPEN || attempts.wasted >= MAX_STEPS {
            return None;
        }
        if attempts.open == 0 {
            attempts.steps = 0;
        }
        attempts.open += 1;
        Some(Before {
            events: self.out.events.len(),
            diagnostics: self.out.diagnostics.len(),
            instances: self.out.instances.len(),
            used_instances: self.scratch.instances.used.len(),
            noted_places: self.scratch.instances.noted.len(),
            applied: self.scratch.run_cache.applied_in_statement(),
            limits: self.limits.clone(),
            steps: self.attempts.steps,
        })
    }

    /// Ends an attempt. After a failure the previous state is restored; resolving will report the same errors.
    pub(super) fn end_attempt(&mut self, before: Before, succeeded: bool) {
        self.attempts.open -= 1;
        if succeeded {
            return;
        }
        let taken_back = self.scratch.instances.used.len() - before.used_instances;
        let steps = self.attempts.steps - before.steps;
        self.attempts.wasted += steps + taken_back * STEPS_OF_INSTANCE;
        for instance in self.scratch.instances.used.drain(before.used_instances..) {
            self.scratch.instances.known.remove(&instance);
        }
        for instance in self.scratch.instances.noted.drain(before.noted_places..) {
            self.scratch.instances.places.remove(&instance);
        }
        self.shorten_events(before.events);
        self.out.diagnostics.truncate(before.diagnostics);
        self.out.instances.truncate(before.instances);
        self.scratch.run_cache.take_back_applied(before.applied);
        self.limits = before.limits;
    }

    #[inline]
    pub(super) fn eval_direct(
        &mut self,
        v: ValueId,
        known: &mut Known<'_>,
        cur: RecordScope<'_>,
    ) -> Option<ValueId> {
        if v.is_settled() {
            return Some(v);
        }
        let data = self.values.get(v);
        if let Node::Var(name) = &data.node {
            return self.look_up_direct(*name, known, cur);
        }
        self.eval_direct_node(v, data, known, cur)
    }

    fn eval_direct_node(
        &mut self,
        v: ValueId,
        data: &NodeData,
        known: &mut Known<'_>,
        cur: RecordScope<'_>,
    ) -> Option<ValueId> {
        self.attempts.steps += 1;
        if self.attempts.steps > MAX_STEPS {
            return None;
        }
        // Memoized only where no variables of operators are visible, since these may have other values each time.
        let epoch = match &mut known.fields {
            Some(fields) if known.bound.len() == known.hidden && is_shared(&data.node) => Some(
                *fields
                    .try_direct
                    .get_or_insert_with(|| self.scratch.epoch()),
            ),
            _ => None,
        };
        if let Some(epoch) = epoch
            && let Some(found) = self.scratch.get(epoch, v)
        {
            return Some(found);
        }
        self.enter_if_room()?;
        let found = self.fold_direct(v, data, known, cur);
        self.leave();
        let found = found.filter(|found| found.is_settled())?;
        if let Some(epoch) = epoch {
            self.scratch.put(epoch, v, found);
        }
        Some(found)
    }

    fn fold_direct(
        &mut self,
        v: ValueId,
        data: &NodeData,
        known: &mut Known<'_>,
        cur: RecordScope<'_>,
    ) -> Option<ValueId> {
        let values = self.values;
        let ty = data.ty.unwrap_or(Ty::STRING);
        match &data.node {
            Node::Field(base, name) => {
                let base = self.eval_direct(*base, known, cur)?;
                self.fold_field(base, *name, ty, cur).ok()
            }
            Node::Un(op, operand) => {
                let operand = self.eval_direct(*operand, known, cur)?;
                match op {
                    // The results of these two operators depend on the stage.
                    UnOp::GetDagOpName => None,
                    UnOp::Cast if values.casts_a_name(operand, data.ty) => None,
                    _ => self.fold_un(*op, operand, ty, cur, false).ok(),
                }
            }
            Node::Tern(op, var, list, body) if op.binds() => {
                let list = self.eval_direct(*list, known, cur)?;
                let var = values.as_str(*var)?;
                self.each_direct(*op, (var, *body), list, ty, known, cur)
            }
            Node::Fold {
                start,
                list,
                acc,
                var,
                body,
            } => {
                let start = self.eval_direct(*start, known, cur)?;
                let list = self.eval_direct(*list, known, cur)?;
                let elems = values.as_list(list)?;
                if elems.len() >= MANY && acc != var && self.only_appends(*body, *acc) {
                    return None;
                }
                self.settle_around(*body, &[*acc, *var], known, cur)?;
                let mut result = start;
                for elem in elems {
                    self.spend(1).ok()?;
                    known.bound.extend([(*acc, result), (*var, *elem)]);
                    let found = self.eval_direct(*body, known, cur);
                    known.bound.truncate(known.bound.len() - 2);
                    result = found?;
                }
                Some(result)
            }
            Node::Instance(class, args) => {
                // If no argument changes, the attempt fails. Resolving then keeps the instance: the arguments were not
                // free of variables at an earlier stage.
                let args = self.rebuild_all(args, known, cur).ok()??;
                let new = values.instance_of(*class, &args, data.ty?);
                if self.release >= Release::V21 {
                    self.place_instance(new, InstancePlace::Of(v));
                }
                self.instantiate(new).ok()
            }
            // Since LLVM 21, the reference resolves each condition together with its value. Only resolving does this
            // here.
            Node::Cond(_) if self.release >= Release::V21 => None,
            Node::List(_)
            | Node::Bin(..)
            | Node::Tern(..)
            | Node::Cond(_)
            | Node::IsA(..)
            | Node::Dag { .. } => self.rebuild(v, data, known, cur).ok(),
            // Other values are left to resolving: single bits may be unknown, or the result depends on the stage.
            _ => None,
        }
    }

    /// Evaluates `!foreach` or `!filter` over a list.
    fn each_direct(
        &mut self,
        op: TernOp,
        (var, body): (Sym, ValueId),
        list: ValueId,
        ty: Ty,
        known: &mut Known<'_>,
        cur: RecordScope<'_>,
    ) -> Option<ValueId> {
        let values = self.values;
        let elems = values.as_list(list)?;
        self.settle_around(body, &[var], known, cur)?;
        let mut result = SmallVec::<[ValueId; 16]>::with_capacity(elems.len());
        for elem in elems {
            self.spend(1).ok()?;
            let found = self.element_direct((var, *elem), body, known, cur)?;
            match op {
                TernOp::Foreach => result.push(found),
                _ if self.as_number(found)? != 0 => result.push(*elem),
                _ => {}
            }
        }
        Some(match op {
            TernOp::Foreach => self.new_list(&result, values.elem_ty(ty)?),
            _ => self.new_list(&result, self.elem_type(list)?),
        })
    }

    /// Checks that the body of an operator does not depend on stages, and evaluates the names in it that the operator
    /// does not bind: resolving does so before the first element, even if the list is empty.
    fn settle_around(
        &mut self,
        body: ValueId,
        names: &[Sym],
        known: &mut Known<'_>,
        cur: RecordScope<'_>,
    ) -> Option<()> {
        if body.is_settled() {
            return Some(());
        }
        if !self.needs_no_stages(body, names) {
            return None;
        }
        for mention in &*self.mentions_in_body(body, names)? {
            let events = self.out.events.len();
            self.look_up_direct(mention.name, known, cur)?;
            // Resolving might not reach this name, so the attempt fails if looking the name up recorded events.
            if mention.perhaps && self.out.events.len() > events {
                return None;
            }
        }
        Some(())
    }

    fn element_direct(
        &mut self,
        (var, elem): (Sym, ValueId),
        body: ValueId,
        known: &mut Known<'_>,
        cur: RecordScope<'_>,
    ) -> Option<ValueId> {
        if body.is_settled() {
            return Some(body);
        }
        let application = (body, var, elem);
        if let Some(found) = self.scratch.run_cache.applied(application) {
            return Some(found);
        }
        let mark = self.mark();
        let place = known.bound.len() + 1;
        let lowest = std::mem::replace(&mut known.lowest, usize::MAX);
        known.bound.push((var, elem));
        let found = self.eval_direct(body, known, cur);
        known.bound.pop();
        if let Some(found) = found
            && known.lowest >= place
            && self.lasts_since(mark)
        {
            self.scratch.run_cache.set_applied(application, found);
        }
        known.lowest = known.lowest.min(lowest);
        found
    }

    fn look_up_direct(
        &mut self,
        name: Sym,
        known: &mut Known<'_>,
        cur: RecordScope<'_>,
    ) -> Option<ValueId> {
        let bound = known.bound[known.hidden..].iter();
        if let Some(at) = bound.rev().position(|(it, _)| *it == name) {
            let at = known.bound.len() - 1 - at;
            known.lowest = known.lowest.min(at + 1);
            return Some(known.bound[at].1).filter(|value| value.is_settled());
        }
        known.lowest = 0;
        if let Some((_, value)) = known.args.iter().find(|(it, _)| *it == name) {
            return self.eval_direct_around(*value, known, cur);
        }
        let record = known.fields.as_ref().and(cur.record())?;
        let index = record.shape.find(name)?;
        let fields = known.fields.as_mut()?;
        if let Some(Some(found)) = fields.resolved.get(index) {
            return Some(*found).filter(|found| found.is_settled());
        }
        let value = record.values[index].filter(|value| *value != ValueId::UNSET)?;
        if value.is_settled() {
            return Some(value);
        }
        if fields.stack.contains(&Name::Var(name)) {
            return None;
        }
        fields.stack.push(Name::Var(name));
        let found = self.eval_direct_around(value, known, cur);
        let fields = known.fields.as_mut()?;
        fields.stack.pop();
        let found = found?;
        if self.changes_as_field(value, found, record.shape.types[index]) {
            return None;
        }
        fields.resolved.resize(record.values.len(), None);
        fields.resolved[index] = Some(found);
        known.looked_up.push(index);
        Some(found)
    }

    /// Evaluates the value of a field or an argument, in which the variables of the enclosing operators are not
    /// visible.
    fn eval_direct_around(
        &mut self,
        value: ValueId,
        known: &mut Known<'_>,
        cur: RecordScope<'_>,
    ) -> Option<ValueId> {
        let hidden = std::mem::replace(&mut known.hidden, known.bound.len());
        let found = self.eval_direct(value, known, cur);
        known.hidden = hidden;
        found
    }

    /// Whether `found`, the result for the `value` of a field, changes when it is converted to the type of the field.
    /// Only a value that mentions template arguments is checked, since resolving converts such a value as soon as the
    /// arguments are substituted.
    pub(super) fn changes_as_field(&mut self, value: ValueId, found: ValueId, ty: Ty) -> bool {
        self.values.get(value).vars & Sym::ARGS_MASK != 0
            && self.field_value(found, ty) != Some(found)
    }
}
