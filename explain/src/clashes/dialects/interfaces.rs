//! Hints on interfaces: methods that a class would have twice, and names in `DeclareOpInterfaceMethods` that declare
//! nothing.

use backend::{Rec, Records};
use mlir_model::interfaces::{Interface, Method};
use mlir_model::traits::Trait;

use super::{Hints, with_place_of};

impl<'a> Hints<'a> {
    /// Adds a hint on each interface method that has the name and the parameters of an earlier method of the interface.
    pub(super) fn interfaces(&mut self, records: &'a Records) {
        let all = records.derived_if_defined("Interface").into_iter();
        // A trait that declares an interface's methods is an `Interface` with the same methods.
        let all = all.filter(|it| !declares_methods(*it));
        for interface in all.filter_map(|it| Interface::read(it).ok()) {
            for (index, method) in interface.methods.iter().enumerate() {
                let mut before = interface.methods[..index].iter();
                let Some(first) = before.find(|it| is_same(it, method)) else {
                    continue;
                };
                let message = format!(
                    "another method of '{}' is called '{}' and has the same parameters",
                    interface.name, method.name
                );
                self.hint_in(interface.rec, method.rec, message);
                if let Some(hint) = self.said.pop() {
                    self.said.push(with_place_of(hint, first.rec));
                }
            }
        }
    }

    /// Adds a hint on each name in `DeclareOpInterfaceMethods` that is not a method of the interface itself. The
    /// generator skips such a name.
    pub(super) fn methods(&mut self, owner: Rec<'a>, traits: &[Trait<'a>]) {
        for it in traits.iter().filter(|it| declares_methods(it.rec)) {
            if !self.declaring.insert(it.rec.id()) {
                continue;
            }
            let names = it.rec.list_of_strings("alwaysOverriddenMethods");
            let (Ok(names), Ok(interface)) = (names, Interface::read(it.rec)) else {
                continue;
            };
            let bases = interface.bases().unwrap_or_default();
            for name in names {
                let has = |it: &&Interface| it.methods.iter().any(|it| it.name == name);
                if has(&&interface) {
                    continue;
                }
                let message = match bases.iter().find(has) {
                    Some(base) => format!(
                        "'{name}' is a method of '{}', a base of '{}', so this declares nothing",
                        base.name, interface.name
                    ),
                    None => format!(
                        "'{}' has no method '{name}', so this declares nothing",
                        interface.name
                    ),
                };
                self.hint_in(owner, it.rec, message);
            }
        }
    }
}

fn declares_methods(rec: Rec) -> bool {
    rec.is_a("DeclareInterfaceMethods")
}

fn is_same(a: &Method, b: &Method) -> bool {
    let types = |it: &Method| -> Vec<String> {
        let types = it.arguments.iter().map(|it| it.ty.trim().to_owned());
        types.collect()
    };
    a.name == b.name && types(a) == types(b)
}
