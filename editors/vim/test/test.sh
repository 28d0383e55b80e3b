#!/usr/bin/env bash
# Runs test.vim in a Vim without a terminal. It leaves its report in a file: the screen is Vim's own.
set -uo pipefail
TABLEGEN_REPORT=$(mktemp)
export TABLEGEN_REPORT
trap 'rm -f "$TABLEGEN_REPORT"' EXIT
timeout -k 5 120 vim -N -u NONE -n -T dumb --not-a-term -S "$(dirname "$0")/test.vim" >/dev/null
status=$?
cat "$TABLEGEN_REPORT"
exit $status
