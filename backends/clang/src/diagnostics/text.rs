//! Parsing the texts of diagnostics, such as `expected %0 %select{types|values}1`.

use elaborate::records::{Records, Release};
use rustc_hash::FxHashMap;

use backend::{Fatal, Rec};

/// A parsed text: its pieces, in order.
pub(super) type Text = Vec<Piece>;

#[derive(Debug)]
pub(super) enum Piece {
    Plain(String),
    /// An argument: `%0`, or with a modifier `%q0`.
    Argument {
        modifier: &'static str,
        index: i32,
    },
    /// A choice: `%select{a|b}0`, or `%s0`, which selects either an empty text or an `s`.
    Select {
        modifier: &'static str,
        options: Vec<Text>,
        index: i32,
        /// The enumeration of `%enum_select<Name>{%A{a}|%B{b}}0`, which Clang reads like any other `%select`. `None`
        /// for other choices.
        enumeration: Option<Enumeration>,
    },
    /// `%plural{1:a|:b}0`. Each option is the condition before the colon and the text after it.
    Plural {
        options: Vec<(String, Text)>,
        index: i32,
    },
    /// `%diff{a $ b $ c|d}0,1`: the texts `a`, `b`, `c` with the two arguments between them, or the text `d`.
    Diff {
        parts: Box<[Text; 4]>,
        indices: [i32; 2],
    },
    /// `%sub{name}0,1`: the text of the substitution `name`, with `indices` as its arguments.
    Sub {
        name: String,
        indices: Vec<i32>,
    },
}

/// The enumeration that an `%enum_select` declares. `items` has one enumerator for each option. For an option without
/// an enumerator, the item is empty.
#[derive(Debug)]
pub(super) struct Enumeration {
    pub name: String,
    pub items: Vec<String>,
}

/// The texts that `%sub` can insert into other texts, keyed by name.
pub(super) struct Substitutions<'a>(FxHashMap<&'a str, Text>);

/// For each argument of a substitution, its index among the arguments of the diagnostic. `None` leaves indices
/// unchanged.
pub(super) type Mapping = Option<Vec<i32>>;

/// The maximum nesting depth of texts.
pub(super) const MAX_DEPTH: usize = 500;

/// The maximum number of pieces of a diagnostic after all substitutions.
const MAX_PIECES: usize = 1 << 20;

impl<'a> Substitutions<'a> {
    /// Reads all records of class `TextSubstitution`. An error if a diagnostic has the same name as one of them.
    pub(super) fn new(records: &'a Records) -> Result<Substitutions<'a>, Fatal> {
        let mut texts = FxHashMap::default();
        for rec in records.derived("TextSubstitution")? {
            let text = rec.string("Substitution")?;
            texts.insert(rec.name(), parse(rec, &text)?);
        }
        for diag in records.derived("Diagnostic")? {
            let name = diag.name();
            if texts.contains_key(name) {
                return Err(diag.fatal(format!(
                    "Diagnostic '{name}' has same name as TextSubstitution definition"
                )));
            }
        }
        Ok(Substitutions(texts))
    }
}

/// Parses a text by the rules of the record's release. Errors are reported at the record.
pub(super) fn parse(rec: Rec, text: &str) -> Result<Text, Fatal> {
    let mut parser = Parser {
        release: rec.records().release(),
        rest: text,
        depth: 0,
    };
    parser.text("%").map_err(|message| rec.fatal(message))
}

/// A parser of texts. `rest` is the text that is not parsed yet.
struct Parser<'t> {
    release: Release,
    rest: &'t str,
    depth: usize,
}

type Parsed<T> = Result<T, String>;

/// The characters that end a plain piece in an option. `%` begins another piece; the others end the option.
const OPTION_ENDS: &str = "%|}";

/// The characters that end a plain piece in a part of a `%diff`.
const PART_ENDS: &str = "%|}$";

impl<'t> Parser<'t> {
    /// Reads pieces up to one of `stops`. The stop `%` begins another piece and does not end the text.
    fn text(&mut self, stops: &str) -> Parsed<Text> {
        if self.depth == MAX_DEPTH {
            return Err("text nests too deeply".to_owned());
        }
        self.depth += 1;
        let mut pieces = Text::new();
        while !self.rest.is_empty() {
            let (plain, rest) = self.rest.split_at(self.plain_length(stops));
            self.rest = rest;
            if !plain.is_empty() {
                pieces.push(Piece::Plain(plain.to_owned()));
            }
            let Some(rest) = rest.strip_prefix('%') else {
                break;
            };
            self.rest = rest;
            pieces.push(self.piece()?);
        }
        self.depth -= 1;
        Ok(pieces)
    }

