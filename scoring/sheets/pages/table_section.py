"""“At the table” on the desk's page of a sheet: its phones, its hands, its way in."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from clubs.wording import chips, say_later
from scoring.core.access import DeskAccess
from scoring.core.selectors.names import names_on
from scoring.core.views import phone_address
from scoring.models import Count, Round, Sheet
from scoring.people.selectors.roster import roster_of
from scoring.sheets.differences import owed_on
from scoring.sheets.nets import hands_in_force, moved_on
from scoring.sheets.pages.initial import initial_of
from scoring.sheets.pages.sheet_form import SheetForm
from scoring.sheets.pages.small_forms import FreeSeatForm
from scoring.sheets.phones import phones_of

HANDS = "hands"  # ?try=hands puts what the hands say into the form
HANDS_DECIDE = say_later("The recorded hands decide (§30).")


def at_the_table(
    request: HttpRequest,
    access: DeskAccess,
    sheet: Sheet,
    seat: FreeSeatForm | None = None,
) -> dict[str, Any]:
    """What the section shows; `seat` is a form that came back with something to say."""
    names = names_on(sheet)
    owed = zip(names, owed_on(sheet), strict=True)
    seats = _free_seats(access, sheet, seat)
    return {
        "phones": phones_of(sheet, timezone.now()),
        "owed": [each for each in owed if each[1]],
        "is_played": sheet.round.state == Round.State.OPEN,
        "table_url": _table_url(request, sheet) if "code" in request.GET else "",
        "free_seats": seats,
        "roster": seats[0].roster if seats else None,
    }


def let_hands_decide(form: SheetForm, sheet: Sheet, count: Count | None) -> None:
    """Put in what the hands say: start chips, nets and rulings on hands.

    Where chips lie on the table it is a ruling on what was counted, or on the start
    chips if nothing was; without chips the hands are the score.
    """
    hands = hands_in_force(sheet)
    if not hands or form.must_total <= 0:
        return
    start, nets = sheet.round.tournament.start_chips, moved_on(sheet, hands)
    if not form.has_chips:
        for seat, net in zip(form.seats, nets, strict=True):
            form.initial[f"held{seat}"] = chips(start + net)
            form.initial[f"ruled{seat}"] = ""
        return
    if not form.may_rule:
        return
    if count is None:
        form.initial.update({f"held{seat}": start for seat in form.seats})
    else:
        form.initial.update(initial_of(count))
    for seat, net in zip(form.seats, nets, strict=True):
        counted = count.held[seat - 1] - count.borrowed[seat - 1] if count else start
        ruled = start + net - counted
        form.initial[f"ruled{seat}"] = chips(ruled) if ruled else ""
    form.initial["reason"] = HANDS_DECIDE


def _free_seats(
    access: DeskAccess, sheet: Sheet, tried: FreeSeatForm | None
) -> list[FreeSeatForm]:
    """A form for each seat on which nobody is said to sit."""
    free = [seat.position for seat in sheet.seats.all() if seat.entry is None]
    if not free or sheet.round.state != Round.State.OPEN:
        return []
    roster = roster_of(access.tournament)
    return [
        tried
        if tried is not None and tried["position"].value() == str(position)
        else FreeSeatForm(
            roster=roster, initial={"position": position}, auto_id=f"seat{position}_%s"
        )
        for position in free
    ]


def _table_url(request: HttpRequest, sheet: Sheet) -> str:
    base = phone_address(request, sheet.round.tournament)
    return f"{base}{reverse('scoring:table', args=[sheet.token])}"
