"""Changes over the solution's final state may speak of every state of its run."""

import pytest

from cowork_dsl.compiler.bundle.models import Hole, Put
from cowork_dsl.runtime.verdict.evidence import Evidence, World
from cowork_dsl.validation.final_state import Maker
from tests.helpers.handmade import handmade_bundle

BEFORE = World({"note.txt": b"before"})
EVIDENCE = Evidence(
    before=BEFORE,
    after=World({"note.txt": b"after"}),
    truth=World({"note.txt": b"truth"}),
    at={"turn(1)": World({"note.txt": b"then"})},
    truth_at={"turn(1)": World({"note.txt": b"truth then"})},
)


@pytest.mark.parametrize(
    ("root", "expected"),
    [
        ("before", "before"),
        ("after", "after"),
        ("truth", "truth"),
        ('at("turn(1)")', "then"),
        ('truth_at("turn(1)")', "truth then"),
    ],
)
def test_every_state_can_be_read(root: str, expected: str) -> None:
    change = Put(path=("copy.txt",), text=(Hole(code=f'text({root}, "note.txt")'),))
    made = Maker(handmade_bundle(), EVIDENCE).changed([change])

    assert made.after.files["copy.txt"].decode().strip() == expected
