// Opcodes of the interpreter of constants.
// by clang: gen-clang-opcodes

class Type;
def Int : Type;
def Ptr : Type;
def Bool : Type;
class ArgType { string Name = ""; bit AsRef = 0; }
def ArgCount : ArgType { let Name = "uint32_t"; let AsRef = 1; }
def ArgFlag : ArgType { let Name = "bool"; }
class TypeClass { list<Type> Types = []; }
def All : TypeClass { let Types = [Int, Ptr]; }
def Numbers : TypeClass { let Types = [Int]; }
class Opcode {
  string Name = "";
  list<TypeClass> Types = [];
  list<ArgType> Args = [];
  bit CanReturn = 0;
  bit ChangesPC = 0;
  bit HasGroup = 0;
  bit HasCustomLink = 0;
  bit HasCustomEval = 0;
}

//- plain
def Add : Opcode { let Types = [Numbers, All]; let Args = [ArgCount]; }

//- groups
def Add : Opcode { let Types = [All, All]; let HasGroup = 1; }
def Sub : Opcode { let Types = [Numbers]; let HasGroup = 1; let Args = [ArgFlag, ArgCount]; }

//- returns
def Ret : Opcode { let CanReturn = 1; let ChangesPC = 1; let HasCustomEval = 1; let HasCustomLink = 1; }
def RetValue : Opcode { let Types = [All]; let CanReturn = 1; let ChangesPC = 1; }

//- jumps
def Jmp : Opcode { let Args = [ArgCount]; let ChangesPC = 1; }

//- custom
def Call : Opcode { let HasCustomLink = 1; let Args = [ArgFlag]; }
def Eval : Opcode { let HasCustomEval = 1; let Types = [All]; let HasGroup = 1; }

//- names
def A : Opcode { let Name = "Other"; }
def B : Opcode { let Name = "Other"; let Types = [Numbers]; }

//- without-types
def N : TypeClass;
def B : Opcode { let Types = [N]; }

//- three
def T : Opcode { let Types = [All, Numbers, All]; let HasGroup = 1; }

//- arguments
def A : Opcode { let Args = [ArgCount, ArgCount, ArgFlag]; let HasGroup = 1; let Types = [Numbers]; }

//- flags
def A : Opcode { let CanReturn = 1; }
def B : Opcode { let HasGroup = 1; let CanReturn = 1; }
