"""What if, on the desk: supposed results for the open matches, and the ranking as it would be."""

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
from competition.scenarios.scene import seats_of
from competition.scenarios.state import StageState
from competition.scenarios.supposed import MOST_POINTS, SupposedRow, Supposition, supposed
from competition.scenarios.verdict import Fate
from kernel.refusals import Refused
from tournaments.selectors.entries import EntryName, names_of
from tournaments.selectors.outlooks import cut_after, state_of
from tournaments.selectors.road import stage_of
from web.desk.access import about, get_worked_event
from web.stages import stage_tabs
from wording.outlook import FATES
from wording.places import place
from wording.sentences import sentence

LONGEST = 12


@dataclass(frozen=True, slots=True)
class MatchEnding:
    """A way in which a match can end."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class MatchInput:
    """A match that is open: a choice of ends, or (``choices`` empty) the points of each side."""

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
    """Whether it changes sides of the cut."""


@login_required
@require_safe
def what_if(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The form beside the ranking. All suppositions are in the query string; nothing is stored."""
    event = get_worked_event(request, event_id)
    stage = stage_of(event, number)
    state, names = state_of(stage), names_of(event)
    matches = list(_open_matches(state, names, request.GET))
    refused: list[str] = []
    cut = cut_after(stage)
    try:
        given = dict(_read_suppositions(matches, request.GET))
        rows = supposed(state, cut, given) if state.pairings else ()
    except Refused as refusal:
        refused = [sentence(each.code, each.params) for each in refusal.violations]
        given, rows = {}, supposed(state, cut, {})
    context = {
        **about(request, event, "ranking"),
        "stage": stage,
        "stages": stage_tabs(event),
        "matches": matches,
        "rows": [_make_row(row, names) for row in rows],
        "supposed": len(given),
        "refused": refused,
        "unit": state.unit,
        "most": MOST_POINTS,
    }
    return render(request, "desk/what_if.html", context, status=422 if refused else 200)


def _make_row(row: SupposedRow, names: Mapping[int, EntryName]) -> ProjectedPlace:
    placing = row.placing
    return ProjectedPlace(
        label=place(placing.first, placing.last),
        name=names[int(placing.entry)],
        fate=str(FATES[row.fate.value]),
        through=row.fate == Fate.THROUGH,
        climbs=f"{row.climbs:+}".replace("-", "−") if row.climbs else "",
        changes=row.fate != row.fate_now,
    )


def _open_matches(
    state: StageState, names: Mapping[int, EntryName], asked: Mapping[str, str]
) -> Iterator[MatchInput]:
    """Those of the first round that has any, whose players are known."""
    seated = list(_list_seated(state))
    first = min((pairing.round for pairing, _ in seated), default=0)
    now = [(pairing, entries) for pairing, entries in seated if pairing.round == first]
    by_points = _by_points(state)
    for number, (pairing, entries) in enumerate(now, start=1):
        sides = tuple(names[int(entry)].short for entry in entries)
        code = pairing.id
        typed = tuple(asked.get(f"{code}.{slot}", "")[:LONGEST] for slot in range(len(sides)))
        choices = () if by_points else tuple(_list_choices(state, sides, asked.get(code, "")))
        yield MatchInput(code, number, sides, choices, typed if by_points else ())


def _by_points(state: StageState) -> bool:
    """Whether a match is one game over hands: then its points are asked for."""
    cases = state.ways.cases
    return any(sum(case.games) == 0 for case in cases) or not cases[0].winner_is_known


def _list_seated(state: StageState) -> Iterator[tuple[PlannedPairing, Sequence[EntryId]]]:
    """The open pairings with who plays them, as far as it is known of all."""
    for number in sorted({pairing.group for pairing in state.pairings}):
        mine = [each for each in state.pairings if each.group == number]
        known = {each.id: state.results[each.id] for each in mine if each.id in state.results}
        if state.format.metrics:
            there = [(pairing, seats_of(pairing)) for pairing in mine]
        else:
            found = meetings_of(mine, known)
            there = [(meeting.pairing, tuple(meeting.present())) for meeting in found]
        for pairing, entries in there:
            is_open = pairing.is_played and pairing.id not in known
            if is_open and len(entries) == len(pairing.slots):
                yield pairing, entries


def _list_choices(state: StageState, sides: Sequence[str], chosen: str) -> Iterator[MatchEnding]:
    yield MatchEnding("", pgettext("a match", "open"), not chosen)
    for case in sorted(state.ways.cases, key=lambda each: each.games, reverse=True):
        value = "-".join(map(str, case.games))
        games = " – ".join(map(str, case.games))
        winner = (
            pgettext("the end of a match", "draw") if case.winner is None else sides[case.winner]
        )
        yield MatchEnding(value, f"{games} · {winner}", chosen == value)


def _read_suppositions(
    matches: Sequence[MatchInput], asked: Mapping[str, str]
) -> Iterator[tuple[str, Supposition]]:
    """What is filled in. What is no number is as if it were not there."""
    for match in matches:
        if match.choices:
            chosen = next((each for each in match.choices if each.is_chosen and each.value), None)
            if chosen is not None:
                games = tuple(int(won) for won in chosen.value.split("-"))
                yield match.code, Supposition(games=games)
        elif all(typed.isascii() and typed.isdecimal() for typed in match.points):
            totals = tuple(min(int(typed), MOST_POINTS) for typed in match.points)
            best = max(totals)
            games = tuple(int(total == best and totals.count(best) == 1) for total in totals)
            yield match.code, Supposition(totals=totals, games=games)
