"""What was paid is a record for each payment; what was noted until now becomes the first of them."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

AT_ONCE = 500


def note_payments(apps, schema_editor):
    """Nobody has noted when: at the latest known time, when the pair was entered. Where nobody has
    noted who took it, it is the system."""
    entries = apps.get_model("tournaments", "Entry")
    payments = apps.get_model("tournaments", "Payment")
    payments.objects.bulk_create(
        (
            payments(
                entry=entry,
                cents=entry.paid_cents,
                settles=True,
                author_kind=entry.paid_to_kind or "SYSTEM",
                author_id=entry.paid_to_id or "system",
                made_at=entry.entered_at,
            )
            for entry in entries.objects.filter(paid=True).order_by("pk").iterator(AT_ONCE)
        ),
        batch_size=AT_ONCE,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0032_check_in_codes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Payment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                ("cents", models.IntegerField(blank=True, null=True)),
                ("settles", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("key", models.CharField(blank=True, max_length=48)),
                ("made_at", models.DateTimeField()),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("cancelled_by_kind", models.CharField(blank=True, max_length=8)),
                ("cancelled_by_id", models.CharField(blank=True, max_length=64)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payments",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(cents__isnull=False) | Q(settles=True),
                        name="payment_has_an_amount_or_settles",
                    ),
                    models.CheckConstraint(
                        condition=Q(settles=False) | ~Q(cents__lt=0),
                        name="refund_settles_nothing",
                    ),
                    models.UniqueConstraint(
                        condition=~Q(key=""),
                        fields=("entry", "key"),
                        name="payment_key_once_an_entry",
                    ),
                ],
            },
        ),
        migrations.RunPython(note_payments, migrations.RunPython.noop),
    ]
