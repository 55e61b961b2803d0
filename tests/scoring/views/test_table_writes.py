"""What the phones of a table write: each address right, wrong, twice and too late."""

from typing import Any

import pytest

from scoring.models import Call, Count, Hand, Loan, Phone, Round, Seat, Sheet, TrayHand
from scoring.services.table import tray
from tests import builders
from tests.scoring.views.at_table import (
    GAME,
    NET,
    TOTALS,
    Caller,
    hand_of,
    joined,
    new_key,
    open_sheet,
)

pytestmark = pytest.mark.django_db
HELD = [131, 96, 104, 69]
NONE = [0, 0, 0, 0]


@pytest.fixture
def sheet() -> Sheet:
    return open_sheet()


@pytest.fixture
def keeper(sheet: Sheet) -> Caller:
    return joined(sheet)


@pytest.fixture
def other(sheet: Sheet, keeper: Caller) -> Caller:
    """A second phone, of seat 3; it looks on."""
    return joined(sheet, seat=3)


@pytest.fixture
def writer(other: Caller) -> Caller:
    Phone.objects.filter(key=other.key).update(writes=True)
    return other


def count_of(**facts: Any) -> dict[str, Any]:
    plain = {"seen": 0, "held": HELD, "borrowed": NONE, "chips": None}
    return {**plain, "from_hands": False, **facts}


def assert_refused(answer: Any, field: str, status: int = 422) -> str:
    """The sentence; the state goes with it."""
    told = answer.json()
    assert answer.status_code == status, told
    assert told["refused"]["field"] == field
    assert told["state"]["version"]
    return told["refused"]["message"]


WRITES = {
    "phones/": {"seat": 1, "name": "", "asks": False},
    "phones/<id>/": {"writes": True, "keeper": False},
    "hands/": hand_of(),
    "hands/void/": {"hand": "x", "reason": "why"},
    "tray/x/": {"take": "mine", "reason": ""},
    "loans/": {"seat": 1, "chips": 10},
    "counts/": count_of(),
    "confirm/": {"seen": 0, "seat": 2, "held": 96, "borrowed": 0},
    "calls/": {"reason": "a rule"},
    "seats/": {"seats": [None] * 4},
}
JUNK = (
    *(None, True, -1, 54.0, 2**63, -(10**40), " ", "x" * 10_000, "\ufffd\ud7ff\u202e"),
    *([], {}, [{}] * 4, [0] * 4, ["x"] * 4, [2**63] * 4, {"a": [[{"b": 1}]]}),
    *({"bid": ["povinost"]}, {"values": {"1": {}}, "faults": [[]]}),
)
NO_KEYS = (None, 5, "", "x", "0" * 31, "0" * 33, "A" * 32, ["0" * 32])


@pytest.mark.parametrize("key", NO_KEYS)
def test_a_write_has_a_key(keeper: Caller, key: Any) -> None:
    for path, body in WRITES.items():
        at = path.replace("<id>", str(keeper.row.pk))
        answer = keeper.send(at, {**body, "key": key})
        assert assert_refused(answer, "key") == "A key is 32 hexadecimal digits.", path


@pytest.mark.parametrize("path", WRITES)
def test_junk_in_every_field_is_told_in_words(
    keeper: Caller, other: Caller, path: str
) -> None:
    at = path.replace("<id>", str(other.row.pk))
    for field in WRITES[path]:
        for junk in JUNK:
            body = {"key": new_key(), **WRITES[path], field: junk}
            answer = keeper.send(at, body)
            # 403 once somebody else keeps the score: true means it
            assert answer.status_code in (200, 403, 409, 422), (field, junk)
            if answer.status_code != 200:
                assert answer.json()["refused"]["message"], (field, junk)


# --- phones/ ------------------------------------------------------------------


def test_the_first_phone_keeps_the_score(sheet: Sheet) -> None:
    caller = Caller(sheet)
    body = {"key": caller.key, "seat": 2, "name": "", "asks": False}
    answer = caller.send("phones/", body).json()
    assert answer["saved"] == {"key": caller.key, "id": caller.row.pk}
    assert answer["state"]["me"] == caller.row.pk
    [phone] = answer["state"]["phones"]
    assert phone == {
        "id": caller.row.pk,
        "name": "Josef Marek",
        "seat": 2,
        "keeper": True,
        "writes": True,
        "asks": False,
    }


