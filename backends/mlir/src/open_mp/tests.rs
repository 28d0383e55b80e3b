use backend::Release;
use expect_test::expect;

use crate::tests::check_as;

const CLAUSES: &str = r#"
    def ins;
    class TypeConstraint; class Variadic : TypeConstraint; class Attr { string storageType = "::mlir::IntegerAttr"; }
    class OptionalAttr<Attr a> : Attr { Attr baseAttr = a; }
    class TypedArrayAttrBase<Attr a> : Attr { Attr elementAttr = a; }
    def I64Attr : Attr;
    def Many : Variadic;
    class OpenMP_Clause<dag args> {
      dag arguments = args; bit ignoreArgs = 0; bit ignoreAsmFormat = 0; bit ignoreDesc = 0; bit ignoreExtraDecl = 0;
      string description = ""; string reqAssemblyFormat = ""; string optAssemblyFormat = ""; string extraClassDeclaration = "";
    }
    class OpenMP_MapClauseSkip : OpenMP_Clause<(ins Many:$map_vars)>;
    def OpenMP_MapClause : OpenMP_MapClauseSkip { let description = "Maps."; }
    def OpenMP_SafelenClause : OpenMP_Clause<(ins OptionalAttr<TypedArrayAttrBase<I64Attr>>:$safe, I64Attr:$len)>;
    class OpenMP_Op { list<OpenMP_Clause> clauseList = [OpenMP_MapClause, OpenMP_SafelenClause];
      dag arguments = (ins Many:$map_vars); string description = ""; string assemblyFormat = ""; string extraClassDeclaration = ""; }
    def TargetOp : OpenMP_Op;
"#;

#[test]
fn structs() {
    check_as(
        Release::V22,
        "gen-openmp-clause-ops",
        CLAUSES,
        expect![[r#"
            namespace mlir::omp {

            struct MapClauseOps {
              ::llvm::SmallVector<::mlir::Value> mapVars;
            };
            struct SafelenClauseOps {
              ::llvm::SmallVector<::mlir::Attribute> safe;
              ::mlir::IntegerAttr len;
            };

            namespace detail {
            template <typename... Mixins>
            struct Clauses : public Mixins... {};
            } // namespace detail

            using TargetOperands = detail::Clauses<MapClauseOps, SafelenClauseOps>;

            } // namespace mlir::omp
        "#]],
    );
}

#[test]
fn what_operations_leave_out() {
    check_as(
        Release::V22,
        "verify-openmp-ops",
        CLAUSES,
        expect![[r#"
        17: error: 'Map' clause-defined `description` not present in operation. Consider concatenating `clausesDescription` or explicitly skipping this field.
        17: warning: 'Safelen' clause-defined argument 'anonymous_1:$safe' not present in operation. Consider `dag arguments = !con(clausesArgs, ...)` or explicitly skipping this field.
        17: warning: 'Safelen' clause-defined argument 'I64Attr:$len' not present in operation. Consider `dag arguments = !con(clausesArgs, ...)` or explicitly skipping this field.
    "#]],
    );
}
