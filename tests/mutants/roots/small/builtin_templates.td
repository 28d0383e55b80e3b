// Templates built into Clang.
// by clang: gen-clang-builtin-templates

class TemplateArg<string name> { string Name = name; }
class Template<list<TemplateArg> args, string name> : TemplateArg<name> { list<TemplateArg> Args = args; }
class Class<string name, bit variadic = 0> : TemplateArg<name> { bit IsVariadic = variadic; }
class NTTP<string type, string name, bit variadic = 0> : TemplateArg<name> { string TypeName = type; bit IsVariadic = variadic; }
class BuiltinNTTP<string type> : TemplateArg<""> { string TypeName = type; }
class BuiltinTemplate<list<TemplateArg> head> { list<TemplateArg> TemplateHead = head; }
class Ours<list<TemplateArg> head> : BuiltinTemplate<head>;

//- plain
def size : BuiltinTemplate<[BuiltinNTTP<"size_t">]>;

//- classes
def seq : BuiltinTemplate<[Class<"T">, Class<"U", 1>]>;

//- nested
def seq : Ours<[Template<[Class<"T">, NTTP<"T", "Ints", 1>], "Seq">, Class<"U">]>;

//- numbers
def a : BuiltinTemplate<[Class<"T">, NTTP<"T", "N">, NTTP<"T", "M", 1>]>;

//- types
def a : BuiltinTemplate<[BuiltinNTTP<"size_t">, BuiltinNTTP<"uint32_t">, BuiltinNTTP<"size_t">]>;

//- several
def a : BuiltinTemplate<[Class<"T">]>;
def b : Ours<[Class<"U">]>;
def c : BuiltinTemplate<[Class<"">]>;

//- deep
def a : BuiltinTemplate<[Template<[Template<[Class<"T">], "Inner">, Class<"U">], "Outer">]>;

//- builtin-numbers
def a : Ours<[BuiltinNTTP<"uint32_t">, Template<[BuiltinNTTP<"size_t">], "T">]>;

//- other-classes
class Theirs<list<TemplateArg> h> : Ours<h>;
def a : Theirs<[Class<"A">]>;
def b : Ours<[Class<"B">, Class<"A">]>;

//- names
def a : BuiltinTemplate<[Class<"A">, NTTP<"A", "B">, Template<[Class<"C">, NTTP<"C", "E">], "D">]>;
