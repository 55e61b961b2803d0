"""The tray at the desk: hands that came late or twice, explained and decided."""

from typing import Any

import pytest
from django.http import HttpResponse

from scoring.core.writes import Actor
from scoring.draw import rounds
from scoring.models import Hand, Sheet, Tournament, TrayHand
from scoring.sheets import hand_writes
from tests import builders as build
from tests.builders import nets_of
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db
NOTHING_WAITS = message(
    "Nothing is waiting. A hand that comes in late, or from two phones, appears here "
    "until someone decides."
)
GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
PREVER = {"bid": "prever", "declarer": 2, "points": 59}
AS_GAME = (103, 97, 103, 97)


@pytest.fixture
def sheet(tournament: Tournament) -> Sheet:
    return build.published_round(tournament, 2).sheets.get(table=1)


def sent(sheet: Sheet, key: str, record: dict[str, Any] = GAME, **facts: Any) -> Any:
    by = Actor.at_table(sheet.phones.first() or build.phone(sheet))
    return build.recorded(sheet=sheet, by=by, key=key, record=record, **facts)


def double(sheet: Sheet) -> TrayHand:
    """Hand 1 as two phones recorded it."""
    sent(sheet, "first", number=1)
    return sent(sheet, "second", PREVER, number=1, note="Josef says so").tray


def late(sheet: Sheet, held: tuple[int, ...] = AS_GAME) -> TrayHand:
    """A hand that came when the sheet was verified."""
    build.verified_sheet(sheet, held)
    return sent(sheet, "late").tray


def tray(crew: Crew, tournament: Tournament) -> str:
    return text_of(crew.get("scorekeeper", at(tournament, "tray")))


def resolve(crew: Crew, item: TrayHand, take: str, reason: str = "") -> HttpResponse:
    address = at(item.sheet.round.tournament, "tray-settle", item.pk)
    return crew.post("scorekeeper", address, {"take": take, "reason": reason})


def test_an_empty_tray_says_what_will_stand_there(
    tournament: Tournament, crew: Crew
) -> None:
    assert NOTHING_WAITS in tray(crew, tournament)


