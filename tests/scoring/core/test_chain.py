"""The chain of a sheet."""

from dataclasses import replace
from typing import Any

from kernel.canonical import canonical, digest
from scoring.core.chain import START, ChainedLine, find_first_break


def line(n: Any, previous: Any) -> Any:
    return ChainedLine(
        match="1",
        n=n,
        kind="hand",
        data={"points": [7, 4]},
        author_kind="USER",
        author_id="1",
        device="",
        key=f"k{n}",
        made_at="2026-11-21T20:00:00.000000+00:00",
        arrived_at="2026-11-21T20:00:01.000000+00:00",
        previous=previous,
    )


def chain(length: Any) -> Any:
    lines, previous = [], START
    for n in range(1, length + 1):
        chained = line(n, previous)
        previous = chained.digest()
        lines.append((chained, previous))
    return lines


def test_canonical_json_is_sorted_and_tight_and_utf8() -> None:
    assert canonical({"b": [1, None], "a": "è"}) == '{"a":"è","b":[1,null]}'.encode()


def test_a_digest_is_sha_256_in_hex() -> None:
    empty = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert digest({}) == empty


def test_a_whole_chain_closes() -> None:
    assert find_first_break(chain(5)) is None
    assert find_first_break([]) is None


def test_any_change_breaks_the_chain_where_it_was_made() -> None:
    for at in range(5):
        lines = chain(5)
        chained, kept = lines[at]
        lines[at] = (replace(chained, data={"points": [8, 3]}), kept)
        assert find_first_break(lines) == at + 1


def test_a_missing_or_moved_line_breaks_the_chain() -> None:
    lines = chain(5)
    assert find_first_break(lines[1:]) == 2
    assert find_first_break([*lines[:2], *lines[3:]]) == 4
