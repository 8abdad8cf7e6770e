import json

import pytest

from cowork_dsl.face import console

Capture = pytest.CaptureFixture[str]


def test_results_and_messages_go_apart(capsys: Capture) -> None:
    console.out("a result")
    console.say("a message\n")

    assert capsys.readouterr() == ("a result\n", "a message\n")


def test_json_keeps_letters_and_order(capsys: Capture) -> None:
    console.out_json({"z": "größer", "a": [1]})
    text = capsys.readouterr().out

    assert list(json.loads(text)) == ["z", "a"]
    assert "größer" in text


def test_a_table_is_not_read_as_markup_nor_folded(capsys: Capture) -> None:
    long = "word " * 30
    console.table(("name", "count"), [("[red]a[/red]", 3), (long.strip(), 12)])
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]

    assert any(line.strip().startswith("[red]a[/red]") and line.endswith("  3") for line in lines)
    assert any(long.strip() in line and line.endswith("12") for line in lines)


def test_progress_ends_with_a_line(capsys: Capture) -> None:
    with console.progress("rollouts", 2) as shown:
        shown.advance()
        shown.advance()

    assert capsys.readouterr() == ("", "rollouts: 2/2\n")


def test_progress_of_nothing_is_silent(capsys: Capture) -> None:
    with console.progress("rollouts", 0):
        pass

    assert capsys.readouterr().err == ""


def test_progress_says_how_far_it_came_when_work_breaks_off(capsys: Capture) -> None:
    with pytest.raises(KeyboardInterrupt), console.progress("rollouts", 2) as shown:
        shown.advance()
        raise KeyboardInterrupt

    assert capsys.readouterr().err == "rollouts: 1/2\n"
