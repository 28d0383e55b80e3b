//! Differences between LLVM releases in the tables of SVE and SME.

use std::borrow::Cow;

use elaborate::records::Release;

use super::types::{Choice, SveType};

/// The names of two fields of a check. The first field has the index of the checked parameter; the second has the index
/// of the parameter whose element size the check uses. LLVM 21 renamed both fields, because Neon uses the same class of
/// checks.
pub(super) fn check_fields(release: Release) -> [&'static str; 2] {
    if release >= Release::V21 {
        ["ImmArgIdx", "TypeContextArgIdx"]
    } else {
        ["Arg", "EltSizeArg"]
    }
}

/// The guard as written in tables. Since LLVM 21, the extension `base` is prepended, unless the guard is empty or
/// equals `base`. LLVM 21 also makes an exception for a guard that starts with `base` and contains no `|`.
pub(super) fn guard(release: Release, guard: &str, base: &str) -> String {
    let (is_base, starts) = (guard == base, guard.starts_with(&format!("{base},")));
    if release < Release::V21 {
        guard.to_owned()
    } else if guard.contains('|') {
        format!("{base},({guard})")
    } else if guard.is_empty() || is_base || starts && release < Release::V22 {
        guard.to_owned()
    } else {
        format!("{base},{guard}")
    }
}

/// Whether an intrinsic has a suffix in its name and a flag because its last parameter is the mode of 8-bit
/// floating-point numbers. Always false before LLVM 21.
pub(super) fn sets_fpmr(release: Release, types: &[SveType]) -> bool {
    release >= Release::V21 && types.last().is_some_and(|it| it.is_mode())
}

/// Whether the output has string tables instead of macro calls. True since LLVM 21.
pub(super) fn has_string_tables(release: Release) -> bool {
    release >= Release::V21
}

/// Whether the generated code adds the checks of SVE with `emplace_back`. True since LLVM 21.
pub(super) fn makes_checks_in_place(release: Release) -> bool {
    release >= Release::V21
}

/// The index of a checked parameter as written in tables: an unsigned number before LLVM 21, a signed number in LLVM 21
/// and later.
pub(super) fn parameter_in_table(release: Release, parameter: u32) -> i64 {
    if release < Release::V21 {
        parameter.into()
    } else {
        (parameter as i32).into()
    }
}

/// Whether a builtin whose mode is verified at run time must have the guards of both SVE and SME. True since LLVM 21.
pub(super) fn mode_needs_both_guards(release: Release) -> bool {
    release >= Release::V21
}

/// Whether the table of type flags also lists the kinds of checks. Since LLVM 21, the kinds of checks have a separate
/// table, which Neon uses, too.
pub(super) fn lists_checks_with_flags(release: Release) -> bool {
    release < Release::V21
}

/// The types at the start of `arm_sve.h`. Since LLVM 21, they include 8-bit floating-point numbers.
pub(super) fn sve_start(release: Release) -> Cow<'static, str> {
    let text = include_str!("text/arm_sve_start.h");
    if release < Release::V21 {
        return text.into();
    }
    let (one, several) = (
        "typedef __SVFloat32_t svfloat32_t;\n",
        "typedef __clang_svbfloat16x4_t svbfloat16x4_t;\n",
    );
    text.replacen(
        one,
        &format!("typedef __SVMfloat8_t svmfloat8_t;\n\n{one}"),
        1,
    )
    .replacen(several, &format!("{several}{TUPLES}"), 1)
    .into()
}

const TUPLES: &str = "\
typedef __clang_svmfloat8x2_t svmfloat8x2_t;
typedef __clang_svmfloat8x3_t svmfloat8x3_t;
typedef __clang_svmfloat8x4_t svmfloat8x4_t;
";

/// The start of `arm_sme.h`. Since LLVM 21, the function that queries the streaming mode is a builtin, and the header
/// does not define it.
pub(super) fn sme_start(release: Release) -> Cow<'static, str> {
    let text = include_str!("text/arm_sme_start.h");
    if release < Release::V21 {
        return text.into();
    }
    let function = "__ai bool __arm_in_streaming_mode(void)";
    match text.split_once(function) {
        Some((before, after)) => {
            let after = after.split_once("}\n\n").map_or("", |it| it.1);
            format!("{before}{after}").into()
        }
        None => text.into(),
    }
}

impl SveType {
    /// Resets the kind of a type if `letter`, the next letter of the type specification, sets the kind. Before LLVM 21,
    /// nothing is reset: each letter sets only one property.
    pub(super) fn of_one_kind_by_spec(self, letter: char) -> SveType {
        if self.release < Release::V21 || !"QPUhfdbm".contains(letter) {
            return self;
        }
        SveType {
            float: false,
            bfloat: false,
            mfloat: false,
            signed: true,
            predicate: false,
            svcount: false,
            ..self
        }
    }

    /// Resets the kind of a type before `letter` is applied. Since LLVM 21, a type has one kind, which a letter
    /// replaces. Before, a letter changes only one property.
    pub(super) fn of_one_kind(self, letter: char) -> SveType {
        let none = SveType {
            float: false,
            bfloat: false,
            mfloat: false,
            signed: true,
            predicate: false,
            svcount: false,
            void: false,
            choice: None,
            ..self
        };
        let float = SveType {
            float: true,
            ..none
        };
        match letter {
            'v' => SveType {
                void: true,
                vectors: 0,
                ..none
            },
            'Q' | '%' => SveType { void: true, ..none },
            'e' | 'b' | 'L' | 'u' | 'i' | 'm' | 'n' | 'f' | 'g' | '[' | 'z' | 'W' | 'X' | 'Y'
            | 'E' | 'F' | 'G' | '@' => SveType {
                signed: false,
                ..none
            },
            'P' => SveType {
                predicate: true,
                ..none
            },
            'K' | 'x' | 'k' | 'l' | '#' | 't' | 'S' | 'T' | 'U' | 'A' | 'B' | 'C' | 'D' => none,
            'I' | 'J' | '>' => SveType {
                choice: self.choice,
                ..none
            },
            'O' | 'M' | 'N' => float,
            '$' => SveType {
                bfloat: true,
                ..none
            },
            '}' => SveType {
                svcount: true,
                ..none
            },
            '~' | '!' => SveType {
                mfloat: true,
                ..none
            },
            _ => self,
        }
    }

    /// The type after applying a letter that is new in LLVM 21. `None` for other letters.
    pub(super) fn changed_by_newer(self, letter: char) -> Option<SveType> {
        Some(match letter {
            '#' => self.of_bits(64),
            '~' => self.of_bits(8),
            '!' => self.of_bits(8).scalar(),
            '>' => SveType {
                choice: Some(Choice::Mode),
                ..self.of_bits(64).scalar()
            },
            _ => return None,
        })
    }
}
