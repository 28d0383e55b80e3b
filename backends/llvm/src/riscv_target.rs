//! `-gen-riscv-target-def`: the extensions, profiles and processors of RISC-V.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::sorted_by;
use backend::{Backend, Context, Fatal, Output, Rec, Records, Release};

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-riscv-target-def",
    "List the extensions, profiles and processors of RISC-V",
    &["RISCVExtension"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_extensions(records, out)?;
    push_profiles(records, out)?;
    push_processors(records, out)?;
    push_bitmasks(records, out)
}

mod changes {
    use super::{Fatal, Rec, Release, plain_name, sorted_by};

    /// The macro parameters for the ids that a processor reports in its registers. LLVM 21 added these parameters.
    pub(super) fn machine_parameters(release: Release) -> &'static str {
        if release >= Release::V21 {
            ", MVENDORID, MARCHID, MIMPID"
        } else {
            ""
        }
    }

    /// The ids that a processor reports in its registers; empty before LLVM 21.
    pub(super) fn machine(processor: Rec) -> Result<String, Fatal> {
        if processor.records().release() < Release::V21 {
            return Ok(String::new());
        }
        let vendor = processor.int("MVendorID")? as u32;
        let (arch, version) = (processor.int("MArchID")?, processor.int("MImpID")?);
        Ok(format!(", {vendor:#010x}, {arch:#018x}, {version:#018x}"))
    }

    /// Sorts the entries of the bitmask table. Before LLVM 21, they are sorted by name. Since LLVM 21, they are sorted
    /// by group and bit.
    pub(super) fn sorted_bitmasks(extensions: Vec<Rec>) -> Result<Vec<Rec>, Fatal> {
        let release = extensions.first().map(|it| it.records().release());
        if release < Some(Release::V21) {
            return sorted_by(extensions, plain_name);
        }
        sorted_by(extensions, |it| {
            Ok((it.int("GroupID")? as u32, it.int("BitPos")?))
        })
    }
}

/// The name of an extension without the prefix `experimental-`.
fn plain_name(rec: Rec) -> Result<String, Fatal> {
    let name = rec.string("Name")?;
    Ok(name
        .strip_prefix("experimental-")
        .unwrap_or(&name)
        .to_owned())
}

fn push_extensions(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    let extensions = sorted_by(records.derived_if_defined("RISCVExtension"), plain_name)?;
    out.push("#ifdef GET_SUPPORTED_EXTENSIONS\n#undef GET_SUPPORTED_EXTENSIONS\n\n");
    if !extensions.is_empty() {
        push_extension_table(out, &extensions, false)?;
        push_extension_table(out, &extensions, true)?;
    }
    out.push("#endif // GET_SUPPORTED_EXTENSIONS\n\n");
    out.push("#ifdef GET_IMPLIED_EXTENSIONS\n#undef GET_IMPLIED_EXTENSIONS\n\n");
    if !extensions.is_empty() {
        out.push("\nstatic constexpr ImpliedExtsEntry ImpliedExts[] = {\n");
        for extension in &extensions {
            out.source(*extension);
            let all_implied = extension.list_of_defs("Implies")?;
            if all_implied.is_empty() {
                continue;
            }
            let name = plain_name(*extension)?;
            for implied in all_implied {
                if implied.is_a("RISCVExtension") {
                    let implied = plain_name(implied)?;
                    writeln!(out, "    {{ {{\"{name}\"}}, \"{implied}\"}},");
                }
            }
        }
        out.no_source();
        out.push("};\n\n");
    }
    out.push("#endif // GET_IMPLIED_EXTENSIONS\n\n");
    Ok(())
}

fn push_extension_table(
    out: &mut Output,
    extensions: &[Rec],
    experimental: bool,
) -> Result<(), Fatal> {
    let kind = if experimental { "Experimental" } else { "" };
    writeln!(
        out,
        "static const RISCVSupportedExtension Supported{kind}Extensions[] = {{"
    );
    for extension in extensions {
        if extension.bit("Experimental")? == experimental {
            out.source(*extension);
            let name = plain_name(*extension)?;
            let (major, minor) = (
                extension.int("MajorVersion")?,
                extension.int("MinorVersion")?,
            );
            writeln!(out, "    {{\"{name}\", {{{major}, {minor}}}}},");
        }
    }
    out.no_source();
    out.push("};\n\n");
    Ok(())
}

/// The letters of standard extensions in their canonical order.
const STANDARD: &[u8] = b"iemafdqlcbkjtpvnh";

/// The rank of an extension in the canonical order. Extensions of the same rank are sorted by name.
fn rank(name: &str) -> u32 {
    // The rank of a character that is not a lower-case letter may wrap around. The extension then comes last.
    let letter = |letter: u8| match STANDARD.iter().position(|it| *it == letter) {
        Some(position) => position as u32,
        None => (STANDARD.len() as i32 + i32::from(letter as i8) - i32::from(b'a')) as u32,
    };
    const KIND: u32 = 1 << 9;
    match name.as_bytes() {
        [b's', ..] => 2 * KIND,
        [b'z', rest @ ..] => KIND | letter(rest.first().copied().unwrap_or_default()),
        [b'x', ..] => 3 * KIND,
        [only] => letter(*only),
        _ => 4 * KIND,
    }
}

