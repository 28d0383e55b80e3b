// Intrinsics: their names, types and properties.
// by llvm: gen-intrinsic-enums, gen-intrinsic-impl, gen-intrinsic-enums -intrinsic-prefix=toy, gen-intrinsic-impl -intrinsic-prefix=toy

#define TEST_INTRINSICS_SUPPRESS_DEFS
include "llvm/IR/Intrinsics.td"
let TargetPrefix = "toy" in def int_toy_first : Intrinsic<[], []>;

//- plain
def int_a : Intrinsic<[], []>;
def int_tot_add : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoMem]>;
def int_tot_stop : Intrinsic<[], [llvm_i64_ty], [IntrNoReturn, IntrCold]>;
let TargetPrefix = "toy" in def int_toy_sub : Intrinsic<[llvm_i8_ty], [llvm_ptr_ty], [IntrReadMem, IntrArgMemOnly]>;

//- overloaded
def int_any : Intrinsic<[llvm_any_ty], [LLVMMatchType<0>, llvm_anyint_ty, llvm_anyfloat_ty]>;
def int_vectors : Intrinsic<[llvm_anyvector_ty], [LLVMVectorElementType<0>, LLVMScalarOrSameVectorWidth<0, llvm_i1_ty>]>;
def int_parts : Intrinsic<[llvm_anyvector_ty, llvm_anyvector_ty], [LLVMSubdivide2VectorType<0>, LLVMOneNthElementsVectorType<1, 3>, LLVMSubdivide4VectorType<1>]>;
def int_pointers : Intrinsic<[llvm_anyptr_ty], [LLVMVectorOfAnyPointersToElt<0>, llvm_anyint_ty]>;
def int_longer : Intrinsic<[llvm_anyint_ty], [LLVMExtendedType<0>, LLVMTruncatedType<0>, LLVMVectorOfBitcastsToInt<0>]>;

//- arguments
def int_first : Intrinsic<[llvm_ptr_ty], [llvm_ptr_ty, llvm_ptr_ty, llvm_i32_ty], [NoCapture<ArgIndex<0>>, NoAlias<RetIndex>, ImmArg<ArgIndex<2>>, ReadOnly<ArgIndex<1>>]>;
def int_second : Intrinsic<[llvm_ptr_ty], [llvm_ptr_ty, llvm_i32_ty], [NonNull<RetIndex>, Align<ArgIndex<0>, 16>, Dereferenceable<ArgIndex<0>, 8>, Range<ArgIndex<1>, 1, 5>]>;
def int_third : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_ptr_ty, llvm_i1_ty], [Returned<ArgIndex<0>>, WriteOnly<ArgIndex<1>>, NoUndef<RetIndex>, ReadNone<ArgIndex<2>>, Range<RetIndex, -4, 4>]>;
def int_fourth : Intrinsic<[], [llvm_i32_ty, llvm_i32_ty], [ImmArg<ArgIndex<1>>, ArgInfo<ArgIndex<1>, [ArgName<"mode">, ImmArgPrinter<"printMode">]>]>;

//- properties
def int_p : DefaultAttrsIntrinsic<[llvm_i32_ty], [llvm_i32_ty], [IntrNoMem, IntrSpeculatable]>;
def int_q : DefaultAttrsIntrinsic<[], [llvm_ptr_ty], [IntrWriteMem, IntrInaccessibleMemOrArgMemOnly, IntrHasSideEffects]>;
def int_r : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty], [Commutative, IntrConvergent, IntrNoDuplicate, IntrNoMerge, Throws]>;
def int_s : Intrinsic<[], [], [IntrRead<[TargetMem0]>, IntrWrite<[InaccessibleMem, TargetMem1]>, IntrNoCallback, IntrNoSync, IntrNoFree, IntrWillReturn]>;
def int_t : Intrinsic<[], [], [IntrInaccessibleMemOnly, IntrNoCreateUndefOrPoison], "llvm.t.u">;

//- builtins
def int_sin : ClangBuiltin<"__builtin_sin">, Intrinsic<[llvm_float_ty], [llvm_float_ty], [IntrNoMem]>;
let TargetPrefix = "toy" in {
  def int_toy_one : ClangBuiltin<"__builtin_toy_one">, Intrinsic<[llvm_i32_ty], []>;
  def int_toy_two : ClangBuiltin<"__builtin_toy_two">, MSBuiltin<"_two">, Intrinsic<[llvm_i32_ty], []>;
  def int_toy_three : MSBuiltin<"_three">, Intrinsic<[], []>;
}
let TargetPrefix = "toz" in def int_toz_one : ClangBuiltin<"__builtin_one">, Intrinsic<[llvm_i32_ty], []>;

//- structures
def int_pair : Intrinsic<[llvm_i32_ty, llvm_i1_ty], [llvm_i32_ty]>;
def int_triple : Intrinsic<[llvm_i64_ty, llvm_double_ty, llvm_ptr_ty], [llvm_vararg_ty]>;
def int_many : Intrinsic<[llvm_i8_ty, llvm_i8_ty, llvm_i8_ty, llvm_i8_ty, llvm_i8_ty, llvm_i8_ty, llvm_i8_ty, llvm_i8_ty, llvm_anyint_ty], [LLVMMatchType<0>, llvm_vararg_ty]>;
def int_empty : Intrinsic<[llvm_empty_ty], [llvm_metadata_ty, llvm_token_ty]>;

//- types
def int_v : Intrinsic<[llvm_v4i32_ty], [llvm_v2i1_ty, LLVMType<nxv4i32>, llvm_v16i8_ty], [IntrNoMem]>;
def int_w : Intrinsic<[llvm_x86mmx_ty], [llvm_x86amx_ty, llvm_f80_ty, llvm_ppcf128_ty]>;
def int_x : Intrinsic<[llvm_bfloat_ty], [llvm_half_ty, llvm_f128_ty, llvm_i128_ty, LLVMQualPointerType<3>]>;
def int_y : Intrinsic<[LLVMType<v3i64>], [LLVMType<i4>, LLVMQualPointerType<0>, LLVMType<v2f16>, LLVMType<v1024f32>]>;

//- targets
let TargetPrefix = "aa" in { def int_aa_x : Intrinsic<[], []>; def int_aa_y : Intrinsic<[], []>; }
let TargetPrefix = "toy" in { def int_toy_x : Intrinsic<[], []>; def int_toy_x_y : Intrinsic<[llvm_anyint_ty], []>; }
let TargetPrefix = "toyer" in def int_toyer_x : Intrinsic<[], []>;
def int_z : Intrinsic<[], []>;

//- names
def int_abc : Intrinsic<[llvm_anyint_ty], []>;
def int_abc_i : Intrinsic<[], []>;
def int_abc_i32x : Intrinsic<[], []>;
def int_abc_p : Intrinsic<[], [llvm_i32_ty], [], "llvm.abc.p">;
def int_abc_v4 : Intrinsic<[llvm_anyvector_ty], [], [], "llvm.abd.v4">;

//- nodes
def int_n : Intrinsic<[llvm_i32_ty], [llvm_i32_ty], [IntrNoMem], "", [SDNPCommutative]>;
def int_m : Intrinsic<[llvm_i32_ty], [llvm_ptr_ty], [IntrReadMem, IntrWillReturn], "", [SDNPMemOperand, SDNPMayLoad]>;
def int_k : PureIntrinsic<[llvm_i32_ty], []>;
def int_o : PureIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>], [Range<RetIndex, 0, 64>]>;
