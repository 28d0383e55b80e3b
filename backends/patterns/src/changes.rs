//! What releases changed in reading patterns.

use elaborate::records::Release;

/// 21 checks casts to one type and to several alike, before it reads what is cast.
pub(crate) fn casts_share_checks(release: Release) -> bool {
    release >= Release::V21
}
