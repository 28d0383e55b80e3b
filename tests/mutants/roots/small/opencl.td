// Functions of OpenCL.
// by clang: gen-clang-opencl-builtins, gen-clang-opencl-builtin-header, gen-clang-opencl-builtin-tests

class V<int id> { int ID = id; }
class AbstractExtension<string name> { string ExtName = name; }
class FunctionExtension<string name> : AbstractExtension<name>;
class E<string name> : FunctionExtension<name>;
class QualType<string expr, bit abstract = 0> { string TypeExpr = expr; bit IsAbstract = abstract; }
class IntList<string name, list<int> values> { string Name = name; list<int> List = values; }
def None : E<"">;
class Type<string name> {
  string Name = name; QualType QTExpr = QualType<"Context." # name # "Ty">; int VecWidth = 1; bit IsPointer = 0; bit IsConst = 0;
  bit IsVolatile = 0; string AccessQualifier = ""; string AddrSpace = "clang::LangAS::Default"; AbstractExtension Extension = None;
}
class PointerType<Type ty, string space> : Type<ty.Name> { let IsPointer = 1; let IsConst = ty.IsConst; let AddrSpace = space; }
class ConstType<Type ty> : Type<ty.Name> { let IsConst = 1; }
class VolatileType<Type ty> : Type<ty.Name> { let IsVolatile = 1; }
class ImageType<string name, string access> : Type<name> { let VecWidth = 0; let AccessQualifier = access; }
class TypeList<list<Type> types> { list<Type> List = types; }
class GenericType<string name, list<Type> types, list<int> sizes> : Type<name> {
  let QTExpr = QualType<"null", 1>; TypeList TypeList = TypeList<types>; IntList VectorList = IntList<"For" # name, sizes>; let VecWidth = 0;
}
class Builtin<string name, list<Type> signature> {
  string Name = name; list<Type> Signature = signature; bit IsPure = 0; bit IsConst = 0; bit IsConv = 0;
  FunctionExtension Extension = None; V MinVersion = V<100>; V MaxVersion = V<0>;
}
def Void : Type<"void">;
def Int : Type<"int">;
def Float : Type<"float">;
def Half : Type<"half"> { let Extension = E<"fp16">; }
def ImageRO : ImageType<"image2d_t", "RO">;
def ImageRW : ImageType<"image2d_t", "RW"> { let Extension = E<"rw_images">; }
def GenF : GenericType<"GenF", [Float, Half], [1, 4]>;

//- plain
def : Builtin<"fence", [Void]>;
def : Builtin<"get", [Int, Int]> { let IsConst = 1; }

//- generic
def : Builtin<"cos", [GenF, GenF]> { let IsConst = 1; }
def : Builtin<"sin", [GenF, GenF]> { let IsConst = 1; }

//- versions
def : Builtin<"tan", [GenF, GenF]> { let MinVersion = V<200>; let MaxVersion = V<300>; let Extension = E<"ext_a ext_b">; }
def : Builtin<"old", [Float, Float]> { let MaxVersion = V<120>; }

//- pointers
def : Builtin<"load", [Void, PointerType<ConstType<Float>, "clang::LangAS::opencl_global">, PointerType<GenF, "clang::LangAS::opencl_local">]>;
def : Builtin<"swap", [Int, PointerType<VolatileType<Int>, "clang::LangAS::opencl_private">]>;

//- images
def : Builtin<"read", [Int, ImageRO, ImageRW]> { let IsPure = 1; let IsConv = 1; }
def ImageWO : ImageType<"image2d_t", "WO">;
def : Builtin<"write", [Void, ImageWO, Float]>;

//- overloads
def : Builtin<"f", [Int, Int]>;
def : Builtin<"f", [Float, Float]>;
def : Builtin<"f", [GenF, GenF, Int]>;
def : Builtin<"g", [Int, Int]>;

//- extensions
def : Builtin<"h", [Half, Half]> { let Extension = E<"fp16">; }
def : Builtin<"k", [Int]> { let Extension = E<"a">; }

//- generic-types
def Char : Type<"char">;
def GenI : GenericType<"GenI", [Char, Int], [1, 2, 3]>;
def : Builtin<"add", [GenI, GenI, GenI]>;
def : Builtin<"mix", [GenI, Char]>;

//- vectors
def Int4 : Type<"int"> { let VecWidth = 4; }
def : Builtin<"shuffle", [Int4, Int4, Int]>;
def GenV : GenericType<"GenV", [Int, Float], [2, 4, 8]>;
def : Builtin<"dot", [Float, GenV, GenV]>;

//- events
def Event : Type<"event_t"> { let QTExpr = QualType<"Context.OCLEventTy">; }
def : Builtin<"wait", [Void, Int, PointerType<Event, "clang::LangAS::opencl_generic">]>;
def : Builtin<"many", [Event, Int, Int, Int, Int, Int, Int]>;
