"""Who sits where at a table."""

from operator import itemgetter
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from tournaments.selectors.registration.names import Person
from tournaments.selectors.stages.matches import Seat


class SeatDocument(TypedDict):
    """The players by seat, in playing order, once both sides are known."""

    seat: Annotated[int, Field(description="Its number, from 0, in playing order.")]
    side: Annotated[int, Field(description="The side of the player, from 0.")]
    player: Annotated[int, Field(description="The id of the player.")]
    first_name: Annotated[str, Field(description="The first name, as the event shows it.")]
    last_name: Annotated[str, Field(description="The last name, as the event shows it.")]


def build_seat_documents(seats: list[Seat]) -> list[SeatDocument]:
    """The first players of the sides in turn, then the second ones, …"""
    named_seats = [(seat.side, seat.name) for seat in seats if seat.name is not None]
    sizes = {len(name.players) for _, name in named_seats}
    # Without all names, or with sides of different sizes, nobody can say who sits where.
    if len(named_seats) < len(seats) or len(sizes) != 1:
        return []
    order: list[tuple[int, int, Person]] = []
    for side, name in named_seats:
        for position, person in enumerate(name.people):
            order.append((position, side, person))
    # Persons have no order of their own.
    order.sort(key=itemgetter(0, 1))
    documents = []
    for seat, (_, side, person) in enumerate(order):
        document = SeatDocument(
            seat=seat,
            side=side,
            player=person.id,
            first_name=person.first,
            last_name=person.last,
        )
        documents.append(document)
    return documents
