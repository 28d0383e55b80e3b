// A field without a value does not keep the record from being looked at.
class A { bits<2> a = 0b111; int b = !cast<int>("x"); }
def a { bits<2> a = 0b111; int b = !cast<int>("x"); assert 0, "no"; }
