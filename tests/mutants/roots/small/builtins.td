// Functions built into Clang.
// by clang: gen-clang-builtins

class Attribute<string m> { string Mangling = m; }
class IndexedAttribute<string m, int i> : Attribute<m> { int Index = i; }
class NamePrefix<string s> { string Spelling = s; }
def Prefix : NamePrefix<"__builtin_">;
class Builtin {
  list<string> Spellings;
  list<Attribute> Attributes = [];
  string Prototype;
  string Namespace;
  bit RequiresUndef = 0;
  bit EnableOpenCLLong = 0;
  NamePrefix RequiredNamePrefix;
}
class AtomicBuiltin : Builtin;
class LangBuiltin<string l> : Builtin { string Languages = l; }
class TargetBuiltin : Builtin { string Features = ""; }
class LibBuiltin<string h, string l = "ALL_LANGUAGES"> : Builtin {
  string Header = h;
  string Languages = l;
  bit AddBuiltinPrefixedAlias = 0;
  bit OnlyBuiltinPrefixedAliasIsConstexpr = 0;
}
class Template<list<string> s, list<string> a, bit prefix = 0> {
  list<string> Substitutions = s;
  list<string> Affixes = a;
  bit AsPrefix = prefix;
}
class CustomEntry { string Entry; }

//- plain
def Floor : Builtin { let Spellings = ["__builtin_floor"]; let Attributes = [Attribute<"n">, IndexedAttribute<"p", 1>]; let Prototype = "double(double const*, ...)"; }
def Two : Builtin { let Spellings = ["__a", "__b"]; let RequiredNamePrefix = Prefix; let Prototype = "void()"; }

//- templates
def Sin : Builtin, Template<["float", "double", "long double"], ["f", "", "l"]> { let Spellings = ["sin", "sinn"]; let Prototype = "T(T)"; }
def Pre : Builtin, Template<["int", "long int"], ["i_", "l_"], 1> { let Spellings = ["abs"]; let Prototype = "T(T)"; }

//- languages
def Move : LangBuiltin<"CXX_LANG"> { let Spellings = ["move"]; let Prototype = "void(void&&)"; let Namespace = "std"; }
def Id : LangBuiltin<"OBJC_LANG"> { let Spellings = ["msg"]; let Prototype = "id(id, SEL, ...)"; }
def Ocl : LangBuiltin<"ALL_OCL_LANGUAGES"> { let Spellings = ["ocl"]; let EnableOpenCLLong = 1; let Prototype = "long int(unsigned long int)"; }

//- targets
def Dot : TargetBuiltin { let Spellings = ["dot"]; let Prototype = "_ExtVector<4, float>(unsigned long long int, _ExtVector<2,_Float16> )"; let Features = "sse"; }
def Shift : TargetBuiltin { let Spellings = ["shift"]; let Prototype = "_Vector<8, short>(_Vector<8, short>, _Constant int)"; let Features = "mmx,sse2"; let Attributes = [Attribute<"V:128:">]; }

//- libraries
def Abs : LibBuiltin<"stdlib.h"> { let Spellings = ["abs"]; let Prototype = "int(int)"; let AddBuiltinPrefixedAlias = 1; let RequiresUndef = 1; }
def Copy : LibBuiltin<"string.h", "ALL_GNU_LANGUAGES"> { let Spellings = ["memcpy"]; let Prototype = "void*(void*, void const*, size_t)"; let AddBuiltinPrefixedAlias = 1; let OnlyBuiltinPrefixedAliasIsConstexpr = 1; }

//- atomics
def Load : AtomicBuiltin { let Spellings = ["__atomic_load"]; let Prototype = "void(...)"; }
def Add : AtomicBuiltin, Template<["char", "short", "int", "long long int"], ["_1", "_2", "_4", "_8"]> { let Spellings = ["__sync_add"]; let Prototype = "T(T volatile*, T, ...)"; }

//- custom
def : CustomEntry { let Entry = "BUILTIN(custom)"; }
def : CustomEntry { let Entry = ""; }

//- types
def T1 : Builtin { let Spellings = ["t1"]; let Prototype = "bool(char, signed char, unsigned char, wchar_t, size_t, ptrdiff_t, ptrdiff_t)"; }
def T2 : Builtin { let Spellings = ["t2"]; let Prototype = "int(signed int, uint32_t, int64_t, FILE*, pid_t, jmp_buf, __builtin_va_list)"; }
def T3 : Builtin { let Spellings = ["t3"]; let Prototype = "__int128_t(unsigned __int128_t, __fp16, __float128, __bf16, _Complex float, _Complex double, msint32_t)"; }

//- qualifiers
def Q : Builtin { let Spellings = ["q"]; let Prototype = "int const volatile*(char restrict*, void*, int&, int const&, int**, void const* restrict)"; }
def C : Builtin { let Spellings = ["c"]; let Prototype = "void(_Constant unsigned int, _Constant int, short, long int, unsigned int)"; }

//- order
def B : TargetBuiltin { let Spellings = ["bb"]; let Prototype = "void()"; }
def A : Builtin { let Spellings = ["aa"]; let Prototype = "void()"; let Attributes = [Attribute<"n">, Attribute<"c">, IndexedAttribute<"F", 0>]; }
def M : LibBuiltin<"math.h"> { let Spellings = ["mm"]; let Prototype = "double(double)"; let Attributes = [Attribute<"f">]; }
