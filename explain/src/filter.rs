//! The query language of records: `Instruction and mayLoad = 1 and not (hasSideEffects or Size > 4)`.

use std::borrow::Cow;

use backend::{Rec, Records};
use elaborate::value::print::value_unquoted;
use rustc_hash::FxHashSet;

/// A condition on a record.
#[derive(Debug)]
pub enum Filter {
    /// The record derives from the class.
    Class(String),
    /// The field is set, and its value is not zero, false or empty.
    Field(String),
    /// A comparison of the field with a text.
    Compare(String, Operator, String),
    /// The condition does not hold for the record.
    Not(Box<Filter>),
    /// Both conditions hold.
    And(Box<Filter>, Box<Filter>),
    /// At least one of the conditions holds.
    Or(Box<Filter>, Box<Filter>),
}

/// The operator of a comparison. Values are compared as numbers if both sides are numbers, otherwise as texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `~`: the value contains the given text.
    Contains,
}

/// The maximum nesting depth of parentheses and `not`.
const MAX_DEPTH: usize = 100;

impl Filter {
    /// Parses a filter. A name without a comparison is the name of a class if `records` has that class. Otherwise it is
    /// the name of a field. The error is a message for the user: the syntax is invalid, or the filter names a field
    /// that no class and no record has.
    pub fn parse(text: &str, records: &Records) -> Result<Filter, String> {
        let mut parser = Parser {
            tokens: tokens(text)?,
            next: 0,
            is_class: &|name| records.class(name).is_some(),
            depth: 0,
        };
        let filter = parser.any_of()?;
        match parser.peek() {
            None => filter.check_fields(&|| fields(records)).map(|()| filter),
            Some(token)
                if token.starts_with(|it: char| it.is_alphanumeric() || "_\"(".contains(it)) =>
            {
                Err(format!("'and' or 'or' is missing before '{token}'"))
            }
            Some(token) => Err(format!("'{token}' makes no sense here")),
        }
    }

    /// An error if the filter names a field that is not among the `known` ones.
    fn check_fields<'k>(&self, known: &impl Fn() -> FxHashSet<&'k str>) -> Result<(), String> {
        let mut named = Vec::new();
        self.collect_fields(&mut named);
        if named.is_empty() {
            return Ok(());
        }
        let known = known();
        let Some((field, what)) = named.iter().find(|it| !known.contains(it.0)) else {
            return Ok(());
        };
        Err(
            match syntax::nearest(field, known.iter().copied(), 1).first() {
                Some(near) => format!("there is no {what} '{field}': the nearest is '{near}'"),
                None => format!("there is no {what} '{field}'"),
            },
        )
    }

    /// Collects the names of fields, each with the phrase for the field in an error message.
    fn collect_fields<'s>(&'s self, out: &mut Vec<(&'s str, &'static str)>) {
        match self {
            Filter::Class(_) => {}
            Filter::Field(field) => out.push((field, "class or field")),
            Filter::Compare(field, ..) => out.push((field, "field")),
            Filter::Not(it) => it.collect_fields(out),
            Filter::And(a, b) | Filter::Or(a, b) => {
                a.collect_fields(out);
                b.collect_fields(out);
            }
        }
    }

    /// Whether the condition holds for a record.
    pub fn holds(&self, rec: Rec) -> bool {
        match self {
            Filter::Class(class) => rec.is_a(class),
            Filter::Field(field) => text(rec, field).is_some_and(|it| is_true(&it)),
            Filter::Compare(field, operator, wanted) => {
                text(rec, field).is_some_and(|it| compare(&it, *operator, wanted))
            }
            Filter::Not(it) => !it.holds(rec),
            Filter::And(a, b) => a.holds(rec) && b.holds(rec),
            Filter::Or(a, b) => a.holds(rec) || b.holds(rec),
        }
    }
}

