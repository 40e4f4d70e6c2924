"""The outlook of a stage on the screen: the entries that are through, can be, or are out, with the
reasons."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.core.paginator import Page

from competition.scenarios.outlook import Fate, Outlook, SampledShare
from tournaments.models import Event, Stage
from tournaments.selectors.registration.names import EntryName, EntryNames, load_entry_names
from tournaments.selectors.standings.outlooks import StageOutlooks
from web.groups import load_group_names
from web.paging import ROWS_A_PAGE, cut_page
from wording.outlook import FATES, word_reason


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
    """Entries with the same fate, those of the page: ``count`` have it in all. ``said``: the
    sentence, if all of them have the same; then it is shown once."""

    fate: str
    title: str
    count: int
    rows: tuple[OutlookRow, ...]
    said: str


@dataclass(frozen=True, slots=True)
class OutlookView:
    """The entries by fate. ``bands`` is None while a worker computes them."""

    stage: Stage
    bands: tuple[FateBand, ...] | None
    page: Page[Outlook] | None = None
    sought: str = ""


def build_outlook_view(
    event: Event, stage: Stage, found: StageOutlooks, page: int = 0, sought: str = ""
) -> OutlookView:
    """A page of the outlook with names and sentences. ``sought`` are words of the names that are
    shown. Two queries."""
    if found.rows is None:
        return OutlookView(stage, None)
    names = load_entry_names(event)
    groups = load_group_names(stage)
    if len(groups) < 2:
        # The name of the only group would tell nothing.
        groups = {}

    outlooks_by_fate: dict[Fate, list[Outlook]] = defaultdict(list)
    reasons_by_fate: dict[Fate, set[tuple[str, ...]]] = defaultdict(set)
    for outlook in found.rows:
        outlooks_by_fate[outlook.fate].append(outlook)
        reasons_by_fate[outlook.fate].add(outlook.why.key)
    in_order: list[Outlook] = []
    for fate in Fate:
        outlooks = outlooks_by_fate[fate]
        # By group, then by name: entries with the same fate have no order among them.
        outlooks.sort(key=lambda each: (each.group, names[int(each.entry)].short.casefold()))
        in_order += outlooks
    if sought:
        found_entries = set(names.select_with_words((each.entry for each in in_order), sought))
        in_order = [each for each in in_order if each.entry in found_entries]
    shown_page = cut_page(page, in_order, ROWS_A_PAGE)

    # A fate without entries on this page has no band.
    bands = []
    for fate, on_page in groupby(shown_page, key=lambda outlook: outlook.fate):
        rows = [_build_row(outlook, names, groups) for outlook in on_page]
        count = len(outlooks_by_fate[fate])
        said = ""
        # A sentence that several entries have is shown once.
        if count > 1 and len(reasons_by_fate[fate]) == 1:
            said = rows[0].said
        bands.append(FateBand(fate.value, str(FATES[fate.value]), count, tuple(rows), said))
    return OutlookView(stage, tuple(bands), shown_page, sought)


def _build_row(outlook: Outlook, names: EntryNames, groups: Mapping[int, str]) -> OutlookRow:
    # Some sentences are about another entry, which must win or lose.
    rival = outlook.why.params.get("rival")
    rival_name = ""
    if rival is not None:
        rival_name = names[int(rival)].short
    return OutlookRow(
        names[int(outlook.entry)],
        groups.get(outlook.group, ""),
        word_reason(outlook.why.code, outlook.why.params, rival_name),
        outlook.is_exact,
        outlook.share,
    )
