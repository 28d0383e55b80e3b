//! The sorts of the C++ library that the reference was built with.
//!
//! The order of elements that compare as equal, and the results of inconsistent comparisons, are observable in the
//! reference's output. Rust's own sorts may give other results for both.

mod stable;
mod unstable;

pub use stable::{permute, stable_order, stable_sort};
pub use unstable::sort;

/// Items with their keys, in the order of [`sort`] by these. Fails with the error that the reference meets first: it reads
/// keys while it compares, and its sort begins with the second item.
pub fn sort_by_read<T: Copy, K: Ord, E>(
    items: impl IntoIterator<Item = T>,
    read: impl Fn(T) -> Result<K, E>,
) -> Result<Vec<(K, T)>, E> {
    let items: Vec<T> = items.into_iter().collect();
    if let Some(second) = items.get(1) {
        read(*second)?;
    }
    let keyed = items.into_iter().map(|it| Ok((read(it)?, it)));
    let mut keyed = keyed.collect::<Result<Vec<_>, E>>()?;
    sort(&mut keyed, |(a, _), (b, _)| a.cmp(b));
    Ok(keyed)
}
