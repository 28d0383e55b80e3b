//! Spelling the types of signatures in OpenCL C.

use std::borrow::Cow;
use std::rc::Rc;

use backend::{Fatal, Rec, Records, bail};
use rustc_hash::FxHashMap;

use super::extensions;

/// Spells types, and records the extensions that they need.
pub(super) struct Types<'a> {
    records: &'a Records,
    spelled: FxHashMap<Rec<'a>, Rc<Spelled<'a>>>,
    /// The extensions that a type needs, keyed by the spelling of the type. If several types have the same spelling,
    /// the first determines them.
    extensions: FxHashMap<String, Cow<'a, str>>,
}

/// A type of a signature, with its spellings.
struct Spelled<'a> {
    /// The spelling of the type. A generic type, or a type that derives from a generic type, has a spelling for each
    /// vector size and each member type.
    texts: Vec<String>,
    /// The generic type that a derived type refers to by name; `None` for all other types.
    generic: Option<Rec<'a>>,
}

/// The qualifiers that a derived type adds to a generic type.
#[derive(Default)]
struct Qualifiers<'a> {
    is_const: bool,
    is_volatile: bool,
    /// The address space of the pointee if the derived type is a pointer; `None` otherwise.
    pointee: Option<Cow<'a, str>>,
}

/// The prototypes of a signature: one for each combination of a vector size and a member type of its generic types.
pub(super) struct Prototypes<'a> {
    types: Vec<Rc<Spelled<'a>>>,
    pub len: usize,
}

impl<'a> Types<'a> {
    pub(super) fn new(records: &'a Records) -> Types<'a> {
        let (spelled, extensions) = (FxHashMap::default(), FxHashMap::default());
        Types {
            records,
            spelled,
            extensions,
        }
    }

    /// The prototypes of a builtin. An error if its signature is empty, or if a generic type of the signature has no
    /// member types or no vector sizes.
    pub(super) fn prototypes(&mut self, builtin: Rec<'a>) -> Result<Prototypes<'a>, Fatal> {
        let types = builtin.list_of_defs("Signature")?;
        if types.is_empty() {
            bail!(builtin, "a signature has to have a return type");
        }
        let spell = |ty| self.spelled(ty);
        let types = types
            .into_iter()
            .map(spell)
            .collect::<Result<Vec<_>, _>>()?;
        let counts = || types.iter().map(|it| it.texts.len());
        if counts().any(|count| count == 0) {
            bail!(builtin, "a generic type of the signature has no types");
        }
        let len = counts().max().unwrap_or(1);
        Ok(Prototypes { types, len })
    }

    fn spelled(&mut self, ty: Rec<'a>) -> Result<Rc<Spelled<'a>>, Fatal> {
        if let Some(known) = self.spelled.get(&ty) {
            return Ok(known.clone());
        }
        let generic = self.generic_of(ty)?;
        let mut qualifiers = Qualifiers::default();
        let (members, sizes) = match generic {
            Some(generic) => {
                if generic != ty {
                    qualifiers = Qualifiers {
                        is_const: ty.bit("IsConst")?,
                        is_volatile: ty.bit("IsVolatile")?,
                        pointee: if ty.bit("IsPointer")? {
                            Some(ty.string("AddrSpace")?)
                        } else {
                            None
                        },
                    };
                }
                let members = generic.def("TypeList")?.list_of_defs("List")?;
                (members, generic.def("VectorList")?.list_of_ints("List")?)
            }
            None => (vec![ty], vec![ty.int("VecWidth")?]),
        };
        let mut texts = Vec::new();
        for &size in &sizes {
            for &member in &members {
                let text = spell(member, &qualifiers, size as i32)?;
                let extensions = extensions(member)?;
                if !extensions.is_empty() && !self.extensions.contains_key(&text) {
                    self.extensions.insert(text.clone(), extensions);
                }
                texts.push(text);
            }
        }
        let generic = generic.filter(|it| *it != ty);
        let spelled = Rc::new(Spelled { texts, generic });
        self.spelled.insert(ty, spelled.clone());
        Ok(spelled)
    }

    /// The generic type that `ty` is or derives from; `None` for other types. A derived type refers to the generic type
    /// only by name.
    fn generic_of(&self, ty: Rec<'a>) -> Result<Option<Rec<'a>>, Fatal> {
        if ty.is_a("GenericType") {
            return Ok(Some(ty));
        }
        if !["PointerType", "ConstType", "VolatileType"]
            .iter()
            .any(|it| ty.is_a(it))
        {
            return Ok(None);
        }
        let found = self.records.def(&ty.string("Name")?);
        Ok(found.filter(|it| it.is_a("GenericType")))
    }

    /// The extensions that the types of the prototype `index` need.
    pub(super) fn extensions(&self, prototypes: &Prototypes, index: usize) -> Vec<&str> {
        /// Up to this size, the reference's set keeps the order of insertion. A larger set is sorted.
        const SMALL: usize = 2;
        let mut found: Vec<&str> = Vec::new();
        for text in prototypes.types_of(index) {
            for extension in self
                .extensions
                .get(text)
                .iter()
                .flat_map(|it| it.split(' '))
            {
                if !found.contains(&extension) {
                    found.push(extension);
                }
            }
        }
        if found.len() > SMALL {
            found.sort_unstable();
        }
        found
    }
}

impl<'a> Prototypes<'a> {
    /// The result type and the parameter types of the prototype `index`. Shorter lists of types are repeated.
    pub(super) fn types_of(&self, index: usize) -> impl Iterator<Item = &str> {
        let text = move |it: &'_ Rc<Spelled>| index % it.texts.len();
        self.types.iter().map(move |it| &*it.texts[text(it)])
    }

    /// The generic types that derived types refer to by name.
    pub(super) fn generic(&self) -> impl Iterator<Item = Rec<'a>> {
        self.types.iter().filter_map(|it| it.generic)
    }
}

fn spell(ty: Rec, qualifiers: &Qualifiers, size: i32) -> Result<String, Fatal> {
    let mut out = String::new();
    if ty.bit("IsConst")? || qualifiers.is_const {
        out += "const ";
    }
    if ty.bit("IsVolatile")? || qualifiers.is_volatile {
        out += "volatile ";
    }
    let is_pointer = ty.bit("IsPointer")?;
    let pointee = match &qualifiers.pointee {
        None if is_pointer => Some(ty.string("AddrSpace")?),
        pointee => pointee.clone(),
    };
    if let Some(space) = &pointee {
        out += match space.strip_prefix("clang::LangAS::opencl_") {
            Some("global") => "__global ",
            Some("constant") => "__constant ",
            Some("local") => "__local ",
            Some("generic") => "__generic ",
            _ => "__private ",
        };
    }
    out += match &*ty.string("AccessQualifier")? {
        "" => "",
        "RO" => "__read_only ",
        "WO" => "__write_only ",
        "RW" => "__read_write ",
        other => bail!(ty, "unknown access qualifier '{other}'"),
    };
    out += &ty.string("Name")?;
    if size > 1 {
        out += &size.to_string();
    }
    if pointee.is_some() {
        out += " *";
    }
    Ok(out)
}
