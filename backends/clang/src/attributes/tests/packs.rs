//! Attributes whose arguments may be packs of expressions.

use expect_test::expect;

use super::tables;

const PACK: &str = r#"
def Pack : InheritableAttr {
  let Spellings = [GNU<"pack">]; let AcceptsExprPack = 1;
  let Args = [StringArgument<"Text">, VariadicExprArgument<"Rest">];
}
"#;

tables! {
    members: "gen-clang-attr-classes" of PACK from "delayedArgs_Size;" until "public:" gives expect![[r#"
        gen-clang-attr-classes:
          unsigned delayedArgs_Size;
          Expr * *delayedArgs_;

    "#]];
    factories: "gen-clang-attr-classes" of PACK from "CreateImplicitWithDelayedArgs" until "// Constructors" gives expect![[r#"
        gen-clang-attr-classes:
          static PackAttr *CreateImplicitWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, const AttributeCommonInfo &CommonInfo);
          static PackAttr *CreateWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, const AttributeCommonInfo &CommonInfo);
          static PackAttr *CreateImplicitWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, SourceRange Range = {});
          static PackAttr *CreateWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, SourceRange Range = {});

    "#]];
    accessors: "gen-clang-attr-classes" of PACK from "typedef Expr ** delayedArgs_iterator" until "static bool classof" gives expect![[r#"
        gen-clang-attr-classes:
          typedef Expr ** delayedArgs_iterator;
          delayedArgs_iterator delayedArgs_begin() const { return delayedArgs_; }
          delayedArgs_iterator delayedArgs_end() const { return delayedArgs_ + delayedArgs_Size; }
          unsigned delayedArgs_size() const { return delayedArgs_Size; }
          llvm::iterator_range<delayedArgs_iterator> delayedArgs() const { return llvm::make_range(delayedArgs_begin(), delayedArgs_end()); }
          void setDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize) {
            delayedArgs_Size = DelayedArgsSize;
            delayedArgs_ = new (Ctx, 16) Expr *[delayedArgs_Size];
            std::copy(DelayedArgs, DelayedArgs + delayedArgs_Size, delayedArgs_);
          }


    "#]];
    implementation_of_factories: "gen-clang-attr-impl" of PACK from "PackAttr::CreateImplicitWithDelayedArgs" until "PackAttr::PackAttr(" gives expect![[r#"
        gen-clang-attr-impl:
        PackAttr *PackAttr::CreateImplicitWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) PackAttr(Ctx, CommonInfo);
          A->setImplicit(true);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          A->setDelayedArgs(Ctx, DelayedArgs, DelayedArgsSize);
          return A;
        }

        PackAttr *PackAttr::CreateWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) PackAttr(Ctx, CommonInfo);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          A->setDelayedArgs(Ctx, DelayedArgs, DelayedArgsSize);
          return A;
        }

        PackAttr *PackAttr::CreateImplicitWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return CreateImplicitWithDelayedArgs(Ctx, DelayedArgs, DelayedArgsSize, I);
        }

        PackAttr *PackAttr::CreateWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return CreateWithDelayedArgs(Ctx, DelayedArgs, DelayedArgsSize, I);
        }

    "#]];
    constructors: "gen-clang-attr-impl" of PACK from "PackAttr::PackAttr(" until "PackAttr::clone" gives expect![[r#"
        gen-clang-attr-impl:
        PackAttr::PackAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , llvm::StringRef Text
                      , Expr * *Rest, unsigned RestSize
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::Pack, /*IsLateParsed=*/false, false)
                      , textLength(Text.size()),text(new (Ctx, 1) char[textLength])
                      , rest_Size(RestSize), rest_(new (Ctx, 16) Expr *[rest_Size])
                      , delayedArgs_Size(0), delayedArgs_(nullptr)
          {
            if (!Text.empty())
              std::memcpy(text, Text.data(), textLength);
          std::copy(Rest, Rest + rest_Size, rest_);
        }

        PackAttr::PackAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , llvm::StringRef Text
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::Pack, /*IsLateParsed=*/false, false)
                      , textLength(Text.size()),text(new (Ctx, 1) char[textLength])
                      , rest_Size(0), rest_(nullptr)
                      , delayedArgs_Size(0), delayedArgs_(nullptr)
          {
            if (!Text.empty())
              std::memcpy(text, Text.data(), textLength);
        }

        PackAttr::PackAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::Pack, /*IsLateParsed=*/false, false)
                      , textLength(0),text(nullptr)
                      , rest_Size(0), rest_(nullptr)
                      , delayedArgs_Size(0), delayedArgs_(nullptr)
          {
        }





    "#]];
    clone: "gen-clang-attr-impl" of PACK lines with "PackAttr(C, *this" gives expect![[r#"
        gen-clang-attr-impl:
          auto *A = new (C) PackAttr(C, *this, getText(), rest_, rest_Size);
    "#]];
    calls_that_set_them: "gen-clang-attr-impl" of PACK lines with "setDelayedArgs(C" gives expect![[r#"
        gen-clang-attr-impl:
          A->setDelayedArgs(Ctx, DelayedArgs, DelayedArgsSize);
          A->setDelayedArgs(Ctx, DelayedArgs, DelayedArgsSize);
          A->setDelayedArgs(C, delayedArgs_, delayedArgs_Size);
    "#]];
    read: "gen-clang-attr-pch-read" of PACK from "unsigned delayedArgsSize" until "std::string text" gives expect![[r#"
        gen-clang-attr-pch-read:
            unsigned delayedArgsSize = Record.readInt();
            SmallVector<Expr *, 4> delayedArgs;
            delayedArgs.reserve(delayedArgsSize);
            for (unsigned i = 0; i != delayedArgsSize; ++i)
              delayedArgs.push_back(Record.readExpr());
    "#]];
    made_when_read: "gen-clang-attr-pch-read" of PACK lines with "PackAttr" gives expect![[r#"
        gen-clang-attr-pch-read:
            New = new (Context) PackAttr(Context, Info, text, rest.data(), restSize);
            cast<PackAttr>(New)->setDelayedArgs(Context, delayedArgs.data(), delayedArgsSize);
    "#]];
    parsed_info: "gen-clang-attr-parsed-attr-impl" of PACK from "PackArgNames[]" until "/*IsTargetSpecific" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        static constexpr const char *PackArgNames[] = {
        "Text","Rest...",};
        struct ParsedAttrInfoPack final : public ParsedAttrInfo {
          constexpr ParsedAttrInfoPack() : ParsedAttrInfo(
            /*AttrKind=*/ParsedAttr::AT_Pack,
            /*NumArgs=*/1,
            /*OptArgs=*/15,
            /*NumArgMembers=*/2,
            /*HasCustomParsing=*/0,
            /*AcceptsExprPack=*/1,
    "#]];
    expressions: "gen-clang-attr-parsed-attr-impl" of PACK from "bool isParamExpr" until "static const" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        bool isParamExpr(size_t N) const override {
          return (N == 1) || false;
        }

    "#]];
    handler: "gen-clang-attr-parsed-attr-impl" of PACK from "switch (Attr.getKind())" until "D->addAttr" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
          switch (Attr.getKind()) {
          default:
            llvm_unreachable("Attribute cannot hold delayed arguments.");
          case ParsedAttr::AT_Pack: {
            CreatedAttr = PackAttr::CreateWithDelayedArgs(S.Context, ArgExprs.data(), ArgExprs.size(), Attr);
            break;
          }
          }
    "#]];
}
