// Nodes of types.
// by clang: gen-clang-type-nodes

class TypeNode<TypeNode base, bit abstract = 0> {
  TypeNode Base = base;
  bit Abstract = abstract;
}
class AlwaysDependent;
class NeverCanonical;
class NeverCanonicalUnlessDependent;
class LeafType;
def Type : TypeNode<?, 1>;

//- leaves
def BuiltinType : TypeNode<Type>, LeafType;
def EnumType : TypeNode<Type>, LeafType;

//- bases
def RefType : TypeNode<Type, 1>;
def LValueRefType : TypeNode<RefType>;
def RValueRefType : TypeNode<RefType>, LeafType;

//- never
def TypedefType : TypeNode<Type>, NeverCanonical;
def UsingType : TypeNode<TypedefType>, NeverCanonical, LeafType;

//- dependent
def NameType : TypeNode<Type>, AlwaysDependent;
def UnaryType : TypeNode<Type>, NeverCanonicalUnlessDependent;

//- both
def AType : TypeNode<Type>, AlwaysDependent, LeafType;
def BType : TypeNode<Type>, NeverCanonical, LeafType;

//- names
def TType : TypeNode<Type>;
def TypeType : TypeNode<Type>, LeafType;

//- order
def BType : TypeNode<Type, 1>;
def CType : TypeNode<BType>;
def AType : TypeNode<BType>;

//- abstract
def AType : TypeNode<Type, 1>, LeafType;
def BType : TypeNode<AType>, NeverCanonical;

//- deep
def AType : TypeNode<Type, 1>;
def BType : TypeNode<AType>;
def CType : TypeNode<BType>, LeafType;

//- roots
def OtherType : TypeNode<Type, 1>;
def OtherTypeType : TypeNode<OtherType>;
def AType : TypeNode<Type>;
