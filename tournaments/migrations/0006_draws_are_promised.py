import django.utils.timezone
from django.db import migrations, models
from django.db.models import F, Q


def promised_when_held(apps, schema_editor):
    """Draws of before there were commitments: promised and held in one moment."""
    apps.get_model("tournaments", "Draw").objects.update(
        committed_at=F("held_at"), said_at=F("held_at")
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_stages_and_groups")]

    operations = [
        migrations.RemoveConstraint(model_name="draw", name="draw_again_needs_a_reason"),
        migrations.AddField(
            model_name="draw",
            name="state",
            field=models.CharField(
                choices=[
                    ("COMMITTED", "Committed"),
                    ("HELD", "Held"),
                    ("CALLED_OFF", "Called Off"),
                ],
                default="HELD",
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="draw",
            name="purpose",
            field=models.CharField(
                choices=[("ORDER", "Order"), ("LOTS", "Lots")], default="ORDER", max_length=5
            ),
        ),
        migrations.AddField(
            model_name="draw",
            name="secret",
            field=models.CharField(blank=True, default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="draw",
            name="commitment",
            field=models.CharField(blank=True, default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="draw",
            name="word",
            field=models.CharField(blank=True, default="", max_length=80),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="draw",
            name="committed_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="draw",
            name="said_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="draw",
            name="called_off_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="draw",
            name="called_off_reason",
            field=models.CharField(blank=True, default="", max_length=500),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="draw",
            name="called_off_by",
            field=models.CharField(blank=True, default="", max_length=73),
            preserve_default=False,
        ),
        migrations.RunPython(promised_when_held, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="draw",
            name="seed",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AlterField(
            model_name="draw",
            name="order",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="draw",
            name="held_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.UniqueConstraint(
                condition=Q(state="COMMITTED"),
                fields=("stage",),
                name="one_draw_promised_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(
                condition=Q(number=1) | Q(purpose="LOTS") | ~Q(reason=""),
                name="draw_again_needs_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(
                condition=~Q(state="HELD")
                | (Q(order__isnull=False, held_at__isnull=False) & ~Q(seed="")),
                name="draw_held_has_its_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(
                condition=~Q(state="CALLED_OFF")
                | (Q(called_off_at__isnull=False) & ~Q(called_off_reason="")),
                name="draw_called_off_has_a_reason",
            ),
        ),
    ]
