// Tables that are searched, and enums.
// by llvm: gen-searchable-tables, gen-ctags

include "llvm/TableGen/SearchableTable.td"

//- plain
class Row<string name, int value> { string Name = name; bits<8> Value = value; }
def : Row<"b", 2>;
def : Row<"a", 7>;
def Rows : GenericTable { let FilterClass = "Row"; let Fields = ["Name", "Value"]; let PrimaryKey = ["Value"]; let PrimaryKeyName = "rowByValue"; }

//- names
class Row<string name, int value> { string Name = name; bits<8> Value = value; bit Flag = !eq(value, 3); }
def X : Row<"x", 3>;
def Y : Row<"Y", 200>;
def Z : Row<"x1", 3>;
def Rows : GenericTable { let FilterClass = "Row"; let CppTypeName = "RowEntry"; let Fields = ["Name", "Value", "Flag"]; }
def byName : SearchIndex { let Table = Rows; let Key = ["Name"]; }
def byFlag : SearchIndex { let Table = Rows; let Key = ["Flag", "Value"]; }

//- enums
class Color<int value> { int Value = value; string Spelling = NAME; }
def Red : Color<4>;
def Green : Color<1>;
def Colors : GenericEnum { let FilterClass = "Color"; let NameField = "Spelling"; let ValueField = "Value"; }
def Shades : GenericEnum { let FilterClass = "Color"; }
class Paint<Color color, int amount> { Color Of = color; bits<4> Amount = amount; }
def : Paint<Red, 3>;
def : Paint<Green, 5>;
def Paints : GenericTable { let FilterClass = "Paint"; let Fields = ["Of", "Amount"]; string TypeOf_Of = "Colors"; let PrimaryKey = ["Of", "Amount"]; let PrimaryKeyName = "paint"; }

//- ranges
class Part<int key, string text> { bits<16> Key = key; string Text = text; code Body = [{ return f(); }]; }
def : Part<1, "one">;
def : Part<1, "two">;
def : Part<9, "nine">;
def Parts : GenericTable {
  let FilterClass = "Part"; let Fields = ["Key", "Text", "Body"]; string TypeOf_Body = "code";
  let PrimaryKey = ["Key"]; let PrimaryKeyName = "parts"; let PrimaryKeyReturnRange = true; let PrimaryKeyEarlyOut = true;
}
def byText : SearchIndex { let Table = Parts; let Key = ["Text", "Key"]; }

//- old
class Reg<string n, int e> : SearchableTable { let SearchableFields = ["Name", "Encoding"]; let EnumNameField = "Name"; let EnumValueField = "Encoding"; string Name = n; bits<12> Encoding = e; }
def : Reg<"status", 5>;
def : Reg<"cause", 0x300>;

//- old-without-enum
class Hint<string n, int e> : SearchableTable { let SearchableFields = ["Encoding"]; let EnumNameField = ?; string Name = n; bits<4> Encoding = e; }
def : Hint<"one", 1>;
def : Hint<"two", 2>;
class Alias<string n> : SearchableTable { let SearchableFields = ["Name"]; string Name = n; bits<5> Order = 3; }
def A : Alias<"a">;
def B : Alias<"bc">;

//- instructions
include "llvm/Target/Target.td"
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
let Namespace = "Toy", OutOperandList = (outs), InOperandList = (ins) in {
  def ADD : Instruction;
  def SUB : Instruction;
  def PSEUDO : Instruction { let isPseudo = true; }
}
class Info<Instruction i, int cost> { Instruction Of = i; bits<8> Cost = cost; }
def : Info<SUB, 3>;
def : Info<ADD, 1>;
def Infos : GenericTable { let FilterClass = "Info"; let Fields = ["Of", "Cost"]; let PrimaryKey = ["Of"]; let PrimaryKeyName = "info"; }

//- intrinsics
#define TEST_INTRINSICS_SUPPRESS_DEFS
include "llvm/Target/Target.td"
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
let TargetPrefix = "toy" in {
  def int_toy_a : Intrinsic<[], [llvm_i32_ty]>;
  def int_toy_b : Intrinsic<[llvm_i32_ty], [], [IntrNoMem], "llvm.toy.a.b">;
}
class Use<Intrinsic i> { Intrinsic Intr = i; bits<2> Kind = 1; }
def : Use<int_toy_b>;
def : Use<int_toy_a> { let Kind = 2; }
def Uses : GenericTable { let FilterClass = "Use"; let Fields = ["Intr", "Kind"]; let PrimaryKey = ["Intr"]; let PrimaryKeyName = "use"; }

//- filtered
class Row<int key> { bits<8> Key = key; bit Wanted = !lt(key, 3); string Text = "t" # key; }
foreach i = 0...4 in
  def : Row<i>;
def Rows : GenericTable { let FilterClass = "Row"; let FilterClassField = "Wanted"; let Fields = ["Key", "Text"]; let PrimaryKey = ["Key"]; let PrimaryKeyName = "byKey"; }
def byText : SearchIndex { let Table = Rows; let Key = ["Text"]; }

//- several
class A<int k> { bits<64> K = k; string S = "s"; }
class B<int k> : A<k> { list<int> L = [k]; }
def : A<1>;
def : B<0xffffffff>;
def : B<3>;
def As : GenericTable { let FilterClass = "A"; let Fields = ["S", "K"]; let PrimaryKey = ["K"]; let PrimaryKeyName = "a"; }
def Bs : GenericTable { let FilterClass = "B"; let Fields = ["K"]; let PrimaryKey = ["K"]; let PrimaryKeyName = "b"; }
