"""`cowork explain`."""

from __future__ import annotations

import json

import pytest

from cowork_dsl.face.main import main
from cowork_dsl.grammar.diagnostics import catalogue


@pytest.mark.parametrize("code", ["CW210", "cw210", "210"])
def test_one_code(capsys: pytest.CaptureFixture[str], code: str) -> None:
    status = main(["explain", code])
    out = capsys.readouterr().out

    assert status == 0
    assert out.startswith("CW210: unknown name of a block or attribute\n\n")
    assert "\nwrong:\n" in out
    assert "\nright:\n" in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["explain", "CW210", "--json"])
    found = json.loads(capsys.readouterr().out)

    assert (status, found.keys()) == (0, {"code", "title", "cause", "wrong", "right"})


def test_all_codes(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["explain"])
    lines = capsys.readouterr().out.splitlines()

    assert status == 0
    assert [line.split()[0] for line in lines] == list(catalogue())


def test_an_unknown_code_is_usage(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["explain", "CW999"])

    assert status == 2
    assert "there is no code CW999" in capsys.readouterr().err
