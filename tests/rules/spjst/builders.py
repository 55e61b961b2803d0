"""Hand records with one thing changed, and the seats of a record turned."""

from typing import Any

from rules.ledger import Settlement
from rules.spjst import HOUSE, check, parse, settle

Record = dict[str, Any]


def povinost(**changes: Any) -> Record:
    """Seat 1 with seat 3 wins with 59 points: 3 chips."""
    return {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59, **changes}


def prever(**changes: Any) -> Record:
    """Seat 2 alone wins with 59 points: 5 chips from each."""
    return {"bid": "prever", "declarer": 2, "points": 59, **changes}


def fault(code: str, seat: int | None = None, **details: Any) -> Record:
    return {"fault": code} | ({} if seat is None else {"seat": seat}) | details


def bonus(side: str, announced: bool, made: bool, **more: Any) -> Record:
    return {"side": side, "announced": announced, "made": made, **more}


def without(record: Record, *names: str) -> Record:
    return {name: value for name, value in record.items() if name not in names}


def scored(record: Record, **house: Any) -> Settlement:
    """The settlement of a record that must be right in this house."""
    rules = HOUSE.rules("spjst-2013", house)
    assert check(record, rules) == ()
    return settle(parse(record), rules)


def item(settlement: Settlement, name: str) -> list[int]:
    return list(settlement.net_by_item.get(name, (0, 0, 0, 0)))


def payments(settlement: Settlement, name: str) -> list[tuple[int, int, int]]:
    return [
        (line.payer, line.payee, line.chips)
        for line in settlement.lines
        if line.item == name
    ]


def irregular(*seats: int) -> list[Record]:
    return [fault("discard_count", seat) for seat in seats]


def turned(record: Record, by: int) -> Record:
    """The same hand with everybody sitting `by` seats further on."""
    result = dict(record)
    result["povinost"] = further(record.get("povinost") or 1, by)
    for name in ("declarer", "partner"):
        if record.get(name) is not None:
            result[name] = further(record[name], by)
    if record.get("values"):
        values = record["values"].items()
        result["values"] = {str(further(int(s), by)): v for s, v in values}
    if record.get("faults"):
        result["faults"] = [_turned_fault(each, by) for each in record["faults"]]
    return result


def further(seat: int, by: int) -> int:
    return (seat - 1 + by) % 4 + 1


def _turned_fault(fault: Record, by: int) -> Record:
    result = dict(fault)
    for name in ("seat", "holder", "rightful"):
        if fault.get(name) is not None:
            result[name] = further(fault[name], by)
    if "transfers" in fault:
        result["transfers"] = [
            [further(payer, by), further(payee, by), chips]
            for payer, payee, chips in fault["transfers"]
        ]
    return result
