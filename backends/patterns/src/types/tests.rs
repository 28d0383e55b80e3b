use target_model::hw_modes::{ByHwMode, ModeId, TypeByHwMode};
use target_model::value_types::ValueType;

use super::*;

/// The type of a name.
fn ty(name: &str) -> ValueType {
    let found = ValueType::named(name);
    found.unwrap_or_else(|| panic!("no type {name}"))
}

fn set(names: &str) -> TypeSet {
    names.split_whitespace().map(ty).collect()
}

/// Parses sets as they are printed, without the surroundings: `*:[i32] m1:[i64]`, or `i32 i64` for the default alone.
fn sets(text: &str) -> TypeSets {
    let mut sets = TypeSets::new();
    if !text.contains(':') {
        return TypeSets::simple(set(text));
    }
    for part in text.split_inclusive(']') {
        let (mode, types) = part.trim().split_once(":[").unwrap();
        let mode = mode.strip_prefix('m').map_or(0, |it| it.parse().unwrap());
        *sets.get_mut(ModeId(mode)) = set(types.trim_end_matches(']'));
    }
    sets
}

fn type_by_mode(types: &[(u32, &str)]) -> TypeByHwMode {
    let mut by_mode = ByHwMode::default();
    for (mode, name) in types {
        by_mode.insert(ModeId(*mode), ty(name));
    }
    TypeByHwMode {
        types: by_mode,
        address_space: None,
    }
}

const LEGAL: &str = "i32 i64 f32 v2i32 v4i32 v2i64 v2f32 nxv2i32";

#[track_caller]
fn check_one(
    operation: fn(&Inference, &mut TypeSets) -> Result<bool, EmptySets>,
    cases: &[(TypeSets, &str)],
) {
    let inference = Inference::new(set(LEGAL));
    for (before, want) in cases {
        let mut after = before.clone();
        let changed = operation(&inference, &mut after);
        let shown = match changed {
            Ok(true) => format!("{after}"),
            Ok(false) => {
                assert_eq!(*before, after);
                "same".to_owned()
            }
            Err(EmptySets) => "none".to_owned(),
        };
        assert_eq!(shown, *want, "{before}");
    }
}

type Binary = fn(&mut Inference, &mut TypeSets, &mut TypeSets) -> Result<bool, EmptySets>;

#[track_caller]
fn check(operation: Binary, cases: &[(&str, &str, &str)]) {
    for (a, b, want) in cases {
        let mut inference = Inference::new(set(LEGAL));
        let read = |text: &str| match text {
            "" => TypeSets::new(),
            text => sets(text),
        };
        let (mut x, mut y) = (read(a), read(b));
        let changed = operation(&mut inference, &mut x, &mut y);
        let shown = match (inference.take_error(), changed) {
            (Some(error), _) => error.to_owned(),
            (None, Ok(true)) => format!("{x} {y}"),
            (None, Ok(false)) => "same".to_owned(),
            (None, Err(EmptySets)) => "none".to_owned(),
        };
        assert_eq!(shown, *want, "{a} and {b}");
    }
}

#[test]
fn sets_by_mode() {
    let mut of = TypeSets::by_mode(&type_by_mode(&[(1, "i32"), (2, "i64")]));
    assert_eq!(of.to_string(), "{ m1:[i32] m2:[i64] }");
    assert!(of.is_concrete(false) && of.machine_type().is_none());
    assert_eq!(of.concrete().to_string(), "{(m1:i32),(m2:i64)}");
    // A type with a default belongs to all modes, even those that it does not name.
    of.insert(&type_by_mode(&[(0, "f32"), (2, "f64")]));
    assert_eq!(of.to_string(), "{ *:[f32] m1:[i32 f32] m2:[i64 f64] }");
    of.make_simple(ModeId(3));
    assert_eq!(of.to_string(), "{ *:[f32] }");
    assert_eq!(of.machine_type(), Some(ValueType::F32));
    assert_eq!(TypeSets::new().to_string(), "{}");
}