def test_two_records_stand_side_by_side_in_words(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    double(sheet)
    page = tray(crew, tournament)
    for words in (
        "Round 1, table 1</a>, hand 1",
        "Two phones recorded this hand",
        "Sent by: Marie Kubala",
        "Note: Josef says so",
        message("Current record"),
        "<dt>Josef Marek</dt><dd>+15</dd>",
        "Marie Kubala, Anna Svoboda and Karel Novak each pay Josef Marek 5 chips.",
        "<dt>Marie Kubala</dt><dd>+3</dd>",
        "Josef Marek pays Marie Kubala 3 chips.",
        message("Replace recorded hand"),
        message("Keep both as two hands"),
        "Discard",
    ):
        assert words in page
    assert "is verified" not in page


@pytest.mark.parametrize(
    ("take", "nets", "said"),
    [
        ("mine", (-5, 15, -5, -5), "accepted"),
        ("theirs", (3, -3, 3, -3), "discarded"),
        ("both", (-2, 12, -2, -8), "accepted"),
    ],
)
def test_one_of_two_is_chosen_or_both(
    crew: Crew, sheet: Sheet, take: str, nets: tuple[int, ...], said: str
) -> None:
    answer = resolve(crew, double(sheet), take)
    assert messages_of(answer) == [f"Hand 1 of table 1 was {said}."]
    assert nets_of(sheet) == nets
    item = TrayHand.objects.get()
    assert item.settled_by == crew.users["scorekeeper"]
    assert answer.url == at(sheet.round.tournament, "tray")


def test_what_was_decided_stays_readable(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    resolve(crew, double(sheet), "theirs", "Marie wrote it down at once")
    page = tray(crew, tournament)
    assert NOTHING_WAITS in page
    assert "<strong>discarded</strong>: Marie wrote it down at once" in page
    assert "Scorekeeper Hlavac" in page


def test_a_late_hand_says_whether_the_hands_then_agree_with_the_chips(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    late(sheet)
    page = tray(crew, tournament)
    assert message("This hand came in after the sheet was closed.") in page
    assert (
        'is verified and won’t change: <strong class="nowrap">103, 97, 103, 97</strong>'
        in (page)
    )
    assert message("With this hand, the hands match the score.") in page
    assert "Without this hand, they match" not in page
    assert message("Current record") not in page


def test_a_late_hand_that_explains_nothing_says_so(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    late(sheet, (100, 100, 100, 100))
    page = tray(crew, tournament)
    assert message("With this hand, the hands don’t match the score.") in page
    assert (
        message(
            "{who} counted {counted}, but the recorded hands say {by_hands}.",
            who="Marie Kubala",
            counted=100,
            by_hands=103,
        )
        in page
    )
    assert message("Without this hand, they match.") in page


def test_taking_a_late_hand_needs_a_reason_and_leaves_the_score(
    crew: Crew, sheet: Sheet
) -> None:
    item = late(sheet)
    refused = resolve(crew, item, "mine")
    assert refused.status_code == 200
    assert message("Enter why you’re accepting the late hand.") in text_of(refused)
    assert not Hand.objects.exists()
    resolve(crew, item, "mine", "The phone had no network")
    assert nets_of(sheet) == (3, -3, 3, -3)
    scores = sheet.seats.order_by("position").values_list("score", flat=True)
    assert tuple(scores) == AS_GAME


def test_a_late_hand_may_end_as_a_correction(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    item = late(sheet, held=(100, 100, 100, 100))
    answer = resolve(crew, item, "mine", "The phone was out of battery")
    assert answer.url == at(tournament, "sheet-desk", 1, 1)
    assert (
        message(
            "The hands no longer match the counted chips. The score counts until a "
            "director corrects it."
        )
        in messages_of(answer)[0]
    )
    page = text_of(crew.get("director", answer.url))
    assert message("Correct table {table}", table=1) in page
    assert '<a class="btn" href="?try=hands">Use hands instead</a>' in page


def test_a_reason_is_kept_where_the_choice_was_refused(
    crew: Crew, sheet: Sheet
) -> None:
    refused = resolve(crew, late(sheet), "neither", "as typed")
    assert message("Choose one of the two records, or both.") in text_of(refused)
    assert 'value="as typed"' in text_of(refused)


def test_a_late_void_says_what_it_takes_out(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    sent(sheet, "one")
    build.verified_sheet(sheet, (100, 100, 100, 100))
    by = Actor.at_table(sheet.phones.get())
    item = hand_writes.void(
        sheet=sheet, actor=by, key="v", hand="one", reason="misdealt"
    ).tray
    page = tray(crew, tournament)
    assert message("Request to void hand {number}", number=1) in page
    assert "<strong>Reason:</strong> misdealt" in page
    assert message("With this hand, the hands match the score.") in page
    assert "keep both" not in page
    resolve(crew, item, "mine", "Both sides say so")
    assert nets_of(sheet) == (0, 0, 0, 0)


def test_a_late_change_stands_beside_what_it_changes(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    sent(sheet, "one")
    build.verified_sheet(sheet, AS_GAME)
    sent(sheet, "two", {**GAME, "points": 80}, replaces="one", reason="miscounted")
    page = tray(crew, tournament)
    assert message("Change to hand {number}", number=1) in page
    assert message("Accept change") in page
    assert "keep both" not in page
    assert (
        message(
            "{who} counted {counted}, but the recorded hands say {by_hands}.",
            who="Marie Kubala",
            counted=103,
            by_hands=107,
        )
        in page
    )
    assert message("Without this hand, they match.") in page


def test_a_hand_of_a_cancelled_round_waits_too(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    rounds.cancel(rnd=sheet.round, actor=build.command(), reason="Fire alarm")
    build_by = build.command()
    build.recorded(sheet=sheet, by=build_by, key="late", record=GAME)
    page = tray(crew, tournament)
    assert message("New record") in page
    assert "is verified" not in page
    assert "(optional)" not in page


def test_a_record_that_the_rules_refuse_today_is_shown_as_such(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    item = late(sheet)
    TrayHand.objects.filter(pk=item.pk).update(record={**GAME, "points": 107})
    page = tray(crew, tournament)
    assert message("Accept hand") not in page
    assert "Discard" in page


@pytest.mark.parametrize("waiting", [1, 5])
def test_queries_grow_with_the_tables_concerned_only(
    tournament: Tournament,
    crew: Crew,
    sheet: Sheet,
    waiting: int,
    django_assert_num_queries: Any,
) -> None:
    crew.sign_in("scorekeeper")
    build.verified_sheet(sheet)
    for n in range(waiting):
        sent(sheet, f"late-{n}")
    with django_assert_num_queries(13):
        tray(crew, tournament)


def test_another_tournaments_hand_is_not_ours(
    tournament: Tournament, crew: Crew
) -> None:
    other = build.tournament(crew.club, name="Another")
    item = late(build.published_round(other, 2).sheets.get(table=1))
    address = at(tournament, "tray-settle", item.pk)
    assert crew.post("director", address, {"take": "theirs"}).status_code == 404
    assert NOTHING_WAITS in tray(crew, tournament)
