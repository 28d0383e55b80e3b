//! Makes the steps of all patterns, some of them at the same time.

use backend::{Fatal, Records};
use pattern_model::{PatternId, Patterns};

use super::generate::{Generator, Known};
use super::matchers::{MatcherId, Matchers, Parts};
use super::step::Step;
use super::threads;

/// So many patterns are worth a thread.
const PART: usize = 512;

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
pub(super) fn convert(
    records: &Records,
    patterns: &Patterns,
    order: &[PatternId],
    matchers: &mut Matchers,
) -> Result<(Vec<MatcherId>, Vec<String>), Fatal> {
    let known = Known::new(records, patterns);
    let convert = |order: &[PatternId]| Converted::new(records, patterns, &known, order);
    let part = order.len().div_ceil(threads::count()).max(PART);
    let parts: Vec<&[PatternId]> = order.chunks(part).collect();
    let results = threads::at_once(&parts, convert);
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
