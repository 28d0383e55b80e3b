//! Encoding the types of builtins as letters, such as `vi*` for `void(int *)`.

use backend::text::SPACES;
use backend::{Fatal, Rec, spend};
use elaborate::records::Release;

/// The maximum recursion depth for a type, one level for each qualifier.
const MAX_DEPTH: usize = 5000;

/// The letters for the field `Prototype` of a builtin, in which `substitution` replaces `T`.
pub(super) fn encode(builtin: Rec, substitution: &str) -> Result<String, Fatal> {
    let mut types = Types {
        letters: String::new(),
        substitution,
        release: builtin.records().release(),
        has_opencl_long: changes::has_opencl_long(builtin)?,
    };
    let prototype = builtin.string("Prototype")?;
    spend(prototype.len());
    match types.push_prototype(&prototype) {
        Ok(()) => Ok(types.letters),
        Err(message) => Err(builtin.fatal_at("Prototype", message)),
    }
}

/// Changes of LLVM 21.
mod changes {
    use backend::{Fatal, Rec};
    use elaborate::records::Release;

    /// Whether the builtin encodes `long long` as `O`, possible since LLVM 21. Clang reads `O` as `long` in OpenCL, and
    /// as `long long` otherwise.
    pub(super) fn has_opencl_long(builtin: Rec) -> Result<bool, Fatal> {
        Ok(builtin.records().release() >= Release::V21 && builtin.bit("EnableOpenCLLong")?)
    }

    /// Whether the prototype of a builtin may be empty. True since LLVM 21. The encoding of an empty prototype is
    /// empty.
    pub(super) fn may_be_empty(release: Release) -> bool {
        release >= Release::V21
    }

    /// Splits the suffix `address_space<N>`, new in LLVM 21, from `ty`, the type in front of a `*` or `&`. Returns the
    /// rest of the type and `N`, which is empty without the suffix.
    pub(super) fn address_space(release: Release, ty: &str) -> Result<(&str, String), String> {
        let ty = ty.trim_matches(super::SPACES);
        if release < Release::V21 {
            return Ok((ty, String::new()));
        }
        let Some(qualified) = ty.strip_suffix('>') else {
            return Ok((ty, String::new()));
        };
        let (ty, number) = qualified
            .rsplit_once('<')
            .ok_or("Mismatched angle-brackets in type")?;
        let ty = ty.strip_suffix("address_space").ok_or(
            "Only `address_space<N>` supported as a parameterized pointer or reference type qualifier",
        )?;
        match number.parse::<u32>() {
            Ok(0) => Err("No need for a qualifier for address space `0`".to_owned()),
            Ok(number) if !qualified.contains('+') => Ok((ty, number.to_string())),
            _ => Err("Expected an integer argument to the address_space qualifier".to_owned()),
        }
    }

    /// If `ty` starts with the qualifier `signed`, new in LLVM 21: the rest of the type, and the letter of the
    /// qualifier.
    pub(super) fn qualifier_before(release: Release, ty: &str) -> Option<(&str, &'static str)> {
        let rest = ty.strip_prefix("signed")?;
        (release >= Release::V21).then_some((rest, "S"))
    }

    /// The part of a GCC vector type after `_Vector`. Before LLVM 21, OpenCL's `_ExtVector` is the only vector type.
    pub(super) fn vector(release: Release, ty: &str) -> Option<&str> {
        let rest = ty.strip_prefix("_Vector")?;
        (release >= Release::V21).then_some(rest)
    }

    /// The letters of the types that are new in LLVM 21.
    pub(super) fn plain(release: Release, ty: &str) -> Option<&'static str> {
        (release >= Release::V21 && ty == "__bf16").then_some("y")
    }
}

/// Qualifiers after a type, with their letters. The letters of a qualifier come after the letters of the type. Since
/// LLVM 21, the reference treats `)` like `&`.
const AFTER: [(&str, &str); 6] = [
    ("*", "*"),
    ("const", "C"),
    ("volatile", "D"),
    ("restrict", "R"),
    ("&", "&"),
    (")", "&"),
];

/// Qualifiers before a type, with their letters. The letters of a qualifier come before the letters of the type.
const BEFORE: [(&str, &str); 4] = [
    ("long", "L"),
    ("unsigned", "U"),
    ("_Complex", "X"),
    ("_Constant", "I"),
];

/// The encoder of a prototype, with the letters written so far.
struct Types<'a> {
    letters: String,
    substitution: &'a str,
    release: Release,
    has_opencl_long: bool,
}

