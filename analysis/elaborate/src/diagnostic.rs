//! Errors, warnings and notes of elaboration, as plain data.

use smallvec::SmallVec;
use syntax::Releases;

use crate::hir::SpanId;
use crate::ids::Loc;
use crate::symbol::Sym;
use crate::value::ArgKey;
use crate::value::print::has_marks;

pub use syntax::Severity;

/// The end of a span that is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edge {
    /// The first byte of the span.
    Start,
    /// The last byte of the span.
    Last,
    /// The second token after the span.
    AfterNext,
    /// The first token after the span.
    Next,
    /// The second token of the span, which starts with a bracket.
    Second,
}

/// A place to point at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct At {
    /// The span that is pointed at.
    pub loc: Loc,
    /// The byte in it, or the token in or after it.
    pub edge: Edge,
}

impl At {
    /// The start of a span.
    pub fn start(loc: Loc) -> At {
        At {
            loc,
            edge: Edge::Start,
        }
    }

    /// The last byte of a span.
    pub fn last(loc: Loc) -> At {
        At {
            loc,
            edge: Edge::Last,
        }
    }

    /// The second token of a span.
    pub fn second(loc: Loc) -> At {
        At {
            loc,
            edge: Edge::Second,
        }
    }

    /// The token after a span.
    pub fn next(loc: Loc) -> At {
        At {
            loc,
            edge: Edge::Next,
        }
    }
}

/// A message about a statement. Texts may contain anonymous names that are not numbered yet: see
/// [`crate::value::print::PrintContext`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity. A note on its own is the output of a `dump`.
    pub severity: Severity,
    /// `None` if the reference gives no place.
    pub at: Option<At>,
    /// The reference reports that it lacks a place, and then those of a record that has none.
    pub lacks_place: bool,
    /// The reference's message, without the place.
    pub message: String,
    /// The reference's notes, each with its place.
    pub notes: Vec<(Option<At>, String)>,
    /// The warning is about something unused, and can be switched off.
    pub unused: bool,
    /// The moment of the error. The reference evaluates while it parses, so this decides which error it reports first.
    pub noticed: Noticed,
    /// The releases that report this error. Input that LLVM 22 accepts is accepted.
    pub releases: Releases,
    /// The place at which an editor shows it, if it is not where the reference points.
    pub near: Option<At>,
    /// A message in the program's own words, which an editor shows instead of the message and its notes.
    pub in_words: Option<String>,
    /// Further notes in an editor, which the reference does not have.
    pub hints: Vec<(Option<At>, String)>,
    /// The audience.
    pub audience: Audience,
    /// Further errors with this flag at the same place follow from the same mistake: the editor shows the first, with
    /// the others as its notes.
    pub one_a_place: bool,
    /// The unknown name, if the error is about one; such errors do not follow from others.
    pub of_name: Option<Sym>,
    /// The name may be that of a field of a missing superclass.
    pub may_be_field: bool,
    /// The classes, records and variables whose broken definitions would explain this error.
    pub depends_on: Vec<Sym>,
    /// The superclasses of the record concerned: if one of them is broken, errors in its fields follow from that, and
    /// an unknown name may be that of a field.
    pub of_classes: Vec<Sym>,
    /// The `!cast` that went wrong.
    pub of_cast: Option<FailedCast>,
    /// The wrong value, if it shows in another place than it was written.
    pub value: Option<Box<WrongValue>>,
    /// The wrong byte of a string, if it is one of a field's text. An editor shows it where that byte is written.
    pub in_string: Option<Box<StringByte>>,
}

/// A byte of the string that a field of a record has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StringByte {
    /// The place where the field was set last, or else declared.
    pub field: Loc,
    /// The place of the record.
    pub record: Option<Loc>,
    /// The string.
    pub text: Sym,
    /// The offset of the byte. The end of the string counts.
    pub offset: usize,
}

/// A wrong value of a record: in a field, or in a condition of the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongValue {
    /// The place where the field was set last or else declared, or that of the condition.
    pub at: Loc,
    /// The places of the record: see [`Record::locs`](crate::record::Record::locs).
    pub record: SmallVec<[Loc; 2]>,
    /// The class instance, if the record is one.
    pub instance: Option<InstanceArgs>,
    /// The fields without values that this value depends on.
    pub unset: Vec<Sym>,
    /// Other fields of the record with the same error.
    pub beside: Vec<Loc>,
}

impl WrongValue {
    /// A mistake in a record that shows at some place.
    pub fn new(at: Loc, record: &[Loc]) -> WrongValue {
        WrongValue {
            at,
            record: SmallVec::from_slice(record),
            instance: None,
            unset: Vec::new(),
            beside: Vec::new(),
        }
    }
}

/// A class instance, as far as its source text determines it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstanceArgs {
    /// The class.
    pub class: Sym,
    /// The arguments that are numbers or strings.
    pub args: Vec<(ArgKey, Literal)>,
}

/// A value that is written as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Literal {
    /// A bit counts as a number.
    Int(i64),
    /// In quotes or brackets.
    Str(Sym),
}

