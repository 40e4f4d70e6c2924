"""Amounts of money, typed in euros and stored in whole cents."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.formats import get_format

from competition.entry_lists.paid import read_cents
from database.limits import MOST_CENTS

AMOUNT = r"^ *[0-9]{1,5}([.,][0-9]{1,2})? *$"
"""What a person types: a part of what ``read_cents`` reads, without thousands and currency."""


class EuroField(forms.RegexField):
    """An amount up to MOST_CENTS, with a point or a comma before the cents."""

    def __init__(self, **given: Any) -> None:
        super().__init__(AMOUNT, max_length=12, **given)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        euros, cents = divmod(value, 100)
        if not cents:
            return str(euros)
        return f"{euros}{get_format('DECIMAL_SEPARATOR')}{cents:02}"

    def clean(self, value: Any) -> int | None:
        """The amount in cents; None if nothing was typed."""
        typed_amount = super().clean(value)
        if not typed_amount:
            return None
        amount = read_cents(typed_amount)
        if amount is None:
            # None would mean that nothing was typed.
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        MaxValueValidator(MOST_CENTS // 100)(Decimal(amount) / 100)
        return amount
