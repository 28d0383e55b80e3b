//! Extended regular expressions of POSIX, in the dialect of LLVM's library.
//!
//! It differs from other engines in what it refuses: an alternative may not be empty, and a repetition may not be
//! repeated. Only whether a pattern matches somewhere in a text is asked here, never where.

mod states;

use states::States;

/// A pattern.
pub(super) struct Ere {
    program: Vec<Step>,
    /// Whether a match can begin at the start of the text only.
    is_anchored: bool,
    states: States,
}

/// The bytes that a step takes.
type Bytes = [u64; 4];

#[derive(Clone, Copy)]
enum Step {
    Take(Bytes),
    /// Goes on at both.
    Split(u32, u32),
    Jump(u32),
    Start,
    End,
    Match,
}

enum Tree {
    Take(Bytes),
    Start,
    End,
    All(Vec<Tree>),
    Any(Vec<Tree>),
    Repeat(Box<Tree>, u32, Option<u32>),
}

/// The largest number of repetitions that may be asked for.
const MAX_COUNT: u32 = 255;
/// A longer program is refused.
const MAX_STEPS: usize = 1 << 16;
/// How deep groups may nest.
const MAX_DEPTH: u32 = 250;

impl Ere {
    /// Reads a pattern; `None` if it is none. References to groups are refused too.
    pub(super) fn new(pattern: &str) -> Option<Ere> {
        let mut parser = Parser {
            rest: pattern.as_bytes(),
            depth: 0,
        };
        let tree = parser.alternatives(None)?;
        if !parser.rest.is_empty() {
            return None;
        }
        let is_anchored = match &tree {
            Tree::All(parts) => matches!(parts.first(), Some(Tree::Start)),
            tree => matches!(tree, Tree::Start),
        };
        let mut program = Vec::new();
        compile(&tree, &mut program)?;
        program.push(Step::Match);
        Some(Ere {
            program,
            is_anchored,
            states: States::default(),
        })
    }

    /// Whether it matches somewhere in a text.
    pub(super) fn is_match(&mut self, text: &str) -> bool {
        let states = &mut self.states;
        states.is_match(&self.program, self.is_anchored, text.as_bytes())
    }
}

fn contains(bytes: &Bytes, byte: u8) -> bool {
    bytes[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
}

fn insert(bytes: &mut Bytes, byte: u8) {
    bytes[usize::from(byte >> 6)] |= 1 << (byte & 63);
}

fn single(byte: u8) -> Tree {
    let mut bytes = [0; 4];
    insert(&mut bytes, byte);
    Tree::Take(bytes)
}

fn compile(tree: &Tree, program: &mut Vec<Step>) -> Option<()> {
    if program.len() > MAX_STEPS {
        return None;
    }
    match tree {
        Tree::Take(bytes) => program.push(Step::Take(*bytes)),
        Tree::Start => program.push(Step::Start),
        Tree::End => program.push(Step::End),
        Tree::All(parts) => parts.iter().try_for_each(|it| compile(it, program))?,
        Tree::Any(parts) => {
            let mut ends = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                if index + 1 == parts.len() {
                    compile(part, program)?;
                    break;
                }
                let split = program.len();
                program.push(Step::Split(split as u32 + 1, 0));
                compile(part, program)?;
                ends.push(program.len());
                program.push(Step::Jump(0));
                program[split] = Step::Split(split as u32 + 1, program.len() as u32);
            }
            for end in ends {
                program[end] = Step::Jump(program.len() as u32);
            }
        }
        Tree::Repeat(part, min, max) => {
            for _ in 0..*min {
                compile(part, program)?;
            }
            match max {
                None => {
                    let split = program.len();
                    program.push(Step::Split(0, 0));
                    compile(part, program)?;
                    program.push(Step::Jump(split as u32));
                    program[split] = Step::Split(split as u32 + 1, program.len() as u32);
                }
                Some(max) => {
                    let mut splits = Vec::new();
                    for _ in *min..*max {
                        splits.push(program.len());
                        program.push(Step::Split(0, 0));
                        compile(part, program)?;
                    }
                    for split in splits {
                        program[split] = Step::Split(split as u32 + 1, program.len() as u32);
                    }
                }
            }
        }
    }
    Some(())
}

