"""Says whether the measurements in docs/results/bench.json were taken on this code.

Usage:
    python scripts/results_digest.py            warns if the recorded digest is another one
    python scripts/results_digest.py --print    prints the digest of the code
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results" / "bench.json"
FOLDERS = ("bench", "compiler", "cowork_dsl", "envs", "grammar", "runtime", "training", "validation")


def code_digest(root: Path = ROOT) -> str:
    """The digest of the tracked source that a measurement depends on: names and contents, in order."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *FOLDERS], cwd=root, capture_output=True, check=True, text=True
    ).stdout
    digest = hashlib.sha256()
    for name in sorted(filter(None, listed.split("\0"))):
        path = root / name
        if path.is_symlink() or not path.is_file():
            continue
        digest.update(f"{name}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def main() -> None:
    """Prints the digest, or warns; a stale measurement is no error."""
    if "--print" in sys.argv[1:]:
        print(code_digest())
        return
    if not RESULTS.exists() or not (ROOT / ".git").exists():
        return
    recorded = json.loads(RESULTS.read_text(encoding="utf-8")).get("code")
    if recorded != code_digest():
        print(f"note: {RESULTS.relative_to(ROOT)} was measured on other code; `make bench` renews it", file=sys.stderr)


if __name__ == "__main__":
    main()
