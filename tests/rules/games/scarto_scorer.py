"""A second scorer of Scarto, written from the rules' text alone and slowly on purpose.

It knows nothing of `rules`: problems are (code, field), lines (item, from, to, chips).
"""

from dataclasses import dataclass, field
from typing import Any

PAR, ALL, DEALS = 26, 78, 3
SEATS = (1, 2, 3)
KNOWN = {"id", "table", "dealer", "kind", "points", "state"}
Pairs = set[tuple[str, str]]


@dataclass
class Scored:
    """What a record comes to; `problems` alone where it is refused."""

    problems: Pairs = field(default_factory=set)
    lines: list[tuple[str, Any, Any, int]] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def net(self) -> list[int]:
        return [
            sum(chips for _, _, to, chips in self.lines if to == seat)
            - sum(chips for _, giver, _, chips in self.lines if giver == seat)
            for seat in SEATS
        ]


def score(record: Any, house: dict[str, Any]) -> Scored:
    """Refused for its head, else for its shape, else for its sense; else scored."""
    for asked in (head, shape, sense):
        if problems := asked(record):
            return Scored(problems)
    deal, totals = running(record)
    if is_thrown_in(record):
        return Scored(state={"deal": deal, "totals": totals})
    gains = [each - PAR for each in record["points"]]
    now = [before + gain for before, gain in zip(totals, gains, strict=True)]
    done = Scored()
    if house["score_by"] == "points":
        for seat, gain in zip(SEATS, gains, strict=True):
            if gain > 0:
                done.lines.append(("points", "PAR", seat, gain))
            elif gain < 0:
                done.lines.append(("points", seat, "PAR", -gain))
    if deal + 1 < DEALS:
        done.state = {"deal": deal + 1, "totals": now}
        return done
    done.state = {"deal": 0, "totals": [0, 0, 0]}
    if house["score_by"] == "stake":
        done.lines += stakes(now, house)
    return done


def stakes(totals: list[int], house: dict[str, Any]) -> list[tuple[str, Any, Any, int]]:
    """The lowest pays each other; two share a place as the house says; three nothing."""
    low = [seat for seat in SEATS if totals[seat - 1] == min(totals)]
    each = house["stake"]
    if len(low) == 2:
        each = {"all_pay": each, "split": each // 2, "nobody": 0}[house["tie"]]
    if len(low) == 3 or each == 0:
        return []
    return [
        ("stake", loser, to, each) for loser in low for to in SEATS if to not in low
    ]


def running(record: dict[str, Any]) -> tuple[int, list[int]]:
    state = record.get("state") or {"deal": 0, "totals": [0, 0, 0]}
    return state["deal"], state["totals"]


def is_thrown_in(record: dict[str, Any]) -> bool:
    return record.get("kind") == "thrown_in"


def head(record: Any) -> Pairs:
    if type(record) is not dict:
        return {("not_an_object", "")}
    found: Pairs = set()
    table, kind = record.get("table"), record.get("kind")
    if table is not None:
        found |= whole(table, "table", 3, 3)
    if kind is not None and kind not in ("played", "thrown_in"):
        found.add(("unknown_code", "kind"))
    return found


def shape(record: dict[str, Any]) -> Pairs:
    found = {("unknown_field", name) for name in record if name not in KNOWN}
    if record.get("id") is not None and type(record["id"]) is not str:
        found.add(("not_text", "id"))
    dealer = record.get("dealer")
    if dealer is None:
        found.add(("missing_field", "dealer"))
    elif type(dealer) is not int or dealer not in SEATS:
        found.add(("not_a_seat", "dealer"))
    if not is_thrown_in(record):
        found |= each_seat(record.get("points"), "points", 0, ALL)
    elif record.get("points") is not None:
        found.add(("not_with_kind", "points"))
    state = record.get("state")
    if state is None:
        return found
    if type(state) is not dict:
        return found | {("not_an_object", "state")}
    strange = set(state) - {"deal", "totals"}
    found |= {("unknown_field", f"state.{name}") for name in strange}
    if state.get("deal") is None:
        found.add(("missing_field", "state.deal"))
    else:
        found |= whole(state["deal"], "state.deal", 0, DEALS - 1)
    return found | each_seat(state.get("totals"), "state.totals", -1000, 1000)


def sense(record: dict[str, Any]) -> Pairs:
    found: Pairs = set()
    points = record.get("points")
    if is_thrown_in(record):
        pass
    elif sum(points) != ALL:
        found.add(("points_total", "points"))
    elif points[record["dealer"] - 1] == 0:
        found.add(("dealer_has_discards", f"points[{record['dealer'] - 1}]"))
    deal, totals = running(record)
    most, least = (ALL - PAR) * deal, -PAR * deal
    if sum(totals) or max(totals) > most or min(totals) < least:
        found.add(("bad_state", "state.totals"))
    return found


def each_seat(value: Any, path: str, least: int, most: int) -> Pairs:
    if value is None:
        return {("missing_field", path)}
    if type(value) is not list:
        return {("not_a_list", path)}
    if len(value) != len(SEATS):
        return {("wrong_length", path)}
    found: Pairs = set()
    for place, each in enumerate(value):
        found |= whole(each, f"{path}[{place}]", least, most)
    return found


def whole(value: Any, path: str, least: int, most: int) -> Pairs:
    if type(value) is not int:
        return {("not_a_whole_number", path)}
    return set() if least <= value <= most else {("out_of_range", path)}
