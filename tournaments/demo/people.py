"""The people of the demo: names of Romagna, and the circles and bars that they come from."""

from collections.abc import Sequence
from itertools import product
from random import Random

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name

FIRST_NAMES = (
    "Loris Ivano Nives Gino Learco Wilma Oriano Bruno Terzo Romano Silvana Dino Derna Secondo "
    "Iole Marino Elvira Primo Norina Guerrino Rosina Tonino Pierina Libero Adelmo Ines Vittorio "
    "Fosca Aurelio Dina Ezio Lina"
).split()
LAST_NAMES = (
    "Zoffoli Casadei Bartolini Faedi Brighi Severi Magnani Molari Farneti Prati Bianchi Turci "
    "Gori Ravaioli Amaducci Montanari Bagnoli Zoli Comandini Neri Valzania Mambelli Giunchi "
    "Amadori Camporesi Foschi Pasolini Venturi Cortesi Berardi Ravaglioli Zavalloni Milandri "
    "Guidi Baldacci Pirini Ugolini Lucchi Monti Gasperoni Tassinari Boschi Domeniconi Sacchetti "
    "Bertozzi Ricci Navacchia Pollini"
).split()
CLUB_NAMES = (
    "Circolo del Savio",
    "Bar Fiume",
    "Circolo I Portici",
    "Bar Ponte Vecchio",
    "Circolo San Vicinio",
    "Bar Centrale",
    "Circolo Arci Mercato",
    "Bar Stazione",
)
SEEDS = 8


def demo_pairs(count: int, random: Random) -> Sequence[EntryDetails]:
    """Pairs with names of Romagna, no person twice; the first few are seeded."""
    return demo_entries(count, 2, random)


def demo_entries(count: int, size: int, random: Random) -> Sequence[EntryDetails]:
    """Entries of this number of players each."""
    names = [Name(first, last) for first, last in product(FIRST_NAMES, LAST_NAMES)]
    people = random.sample(names, size * count)
    entries: list[EntryDetails] = []
    for number in range(count):
        seed = number + 1 if number < SEEDS else None
        # One in eleven has still to pay, so that the desk has something to do.
        is_paid = number % 11 != 5
        players = tuple(people[size * number : size * (number + 1)])
        club_name = random.choice(CLUB_NAMES)
        entries.append(EntryDetails(players, club_name, seed, is_paid))
    return entries
