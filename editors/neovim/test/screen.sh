#!/usr/bin/env bash
# Tests how the preview split looks in a terminal: screen.sh NVIM. If $TABLEGEN_SCREENSHOTS names a folder,
# the screen is saved there.
set -uo pipefail
nvim=$1
plugin=$(cd "$(dirname "$0")/.." && pwd)
socket=tablegen-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null' EXIT
export TERM=xterm-256color
screen() { tmux -L "$socket" capture-pane -p; }

# until_seen PATTERN...: waits until each pattern matches a line of the screen.
until_seen() {
  local attempt pattern all
  for attempt in $(seq 150); do
    all=1
    for pattern in "$@"; do screen | grep -q -- "$pattern" || all=0; done
    if [ $all -eq 1 ]; then return 0; fi
    sleep 0.1
  done
  return 1
}

passed=0
failed=0
check() {
  if "${@:2}"; then
    passed=$((passed + 1))
    echo "ok   $1"
  else
    failed=$((failed + 1))
    echo "FAIL $1"
    screen
  fi
}

tmux -L "$socket" -f /dev/null new-session -d -x 130 -y 34 \
  "$nvim --clean --cmd 'set runtimepath^=$plugin termguicolors' -c 'filetype plugin indent on | syntax on' \
   -c 'lua require([[tablegen]]).setup{ cmd = { [[$TABLEGEN_ANALYZER]], [[lsp]] } }' '$TABLEGEN_EXAMPLE/Registers.td'"
check 'the source' until_seen 'def GPR : RegisterClass'

# The server needs a moment to start, and the command does not wait for it.
open_table() {
  for _ in 1 2 3; do
    sleep 1
    tmux -L "$socket" send-keys ':TableGenPreview print-records' Enter
    if until_seen 'def GPR : RegisterClass' '│.*Classes'; then return 0; fi
    tmux -L "$socket" send-keys Enter
  done
  return 1
}
check 'the table beside it' open_table
tmux -L "$socket" send-keys '/def GPR' Enter
check 'the lines of the record' until_seen 'def GPR : .*│.*int Size = 32;\|│.*int Size = 32;'
tmux -L "$socket" send-keys ':s/<32/<48' Enter
check 'the table follows' until_seen '│.*int Size = 48;'
if [ -n "${TABLEGEN_SCREENSHOTS:-}" ]; then
  mkdir -p "$TABLEGEN_SCREENSHOTS"
  tmux -L "$socket" capture-pane -p -e >"$TABLEGEN_SCREENSHOTS/neovim.ansi"
  screen >"$TABLEGEN_SCREENSHOTS/neovim.txt"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
