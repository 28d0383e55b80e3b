//! The numbers of anonymous records during the elaboration of a statement.

use std::sync::Arc;

use crate::anonymous_numbers::{Event, Numbers};
use crate::value::{Anon, AnonKey, ValueId};

use super::Cx;

/// The numbers of anonymous records in a statement. They follow from the [`Event`]s that the statement has recorded so
/// far; a query replays only the events since the previous query. The first level is that of the statement. Each class
/// instance under construction adds a level, whose numbers continue the numbers of the enclosing level.
#[derive(Default)]
pub(super) struct Counted(Vec<Level>);

struct Level {
    numbers: Arc<Numbers>,
    /// The number of events that are counted in `numbers`.
    events: usize,
}

impl Cx<'_> {
    /// The number of the anonymous record `anon`, if it has one.
    pub(super) fn number(&self, anon: Anon) -> Option<u32> {
        self.numbers()?.get(anon)
    }

    /// The numbers assigned so far. `None` if the world has no numbers, see [`super::World::numbers`].
    pub(super) fn numbers(&self) -> Option<Arc<Numbers>> {
        let mut counted = self.naming.counted.borrow_mut();
        let levels = &mut counted.0;
        for index in 0..=self.scratch.instances.unfinished.len() {
            if index == levels.len() {
                let numbers = match index
                    .checked_sub(1)
                    .map(|it| self.scratch.instances.unfinished[it].0)
                {
                    None => self.world.numbers()?,
                    Some(instance) => {
                        let mut numbers = Numbers::after(levels[index - 1].numbers.clone());
                        numbers.draw(self.values.anon(AnonKey::Instance(instance)));
                        numbers
                    }
                };
                levels.push(Level {
                    numbers: numbers.into(),
                    events: 0,
                });
            }
            let events = match self.scratch.instances.unfinished.get(index) {
                // The last event of this list is the use of the instance under construction. The events inside that
                // instance are in the next list.
                Some((_, events)) => &events[..events.len().saturating_sub(1)],
                None => &self.out.events[..],
            };
            self.count(&mut levels[index], events);
        }
        levels.last().map(|it| it.numbers.clone())
    }

    /// Starts a separate list for the events inside the class instance `instance`, whose use is the last event so far.
    pub(super) fn begin_events(&mut self, instance: ValueId) {
        let before = std::mem::take(&mut self.out.events);
        self.scratch.instances.unfinished.push((instance, before));
    }

    /// Ends the list that `begin_events` started, and returns the events of the instance.
    pub(super) fn end_events(&mut self) -> Vec<Event> {
        let before = self
            .scratch
            .instances
            .unfinished
            .pop()
            .map(|(_, events)| events);
        self.naming
            .counted
            .get_mut()
            .0
            .truncate(self.scratch.instances.unfinished.len() + 1);
        std::mem::replace(&mut self.out.events, before.unwrap_or_default())
    }

    /// Discards all but the first `events` events.
    pub(super) fn shorten_events(&mut self, events: usize) {
        self.out.events.truncate(events);
        let levels = &mut self.naming.counted.get_mut().0;
        if levels
            .get(self.scratch.instances.unfinished.len())
            .is_some_and(|it| it.events > events)
        {
            levels.truncate(self.scratch.instances.unfinished.len());
        }
    }

    fn count(&self, level: &mut Level, events: &[Event]) {
        if level.events == events.len() {
            return;
        }
        let made = |instance: ValueId| {
            let own = self.scratch.instances.known.get(&instance).cloned();
            let made = own.or_else(|| self.world.instance(instance))?;
            Some(made.events.clone())
        };
        let numbers = Arc::make_mut(&mut level.numbers);
        numbers.replay(self.values, &events[level.events..], &made, &mut |_, _| {});
        level.events = events.len();
    }
}
