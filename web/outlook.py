"""The outlook of a stage on the screen: who is through, can be, is out, and by what."""

from collections.abc import Iterable
from dataclasses import dataclass

from competition.scenarios.verdict import Fate, Outlook
from tournaments.models import Event, Stage
from tournaments.selectors.entries import EntryName, names_of
from tournaments.selectors.outlooks import StageOutlooks
from wording.outlook import FATES, reason_words
from wording.places import group_name


@dataclass(frozen=True, slots=True)
class OutlookRow:
    """An entry with its sentence. ``share``: in how many of how many endings it is through, where
    it was not counted."""

    name: EntryName
    group: str
    said: str
    is_exact: bool
    share: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class FateBand:
    """Entries with the same fate."""

    fate: str
    title: str
    rows: tuple[OutlookRow, ...]

    @property
    def said(self) -> str:
        """The sentence, where it is the same for several."""
        sentences = {row.said for row in self.rows}
        return sentences.pop() if len(sentences) == 1 and len(self.rows) > 1 else ""


@dataclass(frozen=True, slots=True)
class OutlookView:
    """``bands`` None: it is being counted."""

    stage: Stage
    bands: tuple[FateBand, ...] | None
    is_sampled: bool
    endings: int


def outlook_view(event: Event, stage: Stage, found: StageOutlooks) -> OutlookView:
    """The outlook with names and sentences. Two queries."""
    if found.rows is None:
        return OutlookView(stage, None, is_sampled=False, endings=0)
    names = names_of(event)
    numbers = dict(stage.groups.values_list("number", "name"))
    groups = {number: group_name(number, name) for number, name in numbers.items()}
    if len(groups) < 2:
        groups = {}
    bands = (
        FateBand(
            fate.value, str(FATES[fate.value]), tuple(_make_rows(found.rows, fate, names, groups))
        )
        for fate in Fate
    )
    return OutlookView(
        stage,
        tuple(band for band in bands if band.rows),
        found.is_sampled,
        max((row.share[1] for row in found.rows if row.share), default=0),
    )


def _make_rows(
    rows: Iterable[Outlook], fate: Fate, names: dict[int, EntryName], groups: dict[int, str]
) -> Iterable[OutlookRow]:
    """By group, then by name, as there is no ranking here."""
    found = [
        OutlookRow(
            names[int(row.entry)],
            groups.get(row.group, ""),
            reason_words(row.why.code, row.why.params, rival_name(row, names)),
            row.is_exact,
            row.share,
        )
        for row in rows
        if row.fate == fate
    ]
    return sorted(found, key=lambda row: (row.group, row.name.short.casefold()))


def rival_name(row: Outlook, names: dict[int, EntryName]) -> str:
    """The name of the other that the sentence is about."""
    rival = row.why.params.get("rival")
    return names[int(rival)].short if rival is not None else ""
