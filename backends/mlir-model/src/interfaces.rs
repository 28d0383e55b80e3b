//! Interfaces, their methods, and their base interfaces.

use std::borrow::Cow;

use backend::text::SPACES;
use backend::{Fatal, Rec, RecordId, bail};
use rustc_hash::FxHashSet;

use crate::names::qualified;

/// The maximum length of a chain of base interfaces.
const MAX_DEPTH: usize = 200;

/// An interface of operations, types, attributes or dialects.
#[derive(Clone, Debug)]
pub struct Interface<'a> {
    /// The record of the interface.
    pub rec: Rec<'a>,
    /// The name of the C++ class, without its namespace.
    pub name: Cow<'a, str>,
    /// The methods, in the order of the definition.
    pub methods: Vec<Method<'a>>,
}

/// A method of an interface.
#[derive(Clone, Debug)]
pub struct Method<'a> {
    /// The record of the method.
    pub rec: Rec<'a>,
    /// The name of the method in C++.
    pub name: Cow<'a, str>,
    /// The name, with a number appended if an earlier method of the interface has the same name.
    pub unique_name: String,
    /// The C++ return type.
    pub return_type: Cow<'a, str>,
    /// The arguments in order.
    pub arguments: Vec<Argument<'a>>,
    /// Whether the method is static.
    pub is_static: bool,
    /// The C++ body of the method in the interface's model class. `None` if the model calls the method of the
    /// operation, type or attribute.
    pub body: Option<Cow<'a, str>>,
    /// The default implementation in C++, if there is one.
    pub default: Option<Cow<'a, str>>,
    /// The description; may be empty.
    pub description: Cow<'a, str>,
}

/// An argument of a method.
#[derive(Clone, Debug)]
pub struct Argument<'a> {
    /// The C++ type of the argument.
    pub ty: Cow<'a, str>,
    /// The name of the argument; empty if it has none.
    pub name: &'a str,
}

impl<'a> Interface<'a> {
    /// Reads the interface that a record describes.
    pub fn read(rec: Rec<'a>) -> Result<Interface<'a>, Fatal> {
        Ok(Interface {
            rec,
            methods: methods_of(rec)?,
            name: rec.string("cppInterfaceName")?,
        })
    }

    /// The C++ namespace, exactly as the source has it; may be empty.
    pub fn namespace(&self) -> Result<Cow<'a, str>, Fatal> {
        self.rec.string("cppNamespace")
    }

    /// The name of the C++ class, qualified with the namespace as the source has it.
    pub fn qualified_name(&self) -> Result<String, Fatal> {
        Ok(qualified(&self.namespace()?, &self.name))
    }

    /// All direct and indirect base interfaces without duplicates. The bases of an interface come before it.
    pub fn bases(&self) -> Result<Vec<Interface<'a>>, Fatal> {
        let mut bases = Bases::default();
        bases.add_of(self.rec)?;
        Ok(bases.all)
    }

    /// The C++ code in a field; `None` if it is empty.
    pub fn code(&self, field: &str) -> Result<Option<Cow<'a, str>>, Fatal> {
        Ok(Some(self.rec.string(field)?).filter(|it| !it.is_empty()))
    }
}

/// The methods of the interface that a record describes, in the order of the definition.
pub fn methods_of(rec: Rec) -> Result<Vec<Method>, Fatal> {
    let mut names = FxHashSet::default();
    let methods = rec.list_of_defs("methods")?.into_iter();
    methods.map(|it| Method::read(it, &mut names)).collect()
}

/// Searches for base interfaces. `all` has the interfaces found so far, each after its bases.
#[derive(Default)]
struct Bases<'a> {
    all: Vec<Interface<'a>>,
    names: FxHashSet<Cow<'a, str>>,
    seen: FxHashSet<RecordId>,
    /// The interfaces from the start of the search to the current interface.
    path: Vec<RecordId>,
}

impl<'a> Bases<'a> {
    fn add_of(&mut self, rec: Rec<'a>) -> Result<(), Fatal> {
        if self.path.len() == MAX_DEPTH {
            bail!(rec, "interfaces build on each other too deeply");
        }
        self.path.push(rec.id());
        for base in rec.list_of_defs("baseInterfaces")? {
            if self.path.contains(&base.id()) {
                bail!(rec, "interface '{}' builds on itself", base.name());
            }
            if !self.seen.insert(base.id()) {
                continue;
            }
            self.add_of(base)?;
            let base = Interface::read(base)?;
            if self.names.insert(base.name.clone()) {
                self.all.push(base);
            }
        }
        self.path.pop();
        Ok(())
    }
}

impl<'a> Method<'a> {
    /// Reads a method. `names` has the unique names of the interface's previous methods; the unique name of this method
    /// is added.
    fn read(rec: Rec<'a>, names: &mut FxHashSet<String>) -> Result<Method<'a>, Fatal> {
        let name = rec.string("name")?;
        let mut unique_name = name.to_string();
        while !names.insert(unique_name.clone()) {
            unique_name = format!("{unique_name}_{}", names.len());
        }
        let mut arguments = Vec::new();
        let dag = rec.dag("arguments")?;
        for (value, name) in dag.args() {
            let Some(ty) = rec.text_of(value) else {
                bail!(
                    rec,
                    "the arguments of a method are given by their C++ types, as strings"
                );
            };
            arguments.push(Argument {
                ty,
                name: name.unwrap_or_default(),
            });
        }
        let code = |field| Ok::<_, Fatal>(trimmed(rec.string(field)?));
        Ok(Method {
            rec,
            name,
            unique_name,
            return_type: rec.string("returnType")?,
            arguments,
            is_static: rec.is_a("StaticInterfaceMethod"),
            body: code("body")?,
            default: code("defaultBody")?,
            description: rec.string("description")?,
        })
    }
}

/// A text without leading and trailing white space; `None` if nothing remains.
fn trimmed(text: Cow<str>) -> Option<Cow<str>> {
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_matches(SPACES)),
        Cow::Owned(text) => Cow::Owned(text.trim_matches(SPACES).to_owned()),
    };
    Some(text).filter(|it| !it.is_empty())
}
