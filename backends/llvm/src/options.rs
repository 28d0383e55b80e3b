//! Command-line options in the order of LLVM's option tables.

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use backend::{Context, Fatal, Rec, Release, std_sort};
use elaborate::records::encode;

/// The sorted records of class `Option`. Two that would be ambiguous on a command line are an error.
pub(crate) fn sorted<'a>(cx: &Context<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
    let records = cx.records;
    let options = records.derived("Option")?;
    if options.len() < 2 {
        return Ok(options);
    }
    let read = |rec: Rec<'a>| Key::read(rec).map(|key| (rec, key));
    let keys = options.into_iter().map(read).collect::<Result<_, _>>()?;
    let mut compare = |(a, x): &(Rec, Key), (b, y): &(Rec, Key)| {
        x.compare(y)?.ok_or_else(|| {
            cx.report(*a.fatal("Option is equivalent to".to_owned()));
            cx.report(*b.fatal("Other defined here".to_owned()));
            records.fatal("Equivalent Options found.".to_owned())
        })
    };
    let sorted = if cx.release() >= Release::V21 {
        sort_until_error(keys, &mut compare)?
    } else {
        merge_sort(keys, &mut compare)?
    };
    Ok(sorted.into_iter().map(|(rec, _)| rec).collect())
}

/// The name of an option in C++.
pub(crate) fn enum_name(option: Rec) -> Result<String, Fatal> {
    if option.is_unset("EnumName") {
        return Ok(option.name().to_owned());
    }
    Ok(option.string("EnumName")?.into_owned())
}

/// The keys of the order of options.
struct Key<'a> {
    sentinel: bool,
    kind: Rec<'a>,
    name: Vec<u8>,
    prefixes: Vec<Vec<u8>>,
}

impl<'a> Key<'a> {
    fn read(option: Rec<'a>) -> Result<Key<'a>, Fatal> {
        let kind = option.def("Kind")?;
        let prefixes = option.list_of_strings("Prefixes")?;
        Ok(Key {
            sentinel: kind.bit("Sentinel")?,
            kind,
            name: encode(&option.string("Name")?).into_owned(),
            prefixes: prefixes.iter().map(|it| encode(it).into_owned()).collect(),
        })
    }

    /// `None` if the options are equal.
    fn compare(&self, other: &Key) -> Result<Option<Ordering>, Fatal> {
        let mut order = other.sentinel.cmp(&self.sentinel);
        if !self.sentinel && order.is_eq() {
            order = compare_names(&self.name, &other.name);
            for (a, b) in self.prefixes.iter().zip(&other.prefixes) {
                order = order.then_with(|| compare_names(a, b));
            }
        }
        if order.is_ne() {
            return Ok(Some(order));
        }
        let [own, others] = [self, other].map(|it| it.kind.int("Precedence"));
        Ok(match own?.cmp(&others?) {
            Ordering::Less => Some(Ordering::Less),
            Ordering::Equal if self.prefixes == other.prefixes => None,
            _ => Some(Ordering::Greater),
        })
    }
}

/// Compares letters without regard to case; a prefix comes after longer names.
fn compare_names(a: &[u8], b: &[u8]) -> Ordering {
    let lower = |text: &[u8]| text.to_ascii_lowercase();
    let common = a.len().min(b.len());
    let order = lower(&a[..common]).cmp(&lower(&b[..common]));
    order
        .then_with(|| b.len().cmp(&a.len()))
        .then_with(|| a.cmp(b))
}

/// Sorts like the C++ library, which 21 uses.
fn sort_until_error<T, E>(
    mut items: Vec<T>,
    compare: &mut impl FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<Vec<T>, E> {
    let mut error = None;
    std_sort::sort(&mut items, |a, b| {
        if error.is_some() {
            return Ordering::Equal;
        }
        compare(a, b).unwrap_or_else(|it| {
            error = Some(it);
            Ordering::Equal
        })
    });
    match error {
        Some(error) => Err(error),
        None => Ok(items),
    }
}

/// Sorts like the C library, which determines the first reported pair of equivalent options.
fn merge_sort<T, E>(
    mut items: Vec<T>,
    compare: &mut impl FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<Vec<T>, E> {
    if items.len() < 2 {
        return Ok(items);
    }
    let rest = items.split_off(items.len() / 2);
    let mut first = merge_sort(items, compare)?.into_iter().peekable();
    let mut second = merge_sort(rest, compare)?.into_iter().peekable();
    let mut merged = Vec::with_capacity(first.len() + second.len());
    while let (Some(a), Some(b)) = (first.peek(), second.peek()) {
        let next = if compare(a, b)?.is_le() {
            first.next()
        } else {
            second.next()
        };
        merged.extend(next);
    }
    merged.extend(first);
    merged.extend(second);
    Ok(merged)
}
