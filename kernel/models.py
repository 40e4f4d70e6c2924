"""The base of all models that are read from JSON."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """The form of everything that crosses JSON: frozen, strict, nothing unknown."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")
