"""Checks of a count from a table: whole numbers, colors that agree, or its hands (§30).

The counted chips decide. A table that plays without chips submits its hands: the server
computes them itself, and the numbers on the phone must be equal.
"""

from collections.abc import Collection, Sequence
from typing import Any

from clubs.i18n import in_words, many, message
from rules.sheet import SeatCount
from scoring.core.names import names_on
from scoring.core.writes import ActionRefused, Conflict
from scoring.games.table_rules import rules_at, seats_at
from scoring.models import Count, Phone, Round, Sheet
from scoring.sheets.hands import hands_in_force, moved_on

MOST = 1_000_000  # chips; far above real play, far below the column's limit
Colours = list[dict[str, int] | None]


def refuse_closed(sheet: Sheet, phone: Phone) -> None:
    """Raise ActionRefused for another table's phone, or if the desk closed the page."""
    if phone.sheet_id != sheet.pk:
        raise ActionRefused(
            message("This phone belongs to another table. Scan the code again.")
        )
    if sheet.revoked_at:
        raise ActionRefused(
            message("The desk closed this page. Take the sheet to the desk.")
        )


def handed_in(
    sheet: Sheet,
    latest: Count | None,
    seats: Sequence[SeatCount],
    chips: Any,
    phone: Phone | None,
    from_hands: bool,
) -> Colours | None:
    """Return the chips by color to store for a table's submission over `latest`.

    Raises ActionRefused for an invalid submission, Conflict if a hand was added since
    then.
    """
    if phone:
        refuse_closed(sheet, phone)
        if latest and any(latest.ruled):
            raise ActionRefused(
                message(
                    "The director made a ruling on this sheet. Call the "
                    "director to change it."
                )
            )
    _refuse_other_way(sheet, from_hands)
    if from_hands:
        refuse_other_hands(sheet, seats)
        return None
    refuse_seats(sheet, seats)
    return _counted(sheet, chips, seats)


def hands_decide(sheet: Sheet) -> bool:
    """Return whether a table submits its hands, because no chips are on the table."""
    has_hands = rules_at(sheet).game.has_hands
    return has_hands and not sheet.round.tournament.with_chips


def refuse_seats(sheet: Sheet, seats: Sequence[SeatCount]) -> None:
    """Raise ActionRefused unless there is a possible number for every seat.

    The error is at the field `held.2` or `borrowed.2` for seat 2.
    """
    if len(seats) != seats_at(sheet):
        raise ActionRefused(
            message("This sheet has {number} seats.", number=in_words(seats_at(sheet)))
        )
    for position, seat in enumerate(seats, start=1):
        refuse_numbers(sheet, position, seat, suffix=f".{position}")


def _refuse_other_way(sheet: Sheet, from_hands: bool) -> None:
    """Refuse hands if chips are counted or no hands recorded, and the other way round.

    Without chips on the table, the hands are submitted, in a game that records them.
    """
    with_chips = sheet.round.tournament.with_chips
    if not rules_at(sheet).game.has_hands:
        if from_hands:
            raise ActionRefused(
                message("No hands are recorded in this game, so enter the scores.")
            )
        return
    if from_hands and with_chips:
        raise ActionRefused(
            message(
                "The counted chips decide. Only the director can let you use the "
                "hands instead."
            )
        )
    if not from_hands and not with_chips:
        raise ActionRefused(
            message("This tournament plays without chips, so submit the hands.")
        )


def refuse_numbers(
    sheet: Sheet, position: int, seat: SeatCount, suffix: str = ""
) -> None:
    """Raise ActionRefused unless a player can hold and have borrowed these chips.

    The error is at the field `held` or `borrowed` followed by `suffix`.
    """
    tournament = sheet.round.tournament
    # Without chips, or if points start at 0, a score may be below 0.
    has_chips = tournament.with_chips and tournament.start_chips > 0
    for field, least in (("held", 0 if has_chips else -MOST), ("borrowed", 0)):
        number = getattr(seat, field)
        if type(number) is not int:
            error = message(
                "{name}: enter a whole number of chips.", name=_name(sheet, position)
            )
            raise ActionRefused(error, f"{field}{suffix}")
        if not least <= number <= MOST:
            name, chips = _name(sheet, position), many(number, "chip", "+")
            error = (
                message("{name} can’t hold {chips}.", name=name, chips=chips)
                if field == "held"
                else message(
                    "{name} can’t have borrowed {chips}.", name=name, chips=chips
                )
            )
            raise ActionRefused(error, f"{field}{suffix}")


