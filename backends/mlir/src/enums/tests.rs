use backend::Release;
use backend_testing::{between, changes, read_as, run};
use expect_test::{Expect, expect};

use crate::tests::check_as;

/// The classes of both releases: 19 knows enumerations as attributes, 22 by themselves.
const CLASSES: &str = r#"
    class Pred;
    class CPred<code pred> : Pred { code predExpr = "(" # pred # ")"; }
    class I { int bitwidth = 32; }
    def I32 : I;
    class Attr { Pred predicate = CPred<"isa($_self)">; I valueType = I32; }
    def I32Attr : Attr;
    class EnumCase<string sym, int val, string text> { string symbol = sym; int value = val; string str = text; }
    class BitEnumCaseBit<string sym, int pos, string text = sym> : EnumCase<sym, !shl(1, pos), text>;
    class BitEnumCaseGroup<string sym, int val, string text = sym> : EnumCase<sym, val, text>;
    class EnumInfo<string name, string about, list<EnumCase> cases> {
      string className = name;
      string summary = about;
      string cppNamespace = "::own::ir";
      string underlyingType = "uint32_t";
      string underlyingToSymbolFnName = "symbolize" # name;
      string stringToSymbolFnName = "symbolize" # name;
      string symbolToStringFnName = "stringify" # name;
      string symbolToStringFnRetType = "::llvm::StringRef";
      string maxEnumValFnName = "getMaxEnumValFor" # name;
      list<EnumCase> enumerants = cases;
    }
    class BitEnumBase { int validBits = 3; string separator = ", "; bit printBitEnumPrimaryGroups = 1; bit printBitEnumQuoted = 0; }
    class EnumAttrInfo<string name, string about, list<EnumCase> cases> : EnumInfo<name, about, cases> {
      string constBuilderCall = "build";
      bit genSpecializedAttr = 0;
      Attr baseAttrClass = I32Attr;
      string specializedAttrClassName = name # "Attr";
    }
    class BitEnumAttr<string name, string about, list<EnumCase> cases> : EnumAttrInfo<name, about, cases>, BitEnumBase;
    def B : BitEnumAttr<"Bits", "some bits", [EnumCase<"None", 0, "none">, BitEnumCaseBit<"A", 0, "a">,
      BitEnumCaseBit<"B", 1, "b">, BitEnumCaseGroup<"All", 3, "all">]>;
"#;

const MODE: &str = r#"
    let genSpecializedAttr = 1 in
    def M : EnumAttrInfo<"Mode", "how", [EnumCase<"Fast", 5, "fast">, EnumCase<"2D", 2, "2d">]>;
"#;

#[test]
fn definitions() {
    let classes = CLASSES.split("    def B :").next().unwrap_or_default();
    check_as(
        Release::V22,
        "gen-enum-defs",
        &format!("{classes}{MODE}"),
        expect![[r#"
            namespace own::ir {

            ::llvm::StringRef stringifyMode(Mode val) {
              switch (val) {
                case Mode::Fast: return "fast";
                case Mode::_2D: return "2d";
              }
              return "";
            }

            ::std::optional<Mode> symbolizeMode(::llvm::StringRef str) {
              return ::llvm::StringSwitch<::std::optional<Mode>>(str)
                  .Case("fast", Mode::Fast)
                  .Case("2d", Mode::_2D)
                  .Default(::std::nullopt);
            }
            ::std::optional<Mode> symbolizeMode(uint32_t value) {
              switch (value) {
              case 5: return Mode::Fast;
              case 2: return Mode::_2D;
              default: return ::std::nullopt;
              }
            }

            bool ModeAttr::classof(::mlir::Attribute attr) {
              return (isa(attr));
            }
            ModeAttr ModeAttr::get(::mlir::MLIRContext *context, Mode val) {
              ::mlir::IntegerType intType = ::mlir::IntegerType::get(context, 32);
              ::mlir::IntegerAttr baseAttr = ::mlir::IntegerAttr::get(intType, static_cast<uint32_t>(val));
              return ::llvm::cast<ModeAttr>(baseAttr);
            }
            Mode ModeAttr::getValue() const {
              return static_cast<Mode>(::mlir::IntegerAttr::getValue().getZExtValue());
            }

            } // namespace own::ir
        "#]],
    );
}

#[test]
fn definitions_of_bits() {
    check_as(
        Release::V19,
        "gen-enum-defs",
        CLASSES,
        expect![[r#"
        namespace own {
        namespace ir {
        ::llvm::StringRef stringifyBits(Bits symbol) {
          auto val = static_cast<uint32_t>(symbol);
          assert(3u == (3u | val) && "invalid bits set in bit enum");
          // Special case for all bits unset.
          if (val == 0) return "none";

          ::llvm::SmallVector<::llvm::StringRef, 2> strs;
          // Print bit enum groups before individual bits

          if (3u == (3u & val)) {
            strs.push_back("all");
            val &= ~static_cast<uint32_t>(3);
          }

          if (1u == (1u & val))
            strs.push_back("a");

          if (2u == (2u & val))
            strs.push_back("b");
          return ::llvm::join(strs, ", ");
        }

        ::std::optional<Bits> symbolizeBits(::llvm::StringRef str) {
          // Special case for all bits unset.
          if (str == "none") return Bits::None;

          ::llvm::SmallVector<::llvm::StringRef, 2> symbols;
          str.split(symbols, ",");

          uint32_t val = 0;
          for (auto symbol : symbols) {
            auto bit = llvm::StringSwitch<::std::optional<uint32_t>>(symbol.trim())
              .Case("a", 1)
              .Case("b", 2)
              .Case("all", 3)
              .Default(::std::nullopt);
            if (bit) { val |= *bit; } else { return ::std::nullopt; }
          }
          return static_cast<Bits>(val);
        }

        ::std::optional<Bits> symbolizeBits(uint32_t value) {
          // Special case for all bits unset.
          if (value == 0) return Bits::None;

          if (value & ~static_cast<uint32_t>(3u)) return std::nullopt;
          return static_cast<Bits>(value);
        }
        } // namespace ir
        } // namespace own

    "#]],
    );
}

#[test]
fn declarations() {
    let classes = CLASSES.split("    def B :").next().unwrap_or_default();
    check_as(
        Release::V19,
        "gen-enum-decls",
        &format!("{classes}{MODE}"),
        expect![[r#"
            namespace own {
            namespace ir {
            // how
            enum class Mode : uint32_t {
              Fast = 5,
              _2D = 2,
            };

            ::std::optional<Mode> symbolizeMode(uint32_t);
            ::llvm::StringRef stringifyMode(Mode);
            ::std::optional<Mode> symbolizeMode(::llvm::StringRef);
            inline constexpr unsigned getMaxEnumValForMode() {
              return 5;
            }


            inline ::llvm::StringRef stringifyEnum(Mode enumValue) {
              return stringifyMode(enumValue);
            }

            template <typename EnumType>
            ::std::optional<EnumType> symbolizeEnum(::llvm::StringRef);

            template <>
            inline ::std::optional<Mode> symbolizeEnum<Mode>(::llvm::StringRef str) {
              return symbolizeMode(str);
            }

            class ModeAttr : public ::mlir::IntegerAttr {
            public:
              using ValueType = Mode;
              using ::mlir::IntegerAttr::IntegerAttr;
              static bool classof(::mlir::Attribute attr);
              static ModeAttr get(::mlir::MLIRContext *context, Mode val);
              Mode getValue() const;
            };
            } // namespace ir
            } // namespace own

            namespace mlir {
            template <typename T, typename>
            struct FieldParser;

            template<>
            struct FieldParser<::own::ir::Mode, ::own::ir::Mode> {
              template <typename ParserT>
              static FailureOr<::own::ir::Mode> parse(ParserT &parser) {
                // Parse the keyword/string containing the enum.
                std::string enumKeyword;
                auto loc = parser.getCurrentLocation();
                if (failed(parser.parseOptionalKeywordOrString(&enumKeyword)))
                  return parser.emitError(loc, "expected keyword for how");

                // Symbolize the keyword.
                if (::std::optional<::own::ir::Mode> attr = ::own::ir::symbolizeEnum<::own::ir::Mode>(enumKeyword))
                  return *attr;
                return parser.emitError(loc, "invalid how specification: ") << enumKeyword;
              }
            };
            } // namespace mlir

            namespace llvm {
            inline ::llvm::raw_ostream &operator<<(::llvm::raw_ostream &p, ::own::ir::Mode value) {
              auto valueStr = stringifyEnum(value);
              switch (value) {
              case ::own::ir::Mode::Fast:
                break;
              default:
                return p << '"' << valueStr << '"';
              }
              return p << valueStr;
            }
            } // namespace llvm

            namespace llvm {
            template<> struct DenseMapInfo<::own::ir::Mode> {
              using StorageInfo = ::llvm::DenseMapInfo<uint32_t>;

              static inline ::own::ir::Mode getEmptyKey() {
                return static_cast<::own::ir::Mode>(StorageInfo::getEmptyKey());
              }

              static inline ::own::ir::Mode getTombstoneKey() {
                return static_cast<::own::ir::Mode>(StorageInfo::getTombstoneKey());
              }

              static unsigned getHashValue(const ::own::ir::Mode &val) {
                return StorageInfo::getHashValue(static_cast<uint32_t>(val));
              }

              static bool isEqual(const ::own::ir::Mode &lhs, const ::own::ir::Mode &rhs) {
                return lhs == rhs;
              }
            };
            }

        "#]],
    );
}

#[test]
fn operators_of_bits() {
    let records = read_as(Release::V22, CLASSES);
    let text = run(crate::ALL, "gen-enum-decls", &[], &records).text_or_error();
    let want = expect![[r#"
        inline constexpr Bits operator|(Bits a, Bits b) {
          return static_cast<Bits>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
        }
        inline constexpr Bits operator&(Bits a, Bits b) {
          return static_cast<Bits>(static_cast<uint32_t>(a) & static_cast<uint32_t>(b));
        }
        inline constexpr Bits operator^(Bits a, Bits b) {
          return static_cast<Bits>(static_cast<uint32_t>(a) ^ static_cast<uint32_t>(b));
        }
        inline constexpr Bits &operator|=(Bits &a, Bits b) {
            return a = a | b;
        }
        inline constexpr Bits &operator&=(Bits &a, Bits b) {
            return a = a & b;
        }
        inline constexpr Bits &operator^=(Bits &a, Bits b) {
            return a = a ^ b;
        }
        inline constexpr Bits operator~(Bits bits) {
          // Ensure only bits that can be present in the enum are set
          return static_cast<Bits>(~static_cast<uint32_t>(bits) & static_cast<uint32_t>(3u));
        }
        inline constexpr bool bitEnumContainsAll(Bits bits, Bits bit) {
          return (bits & bit) == bit;
        }
        inline constexpr bool bitEnumContainsAny(Bits bits, Bits bit) {
          return (static_cast<uint32_t>(bits) & static_cast<uint32_t>(bit)) != 0;
        }
        inline constexpr Bits bitEnumClear(Bits bits, Bits bit) {
          return bits & ~bit;
        }
    "#]];
    want.assert_eq(&between(&text, "inline constexpr", "bitEnumSet"));
}

/// What releases write differently.
#[track_caller]
fn check_changes(backend: &str, text: &str, want: Expect) {
    let releases = [Release::V19, Release::V22];
    want.assert_eq(&changes(crate::ALL, backend, &[], text, &releases));
}

#[test]
fn releases() {
    let classes = CLASSES.split("    def B :").next().unwrap_or_default();
    check_changes(
        "gen-enum-decls",
        &format!("{classes}{MODE}"),
        expect![[r#"
        19 to 22:
        -namespace own {
        -namespace ir {
        +namespace own::ir {
        +
        -} // namespace ir
        -} // namespace own
        +} // namespace own::ir
        +
        -    return parser.emitError(loc, "invalid how specification: ") << enumKeyword;
        +    return parser.emitError(loc, "expected one of [fast, \"2d\"2d] for how, got: ") << enumKeyword;
        +
        +/// Support for std::optional, useful in attribute/type definition where the enum is
        +/// used as:
        +///
        +///    let parameters = (ins OptionalParameter<"std::optional<TheEnumName>">:$value);
        +template<>
        +struct FieldParser<std::optional<::own::ir::Mode>, std::optional<::own::ir::Mode>> {
        +  template <typename ParserT>
        +  static FailureOr<std::optional<::own::ir::Mode>> parse(ParserT &parser) {
        +    // Parse the keyword/string containing the enum.
        +    std::string enumKeyword;
        +    auto loc = parser.getCurrentLocation();
        +    if (failed(parser.parseOptionalKeywordOrString(&enumKeyword)))
        +      return std::optional<::own::ir::Mode>{};
        +
        +    // Symbolize the keyword.
        +    if (::std::optional<::own::ir::Mode> attr = ::own::ir::symbolizeEnum<::own::ir::Mode>(enumKeyword))
        +      return attr;
        +    return parser.emitError(loc, "expected one of [fast, \"2d\"2d] for how, got: ") << enumKeyword;
        +  }
        +};
    "#]],
    );
    check_changes(
        "gen-enum-defs",
        &format!("{classes}{MODE}"),
        expect![[r#"
        19 to 22:
        -namespace own {
        -namespace ir {
        +namespace own::ir {
        +
        -  return static_cast<Mode>(::mlir::IntegerAttr::getInt());
        +  return static_cast<Mode>(::mlir::IntegerAttr::getValue().getZExtValue());
        -} // namespace ir
        -} // namespace own
        +} // namespace own::ir
    "#]],
    );
}

#[test]
fn bits_that_are_printed_without_quotes() {
    let text = CLASSES.replace("\"none\"", "\"no bits\"");
    check_as(
        Release::V22,
        "gen-enum-decls",
        &text,
        expect![[r#"
        error: bit enum ::own::ir::Bits cannot be printed unquoted with cases that cannot be keywords
    "#]],
    );
}

#[test]
fn documentation() {
    check_as(
        Release::V22,
        "gen-enum-doc",
        CLASSES,
        expect![[r#"
        <!-- Autogenerated by mlir-tblgen; don't manually edit -->

        ### Bits

        _Some bits_

        #### Cases:

        | Symbol | Value | String |
        | :----: | :---: | ------ |
        | None | `0` | none |
        | A | `1` | a |
        | B | `2` | b |
        | All | `3` | all |
    "#]],
    );
}

#[test]
fn python() {
    check_as(
        Release::V19,
        "gen-python-enum-bindings",
        CLASSES,
        expect![[r#"

            # Autogenerated by mlir-tblgen; don't manually edit.

            from enum import IntEnum, auto, IntFlag
            from ._ods_common import _cext as _ods_cext
            from ..ir import register_attribute_builder
            _ods_ir = _ods_cext.ir

            class Bits(IntFlag):
                """some bits"""

                None_ = 0
                A = 1
                B = 2
                All = 3

                def __iter__(self):
                    return iter([case for case in type(self) if (self & case) is case])
                def __len__(self):
                    return bin(self).count("1")

                def __str__(self):
                    if len(self) > 1:
                        return ", ".join(map(str, self))
                    if self is Bits.None_:
                        return "none"
                    if self is Bits.A:
                        return "a"
                    if self is Bits.B:
                        return "b"
                    if self is Bits.All:
                        return "all"
                    raise ValueError("Unknown Bits enum entry.")



            @register_attribute_builder("B")
            def _b(x, context):
                return _ods_ir.IntegerAttr.get(_ods_ir.IntegerType.get_signless(32, context=context), int(x))

        "#]],
    );
}
