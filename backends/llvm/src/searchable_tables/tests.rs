use backend::Release;
use backend_testing::{read_as, run};
use expect_test::expect;

use crate::tests::{check, check_changes, check_error, sources};

#[test]
fn searchable_tables() {
    check(
        "gen-searchable-tables",
        sources::TABLES,
        expect![[r##"
        #ifdef GET_Colors_DECL
        enum Colors {
          Blue = 0,
          Red = 1,
        };
        #endif

        #ifdef GET_Rows_DECL
        const Row *findRow(uint8_t Number);
        const Row *findByName(StringRef Name, unsigned Of);
        #endif

        #ifdef GET_Rows_IMPL
        constexpr Row Rows[] = {
          { 0x1, "one", Red }, // 0
          { 0x2, "two", Blue }, // 1
          { 0x4, "Four", Red }, // 2
         };

        const Row *findRow(uint8_t Number) {
          if ((Number < 0x1) ||
              (Number > 0x4))
            return nullptr;

          struct KeyType {
            uint8_t Number;
          };
          KeyType Key = {Number};
          struct Comp {
            bool operator()(const Row &LHS, const KeyType &RHS) const {
              if (LHS.Number < RHS.Number)
                return true;
              if (LHS.Number > RHS.Number)
                return false;
              return false;
            }
          };
          auto Table = ArrayRef(Rows);
          auto Idx = std::lower_bound(Table.begin(), Table.end(), Key, Comp());
          if (Idx == Table.end() ||
              Key.Number != Idx->Number)
            return nullptr;

          return &*Idx;
        }

        const Row *findByName(StringRef Name, unsigned Of) {
          struct IndexType {
            const char * Name;
            unsigned Of;
            unsigned _index;
          };
          static const struct IndexType Index[] = {
            { "FOUR", Red, 2 },
            { "ONE", Red, 0 },
            { "TWO", Blue, 1 },
          };

          struct KeyType {
            std::string Name;
            unsigned Of;
          };
          KeyType Key = {Name.upper(), Of};
          struct Comp {
            bool operator()(const IndexType &LHS, const KeyType &RHS) const {
              int CmpName = StringRef(LHS.Name).compare(RHS.Name);
              if (CmpName < 0) return true;
              if (CmpName > 0) return false;
              if ((unsigned)LHS.Of < (unsigned)RHS.Of)
                return true;
              if ((unsigned)LHS.Of > (unsigned)RHS.Of)
                return false;
              return false;
            }
          };
          auto Table = ArrayRef(Index);
          auto Idx = std::lower_bound(Table.begin(), Table.end(), Key, Comp());
          if (Idx == Table.end() ||
              Key.Name != Idx->Name ||
              Key.Of != Idx->Of)
            return nullptr;

          return &Rows[Idx->_index];
        }
        #endif

        #undef GET_Colors_DECL
        #undef GET_Rows_DECL
        #undef GET_Rows_IMPL
    "##]],
    );
}

#[test]
fn searchable_tables_with_mistakes() {
    let check = |text: &str, want: &str| {
        let text = format!("{}{text}", sources::TABLES);
        check_error("gen-searchable-tables", &text, want);
    };
    check(
        "def T : GenericTable { let FilterClass = \"None\"; let Fields = []; }",
        "Table FilterClass 'None' does not exist",
    );
    check(
        "class None; def T : GenericTable { let FilterClass = \"None\"; let Fields = []; }",
        "Table 'T' has no entries",
    );
    check(
        "def T : GenericTable { let FilterClass = \"Row\"; let Fields = [\"Number\"]; let PrimaryKey = [\"X\"]; \
         let PrimaryKeyName = \"find\"; }",
        "In table 'T', 'PrimaryKey' or 'Key' refers to nonexistent field 'X'",
    );
    check(
        "def S : SearchIndex { let Table = Rows; let Key = [\"Name\"]; let EarlyOut = true; }",
        "In lookup method 'S', early-out is not supported for a first key field of type string",
    );
}

#[test]
fn changes() {
    check_changes(
        "gen-searchable-tables",
        sources::TABLES,
        expect![[r#"
        19 to 21:
        -  if ((Number < 0x1) ||
        -      (Number > 0x4))
        +  if ((uint8_t)Number != std::clamp((uint8_t)Number, (uint8_t)0x1, (uint8_t)0x4))
        21 to 22:
    "#]],
    );
    // Keys without gaps.
    let contiguous = sources::TABLES.replace("Row<4,", "Row<3,");
    check_changes(
        "gen-searchable-tables",
        &contiguous,
        expect![[r#"
        19 to 21:
        -  if ((Number < 0x1) ||
        -      (Number > 0x3))
        +  if ((uint8_t)Number != std::clamp((uint8_t)Number, (uint8_t)0x1, (uint8_t)0x3))
        +
        +  struct KeyType {
        +    uint8_t Number;
        +  };
        +  KeyType Key = {Number};
        +  struct Comp {
        +    bool operator()(const Row &LHS, const KeyType &RHS) const {
        +      if (LHS.Number < RHS.Number)
        +        return true;
        +      if (LHS.Number > RHS.Number)
        +        return false;
        +      return false;
        +    }
        +  };
        -  size_t Idx = Number - 0x1;
        -  return &Table[Idx];
        +  auto Idx = std::lower_bound(Table.begin(), Table.end(), Key, Comp());
        +  if (Idx == Table.end() ||
        +      Key.Number != Idx->Number)
        +    return nullptr;
        +
        +  return &*Idx;
        21 to 22:
    "#]],
    );
}

#[test]
fn since_21_units_with_intrinsics_describe_a_target() {
    let text = format!("{}class Intrinsic; def int_x : Intrinsic;", sources::TABLES);
    let said = |release| {
        run(
            crate::ALL,
            "gen-searchable-tables",
            &[],
            &read_as(release, &text),
        )
        .text_or_error()
    };
    assert!(!said(Release::V19).starts_with("error"));
    for release in [Release::V21, Release::V22] {
        assert_eq!(said(release), "error: The class 'HwMode' is not defined\n");
    }
}
