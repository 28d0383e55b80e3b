//! Evaluates blocks: conditions and loops.

use std::rc::Rc;

use super::parse::Call;
use super::{ITEM, MAX_BLOCKS, Runner, STEP};

/// How execution continues after a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    /// Continues with the next iteration of the loop.
    Continue,
    /// Continues after the loop.
    Break,
    /// Continues after the call of the function, or after the `include` of the file.
    Return,
}

impl Runner<'_> {
    pub(super) fn run(&mut self, calls: &[Call]) -> Flow {
        let mut at = 0;
        while let Some(call) = calls.get(at) {
            at += 1;
            if !self.spend(STEP) {
                return Flow::Return;
            }
            let flow = match call.name.as_str() {
                kind @ ("function" | "macro" | "foreach" | "while" | "if") => {
                    let end = end_of_block(calls, at, kind);
                    let body = &calls[at..end];
                    at = end + 1;
                    // The cost of searching for the end of the block.
                    self.spend(body.len() * ITEM / 2);
                    self.block(kind, call, body)
                }
                _ => self.call(call),
            };
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    fn block(&mut self, kind: &str, head: &Call, body: &[Call]) -> Flow {
        if self.blocks >= MAX_BLOCKS {
            return Flow::Next;
        }
        self.blocks += 1;
        let flow = match kind {
            "foreach" => self.foreach(head, body),
            "while" => self.repeat(head, body),
            "if" => self.branch(head, body),
            _ => {
                self.define(head, body);
                Flow::Next
            }
        };
        self.blocks -= 1;
        flow
    }

    /// Runs the branches of an `if` that are taken or may be taken. From an undecided condition to the first true
    /// condition, each branch may be taken unless its condition is false. A `return`, `break` or `continue` in a branch
    /// that may be taken is ignored.
    fn branch(&mut self, head: &Call, body: &[Call]) -> Flow {
        let mut head = Some(head);
        let mut rest = body;
        let mut is_perhaps = false;
        while let Some(condition) = head {
            let end = end_of_branch(rest);
            let branch = &rest[..end];
            let holds = match condition.name.as_str() {
                "else" => Some(true),
                _ => self.is_true(&condition.args),
            };
            is_perhaps |= holds.is_none();
            match holds {
                Some(false) => {}
                _ if is_perhaps => self.perhaps(branch),
                _ => return self.run(branch),
            }
            if holds == Some(true) {
                break;
            }
            head = rest.get(end);
            rest = rest.get(end + 1..).unwrap_or(&[]);
        }
        Flow::Next
    }

    /// Runs commands that a build may skip. Values set by them are certain for these commands themselves, and doubtful
    /// afterwards.
    fn perhaps(&mut self, calls: &[Call]) {
        let first_changed = self.changed.len();
        let first_dir = self.scope.include_dirs.folders.len();
        self.unsure += 1;
        let _: Flow = self.run(calls);
        self.unsure -= 1;
        let changed = self.changed.get(first_changed..).unwrap_or(&[]);
        self.left.spend(changed.len() * ITEM);
        let variables = Rc::make_mut(&mut self.scope.variables);
        for name in changed {
            if let Some(variable) = variables.get_mut(name.as_str()) {
                variable.is_doubtful = true;
            }
        }
        if self.scope.include_dirs.folders.len() > first_dir {
            let dirs = Rc::make_mut(&mut self.scope.include_dirs);
            let new = dirs.folders.iter_mut().skip(first_dir);
            new.for_each(|it| it.is_perhaps = true);
        }
        if self.unsure == 0 {
            self.changed.clear();
        }
    }

    /// Runs a `while`. If the condition is undecided, the loop runs once. Doubtful values decide the condition here,
    /// because a variable that the loop changes in a branch is doubtful.
    fn repeat(&mut self, head: &Call, body: &[Call]) -> Flow {
        loop {
            let holds = self.is_believed(&head.args);
            if holds == Some(false) || !self.spend(STEP) {
                return Flow::Next;
            }
            if holds.is_none() {
                self.perhaps(body);
                return Flow::Next;
            }
            match self.run(body) {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Flow::Next,
                Flow::Return => return Flow::Return,
            }
        }
    }

    fn foreach(&mut self, head: &Call, body: &[Call]) -> Flow {
        let words = self.values(&head.args);
        let Some((variable, rest)) = words.split_first() else {
            return Flow::Next;
        };
        let named = |item: String| vec![(variable.clone(), item)];
        match words.iter().position(|it| it == "IN") {
            Some(at) if words.get(at + 1).is_some_and(|it| it == "ZIP_LISTS") => {
                let turns = self.zipped(&words[..at], &words[at + 2..]);
                self.turns(turns.into_iter(), body)
            }
            // The numbers are computed one by one, because a range may be longer than the work limit.
            _ if rest.first().is_some_and(|it| it == "RANGE") => {
                let numbers = range(&rest[1..]).map(|it| it.to_string());
                self.turns(numbers.map(named), body)
            }
            _ => {
                let items = self.items(rest).into_iter();
                self.turns(items.map(named), body)
            }
        }
    }

    /// Runs the body of a loop once for each element of `turns`, which holds the values of the loop's variables for one
    /// iteration.
    fn turns(&mut self, turns: impl Iterator<Item = Vec<(String, String)>>, body: &[Call]) -> Flow {
        for turn in turns {
            // Each iteration costs work, even if the body is empty.
            if !self.spend(STEP) {
                return Flow::Return;
            }
            for (name, item) in turn {
                self.set_certain(&name, item);
            }
            match self.run(body) {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Flow::Next,
                Flow::Return => return Flow::Return,
            }
        }
        Flow::Next
    }

    /// The values of the variable of a `foreach`, one for each iteration.
    fn items(&self, words: &[String]) -> Vec<String> {
        let Some(("IN", words)) = words.split_first().map(|(it, rest)| (it.as_str(), rest)) else {
            return words.to_vec();
        };
        let mut items = Vec::new();
        let mut are_lists = false;
        for word in words {
            match word.as_str() {
                "LISTS" => are_lists = true,
                "ITEMS" => are_lists = false,
                name if are_lists => items.extend(self.list(name)),
                item => items.push(item.to_owned()),
            }
        }
        items
    }

    /// The variables and values of a `foreach` over several lists, for each iteration.
    fn zipped(&self, variables: &[String], lists: &[String]) -> Vec<Vec<(String, String)>> {
        let lists: Vec<_> = lists.iter().map(|it| self.list(it)).collect();
        let turns = lists.iter().map(Vec::len).max().unwrap_or(0);
        if !self.spend(turns * lists.len() * 2 * ITEM) {
            return Vec::new();
        }
        let name = |index: usize| match variables {
            [one] => format!("{one}_{index}"),
            _ => variables.get(index).cloned().unwrap_or_default(),
        };
        let turn = |turn: usize| {
            let items = lists.iter().enumerate();
            let items = items.map(|(index, list)| {
                let item = list.get(turn).cloned().unwrap_or_default();
                (name(index), item)
            });
            items.collect()
        };
        (0..turns).map(turn).collect()
    }
}

/// The numbers of `foreach(… RANGE …)`.
fn range(words: &[String]) -> impl Iterator<Item = i64> {
    let numbers = words.iter().filter_map(|it| it.parse().ok());
    let (first, last, step) = match numbers.collect::<Vec<i64>>()[..] {
        [last] => (0, last, 1),
        [first, last] => (first, last, 1),
        [first, last, step, ..] => (first, last, step.max(1)),
        [] => (0, -1, 1),
    };
    (first..=last).step_by(usize::try_from(step).unwrap_or(1))
}

/// The index of the command that ends a block of this `kind`; the number of commands if the end is missing. `from` is
/// the index of the first command in the block.
fn end_of_block(calls: &[Call], from: usize, kind: &str) -> usize {
    let mut depth = 0;
    for (index, call) in calls.iter().enumerate().skip(from) {
        if call.name == kind {
            depth += 1;
        } else if call.name.strip_prefix("end") == Some(kind) {
            if depth == 0 {
                return index;
            }
            depth -= 1;
        }
    }
    calls.len()
}

/// The index of the `elseif` or `else` that ends the first branch; the number of commands if the `if`
/// has one branch only.
fn end_of_branch(calls: &[Call]) -> usize {
    let mut depth = 0_usize;
    for (index, call) in calls.iter().enumerate() {
        match call.name.as_str() {
            "if" => depth += 1,
            "endif" => depth = depth.saturating_sub(1),
            "elseif" | "else" if depth == 0 => return index,
            _ => {}
        }
    }
    calls.len()
}
