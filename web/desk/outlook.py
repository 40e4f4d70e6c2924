"""What-if page of the desk: supposed results for the open matches, and the ranking they lead to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from competition.placings.meetings import list_meetings
from competition.plan import EntryId, PlannedPairing
from competition.scenarios.match_outcomes import MatchOutcome
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate
from competition.scenarios.what_if import MAX_POINTS, SupposedRow, Supposition, rank_what_if
from kernel.refusals import Refused
from tournaments.selectors.registration.entries import EntryName, load_entry_names
from tournaments.selectors.stages.stages import get_stage_by_number
from tournaments.selectors.standings.outlooks import find_cut_after, load_stage_state
from web.desk.access import about, get_worked_event
from web.paging import ROWS_A_PAGE, choose_page, cut_page, read_page_number
from web.searching import has_words, read_search
from web.stages import build_stage_tabs
from wording.outlook import FATES
from wording.places import place
from wording.sentences import sentence

LONGEST_NUMBER = 12
"""Characters of points that are read."""
MATCHES_A_PAGE = 64
"""Open matches in the form at once."""

OpenMatch: TypeAlias = tuple[str, tuple[int, ...]]
"""The code of an open match, and its entries."""


@dataclass(frozen=True, slots=True)
class MatchEnding:
    """A way in which a match can end."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class MatchInput:
    """A match that is open: a choice of endings, or (``choices`` empty) the points of each side."""

    code: str
    number: int
    names: tuple[str, ...]
    choices: tuple[MatchEnding, ...]
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProjectedPlace:
    """The place that an entry would have, and its distance from the current one."""

    label: str
    name: EntryName
    fate: str
    through: bool
    climbs: str
    """How many places up or down, with the sign; empty where it stays."""
    changes: bool
    """Whether the entry would cross the border of the cut."""


