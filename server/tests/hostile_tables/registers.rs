//! Registers, their classes and indices.

use backend_testing::REGISTER_CLASSES;

use super::{Case, list, repeat};

pub(super) fn cases() -> Vec<Case> {
    let info = "gen-register-info";
    vec![
        (info, overlapping_classes(10), "limit of work"),
        (info, overlapping_classes(12), "limit of work"),
        (
            "gen-register-bank",
            overlapping_classes(11),
            "limit of work",
        ),
        (info, nested_registers(700), "limit of work"),
        (
            info,
            tree_of_registers(11),
            "error: Ran out of lanemask bits",
        ),
        (info, tuples_of_tuples(40), "limit of work"),
        (info, wide_tuples(1 << 10, 16), ""),
        (info, aliases_of_all(3000), "limit of work"),
        (info, classes_by_parts(40), "limit of work"),
        (info, long_sequence(), "To out of range"),
    ]
}

/// Cases that take memory rather than time.
pub(super) fn greedy() -> Vec<Case> {
    let said = "limit of memory";
    vec![
        ("gen-register-info", tuples_of_tuples(40), said),
        ("gen-register-info", overlapping_classes(10), said),
    ]
}

/// `text` after the classes that describe registers.
fn source(text: &str) -> String {
    format!("{REGISTER_CLASSES}{text}")
}

/// Registers `R0` and on.
fn registers(count: usize) -> String {
    format!(
        "foreach i = 0...{} in def R#i : Register<\"r\"#i>;\n",
        count - 1
    )
}

fn class(name: &str, members: &str) -> String {
    format!("def {name} : RegisterClass<[i32], 32, (add {members})>;\n")
}

/// Classes that overlap in all combinations: a register is in a class if its number has a bit.
pub(super) fn overlapping_classes(bits: usize) -> String {
    let of_bit = |bit: usize| {
        let members = (0..1usize << bits).filter(|it| it >> bit & 1 == 1);
        let members: Vec<_> = members.map(|it| format!("R{it}")).collect();
        class(&format!("C{bit}"), &members.join(", "))
    };
    source(&format!(
        "{}{}def B : RegisterBank<\"B\", [C0]>;\n",
        registers(1 << bits),
        repeat(bits, of_bit)
    ))
}

/// Registers each of which has the previous one as its low part.
fn nested_registers(depth: usize) -> String {
    let whole = |i: usize| {
        let next = i + 1;
        format!("def lo{i} : SubRegIndex<32>;\ndef W{next} : Whole<\"w\", [W{i}], [lo{i}]>;\n")
    };
    source(&format!(
        "def W0 : Register<\"w\">;\n{}{}",
        repeat(depth, whole),
        class("C", &format!("W{depth}"))
    ))
}

/// A register of two parts that have two parts, and so on.
fn tree_of_registers(depth: usize) -> String {
    let level = |level: usize| {
        let (count, part) = (1 << (depth - level - 1), |it| match level {
            0 => format!("R{it}"),
            _ => format!("L{level}x{it}"),
        });
        let whole = |it: usize| {
            let (next, low, high) = (level + 1, part(2 * it), part(2 * it + 1));
            format!("def L{next}x{it} : Whole<\"w\", [{low}, {high}], [lo{level}, hi{level}]>;\n")
        };
        format!(
            "def lo{level} : SubRegIndex<32>; def hi{level} : SubRegIndex<32, 32>;\n{}",
            repeat(count, whole)
        )
    };
    source(&format!(
        "{}{}{}",
        registers(1 << depth),
        repeat(depth, level),
        class("C", &format!("L{depth}x0"))
    ))
}

/// Tuples of a tuple twice: names double.
fn tuples_of_tuples(depth: usize) -> String {
    let tuple = |i: usize| {
        let next = i + 1;
        format!(
            "def lo{i} : SubRegIndex<32>; def hi{i} : SubRegIndex<32, 32>;\n\
             def T{next} : RegisterTuples<[lo{i}, hi{i}], [(add T{i}), (add T{i})]>;\n"
        )
    };
    let first = "def lo : SubRegIndex<32>; def hi : SubRegIndex<32, 32>;\n\
                 def T0 : RegisterTuples<[lo, hi], [(add R0), (add R1)]>;\n";
    source(&format!(
        "{}{first}{}{}",
        registers(2),
        repeat(depth, tuple),
        class("C", &format!("T{depth}"))
    ))
}

/// Tuples of neighbours, which overlap.
fn wide_tuples(count: usize, width: usize) -> String {
    let index = |i: usize| format!("def s{i} : SubRegIndex<32, {}>;\n", 32 * i);
    let indices = list(width, |i| format!("s{i}"));
    let members = list(width, |i| format!("(rotl All, {i})"));
    source(&format!(
        "{}{}{}def Tuples : RegisterTuples<[{indices}], [{members}]>;\n{}",
        registers(count),
        class("All", &format!("(sequence \"R%u\", 0, {})", count - 1)),
        repeat(width, index),
        class("C", "Tuples")
    ))
}

/// Registers each of which is an alias of all others.
fn aliases_of_all(count: usize) -> String {
    let names = list(count, |i| format!("R{i}"));
    source(&format!(
        "{}def Last : Register<\"last\"> {{ let Aliases = [{names}]; }}\n\
         foreach i = 0...99 in def A#i : Register<\"a\"> {{ let Aliases = [{names}]; }}\n{}",
        registers(count),
        class("C", &names)
    ))
}

/// Classes of whole registers that differ in the classes of their parts' parts.
fn classes_by_parts(count: usize) -> String {
    let index = |i: usize| format!("def s{i} : SubRegIndex<32, {}>;\n", 32 * i);
    let indices = list(8, |i| format!("s{i}"));
    let members = list(8, |i| format!("(rotl All, {})", i * 7));
    let some = |i: usize| {
        let members = list(120, |j| format!("R{}", (j * (i + 3) + i * i) % 256));
        class(&format!("P{i}"), &members)
    };
    source(&format!(
        "{}{}{}def Tuples : RegisterTuples<[{indices}], [{members}]>;\n{}{}",
        registers(256),
        class("All", "(sequence \"R%u\", 0, 255)"),
        repeat(8, index),
        class("C", "Tuples"),
        repeat(count, some),
    ))
}

/// A sequence of more registers than there are.
fn long_sequence() -> String {
    source(&format!(
        "{}{}",
        registers(2),
        class("C", "(sequence \"R%u\", 0, 4294967295)")
    ))
}
