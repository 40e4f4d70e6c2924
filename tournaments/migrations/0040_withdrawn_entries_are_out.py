from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0039_withdrawn_at")]

    operations = [
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                name="withdrawn_entry_is_out",
                condition=Q(withdrawn_at__isnull=True) | Q(state__in=("WITHDRAWN", "DISQUALIFIED")),
            ),
        ),
    ]
