//! The best completion items. Which labels are kept does not depend on the order in which items are added.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::context_scores::Score;
use super::rank::ALWAYS;
use super::{CompletionItem, CompletionItemKind};

/// The largest number of items in an answer, not counting the items of rank `ALWAYS`.
const MAX_ITEMS: usize = 200;

/// The best items so far, ordered by rank, then by score, then by name, ignoring case.
#[derive(Default)]
pub(super) struct Best {
    counted: BTreeMap<Key, CompletionItem>,
    always: BTreeMap<Key, CompletionItem>,
    by_label: FxHashMap<String, Key>,
    /// Whether items were left out.
    pub is_incomplete: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    rank: u8,
    score: Reverse<Score>,
    folded: String,
    label: String,
    kind: CompletionItemKind,
}

impl Key {
    fn new(item: &CompletionItem) -> Key {
        Key {
            rank: item.rank,
            score: Reverse(item.score),
            folded: item.label.to_ascii_lowercase(),
            label: item.label.clone(),
            kind: item.kind,
        }
    }
}

impl Best {
    /// Whether an item with this rank, score and label is among the best so far. If not, marks the answer as
    /// incomplete.
    pub(super) fn wants(&mut self, rank: u8, score: Score, label: &str) -> bool {
        if rank >= ALWAYS || self.counted.len() < MAX_ITEMS {
            return true;
        }
        let worst = self.counted.last_key_value();
        let wants = worst.is_none_or(|(worst, _)| {
            let folded = label.bytes().map(|it| it.to_ascii_lowercase());
            let names = || folded.cmp(worst.folded.bytes());
            let fit = (rank, Reverse(score)).cmp(&(worst.rank, worst.score));
            fit.then_with(names) != Ordering::Greater
        });
        self.is_incomplete |= !wants;
        wants
    }

    /// Adds an item. Of several items with the same label, only the best is kept, and of equal items the first.
    pub(super) fn add(&mut self, item: CompletionItem) {
        let rank = item.rank;
        if !self.wants(rank, item.score, &item.label) {
            return;
        }
        let key = Key::new(&item);
        if let Some(other) = self.by_label.get(&key.label) {
            if *other <= key {
                return;
            }
            self.counted.remove(other);
            self.always.remove(other);
        }
        self.by_label.insert(key.label.clone(), key.clone());
        if rank >= ALWAYS {
            self.always.insert(key, item);
            return;
        }
        self.counted.insert(key, item);
        if self.counted.len() > MAX_ITEMS {
            if let Some((worst, _)) = self.counted.pop_last() {
                self.by_label.remove(&worst.label);
            }
            self.is_incomplete = true;
        }
    }

    /// All items, the best first. Items of rank `ALWAYS` come last.
    pub(super) fn into_items(self) -> Vec<CompletionItem> {
        let items = self.counted.into_values().chain(self.always.into_values());
        items.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(rank: u8, label: &str) -> CompletionItem {
        CompletionItem {
            label: label.to_owned(),
            kind: CompletionItemKind::Record,
            detail: None,
            snippet: None,
            rank,
            score: Score::default(),
        }
    }

    #[test]
    fn what_is_left_out_does_not_depend_on_the_order() {
        let all = |reversed: bool| {
            let mut items: Vec<CompletionItem> =
                (0..300).map(|it| item(2, &format!("n{it:03}"))).collect();
            items.push(item(0, "z"));
            items.push(item(2, "z"));
            items.push(item(ALWAYS, "!op"));
            if reversed {
                items.reverse();
            }
            let mut best = Best::default();
            items.into_iter().for_each(|it| best.add(it));
            assert!(best.is_incomplete);
            best.into_items()
        };
        let items = all(false);
        assert_eq!(items, all(true));
        assert_eq!(items.len(), MAX_ITEMS + 1);
        assert_eq!((items[0].rank, &*items[0].label), (0, "z"));
        assert_eq!(items[MAX_ITEMS - 1].label, "n198");
        assert_eq!(items[MAX_ITEMS].label, "!op");
    }

    #[test]
    fn nothing_is_left_out_of_few() {
        let mut best = Best::default();
        for name in ["b", "A", "a", "B", "a"] {
            best.add(item(1, name));
        }
        assert!(!best.is_incomplete);
        let labels = best.into_items().into_iter().map(|it| it.label);
        assert_eq!(labels.collect::<Vec<_>>(), ["A", "a", "B", "b"]);
    }
}
