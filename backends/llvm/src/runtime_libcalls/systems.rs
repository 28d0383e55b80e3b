//! The functions in the library of each system, some of them under a condition on the target triple.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use backend::sets::{Kind, Set, Sets};
use backend::text::{push_hex, push_joined};
use backend::{Context, Fatal, Output, Rec, Release, Severity, bail, std_sort};

use super::Libcalls;

/// The condition under which functions are available, and their calling convention. Most functions have neither.
type Condition<'a> = (Option<Rec<'a>>, Option<Rec<'a>>);

mod changes {
    use super::Release;

    /// Whether the tables list pairs of a call and a function. Since LLVM 22, the tables list functions only, because
    /// each function implements one call. Since LLVM 22, there are no default functions either: a system has exactly
    /// the functions that it lists.
    pub(super) fn enters_calls(release: Release) -> bool {
        release < Release::V22
    }

    /// The parameters of the function. LLVM 22 added further properties of a system.
    pub(super) fn parameters(release: Release) -> &'static str {
        if release >= Release::V22 {
            "const llvm::Triple &TT, ExceptionHandling ExceptionModel, FloatABI::ABIType FloatABI, EABI \
             EABIVersion, StringRef ABIName"
        } else {
            "const llvm::Triple &TT, FloatABI::ABIType FloatABI"
        }
    }

    /// The suffix of a table's name for a calling convention; empty before LLVM 22.
    pub(super) fn suffix(release: Release, convention: Option<&str>) -> String {
        match convention {
            Some(convention) if release >= Release::V22 => format!("_{convention}"),
            _ => String::new(),
        }
    }

    /// The error message for a function with two conditions. Since LLVM 22, it names the function.
    pub(super) fn nested(release: Release, symbol: Option<&str>) -> String {
        let message = "combining nested libcall set predicates currently unhandled";
        match symbol {
            Some(symbol) if release >= Release::V22 => format!("{message}: '{symbol}'"),
            _ => message.to_owned(),
        }
    }
}

/// Writes the C++ function that selects the library functions of the system of a target triple.
pub(super) fn push(cx: &Context, libcalls: &Libcalls, out: &mut Output) -> Result<(), Fatal> {
    writeln!(
        out,
        "void llvm::RTLIB::RuntimeLibcallsInfo::setTargetRuntimeLibcallSets({}) {{",
        changes::parameters(cx.release())
    );
    let enters_calls = changes::enters_calls(cx.release());
    if enters_calls {
        out.push("  struct LibcallImplPair {\n    RTLIB::Libcall Func;\n    RTLIB::LibcallImpl Impl;\n  };\n");
    }
    for system in cx.records.derived("SystemRuntimeLibrary")? {
        out.source(system);
        push_system(cx, libcalls, out, system)?;
        out.no_source();
    }
    out.push(if enters_calls {
        "  initDefaultLibCallImpls();\n}\n\n"
    } else {
        "  LLVM_DEBUG(dbgs() << \"no system runtime library applied to target \\'\" << TT.str() << \"\\'\\n\");\n}\n\n"
    });
    Ok(())
}

fn push_system<'a>(
    cx: &Context<'a>,
    libcalls: &Libcalls<'a>,
    out: &mut Output,
    system: Rec<'a>,
) -> Result<(), Fatal> {
    let condition = system.def("TriplePred")?.string("Cond")?;
    write!(out, "\n  if ({condition}) {{\n");
    let convention = system.def("DefaultLibcallCallingConv")?;
    let convention = convention.string("CallingConv")?;
    let convention = convention.trim_ascii();
    if !convention.is_empty() {
        write!(
            out,
            "    const CallingConv::ID DefaultCC = {convention};\n\
             \x20   for (CallingConv::ID &Entry : LibcallImplCallingConvs) {{\n      Entry = DefaultCC;\n    }}\n\n"
        );
    }
    let by_condition = functions_by_condition(cx, libcalls, system)?;
    if !changes::enters_calls(cx.release()) {
        push_available(libcalls, out, &by_condition)?;
    }
    let mut order: Vec<Condition> = by_condition.keys().copied().collect();
    std_sort::sort(&mut order, |a, b| {
        let name = |it: &Condition<'a>| it.0.map_or("", Rec::name);
        name(a).cmp(name(b))
    });
    for condition in order {
        let functions = &by_condition[&condition];
        // `by_condition` always has an entry for functions without a condition; no table is written if this entry is
        // empty.
        if condition == (None, None) && functions.is_empty() {
            continue;
        }
        let functions = one_each(cx, libcalls, system, functions);
        push_table(libcalls, out, condition, &functions)?;
    }
    out.push("    return;\n  }\n");
    Ok(())
}