def test_a_later_phone_asks_to_write(sheet: Sheet, keeper: Caller) -> None:
    caller = Caller(sheet)
    body = {"key": caller.key, "seat": None, "name": "Rose", "asks": True}
    for _ in range(2):
        answer = caller.send("phones/", body)
        assert answer.status_code == 200
    [_, phone] = answer.json()["state"]["phones"]
    assert (phone["name"], phone["seat"], phone["asks"]) == ("Rose", None, True)
    assert (phone["keeper"], phone["writes"]) == (False, False)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("seat", value) for value in (0, 5, -1, 1.0, True, "1", [1], 10**30)],
        *[("name", value) for value in (5, [], {}, "", "  ", "x" * 81)],
        *[("asks", value) for value in (None, 1, 0, "true")],
    ],
)
def test_what_a_phone_says_of_itself_is_looked_at(
    sheet: Sheet, field: str, value: Any
) -> None:
    caller = Caller(sheet)
    body = {"key": caller.key, "seat": None, "name": "Rose", "asks": False}
    assert_refused(caller.send("phones/", body | {field: value}), field)
    assert not Phone.objects.exists()


def test_nobody_joins_when_the_round_is_over(sheet: Sheet) -> None:
    Round.objects.update(state=Round.State.FINISHED)
    caller = Caller(sheet)
    answer = caller.tell("phones/", seat=1, name="", asks=False)
    assert assert_refused(answer, "") == "Round 1 is not being played."


# --- phones/<id>/ -------------------------------------------------------------


def test_the_keeper_lets_another_phone_write(keeper: Caller, other: Caller) -> None:
    at = f"phones/{other.row.pk}/"
    assert keeper.saved(at, writes=True)["id"] == other.row.pk
    other.saved("hands/", **hand_of())
    keeper.saved(at, writes=False)
    assert other.tell("hands/", **hand_of()).status_code == 403


def test_the_keeping_is_given_away(keeper: Caller, other: Caller) -> None:
    keeper.saved(f"phones/{other.row.pk}/", keeper=True)
    assert other.row.keeper
    assert keeper.row.writes
    answer = keeper.tell(f"phones/{other.row.pk}/", writes=False)
    said = "Anna Svoboda’s phone keeps the score and says who else writes."
    assert assert_refused(answer, "", 403) == said


def test_a_phone_of_another_table_is_not_admitted_here(keeper: Caller) -> None:
    rnd = builders.published_round(keeper.sheet.round.tournament)
    stranger = joined(rnd.sheets.get())
    for pk in (stranger.row.pk, 0, 10**30):
        answer = keeper.tell(f"phones/{pk}/", writes=True)
        assert_refused(answer, "", 409)


@pytest.mark.parametrize("wish", [{}, {"writes": None}, {"writes": 1}, {"keeper": "x"}])
def test_a_wish_says_what(keeper: Caller, other: Caller, wish: dict[str, Any]) -> None:
    answer = keeper.tell(f"phones/{other.row.pk}/", **wish)
    assert_refused(answer, "keeper" if "keeper" in wish else "writes")
    assert not other.row.writes


# --- hands/ -------------------------------------------------------------------


def test_a_hand_is_saved_with_its_nets_and_the_totals(keeper: Caller) -> None:
    key = new_key()
    for _ in range(2):  # sent twice it is one hand
        answer = keeper.send("hands/", {"key": key, **hand_of(note=" late ")})
        told = answer.json()
        assert answer.status_code == 200
        assert told["saved"] == {"key": key, "number": 1, "net": NET, "totals": TOTALS}
    [hand] = told["state"]["hands"]
    at = hand.pop("at")
    assert at.endswith("Z")
    assert hand == {
        "key": key,
        "number": 1,
        "record": GAME,
        "dealer": 4,
        "note": "late",
        "net": NET,
        "by": "Marie Kubala",
        "replaces": None,
        "reason": "",
        "void": "",
    }
    assert Hand.objects.get().by_name == "Marie Kubala"


