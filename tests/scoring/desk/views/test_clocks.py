"""The clock and the announcements at the desk: for whom, refused, sent twice."""

import pytest
from django.utils import timezone

from scoring.desk import clocks
from scoring.models import Announcement, Change, Clock, Round, Tournament
from scoring.phones.clocks import Face
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of
from tests.words import EMPTY, NO_NUMBER

pytestmark = pytest.mark.django_db
BY = build.command()


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    return build.tournament(crew.club, minutes_per_round=45)


@pytest.fixture
def rnd(tournament: Tournament) -> Round:
    return build.published_round(tournament, 2)


def press(crew: Crew, rnd: Round, name: str, who: str = "director", **typed: object):
    typed = {"key": f"{name}-{Change.objects.count()}", **typed}
    if Clock.objects.exists():
        typed.setdefault("seen", Face(Clock.objects.get(), timezone.now()).stamp)
    return crew.post(who, at(rnd.tournament, name, rnd.number), typed)


def test_the_clock_from_start_to_set_back(rnd: Round, crew: Crew) -> None:
    here = at(rnd.tournament, "tournament-desk")
    assert 'value="45"' in text_of(crew.get("director", here))
    answer = press(crew, rnd, "clock-start", minutes=50)
    assert answer.url == f"{here}?round=1#round-clock"
    press(crew, rnd, "clock-more", "scorekeeper", more=5)
    press(crew, rnd, "clock-pause", "scorekeeper")
    page = text_of(crew.get("scorekeeper", here))
    assert "55:00</p>" in page or "54:59</p>" in page
    assert "Paused" in page
    assert message("Reset clock") not in page  # a director's
    press(crew, rnd, "clock-go-on", "scorekeeper")
    press(crew, rnd, "clock-longer", "scorekeeper", table=2, minutes=5)
    assert message("Table {table} has {extra} extra min", table=2, extra=5) in text_of(
        crew.get("scorekeeper", here)
    )
    press(crew, rnd, "clock-reset", reason="Table 2 was not seated")
    assert not Clock.objects.exists()
    assert rnd.sheets.get(table=2).extra_minutes == 5


@in_turn(
    "name, typed, says",
    [
        ("clock-start", {"minutes": "ten"}, NO_NUMBER),
        (
            "clock-start",
            {"minutes": "601"},
            message("Enter {limit_value} or less.", limit_value=600),
        ),
        (
            "clock-start",
            {"minutes": "20"},
            message("The clock for round {number} has already started.", number=1),
        ),
        ("clock-more", {"more": "x"}, NO_NUMBER),
        (
            "clock-more",
            {"more": "-50"},
            message("Enter 1 to {most} minutes.", most=600),
        ),
        (
            "clock-more",
            {"more": "5", "seen": "0.0"},
            message(
                "Someone changed the clock while you were editing. Check it again."
            ),
        ),
        (
            "clock-longer",
            {"table": "9", "minutes": "5"},
            message("Round {number} doesn’t have a table {table}.", number=1, table=9),
        ),
        ("clock-longer", {"table": "", "minutes": "5"}, EMPTY),
        (
            "clock-reset",
            {"reason": " "},
            message("Enter why you’re resetting the clock."),
        ),
    ],
)
def test_what_is_refused_is_said_on_the_clock_and_stays_typed(
    rnd: Round, crew: Crew, name: str, typed: dict[str, str], says: str
) -> None:
    if name != "clock-start" or "already" in says:
        clocks.start(rnd=rnd, actor=BY, key="started", minutes=45)
    before = Change.objects.count()
    answer = press(crew, rnd, name, **typed)
    assert answer.status_code == 200
    page = text_of(answer)
    clock = page[page.index('id="round-clock"') :].partition("</section>")[0]
    assert says in clock
    if name == "clock-longer":
        assert f'value="{typed["minutes"]}"' in clock
    assert Change.objects.count() == before


def test_an_open_page_gets_its_live_part_back(rnd: Round, crew: Crew) -> None:
    answer = crew.clients["director"].post(
        at(rnd.tournament, "clock-start", 1),
        {"key": "start", "minutes": "45"},
        headers={"HX-Request": "true"},
    )
    assert text_of(answer).startswith('<div class="stack" id="evening"')
    assert "data-ends=" in text_of(answer)


def test_a_draft_has_no_clock(rnd: Round, crew: Crew) -> None:
    Round.objects.update(state=Round.State.DRAFT)
    answer = press(crew, rnd, "clock-start", minutes=45)
    assert answer.status_code == 200
    assert not Clock.objects.exists()


# --- Announcements ----------------------------------------------------------------


def test_an_announcement_stands_for_everybody_until_it_is_taken_down(
    rnd: Round, crew: Crew
) -> None:
    tournament = rnd.tournament
    for _ in range(2):  # pressed twice
        typed = {"key": "say", "text": "Supper at 7:30"}
        crew.post("scorekeeper", at(tournament, "announcement-add"), typed)
    made = Announcement.objects.get()
    public = at(tournament, "tournament")
    assert message("Supper at 7:30") in text_of(crew.get("visitor", public))
    for _ in range(2):
        crew.post("scorekeeper", at(tournament, "announcement-end", made.pk))
    assert message("Supper at 7:30") not in text_of(crew.get("visitor", public))


def test_too_long_an_announcement_is_kept_in_its_field(rnd: Round, crew: Crew) -> None:
    text = "Supper at 7:30, " * 20
    typed = {"key": "say", "text": text}
    page = text_of(crew.post("director", at(rnd.tournament, "announcement-add"), typed))
    assert "Use 200 characters or fewer" in page
    assert text.strip() in page
    assert not Announcement.objects.exists()


def test_another_tournaments_announcement_is_not_ours(rnd: Round, crew: Crew) -> None:
    other = build.tournament(crew.club, name="Another")
    made = other.announcements.create(key="a", text="Supper", by_name="Anna")
    address = at(rnd.tournament, "announcement-end", made.pk)
    assert crew.post("director", address).status_code == 404
