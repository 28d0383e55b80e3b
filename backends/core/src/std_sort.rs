//! The sort algorithms of the C++ library that the reference was built with.
//!
//! The order of elements that compare as equal, and the results of inconsistent comparisons, are observable in the
//! reference's output. Rust's own algorithms may give other results in both cases.

mod stable;
mod unstable;

pub use stable::{permute, stable_order, stable_sort};
pub use unstable::sort;

/// Sorts items by their keys with [`sort`] and returns them with the keys. Each key is read once. If reading fails, the
/// result is the error that the reference finds first. The reference reads keys while it compares items, and its first
/// comparison reads the key of the second item first.
pub fn sort_by_read<T: Copy, K: Ord, E>(
    items: impl IntoIterator<Item = T>,
    read: impl Fn(T) -> Result<K, E>,
) -> Result<Vec<(K, T)>, E> {
    fn swap_first<U>(items: &mut [U]) {
        if let [first, second, ..] = items {
            std::mem::swap(first, second);
        }
    }
    let mut items: Vec<T> = items.into_iter().collect();
    swap_first(&mut items);
    let keyed = items.into_iter().map(|it| Ok((read(it)?, it)));
    let mut keyed = keyed.collect::<Result<Vec<_>, E>>()?;
    swap_first(&mut keyed);
    sort(&mut keyed, |(a, _), (b, _)| a.cmp(b));
    Ok(keyed)
}
