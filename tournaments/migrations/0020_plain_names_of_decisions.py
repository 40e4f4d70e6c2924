"""Names in the terms of the field; what is stored stays."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_later_authors_in_two_columns"),
    ]

    operations = [
        migrations.RenameModel("Question", "PendingDecision"),
        migrations.RenameModel("Wish", "PairingConstraint"),
        migrations.RenameModel("SetAside", "VoidedMatch"),
    ]