impl Types<'_> {
    fn push_prototype(&mut self, prototype: &str) -> Result<(), String> {
        let prototype = prototype.trim_matches(SPACES);
        if prototype.is_empty() && changes::may_be_empty(self.release) {
            return Ok(());
        }
        let (result, parameters) = prototype.split_once('(').unwrap_or((prototype, ""));
        self.push(result, 0)?;
        let Some(mut rest) = parameters.strip_suffix(')') else {
            return Err("Expected closing brace at end of prototype".to_owned());
        };
        loop {
            rest = rest.trim_start_matches([' ', ',']);
            if rest.is_empty() {
                return Ok(());
            }
            // The comma in a vector type does not separate parameters.
            let is_vector = rest.starts_with("_ExtVector<")
                || changes::vector(self.release, rest).is_some_and(|it| it.starts_with('<'));
            let (ty, after) = if is_vector {
                rest.split_at(rest.find('>').map_or(0, |end| end + 1))
            } else {
                rest.split_once(',').unwrap_or((rest, ""))
            };
            self.push(ty, 0)?;
            rest = after;
        }
    }

    fn push(&mut self, ty: &str, depth: usize) -> Result<(), String> {
        if depth == MAX_DEPTH {
            return Err("Type is too long".to_owned());
        }
        let ty = ty.trim_matches(SPACES);
        for (qualifier, letter) in AFTER {
            let Some(mut ty) = ty.strip_suffix(qualifier) else {
                continue;
            };
            let mut space = String::new();
            match qualifier {
                ")" if self.release < Release::V21 => continue,
                "*" | "&" => (ty, space) = changes::address_space(self.release, ty)?,
                _ => {}
            }
            self.push(ty, depth + 1)?;
            self.letters.push_str(letter);
            self.letters.push_str(&space);
            return Ok(());
        }
        let before = |(qualifier, letter)| Some((ty.strip_prefix(qualifier)?, letter));
        let long = self.has_opencl_long.then_some(("long long", "O"));
        let mut known = long.into_iter().chain(BEFORE).filter_map(before);
        let known = known.next();
        if let Some((ty, letter)) = known.or(changes::qualifier_before(self.release, ty)) {
            self.letters.push_str(letter);
            return self.push(ty, depth + 1);
        }
        if ty.starts_with('T') {
            if self.substitution.is_empty() {
                return Err("Not a template".to_owned());
            }
            return self.push(self.substitution, depth + 1);
        }
        let extended = ty.strip_prefix("_ExtVector").map(|it| ("E", it));
        let plain_vector = || changes::vector(self.release, ty).map(|it| ("V", it));
        if let Some((letter, vector)) = extended.or_else(plain_vector) {
            let (lanes, element) = vector_of(vector)?;
            self.letters.push_str(&format!("{letter}{lanes}"));
            return self.push(element, depth + 1);
        }
        match plain(ty).or(changes::plain(self.release, ty)) {
            Some(letter) => self.letters.push_str(letter),
            None => return Err(format!("Unknown Type: {ty}")),
        }
        Ok(())
    }
}

/// The number of lanes and the element type of a text such as `<4, float>`.
fn vector_of(text: &str) -> Result<(u64, &str), &'static str> {
    let text = text
        .strip_prefix('<')
        .ok_or("Expected '<' after '_ExtVector'")?;
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let lanes = text[..text.len() - after.len()]
        .parse()
        .map_err(|_| "Expected number of lanes after '_ExtVector<'")?;
    let element = after
        .strip_prefix(',')
        .ok_or("Expected ',' after number of lanes in '_ExtVector<'")?;
    let element = element
        .strip_suffix('>')
        .ok_or("Expected '>' after scalar type in '_ExtVector<N, type>'")?;
    Ok((lanes, element))
}

/// The letters of a type without qualifiers.
fn plain(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "__builtin_va_list_ref" => "A",
        "__builtin_va_list" => "a",
        "__float128" => "LLd",
        "__fp16" => "h",
        "__int128_t" => "LLLi",
        "_Float16" => "x",
        "bool" => "b",
        "char" => "c",
        "constant_CFString" => "F",
        "double" => "d",
        "FILE" => "P",
        "float" => "f",
        "id" => "G",
        "int" => "i",
        "int32_t" => "Zi",
        "int64_t" => "Wi",
        "jmp_buf" => "J",
        "msint32_t" => "Ni",
        "msuint32_t" => "UNi",
        "objc_super" => "M",
        "pid_t" => "p",
        "ptrdiff_t" => "Y",
        "SEL" => "H",
        "short" => "s",
        "sigjmp_buf" => "SJ",
        "size_t" => "z",
        "ucontext_t" => "K",
        "uint32_t" => "UZi",
        "uint64_t" => "UWi",
        "void" => "v",
        "wchar_t" => "w",
        "..." => ".",
        _ => return None,
    })
}
