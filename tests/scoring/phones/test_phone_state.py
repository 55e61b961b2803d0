"""What a phone knows of its sheet, and what that costs."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest

from clubs.models import Club
from scoring.core.writes import Actor
from scoring.desk import clocks
from scoring.draw import rounds
from scoring.games.table_rules import rules_mark
from scoring.models import Count, Hand, Round, Sheet, Tournament
from scoring.phones import calls, loans
from scoring.phones import phone_state as table_state
from scoring.phones.phone_state import state_of, version_of
from scoring.phones.seat_fixes import people_for
from scoring.phones.tokens import sheet_by_token
from scoring.sheets import counts, hand_writes, phones
from scoring.sheets import hands as hands_of_sheets
from scoring.sheets.hand_writes import MOST_HANDS, MOST_VERSIONS
from scoring.sheets.hands import totals_of
from tests import builders
from tests.messages import message

pytestmark = pytest.mark.django_db
GAME = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 59}


@pytest.fixture
def sheet() -> Sheet:
    return builders.open_sheet(
        builders.tournament(
            builders.club(),
            hands_per_round=20,
            wifi_name="Hall wifi",
            wifi_password="kolache-42",
        )
    )


@pytest.fixture
def by(sheet: Sheet) -> Actor:
    """Whoever holds the phone that keeps the score."""
    return Actor.at_table(join(sheet, "first", 1))


def join(sheet: Sheet, key: str, seat: int) -> Any:
    return phones.join(sheet=sheet, key=key, seat=seat, name="", asks=False)


def play(sheet: Sheet, by: Actor, number: int, **facts: Any) -> list[Hand]:
    made = []
    for n in range(number):
        key = f"hand-{Hand.objects.count()}-{n}"
        recorded = builders.recorded(sheet=sheet, by=by, key=key, record=GAME, **facts)
        made.append(recorded.hand)
    return made


def test_the_cost_does_not_grow_with_the_hands(
    sheet: Sheet, by: Actor, django_assert_num_queries
) -> None:
    """The sheet, its seats, phones and hands, and one for each part that few have."""
    with django_assert_num_queries(4):
        state_of(sheet)
    play(sheet, by, 4)
    with django_assert_num_queries(4):
        state_of(sheet)
    play(sheet, by, 36)
    join(sheet, "second", 3)
    calls.call(sheet=sheet, actor=by, key="call", reason="why")
    builders.counted(sheet)
    with django_assert_num_queries(6):
        assert len(state_of(sheet)["hands"]) == 40
    loans.lend(sheet=sheet, actor=by, key="loan", seat=1, chips=20)
    builders.recorded(sheet=sheet, by=by, key="again", record=GAME, number=1)
    with django_assert_num_queries(8):
        told = state_of(sheet)
    parts = ("hands", "tray", "loans", "count", "calls")
    assert [bool(told[part]) for part in parts] == [True] * 5


def test_what_may_explain_a_difference_costs_one_more(
    sheet: Sheet, by: Actor, django_assert_num_queries
) -> None:
    play(sheet, by, 4)
    builders.counted(sheet, held=(112, 88, 112, 78))
    with django_assert_num_queries(6):
        state_of(sheet)


def test_the_sheet(sheet: Sheet) -> None:
    assert state_of(sheet)["sheet"] == {
        "id": sheet.pk,
        "table": 1,
        "round": 1,
        "rounds": 3,
        "code": sheet.code,
        "has_hands": True,
        "tournament": "Fall Tarok",
        "club": "SPJST Lodge 24",
        "state": "open",
        "open": True,
        "photos": True,
        "closed": "",
        "with_chips": True,
        "start_chips": 100,
        "chip_set": [
            {"colour": "blue", "worth": 10, "each": 6},
            {"colour": "red", "worth": 5, "each": 6},
            {"colour": "white", "worth": 1, "each": 10},
        ],
        "must_total": 400,
        "aside": 0,
        "badges": [],
        "games": [],
        "closing": None,
        "hands": 20,
        "minutes": None,
        "accepts_phone": True,
        "accepts_own": True,
        "rules": rules_mark(sheet.round.tournament),
    }


def test_a_table_without_chips_has_no_colours(sheet: Sheet) -> None:
    Tournament.objects.update(with_chips=False)
    assert state_of(sheet)["sheet"]["chip_set"] is None


def test_no_secret_is_in_it(sheet: Sheet, by: Actor) -> None:
    """Neither the wifi's password nor the token, nor another phone's key."""
    join(sheet, "second-key", 3)
    text = str(state_of(sheet, "first"))
    for secret in ("kolache-42", "Hall wifi", sheet.token, "second-key"):
        assert secret not in text


def test_only_the_phone_that_asks_is_me(sheet: Sheet, by: Actor) -> None:
    other = join(sheet, "second", 3)
    assert state_of(sheet, "second")["me"] == other.pk
    assert state_of(sheet, "third")["me"] is None
    assert state_of(sheet)["me"] is None


def test_names_are_as_the_club_shows_them(sheet: Sheet) -> None:
    Club.objects.update(shown="short")
    sheet = Sheet.objects.get(pk=sheet.pk)
    anna = builders.user("anna")
    join(sheet, "first", 1)
    phones.join(sheet=sheet, key="k", seat=None, name="the bartender", asks=False)
    play(sheet, builders.actor(anna), 1)
    builders.counted(sheet, anna)
    state = state_of(sheet)
    assert [seat["name"] for seat in state["seats"]] == [
        "Marie K.",
        "Josef M.",
        "Anna S.",
        "Karel N.",
    ]
    names = [phone["name"] for phone in state["phones"]]
    assert names == ["Marie K.", "the b."]
    assert (state["hands"][0]["by"], state["count"]["by"]) == ("Anna H.", "Anna H.")
    assert "Kubala" not in str(state) + str(people_for(sheet))


def test_versions_of_a_hand_stand_oldest_first(sheet: Sheet, by: Actor) -> None:
    first, second = play(sheet, by, 2)
    better = GAME | {"points": 63}
    builders.recorded(
        **{"sheet": sheet, "by": by, "key": "better", "record": better},
        **{"replaces": first.key, "reason": "Counted again"},
    )
    hand_writes.void(
        sheet=sheet, actor=by, key="void", hand=second.key, reason="Misdealt"
    )
    shown = [
        (hand["key"], hand["number"], hand["replaces"], hand["void"])
        for hand in state_of(sheet)["hands"]
    ]
    assert shown == [
        (first.key, 1, None, ""),
        (second.key, 2, None, "Misdealt"),
        ("better", 1, first.key, ""),
    ]
    assert totals_of(sheet) == [104, 96, 104, 96]


def test_a_change_and_a_void_that_wait(sheet: Sheet, by: Actor) -> None:
    [first] = play(sheet, by, 1)
    Round.objects.update(state=Round.State.FINISHED)
    hand_writes.void(
        sheet=sheet, actor=by, key="void", hand=first.key, reason="Misdealt"
    )
    builders.recorded(
        **{"sheet": sheet, "by": by, "key": "change", "record": GAME | {"points": 63}},
        **{"replaces": first.key, "reason": "Counted again", "note": "sorry"},
    )
    void, change = state_of(sheet)["tray"]
    at = change.pop("at")
    assert at.endswith("Z")
    assert change == {
        "key": "change",
        "number": 1,
        "why": "late",
        "record": GAME | {"points": 63},
        "dealer": None,
        "note": "sorry",
        "net": (4, -4, 4, -4),
        "replaces": first.key,
        "reason": "Counted again",
        "by": "Marie Kubala",
        "rival": first.key,
    }
    assert (void["record"], void["net"], void["reason"]) == (None, None, "Misdealt")


def test_the_count_that_waits(sheet: Sheet, by: Actor) -> None:
    builders.counted(sheet, held=(131, 96, 104, 69))
    count = state_of(sheet)["count"]
    assert (count["number"], count["total"], count["balances"]) == (1, 400, True)
    assert (count["phone"], count["seat"], count["suggestions"]) == (None, None, [])
    assert count["differs"] == []
    play(sheet, by, 1)
    assert state_of(sheet)["count"]["differs"][0] == message(
        "{who} counted {counted}, but the recorded hands say {by_hands}.",
        who="Marie Kubala",
        counted=131,
        by_hands=103,
    )


def test_a_count_from_a_phone_names_its_seat(sheet: Sheet, by: Actor) -> None:
    counts.count(
        **{"sheet": sheet, "actor": by, "key": "c", "seen": 0, "phone": by.phone},
        seats=builders.seats(),
    )
    count = state_of(sheet)["count"]
    assert (count["phone"], count["seat"], count["by"]) == (by.phone.pk, 1, by.name)


def test_a_count_that_does_not_balance_is_explained(sheet: Sheet) -> None:
    builders.counted(sheet, held=(131, 96, 104, 60))
    count = state_of(sheet)["count"]
    assert (count["difference"], count["balances"]) == (-9, False)
    builders.counted(sheet, held=(131, 96, 104, 96))
    assert any("69" in each for each in state_of(sheet)["count"]["suggestions"])


def test_the_seat_unlike_the_hands_is_suggested_and_no_other(
    sheet: Sheet, by: Actor
) -> None:
    play(sheet, by, 1)
    builders.counted(sheet, held=(103, 97, 101, 97))
    first, *others = state_of(sheet)["count"]["suggestions"]
    assert first == (
        "Anna Svoboda has 101, but the hands say 103. If Anna Svoboda has 103, the sheet is "
        "right."
    )
    assert all("If Anna Svoboda has 103" in each for each in others)


def test_the_scores_in_force(sheet: Sheet) -> None:
    anna, karel = builders.user("anna"), builders.user("karel")
    assert state_of(sheet)["in_force"] is None
    builders.verified_sheet(sheet, by=anna, second=karel)
    state = state_of(sheet)
    assert state["count"] is None
    in_force = state["in_force"]
    assert in_force.pop("at")
    assert in_force == {
        "scores": builders.EVEN,
        "aside": 0,
        "said": "verified",
        "by": "Karel Hlavac",
    }


def closed(sheet: Sheet) -> str:
    shown = state_of(sheet)["sheet"]
    assert shown["open"] == (not shown["closed"])
    return shown["closed"]


def test_why_no_more_is_taken(sheet: Sheet) -> None:
    tournament = sheet.round.tournament
    people = list(tournament.entries.all())
    more = builders.entries(tournament, 4)
    rnd = builders.published_round(tournament, [people, more])
    one, two = rnd.sheets.all()
    assert closed(one) == ""
    builders.counted(one, builders.user("anna"))
    assert closed(one) == ""
    builders.confirmed(one, builders.user("karel"))
    assert closed(one) == message("The desk verified this sheet.")
    builders.corrected(one)
    assert closed(one) == message("The desk verified this sheet.")
    builders.confirmed(one)
    assert closed(one) == message("The desk corrected this sheet.")
    Count.objects.filter(sheet=one).update(source=Count.Source.TABLE)
    assert closed(one) == message("This sheet is verified.")
    rounds.cancel(rnd=rnd, actor=builders.command(), reason="The lights went out")
    assert closed(two) == "Round 2 was canceled: The lights went out"
    Round.objects.update(state=Round.State.FINISHED)
    assert closed(two) == message("Round {number} is finished.", number=2)


def test_a_version_is_another_when_anything_is(sheet: Sheet, by: Actor) -> None:
    def version() -> str:
        return version_of(sheet_by_token(sheet.token))

    seen = [version()]

    def is_new() -> bool:
        seen.append(version())
        return seen.count(seen[-1]) == 1

    assert seen[0].endswith("-open-full0")
    play(sheet, by, 1)
    assert is_new()
    join(sheet, "second", 3)
    assert is_new()
    builders.counted(sheet)
    assert is_new()
    Club.objects.update(shown="short")
    assert is_new()
    Round.objects.update(state=Round.State.CANCELLED, reason="why")
    assert is_new()
    assert not is_new()


def test_a_version_is_read_before_what_it_stands_for(
    sheet: Sheet, by: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand that comes in between makes the state newer than its version, never older."""

    def late(found: Sheet) -> Any:
        play(sheet, by, 1)
        return versions_of(found)

    versions_of = table_state.versions_of
    before = version_of(sheet_by_token(sheet.token))
    monkeypatch.setattr(table_state, "versions_of", late)
    state = state_of(sheet)
    assert (len(state["hands"]), state["version"]) == (1, before)


