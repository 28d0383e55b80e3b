//! Errors at records that another record wrongly uses.

use backend::{Fatal, Rec};
use elaborate::diagnostic::At;

/// Moves an error about a missing field to the record that uses the one without the field: an attribute in the list of
/// results, or a type as the operator of a pattern, is right by itself. Only editors show the new location.
pub fn misused_in(mut error: Fatal, user: Rec) -> Fatal {
    let place = user.record().locs.first().copied().map(At::start);
    let is_of_user = error.at.map(|it| it.loc.item) == place.map(|it| it.loc.item);
    if error.message.contains("' does not have a field named `") && !is_of_user {
        error.near = place;
        error
            .hints
            .push((error.at, "this record is used there".to_owned()));
    }
    error
}