struct Parser<'a> {
    rest: &'a [u8],
    depth: u32,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Alternatives up to `stop` or the end.
    fn alternatives(&mut self, stop: Option<u8>) -> Option<Tree> {
        let mut alternatives = Vec::new();
        loop {
            let mut parts = Vec::new();
            while let Some(next) = self.peek()
                && next != b'|'
                && Some(next) != stop
            {
                parts.push(self.repeated()?);
            }
            if parts.is_empty() {
                return None;
            }
            alternatives.push(Tree::All(parts));
            if !self.eat(b"|") {
                break;
            }
        }
        match alternatives.len() {
            1 => alternatives.pop(),
            _ => Some(Tree::Any(alternatives)),
        }
    }

    /// What stands for itself, with how often it comes.
    fn repeated(&mut self) -> Option<Tree> {
        let atom = self.atom()?;
        if !self.is_repetition() {
            return Some(atom);
        }
        if matches!(atom, Tree::Start) {
            return None;
        }
        let (min, max) = match self.next()? {
            b'*' => (0, None),
            b'+' => (1, None),
            b'?' => (0, Some(1)),
            _ => self.counts()?,
        };
        let repeated = Tree::Repeat(Box::new(atom), min, max);
        (!self.is_repetition()).then_some(repeated)
    }

    fn is_repetition(&self) -> bool {
        match self.rest {
            [b'*' | b'+' | b'?', ..] => true,
            [b'{', digit, ..] => digit.is_ascii_digit(),
            _ => false,
        }
    }

    /// What stands between the braces of a repetition, and the closing one.
    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        let min = self.count()?;
        let max = match self.eat(b",") {
            false => Some(min),
            true if self.peek().is_some_and(|it| it.is_ascii_digit()) => Some(self.count()?),
            true => None,
        };
        let is_ordered = max.is_none_or(|max| min <= max);
        (self.eat(b"}") && is_ordered).then_some((min, max))
    }

    fn count(&mut self) -> Option<u32> {
        let mut count = 0;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit)
            && count <= MAX_COUNT
        {
            count = count * 10 + u32::from(digit - b'0');
            self.next();
        }
        (count <= MAX_COUNT).then_some(count)
    }

    fn atom(&mut self) -> Option<Tree> {
        match self.next()? {
            b'(' => {
                if self.eat(b")") {
                    return Some(Tree::All(Vec::new()));
                }
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return None;
                }
                let group = self.alternatives(Some(b')'))?;
                self.depth -= 1;
                self.eat(b")").then_some(group)
            }
            b')' | b'|' | b'*' | b'+' | b'?' => None,
            b'^' => Some(Tree::Start),
            b'$' => Some(Tree::End),
            b'.' => Some(Tree::Take([u64::MAX; 4])),
            b'[' => self.bracket(),
            b'\\' => match self.next()? {
                b'1'..=b'9' => None,
                byte => Some(single(byte)),
            },
            b'{' if self.peek().is_some_and(|it| it.is_ascii_digit()) => None,
            byte => Some(single(byte)),
        }
    }

    /// What stands between brackets.
    fn bracket(&mut self) -> Option<Tree> {
        let mut bytes = [0; 4];
        let is_inverted = self.eat(b"^");
        if self.eat(b"]") {
            insert(&mut bytes, b']');
        } else if self.eat(b"-") {
            insert(&mut bytes, b'-');
        }
        while !self.rest.is_empty() && self.peek() != Some(b']') && !self.rest.starts_with(b"-]") {
            self.bracket_term(&mut bytes)?;
        }
        if self.eat(b"-") {
            insert(&mut bytes, b'-');
        }
        if !self.eat(b"]") {
            return None;
        }
        Some(Tree::Take(match is_inverted {
            true => bytes.map(|it| !it),
            false => bytes,
        }))
    }

    fn bracket_term(&mut self, bytes: &mut Bytes) -> Option<()> {
        if self.peek() == Some(b'-') {
            return None;
        }
        if self.eat(b"[:") {
            let end = self.rest.iter().position(|it| !it.is_ascii_alphabetic())?;
            let (name, rest) = self.rest.split_at(end);
            self.rest = rest;
            let is_in = class(name)?;
            (0..128).filter(is_in).for_each(|it| insert(bytes, it));
            return self.eat(b":]").then_some(());
        }
        if self.eat(b"[=") {
            insert(bytes, self.next()?);
            return self.eat(b"=]").then_some(());
        }
        let first = self.bracket_symbol()?;
        let is_range = matches!(self.rest, [b'-', next, ..] if *next != b']');
        let last = match is_range {
            true => {
                self.next();
                match self.eat(b"-") {
                    true => b'-',
                    false => self.bracket_symbol()?,
                }
            }
            false => first,
        };
        // The reference compares signed characters.
        if first as i8 > last as i8 {
            return None;
        }
        (first as i8..=last as i8).for_each(|it| insert(bytes, it as u8));
        Some(())
    }

    fn bracket_symbol(&mut self) -> Option<u8> {
        if !self.eat(b"[.") {
            return self.next();
        }
        let symbol = self.next()?;
        self.eat(b".]").then_some(symbol)
    }
}

