//! `tablegen/status`: notifications about the state of units.

use elaborate::diagnostic::Severity;
use elaborate::report::Report;
use serde::Serialize;

use super::unit::UnitInfo;

/// The status of a unit, with the numbers of its errors and warnings.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Status {
    pub unit: String,
    name: String,
    state: &'static str,
    errors: usize,
    warnings: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<usize>,
}

impl Status {
    pub(crate) const METHOD: &'static str = "tablegen/status";

    pub(crate) fn new(
        info: &UnitInfo,
        state: &'static str,
        reports: &[Report],
        records: Option<usize>,
    ) -> Status {
        let count = |severity| reports.iter().filter(|it| it.severity == severity).count();
        Status {
            unit: info.id.clone(),
            name: info.name(),
            state,
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            records,
        }
    }

    /// Whether this status stays until the unit changes.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self.state, "ready" | "stopped")
    }

    /// The status with its state changed to `stopped`.
    pub(crate) fn stopped(self) -> Status {
        Status {
            state: "stopped",
            ..self
        }
    }
}
