use expect_test::expect;

use crate::tests::{check, check_changes, check_error, sources};

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

#[test]
fn changes() {
    let text = sources::OPTIONS.replace(
        "list<string> AliasArgs = [];",
        "list<string> AliasArgs = []; list<SubCommand> SubCommands = [];",
    );
    let text = format!(
        "class SubCommand<string name> {{ string Name = name; string HelpText = \"Help.\"; string Usage = \"\"; }}
         def run : SubCommand<\"run\">; def build : SubCommand<\"build\">;
         {text}
         def all : Flag<\"all\"> {{ let SubCommands = [run, build]; }}"
    );
    check_changes(
        "gen-opt-parser-defs",
        &text,
        expect![[r#"
            19 to 21:
            +// String table
            +
            +#ifdef OPTTABLE_STR_TABLE_CODE
            +
            +#ifdef __GNUC__
            +#pragma GCC diagnostic push
            +#pragma GCC diagnostic ignored "-Woverlength-strings"
            +#endif
            +static constexpr char OptionStrTableStorage[] = 
            +  "\0"
            +  "-\0"
            +  "--\0"
            +  "actions\0"
            +  "-all\0"
            +  "-help\0"
            +  "-h\0"
            +  "-level=\0"
            +  ;
            +#ifdef __GNUC__
            +#pragma GCC diagnostic pop
            +#endif
            +
            +static constexpr llvm::StringTable
            +OptionStrTable = OptionStrTableStorage;
            +#endif // OPTTABLE_STR_TABLE_CODE
            +
            +/////////
            -#ifdef PREFIX
            -#define COMMA ,
            -PREFIX(prefix_0, {llvm::StringLiteral("")})
            -PREFIX(prefix_2, {llvm::StringLiteral("-") COMMA llvm::StringLiteral("")})
            -PREFIX(prefix_1, {llvm::StringLiteral("-") COMMA llvm::StringLiteral("--") COMMA llvm::StringLiteral("")})
            -#undef COMMA
            -#endif // PREFIX
            +#ifdef OPTTABLE_PREFIXES_TABLE_CODE
            +static constexpr llvm::StringTable::Offset OptionPrefixesTable[] = {
            +  0 /* prefixes */,
            +  1 /* prefixes */, 1 /* '-' */,
            +  2 /* prefixes */, 1 /* '-' */, 3 /* '--' */
            +};
            +#endif // OPTTABLE_PREFIXES_TABLE_CODE
            -#ifdef PREFIX_UNION
            -#define COMMA ,
            -PREFIX_UNION({
            -llvm::StringLiteral("-") COMMA llvm::StringLiteral("--") COMMA llvm::StringLiteral("")})
            -#undef COMMA
            -#endif // PREFIX_UNION
            +#ifdef OPTTABLE_PREFIXES_UNION_CODE
            +static constexpr llvm::StringTable::Offset OptionPrefixesUnion[] = {
            +  1 /* '-' */,   3 /* '--' */
            +};
            +#endif // OPTTABLE_PREFIXES_UNION_CODE
            -OPTION(llvm::ArrayRef<llvm::StringLiteral>(), "actions", group, Group, INVALID, INVALID, nullptr, 0, 0, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, nullptr)
            +OPTION(0 /* no prefixes */, 6 /* actions */, group, Group, INVALID, INVALID, nullptr, 0, 0, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr)
            -OPTION(prefix_1, "-all", all, Flag, INVALID, INVALID, nullptr, 0, Default, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, nullptr)
            -OPTION(prefix_1, "-help", help, Flag, group, INVALID, nullptr, 0, Default, 0,
            -       "Show a \"text\"", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, nullptr)
            -OPTION(prefix_1, "-h", h, Flag, INVALID, help, nullptr, Hidden, Default, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, nullptr)
            -OPTION(prefix_2, "-level=", level, Joined, INVALID, INVALID, nullptr, 0, Default, 0,
            -       "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, "low,high")
            +OPTION(3, 14 /* -all */, all, Flag, INVALID, INVALID, nullptr, 0, Default, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr)
            +OPTION(3, 19 /* -help */, help, Flag, group, INVALID, nullptr, 0, Default, 0,
            +       "Show a \"text\"", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr)
            +OPTION(3, 25 /* -h */, h, Flag, INVALID, help, nullptr, Hidden, Default, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr)
            +OPTION(1, 28 /* -level= */, level, Joined, INVALID, INVALID, nullptr, 0, Default, 0,
            +       "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, "low,high")
            -OPTION_WITH_MARSHALLING(prefix_2, "-level=", level, Joined, INVALID, INVALID, nullptr, 0, Default, 0,
            -       "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, "low,high", true, 0, Options.Level, Level::Low, false, Level::Low, , , mergeForwardValue, extractForwardValue, 0)
            +OPTION_WITH_MARSHALLING(1, 28 /* -level= */, level, Joined, INVALID, INVALID, nullptr, 0, Default, 0,
            +       "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, "low,high", true, 0, Options.Level, Level::Low, false, Level::Low, , , mergeForwardValue, extractForwardValue, 0)
            21 to 22:
            -static constexpr char OptionStrTableStorage[] = 
            +static constexpr char OptionStrTableStorage[] =
            +/////////// SubCommand IDs
            +
            +#ifdef OPTTABLE_SUBCOMMAND_IDS_TABLE_CODE
            +static constexpr unsigned OptionSubCommandIDsTable[] = {
            +  0 /* subcommands */,
            +  2 /* subcommands */, 1 /* 'run' */, 0 /* 'build' */
            +};
            +#endif // OPTTABLE_SUBCOMMAND_IDS_TABLE_CODE
            +
            -OPTION(0 /* no prefixes */, 6 /* actions */, group, Group, INVALID, INVALID, nullptr, 0, 0, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr)
            +OPTION(0 /* no prefixes */, 6 /* actions */, group, Group, INVALID, INVALID, nullptr, 0, 0, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr,  0)
            -OPTION(3, 14 /* -all */, all, Flag, INVALID, INVALID, nullptr, 0, Default, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr)
            +OPTION(3, 14 /* -all */, all, Flag, INVALID, INVALID, nullptr, 0, Default, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr, 1)
            -       "Show a \"text\"", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr)
            -OPTION(3, 25 /* -h */, h, Flag, INVALID, help, nullptr, Hidden, Default, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr)
            +       "Show a \"text\"", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr, 0)
            +OPTION(3, 25 /* -h */, h, Flag, INVALID, help, nullptr, Hidden, Default, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, nullptr, 0)
            -       "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, "low,high")
            +       "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, "low,high", 0)
            -       "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, "low,high", true, 0, Options.Level, Level::Low, false, Level::Low, , , mergeForwardValue, extractForwardValue, 0)
            +       "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ {std::array<unsigned, 2>{{0, 0}}, nullptr} }}), nullptr, "low,high", 0, true, 0, Options.Level, Level::Low, false, Level::Low, , , mergeForwardValue, extractForwardValue, 0)
            +/////////
            +// SubCommands
            +
            +#ifdef OPTTABLE_SUBCOMMANDS_CODE
            +static constexpr llvm::opt::OptTable::SubCommand OptionSubCommands[] = {
            +  { "build", "Help.", "" },
            +  { "run", "Help.", "" },
            +};
            +#endif // OPTTABLE_SUBCOMMANDS_CODE
            +
            +
        "#]],
    );
}
