//! The struct that stores the parameters of a type or attribute.

use backend::{Fatal, Release, bail};

use mlir_model::definition::{Definition, Parameter as Given};
use mlir_model::template::Substitutions;

use super::Kind;
use crate::cpp::{Class, Method, Parameter, Qualifiers};

/// The storage struct, if one is generated.
pub(super) fn struct_of(
    def: &Definition,
    kind: &Kind,
    release: Release,
) -> Result<Option<Class>, Fatal> {
    if def.parameters.is_empty() || !def.rec.bit("genStorageClass")? {
        return Ok(None);
    }
    let name = def.rec.string("storageClass")?;
    let mut class = Class::new_struct(&*name);
    class.add_parent(format!("::mlir::{}Storage", kind.long));
    let mut parameters = Vec::new();
    for it in &def.parameters {
        parameters.push(Parameter::new(it.cpp_type()?, name_of(it)));
    }
    let types: Vec<&str> = parameters.iter().map(|it| &*it.ty).collect();
    let names: Vec<&str> = parameters.iter().map(|it| &*it.name).collect();
    let moved = |name: &&str| format!("std::move({name})");
    let mut constructor = Method::constructor(Qualifiers::INLINE, parameters.clone());
    for name in &names {
        constructor.initialize(*name, moved(name));
    }
    class.add_constructor(constructor);
    class.alias("KeyTy", format!("std::tuple<{}>", types.join(", ")));
    let constant = Qualifiers::INLINE | Qualifiers::CONST;
    let mut method = Method::new("KeyTy", "getAsKey", constant, []);
    write!(method.body(), "  return KeyTy({});", names.join(", "));
    class.add(method);
    let key = || Parameter::new("const KeyTy &", "tblgenKey");
    let mut method = Method::new("bool", "operator==", constant, [key()]);
    let equal = def.parameters.iter().enumerate().map(|(index, it)| {
        let comparator = it.text("comparator");
        let comparator = comparator.as_deref().unwrap_or("$_lhs == $_rhs");
        let part = format!("std::get<{index}>(tblgenKey)");
        let names = Substitutions::new()
            .with("_lhs", name_of(it))
            .with("_rhs", part);
        names.fill(comparator)
    });
    let equal: Vec<String> = equal.collect();
    // A comparator may have several lines. All of them are indented.
    let body = method.body().indent();
    write!(body, "return ({});", equal.join(") && ("));
    class.add(method);
    let inline = Qualifiers::INLINE | Qualifiers::STATIC;
    let mut method = Method::new("::llvm::hash_code", "hashKey", inline, [key()]);
    let parts = (0..names.len()).map(|index| format!("std::get<{index}>(tblgenKey)"));
    let parts: Vec<String> = parts.collect();
    write!(
        method.body(),
        "  return ::llvm::hash_combine({});",
        parts.join(", ")
    );
    class.add(method);
    add_construct(&mut class, def, kind, &names)?;
    class.finish();
    for (it, parameter) in def.parameters.iter().zip(&parameters) {
        check_number(def, it, &parameter.ty, release)?;
        class.field(&parameter.ty, &*parameter.name);
    }
    Ok(Some(class))
}

fn name_of(parameter: &Given) -> &'static str {
    parameter.name.unwrap_or_default()
}

fn add_construct(
    class: &mut Class,
    def: &Definition,
    kind: &Kind,
    names: &[&str],
) -> Result<(), Fatal> {
    let is_custom = def.rec.bit("hasStorageCustomConstructor")?;
    // Before LLVM 22, a function that is written by hand has an empty body.
    let how = if is_custom && def.rec.records().release() >= Release::V22 {
        Qualifiers::DECLARED
    } else {
        Qualifiers::INLINE
    };
    let allocator = format!("::mlir::{}StorageAllocator &", kind.long);
    let parameters = [
        Parameter::new(allocator, "allocator"),
        Parameter::new("KeyTy &&", "tblgenKey"),
    ];
    let name = class.name().to_owned();
    let ty = format!("{name} *");
    let mut method = Method::new(ty, "construct", Qualifiers::STATIC | how, parameters);
    if !is_custom {
        let body = method.body();
        for (index, name) in names.iter().enumerate() {
            writeln!(
                body,
                "  auto {name} = std::move(std::get<{index}>(tblgenKey));"
            );
        }
        body.indent();
        for it in &def.parameters {
            let Some(code) = it.text("allocator") else {
                continue;
            };
            let own = name_of(it);
            let names = Substitutions::new()
                .with("_allocator", "allocator")
                .with("_self", own)
                .with("_dst", own);
            body.push(&names.fill(&code));
            body.push("\n");
        }
        let moved: Vec<String> = names.iter().map(|it| format!("std::move({it})")).collect();
        let moved = moved.join(", ");
        write!(
            body,
            "return new (allocator.allocate<{name}>()) {name}({moved});"
        );
    }
    class.add(method);
    Ok(())
}

/// Since LLVM 22, an `APInt` parameter without a comparator is an error, because `==` asserts that both integers have
/// the same width.
fn check_number(
    def: &Definition,
    parameter: &Given,
    ty: &str,
    release: Release,
) -> Result<(), Fatal> {
    let has_comparator = parameter.text("comparator").is_some();
    if release >= Release::V22 && ty.contains("APInt") && !has_comparator {
        bail!(
            def.rec,
            "Using a raw APInt parameter without a custom comparator is not supported because an \
             assert in the equality operator is triggered when the two APInts have different bit \
             widths. This can lead to unexpected crashes. Use an `APIntParameter` or provide a \
             custom comparator."
        );
    }
    Ok(())
}
