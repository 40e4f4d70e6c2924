"""What other sites show of an event: public events only, no cookies, and only in allowed frames."""

import re
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tests.roles.hall import sign_in
from tests.tournaments.steps import QUICK, win
from tests.web.pages import html_of, text_of
from tournaments.models import Club, EmbeddingSite, Event, Pairing, Role
from tournaments.services.club.embedding import MOST_SITES, allow_sites
from tournaments.services.events.events import cancel_event

pytestmark = pytest.mark.django_db

VIEWS = ("standings", "bracket", "tables")
SITE = "https://www.circolo.example"


def address(event: Event, view: str = "standings", part: str = "") -> str:
    return f"/embed/events/{event.pk}/{view}/{part}"


def frame_ancestors(response: Any) -> list[str]:
    policy = response.headers["Content-Security-Policy"]
    (sources,) = re.findall(r"frame-ancestors ([^;]*)", policy)
    return sorted(sources.split())


@pytest.fixture
def event(club: Club) -> Event:
    """Running, at two tables, in a bracket of eight."""
    return make_event(club=club, pairs=8, tables=2, match_format=QUICK)


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_sets_no_cookie_and_does_not_depend_on_one(
    anybody: Client, desk: Client, event: Event, view: str
) -> None:
    for part in ("", "part/"):
        for client in (anybody, desk):
            answer = client.get(address(event, view, part))
            assert answer.status_code == 200
            assert not answer.cookies
    strangers, owners = (text_of(client.get(address(event, view))) for client in (anybody, desk))
    assert strangers == owners


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_has_one_link_and_no_control(anybody: Client, event: Event, view: str) -> None:
    page = html_of(anybody.get(address(event, view)))
    links = re.findall(r'<a\b[^>]*href="([^"]*)"', page)
    assert links == [f"/events/{event.pk}/"]
    assert not re.search(r"<(form|button|input|select|textarea|details)\b", page)


def test_without_allowed_sites_only_our_own_desk_may_frame_a_view(
    anybody: Client, event: Event
) -> None:
    assert frame_ancestors(anybody.get(address(event))) == ["'self'"]


def test_allowed_sites_of_the_club_may_frame_a_view(anybody: Client, event: Event) -> None:
    allow_sites(club=event.club, sites=[SITE], actor=owner_of(event.club))
    allow_sites(
        club=(other := make_club("Circolo di Bagno")),
        sites=["https://altro.example"],
        actor=owner_of(other),
    )
    answer = anybody.get(address(event))
    assert frame_ancestors(answer) == ["'self'", SITE]
    assert "X-Frame-Options" not in answer.headers


def test_the_policy_of_a_view_is_otherwise_that_of_all_pages(anybody: Client, event: Event) -> None:
    def rest(response: Any) -> list[str]:
        directives = response.headers["Content-Security-Policy"].split("; ")
        return sorted(each for each in directives if not each.startswith("frame-ancestors"))

    assert rest(anybody.get(address(event))) == rest(anybody.get(f"/events/{event.pk}/"))


def test_all_other_pages_stay_unframeable(anybody: Client, desk: Client, event: Event) -> None:
    allow_sites(club=event.club, sites=[SITE], actor=owner_of(event.club))
    for client, page in (
        (anybody, "/"),
        (anybody, f"/events/{event.pk}/"),
        (anybody, address(event, part="part/")),
        (desk, f"/desk/events/{event.pk}/site/"),
    ):
        answer = client.get(page)
        assert frame_ancestors(answer) == ["'none'"], page
        assert answer.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("visibility", ["LINK", "CLUB"])
def test_an_event_that_is_not_public_is_never_embedded(
    anybody: Client, desk: Client, event: Event, visibility: str
) -> None:
    Event.objects.filter(pk=event.pk).update(visibility=visibility)
    for client in (anybody, desk):
        for view in VIEWS:
            for part in ("", "part/"):
                answer = client.get(address(event, view, part))
                assert answer.status_code == 404
                assert event.name not in html_of(answer)
                assert frame_ancestors(answer) == ["'none'"]
                assert not answer.cookies