def test_a_change_needs_the_old_version_and_a_reason(keeper: Caller) -> None:
    first = keeper.saved("hands/", **hand_of())["key"]
    body = hand_of(replaces=first, record=GAME | {"points": 63})
    assert assert_refused(keeper.tell("hands/", **body), "reason") == (
        "Say why the hand is changed."
    )
    saved = keeper.saved("hands/", **{**body, "reason": "Counted again"})
    assert (saved["number"], saved["net"]) == (1, [4, -4, 4, -4])
    assert saved["totals"] == [104, 96, 104, 96]
    versions = keeper.state()["hands"]
    assert [each["replaces"] for each in versions] == [None, first]
    assert versions[1]["reason"] == "Counted again"


def test_an_impossible_record_comes_back_with_every_problem(keeper: Caller) -> None:
    record = GAME | {"points": 107, "partner": 1}
    answer = keeper.tell("hands/", **hand_of(record=record))
    told = answer.json()["refused"]
    assert answer.status_code == 422
    assert {each["field"] for each in told["problems"]} == {"points", "partner"}
    assert all(each["code"] and each["message"] for each in told["problems"])
    assert (told["field"], told["message"]) == (
        told["problems"][0]["field"],
        told["problems"][0]["message"],
    )
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("record", value) for value in (None, [], "x", 5)],
        *[("number", value) for value in (None, 0, -1, 1.0, True, "1", 10**6, 10**30)],
        *[("dealer", value) for value in (0, 5, 4.0, True, "4")],
        *[("note", value) for value in (5, [], {}, "x" * 301)],
        *[("replaces", value) for value in (5, ["x"])],
        *[("reason", value) for value in (5, ["x"], "x" * 201)],
    ],
)
def test_a_field_of_the_wrong_kind(keeper: Caller, field: str, value: Any) -> None:
    assert_refused(keeper.tell("hands/", **hand_of(**{field: value})), field)
    assert not Hand.objects.exists()


@pytest.mark.parametrize("points", [54.0, True, "54", None, 10**30])
def test_points_are_whole_numbers(keeper: Caller, points: Any) -> None:
    record = GAME | {"points": points}
    answer = keeper.tell("hands/", **hand_of(record=record))
    assert assert_refused(answer, "points")


def test_a_change_of_a_hand_that_is_not_here(keeper: Caller) -> None:
    body = hand_of(replaces="nowhere", reason="why")
    assert assert_refused(keeper.tell("hands/", **body), "replaces")


def test_a_key_used_for_another_hand(keeper: Caller) -> None:
    body = {"key": new_key(), **hand_of()}
    keeper.send("hands/", body)
    body["record"] = GAME | {"points": 70}
    assert_refused(keeper.send("hands/", body), "", 409)
    assert Hand.objects.get().record == GAME


def test_a_hand_that_comes_late_waits_in_the_tray(keeper: Caller) -> None:
    Round.objects.update(state=Round.State.FINISHED)
    key = new_key()
    for _ in range(2):
        answer = keeper.send("hands/", {"key": key, **hand_of()})
        told = answer.json()
        assert answer.status_code == 200
        assert told["tray"] == {
            "key": key,
            "why": "late",
            "message": "It came too late to count. The desk decides about it.",
        }
    [item] = told["state"]["tray"]
    assert (item["key"], item["net"], item["rival"]) == (key, NET, None)
    assert not Hand.objects.exists()


# --- hands/void/ --------------------------------------------------------------


def test_a_hand_is_taken_out_of_the_totals(keeper: Caller) -> None:
    hand, key = keeper.saved("hands/", **hand_of())["key"], new_key()
    body = {"key": key, "hand": hand, "reason": "Misdealt"}
    for _ in range(2):
        told = keeper.send("hands/void/", body).json()
        assert told["saved"]["key"] == key
        assert told["saved"]["totals"] == [100] * 4
    [shown] = told["state"]["hands"]
    assert shown["void"] == "Misdealt"


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"reason": ""}, "reason"),
        ({"reason": 5}, "reason"),
        ({"hand": "nowhere"}, "hand"),
        ({"hand": 5}, "hand"),
    ],
)
def test_a_void_says_which_hand_and_why(
    keeper: Caller, facts: dict[str, Any], field: str
) -> None:
    hand = keeper.saved("hands/", **hand_of())["key"]
    body = {"hand": hand, "reason": "Misdealt", **facts}
    assert_refused(keeper.tell("hands/void/", **body), field)
    assert Hand.objects.get().voided_at is None


