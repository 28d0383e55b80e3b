//! Converting patterns to steps, in several threads.

use backend::{Fatal, Records};
use pattern_model::{PatternId, Patterns};

use super::generate::{Generator, Known};
use super::matchers::{MatcherId, Matchers, Parts};
use super::threads;

/// The minimum number of patterns for which a thread is started. For fewer patterns, a thread takes more time than it
/// saves.
const PART: usize = 512;

/// The matchers of the patterns that one thread converts.
struct Converted {
    matchers: Matchers,
    options: Vec<MatcherId>,
    said: Vec<String>,
}

/// Adds the matchers of the patterns to `matchers`, in the order of `order`. Returns the ids of the matchers, and the
/// messages to be printed.
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
        let shift = matchers.append(converted.matchers);
        options.extend(converted.options.iter().map(|it| MatcherId(it.0 + shift)));
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
        let mut matchers = Matchers::new(Vec::new());
        let mut parts = Parts::default();
        let mut options = Vec::with_capacity(order.len());
        for pattern in order {
            generator.generate(*pattern, &mut parts, |steps| {
                options.push(matchers.add_all(steps.iter().copied()));
            })?;
        }
        matchers.parts = parts;
        Ok(Converted {
            matchers,
            options,
            said: generator.said,
        })
    }
}
