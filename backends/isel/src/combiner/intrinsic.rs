//! Intrinsics in patterns of combiners.

use backend::{Fatal, Rec};
use elaborate::symbol::Sym;
use target_model::intrinsics::{self, PropertyLists};

/// The properties on which the patterns of an intrinsic depend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intrinsic {
    /// The enumerator of the intrinsic in C++.
    pub enum_name: Sym,
    /// The name of the intrinsic's function.
    pub name: Sym,
    pub results: usize,
    pub params: usize,
    is_convergent: bool,
    has_side_effects: bool,
}

impl Intrinsic {
    pub(super) fn read(rec: Rec) -> Result<Intrinsic, Fatal> {
        let intrinsic = intrinsics::Intrinsic::read(rec, &mut PropertyLists::default())?;
        let (results, params) = intrinsics::types(rec)?;
        Ok(Intrinsic {
            enum_name: Sym::new(intrinsic.enum_name),
            name: Sym::new(&intrinsic.name),
            results: results.len(),
            params: params.len(),
            is_convergent: intrinsic.properties.convergent,
            has_side_effects: intrinsic.properties.side_effects,
        })
    }

    /// The generic instruction that calls the intrinsic.
    pub(super) fn instruction(&self) -> &'static str {
        match (self.is_convergent, self.has_side_effects) {
            (true, true) => "G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS",
            (true, false) => "G_INTRINSIC_CONVERGENT",
            (false, true) => "G_INTRINSIC_W_SIDE_EFFECTS",
            (false, false) => "G_INTRINSIC",
        }
    }
}
