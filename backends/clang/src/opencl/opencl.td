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
