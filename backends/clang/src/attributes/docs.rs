//! `-gen-attr-docs`, `-gen-clang-attr-doc-table`: the documentation of attributes.

use std::collections::{BTreeMap, BTreeSet};

use backend::text::{SPACES, push_header};
use backend::{Backend, Context, Fatal, Language, Output, Rec, bail, std_sort};
use elaborate::records::byte_len;
use rustc_hash::FxHashMap;

use super::changes;
use super::pragma::Rules;
use super::spelling::{Spelling, trimmed};
use super::with_class;

pub(crate) const ATTR_DOC_TABLE: Backend = Backend::clang(
    "gen-clang-attr-doc-table",
    "List the documentation of attributes",
    &["Attr", "Spelling"],
    doc_table,
)
.language(Language::Rst);

/// Writes the first documentation of each attribute that has a C++ class, as a string literal. An error if such an
/// attribute has no documentation. clangd shows these texts in hovers.
fn doc_table(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Clang attribute documentation", cx.records);
    for attr in with_class(cx.records)? {
        let Some(doc) = attr.list_of_defs("Documentation")?.first().copied() else {
            bail!(attr, "attribute '{}' has no documentation", attr.name());
        };
        let text = doc.optional_string("Content")?.unwrap_or_default();
        let text = text.trim_matches(SPACES);
        out.push("\n");
        out.sources(|| [attr, doc]);
        let name = attr.name();
        writeln!(
            out,
            "static const char AttrDoc_{name}[] = R\"reST({text})reST\";"
        );
        out.no_source();
    }
    Ok(())
}

/// A section of a category. It documents one attribute, or several attributes with the same text.
struct Section<'a> {
    doc: Rec<'a>,
    /// The first attribute of the section. It determines whether `#pragma clang attribute` is listed as supported.
    attr: Rec<'a>,
    /// The other attributes that share the text.
    others: Vec<Rec<'a>>,
    heading: String,
    /// The spellings in each column of the table of spellings, in the order of `COLUMNS`.
    columns: Vec<Vec<String>>,
}

/// The syntaxes that have a column in the table of spellings. Microsoft's syntax has no column, since Clang does not
/// fully support it.
const COLUMNS: [&str; 7] = [
    "GNU",
    "CXX11",
    "C23",
    "Declspec",
    "Keyword",
    "Pragma",
    "HLSLAnnotation",
];

pub(crate) const ATTR_DOCS: Backend = Backend::clang(
    "gen-attr-docs",
    "Write the documentation of attributes",
    &["Attr", "Documentation"],
    reference,
)
.language(Language::Rst);

fn reference(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let Some(intro) = cx.records.def("GlobalDocumentation") else {
        return Err(cx.records.fatal(
            "The Documentation top-level definition is missing, \
             no documentation will be generated."
                .to_owned(),
        ));
    };
    let text = intro.string("Intro")?;
    out.of(intro, |out| writeln!(out, "{text}"));
    // The categories, keyed by name. If several categories have the same name, the first provides the text below the
    // heading.
    let mut categories: BTreeMap<String, (Rec, Vec<Section>)> = BTreeMap::new();
    let mut texts: FxHashMap<(String, String), usize> = FxHashMap::default();
    for attr in cx.records.derived("Attr")? {
        let docs = attr.list_of_defs("Documentation")?;
        for &doc in &docs {
            let category = doc.def("Category")?;
            let name = category.string("Name")?;
            if name == "InternalOnly" {
                if docs.len() > 1 {
                    bail!(
                        doc,
                        "Attribute is \"InternalOnly\", but has multiple documentation categories"
                    );
                }
                continue;
            }
            let section = Section::new(doc, attr, &name)?;
            let may_merge = changes::merges_sections(cx.release()) && name != "Undocumented";
            let entry = categories.entry(name.into_owned());
            let sections = &mut entry.or_insert_with(|| (category, Vec::new())).1;
            if may_merge {
                let text = doc.string("Content")?.into_owned();
                let category = category.string("Name")?.into_owned();
                if let Some(&at) = texts.get(&(category.clone(), text.clone())) {
                    sections[at].merge(section);
                    continue;
                }
                texts.insert((category, text), sections.len());
            }
            sections.push(section);
        }
    }
    let mut rules = None;
    for (category, mut sections) in categories.into_values() {
        out.of(category, |out| push_category(out, category))?;
        std_sort::sort(&mut sections, |a, b| a.heading.cmp(&b.heading));
        for section in &sections {
            let rules = match &rules {
                Some(rules) => rules,
                None => rules.insert(Rules::read(cx.records)?),
            };
            out.sources(|| {
                [section.attr, section.doc]
                    .into_iter()
                    .chain(section.others.clone())
            });
            section.push(rules, out)?;
            out.no_source();
        }
    }
    Ok(())
}

