"""The base of all models that are read from JSON."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """The base of everything that is read from JSON: frozen, strict, no unknown fields."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")