@login_required
@require_safe
def what_if(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The form beside the ranking. All suppositions are in the query string, also those of matches
    on other pages of the form; nothing is stored."""
    event = get_worked_event(request, event_id)
    stage = get_stage_by_number(event, number)
    state = load_stage_state(stage)
    cut = find_cut_after(stage)
    open_matches = _list_open_matches(state)

    violations: list[str] = []
    rows: Sequence[SupposedRow] = ()
    try:
        suppositions = dict(_parse_suppositions(state, open_matches, request.GET))
        if state.pairings:
            rows = rank_what_if(state, cut, suppositions)
    except Refused as refusal:
        # The page still shows the ranking, as it is without any supposition.
        violations = [sentence(each.code, each.params) for each in refusal.violations]
        suppositions = {}
        rows = rank_what_if(state, cut, {})

    # Without a search only the names on the page are read.
    sought = read_search(request)
    names = load_entry_names(event) if sought else {}
    if sought:
        found = {pk for pk, name in names.items() if has_words(name, sought)}
        matches_found = [match for match in open_matches if not found.isdisjoint(match[1])]
        rows = [row for row in rows if int(row.placing.entry) in found]
    else:
        matches_found = open_matches
    # Two lists on one page: each has a parameter of its own for its page.
    page: Page[OpenMatch] = choose_page(request, matches_found, MATCHES_A_PAGE)
    ranking_page: Page[SupposedRow] = cut_page(
        read_page_number(request, "ranking"), rows, ROWS_A_PAGE
    )
    if not sought:
        in_matches = {entry for _code, entries in page for entry in entries}
        names = load_entry_names(
            event, in_matches | {int(row.placing.entry) for row in ranking_page}
        )
    context = {
        **about(request, event, "ranking"),
        "stage": stage,
        "stages": build_stage_tabs(event),
        "matches": list(_list_inputs(state, page, names, request.GET)),
        "page": page,
        "elsewhere": _list_elsewhere(open_matches, page, request.GET),
        "rows": [_build_row(row, names) for row in ranking_page],
        "ranking_page": ranking_page,
        "has_search": bool(sought) or page.has_other_pages() or ranking_page.has_other_pages(),
        "sought": sought,
        "supposed": len(suppositions),
        "refused": violations,
        "unit": state.unit,
        "most": MAX_POINTS,
    }
    return render(
        request, "desk/what_if.html", context, status=Refused.status if violations else 200
    )


def _build_row(row: SupposedRow, names: Mapping[int, EntryName]) -> ProjectedPlace:
    placing = row.placing
    return ProjectedPlace(
        label=place(placing.first, placing.last),
        name=names[int(placing.entry)],
        fate=str(FATES[row.fate.value]),
        through=row.fate == Fate.CLINCHED,
        climbs=f"{row.climbs:+}".replace("-", "−") if row.climbs else "",
        changes=row.fate != row.fate_now,
    )


def _list_open_matches(state: StageState) -> list[OpenMatch]:
    """The open matches of the first round that has any; later rounds depend on these."""
    open_pairings: list[tuple[PlannedPairing, Sequence[EntryId]]] = []
    for number in sorted({pairing.group for pairing in state.pairings}):
        pairings = [pairing for pairing in state.pairings if pairing.group == number]
        results = {}
        for pairing in pairings:
            if pairing.id in state.results:
                results[pairing.id] = state.results[pairing.id]
        seated: list[tuple[PlannedPairing, Sequence[EntryId]]]
        if state.format.metrics:
            seated = [(pairing, pairing.entries) for pairing in pairings]
        else:
            # In a bracket the entries of later rounds follow from the results before.
            meetings = list_meetings(pairings, results)
            seated = [(meeting.pairing, tuple(meeting.present())) for meeting in meetings]
        for pairing, entries in seated:
            # No result can be supposed while an opponent is not known.
            is_open = pairing.is_played and pairing.id not in results
            if is_open and len(entries) == len(pairing.slots):
                open_pairings.append((pairing, entries))

    first_round = min((pairing.round for pairing, _entries in open_pairings), default=0)
    matches = []
    for pairing, entries in open_pairings:
        if pairing.round == first_round:
            matches.append((pairing.id, tuple(map(int, entries))))
    return matches


def _asks_points(state: StageState) -> bool:
    """Whether points are asked for: the winner of a match of one game over hands follows from
    them."""
    endings = state.possible.outcomes
    return any(sum(ending.games) == 0 for ending in endings) or not endings[0].winner_is_known


def _list_inputs(
    state: StageState,
    matches: Iterable[OpenMatch],
    names: Mapping[int, EntryName],
    query: Mapping[str, str],
) -> Iterator[MatchInput]:
    asks_points = _asks_points(state)
    endings = sorted(state.possible.outcomes, key=lambda ending: ending.games, reverse=True)
    for number, (code, entries) in enumerate(matches, start=1):
        sides = tuple(names[entry].short for entry in entries)
        if asks_points:
            points = _read_points(code, len(entries), query)
            yield MatchInput(code, number, sides, (), points)
        else:
            # Open comes first, then the endings by games won, the clearest win of the first side
            # on top.
            chosen = query.get(code, "")
            choices = [MatchEnding("", pgettext("a match", "open"), not chosen)]
            for ending in endings:
                value, games = _format_ending(ending), " – ".join(map(str, ending.games))
                outcome = pgettext("the end of a match", "draw")
                if ending.winner is not None:
                    outcome = sides[ending.winner]
                choices.append(MatchEnding(value, f"{games} · {outcome}", chosen == value))
            yield MatchInput(code, number, sides, tuple(choices), ())


def _read_points(code: str, sides: int, query: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(query.get(f"{code}.{side}", "")[:LONGEST_NUMBER] for side in range(sides))


def _list_elsewhere(
    matches: Iterable[OpenMatch], shown: Iterable[OpenMatch], query: Mapping[str, str]
) -> list[tuple[str, str]]:
    """What is filled in for matches that are not on this page of the form, by field."""
    on_page = {code for code, _entries in shown}
    fields: list[str] = []
    for code, entries in matches:
        if code not in on_page:
            # A match has one field for its ending, or one for the points of each side.
            fields += [code, *(f"{code}.{side}" for side in range(len(entries)))]
    return [(field, query[field][:LONGEST_NUMBER]) for field in fields if query.get(field)]


def _format_ending(ending: MatchOutcome) -> str:
    """An ending by games won, as the form sends it."""
    return "-".join(map(str, ending.games))


def _parse_suppositions(
    state: StageState, matches: Iterable[OpenMatch], query: Mapping[str, str]
) -> Iterator[tuple[str, Supposition]]:
    """What is filled in, by match. Points that are no numbers are ignored."""
    asks_points = _asks_points(state)
    games_by_value = {_format_ending(case): case.games for case in state.possible.outcomes}
    for code, entries in matches:
        if not asks_points:
            # Only offered endings count, whatever the address contains.
            games = games_by_value.get(query.get(code, ""))
            if games is not None:
                yield code, Supposition(games=games)
            continue
        points = _read_points(code, len(entries), query)
        if all(typed.isascii() and typed.isdecimal() for typed in points):
            totals = tuple(min(int(typed), MAX_POINTS) for typed in points)
            # The side with the most points wins the game; nobody does if two have as many.
            best = max(totals)
            has_winner = totals.count(best) == 1
            games = tuple(int(has_winner and total == best) for total in totals)
            yield code, Supposition(totals=totals, games=games)
