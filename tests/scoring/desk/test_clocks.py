"""The round's clock: it never loses a second, and two desks agree on it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.writes import ActionRefused, Conflict
from scoring.desk import clocks
from scoring.draw import rounds
from scoring.models import Change, Clock, Round
from scoring.phones.clocks import Face, in_figures
from tests import builders as build
from tests.log_texts import log_text

BY = build.command()
START = datetime(2026, 11, 21, 1, 0, tzinfo=UTC)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time as the services read it; a test moves it on."""
    moment = [START]
    monkeypatch.setattr(timezone, "now", lambda: moment[0])
    return moment


@pytest.fixture
def rnd(db: None) -> Round:
    return build.published_round(build.tournament(build.club()), 2)


def on(now: list[datetime], **time: int) -> None:
    now[0] += timedelta(**time)


def left(rnd: Round, now: list[datetime], extra: int = 0) -> str:
    return in_figures(Face(Clock.objects.get(round=rnd), now[0], extra).left)


def test_it_stands_still_while_paused_and_goes_on_there(
    rnd: Round, now: list[datetime]
) -> None:
    clocks.start(rnd=rnd, actor=BY, key="a", minutes=60)
    on(now, minutes=20)
    clocks.pause(rnd=rnd, actor=BY, key="b")
    on(now, hours=2)
    assert left(rnd, now) == "40:00"
    clocks.go_on(rnd=rnd, actor=BY, key="c")
    on(now, minutes=39, seconds=50)
    assert (left(rnd, now), left(rnd, now, extra=5)) == ("0:10", "5:10")
    on(now, minutes=1)
    assert left(rnd, now) == "0:00"


def test_each_press_is_one_change_however_often_it_is_sent(
    rnd: Round, now: list[datetime]
) -> None:
    for _ in range(2):
        clocks.start(rnd=rnd, actor=BY, key="a", minutes=60)
    stamp = Face(Clock.objects.get(), now[0]).stamp
    for _ in range(2):
        clocks.change(rnd=rnd, actor=BY, key="b", more=5, seen=stamp)
    for _ in range(2):
        clocks.pause(rnd=rnd, actor=BY, key="c")
        on(now, minutes=1)
    for _ in range(2):
        clocks.go_on(rnd=rnd, actor=BY, key="d")
    assert left(rnd, now) == "65:00"
    said = Change.objects.filter(what="clock").order_by("pk")
    assert [each.text for each in said] == [
        log_text("clock.started", number="1", n=60),
        log_text("clock.changed", number="1", n=65, before="60"),
        log_text("clock.paused", n="1", left="65:00"),
        log_text("clock.resumed", n="1", left="65:00"),
    ]


def test_two_desks_do_not_give_the_same_minutes_twice(
    rnd: Round, now: list[datetime]
) -> None:
    seen = Face(clocks.start(rnd=rnd, actor=BY, key="a", minutes=60), now[0]).stamp
    clocks.change(rnd=rnd, actor=BY, key="b", more=5, seen=seen)
    with pytest.raises(Conflict):
        clocks.change(rnd=rnd, actor=BY, key="c", more=5, seen=seen)
    with pytest.raises(Conflict):
        clocks.reset(rnd=rnd, actor=BY, key="d", seen=seen, reason="started too early")
    with pytest.raises(Conflict):
        clocks.start(rnd=rnd, actor=BY, key="e", minutes=60)
    assert Clock.objects.get().minutes == 65


