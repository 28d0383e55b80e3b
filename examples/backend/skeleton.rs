//! `-gen-colors`: a table of colours. A minimal backend as a starting point; `docs/writing-a-backend.md` explains it.

use backends::{Backend, BackendOption, Context, Fatal, Output, Rec, record_class};
use elaborate::diagnostic::Severity;

pub(crate) const BACKEND: Backend =
    Backend::llvm("gen-colors", "List the colours", &["Color"], write).options(&[NAMESPACE]);

const NAMESPACE: BackendOption = BackendOption::text(
    "colors-namespace",
    "The C++ namespace of the table (-gen-colors)",
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.phase("Read colours");
    let colors = ColorDef::all(cx.records)?;
    let colors = colors.into_iter().map(|def| Color::read(cx, def));
    let colors = colors.collect::<Result<Vec<_>, _>>()?;

    out.phase("Write colours");
    let namespace = cx.options.given_text(&NAMESPACE).unwrap_or("colors");
    writeln!(out, "namespace {namespace} {{");
    out.push("const Color Table[] = {\n");
    for color in &colors {
        out.of(color.def, |out| color.write(out));
    }
    out.push("};\n}\n");
    Ok(())
}

record_class! {
    /// A colour, as the source defines it.
    struct ColorDef("Color") {
        /// Red, green and blue.
        parts: list_of_ints("Parts"),
        /// The record whose name is the colour's former name, if there is such a record.
        alias: optional_def("Alias"),
    }
}

/// The facts about a colour that the backend needs.
struct Color<'a> {
    def: ColorDef<'a>,
    parts: [i64; 3],
    alias: Option<Rec<'a>>,
}

impl<'a> Color<'a> {
    fn read(cx: &Context, def: ColorDef<'a>) -> Result<Color<'a>, Fatal> {
        let parts = def.parts()?;
        let Ok(parts) = <[i64; 3]>::try_from(&parts[..]) else {
            let message = format!("{} has {} parts, not 3", def.name(), parts.len());
            return Err(def.fatal_at("Parts", message));
        };
        if parts.iter().any(|part| !(0..256).contains(part)) {
            let message = format!("{} is not between 0 and 255", def.name());
            cx.report(def.diagnostic_at("Parts", Severity::Warning, message));
        }
        let alias = def.alias()?;
        Ok(Color { def, parts, alias })
    }

    fn write(&self, out: &mut Output) {
        let [red, green, blue] = self.parts;
        let name = self.def.name();
        write!(out, "  {{\"{name}\", {red}, {green}, {blue}}},");
        if let Some(alias) = self.alias {
            write!(out, " // was {}", alias.name());
        }
        out.push("\n");
    }
}
