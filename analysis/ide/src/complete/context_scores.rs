//! Scores of words for completion. A word of the file scores higher if the words around this word equal the words
//! around the cursor.
//!
//! TableGen sources are repetitive: a new instruction resembles the one above. The longer the common context of the
//! cursor and another place, and the nearer that place, the higher the score of the word at that place.

use std::ops::Range;

use rowan::{GreenNodeData, NodeOrToken};
use rustc_hash::FxHashMap;
use syntax::SyntaxKind::{self, *};

use crate::place::is_type;

/// The number of bytes before the cursor that are searched for words.
const BEFORE: u32 = 100_000;
/// The number of bytes after the cursor that are searched for words.
const BEHIND: u32 = 30_000;
/// The largest number of words before the cursor that are compared with the words before another place.
const MAX_COMPARED: usize = 12;
/// The similarity that an equal word adds if it is before the completed word.
const SAME: u32 = 20;
/// The largest number of words after the cursor that are compared with the words after another place.
const MAX_BEHIND: usize = 4;
/// The similarity that an equal word adds if it is after the completed word.
const SAME_BEHIND: u32 = 12;
/// The similarity that two different words add if their tokens have the same kind, such as two numbers or two names.
const SAME_SORT: u32 = 7;
/// The factor by which a unit of similarity raises a score. An equal word before the completed word triples the score.
/// Similarities are integers because `f64::powf` needs the mathematical library, which each start of the program would
/// have to load.
const GROWTH: f64 = 1.056_467_308_549_538;
/// The distance in words at which the score of a word is halved.
const HALF_DISTANCE: f64 = 1_500.0;

/// The scores of the words near the cursor.
#[derive(Default)]
pub(super) struct ContextScores<'t> {
    scores: FxHashMap<&'t str, Score>,
}

/// The score of a word; a higher score is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score {
    /// Whether the word is a field that still needs a value.
    pub is_needed: bool,
    /// The number of related statements that list the word as a trait.
    pub(super) related: u32,
    /// The sum of the weights of all occurrences, in hundredths. The weight of an occurrence grows exponentially with
    /// its similarity and decreases with its distance.
    weight: u32,
    /// Whether an occurrence of the word follows a token that equals the token before the cursor.
    pub follows: bool,
}

#[derive(Clone, Copy)]
struct Word<'t> {
    kind: SyntaxKind,
    text: &'t str,
    role: Role,
}

/// The role of a word. An occurrence in one role says little about another role: a class that is often a parent need
/// not be frequent as a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A type, or a part of one.
    Type,
    /// A class or multiclass in a list of parents.
    Parent,
    /// Anything else.
    Other,
}

impl Role {
    /// The role of the words directly below a node.
    fn below(node: SyntaxKind) -> Role {
        match node {
            CLASS_REF => Role::Parent,
            it if is_type(it) => Role::Type,
            _ => Role::Other,
        }
    }
}

impl Word<'_> {
    fn is(&self, other: &Word<'_>) -> bool {
        self.kind == other.kind && self.text == other.text
    }
}

impl<'t> ContextScores<'t> {
    /// The scores for completing a word with the role `wanted` at the range `written` of the file.
    pub(super) fn new(
        root: &'t GreenNodeData,
        written: Range<u32>,
        wanted: Role,
    ) -> ContextScores<'t> {
        let mut words = Vec::new();
        let window = written.start.saturating_sub(BEFORE)..written.end.saturating_add(BEHIND);
        collect(root, 0, &window, &mut |word, start, end| {
            if end <= written.start || written.end <= start {
                words.push((word, start));
            }
        });
        let cursor = words.partition_point(|(_, start)| *start < written.start);
        let (before, behind) = words.split_at(cursor);
        let mut context_scores = ContextScores::default();
        for (side, far) in [(before, true), (behind, false)] {
            for (at, (word, _)) in side.iter().enumerate() {
                if !is_name(word.kind) {
                    continue;
                }
                let distance = if far { side.len() - at } else { 2 * at + 1 };
                if word.role != wanted {
                    // A class that is declared or mentioned nearby may well be a parent.
                    if (word.role, wanted) == (Role::Other, Role::Parent) {
                        context_scores.add(*word, 0, distance);
                    }
                    continue;
                }
                let similarity = similarity(before, &side[..at]);
                // The words after the cursor may be meant to follow the completed word.
                let same = side[at + 1..].iter().zip(behind).take(MAX_BEHIND);
                let same = same
                    .take_while(|((one, _), (other, _))| one.is(other))
                    .count();
                let both = similarity + SAME_BEHIND * same as u32;
                context_scores.add(*word, if similarity >= SAME { both } else { 0 }, distance);
            }
        }
        context_scores
    }

    fn add(&mut self, word: Word<'t>, similarity: u32, distance: usize) {
        let nearness = HALF_DISTANCE / (HALF_DISTANCE + distance as f64);
        let weight = 100.0 * nearness * GROWTH.powi(similarity.cast_signed());
        let score = self.scores.entry(word.text).or_default();
        score.weight = score.weight.saturating_add(weight as u32);
        score.follows |= similarity >= SAME;
    }

    /// The score of a word. The name of a dag's argument includes its `$`.
    pub(super) fn score(&self, word: &str) -> Score {
        self.scores.get(word).copied().unwrap_or_default()
    }

    /// All words that have a score.
    pub(super) fn words(&self) -> impl Iterator<Item = &'t str> {
        self.scores.keys().copied()
    }
}

/// The similarity of the ends of two sequences of words.
fn similarity(one: &[(Word<'_>, u32)], other: &[(Word<'_>, u32)]) -> u32 {
    let pairs = one.iter().rev().zip(other.iter().rev());
    let mut sum = 0;
    for (at, ((one, _), (other, _))) in pairs.take(MAX_COMPARED).enumerate() {
        sum += if one.is(other) {
            SAME
        } else if one.kind == other.kind && at > 0 {
            SAME_SORT
        } else {
            break;
        };
    }
    sum
}

/// Whether a token of this kind is a word that completion may offer.
fn is_name(kind: SyntaxKind) -> bool {
    matches!(kind, IDENT | VAR_NAME | MACRO_NAME | BANG_OPERATOR) || kind.is_keyword()
}

/// Calls `word` with each token in the `window` of a tree and with the token's start and end. Trivia are skipped.
fn collect<'t>(
    node: &'t GreenNodeData,
    start: u32,
    window: &Range<u32>,
    word: &mut impl FnMut(Word<'t>, u32, u32),
) {
    let role = Role::below(SyntaxKind::from_raw(node.kind().0));
    let mut start = start;
    for child in node.children() {
        let end = start + u32::from(child.text_len());
        if end > window.start && start < window.end {
            match child {
                NodeOrToken::Node(inner) => collect(inner, start, window, word),
                NodeOrToken::Token(token) => {
                    let kind = SyntaxKind::from_raw(token.kind().0);
                    if !kind.is_trivia() {
                        let text = token.text();
                        word(Word { kind, text, role }, start, end);
                    }
                }
            }
        }
        start = end;
    }
}
