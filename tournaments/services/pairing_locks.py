"""Locks pairings with their matches.

Whether a match has begun is certain only while its row is locked: a hand locks the match and no
row above it. A service that gives a pairing other entries, or another state, asks the match that
``lock_pairings`` returns, and no other.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from database.statements import Query, Row, fetch_together, load_instance
from database.transactions import ReadTooEarly
from scoring.models import Match
from tournaments.models import Group, Pairing, Round
from tournaments.statements import DEPENDENT_PAIRINGS, LOCK_MATCHES_OF_PAIRINGS, LOCK_PAIRINGS


def lock_pairings(pairing_ids: Iterable[int]) -> dict[int, Pairing]:
    """Locks pairings and their matches: all matches by id, then all pairings by id, the order of
    the whole project. Returns the pairings by id, in this order, each with its locked ``match``
    (without its format and snapshot) and its round.

    Raises ReadTooEarly if a pairing got another match in between.
    """
    pairings, _answers = lock_pairings_and_read(pairing_ids)
    return pairings


def lock_pairings_and_read(
    pairing_ids: Iterable[int], *queries: Query
) -> tuple[dict[int, Pairing], list[list[Row]]]:
    """Does the same, and reads the rows of queries under these locks, in the same message."""
    ids = sorted(set(pairing_ids))
    # Which match a pairing has is read without a lock, since matches are locked first. A replay may
    # give it another one in between: then the lock is on the wrong match.
    match_rows, pairing_rows, *answers = fetch_together(
        LOCK_MATCHES_OF_PAIRINGS.with_ids(ids), LOCK_PAIRINGS.with_ids(ids), *queries
    )
    matches = {}
    for row in match_rows:
        match = load_instance(Match, **LOCK_MATCHES_OF_PAIRINGS.name_columns(row))
        matches[match.pk] = match
    pairings: dict[int, Pairing] = {}
    for row in pairing_rows:
        pairing = load_pairing(LOCK_PAIRINGS.name_columns(row))
        pairings[pairing.pk] = pairing
    for pairing in pairings.values():
        if pairing.match_id is None:
            continue
        if pairing.match_id not in matches:
            raise ReadTooEarly
        pairing.match = matches[pairing.match_id]
    return pairings, answers


def load_pairing(row: Mapping[str, Any]) -> Pairing:
    """The pairing of a row WITH_ROUND. Its round and its group have those columns alone; the others
    are read when they are asked for."""
    columns = dict(row)
    of_group = {name: columns.pop(name) for name in ("stage_id", "first_table", "last_table")}
    of_round = {name: columns.pop(name) for name in ("section", "group_id")}
    pairing = load_instance(Pairing, **columns)
    pairing.round = load_instance(Round, id=columns["round_id"], **of_round)
    pairing.round.group = load_instance(Group, id=of_round["group_id"], **of_group)
    return pairing


def find_dependent_pairings(pairing_ids: Iterable[int], *, to_the_end: bool = False) -> list[int]:
    """The ids of the pairings that the winners and the losers go to, also through byes; or of all
    that they can still come to, ``to_the_end`` of the bracket."""
    dependent_ids: set[int] = set()
    front = list(pairing_ids)
    while front:
        for fed, is_bye in DEPENDENT_PAIRINGS.fetch_all(front.pop()):
            # A bye has no match to wait for: an entry that comes to it is in the next pairing at
            # once, so that one has to be locked too.
            if (is_bye or to_the_end) and fed not in dependent_ids:
                front.append(fed)
            dependent_ids.add(fed)
    return sorted(dependent_ids)
