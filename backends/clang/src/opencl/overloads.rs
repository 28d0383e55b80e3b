//! The overloads of builtin functions by name, and groups of functions that share a list of overloads.

use backend::{Fatal, Rec, Records, bail};
use rustc_hash::FxHashMap;

/// A builtin with the offset of its signature in the table of signatures.
#[derive(Clone, Copy)]
pub(super) struct Overload<'a> {
    pub builtin: Rec<'a>,
    pub signature: u32,
}

/// A signature in the table of signatures.
pub(super) struct Signature<'a> {
    /// The first builtin with this signature.
    pub builtin: Rec<'a>,
    /// The types of the result and of the parameters, in this order.
    pub types: Vec<Rec<'a>>,
    /// The offset of the signature's first type in the table.
    pub start: u32,
}

/// Functions that share a list of overloads.
pub(super) struct Group<'a> {
    pub names: Vec<Function<'a>>,
    /// The shared overloads, which are those of the first function.
    pub overloads: Vec<Overload<'a>>,
}

pub(super) struct Function<'a> {
    pub name: String,
    /// The first builtin with this name.
    pub builtin: Rec<'a>,
}

pub(super) struct Overloads<'a> {
    pub signatures: Vec<Signature<'a>>,
    pub groups: Vec<Group<'a>>,
}

impl<'a> Overloads<'a> {
    /// Reads all builtins, and checks the generic types of their signatures.
    pub(super) fn read(records: &'a Records) -> Result<Overloads<'a>, Fatal> {
        let mut signatures: Vec<Signature> = Vec::new();
        let mut starts: FxHashMap<Vec<Rec>, u32> = FxHashMap::default();
        let mut functions: Vec<(Function, Vec<Overload>)> = Vec::new();
        let mut by_name: FxHashMap<String, usize> = FxHashMap::default();
        let mut end = 0;
        for builtin in records.derived("Builtin")? {
            let name = builtin.string("Name")?.into_owned();
            let types = builtin.list_of_defs("Signature")?;
            let signature = match starts.get(&types) {
                Some(start) => *start,
                None => {
                    check_generic_types(&types, builtin)?;
                    starts.insert(types.clone(), end);
                    let start = end;
                    end += types.len() as u32;
                    signatures.push(Signature {
                        builtin,
                        types,
                        start,
                    });
                    start
                }
            };
            let index = *by_name.entry(name.clone()).or_insert_with(|| {
                functions.push((Function { name, builtin }, Vec::new()));
                functions.len() - 1
            });
            functions[index].1.push(Overload { builtin, signature });
        }
        Ok(Overloads {
            signatures,
            groups: group(functions)?,
        })
    }
}

/// Checks that the generic types of a signature agree: all lists of types with more than one entry must have the same
/// length, and so must all lists of vector sizes with more than one entry.
fn check_generic_types(types: &[Rec], builtin: Rec) -> Result<(), Fatal> {
    let agree = |common: &mut usize, own: usize, what: &str| {
        if own != *common && own != 1 {
            if *common > 1 {
                bail!(
                    builtin,
                    "number of {what} should be equal or 1 for all gentypes in a declaration"
                );
            }
            *common = own;
        }
        Ok(())
    };
    let (mut sizes, mut members) = (1, 1);
    for ty in types.iter().filter(|it| it.is_a("GenericType")) {
        let list = ty.def("VectorList")?.list_of_ints("List")?;
        agree(&mut sizes, list.len(), "vector sizes")?;
        let list = ty.def("TypeList")?.list_of_defs("List")?;
        agree(&mut members, list.len(), "types")?;
    }
    Ok(())
}

/// Groups functions that can share overloads. A function may be in several groups.
fn group<'a>(functions: Vec<(Function<'a>, Vec<Overload<'a>>)>) -> Result<Vec<Group<'a>>, Fatal> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_signatures: FxHashMap<Vec<u32>, Vec<usize>> = FxHashMap::default();
    for (Function { name, builtin }, overloads) in functions {
        let mut signatures: Vec<_> = overloads.iter().map(|it| it.signature).collect();
        signatures.sort_unstable();
        let candidates = by_signatures.entry(signatures).or_default();
        let mut is_grouped = false;
        for candidate in &*candidates {
            let group = &mut groups[*candidate];
            if can_share(&group.overloads, &overloads)? {
                group.names.push(Function {
                    name: name.clone(),
                    builtin,
                });
                is_grouped = true;
            }
        }
        if !is_grouped {
            candidates.push(groups.len());
            groups.push(Group {
                names: vec![Function { name, builtin }],
                overloads,
            });
        }
    }
    Ok(groups)
}

/// Whether two functions with the same signatures may share their overloads. As in the reference, it suffices if one
/// pair of overloads at the same position has the same attributes, versions and extension.
fn can_share(one: &[Overload], other: &[Overload]) -> Result<bool, Fatal> {
    for (one, other) in one.iter().zip(other) {
        if is_alike(other.builtin, one.builtin)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_alike(one: Rec, other: Rec) -> Result<bool, Fatal> {
    for field in ["IsPure", "IsConst", "IsConv"] {
        if one.bit(field)? != other.bit(field)? {
            return Ok(false);
        }
    }
    for field in ["MinVersion", "MaxVersion"] {
        if one.def(field)?.int("ID")? != other.def(field)?.int("ID")? {
            return Ok(false);
        }
    }
    Ok(one.def("Extension")? == other.def("Extension")?)
}
