//! All intrinsics, and the resolution of calls between them.

use backend::{Fatal, Records, bail};
use rustc_hash::FxHashMap;

use super::intrinsic::{Intrinsic, collect};
use super::types::Type;

/// The intrinsics in the order of their records, and for each record in the order of its type codes.
pub(super) struct Intrinsics<'a> {
    pub records: &'a Records,
    pub list: Vec<Intrinsic<'a>>,
    /// For each name, the indices of its intrinsics. The indices are empty if no combination of types is valid.
    by_name: FxHashMap<String, Vec<usize>>,
}

impl<'a> Intrinsics<'a> {
    /// The intrinsics of a unit. An error if a record is invalid.
    pub(super) fn new(records: &'a Records) -> Result<Intrinsics<'a>, Fatal> {
        let mut list = Vec::new();
        let mut by_name: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for rec in records.derived("Inst")? {
            let start = list.len();
            collect(rec, &mut list)?;
            let name = rec.string("Name")?.into_owned();
            by_name.entry(name).or_default().extend(start..list.len());
        }
        Ok(Intrinsics {
            records,
            list,
            by_name,
        })
    }

    /// The index of the intrinsic called `name` whose parameters have the types `types`. If `c_name` is given, the
    /// intrinsic's C name must also be `c_name`. An error, reported at `caller`, unless exactly one intrinsic matches.
    pub(super) fn callee(
        &self,
        caller: &Intrinsic,
        name: &str,
        types: &[Type],
        c_name: Option<&str>,
    ) -> Result<usize, Fatal> {
        let rec = caller.def.rec;
        let Some(overloads) = self.by_name.get(name) else {
            bail!(rec, "Intrinsic '{name}' not found!");
        };
        let mut found = Vec::new();
        for &index in overloads {
            let it = &self.list[index];
            if it.params() != types {
                continue;
            }
            match c_name {
                Some(want) if it.c_name()? != want => {}
                _ => found.push(index),
            }
        }
        match found[..] {
            [index] => Ok(index),
            [] => bail!(
                rec,
                "No compatible intrinsic found - {}",
                self.overloads(name, types, overloads)?
            ),
            _ => bail!(
                rec,
                "Multiple overloads found - {}",
                self.overloads(name, types, overloads)?
            ),
        }
    }

    /// The rest of an error message: the types searched for and the available overloads.
    fn overloads(&self, name: &str, types: &[Type], overloads: &[usize]) -> Result<String, Fatal> {
        let names = |types: &[Type]| {
            let names: Vec<_> = types.iter().map(Type::c_name).collect();
            names.join(", ")
        };
        let mut text = format!(
            "looking up intrinsic '{name}({})'\nAvailable overloads:\n",
            names(types)
        );
        for &index in overloads {
            let it = &self.list[index];
            text += &format!(
                "  - {} {}({})\n",
                it.returned().c_name(),
                it.builtin_name()?,
                names(it.params())
            );
        }
        Ok(text)
    }
}
