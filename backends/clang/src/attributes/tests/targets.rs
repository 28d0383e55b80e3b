//! Attributes of some targets, of one kind for several, and mutually exclusive ones.

use expect_test::expect;

use super::tables;

/// Two attributes of one kind for different targets, which exclude another one.
const TARGETS: &str = r#"
def Arm : TargetSpec<["arm", "thumb"]>;
def Avr : TargetSpec<["avr"]> { let OSes = ["None"]; let CustomCode = "X"; }
def ArmInterrupt : InheritableAttr, TargetSpecificAttr<Arm> {
  let Spellings = [GCC<"interrupt">]; let ParseKind = "Interrupt"; let Args = [StringArgument<"Kind">];
}
def AvrInterrupt : InheritableAttr, TargetSpecificAttr<Avr> {
  let Spellings = [GCC<"interrupt">]; let ParseKind = "Interrupt"; let Args = [StringArgument<"Kind">];
}
def Naked : DeclOrStmtAttr {
  let Spellings = [GNU<"naked">]; let TargetSpecificSpellings = [TargetSpecificSpelling<Arm, [GNU<"naked">]>];
}
def : MutualExclusions<[Naked, ArmInterrupt]>;
"#;

tables! {
    shared_kinds: "gen-clang-attr-parsed-attr-kinds" of TARGETS from "static AttributeCommonInfo::Kind" until "AS_C23" gives expect![[r#"
        gen-clang-attr-parsed-attr-kinds:
        static AttributeCommonInfo::Kind getAttrKind(StringRef Name, AttributeCommonInfo::Syntax Syntax) {
          if (AttributeCommonInfo::AS_GNU == Syntax) {
          switch (Name.size()) {
          default: break;
          case 5:	 // 1 string to match.
            if (memcmp(Name.data()+0, "naked", 5) != 0)
              break;
            return AttributeCommonInfo::AT_Naked;	 // "naked"
          case 9:	 // 1 string to match.
            if (memcmp(Name.data()+0, "interrupt", 9) != 0)
              break;
            return AttributeCommonInfo::AT_Interrupt;	 // "interrupt"
          }
          } else if (AttributeCommonInfo::AS_Declspec == Syntax) {
          } else if (AttributeCommonInfo::AS_Microsoft == Syntax) {
          } else if (AttributeCommonInfo::AS_CXX11 == Syntax) {
          switch (Name.size()) {
          default: break;
          case 14:	 // 1 string to match.
            if (memcmp(Name.data()+0, "gnu::interrupt", 14) != 0)
              break;
            return AttributeCommonInfo::AT_Interrupt;	 // "gnu::interrupt"
          }
    "#]];
    syntaxes: "gen-clang-attr-parsed-attr-kinds" of TARGETS lines with "== Syntax" gives expect![[r#"
        gen-clang-attr-parsed-attr-kinds:
          if (AttributeCommonInfo::AS_GNU == Syntax) {
          } else if (AttributeCommonInfo::AS_Declspec == Syntax) {
          } else if (AttributeCommonInfo::AS_Microsoft == Syntax) {
          } else if (AttributeCommonInfo::AS_CXX11 == Syntax) {
          } else if (AttributeCommonInfo::AS_C23 == Syntax) {
          } else if (AttributeCommonInfo::AS_Keyword == Syntax || AttributeCommonInfo::AS_ContextSensitiveKeyword == Syntax) {
          } else if (AttributeCommonInfo::AS_Pragma == Syntax) {
          } else if (AttributeCommonInfo::AS_HLSLAnnotation == Syntax) {
    "#]];
    unknown_kind: "gen-clang-attr-parsed-attr-kinds" of TARGETS from "AS_HLSLAnnotation" until "" gives expect![[r#"
        gen-clang-attr-parsed-attr-kinds:
          } else if (AttributeCommonInfo::AS_HLSLAnnotation == Syntax) {
          }
          return AttributeCommonInfo::UnknownAttribute;
        }
    "#]];
    parsed_list: "gen-clang-attr-parsed-attr-list" of TARGETS gives expect![[r#"
        gen-clang-attr-parsed-attr-list:
        #ifndef PARSED_ATTR
        #define PARSED_ATTR(NAME) NAME
        #endif

        PARSED_ATTR(Interrupt)
        PARSED_ATTR(Naked)
    "#]];
    versions: "gen-clang-attr-has-attribute-impl" of TARGETS lines with ".Case(" gives expect![[r#"
        gen-clang-attr-has-attribute-impl:
            .Case("interrupt", true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb) ? 1 : 0)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::avr) && (T.getOS() == llvm::Triple::None) && (X) ? 1 : 0)
            .Case("naked", true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb) ? 1 : 0)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb) ? 1 : 0)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::avr) && (T.getOS() == llvm::Triple::None) && (X) ? 1 : 0)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb) ? 1 : 0)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::avr) && (T.getOS() == llvm::Triple::None) && (X) ? 1 : 0)
    "#]];
    parsed_spellings: "gen-clang-attr-parsed-attr-impl" of TARGETS from "InterruptSpellings[]" until "struct" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        static constexpr ParsedAttrInfo::Spelling InterruptSpellings[] = {
          {AttributeCommonInfo::AS_GNU, "interrupt"},
          {AttributeCommonInfo::AS_CXX11, "gnu::interrupt"},
          {AttributeCommonInfo::AS_C23, "gnu::interrupt"},
        };
        static constexpr const char *InterruptArgNames[] = {
        "Kind",};
    "#]];
    flags: "gen-clang-attr-parsed-attr-impl" of TARGETS lines with "=*/1" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
            /*NumArgs=*/1,
            /*NumArgMembers=*/1,
            /*IsTargetSpecific=*/1,
            /*IsKnownToGCC=*/1,
            /*IsStmt=*/1,
    "#]];
    kinds: "gen-clang-attr-parsed-attr-impl" of TARGETS lines with "AttrKind" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
            /*AttrKind=*/ParsedAttr::AT_Interrupt,
            /*AttrKind=*/ParsedAttr::AT_Naked,
    "#]];
    exclusion_and_target: "gen-clang-attr-parsed-attr-impl" of TARGETS from "using ParsedAttrInfo::diagMutualExclusion" until "bool isParamExpr" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
          using ParsedAttrInfo::diagMutualExclusion;

          bool diagMutualExclusion(Sema &S, const ParsedAttr &AL, const Decl *D) const override {
            if (const auto *A = D->getAttr<NakedAttr>()) {
              S.Diag(AL.getLoc(), diag::err_attributes_are_not_compatible) << AL << A << (AL.isRegularKeywordAttribute() || A->isRegularKeywordAttribute());
              S.Diag(A->getLocation(), diag::note_conflicting_attribute);      
        return false;
            }
            return true;
          }

        bool existsInTarget(const TargetInfo &Target) const override {
          const llvm::Triple &T = Target.getTriple(); (void)T;
          return true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb || T.getArch() == llvm::Triple::avr);
        }

    "#]];
    excluded: "gen-clang-attr-parsed-attr-impl" of TARGETS lines with "Attr>(" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
            if (const auto *A = D->getAttr<NakedAttr>()) {
            if (const auto *A = D->getAttr<ArmInterruptAttr>()) {
          if (const auto *Second = dyn_cast<ArmInterruptAttr>(A)) {
            if (const auto *First = D->getAttr<NakedAttr>()) {
          if (const auto *Second = dyn_cast<NakedAttr>(A)) {
            if (const auto *First = D->getAttr<ArmInterruptAttr>()) {
            if (const auto *Second = dyn_cast<NakedAttr>(A)) {
              auto Iter = llvm::find_if(C, [](const Attr *Check) { return isa<ArmInterruptAttr>(Check); });
    "#]];
    target_of_a_spelling: "gen-clang-attr-parsed-attr-impl" of TARGETS from "bool spellingExistsInTarget" until "bool isParamExpr" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        bool spellingExistsInTarget(const TargetInfo &Target,
                                    const unsigned SpellingListIndex) const override {
          const llvm::Triple &T = Target.getTriple(); (void)T;
          return ((SpellingListIndex == 0) && true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb));
        }

    "#]];
    infos: "gen-clang-attr-parsed-attr-impl" of TARGETS lines with "::Instance" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        const ParsedAttrInfoInterrupt ParsedAttrInfoInterrupt::Instance;
        const ParsedAttrInfoNaked ParsedAttrInfoNaked::Instance;
        &ParsedAttrInfoInterrupt::Instance,
        &ParsedAttrInfoNaked::Instance,
    "#]];
    merges_of_declarations: "gen-clang-attr-parsed-attr-impl" of TARGETS from "#elif defined(WANT_DECL_MERGE_LOGIC)" until "<NakedAttr>(A)" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        #elif defined(WANT_DECL_MERGE_LOGIC)

        static bool DiagnoseMutualExclusions(Sema &S, const NamedDecl *D, const Attr *A) {
          if (const auto *Second = dyn_cast<ArmInterruptAttr>(A)) {
            if (const auto *First = D->getAttr<NakedAttr>()) {
              S.Diag(First->getLocation(), diag::err_attributes_are_not_compatible) << First << Second << (First->isRegularKeywordAttribute() || Second->isRegularKeywordAttribute());
              S.Diag(Second->getLocation(), diag::note_conflicting_attribute);
              return false;
            }
            return true;
          }
    "#]];
    merges_of_statements: "gen-clang-attr-parsed-attr-impl" of TARGETS from "#elif defined(WANT_STMT_MERGE_LOGIC)" until "" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        #elif defined(WANT_STMT_MERGE_LOGIC)

        static bool DiagnoseMutualExclusions(Sema &S, const SmallVectorImpl<const Attr *> &C) {
          for (const Attr *A : C) {
            if (const auto *Second = dyn_cast<NakedAttr>(A)) {
              auto Iter = llvm::find_if(C, [](const Attr *Check) { return isa<ArmInterruptAttr>(Check); });
              if (Iter != C.end()) {
                S.Diag((*Iter)->getLocation(), diag::err_attributes_are_not_compatible) << *Iter << Second << ((*Iter)->isRegularKeywordAttribute() || Second->isRegularKeywordAttribute());
                S.Diag(Second->getLocation(), diag::note_conflicting_attribute);
                return false;
              }
            }
          }
          return true;
        }

        #endif
    "#]];
    parser_switches: "gen-clang-attr-parser-string-switches" of TARGETS gives expect![[r#"
        gen-clang-attr-parser-string-switches:
        #if defined(CLANG_ATTR_ARG_CONTEXT_LIST)
        #endif // CLANG_ATTR_ARG_CONTEXT_LIST

        #if defined(CLANG_ATTR_IDENTIFIER_ARG_LIST)
        #endif // CLANG_ATTR_IDENTIFIER_ARG_LIST

        #if defined(CLANG_ATTR_STRING_LITERAL_ARG_LIST)
        .Case("interrupt", true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb) ? 1 : true && (T.getArch() == llvm::Triple::avr) && (T.getOS() == llvm::Triple::None) && (X) ? 1 : 0)
        #endif // CLANG_ATTR_STRING_LITERAL_ARG_LIST

        #if defined(CLANG_ATTR_VARIADIC_IDENTIFIER_ARG_LIST)
        #endif // CLANG_ATTR_VARIADIC_IDENTIFIER_ARG_LIST

        #if defined(CLANG_ATTR_THIS_ISA_IDENTIFIER_ARG_LIST)
        #endif // CLANG_ATTR_THIS_ISA_IDENTIFIER_ARG_LIST

        #if defined(CLANG_ATTR_ACCEPTS_EXPR_PACK)
        #endif // CLANG_ATTR_ACCEPTS_EXPR_PACK

        #if defined(CLANG_ATTR_TYPE_ARG_LIST)
        #endif // CLANG_ATTR_TYPE_ARG_LIST

        #if defined(CLANG_ATTR_LATE_PARSED_LIST)
        #endif // CLANG_ATTR_LATE_PARSED_LIST

        #if defined(CLANG_ATTR_LATE_PARSED_EXPERIMENTAL_EXT_LIST)
        #endif // CLANG_ATTR_LATE_PARSED_EXPERIMENTAL_EXT_LIST

        #if defined(CLANG_ATTR_STRICT_IDENTIFIER_ARG_AT_INDEX_LIST)
        #endif // CLANG_ATTR_STRICT_IDENTIFIER_ARG_AT_INDEX_LIST

    "#]];
}
