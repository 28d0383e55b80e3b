//! How a text is matched.
//!
//! Where the matching of a text is at a byte is a state: the steps of the pattern that may come next. Which state follows
//! from which is worked out once and kept from text to text, for a pattern is tried on thousands of names.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Step, contains};

/// The states that were met so far.
#[derive(Default)]
pub(super) struct States {
    /// Where a text begins.
    start: Option<Next>,
    list: Vec<State>,
    by_steps: FxHashMap<Rc<[u32]>, u32>,
    /// How many steps all of them hold.
    size: usize,
    scratch: Scratch,
}

struct State {
    /// Those that take a byte, and those that wait for the end of the text.
    steps: Rc<[u32]>,
    is_start: bool,
    /// Whether a text that ends here matches, once one did.
    matches_at_end: Option<bool>,
    /// What follows from the bytes that came.
    next: Vec<(u8, Next)>,
}

#[derive(Clone, Copy)]
enum Next {
    /// The text matches, whatever follows.
    Match,
    /// It does not.
    Never,
    State(u32),
}

/// Steps that are reached at one place of a text.
#[derive(Default)]
struct Scratch {
    found: Vec<u32>,
    /// For each step the last round in which it was reached.
    reached: Vec<u64>,
    round: u64,
    rest: Vec<u32>,
}

/// Where in the text it is.
#[derive(Clone, Copy, Default)]
struct Place {
    is_start: bool,
    is_end: bool,
}

/// When states hold more steps together, all are forgotten: a pattern may have more of them than fit into memory.
const MAX_SIZE: usize = 1 << 16;

impl States {
    /// Whether a pattern, given by its steps, matches somewhere in a text. It has to be the same each time.
    pub(super) fn is_match(&mut self, program: &[Step], is_anchored: bool, text: &[u8]) -> bool {
        let mut now = self.start(program);
        for byte in text {
            match now {
                Next::Match => return true,
                Next::Never => return false,
                Next::State(state) => now = self.follow(program, is_anchored, state, *byte),
            }
        }
        match now {
            Next::Match => true,
            Next::Never => false,
            Next::State(state) => self.matches_at_end(program, state),
        }
    }

    fn start(&mut self, program: &[Step]) -> Next {
        if let Some(start) = self.start {
            return start;
        }
        let place = Place {
            is_start: true,
            ..Place::default()
        };
        self.scratch.begin(program);
        let start = match self.scratch.reach(program, 0, place) {
            true => Next::Match,
            // It is kept apart from others of the same steps: only here a text may begin.
            false => Next::State(self.push(true)),
        };
        self.start = Some(start);
        start
    }

    fn follow(&mut self, program: &[Step], is_anchored: bool, state: u32, byte: u8) -> Next {
        let known = &self.list[state as usize].next;
        if let Some((_, next)) = known.iter().find(|it| it.0 == byte) {
            return *next;
        }
        if self.size > MAX_SIZE {
            let steps = self.list[state as usize].steps.clone();
            let scratch = std::mem::take(&mut self.scratch);
            *self = States {
                scratch,
                ..States::default()
            };
            return self.step(program, is_anchored, &steps, byte);
        }
        let steps = self.list[state as usize].steps.clone();
        let next = self.step(program, is_anchored, &steps, byte);
        self.list[state as usize].next.push((byte, next));
        next
    }

    /// What follows from some steps.
    fn step(&mut self, program: &[Step], is_anchored: bool, steps: &[u32], byte: u8) -> Next {
        let scratch = &mut self.scratch;
        scratch.begin(program);
        let takes = |step: u32| match &program[step as usize] {
            Step::Take(bytes) => contains(bytes, byte),
            _ => false,
        };
        let mut taken = steps.iter().filter(|step| takes(**step));
        let place = Place::default();
        if taken.any(|step| scratch.reach(program, step + 1, place))
            || !is_anchored && scratch.reach(program, 0, place)
        {
            return Next::Match;
        }
        if scratch.found.is_empty() && is_anchored {
            return Next::Never;
        }
        match self.by_steps.get(&scratch.found[..]) {
            Some(known) => Next::State(*known),
            None => Next::State(self.push(false)),
        }
    }

    /// Adds a state of the steps that were found.
    fn push(&mut self, is_start: bool) -> u32 {
        let steps: Rc<[u32]> = self.scratch.found[..].into();
        let index = self.list.len() as u32;
        self.size += 1 + steps.len();
        if !is_start {
            self.by_steps.insert(steps.clone(), index);
        }
        self.list.push(State {
            steps,
            is_start,
            matches_at_end: None,
            next: Vec::new(),
        });
        index
    }

    fn matches_at_end(&mut self, program: &[Step], state: u32) -> bool {
        let state = &mut self.list[state as usize];
        let (steps, scratch) = (&state.steps, &mut self.scratch);
        let place = Place {
            is_start: state.is_start,
            is_end: true,
        };
        *state.matches_at_end.get_or_insert_with(|| {
            scratch.begin(program);
            steps.iter().any(|it| scratch.reach(program, *it, place))
        })
    }
}

impl Scratch {
    fn begin(&mut self, program: &[Step]) {
        self.reached.resize(program.len(), 0);
        self.round += 1;
        self.found.clear();
    }

    /// Adds a step and what follows from it without taking a byte; tells whether that is a match.
    fn reach(&mut self, program: &[Step], step: u32, place: Place) -> bool {
        self.rest.clear();
        self.rest.push(step);
        while let Some(step) = self.rest.pop() {
            let reached = &mut self.reached[step as usize];
            if std::mem::replace(reached, self.round) == self.round {
                continue;
            }
            match program[step as usize] {
                Step::Split(a, b) => self.rest.extend([b, a]),
                Step::Jump(to) => self.rest.push(to),
                Step::Start if place.is_start => self.rest.push(step + 1),
                Step::Start => {}
                Step::End if place.is_end => self.rest.push(step + 1),
                Step::Take(_) | Step::End => self.found.push(step),
                Step::Match => return true,
            }
        }
        false
    }
}
