"""The short labels of the entries of an event, of which no two are equal.

A label has the surnames in the order of entering: "Montanari – Ricci". As soon as another entry has
the same surnames, in any order, just enough is added to tell them apart: an initial, a whole first
name, the club, at last a number.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import NamedTuple


class LabelledPlayer(NamedTuple):
    """A player's names. ``key`` is equal for players who look alike before anything is added."""

    first: str
    last: str
    key: str


class LabelledEntry(NamedTuple):
    """What the label of an entry is made of: its players in order, and the club it plays for."""

    players: tuple[LabelledPlayer, ...]
    club: str = ""


class LabelPart(NamedTuple):
    """A part of a label. ``is_added``: only there because another entry has the same surnames."""

    text: str
    is_added: bool = False


class _Detail(IntEnum):
    """How much of a player's first name the label has."""

    SURNAME = 0
    INITIAL = 1
    FIRST_NAME = 2


@dataclass(frozen=True, slots=True)
class _Label:
    """A label while it is made. ``details`` by player, in the order of the surnames' keys."""

    entry: LabelledEntry
    hides_surnames: bool
    details: tuple[_Detail, ...] = ()
    has_club: bool = False
    number: int | None = None

    def with_detail(self, rank: int, detail: _Detail) -> "_Label":
        if self.hides_surnames:
            return self
        details = list(self.details) or [_Detail.SURNAME] * len(self.entry.players)
        details[rank] = detail
        return replace(self, details=tuple(details))

    def with_club(self) -> "_Label":
        return replace(self, has_club=bool(self.entry.club.strip()))

    @property
    def parts(self) -> tuple[LabelPart, ...]:
        parts: list[LabelPart] = []
        players = self.entry.players
        if any(self.details):
            # By surname: the same order for pairs that were entered in different orders.
            ranked_positions = sorted(
                range(len(players)),
                key=lambda place: (players[place].key, players[place].first.casefold(), place),
            )
            detail_of = dict(zip(ranked_positions, self.details, strict=True))
            for position, player in enumerate(players):
                surname = player.last
                if position:
                    surname = f" – {surname}"
                parts.append(LabelPart(surname))
                if detail_of[position] == _Detail.INITIAL and player.first:
                    parts += _add_part(f"{player.first[:1]}.")
                elif detail_of[position] == _Detail.FIRST_NAME and player.first:
                    parts += _add_part(player.first)
        else:
            names = [(player.first, player.last) for player in players]
            parts.append(LabelPart(join_names(names, hides_surnames=self.hides_surnames)))
        if self.has_club:
            parts += _add_part(f"({self.entry.club.strip()})")
        if self.number is not None:
            parts += _add_part(f"({self.number})")
        return tuple(parts)

    @property
    def sign(self) -> tuple[tuple[str, ...], str]:
        """Equal for labels that a reader would take for one another: the order of the players and
        capitals are not told apart."""
        names, _, rest = join_parts(self.parts).partition(" (")
        return tuple(sorted(names.casefold().split(" – "))), rest.casefold()


@dataclass(slots=True)
class _AlikeLabels:
    """The labels, by id, of entries whose players have the same keys."""

    labels: dict[int, _Label] = field(default_factory=dict)

    def distinguish(self) -> None:
        """Adds what tells them apart."""
        players = len(next(iter(self.labels.values())).entry.players)
        # Step by step from the shortest: what already tells two entries apart is not made longer.
        # Only entries whose names are equal in full get their club, and then a number.
        for detail in (_Detail.INITIAL, _Detail.FIRST_NAME):
            for rank in range(players):
                for tied in self._find_tied():
                    self._change_if_clearer(
                        {id_: label.with_detail(rank, detail) for id_, label in tied.items()}
                    )
        for tied in self._find_tied():
            self._change_if_clearer({id_: label.with_club() for id_, label in tied.items()})
        for tied in self._find_tied():
            for number, (id_, label) in enumerate(tied.items(), start=1):
                self.labels[id_] = replace(label, number=number)

    def _find_tied(self) -> list[dict[int, _Label]]:
        """The labels that are still equal, in the order of their ids."""
        by_sign: dict[object, dict[int, _Label]] = defaultdict(dict)
        for id_, label in self.labels.items():
            by_sign[label.sign][id_] = label
        return [tied for tied in by_sign.values() if len(tied) > 1]

    def _change_if_clearer(self, changed: Mapping[int, _Label]) -> None:
        """Changes these labels, which are equal, if some of them differ then."""
        if len({label.sign for label in changed.values()}) > 1:
            self.labels.update(changed)


def make_labels(
    entries: Mapping[int, LabelledEntry], *, hides_surnames: bool = False
) -> dict[int, tuple[LabelPart, ...]]:
    """The parts of the label of each entry, by id. An entry may only be left out if no other has
    the keys of its players. ``hides_surnames``: the event shows first names and the surname's
    initial, and a label tells no more."""
    alike: dict[tuple[str, ...], _AlikeLabels] = defaultdict(_AlikeLabels)
    for id_, entry in sorted(entries.items()):
        key = tuple(sorted(player.key for player in entry.players))
        alike[key].labels[id_] = _Label(entry, hides_surnames)
    parts_by_id: dict[int, tuple[LabelPart, ...]] = {}
    for group in alike.values():
        group.distinguish()
        for id_, label in group.labels.items():
            parts_by_id[id_] = label.parts
    return parts_by_id


def join_names(players: Iterable[tuple[str, str]], *, hides_surnames: bool) -> str:
    """The label while nothing is added. ``players``: first name and surname of each."""
    names = list(players)
    shown_names: list[str] = []
    for first_name, last_name in names:
        if hides_surnames and first_name:
            shown_names.append(f"{first_name} {last_name[:1]}.")
        elif len(names) == 1 and first_name and not hides_surnames:
            # Two surnames are seldom equal, one often is.
            shown_names.append(f"{last_name} {first_name[:1]}.")
        else:
            shown_names.append(last_name)
    return " – ".join(shown_names)


def join_parts(parts: Sequence[LabelPart]) -> str:
    """A label as text."""
    return "".join(part.text for part in parts)


def _add_part(text: str) -> list[LabelPart]:
    """What tells a label apart, behind a space."""
    return [LabelPart(" "), LabelPart(text, is_added=True)]
