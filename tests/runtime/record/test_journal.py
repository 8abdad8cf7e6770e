"""The journal: durable appends, torn tails at every byte, damage in the middle."""

from pathlib import Path

import pytest

from cowork_dsl.runtime.record.journal import Journal, JournalDamaged, read
from cowork_dsl.runtime.record.trajectory import End, Event, Harness, Trajectory, Volatile


def _trajectory(number: int) -> Trajectory:
    end = Event(
        index=0,
        segment=0,
        step=0,
        time="2026-04-02T09:00:00+00:00",
        actor="system",
        visibility="private",
        body=End(reason="done", detail=f"rollout {number}"),
    )
    return Trajectory(
        id=f"r{number}",
        env="tests.record",
        digest="0" * 64,
        validated=False,
        harness=Harness(name="scripted", version="1"),
        seed=number,
        sandbox="bwrap",
        events=(end,),
        termination="done",
    )


def _written(path: Path, count: int) -> list[int]:
    """Writes rollouts and gives the size of the file after each."""
    journal = Journal(path)
    sizes = []
    for number in range(count):
        journal.append(_trajectory(number))
        sizes.append(path.stat().st_size)
    journal.close()
    return sizes


def test_reads_back_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "0.jsonl.zst"
    _written(path, 3)

    assert list(read(path)) == [_trajectory(number) for number in range(3)]


def test_a_tail_torn_at_any_byte_loses_only_the_last(tmp_path: Path) -> None:
    path = tmp_path / "0.jsonl.zst"
    sizes = _written(path, 3)
    whole = path.read_bytes()
    for cut in range(sizes[1], sizes[2]):
        path.write_bytes(whole[:cut])

        assert [one.id for one in read(path)] == ["r0", "r1"], cut

        journal = Journal(path)
        journal.append(_trajectory(9))
        journal.close()

        assert [one.id for one in read(path)] == ["r0", "r1", "r9"], cut


def test_a_tail_of_zeros_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "0.jsonl.zst"
    sizes = _written(path, 2)
    path.write_bytes(path.read_bytes() + bytes(64))
    Journal(path).close()

    assert path.stat().st_size == sizes[-1]


def test_damage_in_the_middle_is_told(tmp_path: Path) -> None:
    path = tmp_path / "0.jsonl.zst"
    sizes = _written(path, 3)
    data = bytearray(path.read_bytes())
    data[sizes[0] + 9] ^= 0xFF
    path.write_bytes(bytes(data))

    with pytest.raises(JournalDamaged, match=f"damaged at byte {sizes[0]}"):
        list(read(path))
    with pytest.raises(JournalDamaged):
        Journal(path)


def test_identity_leaves_volatile_fields_out() -> None:
    one = _trajectory(1)
    other = one.model_copy(update={"volatile": Volatile(seconds=3.5, pid=17, attempts=2)})

    assert other.identity == one.identity
    assert _trajectory(2).identity != one.identity
