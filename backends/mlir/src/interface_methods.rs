//! Methods of interfaces as those of the classes that implement them.

use std::collections::HashSet;

use rustc_hash::FxHashSet;

use backend::{Fatal, Release};

use mlir_model::interfaces::{Interface, Method};
use mlir_model::traits::{Trait, TraitKind};

use crate::cpp::{self, Class, Parameter, Qualifiers};

/// A method of an interface as one of a class.
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

/// Declares the methods of interfaces that a class has to implement, of those interfaces among its traits for which that is
/// asked. Since 22 methods that it takes from an interface are named as used.
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
        for open in Interface::read(it.rec)?.methods {
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
