"""Hypothesis strategies: houses, right records, and records of any kind."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from rules.spjst import HOUSE, VALUES, Holding, HouseRules
from rules.spjst.hand import CHALLENGES
from rules.spjst.house import FALSE_PAGAT_TO, TAKEN_BY_PARTNER
from tests.rules.spjst.builders import Record, bonus, fault
from tests.rules.spjst.impossible import contradictions

SEATS = (1, 2, 3, 4)
seats = st.sampled_from(SEATS)
chips = st.integers(0, 60)
NO_SEAT_TWICE = ["discard_count", "short_hand"]
MAY_REPEAT = ["misdeal", "renege", "discarded_king", "discarded_trump"]


@st.composite
def houses(draw: st.DrawFn) -> HouseRules:
    """Any house, but with all values and challenges, so that every record fits."""
    amounts = [name for name in HouseRules.__slots__ if name.endswith("_each")]
    flags = [
        "prever_set_on_win",
        "valat_replaces_game",
        "challenge_multiplies_valat",
        "called_valat_voids_pagat",
        "renege_redirects",
        "solo_violator_pays_win",
        "soloist_pays_innocent_defenders",
    ]
    changes: dict[str, object] = {name: draw(chips) for name in amounts}
    changes |= {name: draw(st.booleans()) for name in flags}
    for name in ("pagat_chips", "valat_chips", "valat_prever_chips"):
        changes[name] = [draw(chips), draw(chips)]
    changes["pagat_taken_by_partner"] = draw(
        st.sampled_from(list(TAKEN_BY_PARTNER.names))
    )
    changes["false_pagat_to"] = draw(st.sampled_from(list(FALSE_PAGAT_TO.names)))
    changes["prever_set_multipliers"] = [draw(st.integers(1, 9)) for _ in range(3)]
    return HOUSE.rules(draw(st.sampled_from(["spjst-2013"])), changes)


@st.composite
def values(draw: st.DrawFn) -> dict[str, list[str]]:
    """What a real deal lets the four players declare, or less of it."""
    random = draw(st.randoms(use_true_random=False))
    declared = {}
    for seat, holding in zip(SEATS, dealt(random), strict=True):
        codes = draw(st.sets(st.sampled_from(["trumps", "five_counters"])))
        true = [code for code in true_values(holding) if VALUES[code].klass in codes]
        one_each = {VALUES[code].klass: code for code in true}
        if one_each:
            declared[str(seat)] = sorted(one_each.values())
    return declared


def dealt(random: Random) -> list[Holding]:
    """Four hands of twelve out of 54 shuffled cards."""
    trull = ["skys", "mond", "pagat"]
    deck = [*trull, *["trump"] * 19, *["king"] * 4, *["other"] * 28]
    random.shuffle(deck)
    # good hands are rare; a stacked deck shows them oftener
    if random.random() < 0.5:
        deck.sort(key=lambda card: (card == "other", random.random() < 0.7))
    hands = [deck[start : start + 12] for start in range(0, 48, 12)]
    return [
        Holding(
            trumps=12 - hand.count("king") - hand.count("other"),
            kings=hand.count("king"),
            **{card: card in hand for card in trull},
        )
        for hand in hands
    ]


def true_values(holding: Holding) -> list[str]:
    """Every value this hand may declare, by the words of the rule sheet."""
    trull, fives = holding.trull, holding.trull + holding.kings
    truth = {
        "uni": holding.trumps == 0,
        "beeda": holding.trumps in (1, 2),
        "taroky": holding.trumps >= 8,
        "velki": holding.trumps >= 10,
        "trull": trull == 3,
        "pane": fives >= 4,
        "trull_pane": trull == 3 and holding.kings >= 1,
        "kings": holding.kings == 4,
        "rosanne_pane": holding.kings == 4 and trull >= 1,
        "spjst": fives == 7,
    }
    return [code for code, holds in truth.items() if holds]


challenges = st.sampled_from([None, *CHALLENGES])
sides = st.sampled_from(["declarer", "opponents"])
rulings = st.builds(
    lambda moves: {"fault": "ruling", "transfers": moves, "reason": "as ruled"},
    st.lists(
        st.tuples(seats, seats, st.integers(1, 50))
        .filter(lambda move: move[0] != move[1])
        .map(list),
        min_size=1,
        max_size=3,
    ),
)


@st.composite
def plain_faults(draw: st.DrawFn) -> list[Record]:
    """Faults that go with any hand."""
    repeated = draw(st.lists(st.tuples(st.sampled_from(MAY_REPEAT), seats), max_size=3))
    once = draw(
        st.lists(
            st.tuples(st.sampled_from(NO_SEAT_TWICE), seats), unique=True, max_size=3
        )
    )
    return [
        *(fault(code, seat) for code, seat in repeated + once),
        *draw(st.lists(rulings, max_size=1)),
    ]


@st.composite
def without_hand(draw: st.DrawFn) -> Record:
    """Records of faults alone."""
    seat = draw(seats)
    faults = [fault("misdeal", draw(seats)), draw(rulings)]
    for other in SEATS:
        if other != seat:
            faults.append(fault("wrong_povinost", other, rightful=seat))
    chosen = draw(st.lists(st.sampled_from(faults), min_size=1, unique_by=str))
    return {"povinost": seat, "bid": None, "faults": chosen}


@st.composite
def void_hands(draw: st.DrawFn) -> Record:
    """A wrong trump was called."""
    declarer, other = draw(st.permutations(SEATS))[:2]
    guilt = fault("wrong_trump", declarer)
    if draw(st.booleans()):
        guilt["holder"] = other
    return {
        "povinost": declarer,
        "bid": "povinost",
        "declarer": declarer,
        "partner": draw(st.sampled_from([None, other])),
        "values": draw(values()),
        "faults": [guilt, *draw(plain_faults())],
    }


@st.composite
def played_hands(draw: st.DrawFn) -> Record:
    """Hands with a result, with bonuses and faults of every kind."""
    declarer, other, third = draw(st.permutations(SEATS))[:3]
    record: Record = {"povinost": declarer, "bid": "povinost", "declarer": declarer}
    record["faults"] = draw(plain_faults())
    record["points"] = draw(st.integers(0, 106))
    record["challenge"] = draw(challenges)
    record["values"] = draw(values())
    if draw(st.booleans()):
        record["bid"] = "prever"
        record["povinost"] = draw(seats)
        record["prever_set"] = draw(st.sampled_from([None, 1, 2, 3]))
    else:
        record["partner"] = draw(st.sampled_from([None, other]))
        if draw(st.booleans()):
            record["povinost"] = third
            led = fault("wrong_povinost", declarer, rightful=third)
            record["faults"].append(led)
    _add_bonuses(draw, record)
    _add_illegal_value(draw, record)
    return record


def _add_bonuses(draw: st.DrawFn, record: Record) -> None:
    ours = [record["declarer"], record.get("partner")]
    by_side = {
        "declarer": [seat for seat in SEATS if seat in ours],
        "opponents": [seat for seat in SEATS if seat not in ours],
    }
    pagat = bonus(draw(sides), draw(st.booleans()), draw(st.booleans()))
    if pagat["announced"]:
        pagat["challenge"] = draw(challenges)
    if draw(st.booleans()):
        record["pagat"] = pagat
        if pagat["announced"] and not pagat["made"]:
            code = draw(st.sampled_from([None, "false_pagat", "pagat_card_count"]))
            if code:
                caller = draw(st.sampled_from(by_side[pagat["side"]]))
                record["faults"].append(fault(code, caller))
            if code == "false_pagat":
                others = [seat for seat in SEATS if seat != caller]
                record["faults"][-1]["holder"] = draw(st.sampled_from(others))
            elif len(by_side[pagat["side"]]) > 1:
                pagat["taken_by_partner"] = draw(st.sampled_from([None, False, True]))
    if draw(st.booleans()):
        record["valat"] = _valat(draw, record)


def _valat(draw: st.DrawFn, record: Record) -> Record:
    winner = "declarer" if record["points"] > 53 else "opponents"
    pagat = record.get("pagat")
    possible = pagat is None or not pagat["made"] or pagat["side"] == winner
    if possible and draw(st.booleans()):
        record["points"] = draw(st.integers(76, 106))
        if winner == "opponents":
            record["points"] = 106 - record["points"]
        return bonus(winner, draw(st.booleans()), True)
    reasons = [None, "undeclared_value", "illegal_declaration"]
    return bonus(draw(sides), True, False, voided=draw(st.sampled_from(reasons)))


def _add_illegal_value(draw: st.DrawFn, record: Record) -> None:
    """A second seat's dream of a hand, taken back."""
    if draw(st.booleans()):
        seat, code = draw(seats), draw(st.sampled_from(sorted(VALUES)))
        declared = record["values"].setdefault(str(seat), [])
        if code not in declared:
            declared.append(code)
        early = draw(st.sampled_from([None, False, True]))
        record["faults"].append(
            fault("illegal_value", seat, value=code, before_first_card=early)
        )


