//! The Zed extension: finds the program tablegen-analyzer and returns the command line to start it.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, LanguageServerId, Result};

const PROGRAM: &str = "tablegen-analyzer";

struct TableGen;

impl zed::Extension for TableGen {
    fn new() -> Self {
        TableGen
    }

    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<zed::Command> {
        let setting = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|it| it.binary)
            .and_then(|it| it.path);
        let command = setting
            .or_else(|| worktree.which(PROGRAM))
            .ok_or_else(|| format!("{PROGRAM} is not on the PATH"))?;
        Ok(zed::Command {
            command,
            args: vec!["lsp".to_owned()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(TableGen);
