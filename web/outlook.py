"""The outlook of a stage on the screen: the entries that are through, can be, or are out, with the
reasons."""

from dataclasses import dataclass

from competition.scenarios.outlook import Fate, SampledShare
from tournaments.models import Event, Stage
from tournaments.selectors.registration.entries import EntryName, names_of
from tournaments.selectors.standings.outlooks import StageOutlooks
from wording.outlook import FATES, reason_words
from wording.places import group_name


@dataclass(frozen=True, slots=True)
class OutlookRow:
    """An entry with its sentence. ``share``: in how many of how many sampled endings it is through,
    if not all of them were counted."""

    name: EntryName
    group: str
    said: str
    is_exact: bool
    share: SampledShare | None


@dataclass(frozen=True, slots=True)
class FateBand:
    """Entries with the same fate. ``said``: the sentence, if several entries have the same; then it
    is shown once."""

    fate: str
    title: str
    rows: tuple[OutlookRow, ...]
    said: str


@dataclass(frozen=True, slots=True)
class OutlookView:
    """The entries by fate. ``bands`` is None while a worker computes them."""

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
        # The name of the only group would tell nothing.
        groups = {}
    rows_by_fate: dict[Fate, list[OutlookRow]] = {fate: [] for fate in Fate}
    for outlook in found.rows:
        # Some sentences are about another entry, which must win or lose.
        rival = outlook.why.params.get("rival")
        rival_name = names[int(rival)].short if rival is not None else ""
        row = OutlookRow(
            names[int(outlook.entry)],
            groups.get(outlook.group, ""),
            reason_words(outlook.why.code, outlook.why.params, rival_name),
            outlook.is_exact,
            outlook.share,
        )
        rows_by_fate[outlook.fate].append(row)

    bands = []
    for fate, rows in rows_by_fate.items():
        if not rows:
            continue
        # By group, then by name: entries with the same fate have no order among them.
        rows.sort(key=lambda row: (row.group, row.name.short.casefold()))
        sentences = {row.said for row in rows}
        # A sentence that several entries have is shown once.
        said = sentences.pop() if len(sentences) == 1 and len(rows) > 1 else ""
        bands.append(FateBand(fate.value, str(FATES[fate.value]), tuple(rows), said))
    endings = max((outlook.share[1] for outlook in found.rows if outlook.share), default=0)
    return OutlookView(stage, tuple(bands), found.is_sampled, endings)
