"""The same evening again, on days that are chosen."""

from datetime import date, datetime, timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring.models import Change, Tournament
from scoring.signups import series
from scoring.signups.views.series import SeriesForm
from tests import builders
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of

pytestmark = pytest.mark.django_db
FIRST = date(2026, 12, 3)


@pytest.fixture
def evening(crew: Crew) -> Tournament:
    until = datetime(2026, 12, 3, 17, tzinfo=crew.club.zone)
    return builders.tournament(
        crew.club,
        name="Club night, Dec 3, 2026",
        date=FIRST,
        fee=700,
        places=20,
        asks=True,
        answers_until=until,
        apart="1, 2",
        rounds_planned=4,
    )


def send(crew: Crew, evening: Tournament, **typed: object):
    return crew.clients["director"].post(at(evening, "series"), typed)


def others(evening: Tournament) -> list[Tournament]:
    rows = evening.club.tournaments.exclude(pk=evening.pk)
    return list(rows.order_by("date"))


def test_the_days_are_shown_and_those_ticked_are_made(
    crew: Crew, evening: Tournament
) -> None:
    assert message("Show days") in text_of(crew.get("director", at(evening, "series")))
    shown = send(crew, evening, weeks=2, times=3, key="k", show="")
    said = text_of(shown)
    for words in ("December 17, 2026", "December 31, 2026", "January 14, 2027"):
        assert words in said
    assert others(evening) == []
    ticked = ["2026-12-17", "2027-01-14"]
    for _ in range(2):  # a double click
        answer = send(crew, evening, weeks=2, times=3, key="k", days=ticked, make="")
        assert answer.status_code == 302
    made = others(evening)
    assert [each.date.isoformat() for each in made] == ticked
    assert [each.name for each in made] == [
        "Club night, Dec 17, 2026",
        "Club night, Jan 14, 2027",
    ]
    for each in made:
        same = (each.fee, each.places, each.asks, each.rounds_planned)
        assert same == (700, 20, True, 4)
        assert each.apart == ""
        assert not each.entries.exists()
        local = timezone.localtime(each.answers_until, each.club.zone)
        assert (local.date(), local.hour) == (each.date, 17)
    assert made[0].slug != made[1].slug
    assert "created 2 more events" in Change.objects.get(what="series").text


def test_a_day_that_is_there_already_is_left_out(
    crew: Crew, evening: Tournament
) -> None:
    by = builders.command()
    days = [FIRST + timedelta(weeks=1), FIRST + timedelta(weeks=2)]
    series.repeat(tournament=evening, actor=by, days=days[:1], key="one")
    made = series.repeat(tournament=evening, actor=by, days=days, key="two")
    assert [each.date for each in made] == days[1:]
    assert len(others(evening)) == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            {"weeks": "1", "times": "0"},
            message("Enter {limit_value} or more.", limit_value=1),
        ),
        ({"weeks": "1", "times": "x"}, "Enter a whole number"),
        (
            {"weeks": "1", "times": "31"},
            message("Enter {limit_value} or less.", limit_value=30),
        ),
        ({"weeks": "9", "times": "3"}, message("Choose one of the options.")),
        ({"weeks": "1", "times": "3"}, message("Select at least one day.")),
        ({"weeks": "1", "times": "3", "days": "2031-01-01"}, "Choose from the days"),
    ],
)
def test_wrong_input_is_said_and_kept(
    crew: Crew, evening: Tournament, typed: dict[str, str], said: str
) -> None:
    answer = send(crew, evening, key="k", make="", **typed)
    assert answer.status_code == 200
    assert said in text_of(answer)
    assert others(evening) == []


def test_a_number_of_thousands_of_digits_is_told_at_its_field(
    crew: Crew, evening: Tournament
) -> None:
    answer = send(crew, evening, weeks=2, times="9" * 5_000, key="k", make="")
    assert answer.status_code == 200
    assert "times" in answer.context["form"].errors
    assert others(evening) == []


def test_the_same_weekday_of_every_month(crew: Crew, evening: Tournament) -> None:
    """December 3, 2026 is a first Thursday."""
    monthly = message("every first {weekday} of the month", weekday="Thursday")
    assert monthly in text_of(crew.get("director", at(evening, "series")))
    shown = text_of(send(crew, evening, weeks="nth", times=3, key="k", show=""))
    for words in ("January 7, 2027", "February 4, 2027", "March 4, 2027"):
        assert words in shown
    ticked = ["2027-01-07", "2027-03-04"]
    answer = send(crew, evening, weeks="nth", times=3, key="k", days=ticked, make="")
    assert answer.status_code == 302
    assert [each.date.isoformat() for each in others(evening)] == ticked


@pytest.mark.parametrize(
    ("first", "ways"),
    [
        (date(2026, 12, 8), {"nth"}),
        (date(2026, 12, 22), {"nth"}),
        (date(2027, 2, 23), {"nth", "last"}),  # a fourth Tuesday that is the last
        (date(2026, 12, 29), {"last"}),  # a fifth: not every month has one
    ],
)
def test_only_months_that_have_such_a_day_are_offered(
    first: date, ways: set[str]
) -> None:
    assert {*SeriesForm(first=first).ways} - {"1", "2", "3", "4"} == ways


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(1, 30))
def test_monthly_days_keep_their_weekday_and_place(first: date, times: int) -> None:
    is_last = series.is_last_weekday(first)
    days = series.monthly_dates(first, times, last=is_last)
    months = [12 * day.year + day.month for day in (first, *days)]
    assert months == [*range(months[0], months[0] + times + 1)]
    assert {day.weekday() for day in days} == {first.weekday()}
    if is_last:
        assert all(map(series.is_last_weekday, days))
    else:
        places = {series.nth_weekday(day) for day in (first, *days)}
        assert places == {series.nth_weekday(first)}
