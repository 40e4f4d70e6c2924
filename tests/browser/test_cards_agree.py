"""Hands entered card by card in Chromium's own engine, against the rulebooks of the server."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from rules.contract import Situation
from rules.registry import rulebook
from tests.browser.conftest import OpenPage
from tests.js.write_plays import GAMES

DEALS = 30
"""Of each game, each under its own options."""

ENTER_ALL = """async ({ card, plays }) => {
  const { addAct, choicesFor, isComplete, lineData, readPlay, startPlay, stepOf } =
    await import("/static/js/pad/game/play.js");
  return plays.map((play) => {
    let state = startPlay(card, null);
    for (const act of readPlay(card, play).acts) {
      const step = stepOf(state);
      if (act[0] === "marafona" && step.ask !== "marafona") continue;
      const choices = act[0] === "P" ? choicesFor(state).flatMap((row) => row.cards) : [];
      const chosen = choices.find((each) => each.card === act[2]);
      if (chosen && chosen.state !== "possible") return `${act}: ${chosen.state}`;
      state = addAct(state, act);
    }
    return isComplete(state) ? lineData(state) : stepOf(state);
  });
}"""


@pytest.fixture
def engine(open_page: OpenPage) -> Page:
    page = open_page()
    page.goto("/")
    return page


@pytest.mark.parametrize(("name", "chosen"), GAMES)
def test_what_the_pad_writes_makes_the_same_record(
    engine: Page, name: str, chosen: dict[str, Any]
) -> None:
    book = rulebook(name)
    options = book.read_options(chosen)
    before = Situation((0,) * book.sides, to_target=False)
    plays = [book.simulate(Random(seed), options, None) for seed in range(DEALS)]
    told = engine.evaluate(ENTER_ALL, {"card": book.build_card(options), "plays": plays})
    for play, data in zip(plays, told, strict=True):
        expected = book.record_of_play(json.loads(json.dumps(play)), options, before)
        assert isinstance(data, dict), data
        written = data.get("play")
        record = (
            book.record_of_play(written, options, before) if written else book.read_record(data)
        )
        assert record == expected
