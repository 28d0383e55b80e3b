use backend::Release;
use expect_test::expect;

use crate::tests::check_as;

const CLASSES: &str = r#"
    class Availability {
      string cppNamespace = "::own";
      string interfaceName = "Query" # NAME;
      string interfaceDescription = "What it needs.";
      string queryFnRetType = "Version";
      string queryFnName = "getVersion";
      code mergeAction = "$overall = max($overall, $instance)";
      string initializer = "none";
      string instanceType = "Version";
      string instancePreparation = "";
      string instance = "";
    }
    class MinVersion<string v> : Availability { let instance = v; let interfaceName = "QueryVersion"; }
    class EnumCase<string s, list<Availability> needs> {
      string symbol = s; int value = 0; string str = s; list<Availability> availability = needs;
    }
    class EnumInfo<list<EnumCase> cases> {
      string className = "Kind"; string cppNamespace = "::own"; string underlyingType = ""; string summary = "";
      list<EnumCase> enumerants = cases;
    }
    def K : EnumInfo<[EnumCase<"Old", []>, EnumCase<"New", [MinVersion<"V_2">]>]>;
"#;

#[test]
fn values_of_enumerations() {
    check_as(
        Release::V22,
        "gen-spirv-enum-avail-decls",
        CLASSES,
        expect![[r#"
            namespace own {

            std::optional<Version> getVersion(Kind value);

            } // namespace own
        "#]],
    );
    check_as(
        Release::V22,
        "gen-spirv-enum-avail-defs",
        CLASSES,
        expect![[r#"
            namespace own {

            std::optional<Version> getVersion(Kind value) {
              switch (value) {
              case Kind::New: {  return Version(V_2); }
              default: break;
              }
              return std::nullopt;
            }

            } // namespace own
        "#]],
    );
}

#[test]
fn interfaces() {
    check_as(
        Release::V22,
        "gen-avail-interface-decls",
        CLASSES,
        expect![[r#"
            namespace own {

            class QueryVersion;

            namespace detail {
            struct QueryVersionTraits {
              class Concept {
              public:
                virtual ~Concept() = default;
                virtual Version getVersion(const Concept *impl, Operation *tblgen_opaque_op) const = 0;
              };

              template<typename ConcreteOp>
              class Model : public Concept {
              public:
                using Interface = QueryVersion;
                Version getVersion(const Concept *impl, Operation *tblgen_opaque_op) const final {
                  auto op = llvm::cast<ConcreteOp>(tblgen_opaque_op);
                  (void)op;
                  return op.getVersion();
                }
              };
              template<typename ConcreteOp>
              class FallbackModel : public Concept {
              public:
                using Interface = QueryVersion;
                Version getVersion(const Concept *impl, Operation *tblgen_opaque_op) const final {
                  auto op = llvm::cast<ConcreteOp>(tblgen_opaque_op);
                  (void)op;
                  return op.getVersion();
                }
              };
              template<typename ConcreteModel, typename ConcreteOp>
              class ExternalModel : public FallbackModel<ConcreteOp> {};
            };
            } // namespace detail

            /*
            What it needs.
            */
            class QueryVersion : public OpInterface<QueryVersion, detail::QueryVersionTraits> {
            public:
              using OpInterface<QueryVersion, detail::QueryVersionTraits>::OpInterface;
              Version getVersion();
            };


            } // namespace own
        "#]],
    );
    check_as(
        Release::V22,
        "gen-avail-interface-defs",
        CLASSES,
        expect![[r#"
            Version own::QueryVersion::getVersion() {
              return getImpl()->getVersion(getImpl(), getOperation());
            }
        "#]],
    );
}

#[test]
fn a_requirement_has_one_class() {
    let text = format!("{CLASSES} class A; def X : MinVersion<\"V_1\">, A;");
    check_as(
        Release::V22,
        "gen-avail-interface-defs",
        &text,
        expect![[r#"
            23: error: expected to only have one direct superclass
        "#]],
    );
}
