//! Splitting assembly texts into tokens.

use backend::{Fatal, Rec, RecordId, bail, record_class};
use rustc_hash::FxHashMap;

record_class! {
    /// The record of a variant of the assembly language.
    pub struct VariantDef("AsmParserVariant") {
        /// The index of the alternative in `{first|second|…}` that the variant uses.
        number: int("Variant"),
        /// The name by which instructions and aliases refer to the variant. Instructions and aliases that name no
        /// variant belong to all variants.
        name: string("Name"),
        /// The start of a comment, which no assembly text may contain.
        comment: string("CommentDelimiter"),
        /// The prefix of registers' names; may be empty.
        register_prefix: string("RegisterPrefix"),
        /// Characters that are tokens on their own.
        tokens: string("TokenizingCharacters"),
        /// Characters that separate tokens.
        separators: string("SeparatorCharacters"),
        /// Characters that start a new token.
        breaks: string("BreakCharacters"),
    }
}

/// A variant of the assembly language.
pub struct Variant {
    /// The record of class `AsmParserVariant`.
    pub rec: RecordId,
    /// The index of the alternative in `{first|second|…}` that the variant uses.
    pub number: i32,
    /// The name by which instructions and aliases refer to the variant. Instructions and aliases that name no variant
    /// belong to all variants.
    pub name: String,
    /// The start of a comment.
    pub comment: String,
    /// The prefix of register names; may be empty.
    pub(super) register_prefix: String,
    chars: Chars,
}

impl Variant {
    pub(super) fn read(def: VariantDef) -> Result<Variant, Fatal> {
        let comment = def.comment()?.into_owned();
        let register_prefix = def.register_prefix()?.into_owned();
        let tokens = def.tokens()?;
        let separators = def.separators()?;
        let breaks = def.breaks()?;
        Ok(Variant {
            rec: def.id(),
            comment,
            register_prefix,
            chars: Chars::new(&breaks, &tokens, &separators),
            name: def.name()?.into_owned(),
            number: def.number()? as i32,
        })
    }
}

/// The kind of a character in texts of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CharKind {
    /// The character starts a new token.
    Break,
    /// The character is a token.
    Token,
    /// The character separates tokens.
    Separator,
    /// The character makes the next character a token.
    Escape,
    /// The character starts a reference to an operand.
    Reference,
    /// The character is a part of a token.
    Plain,
}

/// The kind of each character. ASCII characters are in a table, because many characters are looked up.
struct Chars {
    ascii: [CharKind; 128],
    others: FxHashMap<char, CharKind>,
}

impl Chars {
    fn new(breaks: &str, tokens: &str, separators: &str) -> Chars {
        let mut chars = Chars {
            ascii: [CharKind::Plain; 128],
            others: FxHashMap::default(),
        };
        // If a character is in several lists, the last of these lists determines its kind.
        let groups = [
            ("\\", CharKind::Escape),
            ("$", CharKind::Reference),
            (separators, CharKind::Separator),
            (tokens, CharKind::Token),
            (breaks, CharKind::Break),
        ];
        for (group, kind) in groups {
            for char in group.chars() {
                match chars.ascii.get_mut(char as usize) {
                    Some(slot) => *slot = kind,
                    None => _ = chars.others.insert(char, kind),
                }
            }
        }
        chars
    }

    fn kind(&self, char: char) -> CharKind {
        match self.ascii.get(char as usize) {
            Some(kind) => *kind,
            None => self.others.get(&char).copied().unwrap_or(CharKind::Plain),
        }
    }
}

/// A token of an assembly text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    /// Whether the token is between separators or single-character tokens, so that it may be a register.
    pub is_isolated: bool,
}

/// The tokens of a text. An error at `def` if the text ends within an escape or a reference.
pub(super) fn tokens<'a>(
    def: Rec,
    text: &'a str,
    variant: &Variant,
) -> Result<Vec<Token<'a>>, Fatal> {
    let mut tokens = Vec::new();
    let mut add = |text, is_isolated| tokens.push(Token { text, is_isolated });
    // The start of the current token in bytes, and whether a token has started.
    let (mut start, mut is_open) = (0, false);
    let mut is_isolated = true;
    let mut at = 0;
    while let Some(char) = text[at..].chars().next() {
        let next = at + char.len_utf8();
        let before = || &text[start.min(at)..at];
        match variant.chars.kind(char) {
            CharKind::Break => {
                if is_open {
                    add(before(), false);
                    start = at;
                    is_isolated = false;
                }
                is_open = true;
            }
            CharKind::Token => {
                if is_open {
                    add(before(), is_isolated);
                    is_open = false;
                    is_isolated = false;
                }
                add(&text[at..next], is_isolated);
                start = next;
                is_isolated = true;
            }
            CharKind::Separator => {
                if is_open {
                    add(before(), is_isolated);
                    is_open = false;
                }
                start = next;
                is_isolated = true;
            }
            CharKind::Escape => {
                if is_open {
                    add(before(), false);
                    is_open = false;
                    is_isolated = false;
                }
                let Some(escaped) = text[next..].chars().next() else {
                    // The reference reads past the end of the text.
                    bail!(
                        def,
                        "'{}' has an asm string that ends in a backslash",
                        def.name()
                    );
                };
                let end = next + escaped.len_utf8();
                add(&text[next..end], is_isolated);
                start = end;
                is_isolated = false;
                at = end;
                continue;
            }
            CharKind::Reference => {
                if is_open {
                    add(before(), is_isolated);
                    is_open = false;
                    is_isolated = false;
                }
                start = at;
                if text[next..].starts_with('{') {
                    let Some(length) = text[at..].find('}') else {
                        // The reference does not terminate for such a text.
                        bail!(
                            def,
                            "'{}' has an operand reference without a closing brace",
                            def.name()
                        );
                    };
                    let end = at + length + 1;
                    add(&text[at..end], is_isolated);
                    start = end;
                    is_isolated = false;
                    at = end;
                    continue;
                }
            }
            CharKind::Plain => is_open = true,
        }
        at = next;
    }
    if is_open && start != text.len() {
        add(&text[start..], is_isolated);
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use backend_testing::read;

    /// The tokens, with blanks on both sides of isolated tokens.
    fn marked(text: &str) -> String {
        let records = read("def D;");
        let variant = Variant {
            rec: records.def("D").unwrap().id(),
            number: 0,
            name: String::new(),
            comment: String::new(),
            register_prefix: String::new(),
            chars: Chars::new(".é", "[]*!€", " ,"),
        };
        match tokens(records.def("D").unwrap(), text, &variant) {
            Ok(tokens) => {
                let show = |it: &Token| {
                    if it.is_isolated {
                        format!("< {} >", it.text)
                    } else {
                        format!("<{}>", it.text)
                    }
                };
                tokens.iter().map(show).collect()
            }
            Err(error) => error.message.clone(),
        }
    }

    #[test]
    fn texts_are_split() {
        assert_eq!(marked("add $a, r0"), "< add >< $a >< r0 >");
        assert_eq!(marked("b.eq [$a]!"), "<b><.eq>< [ >< $a ><]>< ! >");
        assert_eq!(marked("a${b}c\\{d"), "< a ><${b}><c><{><d>");
        assert_eq!(marked("a$b$c $ $"), "< a ><$b><$c>");
        assert_eq!(marked("aéb€ü c"), "<a><éb><€>< ü >< c >");
        assert_eq!(marked(""), "");
        assert_eq!(
            marked("a\\"),
            "'D' has an asm string that ends in a backslash"
        );
        assert_eq!(
            marked("a${b"),
            "'D' has an operand reference without a closing brace"
        );
    }
}
