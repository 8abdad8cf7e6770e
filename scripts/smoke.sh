#!/usr/bin/env bash
# The slow suites in their short form: what a reader of the docs would type, the measurements, crashes, escapes.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python

part() { printf '\n== %s\n' "$1"; }

part "the commands of the documentation"
$python -m pytest tests/docs

suites=()
for suite in tests/faults tests/runtime/sandbox tests/conformance tests/browser; do
  [[ -d $suite ]] && suites+=("$suite")
done
if ((${#suites[@]})); then
  part "faults, escapes: ${suites[*]}"
  timeout --signal=INT --kill-after=30 150 "$python" -m pytest -n 2 "${suites[@]}"
fi

if [[ -f bench/__main__.py ]]; then
  part "the measurements, short"
  timeout --signal=INT --kill-after=30 120 "$python" -m bench --short
fi
