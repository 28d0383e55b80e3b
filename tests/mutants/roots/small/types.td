// Types of values.
// by llvm: gen-vt

class ValueType<int size, string llvm_name = NAME> {
  string Namespace = "MVT";
  string LLVMName = llvm_name;
  int Size = size;
  int nElem = 1;
  ValueType ElementType = ?;
  bit isOverloaded = false;
  bit isInteger = false;
  bit isFP = false;
  bit isVector = false;
  bit isScalable = false;
  int NF = 0;
  bit isRISCVVecTuple = false;
  bit isNormalValueType = true;
  bit isCheriCapability = false;
}
class VTInt<int size> : ValueType<size> { let isInteger = true; }
class VTFP<int size> : ValueType<size> { let isFP = true; }
class VTVec<int n, ValueType e> : ValueType<!mul(n, e.Size)> { let nElem = n; let ElementType = e; let isInteger = e.isInteger; let isFP = e.isFP; let isVector = true; }
class VTScalableVec<int n, ValueType e> : VTVec<n, e> { let isScalable = true; }
class VTTuple<int size, int nf, ValueType e> : ValueType<size> { let NF = nf; let ElementType = e; let isRISCVVecTuple = true; }
class VTCap<int size> : ValueType<size> { let isCheriCapability = true; }
def i32 : VTInt<32>;
def f64 : VTFP<64>;
def v4i32 : VTVec<4, i32>;
def nxv2f64 : VTScalableVec<2, f64>;
def v2f64 : VTVec<2, f64>;
def nxv4i32 : VTScalableVec<4, i32>;

//- scalars
def i1 : VTInt<1>;
def i8 : VTInt<8>;
def f16 : VTFP<16>;

//- vectors
def v2i32 : VTVec<2, i32>;
def v8i32 : VTVec<8, i32>;

//- scalable
def nxv1i32 : VTScalableVec<1, i32>;
def nxv1f64 : VTScalableVec<1, f64>;

//- tuples
def i8 : VTInt<8>;
def riscv_nxv1i8x2 : VTTuple<16, 2, i8>;
def riscv_nxv1i8x3 : VTTuple<24, 3, i8>;

//- capabilities
def c64 : VTCap<64>;
def c128 : VTCap<128>;

//- others
def Other : ValueType<0>;
def token : ValueType<0> { let isNormalValueType = false; }
def Any : ValueType<0> { let isOverloaded = true; }

//- pointers
def iPTR : ValueType<0>;
def p0 : ValueType<0> { let isNormalValueType = false; }

//- names
def x86amx : ValueType<8192>;
def x : ValueType<8, "y">;

//- elements
def bf16 : VTFP<16>;
def v3bf16 : VTVec<3, bf16>;
def v1v : VTVec<1, v4i32>;

//- wide
def i512 : VTInt<512>;
def v1024i512 : VTVec<1024, i512>;
