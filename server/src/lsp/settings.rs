//! The settings of the client.

use std::collections::BTreeMap;
use std::time::Duration;

use elaborate::budget::Limits;
use ide::format::{LetBlocks, Style};
use serde::Deserialize;
use serde_json::Value;
use syntax::Version;

use driver::limits::{limits, lowering};
use symbols::Storage;

/// The section `tablegen` of the client's configuration, or `initializationOptions`. Invalid values count as absent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Settings {
    #[serde(deserialize_with = "lenient")]
    pub units: Vec<UnitSettings>,
    #[serde(deserialize_with = "lenient")]
    pub include_dirs: Vec<String>,
    #[serde(deserialize_with = "lenient")]
    pub build_folders: Vec<String>,
    #[serde(deserialize_with = "lenient")]
    pub compat: Value,
    #[serde(deserialize_with = "lenient")]
    pub external: Vec<External>,
    /// The paths that the user set for programs that builds run, keyed by the name of the program, such as
    /// `mlir-tblgen`.
    #[serde(deserialize_with = "lenient")]
    pub tools: BTreeMap<String, String>,
    /// The commands that the client can run for a code action.
    #[serde(deserialize_with = "lenient")]
    pub commands: Vec<String>,
    #[serde(deserialize_with = "lenient")]
    pub inlay_hints: InlayHints,
    #[serde(deserialize_with = "lenient")]
    pub code_lens: Switch,
    /// Whether ambiguous assembly texts are reported.
    #[serde(deserialize_with = "lenient")]
    pub ambiguities: Switch,
    /// Whether suspicious patterns are reported, for example patterns that are never used.
    #[serde(deserialize_with = "lenient")]
    pub pattern_hints: Switch,
    /// Which of the build's backends are run for their diagnostics after an edit.
    #[serde(deserialize_with = "lenient")]
    pub backend_checks: Checks,
    #[serde(deserialize_with = "lenient")]
    pub format: Format,
    #[serde(deserialize_with = "lenient")]
    pub limits: UnitLimits,
    #[serde(deserialize_with = "lenient")]
    pub index: Storage,
    /// Whether all units of the workspace are elaborated in the background to collect the names of their records.
    #[serde(deserialize_with = "lenient")]
    pub index_records: Switch,
    #[serde(deserialize_with = "lenient")]
    pub diagnostics: Delivery,
    /// Whether the settings may name programs, name folders outside the workspace, and raise limits. Only
    /// `initializationOptions` can set this.
    #[serde(deserialize_with = "lenient")]
    pub trusted: bool,
}

/// A unit in the settings: a root file, and the options with which it is read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct UnitSettings {
    pub root: String,
    pub include_dirs: Vec<String>,
    pub macros: Vec<String>,
    pub backends: Vec<String>,
}

/// The limits of a unit: MiB of memory, millions of steps of work, and seconds without use after which the results of
/// elaboration are freed. Zero means unlimited.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct UnitLimits {
    #[serde(deserialize_with = "lenient")]
    pub memory: Option<u32>,
    #[serde(deserialize_with = "lenient")]
    pub work: Option<u32>,
    #[serde(deserialize_with = "lenient")]
    pub idle: Option<u32>,
}

/// An external command that replaces a backend.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct External {
    pub name: String,
    pub command: Vec<String>,
    pub input: ExternalInput,
    pub language: String,
}

/// How an external command gets its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ExternalInput {
    /// The records as JSON on standard input.
    #[default]
    Json,
    /// The include directories, the macros and the path of the root as arguments.
    CommandLine,
}

/// The kinds of inlay hints that are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct InlayHints {
    pub template_arguments: Switch,
    pub inherited_types: Switch,
    pub values: Switch,
    pub record_counts: Switch,
    /// Whether hints that repeat the text are shown, too.
    pub all: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Format {
    #[serde(deserialize_with = "lenient")]
    pub enable: Switch,
    #[serde(deserialize_with = "lenient")]
    pub indent_let: IndentLet,
}

impl Format {
    pub(crate) fn style(&self) -> Style {
        let let_blocks = match self.indent_let {
            IndentLet::Auto => LetBlocks::Auto,
            IndentLet::Always => LetBlocks::Always,
            IndentLet::Never => LetBlocks::Never,
        };
        Style { let_blocks }
    }
}

/// Whether the statements in `let … in { }` are indented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum IndentLet {
    #[default]
    Auto,
    Always,
    Never,
}

/// A switch that is on by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Switch(pub bool);

impl Default for Switch {
    fn default() -> Self {
        Switch(true)
    }
}

/// Which of the build's backends are run for their diagnostics after an edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Checks {
    All,
    /// The backends that take less than two seconds together.
    #[default]
    Cheap,
    Off,
}

/// The way in which diagnostics reach the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Delivery {
    Push,
    Pull,
    /// In both ways. Some clients show such diagnostics twice.
    #[default]
    Both,
}

impl Settings {
    /// The settings in a JSON value; the defaults if it is not an object.
    pub(crate) fn read(value: &Value) -> Settings {
        serde_json::from_value(value.clone()).unwrap_or_default()
    }

    /// The effective settings: `options` from `initialize`, overridden by the settings in `value`, which the client
    /// sends later. A `null` in `value` overrides nothing. Only `initialize` can set `trusted` and `diagnostics`.
    pub(crate) fn over(options: &Value, value: &Value) -> Settings {
        let mut merged = options.as_object().cloned().unwrap_or_default();
        let now = value.as_object().into_iter().flatten();
        let now = now.filter(|(name, value)| {
            !value.is_null() && !matches!(name.as_str(), "trusted" | "diagnostics")
        });
        merged.extend(now.map(|(name, value)| (name.clone(), value.clone())));
        Settings::read(&Value::Object(merged))
    }

