"""Changes to the descriptions of vector intrinsics, and the roots of Clang with such descriptions."""

import re
from typing import NamedTuple

import changes
from changes import TEXT, replace_one, vary

# Texts: letters of prototypes and types.


def change_letter(lines, chance):
    """Changes a letter of a text, usually to one from a text of the same file."""
    letters = "".join(text[1:-1] for line in lines for text in TEXT.findall(line.split("//")[0]))

    def new(match):
        inner = list(match.group()[1:-1])
        at = chance.randrange(max(len(inner) - 1, 1))
        if chance.random() < 0.25 and at + 1 < len(inner):
            inner[at : at + 2] = reversed(inner[at : at + 2])
        else:
            vary(inner, chance, chance.choice(letters if letters and chance.random() < 0.95 else "!#%xXzZ(@~"))
        return f'"{"".join(inner)}"'

    return replace_one(lines, chance, TEXT, new)


def exchange_texts(lines, chance):
    """Replaces a text by another of the same file."""
    texts = [text for line in lines for text in TEXT.findall(line.split("//")[0])]
    return replace_one(lines, chance, TEXT, lambda _: chance.choice(texts))


# NEON.

NEON_OPERATIONS = (
    "op call call_mangled cast bitcast dup dup_typed splat save_temp name_replace literal shuffle add sub and rotl rotr "
    "highhalf lowhalf rev interleave decimate trunc shl"
).split()


def change_neon_operation(lines, chance):
    pattern = rf"(?<=\()(?:{'|'.join(NEON_OPERATIONS)})\b"
    return replace_one(lines, chance, pattern, lambda _: chance.choice(NEON_OPERATIONS))


def change_neon_argument(lines, chance):
    others = ["$p0", "$p1", "$p2", "$p9", "mask0", "mask1", "sv3", "3", '"R"', '"D"', '"int8_t"']
    return replace_one(lines, chance, r"\$\w+|\bmask[01]\b|\bsv\d+\b", lambda _: chance.choice(others))


# RISC-V.


def change_riscv_type(lines, chance):
    """Replaces a modifier in parentheses of a prototype's type by another one."""
    names = ["Log2EEW", "FixedSEW", "LFixedLog2LMUL", "SFixedLog2LMUL", "SEFixedLog2LMUL", "Tuple", "Unknown"]
    values = ["-4", "-3", "-1", "0", "1", "2", "3", "4", "5", "6", "7", "8", "16", "32", "64", "128"]
    new = lambda _: f"({chance.choice(names)}:{chance.choice(values)})"
    return replace_one(lines, chance, r'(?<=")\(\w+:[^()"]*\)|\(\w+:[^()"]*\)(?=[^"]*")', new)


def change_riscv_numbers(lines, chance):
    """Replaces a list of sizes or indices by another one."""
    numbers = ["[]", "[-1]", "[0]", "[1]", "[-1, 1]", "[0, 1]", "[-3, 0, 3]", "[-2147483648]", "[7]", "[-1, 9]"]
    return replace_one(lines, chance, r"\[(?: *-?\d+ *,?)+\]", lambda _: chance.choice(numbers))


# SVE and SME.

LETTERS = "vdcpehqboP{saRr@KLuxiIJklmnwjfg[tzOMNQSWTXYU%ABCDEFG$}234"
BAD_LETTERS = "HVZy0159!#.^"
SPECS = ["c", "s", "i", "l", "q", "f", "h", "d", "b", "Uc", "Us", "Ui", "Ul", "Pc", "Ps", "Qc", "Qi", "PUi", "Uq"]
BAD_SPECS = ["a", "z", "Xi", "U", "1", "Pq"]
INST = r'(?:Inst|SInst|MInst)<"([^"]*)", *"([^"]*)", *"([^"]*)"'


def change_prototype(lines, chance):
    letter = chance.choice(BAD_LETTERS if chance.random() < 0.1 else LETTERS)
    if chance.random() < 0.1:
        letter = f"{chance.choice('234')}.{letter}"
    return replace_one(lines, chance, INST, lambda it: "".join(vary(list(it.group(2)), chance, letter)), 2)


