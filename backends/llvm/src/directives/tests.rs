//! Tables of directives: of both languages, and with names that depend on the version of the language.

mod of_22;

use backend::Release;
use backend_testing::{between, read, read_as, run};
use expect_test::{Expect, expect};

use crate::tests::{check, sources};

/// A language as 21 describes it, with several names for one thing.
const VERSIONED: &str = r#"
class DirectiveLanguage {
  string name = "Toy";
  string cppNamespace = "toy";
  string directivePrefix = "TD_";
  string clausePrefix = "TC_";
  bit makeEnumAvailableInNamespace = true;
  bit enableBitmaskEnumInNamespace = false;
  string clauseEnumSetClass = "ClauseSet";
  string flangClauseBaseClass = "ToyClause";
}
def Toy : DirectiveLanguage;
class Association<string n> { string name = n; }
def AS_None : Association<"None">;
def AS_Block : Association<"Block">;
def AS_FromLeaves : Association<"FromLeaves">;
class Category<string n> { string name = n; }
def CA_Executable : Category<"Executable">;
class SourceLanguage<string n> { string name = n; }
def L_C : SourceLanguage<"C">;
def L_F : SourceLanguage<"For tran">;
class Spelling<string s, int from = 0, int to = 0x7FFFFFFF> { string spelling = s; int minVersion = from; int maxVersion = to; }
class ClauseVal<string n, int v, bit default> { string name = n; int value = v; bit isDefault = default; }
class Clause<list<Spelling> s> {
  list<Spelling> spellings = s;
  string clangClass = "";
  string flangClass = "";
  string clangAccSpelling = "";
  string enumClauseValue = "";
  list<ClauseVal> allowedClauseValues = [];
  bit isValueOptional = false;
  bit isValueList = false;
  bit skipFlangUnparser = false;
  string defaultValue = "";
  bit isImplicit = false;
  bit isDefault = false;
  string prefix = "";
  bit isPrefixOptional = true;
}
def TC_Private : Clause<[Spelling<"private_x">, Spelling<"own",2,3>]> { let flangClass = "Name"; let isValueList = true; }
def TC_Skipped : Clause<[Spelling<"__skipped">]> { let skipFlangUnparser = true; }
def TC_Default : Clause<[Spelling<"x">]> { let isDefault = true; }
class VersionedClause<Clause c> { Clause clause = c; int minVersion = 1; int maxVersion = 0x7FFFFFFF; }
class Directive<list<Spelling> s> {
  list<Spelling> spellings = s;
  list<VersionedClause> allowedClauses = [];
  list<VersionedClause> allowedOnceClauses = [];
  list<VersionedClause> allowedExclusiveClauses = [];
  list<VersionedClause> requiredClauses = [];
  list<Directive> leafConstructs = [];
  bit isDefault = false;
  Association association = AS_None;
  Category category = CA_Executable;
  list<SourceLanguage> languages = [L_C, L_F];
}
def TD_Parallel : Directive<[Spelling<"parallel">]> { let isDefault = true; let association = AS_Block; let allowedClauses = [VersionedClause<TC_Private>]; }
def TD_Loop : Directive<[Spelling<"loop", 3, 5>, Spelling<"do", 1, 2>, Spelling<"for", 1, 2>]>;
def TD_Both : Directive<[Spelling<"parallel loop">]> { let leafConstructs = [TD_Parallel, TD_Loop]; let association = AS_FromLeaves; }
"#;

