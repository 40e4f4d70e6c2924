from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0043_rounds_and_draws_updated_at")]

    operations = [
        migrations.AddField(
            model_name="penalty",
            name="key",
            field=models.CharField(blank=True, default="", max_length=48),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.UniqueConstraint(
                condition=~Q(key=""), fields=("event", "key"), name="penalty_key_once_an_event"
            ),
        ),
    ]