    /// The external commands that may be run: all in a trusted workspace, else none.
    pub(crate) fn external(&self) -> &[External] {
        if self.trusted { &self.external } else { &[] }
    }

    /// The path that the user set for the program `name`, which builds run. `None` if no path is set or the workspace
    /// is not trusted.
    pub(crate) fn tool(&self, name: &str) -> Option<&str> {
        let tool = self.tools.get(name).filter(|_| self.trusted);
        tool.map(String::as_str).filter(|it| !it.is_empty())
    }

    /// Whether there may be external commands that read the files of a unit from disk.
    pub(crate) fn may_read_disk(&self) -> bool {
        let mut external = self.external().iter();
        let has_tools = self.trusted && !self.tools.is_empty();
        has_tools || external.any(|it| it.input == ExternalInput::CommandLine)
    }

    /// The budget of a unit. In an untrusted workspace, the budget does not exceed the default.
    pub(crate) fn limits(&self) -> Limits {
        let (memory, work) = if self.trusted {
            (self.limits.memory, self.limits.work)
        } else {
            lowering(self.limits.memory, self.limits.work)
        };
        limits(memory, work)
    }

    /// How long a unit may be unused before the results of its elaboration are freed; `None` if they are kept.
    pub(crate) fn max_idle(&self) -> Option<Duration> {
        const DEFAULT: u32 = 30;
        let seconds = self.limits.idle.unwrap_or(DEFAULT);
        (seconds > 0).then(|| Duration::from_secs(seconds.into()))
    }

    /// A message about an invalid LLVM version in the settings; `None` if the version is valid or missing.
    pub(crate) fn mistakes(&self) -> Option<String> {
        let is_wrong = !self.compat.is_null() && self.version().is_none();
        is_wrong.then(|| {
            let names = Version::NAMES.join(", ");
            format!("`tablegen.compat` is one of {names}, not {}", self.compat)
        })
    }

    /// The LLVM version that the settings choose for all units, if any.
    pub(crate) fn version(&self) -> Option<Version> {
        match &self.compat {
            Value::String(name) => Version::named(name),
            Value::Number(version) => Version::named(&version.to_string()),
            _ => None,
        }
    }
}

/// Deserializes a value; input of another type gives the default.
fn lenient<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Default + serde::de::DeserializeOwned,
{
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_makes_no_sense_is_passed_over() {
        let settings = Settings::read(&json!({
            "compat": 19,
            "units": [{"root": "a.td", "includeDirs": ["x"]}],
            "includeDirs": "not a list",
            "inlayHints": {"values": false},
            "codeLens": false,
            "limits": {"memory": -1, "work": 7},
            "unknown": 1,
        }));
        assert_eq!(settings.version(), Some(Version(19)));
        assert_eq!(settings.units[0].root, "a.td");
        assert_eq!(settings.include_dirs, Vec::<String>::new());
        let hints = settings.inlay_hints;
        assert_eq!(
            (hints.values, hints.record_counts),
            (Switch(false), Switch(true))
        );
        assert_eq!(settings.code_lens, Switch(false));
        assert_eq!(
            (settings.limits.memory, settings.limits.work),
            (None, Some(7))
        );
        assert_eq!(Settings::read(&json!(7)), Settings::default());
    }

    #[test]
    fn limits_are_raised_with_trust_only() {
        let limits_of = |memory: u32, work: u32, trusted: bool| {
            let limits = json!({"memory": memory, "work": work});
            Settings::read(&json!({"limits": limits, "trusted": trusted})).limits()
        };
        let default = Settings::default().limits();
        for raising in [0, u32::MAX] {
            let (without, with) = (
                limits_of(raising, raising, false),
                limits_of(raising, raising, true),
            );
            assert_eq!(
                (without.memory, without.steps),
                (default.memory, default.steps)
            );
            assert!(with.memory > default.memory && with.steps > default.steps);
        }
        let (without, with) = (limits_of(10, 3, false), limits_of(10, 3, true));
        assert_eq!((without.memory, without.steps), (with.memory, with.steps));
        assert!(with.memory < default.memory && with.steps < default.steps);
    }

    #[test]
    fn releases() {
        let check = |compat: Value, want: Option<u32>| {
            let settings = Settings::read(&json!({ "compat": compat }));
            assert_eq!(settings.version().map(|it| it.0), want);
            assert_eq!(
                settings.mistakes().is_some(),
                want.is_none() && !settings.compat.is_null()
            );
            settings.mistakes()
        };
        check(json!(20), Some(20));
        check(json!("21"), Some(21));
        check(json!("main"), Some(22));
        check(json!(null), None);
        let said = check(json!(18), None).unwrap();
        assert_eq!(
            said,
            "`tablegen.compat` is one of 19, 20, 21, 22, main, not 18"
        );
        check(json!(["19"]), None);
    }

    #[test]
    fn later_settings_count() {
        let start = json!({"compat": 19, "codeLens": false, "trusted": true});
        let now = json!({"compat": 22, "codeLens": null, "trusted": false});
        let settings = Settings::over(&start, &now);
        assert_eq!(settings.version(), Some(Version(22)));
        assert_eq!(
            (settings.code_lens, settings.trusted),
            (Switch(false), true)
        );
    }
}
