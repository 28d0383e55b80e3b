//! The function that prints constant arguments of intrinsics in LLVM IR. It is new in LLVM 22.

use backend::Output;
use target_model::intrinsics::Intrinsics;

use super::push_bits;

pub(super) fn push(intrinsics: &Intrinsics, out: &mut Output) {
    out.push("// Intrinsic ID to pretty print bitset.\n#ifdef GET_INTRINSIC_PRETTY_PRINT_TABLE\n");
    push_bits(intrinsics, out, "PPTable", |it| {
        !it.properties.shown.is_empty()
    });
    out.push("#endif // GET_INTRINSIC_PRETTY_PRINT_TABLE\n\n\n");
    out.push(
        "#ifdef GET_INTRINSIC_PRETTY_PRINT_ARGUMENTS\n\
         void Intrinsic::printImmArg(ID IID, unsigned ArgIdx, raw_ostream &OS, const Constant *ImmArgVal) {\n\
         \x20 using namespace Intrinsic;\n  switch (IID) {\n",
    );
    for intrinsic in &intrinsics.all {
        let shown = &intrinsic.properties.shown;
        if shown.is_empty() {
            continue;
        }
        out.source(intrinsic.def);
        write!(
            out,
            "  case {}:\n    switch (ArgIdx) {{\n",
            intrinsic.enum_name
        );
        for argument in shown {
            let (number, name, function) = (argument.number, &argument.name, &argument.function);
            write!(out, "    case {number}:\n      OS << \"{name}=\";\n");
            if !function.is_empty() {
                let namespace = match &*intrinsic.target {
                    "" => String::new(),
                    target => format!("{target}::"),
                };
                writeln!(out, "      {namespace}{function}(OS, ImmArgVal);");
            }
            out.push("      return;\n");
        }
        out.push("    }\n    break;\n");
    }
    out.no_source();
    out.push("  default:\n    break;\n  }\n}\n#endif // GET_INTRINSIC_PRETTY_PRINT_ARGUMENTS\n");
}
