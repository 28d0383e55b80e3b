// The classes of MLIR's file about patterns, and operations.
def addBenefit;
class Pattern<dag source, list<dag> results, list<dag> preds = [], list<dag> more = [], dag benefit = (addBenefit 0)> {
  dag sourcePattern = source;
  list<dag> resultPatterns = results;
  list<dag> constraints = preds;
  list<dag> supplementalPatterns = more;
  dag benefitDelta = benefit;
}
class Pat<dag source, dag result, list<dag> preds = []> : Pattern<source, [result], preds>;
class NativeCodeCall<string expr, int returns = 1> { string expression = expr; int numReturns = returns; }
class NativeCodeCallVoid<string expr> : NativeCodeCall<expr, 0>;
class ConstantAttr<Attr a, string v> : AttrConstraint<CPred<"$_self == " # v>, "constant attribute " # v> {
  Attr attr = a;
  string value = v;
}
def replaceWithValue;
def location;
def returnType;
def either;
def variadic;
def F32 : TypeConstraint<CPred<"$_self.isF32()">, "32-bit \"float\"">;
def Own_AddOp : Op<Own, "add", [NativeTrait<"SameOperandsAndResultType">]> {
  let arguments = (ins AnyType:$a, AnyType:$b);
  let results = (outs AnyType:$sum);
}
def Own_ConstOp : Op<Own, "const"> {
  let arguments = (ins I32Attr:$value, OptionalAttr<I32Attr>:$hint);
  let results = (outs I32:$out);
}
def Own_SplitOp : Op<Own, "split"> {
  let arguments = (ins Variadic<AnyType>:$values);
  let results = (outs I32:$first, I32:$second);
}
def Own_DropOp : Op<Own, "drop"> { let arguments = (ins AnyType:$value); }
