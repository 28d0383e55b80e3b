//! The numbers of anonymous records while a statement is elaborated.

use crate::numbering::Numbers;
use crate::value::{Anon, V};

use super::Cx;

impl Cx<'_> {
    /// The number in an anonymous name.
    pub(super) fn number(&self, anon: Anon) -> Option<u32> {
        let before = self.world.numbers()?;
        let known = before.get(anon);
        known.or_else(|| self.count_own(before).get(anon))
    }

    /// The numbers given so far.
    pub(super) fn numbers(&self) -> Option<Numbers> {
        self.world.numbers().map(|before| self.count_own(before))
    }

    /// Goes on with what this statement did so far.
    fn count_own(&self, mut numbers: Numbers) -> Numbers {
        let made = |instance: V| {
            // Of one that is being made, the rest is in the events that follow.
            if self.unfinished.iter().any(|(it, _)| *it == instance) {
                return None;
            }
            let own = self.instances.get(&instance).cloned();
            let made = own.or_else(|| self.world.instance(instance))?;
            Some(made.events.clone())
        };
        let before = self.unfinished.iter().map(|(_, events)| events);
        for events in before.chain([&self.out.events]) {
            numbers.replay(self.values, events, &made);
        }
        numbers
    }
}
