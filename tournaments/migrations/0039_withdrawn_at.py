"""When the organizer withdrew an entry is stored: its state alone does not tell whether it left by a
withdrawal, by a result or by a penalty, so that undoing one could undo another."""

from django.db import migrations, models

AT_ONCE = 500


def find_withdrawals(apps, schema_editor):
    """A withdrawn entry was withdrawn by the organizer unless a result keeps it out. A disqualified
    one was withdrawn before if its players are free: only a withdrawal frees them."""
    entries = apps.get_model("tournaments", "Entry").objects
    slots = apps.get_model("tournaments", "Slot").objects
    withdrawn = []
    for entry in entries.filter(state="WITHDRAWN").order_by("pk").iterator(AT_ONCE):
        seats = slots.filter(entry=entry, pairing__match__tally__isnull=False)
        results = seats.values_list("side", "pairing__match__tally")
        if not any(is_side_out(side, tally) for side, tally in results):
            withdrawn.append(entry)
    freed = entries.filter(state="DISQUALIFIED", members__counts=False).distinct().order_by("pk")
    for entry in [*withdrawn, *freed]:
        # No row says when. It is the last change that is known.
        entry.withdrawn_at = entry.updated_at
        entry.save(update_fields=["withdrawn_at"])


def is_side_out(side, tally):
    unfinished = (tally or {}).get("unfinished") or {}
    return side in unfinished.get("out", ())


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0038_updated_at"),
        ("scoring", "0002_match_tally"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(find_withdrawals, migrations.RunPython.noop),
    ]
