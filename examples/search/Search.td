// A table of C++ that programs search. With LLVM's headers, include
// "llvm/TableGen/SearchableTable.td" in place of the first three classes.

class GenericEnum {
  string FilterClass;
  string NameField;
  string ValueField;
}

class SearchIndex;

class GenericTable {
  string FilterClass;
  string FilterClassField;
  string CppTypeName;
  list<string> Fields;
  list<string> PrimaryKey;
  string PrimaryKeyName;
  bit PrimaryKeyEarlyOut = false;
  bit PrimaryKeyReturnRange = false;
}

/// A planet, by its distance from the sun in millions of kilometres.
class Planet<int distance, int moons = 0> {
  string Name = NAME;
  bits<16> Distance = distance;
  bits<16> Moons = moons;
  bit IsInner = !lt(distance, 300);
}

def Mercury : Planet<58>;
def Venus   : Planet<108>;
def Earth   : Planet<150, 1>;
def Mars    : Planet<228, 2>;

multiclass Giant<int distance, int moons> {
  def "" : Planet<distance, moons>;
}

defm Jupiter : Giant<779, 97>;
defm Saturn  : Giant<1434, 274>;

def PlanetTable : GenericTable {
  let FilterClass = "Planet";
  let CppTypeName = "Planet";
  let Fields = ["Name", "Distance", "Moons", "IsInner"];
  let PrimaryKey = ["Distance"];
  let PrimaryKeyName = "planetAt";
}
