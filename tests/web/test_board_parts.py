"""The living parts of public pages: rendered once a version, 304 to clients that are up to date."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from config.cache import empty_caches
from live.models import Notice
from live.selectors import find_reached_versions
from live.tickets import read_ticket
from scoring.models import Match
from tests.factories import NOW, first_match, make_event, owner_of
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event, Pairing
from tournaments.notices import make_hiding_revocation, name_hidden_topic
from tournaments.selectors.versions import load_hall_version, open_match_versions
from tournaments.services.events.changes import change_event
from web.fragments import forget_kept_boxes
from web.kept_answers import forget_kept_answers

PARTS = ("now/", "now/?q=Zoffoli1", "rounds/part/", "bracket/part/", "screen/part/")
"""What shows the tables of an event."""


def ask(client: Client, path: str, tag: str = "", language: str = "en") -> tuple[int, str]:
    """Status and tag."""
    headers = {"if-none-match": tag, "accept-language": language}
    answer = client.get(path, headers=headers)
    assert bool(answer.content) == (answer.status_code == 200)
    return answer.status_code, answer["ETag"]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_sent_again_after_a_hand_and_not_before(
    anybody: Client,
    club: Club,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    part: str,
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/events/{event.pk}/{part}"
    _, tag = ask(anybody, path)
    with django_assert_max_num_queries(2):
        assert ask(anybody, path, tag) == (304, tag)
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    status, after = ask(anybody, path, tag)
    assert status == 200
    assert after != tag


def test_places_are_sent_again_after_a_result_alone(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    path = f"/events/{event.pk}/places/part/"
    _, tag = ask(anybody, path)
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    assert ask(anybody, path, tag)[0] == 304
    win(pairing(event, "main-1-2"))
    assert ask(anybody, path, tag)[0] == 200


@pytest.mark.parametrize("path", ["now/", "screen/part/"])
def test_a_forecast_moves_with_the_clock_though_nothing_is_written(
    anybody: Client, club: Club, path: str
) -> None:
    with time_machine.travel(NOW, tick=False):
        event = make_event(club=club, pairs=8, tables=4, match_format=QUICK)
        Pairing.objects.filter(called_at__isnull=False).update(called_at=NOW)
    address = f"/events/{event.pk}/{path}"
    with time_machine.travel(NOW + timedelta(minutes=31), tick=False):
        _, tag = ask(anybody, address)
        before = ENDS.search(text_of(anybody.get(address)))
    forget_kept_answers()
    with time_machine.travel(NOW + timedelta(minutes=34), tick=False):
        assert ask(anybody, address, tag)[0] == 304
    forget_kept_answers()
    with time_machine.travel(NOW + timedelta(hours=3, minutes=31), tick=False):
        assert ask(anybody, address, tag)[0] == 200
        after = ENDS.search(text_of(anybody.get(address)))
    assert before is not None
    assert after is not None
    assert before[0] != after[0]


ENDS = re.compile(r"Ends about \d{1,2}:\d\d")
FOLLOWS_RESULTS = ("places/", "draws/", "decisions/", "stages/1/ranking/")
FOLLOWS_HANDS = ("", "rounds/", "bracket/", "screen/")


@pytest.mark.parametrize("page", [*FOLLOWS_RESULTS, *FOLLOWS_HANDS])
def test_a_page_follows_hands_only_where_it_shows_them(
    anybody: Client, club: Club, page: str
) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    topics = topics_of(html_of(anybody.get(f"/events/{event.pk}/{page}")))
    before = set(Notice.objects.values_list("pk", flat=True))
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    of_hand = set(Notice.objects.exclude(pk__in=before).values_list("topic", flat=True))
    assert bool(topics & of_hand) == (page in FOLLOWS_HANDS)
    win(pairing(event, "main-1-2"))
    of_result = set(Notice.objects.exclude(pk__in=before).values_list("topic", flat=True))
    assert topics & of_result


def topics_of(page: str) -> set[str]:
    """What the stream of a page follows."""
    opened = next(filter(None, map(read_ticket, re.findall(r'data-live="([^"]+)"', page))))
    return set(opened.topics)


def test_a_sheet_is_sent_again_after_its_own_lines_alone(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4)
    path = f"/matches/{first_match(event)}/part/"
    _, tag = ask(anybody, path)
    write(pairing(event, "main-1-2"), "hand", {"points": [7, None]})
    assert ask(anybody, path, tag)[0] == 304
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    assert ask(anybody, path, tag)[0] == 200


def test_a_part_is_read_once_for_everybody(
    anybody: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/events/{event.pk}/now/"
    first = html_of(anybody.get(path))
    with django_assert_max_num_queries(2):
        assert html_of(Client(headers={"accept-language": "en"}).get(path)) == first


def test_a_search_puts_its_own_above_what_all_see(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=16, tables=8)
    shared = html_of(anybody.get(f"/events/{event.pk}/now/")).removeprefix(ELEMENT)
    found = html_of(anybody.get(f"/events/{event.pk}/now/?q=Zoffoli1"))
    assert found.endswith(shared)
    assert "tcard mine" in found.removesuffix(shared)
    other = html_of(anybody.get(f"/events/{event.pk}/now/?q=Zoffoli2"))
    assert other.endswith(shared)
    assert other != found


ELEMENT = '<div id="live" class="live-part">'


def test_a_part_is_in_the_language_of_its_reader(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/events/{event.pk}/rounds/part/"
    _, english = ask(anybody, path)
    status, italian = ask(anybody, path, english, language="it")
    assert (status, italian == english) == (200, False)
    assert "Semifinali" in text_of(anybody.get(path, headers={"accept-language": "it"}))


def test_a_part_stands_on_its_page_as_it_is_sent_alone(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    for page, part in (("", "now/"), ("rounds/", "rounds/part/"), ("places/", "places/part/")):
        alone = html_of(anybody.get(f"/events/{event.pk}/{part}"))
        assert alone.startswith(ELEMENT)
        assert alone in html_of(anybody.get(f"/events/{event.pk}/{page}"))


HIDDEN = (*PARTS, "places/part/", "", "rounds/", "bracket/", "places/", "screen/")


@pytest.mark.parametrize("path", HIDDEN)
def test_what_is_hidden_is_hidden_in_part_too(
    anybody: Client, desk: Client, club: Club, path: str
) -> None:
    event = make_event(club=club, visibility=Event.Visibility.CLUB)
    assert desk.get(f"/events/{event.pk}/{path}").status_code == 200
    assert anybody.get(f"/events/{event.pk}/{path}").status_code == 404


def test_the_part_of_a_hidden_sheet_is_hidden(anybody: Client, desk: Client, club: Club) -> None:
    path = f"/matches/{first_match(make_event(club=club, visibility='CLUB'))}/part/"
    assert desk.get(path).status_code == 200
    assert anybody.get(path).status_code == 404


@pytest.mark.parametrize(
    "path", ["/events/{event}/", "/events/{event}/places/", "/matches/{match}/"]
)
def test_the_tickets_of_public_pages_end_when_the_event_is_hidden(
    anybody: Client, club: Club, path: str
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    page = html_of(anybody.get(path.format(event=event.pk, match=first_match(event))))
    opened = next(filter(None, map(read_ticket, re.findall(r'data-live="([^"]+)"', page))))
    assert opened.revocation is not None

    def change(visibility: str) -> int:
        changes = {"visibility": visibility}
        change_event(event=event, changes=changes, actor=owner_of(club), now=NOW)
        return find_reached_versions([name_hidden_topic(event.pk)]).get(
            name_hidden_topic(event.pk), 0
        )

    assert change("LINK") <= opened.revocation.version
    hidden = change("CLUB")
    assert hidden > opened.revocation.version
    assert opened.revocation.topic == name_hidden_topic(event.pk)
    change("PUBLIC")
    event.refresh_from_db()
    assert make_hiding_revocation(event).version > hidden


def test_an_event_that_is_hidden_later_is_not_shown_from_what_is_kept(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    _, tag = ask(anybody, f"/events/{event.pk}/now/")
    Event.objects.filter(pk=event.pk).update(visibility=Event.Visibility.CLUB)
    answer = anybody.get(f"/events/{event.pk}/now/", headers={"if-none-match": tag})
    assert answer.status_code == 404


@pytest.mark.parametrize("part", [*PARTS, "places/part/", "stages/1/ranking/part/"])
def test_what_is_kept_is_what_would_be_made_now(anybody: Client, club: Club, part: str) -> None:
    event = make_event(club=club, pairs=8, tables=4, match_format=QUICK)
    path = f"/events/{event.pk}/{part}"

    def assert_is_new() -> None:
        for language in ("en", "it"):
            kept = shown(anybody, path, language)
            forget_everything()
            assert shown(anybody, path, language) == kept

    assert_is_new()
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    assert_is_new()
    write(pairing(event, "main-1-2"), "hand", {"points": [5, None]})
    shown(anybody, path, "en")
    write(pairing(event, "main-1-1"), "hand", {"points": [4, None]})
    assert_is_new()
    win(pairing(event, "main-1-2"))
    assert_is_new()


def shown(client: Client, path: str, language: str) -> str:
    """A part in a language, without the minute in which it was made."""
    page = html_of(client.get(path, headers={"accept-language": language}))
    assert "<!--" not in page
    return re.sub(r"(as of|alle) \d\d\W\d\d", "", page)


def forget_everything() -> None:
    empty_caches()
    forget_kept_answers()
    forget_kept_boxes()


def test_a_hand_renders_one_box_and_not_the_page(
    anybody: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_event(club=club, pairs=8, tables=4)
    path = f"/events/{event.pk}/now/"
    for number in range(1, 5):
        write(pairing(event, f"main-1-{number}"), "hand", {"points": [7, None]})
    anybody.get(path)
    write(pairing(event, "main-1-3"), "hand", {"points": [4, None]})
    # Versions for the middleware (2) and the view (3), the event, and four for one box.
    with django_assert_max_num_queries(10):
        after = text_of(anybody.get(path))
    assert "11 First game" in after


def test_the_way_of_a_sought_pair_is_not_shown_to_others(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/events/{event.pk}/bracket/part/"
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    for _ in range(2):
        assert 'class="row chosen"' in html_of(anybody.get(f"{path}?q=Zoffoli1"))
        assert 'class="row chosen"' not in html_of(anybody.get(path))


@pytest.mark.parametrize("part", [*PARTS, "places/part/", "stages/1/ranking/part/"])
def test_a_kept_answer_is_not_given_once_the_event_is_hidden(
    anybody: Client, desk: Client, club: Club, part: str
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/events/{event.pk}/{part}"
    for visibility in (Event.Visibility.PUBLIC, Event.Visibility.LINK):
        Event.objects.filter(pk=event.pk).update(visibility=visibility)
        assert {anybody.get(path).status_code for _ in range(2)} == {200}
    Event.objects.filter(pk=event.pk).update(visibility=Event.Visibility.CLUB)
    assert desk.get(path).status_code == 200
    assert anybody.get(path).status_code == 404


def test_a_kept_answer_has_the_headers_of_the_first_and_an_id_of_its_own(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    first, second = (anybody.get(f"/events/{event.pk}/now/") for _ in range(2))
    assert second.headers["X-Request-ID"] != first.headers["X-Request-ID"]
    assert {**second.headers, "X-Request-ID": ""} == {**first.headers, "X-Request-ID": ""}
    known = {"if-none-match": first["ETag"]}
    same = anybody.get(f"/events/{event.pk}/now/", headers=known)
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert "Content-Security-Policy" in same.headers


def test_a_kept_answer_is_for_one_host_and_one_encoding(anybody: Client, club: Club) -> None:
    path = f"/events/{make_event(club=club, pairs=4, tables=2).pk}/now/"
    plain = anybody.get(path)
    packed = anybody.get(path, headers={"accept-encoding": "gzip"})
    assert (plain.get("Content-Encoding"), packed["Content-Encoding"]) == (None, "gzip")
    assert anybody.get(path).content == plain.content
    assert anybody.get(path, headers={"host": "elsewhere.example"}).status_code == 400


def test_the_version_of_the_hall_is_the_sum_of_its_open_matches(club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    assert (load_hall_version(event.pk), open_match_versions(event.pk)) == (0, {})
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    win(pairing(event, "main-1-2"))
    rows = Match.objects.filter(pairing__event=event, begun=True, state=Match.State.OPEN)
    versions = dict(rows.values_list("pk", "version"))
    assert len(versions) == 1
    assert open_match_versions(event.pk) == versions
    assert load_hall_version(event.pk) == sum(versions.values())
