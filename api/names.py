"""How entries are named in every answer: as the event shows names."""

from typing_extensions import TypedDict

from tournaments.selectors.registration.entries import EntryName


class EntryNameDocument(TypedDict):
    """An entry by its players' names, in full or with initials as the event has it."""

    id: int
    players: list[str]
    short: str


def make_name_document(name: EntryName) -> EntryNameDocument:
    return EntryNameDocument(id=name.id, players=list(name.players), short=name.short)
