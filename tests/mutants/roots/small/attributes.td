// Attributes of functions, parameters and results.
// by llvm: gen-attrs

class AttrProperty;
def FnAttr : AttrProperty;
def ParamAttr : AttrProperty;
def RetAttr : AttrProperty;
def IntersectPreserve : AttrProperty;
def IntersectAnd : AttrProperty;
def IntersectMin : AttrProperty;
def IntersectCustom : AttrProperty;
class Attr<string S, AttrProperty I, list<AttrProperty> P> { string AttrString = S; list<AttrProperty> Properties = P # [I]; }
class EnumAttr<string S, AttrProperty I, list<AttrProperty> P> : Attr<S, I, P>;
class IntAttr<string S, AttrProperty I, list<AttrProperty> P> : Attr<S, I, P>;
class TypeAttr<string S, AttrProperty I, list<AttrProperty> P> : Attr<S, I, P>;
class ConstantRangeAttr<string S, AttrProperty I, list<AttrProperty> P> : Attr<S, I, P>;
class ConstantRangeListAttr<string S, AttrProperty I, list<AttrProperty> P> : Attr<S, I, P>;
class StrBoolAttr<string S> : Attr<S, IntersectPreserve, []>;
class ComplexStrAttr<string S, list<AttrProperty> P> : Attr<S, IntersectPreserve, P>;
class CompatRule<string F, string A = ""> { string CompatFunc = F; string AttrName = A; }
class CompatRuleStrAttr<string F, string A> : CompatRule<F, A>;
class MergeRule<string F> { string MergeFunc = F; }

//- enums
def Cold : EnumAttr<"cold", IntersectAnd, [FnAttr]>;
def InReg : EnumAttr<"inreg", IntersectPreserve, [ParamAttr, RetAttr]>;
def NoAlias : EnumAttr<"noalias", IntersectAnd, [ParamAttr, RetAttr, FnAttr]>;

//- numbers
def Alignment : IntAttr<"align", IntersectMin, [ParamAttr, RetAttr]>;
def Memory : IntAttr<"memory", IntersectCustom, [FnAttr]>;
def Cold : EnumAttr<"cold", IntersectAnd, [FnAttr]>;

//- types
def ByVal : TypeAttr<"byval", IntersectPreserve, [ParamAttr]>;
def Zext : EnumAttr<"zext", IntersectPreserve, [ParamAttr]>;

//- ranges
def Range : ConstantRangeAttr<"range", IntersectCustom, [ParamAttr, RetAttr]>;
def Initializes : ConstantRangeListAttr<"initializes", IntersectPreserve, [ParamAttr]>;
def More : ConstantRangeListAttr<"more", IntersectCustom, [ParamAttr]>;

//- texts
def LooseMath : StrBoolAttr<"loose-math">;
def Denormal : ComplexStrAttr<"denormal", [FnAttr]>;
def Names : ComplexStrAttr<"names", []>;

//- rules
def First : EnumAttr<"first", IntersectAnd, [FnAttr]>;
def : CompatRule<"isEqual<FirstAttr>">;
def : CompatRuleStrAttr<"isEqual", "name">;
def : MergeRule<"setAND<FirstAttr>">;
def : MergeRule<"adjust">;

//- named-rules
def B : MergeRule<"b">;
def A : MergeRule<"a">;
def D : CompatRule<"d", "e">;
def C : CompatRule<"c">;

//- all
def E1 : EnumAttr<"e1", IntersectAnd, [FnAttr]>;
def I1 : IntAttr<"i1", IntersectMin, [FnAttr]>;
def T1 : TypeAttr<"t1", IntersectPreserve, [RetAttr]>;
def R1 : ConstantRangeAttr<"r1", IntersectCustom, [RetAttr]>;
def L1 : ConstantRangeListAttr<"l1", IntersectPreserve, [FnAttr]>;
def S1 : StrBoolAttr<"s1">;
def C1 : ComplexStrAttr<"c1", [FnAttr]>;

//- properties
def P : EnumAttr<"p", IntersectPreserve, []>;
def Q : EnumAttr<"q", IntersectCustom, [FnAttr, FnAttr]>;
def R : IntAttr<"r", IntersectPreserve, [ParamAttr]>;

//- without-numbers
def P : TypeAttr<"p", IntersectCustom, [ParamAttr]>;
def Q : StrBoolAttr<"q">;
def : CompatRule<"x">;

//- same-texts
def P : EnumAttr<"same", IntersectAnd, [FnAttr]>;
def Q : EnumAttr<"same", IntersectPreserve, [ParamAttr]>;
def R : StrBoolAttr<"same">;
