//! The parser, which builds a tree from tokens.
//!
//! It uses recursive descent in the same way as the reference's parser. Where the reference would stop, this parser
//! reports one error and enters recovery, in which nothing more is reported. It leaves recovery at the next token with
//! which a list, a body or a block can continue.

mod errors;
mod operators;
mod records;
mod recovery;
mod statements;
mod types;
mod values;

use rowan::{TextRange, TextSize};

pub(crate) use self::recovery::starts_statement;
pub(crate) use self::statements::BlockOf;
use crate::SyntaxKind::{self, *};
use crate::error::{MAX_ERRORS, Severity, SyntaxError};
use crate::flat::{FlatTree, Mark, Nodes};
use crate::lexer::{Lexed, Spliced, TokenPosition, lex};
use crate::{Macros, Parse};

/// The greatest depth of nested values, types and statements. Real files stay below fifty.
const MAX_DEPTH: u32 = 400;

/// The message if a file exceeds [`MAX_DEPTH`].
pub(crate) const TOO_DEEP: &str = "nested too deeply";

/// Parses a file. `macros` decides which text is active; its methods are called in the order of the text.
pub fn parse(text: &str, macros: &mut dyn Macros) -> Parse {
    parse_flat(text, macros).to_parse()
}

/// Parses a file into a flat tree, for callers that read the tree once and do not keep it.
pub fn parse_flat<'t>(text: &'t str, macros: &mut dyn Macros) -> FlatTree<'t> {
    // Offsets have 32 bits. A larger file gets an empty tree.
    let text = if u32::try_from(text.len()).is_ok() {
        text
    } else {
        ""
    };
    parse_lexed(text, lex(text, macros))
}

impl Spliced {
    /// Parses the text. It can be parsed only once, since the tokens are moved into the tree.
    pub fn parse(&mut self) -> FlatTree<'_> {
        parse_lexed(&self.text, std::mem::take(&mut self.lexed))
    }
}

/// Parses the tokens of a file.
fn parse_lexed(text: &str, lexed: Lexed) -> FlatTree<'_> {
    let mut parser = Parser::new(text, lexed);
    parser.source_file();
    parser.finish().tree
}

/// The tree of a part of a file.
pub(crate) struct Parsed<'t> {
    pub(crate) tree: FlatTree<'t>,
    /// Whether the parser reached the end outside recovery, with all blocks closed and no limit exceeded.
    pub(crate) clean: bool,
}

/// The context of the parsed text, as far as the parser needs it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Context {
    pub(crate) in_multiclass: bool,
    pub(crate) in_loop: bool,
    pub(crate) depth: u32,
}

/// The state of the parser: the remaining tokens, and the tree so far.
pub(crate) struct Parser<'t> {
    text: &'t str,
    lexed: Lexed,
    /// The index of the first token that is not in the tree yet.
    pos: usize,
    /// Whether the trivia before the token `pos` is in the tree.
    flushed: bool,
    /// The index of the current token. Between `pos` and this token there are only includes.
    current: usize,
    kind: SyntaxKind,
    /// The index after the token that was consumed last.
    previous: usize,
    nodes: Nodes,
    /// Whether there are includes between the last token in the tree and the current one.
    includes_pending: bool,
    errors: Vec<SyntaxError>,
    /// Whether an error was reported and the parser has not yet found a token to continue with.
    recovering: bool,
    /// The errors after which the parser entered recovery.
    failures: Vec<Failure>,
    context: Context,
    /// The largest height of the values that were finished since this field was last set to 0.
    height: u32,
    too_deep: bool,
    /// The index of the first token that is skipped because there are too many errors; `usize::MAX` if
    /// nothing is skipped.
    cut_at: usize,
    /// The offset of the start of the skipped text.
    skipped_from: Option<u32>,
    /// The number of braces that were opened in skipped text, or whose block lacks its closing brace.
    unclosed: u32,
}

