"""How a row keeps the author of an act: the kind and the id of an Actor, in two columns.

A row that is an act itself is an AuthoredModel. A later act on the same row, such as calling off a
draw, has two columns of its own::

    called_off_by_kind = make_author_kind_field(blank=True)
    called_off_by_id = make_author_id_field(blank=True)
    called_off_by = LaterAuthor("called_off_by")

Both are read as an Actor; a later one is assigned as one too. ``create``, ``filter`` and ``update``
take ``make_author_columns``. What is read is for naming the author, not for asking for permission:
of a user's rights nothing is kept. Digests are made over the columns.
"""

from typing import TYPE_CHECKING, Self, overload

from django.db import models

from accounts.actors import Actor, ActorKind

if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    CharField = models.CharField


def make_author_kind_field(*, blank: bool = False) -> CharField:
    """The column of the kind. ``blank``: empty until there is an author."""
    return CharField(max_length=8, blank=blank)


def make_author_id_field(*, blank: bool = False) -> CharField:
    """The column of the id. ``blank``: empty until there is an author."""
    return CharField(max_length=64, blank=blank)


def make_author_columns(actor: Actor, name: str = "author") -> dict[str, str]:
    """The two columns of an author, for ``create``, ``filter`` and ``update``."""
    return {f"{name}_kind": actor.kind.value, f"{name}_id": actor.id}


class AuthoredModel(models.Model):
    """A row that is somebody's act."""

    author_kind = make_author_kind_field()
    author_id = make_author_id_field()

    class Meta:
        abstract = True

    @property
    def author(self) -> Actor:
        return Actor(ActorKind(self.author_kind), self.author_id)


class LaterAuthor:
    """The author of a later act on a row; None until then."""

    def __init__(self, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, row: None, model: type[models.Model]) -> Self: ...
    @overload
    def __get__(self, row: models.Model, model: type[models.Model]) -> Actor | None: ...
    def __get__(self, row: models.Model | None, model: type[models.Model]) -> Self | Actor | None:
        if row is None:
            return self
        kind: str = getattr(row, f"{self._name}_kind")
        return Actor(ActorKind(kind), getattr(row, f"{self._name}_id")) if kind else None

    def __set__(self, row: models.Model, actor: Actor) -> None:
        for column, value in make_author_columns(actor, self._name).items():
            setattr(row, column, value)
