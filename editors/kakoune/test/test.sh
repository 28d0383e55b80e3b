#!/usr/bin/env bash
# Tests in a Kakoune without a screen that the configuration loads, and that a .td file gets its type and highlighters.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
example=${TABLEGEN_EXAMPLE:?}
report=$(mktemp)
trap 'rm -f "$report"' EXIT
timeout -k 5 90 kak -n -ui dummy -e "
  source /usr/share/kak/kakrc
  declare-option str-list lsp_servers
  source '$here/tablegen.kak'
  edit '$example/Registers.td'
  evaluate-commands %sh{ printf 'filetype=%s\n' \"\$kak_opt_filetype\" >'$report' }
  evaluate-commands -save-regs x %{
    try %{ add-highlighter window/tablegen group; nop %sh{ echo 'highlighters=missing' >>'$report' } } catch %{
      nop %sh{ echo 'highlighters=there' >>'$report' }
    }
  }
  buffer *debug*
  write -force '$report.debug'
  quit! 0
" </dev/null >/dev/null 2>&1
passed=0
failed=0
check() {
  if "${@:2}"; then
    passed=$((passed + 1))
    echo "ok   $1"
  else
    failed=$((failed + 1))
    echo "FAIL $1"
    cat "$report" "$report.debug"
  fi
}
no_errors() { ! grep -qi 'error' "$report.debug"; }
check 'filetype' grep -qx 'filetype=tablegen' "$report"
check 'highlighters' grep -qx 'highlighters=there' "$report"
check 'no errors while loading' no_errors
rm -f "$report.debug"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