/// The indices of a system's functions by their conditions, in the order of the system's list.
fn functions_by_condition<'a>(
    cx: &Context<'a>,
    libcalls: &Libcalls<'a>,
    system: Rec<'a>,
) -> Result<IndexMap<Condition<'a>, Vec<usize>>, Fatal> {
    let kind = Conditional {
        cx,
        libcalls,
        conditions: FxHashMap::default(),
    };
    let mut sets = Sets::of(cx.records, kind);
    let members = system.def("MemberList")?;
    let Some(elements) = sets.expand(members)? else {
        bail!(system, "'{}' is not a set of functions", members.name());
    };
    let mut by_condition = IndexMap::new();
    by_condition.insert((None, None), Vec::new());
    for element in elements.iter() {
        let Some(number) = libcalls.by_record.get(element) else {
            let message = "entry for SystemLibrary is not a RuntimeLibcallImpl".to_owned();
            let note = format!("invalid entry `{}`", element.name());
            let at = element.record().locs.first();
            let at = at.map(|it| elaborate::diagnostic::At::start(*it));
            let error = system.diagnostic(Severity::Error, message);
            cx.report(error.with_note(at, note));
            continue;
        };
        let conditions = sets.kind.conditions.get(element);
        let conditions = conditions.map_or(&[(None, None)][..], |it| it);
        for condition in conditions {
            let functions: &mut Vec<usize> = by_condition.entry(*condition).or_default();
            functions.push(*number);
        }
    }
    Ok(by_condition)
}

/// Writes the bit set of the functions that are available without a condition, in words of 64 bits.
fn push_available(
    libcalls: &Libcalls,
    out: &mut Output,
    by_condition: &IndexMap<Condition, Vec<usize>>,
) -> Result<(), Fatal> {
    let mut words = vec![0; (libcalls.functions.len() + 1).div_ceil(64)];
    for ((predicate, _), functions) in by_condition {
        let is_always = match predicate {
            Some(predicate) => predicate.string("Cond")?.is_empty(),
            None => true,
        };
        for function in functions.iter().filter(|_| is_always) {
            let number = function + 1;
            words[number / 64] |= 1 << (number % 64);
        }
    }
    out.push("    static constexpr LibcallImplBitset SystemAvailableImpls({\n      ");
    push_joined(out, ",\n      ", words.chunks(4), |out, words| {
        push_joined(out, ", ", words, |out, word| {
            push_hex(&mut out.text, *word, 14)
        });
    });
    out.push("\n    });\n    AvailableLibcallImpls = SystemAvailableImpls;\n\n");
    Ok(())
}

/// Sorts functions by the calls that they implement, and keeps the first function for each call. Reports a warning for
/// each function that is dropped.
fn one_each(cx: &Context, libcalls: &Libcalls, system: Rec, functions: &[usize]) -> Vec<usize> {
    let mut functions = functions.to_vec();
    let call = |it: usize| libcalls.functions[it].call;
    functions.sort_by_key(|it| call(*it));
    functions.dedup_by(|next, first| {
        let is_same = call(*next) == call(*first);
        if is_same {
            let name = libcalls.calls[call(*first)].def.name();
            let symbol = |it: usize| &libcalls.functions[it].symbol;
            let message = format!(
                "conflicting implementations for libcall {name}: {}, {}",
                symbol(*first),
                symbol(*next)
            );
            cx.report(system.diagnostic(Severity::Warning, message));
        }
        is_same
    });
    functions
}

