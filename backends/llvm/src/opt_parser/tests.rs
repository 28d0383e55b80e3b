use expect_test::expect;

use crate::tests::{check, check_error, sources};

#[test]
fn options_as_a_table() {
    check(
        "gen-opt-parser-defs",
        sources::OPTIONS,
        expect![[r#"
        /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
        |*                                                                            *|
        |* Option Parsing Definitions                                                 *|
        |*                                                                            *|
        |* Automatically generated file, do not edit!                                 *|
        |*                                                                            *|
        \*===----------------------------------------------------------------------===*/

        /////////
        // Prefixes

        #ifdef PREFIX
        #define COMMA ,
        PREFIX(prefix_0, {llvm::StringLiteral("")})
        PREFIX(prefix_2, {llvm::StringLiteral("-") COMMA llvm::StringLiteral("")})
        PREFIX(prefix_1, {llvm::StringLiteral("-") COMMA llvm::StringLiteral("--") COMMA llvm::StringLiteral("")})
        #undef COMMA
        #endif // PREFIX

        /////////
        // Prefix Union

        #ifdef PREFIX_UNION
        #define COMMA ,
        PREFIX_UNION({
        llvm::StringLiteral("-") COMMA llvm::StringLiteral("--") COMMA llvm::StringLiteral("")})
        #undef COMMA
        #endif // PREFIX_UNION

        /////////
        // ValuesCode

        #ifdef OPTTABLE_VALUES_CODE
        #endif
        /////////
        // Groups

        #ifdef OPTION
        OPTION(llvm::ArrayRef<llvm::StringLiteral>(), "actions", group, Group, INVALID, INVALID, nullptr, 0, 0, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, nullptr)

        //////////
        // Options

        OPTION(prefix_1, "-help", help, Flag, group, INVALID, nullptr, 0, Default, 0,
               "Show a \"text\"", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, nullptr)
        OPTION(prefix_1, "-h", h, Flag, INVALID, help, nullptr, Hidden, Default, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, nullptr)
        OPTION(prefix_2, "-level=", level, Joined, INVALID, INVALID, nullptr, 0, Default, 0,
               "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, "low,high")
        #endif // OPTION
        #ifdef OPTION_WITH_MARSHALLING
        OPTION_WITH_MARSHALLING(prefix_2, "-level=", level, Joined, INVALID, INVALID, nullptr, 0, Default, 0,
               "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, "low,high", true, 0, Options.Level, Level::Low, false, Level::Low, , , mergeForwardValue, extractForwardValue, 0)
        #endif // OPTION_WITH_MARSHALLING

        #ifdef SIMPLE_ENUM_VALUE_TABLE

        struct SimpleEnumValue {
          const char *Name;
          unsigned Value;
        };

        struct SimpleEnumValueTable {
          const SimpleEnumValue *Table;
          unsigned Size;
        };
        static const SimpleEnumValue levelValueTable[] = {
        {"low",static_cast<unsigned>(Level::Low)},{"high",static_cast<unsigned>(Level::High)},};
        static const SimpleEnumValueTable SimpleEnumValueTables[] = {{levelValueTable, std::size(levelValueTable)},
        };
        static const unsigned SimpleEnumValueTablesSize = std::size(SimpleEnumValueTables);
        #endif // SIMPLE_ENUM_VALUE_TABLE


    "#]],
    );
}

#[test]
fn options_that_nothing_tells_apart() {
    let text = format!("{}def other : Flag<\"help\">;", sources::OPTIONS);
    check_error("gen-opt-parser-defs", &text, "Equivalent Options found.");
}
