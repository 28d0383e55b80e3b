// How values are passed.
// by llvm: gen-callingconv

include "llvm/Target/Target.td"

def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
foreach i = 0...7 in {
  def R#i : Register<"r"#i> { let Namespace = "Toy"; }
  def F#i : Register<"f"#i> { let Namespace = "Toy"; }
}
def GPR : RegisterClass<"Toy", [i32], 32, (sequence "R%u", 0, 7)>;

//- registers
def CC : CallingConv<[CCIfType<[i32], CCAssignToReg<[R0, R1, R2]>>, CCIfType<[f32, f64], CCAssignToReg<[F0, F1]>>]>;

//- stack
def CC : CallingConv<[CCIfType<[i8, i16], CCAssignToStack<4, 4>>, CCIfType<[i64], CCAssignToStack<0, 8>>, CCAssignToStack<8, 0>]>;

//- promoted
def CC : CallingConv<[
  CCIfType<[i1, i8], CCPromoteToType<i32>>, CCIfType<[i16], CCPromoteToUpperBitsInType<i32>>,
  CCIfType<[f16], CCBitConvertToType<i16>>, CCIfType<[v4i16], CCTruncToType<v4i8>>, CCIfType<[i32], CCAssignToReg<[R0]>>]>;

//- shadows
def CC : CallingConv<[
  CCIfType<[i32], CCAssignToRegWithShadow<[R0, R1], [F0, F1]>>,
  CCIfType<[i64], CCAssignToStackWithShadow<8, 8, [R2, R3]>>,
  CCIfType<[f64], CCAssignToRegWithShadow<[F2, F3], [R4, R5]>>, CCAssignToRegAndStack<[R6], 4, 4>]>;

//- conditions
def CC : CallingConv<[
  CCIfByVal<CCPassByVal<4, 8>>, CCIfSRet<CCIfType<[i32], CCAssignToReg<[R7]>>>, CCIfNest<CCAssignToReg<[R6]>>,
  CCIfInReg<CCIfType<[i32], CCAssignToReg<[R0, R1]>>>, CCIfVarArg<CCAssignToStack<4, 4>>, CCIfNotVarArg<CCAssignToReg<[R2]>>,
  CCIf<"State.getCallingConv() == 3", CCAssignToReg<[R3]>>, CCIfSplit<CCPassIndirect<i32>>, CCIfSwiftSelf<CCAssignToReg<[R5]>>]>;

//- delegated
def Last : CallingConv<[CCAssignToStack<4, 4>]>;
def Inner : CallingConv<[CCIfType<[i32], CCAssignToReg<[R0]>>, CCDelegateTo<Last>]>;
def CC : CallingConv<[CCIfType<[f32], CCDelegateTo<Inner>>, CCDelegateTo<Last>]> { let Entry = true; }

//- custom
def CC : CallingConv<[CCIfType<[f64], CCCustom<"splitF64">>, CCCustom<"last">]> { let Custom = false; }
def CC_Other : CallingConv<[]> { let Custom = true; }
def CC_Both : CallingConv<[CCIfType<[i32], CCDelegateTo<CC_Other>>, CCDelegateTo<CC>]>;

//- indirect
def CC : CallingConv<[CCIfType<[v4i32, v2i64], CCPassIndirect<i64>>, CCIfConsecutiveRegs<CCCustom<"blocks">>, CCIfType<[i64], CCAssignToReg<[R0, R2]>>]>;
def RetCC : CallingConv<[CCIfType<[i32], CCAssignToReg<[R0, R1]>>, CCIfCC<"CallingConv::Fast", CCAssignToReg<[R2]>>]> { let Entry = 1; }

//- pointers
def CC : CallingConv<[CCIfPtr<CCAssignToReg<[R0]>>, CCIfPtrAddrSpace<3, CCAssignToStack<4, 4>>, CCIfArgFixed<CCAssignToReg<[R1]>>, CCIfArgVarArg<CCAssignToStack<8, 8>>]>;

//- nested
class Pass<list<ValueType> types, list<Register> regs> : CallingConv<[CCIfType<types, CCIfNotVarArg<CCIfInReg<CCAssignToReg<regs>>>>]>;
def CC_A : Pass<[i32, i64], [R0, R1]>;
def CC_B : Pass<[f32], [F0]> { let Entry = 1; }
def CC_C : CallingConv<[CCIf<"a() && b()", CCIf<"c", CCPromoteToType<i64>>>, CCDelegateTo<CC_A>]>;
