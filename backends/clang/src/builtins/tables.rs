//! The tables of builtins in the format of LLVM 21 and later: enumerators, a table of strings, and rows that refer to
//! the strings.

use backend::string_offset_table::StringOffsetTable;
use backend::{Context, Fatal, Output, Rec};

use super::{BuiltinKind, attributes, header, instances, prototype};

/// One name of a builtin, with the data of the builtin.
struct Entry<'a> {
    rec: Rec<'a>,
    kind: BuiltinKind,
    name: String,
    ty: String,
    attributes: String,
}

pub(super) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let mut entries = Vec::new();
    // The order of atomic builtins matters. They come first, where their order is easy to check.
    for rec in cx.records.derived("AtomicBuiltin")? {
        collect(rec, &mut entries)?;
    }
    let atomic = entries.len();
    let mut prefixed = Vec::new();
    for rec in cx.records.derived("Builtin")? {
        if rec.is_a("AtomicBuiltin") {
            continue;
        }
        match rec.optional_def("RequiredNamePrefix")? {
            None => collect(rec, &mut entries)?,
            Some(_) => prefixed.push(rec),
        }
    }
    let without_prefix = entries.len();
    for rec in prefixed {
        collect(rec, &mut entries)?;
    }
    let mut strings = StringOffsetTable::new(cx);
    for entry in &entries {
        strings.add_of(&entry.name, entry.rec);
        strings.add_of(&entry.ty, entry.rec);
        strings.add_of(&entry.attributes, entry.rec);
        if entry.kind == BuiltinKind::Target {
            strings.add_of(&entry.rec.string("Features")?, entry.rec);
        }
    }
    push_section(out, "GET_BUILTIN_ENUMERATORS", |out| {
        entries.iter().try_for_each(|it| it.push_enumerator(out))
    })?;
    push_section(out, "GET_BUILTIN_STR_TABLE", |out| {
        strings.push_definition(out, "BuiltinStrings");
        Ok(())
    })?;
    let (unprefixed, prefixed) = entries.split_at(without_prefix);
    for (name, entries) in [
        ("GET_BUILTIN_INFOS", unprefixed),
        ("GET_BUILTIN_PREFIXED_INFOS", prefixed),
    ] {
        push_section(out, name, |out| {
            let mut entries = entries.iter();
            entries.try_for_each(|it| it.push_info(out, &mut strings))
        })?;
    }
    push_section(out, "ATOMIC_BUILTIN", |out| {
        entries[..atomic]
            .iter()
            .try_for_each(|it| it.push_call(out))
    })?;
    out.push("#undef ATOMIC_BUILTIN\n");
    Ok(())
}

fn push_section(
    out: &mut Output,
    name: &str,
    push: impl FnOnce(&mut Output) -> Result<(), Fatal>,
) -> Result<(), Fatal> {
    write!(out, "\n#ifdef {name}\n");
    push(out)?;
    out.no_source();
    write!(out, "\n#endif // {name}\n");
    Ok(())
}

/// Adds an entry for each name of a builtin.
fn collect<'a>(rec: Rec<'a>, entries: &mut Vec<Entry<'a>>) -> Result<(), Fatal> {
    let kind = BuiltinKind::read(rec);
    for (name, substitution) in instances(rec)? {
        let mut add = |name, kind| -> Result<(), Fatal> {
            entries.push(Entry {
                rec,
                kind,
                name,
                ty: prototype::encode(rec, &substitution)?,
                attributes: attributes(rec, kind)?,
            });
            Ok(())
        };
        if kind == BuiltinKind::Library && rec.bit("AddBuiltinPrefixedAlias")? {
            add(format!("__builtin_{name}"), BuiltinKind::Plain)?;
        }
        add(name, kind)?;
    }
    Ok(())
}

impl Entry<'_> {
    fn push_enumerator(&self, out: &mut Output) -> Result<(), Fatal> {
        out.source(self.rec);
        out.push("    BI");
        if let Some(prefix) = self.rec.optional_def("RequiredNamePrefix")? {
            out.push(&prefix.string("Spelling")?);
        }
        writeln!(out, "{},", self.name);
        Ok(())
    }

    fn push_info(&self, out: &mut Output, strings: &mut StringOffsetTable) -> Result<(), Fatal> {
        out.source(self.rec);
        out.push("    Builtin::Info{Builtin::Info::StrOffsets{");
        for text in [&self.name, &self.ty, &self.attributes] {
            write!(out, "{} /* {text} */, ", strings.add(text));
        }
        match self.kind {
            BuiltinKind::Target => {
                let features = self.rec.string("Features")?;
                write!(out, "{} /* {features} */", strings.add(&features));
            }
            _ => out.push("0"),
        }
        let header = match self.kind {
            BuiltinKind::Library | BuiltinKind::TargetLibrary => header(self.rec)?,
            _ => "NO_HEADER".to_owned(),
        };
        let languages = match self.kind {
            BuiltinKind::Library | BuiltinKind::Language | BuiltinKind::TargetLibrary => {
                self.rec.string("Languages")?
            }
            _ => "ALL_LANGUAGES".into(),
        };
        writeln!(out, "}}, HeaderDesc::{header}, {languages}}},");
        Ok(())
    }

    /// Writes an atomic builtin as a macro call.
    fn push_call(&self, out: &mut Output) -> Result<(), Fatal> {
        out.source(self.rec);
        if self.rec.bit("RequiresUndef")? {
            writeln!(out, "#undef {}", self.name);
        }
        let (name, ty, attributes) = (&self.name, &self.ty, &self.attributes);
        writeln!(out, "ATOMIC_BUILTIN({name}, \"{ty}\", \"{attributes}\")");
        Ok(())
    }
}
