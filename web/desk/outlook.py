"""What-if page of the desk: supposed results for the open matches, and the ranking they lead to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from competition.placings.meetings import meetings_of
from competition.plan import EntryId, PlannedPairing
from competition.scenarios.cut_rankings import list_seats
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate
from competition.scenarios.what_if import MAX_POINTS, SupposedRow, Supposition, rank_what_if
from kernel.refusals import Refused
from tournaments.selectors.events.stage_sequence import stage_of
from tournaments.selectors.registration.entries import EntryName, names_of
from tournaments.selectors.standings.outlooks import cut_after, state_of
from web.desk.access import about, get_worked_event
from web.stages import stage_tabs
from wording.outlook import FATES
from wording.places import place
from wording.sentences import sentence

LONGEST_NUMBER = 12
"""Characters of points that are read."""


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
    """The form beside the ranking. All suppositions are in the query string; nothing is stored."""
    event = get_worked_event(request, event_id)
    stage = stage_of(event, number)
    state, names = state_of(stage), names_of(event)
    matches = _list_open_matches(state, names, request.GET)
    cut = cut_after(stage)

    violations: list[str] = []
    rows: Sequence[SupposedRow] = ()
    try:
        suppositions = dict(_parse_suppositions(matches, request.GET))
        if state.pairings:
            rows = rank_what_if(state, cut, suppositions)
    except Refused as refusal:
        # The page still shows the ranking, as it is without any supposition.
        violations = [sentence(each.code, each.params) for each in refusal.violations]
        suppositions = {}
        rows = rank_what_if(state, cut, {})
    context = {
        **about(request, event, "ranking"),
        "stage": stage,
        "stages": stage_tabs(event),
        "matches": matches,
        "rows": [_build_row(row, names) for row in rows],
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


def _list_open_matches(
    state: StageState, names: Mapping[int, EntryName], query: Mapping[str, str]
) -> list[MatchInput]:
    """The open matches of the first round that has any; later rounds depend on these."""
    open_pairings = list(_list_open_pairings(state))
    first_round = min((pairing.round for pairing, _entries in open_pairings), default=0)
    # The winner of a match of one game over hands follows from its points: these are asked for.
    endings = state.possible.outcomes
    asks_points = any(sum(ending.games) == 0 for ending in endings)
    asks_points = asks_points or not endings[0].winner_is_known

    matches: list[MatchInput] = []
    for pairing, entries in open_pairings:
        if pairing.round != first_round:
            continue
        code = pairing.id
        sides = tuple(names[int(entry)].short for entry in entries)
        choices: tuple[MatchEnding, ...] = ()
        points: tuple[str, ...] = ()
        if asks_points:
            typed = [query.get(f"{code}.{slot}", "") for slot in range(len(sides))]
            points = tuple(text[:LONGEST_NUMBER] for text in typed)
        else:
            choices = tuple(_list_choices(state, sides, query.get(code, "")))
        matches.append(MatchInput(code, len(matches) + 1, sides, choices, points))
    return matches


def _list_open_pairings(
    state: StageState,
) -> Iterator[tuple[PlannedPairing, Sequence[EntryId]]]:
    """The pairings without a result whose entries are all known, with these entries."""
    for number in sorted({pairing.group for pairing in state.pairings}):
        pairings = [pairing for pairing in state.pairings if pairing.group == number]
        results = {
            pairing.id: state.results[pairing.id]
            for pairing in pairings
            if pairing.id in state.results
        }
        seated: list[tuple[PlannedPairing, Sequence[EntryId]]]
        if state.format.metrics:
            seated = [(pairing, list_seats(pairing)) for pairing in pairings]
        else:
            # In a bracket the entries of later rounds follow from the results before.
            seated = [
                (meeting.pairing, tuple(meeting.present()))
                for meeting in meetings_of(pairings, results)
            ]
        for pairing, entries in seated:
            is_open = pairing.is_played and pairing.id not in results
            if is_open and len(entries) == len(pairing.slots):
                yield pairing, entries


def _list_choices(state: StageState, sides: Sequence[str], chosen: str) -> Iterator[MatchEnding]:
    """The endings by games won, the clearest win of the first side on top; open comes first."""
    yield MatchEnding("", pgettext("a match", "open"), not chosen)
    for case in sorted(state.possible.outcomes, key=lambda case: case.games, reverse=True):
        value = "-".join(map(str, case.games))
        games = " – ".join(map(str, case.games))
        if case.winner is None:
            outcome = pgettext("the end of a match", "draw")
        else:
            outcome = sides[case.winner]
        yield MatchEnding(value, f"{games} · {outcome}", chosen == value)


def _parse_suppositions(
    matches: Sequence[MatchInput], query: Mapping[str, str]
) -> Iterator[tuple[str, Supposition]]:
    """What is filled in, by match. Points that are no numbers are ignored."""
    for match in matches:
        if match.choices:
            chosen = query.get(match.code, "")
            # Only offered endings count, whatever the address contains.
            if chosen and any(choice.value == chosen for choice in match.choices):
                games = tuple(int(won) for won in chosen.split("-"))
                yield match.code, Supposition(games=games)
        elif all(typed.isascii() and typed.isdecimal() for typed in match.points):
            totals = tuple(min(int(typed), MAX_POINTS) for typed in match.points)
            # The side with the most points wins the game; nobody does if two have as many.
            best = max(totals)
            has_winner = totals.count(best) == 1
            games = tuple(int(has_winner and total == best) for total in totals)
            yield match.code, Supposition(totals=totals, games=games)
