//! Makes the steps of all patterns, some of them at the same time.

use std::panic::resume_unwind;
use std::thread;

use backend::{Fatal, Records};
use pattern_model::{PatternId, Patterns};

use super::generate::{Generator, Known};
use super::matchers::{MatcherId, Matchers, Parts};
use super::step::Step;

/// So many patterns are worth a thread.
const PART: usize = 512;

/// Trees may be deep, and what matches them goes down to their leaves.
const STACK: usize = 256 << 20;

/// The steps of some patterns.
#[derive(Default)]
struct Converted {
    steps: Vec<Step>,
    /// Where the steps of each matcher end.
    ends: Vec<usize>,
    parts: Parts,
    said: Vec<String>,
}

/// Adds the matchers of all patterns, in their order, and what is to be printed because of them.
pub fn convert(
    records: &Records,
    patterns: &Patterns,
    order: &[PatternId],
    matchers: &mut Matchers,
) -> Result<(Vec<MatcherId>, Vec<String>), Fatal> {
    let known = Known::new(records, patterns);
    let convert = |order: &[PatternId]| Converted::new(records, patterns, &known, order);
    let threads = thread::available_parallelism().map_or(1, |it| it.get());
    let part = order.len().div_ceil(threads).max(PART);
    let results: Vec<Result<Converted, Fatal>> = if order.len() <= part {
        vec![convert(order)]
    } else {
        thread::scope(|scope| {
            let spawn = |part| {
                let thread = thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, move || convert(part))
            };
            let threads: Vec<_> = order.chunks(part).map(|part| (part, spawn(part))).collect();
            let joined = threads.into_iter().map(|(part, thread)| match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // There is no room for another thread.
                Err(_) => convert(part),
            });
            joined.collect()
        })
    };
    let mut options = Vec::with_capacity(order.len());
    let mut said = Vec::new();
    for result in results {
        let mut converted = result?;
        said.append(&mut converted.said);
        converted.add_to(matchers, &mut options);
    }
    Ok((options, said))
}

impl Converted {
    fn new(
        records: &Records,
        patterns: &Patterns,
        known: &Known,
        order: &[PatternId],
    ) -> Result<Converted, Fatal> {
        let mut generator = Generator::new(records, patterns, known);
        let mut converted = Converted::default();
        for pattern in order {
            generator.generate(*pattern, &mut converted.parts, |steps| {
                converted.steps.extend_from_slice(steps);
                converted.ends.push(converted.steps.len());
            })?;
        }
        converted.said = generator.said;
        Ok(converted)
    }

    fn add_to(self, matchers: &mut Matchers, options: &mut Vec<MatcherId>) {
        let shift = matchers.parts.append(self.parts);
        let mut start = 0;
        for end in self.ends {
            let steps = self.steps[start..end].iter();
            options.push(matchers.add_all(steps.map(|it| it.shifted(shift))));
            start = end;
        }
    }
}