def test_a_draft_has_no_token_yet(sheet: Sheet) -> None:
    assert sheet_by_token(sheet.token) == sheet
    Round.objects.update(state=Round.State.DRAFT)
    assert sheet_by_token(sheet.token) is None


def test_a_house_player_has_no_name_to_shorten(sheet: Sheet) -> None:
    tournament = Tournament.objects.get()
    tournament.entries.create(house=1, name="House player", ranked=False)
    Club.objects.update(shown="short")
    names = [each["name"] for each in people_for(sheet_by_token(sheet.token))]
    assert names == ["Marie K.", "Josef M.", "Karel N.", "House player", "Anna S."]


def test_people_are_those_of_the_tournament_by_family_name(
    sheet: Sheet, django_assert_num_queries
) -> None:
    tournament = Tournament.objects.get()
    tournament.entries.create(house=1, name="House player", ranked=False)
    builders.entries(builders.tournament(tournament.club, name="Other"), 5)
    found = sheet_by_token(sheet.token)
    with django_assert_num_queries(2):
        people = people_for(found)
    assert [(each["name"], each["label"], each["sits"]) for each in people] == [
        ("Marie Kubala", "1", message("table {table}, seat {seat}", table=1, seat=1)),
        ("Josef Marek", "2", message("table {table}, seat {seat}", table=1, seat=2)),
        ("Karel Novak", "4", message("table {table}, seat {seat}", table=1, seat=4)),
        ("House player", "H1", ""),
        ("Anna Svoboda", "3", message("table {table}, seat {seat}", table=1, seat=3)),
    ]


