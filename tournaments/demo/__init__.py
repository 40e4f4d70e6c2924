"""The demo: a club, its people, a weekend and its evenings in progress."""

from tournaments.demo.making import Demo, Login, make_demo
from tournaments.demo.people import demo_entries, demo_pairs

__all__ = ["Demo", "Login", "demo_entries", "demo_pairs", "make_demo"]
