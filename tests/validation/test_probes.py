from datetime import timedelta

from cowork_dsl.runtime.verdict.evidence import World
from cowork_dsl.runtime.verdict.view import Schema, View
from cowork_dsl.validation.probes import Probes


def test_equal_worlds_are_probed_once() -> None:
    asked: list[str] = []

    def probe(view: View, path: str, limit: timedelta) -> dict[str, object]:
        asked.append(path)
        return {"exit": 0, "text": str(len(asked))}

    probes = Probes(probe)
    second = timedelta(seconds=1)

    def run(files: dict[str, bytes], path: str = "probe.py", limit: timedelta = second) -> object:
        return probes(View("after", World(files), Schema()), path, limit)["text"]

    assert run({"a": b"1"}) == run({"a": b"1"}) == "1"
    assert run({"a": b"2"}) == "2"
    assert run({"b": b"1"}) == "3"
    assert run({"a": b"1"}, path="other.py") == "4"
    assert run({"a": b"1"}, limit=second * 2) == "5"
    assert run({"a": b"1"}) == "1"
