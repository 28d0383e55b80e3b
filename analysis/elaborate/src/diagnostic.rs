//! Errors, warnings and notes of elaboration, as plain data.

use smallvec::SmallVec;
use syntax::Releases;

use crate::hir::SpanId;
use crate::ids::Loc;
use crate::symbol::Sym;
use crate::value::ArgKey;
use crate::value::print::has_marks;

pub use syntax::Severity;

/// The position of a diagnostic relative to a span.
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
    /// The second token of the span. The first token must be a bracket.
    Second,
}

/// A position to which a diagnostic points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct At {
    /// The span to which `edge` refers.
    pub loc: Loc,
    /// Which byte of the span, or which token in or after the span.
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

/// A diagnostic of a statement. Its texts may contain anonymous names without numbers: see
/// [`crate::value::print::PrintContext`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity. A diagnostic with the severity of a note is the output of a `dump`.
    pub severity: Severity,
    /// The position that the reference reports; `None` if it reports none.
    pub at: Option<At>,
    /// If `at` is `None`, whether the reference prints that the location is unknown. Otherwise it prints no location at
    /// all.
    pub lacks_place: bool,
    /// The reference's message, without the location.
    pub message: String,
    /// The reference's notes, each with its position.
    pub notes: Vec<(Option<At>, String)>,
    /// Whether this is a warning about an unused definition. Users can switch such warnings off.
    pub unused: bool,
    /// When the reference notices the error. The reference evaluates while it parses, so this decides which error it
    /// reports first.
    pub noticed: Noticed,
    /// The releases that report this error. Input that LLVM 22 accepts counts as valid.
    pub releases: Releases,
    /// The position at which an editor shows the diagnostic, if it differs from `at`.
    pub near: Option<At>,
    /// A message in this project's own words. An editor shows it instead of `message` and `notes`.
    pub in_words: Option<String>,
    /// Further notes that only editors show.
    pub hints: Vec<(Option<At>, String)>,
    /// The audience of the diagnostic: editors, commands, or both.
    pub audience: Audience,
    /// Whether further errors with this flag at the same position follow from the same mistake: an editor shows the
    /// first one, with the others as its notes.
    pub one_a_place: bool,
    /// The unknown name, if the error reports one. In a statement that mentions a broken definition, only errors about
    /// unknown names are reported.
    pub of_name: Option<Sym>,
    /// Whether the unknown name may be the name of a field that a missing superclass declares.
    pub may_be_field: bool,
    /// The classes, records and variables that the error depends on: if the definition of one of them is broken, the
    /// error follows from that.
    pub depends_on: Vec<Sym>,
    /// The superclasses of the record concerned. If one of them is broken, errors in the record's fields are
    /// consequences, and an unknown name may be the name of a field.
    pub of_classes: Vec<Sym>,
    /// The `!cast` that failed, if the error is about one.
    pub of_cast: Option<FailedCast>,
    /// The wrong value, if the error is reported at a position other than the one where the value is written.
    pub value: Option<Box<WrongValue>>,
    /// The wrong byte of a string that is the value of a field. An editor shows the error where that byte is written.
    pub in_string: Option<Box<StringByte>>,
    /// The wrong part of a dag that is the value of a field. An editor shows the error where that part is written.
    pub in_dag: Option<Box<DagPart>>,
}

/// A part of a record's field whose value is a dag or a list of dags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DagPart {
    /// The location where the field was last set, or else declared.
    pub field: Loc,
    /// The locations of the record: see [`Record::locs`](crate::record::Record::locs).
    pub record: SmallVec<[Loc; 2]>,
    /// The way from the value to the part: at each level, the index of an argument of a dag or of an element of a list.
    pub path: Vec<usize>,
}

/// A byte in the string value of a record's field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StringByte {
    /// The location where the field was last set, or else declared.
    pub field: Loc,
    /// The locations of the record: see [`Record::locs`](crate::record::Record::locs).
    pub record: SmallVec<[Loc; 2]>,
    /// The value of the field.
    pub text: Sym,
    /// The offset of the byte in the string. It equals the length of the string if the error is at its end.
    pub offset: usize,
}

/// A wrong value of a record, in a field or in the condition of an assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongValue {
    /// The location where the field was last set or else declared, or the location of the condition.
    pub at: Loc,
    /// The locations of the record: see [`Record::locs`](crate::record::Record::locs).
    pub record: SmallVec<[Loc; 2]>,
    /// The class and arguments of the record, if it is a class instance.
    pub instance: Option<InstanceArgs>,
    /// The unset fields that this value depends on.
    pub unset: Vec<Sym>,
    /// The locations of other wrong fields of the record that explain why this value is unresolved.
    pub beside: Vec<Loc>,
}

impl WrongValue {
    /// A wrong value at the location `at`, in the record whose locations are `record`.
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

/// A class instance, described by what can be compared with its source text: the class and the literal arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstanceArgs {
    /// The name of the class.
    pub class: Sym,
    /// The arguments that are numbers or strings.
    pub args: Vec<(ArgKey, Literal)>,
}

