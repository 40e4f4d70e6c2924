"""A clock that was an hour fast is set right: no notice comes late, no poll reads all of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from live.selectors import find_missed_notices, load_notices_since
from tests.live.reader import leave_notice

pytestmark = pytest.mark.django_db


def test_a_look_reads_no_notices_of_the_hour_that_comes_again() -> None:
    before = [leave_notice("match:1", n, ago=-3000 + n) for n in range(1, 20)]
    last = leave_notice("match:1", 20)
    rows = load_notices_since(before[-1].pk, timezone.now())
    assert [row.id for row in rows] == [last.pk]


def test_a_page_that_was_made_before_loads_itself_again() -> None:
    now = timezone.now()
    leave_notice("match:1", 1)
    assert find_missed_notices(now + timedelta(hours=1), ["match:1"], now) is None
    rows = find_missed_notices(now, ["match:1"], now)
    assert rows is not None
    assert [row.version for row in rows] == [1]


def test_who_comes_back_is_told_what_came_after_the_last_he_saw() -> None:
    seen = leave_notice("match:1", 1, ago=-3600)
    after = leave_notice("match:1", 2)
    rows = find_missed_notices(seen.pk, ["match:1"], timezone.now())
    assert rows is not None
    assert [row.id for row in rows] == [after.pk]