def test_the_clock_is_this_tables_own(sheet: Sheet) -> None:
    """With the minutes it plays longer; paused it says what is left, and no end."""
    assert state_of(sheet)["clock"] is None
    rnd, by, before = sheet.round, builders.command(), version_of(sheet)
    clocks.start(rnd=rnd, actor=by, key="a", minutes=60)
    started = rnd.clock.started_at
    clocks.play_longer(sheet=sheet, actor=by, key="b", minutes=5)
    found = state_of(sheet)
    ends = datetime.fromisoformat(found["clock"]["ends"])
    assert abs(ends - started - timedelta(minutes=65)) < timedelta(seconds=1)
    assert found["clock"]["left"] is None
    assert found["version"] != before
    clocks.pause(rnd=rnd, actor=by, key="c")
    paused = state_of(sheet)["clock"]
    assert (paused["ends"], 3890 < paused["left"] <= 3900) == (None, True)


def test_what_a_phone_is_told_of_the_fullest_sheet(sheet: Sheet) -> None:
    """Every hand that a round holds, and changed as often as a sheet holds."""
    earlier: list[Hand] = [None] * MOST_HANDS
    for made in range(0, MOST_VERSIONS, MOST_HANDS):
        earlier = Hand.objects.bulk_create(
            Hand(
                **{"sheet": sheet, "key": f"{made + n:032}", "number": n + 1},
                **{"record": GAME, "engine": "1", "by_name": "Marie Kubala"},
                **{"replaces": old, "reason": "miscounted"},
                **{"net1": 5, "net2": -5, "net3": 5, "net4": -5},
            )
            for n, old in enumerate(earlier)
        )
    told = state_of(sheet)["hands"]
    assert len(told) == MOST_HANDS + hands_of_sheets.MOST_EARLIER == 180
    assert {each.key for each in earlier} <= {each["key"] for each in told}
    assert len(json.dumps(told)) < 80_000, "bytes, before they are packed"


def test_of_what_was_changed_a_phone_gets_the_newest(
    sheet: Sheet, by: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands_of_sheets, "MOST_EARLIER", 2)
    play(sheet, by, 2)
    for n in range(4):
        last = Hand.objects.filter(number=1).order_by("pk").last()
        record = {**GAME, "points": 60 + n}
        builders.recorded(
            **{"sheet": sheet, "by": by, "key": f"change-{n}", "record": record},
            **{"replaces": last.key, "reason": "miscounted"},
        )
    told = state_of(sheet)["hands"]
    assert [each["key"] for each in told] == [
        "hand-1-1",
        "change-1",
        "change-2",
        "change-3",
    ]
    assert [each["replaces"] for each in told] == [None, None, "change-1", "change-2"]