def test_set_back_it_is_started_anew_and_the_log_says_why(
    rnd: Round, now: list[datetime]
) -> None:
    seen = Face(clocks.start(rnd=rnd, actor=BY, key="a", minutes=60), now[0]).stamp
    with pytest.raises(ActionRefused, match="Enter why"):
        clocks.reset(rnd=rnd, actor=BY, key="b", seen=seen, reason=" ")
    for _ in range(2):
        clocks.reset(rnd=rnd, actor=BY, key="b", seen=seen, reason="started too early")
    assert not Clock.objects.exists()
    assert Change.objects.get(key="b").text.endswith("started too early")
    with pytest.raises(Conflict, match="hasn’t started"):
        clocks.pause(rnd=rnd, actor=BY, key="c")
    clocks.start(rnd=rnd, actor=BY, key="d", minutes=45)
    with pytest.raises(Conflict):  # what was seen is the clock before
        clocks.change(rnd=rnd, actor=BY, key="e", more=5, seen=seen)


def test_one_minute_is_one_minute(rnd: Round, now: list[datetime]) -> None:
    seen = Face(clocks.start(rnd=rnd, actor=BY, key="a", minutes=1), now[0]).stamp
    sheet = rnd.sheets.get(table=1)
    for longer in (1, 0):
        clocks.play_longer(sheet=sheet, actor=BY, key=f"b{longer}", minutes=longer)
    clocks.change(rnd=rnd, actor=BY, key="c", seen=seen, more=1)
    said = Change.objects.filter(what=clocks.CLOCK).order_by("pk")
    assert list(said.values_list("text", flat=True)) == [
        log_text("clock.started", number="1", n=1),
        log_text("clock.table_extended", table="1", number="1", n=1),
        log_text("clock.table_as_others", table="1", number="1"),
        log_text("clock.changed", number="1", n=2, before="1"),
    ]


@pytest.mark.parametrize("minutes", [0, -5, 601])
def test_minutes_that_cannot_be_are_refused(rnd: Round, minutes: int) -> None:
    with pytest.raises(ActionRefused, match="Enter 1 to 600 minutes"):
        clocks.start(rnd=rnd, actor=BY, key="a", minutes=minutes)


def test_a_table_plays_longer_and_its_phones_learn_it(rnd: Round) -> None:
    sheet = rnd.sheets.get(table=2)
    for _ in range(2):
        clocks.play_longer(sheet=sheet, actor=BY, key="a", minutes=5)
    clocks.play_longer(
        sheet=sheet, actor=BY, key="b", minutes=5
    )  # another desk: the same
    fresh = rnd.sheets.get(table=2)
    # Each line of the log raises the version: a form sent again has none.
    assert (fresh.extra_minutes, fresh.version) == (5, sheet.version + 1)
    with pytest.raises(ActionRefused):
        clocks.play_longer(sheet=sheet, actor=BY, key="c", minutes=121)


def test_only_a_round_being_played_has_a_clock(rnd: Round) -> None:
    clocks.start(rnd=rnd, actor=BY, key="a", minutes=60)
    rounds.unpublish(rnd=rnd, actor=BY)
    assert not Clock.objects.exists()
    for work in (
        lambda: clocks.start(rnd=rnd, actor=BY, key="b", minutes=60),
        lambda: clocks.play_longer(
            sheet=rnd.sheets.get(table=1), actor=BY, key="c", minutes=5
        ),
    ):
        with pytest.raises(ActionRefused, match="isn’t being played"):
            work()


@given(
    minutes=st.integers(1, 600),
    spells=st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 5000)), max_size=6),
)
def test_only_the_time_it_ran_is_played(
    minutes: int, spells: list[tuple[int, int]]
) -> None:
    """However often it is paused; the end it tells is where nothing is left."""
    clock, now = Clock(minutes=minutes, started_at=START), START
    for ran, stood in spells:
        now += timedelta(seconds=ran)
        clock.paused_at = now
        at_pause = Face(clock, now).left
        now += timedelta(seconds=stood)
        face = Face(clock, now)
        assert face.left == at_pause
        assert (face.ends_at - now).total_seconds() == face.left
        clock.paused, clock.paused_at = clock.paused + stood, None
    face = Face(clock, now)
    assert face.left == minutes * 60 - sum(ran for ran, _ in spells)
    assert Face(clock, face.ends_at).left == 0
