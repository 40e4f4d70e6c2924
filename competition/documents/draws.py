"""``draw``: the order that a seed gives; ``verify``: whether a published draw is what it says."""

from collections.abc import Mapping
from typing import Any

from competition.documents.changes import ChangeDocument, plan_as_changed
from competition.draw.coin import Coin, seed_violations, toss
from competition.draw.commitment import commitment
from competition.draw.constraints import Constraints
from competition.formats import format_named
from competition.plan import Entrant, EntryId
from competition.stages.drawing import LOTS, order_of
from competition.stages.stage import order_as_json, stage_violations
from kernel.json_lines import Document
from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused, Unreadable


class EntrantDocument(Frozen):
    """An entry as a draw sees it; ``group`` where the organizer has put it into one, and what it
    brings from an earlier stage."""

    id: EntryId
    seed: int | None
    club: str | None
    group: int | None = None
    pot: int | None = None
    mates: str | None = None
    carried: int = 0
    met: list[EntryId] = []

    @property
    def entrant(self) -> Entrant:
        return Entrant(
            self.id,
            self.seed,
            self.club,
            self.group,
            self.pot,
            self.mates,
            self.carried,
            tuple(self.met),
        )


class DrawRequest(Frozen):
    """All that an order follows from."""

    seed: str
    format: str
    options: dict[str, Any] = {}
    entries: list[EntrantDocument]
    constraints: Constraints = Constraints()


class RecordDocument(Frozen):
    """A draw as it was published. ``changes``: what was changed in its bracket by hand since, in
    its order; ``pairings``: the bracket as it is played."""

    secret: str
    word: str
    format: str
    options: dict[str, Any] = {}
    entries: list[EntrantDocument]
    constraints: Constraints = Constraints()
    version: str | int
    commitment: str
    order: list[EntryId] | list[list[EntryId]]
    changes: list[ChangeDocument] = []
    pairings: list[dict[str, Any]] | None = None


def draw(document: Document) -> Mapping[str, Any]:
    """The order that the seed gives."""
    asked = read(DrawRequest, document)
    entrants = [entry.entrant for entry in asked.entries]
    found = _find_violations(asked.format, asked.options, entrants)
    if violations := (*seed_violations(asked.seed), *found):
        raise Refused(violations)
    order = order_of(
        asked.format,
        asked.options,
        entrants,
        constraints=asked.constraints,
        coin=Coin(asked.seed),
    )
    return {"legal": True, "order": order_as_json(order)}


def verify(document: Document) -> Mapping[str, Any]:
    """Whether the commitment is that of the secret, and the order that of secret and word. What is
    committed to is taken as it stands in the document, letter by letter. Where the bracket is
    published with it, also whether that is the order with the changes by hand."""
    asked = read(RecordDocument, document)
    try:
        promised = commitment(
            secret=asked.secret,
            entries=document["entries"],
            constraints=document.get("constraints", {}),
            format_=asked.format,
            version=asked.version,
        )
        seed = toss(asked.secret, asked.word)
    except UnicodeEncodeError as error:
        # JSON can name half a sign (a surrogate by itself), UTF-8 cannot: there is nothing to hash.
        raise Unreadable("half a sign in a text") from error
    differs = [] if promised == asked.commitment.lower() else ["commitment"]
    try:
        order = order_of(
            asked.format,
            asked.options,
            [entry.entrant for entry in asked.entries],
            constraints=asked.constraints,
            coin=Coin(seed),
        )
    except Refused:
        differs.append("order")
    else:
        if order_as_json(order) != asked.order:
            differs.append("order")
    differs += _find_bracket_differences(asked)
    return {"legal": True, "valid": not differs, "differs": differs}


def _find_bracket_differences(asked: RecordDocument) -> list[str]:
    """``changes`` if they cannot be applied to the published order, ``pairings`` if the bracket is
    another one."""
    if asked.pairings is None and not asked.changes:
        return []
    parts = [each for each in asked.order if isinstance(each, list)]
    flat = [each for each in asked.order if not isinstance(each, list)]
    order = tuple(map(tuple, parts or [flat]))
    try:
        plan = plan_as_changed(asked.format, asked.options, order, asked.changes)
    except Refused:
        return ["changes"]
    if asked.pairings is None:
        return []
    return [] if [pairing.as_json() for pairing in plan] == asked.pairings else ["pairings"]


def _find_violations(format_: str, options: Mapping[str, Any], entrants: list[Entrant]) -> Any:
    if format_ == LOTS:
        return ()
    chosen = format_named(format_)
    return stage_violations(chosen, chosen.options(options), entrants)
