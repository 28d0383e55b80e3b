// Directives of languages, with their clauses.
// by llvm: gen-directive-decl, gen-directive-impl

include "llvm/Frontend/Directive/DirectiveBase.td"

//- plain
def Toy : DirectiveLanguage { let name = "Toy"; let directivePrefix = "TOYD_"; let clausePrefix = "TOYC_"; let makeEnumAvailableInNamespace = true; }
def TOYC_If : Clause<[Spelling<"if">]> { let flangClass = "ScalarExpr"; }
def TOYC_Num : Clause<[Spelling<"num">]> { let clangClass = "NumClause"; let isValueOptional = true; let flangClass = "Num"; }
def TOY_Run : Directive<[Spelling<"run">]> { let allowedClauses = [VersionedClause<TOYC_If>]; let allowedOnceClauses = [VersionedClause<TOYC_Num, 2, 5>]; let association = AS_Block; let category = CA_Executable; }

//- spellings
def L : DirectiveLanguage { let name = "Lang"; let cppNamespace = "lng"; let enableBitmaskEnumInNamespace = true; }
def C : Clause<[Spelling<"c">, Spelling<"see", 2, 3>]>;
def D : Clause<[Spelling<"d", 5>]> { let isDefault = true; }
def R : Directive<[Spelling<"run all", 1, 4>, Spelling<"run_all", 5>]> { let allowedClauses = [VersionedClause<C>, VersionedClause<D>]; let association = AS_Block; let category = CA_Executable; }
def S : Directive<[Spelling<"stop">]> { let isDefault = true; let association = AS_None; let category = CA_Utility; let languages = [L_Fortran]; }

//- values
def L : DirectiveLanguage { let name = "Lang"; let directivePrefix = "D_"; let clausePrefix = "C_"; let makeEnumAvailableInNamespace = true; }
def C_Two : EnumVal<"two", 2, 1> { let isDefault = true; }
def C_Kind : Clause<[Spelling<"kind">]> {
  let enumClauseValue = "Kind";
  let allowedClauseValues = [EnumVal<"one", 1, 1>, C_Two, EnumVal<"unknown", 3, 0>];
}
def D_Go : Directive<[Spelling<"go">]> { let allowedExclusiveClauses = [VersionedClause<C_Kind, 1, 2>]; let requiredClauses = [VersionedClause<C_Kind>]; let association = AS_Delimited; let category = CA_Declarative; }

//- leaves
def L : DirectiveLanguage { let name = "Lang"; let directivePrefix = "D_"; }
def C_Unknown : Clause<[Spelling<"unknown">]> { let isDefault = true; }
def D_Unknown : Directive<[Spelling<"unknown">]> { let isDefault = true; let association = AS_None; let category = CA_Utility; }
def D_A : Directive<[Spelling<"a">]> { let association = AS_Block; let category = CA_Executable; }
def D_B : Directive<[Spelling<"b">]> { let association = AS_LoopNest; let category = CA_Executable; }
def D_C : Directive<[Spelling<"c">]> { let association = AS_LoopSeq; let category = CA_Executable; }
def D_AB : Directive<[Spelling<"a b">]> { let leafConstructs = [D_A, D_B]; let category = CA_Executable; }
def D_ABC : Directive<[Spelling<"a b c">]> { let leafConstructs = [D_A, D_C]; let category = CA_Executable; }
def D_BC : Directive<[Spelling<"b c">]> { let leafConstructs = [D_B, D_C]; let category = CA_Meta; }

//- sets
def L : DirectiveLanguage { let name = "Lang"; let clausePrefix = "C_"; let clauseEnumSetClass = "Set"; let flangClauseBaseClass = "Base"; let includeHeader = "lang.h"; }
def C_A : Clause<[Spelling<"a">]> { let flangClass = "A"; let isValueList = true; }
def C_B : Clause<[Spelling<"b">]> { let flangClass = "B"; let isValueOptional = true; let isValueList = true; }
def C_C : Clause<[Spelling<"c">]> { let skipFlangUnparser = true; let flangClass = "C"; }
def X : Directive<[Spelling<"x">]> { let allowedClauses = [VersionedClause<C_A>, VersionedClause<C_B>]; let allowedExclusiveClauses = [VersionedClause<C_C>]; let association = AS_None; let category = CA_Informational; }

//- flang
def L : DirectiveLanguage { let name = "F"; let flangClauseBaseClass = "FClause"; }
def C_A : Clause<[Spelling<"a">]> { let flangClass = "ScalarInt"; let isValueOptional = true; let defaultValue = "*"; }
def C_B : Clause<[Spelling<"b">]> { let flangClass = "Names"; let prefix = "pre"; let isPrefixOptional = false; }
def C_D : Clause<[Spelling<"d">]> { let isImplicit = true; let flangClass = "Names"; let isValueList = true; let prefix = "p"; }
def X : Directive<[Spelling<"x">]> { let allowedClauses = [VersionedClause<C_A>, VersionedClause<C_B>]; let association = AS_None; let category = CA_Meta; }

//- acc
def OpenACC : DirectiveLanguage { let name = "OpenACC"; let cppNamespace = "acc"; let directivePrefix = "ACCD_"; let clausePrefix = "ACCC_"; }
def ACCC_Auto : Clause<[Spelling<"auto">]> { let clangAccSpelling = "Auto"; }
def ACCC_Copy : Clause<[Spelling<"copy">, Spelling<"pcopy">]> { let flangClass = "Objects"; let clangAccSpelling = "present_or_copy"; }
def ACC_Loop : Directive<[Spelling<"loop">]> { let allowedOnceClauses = [VersionedClause<ACCC_Auto>]; let allowedClauses = [VersionedClause<ACCC_Copy>]; let association = AS_LoopNest; let category = CA_Executable; }

//- separating
def L : DirectiveLanguage { let name = "L"; }
def A : Directive<[Spelling<"a">]> { let association = AS_Separating; let category = CA_Subsidiary; }
def B : Directive<[Spelling<"b">]> { let association = AS_Declaration; let category = CA_Declarative; let languages = []; }
def C : Directive<[Spelling<"c">]> { let leafConstructs = [A]; let category = CA_Declarative; }

//- versions
def L : DirectiveLanguage { let name = "L"; }
def C : Clause<[Spelling<"c", 1, 9>]>;
def D : Clause<[Spelling<"d", 2>, Spelling<"dd", 1, 1>]>;
def X : Directive<[Spelling<"x", 3, 3>]> { let allowedClauses = [VersionedClause<C, 1, 2>, VersionedClause<D, 3>]; let association = AS_Block; let category = CA_Executable; }

//- defaults
def L : DirectiveLanguage { let name = "L"; }
def A : Clause<[Spelling<"a">]> { let isDefault = true; let isImplicit = true; }
def B : Clause<[Spelling<"b">]>;
def X : Directive<[Spelling<"x">]> { let isDefault = true; let requiredClauses = [VersionedClause<B>]; let association = AS_None; let category = CA_Executable; }
