use backend::Release;
use expect_test::expect;

use crate::tests::check_as;

#[test]
fn methods() {
    let text = r#"
        def ins;
        class InterfaceMethod<string about, string ty, string n, dag args, code b> {
          string description = about; string returnType = ty; string name = n; dag arguments = args; code body = b;
          code defaultBody = "";
        }
        class DialectInterface<string n, list<InterfaceMethod> m> {
          string cppInterfaceName = n; string cppNamespace = "::own"; string description = "Inlines."; list<InterfaceMethod> methods = m;
        }
        def Inliner : DialectInterface<"Inliner", [
          InterfaceMethod<"", "void", "done", (ins), "">,
          InterfaceMethod<"Whether it is.", "bool", "isLegal", (ins "::mlir::Operation\n  *":$op), "if (x)\n  return true;\nreturn false;">,
        ]>;
    "#;
    check_as(
        Release::V22,
        "gen-dialect-interface-decls",
        text,
        expect![[r#"
            namespace own {

            /// Inlines.
            class Inliner : public ::mlir::DialectInterface::Base<Inliner> {
            public:
              Inliner(::mlir::Dialect *dialect) : Base(dialect) {}
              virtual void done() const {}

              /// Whether it is.
              virtual bool isLegal(::mlir::Operation
                * op) const {
                if (x)
                  return true;
                return false;
              }
            };

            } // namespace own
        "#]],
    );
}