fn push_category(out: &mut Output, category: Rec) -> Result<(), Fatal> {
    push_heading(out, &category.string("Name")?, '=');
    let content = category.string("Content")?;
    write!(out, "{}\n\n", content.trim_matches(SPACES));
    Ok(())
}

fn push_heading(out: &mut Output, text: &str, line: char) {
    writeln!(out, "{text}");
    out.push_fill(line, byte_len(text));
    out.push("\n");
}

impl<'a> Section<'a> {
    fn new(doc: Rec<'a>, attr: Rec<'a>, category: &str) -> Result<Section<'a>, Fatal> {
        let spellings = Spelling::all(attr)?;
        if spellings.is_empty() {
            bail!(
                attr,
                "Attribute has no supported spellings; cannot be documented"
            );
        }
        let mut heading = doc.string("Heading")?.into_owned();
        if heading.is_empty() {
            heading = heading_of(&spellings, category);
        }
        if heading.is_empty() {
            bail!(attr, "This attribute requires a heading to be specified");
        }
        let mut columns = vec![Vec::new(); COLUMNS.len()];
        for Spelling {
            variety,
            name,
            namespace,
            rec,
            ..
        } in &spellings
        {
            let name = match (namespace.is_empty(), &**variety) {
                (true, _) => name.to_string(),
                (false, "Pragma") => {
                    let release = rec.records().release();
                    format!("{} {name}", changes::pragma_namespace(release, namespace))
                }
                (false, _) => format!("{namespace}::{name}"),
            };
            match COLUMNS.iter().position(|it| it == variety) {
                Some(column) => columns[column].push(name),
                None if variety == "Microsoft" => {}
                None => {
                    let message = format!("Unknown attribute syntax variety '{variety}'!");
                    return Err(Box::new(rec.fatal(message).once_a_place()));
                }
            }
        }
        Ok(Section {
            doc,
            attr,
            others: Vec::new(),
            heading,
            columns,
        })
    }

    /// Merges a section with the same text into this one. The documentation record of `other` replaces the
    /// documentation record of this section.
    fn merge(&mut self, other: Section<'a>) {
        if self.heading != other.heading {
            self.heading = format!("{}, {}", self.heading, other.heading);
        }
        for (column, names) in self.columns.iter_mut().zip(other.columns) {
            column.extend(names);
        }
        self.doc = other.doc;
        self.others.push(other.attr);
    }

    fn push(&self, rules: &Rules, out: &mut Output) -> Result<(), Fatal> {
        if changes::has_labels(self.doc.records().release()) {
            let label = self.doc.string("Label")?;
            if !label.is_empty() {
                write!(out, ".. _{label}:\n\n");
            }
        }
        push_heading(out, &self.heading, '-');
        out.push(
            ".. csv-table:: Supported Syntaxes
   :header: \"GNU\", \"C++11\", \"C23\", \"``__declspec``\", \"Keyword\", \"``#pragma``\", \
             \"HLSL Annotation\", \"``#pragma clang attribute``\"

   \"",
        );
        for column in &self.columns {
            let names: Vec<_> = column.iter().map(|it| format!("``{it}``")).collect();
            write!(out, "{}\",\"", names.join(" |br| "));
        }
        if rules.support(self.attr)? {
            out.push("Yes");
        }
        out.push("\"\n\n");
        let doc = self.doc;
        if !doc.is_unset("Deprecated") {
            let replacement = doc.def("Deprecated")?.string("Replacement")?;
            out.push(
                "This attribute has been deprecated, \
                 and may be removed in a future version of Clang.",
            );
            if !replacement.is_empty() {
                write!(
                    out,
                    "  This attribute has been superseded by ``{replacement}``."
                );
            }
            out.push("\n\n");
        }
        let content = doc.string("Content")?;
        write!(out, "{}\n\n\n", content.trim_matches(SPACES));
        Ok(())
    }
}

/// The heading derived from the spellings: their common name, or empty if their names differ. In the category
/// `Undocumented`, all names are listed.
fn heading_of(spellings: &[Spelling], category: &str) -> String {
    if let [one] = spellings {
        return one.name.to_string();
    }
    let names: BTreeSet<_> = spellings.iter().map(|it| trimmed(&it.name)).collect();
    if names.len() > 1 && category != "Undocumented" {
        return String::new();
    }
    names.into_iter().collect::<Vec<_>>().join(", ")
}
