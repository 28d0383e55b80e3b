"""Changes to MLIR's dialects: operands, results, regions and other parts of operations, their traits and builders."""

import re

import changes
from changes import replace_one

ARGUMENT = re.compile(r"(?<=[(,])\s*([A-Z]\w*(?:<[^<>()$\n]*>)?):\$(\w+)")
ARGUMENTS = re.compile(r"\((ins|outs|region|successor)\b([^()\n]*)\)")
TRAITS = re.compile(r"(?<=, )\[([^\[\]\n]*)\](?=>)")
OP = re.compile(r"^def\s+\w+.*\{\s*$")

WRAPPERS = {
    "operand": ["Variadic", "Optional", "Arg", "VariadicOfVariadic"],
    "attribute": ["OptionalAttr", "DefaultValuedAttr", "DefaultValuedOptionalAttr", "ConfinedAttr"],
}
MORE_ARGUMENTS = [
    "I32Attr:$more", "OptionalAttr<StrAttr>:$more", "UnitAttr:$more_flags", 'DefaultValuedAttr<I32Attr, "5">:$more',
    'DefaultValuedOptionalAttr<F32Attr, "1.5f">:$more', "TypeAttr:$more", "SymbolRefAttr:$more", "AnyType:$more",
    "Variadic<I32>:$more", "Optional<Index>:$more", "I64Attr:$_more", "DenseI32ArrayAttr:$more", "AnyType",
    'VariadicOfVariadic<I32, "more">:$lists', "AnyAttr:$operandSegmentSizes", "BoolAttr:$class", "I32Prop:$more",
    'DefaultValuedProp<I64Prop, "3">:$more_size', "UnitProp:$more", "StringProp:$more",
    'DefaultValuedProperty<IntProperty<"int64_t">, "3">:$more_size', 'IntProperty<"int32_t">:$more_size',
]
MORE_OF = {
    "ins": MORE_ARGUMENTS,
    "outs": ["I32:$more", "AnyType", "Variadic<I32>:$more", "Optional<Index>:$more", "I1:$result"],
    "region": ["AnyRegion:$more", "SizedRegion<1>:$more", "VariadicRegion<AnyRegion>:$more", "MaxSizedRegion<1>"],
    "successor": ["AnySuccessor:$more", "VariadicSuccessor<AnySuccessor>:$more"],
}
MORE_TRAITS = [
    "AttrSizedOperandSegments", "AttrSizedResultSegments", "SameVariadicOperandSize", "SameVariadicResultSize",
    "SameOperandsAndResultType", "SameTypeOperands", "Pure", "Commutative", "FirstAttrDerivedResultType", "Terminator",
    "InferTypeOpAdaptor", "NoRegionArguments", "SingleBlock", "ConstantLike", "Elementwise", "IsolatedFromAbove",
    "DeclareOpInterfaceMethods<InferTypeOpInterface>", "DeclareOpInterfaceMethods<MemoryEffectsOpInterface>",
    "MemoryEffects<[MemRead, MemWrite]>", 'AllTypesMatch<["lhs", "result"]>', 'AllTypesMatch<["a", "b"]>',
    'PredOpTrait<"it holds \\"so\\"", CPred<"$lhs && $result && $_op && $_self">>',
    'TypesMatchWith<"t", "lhs", "result", "f($_self, $_ctxt)">', "SameOperandsShape",
]
MORE_LINES = [
    "let hasVerifier = 1;", "let hasRegionVerifier = 1;", "let hasFolder = 1;", "let hasCanonicalizer = 1;",
    "let hasCanonicalizeMethod = 1;", "let skipDefaultBuilders = 1;", "let useCustomPropertiesEncoding = 1;",
    "let results = (outs);", "let arguments = (ins);", "let regions = (region AnyRegion:$more);",
    "let regions = (region VariadicRegion<AnyRegion>:$more);", "let successors = (successor AnySuccessor:$more);",
    "let successors = (successor AnySuccessor:$one, VariadicSuccessor<AnySuccessor>:$more);",
    'let builders = [OpBuilder<(ins "int":$x)>];', 'let builders = [OpBuilder<(ins "int":$x, CArg<"int", "3">), "f($_builder, $_state, $x);">];',
    'let builders = [OpBuilder<(ins "Value":$location), [{ $_state.f(); }]>, OpBuilder<(ins)>];',
    'let builders = [DeprecatedOpBuilder<"no \\"more\\"", (ins "int")>];', "let assemblyFormat = ?;",
    "let hasCustomAssemblyFormat = 1;", 'let extraClassDeclaration = [{ int f(); }];',
    'let extraClassDefinition = [{ int $cppClass::f() {} $x }];', 'let cppNamespace = "";', 'let cppNamespace = "::a::b";',
    'DerivedAttr more_size = DerivedAttr<"int", "return 3;">;', 'DerivedTypeAttr more_type = DerivedTypeAttr<"return f();">;',
    'let opName = "x.y";', 'let summary = "a \\"b\\"";', "let results = (outs Variadic<I32>:$one, Optional<I32>:$more);",
    "let results = (outs I32:$one, AnyType:$more);", "let results = (outs SymbolRefAttr:$more);",
]


def wrap_argument(lines, chance):
    """Makes an argument optional or variadic, gives it a default value or the like."""

    def new(match):
        inner = match.group(1)
        kind = "attribute" if "Attr" in inner or "Sym" in inner else "operand"
        wrapper = chance.choice(WRAPPERS[kind])
        more = {"DefaultValuedAttr": ', "{}"', "DefaultValuedOptionalAttr": ', "{}"', "VariadicOfVariadic": ', "seg"'}
        more.update({"ConfinedAttr": ", [IntNonNegative]", "Arg": f', "", [{chance.choice(["MemRead", "MemWrite"])}]'})
        return f"{wrapper}<{inner}{more.get(wrapper, '')}>"

    return replace_one(lines, chance, ARGUMENT, new, 1)


def rename_argument(lines, chance):
    names = ["x", "result", "operand", "class", "_x", "x_", "a_b", "a__b", "aB", "odsState", "location", "properties", "$", "attributes", "type"]
    return replace_one(lines, chance, ARGUMENT, lambda _: chance.choice(names), 2)


def add_argument(lines, chance):
    """Adds an operand, attribute, property, result, region or successor, or drops or moves one."""

    def new(match):
        kind, text = match.groups()
        items = [it.strip() for it in re.split(r",(?![^<]*>)", text) if it.strip()]
        changes.vary(items, chance, chance.choice(MORE_OF[kind]))
        return f"({kind} {', '.join(items)})" if items else f"({kind})"

    return replace_one(lines, chance, ARGUMENTS, new)


def change_traits(lines, chance):
    def new(match):
        items = [it.strip() for it in re.split(r",(?![^<]*>)", match.group(1)) if it.strip()]
        changes.vary(items, chance, chance.choice(MORE_TRAITS))
        return ", ".join(items)

    return replace_one(lines, chance, TRAITS, new, 1)


def add_line(lines, chance):
    """Adds a line to the body of a definition."""
    at = [it for it, line in enumerate(lines) if OP.match(line)]
    if not at:
        return False
    lines.insert(chance.choice(at) + 1, "  " + chance.choice(MORE_LINES))
    return True


CHANGES = [*changes.CHANGES, *5 * [wrap_argument, rename_argument, add_argument, change_traits, add_line]]
