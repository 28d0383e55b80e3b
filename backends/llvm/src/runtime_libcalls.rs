//! `-gen-runtime-libcalls`: the library functions that compiled programs call, and the functions available on each
//! system.

mod names;
mod systems;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use elaborate::records::encode;
use rustc_hash::FxHashMap;

use backend::text::{push_guarded, push_header};
use backend::{Backend, Context, Fatal, LONG_STRING_LITERALS, Output, Rec, Release, bail};

use crate::sorted_by;

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-runtime-libcalls",
    "List functions of libraries that compiled programs call",
    &["RuntimeLibcall", "RuntimeLibcallImpl"],
    write,
)
.options(&[LONG_STRING_LITERALS]);

mod changes {
    use std::fmt::Display;

    use super::Release;

    /// Whether functions are looked up by name: since LLVM 22. Functions are then numbered in the order of their names,
    /// and there is no table of default functions.
    pub(super) fn finds_by_name(release: Release) -> bool {
        release >= Release::V22
    }

    /// The name of a function's enumerator. Since LLVM 22, it has a prefix, so that it does not clash with macros in a
    /// system's headers.
    pub(super) fn enumerator(release: Release, name: impl Display) -> String {
        let prefix = if release >= Release::V22 { "impl_" } else { "" };
        format!("{prefix}{name}")
    }

    /// The end of the enumeration of functions. Since LLVM 22, their number is not an enumerator, so that a `switch`
    /// over all functions is complete.
    pub(super) fn end_of_enum(release: Release, number: usize) -> String {
        if release >= Release::V22 {
            format!("}};\nconstexpr size_t NumLibcallImpls = {number};\n")
        } else {
            format!("  NumLibcallImpls = {number}\n}};\n")
        }
    }
}

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let libcalls = Libcalls::read(cx)?;
    push_header(out, "Runtime LibCalls Source Fragment", cx.records);
    if changes::finds_by_name(cx.release()) {
        push_guarded(out, "GET_RUNTIME_LIBCALL_ENUM", |out| {
            libcalls.push_enums(out)
        });
        names::push(cx, &libcalls, out)?;
        return push_guarded(out, "GET_RUNTIME_LIBCALLS_INFO", |out| {
            systems::push(cx, &libcalls, out)
        });
    }
    out.push("#ifdef GET_RUNTIME_LIBCALL_ENUM\n");
    libcalls.push_enums(out);
    out.push("#endif\n\n#ifdef GET_INIT_RUNTIME_LIBCALL_NAMES\n");
    libcalls.push_defaults(out);
    libcalls.push_names(out);
    libcalls.push_reverse(out);
    out.push("#endif\n\n#ifdef GET_SET_TARGET_RUNTIME_LIBCALL_SETS\n");
    systems::push(cx, &libcalls, out)?;
    out.push("#endif\n\n");
    Ok(())
}

/// Library calls, and the functions that implement them.
struct Libcalls<'a> {
    release: Release,
    /// The calls, in the order of their numbers.
    calls: Vec<Call<'a>>,
    /// The functions in the order of their numbers, which start at 1: the number 0 means no function.
    functions: Vec<Function<'a>>,
    /// The index in `functions` of each function, by its record.
    by_record: FxHashMap<Rec<'a>, usize>,
}

/// An operation that compiled programs call from a library.
struct Call<'a> {
    def: Rec<'a>,
    /// The name of the call's enumerator in C++.
    name: Cow<'a, str>,
    /// The index of the function that implements the call by default.
    default: Option<usize>,
}

/// A function of a library.
struct Function<'a> {
    def: Rec<'a>,
    /// The index of the call that the function implements.
    call: usize,
    /// The name of the function in the library.
    symbol: Cow<'a, str>,
}