fn push_table(
    libcalls: &Libcalls,
    out: &mut Output,
    (predicate, convention): Condition,
    functions: &[usize],
) -> Result<(), Fatal> {
    let condition = match predicate {
        Some(predicate) => predicate.string("Cond")?,
        None => "".into(),
    };
    let release = libcalls.release;
    let enters_calls = changes::enters_calls(release);
    let suffix = predicate.map_or(String::new(), |it| format!("_{}", it.name()));
    let suffix = suffix + &changes::suffix(release, convention.map(Rec::name));
    let indent = if condition.is_empty() { "" } else { "  " };
    if !condition.is_empty() {
        writeln!(out, "    if ({condition}) {{");
    }
    let element = if enters_calls {
        "LibcallImplPair"
    } else {
        "RTLIB::LibcallImpl"
    };
    writeln!(
        out,
        "{indent}    static const {element} LibraryCalls{suffix}[] = {{"
    );
    for function in functions {
        let function = &libcalls.functions[*function];
        let (call, symbol) = (&libcalls.calls[function.call].name, &function.symbol);
        let name = format!("RTLIB::{}", libcalls.enumerator(function));
        write!(out, "{indent}        ");
        if enters_calls {
            writeln!(out, "{{RTLIB::{call}, {name}}}, // {symbol}");
        } else {
            writeln!(out, "{name}, // {symbol}");
        }
    }
    let [each, enter] = if enters_calls {
        ["auto [Func, Impl]", "setLibcallImpl(Func, Impl)"]
    } else {
        ["RTLIB::LibcallImpl Impl", "setAvailable(Impl)"]
    };
    write!(
        out,
        "{indent}    }};\n\n{indent}    for (const {each} : LibraryCalls{suffix}) {{\n\
         {indent}      {enter};\n"
    );
    if let Some(convention) = convention {
        let convention = convention.string("CallingConv")?;
        writeln!(
            out,
            "{indent}      setLibcallImplCallingConv(Impl, {convention});"
        );
    }
    write!(out, "{indent}    }}\n\n");
    if !condition.is_empty() {
        out.push("    }\n\n");
    }
    Ok(())
}

/// The sets of library functions. Expanding a set records the condition of its functions.
struct Conditional<'c, 'a> {
    cx: &'c Context<'a>,
    libcalls: &'c Libcalls<'a>,
    /// For each function, the conditions of the sets that contain it.
    conditions: FxHashMap<Rec<'a>, Vec<Condition<'a>>>,
}

impl<'a> Kind<'a> for Conditional<'_, 'a> {
    type Element = Rec<'a>;

    const CLASS: Option<&'static str> = Some("LibcallImpls");

    fn expand(sets: &mut Sets<'a, Self>, set: Rec<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
        let mut found = Set::default();
        sets.evaluate(set.value("MemberList")?, &mut found, set)?;
        let predicate = set.def("AvailabilityPredicate")?;
        let convention = set.optional_def("CallingConv")?;
        if predicate.string("Cond")?.is_empty() && convention.is_none() {
            return Ok(found.elements);
        }
        for function in &found.elements {
            let Conditional { cx, libcalls, .. } = sets.kind;
            let conditions = sets.kind.conditions.entry(*function).or_default();
            if !conditions.is_empty() {
                let symbol = libcalls.by_record.get(function);
                let symbol = symbol.map(|it| &*libcalls.functions[*it].symbol);
                let message = changes::nested(cx.release(), symbol);
                cx.report(set.diagnostic(Severity::Error, message));
            }
            // As in the reference, all conditions of a function get the calling convention of the last set.
            conditions.push((Some(predicate), None));
            conditions.iter_mut().for_each(|it| it.1 = convention);
        }
        Ok(found.elements)
    }
}
