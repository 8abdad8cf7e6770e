#!/usr/bin/env bash
# Installs the few programs that pip cannot: only what is missing, only where this user may.
# Usage: scripts/setup-system.sh          what running environments takes
#        SCREENSHOT=1 scripts/setup-system.sh   a browser as well
#        CI=1 scripts/setup-system.sh     all that the tests use
set -euo pipefail

missing=()
need() { # need PROGRAM PACKAGE
  command -v "$1" >/dev/null 2>&1 || missing+=("$2")
}

need bwrap bubblewrap
[[ -x /usr/bin/python3 ]] || missing+=(python3)
compgen -G '/usr/lib*/*/faketime/libfaketime.so.1' >/dev/null || missing+=(libfaketime)
if [[ -n "${CI:-}" ]]; then
  need git git
  need make make
  # Debian splits venv from python; a Python from elsewhere has it.
  python3 -c 'import ensurepip' >/dev/null 2>&1 || missing+=(python3-venv)
fi
if [[ -n "${CI:-}${SCREENSHOT:-}" ]]; then
  command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || missing+=(chromium)
fi

if ((${#missing[@]} == 0)); then
  exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
  echo "missing: ${missing[*]} - install them with this system's package manager, then run this again" >&2
  exit 2
fi
as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "missing: ${missing[*]} - as root: apt-get install ${missing[*]}" >&2
    exit 2
  fi
  as_root=(sudo)
fi
echo "installing: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq </dev/null >&2
"${as_root[@]}" apt-get install -qq -y --no-install-recommends "${missing[@]}" </dev/null >&2
