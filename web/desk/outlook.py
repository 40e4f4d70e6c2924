"""What-if page of the desk: supposed results for the open matches, and the ranking they lead to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from competition.cuts.cut import Cut
from competition.placings.meetings import list_meetings
from competition.plan import EntryId, PlannedPairing
from competition.scenarios.match_outcomes import MatchOutcome
from competition.scenarios.open_ranking import StageState
from competition.scenarios.what_if import MAX_POINTS, SupposedRow, Supposition, rank_what_if
from kernel.refusals import Refused
from tournaments.selectors.registration.names import EntryName, EntryNames, load_entry_names
from tournaments.selectors.stages.stages import get_stage_by_number
from tournaments.selectors.standings.outlooks import find_cut_after, load_stage_state
from web.desk.access import about, get_worked_event
from web.paging import ROWS_A_PAGE, choose_page, cut_page, read_page_number
from web.searching import read_search
from web.stages import build_stage_tabs
from wording.outlook import FATES
from wording.places import place
from wording.sentences import word_violations

LONGEST_NUMBER = 12
"""Characters of points that are read."""
MATCHES_A_PAGE = 64
"""Open matches in the form at once."""


@dataclass(frozen=True, slots=True)
class WhatIfMatch:
    """An open match. Its code is also the name of its field in the form."""

    code: str
    entries: tuple[int, ...]

    @property
    def points_fields(self) -> list[str]:
        """The names of its fields where points are asked for: one for each side."""
        return [f"{self.code}.{side}" for side in range(len(self.entries))]


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

    row: SupposedRow
    name: EntryName

    @property
    def label(self) -> str:
        return place(self.row.placing.first, self.row.placing.last)

    @property
    def fate(self) -> str:
        return str(FATES[self.row.fate.value])

    @property
    def climbs(self) -> str:
        """How many places up or down, with the sign; empty where it stays."""
        if self.row.climbs == 0:
            return ""
        return f"{self.row.climbs:+}".replace("-", "−")

    @property
    def changes(self) -> bool:
        """Whether the entry would cross the border of the cut."""
        return self.row.fate != self.row.fate_now


@dataclass(frozen=True, slots=True)
class SupposedRanking:
    """A ranking by suppositions, and their number. ``violations``: why they are impossible."""

    rows: Sequence[SupposedRow]
    supposed: int
    violations: Sequence[str] = ()

    @property
    def status(self) -> int:
        """The HTTP status of the page."""
        if self.violations:
            return Refused.status
        return 200


class WhatIfQuery:
    """The suppositions in a query string: for each open match the value of its field, or the points
    in one field for each side."""

    def __init__(self, state: StageState, query: Mapping[str, str]) -> None:
        self.state = state
        self.query = query
        self.endings = state.possible.outcomes
        is_without_games = any(sum(ending.games) == 0 for ending in self.endings)
        self.asks_points = is_without_games or not self.endings[0].winner_is_known
        """Whether points are asked for: the winner of a match of one game over hands follows from
        them."""

    @cached_property
    def matches(self) -> list[WhatIfMatch]:
        """The open matches of the first round that has any; later rounds depend on these."""
        state = self.state
        seated: list[tuple[PlannedPairing, Sequence[EntryId]]]
        if state.format.metrics:
            seated = [(pairing, pairing.entries) for pairing in state.pairings]
        else:
            # In a bracket the entries of later rounds follow from the results before.
            meetings = list_meetings(state.pairings, state.results)
            seated = [(meeting.pairing, tuple(meeting.present())) for meeting in meetings]

        open_matches: list[tuple[PlannedPairing, WhatIfMatch]] = []
        for pairing, entries in seated:
            is_open = pairing.is_played and pairing.id not in state.results
            # No result can be supposed while an opponent is not known.
            if is_open and len(entries) == len(pairing.slots):
                match = WhatIfMatch(pairing.id, tuple(map(int, entries)))
                open_matches.append((pairing, match))
        # In each round by group, otherwise in the order of the stage.
        open_matches.sort(key=lambda row: (row[0].round, row[0].group))
        return [
            match for pairing, match in open_matches if pairing.round == open_matches[0][0].round
        ]

    def rank(self, cut: Cut) -> SupposedRanking:
        """The ranking by what is filled in; if that is impossible, by the results alone."""
        try:
            suppositions = self.parse_suppositions()
            if not self.state.pairings:
                return SupposedRanking((), len(suppositions))
            rows = rank_what_if(self.state, cut, suppositions)
            return SupposedRanking(rows, len(suppositions))
        except Refused as refusal:
            rows = rank_what_if(self.state, cut, {})
            return SupposedRanking(rows, 0, word_violations(refusal.violations))

    def parse_suppositions(self) -> dict[str, Supposition]:
        """What is filled in, by match. Points that are no numbers are ignored."""
        suppositions = {}
        games_by_value = {_format_ending(ending): ending.games for ending in self.endings}
        for match in self.matches:
            if not self.asks_points:
                # Only offered endings count, whatever the address contains.
                games = games_by_value.get(self.query.get(match.code, ""))
                if games is not None:
                    suppositions[match.code] = Supposition(games=games)
                continue
            points = self.read_points(match)
            if all(typed.isascii() and typed.isdecimal() for typed in points):
                totals = tuple(min(int(typed), MAX_POINTS) for typed in points)
                # The side with the most points wins the game; nobody does if two have as many.
                best = max(totals)
                has_winner = totals.count(best) == 1
                games = tuple(int(has_winner and total == best) for total in totals)
                suppositions[match.code] = Supposition(totals=totals, games=games)
        return suppositions

    def read_points(self, match: WhatIfMatch) -> tuple[str, ...]:
        return tuple(self.query.get(field, "")[:LONGEST_NUMBER] for field in match.points_fields)

    def list_inputs(self, matches: Iterable[WhatIfMatch], names: EntryNames) -> list[MatchInput]:
        """The fields of these matches, with what is filled in."""
        inputs = []
        for number, match in enumerate(matches, start=1):
            sides = tuple(names.list_labels(match.entries))
            choices: tuple[MatchEnding, ...] = ()
            points: tuple[str, ...] = ()
            if self.asks_points:
                points = self.read_points(match)
            else:
                choices = tuple(self.list_endings(match, sides))
            inputs.append(MatchInput(match.code, number, sides, choices, points))
        return inputs

    def list_endings(self, match: WhatIfMatch, sides: Sequence[str]) -> Iterator[MatchEnding]:
        """Open, then the endings by games won, the clearest win of the first side on top."""
        chosen = self.query.get(match.code, "")
        yield MatchEnding("", pgettext("a match", "open"), not chosen)
        for ending in sorted(self.endings, key=lambda ending: ending.games, reverse=True):
            value, games = _format_ending(ending), " – ".join(map(str, ending.games))
            outcome = pgettext("the end of a match", "draw")
            if ending.winner is not None:
                outcome = sides[ending.winner]
            yield MatchEnding(value, f"{games} · {outcome}", chosen == value)

    def list_elsewhere(self, shown: Iterable[WhatIfMatch]) -> list[tuple[str, str]]:
        """What is filled in for matches that are not on this page of the form, by field."""
        on_page = set(shown)
        fields: list[str] = []
        for match in self.matches:
            if match not in on_page:
                fields += [match.code, *match.points_fields]
        query = self.query
        return [(field, query[field][:LONGEST_NUMBER]) for field in fields if query.get(field)]


@login_required
@require_safe
def what_if(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The form beside the ranking. All suppositions are in the query string, also those of matches
    on other pages of the form; nothing is stored."""
    event = get_worked_event(request, event_id)
    stage = get_stage_by_number(event, number)
    state = load_stage_state(stage)
    query = WhatIfQuery(state, request.GET)
    ranking = query.rank(find_cut_after(stage))

    matches, rows = query.matches, ranking.rows
    sought = read_search(request)
    names = EntryNames()
    if sought:
        names = load_entry_names(event)
        found = set(names.select_with_words(names, sought))
        matches = [match for match in matches if not found.isdisjoint(match.entries)]
        rows = [row for row in rows if int(row.placing.entry) in found]
    # Two lists on one page: each has a parameter of its own for its page.
    page: Page[WhatIfMatch] = choose_page(request, matches, MATCHES_A_PAGE)
    ranking_page: Page[SupposedRow] = cut_page(
        read_page_number(request, "ranking"), rows, ROWS_A_PAGE
    )
    # Without a search only the names on the page are read.
    if not sought:
        on_page = {int(row.placing.entry) for row in ranking_page}
        for match in page:
            on_page.update(match.entries)
        names = load_entry_names(event, on_page)
    context = {
        **about(request, event, "ranking"),
        "stage": stage,
        "stages": build_stage_tabs(event),
        "matches": query.list_inputs(page, names),
        "page": page,
        "elsewhere": query.list_elsewhere(page),
        "rows": [ProjectedPlace(row, names[int(row.placing.entry)]) for row in ranking_page],
        "ranking_page": ranking_page,
        "has_search": bool(sought) or page.has_other_pages() or ranking_page.has_other_pages(),
        "sought": sought,
        "supposed": ranking.supposed,
        "refused": ranking.violations,
        "unit": state.unit,
        "most": MAX_POINTS,
    }
    return render(request, "desk/what_if.html", context, status=ranking.status)


def _format_ending(ending: MatchOutcome) -> str:
    """An ending by games won, as the form sends it."""
    return "-".join(map(str, ending.games))