/// A `!cast` to a record that is not there or not of the class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedCast {
    /// The name of the record.
    pub name: Sym,
    /// The class, if it is a single one.
    pub class: Option<Sym>,
}

/// The audience.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Audience {
    /// Everybody, as the reference does.
    #[default]
    All,
    /// The reference reports nothing.
    People,
    /// The reference reports it, but it follows from another mistake.
    Reference,
    /// Commands that write a table: the sources belong to another release than they are taken for, which is no mistake
    /// in them.
    Tables,
}

/// The moment when the reference notices an error: not before the parser came to its place, and after this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Noticed {
    /// When the parser came to its place.
    #[default]
    AtOnce,
    /// After an expression was evaluated.
    After(SpanId),
    /// After an expression was evaluated and the token that follows it was the right one.
    Past(SpanId),
    /// At the end of the statement.
    AtEnd,
}

/// Errors of one statement that affect another. The reference stopped at the first occurrence; editors show who is
/// affected.
pub fn again(errors: &[Diagnostic]) -> impl Iterator<Item = Diagnostic> {
    let is_told = |it: &&Diagnostic| it.audience != Audience::Reference;
    let errors = errors.iter().filter(|it| it.severity == Severity::Error);
    errors.filter(is_told).map(|it| Diagnostic {
        audience: Audience::People,
        ..it.clone()
    })
}

impl Diagnostic {
    /// Without notes, for everybody.
    pub fn new(severity: Severity, at: Option<At>, message: String) -> Diagnostic {
        Diagnostic {
            severity,
            at,
            lacks_place: false,
            message,
            notes: Vec::new(),
            unused: false,
            noticed: Noticed::AtOnce,
            releases: Releases::ALL,
            near: None,
            in_words: None,
            hints: Vec::new(),
            audience: Audience::All,
            one_a_place: false,
            of_name: None,
            may_be_field: false,
            depends_on: Vec::new(),
            of_classes: Vec::new(),
            of_cast: None,
            value: None,
            in_string: None,
        }
    }

    /// An error at a place.
    pub fn error(at: At, message: String) -> Diagnostic {
        Diagnostic::new(Severity::Error, Some(at), message)
    }

    /// A diagnostic at the places of a record: its definition, and as notes the places of instantiation.
    pub fn at_locs(severity: Severity, locs: &[Loc], message: String) -> Diagnostic {
        let mut places = locs.iter().map(|loc| At::start(*loc));
        let diagnostic = Diagnostic::new(severity, places.next(), message);
        diagnostic.with_instantiations(places)
    }

    /// Adds notes on the instantiations of the place, the innermost first.
    pub fn with_instantiations(mut self, places: impl Iterator<Item = At>) -> Diagnostic {
        let notes = places.map(|at| (Some(at), "instantiated from multiclass".to_owned()));
        self.notes.extend(notes);
        self
    }

    /// Whether the text contains names with open numbers.
    pub fn has_marks(&self) -> bool {
        let mut notes = self.notes.iter().chain(&self.hints);
        has_marks(&self.message) || notes.any(|(_, note)| has_marks(note))
    }

    /// If the reference gives no place, editors use that of a record.
    pub fn near(mut self, locs: &[Loc]) -> Diagnostic {
        if self.at.is_none() {
            self.near = locs.first().copied().map(At::start);
        }
        self
    }

    /// Only for editors: the reference does not come as far as this.
    pub fn for_people(self) -> Diagnostic {
        Diagnostic {
            audience: Audience::People,
            ..self
        }
    }

    /// Only for the reference's output, since the error follows from an earlier one.
    pub fn for_reference(self) -> Diagnostic {
        Diagnostic {
            audience: Audience::Reference,
            ..self
        }
    }

    /// Keeps a table from being written, but is no mistake in the sources.
    pub fn for_tables(self) -> Diagnostic {
        Diagnostic {
            audience: Audience::Tables,
            ..self
        }
    }

    /// Notes that this follows if the definition of one of these is broken.
    pub fn depending_on(mut self, names: impl IntoIterator<Item = Sym>) -> Diagnostic {
        self.depends_on.extend(names);
        self
    }

    /// Whether the reference would print the same text.
    pub fn says_the_same(&self, other: &Diagnostic) -> bool {
        let printed = |it: &Diagnostic| (it.severity, it.at, it.releases, it.audience);
        printed(self) == printed(other)
            && self.message == other.message
            && self.notes == other.notes
    }

    /// Sets the message that an editor shows, which says nothing of the notes: they are shown, too.
    pub fn in_words_with_notes(mut self, words: String) -> Diagnostic {
        self.in_words = Some(words);
        self.hints.splice(..0, self.notes.iter().cloned());
        self
    }

    /// Adds a hint that only editors show.
    pub fn with_hint(mut self, at: Option<At>, hint: impl Into<String>) -> Diagnostic {
        self.hints.push((at, hint.into()));
        self
    }

    /// Adds a note, which the reference prints too.
    pub fn with_note(mut self, at: Option<At>, message: String) -> Diagnostic {
        self.notes.push((at, message));
        self
    }
}
