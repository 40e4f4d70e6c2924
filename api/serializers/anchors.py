"""The anchors of an event, and the key that signs them."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.fields import IsoMomentField, ObjectField


class AnchorSerializer(serializers.Serializer[Any]):
    """A signed digest over all records of the event up to then."""

    number = serializers.IntegerField(help_text="Its number, from 1.")
    at = IsoMomentField(help_text="When it was made, as it is signed.")
    previous = serializers.CharField(help_text="The digest of the previous anchor.")
    digest = serializers.CharField(help_text="The digest of all records.")
    changes = ObjectField(help_text="The items that are new or changed since the previous anchor.")
    signature = serializers.CharField(help_text="The signature, in hex.")
    key = serializers.CharField(help_text="The public key that verifies it, in hex.")
    text = serializers.CharField(help_text="The text of the printed QR code.")


@extend_schema_serializer(many=False)
class AnchorsSerializer(serializers.Serializer[Any]):
    """The anchors of an event: a file that ``manage.py verify --against`` takes."""

    event = serializers.UUIDField(help_text="The id of the event.")
    anchors = AnchorSerializer(many=True, help_text="The anchors, first to last.")


class AnchorKeySerializer(serializers.Serializer[Any]):
    """The public key of this installation."""

    algorithm = serializers.CharField(help_text="The algorithm of the signatures.")
    key = serializers.CharField(help_text="The public key, in hex.")
