"""Random houses, records right and wrong, and rounds, from a plain seeded chance.

Two programs that shall agree want tens of thousands of records; these are quickly made.
"""

from collections.abc import Iterator
from copy import deepcopy
from itertools import product, starmap
from random import Random
from typing import Any

from rules.house_rules import Choice, Kind, Number, Several, Table, YesNo
from rules.spjst import HOUSE, VALUES, Deal, Hand, HouseRules, next_deal, parse
from rules.spjst.faults import FAULTS
from rules.spjst.hand import CHALLENGES
from tests.rules.spjst.builders import Record, bonus, fault, turned
from tests.rules.spjst.impossible import contradictions
from tests.rules.spjst.strategies import NO_SEAT_TWICE, SEATS, dealt, true_values

SPOILT = 0.4
CARELESS = 0.1  # of a hand that may not have been dealt
SIDES = ("declarer", "opponents")
STEPS = (*CHALLENGES, *[None] * 4)
REASONS = ("as ruled", "Schafkopf’s “rule” {who} $& №7", "  late \n", "0")
VOIDED = (None, "undeclared_value", "illegal_declaration")
# Wrong in one place, often right in another, so that they probe every check.
JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    *range(-1, 6),
    12,
    53,
    54,
    106,
    107,
    10**6,
    10**6 + 1,
    10**30,
    0.5,
    54.5,
    -1e-9,
    "",
    " ",
    "1",
    "2",
    "5",
    "x",
    "ä\u2028\x1f",
    "\ufeff",
    "🂡",
    "\x1c\x85",
    "toString",
    "constructor",
    "__proto__",
    "povinost",
    "prever",
    *SIDES,
    *CHALLENGES,
    *VALUES,
    *FAULTS,
    *VOIDED[1:],
    [],
    [[]],
    [1, 2],
    [1, 2, 3],
    [[1, 2, 3]],
    [[1, 2]],
    ["uni"],
    ["uni", "uni"],
    ["uni", "beeda"],
    ["kings", "velki"],
    ["nothing"],
    [7],
    {},
    {"1": ["uni"]},
    {"0": ["uni"]},
    {"fault": "misdeal", "seat": 2},
    bonus("declarer", True, True),
    bonus("opponents", False, False, challenge="re"),
)
NAMES = ("0", "01", "1", "4", "toString", "Ⅳ")  # fields that hardly fit anywhere
# Of each field's own kind, so right by itself and wrong beside the others.
LIKELY: dict[str, tuple[Any, ...]] = {
    "id": ("A1", "№ 2"),
    "povinost": SEATS,
    "bid": ("povinost", "prever", None),
    "declarer": SEATS,
    "partner": (*SEATS, None),
    "points": (0, 50, 53, 54, 70, 106, None),
    "prever_set": (1, 2, 3),
    "challenge": tuple(CHALLENGES),
    "values": (None,),
    "pagat": tuple(starmap(bonus, product(SIDES, (True, False), (True, False)))),
    "faults": (None, []),
    "fault": tuple(FAULTS),
    "seat": (*SEATS, *SEATS, *SEATS, True),
    "value": tuple(VALUES),
    "before_first_card": (True, False),
    "holder": SEATS,
    "rightful": SEATS,
    "transfers": tuple(
        [[4, 3, 10], move]
        for move in ([1, 2, 10**6 + 1], [1, 2, 0], [1, 2, 1.5], [3, 3, 2], [0, 1, 2])
    ),
    "reason": (*REASONS, "\x1f\x85\u3000", "\ufeff"),
    "side": SIDES,
    "announced": (True, False),
    "made": (True, False),
    "taken_by_partner": (True, True, False),
    "voided": VOIDED,
}
LIKELY["valat"] = LIKELY["pagat"]
RECORD_FIELDS = (*list(LIKELY)[: list(LIKELY).index("fault")], "valat")
PARTS = {
    "pagat": ("side", "announced", "made", "challenge", "taken_by_partner"),
    "valat": ("side", "announced", "made", "voided"),
}


