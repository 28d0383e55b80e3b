//! `-gen-colors`: a table of colours. A backend to begin with; `docs/writing-a-backend.md` explains it.

use backends::{Backend, BackendOption, Fatal, Options, Output, Rec, Records};
use elaborate::diagnostic::Severity;

pub struct Colors;

impl Backend for Colors {
    fn name(&self) -> &'static str {
        "gen-colors"
    }

    fn help(&self) -> &'static str {
        "List the colours"
    }

    fn options(&self) -> &'static [BackendOption] {
        &[BackendOption {
            name: "colors-namespace",
            help: "The C++ namespace of the table (-gen-colors)",
        }]
    }

    fn run(&self, records: &Records, options: &Options, out: &mut Output) -> Result<(), Fatal> {
        out.phase("Read colours");
        let colors = records.derived("Color")?;
        let colors = colors.into_iter().map(|rec| Color::read(rec, out));
        let colors = colors.collect::<Result<Vec<_>, _>>()?;

        out.phase("Write colours");
        let namespace = options.get("colors-namespace").unwrap_or("colors");
        writeln!(out, "namespace {namespace} {{");
        out.push("const Color Table[] = {\n");
        for color in &colors {
            out.source(color.rec);
            color.write(out);
        }
        out.no_source();
        out.push("};\n}\n");
        Ok(())
    }
}

/// What the backend needs to know of a record.
struct Color<'a> {
    rec: Rec<'a>,
    /// Red, green and blue.
    parts: Vec<i64>,
    /// What it was called before.
    alias: Option<Rec<'a>>,
}

impl<'a> Color<'a> {
    fn read(rec: Rec<'a>, out: &mut Output) -> Result<Color<'a>, Fatal> {
        let parts = rec.list_of_ints("Parts")?;
        if parts.len() != 3 {
            let message = format!("{} has {} parts, not 3", rec.name(), parts.len());
            return Err(rec.fatal_at("Parts", message));
        }
        if parts.iter().any(|part| !(0..256).contains(part)) {
            let message = format!("{} is not between 0 and 255", rec.name());
            out.report(rec.diagnostic_at("Parts", Severity::Warning, message));
        }
        Ok(Color {
            rec,
            parts,
            alias: rec.optional_def("Alias")?,
        })
    }

    fn write(&self, out: &mut Output) {
        let [red, green, blue] = self.parts[..] else {
            return;
        };
        write!(
            out,
            "  {{\"{}\", {red}, {green}, {blue}}},",
            self.rec.name()
        );
        if let Some(alias) = self.alias {
            write!(out, " // was {}", alias.name());
        }
        out.push("\n");
    }
}
