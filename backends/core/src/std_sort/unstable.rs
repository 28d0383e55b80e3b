//! `std::sort` of the C++ library that the reference was built with.
//!
//! It does not keep the order of equal elements, but it is deterministic, and its result is observable in the
//! reference's output wherever the comparison does not distinguish all elements. Ranges of more than [`SMALL`] elements
//! are partitioned around a median, or sorted by a heap sort if they were partitioned too often. The remaining ranges
//! are sorted by insertion sort. The sequence of comparisons and swaps must be the same as in the C++ library.

use std::cmp::Ordering;

/// The length up to which a range is sorted by insertion sort. Insertion sort keeps the order of equal elements.
const SMALL: usize = 16;

/// Sorts in place. Equal elements get the same order as in the reference.
pub fn sort<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut less = |a: &T, b: &T| compare(a, b).is_lt();
    let divisions = 2 * items.len().checked_ilog2().unwrap_or(0);
    divide(items, divisions, &mut less);
    insertion_sort(items, &mut less);
}

/// Partitions ranges until they have at most [`SMALL`] elements. A range that is still longer after `divisions`
/// partitions is sorted by heap sort.
fn divide<T>(mut items: &mut [T], mut divisions: u32, less: &mut impl FnMut(&T, &T) -> bool) {
    while items.len() > SMALL {
        if divisions == 0 {
            heap_sort(items, less);
            return;
        }
        divisions -= 1;
        let middle = partition(items, less);
        let (smaller, larger) = items.split_at_mut(middle);
        divide(larger, divisions, less);
        items = smaller;
    }
}

/// Partitions the elements around the median of three of them, which is moved to the front. Returns the start of the
/// second part.
fn partition<T>(items: &mut [T], less: &mut impl FnMut(&T, &T) -> bool) -> usize {
    let (a, b, c) = (1, items.len() / 2, items.len() - 1);
    let mut is_less = |x: usize, y: usize| less(&items[x], &items[y]);
    let median = match (is_less(a, b), is_less(b, c), is_less(a, c)) {
        (true, true, _) | (false, false, false) => b,
        (true, false, true) | (false, true, false) => c,
        (true, false, false) | (false, _, true) => a,
    };
    items.swap(0, median);
    let (mut from, mut to) = (1, items.len());
    loop {
        while from < items.len() && less(&items[from], &items[0]) {
            from += 1;
        }
        to -= 1;
        while less(&items[0], &items[to]) {
            to -= 1;
        }
        if from >= to {
            return from;
        }
        items.swap(from, to);
        from += 1;
    }
}

fn insertion_sort<T>(items: &mut [T], less: &mut impl FnMut(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

fn heap_sort<T>(items: &mut [T], less: &mut impl FnMut(&T, &T) -> bool) {
    for top in (0..items.len() / 2).rev() {
        sift(items, top, less);
    }
    for end in (1..items.len()).rev() {
        items.swap(0, end);
        sift(&mut items[..end], 0, less);
    }
}

/// Restores the heap order for the element at `top`: first all the way down, each time towards the larger child, then
/// up to its final position.
fn sift<T>(heap: &mut [T], top: usize, less: &mut impl FnMut(&T, &T) -> bool) {
    let mut at = top;
    while let right = 2 * at + 2
        && right <= heap.len()
    {
        let is_left = right == heap.len() || less(&heap[right], &heap[right - 1]);
        let child = right - usize::from(is_left);
        heap.swap(at, child);
        at = child;
    }
    while at > top
        && let parent = (at - 1) / 2
        && less(&heap[parent], &heap[at])
    {
        heap.swap(at, parent);
        at = parent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The original positions of elements sorted by these keys.
    fn order(keys: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut items: Vec<(usize, usize)> = keys.into_iter().zip(0..).collect();
        sort(&mut items, |(a, _), (b, _)| a.cmp(b));
        assert!(items.is_sorted_by_key(|(key, _)| *key));
        items.into_iter().map(|(_, from)| from).collect()
    }

    /// A single number that represents an order, so that expectations are short.
    fn hash(order: Vec<usize>) -> u64 {
        let add = |hash: u64, it: usize| hash.wrapping_mul(1_099_511_628_211) + it as u64;
        order.into_iter().fold(0, add)
    }

    // The expectations are the results of `std::sort` for the same keys.

    #[test]
    fn few_equal_elements_keep_their_order() {
        assert_eq!(order([0; 16]), Vec::from_iter(0..16));
    }

    #[test]
    fn many_equal_elements_do_not() {
        let want = [8, 16, 15, 14, 13, 12, 11, 10, 9, 0, 7, 6, 5, 4, 3, 2, 1];
        assert_eq!(order([0; 17]), want);
    }

    #[test]
    fn equal_and_other_elements() {
        let keys = (0..1000).map(|it| it * it % 101 % 10);
        assert_eq!(hash(order(keys)), 10_707_973_560_096_382_350);
    }

    #[test]
    fn elements_that_divide_badly() {
        // Each median is one of the smallest.
        let (count, half) = (3000, 1500);
        let mut keys = vec![0; count];
        for at in 1..=half {
            if at % 2 == 1 {
                keys[at - 1] = at;
                keys[at] = half + at;
            }
            keys[half + at - 1] = 2 * at;
        }
        let keys = keys.into_iter().map(|it| it / 50);
        assert_eq!(hash(order(keys)), 2_361_756_007_875_577_056);
    }
}
