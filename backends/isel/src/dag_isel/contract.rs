//! Contracting the steps of one pattern: sequences of steps, such as a move and a check, are replaced by one step.

use elaborate::records::Release;
use smallvec::SmallVec;

use super::changes;
use super::step::Step;

/// Contracts the steps of a pattern as the reference does in `release`. `morph` joins an [`EmitNode`](Step::EmitNode)
/// and the step after it into one step, if possible.
pub(super) fn contract(
    release: Release,
    steps: &mut Vec<Step>,
    morph: impl Fn(Step, Step) -> Option<Step>,
) {
    if changes::contracts_in_one_pass(release) {
        contract_forward(steps, morph)
    } else {
        contract_back_and_forth(steps, morph)
    }
}

/// Contracts the steps of a pattern in one pass: applies [`replace`] to each step, and to the steps that replace it. A
/// step that `morph` returns is the last step.
fn contract_forward(steps: &mut Vec<Step>, morph: impl Fn(Step, Step) -> Option<Step>) {
    // A stack of the remaining steps, with the next step on top.
    let mut todo: Vec<Step> = std::mem::take(steps);
    todo.reverse();
    while let Some(step) = todo.pop() {
        if let (Step::EmitNode(_), Some(next)) = (step, todo.last())
            && let Some(morphed) = morph(step, *next)
        {
            steps.push(morphed);
            return;
        }
        if !replace(step, &mut todo) {
            steps.push(step);
        }
    }
}

/// Replaces a step and some of its successors, if a rule applies. Returns whether they were replaced. `rest` is a stack
/// of the successors, with the next step on top.
fn replace(step: Step, rest: &mut Vec<Step>) -> bool {
    let (taken, new): (usize, &[Step]) = match (step, rest.as_slice()) {
        (Step::MoveChild(_), [.., Step::MoveParent]) => (1, &[]),
        (Step::MoveChild(child), [.., next]) if let Some(joined) = of_child(child, *next) => {
            (1, &[joined, step])
        }
        (Step::MoveParent, [.., Step::MoveChild(child)]) => (1, &[Step::MoveSibling(*child)]),
        (Step::MoveSibling(_), [.., Step::MoveParent]) => (1, &[Step::MoveParent]),
        // Only the step `only` runs on the sibling. Its form for a child of the parent needs no move to the sibling.
        (Step::MoveSibling(child), [.., Step::MoveParent, only])
            if let Some(only) = of_child(child, *only) =>
        {
            (2, &[Step::MoveParent, only])
        }
        (
            Step::MoveSibling(child),
            [
                ..,
                Step::MoveParent,
                ty @ Step::CheckType { .. },
                first @ (Step::RecordNode { .. } | Step::CheckInteger(_) | Step::CheckSame(_)),
            ],
        ) if let (Some(first), Some(ty)) = (of_child(child, *first), of_child(child, *ty)) => {
            (3, &[Step::MoveParent, first, ty])
        }
        // The opcode is checked before the node is recorded.
        (Step::RecordNode { .. }, [.., opcode @ Step::CheckOpcode(_)]) => (1, &[*opcode, step]),
        _ => return false,
    };
    let new: SmallVec<[Step; 3]> = SmallVec::from_slice(new);
    rest.truncate(rest.len() - taken);
    rest.extend(new.into_iter().rev());
    true
}

/// Contracts the steps of a pattern in both directions. The steps contain no scopes yet.
///
/// On the way forward, a step is joined with its successors. On the way back, it may be swapped or joined with the next
/// step; changed steps go forward again, as in the reference.
fn contract_back_and_forth(steps: &mut Vec<Step>, morph: impl Fn(Step, Step) -> Option<Step>) {
    // Stacks of steps, with the next step on top.
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

/// The step that does for the child `child` what `next` does for the current node, without a move; `None` if there is
/// no such step.
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

/// Swaps a step with its successor or joins it with its successors, if a rule applies. Returns whether the steps
/// changed. `rest` is a stack of the successors, with the next step on top. Opcodes are checked before types, so that
/// patterns for several types of one operator can share the check of the opcode.
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