/// Which bytes are of a class.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, matching: &[&str], others: &[&str]) {
        let mut ere = Ere::new(pattern).expect("a pattern");
        for text in matching {
            assert!(ere.is_match(text), "{pattern} {text}");
        }
        for text in others {
            assert!(!ere.is_match(text), "{pattern} {text}");
        }
    }

    #[test]
    fn matches_are_of_any_part() {
        check("b+c", &["abbc", "bcd"], &["", "ac", "cb"]);
        check("^(a|bc)$", &["a", "bc"], &["ab", "xa", "bcc"]);
        check("^a|b", &["ax", "xb"], &["xa"]);
        check("^(x?y){2,3}$", &["yxy", "yyy"], &["xy", "yyyy", "x"]);
        check("^(a{2})$", &["aa"], &["a", "aaa"]);
        check("^(()b)", &["b"], &["a"]);
        check("a{,2}b", &["a{,2}b"], &["aab"]);
    }

    #[test]
    fn more_states_than_are_kept() {
        let mut ere = Ere::new("^((a|b)*a(a|b){12})$").expect("a pattern");
        let mut bits = 1u64;
        for len in (0..60).cycle().take(4000) {
            // Chance, the same each time.
            bits = bits.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            let bit = |at| bits.rotate_left(at) >> 32 & 1 == 1;
            let text: String = (0..len).map(|at| if bit(at) { 'a' } else { 'b' }).collect();
            let wanted = len.checked_sub(13).is_some_and(bit);
            assert_eq!(ere.is_match(&text), wanted, "{text}");
        }
    }

    #[test]
    fn brackets() {
        check("^([0-9]+[^]a-])$", &["1b", "12^"], &["1a", "1]", "1-", "b"]);
        check("^([[:upper:]_]*)$", &["", "AB_"], &["a"]);
        check("^([]x])$", &["]", "x"], &["y"]);
        check("^([a\\])$", &["a", "\\"], &["]"]);
        check("\\.", &["."], &["x"]);
    }

    #[test]
    fn what_is_no_pattern() {
        for pattern in [
            "", "a|", "(|a)", "a**", "*a", "^*", "(a", "a)", "[a", "[b-a]", "a{2,1}", "a{256}",
            "\\", "(a)\\1",
        ] {
            assert!(Ere::new(pattern).is_none(), "{pattern}");
        }
    }
}
