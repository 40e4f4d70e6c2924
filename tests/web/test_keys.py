"""The keys of the desk: their list, and what each of them finds on the page."""

import re
from pathlib import Path

import pytest
from django.test import Client

import web
from tests.factories import first_match, make_event
from tests.tournaments.steps import QUICK, win
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event

SHORTCUT = re.compile(r'aria-keyshortcuts="([^"]+)"')
KEY = re.compile(r"<kbd>([^<]+)</kbd>")
ROOT = Path(web.__file__).parent.parent
SCRIPT = re.compile(r"{% static 'js/([\w/-]+\.js)' %}")
KEY_TABLE = re.compile(r"const KEYS = \{(.*?)\};", re.DOTALL)
TABLE_ENTRY = re.compile(r'(?:"([^"]+)"|(\w+)): ')
READINGS = (
    (re.compile(r'event\.key === "([^"]+)" && \(event\.ctrlKey'), "Ctrl {}"),
    (re.compile(r'event\.key === "([^"]+)"(?! && \(event\.ctrlKey)'), "{}"),
    (re.compile(r"/\^(\\d)\$/\.test\(event\.key\)"), "{}"),
)
"""How a script asks which key was pressed, apart from a table of keys; and how the key is named."""
LOOKED_UP = re.compile(r"KEYS\[event\.key\]|CSS\.escape\(event\.key\)|value = event\.key;")
"""A key that a table of keys or an element has, or that is typed into a field."""
NAMES = {"Escape": {"Esc"}, "-": {"−"}, "=": {"+"}, "Ctrl z": {"Ctrl Z"}, "\\d": {*"09"}}
"""What the list calls a key: "=" is "+" without Shift, digits are the range from 0 to 9."""
EVERYWHERE = "Enter"
"""Sends the form that is typed into, as on every page."""


def find_script_keys(script: str) -> set[str]:
    """The keys that a script acts on, by their names in the list. A script that reads a key in
    another way fails here: its keys would be missing unnoticed."""
    keys: list[str] = []
    readings = len(LOOKED_UP.findall(script))
    for table in KEY_TABLE.findall(script):
        keys += [quoted or plain for quoted, plain in TABLE_ENTRY.findall(table)]
    for pattern, name in READINGS:
        found = pattern.findall(script)
        readings += len(found)
        keys += [name.format(key) for key in found]
    assert script.count("event.key") == readings
    return {name for key in keys if key != EVERYWHERE for name in NAMES.get(key, {key})}


def list_desk_scripts() -> dict[str, str]:
    """The scripts of the desk that hear keys, by their path."""
    templates = (ROOT / "templates" / "desk").rglob("*.html")
    paths = {path for each in templates for path in SCRIPT.findall(each.read_text())}
    scripts = {path: (ROOT / "static" / "js" / path).read_text() for path in paths}
    return {path: script for path, script in scripts.items() if "keydown" in script}


def test_the_list_of_keys_is_a_page_without_scripts(desk: Client) -> None:
    page = desk.get("/desk/keys/")
    assert "Keys do nothing while you type in a field." in text_of(page)
    assert {"?", "n", "t", "/"} <= set(KEY.findall(html_of(page)))


def test_every_page_of_an_event_has_the_list_and_a_link_to_it(desk: Client, club: Club) -> None:
    event = make_event(club=club)
    page = html_of(desk.get(f"/desk/events/{event.pk}/stages/"))
    assert '<dialog id="keys"' in page
    assert 'href="/desk/keys/" data-keys' in page


def test_no_two_elements_of_a_page_have_the_same_key(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=6)
    # Somebody has not paid: the first thing to do has the key "n".
    Event.objects.filter(pk=event.pk).update(rules={"fee_cents": 2000})
    page = html_of(desk.get(f"/desk/events/{event.pk}/"))
    keys = SHORTCUT.findall(page)
    assert len(keys) == len(set(keys))
    assert set(keys) == {*"123456", *"afnptbr"}


