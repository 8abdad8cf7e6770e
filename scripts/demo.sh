#!/usr/bin/env bash
# A real environment from source to a reward and a report, in ./demo-out.
set -euo pipefail
cd "$(dirname "$0")/.."

env=examples/quarter_rollup.cowork
out=demo-out
cowork=.venv/bin/cowork

bold="" plain=""
[[ -t 1 ]] && bold=$'\033[1m' plain=$'\033[0m'
say() { printf '\n%s$ %s%s\n' "$bold" "$*" "$plain"; }
step() { say "$@" && "${@/#cowork/$cowork}"; }

rm -rf "$out"
mkdir -p "$out"
step cowork check "$env"
step cowork compile "$env" --seed 1 -o "$out/bundles"
step cowork test "$env" --report "$out/report"
step cowork run "$env" --harness scripted --judge none -n 2 --seed 1 -o "$out/runs"

report=$(find "$out/report" -name '*.html' | sort | head -n 1)
echo
echo "the report:   $PWD/$report"
echo "the bundles:  $PWD/$out/bundles"
echo "the rollouts: $PWD/$out/runs"

if [[ -n "${SCREENSHOT:-}" ]]; then
  scripts/picture.sh "$report"
fi
