import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0026_round_clocks"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                django.db.models.functions.text.Lower("last_name"), name="player_by_surname"
            ),
        ),
    ]
