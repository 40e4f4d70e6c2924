"""The field of a text that people write and others read."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from typing_extensions import override

from database.text import TextTooLong, strip_invisible

if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    CharField = models.CharField


class FreeTextField(CharField):
    """A text of which nothing invisible is stored, and never more signs than it may have, whichever
    way it comes in: form, API, import or service. For a migration it is a CharField."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return strip_invisible(text) if isinstance(text, str) else text

    @override
    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

    def get_prep_value(self, value: Any) -> Any:
        prepared = super().get_prep_value(value)
        return strip_invisible(prepared) if isinstance(prepared, str) else prepared

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        """Raises TextTooLong: SQLite would store it, and PostgreSQL answer with an error of its
        own."""
        prepared = super().get_db_prep_save(value, connection)
        if isinstance(prepared, str) and self.max_length and len(prepared) > self.max_length:
            raise TextTooLong(self.name, self.max_length)
        return prepared

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
