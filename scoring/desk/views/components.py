"""A demo page with both drawings in every state, for people who change them."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubs.i18n import message
from clubs.models import Club
from scoring.core.chip_stacks import ChipScale, Number, chip_scale
from scoring.core.page_context import club_frame


class Example(NamedTuple):
    """A stack and the number next to it."""

    name: Any
    row: tuple[Number, ...]
    number: str
    scale: ChipScale


BARS = ChipScale(units=30, by_value=False)
ROUNDS, FINAL = (163, 149, 107, 133), ChipScale(units=622)
COMPARED = (
    Example(_("Four rounds, the field’s best"), ROUNDS, "552", FINAL),
    Example(_("Four rounds, a later place"), (84, 137, 130, 117), "468", FINAL),
    Example(_("With losses"), (43, -7, 50, 153, -22), "+217", FINAL),
    Example(_("Below zero"), (-130,), "−130", FINAL),
    Example(_("Half chips"), (12.5, 0.5), "13", FINAL),
    Example(_("Nothing yet"), (), "0", FINAL),
    Example(_("Blue is 100"), (1450,), "1450", chip_scale([(1450,)])),
    Example(_("Large loss"), (-2400,), "−2400", chip_scale([(-2400,)])),
    Example(_("Plus and minus"), (15,), "+15", BARS),
    Example(_("Plus and minus, a loss"), (-8,), "−8", BARS),
)
COUNTED = (
    (_("Counted at a seat"), 179, 0),
    (_("9 missing"), 45, -9),
    (_("26 missing"), 45, -26),
    (_("45 too many"), 72, 45),
    (_("Below zero"), -17, 0),
    (_("Above 300"), 1450, 0),
    (_("Half a chip"), 12.5, 0),
)
SQUARES = (
    ("verified", ((98, 0), (106, 0), (94, 0), (102, 0)), None),
    ("counted", ((77, 0), (95, 0), (135, 0), (93, 0)), None),
    ("unbalanced", ((142, 0), (45, -9), (110, 0), (94, 0)), None),
    ("open", (), (11, 16)),
)


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    """Show every state; only if there is a demo club."""
    club = Club.objects.filter(is_demo=True).first()
    if club is None:
        raise Http404(message("This site has no demo club."))
    context = {
        **club_frame(request, club, message("Components")),
        "compared": COMPARED,
        "counted": COUNTED,
        "squares": SQUARES,
        "rounds": ROUNDS,
        "indexable": False,
    }
    return render(request, "scoring/desk/components.html", context)
