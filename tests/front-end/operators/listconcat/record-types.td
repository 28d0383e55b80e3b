// Lists of records concatenate when each literal says the common type.
class Base;
class L : Base;
class R : Base;
def l : L;
def r : R;
defvar joined = !listconcat([l]<Base>, [r]<Base>);
class T<list<Base> t> { list<Base> v = t; }
def d : T<joined>;