def change_specs(lines, chance):
    spec = chance.choice(BAD_SPECS if chance.random() < 0.1 else SPECS)
    specs = lambda text: re.findall(r"[^a-z]*[a-z]?", text)[:-1]
    return replace_one(lines, chance, INST, lambda it: "".join(vary(specs(it.group(3)), chance, spec)), 3)


def change_template(lines, chance):
    def new(match):
        name = match.group(1)
        where = chance.choice([it for it, sign in enumerate(name) if sign in "[]{}d0123_"] or [0])
        more = chance.choice(["", "", "[", "]", "{", "}", "{d}", "{1}", "{3}", "[_{2}]", "x", "_"])
        return name[:where] + more + name[where + chance.randrange(2) :]

    return replace_one(lines, chance, INST, new, 1)


def change_flags(lines, chance):
    flag = chance.choice(
        "IsStreaming IsStreamingCompatible VerifyRuntimeMode IsInZA IsOutZA IsInOutZA IsInZT0 IsOutZT0 IsInOutZT0 "
        "IsUndef IsTupleGet IsOverloadNone SplatOperandMask Unknown".split()
    )
    flags = r"\[((?:Is|Verify|Reverse)\w+(?:, *\w+)*)\]"
    return replace_one(
        lines, chance, flags, lambda it: ", ".join(vary(re.split(", *", it.group(1)), chance, flag)), 1
    )


def change_check(lines, chance):
    number = lambda: str(chance.choice([-2, -1, 0, 1, 2, 3, 7, 4294967297]))
    kinds = "ImmCheck0_31 ImmCheck0_7 ImmCheckLaneIndex ImmCheckShiftLeft".split()

    def new(match):
        arg, kind, size = (it or number() for it in match.groups())
        checks = [f"{number()}, {kind}, {size}", f"{arg}, {chance.choice(kinds)}, {size}", f"{arg}, {kind}, {number()}"]
        return f"ImmCheck<{chance.choice(checks)}>"

    return replace_one(lines, chance, r"ImmCheck<(-?\w+), *(\w+)(?:, *(-?\w+))?>", new)


def change_guard(lines, chance):
    guards = ['""', '"sve"', '"sme"', '"sve2,x"', '"sme|y"', '"a,b|c"', "InvalidMode", "?"]
    guard = r'(?:SVE|SME)TargetGuard *= *("[^"]*"|\w+)'
    return replace_one(lines, chance, guard, lambda _: chance.choice(guards), 1)


def add_inst(lines, chance):
    letters = lambda most: "".join(chance.choice(LETTERS) for _ in range(chance.randrange(most + 1)))
    specs = "".join(chance.choice(SPECS) for _ in range(chance.randrange(4)))
    name = chance.choice(["svnew[_{d}]", "svnew_{d}", "svnew[_n]_{d}", "svabs[_{d}]", "svnew_{0}[_{1}]"])
    merge = chance.choice(["MergeNone", "MergeAny", "MergeOp1", "MergeZeroExp"])
    flags = chance.choice(["[]", "[VerifyRuntimeMode]", "[IsStreaming, IsInZA]", "[VerifyRuntimeMode, IsOutZT0]"])
    llvm = chance.choice(["", "aarch64_new", "aarch64_new_{d}"])
    new = chance.choice(["SVNEW", "SVABS7", ""])
    lines.append(f'def {new} : SInst<"{name}", "{letters(5)}", "{specs}", {merge}, "{llvm}", {flags}>;')
    return True


# MVE and CDE.

