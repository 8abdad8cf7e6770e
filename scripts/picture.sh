#!/usr/bin/env bash
# Makes docs/images/report.png: the report on the example, as a browser shows it.
# Usage: scripts/picture.sh [PAGE.html]     a report that is there already instead of a new one
set -euo pipefail
cd "$(dirname "$0")/.."

picture=docs/images/report.png
size=1280,1500

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [[ -z "$browser" ]]; then
  echo "there is no chromium; SCREENSHOT=1 scripts/setup-system.sh installs it" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

page=${1:-}
if [[ -z "$page" ]]; then
  .venv/bin/cowork test examples/quarter_rollup.cowork --report "$work/report"
  page=$work/report/index.html
fi
mkdir -p "$(dirname "$picture")"
# An empty profile, and nothing that would ask the network for something.
timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --disable-dev-shm-usage --no-first-run \
  --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
  --user-data-dir="$work/profile" --window-size="$size" --screenshot="$PWD/$picture" \
  "file://$(realpath "$page")" 2>"$work/log" || { cat "$work/log" >&2; exit 1; }
echo "the picture: $PWD/$picture"
