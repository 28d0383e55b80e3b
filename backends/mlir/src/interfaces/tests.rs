use backend::Release;
use backend_testing::changes;
use expect_test::{Expect, expect};

use crate::tests::check_as;

const CLASSES: &str = r#"
    def ins;
    class InterfaceMethod<string about, string ty, string n, dag args = (ins), code b = "", code d = ""> {
      string description = about;
      string name = n;
      string returnType = ty;
      dag arguments = args;
      code body = b;
      code defaultBody = d;
    }
    class StaticInterfaceMethod<string about, string ty, string n, dag args = (ins), code b = "", code d = "">
        : InterfaceMethod<about, ty, n, args, b, d>;
    class Interface<string name, list<Interface> bases = []> {
      string description = "";
      string cppInterfaceName = name;
      string cppNamespace = "::own";
      list<InterfaceMethod> methods = [];
      code extraClassDeclaration = "";
      code extraSharedClassDeclaration = "";
      code extraTraitClassDeclaration = "";
      code extraClassOf = "";
      list<Interface> baseInterfaces = bases;
      code verify = "";
      bit verifyWithRegions = 0;
    }
    class OpInterface<string name, list<Interface> bases = []> : Interface<name, bases>;
    class TypeInterface<string name, list<Interface> bases = []> : Interface<name, bases>;
    class DeclareInterfaceMethods;
"#;

const METHODS: &str = r#"
    def Counter : OpInterface<"Counter"> {
      let description = "Counts.";
      let methods = [
        InterfaceMethod<"How many.", "int", "count", (ins "::mlir::Value":$of), "return $_op.uses($of);">,
        StaticInterfaceMethod<"", "const char *", "name", (ins), "", "return \"none\";">,
      ];
      let verify = "return check($_op);";
      let extraSharedClassDeclaration = "bool any() { return $_op.count() > 0; }";
    }
"#;

const BASES: &str = r#"
    def Z : OpInterface<"Base"> {
      let methods = [InterfaceMethod<"", "void", "f">, InterfaceMethod<"", "void", "f", (ins "int &":$a)>];
    }
    def A : OpInterface<"Derived", [Z]> { let extraClassOf = "return $_op->isUsed();"; }
    def Declared : OpInterface<"Base">, DeclareInterfaceMethods;
"#;

#[track_caller]
fn check(release: Release, backend: &str, text: &str, want: Expect) {
    check_as(release, backend, &format!("{CLASSES}{text}"), want);
}

