//! The C++ code for each kind of argument that is any number of values.

use expect_test::expect;

use super::tables;

const SIZES: &str = r#"
def Sized : TypeAttr { let Spellings = [GNU<"sized">]; let Args = [VariadicUnsignedArgument<"Sizes">]; }
"#;

/// An attribute with an argument of each kind.
const MANY: &str = r#"
def Many : TypeAttr {
  let Spellings = [GNU<"many">]; let TemplateDependent = 1; let AcceptsExprPack = 0;
  let Args = [
    VariadicUnsignedArgument<"Sizes">, VariadicStringArgument<"Names">, VariadicIdentifierArgument<"Ids">,
    VariadicParamIdxArgument<"Params">, VariadicParamOrParamIdxArgument<"Mixed">, VariadicOMPInteropInfoArgument<"Interop">,
    VariadicEnumArgument<"States", "State", ["x", "y"], ["X", "Y"]>, VariadicExprArgument<"Exprs">
  ];
}
"#;

tables! {
    factory: "gen-clang-attr-classes" of MANY from "// Factory methods" until "*Create(" gives expect![[r#"
        gen-clang-attr-classes:
          // Factory methods
          static ManyAttr *CreateImplicit(ASTContext &Ctx, unsigned *Sizes, unsigned SizesSize, StringRef *Names, unsigned NamesSize, IdentifierInfo * *Ids, unsigned IdsSize, ParamIdx *Params, unsigned ParamsSize, int *Mixed, unsigned MixedSize, OMPInteropInfo *Interop, unsigned InteropSize, State *States, unsigned StatesSize, Expr * *Exprs, unsigned ExprsSize, const AttributeCommonInfo &CommonInfo);
    "#]];
    accessors: "gen-clang-attr-classes" of SIZES from "const char *getSpelling" until "static bool classof" gives expect![[r#"
        gen-clang-attr-classes:
          const char *getSpelling() const;
          typedef unsigned* sizes_iterator;
          sizes_iterator sizes_begin() const { return sizes_; }
          sizes_iterator sizes_end() const { return sizes_ + sizes_Size; }
          unsigned sizes_size() const { return sizes_Size; }
          llvm::iterator_range<sizes_iterator> sizes() const { return llvm::make_range(sizes_begin(), sizes_end()); }




    "#]];
    members: "gen-clang-attr-classes" of MANY from "class ManyAttr" until "// Factory methods" gives expect![[r#"
        gen-clang-attr-classes:
        class ManyAttr : public TypeAttr {
          unsigned sizes_Size;
          unsigned *sizes_;

          unsigned names_Size;
          StringRef *names_;

          unsigned ids_Size;
          IdentifierInfo * *ids_;

          unsigned params_Size;
          ParamIdx *params_;

          unsigned mixed_Size;
          int *mixed_;

          unsigned interop_Size;
          OMPInteropInfo *interop_;

        public:
          enum State {
            X,
            Y
          };
        private:
          unsigned states_Size;
          State *states_;

          unsigned exprs_Size;
          Expr * *exprs_;

        public:
    "#]];
    iterators: "gen-clang-attr-classes" of MANY lines with "typedef" gives expect![[r#"
        gen-clang-attr-classes:
          typedef unsigned* sizes_iterator;
          typedef StringRef* names_iterator;
          typedef IdentifierInfo ** ids_iterator;
          typedef ParamIdx* params_iterator;
          typedef int* mixed_iterator;
          typedef OMPInteropInfo* interop_iterator;
          typedef State* states_iterator;
          typedef Expr ** exprs_iterator;
    "#]];
    conversions: "gen-clang-attr-classes" of MANY lines with "Convert" gives expect![[r#"
        gen-clang-attr-classes:
          static bool ConvertStrToState(StringRef Val, ManyAttr::State &Out);
          static const char *ConvertStateToStr(ManyAttr::State Val);
    "#]];
    parameters: "gen-clang-attr-impl" of MANY from "ManyAttr::ManyAttr(" until "ManyAttr::ManyAttr(" gives expect![[r#"
        gen-clang-attr-impl:
        ManyAttr::ManyAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , unsigned *Sizes, unsigned SizesSize
                      , StringRef *Names, unsigned NamesSize
                      , IdentifierInfo * *Ids, unsigned IdsSize
                      , ParamIdx *Params, unsigned ParamsSize
                      , int *Mixed, unsigned MixedSize
                      , OMPInteropInfo *Interop, unsigned InteropSize
                      , State *States, unsigned StatesSize
                      , Expr * *Exprs, unsigned ExprsSize
                     )
          : TypeAttr(Ctx, CommonInfo, attr::Many, /*IsLateParsed=*/false)
                      , sizes_Size(SizesSize), sizes_(new (Ctx, 16) unsigned[sizes_Size])
                      , names_Size(NamesSize), names_(new (Ctx, 16) StringRef[names_Size])
                      , ids_Size(IdsSize), ids_(new (Ctx, 16) IdentifierInfo *[ids_Size])
                      , params_Size(ParamsSize), params_(new (Ctx, 16) ParamIdx[params_Size])
                      , mixed_Size(MixedSize), mixed_(new (Ctx, 16) int[mixed_Size])
                      , interop_Size(InteropSize), interop_(new (Ctx, 16) OMPInteropInfo[interop_Size])
                      , states_Size(StatesSize), states_(new (Ctx, 16) State[states_Size])
                      , exprs_Size(ExprsSize), exprs_(new (Ctx, 16) Expr *[exprs_Size])
          {
          std::copy(Sizes, Sizes + sizes_Size, sizes_);
          for (size_t I = 0, E = names_Size; I != E;
               ++I) {
            StringRef Ref = Names[I];
            if (!Ref.empty()) {
              char *Mem = new (Ctx, 1) char[Ref.size()];
              std::memcpy(Mem, Ref.data(), Ref.size());
              names_[I] = StringRef(Mem, Ref.size());
            }
          }
          std::copy(Ids, Ids + ids_Size, ids_);
          std::copy(Params, Params + params_Size, params_);
          std::copy(Mixed, Mixed + mixed_Size, mixed_);
          std::copy(Interop, Interop + interop_Size, interop_);
          std::copy(States, States + states_Size, states_);
          std::copy(Exprs, Exprs + exprs_Size, exprs_);
        }

    "#]];
    made_objects: "gen-clang-attr-impl" of MANY lines with "new (Ctx) ManyAttr" gives expect![[r#"
        gen-clang-attr-impl:
          auto *A = new (Ctx) ManyAttr(Ctx, CommonInfo, Sizes, SizesSize, Names, NamesSize, Ids, IdsSize, Params, ParamsSize, Mixed, MixedSize, Interop, InteropSize, States, StatesSize, Exprs, ExprsSize);
          auto *A = new (Ctx) ManyAttr(Ctx, CommonInfo, Sizes, SizesSize, Names, NamesSize, Ids, IdsSize, Params, ParamsSize, Mixed, MixedSize, Interop, InteropSize, States, StatesSize, Exprs, ExprsSize);
    "#]];
    values_left_out: "gen-clang-attr-impl" of MANY from ", sizes_Size(0)" until "bool ManyAttr::" gives expect![[r#"
        gen-clang-attr-impl:
                      , sizes_Size(0), sizes_(nullptr)
                      , names_Size(0), names_(nullptr)
                      , ids_Size(0), ids_(nullptr)
                      , params_Size(0), params_(nullptr)
                      , mixed_Size(0), mixed_(nullptr)
                      , interop_Size(InteropSize), interop_(new (Ctx, 16) OMPInteropInfo[interop_Size])
                      , states_Size(0), states_(nullptr)
                      , exprs_Size(0), exprs_(nullptr)
          {
          std::copy(Interop, Interop + interop_Size, interop_);
        }















    "#]];
    names_of_enumerators: "gen-clang-attr-impl" of MANY from "const char *ManyAttr::ConvertStateToStr" until "ManyAttr::clone" gives expect![[r#"
        gen-clang-attr-impl:
        const char *ManyAttr::ConvertStateToStr(ManyAttr::State Val) {
          switch(Val) {
          case ManyAttr::State::X: return "x";
          case ManyAttr::State::Y: return "y";
          default: llvm_unreachable("Invalid attribute value");
          }
          llvm_unreachable("No enumerator with that value");
        }


    "#]];
    enumerators: "gen-clang-attr-impl" of MANY lines with "ManyAttr::State" gives expect![[r#"
        gen-clang-attr-impl:
        bool ManyAttr::ConvertStrToState(StringRef Val, ManyAttr::State &Out) {
          std::optional<ManyAttr::State> R = llvm::StringSwitch<std::optional<ManyAttr::State>>(Val)
            .Case("x", ManyAttr::State::X)
            .Case("y", ManyAttr::State::Y)
            .Default(std::optional<ManyAttr::State>());
        const char *ManyAttr::ConvertStateToStr(ManyAttr::State Val) {
          case ManyAttr::State::X: return "x";
          case ManyAttr::State::Y: return "y";
    "#]];
    clone: "gen-clang-attr-impl" of MANY lines with "ManyAttr(C, *this" gives expect![[r#"
        gen-clang-attr-impl:
          auto *A = new (C) ManyAttr(C, *this, sizes_, sizes_Size, names_, names_Size, ids_, ids_Size, params_, params_Size, mixed_, mixed_Size, interop_, interop_Size, states_, states_Size, exprs_, exprs_Size);
    "#]];
    printing: "gen-clang-attr-impl" of SIZES from "__attribute__((sized" until "if (!IsFirstArgument)" gives expect![[r#"
        gen-clang-attr-impl:
            OS << "__attribute__((sized";
            OS << "";
          for (const auto &Val : sizes()) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << Val;
          }
          OS << "";
    "#]];
    printed_values: "gen-clang-attr-impl" of MANY lines with "Val" gives expect![[r#"
        gen-clang-attr-impl:
        bool ManyAttr::ConvertStrToState(StringRef Val, ManyAttr::State &Out) {
          std::optional<ManyAttr::State> R = llvm::StringSwitch<std::optional<ManyAttr::State>>(Val)
        const char *ManyAttr::ConvertStateToStr(ManyAttr::State Val) {
          switch(Val) {
          for (const auto &Val : sizes()) {
            OS << Val;
          for (const auto &Val : names()) {
            OS << "\"" << Val << "\"";
          for (const auto &Val : ids()) {
            OS << Val;
          for (const auto &Val : params()) {
            OS << Val.getSourceIndex();
          for (const auto &Val : mixed()) {
            OS << Val;
          for (const auto &Val : interop()) {
            OS << Val;
          for (const auto &Val : states()) {
            OS << "\"" << ManyAttr::ConvertStateToStr(Val)<< "\"";
          for (const auto &Val : exprs()) {
            OS << Val;
    "#]];
    read: "gen-clang-attr-pch-read" of SIZES gives expect![[r#"
        gen-clang-attr-pch-read:
          switch (Kind) {
          case attr::Sized: {
            bool isImplicit = Record.readInt();
            bool isPackExpansion = Record.readInt();
            unsigned sizesSize = Record.readInt();
            SmallVector<unsigned, 4> sizes;
            sizes.reserve(sizesSize);
            for (unsigned i = 0; i != sizesSize; ++i)
              sizes.push_back(Record.readInt());
            New = new (Context) SizedAttr(Context, Info, sizes.data(), sizesSize);
            New->setImplicit(isImplicit);
            New->setPackExpansion(isPackExpansion);
            break;
          }
          }
    "#]];
    read_vectors: "gen-clang-attr-pch-read" of MANY lines with "SmallVector" gives expect![[r#"
        gen-clang-attr-pch-read:
            SmallVector<unsigned, 4> sizes;
            SmallVector<StringRef, 4> names;
            SmallVector<std::string, 4> namesStorage;
            SmallVector<IdentifierInfo *, 4> ids;
            SmallVector<ParamIdx, 4> params;
            SmallVector<int, 4> mixed;
            SmallVector<OMPInteropInfo, 4> interop;
            SmallVector<ManyAttr::State, 4> states;
            SmallVector<Expr *, 4> exprs;
    "#]];
    read_values: "gen-clang-attr-pch-read" of MANY lines with "Record.read" gives expect![[r#"
        gen-clang-attr-pch-read:
            bool isImplicit = Record.readInt();
            bool isPackExpansion = Record.readInt();
            unsigned sizesSize = Record.readInt();
              sizes.push_back(Record.readInt());
            unsigned namesSize = Record.readInt();
              namesStorage.push_back(Record.readString());
            unsigned idsSize = Record.readInt();
              ids.push_back(Record.readIdentifier());
            unsigned paramsSize = Record.readInt();
              params.push_back(ParamIdx::deserialize(Record.readInt()));
            unsigned mixedSize = Record.readInt();
              mixed.push_back(Record.readInt());
            unsigned interopSize = Record.readInt();
              bool IsTarget = Record.readBool();
              bool IsTargetSync = Record.readBool();
            unsigned statesSize = Record.readInt();
              states.push_back(static_cast<ManyAttr::State>(Record.readInt()));
            unsigned exprsSize = Record.readInt();
              exprs.push_back(Record.readExpr());
    "#]];
    made_when_read: "gen-clang-attr-pch-read" of MANY lines with "new (" gives expect![[r#"
        gen-clang-attr-pch-read:
            New = new (Context) ManyAttr(Context, Info, sizes.data(), sizesSize, names.data(), namesSize, ids.data(), idsSize, params.data(), paramsSize, mixed.data(), mixedSize, interop.data(), interopSize, states.data(), statesSize, exprs.data(), exprsSize);
    "#]];
    read_strings: "gen-clang-attr-pch-read" of MANY from "SmallVector<StringRef" until "unsigned idsSize" gives expect![[r#"
        gen-clang-attr-pch-read:
            SmallVector<StringRef, 4> names;
            names.reserve(namesSize);
            SmallVector<std::string, 4> namesStorage;
            namesStorage.reserve(namesSize);
            for (unsigned i = 0; i != namesSize; ++i)
              namesStorage.push_back(Record.readString());
            for (unsigned i = 0; i != namesSize; ++i)
              names.push_back(namesStorage[i]);
    "#]];
    read_interop: "gen-clang-attr-pch-read" of MANY from "SmallVector<OMPInteropInfo" until "unsigned statesSize" gives expect![[r#"
        gen-clang-attr-pch-read:
            SmallVector<OMPInteropInfo, 4> interop;
            interop.reserve(interopSize);
            for (unsigned I = 0, E = interopSize; I != E; ++I) {
              bool IsTarget = Record.readBool();
              bool IsTargetSync = Record.readBool();
              interop.emplace_back(IsTarget, IsTargetSync);
            }
    "#]];
    read_enumerators: "gen-clang-attr-pch-read" of MANY from "SmallVector<ManyAttr::State" until "unsigned exprsSize" gives expect![[r#"
        gen-clang-attr-pch-read:
            SmallVector<ManyAttr::State, 4> states;
            states.reserve(statesSize);
            for (unsigned i = statesSize; i; --i)
              states.push_back(static_cast<ManyAttr::State>(Record.readInt()));
    "#]];
    write: "gen-clang-attr-pch-write" of SIZES gives expect![[r#"
        gen-clang-attr-pch-write:
          switch (A->getKind()) {
          case attr::Sized: {
            const auto *SA = cast<SizedAttr>(A);
            Record.push_back(A->isImplicit());
            Record.push_back(A->isPackExpansion());
            Record.push_back(SA->sizes_size());
            for (auto &Val : SA->sizes())
              Record.push_back(Val);
            break;
          }
          }
    "#]];
    written_values: "gen-clang-attr-pch-write" of MANY lines with "Record." gives expect![[r#"
        gen-clang-attr-pch-write:
            Record.push_back(A->isImplicit());
            Record.push_back(A->isPackExpansion());
            Record.push_back(SA->sizes_size());
              Record.push_back(Val);
            Record.push_back(SA->names_size());
              Record.AddString(Val);
            Record.push_back(SA->ids_size());
              Record.AddIdentifierRef(Val);
            Record.push_back(SA->params_size());
              Record.push_back(Val.serialize());
            Record.push_back(SA->mixed_size());
              Record.push_back(Val);
            Record.push_back(SA->interop_size());
              Record.writeBool(I->IsTarget);
              Record.writeBool(I->IsTargetSync);
            Record.push_back(SA->states_size());
              Record.push_back((*i));
            Record.push_back(SA->exprs_size());
              Record.AddStmt(Val);
    "#]];
    written_loops: "gen-clang-attr-pch-write" of MANY lines with "for (" gives expect![[r#"
        gen-clang-attr-pch-write:
            for (auto &Val : SA->sizes())
            for (auto &Val : SA->names())
            for (auto &Val : SA->ids())
            for (auto &Val : SA->params())
            for (auto &Val : SA->mixed())
            for (ManyAttr::interop_iterator I = SA->interop_begin(), E = SA->interop_end(); I != E; ++I) {
            for (ManyAttr::states_iterator i = SA->states_begin(), e = SA->states_end(); i != e; ++i)
            for (auto &Val : SA->exprs())
    "#]];
    visitor: "gen-clang-attr-ast-visitor" of MANY from "VisitManyAttr(A)" until "return true;" gives expect![[r#"
        gen-clang-attr-ast-visitor:
          if (!getDerived().VisitManyAttr(A))
            return false;
          {
            Expr * *I = A->exprs_begin();
            Expr * *E = A->exprs_end();
            for (; I != E; ++I) {
              if (!getDerived().TraverseStmt(*I))
                return false;
            }
          }
    "#]];
    instantiation: "gen-clang-attr-template-instantiate" of MANY from "const auto *A" until "// end switch" gives expect![[r#"
        gen-clang-attr-template-instantiate:
              const auto *A = cast<ManyAttr>(At);
              auto *tempInstExprs = new (C, 16) Expr *[A->exprs_size()];
              {
                EnterExpressionEvaluationContext Unevaluated(S, Sema::ExpressionEvaluationContext::Unevaluated);
                Expr * *TI = tempInstExprs;
                Expr * *I = A->exprs_begin();
                Expr * *E = A->exprs_end();
                for (; I != E; ++I, ++TI) {
                  ExprResult Result = S.SubstExpr(*I, TemplateArgs);
                  if (Result.isInvalid())
                    return nullptr;
                  *TI = Result.get();
                }
              }
              return new (C) ManyAttr(C, *A, A->sizes_begin(), A->sizes_size(), A->names_begin(), A->names_size(), A->ids_begin(), A->ids_size(), A->params_begin(), A->params_size(), A->mixed_begin(), A->mixed_size(), A->interop_begin(), A->interop_size(), A->states_begin(), A->states_size(), tempInstExprs, A->exprs_size());
            }
    "#]];
    dump: "gen-clang-attr-text-node-dump" of MANY gives expect![[r#"
        gen-clang-attr-text-node-dump:
          void VisitManyAttr(const ManyAttr *A) {
            const auto *SA = cast<ManyAttr>(A); (void)SA;
            for (const auto &Val : SA->sizes())
              OS << " " << Val;
            for (const auto &Val : SA->names())
              OS << " " << Val;
            for (const auto &Val : SA->ids())
              OS << " " << Val;
            for (const auto &Val : SA->params())
              OS << " " << Val.getSourceIndex();
            for (const auto &Val : SA->mixed())
              OS << " " << Val;
            for (ManyAttr::interop_iterator I = SA->interop_begin(), E = SA->interop_end(); I != E; ++I) {
              if (I->IsTarget && I->IsTargetSync)
                OS << " Target_TargetSync";
              else if (I->IsTarget)
                OS << " Target";
              else
                OS << " TargetSync";
            }
            for (ManyAttr::states_iterator I = SA->states_begin(), E = SA->states_end(); I != E; ++I) {
              switch(*I) {
            case ManyAttr::State::X:
              OS << " X";
              break;
            case ManyAttr::State::Y:
              OS << " Y";
              break;
            default:
              llvm_unreachable("Invalid attribute value");
              }
            }
          }
    "#]];
    children: "gen-clang-attr-node-traverse" of MANY gives expect![[r#"
        gen-clang-attr-node-traverse:
          void VisitManyAttr(const ManyAttr *A) {
            const auto *SA = cast<ManyAttr>(A); (void)SA;
            for (ManyAttr::exprs_iterator I = SA->exprs_begin(), E = SA->exprs_end(); I != E; ++I)
              Visit(*I);
          }
    "#]];
}