def _counted(sheet: Sheet, chips: Any, seats: Sequence[SeatCount]) -> Colours | None:
    """Return chips by color; a seat may have counted none.

    Raises ActionRefused at `held.2` if seat 2's colors aren't a count, or aren't worth
    the chips that seat holds.
    """
    if chips is None:
        return None
    if not isinstance(chips, list) or len(chips) != len(seats):
        raise ActionRefused(
            message("Count chips by color for all seats or for none."), "chips"
        )
    counted = [
        None if own_chips is None else _colours(sheet, position, own_chips, seat.held)
        for position, (own_chips, seat) in enumerate(zip(chips, seats, strict=True), 1)
    ]
    return counted if any(number is not None for number in counted) else None


def _colours(sheet: Sheet, position: int, chips: Any, held: int) -> dict[str, int]:
    chip_set, field = rules_at(sheet).game.chip_set, f"held.{position}"
    if chip_set is None:
        raise ActionRefused(message("This game doesn’t count chips by color."), field)
    colours = chip_set.worths
    if not _is_count(chips, colours):
        name, known = _name(sheet, position), ", ".join(colours)
        raise ActionRefused(
            message(
                "{name}: count the chips by color ({known}).", name=name, known=known
            ),
            field,
        )
    worth = chip_set.worth(chips)
    if worth != held:
        raise ActionRefused(
            message(
                "{name}: the colors add up to {worth}, but you entered {held}. "
                "Correct one of them.",
                name=_name(sheet, position),
                worth=worth,
                held=held,
            ),
            field,
        )
    return {colour: chips.get(colour, 0) for colour in colours}


def _is_count(chips: Any, colours: Collection[str]) -> bool:
    return (
        isinstance(chips, dict)
        and set(chips) <= set(colours)
        and all(type(chip) is int and 0 <= chip <= MOST for chip in chips.values())
    )


def refuse_other_hands(sheet: Sheet, seats: Sequence[SeatCount]) -> None:
    """Refuse scores other than start chips + nets + rulings on hands, without loans.

    Raises ActionRefused if a hand waits in the tray or none is recorded, Conflict if
    the scores differ.
    """
    if sheet.tray.filter(outcome="").exists():
        raise ActionRefused(
            message("One hand was recorded twice. First choose which one counts.")
        )
    hands = hands_in_force(sheet)
    if not hands:
        raise ActionRefused(
            message("No hands are recorded yet, so there’s nothing to submit.")
        )
    start = sheet.round.tournament.start_chips
    if list(seats) != [SeatCount(start + net) for net in moved_on(sheet, hands)]:
        raise Conflict(
            message(
                "A hand was added or changed while you were counting. Check the totals."
            )
        )


def needs_second_entry(sheet: Sheet) -> str:
    """Return why nobody can verify the sheet by only looking at its scores."""
    if not rules_at(sheet).has_total:
        return message(
            "These scores have no fixed total. Have someone enter all of them a second "
            "time without looking at the first entry."
        )
    return message(
        "No hands were recorded, so we can’t check this sheet’s total. Have someone "
        "enter all scores a second time without looking at the first entry."
    )


def takes_no_counts(rnd: Round) -> str:
    """Return why a round takes no counts: it's canceled, or a draft."""
    if rnd.state == Round.State.CANCELLED:
        return message(
            "Round {round} is canceled, so you can’t enter counts.", round=rnd.number
        )
    return message(
        "Round {round} is a draft, so you can’t enter counts yet.", round=rnd.number
    )


def changed_by(latest: Count | None) -> str:
    """Return who changed the sheet while someone else was typing, in a sentence."""
    if latest is None:
        return message(
            "Someone changed this sheet while you were typing. Nothing is lost."
        )
    return message(
        "{name} changed this sheet while you were typing. Nothing is lost.",
        name=latest.by_name,
    )


def _name(sheet: Sheet, position: int) -> str:
    return names_on(sheet)[position - 1]
