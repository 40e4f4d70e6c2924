"""GET /events/{id}/standings/: places, shared ones, who is still in, and why."""

from random import Random
from typing import Any

from accounts.actors import SYSTEM
from tests.api.client import Program
from tests.factories import first_match, make_event
from tests.tournaments.steps import QUICK
from tournaments.models import Club
from tournaments.playing import play_out
from tournaments.services.results.simulation import ServiceWriter


def test_before_the_draw_there_are_no_rows(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    told = anybody.read(f"events/{event.pk}/standings/")
    assert told == {
        "event": str(event.pk),
        "version": 0,
        "winner": None,
        "winner_entry": None,
        "rows": [],
    }


def test_while_it_is_played_everybody_has_the_places_within_reach(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    organizer.line(first_match(event), 0, {"points": [11, None]})
    told = anybody.read(f"events/{event.pk}/standings/", accept_language="en")
    places = [(row["first"], row["last"], row["still_in"]) for row in told["rows"]]
    assert places == [(1, 2, True), (1, 4, True), (1, 4, True), (3, 4, False)]
    assert told["winner"] is None
    assert told["rows"][3]["why"] == {
        "code": "lost_in_round",
        "params": {"round": 1, "of": 2},
        "sentence": "Lost in the semifinals.",
    }


def test_a_knock_out_that_is_over_has_a_winner_and_shared_places(
    club: Club, anybody: Program
) -> None:
    event = make_event(club=club, pairs=8, match_format=QUICK)
    play_out(ServiceWriter(event.pk, SYSTEM), Random(1))
    told = anybody.read(f"events/{event.pk}/standings/")
    places = [(row["first"], row["last"]) for row in told["rows"]]
    assert places == [(1, 1), (2, 2), (3, 4), (3, 4), *[(5, 8)] * 4]
    assert told["winner"] == told["rows"][0]["entry"]
    assert told["rows"][0]["why"]["code"] == "champion"


def test_names_are_shown_as_the_event_shows_them(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2, names="INITIAL")
    row = organizer.read(f"events/{event.pk}/standings/")["rows"][0]
    assert all(player.endswith(".") for player in row["players"])


def test_a_sentence_is_in_the_readers_language_and_its_copy_too(
    club: Club, anybody: Program
) -> None:
    path = f"events/{make_event(club=club, pairs=2).pk}/standings/"
    italian, english = (anybody.get(path, accept_language=code) for code in ("it", "en"))
    assert italian["ETag"] != english["ETag"]
    said = [answer.json()["rows"][0]["why"]["sentence"] for answer in (italian, english)]
    assert said[0] != said[1]


def test_a_reader_who_has_them_is_told_so_until_there_is_a_result(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    match, path = first_match(event), f"events/{event.pk}/standings/"
    tag = anybody.get(path)["ETag"]
    organizer.line(match, 0, {"points": [6, None]})
    assert anybody.get(path, if_none_match=tag).status_code == 304
    organizer.line(match, 1, {"points": [9, None]})
    assert anybody.get(path, if_none_match=tag).status_code == 200


def test_a_withdrawal_before_the_draw_makes_a_new_version(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    path = f"events/{event.pk}/standings/"
    tag = anybody.get(path)["ETag"]
    entry = event.entries.order_by("pk").values_list("pk", flat=True)[0]
    organizer.write(f"entries/{entry}/withdraw/", {})
    assert anybody.get(path)["ETag"] != tag


def test_they_cost_the_same_number_of_queries_at_any_size(
    club: Club, anybody: Program, django_assert_num_queries: Any
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, name=f"Di {pairs}")
        path = f"events/{event.pk}/standings/"
        with django_assert_num_queries(9):
            tag = anybody.get(path)["ETag"]
        with django_assert_num_queries(1):
            anybody.get(path, if_none_match=tag)
        with django_assert_num_queries(1):
            anybody.get(path)


# Placings


def test_placings_are_the_places_that_are_decided(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    path = f"events/{event.pk}/placings/"
    assert anybody.read(path) == {
        "event": str(event.pk),
        "version": event.stages.get().version,
        "complete": False,
        "rows": [],
    }
    organizer.line(first_match(event), 0, {"points": [11, None]})
    told = anybody.read(path)
    assert [(row["first"], row["last"]) for row in told["rows"]] == [(3, 4)]
    play_out(ServiceWriter(event.pk, SYSTEM), Random(1))
    told = anybody.read(path)
    assert [(row["first"], row["last"]) for row in told["rows"]] == [(1, 1), (2, 2), (3, 4), (3, 4)]
    assert told["complete"]
    assert told["rows"] == anybody.read(f"events/{event.pk}/standings/")["rows"]


def test_placings_are_kept_by_version(
    club: Club, anybody: Program, django_assert_num_queries: Any
) -> None:
    path = f"events/{make_event(club=club, pairs=8).pk}/placings/"
    tag = anybody.get(path)["ETag"]
    with django_assert_num_queries(1):
        assert anybody.get(path, if_none_match=tag).status_code == 304


def test_rows_have_their_places_by_name_and_no_points_in_a_knock_out(
    club: Club, anybody: Program
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    play_out(ServiceWriter(event.pk, SYSTEM), Random(1))
    for address in ("standings", "placings"):
        rows = anybody.read(f"events/{event.pk}/{address}/")["rows"]
        places = [(row["first_place"], row["last_place"]) for row in rows]
        assert places == [(row["first"], row["last"]) for row in rows]
        assert [(row["points"], row["values"]) for row in rows] == [(None, {})] * 4


def test_rows_have_the_points_that_they_are_ranked_by(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK, format="round_robin")
    play_out(ServiceWriter(event.pk, SYSTEM), Random(1))
    rows = anybody.read(f"events/{event.pk}/standings/")["rows"]
    ranking = anybody.read(f"stages/{event.stages.get().pk}/ranking/")
    assert [row["values"] for row in rows] == [row["values"] for row in ranking["rows"]]
    first_metric = ranking["metrics"][0]
    assert [row["points"] for row in rows] == [row["values"][first_metric] for row in rows]
    assert rows[0]["points"] > rows[-1]["points"]
