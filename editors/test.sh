#!/usr/bin/env bash
# Tests the configuration of every editor in the editor itself, against the server that
# $TABLEGEN_ANALYZER names or `cargo build --release` built:
#
#     editors/test.sh [vscode] [neovim] [emacs] [vim] [kakoune]
#
# Missing editors are installed first (install-tools.sh), below $TABLEGEN_EDITOR_TOOLS. The tests of each
# editor print `N passed, M failed`.
set -uo pipefail
cd "$(dirname "$0")"
tools=${TABLEGEN_EDITOR_TOOLS:-$PWD/../target/editors}
export TABLEGEN_ANALYZER=${TABLEGEN_ANALYZER:-${CARGO_TARGET_DIR:-$PWD/../target}/release/tablegen-analyzer}
export TABLEGEN_EDITOR_TOOLS=$tools
if [ ! -x "$TABLEGEN_ANALYZER" ]; then
  echo "no server at $TABLEGEN_ANALYZER: run 'cargo build --release' first"
  exit 1
fi
timeout -k 10 1200 ./install-tools.sh "$tools" </dev/null >"${TMPDIR:-/tmp}/install-tools.$$.log" 2>&1 || {
  tail -n 20 "${TMPDIR:-/tmp}/install-tools.$$.log"
  exit 1
}
rm -f "${TMPDIR:-/tmp}/install-tools.$$.log"

# Each editor gets a copy of the example and a home of its own.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
status=0

# run NAME COMMAND...: runs a test script. One that does not print how many tests passed has failed.
run() {
  local name=$1
  shift
  echo "-- $name"
  rm -rf "$home/example"
  cp -r ../examples/toy "$home/example"
  HOME=$home XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state \
    TABLEGEN_EXAMPLE=$home/example timeout -k 10 180 "$@" </dev/null 2>"$home/stderr" >"$home/stdout" ||
    { status=1; tail -n 20 "$home/stderr"; }
  cat "$home/stdout"
  if ! grep -q '^[0-9]* passed, [0-9]* failed' "$home/stdout"; then
    echo '0 passed, 1 failed'
    status=1
  fi
}

test_vscode() {
  echo '-- VS Code'
  install() { timeout -k 10 240 npm ci --no-audit --no-fund --silent </dev/null; }
  # An installation that fails is tried a second time.
  (cd vscode && { install || install; }) || { status=1; echo '0 passed, 1 failed'; return; }
  # On a busy machine, a browser sometimes loses a key or a click. So tests that fail run a second time.
  # The first failure is printed, but does not count.
  local said
  said=$(vscode_tests) || {
    sed -E 's/^[0-9]+ passed, [0-9]+ failed/first try: &/' <<<"$said"
    said=$(vscode_tests) || status=1
  }
  echo "$said"
}

vscode_tests() { cd vscode && timeout -k 30 600 npm test --silent </dev/null 2>&1; }

test_neovim() {
  local nvim script
  for nvim in "$tools/neovim/bin/nvim" /usr/bin/nvim; do
    for script in test workspaces questions; do
      run "$("$nvim" --version | head -n 1), $script" "$nvim" --headless --clean -u NONE \
        --cmd "set runtimepath^=$PWD/neovim" -S "neovim/test/$script.lua"
    done
  done
  run 'Neovim in a terminal' neovim/test/screen.sh "$tools/neovim/bin/nvim"
}

test_emacs() { run "$(emacs --version | head -n 1)" emacs --batch -l emacs/test/test.el; }
test_vim() { run "$(vim --version | head -n 1)" vim/test/test.sh; }
test_kakoune() { run "$(kak -version)" kakoune/test/test.sh; }

if [ $# -eq 0 ]; then set -- neovim emacs vim kakoune vscode; fi
for editor in "$@"; do "test_$editor"; done
exit $status