def house(chance: Random) -> HouseRules:
    """Any house; some values may not be played, some challenges not known."""
    preset = chance.choice(["spjst-2013", "westfest-2012"])
    changes = {
        option.name: _house_rule(option.kind, chance)
        for option in HOUSE.options
        if chance.random() < 0.5
    }
    return HOUSE.rules(preset, changes)


def _house_rule(kind: Kind, chance: Random) -> object:
    match kind:
        case YesNo():
            return chance.random() < 0.5
        case Number():
            return chance.choice([0, 1, 2, 5, 13])
        case Several(least=1):
            return [chance.randint(1, 4) for _ in range(3)]
        case Several():
            return [chance.choice([0, 1, 3, 20]), chance.choice([0, 1, 4, 40])]
        case Choice():
            return chance.choice(list(kind.names))
    assert isinstance(kind, Table)
    played = chance.sample(list(VALUES), chance.randint(6, len(VALUES)))
    return {code: chance.randint(1, 12) for code in played}


def record(chance: Random) -> Any:
    """A record that a table could write down, or one spoilt in a place or three."""
    careless = chance.random() < CARELESS
    made: Any = (crowded_record if careless else right_record)(chance)
    if made["povinost"] == 1 and chance.random() < 0.3:
        del made["povinost"]  # as good as 1
    if chance.random() < SPOILT:
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            made = _spoilt(made, chance)
    return made


def history(chance: Random) -> tuple[list[Record], Deal | None]:
    """A round at one table so far, and its first deal where its dealer matters.

    Mostly the one leads whose turn it is.
    """
    first = Deal(chance.choice(SEATS), chance.choice(SEATS))
    played: list[Record] = []
    hands: list[Hand] = []
    while not played or chance.random() < 0.9:
        made = (without_hand if chance.random() < 0.3 else right_record)(chance)
        if chance.random() < 0.8:
            made = turned(made, next_deal(hands, first).povinost - made["povinost"])
        played.append(made)
        hands.append(parse(made))
    return played, first if chance.random() < 0.5 else None


def right_record(chance: Random) -> Record:
    """A record that a house accepts which plays everything."""
    while contradictions(made := _likely_record(chance)):
        pass
    return made


def _likely_record(chance: Random) -> Record:
    """A record that is right in its form; what it tells may not go together."""
    kind = chance.random()
    if kind < 0.08:
        return without_hand(chance)
    declarer, other, third = chance.sample(SEATS, 3)
    made: Record = {"povinost": declarer, "bid": "povinost", "declarer": declarer}
    if chance.random() < 0.5:
        made["values"] = _values(chance)
    if chance.random() < 0.7:
        made["partner"] = other
    made["faults"] = list(_plain_faults(chance))
    if kind < 0.18:
        holder = chance.choice([{}, {"holder": other}])
        made["faults"].append(fault("wrong_trump", declarer, **holder))
        return made
    made["points"] = chance.choice([chance.randint(0, 106), 53, 54])
    made["challenge"] = chance.choice(STEPS)
    if kind < 0.45:
        made.pop("partner", None)
        made |= {"bid": "prever", "povinost": chance.choice(SEATS)}
        made["prever_set"] = chance.choice([None, 1, 2, 3])
    elif chance.random() < 0.1:
        made["povinost"] = third
        made["faults"].append(fault("wrong_povinost", declarer, rightful=third))
    _add_bonuses(made, chance)
    _add_illegal_value(made, chance)
    return made


