//! Options of backends. Each value is parsed once, according to the type of its option.

/// An option of a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackendOption {
    /// The name without dashes.
    pub name: &'static str,
    /// The description in `--help`; empty for an option that is accepted without effect.
    pub help: &'static str,
    /// The type of the value.
    pub takes: Takes,
}

/// The type of an option's value, with the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A Boolean: `-x`, `-x=true`, `-x=0`.
    Flag {
        /// The value if the option is not given.
        default: bool,
    },
    /// Any text. The default is empty.
    Text,
    /// An unsigned 32-bit number in decimal, hexadecimal, octal or binary notation. The default is 0.
    Uint,
    /// An unsigned 64-bit number, otherwise like `Uint`.
    Ulong,
    /// One of these words. The default is the first.
    OneOf(&'static [&'static str]),
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The value of a [`Takes::Flag`].
    Flag(bool),
    /// The value of a [`Takes::Uint`] or [`Takes::Ulong`].
    Number(u64),
    /// The value of a [`Takes::Text`] or [`Takes::OneOf`].
    Text(String),
}

impl Takes {
    /// Parses a value by the rules of LLVM's command-line library. The text of a flag without a value is empty. The
    /// error is that library's message.
    pub fn read(self, text: &str) -> Result<Value, String> {
        let number = |number: Option<u64>, kind: &str| {
            let number = number.map(Value::Number);
            number.ok_or_else(|| format!("'{text}' value invalid for {kind} argument!"))
        };
        match self {
            Takes::Flag { .. } => match text {
                "" | "true" | "TRUE" | "True" | "1" => Ok(Value::Flag(true)),
                "false" | "FALSE" | "False" | "0" => Ok(Value::Flag(false)),
                other => Err(format!(
                    "'{other}' is invalid value for boolean argument! Try 0 or 1"
                )),
            },
            Takes::Text => Ok(Value::Text(text.to_owned())),
            Takes::Uint => {
                let value = parse_number(text).filter(|it| u32::try_from(*it).is_ok());
                number(value, "uint")
            }
            Takes::Ulong => number(parse_number(text), "ulong"),
            Takes::OneOf(words) if words.contains(&text) => Ok(Value::Text(text.to_owned())),
            Takes::OneOf(_) => Err(format!("Cannot find option named '{text}'!")),
        }
    }

    /// The value of an option that is not given.
    pub fn default(self) -> Value {
        match self {
            Takes::Flag { default } => Value::Flag(default),
            Takes::Text => Value::Text(String::new()),
            Takes::Uint | Takes::Ulong => Value::Number(0),
            Takes::OneOf(words) => Value::Text(words.first().map_or("", |it| *it).to_owned()),
        }
    }
}

/// Reads a number in decimal, hexadecimal, binary or octal notation. `None` if `text` is not such a number, or if the
/// number does not fit into 64 bits.
fn parse_number(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    let (digits, radix) = if let Some(digits) = lower.strip_prefix("0x") {
        (digits, 16)
    } else if let Some(digits) = lower.strip_prefix("0b") {
        (digits, 2)
    } else if let Some(digits) = lower.strip_prefix("0o") {
        (digits, 8)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (&lower[1..], 8)
    } else {
        (lower.as_str(), 10)
    };
    // `from_str_radix` would accept a sign.
    if digits.starts_with('+') {
        None
    } else {
        u64::from_str_radix(digits, radix).ok()
    }
}

impl std::fmt::Display for Value {
    /// Writes the value as it is given on a command line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Flag(value) => write!(f, "{}", u8::from(*value)),
            Value::Number(value) => write!(f, "{value}"),
            Value::Text(value) => f.write_str(value),
        }
    }
}

impl BackendOption {
    /// A flag that is off by default.
    pub const fn flag(name: &'static str, help: &'static str) -> BackendOption {
        let takes = Takes::Flag { default: false };
        BackendOption { name, help, takes }
    }

    /// A flag that is on by default.
    pub const fn flag_on(name: &'static str, help: &'static str) -> BackendOption {
        let takes = Takes::Flag { default: true };
        BackendOption { name, help, takes }
    }

    /// An option whose value is any text.
    pub const fn text(name: &'static str, help: &'static str) -> BackendOption {
        let takes = Takes::Text;
        BackendOption { name, help, takes }
    }

    /// An option whose value is a 32-bit number.
    pub const fn uint(name: &'static str, help: &'static str) -> BackendOption {
        let takes = Takes::Uint;
        BackendOption { name, help, takes }
    }