/// The architecture string (`-march`) for a list of features.
fn architecture(features: &[Rec]) -> Result<String, Fatal> {
    let mut extensions = BTreeMap::new();
    let mut width = 0;
    for feature in features {
        let name = plain_name(*feature)?;
        if feature.is_a("RISCVExtension") {
            let (major, minor) = (
                feature.int("MajorVersion")? as u32,
                feature.int("MinorVersion")? as u32,
            );
            extensions.insert((rank(&name), name), (major, minor));
        } else if name == "64bit" {
            width = 64;
        } else if name == "32bit" {
            width = 32;
        }
    }
    let extensions = extensions.iter();
    let extensions: Vec<_> = extensions
        .map(|((_, name), (major, minor))| format!("{name}{major}p{minor}"))
        .collect();
    Ok(format!("rv{width}{}", extensions.join("_")))
}

fn push_profiles(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    out.push("#ifdef GET_SUPPORTED_PROFILES\n#undef GET_SUPPORTED_PROFILES\n\n");
    let (mut supported, mut experimental) = (Vec::new(), Vec::new());
    let profiles = records.derived_if_defined("RISCVProfile");
    for profile in &profiles {
        if profile.bit("Experimental")? {
            experimental.push(*profile);
        } else {
            supported.push(*profile);
        }
    }
    if !profiles.is_empty() {
        push_profile_table(out, "", &supported)?;
    }
    if !experimental.is_empty() {
        push_profile_table(out, "Experimental", &experimental)?;
    }
    out.push("#endif // GET_SUPPORTED_PROFILES\n\n");
    Ok(())
}

fn push_profile_table(out: &mut Output, kind: &str, profiles: &[Rec]) -> Result<(), Fatal> {
    writeln!(
        out,
        "static constexpr RISCVProfile Supported{kind}Profiles[] = {{"
    );
    for profile in profiles {
        out.source(*profile);
        let name = plain_name(*profile)?;
        let architecture = architecture(&profile.list_of_defs("Implies")?)?;
        writeln!(out, "    {{\"{name}\",\"{architecture}\"}},");
    }
    out.no_source();
    out.push("};\n\n");
    Ok(())
}

fn push_processors(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    out.push("#ifndef PROC\n");
    writeln!(
        out,
        "#define PROC(ENUM, NAME, DEFAULT_MARCH, FAST_SCALAR_UNALIGN, FAST_VECTOR_UNALIGN{})",
        changes::machine_parameters(records.release())
    );
    out.push("#endif\n\n");
    for processor in records.derived_if_defined("RISCVProcessorModel") {
        out.source(processor);
        let features = processor.list_of_defs("Features")?;
        let mut fast = [0, 0];
        for feature in &features {
            match &*feature.string("Name")? {
                "unaligned-scalar-mem" => fast[0] = 1,
                "unaligned-vector-mem" => fast[1] = 1,
                _ => {}
            }
        }
        let (id, name) = (processor.name(), processor.string("Name")?);
        let given = processor.string("DefaultMarch")?;
        let architecture = if given.is_empty() {
            architecture(&features)?
        } else {
            given.into_owned()
        };
        let [scalar, vector] = fast;
        let machine = changes::machine(processor)?;
        writeln!(
            out,
            "PROC({id}, {{\"{name}\"}}, {{\"{architecture}\"}}, {scalar}, {vector}{machine})"
        );
    }
    out.no_source();
    out.push("\n#undef PROC\n\n#ifndef TUNE_PROC\n#define TUNE_PROC(ENUM, NAME)\n#endif\n\n");
    for processor in records.derived_if_defined("RISCVTuneProcessorModel") {
        out.source(processor);
        writeln!(
            out,
            "TUNE_PROC({}, \"{}\")",
            processor.name(),
            processor.string("Name")?
        );
    }
    out.no_source();
    out.push("\n#undef TUNE_PROC\n");
    Ok(())
}

/// Writes the group and bit of each extension in the bit masks that a system reports.
fn push_bitmasks(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    let extensions = records.derived_if_defined("RISCVExtensionBitmask");
    let extensions = changes::sorted_bitmasks(extensions)?;
    out.push("#ifdef GET_RISCVExtensionBitmaskTable_IMPL\n");
    out.push("static const RISCVExtensionBitmask ExtensionBitmask[]={\n");
    for extension in extensions {
        out.source(extension);
        let (group, bit) = (
            extension.int("GroupID")? as u32,
            extension.int("BitPos")? as u32,
        );
        let name = plain_name(extension)?;
        writeln!(out, "    {{\"{name}\", {group}, {bit}ULL}},");
    }
    out.no_source();
    out.push("};\n#endif\n");
    Ok(())
}