# --- tray/<key>/ --------------------------------------------------------------


@pytest.fixture
def waiting(keeper: Caller, writer: Caller) -> str:
    """The key of hand 1 as another phone recorded it too."""
    keeper.saved("hands/", **hand_of())
    told = writer.tell("hands/", **hand_of(record=GAME | {"points": 63})).json()
    assert told["tray"]["why"] == "double"
    return told["tray"]["key"]


def test_two_records_of_a_hand_stand_side_by_side(keeper: Caller, waiting: str) -> None:
    state = keeper.state()
    [hand], [item] = state["hands"], state["tray"]
    assert (item["key"], item["rival"]) == (waiting, hand["key"])
    assert (item["why"], item["by"]) == ("double", "Anna Svoboda")
    assert (item["net"], hand["net"]) == ([4, -4, 4, -4], NET)


@pytest.mark.parametrize(
    ("take", "totals"),
    [
        ("mine", [104, 96, 104, 96]),
        ("theirs", TOTALS),
        ("both", [107, 93, 107, 93]),
    ],
)
def test_one_is_chosen_or_both(
    keeper: Caller, waiting: str, take: str, totals: list[int]
) -> None:
    for _ in range(2):
        answer = keeper.tell(f"tray/{waiting}/", take=take, reason="")
        assert answer.status_code == 200, answer.content
    state = answer.json()["state"]
    assert state["tray"] == []
    assert keeper.client.get(keeper.at("")).context["seats"][0][1] == totals[0]


@pytest.mark.parametrize("take", ["", "ours", None, 5])
def test_a_choice_is_one_of_three(keeper: Caller, waiting: str, take: Any) -> None:
    assert_refused(keeper.tell(f"tray/{waiting}/", take=take, reason=""), "take")
    assert TrayHand.objects.get().outcome == ""


def test_what_does_not_wait_is_not_chosen(keeper: Caller, waiting: str) -> None:
    for item in ("nothing", "%00", "\N{SNOWMAN}", "x" * 500):
        assert keeper.tell(f"tray/{item}/", take="mine").status_code in (400, 409)


def test_what_was_decided_is_said_to_the_phone_that_sends_it_again(
    writer: Caller, waiting: str
) -> None:
    body = hand_of(record=GAME | {"points": 63})
    item = TrayHand.objects.get()
    tray.settle(item=item, by=builders.command(), take="theirs")
    told = writer.send("hands/", {"key": waiting, **body}).json()
    assert told["tray"]["message"] == "Decided already: left out."


# --- loans/ -------------------------------------------------------------------


def test_chips_are_borrowed_and_paid_back(keeper: Caller) -> None:
    body = {"key": new_key(), "seat": 2, "chips": 100}
    for _ in range(2):
        assert keeper.send("loans/", body).json()["saved"] == {"key": body["key"]}
    keeper.saved("loans/", seat=2, chips=-40)
    loans = keeper.state()["loans"]
    assert [(each["seat"], each["chips"]) for each in loans] == [(2, 100), (2, -40)]
    assert loans[0]["by"] == "Marie Kubala"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("seat", value) for value in (None, 0, 5, 1.0, True, "1")],
        *[("chips", value) for value in (None, 0, 1.5, 54.0, True, "5", -1, 10**30)],
    ],
)
def test_a_loan_is_chips_to_a_seat(keeper: Caller, field: str, value: Any) -> None:
    assert_refused(
        keeper.tell("loans/", **{"seat": 1, "chips": 10, field: value}), field
    )
    assert not Loan.objects.exists()


# --- counts/ and confirm/ -----------------------------------------------------


