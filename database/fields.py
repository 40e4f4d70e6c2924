"""The model field for text that people write."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from typing_extensions import override

from database.text import TextTooLong, strip_invisible

if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    CharField = models.CharField


def _strip_text(value: Any) -> Any:
    """A text without invisible characters; null, or an expression, as it is."""
    if not isinstance(value, str):
        return value
    return strip_invisible(value)


class FreeTextField(CharField):
    """A text that is stored without invisible characters and never longer than ``max_length``,
    whether it comes from a form, the API, an import or a service."""

    # Three hooks, because there are three ways in: to_python for forms and full_clean, pre_save for
    # instances, get_prep_value for update() and filters.

    def to_python(self, value: Any) -> Any:
        return _strip_text(super().to_python(value))

    @override
    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.to_python(super().pre_save(model_instance, add))
        # The instance gets the stored text too: a caller goes on with what the row has.
        setattr(model_instance, self.attname, value)
        return value

    def get_prep_value(self, value: Any) -> Any:
        return _strip_text(super().get_prep_value(value))

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        """Raises TextTooLong: without this SQLite stores the text, and PostgreSQL raises an error
        that does not name the field."""
        prepared = super().get_db_prep_save(value, connection)
        if isinstance(prepared, str) and self.max_length and len(prepared) > self.max_length:
            raise TextTooLong(self.name, self.max_length)
        return prepared

    def deconstruct(self) -> Any:
        # A CharField for migrations: they must not depend on this class for ever.
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
