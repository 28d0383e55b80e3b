//! `-gen-clang-builtins`: Clang's builtin functions. Before LLVM 21, each builtin is written as a macro call. Since
//! then, the output consists of tables.

mod prototype;
mod tables;
#[cfg(test)]
mod tests;

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, Rec};
use elaborate::records::Release;

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-builtins",
    "List the builtin functions",
    &["Builtin"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header_without_input(out, "List of builtins that Clang recognizes");
    // Since LLVM 21, the output consists of tables instead of macro calls.
    if cx.release() >= Release::V21 {
        return tables::write(cx, out);
    }
    out.push(MACROS);
    // The order of atomic builtins matters. They come first, where their order is easy to check.
    for builtin in records.derived("AtomicBuiltin")? {
        push_builtin(out, builtin)?;
    }
    for builtin in records.derived("Builtin")? {
        if !builtin.is_a("AtomicBuiltin") {
            push_builtin(out, builtin)?;
        }
    }
    for entry in records.derived("CustomEntry")? {
        out.source(entry);
        writeln!(out, "{}", entry.string("Entry")?);
    }
    out.no_source();
    out.push(
        "\n#undef ATOMIC_BUILTIN\n#undef BUILTIN\n#undef LIBBUILTIN\n#undef LANGBUILTIN\n\
         #undef TARGET_BUILTIN\n",
    );
    Ok(())
}

const MACROS: &str = "
#if defined(BUILTIN) && !defined(LIBBUILTIN)
#  define LIBBUILTIN(ID, TYPE, ATTRS, HEADER, BUILTIN_LANG) BUILTIN(ID, TYPE, ATTRS)
#endif

#if defined(BUILTIN) && !defined(LANGBUILTIN)
#  define LANGBUILTIN(ID, TYPE, ATTRS, BUILTIN_LANG) BUILTIN(ID, TYPE, ATTRS)
#endif

// Some of our atomics builtins are handled by AtomicExpr rather than
// as normal builtin CallExprs. This macro is used for such builtins.
#ifndef ATOMIC_BUILTIN
#  define ATOMIC_BUILTIN(ID, TYPE, ATTRS) BUILTIN(ID, TYPE, ATTRS)
#endif

#if defined(BUILTIN) && !defined(TARGET_BUILTIN)
#  define TARGET_BUILTIN(ID, TYPE, ATTRS, FEATURE) BUILTIN(ID, TYPE, ATTRS)
#endif
";

#[derive(Clone, Copy, PartialEq, Eq)]
enum BuiltinKind {
    Plain,
    Atomic,
    Library,
    Language,
    Target,
    /// A target-specific builtin that is declared in a header. New in LLVM 21.
    TargetLibrary,
}

impl BuiltinKind {
    fn read(builtin: Rec) -> BuiltinKind {
        let classes = [
            ("AtomicBuiltin", BuiltinKind::Atomic),
            ("LangBuiltin", BuiltinKind::Language),
            ("TargetLibBuiltin", BuiltinKind::TargetLibrary),
            ("TargetBuiltin", BuiltinKind::Target),
            ("LibBuiltin", BuiltinKind::Library),
        ];
        let release = builtin.records().release();
        let is_known = |kind| kind != BuiltinKind::TargetLibrary || release >= Release::V21;
        let class = (classes.iter()).find(|(class, kind)| is_known(*kind) && builtin.is_a(class));
        class.map_or(BuiltinKind::Plain, |(_, kind)| *kind)
    }

    fn macro_name(self) -> &'static str {
        match self {
            BuiltinKind::Plain => "BUILTIN",
            BuiltinKind::Atomic => "ATOMIC_BUILTIN",
            BuiltinKind::Library => "LIBBUILTIN",
            BuiltinKind::Language => "LANGBUILTIN",
            BuiltinKind::Target => "TARGET_BUILTIN",
            BuiltinKind::TargetLibrary => "TARGET_HEADER_BUILTIN",
        }
    }
}

/// The prototypes of a record of the class `Builtin`, one for each name of the builtin, with types as in the source. An
/// error if the record is invalid.
pub fn declarations(builtin: Rec) -> Result<Vec<String>, Fatal> {
    let prototype = builtin.string("Prototype")?;
    let (returned, parameters) = prototype.split_once('(').unwrap_or((&prototype, ")"));
    let mut all = Vec::new();
    for (spelling, substitution) in instances(builtin)? {
        // The encoding is not used. The call reports an unknown type in the prototype, as the tables do.
        prototype::encode(builtin, &substitution)?;
        let fill = |text: &str| match &*substitution {
            "" => text.to_owned(),
            substitution => replaced(text, substitution),
        };
        all.push(format!(
            "{} {spelling}({};",
            fill(returned),
            fill(parameters)
        ));
    }
    Ok(all)
}

/// The text with each word `T` replaced by `substitution`.
fn replaced(text: &str, substitution: &str) -> String {
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let len = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(len);
        out += if word == "T" { substitution } else { word };
        let gap = after.find(is_word).unwrap_or(after.len());
        out += &after[..gap];
        rest = &after[gap..];
    }
    out
}

