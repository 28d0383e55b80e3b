// The classes of MLIR's own files, as far as the generators read them, and the dialect `Own`.
def ins;
class Dialect {
  string name = ?;
  string summary = ?;
  string description = ?;
  list<string> dependentDialects = [];
  string cppNamespace = name;
  dag discardableAttrs = (ins);
  code extraClassDeclaration = "";
  bit hasConstantMaterializer = 0;
  bit hasNonDefaultDestructor = 0;
  bit hasOperationAttrVerify = 0;
  bit hasRegionArgAttrVerify = 0;
  bit hasRegionResultAttrVerify = 0;
  bit hasOperationInterfaceFallback = 0;
  bit useDefaultAttributePrinterParser = 0;
  bit useDefaultTypePrinterParser = 0;
  bit hasCanonicalizer = 0;
  bit isExtensible = 0;
  bit usePropertiesForAttributes = 1;
}
class Pred;
class CPred<code pred> : Pred { code predExpr = "(" # pred # ")"; }
class Constraint<Pred pred, string desc> {
  Pred predicate = pred;
  string summary = desc;
}
class TypeConstraint<Pred pred, string desc, string type = "::mlir::Type"> : Constraint<pred, desc> {
  string cppClassName = type;
  string cppType = type;
  string builderCall = ?;
  string description = "";
}
class AttrConstraint<Pred pred, string desc> : Constraint<pred, desc>;
class RegionConstraint<Pred pred, string desc> : Constraint<pred, desc>;
class SuccessorConstraint<Pred pred, string desc> : Constraint<pred, desc>;
class PropConstraint<Pred pred, string desc> : Constraint<pred, desc>;
class OpVariableDecorator;
class OpVariable<Constraint c, string desc, list<OpVariableDecorator> ds = []> {
  Constraint constraint = c;
  string summary = desc;
  list<OpVariableDecorator> decorators = ds;
}
class Variadic<TypeConstraint t>
    : TypeConstraint<t.predicate, "variadic of " # t.summary, t.cppType> { TypeConstraint baseType = t; }
class Optional<TypeConstraint t>
    : TypeConstraint<t.predicate, t.summary, t.cppType> { TypeConstraint baseType = t; }
class Attr<Pred condition, string desc> : AttrConstraint<condition, desc> {
  code storageType = ?;
  code returnType = ?;
  code convertFromStorage = "$_self.getValue()";
  string constBuilderCall = ?;
  string defaultValue = ?;
  TypeConstraint valueType = ?;
  bit isOptional = 0;
  Attr baseAttr = ?;
  string description = "";
}
class DerivedAttr<code ret, code b> : Attr<CPred<"true">, "derived"> {
  let returnType = ret;
  code body = b;
}
class OptionalAttr<Attr a> : Attr<a.predicate, a.summary> {
  let storageType = a.storageType;
  let returnType = "::std::optional<" # a.returnType # ">";
  let isOptional = 1;
  let baseAttr = a;
}
class DialectAttr<Dialect d, Pred condition, string desc> : Attr<condition, desc> { Dialect dialect = d; }
class DialectType<Dialect d, Pred condition, string desc> : TypeConstraint<condition, desc> { Dialect dialect = d; }
class Trait;
class NativeTrait<string n> : Trait {
  string trait = n;
  string cppNamespace = "::mlir::OpTrait";
  list<Trait> dependentTraits = [];
  code extraConcreteClassDeclaration = "";
  code extraConcreteClassDefinition = "";
}
class StructuralOpTrait;
class GenInternalTrait<string n> : Trait { string trait = "::mlir::OpTrait::" # n; list<Trait> dependentTraits = []; }
class PredTrait<string text, Pred pred> : Trait {
  Pred predicate = pred;
  string summary = text;
  list<Trait> dependentTraits = [];
}
class TraitList<list<Trait> ts> : Trait { list<Trait> traits = ts; }
class InterfaceMethod<string t, string n, dag a = (ins)> {
  string returnType = t;
  string name = n;
  dag arguments = a;
  string body = "";
  string defaultBody = "";
  string description = "";
}
class Interface<string n> {
  string cppInterfaceName = n;
  list<Interface> baseInterfaces = [];
  list<InterfaceMethod> methods = [];
}
class InterfaceTrait<string n> : NativeTrait<n # "::Trait"> { let cppNamespace = "::mlir"; }
class OpInterface<string n> : Interface<n>, InterfaceTrait<n>;
class AllTypesMatch<list<string> names> : PredTrait<"types match", CPred<"match">> { list<string> values = names; }
class OpBuilder<dag p, code b = ""> { dag dagParams = p; string body = b; string odsCppDeprecated = ?; }
class OpDocGroup { string summary = ""; string description = ""; }
def outs;
def region;
def successor;
class Op<Dialect d, string mnemonic, list<Trait> ts = []> {
  Dialect opDialect = d;
  string opName = mnemonic;
  string cppNamespace = d.cppNamespace;
  string summary = "";
  string description = "";
  OpDocGroup opDocGroup = ?;
  dag arguments = (ins);
  dag results = (outs);
  dag regions = (region);
  dag successors = (successor);
  list<OpBuilder> builders = ?;
  bit skipDefaultBuilders = 0;
  string assemblyFormat = ?;
  bit hasCustomAssemblyFormat = 0;
  bit hasVerifier = 0;
  bit hasRegionVerifier = 0;
  bit hasCanonicalizer = 0;
  bit hasCanonicalizeMethod = 0;
  bit hasFolder = 0;
  bit useCustomPropertiesEncoding = 0;
  list<Trait> traits = ts;
  code extraClassDeclaration = ?;
  code extraClassDefinition = ?;
}
class AttrOrTypeDef<string kind, string n, list<Trait> ts> {
  string cppBaseClassName = "::mlir::" # !if(!eq(kind, "Attr"), "Attribute", kind);
  string storageNamespace = "detail";
  bit genStorageClass = 1;
  bit hasStorageCustomConstructor = 0;
  bit skipDefaultBuilders = 0;
  bit genVerifyDecl = 0;
  bit genMnemonicAlias = 0;
  code extraClassDeclaration = "";
  code extraClassDefinition = "";
  string cppClassName = n # kind;
  string storageClass = n # kind # "Storage";
  dag parameters = (ins);
  list<OpBuilder> builders = ?;
  list<Trait> traits = ts;
  string mnemonic = ?;
  string assemblyFormat = ?;
  bit hasCustomAssemblyFormat = 0;
  bit genAccessors = 1;
}
class AttrDef<Dialect d, string n, list<Trait> ts = []>
    : DialectAttr<d, CPred<"">, "">, AttrOrTypeDef<"Attr", n, ts> { string attrName = "own." # n; }
class TypeDef<Dialect d, string n, list<Trait> ts = []>
    : DialectType<d, CPred<"">, "">, AttrOrTypeDef<"Type", n, ts> {
  string typeName = "own." # n;
  let cppType = d.cppNamespace # "::" # n # "Type";
}
class AttrOrTypeParameter<string t, string desc> {
  string cppType = t;
  string summary = desc;
  string defaultValue = ?;
  string syntax = ?;
}
def I32 : TypeConstraint<CPred<"$_self.isSignlessInteger(32)">, "32-bit signless integer", "::mlir::IntegerType"> {
  let builderCall = "$_builder.getI32Type()";
}
def AnyType : TypeConstraint<CPred<"true">, "any type">;
def I32Attr : Attr<CPred<"$_self.getType().isSignlessInteger(32)">, "32-bit signless integer attribute"> {
  let storageType = "::mlir::IntegerAttr";
  let returnType = "uint32_t";
  let constBuilderCall = "$_builder.getIntegerAttr($0)";
}
def AnyRegion : RegionConstraint<CPred<"true">, "any region">;
def AnySuccessor : SuccessorConstraint<CPred<"true">, "any successor">;
def InferTypeOpInterface : OpInterface<"InferTypeOpInterface"> {
  let methods = [InterfaceMethod<"LogicalResult", "inferReturnTypes">];
}
def Own : Dialect {
  let name = "own";
  let cppNamespace = "::own";
  let summary = "an example";
}
