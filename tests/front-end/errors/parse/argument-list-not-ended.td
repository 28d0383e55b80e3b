// Arguments are checked when the list is at its end.
class G<int x>;
class A<string s> { string S = s; }
def a : A<G<1>;