def test_the_sheet_is_handed_in_and_confirmed_on_a_second_phone(
    keeper: Caller, other: Caller
) -> None:
    body = {"key": new_key(), **count_of()}
    for _ in range(2):
        saved = keeper.send("counts/", body).json()["saved"]
        assert saved == {"key": body["key"], "number": 1, "agreed": True}
    count = other.state()["count"]
    assert (count["held"], count["balances"], count["seat"]) == (HELD, True, 1)
    told = other.tell("confirm/", seen=1, seat=3).json()
    assert told["saved"]["agreed"]
    state = told["state"]
    assert (state["sheet"]["state"], state["count"]) == ("verified", None)
    assert state["in_force"]["scores"] == HELD
    assert state["in_force"]["by"] == "Anna Svoboda"
    made = Count.objects.get(number=2)
    assert (made.witness, made.witness_seat, made.phone) == ("phone", 3, other.row)


def test_the_second_person_types_his_own_chips_on_the_same_phone(
    keeper: Caller,
) -> None:
    keeper.saved("counts/", **count_of())
    own = {"seen": 1, "seat": 2, "held": 90, "borrowed": 0}
    saved = keeper.saved("confirm/", **own)
    assert saved == {"key": saved["key"], "number": 2, "agreed": False}
    keeper.saved("counts/", **count_of(seen=2))
    saved = keeper.saved("confirm/", **own | {"seen": 3, "held": 96})
    assert saved["agreed"]
    assert Count.objects.get(number=saved["number"]).witness == "own"


def test_chips_are_counted_by_colour(keeper: Caller) -> None:
    chips = [{"blue": 10}, {"blue": 9, "red": 1, "white": 1}, None, None]
    body = count_of(held=[100, 96, 104, 100], chips=chips)
    keeper.saved("counts/", **body)
    assert Count.objects.get().chips[1] == {"blue": 9, "red": 1, "white": 1}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("seen", value) for value in (None, -1, 0.0, True, "0")],
        *[("held", value) for value in (None, 400, [], HELD[:3], [*HELD, 0], "1234")],
        *[("held", [value, 0, 0, 0]) for value in (None, 1.0, True, "1", 10**30)],
        *[("borrowed", value) for value in (None, {}, [1, 2, 3, None])],
        *[("chips", value) for value in (5, "x", [], [1, 2, 3, 4, 5])],
        *[("from_hands", value) for value in (None, 1, "no")],
    ],
)
def test_a_count_is_four_whole_numbers(keeper: Caller, field: str, value: Any) -> None:
    answer = keeper.tell("counts/", **count_of(**{field: value}))
    assert assert_refused(answer, field)
    assert not Count.objects.exists()


@pytest.mark.parametrize(
    "chips", [5, "x", [1], {"green": 1}, {"blue": 1.0}, {"blue": -1}, {"blue": True}]
)
def test_colours_are_looked_at(keeper: Caller, chips: Any) -> None:
    answer = keeper.tell("counts/", **count_of(chips=[chips, None, None, None]))
    assert assert_refused(answer, "held.1")


def test_whoever_did_not_see_the_last_count_is_told(
    keeper: Caller, writer: Caller
) -> None:
    keeper.saved("counts/", **count_of())
    late = writer.tell("counts/", **count_of(held=[130, 97, 104, 69]))
    assert "changed this sheet while you typed" in assert_refused(late, "", 409)
    assert late.json()["state"]["count"]["number"] == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("seen", value) for value in (None, 1.0, True)],
        *[("seat", value) for value in (None, 0, 5, "2", True)],
        *[("held", value) for value in (None, 1.0, True, "96")],
        *[("borrowed", value) for value in (None, 0.0, False)],
    ],
)
def test_a_confirmation_is_looked_at(keeper: Caller, field: str, value: Any) -> None:
    keeper.saved("counts/", **count_of())
    own = {"seen": 1, "seat": 2, "held": 96, "borrowed": 0, field: value}
    assert_refused(keeper.tell("confirm/", **own), field)
    assert Count.objects.count() == 1


def test_nothing_is_counted_when_the_round_was_cancelled(
    keeper: Caller, other: Caller
) -> None:
    keeper.saved("counts/", **count_of())
    Round.objects.update(state=Round.State.CANCELLED, reason="The lights went out")
    assert_refused(keeper.tell("counts/", **count_of(seen=1, held=[100] * 4)), "")
    assert_refused(other.tell("confirm/", seen=1, seat=3), "")
    assert_refused(keeper.tell("loans/", seat=1, chips=10), "")
    assert_refused(keeper.tell("calls/", reason="why"), "")
    assert_refused(keeper.tell("seats/", seats=[None] * 4), "")
    assert (Count.objects.count(), Loan.objects.count()) == (1, 0)