records = st.one_of(
    *[played_hands().filter(lambda record: not contradictions(record))] * 2,
    void_hands().filter(lambda record: not contradictions(record)),
    without_hand(),
)

_names = st.sampled_from(
    [
        "id",
        "povinost",
        "bid",
        "declarer",
        "partner",
        "points",
        "prever_set",
        "challenge",
        "values",
        "pagat",
        "valat",
        "faults",
        "fault",
        "seat",
        "value",
        "holder",
        "rightful",
        "transfers",
        "reason",
        "side",
        "announced",
        "made",
        "taken_by_partner",
        "voided",
        "1",
        "2",
        "3",
        "4",
    ]
)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([0, 1, 4, 54, 10**30])
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["povinost", "prever", "declarer", "uni", "kontra", "ruling"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=3) | _names, inner, max_size=5)
    ),
    max_leaves=12,
)


@st.composite
def spoilt(draw: st.DrawFn) -> Record:
    """A right record with something in it replaced, added or taken out."""
    record: Any = draw(records)
    at: Any = record
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = draw(st.sampled_from(keys)) if keys else None
        inner = None if key is None else at[key]
        if isinstance(inner, dict | list) and draw(st.booleans()):
            at = inner
            continue
        break
    if isinstance(at, dict):
        name = draw(_names) if key is None or draw(st.booleans()) else key
        at[name] = draw(json_values)
        if name != key and draw(st.booleans()):
            at.pop(key, None)
    elif key is not None:
        at[key] = draw(json_values)
    else:
        at.append(draw(json_values))
    return dict(record)