/// The names of the fields of all classes and records.
fn fields(records: &Records) -> FxHashSet<&'static str> {
    let mut fields = FxHashSet::default();
    // Many records share a shape, which contains the names of their fields. Each shape is examined once.
    let mut seen = FxHashSet::default();
    for rec in records.classes().chain(records.defs()) {
        let shape = &rec.record().shape;
        if seen.insert(std::sync::Arc::as_ptr(shape)) {
            fields.extend(shape.names.iter().map(|it| it.as_str()));
        }
    }
    fields
}

/// The value of a field as text, without quotes; `None` if there is no such field or it has no value.
fn text(rec: Rec, field: &str) -> Option<Cow<'static, str>> {
    let value = rec.field(field)?.value?;
    Some(value_unquoted(&rec.records().names(), value))
}

fn is_true(text: &str) -> bool {
    !matches!(text, "" | "?" | "[]" | "false") && number(text) != Some(0)
}

fn compare(text: &str, operator: Operator, wanted: &str) -> bool {
    let order = match (number(text), number(wanted)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => text.cmp(wanted),
    };
    match operator {
        Operator::Equal => order.is_eq(),
        Operator::NotEqual => order.is_ne(),
        Operator::Less => order.is_lt(),
        Operator::LessOrEqual => order.is_le(),
        Operator::Greater => order.is_gt(),
        Operator::GreaterOrEqual => order.is_ge(),
        Operator::Contains => text.contains(wanted),
    }
}

/// Parses a number. `{ 0, 1 }` is a number in binary, the highest bit first.
fn number(text: &str) -> Option<i64> {
    if let Some(bits) = text.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
        let bits: Vec<&str> = bits.split(',').map(str::trim).collect();
        return bits.iter().try_fold(0i64, |number, bit| match *bit {
            "0" => number.checked_mul(2),
            "1" => number.checked_mul(2)?.checked_add(1),
            _ => None,
        });
    }
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':' | '$');
    while let Some(first) = rest.chars().next() {
        let len = if first == '"' {
            let end = rest[1..].find('"');
            end.ok_or_else(|| "a string does not end".to_owned())? + 2
        } else if let Some(sign) = ["!=", "<=", ">="].iter().find(|it| rest.starts_with(**it)) {
            sign.len()
        } else if "()=<>~".contains(first) {
            1
        } else {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        };
        if len == 0 {
            return Err(format!("'{first}' makes no sense here"));
        }
        tokens.push(rest[..len].to_owned());
        rest = rest[len..].trim_start();
    }
    Ok(tokens)
}

