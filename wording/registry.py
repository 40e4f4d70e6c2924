"""A registry of sentences: by code, the function that makes the sentence."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Concatenate, Generic, ParamSpec, TypeAlias

Facts = ParamSpec("Facts")
"""What the functions of a registry take, such as the options that they put into words."""
SentenceFunction: TypeAlias = Callable[Facts, str]
CodedFunction: TypeAlias = Callable[Concatenate[str, Facts], str]
"""Takes the code too, because it makes the sentences of several."""


class SentenceRegistry(dict[str, SentenceFunction[Facts]], Generic[Facts]):
    """The functions by code, in the order in which they are defined. Each is added where it is
    defined, and a code that is there already is refused (ValueError)::

        @RANKING_RULES.add("win", covers=("draw", "loss"))
        def word_match_points(options: StandingsOptions, used: UsedMetrics) -> str:
            ...
    """

    def add(
        self, code: str, *, covers: Iterable[str] = ()
    ) -> Callable[[SentenceFunction[Facts]], SentenceFunction[Facts]]:
        """The decorated function makes the sentence of a code. ``covers``: codes whose content is
        in that sentence too, so that their own is empty."""

        def register(function: SentenceFunction[Facts]) -> SentenceFunction[Facts]:
            self[code] = function
            self.cover(*covers)
            return function

        return register

    def add_each(
        self, codes: Iterable[str], *, covers: Iterable[str] = ()
    ) -> Callable[[CodedFunction[Facts]], CodedFunction[Facts]]:
        """The decorated function makes the sentence of each of these codes, and takes the code
        first. ``covers``: as above."""

        def register(function: CodedFunction[Facts]) -> CodedFunction[Facts]:
            for code in codes:
                self[code] = partial(function, code)
            self.cover(*covers)
            return function

        return register

    def cover(self, *codes: str) -> None:
        """These codes have no sentence of their own: their content is in another one."""
        for code in codes:
            self[code] = self.omit

    def omit(self, *_facts: Facts.args, **_named_facts: Facts.kwargs) -> str:
        """The sentence of a code that another sentence covers: empty."""
        return ""

    def __setitem__(self, code: str, function: SentenceFunction[Facts]) -> None:
        if code in self:
            raise ValueError(f"The code {code} has a sentence already")
        super().__setitem__(code, function)
