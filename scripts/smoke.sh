#!/usr/bin/env bash
# The slow suites in their short form. What `make test` runs already is not run again.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python

part() { printf '\n== %s\n' "$1"; }

part "an environment from source to a report"
timeout --signal=INT --kill-after=30 300 make --no-print-directory demo

part "the measurements, short"
timeout --signal=INT --kill-after=30 600 "$python" -m bench --short

part "a run that is killed and resumed, and what it leaves behind"
timeout --signal=INT --kill-after=30 300 "$python" -m pytest \
  "tests/runtime/engine/test_local.py::test_the_driver_is_killed_in_the_middle_of_fifty_and_the_run_resumed" \
  tests/runtime/engine/test_leftovers.py
