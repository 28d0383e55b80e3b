//! The types of builtins as letters.

use backend::text::SPACES;
use backend::{Fatal, Rec};

/// How many qualifiers a type may have.
const MAX_DEPTH: usize = 5000;

/// The letters for the type in the field `Prototype`, where `T` stands for the substitution.
pub(super) fn encode(builtin: Rec, substitution: &str) -> Result<String, Fatal> {
    let prototype = builtin.string("Prototype")?;
    let mut letters = String::new();
    match push_prototype(&mut letters, &prototype, substitution) {
        Ok(()) => Ok(letters),
        Err(message) => Err(builtin.fatal_at("Prototype", message)),
    }
}

fn push_prototype(letters: &mut String, prototype: &str, substitution: &str) -> Result<(), String> {
    let mut push = |ty| push_type(letters, ty, substitution, 0);
    let prototype = prototype.trim_matches(SPACES);
    let (result, parameters) = prototype.split_once('(').unwrap_or((prototype, ""));
    push(result)?;
    let Some(mut rest) = parameters.strip_suffix(')') else {
        return Err("Expected closing brace at end of prototype".to_owned());
    };
    loop {
        rest = rest.trim_start_matches([' ', ',']);
        if rest.is_empty() {
            return Ok(());
        }
        // The comma inside of a vector type separates nothing.
        let (ty, after) = if rest.starts_with("_ExtVector<") {
            rest.split_at(rest.find('>').map_or(0, |end| end + 1))
        } else {
            rest.split_once(',').unwrap_or((rest, ""))
        };
        push(ty)?;
        rest = after;
    }
}

/// Qualifiers after a type, and their letters, which come after the type's too.
const AFTER: [(&str, &str); 5] = [
    ("*", "*"),
    ("const", "C"),
    ("volatile", "D"),
    ("restrict", "R"),
    ("&", "&"),
];

/// Qualifiers before a type, and their letters, which come before the type's too.
const BEFORE: [(&str, &str); 4] = [
    ("long", "L"),
    ("unsigned", "U"),
    ("_Complex", "X"),
    ("_Constant", "I"),
];

fn push_type(
    letters: &mut String,
    ty: &str,
    substitution: &str,
    depth: usize,
) -> Result<(), String> {
    if depth == MAX_DEPTH {
        return Err("Type is too long".to_owned());
    }
    let ty = ty.trim_matches(SPACES);
    for (qualifier, letter) in AFTER {
        if let Some(ty) = ty.strip_suffix(qualifier) {
            push_type(letters, ty, substitution, depth + 1)?;
            letters.push_str(letter);
            return Ok(());
        }
    }
    for (qualifier, letter) in BEFORE {
        if let Some(ty) = ty.strip_prefix(qualifier) {
            letters.push_str(letter);
            return push_type(letters, ty, substitution, depth + 1);
        }
    }
    if ty.starts_with('T') {
        if substitution.is_empty() {
            return Err("Not a template".to_owned());
        }
        return push_type(letters, substitution, substitution, depth + 1);
    }
    if let Some(vector) = ty.strip_prefix("_ExtVector") {
        let (lanes, element) = vector_of(vector)?;
        letters.push_str(&format!("E{lanes}"));
        return push_type(letters, element, substitution, depth + 1);
    }
    match plain(ty) {
        Some(letter) => letters.push_str(letter),
        None => return Err(format!("Unknown Type: {ty}")),
    }
    Ok(())
}

/// The number of lanes and the type of each of `<4, float>`.
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
