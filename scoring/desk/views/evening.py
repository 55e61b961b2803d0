"""The event on one page: next step, clock, every table, finish and reopen."""

from typing import Any

from django import forms
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs import server_clock
from clubs.access import open_to_guests
from clubs.forms import WholeNumberField
from clubs.i18n import in_ms, message, plural_message
from clubs.site_urls import hall_address, warning_about
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import (
    address,
    frame,
    is_part,
    refusals_as_messages,
    report_with_undo,
    stamped,
)
from scoring.desk.clocks import LONGEST, MOST_EXTRA
from scoring.desk.documents.prints import EVERYTHING, SHEETS
from scoring.desk.next_step import NextStep, Todo, next_step
from scoring.desk.overview import EventOverview, RoundLine, evening_of
from scoring.desk.table_board import SHOWN, RoundBoard, board_version, round_board
from scoring.draw.documents.seats import sit_outs_of
from scoring.models import Round, Tournament
from scoring.results.standings_table import table_of
from scoring.standings.charts import PodiumStep, podium_of
from scoring.tournaments import tournaments
from scoring.tournaments.announcements import announcements_of

USUAL = 60  # minutes of a round, unless the tournament sets them
# The button's text and page for each step; the page gets the round and table.
BUTTONS = {
    Todo.ENTER: (gettext_noop("Enter players"), "entries"),
    Todo.CHECK_IN: (gettext_noop("Check in players"), "door"),
    Todo.DRAW: (gettext_noop("Go to draw"), "draw"),
    Todo.SEAT: (gettext_noop("Seat round {round}"), "draw"),
    Todo.GIVE_BACK: (gettext_noop("Give seats back"), "substitutes"),
    Todo.RESEAT: (gettext_noop("See seat changes"), "change"),
    Todo.PLAY: (gettext_noop("Open hall display"), "screen"),
    Todo.FREE_SEAT: (gettext_noop("Open table {table}"), "sheet-desk"),
    Todo.CHOOSE_HAND: (gettext_noop("Open table {table}"), "sheet-desk"),
    Todo.COUNT: (gettext_noop("Enter table {table}"), "sheet-desk"),
    Todo.VERIFY: (gettext_noop("Verify table {table}"), "sheet-desk"),
    Todo.COUNT_ALL: (gettext_noop("Enter all sheets"), "papers"),
    Todo.VERIFY_ALL: (gettext_noop("Verify all sheets"), "verifying"),
    Todo.AUDIT: (gettext_noop("Audit the podium"), "podium"),
    Todo.NOTHING: (gettext_noop("See standings"), "tournament"),
}
# Steps that the button does at once.
ACTIONS = {
    Todo.PUBLISH: (gettext_noop("Publish round {round}"), "round-publish"),
    Todo.PRINT: (gettext_noop("Round {round} packet (PDF)"), "print-start"),
    Todo.REPRINT: (gettext_noop("Print sheet {table} again"), "print-start"),
    Todo.CLOCK: (gettext_noop("Start clock for round {round}"), "clock-start"),
    Todo.FINISH: (gettext_noop("Finish tournament"), "tournament-finish"),
}
# Minutes that one button adds for everyone, or subtracts.
MORE = (-5, -1, 1, 5, 10)
AFTER_LAST_SHEET = (Todo.AUDIT, Todo.FINISH)
OF_A_ROUND = ("round-publish", "clock-start", "papers", "verifying")


class ClockForm(IdempotentForm):
    """A clock action that needs only its key."""


class StartForm(IdempotentForm):
    """The minutes of the round; blank means the tournament's setting."""

    minutes = WholeNumberField(
        label=_("Minutes"), required=False, min_value=1, max_value=LONGEST
    )


class MoreForm(IdempotentForm):
    """Minutes to add for everyone; `seen` is the stamp of the clock seen."""

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)
    more = WholeNumberField(
        label=_("Extra minutes"), min_value=-LONGEST, max_value=LONGEST
    )


