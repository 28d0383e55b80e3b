// The classes that -gen-searchable-tables reads, for sources that are read without LLVM's headers.

// An enum with an entry for each record of a class.
class GenericEnum {
  string FilterClass;
  // The field with an entry's name. Without it, entries are called as their records.
  string NameField;
  // The field with an entry's value. Without it, entries count from 0 in the order of their names.
  string ValueField;
}

// A table with a row for each record of a class.
class GenericTable {
  string FilterClass;
  // A bit that the records with a row have set. Without it, all have one.
  string FilterClassField = ?;
  // The C++ type of a row, which is defined elsewhere.
  string CppTypeName = FilterClass;
  // The fields of a row in order. The type of a field X that does not follow from its values is told in TypeOf_X: the
  // name of an enum, or "code".
  list<string> Fields;
  // The fields that rows are sorted and found by, and the function that finds them.
  list<string> PrimaryKey;
  string PrimaryKeyName;
  // The function looks at the range of the first field before it searches.
  bit PrimaryKeyEarlyOut = false;
  // The function gives all rows of a key, not one.
  bit PrimaryKeyReturnRange = false;
}

// Another key of a table; the function that finds rows by it has the name of the record.
class SearchIndex {
  GenericTable Table;
  list<string> Key;
  bit EarlyOut = false;
}

// Describes table, enum and keys by the classes that derive from it.
class SearchableTable {
  list<string> SearchableFields;
  string EnumNameField = "Name";
  string EnumValueField;
}