#[test]
fn with_a_default_all_modes_are_of_its_type() {
    let concrete = sets("*:[i32] m1:[i64]").concrete();
    assert_eq!(concrete.to_string(), "{(*:i32),(m1:i32)}");
    let concrete = sets("m1:[] m2:[i64]").concrete();
    assert_eq!(concrete.to_string(), "{(m1:Other),(m2:i64)}");
}

#[test]
fn sets_are_equal_if_the_same_is_possible() {
    let equal = [
        ("*:[i32]", "*:[i32] m1:[i32]", true),
        ("*:[i32]", "m1:[i32]", false),
        ("m1:[i32]", "m1:[i32] m2:[]", true),
        ("m1:[i32]", "m1:[i32] m2:[i32]", false),
    ];
    for (a, b, want) in equal {
        assert_eq!(sets(a) == sets(b), want, "{a} {b}");
        assert_eq!(sets(b) == sets(a), want, "{b} {a}");
    }
}

#[test]
fn pointers_match_integers() {
    let cases = [
        ("iPTR", "i32", "i32", true),
        ("i32", "iPTR", "i32", false),
        ("iPTR", "i32 i64", "iPTR", false),
        ("i32 i64", "iPTR", "iPTR", true),
        ("iPTR i32", "i32", "i32", true),
        ("iPTR i32", "i32 i64", "i32 i64", true),
        ("iPTR i32", "i32 i64 i128", "i32 iPTR", false),
        ("iPTR f32 v2i32", "i32 v2i32", "i32 v2i32", true),
        ("f32", "iPTR", "", true),
    ];
    for (a, b, want, want_changed) in cases {
        let mut result = set(a);
        let changed = result.constrain(set(b));
        assert_eq!((result, changed), (set(want), want_changed), "{a} and {b}");
    }
}

#[test]
fn merging() {
    let merge: Binary = |inference, a, b| inference.merge(a, b);
    check(
        merge,
        &[
            ("", "i32", "{ *:[i32] } { *:[i32] }"),
            ("i32", "", "same"),
            ("i32 i64", "i64", "{ *:[i64] } { *:[i64] }"),
            ("i32", "f32", "none"),
            ("i32 i64", "m1:[i64]", "{ *:[] m1:[i64] } { m1:[i64] }"),
            ("m1:[i32] m2:[i64]", "i64", "{ m1:[] m2:[i64] } { *:[i64] }"),
            (
                "m1:[i32] m2:[i64]",
                "m2:[i64]",
                "{ m1:[] m2:[i64] } { m2:[i64] }",
            ),
        ],
    );
}

#[test]
fn an_empty_set_is_no_error_while_fragments_are_read() {
    let mut inference = Inference::new(set(LEGAL));
    inference.validates = false;
    let mut it = sets("i32");
    assert_eq!(
        inference.merge(&mut it, &TypeSets::single(ValueType::F32)),
        Ok(true)
    );
    assert!(it.is_contradiction() && !it.is_empty());
}

#[test]
fn kinds() {
    check_one(
        Inference::enforce_integer,
        &[
            (TypeSets::new(), "{ *:[i32 i64 v2i32 v4i32 v2i64 nxv2i32] }"),
            (sets("iPTR f32"), "{ *:[iPTR] }"),
            (sets("i32"), "same"),
            (sets("f32"), "none"),
        ],
    );
    check_one(
        Inference::enforce_floating_point,
        &[
            (TypeSets::new(), "{ *:[f32 v2f32] }"),
            (sets("f64 i32"), "{ *:[f64] }"),
        ],
    );
    check_one(
        Inference::enforce_vector,
        &[(sets("m1:[i32 v2i32] m2:[i32]"), "{ m1:[v2i32] m2:[] }")],
    );
    check_one(
        Inference::enforce_scalar,
        &[(TypeSets::new(), "{ *:[i32 i64 f32] }")],
    );
    check_one(Inference::enforce_any, &[(sets("f64"), "same")]);
    check_one(
        Inference::force_arbitrary,
        &[(sets("m1:[i64 i32] m2:[f32]"), "{ m1:[i32] m2:[f32] }")],
    );
}