def test_a_draft_is_not_embedded(desk: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    assert desk.get(address(event)).status_code == 404


def test_a_hidden_event_is_not_served_from_what_was_kept(anybody: Client, event: Event) -> None:
    page = address(event, part="part/")
    assert anybody.get(page).status_code == anybody.get(page).status_code == 200
    Event.objects.filter(pk=event.pk).update(visibility="CLUB")
    assert anybody.get(page).status_code == 404


def test_the_site_chooses_language_and_colours(anybody: Client, event: Event) -> None:
    answer = anybody.get(address(event, "tables"), {"lang": "it", "theme": "dark"})
    assert answer.headers["Content-Language"] == "it"
    assert '<html lang="it" class="embed" data-theme="dark">' in html_of(answer)
    assert "in gioco" in text_of(answer).casefold()
    part = anybody.get(address(event, "tables", "part/"), {"lang": "it"})
    assert "in gioco" in text_of(part).casefold()


def test_an_unknown_language_or_theme_changes_nothing(anybody: Client, event: Event) -> None:
    answer = anybody.get(address(event), {"lang": "xx", "theme": '"><script>'})
    assert '<html lang="en" class="embed">' in html_of(answer)


def test_standings_are_a_table_of_numbers_where_a_stage_ranks_by_them(
    anybody: Client, club: Club
) -> None:
    event = make_event(
        club=club, pairs=4, tables=2, match_format=QUICK, format="round_robin", options={}
    )
    win(event.pairings.filter(state=Pairing.State.CALLED)[0])
    page = html_of(anybody.get(address(event)))
    assert page.count("<tr") == 5


def test_a_part_follows_a_result_and_is_answered_304_until_then(
    anybody: Client, event: Event
) -> None:
    page = address(event, "tables", "part/")
    first = anybody.get(page)
    same = anybody.get(page, headers={"if-none-match": first.headers["ETag"]})
    assert same.status_code == 304
    win(event.pairings.filter(state=Pairing.State.CALLED)[0])
    later = anybody.get(page, headers={"if-none-match": first.headers["ETag"]})
    assert later.status_code == 200


def test_a_cancelled_event_says_so(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    cancel_event(event=event, reason="nevica", actor=owner_of(club), now=NOW)
    assert "nevica" in text_of(anybody.get(address(event)))


def test_a_hostile_name_is_text(anybody: Client, club: Club) -> None:
    event = make_event(club=club, name='<script>alert("1")</script>')
    assert "<script>alert" not in html_of(anybody.get(address(event)))


@pytest.mark.parametrize("view", VIEWS)
def test_queries_of_a_view_do_not_grow_with_the_field(
    anybody: Client,
    club: Club,
    view: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    event = make_event(club=club, pairs=32, tables=16, match_format=QUICK)
    with django_assert_max_num_queries(22):
        assert anybody.get(address(event, view)).status_code == 200


def test_the_script_is_for_every_site_and_may_be_kept(anybody: Client) -> None:
    answer = anybody.get("/embed.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert not answer.cookies
    again = anybody.get("/embed.js", headers={"if-none-match": answer.headers["ETag"]})
    assert again.status_code == 304


# The page of the desk


def site_page(event: Event) -> str:
    return f"/desk/events/{event.pk}/site/"


def test_an_owner_allows_sites_as_people_write_them(desk: Client, event: Event) -> None:
    sites = "www.Circolo.example/tornei\r\nhttp://prova.example:8080/\r\n\r\nhttps://è.example"
    assert desk.post(site_page(event), {"sites": sites}).status_code == 302
    origins = list(event.club.embedding_sites.order_by("pk").values_list("origin", flat=True))
    assert origins == [SITE, "http://prova.example:8080", "https://xn--8ca.example"]
    desk.post(site_page(event), {"sites": SITE})
    assert [str(site) for site in event.club.embedding_sites.all()] == [SITE]


@pytest.mark.parametrize(
    "site",
    ["*", "https://*.example", "javascript:alert(1)", "https://a.example; script-src *", "ciao a"],
)
def test_what_is_no_site_is_refused_and_stays_on_the_page(
    desk: Client, event: Event, site: str
) -> None:
    answer = desk.post(site_page(event), {"sites": site})
    assert answer.status_code == 422
    assert "is not the address of a site" in text_of(answer)
    assert not EmbeddingSite.objects.exists()


def test_a_club_allows_a_limited_number_of_sites(desk: Client, event: Event) -> None:
    sites = "\n".join(f"https://n{number}.example" for number in range(MOST_SITES + 1))
    answer = desk.post(site_page(event), {"sites": sites})
    assert answer.status_code == 422
    assert f"At most {MOST_SITES} sites" in text_of(answer)


def test_an_organizer_reads_the_sites_and_does_not_change_them(event: Event) -> None:
    allow_sites(club=event.club, sites=[SITE], actor=owner_of(event.club))
    organizer = sign_in(make_member(event.club, Role.Kind.ORGANIZER))
    page = organizer.get(site_page(event))
    assert SITE in text_of(page)
    assert 'name="sites"' not in html_of(page)
    assert organizer.post(site_page(event), {"sites": ""}).status_code == 403
    assert event.club.embedding_sites.count() == 1


def test_the_desk_gives_the_line_to_copy_and_a_preview(desk: Client, event: Event) -> None:
    answer = desk.get(site_page(event), {"view": "tables", "theme": "dark", "lang": ""})
    assert answer.context["line"] == (
        f'<script async src="http://testserver/embed.js" data-event="{event.pk}"'
        ' data-view="tables" data-theme="dark"></script>'
    )
    assert f'src="{address(event, "tables")}?theme=dark"' in html_of(answer)
    assert "frame-src 'self'" in answer.headers["Content-Security-Policy"]


def test_the_desk_shows_no_preview_of_an_event_that_is_not_public(
    desk: Client, event: Event
) -> None:
    Event.objects.filter(pk=event.pk).update(visibility="LINK")
    assert "<iframe" not in html_of(desk.get(site_page(event)))


@pytest.mark.parametrize("origin", ["ftp://a.example", "https://a.example; x", "https://*.example"])
def test_the_database_takes_only_origins(club: Club, origin: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        EmbeddingSite.objects.create(club=club, origin=origin)
