from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("printing", "0001_printed_file")]

    # Files from before this migration have no addresses: nobody finds them any more, and they are
    # deleted when they are twelve hours old.
    operations = [
        migrations.AddField(
            model_name="printedfile",
            name="addresses",
            field=models.CharField(default="", max_length=16),
        ),
        migrations.AddField(
            model_name="printedfile",
            name="results_version",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.RemoveConstraint(
            model_name="printedfile",
            name="printed_file_once_a_choice",
        ),
        migrations.AddConstraint(
            model_name="printedfile",
            constraint=models.UniqueConstraint(
                fields=("event", "layout", "choices", "language", "addresses"),
                name="printed_file_once_a_key",
            ),
        ),
    ]
