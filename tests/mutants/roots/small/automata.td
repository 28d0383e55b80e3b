// Automata whose symbols are numbers, names and tuples.
// by llvm: gen-automata

include "llvm/TableGen/Automaton.td"

class Step<bits<32> state> : Transition { let NewState = state; }

//- numbers
class N<int n, bits<32> to> : Step<to> { int Number = n; }
def : N<1, 1>;
def : N<2, 2>;
def M : GenericAutomaton { let TransitionClass = "N"; let SymbolFields = ["Number"]; }

//- texts
class W<string w, bits<32> to> : Step<to> { string Word = w; }
def : W<"go", 1>;
def : W<"go", 2>;
def : W<"stop", 4>;
def M : GenericAutomaton { let TransitionClass = "W"; let SymbolFields = ["Word"]; }

//- records
class Key;
def A : Key;
def B : Key;
class K<Key k, bits<32> to> : Step<to> { Key Of = k; }
def : K<A, 1>;
def : K<B, 3>;
def M : GenericAutomaton { let TransitionClass = "K"; let SymbolFields = ["Of"]; string TypeOf_Of = "KeyKind"; }

//- tuples
class T<string w, int n, bits<32> to> : Step<to> { string Word = w; int Number = n; }
def : T<"a", 1, 1>;
def : T<"a", 2, 2>;
def : T<"b", 1, 4>;
def M : GenericAutomaton { let TransitionClass = "T"; let SymbolFields = ["Word", "Number"]; }

//- choices
class C<string w, list<bits<32>> to> : Transition { string Word = w; let NewState = !head(to); }
foreach i = [1, 2, 4] in
  def : C<"one", [i]>;
def : C<"two", [3]>;
def M : GenericAutomaton { let TransitionClass = "C"; let SymbolFields = ["Word"]; }

//- bits
class B<bit b, bits<32> to> : Step<to> { string Flag = "f" # b; }
def : B<0, 5>;
def : B<1, 2>;
def M : GenericAutomaton { let TransitionClass = "B"; let SymbolFields = ["Flag"]; }

//- two
class A<int n, bits<32> to> : Step<to> { int X = n; }
class B<int n, bits<32> to> : Step<to> { int Y = n; }
def : A<1, 1>;
def : B<3, 2>;
def M1 : GenericAutomaton { let TransitionClass = "A"; let SymbolFields = ["X"]; }
def M2 : GenericAutomaton { let TransitionClass = "B"; let SymbolFields = ["Y"]; }

//- wide
class W<int n, bits<32> to> : Transition { int X = n; let NewState = to; }
def : W<200, 0x80000001>;
def : W<3, 0x80>;
def M : GenericAutomaton { let TransitionClass = "W"; let SymbolFields = ["X"]; }

//- many
class N<int n, bits<32> to> : Step<to> { int Number = n; }
foreach i = 0...3 in {
  def : N<i, !shl(1, i)>;
  def : N<i, !shl(3, i)>;
}
def M : GenericAutomaton { let TransitionClass = "N"; let SymbolFields = ["Number"]; }

//- sub-classes
class Base<bits<32> to> : Step<to> { string S = "s"; }
class More<bits<32> to> : Base<to> { let S = "m"; }
def X : Base<1>;
def Y : More<6>;
def M : GenericAutomaton { let TransitionClass = "Base"; let SymbolFields = ["S"]; }