def test_frequent_acts_have_a_key(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    page = html_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    # Of the rows of the page only the first has the key: no two elements may have the same.
    for key, act in (("e", "mark as paid"), ("h", "mark as here")):
        assert page.count(f'aria-keyshortcuts="{key}">{act}') == 1
    desk.post(f"/desk/entries/{event.entries.order_by('pk')[0].pk}/paid/", {"paid": "1"})
    page = html_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    assert page.count('aria-keyshortcuts="e">mark as paid') == 1
    assert 'aria-keyshortcuts="n">Go to the draw' in re.sub(
        r' href="[^"]*"', "", html_of(desk.get(f"/desk/events/{event.pk}/"))
    )
    swiss = make_event(club=club, pairs=4, format="swiss", options={"rounds": 2}, tables=2)
    rounds = html_of(desk.get(f"/desk/events/{swiss.pk}/stages/1/rounds/"))
    assert "Round 1 of 2 is being played" in rounds
    assert 'aria-keyshortcuts="r"' in html_of(desk.get(f"/desk/events/{swiss.pk}/tables/"))


def test_every_key_that_a_page_has_is_in_the_list(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    listed = set(KEY.findall(html_of(desk.get("/desk/keys/")))) | set("123456")
    for page in ("", "tables/", "entries/", "results/", "stages/1/ranking/", "prints/"):
        used = set(SHORTCUT.findall(html_of(desk.get(f"/desk/events/{event.pk}/{page}"))))
        assert used - listed == set(), page


@pytest.mark.parametrize("path", sorted(list_desk_scripts()))
def test_every_key_of_a_script_is_in_the_list(desk: Client, path: str) -> None:
    listed = set(KEY.findall(html_of(desk.get("/desk/keys/"))))
    used = find_script_keys(list_desk_scripts()[path])
    assert used
    assert used - listed == set()


def test_a_script_that_reads_keys_in_another_way_is_noticed() -> None:
    assert find_script_keys('if (event.key === "q") go();') == {"q"}
    with pytest.raises(AssertionError):
        find_script_keys('switch (event.key) { case "q": go(); }')


def test_the_list_says_what_escape_does_where_results_are_copied(desk: Client) -> None:
    page = text_of(desk.get("/desk/keys/"))
    assert "Esc Closes this list, leaves a field" in page
    assert "results from paper: empties the fields" in page


def test_a_sheet_has_the_keys_of_the_event(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=4, match_format=QUICK)
    first = event.pairings.get(table__number=1)
    sheet = f"/desk/matches/{first.match_id}/"
    page = html_of(desk.get(sheet))
    keys = SHORTCUT.findall(page)
    assert len(keys) == len(set(keys))
    assert set(keys) == {*"123456", *"pbr"}
    assert re.search(r'results/[^>]*aria-keyshortcuts="r"', page)

    win(first)
    assert re.search(
        r'\?written"[^>]*aria-keyshortcuts="n"[^>]*>Next: table', html_of(desk.get(sheet))
    )


def test_a_sheet_is_below_the_matches_of_its_event(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4)
    page = html_of(desk.get(f"/desk/matches/{first_match(event)}/"))
    assert re.findall(r"<h1[^>]*>([^<]*)</h1>", page) == [event.name]
    tabs = page.partition('aria-label="Event"')[2].partition("</nav>")[0]
    assert re.findall(r'aria-current="page">([^<]+)', tabs) == ["Matches"]


def test_a_table_is_opened_by_its_number(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=3)
    match = event.pairings.get(table__number=2).match_id
    address = f"/desk/events/{event.pk}/tables/sheet/"
    assert desk.get(address, {"table": "2"})["Location"] == f"/desk/matches/{match}/"
    for wrong in ("7", "", "x", "²", "99999999999999999999"):
        assert desk.get(address, {"table": wrong})["Location"] == f"/desk/events/{event.pk}/tables/"
