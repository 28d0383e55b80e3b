use backend_testing::{read_as, run};
use elaborate::records::Release;
use expect_test::expect;

use crate::tests::{check, check_changes};

#[test]
fn declarations_and_releases() {
    check(
        "gen-dialect-decls",
        "",
        expect![[r#"
            namespace own {

            class Own : public ::mlir::Dialect {
              explicit Own(::mlir::MLIRContext *context);

              void initialize();
              friend class ::mlir::MLIRContext;
            public:
              ~Own() override;
              static constexpr ::llvm::StringLiteral getDialectNamespace() {
                return ::llvm::StringLiteral("own");
              }
            };
            } // namespace own
            MLIR_DECLARE_EXPLICIT_TYPE_ID(::own::Own)
        "#]],
    );
    check_changes(
        "gen-dialect-decls",
        "",
        expect![[r#"
        +/// an example
        +
    "#]],
    );
    check_changes(
        "gen-dialect-defs",
        "",
        expect![[r#"
        +
        +
    "#]],
    );
}

/// A dialect beside the one that is there anyway.
const MORE: &str = r#"def More_Dialect : Dialect {
  let name = "more";
  let isExtensible = 1;
  let hasCanonicalizer = 1;
  let hasRegionArgAttrVerify = 1;
  let dependentDialects = ["::own::Own", "::mlir::func::FuncDialect"];
  let discardableAttrs = (ins "::mlir::UnitAttr":$is_odd);
}"#;

fn shown(backend: &str, options: &[(&str, &str)]) -> String {
    let classes = include_str!("../tests/dialect.td");
    let records = read_as(Release::V19, &format!("{classes}{MORE}"));
    run(crate::ALL, backend, options, &records).shown(&records)
}

#[test]
fn one_of_several_dialects() {
    expect![[r#"
        error: when more than 1 dialect is present, one must be selected via '-dialect'
    "#]]
    .assert_eq(&shown("gen-dialect-decls", &[]));
    expect![[r#"
        error: selected dialect with '-dialect' does not exist
    "#]]
    .assert_eq(&shown("gen-dialect-decls", &[("dialect", "none")]));
    expect![[r#"
        namespace more {

        class MoreDialect : public ::mlir::ExtensibleDialect {
          explicit MoreDialect(::mlir::MLIRContext *context);

          void initialize();
          friend class ::mlir::MLIRContext;
        public:
          ~MoreDialect() override;
          static constexpr ::llvm::StringLiteral getDialectNamespace() {
            return ::llvm::StringLiteral("more");
          }

          /// Register canonicalization patterns.
          void getCanonicalizationPatterns(
              ::mlir::RewritePatternSet &results) const override;

            /// Provides a hook for verifying dialect attributes attached to the given
            /// op's region argument.
            ::llvm::LogicalResult verifyRegionArgAttribute(
                ::mlir::Operation *op, unsigned regionIndex, unsigned argIndex,
                ::mlir::NamedAttribute attribute) override;

            /// Helper to manage the discardable attribute `is_odd`.
            class IsOddAttrHelper {
              ::mlir::StringAttr name;
            public:
              static constexpr ::llvm::StringLiteral getNameStr() {
                return "more.is_odd";
              }
              constexpr ::mlir::StringAttr getName() {
                return name;
              }

              IsOddAttrHelper(::mlir::MLIRContext *ctx)
                : name(::mlir::StringAttr::get(ctx, getNameStr())) {}

             ::mlir::UnitAttr getAttr(::mlir::Operation *op) {
               return op->getAttrOfType<::mlir::UnitAttr>(name);
             }
             void setAttr(::mlir::Operation *op, ::mlir::UnitAttr val) {
               op->setAttr(name, val);
             }
             bool isAttrPresent(::mlir::Operation *op) {
               return op->hasAttrOfType<::mlir::UnitAttr>(name);
             }
             void removeAttr(::mlir::Operation *op) {
               assert(op->hasAttrOfType<::mlir::UnitAttr>(name));
               op->removeAttr(name);
             }
           };
           IsOddAttrHelper getIsOddAttrHelper() {
             return isOddAttrName;
           }
         private:
           IsOddAttrHelper isOddAttrName;
         public:
        };
        } // namespace more
        MLIR_DECLARE_EXPLICIT_TYPE_ID(more::MoreDialect)
    "#]]
    .assert_eq(&shown("gen-dialect-decls", &[("dialect", "more")]));
    expect![[r#"
        MLIR_DEFINE_EXPLICIT_TYPE_ID(more::MoreDialect)
        namespace more {

        MoreDialect::MoreDialect(::mlir::MLIRContext *context)
            : ::mlir::ExtensibleDialect(getDialectNamespace(), context, ::mlir::TypeID::get<MoreDialect>())
            , isOddAttrName(context)
             {
          getContext()->loadDialect<::own::Own>();
          getContext()->loadDialect<::mlir::func::FuncDialect>();
          initialize();
        }

        MoreDialect::~MoreDialect() = default;

        } // namespace more
    "#]].assert_eq(&shown("gen-dialect-defs", &[("dialect", "more")]));
}

#[test]
fn attributes_need_names() {
    let text = "def More : Dialect { let name = \"m\"; let discardableAttrs = (ins \"A\"); }";
    let classes = include_str!("../tests/dialect.td");
    let records = read_as(Release::V22, &format!("{classes}{text}"));
    let run = run(
        crate::ALL,
        "gen-dialect-defs",
        &[("dialect", "m")],
        &records,
    );
    assert_eq!(
        run.text_or_error(),
        "error: discardable attributes must be named"
    );
}