def crowded_record(chance: Random) -> Record:
    """A record right in its form, and so full that it hardly ever goes together."""
    declarer, other = chance.sample(SEATS, 2)
    made: Record = {"povinost": declarer, "bid": "povinost", "declarer": declarer}
    if chance.random() < 0.6:
        made["partner"] = other
    made["points"] = chance.choice([0, 7, 8, 30, 31, 53, 54, 75, 76, 98, 99, 106])
    likely = chance.choice([0.1, 0.3, 0.8])
    made["values"] = {
        str(seat): [
            chance.choice([code for code in VALUES if VALUES[code].klass == klass])
            for klass in ("trumps", "five_counters")
            if chance.random() < likely
        ]
        for seat in SEATS
    }
    made["faults"] = [
        fault(code, chance.choice(SEATS))
        for code in ("discarded_king", "discarded_trump")
        for _ in range(chance.choice([0, 0, 0, 1, 2, 4, 5]))
    ]
    if chance.random() < 0.3:
        seats = chance.sample(SEATS, 2)
        for seat in seats[: 1 + ("partner" in made)]:
            made["values"][str(seat)] = ["uni"]
    _add_crowded_bonuses(made, chance)
    _add_illegal_value(made, chance)
    return made


def _add_crowded_bonuses(made: Record, chance: Random) -> None:
    ours = {made["declarer"], made.get("partner")} - {None}
    if chance.random() < 0.4:
        made["valat"] = bonus(chance.choice(SIDES), chance.random() < 0.5, True)
    if chance.random() < 0.6:
        side = chance.choice(SIDES)
        made["pagat"] = bonus(side, chance.random() < 0.5, chance.random() < 0.4)
        seats = [seat for seat in SEATS if (seat in ours) == (side == "declarer")]
        if made["pagat"]["made"]:
            return
        if made["pagat"]["announced"] and chance.random() < 0.4:
            made["faults"].append(fault("false_pagat", chance.choice(seats)))
        elif len(seats) > 1 and chance.random() < 0.5:
            made["pagat"]["taken_by_partner"] = True


def without_hand(chance: Random) -> Record:
    """A record of faults alone."""
    seat, other = chance.sample(SEATS, 2)
    misdeal = fault("misdeal", chance.choice([seat, other]))
    led = fault("wrong_povinost", other, rightful=seat)
    faults = [misdeal, led, _ruling(chance)]
    chosen = chance.sample(faults, chance.randint(1, 2))
    return {"povinost": seat, "bid": None, "faults": chosen}


def claims(chance: Random) -> list[list[str]]:
    """What the four seats might declare, whether or not a deal can bear it."""
    return [
        [
            chance.choice([code for code in VALUES if VALUES[code].klass == klass])
            for klass in ("trumps", "five_counters")
            if chance.random() < likely
        ]
        for likely in [chance.random() * 0.7] * len(SEATS)
    ]


def _values(chance: Random) -> dict[str, list[str]]:
    """What a real deal lets the four players declare, or less of it."""
    declared = {}
    for seat, holding in zip(SEATS, dealt(chance), strict=True):
        true = [code for code in true_values(holding) if chance.random() < 0.8]
        one_each = {VALUES[code].klass: code for code in true}
        if one_each:
            declared[str(seat)] = list(one_each.values())
    return declared


def _plain_faults(chance: Random) -> Iterator[Record]:
    """Faults that go with any hand."""
    while chance.random() < 0.3:
        yield fault(
            chance.choice(["misdeal", "renege", "discarded_king", "discarded_trump"]),
            chance.choice(SEATS),
        )
    for code in NO_SEAT_TWICE:
        if chance.random() < 0.2:
            for seat in chance.sample(SEATS, chance.choice([1, 1, 2, 3])):
                yield fault(code, seat)
    if chance.random() < 0.05:
        yield _ruling(chance)


def _ruling(chance: Random) -> Record:
    moves = [
        [*chance.sample(SEATS, 2), chance.choice([1, 7, 50, 10**6])]
        for _ in range(chance.randint(1, 3))
    ]
    return fault("ruling", transfers=moves, reason=chance.choice(REASONS))


