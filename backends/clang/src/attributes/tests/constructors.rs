//! The parameters of constructors and factory functions.

use expect_test::expect;

use super::single_values::SINGLE;
use super::tables;

/// Each kind of optional argument.
const OPTIONAL: &str = r#"
def May : InheritableAttr {
  let Spellings = [GNU<"may">];
  let Args = [
    BoolArgument<"Interface", 1>, DefaultBoolArgument<"Strict", 1>, DefaultIntArgument<"Priority", -3>, UnsignedArgument<"Size", 1>,
    IdentifierArgument<"Platform", 1>, StringArgument<"Message", 1>, ExprArgument<"Cond", 1>, TypeArgument<"Match", 1>,
    DeclArgument<Function, "Cleanup", 1>, ParamIdxArgument<"Index", 1>, VersionArgument<"Since", 1>, AlignedArgument<"Alignment", 1>
  ];
}
"#;

/// An argument that is in some constructors only.
const FAKE: &str = r#"
def Fake : InheritableAttr {
  let Spellings = [GNU<"fake">]; let Args = [DefaultIntArgument<"Priority", -3>, DeclArgument<Var, "Guard", 0, 1>];
}
"#;

tables! {
    parameters_of_each_kind: "gen-clang-attr-classes" of SINGLE from "// Factory methods" until "*Create(" gives expect![[r#"
        gen-clang-attr-classes:
          // Factory methods
          static OneAttr *CreateImplicit(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, VarDecl * Guard, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, const AttributeCommonInfo &CommonInfo);
    "#]];
    constructor_of_each_kind: "gen-clang-attr-impl" of SINGLE from "OneAttr::OneAttr(" until "OneAttr::OneAttr(" gives expect![[r#"
        gen-clang-attr-impl:
        OneAttr::OneAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , bool Interface
                      , bool Strict
                      , int Priority
                      , unsigned Size
                      , IdentifierInfo * Platform
                      , llvm::StringRef Message
                      , Expr * Cond
                      , TypeSourceInfo * Match
                      , FunctionDecl * Cleanup
                      , VarDecl * Guard
                      , ParamIdx Index
                      , VersionTuple Since
                      , bool IsAlignmentExpr, void *Alignment
                      , Attr * Inner
                      , OMPTraitInfo * Traits
                      , OneAttr::ModeKind Mode
                      , llvm::Kind Kind
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::One, /*IsLateParsed=*/true, false)
                      , interface_(Interface)
                      , strict(Strict)
                      , priority(Priority)
                      , size(Size)
                      , platform(Platform)
                      , messageLength(Message.size()),message(new (Ctx, 1) char[messageLength])
                      , cond(Cond)
                      , match(Match)
                      , cleanup(Cleanup)
                      , guard(Guard)
                      , index(Index)
                      , since(Since)
                      , isalignmentExpr(IsAlignmentExpr)
                      , inner(Inner)
                      , traits(Traits)
                      , mode(Mode)
                      , kind(Kind)
          {
            if (!Message.empty())
              std::memcpy(message, Message.data(), messageLength);
            if (isalignmentExpr)
               alignmentExpr = reinterpret_cast<Expr *>(Alignment);
            else
               alignmentType = reinterpret_cast<TypeSourceInfo *>(Alignment);
        }

    "#]];
    values_left_out: "gen-clang-attr-impl" of OPTIONAL from ", interface_()" until "bool MayAttr::" gives expect![[r#"
        gen-clang-attr-impl:
                      , interface_()
                      , strict()
                      , priority()
                      , size()
                      , platform()
                      , messageLength(0),message(nullptr)
                      , cond()
                      , match()
                      , cleanup()
                      , index()
                      , since()
                      , isalignmentExpr(false)
          {
        }























    "#]];
    factories_with_and_without_fakes: "gen-clang-attr-classes" of FAKE from "// Factory methods" until "// Constructors" gives expect![[r#"
        gen-clang-attr-classes:
          // Factory methods
          static FakeAttr *CreateImplicit(ASTContext &Ctx, int Priority, VarDecl * Guard, const AttributeCommonInfo &CommonInfo);
          static FakeAttr *Create(ASTContext &Ctx, int Priority, VarDecl * Guard, const AttributeCommonInfo &CommonInfo);
          static FakeAttr *CreateImplicit(ASTContext &Ctx, int Priority, VarDecl * Guard, SourceRange Range = {});
          static FakeAttr *Create(ASTContext &Ctx, int Priority, VarDecl * Guard, SourceRange Range = {});
          static FakeAttr *CreateImplicit(ASTContext &Ctx, int Priority, const AttributeCommonInfo &CommonInfo);
          static FakeAttr *Create(ASTContext &Ctx, int Priority, const AttributeCommonInfo &CommonInfo);
          static FakeAttr *CreateImplicit(ASTContext &Ctx, int Priority, SourceRange Range = {});
          static FakeAttr *Create(ASTContext &Ctx, int Priority, SourceRange Range = {});

    "#]];
    constructors_with_and_without_fakes: "gen-clang-attr-classes" of FAKE from "// Constructors" until "*clone" gives expect![[r#"
        gen-clang-attr-classes:
          // Constructors
          FakeAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , int Priority
                      , VarDecl * Guard
                     );
          FakeAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , int Priority
                     );
          FakeAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                     );

    "#]];
    made_objects: "gen-clang-attr-impl" of FAKE lines with "new (Ctx) FakeAttr" gives expect![[r#"
        gen-clang-attr-impl:
          auto *A = new (Ctx) FakeAttr(Ctx, CommonInfo, Priority, Guard);
          auto *A = new (Ctx) FakeAttr(Ctx, CommonInfo, Priority, Guard);
          auto *A = new (Ctx) FakeAttr(Ctx, CommonInfo, Priority);
          auto *A = new (Ctx) FakeAttr(Ctx, CommonInfo, Priority);
    "#]];
    returned_objects: "gen-clang-attr-impl" of FAKE lines with "return Create" gives expect![[r#"
        gen-clang-attr-impl:
          return CreateImplicit(Ctx, Priority, Guard, I);
          return Create(Ctx, Priority, Guard, I);
          return CreateImplicit(Ctx, Priority, I);
          return Create(Ctx, Priority, I);
    "#]];
    initializers: "gen-clang-attr-impl" of FAKE lines with "guard(" gives expect![[r#"
        gen-clang-attr-impl:
                      , guard(Guard)
                      , guard()
                      , guard()
    "#]];
}
