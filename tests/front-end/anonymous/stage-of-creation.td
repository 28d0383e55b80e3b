// Creation is literal: known arguments make the instance in the prototype.
class S<int n> { int v = n; }
def fixed : S<11>;
multiclass M { def a : S<4>; def b { S s = S<!cast<S>("fixed").v>; } }
defm p : M;
