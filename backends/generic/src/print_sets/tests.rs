use backend_testing::{Unit, run};
use elaborate::value::{Ty, ValueId};

/// The elements of a set that is made in a unit with the records `R0` to `R9`, and its operators.
#[track_caller]
fn check(make: impl FnOnce(&mut Unit) -> ValueId, want: &str) {
    let mut unit = Unit::default();
    unit.class(1, "Set", &[], 0, &[]);
    for number in 0..10 {
        unit.def(&[2], &format!("R{number}"), &[], &[]);
    }
    for op in "add sub and shl trunc rotl rotr decimate interleave sequence other".split(' ') {
        unit.def(&[3], op, &[], &[]);
    }
    let v = make(&mut unit);
    unit.def(&[4], "S", &["Set"], &[("Elements", Ty::DAG, v)]);
    let text = run(crate::ALL, "print-sets", &[], &unit.finish()).text_or_error();
    let set = text
        .lines()
        .find_map(|line| line.strip_prefix("S = ["))
        .and_then(|it| it.strip_suffix(" ]"));
    assert_eq!(set.unwrap_or(&text).trim(), want);
}

fn dag(unit: &Unit, op: &str, args: &[ValueId]) -> ValueId {
    let args: Vec<_> = args.iter().map(|arg| (*arg, None)).collect();
    unit.values.dag(unit.reference(op), None, &args)
}

fn regs(unit: &Unit, numbers: &[u32]) -> ValueId {
    let regs: Vec<_> = numbers
        .iter()
        .map(|it| unit.reference(&format!("R{it}")))
        .collect();
    unit.values.list(&regs, Ty::RECORD)
}

#[track_caller]
fn check_sets(op: &str, sets: &[&[u32]], want: &str) {
    check(
        |it| {
            let sets: Vec<_> = sets.iter().map(|set| regs(it, set)).collect();
            dag(it, op, &sets)
        },
        want,
    );
}

#[track_caller]
fn check_number(op: &str, number: i64, want: &str) {
    check(
        |it| dag(it, op, &[regs(it, &[0, 1, 2, 3]), it.values.int(number)]),
        want,
    );
}

#[test]
fn sets_and_sets() {
    check_sets("add", &[&[3, 1], &[2, 3]], "R3 R1 R2");
    check_sets("sub", &[&[1, 2, 3], &[2], &[3, 4]], "R1");
    check_sets(
        "sub",
        &[&[1]],
        "error: Set difference needs at least two arguments: (sub [R1])",
    );
    check_sets("and", &[&[3, 2, 1], &[1, 3]], "R3 R1");
    check_sets("interleave", &[&[0, 1, 2], &[5], &[6, 0]], "R0 R5 R6 R1 R2");
    check_sets("other", &[], "error: Unknown set operator: (other)");
}

#[test]
fn sets_and_numbers() {
    check_number("shl", 1, "R1 R2 R3");
    check_number("shl", 9, "");
    check_number(
        "shl",
        -1,
        "error: Positive shift required: (shl [R0, R1, R2, R3], -1)",
    );
    check_number("trunc", 2, "R0 R1");
    check_number("trunc", 9, "R0 R1 R2 R3");
    check_number("rotl", 1, "R1 R2 R3 R0");
    check_number("rotr", 1, "R3 R0 R1 R2");
    check_number("rotl", i64::MIN, "R0 R1 R2 R3");
    check_number("rotl", -5, "R3 R0 R1 R2");
    check_number("decimate", 2, "R0 R2");
    check_number("decimate", i64::MAX, "R0");
    // In 32 bits this is 1.
    check_number("decimate", (1 << 32) + 1, "R0 R1 R2 R3");
    check_number(
        "decimate",
        0,
        "error: Positive stride required: (decimate [R0, R1, R2, R3], 0)",
    );
}

#[test]
fn sequences() {
    let check = |args: &[i64], want| {
        check(
            |it| {
                let mut all = vec![it.values.string("R%u")];
                all.extend(args.iter().map(|arg| it.values.int(*arg)));
                dag(it, "sequence", &all)
            },
            want,
        );
    };
    check(&[2, 4], "R2 R3 R4");
    check(&[4, 2], "R4 R3 R2");
    check(&[1, 9, 4], "R1 R5 R9");
    check(&[0, 2, (1 << 32) + 1], "R0 R1 R2");
    check(
        &[9, 10],
        "error: No def named 'R10': (sequence \"R%u\", 9, 10)",
    );
    check(
        &[0, 1, 0],
        "error: Stride must not be zero: (sequence \"R%u\", 0, 1, 0)",
    );
    check(&[-1, 1], "error: From out of range");
    check(&[1], "error: To must be an integer: (sequence \"R%u\", 1)");
}

#[test]
fn a_sequence_without_format() {
    check(
        |it| dag(it, "sequence", &[it.values.int(1), it.values.int(9)]),
        "error: Format must be a string: (sequence 1, 9)",
    );
}

#[test]
fn a_sequence_of_one_name_ends() {
    check(
        |it| {
            dag(
                it,
                "sequence",
                &[
                    it.values.string("R3"),
                    it.values.int(0),
                    it.values.int(1 << 29),
                ],
            )
        },
        "R3",
    );
}

#[test]
fn sets_of_sets() {
    check(
        |it| {
            let inner = regs(it, &[1, 2]);
            let inner = it.def(&[5], "Inner", &["Set"], &[("Elements", Ty::DAG, inner)]);
            it.values
                .list(&[it.reference("R0"), inner, it.reference("S")], Ty::RECORD)
        },
        "R0 R1 R2",
    );
}

#[test]
fn too_deep() {
    check(
        |it| (0..100_000).fold(it.reference("R0"), |v, _| it.values.list(&[v], Ty::RECORD)),
        "error: set description nests too deeply",
    );
}
