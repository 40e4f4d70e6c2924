"""Lines of phones that were refused because another one had their place."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_results_without_hands"),
        ("tournaments", "0033_payments"),
    ]

    operations = [
        migrations.CreateModel(
            name="SheetConflict",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("device", models.CharField(max_length=64)),
                ("version", models.PositiveIntegerField()),
                ("met_at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_by_kind", models.CharField(blank=True, max_length=8)),
                ("settled_by_id", models.CharField(blank=True, max_length=64)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conflicts",
                        to="scoring.match",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "device", "version"), name="conflict_once_a_version"
                    ),
                ],
            },
        ),
    ]
