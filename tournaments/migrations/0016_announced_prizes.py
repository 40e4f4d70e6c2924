from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0015_changed_entrants"),
    ]

    operations = [
        migrations.AddField(
            model_name="prize",
            name="announced",
            field=models.JSONField(default=None, null=True),
        ),
        migrations.AlterField(
            model_name="question",
            name="decision",
            field=models.CharField(
                blank=True,
                choices=[
                    ("LEFT", "Left"),
                    ("REPLAYED", "Replayed"),
                    ("DRAWN_AGAIN", "Drawn Again"),
                    ("SWAPPED", "Swapped"),
                    ("TAKEN_BACK", "Taken Back"),
                    ("KEPT", "Kept"),
                    ("AWARDED", "Awarded"),
                ],
                max_length=11,
            ),
        ),
        migrations.AlterField(
            model_name="question",
            name="kind",
            field=models.CharField(
                choices=[
                    ("PLAYED_ON", "Played On"),
                    ("CUT_MOVED", "Cut Moved"),
                    ("ROUND_PAIRED", "Round Paired"),
                    ("PRIZES_MOVED", "Prizes Moved"),
                ],
                max_length=12,
            ),
        ),
    ]
