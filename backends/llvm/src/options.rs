//! Command-line options in the order of LLVM's option tables.

#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use std::cmp::Ordering;

use backend::{Context, Fatal, Rec, Release, std_sort};
use elaborate::records::encode;

/// The records of class `Option`, sorted. An error if two options are equivalent on a command line.
pub(crate) fn sorted<'a>(cx: &Context<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
    let records = cx.records;
    let options = records.derived("Option")?;
    if options.len() < 2 {
        return Ok(options);
    }
    let keys = options.into_iter().map(Key::new).collect();
    let mut compare = |x: &Key<'a>, y: &Key<'a>| {
        x.compare(y)?.ok_or_else(|| {
            let (a, b) = (x.option, y.option);
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
    Ok(sorted.into_iter().map(|it| it.option).collect())
}

/// The name of an option's enumerator in C++.
pub(crate) fn enum_name(option: Rec) -> Result<String, Fatal> {
    if option.is_unset("EnumName") {
        return Ok(option.name().to_owned());
    }
    Ok(option.string("EnumName")?.into_owned())
}

/// The fields by which options are compared. A field is read when it is first compared: if several options are invalid,
/// the order of comparisons determines which option the error is about.
struct Key<'a> {
    option: Rec<'a>,
    kind: OnceCell<(Rec<'a>, bool)>,
    name: OnceCell<Vec<u8>>,
    prefixes: OnceCell<Vec<Vec<u8>>>,
}

impl<'a> Key<'a> {
    fn new(option: Rec<'a>) -> Key<'a> {
        Key {
            option,
            kind: OnceCell::new(),
            name: OnceCell::new(),
            prefixes: OnceCell::new(),
        }
    }

    /// The kind of the option, and whether options of this kind come before the options of other kinds (`Sentinel`).
    fn kind(&self) -> Result<(Rec<'a>, bool), Fatal> {
        let read = || {
            let kind = self.option.def("Kind")?;
            Ok((kind, kind.bit("Sentinel")?))
        };
        get_or_read(&self.kind, read).copied()
    }

    fn name(&self) -> Result<&Vec<u8>, Fatal> {
        get_or_read(&self.name, || {
            Ok(encode(&self.option.string("Name")?).into_owned())
        })
    }

    fn prefixes(&self) -> Result<&Vec<Vec<u8>>, Fatal> {
        get_or_read(&self.prefixes, || {
            let prefixes = self.option.list_of_strings("Prefixes")?;
            Ok(prefixes.iter().map(|it| encode(it).into_owned()).collect())
        })
    }

    /// The order of two options; `None` if they are equivalent.
    fn compare(&self, other: &Key) -> Result<Option<Ordering>, Fatal> {
        let ((kind, is_sentinel), (other_kind, is_other_sentinel)) = (self.kind()?, other.kind()?);
        let mut order = is_other_sentinel.cmp(&is_sentinel);
        if !is_sentinel && order.is_eq() {
            order = compare_names(self.name()?, other.name()?);
            if order.is_eq() {
                for (a, b) in self.prefixes()?.iter().zip(other.prefixes()?) {
                    order = order.then_with(|| compare_names(a, b));
                }
            }
        }
        if order.is_ne() {
            return Ok(Some(order));
        }
        let (own, others) = (kind.int("Precedence")?, other_kind.int("Precedence")?);
        Ok(match own.cmp(&others) {
            Ordering::Less => Some(Ordering::Less),
            Ordering::Equal if self.prefixes()? == other.prefixes()? => None,
            _ => Some(Ordering::Greater),
        })
    }
}

/// The value of a cell. If the cell is empty, `read` computes the value.
fn get_or_read<T>(
    cell: &OnceCell<T>,
    read: impl FnOnce() -> Result<T, Fatal>,
) -> Result<&T, Fatal> {
    match cell.get() {
        Some(value) => Ok(value),
        None => {
            let value = read()?;
            Ok(cell.get_or_init(|| value))
        }
    }
}

/// Compares names without regard to the case of letters; a name comes after longer names of which it is a prefix. The
/// case decides between names that are otherwise equal.
fn compare_names(a: &[u8], b: &[u8]) -> Ordering {
    let lower = |text: &[u8]| text.to_ascii_lowercase();
    let common = a.len().min(b.len());
    let order = lower(&a[..common]).cmp(&lower(&b[..common]));
    order
        .then_with(|| b.len().cmp(&a.len()))
        .then_with(|| a.cmp(b))
}

/// Sorts like `std::sort` of C++, which the reference uses since LLVM 21. After the first error, nothing is compared
/// any more.
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

/// Sorts like `qsort` of the C library, which the reference used before LLVM 21. The algorithm determines which pair of
/// equivalent options is reported first.
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
