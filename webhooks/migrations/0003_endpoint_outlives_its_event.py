import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0002_delivery_updated_at")]

    operations = [
        migrations.AlterField(
            model_name="webhookendpoint",
            name="event",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="webhooks",
                to="tournaments.event",
            ),
        )
    ]