    /// The length in bytes of the plain text before one of `stops`. The escapes `%%`, `%|` and `%$` are plain text.
    fn plain_length(&self, stops: &str) -> usize {
        let bytes = self.rest.as_bytes();
        let is_stop = |byte: &u8| stops.as_bytes().contains(byte);
        let mut from = 0;
        loop {
            let rest = bytes.get(from..).unwrap_or_default();
            let Some(at) = rest.iter().position(is_stop) else {
                return bytes.len();
            };
            let at = from + at;
            match (bytes[at], bytes.get(at + 1)) {
                (b'%', Some(b'%' | b'|' | b'$')) => from = at + 2,
                _ => return at,
            }
        }
    }

    /// Reads a piece. The percent sign has already been consumed.
    fn piece(&mut self) -> Parsed<Piece> {
        let has_enums = self.release >= Release::V21;
        let ends = |c: char| c.is_ascii_digit() || c == '{' || has_enums && c == '<';
        let (modifier, rest) = self
            .rest
            .split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        self.rest = rest;
        if has_enums && modifier != "enum_select" && rest.starts_with('<') {
            return Err(format!("modifier '<' syntax not valid with %{modifier}"));
        }
        match modifier {
            "enum_select" if has_enums => self.enum_select(),
            "human" if has_enums => self.argument("human"),
            "quoted" if has_enums => self.argument("quoted"),
            "select" => self.select(),
            "plural" => self.plural(),
            "sub" => self.sub(),
            "diff" => self.diff(),
            "s" => Ok(Piece::Select {
                modifier: "s",
                options: ["", "s"].map(|it| vec![Piece::Plain(it.to_owned())]).into(),
                index: self.index()?,
                enumeration: None,
            }),
            "" => self.argument(""),
            "ordinal" => self.argument("ordinal"),
            "q" => self.argument("q"),
            "objcclass" => self.argument("objcclass"),
            "objcinstance" => self.argument("objcinstance"),
            _ => Err(format!("Unknown modifier type: {modifier}")),
        }
    }

    fn argument(&mut self, modifier: &'static str) -> Parsed<Piece> {
        let index = self.index()?;
        Ok(Piece::Argument { modifier, index })
    }

    fn select(&mut self) -> Parsed<Piece> {
        let mut options = Vec::new();
        loop {
            self.skip_one();
            options.push(self.text(OPTION_ENDS)?);
            if !self.rest.starts_with('|') {
                break;
            }
        }
        self.expect("}", "select")?;
        let index = self.index()?;
        Ok(Piece::Select {
            modifier: "select",
            options,
            index,
            enumeration: None,
        })
    }

    fn enum_select(&mut self) -> Parsed<Piece> {
        self.rest = (self.rest.strip_prefix('<')).ok_or("expected '<' after enum_select")?;
        let name = self.until('>');
        self.expect(">", "enum_select")?;
        if !self.rest.starts_with('{') {
            return Err("expected '{' after enum_select".to_owned());
        }
        let (mut items, mut options) = (Vec::new(), Vec::new());
        loop {
            self.skip_one();
            let is_braced = self.rest.starts_with(['%', '{']);
            match self.rest.strip_prefix('%') {
                Some(rest) => {
                    self.rest = rest;
                    items.push(self.until('{'));
                    self.expect("{", "enum_select")?;
                }
                None => {
                    items.push(String::new());
                    self.rest = self.rest.strip_prefix('{').unwrap_or(self.rest);
                }
            }
            options.push(self.text(OPTION_ENDS)?);
            if is_braced {
                self.expect("}", "enum_select")?;
            }
            if !self.rest.starts_with('|') {
                break;
            }
        }
        self.expect("}", "enum_select")?;
        Ok(Piece::Select {
            modifier: "select",
            options,
            index: self.index()?,
            enumeration: Some(Enumeration { name, items }),
        })
    }

    /// Reads the text before the character `end`, or everything if `end` is missing.
    fn until(&mut self, end: char) -> String {
        let at = self.rest.find(end).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(at);
        self.rest = rest;
        text.to_owned()
    }

    fn plural(&mut self) -> Parsed<Piece> {
        let mut options = Vec::new();
        loop {
            self.skip_one();
            let Some(colon) = self.rest.find(':') else {
                return Err("expected ':' while parsing %plural".to_owned());
            };
            let (condition, rest) = self.rest.split_at(colon + 1);
            self.rest = rest;
            options.push((condition.to_owned(), self.text(OPTION_ENDS)?));
            if !self.rest.starts_with('|') {
                break;
            }
        }
        self.expect("}", "plural")?;
        let index = self.index()?;
        Ok(Piece::Plural { options, index })
    }