impl<'a> Libcalls<'a> {
    fn read(cx: &Context<'a>) -> Result<Libcalls<'a>, Fatal> {
        let mut calls = Vec::new();
        let mut numbers = FxHashMap::default();
        for def in cx.records.derived("RuntimeLibcall")? {
            numbers.insert(def, calls.len());
            let (name, default) = (def.string("Name")?, None);
            calls.push(Call { def, name, default });
        }
        let mut functions = Vec::new();
        let mut by_record = FxHashMap::default();
        let mut defs = cx.records.derived("RuntimeLibcallImpl")?;
        if changes::finds_by_name(cx.release()) {
            defs = sorted_by(defs, |it| {
                let symbol = it.string("LibCallFuncName")?;
                Ok((encode(&symbol).into_owned(), it.name()))
            })?;
        }
        for def in defs {
            let Some(&call) = numbers.get(&def.def("Provides")?) else {
                bail!(def, "default implementations must provide a libcall");
            };
            by_record.insert(def, functions.len());
            if def.bit("IsDefault")? {
                calls[call].default = Some(functions.len());
            }
            let symbol = def.string("LibCallFuncName")?;
            functions.push(Function { def, call, symbol });
        }
        Ok(Libcalls {
            release: cx.release(),
            calls,
            functions,
            by_record,
        })
    }

    fn push_enums(&self, out: &mut Output) {
        out.push("namespace llvm {\nnamespace RTLIB {\n");
        out.push("enum Libcall : unsigned short {\n");
        for (number, call) in self.calls.iter().enumerate() {
            out.source(call.def);
            writeln!(out, "  {} = {number},", call.def.name());
        }
        out.no_source();
        write!(
            out,
            "  UNKNOWN_LIBCALL = {}\n}};\n\nenum LibcallImpl : unsigned short {{\n  Unsupported = 0,\n",
            self.calls.len()
        );
        for (number, function) in (1..).zip(&self.functions) {
            out.source(function.def);
            let (name, symbol) = (self.enumerator(function), &function.symbol);
            writeln!(out, "  {name} = {number}, // {symbol}");
        }
        out.no_source();
        out.push(&changes::end_of_enum(
            self.release,
            self.functions.len() + 1,
        ));
        out.push("} // End namespace RTLIB\n} // End namespace llvm\n");
    }

    /// The enumerator of a function in the C++ enumeration `LibcallImpl`.
    fn enumerator(&self, function: &Function) -> String {
        changes::enumerator(self.release, function.def.name())
    }

    fn push_defaults(&self, out: &mut Output) {
        out.push("const RTLIB::LibcallImpl llvm::RTLIB::RuntimeLibcallsInfo::");
        out.push("DefaultLibcallImpls[RTLIB::UNKNOWN_LIBCALL + 1] = {\n");
        for call in &self.calls {
            out.source(call.def);
            let default = call.default.map(|it| self.functions[it].def.name());
            let (default, name) = (default.unwrap_or("Unsupported"), &call.name);
            writeln!(out, "  RTLIB::{default}, // RTLIB::{name}");
        }
        out.no_source();
        out.push("  RTLIB::Unsupported\n};\n\n");
    }

    fn push_names(&self, out: &mut Output) {
        out.push("const char *const llvm::RTLIB::RuntimeLibcallsInfo::");
        out.push(
            "LibCallImplNames[RTLIB::NumLibcallImpls] = {\n  nullptr, // RTLIB::Unsupported\n",
        );
        for function in &self.functions {
            out.source(function.def);
            let (name, symbol) = (function.def.name(), &function.symbol);
            writeln!(out, "  \"{symbol}\", // RTLIB::{name}");
        }
        out.no_source();
        out.push("};\n\n");
    }

    /// Writes the table that maps each function to the call that it implements.
    fn push_reverse(&self, out: &mut Output) {
        out.push("const RTLIB::Libcall llvm::RTLIB::RuntimeLibcallsInfo::");
        out.push("ImplToLibcall[RTLIB::NumLibcallImpls] = {\n");
        out.push("  RTLIB::UNKNOWN_LIBCALL, // RTLIB::Unsupported\n");
        for function in &self.functions {
            out.source(function.def);
            let call = &self.calls[function.call].name;
            let name = self.enumerator(function);
            writeln!(out, "  RTLIB::{call}, // RTLIB::{name}");
        }
        out.no_source();
        out.push("};\n\n");
    }
}
