"""The words of a score sheet."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.games.marafon.options import MarafonOptions
from rules.registry import rulebook


def word_sheet_title(table: int | None, hall: str = "") -> str:
    """The title of a score sheet; with the hall, where there are several."""
    if table is None:
        return _("Score sheet")
    if hall:
        return _("Score sheet, %(hall)s, table %(table)s") % {"hall": hall, "table": table}
    return _("Score sheet, table %(table)s") % {"table": table}


def list_score_sheet_words() -> dict[str, str]:
    """The words of a score sheet; the template replaces {pair}."""
    return {
        "hand": pgettext("number of a hand", "no."),
        "points": pgettext("head of a column", "points"),
        "total": pgettext("head of a column", "total"),
        "final": pgettext("of a game", "final"),
        "won": _("games won"),
        "to": pgettext("between two scores", "to"),
        "signature": _("signature of %(pair)s") % {"pair": "{pair}"},
        "referee": _("referee"),
        "ended": _("Ended at ____ . ____   Bring this sheet to the desk."),
    }


def word_score_sheet_note(document: Mapping[str, Any], *, has_qr: bool) -> str:
    """How a score sheet is filled in, by the game that is played."""
    sentences: list[str] = []
    game = document["games"][0]
    if game["game"] == "marafon":
        options = rulebook("marafon").read_options(game.get("options", {}))
        if isinstance(options, MarafonOptions) and not options.in_thirds:
            sentences.append(_("The points of a hand are 11 for both sides together."))
        if word_bonus(document):
            sentences.append(
                _("Circle %(bonus)s for the side that has the marafona.")
                % {"bonus": word_bonus(document)}
            )
    if has_qr:
        sentences.append(_("The QR at the top shows this match; the sheet remains the proof."))
    return " ".join(sentences)


def word_bonus(document: Mapping[str, Any]) -> str:
    """What is circled in the square of a hand (+3); empty where no bonus is declared."""
    game = document["games"][0]
    if game["game"] != "marafon":
        return ""
    options = rulebook("marafon").read_options(game.get("options", {}))
    if not isinstance(options, MarafonOptions) or not options.marafona_points:
        return ""
    return f"+{options.marafona_points}"


def word_game_title(name: str, target: str) -> str:
    """A game of a score sheet with its target: First game, to 41."""
    return f"{name}, {target}" if target else name
