//! Hints on enumerations: cases with the same name, value or text, keywords as names, values that are too large for the
//! underlying type, and quotes in the summary.

use std::borrow::Cow;

use backend::{Rec, Severity};
use mlir_model::enums::Enum;
use rustc_hash::FxHashMap;

use super::keywords::is_keyword;
use super::{Hints, breaks_text, place_of, with_place_of};

impl<'a> Hints<'a> {
    pub(super) fn enumeration(&mut self, it: &Enum<'a>) {
        let mut symbols: FxHashMap<Cow<str>, Rec> = FxHashMap::default();
        let mut values: FxHashMap<i64, Rec> = FxHashMap::default();
        let mut texts: FxHashMap<&str, Rec> = FxHashMap::default();
        let largest = largest_value(&it.underlying);
        for case in &it.cases {
            let symbol = case.identifier();
            if is_keyword(&symbol) {
                let message = format!("'{symbol}' is a keyword of C++");
                self.hint(case.rec, "symbol", message);
            }
            if largest.is_some_and(|it| case.value > it) {
                let message = format!("{} does not fit in '{}'", case.value, it.underlying);
                self.hint_at(case.rec, message);
            }
            let of_symbol = *symbols.entry(symbol.clone()).or_insert(case.rec);
            let of_value = *values.entry(case.value).or_insert(case.rec);
            let of_text = *texts.entry(&case.text).or_insert(case.rec);
            let is_switched = it.bits.is_none() && case.value >= 0;
            let (first, message) = if of_symbol != case.rec {
                let message = format!("another case of '{}' is called '{symbol}'", it.name);
                (of_symbol, message)
            } else if of_value != case.rec {
                if !is_switched {
                    continue;
                }
                let message = format!("another case of '{}' has the value {}", it.name, case.value);
                (of_value, message)
            } else if of_text != case.rec {
                let message = format!(
                    "another case of '{}' is written '{}', which is read as that one",
                    it.name, case.text
                );
                (of_text, message)
            } else {
                continue;
            };
            let hint = case.rec.diagnostic(Severity::Note, message);
            let hint = with_place_of(hint, first);
            self.said
                .push(hint.with_note(place_of(it.rec), "in this enumeration".to_owned()));
        }
        if breaks_text(&it.summary) {
            self.quotes(it.rec, "summary", "the summary");
        }
    }
}

/// The largest value of an integer type of C++ with fewer than 64 bits. `None` for other types.
fn largest_value(ty: &str) -> Option<i64> {
    let name = ty.strip_prefix("::").unwrap_or(ty);
    let name = name.strip_prefix("std::").unwrap_or(name);
    Some(match name {
        "int8_t" => i64::from(i8::MAX),
        "uint8_t" => i64::from(u8::MAX),
        "int16_t" => i64::from(i16::MAX),
        "uint16_t" => i64::from(u16::MAX),
        "int32_t" => i64::from(i32::MAX),
        "uint32_t" => i64::from(u32::MAX),
        _ => return None,
    })
}
