//! Intrinsics in patterns of combiners.

use backend::{Fatal, Rec, bail};
use elaborate::symbol::Sym;

/// What a pattern has to know of an intrinsic.
#[derive(Clone, Copy, Debug)]
pub struct Intrinsic {
    /// Its name in C++.
    pub enum_name: Sym,
    /// The name of the function.
    pub name: Sym,
    pub results: usize,
    pub params: usize,
    is_convergent: bool,
    has_side_effects: bool,
}

impl Intrinsic {
    pub fn read(rec: Rec) -> Result<Intrinsic, Fatal> {
        let rec_name = rec.name();
        let enum_name = rec_name.strip_prefix("int_").filter(|it| !it.is_empty());
        let Some(enum_name) = enum_name else {
            bail!(rec, "Intrinsic '{rec_name}' does not start with 'int_'!");
        };
        let target = rec.string("TargetPrefix")?;
        let mut name = rec.string("LLVMName")?.into_owned();
        if name.is_empty() {
            name = format!("llvm.{}", enum_name.replace('_', "."));
        }
        let Some(rest) = name.strip_prefix("llvm.").filter(|it| !it.is_empty()) else {
            bail!(
                rec,
                "Intrinsic '{rec_name}'s name does not start with 'llvm.'!"
            );
        };
        let is_of_target = rest
            .strip_prefix(&*target)
            .is_some_and(|it| it.starts_with('.'));
        if !target.is_empty() && !is_of_target {
            bail!(
                rec,
                "Intrinsic '{rec_name}' does not start with 'llvm.{target}.'!"
            );
        }
        let (results, all) = match rec.field("Types") {
            Some(_) => {
                let results = rec.list("RetTypes")?.len();
                (results, rec.list_of_defs("Types")?.len())
            }
            None => (0, 0),
        };
        let properties = rec.list_of_defs("IntrProperties")?;
        let has = |name: &str| properties.iter().any(|it| it.name() == name);
        Ok(Intrinsic {
            enum_name: Sym::new(enum_name),
            name: Sym::new(&name),
            results,
            params: all.saturating_sub(results),
            is_convergent: has("IntrConvergent"),
            has_side_effects: has("IntrHasSideEffects"),
        })
    }

    /// The generic instruction that calls it.
    pub fn instruction(&self) -> &'static str {
        match (self.is_convergent, self.has_side_effects) {
            (true, true) => "G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS",
            (true, false) => "G_INTRINSIC_CONVERGENT",
            (false, true) => "G_INTRINSIC_W_SIDE_EFFECTS",
            (false, false) => "G_INTRINSIC",
        }
    }
}