# --- calls/ -------------------------------------------------------------------


def test_a_phone_that_only_looks_on_calls_the_director(
    keeper: Caller, other: Caller
) -> None:
    body = {"key": new_key(), "reason": "A renege, we think"}
    for _ in range(2):
        assert other.send("calls/", body).json()["saved"] == {"key": body["key"]}
    [call] = keeper.state()["calls"]
    call.pop("at")
    assert call == {
        "key": body["key"],
        "reason": "A renege, we think",
        "by": "Anna Svoboda",
        "answer": "",
        "answered_by": "",
    }


@pytest.mark.parametrize("reason", [None, "", "  ", 5, [], "x" * 201])
def test_a_call_says_why(keeper: Caller, reason: Any) -> None:
    assert_refused(keeper.tell("calls/", reason=reason), "reason")
    assert not Call.objects.exists()


# --- people/ and seats/ -------------------------------------------------------


def test_wrong_seats_are_put_right(sheet: Sheet, keeper: Caller) -> None:
    tournament = sheet.round.tournament
    newcomer = builders.entries(tournament, 1)[0]
    people = keeper.get("people/").json()["people"]
    assert [each["name"] for each in people] == [
        *("Anna Svoboda", "Emil Hruska", "Josef Marek", "Karel Novak", "Marie Kubala")
    ]
    found = {each["name"]: each for each in people}
    assert found["Emil Hruska"] == {
        "entry": newcomer.pk,
        "name": "Emil Hruska",
        "label": "5",
        "sits": "",
    }
    assert found["Anna Svoboda"]["sits"] == "table 1, seat 3"
    ids = [found[name]["entry"] for name in ("Josef Marek", "Marie Kubala")]
    body = {"key": new_key(), "seats": [*ids, newcomer.pk, None]}
    for _ in range(2):
        told = keeper.send("seats/", body).json()
        assert told["saved"] == {"key": body["key"]}
    seats = told["state"]["seats"]
    assert [each["name"] for each in seats] == [
        *("Josef Marek", "Marie Kubala", "Emil Hruska", "free seat")
    ]
    assert seats[3] == {
        "position": 4,
        "name": "free seat",
        "label": "",
        "entry": None,
        "free": True,
    }


def test_a_seat_taken_from_another_table_is_news_there(sheet: Sheet) -> None:
    tournament = sheet.round.tournament
    people = [*tournament.entries.all(), *builders.entries(tournament, 4)]
    rnd = builders.published_round(tournament, [people[:4], people[4:]])
    one, two = (joined(rnd.sheets.get(table=table)) for table in (1, 2))
    etag = two.get()["ETag"]
    ids = [people[4].pk, *(each.pk for each in people[1:4])]
    one.saved("seats/", seats=ids)
    answer = two.get(**{"If-None-Match": etag})
    assert answer.status_code == 200
    assert answer.json()["seats"][0]["free"]


@pytest.mark.parametrize(
    "seats",
    [
        *(None, [], [None] * 3, [None] * 5, "1234", {}),
        *(
            [value, None, None, None]
            for value in (0, -1, 1.0, True, "1", 10**30, 2**63)
        ),
        [2**63 - 1, None, None, None],
    ],
)
def test_seats_are_four_people_or_free(keeper: Caller, seats: Any) -> None:
    assert_refused(keeper.tell("seats/", seats=seats), "seats")
    assert Seat.objects.filter(entry=None).count() == 0


def test_another_tournaments_people_do_not_sit_here(keeper: Caller) -> None:
    elsewhere = builders.tournament(builders.club("lodge-84"), name="Elsewhere")
    stranger = builders.entries(elsewhere, 1)[0]
    answer = keeper.tell("seats/", seats=[stranger.pk, None, None, None])
    assert (
        assert_refused(answer, "seats") == "Choose from the people of this tournament."
    )


def test_nobody_sits_twice(keeper: Caller) -> None:
    pk = keeper.sheet.seats.get(position=1).entry_id
    assert_refused(keeper.tell("seats/", seats=[pk, pk, None, None]), "seats")
