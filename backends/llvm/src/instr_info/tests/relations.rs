use expect_test::{Expect, expect};

use super::{check, check_error};

const RELATED: &str = r#"
class Row<string key, string size, string form = "plain"> : Inst<(outs), (ins)> {
  string Key = key; string Size_ = size; string Form = form;
}
def A16 : Row<"a", "16">; def A32 : Row<"a", "32">; def A64 : Row<"a", "64", "wide">;
def B16 : Row<"b", "16">; def B64 : Row<"b", "64", "wide">;
def C32 : Row<"c", "32">;
class Wider : InstrMapping {
  let FilterClass = "Row"; let RowFields = ["Key"]; let ColFields = ["Size_"]; let KeyCol = ["16"];
}
"#;

#[test]
fn relations() {
    check(
        &format!(
            "{RELATED}
             def wider : Wider {{ let ValueCols = [[\"32\"], [\"64\"]]; }}
             def only : Wider {{ let ColFields = [\"Size_\", \"Form\"]; let KeyCol = [\"32\", \"plain\"];
                                let ValueCols = [[\"64\", \"wide\"]]; }}
             def none : Wider {{ let KeyCol = [\"8\"]; let ValueCols = [[\"64\"]]; }}"
        ),
        "enum Form",
        "#endif",
        expect![[r#"
            enum Form {
            	Form_wide
            };

            enum Size_ {
            	Size__64,
            	Size__32
            };

            // none
            LLVM_READONLY
            int none(uint16_t Opcode) {
            static const uint16_t noneTable[][2] = {
              { Toy::INSTRUCTION_LIST_END, Toy::INSTRUCTION_LIST_END }}; // End of noneTable

              unsigned mid;
              unsigned start = 0;
              unsigned end = 0;
              while (start < end) {
                mid = start + (end - start) / 2;
                if (Opcode == noneTable[mid][0]) {
                  break;
                }
                if (Opcode < noneTable[mid][0])
                  end = mid;
                else
                  start = mid + 1;
              }
              if (start == end)
                return -1; // Instruction doesn't exist in this table.

              return noneTable[mid][1];
            }

            // only
            LLVM_READONLY
            int only(uint16_t Opcode) {
            static const uint16_t onlyTable[][2] = {
              { Toy::A32, Toy::A64 },
            }; // End of onlyTable

              unsigned mid;
              unsigned start = 0;
              unsigned end = 1;
              while (start < end) {
                mid = start + (end - start) / 2;
                if (Opcode == onlyTable[mid][0]) {
                  break;
                }
                if (Opcode < onlyTable[mid][0])
                  end = mid;
                else
                  start = mid + 1;
              }
              if (start == end)
                return -1; // Instruction doesn't exist in this table.

              return onlyTable[mid][1];
            }

            // wider
            LLVM_READONLY
            int wider(uint16_t Opcode, enum Size_ inSize_) {
            static const uint16_t widerTable[][3] = {
              { Toy::A16, Toy::A32, Toy::A64 },
              { Toy::B16, (uint16_t)-1U, Toy::B64 },
            }; // End of widerTable

              unsigned mid;
              unsigned start = 0;
              unsigned end = 2;
              while (start < end) {
                mid = start + (end - start) / 2;
                if (Opcode == widerTable[mid][0]) {
                  break;
                }
                if (Opcode < widerTable[mid][0])
                  end = mid;
                else
                  start = mid + 1;
              }
              if (start == end)
                return -1; // Instruction doesn't exist in this table.

              if (inSize_ == Size__32)
                return widerTable[mid][1];
              if (inSize_ == Size__64)
                return widerTable[mid][2];
              return -1;}

            } // end namespace Toy
            } // end namespace llvm
        "#]],
    );
}

#[test]
fn relations_that_make_no_sense() {
    let check_relation = |fields: &str, want: Expect| {
        check_error(&format!("{RELATED}def wider : Wider {{ {fields} }}"), want);
    };
    check_relation(
        "",
        expect![[r#"
        11: error: InstrMapping record `wider' has empty `ValueCols' field!
    "#]],
    );
    check_relation(
        "let ValueCols = [[\"32\", \"x\"]];",
        expect![[r#"
        error: Record `wider', field `ValueCols' entries don't match with the entries in 'ColFields' !
    "#]],
    );
    check_relation(
        "let RowFields = []; let ValueCols = [[\"64\"]];",
        expect![[r#"
            error: Multiple matches found for `A16', for the relation `wider', row fields [], column `["64"]'
        "#]],
    );
    check_relation(
        "let RowFields = [\"Kex\"]; let ValueCols = [[\"64\"]];",
        expect![[r#"
            5: error: No value "Kex" found in "A16" instruction description.
        "#]],
    );
    check_relation(
        "let FilterClass = \"Rox\"; let ValueCols = [[\"64\"]];",
        expect![[r#"
            error: The class 'Rox' is not defined

        "#]],
    );
    check_relation(
        "let KeyCol = []; let ValueCols = [[\"64\"]];",
        expect![[r#"
            11: error: Record `wider', field `KeyCol' has fewer entries than 'ColFields'!
        "#]],
    );
}
