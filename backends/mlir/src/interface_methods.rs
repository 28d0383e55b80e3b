//! Methods of interfaces, as methods of the classes that implement them.

use std::collections::HashSet;

use rustc_hash::FxHashSet;

use backend::{Fatal, Release};

use mlir_model::interfaces::{Method, methods_of};
use mlir_model::traits::{Trait, TraitKind};

use crate::cpp::{self, Class, Parameter, Qualifiers};

/// Converts a method of an interface to a method of a class.
pub(crate) fn method(method: &Method, qualifiers: Qualifiers) -> cpp::Method {
    let parameters = method.arguments.iter();
    let parameters = parameters.map(|it| Parameter::new(&*it.ty, it.name));
    let parameters: Vec<Parameter> = parameters.collect();
    let is_static = if method.is_static {
        Qualifiers::STATIC
    } else {
        Qualifiers::NONE
    };
    cpp::Method::new(
        &*method.return_type,
        &*method.name,
        is_static | qualifiers,
        parameters,
    )
}

/// Declares the interface methods that a class has to implement. Only traits that derive from `DeclareInterfaceMethods`
/// count. Since LLVM 22, methods with a default implementation get a `using` declaration.
pub(crate) fn declare(
    class: &mut Class,
    traits: &[Trait],
    release: Release,
    qualifiers: impl Fn(&Method) -> Qualifiers,
) -> Result<(), Fatal> {
    let mut used: FxHashSet<String> = HashSet::default();
    for it in traits.iter().filter(|it| it.kind == TraitKind::Interface) {
        if !it.rec.is_a("DeclareInterfaceMethods") {
            continue;
        }
        let interface = it.qualified_name()?;
        let always = it.rec.list_of_strings("alwaysOverriddenMethods")?;
        for open in methods_of(it.rec)? {
            if open.body.is_some() {
                continue;
            }
            if open.default.is_none() || always.contains(&open.name) {
                class.add(method(&open, qualifiers(&open) | Qualifiers::DECLARED));
                continue;
            }
            let using = format!("{interface}<{}>::{}", class.name(), open.name);
            if release >= Release::V22 && used.insert(using.clone()) {
                class.using(using);
            }
        }
    }
    Ok(())
}