#[test]
fn smaller_types() {
    check(
        |inference, a, b| inference.enforce_smaller_than(a, b, false),
        &[
            ("i32 i64", "i32 i64", "{ *:[i32] } { *:[i64] }"),
            ("i32", "i64", "same"),
            ("i32", "f32", "Incompatible types"),
            ("i64", "i32", "none"),
            ("i32 f32", "i64", "{ *:[i32] } { *:[i64] }"),
            ("", "i64", "{ *:[i32] } { *:[i64] }"),
            ("v2i32 i32", "v4i32 i32", "{ *:[i32 v2i32] } { *:[v4i32] }"),
            // Scalable vectors are only compared with each other.
            ("v2i32", "nxv2i32", "same"),
            // No integer of a known size is larger than a pointer.
            ("i64", "iPTR", "same"),
            ("iPTR", "i64", "none"),
        ],
    );
    let mut inference = Inference::new(set(LEGAL));
    let (mut small, mut big) = (sets("i32"), sets("m1:[] m2:[i64]"));
    let changed = inference.enforce_smaller_than(&mut small, &mut big, true);
    assert_eq!(changed, Ok(false));
    assert_eq!(small.to_string(), "{ *:[] m1:[] m2:[i32] }");
}

#[test]
fn vectors_and_what_they_consist_of() {
    check(
        |inference, a, b| inference.enforce_vector_of(a, b),
        &[
            ("", "i64", "{ *:[v2i64] } { *:[i64] }"),
            ("v2i32 v2f32 i32", "", "{ *:[v2i32 v2f32] } { *:[i32 f32] }"),
            ("v2i32", "f32", "none"),
        ],
    );
    check(
        |inference, a, b| inference.enforce_sub_vector_of(a, b),
        &[
            ("v4i32", "", "{ *:[v4i32] } { *:[v2i32] }"),
            ("", "v2i32", "{ *:[v4i32] } { *:[v2i32] }"),
            ("v2i64", "v2i32", "none"),
            ("nxv4i32", "v2i32", "none"),
        ],
    );
}

#[test]
fn the_same_number_of_elements_and_the_same_size() {
    check(
        |inference, a, b| inference.enforce_same_element_count(a, b),
        &[
            ("v4i32", "v2i64 v4i16", "{ *:[v4i32] } { *:[v4i16] }"),
            ("i32 v2i32", "f32", "{ *:[i32] } { *:[f32] }"),
            ("v2i32", "nxv2i32", "none"),
        ],
    );
    check(
        |inference, a, b| inference.enforce_same_size(a, b),
        &[
            (
                "v2i32 v4i32",
                "",
                "{ *:[v2i32 v4i32] } { *:[i64 v2i32 v4i32 v2i64 v2f32] }",
            ),
            (
                "aarch64svcount",
                "nxv2i8 i16",
                "{ *:[aarch64svcount] } { *:[nxv2i8] }",
            ),
        ],
    );
}

#[test]
fn overloaded_types() {
    check_one(
        |inference, sets| inference.expand_overloads(sets).map(|()| true),
        &[
            (sets("iAny"), "{ *:[i32 i64 v2i32 v4i32 v2i64 nxv2i32] }"),
            (sets("fAny"), "{ *:[f32 v2f32] }"),
            (sets("vAny"), "{ *:[v2i32 v4i32 v2i64 v2f32 nxv2i32] }"),
            (sets("iPTRAny"), "{ *:[iPTR] }"),
            (
                sets("Any"),
                "{ *:[i32 i64 f32 v2i32 v4i32 v2i64 v2f32 nxv2i32] }",
            ),
            (sets("f64"), "{ *:[f64] }"),
        ],
    );
}

#[test]
fn a_pattern_with_an_error_changes_no_more() {
    let mut inference = Inference::new(set(LEGAL));
    inference.set_error();
    let mut it = sets("i32");
    assert_eq!(
        inference.merge(&mut it, &TypeSets::single(ValueType::F32)),
        Ok(false)
    );
    assert_eq!(inference.enforce_floating_point(&mut it), Ok(false));
    assert_eq!(it, sets("i32"));
}
