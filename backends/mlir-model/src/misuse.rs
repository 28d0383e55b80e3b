//! Errors about records that another record uses wrongly.

use backend::{Fatal, Rec};
use elaborate::diagnostic::At;

/// Moves an error about a missing field from the record without the field to `user`, the record that wrongly uses this
/// record: for example, an attribute in a list of results is correct by itself. Only editors show the new location.
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
