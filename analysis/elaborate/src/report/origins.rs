//! The origin of a mistake that has its effect elsewhere: for example, a field or an assertion of a class in a header
//! fails for the values of a record in another file. Editors show the mistake at the argument or the `let` that gives
//! the value, or at the class if the class is wrong for all values.

mod frames;
mod places;
mod trace;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::diagnostic::{Diagnostic, WrongValue};
use crate::hir::StmtKind;
use crate::ids::{Loc, StmtId};
use crate::report::definitions::Definitions;
use crate::statement_order::Step;
use crate::unit::Unit;

pub(super) use self::frames::{FrameId, Frames};
pub(super) use self::places::{field_value, named};

use self::frames::{Frame, Object};
use self::places::{Named, What};
use self::trace::{FoundKind, FoundPlace, Trace};

/// Traces mistakes to their origins.
pub(super) struct Origins<'a> {
    unit: &'a Unit,
    definitions: &'a Definitions<'a>,
    /// For each statement, the mistakes that were reported: the location of the wrong value, and its origin.
    told: FxHashMap<StmtId, Vec<(Loc, OriginPlace)>>,
    /// The `let`s that enclose each statement, innermost first. They are collected on first use.
    lets: Option<FxHashMap<StmtId, Vec<StmtId>>>,
}

/// Where a mistake originates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OriginPlace {
    /// Where the mistake has its effect.
    Here,
    /// At the argument or the `let` that gives the value.
    Value(Loc),
    /// At a reference to a class or multiclass, including the arguments.
    Reference(Loc),
    /// At the record as a whole.
    Record,
}

/// The origin of a mistake, with the locations that its report mentions.
pub(super) struct Origin {
    pub place: OriginPlace,
    /// The locations that the diagnostic reports for the record.
    pub record: SmallVec<[Loc; 2]>,
    /// The location where the mistake has its effect and further locations, each with the message of a note.
    pub notes: Vec<(Loc, String)>,
    /// Whether the same mistake is already reported for another field.
    pub is_known: bool,
}

impl Origin {
    /// Whether the mistake is traced to the statement `item`. Also true if the mistake is traced to the record as a
    /// whole.
    pub(super) fn is_in(&self, item: StmtId) -> bool {
        match self.place {
            OriginPlace::Here => false,
            OriginPlace::Value(loc) | OriginPlace::Reference(loc) => loc.item == item,
            OriginPlace::Record => true,
        }
    }
}

