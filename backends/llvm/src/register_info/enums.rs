//! The enumerations of registers, register classes, alternate names, sub-register indices and pressure sets.

use backend::{Fatal, Output};

use super::{Info, changes};

pub(super) fn push(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    out.push("namespace llvm {\n\n");
    write!(
        out,
        "class MCRegisterClass;\nextern const MCRegisterClass {}MCRegisterClasses[];\n\n",
        info.target
    );
    push_registers(info, out);
    push_classes(info, out);
    push_alternate_names(info, out)?;
    push_indices(info, out);
    push_pressure_sets(info, out);
    out.push("} // end namespace llvm\n\n");
    Ok(())
}

fn push_registers(info: &Info, out: &mut Output) {
    info.open_namespace(out);
    let opening = changes::register_enum(info.cx.release());
    write!(out, "{opening} {{\n  NoRegister,\n");
    for (id, register) in info.registers.registers.with_ids() {
        info.of_register(out, id);
        writeln!(out, "  {} = {},", register.name, id.number());
    }
    out.no_source();
    let count = info.registers.registers.len() + 1;
    writeln!(out, "  NUM_TARGET_REGS // {count}\n}};");
    info.close_namespace(out);
}

fn push_classes(info: &Info, out: &mut Output) {
    out.push("\n// Register classes\n\n");
    info.open_namespace(out);
    out.push("enum {\n");
    for (id, class) in info.registers.classes.with_ids() {
        info.of_class(out, id);
        writeln!(out, "  {}RegClassID = {},", class.name, id.0);
    }
    out.no_source();
    out.push("\n};\n");
    close_block(info, out);
}

/// Closes the namespace and writes an empty line. Writes nothing if there is no namespace.
fn close_block(info: &Info, out: &mut Output) {
    info.close_namespace(out);
    if !info.namespace.is_empty() {
        out.push("\n");
    }
}

fn push_alternate_names(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    let indices = info.records.derived("RegAltNameIndex")?;
    // One of the indices is for the default names of registers, so a single index means that there are no alternate
    // names.
    if indices.len() <= 1 {
        return Ok(());
    }
    out.push("\n// Register alternate name indices\n\n");
    info.open_namespace(out);
    out.push("enum {\n");
    let mut number = 0;
    out.each(indices.iter().copied(), |out, index| {
        writeln!(out, "  {},\t// {number}", index.name());
        number += 1;
    });
    writeln!(out, "  NUM_TARGET_REG_ALT_NAMES = {}\n}};", indices.len());
    close_block(info, out);
    Ok(())
}

fn push_indices(info: &Info, out: &mut Output) {
    let mut indices = info.registers.indices.iter().peekable();
    let Some((_, first)) = indices.peek() else {
        return;
    };
    let namespace = first.namespace.clone();
    out.push("\n// Subregister indices\n\n");
    if !namespace.is_empty() {
        writeln!(out, "namespace {namespace} {{");
    }
    out.push("enum : uint16_t {\n  NoSubRegister,\n");
    for (id, index) in indices {
        info.of_index(out, id);
        writeln!(out, "  {},\t// {}", index.name, id.number());
    }
    out.no_source();
    out.push("  NUM_TARGET_SUBREGS\n};\n");
    if !namespace.is_empty() {
        writeln!(out, "}} // end namespace {namespace}\n");
    }
}

fn push_pressure_sets(info: &Info, out: &mut Output) {
    out.push("// Register pressure sets enum.\n");
    info.open_namespace(out);
    out.push("enum RegisterPressureSets {\n");
    for (number, set) in info.pressure.sets.iter().enumerate() {
        set.classes.iter().for_each(|it| info.of_class(out, *it));
        writeln!(out, "  {} = {number},", set.name);
    }
    out.no_source();
    out.push("};\n");
    info.close_namespace(out);
    out.push("\n");
}