MVE_OPERATIONS = (
    "add sub fadd shl lshr immshr load store xval ielt_const ielt_var trunc bitcast vreinterpret extend zeroinit int_min "
    "undef icmp_eq splat select sitofp vrev unzip zip id i1 address seq unsignedflag bitsize"
).split()
MVE_TYPES = (
    "u8 s16 u32 s64 f16 f32 uint sint Void Scalar Vector Predicate UScalar SVector UVector DblVector DblPredicate "
    "HalfScalar HalfVector UHalfVector Scalar32 Scalar64 imm_lane imm_1toN imm_0toNm1 imm_1to32 imm_1248 "
    "imm_simd_vmvn unpromoted<Scalar> Ptr<Scalar> CPtr<Vector> Ptr<u8> CPtr<s32> Ptr<Predicate> Ptr<Void> "
    "MultiVector<2> VecOf<u8> PredOf<Scalar> NarrowedVecOf<u8,Vector> Unsigned<Scalar> CopyKind<u8,Scalar> "
    "DoubleSize<Scalar> HalfSize<Scalar> Ptr<Ptr<u8>>"
).split()
NAMINGS = "PNT_None PNT_Type PNT_2Type PNT_NType PNT_N PNT_WBType PNT_WB".split()
DAG = r"\((?!args)(\w+|\w+<[^<>]*>) ([^()]*)\)"


def change_mve_dag(lines, chance):
    """Drops, doubles, exchanges or wraps arguments of a dag."""

    def new(match):
        args = re.split(", *", match.group(2))
        where, other = chance.randrange(len(args)), chance.randrange(len(args))
        operation = lambda: chance.choice(MVE_OPERATIONS)
        kind = chance.randrange(7)
        if kind == 0:
            del args[where]
        elif kind == 1:
            args.insert(where, args[other])
        elif kind == 2:
            args[where], args[other] = args[other], args[where]
        elif kind == 3:
            args[where] = f"({chance.choice(MVE_TYPES[:8])} {args[where]})"
        elif kind == 4:
            args[where] = f"({operation()} {args[where]})"
        elif kind == 5:
            values = ["0", "1", "-1", "$a", "$b", "$p", "$unknown", '"text"', "[1]", "?", "(seq)"]
            args[where] = chance.choice(MVE_TYPES + values)
        else:
            args[where] = f"(seq ({operation()} {args[where]}):$a, ({operation()} $a, $b))"
        return ", ".join(args)

    return replace_one(lines, chance, DAG, new, 2)


def change_mve_operation(lines, chance):
    return replace_one(lines, chance, DAG, lambda _: chance.choice(MVE_OPERATIONS + MVE_TYPES[:12]), 1)


def change_mve_type(lines, chance):
    pattern = rf"(?<![\w$]){'(?:' + '|'.join(map(re.escape, MVE_TYPES)) + ')'}(?![\w<])"
    return replace_one(lines, chance, pattern, lambda _: chance.choice(MVE_TYPES))


def change_mve_variable(lines, chance):
    names = "a b c p inactive imm unknown acc base addr".split()
    return replace_one(lines, chance, r"\$(\w+)", lambda _: chance.choice(names), 1)


def change_mve_naming(lines, chance):
    lists = [f"T.{it}" for it in "None Signed Unsigned Int Float Usual Int8 Poly All".split()]
    lists += ["[Void]", "[u8, Vector]", "[s8, s8]"]
    new = lambda it: chance.choice(NAMINGS if it.group().startswith("PNT") else lists)
    return replace_one(lines, chance, r"\bPNT_\w+|\bT\.\w+", new)


