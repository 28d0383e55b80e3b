//! The words of a file and their offsets.

use rowan::{GreenNodeData, NodeOrToken};
use rustc_hash::FxHashSet;
use syntax::SyntaxKind::{self, *};

use crate::hir::lower::TokenSyms;
use crate::symbol::Sym;

/// The words of a file: identifiers, names of dag arguments, names of macros, and strings that could be names.
#[derive(Debug, Default)]
pub struct Words {
    /// The words and the offsets of their tokens, sorted by word and then by offset. The quote of a string and the `$`
    /// of a dag argument belong to the token.
    words: Vec<(Sym, u32)>,
    /// The words that are names of macros.
    macros: FxHashSet<Sym>,
    /// The names of the variables, `defset`s, fields and template arguments that the file declares.
    declared: FxHashSet<Sym>,
}

impl Words {
    /// Collects the words of a syntax tree.
    pub fn new(root: &GreenNodeData) -> Words {
        let mut words = Words::default();
        words.add(root, 0, &mut TokenSyms::new());
        words.words.sort_unstable();
        words
    }

    /// The byte offsets of the tokens whose word is `name`, in ascending order.
    pub fn offsets(&self, name: Sym) -> impl Iterator<Item = u32> + '_ {
        let start = self.words.partition_point(|(it, _)| *it < name);
        let rest = self.words[start..].iter();
        rest.take_while(move |(it, _)| *it == name)
            .map(|(_, offset)| *offset)
    }

    /// Whether the file declares a variable, `defset`, field or template argument with this name.
    pub fn declares(&self, name: Sym) -> bool {
        self.declared.contains(&name)
    }

    /// The names of the macros that the file mentions, in no particular order.
    pub fn macros(&self) -> impl Iterator<Item = Sym> + '_ {
        self.macros.iter().copied()
    }

    fn add<'t>(&mut self, node: &'t GreenNodeData, start: u32, syms: &mut TokenSyms<'t>) {
        let declares = matches!(
            SyntaxKind::from_raw(node.kind().0),
            DEFVAR | DEFSET | FOREACH | FOREACH_OP | FOLDL_OP | TEMPLATE_PARAM | FIELD
        );
        let mut offset = start;
        for child in node.children() {
            match child {
                NodeOrToken::Node(inner) => {
                    self.add(inner, offset, syms);
                    offset += u32::from(inner.text_len());
                }
                NodeOrToken::Token(token) => {
                    let kind = SyntaxKind::from_raw(token.kind().0);
                    if let Some(word) = word_of(kind, token.text()) {
                        let word = syms.get(word);
                        self.words.push((word, offset));
                        if kind == MACRO_NAME {
                            self.macros.insert(word);
                        }
                        if declares && kind == IDENT {
                            self.declared.insert(word);
                        }
                    }
                    offset += u32::from(token.text_len());
                }
            }
        }
    }
}

fn word_of(kind: SyntaxKind, text: &str) -> Option<&str> {
    match kind {
        IDENT | MACRO_NAME => Some(text),
        VAR_NAME => text.strip_prefix('$'),
        STRING_LITERAL => {
            let inner = text.strip_prefix('"')?.strip_suffix('"')?;
            is_name(inner).then_some(inner)
        }
        _ => None,
    }
}

/// Whether a text has the form of an identifier: ASCII letters, digits and underscores, but not only digits.
pub fn is_name(text: &str) -> bool {
    let is_part = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
    text.bytes().all(is_part)
        && text
            .bytes()
            .any(|it| it.is_ascii_alphabetic() || it == b'_')
}
