//! `-gen-clang-opencl-builtin-header`, `-gen-clang-opencl-builtin-tests`: each prototype of the builtin functions.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec};

use super::extensions;
use super::types::{Prototypes, Types};

const EXTENSIONS: &str = "
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_gl_msaa_sharing : enable
#pragma OPENCL EXTENSION cl_khr_mipmap_image_writes : enable
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

";

pub(crate) const OPENCL_BUILTIN_HEADER: Backend = Backend::clang(
    "gen-clang-opencl-builtin-header",
    "Declare the builtin functions of OpenCL",
    &["Builtin", "GenericType"],
    header,
);

/// Writes declarations of all builtins.
fn header(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "OpenCL Builtin declarations", cx.records);
    out.push(EXTENSIONS);
    out.push(
        "
#define __ovld __attribute__((overloadable))
#define __conv __attribute__((convergent))
#define __purefn __attribute__((pure))
#define __cnfn __attribute__((const))

",
    );
    push_all(cx, out, |_, _, _| Ok(()), push_declaration)?;
    out.push(
        "
// Disable any extensions we may have enabled previously.
#pragma OPENCL EXTENSION all : disable
",
    );
    Ok(())
}

pub(crate) const OPENCL_BUILTIN_TESTS: Backend = Backend::clang(
    "gen-clang-opencl-builtin-tests",
    "Call the builtin functions of OpenCL",
    &["Builtin", "GenericType"],
    tests,
);

/// For each prototype of each builtin, writes a function that calls the builtin.
fn tests<'a>(cx: &Context<'a>, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "OpenCL Builtin exhaustive testing", cx.records);
    out.push(EXTENSIONS);
    let mut number = 0;
    let begin = |builtin: Rec<'a>, types: &mut Types<'a>, out: &mut Output| {
        // Here, errors in types precede the builtin's other errors; in the header they come last.
        types.prototypes(builtin)?;
        writeln!(out, "// Test {}", builtin.string("Name")?);
        Ok(())
    };
    push_all(cx, out, begin, |out, name, _, prototypes, index| {
        push_test(out, number, name, prototypes, index);
        number += 1;
        Ok(())
    })
}

/// Calls `begin` for each builtin, and then `push` for each prototype of the builtin. The output of `push` is enclosed
/// in the preprocessor conditions that the builtin and the prototype need.
fn push_all<'a>(
    cx: &Context<'a>,
    out: &mut Output,
    begin: impl Fn(Rec<'a>, &mut Types<'a>, &mut Output) -> Result<(), Fatal>,
    mut push: impl FnMut(&mut Output, &str, Rec, &Prototypes, usize) -> Result<(), Fatal>,
) -> Result<(), Fatal> {
    let mut types = Types::new(cx.records);
    for builtin in cx.records.derived("Builtin")? {
        let name = builtin.string("Name")?;
        out.source(builtin);
        begin(builtin, &mut types, out)?;
        let is_guarded = push_extension_guard(builtin, out)?;
        let version_ends = push_version_guards(builtin, out)?;
        let prototypes = types.prototypes(builtin)?;
        out.sources(|| [builtin].into_iter().chain(prototypes.generic()));
        for index in 0..prototypes.len {
            let extensions = types.extensions(&prototypes, index);
            for (at, extension) in extensions.iter().enumerate() {
                let start = if at == 0 { "#if " } else { " && " };
                write!(out, "{start}defined({extension})");
            }
            if !extensions.is_empty() {
                out.push("\n");
            }
            push(out, &name, builtin, &prototypes, index)?;
            if !extensions.is_empty() {
                out.push("#endif // TypeExtension\n");
            }
        }
        out.push(version_ends);
        if is_guarded {
            out.push("#endif // Extension\n");
        }
    }
    out.no_source();
    Ok(())
}

/// Writes a condition for the extensions of a builtin. Returns whether the builtin needs a condition.
fn push_extension_guard(builtin: Rec, out: &mut Output) -> Result<bool, Fatal> {
    let extensions = extensions(builtin)?;
    if extensions.is_empty() {
        return Ok(false);
    }
    let tests: Vec<_> = extensions
        .split(' ')
        .map(|it| format!(" defined({it})"))
        .collect();
    writeln!(out, "#if{}", tests.join(" &&"));
    Ok(true)
}

/// Writes conditions for the OpenCL versions that have a builtin. Returns the text that closes them.
fn push_version_guards(builtin: Rec, out: &mut Output) -> Result<&'static str, Fatal> {
    /// OpenCL C 1.0, the first version. It needs no condition.
    const FIRST: i32 = 100;
    let version = |field: &str| -> Result<i32, Fatal> { Ok(builtin.def(field)?.int("ID")? as i32) };
    let mut push = |comparison: &str, version: i32| {
        let (major, minor) = (version / 100, version % 100 / 10);
        writeln!(
            out,
            "#if __OPENCL_C_VERSION__ {comparison} CL_VERSION_{major}_{minor}"
        );
    };
    let min = version("MinVersion")?;
    if min != FIRST {
        push(">=", min);
    }
    let max = version("MaxVersion")?;
    if max != 0 {
        push("<", max);
    }
    Ok(match (min != FIRST, max != 0) {
        (false, false) => "",
        (true, false) => "#endif // MinVersion\n",
        (false, true) => "#endif // MaxVersion\n",
        (true, true) => "#endif // MaxVersion\n#endif // MinVersion\n",
    })
}

fn push_declaration(
    out: &mut Output,
    name: &str,
    builtin: Rec,
    prototypes: &Prototypes,
    index: usize,
) -> Result<(), Fatal> {
    let mut types = prototypes.types_of(index);
    out.push(types.next().unwrap_or_default());
    out.push(" __ovld ");
    for (field, word) in [
        ("IsConst", "__cnfn "),
        ("IsPure", "__purefn "),
        ("IsConv", "__conv "),
    ] {
        if builtin.bit(field)? {
            out.push(word);
        }
    }
    out.push(name);
    for (at, ty) in types.enumerate() {
        out.push(if at == 0 { "(" } else { ", " });
        out.push(ty);
    }
    let has_parameters = prototypes.types_of(index).nth(1).is_some();
    out.push(if has_parameters { ");\n" } else { "();\n" });
    Ok(())
}

fn push_test(out: &mut Output, number: usize, name: &str, prototypes: &Prototypes, index: usize) {
    let mut types = prototypes.types_of(index);
    let result = types.next().unwrap_or_default();
    write!(out, "{result} test{number}_{name}(");
    let mut count = 0;
    for ty in types {
        let separator = if count == 0 { "" } else { ", " };
        count += 1;
        write!(out, "{separator}{ty} arg{count}");
    }
    let call = if result == "void" { "" } else { "return " };
    write!(out, ") {{\n  {call}{name}(");
    for number in 1..=count {
        let separator = if number == 1 { "" } else { ", " };
        write!(out, "{separator}arg{number}");
    }
    out.push(");\n}\n");
}