def add_mve_intrinsic(lines, chance):
    """Adds an intrinsic with random arguments and code."""

    def code(depth):
        kind = chance.randrange(8)
        if depth == 0 or kind < 2:
            return chance.choice(["$a", "$b", "$c", "1", "Vector", "Scalar", "u32", "$c"])
        if kind == 2:
            return f"({chance.choice(MVE_TYPES[:10])} {code(depth - 1)})"
        if kind == 3:
            return f"(seq {dag(depth - 1)}:$c, {dag(depth - 1)})"
        return dag(depth)

    def dag(depth):
        op = chance.choice(MVE_OPERATIONS[:-4] + ['IRInt<"new", [Vector, Predicate]>', 'IRInt<"new2", [], 1>'])
        args = ", ".join(code(depth - 1) for _ in range(chance.randrange(1, 4))) if depth else "$a"
        return f"({op} {args})"

    types = lambda: chance.choice(MVE_TYPES)
    fields = [
        f"pnt = {chance.choice(NAMINGS)}",
        "polymorphicOnly = 1",
        "nonEvaluating = 1",
        "headerOnly = 1",
        'overrideKindLetter = "p"',
        'builtinExtension = "cde"',
    ]
    fields = "".join(f" let {it};" for it in fields if chance.random() < 0.2)
    params = chance.choice(["T.Int", "T.Usual", "T.None", "[s8, f32]", "T.All"])
    body = chance.choice([dag(3), dag(3), f"(seq {dag(2)}:$c, {dag(2)})", '(CustomCodegen<"New"> 3:$x, "y":$z)'])
    lines.append(
        f"let params = {params} in def {chance.choice(['vnewq', 'vnew_n_x', 'vaddq', 'new_wb_m'])} : "
        f"Intrinsic<{types()}, (args {types()}:$a, {types()}:$b), {body}> {{{fields} }}"
    )
    return True


# The roots.

COMMON = [
    changes.drop_line,
    changes.drop_field,
    changes.change_number,
    changes.change_bit,
    changes.change_name,
    changes.change_text,
    changes.change_list,
    changes.drop_value,
    changes.double_definition,
    changes.move_definition,
    changes.rename_definition,
]
TEXTS = 3 * [change_letter, change_letter, exchange_texts]
NEON = 3 * [change_neon_operation, change_neon_argument] + TEXTS + COMMON
RISCV = 3 * [change_riscv_type] + [change_riscv_numbers] + TEXTS + COMMON
SVE = 5 * [change_prototype] + 3 * [change_specs] + 2 * [change_template, change_flags, change_check, add_inst]
SVE += [change_guard] + COMMON
MVE = 5 * [change_mve_dag] + 4 * [change_mve_type, add_mve_intrinsic]
MVE += 2 * [change_mve_operation, change_mve_variable, change_mve_naming] + COMMON


class Root(NamedTuple):
    # The common prefix of the backends' names, and their suffixes.
    prefix: str
    tables: str
    # A regular expression for the names of files that may be changed.
    files: str
    changes: list

    def backends(self):
        return ",".join(self.prefix + it for it in self.tables.split())


SVE_TABLES = "header builtins builtin-codegen sema-rangechecks streaming-attrs"
MVE_TABLES = "header builtin-def builtin-sema builtin-codegen builtin-aliases"
RISCV_TABLES = "builtins builtin-codegen builtin-sema"
ROOTS = {
    "arm_neon": Root("gen-arm-", "neon neon-sema", "^arm_neon", NEON),
    "arm_fp16": Root("gen-arm-", "fp16 neon-sema", "^arm_(fp16|neon_incl)", NEON),
    "arm_bf16": Root("gen-arm-", "bf16 neon-sema", "^arm_(bf16|neon_incl)", NEON),
    "arm_sve": Root("gen-arm-sve-", f"{SVE_TABLES} typeflags", "^arm_sve", SVE),
    "arm_sme": Root("gen-arm-sme-", f"{SVE_TABLES} builtin-za-state", "^arm_(sme|sve_sme)", SVE),
    "arm_mve": Root("gen-arm-mve-", MVE_TABLES, "^arm_mve", MVE),
    "arm_cde": Root("gen-arm-cde-", MVE_TABLES, "^arm_(cde|mve_defs)", MVE),
    "riscv_vector": Root("gen-riscv-vector-", f"header {RISCV_TABLES}", "^riscv_vector", RISCV),
    "riscv_sifive_vector": Root("gen-riscv-sifive-vector-", RISCV_TABLES, "^riscv_(sifive|vector_common)", RISCV),
}

# The message of the reference when it jumps to a wrong address, for a letter outside of its table, and starts again.
LOST = "The class 'EltType' is not defined"