struct Parser<'a> {
    tokens: Vec<String>,
    next: usize,
    is_class: &'a dyn Fn(&str) -> bool,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.next).map(String::as_str)
    }

    fn take(&mut self, wanted: &str) -> bool {
        let is_wanted = self.peek() == Some(wanted);
        self.next += usize::from(is_wanted);
        is_wanted
    }

    fn any_of(&mut self) -> Result<Filter, String> {
        let mut filter = self.all_of()?;
        while self.take("or") {
            filter = Filter::Or(Box::new(filter), Box::new(self.all_of()?));
        }
        Ok(filter)
    }

    fn all_of(&mut self) -> Result<Filter, String> {
        let mut filter = self.one()?;
        while self.take("and") {
            filter = Filter::And(Box::new(filter), Box::new(self.one()?));
        }
        Ok(filter)
    }

    fn one(&mut self) -> Result<Filter, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the filter is nested too deeply".to_owned());
        }
        let filter = self.nested();
        self.depth -= 1;
        filter
    }

    fn nested(&mut self) -> Result<Filter, String> {
        if self.take("not") {
            return Ok(Filter::Not(Box::new(self.one()?)));
        }
        if self.take("(") {
            let filter = self.any_of()?;
            if !self.take(")") {
                return Err("a ')' is missing".to_owned());
            }
            return Ok(filter);
        }
        let name = self.word("a class or field")?;
        let operator = match self.peek() {
            Some("=") => Operator::Equal,
            Some("!=") => Operator::NotEqual,
            Some("<") => Operator::Less,
            Some("<=") => Operator::LessOrEqual,
            Some(">") => Operator::Greater,
            Some(">=") => Operator::GreaterOrEqual,
            Some("~") => Operator::Contains,
            _ if (self.is_class)(&name) => return Ok(Filter::Class(name)),
            _ => return Ok(Filter::Field(name)),
        };
        self.next += 1;
        let value = self.word("a value")?;
        Ok(Filter::Compare(
            name,
            operator,
            value.trim_matches('"').to_owned(),
        ))
    }

    fn word(&mut self, what: &str) -> Result<String, String> {
        let is_sign = |it: &str| it.starts_with(|c| "()=<>~!".contains(c));
        match self.peek() {
            Some(token) if !is_sign(token) => {
                let token = token.to_owned();
                self.next += 1;
                Ok(token)
            }
            Some(token) => Err(format!("{what} is missing before '{token}'")),
            None => Err(format!("{what} is missing at the end")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: &str) {
        let mut parser = Parser {
            tokens: tokens(text).expect("tokens"),
            next: 0,
            is_class: &|name| name == "Class",
            depth: 0,
        };
        let found = match parser.any_of() {
            Ok(filter) => format!("{filter:?}"),
            Err(error) => error,
        };
        assert_eq!(found, want);
    }

    #[test]
    fn filters() {
        check("Class", r#"Class("Class")"#);
        check(
            "Class and not a or b >= 0x10",
            r#"Or(And(Class("Class"), Not(Field("a"))), Compare("b", GreaterOrEqual, "0x10"))"#,
        );
        check("a = \"x y\"", r#"Compare("a", Equal, "x y")"#);
        check("(a", "a ')' is missing");
        check("a and", "a class or field is missing at the end");
        check("= 1", "a class or field is missing before '='");
        check(&"not ".repeat(1000), "the filter is nested too deeply");
        assert_eq!(tokens("a % b"), Err("'%' makes no sense here".to_owned()));
    }

    #[test]
    fn what_is_left_over() {
        let records = backend_testing::read("class Class { bit a = 1; }");
        let error = |text: &str| Filter::parse(text, &records).err();
        let want = |it: &str| Some(it.to_owned());
        assert_eq!(
            error("Class a"),
            want("'and' or 'or' is missing before 'a'")
        );
        assert_eq!(
            error("a (Class)"),
            want("'and' or 'or' is missing before '('")
        );
        assert_eq!(error("Class)"), want("')' makes no sense here"));
        assert_eq!(error("Class and a"), None);
    }

    #[test]
    fn unknown_fields() {
        let check = |filter: Filter, want: &str| {
            let known = || FxHashSet::from_iter(["Size", "mayLoad"]);
            let found = filter.check_fields(&known);
            assert_eq!(found.err().unwrap_or_default(), want);
        };
        let field = |name: &str| Filter::Field(name.to_owned());
        let compare = |name: &str| Filter::Compare(name.to_owned(), Operator::Less, "1".to_owned());
        check(field("mayLoad"), "");
        check(
            field("mayload"),
            "there is no class or field 'mayload': the nearest is 'mayLoad'",
        );
        check(
            Filter::And(Box::new(field("Size")), Box::new(compare("Colour"))),
            "there is no field 'Colour'",
        );
    }

    #[test]
    fn numbers() {
        assert_eq!(number("{ 1, 0, 1 }"), Some(5));
        assert_eq!(number("0xff"), Some(255));
        assert_eq!(number("-3"), Some(-3));
        assert_eq!(number("{ 1, ? }"), None);
        assert!(compare("12", Operator::Greater, "9"));
        assert!(compare("abc", Operator::Contains, "bc"));
        assert!(!is_true("{ 0, 0 }") && is_true("x"));
    }
}
