"""The book on the phone adds up as Python does, however much of it is sent already."""

import json
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from rules.spjst import HOUSE, Deal, HouseRules, check, next_deal, parse, settle
from scoring.games.spjst.phone import rules_for_phone
from tests.browser.table_stub import as_hand, new_state, script
from tests.rules.spjst.builders import fault, povinost, turned
from tests.rules.spjst.records import house, right_record

EVENINGS = 100
SEATS = (1, 2, 3, 4)
HANDS = 8
BOOKS = """(sent) => {
  const { rules, evenings } = JSON.parse(sent);
  Table.game.use(rules);
  const keyOf = (hand) => hand && hand.key;
  return JSON.stringify(evenings.map(([state, outbox]) => {
    const book = Table.book(state, outbox, Table.game);
    const hands = book.hands.map((hand) => ({
      key: hand.key, number: hand.number, net: hand.net, void: hand.void,
      unsent: hand.unsent, double: hand.double, versions: hand.versions.map(keyOf),
      led: hand.led || null,
    }));
    return Object.assign({}, book, { hands });
  }));
}"""

Body = dict[str, Any]
Book = dict[str, Any]


class Write(NamedTuple):
    to: str
    body: Body

    @property
    def item(self) -> Body:
        """As the phone queues it."""
        key = self.body["key"]
        return {"key": key, "to": self.to, "body": self.body, "at": "", "refused": None}


@pytest.fixture
def page(empty: Page) -> Page:
    empty.add_script_tag(content=script())
    return empty


def books(page: Page, rules: HouseRules, evenings: list[Any]) -> list[Book]:
    sent = json.dumps({"rules": rules_for_phone(rules), "evenings": evenings})
    return json.loads(page.evaluate(BOOKS, sent))


# --- An evening at one table, and its book by Python


def evening(chance: Random, rules: HouseRules) -> list[Write]:
    """What a table writes in a round, in order."""
    writes: list[Write] = []
    for n in range(chance.randint(1, 16)):
        chains = chains_of(writes)
        standing = [chain[-1] for chain in chains if not chain[-1]["void"]]
        body: Body = {"key": f"{n:02}"}
        kind = chance.random()
        if kind < 0.1:
            body |= {"seat": chance.choice(SEATS), "chips": chance.choice([10, 20, -5])}
            writes.append(Write("loans/", body))
        elif kind < 0.2 and standing:
            body |= {"hand": chance.choice(standing)["key"], "reason": "Recorded twice"}
            writes.append(Write("hands/void/", body))
        else:
            old = chance.choice(standing) if kind < 0.35 and standing else None
            body["number"] = old["number"] if old else next_after(standing)
            body["replaces"] = old["key"] if old else None
            body["record"] = a_record(chance, rules, standing)
            body["dealer"] = chance.choice([None, *SEATS])
            writes.append(Write("hands/", body | {"note": "", "reason": "Miscounted"}))
    return writes


def next_after(standing: list[Body]) -> int:
    """A hand that was undone gives its number back."""
    return 1 + max((hand["number"] for hand in standing), default=0)


def a_record(chance: Random, rules: HouseRules, standing: list[Body]) -> Body:
    """Mostly the one leads whose turn it is."""
    while True:
        made = right_record(chance)
        deal = deal_after(standing)
        if deal and chance.random() < 0.8:
            made = turned(made, deal.povinost - made["povinost"])
        if not check(made, rules):
            return made


def chains_of(writes: list[Write]) -> list[list[Body]]:
    """Hand by hand its versions, oldest first."""
    chains: list[list[Body]] = []
    for n, (to, body) in enumerate(writes):
        newest = {chain[-1]["key"]: chain for chain in chains}
        if to == "hands/void/":
            newest[body["hand"]][-1] |= {"void": body["reason"], "since": n}
        elif to == "hands/":
            version = body | {"void": "", "since": n, "made": n}
            if body["replaces"]:
                newest[body["replaces"]].append(version)
            else:
                chains.append([version])
    return chains


def deal_after(standing: list[Body]) -> Deal | None:
    if not standing:
        return None
    head = standing[0]
    led = head["record"].get("povinost") or 1
    first = Deal(head["dealer"], led) if head["dealer"] else None
    return next_deal([parse(hand["record"]) for hand in standing], first)


