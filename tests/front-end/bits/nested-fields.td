// Bits of a field of another record.
class Reg<bits<5> n> { bits<5> num = n; }
class Use<Reg r> { bits<3> low = r.num{2-0}; bits<5> all = r.num; bit top = r.num{4}; }
def R7 : Reg<7>;
def d : Use<R7>;