def _add_bonuses(made: Record, chance: Random) -> None:
    ours = {made["declarer"], made.get("partner")} - {None}
    winner = SIDES[made["points"] <= 53]
    if chance.random() < 0.2:
        valat = bonus(winner, chance.random() < 0.5, True)
        least = chance.choice([70, 76, 76, 98, 106])
        made["points"] = least if winner == "declarer" else 106 - least
        if chance.random() < 0.5:
            voided = chance.choice(VOIDED)
            valat = bonus(chance.choice(SIDES), True, False, voided=voided)
        made["valat"] = valat
        if not valat.get("voided") and chance.random() < 0.2:
            del made["points"]
    if chance.random() < 0.4:
        side = winner if "valat" in made else chance.choice(SIDES)
        pagat = bonus(side, chance.random() < 0.6, chance.random() < 0.5)
        if pagat["announced"]:
            pagat["challenge"] = chance.choice(STEPS)
        made["pagat"] = pagat
        if pagat["announced"] and not pagat["made"] and chance.random() < 0.3:
            code = chance.choice(["false_pagat", "pagat_card_count"])
            callers = [s for s in SEATS if (s in ours) == (side == "declarer")]
            made["faults"].append(fault(code, chance.choice(callers)))
            if code == "false_pagat" and chance.random() < 0.8:
                guilt = made["faults"][-1]
                others = [seat for seat in SEATS if seat != guilt["seat"]]
                guilt["holder"] = chance.choice(others)
        elif (
            not pagat["made"]
            and (side == SIDES[1] or len(ours) > 1)
            and chance.random() < 0.4
        ):
            pagat["taken_by_partner"] = chance.choice([True, True, False, None])


def _add_illegal_value(made: Record, chance: Random) -> None:
    """A dream of a hand, taken back."""
    if chance.random() < 0.15:
        seat, code = chance.choice(SEATS), chance.choice(list(VALUES))
        declared = made.setdefault("values", {}).setdefault(str(seat), [])
        if code not in declared:
            declared.append(code)
        early = chance.choice([None, False, True])
        made["faults"].append(
            fault("illegal_value", seat, value=code, before_first_card=early)
        )


def _spoilt(made: Any, chance: Random) -> Any:
    """The same with something in it replaced, added, doubled or taken out."""
    if not isinstance(made, dict) or chance.random() < 0.005:
        return deepcopy(chance.choice(JUNK))
    if chance.random() < 0.5:
        _set_likely(made, chance)
    else:
        _set_junk(made, chance)
    return made


def _set_likely(made: dict[str, Any], chance: Random) -> None:
    """Something that stands there in other records."""
    name = chance.choice(RECORD_FIELDS)
    inner = made.get(name)
    if name == "faults" and isinstance(inner, list):
        code = chance.choice(list(FAULTS))
        fields = [f for f in FAULTS[code].fields if chance.random() < 0.9]
        likely = {field: deepcopy(chance.choice(LIKELY[field])) for field in fields}
        inner.append(fault(code, **likely))
    elif name == "values":
        made[name] = dict(zip("1234", claims(chance), strict=True))
    elif name in PARTS and isinstance(inner, dict):
        part = chance.choice(PARTS[name])
        inner[part] = chance.choice(LIKELY[part])
    else:
        made[name] = deepcopy(chance.choice(LIKELY[name]))


def _set_junk(made: dict[str, Any], chance: Random) -> None:
    """Anything, anywhere."""
    at: Any = made
    key: Any = chance.choice(list(made) or ["bid"])
    while isinstance(at, dict | list) and at:
        key = chance.choice(list(at) if isinstance(at, dict) else range(len(at)))
        if not (isinstance(at[key], dict | list) and at[key]) or chance.random() < 0.2:
            break
        at = at[key]
    junk = deepcopy(chance.choice(JUNK))
    match chance.randrange(5):
        case 0 if at:
            del at[key]
        case 1 if isinstance(at, list):
            at.append(deepcopy(at[key]))
        case 1 | 2 if isinstance(at, dict):
            at[chance.choice([*NAMES, *LIKELY])] = junk
        case _:
            at[key] = junk