/// A value that is written as a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Literal {
    /// A number or a bit.
    Int(i64),
    /// A string in quotes, or code in brackets.
    Str(Sym),
}

/// A `!cast` to a record that does not exist or does not have the required class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedCast {
    /// The name of the record.
    pub name: Sym,
    /// The required class, if it is a single one.
    pub class: Option<Sym>,
}

/// The audience of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Audience {
    /// Editors and commands: the reference reports it, too.
    #[default]
    All,
    /// Only editors: the reference does not report it.
    People,
    /// Only commands: the reference reports it, but it follows from another mistake.
    Reference,
    /// Only commands that write a table: the sources belong to another release than the assumed one. This prevents the
    /// table, but is no mistake in the sources.
    Tables,
}

/// How far the reference's parser must get before it notices an error. It must also have reached the position of the
/// error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Noticed {
    /// As soon as the parser reaches the position of the error.
    #[default]
    AtOnce,
    /// After the expression with this span was evaluated.
    After(SpanId),
    /// After the expression with this span was evaluated, and the token that follows it was the expected one.
    Past(SpanId),
    /// At the end of the statement.
    AtEnd,
}

/// The errors of one statement that are reported again for a statement that depends on it. The reference stops at the
/// first statement with an error, so only editors show the repeated errors.
pub fn again(errors: &[Diagnostic]) -> impl Iterator<Item = Diagnostic> {
    let is_told = |it: &&Diagnostic| it.audience != Audience::Reference;
    let errors = errors.iter().filter(|it| it.severity == Severity::Error);
    errors.filter(is_told).map(|it| Diagnostic {
        audience: Audience::People,
        ..it.clone()
    })
}

impl Diagnostic {
    /// A diagnostic without notes, for editors and commands.
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
            in_dag: None,
        }
    }

    /// An error at the position `at`.
    pub fn error(at: At, message: String) -> Diagnostic {
        Diagnostic::new(Severity::Error, Some(at), message)
    }

    /// A diagnostic at the locations of a record: at its definition, with notes at the locations of instantiation.
    pub fn at_locs(severity: Severity, locs: &[Loc], message: String) -> Diagnostic {
        let mut places = locs.iter().map(|loc| At::start(*loc));
        let diagnostic = Diagnostic::new(severity, places.next(), message);
        diagnostic.with_instantiations(places)
    }

    /// Adds notes at the positions where the multiclass was instantiated, the innermost first.
    pub fn with_instantiations(mut self, places: impl Iterator<Item = At>) -> Diagnostic {
        let notes = places.map(|at| (Some(at), "instantiated from multiclass".to_owned()));
        self.notes.extend(notes);
        self
    }

    /// Whether the message, a note or a hint contains anonymous names whose numbers are not filled in yet.
    pub fn has_marks(&self) -> bool {
        let notes = self.notes.iter().chain(&self.hints).map(|it| &it.1);
        let mut texts = notes.chain(&self.in_words).chain([&self.message]);
        texts.any(|it| has_marks(it))
    }

    /// Sets the position that editors use if the reference gives none: the first of `locs`.
    pub fn near(mut self, locs: &[Loc]) -> Diagnostic {
        if self.at.is_none() {
            self.near = locs.first().copied().map(At::start);
        }
        self
    }

    /// Sets [`Diagnostic::one_a_place`]: of the diagnostics with this flag at the same position, editors show the
    /// first, with the others as its notes.
    pub fn once_a_place(self) -> Diagnostic {
        Diagnostic {
            one_a_place: true,
            ..self
        }
    }

    /// Restricts the diagnostic to editors, since the reference stops before it would report the diagnostic.
    pub fn for_people(self) -> Diagnostic {
        Diagnostic {
            audience: Audience::People,
            ..self
        }
    }

    /// Restricts the diagnostic to the reference's output, since the error follows from an earlier one.
    pub fn for_reference(self) -> Diagnostic {
        Diagnostic {
            audience: Audience::Reference,
            ..self
        }
    }

    /// Restricts the diagnostic to commands that write a table: it prevents the table, but is no mistake in the
    /// sources.
    pub fn for_tables(self) -> Diagnostic {
        Diagnostic {
            audience: Audience::Tables,
            ..self
        }
    }

    /// Adds definitions that the error depends on: if one of them is broken, the error follows from that.
    pub fn depending_on(mut self, names: impl IntoIterator<Item = Sym>) -> Diagnostic {
        self.depends_on.extend(names);
        self
    }

    /// Whether the reference prints the same text for both diagnostics.
    pub fn says_the_same(&self, other: &Diagnostic) -> bool {
        let printed = |it: &Diagnostic| (it.severity, it.at, it.releases, it.audience);
        printed(self) == printed(other)
            && self.message == other.message
            && self.notes == other.notes
    }

    /// Sets the message that an editor shows instead of `message`. The notes become hints, so that an editor still
    /// shows them.
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