#[test]
fn declarations() {
    check(
        Release::V19,
        "gen-op-interface-decls",
        METHODS,
        expect![[r#"
            namespace own {
            class Counter;
            namespace detail {
            struct CounterInterfaceTraits {
              struct Concept {
                /// The methods defined by the interface.
                int (*count)(const Concept *impl, ::mlir::Operation *, ::mlir::Value);
                const char *(*name)();
              };
              template<typename ConcreteOp>
              class Model : public Concept {
              public:
                using Interface = ::own::Counter;
                Model() : Concept{count, name} {}

                static inline int count(const Concept *impl, ::mlir::Operation *tablegen_opaque_val, ::mlir::Value of);
                static inline const char *name();
              };
              template<typename ConcreteOp>
              class FallbackModel : public Concept {
              public:
                using Interface = ::own::Counter;
                FallbackModel() : Concept{count, name} {}

                static inline int count(const Concept *impl, ::mlir::Operation *tablegen_opaque_val, ::mlir::Value of);
                static inline const char *name();
              };
              template<typename ConcreteModel, typename ConcreteOp>
              class ExternalModel : public FallbackModel<ConcreteModel> {
              public:
                using ConcreteEntity = ConcreteOp;
                static const char *name();
              };
            };
            template <typename ConcreteOp>
            struct CounterTrait;

            } // namespace detail
            class Counter : public ::mlir::OpInterface<Counter, detail::CounterInterfaceTraits> {
            public:
              using ::mlir::OpInterface<Counter, detail::CounterInterfaceTraits>::OpInterface;
              template <typename ConcreteOp>
              struct Trait : public detail::CounterTrait<ConcreteOp> {};
              /// How many.
              int count(::mlir::Value of);
              const char *name();
            bool any() { return (*this).count() > 0; }
            };
            namespace detail {
              template <typename ConcreteOp>
              struct CounterTrait : public ::mlir::OpInterface<Counter, detail::CounterInterfaceTraits>::Trait<ConcreteOp> {
                static const char *name() {
                  return "none";
                }
                static ::llvm::LogicalResult verifyTrait(::mlir::Operation *op) {
                  return check(op);
                }
            bool any() { return (*static_cast<ConcreteOp *>(this)).count() > 0; }
              };
            }// namespace detail
            } // namespace own
            namespace own {
            template<typename ConcreteOp>
            int detail::CounterInterfaceTraits::Model<ConcreteOp>::count(const Concept *impl, ::mlir::Operation *tablegen_opaque_val, ::mlir::Value of) {
              return (llvm::cast<ConcreteOp>(tablegen_opaque_val)).uses($of<no-subst-found>);
            }
            template<typename ConcreteOp>
            const char *detail::CounterInterfaceTraits::Model<ConcreteOp>::name() {
              return ConcreteOp::name();
            }
            template<typename ConcreteOp>
            int detail::CounterInterfaceTraits::FallbackModel<ConcreteOp>::count(const Concept *impl, ::mlir::Operation *tablegen_opaque_val, ::mlir::Value of) {
              return static_cast<const ConcreteOp *>(impl)->count(tablegen_opaque_val, of);
            }
            template<typename ConcreteOp>
            const char *detail::CounterInterfaceTraits::FallbackModel<ConcreteOp>::name() {
              return ConcreteOp::name();
            }
            template<typename ConcreteModel, typename ConcreteOp>
            const char *detail::CounterInterfaceTraits::ExternalModel<ConcreteModel, ConcreteOp>::name() {
            return "none";
            }
            } // namespace own
        "#]],
    );
}

#[test]
fn base_interfaces() {
    check(
        Release::V22,
        "gen-op-interface-decls",
        BASES,
        expect![[r#"
        namespace own {

        class Base;

        } // namespace own
        namespace own {

        class Derived;

        } // namespace own
        namespace own {

        namespace detail {
        struct BaseInterfaceTraits {
          struct Concept {
            /// The methods defined by the interface.
            void (*f)(const Concept *impl, ::mlir::Operation *);
            void (*f_1)(const Concept *impl, ::mlir::Operation *, int &);
          };
          template<typename ConcreteOp>
          class Model : public Concept {
          public:
            using Interface = ::own::Base;
            Model() : Concept{f, f_1} {}

            static inline void f(const Concept *impl, ::mlir::Operation *tablegen_opaque_val);
            static inline void f_1(const Concept *impl, ::mlir::Operation *tablegen_opaque_val, int & a);
          };
          template<typename ConcreteOp>
          class FallbackModel : public Concept {
          public:
            using Interface = ::own::Base;
            FallbackModel() : Concept{f, f_1} {}

            static inline void f(const Concept *impl, ::mlir::Operation *tablegen_opaque_val);
            static inline void f_1(const Concept *impl, ::mlir::Operation *tablegen_opaque_val, int & a);
          };
          template<typename ConcreteModel, typename ConcreteOp>
          class ExternalModel : public FallbackModel<ConcreteModel> {
          public:
            using ConcreteEntity = ConcreteOp;
          };
        };
        template <typename ConcreteOp>
        struct BaseTrait;

        } // namespace detail
        class Base : public ::mlir::OpInterface<Base, detail::BaseInterfaceTraits> {
        public:
          using ::mlir::OpInterface<Base, detail::BaseInterfaceTraits>::OpInterface;
          template <typename ConcreteOp>
          struct Trait : public detail::BaseTrait<ConcreteOp> {};
          void f();
          void f(int & a);
        };

        } // namespace own
        namespace own {

        namespace detail {
        struct DerivedInterfaceTraits {
          struct Concept {
            /// The methods defined by the interface.
            /// The base classes of this interface.
            const ::own::Base::Concept *implBase = nullptr;

            void initializeInterfaceConcept(::mlir::detail::InterfaceMap &interfaceMap) {
              implBase = interfaceMap.lookup<::own::Base>();
              assert(implBase && "`::own::Derived` expected its base interface `::own::Base` to be registered");
            }
          };
          template<typename ConcreteOp>
          class Model : public Concept {
          public:
            using Interface = ::own::Derived;
            Model() : Concept{} {}

          };
          template<typename ConcreteOp>
          class FallbackModel : public Concept {
          public:
            using Interface = ::own::Derived;
            FallbackModel() : Concept{} {}

          };
          template<typename ConcreteModel, typename ConcreteOp>
          class ExternalModel : public FallbackModel<ConcreteModel> {
          public:
            using ConcreteEntity = ConcreteOp;
          };
        };
        template <typename ConcreteOp>
        struct DerivedTrait;

        } // namespace detail
        class Derived : public ::mlir::OpInterface<Derived, detail::DerivedInterfaceTraits> {
        public:
          using ::mlir::OpInterface<Derived, detail::DerivedInterfaceTraits>::OpInterface;
          template <typename ConcreteOp>
          struct Trait : public detail::DerivedTrait<ConcreteOp> {};
          //===----------------------------------------------------------------===//
          // Inherited from ::own::Base
          //===----------------------------------------------------------------===//

          operator ::own::Base () const {
            if (!*this) return nullptr;
            return ::own::Base(*this, getImpl()->implBase);
          }

          void f();
          void f(int & a);
          static bool classof(::mlir::Operation * base) {
            auto* interface = getInterfaceFor(base);
            if (!interface)
              return false;
            Derived odsInterfaceInstance(base, interface);
            return odsInterfaceInstance->isUsed();
          }
        };

        } // namespace own
        namespace own::detail {

          template <typename ConcreteOp>
          struct BaseTrait : public ::mlir::OpInterface<Base, detail::BaseInterfaceTraits>::Trait<ConcreteOp> {
          };

        } // namespace own::detail
        namespace own::detail {

          template <typename ConcreteOp>
          struct DerivedTrait : public ::mlir::OpInterface<Derived, detail::DerivedInterfaceTraits>::Trait<ConcreteOp> {
          };

        } // namespace own::detail
        namespace own {

        template<typename ConcreteOp>
        void detail::BaseInterfaceTraits::Model<ConcreteOp>::f(const Concept *impl, ::mlir::Operation *tablegen_opaque_val) {
          return (llvm::cast<ConcreteOp>(tablegen_opaque_val)).f();
        }
        template<typename ConcreteOp>
        void detail::BaseInterfaceTraits::Model<ConcreteOp>::f_1(const Concept *impl, ::mlir::Operation *tablegen_opaque_val, int & a) {
          return (llvm::cast<ConcreteOp>(tablegen_opaque_val)).f(a);
        }
        template<typename ConcreteOp>
        void detail::BaseInterfaceTraits::FallbackModel<ConcreteOp>::f(const Concept *impl, ::mlir::Operation *tablegen_opaque_val) {
          return static_cast<const ConcreteOp *>(impl)->f(tablegen_opaque_val);
        }
        template<typename ConcreteOp>
        void detail::BaseInterfaceTraits::FallbackModel<ConcreteOp>::f_1(const Concept *impl, ::mlir::Operation *tablegen_opaque_val, int & a) {
          return static_cast<const ConcreteOp *>(impl)->f_1(tablegen_opaque_val, a);
        }

        } // namespace own
        namespace own {


        } // namespace own
    "#]],
    );
    check(
        Release::V22,
        "gen-op-interface-defs",
        BASES,
        expect![[r#"
        void own::Derived::f() {
              return getImpl()->implBase->f(getImpl()->implBase, getOperation());
          }
        void own::Derived::f(int & a) {
              return getImpl()->implBase->f_1(getImpl()->implBase, getOperation(), a);
          }
        void own::Base::f() {
              return getImpl()->f(getImpl(), getOperation());
          }
        void own::Base::f(int & a) {
              return getImpl()->f_1(getImpl(), getOperation(), a);
          }
    "#]],
    );
}

#[test]
fn types_have_constant_methods() {
    let text = r#"def Sized : TypeInterface<"Sized"> {
      let methods = [InterfaceMethod<"", "int", "size", (ins), "return $_type.bits() / 8;">];
    }"#;
    check(
        Release::V22,
        "gen-type-interface-decls",
        text,
        expect![[r#"
            namespace own {

            class Sized;

            } // namespace own
            namespace own {

            namespace detail {
            struct SizedInterfaceTraits {
              struct Concept {
                /// The methods defined by the interface.
                int (*size)(const Concept *impl, ::mlir::Type );
              };
              template<typename ConcreteType>
              class Model : public Concept {
              public:
                using Interface = ::own::Sized;
                Model() : Concept{size} {}

                static inline int size(const Concept *impl, ::mlir::Type tablegen_opaque_val);
              };
              template<typename ConcreteType>
              class FallbackModel : public Concept {
              public:
                using Interface = ::own::Sized;
                FallbackModel() : Concept{size} {}

                static inline int size(const Concept *impl, ::mlir::Type tablegen_opaque_val);
              };
              template<typename ConcreteModel, typename ConcreteType>
              class ExternalModel : public FallbackModel<ConcreteModel> {
              public:
                using ConcreteEntity = ConcreteType;
              };
            };
            template <typename ConcreteType>
            struct SizedTrait;

            } // namespace detail
            class Sized : public ::mlir::TypeInterface<Sized, detail::SizedInterfaceTraits> {
            public:
              using ::mlir::TypeInterface<Sized, detail::SizedInterfaceTraits>::TypeInterface;
              template <typename ConcreteType>
              struct Trait : public detail::SizedTrait<ConcreteType> {};
              int size() const;
            };

            } // namespace own
            namespace own::detail {

              template <typename ConcreteType>
              struct SizedTrait : public ::mlir::TypeInterface<Sized, detail::SizedInterfaceTraits>::Trait<ConcreteType> {
              };

            } // namespace own::detail
            namespace own {

            template<typename ConcreteType>
            int detail::SizedInterfaceTraits::Model<ConcreteType>::size(const Concept *impl, ::mlir::Type tablegen_opaque_val) {
              return (::llvm::cast<ConcreteType>(tablegen_opaque_val)).bits() / 8;
            }
            template<typename ConcreteType>
            int detail::SizedInterfaceTraits::FallbackModel<ConcreteType>::size(const Concept *impl, ::mlir::Type tablegen_opaque_val) {
              return static_cast<const ConcreteType *>(impl)->size(tablegen_opaque_val);
            }

            } // namespace own
        "#]],
    );
}

#[test]
fn documentation() {
    check(
        Release::V22,
        "gen-op-interface-docs",
        METHODS,
        expect![[r#"
            <!-- Autogenerated by mlir-tblgen; don't manually edit -->

            # OpInterface definitions

            ## Counter (`Counter`)

            Counts.

            ### Methods:

            #### `count`

            ```c++
            int count(::mlir::Value of);
            ```

            How many.


            #### `name`

            ```c++
            static const char *name();
            ```

            NOTE: This method *must* be implemented by the user.
        "#]],
    );
}

/// What releases write differently.
#[track_caller]
fn check_changes(backend: &str, text: &str, want: Expect) {
    let releases = [Release::V19, Release::V22];
    let text = format!("{CLASSES}{text}");
    want.assert_eq(&changes(crate::ALL, backend, &[], &text, &releases));
}

#[test]
fn releases() {
    check_changes(
        "gen-op-interface-defs",
        BASES,
        expect![[r#"
        19 to 22:
        -      return getImpl()->implBase->f(getImpl()->implBase, getOperation(), a);
        +      return getImpl()->implBase->f_1(getImpl()->implBase, getOperation(), a);
        -      return getImpl()->f(getImpl(), getOperation(), a);
        +      return getImpl()->f_1(getImpl(), getOperation(), a);
    "#]],
    );
    check_changes(
        "gen-op-interface-docs",
        METHODS,
        expect![[r#"
        19 to 22:
        +
        +
        +
        +
        +
        +
        -
    "#]],
    );
    check_changes(
        "gen-op-interface-decls",
        METHODS,
        expect![[r#"
        19 to 22:
        +
        +/// Counts.
        +
        +} // namespace own
        +namespace own {
        +
        +/// Counts.
        +
        -namespace detail {
        +
        +} // namespace own
        +namespace own::detail {
        +
        -}// namespace detail
        -} // namespace own
        +
        +} // namespace own::detail
        +
        +
    "#]],
    );
}

#[test]
fn mistakes() {
    let backend = "gen-op-interface-decls";
    let verifier = r#"def V : OpInterface<"V"> { let methods = [InterfaceMethod<"", "bool", "verifyTrait">]; }"#;
    check(
        Release::V22,
        backend,
        verifier,
        expect![[r#"
        error: 'verifyTrait' method cannot be specified as interface method for 'V'; use the 'verify' field instead
    "#]],
    );
    let argument = r#"def V : OpInterface<"V"> { let methods = [InterfaceMethod<"", "bool", "f", (ins ins:$x)>]; }"#;
    check(
        Release::V22,
        backend,
        argument,
        expect![[r#"
        29: error: the arguments of a method are given by their C++ types, as strings
    "#]],
    );
    check(
        Release::V22,
        backend,
        r#"def V : OpInterface<"V"> { let baseInterfaces = [V]; }"#,
        expect![[r#"
            29: error: interface 'V' builds on itself
        "#]],
    );
}
