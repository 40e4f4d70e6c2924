import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0028_protests"),
    ]

    operations = [
        migrations.CreateModel(
            name="DrawChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("SWAP", "Swap"), ("BYE", "Bye"), ("PRELIMINARY", "Preliminary")],
                        max_length=11,
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                ("agreed", models.JSONField(default=list)),
                ("matches", models.JSONField(default=list)),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="tournaments.draw",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="draw_changes",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="undone_by",
                        to="tournaments.drawchange",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("draw", "number"), name="draw_change_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="draw_change_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("entry", models.F("other")), _negated=True),
                        name="draw_change_of_two_entries",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("undoes__isnull", True), ("kind", "SWAP"), _connector="OR"
                        ),
                        name="draw_change_undoes_by_a_swap",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("round__isnull", True), ("kind", "SWAP"), _connector="OR"
                        ),
                        name="draw_change_of_a_round_is_a_swap",
                    ),
                ],
            },
        ),
    ]
