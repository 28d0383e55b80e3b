// Operations of CIR, as far as they say how they are lowered.
// by clang: gen-cir-lowering

class CIR_Op<bit abi = 0, bit llvm = 1> {
  bit hasCXXABILowering = abi; bit hasLLVMLowering = llvm; bit isLLVMLoweringRecursive = 0; string extraLLVMLoweringPatternDecl = "";
}

//- plain
def CIR_Add : CIR_Op;

//- both
def CIR_Load : CIR_Op<1, 1>;
def CIR_Store : CIR_Op<1>;

//- abi
def CIR_Call : CIR_Op<1, 0>;

//- none
def CIR_Yield : CIR_Op<0, 0>;

//- recursive
def CIR_Region : CIR_Op { let isLLVMLoweringRecursive = 1; }
def CIR_Loop : CIR_Op<1> { let isLLVMLoweringRecursive = true; }

//- more
def CIR_Extra : CIR_Op { let extraLLVMLoweringPatternDecl = [{
    int convert(mlir::Type) const;
  }]; }

//- names
def CIR_Two_Parts : CIR_Op;
def _Odd : CIR_Op<1>;
def Plain : CIR_Op<1>;
def Dangling_ : CIR_Op<1>;

//- same
def A_Add : CIR_Op;
def B_Add : CIR_Op<1>;

//- order
def CIR_Z : CIR_Op;
def CIR_A : CIR_Op<1>;
def CIR_M : CIR_Op { let extraLLVMLoweringPatternDecl = "x"; }

//- sub-classes
class CIR_Unary : CIR_Op<1> { let isLLVMLoweringRecursive = 1; }
def CIR_Not : CIR_Unary;
def CIR_Neg : CIR_Unary { let hasCXXABILowering = 0; }
