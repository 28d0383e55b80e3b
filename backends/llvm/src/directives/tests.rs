use backend_testing::{read, run};
use expect_test::expect;

use crate::tests::{check, sources};

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
