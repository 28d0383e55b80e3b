//! Enumerations that diagnostics declare for their choices, and the interface header of a component, both new in LLVM
//! 21: `-gen-clang-diags-enums`, `-gen-clang-diags-iface`.

use backend::{Backend, Context, Fatal, Output, Rec, Severity};
use elaborate::diagnostic::At;
use rustc_hash::{FxHashMap, FxHashSet};

use super::definitions::COMPONENT;
use super::text::{Enumeration, Mapping, Piece, Substitutions, Text, Walk, parse};

pub(crate) const ENUMS: Backend = Backend::clang(
    "gen-clang-diags-enums",
    "List the enumerations of diagnostics",
    &["Diagnostic"],
    enums,
)
.options(&[COMPONENT]);

fn enums(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let component = cx.options.text(&COMPONENT);
    let substitutions = Substitutions::new(cx.records)?;
    // The first diagnostic that declared each enumeration.
    let mut declared: FxHashMap<String, Rec> = FxHashMap::default();
    for diag in cx.records.derived("Diagnostic")? {
        let text = parse(diag, &diag.string("Summary")?)?;
        let mut found = Vec::new();
        collect(
            &mut Walk::new(diag, &substitutions),
            &mut found,
            &text,
            &None,
        )?;
        for Enumeration { name, items } in found {
            let error = |message| diag.diagnostic(Severity::Error, message);
            if let Some(previous) = declared.get(name) {
                let place = (previous.record().locs.first()).map(|loc| At::start(*loc));
                let error = error(format!("Duplicate enumeration name '{name}'"));
                cx.report(error.with_note(place, "Previous diagnostic is here".to_owned()));
            } else {
                declared.insert(name.clone(), diag);
            }
            let is_shown = component.is_empty() || diag.string("Component")? == component;
            let mut shown = format!("DIAG_ENUM({name})\n");
            let mut seen = FxHashSet::default();
            for (index, item) in items.iter().enumerate().filter(|(_, it)| !it.is_empty()) {
                if !seen.insert(item) {
                    cx.report(error(format!("Duplicate enumerator name '{item}'")));
                }
                shown += &format!("DIAG_ENUM_ITEM({index}, {item})\n");
            }
            if is_shown {
                out.source(diag);
                writeln!(out, "{shown}DIAG_ENUM_END()");
            }
        }
    }
    out.no_source();
    Ok(())
}

/// Adds the named enumerations of a text, an outer enumeration before the inner ones. The parts of a `%diff` are not
/// searched. `mapping` is only used for the arguments of substitutions.
fn collect<'w>(
    walk: &mut Walk<'w>,
    found: &mut Vec<&'w Enumeration>,
    text: &'w Text,
    mapping: &Mapping,
) -> Result<(), Fatal> {
    walk.depth += 1;
    for piece in text {
        walk.count()?;
        match piece {
            Piece::Select {
                options,
                enumeration,
                ..
            } => {
                found.extend(enumeration.iter().filter(|it| !it.name.is_empty()));
                let mut options = options.iter();
                options.try_for_each(|it| collect(walk, found, it, mapping))?;
            }
            Piece::Plural { options, .. } => {
                let mut options = options.iter();
                options.try_for_each(|(_, it)| collect(walk, found, it, mapping))?;
            }
            Piece::Sub { name, indices } => {
                let (text, mapping) = walk.substitution(name, indices, mapping)?;
                collect(walk, found, text, &mapping)?;
            }
            Piece::Plain(_) | Piece::Argument { .. } | Piece::Diff { .. } => {}
        }
    }
    walk.depth -= 1;
    Ok(())
}

pub(crate) const INTERFACE: Backend = Backend::clang(
    "gen-clang-diags-iface",
    "Write the header for the diagnostics of a component",
    &["Diagnostic"],
    interface,
)
.options(&[COMPONENT]);

fn interface(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let name = cx.options.text(&COMPONENT);
    if name.is_empty() {
        let message = "'-gen-clang-diags-iface' requires a component name";
        return Err(cx.records.fatal(message.to_owned()));
    }
    let upper = name.to_ascii_uppercase();
    write!(
        out,
        "
namespace clang {{
namespace diag {{
enum {{
#define DIAG(ENUM, FLAGS, DEFAULT_MAPPING, DESC, GROUP, SFINAE, NOWERROR,      \\
             SHOWINSYSHEADER, SHOWINSYSMACRO, DEFERRABLE, CATEGORY)            \\
  ENUM,
#define {upper}START
#include \"clang/Basic/Diagnostic{name}Kinds.inc\"
#undef DIAG
  NUM_BUILTIN_{upper}_DIAGNOSTICS
}};

#define DIAG_ENUM(ENUM_NAME)                                                   \\
  namespace ENUM_NAME {{                                                        \\
  enum {{
#define DIAG_ENUM_ITEM(IDX, NAME) NAME = IDX,
#define DIAG_ENUM_END()                                                        \\
  }}                                                                            \\
  ;                                                                            \\
  }}
#include \"clang/Basic/Diagnostic{name}Enums.inc\"
#undef DIAG_ENUM_END
#undef DIAG_ENUM_ITEM
#undef DIAG_ENUM
}} // end namespace diag

namespace diag_compat {{
#define DIAG_COMPAT_IDS_BEGIN() enum {{
#define DIAG_COMPAT_IDS_END()                                                  \\
  }}                                                                            \\
  ;
#define DIAG_COMPAT_ID(IDX, NAME, ...) NAME = IDX,
#include \"clang/Basic/Diagnostic{name}CompatIDs.inc\"
#undef DIAG_COMPAT_ID
#undef DIAG_COMPAT_IDS_BEGIN
#undef DIAG_COMPAT_IDS_END
}} // end namespace diag_compat
}} // end namespace clang
"
    );
    Ok(())
}
