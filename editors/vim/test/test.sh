#!/usr/bin/env bash
# Runs test.vim in a Vim without a terminal. The report goes to a file, since Vim draws its screen on standard output.
set -uo pipefail
TABLEGEN_REPORT=$(mktemp)
export TABLEGEN_REPORT
trap 'rm -f "$TABLEGEN_REPORT"' EXIT
timeout -k 5 120 vim -N -u NONE -n -T dumb --not-a-term -S "$(dirname "$0")/test.vim" >/dev/null
status=$?
cat "$TABLEGEN_REPORT"
exit $status
