import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0027_player_by_surname"),
    ]

    operations = [
        migrations.CreateModel(
            name="Protest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                ("article", models.CharField(blank=True, max_length=120)),
                ("text", models.CharField(max_length=500)),
                ("filed_at", models.DateTimeField()),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("UPHELD", "Upheld"),
                            ("REJECTED", "Rejected"),
                            ("WITHDRAWN", "Withdrawn"),
                        ],
                        max_length=9,
                    ),
                ),
                ("decision_reason", models.CharField(blank=True, max_length=500)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("decided_by_kind", models.CharField(blank=True, max_length=8)),
                ("decided_by_id", models.CharField(blank=True, max_length=64)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="protests",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="protests",
                        to="tournaments.event",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="protests",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="protest_has_a_text"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("decided_at__isnull", True),
                                ("decision", ""),
                            ),
                            models.Q(
                                models.Q(("decision", ""), _negated=True),
                                models.Q(("decision_reason", ""), _negated=True),
                                ("decided_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="protest_decided_with_a_reason",
                    ),
                ],
            },
        ),
    ]
