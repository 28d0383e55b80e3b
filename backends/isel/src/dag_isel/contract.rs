//! Makes the steps of one pattern fewer: moves together with what they are for become one step.

use super::step::Step;

/// Contracts the steps of a pattern, which has no scopes yet. `morph` makes one step of an
/// [`EmitNode`](Step::EmitNode) and what follows it, if that may be.
///
/// A step goes the way forward once: there it is joined with what follows. When all that follows is done, it may change
/// places with the next or be joined with it; what has changed then goes forward again, as in the reference.
pub(super) fn contract(steps: &mut Vec<Step>, morph: impl Fn(Step, Step) -> Option<Step>) {
    // Stacks with the next step on top.
    let mut todo: Vec<Step> = std::mem::take(steps);
    todo.reverse();
    let mut passed: Vec<Step> = Vec::new();
    let mut done: Vec<Step> = Vec::with_capacity(todo.len());
    loop {
        while let Some(step) = todo.pop() {
            let Some(next) = todo.last().copied() else {
                passed.push(step);
                break;
            };
            match step {
                Step::MoveChild(_) if matches!(next, Step::MoveParent) => _ = todo.pop(),
                Step::MoveChild(child) if let Some(joined) = of_child(child, next) => {
                    passed.push(joined);
                    todo.pop();
                    todo.push(step);
                }
                Step::EmitNode(_) if let Some(morphed) = morph(step, next) => {
                    todo.clear();
                    done.push(morphed);
                }
                _ => passed.push(step),
            }
        }
        loop {
            let Some(step) = passed.pop() else {
                done.reverse();
                *steps = done;
                return;
            };
            if rearrange(step, &mut done) {
                std::mem::swap(&mut todo, &mut done);
                break;
            }
            done.push(step);
        }
    }
}

/// What a move to a child and the step after it do, as one step that does not move.
fn of_child(child: u32, next: Step) -> Option<Step> {
    let small = u8::try_from(child).ok()?;
    Some(match next {
        Step::RecordNode { slot, what } if child < 8 => Step::RecordChild {
            child: small,
            slot,
            what,
        },
        Step::CheckType { ty, result: 0 } if child < 8 => Step::CheckChildType { child: small, ty },
        Step::CheckSame(slot) if child < 4 => Step::CheckChildSame { child: small, slot },
        Step::CheckInteger(value) if child < 5 => Step::CheckChildInteger {
            child: small,
            value,
        },
        Step::CheckCondCode(condition) if child == 2 => Step::CheckChild2CondCode(condition),
        _ => return None,
    })
}

/// Puts a step before those that follow it, the next one on top, if they then begin otherwise; tells whether it did.
/// Structure is checked before types, since many operators have several types.
fn rearrange(step: Step, rest: &mut Vec<Step>) -> bool {
    match (step, rest.as_slice()) {
        (
            Step::CheckType { .. } | Step::CheckChildType { .. } | Step::RecordNode { .. },
            [.., Step::CheckOpcode(_)],
        ) => {
            let at = rest.len() - 1;
            rest.insert(at, step);
        }
        (Step::MoveParent, [.., Step::MoveChild(child)]) => {
            let sibling = Step::MoveSibling(*child);
            rest.pop();
            rest.push(sibling);
        }
        (
            Step::MoveParent,
            [
                ..,
                Step::MoveChild(moved),
                Step::RecordChild { child, slot, what },
            ],
        ) if *moved == u32::from(*child) => {
            let record = Step::RecordNode {
                slot: *slot,
                what: *what,
            };
            let sibling = Step::MoveSibling(*moved);
            rest.truncate(rest.len() - 2);
            rest.extend([record, sibling]);
        }
        _ => return false,
    }
    true
}
