use elaborate::records::Release::{V19, V21, V22};
use expect_test::expect;

use crate::tests::{changes, check};

const OPCODES: &str = "class Type;
         def Int : Type;
         def Ptr : Type;
         class ArgType { string Name = \"\"; bit AsRef = 0; }
         def ArgCount : ArgType { let Name = \"uint32_t\"; let AsRef = 1; }
         class TypeClass { list<Type> Types = []; }
         def All : TypeClass { let Types = [Int, Ptr]; }
         def Numbers : TypeClass { let Types = [Int]; }
         class Opcode {
           string Name = \"\";
           list<TypeClass> Types = [];
           list<ArgType> Args = [];
           bit CanReturn = 0;
           bit ChangesPC = 0;
           bit HasGroup = 0;
           bit HasCustomLink = 0;
           bit HasCustomEval = 0;
         }
         def Add : Opcode { let Types = [Numbers, All]; let Args = [ArgCount]; let HasGroup = 1; }
         def Ret : Opcode { let CanReturn = 1; let ChangesPC = 1; let HasCustomEval = 1; let HasCustomLink = 1; }";

#[test]
fn opcodes() {
    check(
        "gen-clang-opcodes",
        OPCODES,
        expect![[r##"
            #ifdef GET_OPCODE_NAMES
            OP_AddIntInt,
            OP_AddIntPtr,
            #endif
            #ifdef GET_INTERP
            case OP_AddIntInt: {
              const auto &V0 = ReadArg<uint32_t>(S, PC);
              if (!Add<PT_Int, PT_Int>(S, OpPC, V0))
                return false;
              continue;
            }
            case OP_AddIntPtr: {
              const auto &V0 = ReadArg<uint32_t>(S, PC);
              if (!Add<PT_Int, PT_Ptr>(S, OpPC, V0))
                return false;
              continue;
            }
            #endif
            #ifdef GET_DISASM
            case OP_AddIntInt:
              PrintName("AddIntInt");
              OS << "\t" << ReadArg<uint32_t>(P, PC) << " " << "\n";
              continue;
            case OP_AddIntPtr:
              PrintName("AddIntPtr");
              OS << "\t" << ReadArg<uint32_t>(P, PC) << " " << "\n";
              continue;
            #endif
            #if defined(GET_EVAL_PROTO) || defined(GET_LINK_PROTO)
            bool emitAddIntInt(const uint32_t &, const SourceInfo &);
            bool emitAddIntPtr(const uint32_t &, const SourceInfo &);
            #endif
            #if defined(GET_EVAL_PROTO) || defined(GET_LINK_PROTO)
            [[nodiscard]] bool emitAdd(PrimType, PrimType, uint32_t, const SourceInfo &I);
            #endif
            #if defined(GET_EVAL_IMPL) || defined(GET_LINK_IMPL)
            bool
            #if defined(GET_EVAL_IMPL)
            EvalEmitter
            #else
            ByteCodeEmitter
            #endif
            ::emitAdd(PrimType T0, PrimType T1, const uint32_t &A0, const SourceInfo &I) {
              switch (T0) {
              case PT_Int:
              switch (T1) {
              case PT_Int:
                return emitAddIntInt(A0, I);
              case PT_Ptr:
                return emitAddIntPtr(A0, I);
              }
              llvm_unreachable("invalid enum value");
              default: llvm_unreachable("invalid type: emitAdd");
              }
              llvm_unreachable("invalid enum value");
            }
            #endif
            #ifdef GET_LINK_IMPL
            bool ByteCodeEmitter::emitAddIntInt(const uint32_t &A0, const SourceInfo &L) {
              return emitOp<uint32_t>(OP_AddIntInt, A0, L);
            }
            bool ByteCodeEmitter::emitAddIntPtr(const uint32_t &A0, const SourceInfo &L) {
              return emitOp<uint32_t>(OP_AddIntPtr, A0, L);
            }
            #endif
            #ifdef GET_EVAL_IMPL
            bool EvalEmitter::emitAddIntInt(const uint32_t &A0, const SourceInfo &L) {
              if (!isActive()) return true;
              CurrentSource = L;
              return Add<PT_Int, PT_Int>(S, OpPC, A0);
            }
            bool EvalEmitter::emitAddIntPtr(const uint32_t &A0, const SourceInfo &L) {
              if (!isActive()) return true;
              CurrentSource = L;
              return Add<PT_Int, PT_Ptr>(S, OpPC, A0);
            }
            #endif
            #ifdef GET_OPCODE_NAMES
            OP_Ret,
            #endif
            #ifdef GET_INTERP
            case OP_Ret: {
              bool DoReturn = (S.Current == StartFrame);
              if (!Ret(S, PC, Result))
                return false;
              if (!S.Current || S.Current->isRoot())
                return true;
              if (DoReturn)
                return true;
              continue;
            }
            #endif
            #ifdef GET_DISASM
            case OP_Ret:
              PrintName("Ret");
              OS << "\t" << "\n";
              continue;
            #endif
            #if defined(GET_EVAL_PROTO) || defined(GET_LINK_PROTO)
            bool emitRet(const SourceInfo &);
            #endif
        "##]],
    );
}

#[test]
fn releases() {
    changes(
        "gen-clang-opcodes",
        OPCODES,
        &[V19, V21, V22],
        expect![[r#"
            19 to 21:
            -  PrintName("AddIntInt");
            -  OS << "\t" << ReadArg<uint32_t>(P, PC) << " " << "\n";
            -  continue;
            +  Text.Op = PrintName("AddIntInt");
            +  Text.Args.push_back(printArg<uint32_t>(P, PC));
            +  break;
            -  PrintName("AddIntPtr");
            -  OS << "\t" << ReadArg<uint32_t>(P, PC) << " " << "\n";
            -  continue;
            +  Text.Op = PrintName("AddIntPtr");
            +  Text.Args.push_back(printArg<uint32_t>(P, PC));
            +  break;
            -  if (!Ret(S, PC, Result))
            +  if (!Ret(S, PC))
            -  PrintName("Ret");
            -  OS << "\t" << "\n";
            -  continue;
            +  Text.Op = PrintName("Ret");
            +  break;
            21 to 22:
            -bool emitAddIntInt(const uint32_t &, const SourceInfo &);
            -bool emitAddIntPtr(const uint32_t &, const SourceInfo &);
            +bool emitAddIntInt(const uint32_t &, SourceInfo);
            +bool emitAddIntPtr(const uint32_t &, SourceInfo);
            -[[nodiscard]] bool emitAdd(PrimType, PrimType, uint32_t, const SourceInfo &I);
            +[[nodiscard]] bool emitAdd(PrimType, PrimType, uint32_t, SourceInfo I);
            -::emitAdd(PrimType T0, PrimType T1, const uint32_t &A0, const SourceInfo &I) {
            +::emitAdd(PrimType T0, PrimType T1, const uint32_t &A0, SourceInfo I) {
            -bool ByteCodeEmitter::emitAddIntInt(const uint32_t &A0, const SourceInfo &L) {
            +bool ByteCodeEmitter::emitAddIntInt(const uint32_t &A0, SourceInfo L) {
            -bool ByteCodeEmitter::emitAddIntPtr(const uint32_t &A0, const SourceInfo &L) {
            +bool ByteCodeEmitter::emitAddIntPtr(const uint32_t &A0, SourceInfo L) {
            -bool EvalEmitter::emitAddIntInt(const uint32_t &A0, const SourceInfo &L) {
            +bool EvalEmitter::emitAddIntInt(const uint32_t &A0, SourceInfo L) {
            -bool EvalEmitter::emitAddIntPtr(const uint32_t &A0, const SourceInfo &L) {
            +bool EvalEmitter::emitAddIntPtr(const uint32_t &A0, SourceInfo L) {
            -bool emitRet(const SourceInfo &);
            +bool emitRet(SourceInfo);
        "#]],
    );
}

#[test]
fn fields_of_variants_are_read_for_variants_only() {
    let opcodes = OPCODES
        .replace("bit CanReturn = 0;", "bit CanReturn = ?;")
        .split("def Add")
        .next()
        .unwrap()
        .to_owned();
    let error = |types: &str| {
        let text =
            format!("{opcodes}def None : TypeClass; def Add : Opcode {{ let Types = [{types}]; }}");
        let records = backend_testing::read(&text);
        let run = backend_testing::run(crate::ALL, "gen-clang-opcodes", &[], &records);
        run.text.err().map(|it| it.message)
    };
    expect!["Record `Add', field `CanReturn' does not have a bit initializer!"]
        .assert_eq(&error("Numbers").unwrap_or_default());
    assert_eq!(error("None"), None);
}