class LongerForm(IdempotentForm):
    """One table that plays longer than the others."""

    table = WholeNumberField(label=_("Table"), min_value=1, max_value=999)
    minutes = WholeNumberField(
        label=_("Extra minutes"),
        initial=5,
        min_value=0,
        max_value=MOST_EXTRA,
    )


class SetBackForm(IdempotentForm):
    """The reason for resetting the clock."""

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class AnnouncementForm(IdempotentForm):
    """A sentence for the hall."""

    text = forms.CharField(
        label=_("Announcement"),
        max_length=200,
        error_messages={"required": _("Enter the announcement.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "placeholder": _("Supper at 7:30")}
        ),
    )


def _who_is_here(evening: EventOverview) -> str:
    if not evening.expected:
        return plural_message("{n} here", "{n} here", evening.present)
    return message(
        "{here} here, {expected} expected",
        here=evening.present,
        expected=evening.expected,
    )


@open_to_guests
@require_safe
@vary_on_headers("HX-Request")
def tournament_desk(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the event; respond 204 if the open page that polls is up to date."""
    access = desk_of(request, club, tournament)
    if is_part(request):
        version = board_version(access.tournament, server_clock.now())
        if request.GET.get("version") == version:
            return stamped(HttpResponse(status=204))
    return show_evening(request, access)


@require_POST
def tournament_finish(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    with refusals_as_messages(request):
        tournaments.finish(tournament=access.tournament, actor=access.actor)
        report_with_undo(
            request,
            message("The tournament is finished. The standings are final."),
            address("tournament-reopen", access.tournament),
        )
    page = "closing" if request.POST.get("back") == "closing" else "tournament-desk"
    return redirect(address(page, access.tournament))


@require_POST
def tournament_reopen(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    tournaments.reopen(tournament=access.tournament, actor=access.actor)
    messages.success(
        request,
        message("The tournament is open again. The standings are no longer final."),
    )
    return redirect(address("tournament-desk", access.tournament))


def show_evening(
    request: HttpRequest,
    access: DeskAccess,
    rnd: Round | None = None,
    tried: Form | None = None,
) -> HttpResponse:
    """Show the page or its live part; `tried` is a form that was refused."""
    current_time = server_clock.now()
    version = board_version(access.tournament, current_time)
    evening = evening_of(access.tournament, current_time)
    line = _line(request, evening, rnd)
    context = {
        **frame(access),
        **_what_next(access, evening),
        **_hall(access.tournament, line, tried),
        "evening": evening,
        "version": version,
        "now_ms": in_ms(current_time),
        "line": line,
        # Only a requested round stays; otherwise the page follows the event.
        "pinned": line.round.number if line and line is not evening.running else "",
        "is_refused": tried is not None,
        "who_is_here": _who_is_here(evening),
        **_phones(request, access.tournament),
    }
    if line and line.round.counts:
        line.round.tournament = access.tournament
        context |= _board(request, round_board(line.round, current_time))
        context["sitting_out"] = [
            sit_out.entry.name for sit_out in sit_outs_of(line.round)
        ]
    page = "_evening.html" if is_part(request) else "tournament_desk.html"
    return stamped(render(request, f"scoring/desk/{page}", context))


def _line(
    request: HttpRequest, evening: EventOverview, rnd: Round | None
) -> RoundLine | None:
    """Return the round to show: the requested one, else the running one."""
    asked = request.GET.get("round", "")
    number = str(rnd.number) if rnd else asked
    lines = [line for line in evening.played if str(line.round.number) == number]
    return lines[0] if lines else evening.running


def _board(request: HttpRequest, board: RoundBoard) -> dict[str, Any]:
    filter_name = request.GET.get("show", "")
    filter_name = filter_name if filter_name in SHOWN else ""
    return {
        "board": board,
        "shown": filter_name,
        "tables": board.tables_in(filter_name),
        "filters": [(name, len(board.tables_in(name))) for name in SHOWN],
    }


def _hall(
    tournament: Tournament, line: RoundLine | None, tried: Form | None
) -> dict[str, Any]:
    """Return the forms of the clock and of announcements, and current ones."""
    stamp = {"seen": line.face.stamp} if line and line.face else {}
    usual = {"minutes": tournament.minutes_per_round or USUAL}
    hall_forms: dict[str, Form] = {
        "press": ClockForm(auto_id=False),
        "start": StartForm(initial=usual, auto_id="start_%s"),
        "more": MoreForm(initial=stamp, auto_id=False),
        "longer": LongerForm(auto_id="longer_%s"),
        "set_back": SetBackForm(initial=stamp, auto_id=False),
        "say": AnnouncementForm(auto_id="say_%s"),
    }
    for name, form in hall_forms.items():
        if type(form) is type(tried):
            hall_forms[name] = tried
    return {
        "hall": hall_forms,
        "more_buttons": MORE,
        "announcements": announcements_of(tournament),
    }


def _phones(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the phones' address; the warning is prominent only if it was set."""
    phones = hall_address(request, tournament.club)
    wrong = warning_about(phones, port=request.get_port())
    is_loud = tournament.club.phone_address and not tournament.finished_at
    return {
        "phones": phones,
        "phones_doubt": wrong,
        "phones_warning": wrong if is_loud else "",
    }


def _what_next(access: DeskAccess, evening: EventOverview) -> dict[str, Any]:
    step = next_step(evening, access.member.user)
    may_do = access.member.is_director or not step.needs_director
    podium = _podium(access.tournament, step)
    is_over = podium and access.tournament.finished_at
    winners = [line for line in podium[0].podium if line.place == 1] if is_over else []
    return {
        "step": step,
        "button": _button(access.tournament, step) if may_do else None,
        "may_do": may_do,
        "podium": podium,
        "winners": winners,
        "winner_names": [winner.person.name for winner in winners],
        "finish_asks": _finish_asks(evening),
        "finish_says": _finish_says(step.finish_after),
    }


def _button(tournament: Tournament, step: NextStep) -> dict[str, Any]:
    """Return the button's text and link; `posts` if it acts at once."""
    posts = step.todo in ACTIONS
    says, page = ACTIONS[step.todo] if posts else BUTTONS[step.todo]
    more: tuple[object, ...] = ()
    if page == "sheet-desk":
        more = (step.round, step.table)
    elif page in OF_A_ROUND:
        more = (step.round,)
    url = address(page, tournament, *more)
    words = message(says, round=step.round, table=step.table)
    hidden: list[tuple[str, object]] = []
    if step.todo == Todo.PRINT:
        paper = tournament.club.paper
        hidden = [("what", EVERYTHING), ("round", step.round), ("paper", paper)]
    if step.todo == Todo.REPRINT:
        hidden = [("what", SHEETS), ("round", step.round), ("table", step.table)]
        hidden.append(("paper", tournament.club.paper))
    return {"says": words, "url": url, "posts": posts, "hidden": hidden}


def _podium(tournament: Tournament, step: NextStep) -> list[PodiumStep]:
    """Return the first three places, once every sheet is verified."""
    if not tournament.finished_at and step.todo not in AFTER_LAST_SHEET:
        return []
    return podium_of(table_of(tournament, full=True).lines)


def _finish_says(rounds: int) -> str:
    return plural_message("Finish after {n} round", "Finish after {n} rounds", rounds)


def _finish_asks(evening: EventOverview) -> str:
    """Return what finishing now means if rounds are left."""
    left = evening.rounds_left
    if not left:
        return message(
            "The standings will be final. You can reopen the tournament later."
        )
    return plural_message(
        "{n} planned round hasn’t been played. The standings will be final as they "
        "are now.",
        "{n} planned rounds haven’t been played. The standings will be final as they "
        "are now.",
        left,
    )
