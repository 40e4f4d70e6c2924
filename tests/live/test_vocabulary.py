"""The names of changes, and the addresses of what they name."""

import re

import pytest
from django.urls import resolve

from live.vocabulary import ADDRESSES, FOR_WEBHOOKS, TYPES, TYPES_BY_NAME, make_links

SAMPLE_IDS = {
    name: "7c0a26a5-6f0e-4c5e-9a43-2a6a5c4b3c11" if name == "event" else 7 for name in ADDRESSES
}


@pytest.mark.parametrize("template", ADDRESSES.values(), ids=ADDRESSES)
def test_every_address_is_one_of_the_api(template: str) -> None:
    match = resolve(template.format_map(SAMPLE_IDS))
    assert match.url_name is not None


def test_names_are_unique_and_of_two_words() -> None:
    assert len(TYPES_BY_NAME) == len(TYPES)
    for name in TYPES_BY_NAME:
        assert re.fullmatch(r"[a-z]+\.[a-z_]+", name)


def test_links_need_only_the_ids_that_the_type_states() -> None:
    for kind in TYPES:
        ids = {name: SAMPLE_IDS.get(name, 7) for name in ("event", *kind.ids)}
        assert set(make_links(kind, ids)) == set(kind.links)


def test_what_has_no_id_has_no_link() -> None:
    links = make_links(TYPES_BY_NAME["match.called"], {"event": "e", "pairing": 3})
    assert set(links) == {"event", "pairing"}


def test_changes_of_every_hand_are_not_for_webhooks() -> None:
    assert "match.changed" not in FOR_WEBHOOKS
    assert "match.decided" in FOR_WEBHOOKS
