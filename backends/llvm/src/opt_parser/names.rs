//! The names and prefixes of options: their tables, and the references to them in the options' entries.

use std::collections::{BTreeMap, BTreeSet};

use super::strings;
use backend::string_offset_table::StringOffsetTable;
use backend::text::{escaped, push_joined};
use backend::{Context, Fatal, Output, Rec, Release};

/// The names and prefixes of options, and how entries refer to them. Before LLVM 21, lists of prefixes are macros;
/// since then, all texts are in a string table.
pub(super) struct NameTables<'a> {
    release: Release,
    /// Lists of prefixes, each with the text by which entries refer to it.
    prefixes: BTreeMap<Vec<String>, String>,
    /// For each list of prefixes, the first option that has it.
    users: BTreeMap<Vec<String>, Rec<'a>>,
    strings: StringOffsetTable,
}

impl<'a> NameTables<'a> {
    pub(super) fn read(
        cx: &Context<'a>,
        groups: &[Rec<'a>],
        options: &[Rec<'a>],
    ) -> Result<NameTables<'a>, Fatal> {
        let mut names = NameTables {
            release: cx.release(),
            prefixes: number_prefixes(options)?,
            users: BTreeMap::new(),
            strings: StringOffsetTable::new(cx),
        };
        for option in options {
            let prefixes = strings(*option, "Prefixes")?;
            names.users.entry(prefixes).or_insert(*option);
        }
        if names.release >= Release::V21 {
            names.place_prefixes();
            for prefix in names.union() {
                names.strings.add(&prefix);
            }
            for group in groups {
                names.strings.add_of(&group.string("Name")?, *group);
            }
            for option in options {
                names.strings.add_of(&prefixed_name(*option)?, *option);
            }
        }
        Ok(names)
    }

    /// Sets the text by which entries refer to each list of prefixes: the offset of the list in the table of lists.
    fn place_prefixes(&mut self) {
        let mut place = 0;
        for (prefixes, name) in &mut self.prefixes {
            *name = place.to_string();
            place += 1 + prefixes.len();
        }
    }

    /// The union of all lists of prefixes, sorted.
    fn union(&self) -> Vec<String> {
        let all: BTreeSet<_> = self.prefixes.keys().flatten().cloned().collect();
        all.into_iter().collect()
    }

    /// The macro arguments for the prefixes and the name of a group.
    pub(super) fn of_group(&self, name: &str) -> String {
        if self.release >= Release::V21 {
            format!("0 /* no prefixes */, {}", self.offset(name))
        } else {
            format!("llvm::ArrayRef<llvm::StringLiteral>(), \"{name}\"")
        }
    }

    /// The macro arguments for the prefixes and the name of an option.
    pub(super) fn of_option(&self, option: Rec) -> Result<String, Fatal> {
        let prefixes = self.prefixes.get(&strings(option, "Prefixes")?);
        let prefixes = prefixes.map_or("", String::as_str);
        let name = prefixed_name(option)?;
        Ok(if self.release >= Release::V21 {
            format!("{prefixes}, {}", self.offset(&name))
        } else {
            format!("{prefixes}, \"{}\"", escaped(&name))
        })
    }

    fn offset(&self, text: &str) -> String {
        let offset = self.strings.offset(text);
        format!("{offset} /* {} */", escaped(text))
    }

    pub(super) fn push(&self, out: &mut Output) {
        if self.release >= Release::V21 {
            self.push_tables(out)
        } else {
            self.push_macros(out)
        }
    }

    fn push_macros(&self, out: &mut Output) {
        out.push("/////////\n// Prefixes\n\n#ifdef PREFIX\n#define COMMA ,\n");
        for (prefixes, name) in &self.prefixes {
            if let Some(user) = self.users.get(prefixes) {
                out.source(*user);
            }
            write!(out, "PREFIX({name}, {{");
            for prefix in prefixes {
                write!(out, "llvm::StringLiteral(\"{prefix}\") COMMA ");
            }
            out.push("llvm::StringLiteral(\"\")})\n");
            out.no_source();
        }
        out.push("#undef COMMA\n#endif // PREFIX\n\n");

        out.push(
            "/////////\n// Prefix Union\n\n#ifdef PREFIX_UNION\n#define COMMA ,\nPREFIX_UNION({\n",
        );
        for user in self.users.values() {
            out.source(*user);
        }
        for prefix in self.union() {
            write!(out, "llvm::StringLiteral(\"{prefix}\") COMMA ");
        }
        out.push("llvm::StringLiteral(\"\")})\n");
        out.no_source();
        out.push("#undef COMMA\n#endif // PREFIX_UNION\n\n");
    }

    fn push_tables(&self, out: &mut Output) {
        out.push("/////////\n// String table\n\n#ifdef OPTTABLE_STR_TABLE_CODE\n");
        self.strings.push_definition(out, "OptionStrTable");
        out.push("#endif // OPTTABLE_STR_TABLE_CODE\n\n");

        out.push("/////////\n// Prefixes\n\n#ifdef OPTTABLE_PREFIXES_TABLE_CODE\n");
        out.push("static constexpr llvm::StringTable::Offset OptionPrefixesTable[] = {\n");
        push_joined(out, ",\n", self.prefixes.keys(), |out, prefixes| {
            if let Some(user) = self.users.get(prefixes) {
                out.source(*user);
            }
            write!(out, "  {} /* prefixes */", prefixes.len());
            for prefix in prefixes {
                write!(out, ", {} /* '{prefix}' */", self.strings.offset(prefix));
            }
            out.no_source();
        });
        out.push("\n};\n#endif // OPTTABLE_PREFIXES_TABLE_CODE\n\n");
    }

    /// Writes the table of all prefixes. Writes nothing before LLVM 21, because `push` writes this table in those
    /// releases.
    pub(super) fn push_union(&self, out: &mut Output) {
        if self.release < Release::V21 {
            return;
        }
        out.push("/////////\n// Prefix Union\n\n#ifdef OPTTABLE_PREFIXES_UNION_CODE\n");
        out.push("static constexpr llvm::StringTable::Offset OptionPrefixesUnion[] = {\n");
        for user in self.users.values() {
            out.source(*user);
        }
        push_joined(out, ", ", self.union(), |out, prefix| {
            write!(out, "  {} /* '{prefix}' */", self.strings.offset(&prefix));
        });
        out.no_source();
        out.push("\n};\n#endif // OPTTABLE_PREFIXES_UNION_CODE\n\n");
    }
}

/// Lists of prefixes, each with its macro name: `prefix_0` is the empty list, and the other lists are numbered in the
/// order of the options.
fn number_prefixes(options: &[Rec]) -> Result<BTreeMap<Vec<String>, String>, Fatal> {
    let mut prefixes = BTreeMap::from([(Vec::new(), "prefix_0".to_owned())]);
    for option in options {
        let name = format!("prefix_{}", prefixes.len());
        prefixes
            .entry(strings(*option, "Prefixes")?)
            .or_insert(name);
    }
    Ok(prefixes)
}

/// The first prefix of an option, followed by the option's name. Without prefixes, the name alone.
fn prefixed_name(option: Rec) -> Result<String, Fatal> {
    let prefixes = option.list_of_strings("Prefixes")?;
    let prefix = prefixes.first().map_or("", |it| it);
    Ok(format!("{prefix}{}", option.string("Name")?))
}
