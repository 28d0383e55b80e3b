use std::cmp::Ordering;

use super::*;

#[test]
fn numbers_in_names_order_by_size() {
    let names = [
        "R10", "R9", "R2_10", "R2", "R", "R2_9", "a", "R09", "Ra1", "R-1",
    ];
    let mut sorted = names;
    sorted.sort_by(|a, b| compare_numeric(a, b));
    assert_eq!(
        sorted,
        [
            "R", "R-1", "R2", "R2_9", "R2_10", "R9", "R09", "R10", "Ra1", "a"
        ]
    );
    assert_eq!(compare_numeric("x1y", "x1y"), Ordering::Equal);
}