def true_book(writes: list[Write], known: int, rules: HouseRules) -> Book:
    """Of all writes, of which the server has the first ones."""
    chains = chains_of(writes)
    standing: list[Body] = []
    hands = []
    for *older, hand in sorted(chains, key=lambda chain: chain[-1]["number"]):
        led = None
        if not hand["void"]:
            lead, turn = hand["record"].get("povinost") or 1, deal_after(standing)
            expected = turn.povinost if turn else lead
            differs = lead != expected
            led = led_by(lead, expected, differs=differs)
            standing.append(hand)
        hands.append(
            {
                **{name: hand[name] for name in ("key", "number", "void")},
                **{"net": net_of(hand, rules), "led": led, "double": False},
                **{"unsent": hand["since"] >= known},
                **{"versions": [version["key"] for version in older]},
            }
        )
    nets = [net_of(hand, rules) for hand in standing] or [[0] * 4]
    total = [sum(each) for each in zip(*nets, strict=True)]
    loans = [body for to, body in writes if to == "loans/"]
    played = sum(hand["record"]["bid"] is not None for hand in standing)
    deal = deal_after(standing)
    return {
        "hands": hands,
        "nets": total,
        "totals": [100 + each for each in total],
        "sum": 400,
        "aside": 0,
        "deal": deal and a_deal(deal.dealer, deal.povinost),
        "first": deal is None,
        "nextNumber": next_after(standing),
        "unreckoned": 0,  # this game settles on the phone
        "closing": None,
        "owed": [sum(e["chips"] for e in loans if e["seat"] == n) for n in SEATS],
        "left": max(0, HANDS - played),
        "doubles": [],
    }


def a_deal(dealer: int, lead: int) -> Book:
    return {"dealer": dealer, "lead": lead, "sits": None}


def led_by(seat: int, expected: int, *, differs: bool = False) -> Book:
    return {"by": "lead", "seat": seat, "expected": expected, "differs": differs}


def net_of(hand: Body, rules: HouseRules) -> list[int]:
    return list(settle(parse(hand["record"], checked=True), rules).net)


def state_after(writes: list[Write], rules: HouseRules) -> Body:
    versions = [each for chain in chains_of(writes) for each in chain]
    versions.sort(key=lambda version: version["made"])
    hands = [
        as_hand(each, rules=rules) | {"void": each["void"], "at": ""}
        for each in versions
    ]
    loans = [body for to, body in writes if to == "loans/"]
    return new_state() | {"hands": hands, "loans": loans, "version": "1-open"}


