class GINodeEquiv<Instruction instruction, SDNode node> {
  Instruction I = instruction;
  SDNode Node = node;
  Instruction IfSignExtend = ?;
  Instruction IfZeroExtend = ?;
  Instruction IfFloatingPoint = ?;
  Instruction IfConvergent = ?;
  bit CheckMMOIsNonAtomic = false;
  bit CheckMMOIsAtomic = false;
}
class GIComplexOperandMatcher<string function> {
  string MatcherFn = function;
}
class GIComplexPatternEquiv<ComplexPattern pattern> {
  ComplexPattern SelDAGEquivalent = pattern;
}
class GICustomOperandRenderer<string function> {
  string RendererFn = function;
}
class GISDNodeXFormEquiv<SDNodeXForm transform> {
  SDNodeXForm SelDAGEquivalent = transform;
}
class Condition<string cond> : Predicate<cond> {
  bit RecomputePerFunction = false;
}
def : GINodeEquiv<G_ADD, add>;
def : GINodeEquiv<G_MUL, mul>;
def : GINodeEquiv<G_TRUNC, trunc>;
def : GINodeEquiv<G_CONSTANT, imm>;
def : GINodeEquiv<G_LOAD, ld> {
  let CheckMMOIsNonAtomic = true;
  let IfSignExtend = G_SEXTLOAD;
}
def COPY : Generic<(outs unknown:$d), (ins unknown:$a)>;
