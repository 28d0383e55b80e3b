//! An outline of the members that the generators add to the classes of an operation, for descriptions in an editor.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal};
use mlir_model::interfaces::{Interface, Method};
use mlir_model::operation::Operation;

use super::slots::Slots;
use super::{attributes, builders, effects, inference, values};
use crate::cpp::Class;
use crate::python_operations::accessors;

/// The members of an operation in C++ and Python.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The declarations of the `build` functions, as `-gen-op-decls` writes them.
    pub builders: Vec<String>,
    /// The names of the accessors, one entry for each kind of part that has accessors in C++.
    pub accessors: Vec<Accessors>,
    /// The methods that the operation still has to implement, grouped by interface.
    pub open: Vec<Open>,
}

/// The accessors for one kind of an operation's parts.
#[derive(Clone, Debug)]
pub struct Accessors {
    /// The kind in the plural, such as `operands`.
    pub kind: &'static str,
    /// The names of the methods in C++.
    pub cpp: Vec<String>,
    /// The names of the properties in Python.
    pub python: Vec<String>,
}

/// For one interface, the methods that an operation still has to implement.
#[derive(Clone, Debug)]
pub struct Open {
    /// The C++ name of the interface, without its namespace.
    pub interface: String,
    /// Whether the class of the operation declares the methods, so that only their definitions are missing.
    pub is_declared: bool,
    /// The names of the methods.
    pub methods: Vec<String>,
}

/// The outline of an operation. An error if the generators would report an error in its members.
pub fn outline(cx: &Context, op: &Operation) -> Result<Outline, Fatal> {
    let release = cx.release();
    let slots = Slots::new(op, release)?;
    let members = |add: &dyn Fn(&mut Class) -> Result<(), Fatal>| {
        let mut class = Class::new(op.class_name);
        add(&mut class)?;
        Ok::<_, Fatal>(class)
    };
    let [operands, attributes, results, regions] = accessors::names(op);
    let all = |class: Class| {
        let mut names = class.method_names();
        // These functions are the same for every operation.
        names.retain(|it| !it.starts_with("getODS"));
        names
    };
    let groups = [
        Accessors {
            kind: "operands",
            cpp: all(members(&|it| {
                values::add_operands(it, op, &slots, release)
            })?),
            python: operands,
        },
        Accessors {
            kind: "properties",
            cpp: all(members(&|it| {
                attributes::add_property_getters(it, op, release)?;
                attributes::add_property_setters(it, op, release);
                Ok(())
            })?),
            python: Vec::new(),
        },
        Accessors {
            kind: "attributes",
            cpp: all(members(&|it| {
                attributes::add_getters(cx, it, op, &slots)?;
                attributes::add_setters(it, op, &slots)?;
                attributes::add_removers(it, op, &slots, release)
            })?),
            python: attributes,
        },
        Accessors {
            kind: "results",
            cpp: all(members(&|it| values::add_results(it, op, &slots, release))?),
            python: results,
        },
        Accessors {
            kind: "regions and successors",
            cpp: all(members(&|it| values::add_parts(it, op))?),
            python: regions,
        },
    ];
    let made = members(&|it| {
        inference::add(it, op, &slots)?;
        effects::add(it, op)
    })?;
    let mut known = made.method_names();
    known.extend(groups.iter().flat_map(|it| it.cpp.iter().cloned()));
    let written = op.rec.optional_string("extraClassDeclaration")?;
    let written = written.unwrap_or_default();
    let is_missing =
        |it: &Method| !known.iter().any(|name| *name == *it.name) && !calls(&written, &it.name);
    Ok(Outline {
        builders: members(&|it| builders::add(it, op, &slots, release))?.declarations_of("build"),
        open: open(op, is_missing)?,
        accessors: groups.into_iter().filter(|it| !it.cpp.is_empty()).collect(),
    })
}

/// The methods that `is_missing` selects and that the operation has to implement: they have no body, and they
/// either have no default implementation or are listed in `alwaysOverriddenMethods`.
fn open(op: &Operation, is_missing: impl Fn(&Method) -> bool) -> Result<Vec<Open>, Fatal> {
    let mut found: Vec<Open> = Vec::new();
    for it in op.traits.iter().filter(|it| it.rec.is_a("Interface")) {
        let is_declared = it.rec.is_a("DeclareInterfaceMethods");
        let always = if is_declared {
            it.rec.list_of_strings("alwaysOverriddenMethods")?
        } else {
            Vec::new()
        };
        let interface = Interface::read(it.rec)?;
        let methods = interface.methods.iter().filter(|it| {
            let is_open = it.default.is_none() || always.contains(&it.name);
            it.body.is_none() && is_open && is_missing(it)
        });
        let mut methods: Vec<String> = methods.map(|it| it.name.to_string()).collect();
        methods.dedup();
        let name = interface.name.to_string();
        if methods.is_empty() {
            continue;
        }
        // An interface and the record that declares its methods may both be among the traits.
        match found.iter_mut().find(|it| it.interface == name) {
            Some(same) => {
                same.is_declared |= is_declared;
                methods.retain(|it| !same.methods.contains(it));
                same.methods.extend(methods);
            }
            None => found.push(Open {
                interface: name,
                is_declared,
                methods,
            }),
        }
    }
    Ok(found)
}

/// Whether `name` is followed by a parenthesis somewhere in C++ code.
fn calls(code: &str, name: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    code.match_indices(name).any(|(at, _)| {
        let behind = code[at + name.len()..].trim_start();
        !code[..at].ends_with(is_part) && behind.starts_with('(')
    })
}