impl<'a> Origins<'a> {
    pub(super) fn new(unit: &'a Unit, definitions: &'a Definitions<'a>) -> Origins<'a> {
        Origins {
            unit,
            definitions,
            told: FxHashMap::default(),
            lets: None,
        }
    }

    /// The origin of an error that occurred while `item` was evaluated. `None` if the error belongs where the reference
    /// reports it.
    pub(super) fn find(&mut self, item: StmtId, diagnostic: &Diagnostic) -> Option<Origin> {
        let value = match (&diagnostic.value, diagnostic.at) {
            (Some(value), _) => (**value).clone(),
            (None, Some(at)) if at.loc.item != item => WrongValue::new(at.loc, &[]),
            _ => return None,
        };
        let stmt = self.unit.stmt(value.at.item);
        let is_own = value.at.item == item;
        if matches!(stmt.kind, StmtKind::Let(_) | StmtKind::Defset(_))
            || is_own && value.beside.is_empty()
        {
            return None;
        }
        let shown = named(stmt, value.at.span);
        let mut notes = vec![(value.at, shown.what.note())];
        notes.extend(self.passed(item, diagnostic, &value));
        let lets = self.lets_around(item);
        let mut frames = Frames::new(&self.unit.sources, self.definitions);
        let wanted = |it: &Frame<'_>| holds(it, value.at.item, &shown);
        let Some(frame) = frames.find(item, &value, &wanted) else {
            let place = if is_own {
                OriginPlace::Here
            } else {
                OriginPlace::Record
            };
            return Some(Origin {
                place,
                record: value.record,
                notes,
                is_known: false,
            });
        };
        let mut trace = Trace::new(&mut frames, item, &lets);
        match (shown.what, shown.value) {
            _ if !value.unset.is_empty() => {
                value
                    .unset
                    .iter()
                    .for_each(|it| _ = trace.field(*it, frame));
            }
            // All assignments are traced, since a `let` may set only some bits of the field.
            (What::Field(name), _) => _ = trace.field(name, frame),
            (_, Some(value)) => _ = trace.value(value, frame),
            (_, None) => {}
        }
        let (found, fields) = (trace.found, trace.fields);
        let place = if is_own {
            OriginPlace::Here
        } else {
            choose(&found, &value, shown.what, frames.list[frame].depth)
        };
        let told = self.told.entry(item).or_default();
        // The mistake is known if the same origin is already reported for another wrong value.
        let is_one_value = diagnostic.near.is_some() && matches!(place, OriginPlace::Value(_));
        let is_same = |(at, of): &(Loc, OriginPlace)| {
            let is_one = value.beside.contains(at) || is_one_value && *at != value.at;
            is_one && *of == place && place != OriginPlace::Here
        };
        let is_known =
            value.beside.iter().any(|it| fields.contains(it)) || told.iter().any(is_same);
        if !is_known {
            told.push((value.at, place));
        }
        let unset = found.iter().filter(|it| it.kind == FoundKind::Unset);
        if !value.unset.is_empty() {
            notes.extend(unset.map(|it| (it.at, "this has no value".to_owned())));
        }
        Some(Origin {
            place,
            record: value.record,
            notes,
            is_known,
        })
    }

    /// The notes that lead from a wrong value to the statement that is affected: they point to the record, if another
    /// statement creates it, and to the location that the reference reports.
    fn passed(
        &self,
        item: StmtId,
        diagnostic: &Diagnostic,
        value: &WrongValue,
    ) -> Vec<(Loc, String)> {
        let record = value.record.first().copied();
        let record = record.filter(|_| value.instance.is_none());
        let pointed = diagnostic.at.map(|it| it.loc);
        let elsewhere = [record, pointed].into_iter().flatten();
        let elsewhere = elsewhere.filter(|it| it.item != item && *it != value.at);
        let notes = elsewhere.map(|loc| {
            let stmt = self.unit.stmt(loc.item);
            (loc, named(stmt, loc.span).what.note())
        });
        notes.collect()
    }

    fn lets_around(&mut self, item: StmtId) -> Vec<StmtId> {
        let unit = self.unit;
        let lets = self.lets.get_or_insert_with(|| {
            let mut lets = FxHashMap::default();
            let mut open: Vec<StmtId> = Vec::new();
            for step in &unit.sources.layout.steps {
                match step {
                    Step::Stmt(item) if !open.is_empty() => {
                        lets.insert(*item, open.iter().rev().copied().collect());
                    }
                    Step::Enter(head) => open.push(*head),
                    Step::Leave(_) => _ = open.pop(),
                    _ => {}
                }
            }
            lets
        });
        lets.get(&item).cloned().unwrap_or_default()
    }
}

/// Whether `frame` is a use of the definition that contains the construct `shown`. `item` is the statement of this
/// definition.
pub(super) fn holds(frame: &Frame<'_>, item: StmtId, shown: &Named<'_>) -> bool {
    let is_object = match (frame.object, shown.def) {
        (Object::Def(it), Some(def)) => std::ptr::eq(it, def),
        (Object::Class(_) | Object::Multiclass(_), None) => true,
        _ => false,
    };
    frame.item == item && is_object
}

/// Chooses the origin of a wrong value. `depth` is the number of references between the statement and the definition
/// that contains the value. The origin is usually the argument or assignment in `found` that is nearest to the
/// statement, if it is nearer than that definition. Otherwise the origin is the record, or the location where the
/// mistake has its effect.
fn choose(found: &[FoundPlace], value: &WrongValue, what: What, depth: u32) -> OriginPlace {
    let of_kind = |kinds: &'static [FoundKind]| found.iter().filter(|it| kinds.contains(&it.kind));
    let is_unset = of_kind(&[FoundKind::Unset]).next().is_some();
    if is_unset && !value.unset.is_empty() {
        return OriginPlace::Record;
    }
    for kinds in [&GIVEN[..], &[FoundKind::Default]] {
        let nearest = of_kind(kinds).map(|it| it.depth).min();
        if let Some(nearest) = nearest.filter(|it| *it < depth) {
            let found = of_kind(kinds).filter(|it| it.depth == nearest);
            return one_of(found);
        }
    }
    // A record can satisfy an assertion by setting the fields that the assertion depends on.
    let is_asked = what == What::Assertion && of_kind(&[FoundKind::Field]).next().is_some();
    if is_unset || is_asked {
        OriginPlace::Record
    } else {
        OriginPlace::Here
    }
}

const GIVEN: [FoundKind; 2] = [FoundKind::Argument, FoundKind::Field];

/// The origin for several candidates: their common location. If their locations differ, the origin is the reference to
/// a class or multiclass that all candidates belong to, or else the record.
fn one_of<'f>(found: impl Iterator<Item = &'f FoundPlace> + Clone) -> OriginPlace {
    let mut places = found.clone().map(|it| it.at);
    let first = places.next();
    if let Some(first) = first.filter(|first| places.all(|it| it == *first)) {
        return if found.clone().all(|it| it.kind == FoundKind::Default) {
            OriginPlace::Reference(first)
        } else {
            OriginPlace::Value(first)
        };
    }
    let mut references = found.map(|it| it.reference);
    match references.next().flatten() {
        Some(first) if references.all(|it| it == Some(first)) => OriginPlace::Reference(first),
        _ => OriginPlace::Record,
    }
}
