use expect_test::{Expect, expect};
use target_model::instructions::BitOrder;

use super::picture;

#[track_caller]
fn check(inst: &str, want: Expect) {
    let records = backend_testing::read(&format!("def ops; def A {{ {inst} }}"));
    let rec = records.def("A").unwrap();
    let drawn = picture(rec, BitOrder::Straight).unwrap();
    want.assert_eq(&drawn.unwrap_or_else(|| "nothing".to_owned()));
}

#[test]
fn fields() {
    check(
        "bits<4> Rd; bits<6> imm; bit s;
         bits<16> Inst = { 0, 1, imm{5-2}, s, ?, ?, 1, imm{1-0}, Rd };",
        expect![[r#"
             15 14 13      10 9   8  7 6   5   4 3  0
            +-----+----------+---+----+---+-----+----+
            | 01  | imm{5-2} | s | ?? | 1 | imm | Rd |
            +-----+----------+---+----+---+-----+----+

            imm  13-10 = {5-2}, 5-4 = {1-0}
            s    9
            Rd   3-0 = {3-0}
        "#]],
    );
}

#[test]
fn what_is_too_wide_goes_on_below() {
    check(
        "bits<24> a_long_name; bits<24> another_long_name; bits<24> third_long_name; bits<24> fourth_long_name;
         bits<24> fifth_long_name; bits<24> last_long_name;
         bits<144> Inst = { a_long_name, another_long_name, third_long_name, fourth_long_name, fifth_long_name, last_long_name };",
        expect![[r#"
             143       120 119              96 95             72 71              48 47             24
            +-------------+-------------------+-----------------+------------------+-----------------+
            | a_long_name | another_long_name | third_long_name | fourth_long_name | fifth_long_name |
            +-------------+-------------------+-----------------+------------------+-----------------+
             23             0
            +----------------+
            | last_long_name |
            +----------------+

            a_long_name        143-120 = {23-0}
            another_long_name  119-96 = {23-0}
            third_long_name    95-72 = {23-0}
            fourth_long_name   71-48 = {23-0}
            fifth_long_name    47-24 = {23-0}
            last_long_name     23-0 = {23-0}
        "#]],
    );
}

#[test]
fn nothing_to_draw() {
    check("bits<8> Inst = ?;", expect!["nothing"]);
    check("int Inst = 1;", expect!["nothing"]);
    check("int Other = 1;", expect!["nothing"]);
}