#[test]
fn directives() {
    check(
        "gen-directive-decl",
        sources::DIRECTIVES,
        expect![[r##"
            #ifndef LLVM_Toy_INC
            #define LLVM_Toy_INC

            #include "llvm/ADT/ArrayRef.h"
            #include <cstddef>

            namespace llvm {
            class StringRef;
            namespace toy {

            enum class Association {
              None,
            };

            static constexpr std::size_t Association_enumSize = 1;

            enum class Category {
              Executable,
            };

            static constexpr std::size_t Category_enumSize = 1;

            enum class Directive {
              TD_parallel_loop,
              TD_loop,
              TD_parallel,
            };

            static constexpr std::size_t Directive_enumSize = 3;

            constexpr auto TD_parallel_loop = llvm::toy::Directive::TD_parallel_loop;
            constexpr auto TD_loop = llvm::toy::Directive::TD_loop;
            constexpr auto TD_parallel = llvm::toy::Directive::TD_parallel;

            enum class Clause {
              TC_private,
              TC_switch,
            };

            static constexpr std::size_t Clause_enumSize = 2;

            constexpr auto TC_private = llvm::toy::Clause::TC_private;
            constexpr auto TC_switch = llvm::toy::Clause::TC_switch;

            enum class SwitchKind {
              on=1,
              off=2,
            };

            constexpr auto on = llvm::toy::SwitchKind::on;
            constexpr auto off = llvm::toy::SwitchKind::off;

            // Enumeration helper functions
            Directive getToyDirectiveKind(llvm::StringRef Str);

            llvm::StringRef getToyDirectiveName(Directive D);

            Clause getToyClauseKind(llvm::StringRef Str);

            llvm::StringRef getToyClauseName(Clause C);

            /// Return true if \p C is a valid clause for \p D in version \p Version.
            bool isAllowedClauseForDirective(Directive D, Clause C, unsigned Version);

            constexpr std::size_t getMaxLeafCount() { return 2; }
            Association getDirectiveAssociation(Directive D);
            Category getDirectiveCategory(Directive D);
            SwitchKind getSwitchKind(StringRef);
            llvm::StringRef getToySwitchKindName(SwitchKind);

            } // namespace toy
            } // namespace llvm
            #endif // LLVM_Toy_INC
        "##]],
    );
}

#[test]
fn errors_without_a_place_do_not_count() {
    let text = sources::DIRECTIVES.replace("isDefault = true", "isDefault = false");
    let records = read(&text);
    let run = run(crate::ALL, "gen-directive-impl", &[], &records);
    assert!(run.text.is_ok());
    let said: Vec<_> = run.said.list.iter().map(|it| &*it.message).collect();
    assert_eq!(
        said,
        [
            "At least one Directive must be defined as default.",
            "At least one Clause must be defined as default."
        ]
    );
    assert_eq!(run.said.forgiven, said.len());
}

/// The text between two marks in a backend's output for 21.
fn check_part(backend: &str, text: &str, start: &str, end: &str, want: Expect) {
    let records = read_as(Release::V21, text);
    let text = run(crate::ALL, backend, &[], &records).text_or_error();
    want.assert_eq(&between(&text, start, end));
}

#[test]
fn names_have_versions_since_21() {
    check_part(
        "gen-directive-decl",
        VERSIONED,
        "enum class SourceLanguage",
        "// namespace llvm",
        expect![[r#"
            enum class SourceLanguage : uint32_t {
              C = 1U,
              For_tran = 2U,
              LLVM_MARK_AS_BITMASK_ENUM(/*LargestValue=*/For_tran)
            };

            static constexpr std::size_t SourceLanguage_enumSize = 2;

            enum class Directive {
              TD_parallel_loop,
              TD_do,
              TD_parallel,
            };

            static constexpr std::size_t Directive_enumSize = 3;

            constexpr auto TD_parallel_loop = Directive::TD_parallel_loop;
            constexpr auto TD_do = Directive::TD_do;
            constexpr auto TD_parallel = Directive::TD_parallel;

            enum class Clause {
              TC_x,
              TC_private_x,
              TC___skipped,
            };

            static constexpr std::size_t Clause_enumSize = 3;

            constexpr auto TC_x = Clause::TC_x;
            constexpr auto TC_private_x = Clause::TC_private_x;
            constexpr auto TC___skipped = Clause::TC___skipped;

            // Enumeration helper functions
            LLVM_ABI std::pair<Directive, directive::VersionRange> getToyDirectiveKindAndVersions(StringRef Str);
            inline Directive getToyDirectiveKind(StringRef Str) {
              return getToyDirectiveKindAndVersions(Str).first;
            }

            LLVM_ABI StringRef getToyDirectiveName(Directive D, unsigned Ver = 0);

            LLVM_ABI std::pair<Clause, directive::VersionRange> getToyClauseKindAndVersions(StringRef Str);

            inline Clause getToyClauseKind(StringRef Str) {
              return getToyClauseKindAndVersions(Str).first;
            }

            LLVM_ABI StringRef getToyClauseName(Clause C, unsigned Ver = 0);

            /// Return true if \p C is a valid clause for \p D in version \p Version.
            LLVM_ABI bool isAllowedClauseForDirective(Directive D, Clause C, unsigned Version);

            constexpr std::size_t getMaxLeafCount() { return 2; }
            LLVM_ABI Association getDirectiveAssociation(Directive D);
            LLVM_ABI Category getDirectiveCategory(Directive D);
            LLVM_ABI SourceLanguage getDirectiveLanguages(Directive D);
            } // namespace toy
        "#]],
    );
    check_part(
        "gen-directive-impl",
        VERSIONED,
        "#ifdef GEN_DIRECTIVES_IMPL",
        "[[maybe_unused]]",
        expect![[r##"
            #ifdef GEN_DIRECTIVES_IMPL
            #undef GEN_DIRECTIVES_IMPL

            #include "llvm/Frontend/Directive/Spelling.h"
            #include "llvm/Support/ErrorHandling.h"
            #include <utility>

            std::pair<llvm::toy::Directive, llvm::directive::VersionRange> llvm::toy::getToyDirectiveKindAndVersions(llvm::StringRef Str) {
              directive::VersionRange All; // Default-initialized to "all versions"
              return StringSwitch<std::pair<Directive, directive::VersionRange>>(Str)
                .Case("parallel loop", {TD_parallel_loop, All})
                .Case("loop", {TD_do, {3, 5}})
                .Case("do", {TD_do, {1, 2}})
                .Case("for", {TD_do, {1, 2}})
                .Case("parallel", {TD_parallel, All})
                .Default({TD_parallel, All});
            }

            llvm::StringRef llvm::toy::getToyDirectiveName(llvm::toy::Directive Kind, unsigned Version) {
              switch (Kind) {
                case TD_parallel_loop:
                  return "parallel loop";
                case TD_do: {
                  static constexpr llvm::directive::Spelling TD_do_spellings[] = {
                      {"do", {1, 2}},
                      {"for", {1, 2}},
                      {"loop", {3, 5}},
                  };
                  return llvm::directive::FindName(TD_do_spellings, Version);
                }
                case TD_parallel:
                  return "parallel";
              }
              llvm_unreachable("Invalid Toy Directive kind");
            }

            std::pair<llvm::toy::Clause, llvm::directive::VersionRange> llvm::toy::getToyClauseKindAndVersions(llvm::StringRef Str) {
              directive::VersionRange All; // Default-initialized to "all versions"
              return StringSwitch<std::pair<Clause, directive::VersionRange>>(Str)
                .Case("x", {TC_x, All})
                .Case("private_x", {TC_private_x, All})
                .Case("own", {TC_private_x, {2, 3}})
                .Case("__skipped", {TC___skipped, All})
                .Default({TC_x, All});
            }

            llvm::StringRef llvm::toy::getToyClauseName(llvm::toy::Clause Kind, unsigned Version) {
              switch (Kind) {
                case TC_x:
                  return "x";
                case TC_private_x: {
                  static constexpr llvm::directive::Spelling TC_private_x_spellings[] = {
                      {"private_x", {0, 2147483647}},
                      {"own", {2, 3}},
                  };
                  return llvm::directive::FindName(TC_private_x_spellings, Version);
                }
                case TC___skipped:
                  return "__skipped";
              }
              llvm_unreachable("Invalid Toy Clause kind");
            }

            bool llvm::toy::isAllowedClauseForDirective(llvm::toy::Directive D, llvm::toy::Clause C, unsigned Version) {
              assert(unsigned(D) <= Directive_enumSize);
              assert(unsigned(C) <= Clause_enumSize);
              switch (D) {
                case TD_parallel_loop:
                  return false;
                  break;
                case TD_do:
                  return false;
                  break;
                case TD_parallel:
                  switch (C) {
                    case TC_private_x:
                      return 1 <= Version && 2147483647 >= Version;
                    default:
                      return false;
                  }
                  break;
              }
              llvm_unreachable("Invalid Toy Directive kind");
            }

            llvm::toy::Association llvm::toy::getDirectiveAssociation(llvm::toy::Directive Dir) {
              switch (Dir) {
              case TD_parallel_loop:
                return Association::Block;
              case TD_do:
                return Association::None;
              case TD_parallel:
                return Association::Block;
              } // switch (Dir)
              llvm_unreachable("Unexpected directive");
            }

            llvm::toy::Category llvm::toy::getDirectiveCategory(llvm::toy::Directive Dir) {
              switch (Dir) {
              case TD_parallel_loop:
                return Category::Executable;
              case TD_do:
                return Category::Executable;
              case TD_parallel:
                return Category::Executable;
              } // switch (Dir)
              llvm_unreachable("Unexpected directive");
            }

            llvm::toy::SourceLanguage llvm::toy::getDirectiveLanguages(llvm::toy::Directive D) {
              switch (D) {
              case TD_parallel_loop:
                return SourceLanguage::C | SourceLanguage::For_tran;
              case TD_do:
                return SourceLanguage::C | SourceLanguage::For_tran;
              case TD_parallel:
                return SourceLanguage::C | SourceLanguage::For_tran;
              } // switch(D)
              llvm_unreachable("Unexpected directive");
            }

            static_assert(sizeof(llvm::toy::Directive) == sizeof(int));
        "##]],
    );
    check_part(
        "gen-directive-impl",
        VERSIONED,
        "#ifdef GEN_FLANG_CLAUSES_PARSER",
        "#endif",
        expect![[r##"
            #ifdef GEN_FLANG_CLAUSES_PARSER
            #undef GEN_FLANG_CLAUSES_PARSER

            TYPE_PARSER(
              "x" >> construct<ToyClause>(construct<ToyClause::X>()) ||
              "private_x" >> construct<ToyClause>(construct<ToyClause::PrivateX>(parenthesized(nonemptyList(name)))) ||
              "own" >> construct<ToyClause>(construct<ToyClause::PrivateX>(parenthesized(nonemptyList(name)))) ||
              "__skipped" >> construct<ToyClause>(construct<ToyClause::Skipped>())
            )

        "##]],
    );
}

#[test]
fn clang_has_sets_of_openacc() {
    let text = VERSIONED.replace("\"Toy\"", "\"OpenACC\"");
    check_part(
        "gen-directive-impl",
        &text,
        "#ifdef GEN_CLANG_DIRECTIVE_CLAUSE_SETS",
        "// Sets for do",
        expect![[r#"
            #ifdef GEN_CLANG_DIRECTIVE_CLAUSE_SETS
            #undef GEN_CLANG_DIRECTIVE_CLAUSE_SETS

            namespace clang {
            namespace toy {

            // Sets for parallel loop

            static ClauseSet allowedClauses_TD_parallel_loop {
            };

            static ClauseSet allowedOnceClauses_TD_parallel_loop {
            };

            static ClauseSet allowedExclusiveClauses_TD_parallel_loop {
            };

            static ClauseSet requiredClauses_TD_parallel_loop {
            };

        "#]],
    );
    check_part(
        "gen-directive-impl",
        &text,
        "#ifdef GEN_CLANG_DIRECTIVE_CLAUSE_MAP",
        "},",
        expect![[r##"
            #ifdef GEN_CLANG_DIRECTIVE_CLAUSE_MAP
            #undef GEN_CLANG_DIRECTIVE_CLAUSE_MAP

            {
              {clang::OpenACCDirectiveKind::ParallelLoop,
                {
                  clang::toy::allowedClauses_TD_parallel_loop,
                  clang::toy::allowedOnceClauses_TD_parallel_loop,
                  clang::toy::allowedExclusiveClauses_TD_parallel_loop,
                  clang::toy::requiredClauses_TD_parallel_loop,
                }
        "##]],
    );
}
