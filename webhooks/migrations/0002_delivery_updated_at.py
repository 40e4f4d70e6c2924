import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0001_begin")]

    # Rows from before this migration count as changed by it: a program reads them once more.
    operations = [
        migrations.AddField(
            model_name="webhookdelivery",
            name="updated_at",
            field=models.DateTimeField(auto_now=True, default=django.utils.timezone.now),
            preserve_default=False,
        )
    ]