    fn sub(&mut self) -> Parsed<Piece> {
        self.expect("{", "sub")?;
        let name = self.until('}');
        self.expect("}", "sub")?;
        let mut indices = Vec::new();
        while self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            indices.push(self.index()?);
            match self.rest.strip_prefix(',') {
                Some(rest) => self.rest = rest,
                None => break,
            }
        }
        Ok(Piece::Sub { name, indices })
    }

    fn diff(&mut self) -> Parsed<Piece> {
        self.expect("{", "diff")?;
        let a = self.text(PART_ENDS)?;
        self.expect("$", "diff")?;
        let b = self.text(PART_ENDS)?;
        self.expect("$", "diff")?;
        let c = self.text(OPTION_ENDS)?;
        self.expect("|", "diff")?;
        let d = self.text(OPTION_ENDS)?;
        self.expect("}", "diff")?;
        let first = self.index()?;
        self.expect(",", "diff")?;
        let second = self.index()?;
        Ok(Piece::Diff {
            parts: Box::new([a, b, c, d]),
            indices: [first, second],
        })
    }

    /// Skips one character without checking it: the brace or bar before an option.
    fn skip_one(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    fn expect(&mut self, text: &str, modifier: &str) -> Parsed<()> {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => Err(format!("expected '{text}' while parsing %{modifier}")),
        }
    }

    /// Reads the index of an argument.
    fn index(&mut self) -> Parsed<i32> {
        let rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &self.rest[..self.rest.len() - rest.len()];
        if digits.is_empty() {
            return Err("expected modifier in diagnostic".to_owned());
        }
        self.rest = rest;
        let add =
            |number: i32, digit: u8| number.wrapping_mul(10).wrapping_add((digit - b'0').into());
        Ok(digits.bytes().fold(0, add))
    }
}

/// A traversal of a diagnostic's texts.
pub(super) struct Walk<'w> {
    /// The diagnostic, at which errors are reported.
    pub rec: Rec<'w>,
    pub substitutions: &'w Substitutions<'w>,
    pub depth: usize,
    pub pieces: usize,
}

impl<'w> Walk<'w> {
    pub(super) fn new(rec: Rec<'w>, substitutions: &'w Substitutions<'w>) -> Walk<'w> {
        Walk {
            rec,
            substitutions,
            depth: 0,
            pieces: 0,
        }
    }

    /// Counts a piece. An error if there are too many pieces or nested texts, because a text may contain itself.
    pub(super) fn count(&mut self) -> Result<(), Fatal> {
        self.pieces += 1;
        if self.pieces > MAX_PIECES || self.depth > MAX_DEPTH {
            return Err(self
                .rec
                .fatal("text is too long or contains itself".to_owned()));
        }
        Ok(())
    }

    /// Maps the index of an argument of a substituted text to the diagnostic's arguments. An error if `mapping` has no
    /// such index.
    pub(super) fn map(&self, index: i32, mapping: &Mapping) -> Result<i32, Fatal> {
        let Some(mapping) = mapping else {
            return Ok(index);
        };
        let found = usize::try_from(index).ok().and_then(|at| mapping.get(at));
        found.copied().ok_or_else(|| {
            self.rec.fatal(format!(
                "Modifier value '{index}' is not valid for this mapping (has {} mappings)",
                mapping.len()
            ))
        })
    }

    /// The text of the substitution `name`, and the mapping of its arguments to those of the diagnostic. `indices` are
    /// the arguments that the enclosing text passes. `mapping` is the mapping of the enclosing text.
    pub(super) fn substitution(
        &self,
        name: &str,
        indices: &[i32],
        mapping: &Mapping,
    ) -> Result<(&'w Text, Mapping), Fatal> {
        let substitutions = self.substitutions;
        let Some(text) = substitutions.0.get(name) else {
            let message = format!("Failed to find substitution with name: {name}");
            // Since LLVM 22, the error has no location.
            let records = self.rec.records();
            return Err(if records.release() >= Release::V22 {
                records.fatal(message)
            } else {
                self.rec.fatal(message)
            });
        };
        let indices = indices.iter().map(|index| self.map(*index, mapping));
        Ok((text, Some(indices.collect::<Result<_, _>>()?)))
    }
}
