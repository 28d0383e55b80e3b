// Names for types.
deftype Ints = list<int>;
deftype Byte = bits<8>;
deftype Name = string;
deftype Table = list<Ints>;
class A<Ints l, Byte b> { Ints x = l; Byte y = b; Name n = "q"; }
def d : A<[1, 2], 0xff> { Table t = [[1], [2, 3]]; list<Byte> bs = [1, 2]; }
