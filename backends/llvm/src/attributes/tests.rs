use expect_test::expect;

use crate::tests::{check, sources};

#[test]
fn attributes() {
    check(
        "gen-attrs",
        sources::ATTRIBUTES,
        expect![[r##"
        #ifdef GET_ATTR_NAMES
        #undef GET_ATTR_NAMES
        #ifndef ATTRIBUTE_ALL
        #define ATTRIBUTE_ALL(FIRST, SECOND)
        #endif

        #ifndef ATTRIBUTE_ENUM
        #define ATTRIBUTE_ENUM(FIRST, SECOND) ATTRIBUTE_ALL(FIRST, SECOND)
        #endif

        ATTRIBUTE_ENUM(Cold,cold)
        ATTRIBUTE_ENUM(Alignment,align)
        #undef ATTRIBUTE_ENUM

        #ifndef ATTRIBUTE_STRBOOL
        #define ATTRIBUTE_STRBOOL(FIRST, SECOND) ATTRIBUTE_ALL(FIRST, SECOND)
        #endif

        ATTRIBUTE_STRBOOL(UnsafeFPMath,unsafe-fp-math)
        #undef ATTRIBUTE_STRBOOL

        #ifndef ATTRIBUTE_COMPLEXSTR
        #define ATTRIBUTE_COMPLEXSTR(FIRST, SECOND) ATTRIBUTE_ALL(FIRST, SECOND)
        #endif

        #undef ATTRIBUTE_COMPLEXSTR

        #undef ATTRIBUTE_ALL
        #endif

        #ifdef GET_ATTR_ENUM
        #undef GET_ATTR_ENUM
        FirstEnumAttr = 1,
        Cold = 1,
        LastEnumAttr = 1,
        FirstTypeAttr = 2,
        LastTypeAttr = 1,
        FirstIntAttr = 2,
        Alignment = 2,
        LastIntAttr = 2,
        FirstConstantRangeAttr = 3,
        LastConstantRangeAttr = 2,
        FirstConstantRangeListAttr = 3,
        LastConstantRangeListAttr = 2,
        #endif

        #ifdef GET_ATTR_COMPAT_FUNC
        #undef GET_ATTR_COMPAT_FUNC
        static inline bool hasCompatibleFnAttrs(const Function &Caller,
                                                const Function &Callee) {
          bool Ret = true;

          Ret &= isEqual(Caller, Callee, "cold");

          return Ret;
        }

        static inline void mergeFnAttrs(Function &Caller,
                                        const Function &Callee) {
          setAnd(Caller, Callee);
        }

        #endif
        #ifdef GET_ATTR_PROP_TABLE
        #undef GET_ATTR_PROP_TABLE
        static const uint8_t AttrPropTable[] = {
        0 | AttributeProperty::FnAttr | AttributeProperty::ParamAttr,
        0,
        };
        #endif
    "##]],
    );
}