    /// An option whose value is one of the words `words`.
    pub const fn one_of(
        name: &'static str,
        words: &'static [&'static str],
        help: &'static str,
    ) -> BackendOption {
        let takes = Takes::OneOf(words);
        BackendOption { name, help, takes }
    }
}

/// An option of backends that write tables of texts. It is turned off for compilers that refuse long string literals.
pub const LONG_STRING_LITERALS: BackendOption = BackendOption::flag_on(
    "long-string-literals",
    "Write tables of texts as string literals, not as single characters",
);

/// The values of the options that are given, each option at most once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    given: Vec<(&'static str, Value)>,
}

impl Options {
    /// Sets the value of an option, replacing an earlier value.
    pub fn set(&mut self, name: &'static str, value: Value) {
        self.given.retain(|(other, _)| *other != name);
        self.given.push((name, value));
    }

    /// Parses and sets the value of an option; see [`Takes::read`].
    pub fn read(&mut self, option: &BackendOption, text: &str) -> Result<(), String> {
        self.set(option.name, option.takes.read(text)?);
        Ok(())
    }

    /// The given values, in the order in which they were last set.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.given.iter().map(|(name, value)| (*name, value))
    }

    fn get(&self, option: &BackendOption) -> Option<&Value> {
        let given = self.given.iter().find(|it| it.0 == option.name);
        given.map(|it| &it.1)
    }

    /// The value of a flag; the default if the flag is not given.
    pub fn is_on(&self, option: &BackendOption) -> bool {
        match self.get(option) {
            Some(Value::Flag(value)) => *value,
            _ => option.takes == Takes::Flag { default: true },
        }
    }

    /// The value of an option whose type is [`Takes::Text`] or [`Takes::OneOf`]; the default if the option is not
    /// given.
    pub fn text(&self, option: &BackendOption) -> &str {
        match (self.get(option), option.takes) {
            (Some(Value::Text(value)), _) => value,
            (_, Takes::OneOf(words)) => words.first().map_or("", |it| *it),
            _ => "",
        }
    }

    /// The value of an option whose type is [`Takes::Text`] or [`Takes::OneOf`]. `None` if the option is not given.
    pub fn given_text(&self, option: &BackendOption) -> Option<&str> {
        self.get(option).map(|_| self.text(option))
    }

    /// The value of an option that takes a 32-bit number; 0 if the option is not given.
    pub fn uint(&self, option: &BackendOption) -> u32 {
        match self.get(option) {
            Some(Value::Number(value)) => u32::try_from(*value).unwrap_or(0),
            _ => 0,
        }
    }

    /// The value of an option that takes a 32-bit number. `None` if the option is not given.
    pub fn given_uint(&self, option: &BackendOption) -> Option<u32> {
        self.get(option).map(|_| self.uint(option))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAG: BackendOption = BackendOption::flag_on("flag", "");
    const WORD: BackendOption = BackendOption::one_of("word", &["a", "b"], "");
    const NUMBER: BackendOption = BackendOption::uint("number", "");

    fn read(given: &[(BackendOption, &str)]) -> Result<(bool, String, u32), String> {
        let mut options = Options::default();
        for (option, text) in given {
            options.read(option, text)?;
        }
        let word = options.text(&WORD).to_owned();
        Ok((options.is_on(&FLAG), word, options.uint(&NUMBER)))
    }

    #[test]
    fn the_last_value_counts() {
        let given = [
            (FLAG, ""),
            (FLAG, "0"),
            (WORD, "b"),
            (NUMBER, "0x10"),
            (NUMBER, "010"),
        ];
        assert_eq!(read(&given), Ok((false, "b".to_owned(), 8)));
        assert_eq!(read(&[]), Ok((true, "a".to_owned(), 0)));
    }

    #[test]
    fn numbers() {
        for (text, want) in [
            ("0", Some(0)),
            ("10", Some(10)),
            ("0x1F", Some(31)),
            ("0b11", Some(3)),
            ("017", Some(15)),
            ("4294967295", Some(u64::from(u32::MAX))),
            ("4294967296", None),
            ("-1", None),
            ("+1", None),
            ("", None),
        ] {
            let value = Takes::Uint.read(text).ok();
            assert_eq!(value, want.map(Value::Number), "{text}");
        }
    }

    #[test]
    fn bad_values_are_refused() {
        for (option, text) in [
            (FLAG, "yes"),
            (WORD, "c"),
            (NUMBER, "-1"),
            (NUMBER, "4294967296"),
        ] {
            assert!(read(&[(option, text)]).is_err(), "{text}");
        }
    }
}
