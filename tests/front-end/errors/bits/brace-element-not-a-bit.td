// A field access of bits type cannot be spread inside braces.
class Reg<bits<5> n> { bits<5> num = n; }
class Use<Reg r> { bits<8> enc = { 0b111, r.num }; }
