//! Finds types that satisfy constraints.

use backend::{Fatal, Rec};
use mlir_model::constraint::Constraint;
use mlir_model::definition::Definition;

use super::Maker;
use super::judge::Condition;
use super::types::{FOREIGN, Made, Verdict, full_class, has_interface, is_same_class};

impl<'a> Maker<'a> {
    /// A type that satisfies all constraints, as far as their conditions are understood. `None` if no type is found, or
    /// if no part of the conditions is understood. If one of the constraints is the record of a type, this type is
    /// returned without regard to the other constraints.
    pub(super) fn type_for(
        &self,
        constraints: &[Constraint<'a>],
    ) -> Result<Option<Made<'a>>, Fatal> {
        let mut conditions = Vec::new();
        for it in constraints {
            if it.rec.is_a("TypeDef") {
                return Ok(Some(Made::Defined(it.rec)));
            }
            if let Some(predicate) = it.predicate() {
                conditions.push(Condition::read(predicate)?);
            }
        }
        Ok(self.satisfying(&Condition::All(conditions)))
    }

    /// The first type with the best verdict; `None` if no type has a better verdict than [`Verdict::Unknown`].
    pub(super) fn satisfying(&self, condition: &Condition) -> Option<Made<'a>> {
        let mut best: Option<(Verdict, Made<'a>)> = None;
        let mut consider = |ty: Made<'a>| {
            backend::spend(1);
            let verdict = condition.judge(&ty);
            if verdict > best.as_ref().map_or(Verdict::Unknown, |it| it.0) {
                best = Some((verdict, ty));
            }
            best.as_ref().is_none_or(|it| it.0 != Verdict::True)
        };
        if Made::each_builtin(&mut consider) {
            let mut classes = Vec::new();
            condition.each_class(&mut |it| classes.push(it.to_owned()));
            let of_dialects = self.types_of_classes(&classes);
            let of_dialects = of_dialects.into_iter().map(Made::Defined);
            let foreign = (0..FOREIGN.len()).map(Made::Foreign);
            let _ = of_dialects.chain(foreign).all(consider);
        }
        best.map(|it| it.1)
    }

    /// The types of dialects that have one of the C++ classes or interfaces. The types with the fewest parameters come
    /// first.
    fn types_of_classes(&self, classes: &[String]) -> Vec<Rec<'a>> {
        let mut found = Vec::new();
        for class in classes {
            let types = self.types.iter().copied();
            found.extend(types.filter(|it| {
                full_class(*it).is_some_and(|it| is_same_class(&it, class))
                    || has_interface(*it, class)
            }));
        }
        found.sort_by_key(|it| Definition::read(*it).map_or(usize::MAX, |it| it.parameters.len()));
        found
    }
}
