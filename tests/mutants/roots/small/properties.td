// How types and other values are read and written.
// by clang: gen-clang-type-reader, gen-clang-type-writer, gen-clang-basic-reader, gen-clang-basic-writer

class HasProperties;
class ASTNode : HasProperties;
class TypeNode<TypeNode base, bit abstract = 0> : ASTNode { TypeNode Base = base; bit Abstract = abstract; }
class PropertyType<string n = ""> : HasProperties {
  string CXXName = n;
  bit PassByReference = 0;
  bit ConstWhenWriting = 0;
  code PackOptional = "";
  code UnpackOptional = "";
  list<PropertyType> BufferElementTypes = [];
}
class EnumPropertyType<string n> : PropertyType<n>;
class SubclassPropertyType<string n, PropertyType base> : PropertyType<n> {
  PropertyType Base = base;
  string SubclassName = n;
}
class Array<PropertyType e> : PropertyType { PropertyType Element = e; let BufferElementTypes = [e]; }
class Optional<PropertyType e> : PropertyType { PropertyType Element = e; }
class Property<string n, PropertyType t> {
  HasProperties Class; string Name = n; PropertyType Type = t; code Read = ?; code Conditional = "";
}
class Creator<code create> { HasProperties Class; code Create = create; }
class Override { HasProperties Class; list<string> IgnoredProperties = []; }
class ReadHelper<code c> { HasProperties Class; code Code = c; }
class PropertyTypeKind<PropertyType t, PropertyType k, string r> {
  PropertyType Type = t; PropertyType KindType = k; string KindPropertyName = "kind"; code Read = r;
}
class PropertyTypeCase<PropertyType t, string n> : HasProperties { string Name = n; PropertyType Type = t; }
def Bool : PropertyType<"bool">;
def DeclRef : PropertyType<"Decl *"> { let ConstWhenWriting = 1; let PackOptional = "value ? *value : nullptr"; let UnpackOptional = "value"; }
def Type : TypeNode<?, 1>;
def SugarType : TypeNode<Type, 1>;
def NamedType : TypeNode<SugarType>;

//- plain
let Class = NamedType in {
  def : Property<"decl", DeclRef> { let Read = "node->getDecl()"; }
  def : Creator<"return ctx.get(decl);">;
}

//- inherited
let Class = SugarType in def : Property<"sugar", Bool> { let Read = "node->isSugar()"; }
let Class = NamedType in {
  def : Property<"decl", DeclRef> { let Read = "node->getDecl()"; let Conditional = "sugar"; }
  def : Creator<"return ctx.get(decl, sugar);">;
}

//- lists
let Class = NamedType in {
  def : Property<"args", Array<DeclRef>> { let Read = "node->args()"; }
  def : Property<"next", Optional<DeclRef>> { let Read = "node->next()"; let Conditional = "args"; }
  def : Creator<"return ctx.get(args, next);">;
  def : ReadHelper<"prepare(node);">;
}

//- overrides
let Class = SugarType in def : Property<"sugar", Bool> { let Read = "node->isSugar()"; }
let Class = NamedType in {
  def : Override { let IgnoredProperties = ["sugar"]; }
  def : Creator<"return ctx.get();">;
}

//- kinds
def KindEnum : EnumPropertyType<"Kind">;
def Value : PropertyType<"Value">;
def : PropertyTypeKind<Value, KindEnum, "node.getKind()">;
def IntCase : PropertyTypeCase<Value, "Int">;
let Class = IntCase in {
  def : Property<"bits", Bool> { let Read = "node.getBits()"; }
  def : Creator<"return Value(bits);">;
}
let Class = NamedType in def : Creator<"return x;">;

//- subclasses
def VarDecl : SubclassPropertyType<"VarDecl", DeclRef>;
let Class = NamedType in {
  def : Property<"var", VarDecl> { let Read = "node->getVar()"; }
  def : Creator<"return ctx.get(var);">;
}

//- values
def Pair : PropertyType<"Pair"> { let PassByReference = 1; }
let Class = Pair in {
  def : Property<"first", Bool> { let Read = "node.first"; }
  def : Property<"second", DeclRef> { let Read = "node.second"; }
  def : Creator<"return Pair(first, second);">;
}
let Class = NamedType in def : Creator<"return x;">;

//- enums
def ColorEnum : EnumPropertyType<"Color">;
let Class = NamedType in {
  def : Property<"color", ColorEnum> { let Read = "node->getColor()"; }
  def : Creator<"return ctx.get(color);">;
}

//- nested
let Class = NamedType in {
  def : Property<"all", Array<Array<Bool>>> { let Read = "node->all()"; }
  def : Property<"some", Array<Optional<DeclRef>>> { let Read = "node->some()"; }
  def : Creator<"return ctx.get(all, some);">;
}

//- several
def OtherType : TypeNode<Type>;
let Class = Type in def : Property<"flag", Bool> { let Read = "node->flag()"; }
let Class = OtherType in { def : Creator<"return ctx.other(flag);">; def : ReadHelper<"help();">; }
let Class = NamedType in { def : Property<"d", DeclRef> { let Read = "node->d()"; } def : Creator<"return ctx.named(flag, d);">; }
