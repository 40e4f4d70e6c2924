"""The stages of an event on the desk: added, changed, taken away; groups; rounds; rankings."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from competition.standings.options import StandingsOptions
from tests.factories import NOW, draw_stage_now, make_event, owner_of
from tests.tournaments.steps import QUICK
from tests.tournaments.test_rounds import met
from tests.tournaments.test_weekend import CUT, play, stage_of, start, weekend
from tests.web.pages import html_of, text_of
from tests.web.test_new_event import FORM
from tournaments.models import Absence, Club, Event, PairingConstraint, Stage
from tournaments.playing import play_out
from tournaments.services.results.simulation import ServiceWriter
from tournaments.tasks import pair_here
from web.desk.metrics import RankingForm

STAGE: dict[str, Any] = {
    "stage": "1",
    "take": "places",
    "first": "1",
    "last": "4",
    "level": "lots",
    "games": "3",
    "clubs_apart": "on",
    "format": "single_elimination",
    "format_of": "single_elimination",
    "format-groups": "1",
    "format-grouping": "drawn",
    "options_of": "marafon",
    "ranking-win": "2",
    "ranking-draw": "1",
    "ranking-loss": "0",
    "ranking-unplayed": "2026",
    "ranking-rest": "none",
    "ranking-rest_points": "0",
}


def path(event: Event, more: str = "") -> str:
    return f"/desk/events/{event.pk}/stages/{more}"


@pytest.fixture
def groups(club: Club) -> Event:
    return make_event(
        club=club, pairs=8, drawn=False, match_format=QUICK, format="groups", tables=4
    )


def test_a_stage_is_added_changed_and_taken_away(desk: Client, groups: Event) -> None:
    assert "Groups, all against all" in text_of(desk.get(path(groups)))
    assert desk.get(path(groups, "new/")).status_code == 200
    answer = desk.post(path(groups, "new/"), STAGE)
    assert (answer.status_code, answer["Location"]) == (302, path(groups))
    stage = groups.stages.get(number=2)
    assert stage.cut == {
        "take": "places",
        "stage": 1,
        "first": 1,
        "last": 4,
        "level": "lots",
    }
    assert (stage.format, stage.match_format) == ("single_elimination", None)
    page = text_of(desk.get(path(groups)))
    assert "The best 4 of Groups, all against all." in page
    changed = {**STAGE, "take": "of_each", "of_each": "2", "last": "", "name": "Finale"}
    assert desk.post(path(groups, "2/"), changed).status_code == 302
    stage.refresh_from_db()
    assert (stage.name, stage.cut["of_each"]) == ("Finale", 2)
    assert 'value="Finale"' in html_of(desk.get(path(groups, "2/")))
    assert "Its format, cut, groups and calendar are lost." in text_of(
        desk.get(path(groups, "2/take/"))
    )
    assert groups.stages.count() == 2
    assert desk.post(path(groups, "2/take/")).status_code == 302
    assert groups.stages.count() == 1


def test_what_cannot_be_says_why_and_keeps_what_was_typed(desk: Client, groups: Event) -> None:
    answer = desk.post(path(groups, "new/"), {**STAGE, "last": "", "name": "Finale"})
    assert answer.status_code == 422
    assert 'value="Finale"' in html_of(answer)
    assert not groups.stages.filter(number=2).exists()


def test_another_format_shows_its_own_options(desk: Client, groups: Event) -> None:
    sent = {**STAGE, "format": "swiss", "look": "1"}
    page = html_of(desk.post(path(groups, "new/"), sent))
    assert 'name="format-rounds"' in page
    answer = desk.post(path(groups, "new/"), {**STAGE, "format": "swiss"})
    assert answer.status_code == 422


def test_metrics_and_what_a_result_is_worth_are_kept(desk: Client, groups: Event) -> None:
    sent = {
        **STAGE,
        "format": "swiss",
        "format_of": "swiss",
        "format-rounds": "5",
        "format-accelerated": "0",
        "format-first": "fold",
        "format-club_level": "5",
        "metric-1": "match_points",
        "metric-2": "points_difference",
        "ranking-win": "3",
    }
    assert desk.post(path(groups, "new/"), sent).status_code == 302
    stage = groups.stages.get(number=2)
    assert (stage.metrics, stage.ranking) == (["match_points", "points_difference"], {"win": 3})


SWISS = {
    **STAGE,
    "format": "swiss",
    "format_of": "swiss",
    "format-rounds": "5",
    "format-first": "fold",
    "ranking-walkover": "none",
}


def filled(form: Any) -> dict[str, Any]:
    """What a browser sends of a form that nobody has touched."""
    values = {field.html_name: field.value() for field in form}
    return {
        name: value for name, value in values.items() if value is not None and value is not False
    }


def ranking_of(event: Event) -> Any:
    return event.stages.get(number=2).ranking


def test_all_that_a_ranking_can_be_told_is_on_the_form() -> None:
    form = RankingForm(data=None, initial={}, defaults={})
    names = {field.name for part in form.parts for field in part.fields}
    names |= {field.name for field in form.worth}
    assert {*names, "mini_table"} - {"victory_rows"} == StandingsOptions.model_fields.keys()


def test_a_ranking_has_all_that_the_api_can_say(desk: Client, groups: Event) -> None:
    sent = {
        **SWISS,
        "metric-1": "victory_points",
        "metric-2": "mini_table",
        "ranking-half_bye": "0",
        "ranking-unplayed": "2024",
        "ranking-round_robin": "on",
        "ranking-rest": "fixed",
        "ranking-rest_points": "21",
        "ranking-rest_points_against": "20",
        "ranking-walkover": "average",
        "ranking-victory_table": "burraco_4",
        "ranking-victory_walkover": "13",
        "mini-1": "points_difference",
        "mini-2": "wins",
    }
    answer = desk.post(path(groups, "new/"), sent)
    assert answer.status_code == 302, text_of(answer)
    assert ranking_of(groups) == {
        "half_bye": 0,
        "unplayed": "2024",
        "round_robin": True,
        "rest": "fixed",
        "rest_points": 21,
        "rest_points_against": 20,
        "walkover": "average",
        "victory_table": "burraco_4",
        "victory_walkover": 13,
        "mini_table": ["points_difference", "wins"],
    }
    form, before = desk.get(path(groups, "2/")).context["wizard"].ranking, ranking_of(groups)
    again = {**SWISS, **filled(form), **filled(form.mini_table), "metric-1": "victory_points"}
    assert desk.post(path(groups, "2/"), again).status_code == 302
    assert ranking_of(groups) == before


def test_a_victory_table_is_written_row_by_row(desk: Client, groups: Event) -> None:
    rows = "50 10 10\n 150: 11-9 \n– 12 8"
    sent = {**SWISS, "ranking-victory_table": "own", "ranking-victory_rows": rows}
    assert desk.post(path(groups, "new/"), sent).status_code == 302
    table = [[50, 10, 10], [150, 11, 9], [None, 12, 8]]
    assert ranking_of(groups) == {"victory_table": table}
    page = desk.get(path(groups, "2/"))
    assert "50 10 10\n150 11 9\n– 12 8" in html_of(page)
    again = {**SWISS, **filled(page.context["wizard"].ranking)}
    assert desk.post(path(groups, "2/"), again).status_code == 302
    assert ranking_of(groups) == {"victory_table": table}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("", "Write the rows of the table."),
        ("50 10", "“50 10” is not a row"),
        ("50 10 10\n40 11 9\n- 12 8", "Row 2 of the victory table is not possible"),
        ("50 10 10", "the last row has no limit"),
    ],
)
def test_a_victory_table_that_cannot_be_says_why(
    desk: Client, groups: Event, rows: str, said: str
) -> None:
    sent = {**SWISS, "ranking-victory_table": "own", "ranking-victory_rows": rows}
    answer = desk.post(path(groups, "new/"), sent)
    assert answer.status_code == 422
    assert said in text_of(answer)


def test_another_format_ranks_as_it_does_by_itself(desk: Client, groups: Event) -> None:
    sent = {**SWISS, "format": "qualifying", "metric-1": "match_points", "look": "1"}
    wizard = desk.post(path(groups, "new/"), sent).context["wizard"]
    shown = {**filled(wizard.ranking), **filled(wizard.metrics)}
    assert (shown["ranking-rest"], shown["metric-1"]) == ("average", "points_for")


def test_a_group_has_its_name_place_and_tables(desk: Client, groups: Event) -> None:
    venue = groups.club.venues.create(name="Bar Fiume")
    sent = {"name": "", "venue": venue.pk, "first": "1", "last": "2"}
    assert desk.post(path(groups, "1/groups/1/"), sent).status_code == 302
    page = text_of(desk.get(path(groups)))
    assert "Group A" in page
    assert "Bar Fiume" in page
    refused = desk.post(path(groups, "1/groups/1/"), {**sent, "last": "99"})
    assert refused.status_code == 422
    half = desk.post(path(groups, "1/groups/1/"), {**sent, "last": ""})
    assert "Write both" in text_of(half)


@pytest.fixture
def swiss(club: Club) -> Event:
    event = make_event(
        club=club, pairs=6, match_format=QUICK, format="swiss", options={"rounds": 3}
    )
    play_out(ServiceWriter(event.pk, owner_of(event.club)), Random(3))
    return event


def test_before_a_round_one_says_who_is_away_who_must_meet_and_who_comes_late(
    desk: Client, swiss: Event
) -> None:
    stage = swiss.stages.get()
    entries = list(swiss.entries.order_by("pk"))
    rounds = path(swiss, "1/rounds/")
    assert "Pair round 2 of 3" in text_of(desk.get(rounds))
    away = {"entry": entries[0].pk, "kind": "absent"}
    assert desk.post(f"{rounds}absent/", away).status_code == 302
    assert Absence.objects.get(stage=stage).round == 2
    assert desk.post(f"{rounds}present/{entries[0].pk}/").status_code == 302
    assert not Absence.objects.exists()
    constraint = {
        "kind": "forbidden",
        "first": entries[1].pk,
        "second": entries[2].pk,
        "reason": "x",
    }
    assert desk.post(f"{rounds}constraints/", constraint).status_code == 302
    assert "Never meet" in text_of(desk.get(rounds))
    assert (
        desk.post(f"{rounds}constraints/{PairingConstraint.objects.get().pk}/remove/").status_code
        == 302
    )
    same = {**constraint, "second": entries[1].pk}
    assert desk.post(f"{rounds}constraints/", same).status_code == 409
    late = {"player1": "Ivo Neri", "player2": "Ugo Turci", "group": "1"}
    assert desk.post(f"{rounds}late/", late).status_code == 302
    assert swiss.entries.count() == 7


def test_who_is_away_from_a_round_is_absent_at_the_tables_and_has_no_bye(
    desk: Client, swiss: Event
) -> None:
    away = swiss.entries.order_by("pk")[0]
    desk.post(path(swiss, "1/rounds/absent/"), {"entry": away.pk, "kind": "absent"})
    pair_here(stage=swiss.stages.get(), actor=owner_of(swiss.club), now=NOW)
    rows = html_of(desk.get(f"/desk/events/{swiss.pk}/tables/")).split("<tr")
    states = [row for row in rows if "absent" in row]
    assert len(states) == 1
    assert "bye" not in states[0]


def test_a_round_is_asked_of_a_worker_and_watched(desk: Client, swiss: Event) -> None:
    rounds = path(swiss, "1/rounds/")
    answer = desk.post(f"{rounds}pair/")
    assert answer["Location"] == f"{rounds}?watch=1"
    assert "is being paired" in text_of(desk.get(answer["Location"]))


def test_two_change_places_when_what_it_breaks_was_read_and_only_once(
    desk: Client, swiss: Event
) -> None:
    pair_here(stage=swiss.stages.get(), actor=owner_of(swiss.club), now=NOW)
    rounds = path(swiss, "1/rounds/")
    first, second = met(swiss, 1)[0], met(swiss, 2)
    one, rival = sorted(entry for entry in first if entry)
    beside = next(other for meeting in second if one in meeting for other in meeting - {one})
    version = swiss.stages.get().version
    assert f'name="version" value="{version}"' in html_of(desk.get(rounds))
    sent = {"first": beside, "second": rival, "reason": "chiesto da tutti", "version": version}
    told = desk.post(f"{rounds}swap/", sent)
    assert (told.status_code, "have met already" in text_of(told)) == (409, True)
    assert desk.post(f"{rounds}swap/", {**sent, "agreed": "on"}).status_code == 302
    after = met(swiss, 2)
    assert frozenset((one, rival)) in after
    again = desk.post(f"{rounds}swap/", {**sent, "agreed": "on"})
    assert "has come in meanwhile" in text_of(again)
    assert f'name="version" value="{version + 1}"' in html_of(again)
    assert met(swiss, 2) == after


def test_where_all_rounds_are_planned_none_is_changed_by_hand(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK, format="round_robin")
    page = text_of(desk.get(path(event, "1/rounds/")))
    assert "by hand" not in page
    assert "Take round" not in page
    assert "Does not play" not in page


def test_a_ranking_says_why_and_where_the_cut_is(desk: Client, club: Club) -> None:
    event = weekend(club=club)
    start(event)
    play(event)
    page = desk.get(path(event, "1/ranking/"))
    assert html_of(page).count('class="cut"') == 1
    assert "Ahead by points made" in text_of(page)
    document = desk.get(path(event, "1/ranking.json")).json()
    assert len(document["entries"]) == 16
    board = Client().get(f"/events/{event.pk}/stages/1/ranking/", headers={"accept-language": "en"})
    assert board.status_code == 200
    assert Client().get(f"/events/{event.pk}/stages/9/ranking/").status_code == 404


def test_the_event_says_what_comes_next(desk: Client, club: Club) -> None:
    event = weekend(club=club)
    start(event)
    play(event)
    page = text_of(desk.get(f"/desk/events/{event.pk}/"))
    assert "tied at the cut" in page or "Draw: Knock-out" in page


def test_a_drawn_stage_stays_as_it_is(desk: Client, club: Club) -> None:
    event = weekend(club=club)
    draw_stage_now(stage_of(event, 1))
    options = {name: value for name, value in FORM.items() if name.startswith("option-")}
    sent = {**STAGE, **options, "own_match": "on"}
    assert desk.post(path(event, "1/"), sent).status_code == 409
    assert desk.post(path(event, "2/"), sent).status_code == 302
    assert Stage.objects.get(event=event, number=2).cut == {
        **CUT,
        "first": 1,
        "level": "lots",
        "last": 4,
    }


def test_what_a_format_counts_by_itself_can_be_chosen_away(desk: Client, groups: Event) -> None:
    sent = {
        **STAGE,
        "format": "qualifying",
        "format_of": "qualifying",
        "format-rounds": "3",
        "ranking-rest": "none",
    }
    assert desk.post(path(groups, "new/"), sent).status_code == 302
    assert groups.stages.get(number=2).ranking["rest"] == "none"