def test_the_book_is_the_same_however_much_of_it_is_sent(page: Page) -> None:
    chance = Random(1897)
    for rules in (*HOUSE.presets.values(), house(chance), house(chance)):
        asked, expected = [], []
        for _ in range(EVENINGS // 4):
            writes = evening(chance, rules)
            known = chance.randint(0, len(writes))
            # the last answers may have been lost: saved, and still in the queue
            sent = chance.randint(max(0, known - 2), known)
            outbox = [write.item for write in writes[sent:]]
            asked.append((state_after(writes[:known], rules), outbox))
            expected.append(true_book(writes, known, rules))
        said = books(page, rules, asked)
        for question, book, true in zip(asked, said, expected, strict=True):
            assert book == true, json.dumps(question)
        assert {hand["unsent"] for book in said for hand in book["hands"]} == {
            False,
            True,
        }
        assert any(h["led"] and h["led"]["differs"] for b in said for h in b["hands"])
        assert any(hand["versions"] for book in said for hand in book["hands"])


def test_only_the_first_hand_says_who_dealt_first(page: Page) -> None:
    ruling = fault("ruling", transfers=[[1, 2, 5]], reason="As ruled")
    ruled = {"povinost": 3, "bid": None, "faults": [ruling]}
    first = a_hand("a", record=ruled, dealer=1)
    other = a_hand("b", number=2, record=ruled, dealer=4)
    assert book_of(page, [first, other])["deal"] == a_deal(1, 3)
    unknown = a_hand("a", record=ruled)
    assert book_of(page, [unknown, other])["deal"] == a_deal(2, 3)


def test_a_hand_that_tells_no_leader_leaves_the_first_deal_open(page: Page) -> None:
    untold = {"bid": None, "faults": [fault("misdeal", 4)]}
    hands = [a_hand("a", record=untold, dealer=4), a_hand("b", 2, record=untold)]
    book = book_of(page, hands)
    assert (book["deal"], book["first"]) == (None, {"dealer": 4})
    hands += [
        a_hand("c", 3, record=untold | {"povinost": 3}),
        a_hand("d", 4, record=untold),
    ]
    book = book_of(page, hands)
    assert (book["deal"], book["first"]) == (a_deal(4, 3), False)
    led = led_by(3, 3)
    assert [hand["led"] for hand in book["hands"]] == [None, None, led, None]


# --- Where another phone wrote meanwhile


def a_hand(key: str, number: int = 1, **changes: Any) -> Write:
    body = {"key": key, "number": number, "record": povinost(), "dealer": None}
    body |= {"note": "", "replaces": None, "reason": ""}
    return Write("hands/", body | changes)


def book_of(page: Page, known: list[Write], *waiting: Write, **state: Any) -> Book:
    rules = HOUSE.presets["spjst-2013"]
    sheet = state_after(known, rules) | state
    return books(page, rules, [(sheet, [each.item for each in waiting])])[0]


def listed(book: Book) -> list[tuple[str, bool]]:
    return [(hand["key"], hand["double"]) for hand in book["hands"]]


def test_a_hand_recorded_on_two_phones_counts_once(page: Page) -> None:
    theirs, mine = a_hand("theirs"), a_hand("mine")
    better = a_hand("better", replaces="mine", record=povinost(points=90))
    book = book_of(page, [theirs], mine, better)
    assert listed(book) == [("theirs", False), ("better", True)]
    assert book["totals"] == [103, 97, 103, 97]
    assert (book["nextNumber"], book["left"]) == (2, 7)


def test_a_hand_changed_on_two_phones_counts_as_the_first_changed_it(
    page: Page,
) -> None:
    old = a_hand("old")
    theirs = a_hand("theirs", replaces="old", record=povinost(points=90))
    mine = a_hand("mine", replaces="old", record=povinost(points=10))
    book = book_of(page, [old, theirs], mine)
    assert listed(book) == [("theirs", False), ("mine", True)]
    assert [hand["versions"] for hand in book["hands"]] == [["old"], []]
    assert book["totals"] == [109, 91, 109, 91]


def test_a_hand_that_was_voided_meanwhile_stays_void(page: Page) -> None:
    old, mine = a_hand("old"), a_hand("mine", replaces="old")
    void = Write("hands/void/", {"key": "void", "hand": "old", "reason": "Twice"})
    book = book_of(page, [old, void], mine)
    assert listed(book) == [("old", False), ("mine", True)]
    assert book["totals"] == [100] * 4
    assert book["first"] is True


def test_what_waits_in_the_tray_is_not_counted_again(page: Page) -> None:
    theirs, mine = a_hand("theirs"), a_hand("mine")
    item = as_hand(mine.body) | {"why": "double", "rival": "theirs"}
    late = item | {"key": "late", "why": "late"}
    book = book_of(page, [theirs], mine, tray=[item, late])
    assert listed(book) == [("theirs", False)]
    assert [
        (each["mine"]["key"], each["theirs"]["key"]) for each in book["doubles"]
    ] == [("mine", "theirs")]


def test_the_rival_of_a_double_is_shown_as_it_stands_now(page: Page) -> None:
    theirs, changed = a_hand("theirs"), a_hand("changed", replaces="theirs")
    item = as_hand(a_hand("mine").body) | {"why": "double", "rival": "theirs"}
    book = book_of(page, [theirs, changed], tray=[item])
    assert book["doubles"][0]["theirs"]["key"] == "changed"


def test_a_refused_hand_is_no_part_of_the_book_one_that_waits_is(page: Page) -> None:
    rules = HOUSE.presets["spjst-2013"]
    wrong, change = a_hand("wrong").item, a_hand("change", replaces="wrong").item
    waits = a_hand("waits", record=povinost(points=90)).item
    wrong["refused"] = {"message": "No.", "problems": [], "waits": False}
    waits["refused"] = {"message": "May not.", "problems": [], "waits": True}
    state = state_after([], rules)
    (book,) = books(page, rules, [(state, [wrong, change, waits])])
    assert listed(book) == [("waits", False)]
    assert book["totals"] == [109, 91, 109, 91]


def test_a_table_that_agreed_on_no_number_of_hands_has_none_left(page: Page) -> None:
    sheet = new_state()["sheet"] | {"hands": None}
    assert book_of(page, [a_hand("a")], sheet=sheet)["left"] is None