/// The point at which the reference's parser would give up. While the reference's parser unwinds, it may print more
/// messages about the same token.
#[derive(Clone, Copy, PartialEq)]
struct Failure {
    /// Whether the error is in the lexer's list of errors, not in the parser's list.
    lexical: bool,
    /// The index of the error in its list.
    index: usize,
    /// The start of the token at which the parser gives up.
    at: TextSize,
    /// The kind of this token; `ERROR_TOKEN` for an error of the lexer.
    kind: SyntaxKind,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str, lexed: Lexed) -> Parser<'t> {
        Parser::within(text, lexed, Context::default())
    }

    /// A parser of a part of a file.
    pub(crate) fn within(text: &'t str, lexed: Lexed, context: Context) -> Parser<'t> {
        let mut parser = Parser {
            text,
            nodes: Nodes::for_tokens(lexed.tokens.len()),
            cut_at: lexed.cut_at.map_or(usize::MAX, |it| it as usize),
            lexed,
            pos: 0,
            flushed: false,
            current: 0,
            kind: EOF,
            previous: 0,
            includes_pending: false,
            errors: Vec::new(),
            recovering: false,
            failures: Vec::new(),
            context,
            height: 0,
            too_deep: false,
            skipped_from: None,
            unclosed: 0,
        };
        if parser.is_cut() {
            parser.skip_rest();
        }
        parser.find_current();
        parser
    }

    /// Finishes the tree, and merges the errors of the lexer and the parser.
    pub(crate) fn finish(mut self) -> Parsed<'t> {
        self.flush_trivia();
        let whole = self.nodes.mark_start();
        self.close(whole, SOURCE_FILE);
        let is_whole = self.cut_at == usize::MAX && !self.too_deep;
        let clean = self.at(EOF) && !self.recovering && self.unclosed == 0 && is_whole;
        let mut errors: Vec<SyntaxError> = Vec::new();
        for found in std::mem::take(&mut self.lexed.errors) {
            // The reference reads the path together with the `include` before it, so an error in the path gets the
            // position of the `include`.
            let before = &self.lexed.tokens[..found.place.token as usize];
            let includes = before.iter().rev().take_while(|it| it.kind == INCLUDE_KW);
            let at = includes.last().map_or(found.at, |it| it.start);
            let at = TextSize::new(at);
            errors.push(SyntaxError { at, ..found.error });
        }
        errors.append(&mut self.errors);
        // The sort is stable, so errors at the same token keep their order.
        errors.sort_by_key(|it| (it.at, !it.lexical));
        self.limit(&mut errors);
        let tree = FlatTree {
            text: self.text,
            lexed: self.lexed,
            nodes: self.nodes,
            errors,
        };
        Parsed { tree, clean }
    }

    /// Truncates the errors to [`MAX_ERRORS`], and adds an error if there are more or if text was skipped.
    fn limit(&self, errors: &mut Vec<SyntaxError>) {
        let end = self.text.len() as u32;
        let skipped = (self.cut_at != usize::MAX).then(|| self.skipped_from.unwrap_or(end).into());
        let is_error = |it: &(usize, &SyntaxError)| it.1.severity == Severity::Error;
        let excess = errors.iter().enumerate().filter(is_error).nth(MAX_ERRORS);
        let excess = excess.map(|(index, it)| (index, it.at));
        let cut = excess.or(skipped.map(|at| (errors.len(), at)));
        if let Some((index, at)) = cut {
            errors.truncate(index);
            errors.push(SyntaxError::too_many(at));
        }
    }

    // Looking at tokens.

    #[inline]
    fn find_current(&mut self) {
        self.current = self.pos;
        self.kind = self.kind_of(self.pos);
        if self.kind == INCLUDE_KW {
            self.pass_includes();
        }
    }

    #[cold]
    fn pass_includes(&mut self) {
        while self.kind == INCLUDE_KW && !self.is_refused(self.current) {
            self.includes_pending = true;
            self.current = self.include_end(self.current);
            self.kind = self.kind_of(self.current);
        }
    }

    /// Whether the include directive at the token `include` includes no file. Such a directive is not skipped, since
    /// the reference's parser gets an error token there.
    fn is_refused(&self, include: usize) -> bool {
        let path = TokenPosition {
            token: include as u32 + 1,
            inside: true,
        };
        let errors = &self.lexed.errors;
        let first = errors.partition_point(|it| it.place < path);
        let mut errors = errors[first..].iter();
        self.kind_of(include + 1) == STRING_LITERAL
            && errors.any(|it| it.place == path && it.fatal && it.error.releases.is_all())
    }

    /// The index of the token to which messages about the current token refer. For an include directive it is the path.
    fn current_token(&self) -> usize {
        self.current + usize::from(self.kind == INCLUDE_KW)
    }

    /// The index of the token after an include directive.
    fn include_end(&self, include: usize) -> usize {
        match self.kind_of(include + 1) {
            STRING_LITERAL => include + 2,
            _ => include + 1,
        }
    }

    #[inline]
    fn kind_of(&self, token: usize) -> SyntaxKind {
        self.lexed.tokens[token].kind
    }

    /// The kind of the token after the current one.
    fn peek(&self) -> SyntaxKind {
        if self.kind == EOF {
            return EOF;
        }
        self.kind_of(self.current + 1)
    }

    #[inline]
    fn at(&self, kind: SyntaxKind) -> bool {
        self.kind == kind
    }

    fn text_of(&self, token: usize) -> &'t str {
        let token = self.lexed.tokens[token];
        &self.text[token.start as usize..token.end as usize]
    }

    fn current_text(&self) -> &'t str {
        self.text_of(self.current)
    }

    /// Whether there is a line end between the previous token and the current one.
    fn on_new_line(&self) -> bool {
        let previous = self.previous.checked_sub(1);
        let start = previous.map_or(0, |it| self.lexed.tokens[it].end);
        let end = self.lexed.tokens[self.current].start;
        self.text[start as usize..end as usize].contains('\n')
    }

    fn range_of(&self, token: usize) -> TextRange {
        let token = self.lexed.tokens[token];
        TextRange::new(token.start.into(), token.end.into())
    }

    fn current_range(&self) -> TextRange {
        self.range_of(self.current_token())
    }

    // Building the tree.

    /// Adds the trivia before the current token to the tree. Includes become nodes.
    #[inline]
    fn flush_trivia(&mut self) {
        if self.includes_pending {
            self.flush_includes();
        }
        self.pos = self.current;
        self.flushed = true;
    }

    #[cold]
    fn flush_includes(&mut self) {
        self.includes_pending = false;
        let mut at = self.pos;
        while at < self.current {
            at = match self.kind_of(at) {
                INCLUDE_KW => self.push_include(at),
                _ => at + 1,
            };
        }
    }

    /// Adds an include directive to the tree. Returns the index of the token after it.
    fn push_include(&mut self, start: usize) -> usize {
        let end = self.include_end(start);
        let mark = self.nodes.mark(start);
        self.nodes.close(mark, end, false, INCLUDE);
        end
    }

    /// Marks the start of a node at the current token.
    #[inline]
    fn open(&mut self) -> Mark {
        self.flush_trivia();
        self.mark()
    }

    /// The start of a node that will contain the tokens and nodes that are added after this call.
    #[inline]
    fn mark(&self) -> Mark {
        self.nodes.mark(self.pos)
    }

    #[inline]
    fn close(&mut self, mark: Mark, kind: SyntaxKind) {
        self.nodes.close(mark, self.pos, self.flushed, kind);
    }

    /// Consumes the current token and changes its kind to `kind`.
    fn bump_as(&mut self, kind: SyntaxKind) {
        self.lexed.tokens[self.current].kind = kind;
        self.bump();
    }

    /// Consumes the current token, unless it is `EOF`.
    fn bump(&mut self) {
        if self.kind == EOF {
            return;
        }
        self.flush_trivia();
        self.pos = match self.kind {
            INCLUDE_KW => self.push_include(self.current),
            _ => self.current + 1,
        };
        self.flushed = false;
        self.previous = self.pos;
        if self.is_cut() {
            self.skip_rest();
        }
        self.find_current();
    }

    /// Whether the parser has reached the token at which the limit of errors was exceeded. From there on, nothing is
    /// reported.
    #[inline]
    fn is_cut(&self) -> bool {
        self.pos >= self.cut_at
    }

    /// Adds the remaining tokens to the tree, as one error node.
    #[cold]
    fn skip_rest(&mut self) {
        let end = self.lexed.tokens.len() - 1;
        if self.pos == end {
            return;
        }
        self.skipped_from = Some(self.lexed.tokens[self.pos].start);
        let mark = self.mark();
        let mut at = self.pos;
        while at < end {
            at = match self.kind_of(at) {
                INCLUDE_KW => self.push_include(at),
                _ => at + 1,
            };
        }
        self.nodes.close(mark, end, false, ERROR);
        self.pos = end;
        self.previous = end;
    }

    #[inline]
    fn eat(&mut self, kind: SyntaxKind) -> bool {
        let found = self.kind == kind;
        if found {
            self.bump();
        }
        found
    }

    /// Consumes a token of the kind `kind`, or reports that it is missing. Returns whether the token was consumed. In
    /// recovery, does nothing and returns false.
    #[inline]
    fn expect(&mut self, kind: SyntaxKind, message: &'static str) -> bool {
        if self.recovering {
            return false;
        }
        let found = self.eat(kind);
        if !found {
            self.error_missing(message);
        }
        found
    }

    /// Enters the next level of nesting. Returns false, with an error, if the limit is reached.
    fn enter(&mut self) -> bool {
        if self.context.depth < MAX_DEPTH {
            self.context.depth += 1;
            return true;
        }
        self.nested_too_deeply();
        false
    }

    fn leave(&mut self) {
        self.context.depth -= 1;
    }

    fn nested_too_deeply(&mut self) {
        if !self.too_deep {
            self.error(TOO_DEEP);
        }
        // The error is reported once per file.
        self.too_deep = true;
        self.recovering = true;
    }
}