/// The names of a builtin: for each substitution of the builtin's template, a name for each spelling. Each name comes
/// with the type that replaces `T`. The type is empty if the builtin is not a template.
fn instances(builtin: Rec) -> Result<Vec<(String, String)>, Fatal> {
    let mut instances = vec![(None, String::new())];
    let mut affix_first = false;
    if builtin.is_a("Template") {
        let substitutions = builtin.list_of_strings("Substitutions")?;
        let affixes = builtin.list_of_strings("Affixes")?;
        affix_first = builtin.bit("AsPrefix")?;
        if substitutions.len() != affixes.len() {
            let message = "Substitutions and affixes don't have the same lengths";
            return Err(builtin.fatal(message.to_owned()));
        }
        let affixes = affixes.into_iter().map(String::from);
        instances = substitutions.into_iter().map(Some).zip(affixes).collect();
    }
    let mut all = Vec::new();
    for (substitution, affix) in &instances {
        let substitution = substitution.as_deref().unwrap_or_default();
        for spelling in builtin.list_of_strings("Spellings")? {
            let spelling = if affix_first {
                format!("{affix}{spelling}")
            } else {
                format!("{spelling}{affix}")
            };
            all.push((spelling, substitution.to_owned()));
        }
    }
    Ok(all)
}

/// Writes the macro calls for all names of a builtin.
fn push_builtin(out: &mut Output, builtin: Rec) -> Result<(), Fatal> {
    for (spelling, substitution) in instances(builtin)? {
        let kind = BuiltinKind::read(builtin);
        if kind == BuiltinKind::Library && builtin.bit("AddBuiltinPrefixedAlias")? {
            let alias = format!("__builtin_{spelling}");
            push_call(out, builtin, &substitution, &alias, BuiltinKind::Plain)?;
        }
        push_call(out, builtin, &substitution, &spelling, kind)?;
    }
    Ok(())
}

fn push_call(
    out: &mut Output,
    builtin: Rec,
    substitution: &str,
    spelling: &str,
    kind: BuiltinKind,
) -> Result<(), Fatal> {
    out.source(builtin);
    if builtin.bit("RequiresUndef")? {
        writeln!(out, "#undef {spelling}");
    }
    let prototype = prototype::encode(builtin, substitution)?;
    let attributes = attributes(builtin, kind)?;
    write!(
        out,
        "{}({spelling}, \"{prototype}\", \"{attributes}\"",
        kind.macro_name()
    );
    match kind {
        BuiltinKind::Library => {
            let header = header(builtin)?;
            write!(out, ", {header}, {}", builtin.string("Languages")?);
        }
        BuiltinKind::Language => write!(out, ", {}", builtin.string("Languages")?),
        BuiltinKind::Target => write!(out, ", \"{}\"", builtin.string("Features")?),
        BuiltinKind::Plain | BuiltinKind::Atomic | BuiltinKind::TargetLibrary => {}
    }
    out.push(")\n");
    Ok(())
}

/// The letters that encode a builtin's attributes.
fn attributes(builtin: Rec, kind: BuiltinKind) -> Result<String, Fatal> {
    let mut letters = String::new();
    if builtin.is_a("LibBuiltin") {
        if kind == BuiltinKind::Library {
            letters.push('f');
        } else {
            letters.push('F');
            if builtin.bit("OnlyBuiltinPrefixedAliasIsConstexpr")? {
                letters.push('E');
            }
        }
    }
    if let Some(namespace) = builtin.optional_string("Namespace")? {
        if namespace != "std" {
            return Err(builtin.fatal_at("Namespace", "Unknown namespace: ".to_owned()));
        }
        letters.push('z');
    }
    let has_lists = builtin.records().release() >= Release::V21;
    for attribute in builtin.list_of_defs("Attributes")? {
        letters.push_str(&attribute.string("Mangling")?);
        if attribute.is_a("IndexedAttribute") {
            letters.push_str(&format!(":{}:", attribute.int("Index")?));
        } else if has_lists && attribute.is_a("MultiIndexAttribute") {
            let indices = attribute.list_of_ints("Indices")?;
            let indices: Vec<_> = indices.iter().map(i64::to_string).collect();
            letters.push_str(&format!("<{}>", indices.join(",")));
        }
    }
    Ok(letters)
}

/// The name of the builtin's header as an enumerator, in upper case. An error if the name contains other characters
/// than lower-case letters, `.`, `_`, `/` and `-`.
fn header(builtin: Rec) -> Result<String, Fatal> {
    let header = builtin.string("Header")?;
    let letter = |c: char| match c {
        'a'..='z' => Some(c.to_ascii_uppercase()),
        '.' | '_' | '/' | '-' => Some('_'),
        _ => None,
    };
    header
        .chars()
        .map(letter)
        .collect::<Option<_>>()
        .ok_or_else(|| builtin.fatal("Unexpected header name".to_owned()))
}
