"""The public list of entries."""

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_event
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Entry, Event


def test_everybody_finds_a_pair_by_either_surname(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=12, drawn=False)
    path = f"/events/{event.pk}/entries/"
    assert "12 pairs" in text_of(anybody.get(path))
    for sought in ("ZOFFOLI7", "casadéi7"):
        page = text_of(anybody.get(path, {"q": sought, "sort": "surname"}))
        assert "1 pair" in page
        assert "Loris Zoffoli7 – Ivano Casadei7" in page


def test_neither_phones_nor_who_waits_or_was_replaced_are_public(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=3, drawn=False)
    first, second = event.entries.order_by("pk")[:2]
    Entry.objects.filter(pk=first.pk).update(phone="333 1234567", notes="has a dog")
    Entry.objects.filter(pk=second.pk).update(state=Entry.State.WAITLISTED)
    page = text_of(anybody.get(f"/events/{event.pk}/entries/"))
    assert "2 pairs" in page
    assert "333" not in page
    assert "dog" not in page


def test_a_hidden_surname_cannot_be_searched_for(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=3, drawn=False)
    Event.objects.filter(pk=event.pk).update(names=Event.Names.INITIAL)
    path = f"/events/{event.pk}/entries/"
    assert "Nobody here is called" in text_of(anybody.get(path, {"q": "Zoffoli1"}))
    assert "Loris Z. – Ivano C." in html_of(anybody.get(path, {"q": "loris"}))


def test_the_list_costs_the_same_for_8_pairs_and_for_64(
    anybody: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, drawn=False)
        with django_assert_max_num_queries(6):
            anybody.get(f"/events/{event.pk}/entries/", {"sort": "surname", "q": "zoff"})
