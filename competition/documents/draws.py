"""``draw``: the order that a seed gives; ``verify``: whether a published draw is what it says."""

from collections.abc import Iterable, Mapping
from typing import Any

from competition.documents.changes import ChangeDocument, plan_as_changed
from competition.draw.coin import Coin, check_seed, toss
from competition.draw.commitment import VERSION, commitment
from competition.draw.constraints import Constraints
from competition.formats import format_named
from competition.plan import Entrant, EntryId, plan_as_json
from competition.stages.drawing import LOTS, draw_order
from competition.stages.stage import find_stage_violations, order_as_json
from kernel.json_lines import Document
from kernel.models import Frozen
from kernel.reading import read, shorten_value
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation


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


def read_entrants(documents: Iterable[EntrantDocument]) -> list[Entrant]:
    """The entrants of a draw."""
    return [document.entrant for document in documents]


def split_order(
    order: Iterable[EntryId | list[EntryId]],
) -> tuple[list[list[EntryId]], list[EntryId]]:
    """The groups of an order that is a list of lists, or else the entries of its flat list."""
    groups: list[list[EntryId]] = []
    flat: list[EntryId] = []
    for item in order:
        if isinstance(item, list):
            groups.append(item)
        else:
            flat.append(item)
    return groups, flat


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

    def find_bracket_differences(self) -> list[str]:
        """``changes`` if they cannot be applied to the published order, ``pairings`` if the bracket
        is another one."""
        if self.pairings is None and not self.changes:
            return []
        groups, flat = split_order(self.order)
        order = tuple(map(tuple, groups or [flat]))
        try:
            plan = plan_as_changed(self.format, self.options, order, self.changes)
        except Refused:
            return ["changes"]
        if self.pairings is None:
            return []
        if plan_as_json(plan) != self.pairings:
            return ["pairings"]
        return []


def draw(document: Document) -> Mapping[str, Any]:
    """The order that the seed gives."""
    request = read(DrawRequest, document)
    violations = [*check_seed(request.seed)]
    # A drawing of lots is of no format, and any entries can take part in it.
    if request.format != LOTS:
        chosen_format = format_named(request.format)
        options = chosen_format.options(request.options)
        entrants = read_entrants(request.entries)
        violations += find_stage_violations(chosen_format, options, entrants)
    if violations:
        raise Refused(violations)
    return {"legal": True, "order": _draw_as_json(request, request.seed)}


def verify(document: Document) -> Mapping[str, Any]:
    """Whether the commitment is that of the secret, and the order that of secret and word. What is
    committed to is taken as it stands in the document, letter by letter. Where the bracket is
    published with it, also whether that is the order with the changes by hand.

    Raises Refused for a draw of another version: the same seed gave another order there.
    """
    record = read(RecordDocument, document)
    if record.version != VERSION:
        params = {"version": shorten_value(str(record.version)), "known": VERSION}
        raise Refused([Violation("unknown_draw_version", params)])
    # Not from the record that was read: with its defaults it has fields that were never hashed.
    try:
        expected_commitment = commitment(
            secret=record.secret,
            entries=document["entries"],
            constraints=document.get("constraints", {}),
            format_=record.format,
            version=record.version,
        )
        seed = toss(record.secret, record.word)
    except UnicodeEncodeError as error:
        # JSON can name half a sign (a surrogate by itself), UTF-8 cannot: there is nothing to hash.
        raise Unreadable("half a sign in a text") from error
    differs: list[str] = []
    # Hexadecimal digits may have been published in capitals.
    if expected_commitment != record.commitment.lower():
        differs.append("commitment")
    # A draw that is refused today cannot be repeated, so its order is not confirmed either.
    try:
        is_same_order = _draw_as_json(record, seed) == record.order
    except Refused:
        is_same_order = False
    if not is_same_order:
        differs.append("order")
    differs += record.find_bracket_differences()
    return {"legal": True, "valid": not differs, "differs": differs}


def _draw_as_json(document: DrawRequest | RecordDocument, seed: str) -> list[Any]:
    """The order that this seed gives. Raises Refused."""
    order = draw_order(
        document.format,
        document.options,
        read_entrants(document.entries),
        constraints=document.constraints,
        coin=Coin(seed),
    )
    return order_as_json(order)
