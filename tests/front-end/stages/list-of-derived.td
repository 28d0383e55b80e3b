// A list that is given becomes one of the field's type before another field reads it.
class Base;
class Derived : Base;
def one : Derived;

class Lists<list<Derived> given> {
  list<Base> bases = given;
  bit is_derived = !isa<list<Derived>>(bases);
  bit has_derived = !isa<Derived>(!head(bases));
  string text = !repr(bases);
  list<Base> all = !listconcat(bases, bases);
  bit all_derived = !isa<list<Derived>>(all);
  bit each_derived = !isa<list<Derived>>(!foreach(base, bases, base));
}

def user {
  bit is_derived = Lists<[one]>.is_derived;
  bit has_derived = Lists<[one]>.has_derived;
  string text = Lists<[one]>.text;
  bit all_derived = Lists<[one]>.all_derived;
  bit each_derived = Lists<[one]>.each_derived;
}
