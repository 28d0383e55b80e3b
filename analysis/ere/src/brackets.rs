//! Bracket expressions such as `[a-z]`, which denote sets of bytes.

use crate::Error;
use crate::cursor::Cursor;

/// A set of bytes, as a bit set.
pub(crate) type Bytes = [u64; 4];

pub(crate) fn contains(bytes: &Bytes, byte: u8) -> bool {
    bytes[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
}

fn insert(bytes: &mut Bytes, byte: u8) {
    bytes[usize::from(byte >> 6)] |= 1 << (byte & 63);
}

/// Parses a bracket expression whose `[` has been consumed.
pub(crate) fn set<E>(cursor: &mut Cursor) -> Result<Bytes, Error<E>> {
    let mut bytes = [0; 4];
    let is_inverted = cursor.eat(b"^");
    if cursor.eat(b"]") {
        insert(&mut bytes, b']');
    } else if cursor.eat(b"-") {
        insert(&mut bytes, b'-');
    }
    loop {
        match cursor.rest() {
            [] => return Err(Error::Invalid),
            [b']', ..] => break,
            [b'-', b']', ..] => {
                cursor.eat(b"-");
                insert(&mut bytes, b'-');
                break;
            }
            [b'-', ..] => return Err(Error::Invalid),
            _ => term(cursor, &mut bytes).ok_or(Error::Invalid)?,
        }
    }
    cursor.eat(b"]");
    Ok(if is_inverted {
        bytes.map(|it| !it)
    } else {
        bytes
    })
}

/// The only byte of a set; `None` if the set is empty or has several bytes.
pub(crate) fn only(bytes: &Bytes) -> Option<u8> {
    let count: u32 = bytes.iter().map(|it| it.count_ones()).sum();
    let at = bytes.iter().position(|it| *it != 0)?;
    (count == 1).then(|| at as u8 * 64 + bytes[at].trailing_zeros() as u8)
}

/// Parses an item of a bracket expression and adds its bytes to `bytes`: a class `[:alpha:]`, an equivalence class
/// `[=a=]`, a byte or a range. `None` if it is invalid.
fn term(cursor: &mut Cursor, bytes: &mut Bytes) -> Option<()> {
    if cursor.eat(b"[:") {
        let letters = cursor
            .rest()
            .iter()
            .take_while(|it| it.is_ascii_alphabetic());
        let is_in = class(cursor.take(letters.count()))?;
        (0..128).filter(is_in).for_each(|it| insert(bytes, it));
        return cursor.eat(b":]").then_some(());
    }
    if cursor.eat(b"[=") {
        if matches!(cursor.rest().first(), Some(b'-' | b']')) {
            return None;
        }
        insert(bytes, element(cursor, b"=]")?);
        return Some(());
    }
    let first = symbol(cursor)?;
    let is_range = matches!(cursor.rest(), [b'-', next, ..] if *next != b']');
    let last = if is_range {
        cursor.eat(b"-");
        if cursor.eat(b"-") {
            b'-'
        } else {
            symbol(cursor)?
        }
    } else {
        first
    };
    // The library compares the bounds of a range as signed characters.
    if first as i8 > last as i8 {
        return None;
    }
    (first as i8..=last as i8).for_each(|it| insert(bytes, it as u8));
    Some(())
}

fn symbol(cursor: &mut Cursor) -> Option<u8> {
    if cursor.eat(b"[.") {
        element(cursor, b".]")
    } else {
        cursor.next()
    }
}

/// Parses a byte, given literally or by its POSIX name, and the closing delimiter `end` after it. `None` if it is
/// invalid.
fn element(cursor: &mut Cursor, end: &[u8]) -> Option<u8> {
    let len = cursor.rest().windows(2).position(|it| it == end)?;
    let name = cursor.take(len);
    cursor.eat(end);
    match name {
        [byte] => Some(*byte),
        name => NAMES
            .iter()
            .find(|it| it.0.as_bytes() == name)
            .map(|it| it.1),
    }
}

/// The predicate for membership in the class with this name, for example `alpha`; `None` if there is no such class.
fn class(name: &[u8]) -> Option<fn(&u8) -> bool> {
    Some(match name {
        b"alnum" => u8::is_ascii_alphanumeric,
        b"alpha" => u8::is_ascii_alphabetic,
        b"blank" => |it| matches!(it, b' ' | b'\t'),
        b"cntrl" => |it| it.is_ascii_control() && *it != 0,
        b"digit" => u8::is_ascii_digit,
        b"graph" => u8::is_ascii_graphic,
        b"lower" => u8::is_ascii_lowercase,
        b"print" => |it| matches!(it, b' '..=b'~'),
        b"punct" => u8::is_ascii_punctuation,
        b"space" => |it| matches!(it, b'\t'..=b'\r' | b' '),
        b"upper" => u8::is_ascii_uppercase,
        b"xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    })
}

/// The POSIX names of bytes.
const NAMES: &[(&str, u8)] = &[
    ("NUL", 0),
    ("SOH", 1),
    ("STX", 2),
    ("ETX", 3),
    ("EOT", 4),
    ("ENQ", 5),
    ("ACK", 6),
    ("BEL", 7),
    ("alert", 7),
    ("BS", 8),
    ("backspace", 8),
    ("HT", 9),
    ("tab", 9),
    ("LF", 10),
    ("newline", 10),
    ("VT", 11),
    ("vertical-tab", 11),
    ("FF", 12),
    ("form-feed", 12),
    ("CR", 13),
    ("carriage-return", 13),
    ("SO", 14),
    ("SI", 15),
    ("DLE", 16),
    ("DC1", 17),
    ("DC2", 18),
    ("DC3", 19),
    ("DC4", 20),
    ("NAK", 21),
    ("SYN", 22),
    ("ETB", 23),
    ("CAN", 24),
    ("EM", 25),
    ("SUB", 26),
    ("ESC", 27),
    ("IS4", 28),
    ("FS", 28),
    ("IS3", 29),
    ("GS", 29),
    ("IS2", 30),
    ("RS", 30),
    ("IS1", 31),
    ("US", 31),
    ("space", b' '),
    ("exclamation-mark", b'!'),
    ("quotation-mark", b'"'),
    ("number-sign", b'#'),
    ("dollar-sign", b'$'),
    ("percent-sign", b'%'),
    ("ampersand", b'&'),
    ("apostrophe", b'\''),
    ("left-parenthesis", b'('),
    ("right-parenthesis", b')'),
    ("asterisk", b'*'),
    ("plus-sign", b'+'),
    ("comma", b','),
    ("hyphen", b'-'),
    ("hyphen-minus", b'-'),
    ("period", b'.'),
    ("full-stop", b'.'),
    ("slash", b'/'),
    ("solidus", b'/'),
    ("zero", b'0'),
    ("one", b'1'),
    ("two", b'2'),
    ("three", b'3'),
    ("four", b'4'),
    ("five", b'5'),
    ("six", b'6'),
    ("seven", b'7'),
    ("eight", b'8'),
    ("nine", b'9'),
    ("colon", b':'),
    ("semicolon", b';'),
    ("less-than-sign", b'<'),
    ("equals-sign", b'='),
    ("greater-than-sign", b'>'),
    ("question-mark", b'?'),
    ("commercial-at", b'@'),
    ("left-square-bracket", b'['),
    ("backslash", b'\\'),
    ("reverse-solidus", b'\\'),
    ("right-square-bracket", b']'),
    ("circumflex", b'^'),
    ("circumflex-accent", b'^'),
    ("underscore", b'_'),
    ("low-line", b'_'),
    ("grave-accent", b'`'),
    ("left-brace", b'{'),
    ("left-curly-bracket", b'{'),
    ("vertical-line", b'|'),
    ("right-brace", b'}'),
    ("right-curly-bracket", b'}'),
    ("tilde", b'~'),
    ("DEL", 127),
];
