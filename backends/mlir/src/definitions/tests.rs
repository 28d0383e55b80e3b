use backend_testing::between;
use elaborate::records::Release;
use expect_test::expect;

use crate::tests::{check, check_changes, shown};

const TYPES: &str = r##"
    def Last : AttrOrTypeParameter<"int", ""> { let defaultValue = "-1"; }
    def Own_PairType : TypeDef<Own, "Pair"> {
      let mnemonic = "pair";
      let parameters = (ins "int":$first, AttrOrTypeParameter<"int", "">:$second, Last:$last);
      let assemblyFormat = "`<` $first `,` struct($second) (`,` $last^)? `>`";
      let genVerifyDecl = 1;
    }
    def Own_UnitType : TypeDef<Own, "Unit"> { let mnemonic = "unit"; }
"##;

#[test]
fn declarations() {
    check(
        "gen-typedef-decls",
        TYPES,
        expect![[r##"
        #ifdef GET_TYPEDEF_CLASSES
        #undef GET_TYPEDEF_CLASSES


        namespace mlir {
        class AsmParser;
        class AsmPrinter;
        } // namespace mlir
        namespace own {
        class PairType;
        class UnitType;
        namespace detail {
        struct PairTypeStorage;
        } // namespace detail
        class PairType : public ::mlir::Type::TypeBase<PairType, ::mlir::Type, detail::PairTypeStorage> {
        public:
          using Base::Base;
          static constexpr ::llvm::StringLiteral name = "own.Pair";
          static constexpr ::llvm::StringLiteral dialectName = "own";
          using Base::getChecked;
          static PairType get(::mlir::MLIRContext *context, int first, int second, int last);
          static PairType getChecked(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError, ::mlir::MLIRContext *context, int first, int second, int last);
          static ::llvm::LogicalResult verify(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError, int first, int second, int last);
          static constexpr ::llvm::StringLiteral getMnemonic() {
            return {"pair"};
          }

          static ::mlir::Type parse(::mlir::AsmParser &odsParser);
          void print(::mlir::AsmPrinter &odsPrinter) const;
          int getFirst() const;
          int getSecond() const;
          int getLast() const;
        };
        class UnitType : public ::mlir::Type::TypeBase<UnitType, ::mlir::Type, ::mlir::TypeStorage> {
        public:
          using Base::Base;
          static constexpr ::llvm::StringLiteral name = "own.Unit";
          static constexpr ::llvm::StringLiteral dialectName = "own";
          static constexpr ::llvm::StringLiteral getMnemonic() {
            return {"unit"};
          }

        };
        } // namespace own
        MLIR_DECLARE_EXPLICIT_TYPE_ID(::own::PairType)
        MLIR_DECLARE_EXPLICIT_TYPE_ID(::own::UnitType)

        #endif  // GET_TYPEDEF_CLASSES

    "##]],
    );
}

#[test]
fn a_format() {
    let text = shown(Release::V19, "gen-typedef-defs", TYPES);
    expect![[r#"
        ::mlir::Type PairType::parse(::mlir::AsmParser &odsParser) {
          ::mlir::Builder odsBuilder(odsParser.getContext());
          ::llvm::SMLoc odsLoc = odsParser.getCurrentLocation();
          (void) odsLoc;
          ::mlir::FailureOr<int> _result_first;
          ::mlir::FailureOr<int> _result_second;
          ::mlir::FailureOr<int> _result_last;
          // Parse literal '<'
          if (odsParser.parseLess()) return {};

          // Parse variable 'first'
          _result_first = ::mlir::FieldParser<int>::parse(odsParser);
          if (::mlir::failed(_result_first)) {
            odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse Own_PairType parameter 'first' which is to be a `int`");
            return {};
          }
          // Parse literal ','
          if (odsParser.parseComma()) return {};
          // Parse parameter struct
          bool _seen_second = false;
          {
            const auto _loop_body = [&](::llvm::StringRef _paramKey) -> bool {
              // Parse literal '='
              if (odsParser.parseEqual()) return {};
              if (!_seen_second && _paramKey == "second") {
                _seen_second = true;

                // Parse variable 'second'
                _result_second = ::mlir::FieldParser<int>::parse(odsParser);
                if (::mlir::failed(_result_second)) {
                  odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse Own_PairType parameter 'second' which is to be a `int`");
                  return {};
                }
              } else {
                odsParser.emitError(odsParser.getCurrentLocation(), "duplicate or unknown struct parameter name: ") << _paramKey;
                return {};
              }
              return true;
            };
            for (unsigned odsStructIndex = 0; odsStructIndex < 1; ++odsStructIndex) {
              ::llvm::StringRef _paramKey;
              if (odsParser.parseKeyword(&_paramKey)) {
                odsParser.emitError(odsParser.getCurrentLocation(),
                                   "expected a parameter name in struct");
                return {};
              }
              if (!_loop_body(_paramKey)) return {};
              if ((odsStructIndex != 1 - 1) && odsParser.parseComma())
                return {};
            }
          }
          // Parse literal ','
          if (odsParser.parseOptionalComma()) {
          } else {

            // Parse variable 'last'
            _result_last = ::mlir::FieldParser<int>::parse(odsParser);
            if (::mlir::failed(_result_last)) {
              odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse Own_PairType parameter 'last' which is to be a `int`");
              return {};
            }
          }
          // Parse literal '>'
          if (odsParser.parseGreater()) return {};
          assert(::mlir::succeeded(_result_first));
          assert(::mlir::succeeded(_result_second));
          return odsParser.getChecked<PairType>(odsLoc, odsParser.getContext(),
              int((*_result_first)),
              int((*_result_second)),
              int((_result_last.value_or(-1))));
        }

        void PairType::print(::mlir::AsmPrinter &odsPrinter) const {
          ::mlir::Builder odsBuilder(getContext());
          odsPrinter << "<";
          odsPrinter.printStrippedAttrOrType(getFirst());
          odsPrinter << ",";
          odsPrinter << ' ';
          {
            bool _firstPrinted = true;
            if (!_firstPrinted) odsPrinter << ", ";
            _firstPrinted = false;
            odsPrinter << "second = ";
            odsPrinter.printStrippedAttrOrType(getSecond());
          }
          if (!(getLast() == -1)) {
            odsPrinter << ",";
            if (!(getLast() == -1)) {
              odsPrinter << ' ';
              odsPrinter.printStrippedAttrOrType(getLast());
            }
          } else {
          }
          odsPrinter << ">";
        }

    "#]].assert_eq(&between(
        &text,
        "PairType::parse(::mlir",
        "PairType::getFirst",
    ));
}

#[test]
fn what_22_changes() {
    check_changes(
        "gen-typedef-defs",
        TYPES,
        expect![[r#"
        -#endif  // GET_TYPEDEF_LIST
        +#endif // GET_TYPEDEF_LIST
        +
        +
        +
        -  return Base::getChecked(emitError, context, first, second, last);
        +  return Base::getChecked(emitError, context, std::move(first), std::move(second), std::move(last));
        +::llvm::LogicalResult PairType::verifyInvariants(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError, int first, int second, int last) {
        +  if (::mlir::failed(verify(emitError, first, second, last)))
        +    return ::mlir::failure();
        +  return ::mlir::success();
        +}
        +
        +
        +
        +
        -#endif  // GET_TYPEDEF_CLASSES
        +#endif // GET_TYPEDEF_CLASSES
    "#]],
    );
}

#[test]
fn mistakes_in_formats() {
    for (format, want) in [
        ("$x", "format is missing reference to parameter: y"),
        ("$x $y $z", "Own_T has no parameter named 'z'"),
        ("$x $x", "duplicate parameter 'x'"),
        (
            "(`a` $x^)? $y",
            "parameters in an optional group must be optional",
        ),
        (
            "$x `a b` $y",
            "expected valid literal but got 'a b': keywords should contain only",
        ),
        ("$x ; $y", "unexpected character"),
        ("ref($x)", "`ref` is only allowed inside custom directives"),
        ("params $x", "duplicate parameter 'x'"),
        (
            "custom<F>(ref($x), $y)",
            "parameter 'x' must be bound before it is referenced",
        ),
        ("attr-dict", "unsupported directive kind"),
        ("(`a` $x $y)?", "optional group has no anchor element"),
    ] {
        let text = format!(
            "def Own_T : TypeDef<Own, \"T\"> {{ let mnemonic = \"t\"; let parameters = (ins \"int\":$x, \
             \"int\":$y); let assemblyFormat = \"{format}\"; }}"
        );
        let shown = shown(Release::V19, "gen-typedef-decls", &text);
        assert!(shown.contains(want), "{shown}");
        assert!(shown.contains("failed to parse assembly format"), "{shown}");
    }
}

/// What 22 says of a type with the format, or how its text differs from that with `plain`.
fn struct_of(format: &str, plain: Option<&str>) -> String {
    let text = |format: &str| {
        let source = format!(
            r#"def Own_PairType : TypeDef<Own, "Pair"> {{
              let mnemonic = "pair";
              let parameters = (ins "int":$first, "int":$second);
              let assemblyFormat = [{{{format}}}];
            }}"#
        );
        shown(Release::V22, "gen-typedef-defs", &source)
    };
    match plain {
        Some(plain) => backend_testing::difference(&text(plain), &text(format)),
        None => text(format),
    }
}

#[test]
fn a_directive_in_a_struct_reads_and_prints_one_field() {
    let plain = "struct($first, $second)";
    let format = "struct($first, custom<Second>($second))";
    expect![[r#"
        -
        -        // Parse variable 'second'
        -        _result_second = ::mlir::FieldParser<int>::parse(odsParser);
        -        if (::mlir::failed(_result_second)) {
        -          odsParser.emitError(odsParser.getCurrentLocation(), "failed to parse Own_PairType parameter 'second' which is to be a `int`");
        -          return {};
        +        {
        +          auto odsCustomLoc = odsParser.getCurrentLocation();
        +          (void)odsCustomLoc;
        +          auto odsCustomResult = parseSecond(odsParser,
        +            ::mlir::detail::unwrapForCustomParse(_result_second));
        +          if (::mlir::failed(odsCustomResult)) return {};
        +          if (::mlir::failed(_result_second)) {
        +            odsParser.emitError(odsCustomLoc, "custom parser failed to parse parameter 'second'");
        +            return {};
        +          }
        -    odsPrinter.printStrippedAttrOrType(getSecond());
        +    printSecond(odsPrinter,
        +      getSecond());
    "#]].assert_eq(&struct_of(format, Some(plain)));

    let errors = [
        "struct($first, custom<Both>($second, \"1\"))",
        "struct(custom<None>(\"1\"), $second)",
        "$first struct($second, custom<Earlier>(ref($first)))",
        "struct(custom<None>(\"1\"), params)",
    ];
    let errors = errors.map(|it| struct_of(it, None)).join("");
    expect![[r#"
        error: `struct` can only contain `custom` directives with a single argument
        struct($first, custom<Both>($second, "1"))
        ^
        1: error: failed to parse assembly format
        error: a `custom` directive nested within a `struct` must be passed a parameter
        struct(custom<None>("1"), $second)
        ^
        1: error: failed to parse assembly format
        error: a `custom` directive nested within a `struct` must be passed a parameter
        $first struct($second, custom<Earlier>(ref($first)))
               ^
        1: error: failed to parse assembly format
        error: expected a parameter or `custom` directive in `struct` argument list
        struct(custom<None>("1"), params)
        ^
        1: error: failed to parse assembly format
    "#]]
    .assert_eq(&errors);
}

#[test]
fn lines_of_a_comparator_are_indented() {
    let text = r#"
        def Wide : AttrOrTypeParameter<"int", ""> { string comparator = "$_lhs ==\n  $_rhs"; }
        def Own_WideType : TypeDef<Own, "Wide"> { let parameters = (ins Wide:$first); }
    "#;
    let text = shown(Release::V22, "gen-typedef-defs", text);
    expect![[r#"
        bool operator==(const KeyTy &tblgenKey) const {
            return (first ==
              std::get<0>(tblgenKey));
          }

    "#]]
    .assert_eq(between(&text, "bool operator==", "static ::llvm::hash_code").trim_start());
}

#[test]
fn storage_constructor_by_hand() {
    check_changes(
        "gen-typedef-defs",
        r#"
            def Own_T : TypeDef<Own, "T"> {
              let parameters = (ins "int":$n);
              let hasStorageCustomConstructor = 1;
            }
        "#,
        expect![[r#"
            -#endif  // GET_TYPEDEF_LIST
            +#endif // GET_TYPEDEF_LIST
            +
            +
            -  static TTypeStorage *construct(::mlir::TypeStorageAllocator &allocator, KeyTy &&tblgenKey) {
            -  }
            -
            +  static TTypeStorage *construct(::mlir::TypeStorageAllocator &allocator, KeyTy &&tblgenKey);
            +
            +
            -#endif  // GET_TYPEDEF_CLASSES
            +#endif // GET_TYPEDEF_CLASSES
        "#]],
    );
}
