"""A sheet's page: at the desk, with its small forms, and as everyone sees it."""

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from clubs import server_clock
from clubs.access import role_in
from clubs.i18n import message
from clubs.images import MAX_BYTES, TOO_BIG, Unusable, picture_of
from clubs.site_urls import hall_address
from scoring.core.access import DeskAccess, published
from scoring.core.charts import place_chart
from scoring.core.forms import (
    EntrantField,
    IdempotentForm,
    UndoReasonField,
    give_roster,
)
from scoring.core.names import names_on
from scoring.core.page_context import address, frame, refusals_as_messages
from scoring.core.roster import Roster, roster_of
from scoring.games.table_rules import named_accounts, rules_at
from scoring.models import Count, Hand, Phone, Round, Sheet
from scoring.results.impact import effects_of_scores
from scoring.sheets import phones
from scoring.sheets.access import Desk, on_paper, open_desk, sheet_of
from scoring.sheets.discrepancies import (
    differences_from_notes,
    owed_on,
)
from scoring.sheets.free_seats import sit_down
from scoring.sheets.hands import chips_over_hands, explained, misplaced, moved_on
from scoring.sheets.phones import phones_of
from scoring.sheets.photos import pictures_of
from scoring.sheets.progress import progress_of
from scoring.sheets.rulings import rulings_on_sheet
from scoring.sheets.sheet import history_of, life_of, lines_of
from scoring.sheets.views.sheet_form import (
    SheetForm,
    Tried,
    correction_form,
    count_form,
    second_entry_form,
)

SECTION = "#at-table"
LEAST_DRAWN = 3  # hands; fewer are easy to read without a chart
# With these types listed, iPhones send a JPEG instead of their own HEIC.
KINDS = "image/jpeg,image/png,image/webp"


class ConfirmForm(IdempotentForm):
    """The choice of witness: this account, or a signature on the paper."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput, label=_("Seen"))
    witness = forms.ChoiceField(
        choices=[
            (Count.Witness.ACCOUNT, _("me")),
            (Count.Witness.PAPER, _("a signature")),
        ],
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("Choose how the sheet was verified.")},
    )

    def __init__(self, *args: Any, sheet: Sheet, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.fields["witness_seat"] = forms.TypedChoiceField(
            label=message("Signed on paper by"),
            choices=[*enumerate(names_on(sheet), start=1)],
            coerce=int,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
            error_messages={"invalid_choice": message("Choose who signed the sheet.")},
        )


class WithdrawForm(IdempotentForm):
    """The reason for withdrawing a waiting correction."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput, label=_("Seen"))
    reason = UndoReasonField(
        max_length=300,
        error_messages={"required": _("Enter why you’re withdrawing the correction.")},
    )


class TakeBackForm(IdempotentForm):
    """The button that undoes a verification, with the number of the count seen."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput, label=_("Seen"))


class FreeSeatForm(IdempotentForm):
    """The player in a free seat, by start number or name."""

    position = forms.IntegerField(
        min_value=1, widget=forms.HiddenInput, label=_("Seat")
    )
    entry = EntrantField(
        label=_("Who sits there?"),
        help_text=_("Start number or name."),
    )

    def __init__(self, *args: Any, roster: Roster, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.roster = roster
        give_roster(self, roster)


class PhotoForm(IdempotentForm):
    """A file or a camera photo; `picture` is its re-encoded image.

    `not_kept`: the photo is valid, but the store failed; it stays chosen.
    """

    not_kept = False
    photo = forms.FileField(
        widget=forms.FileInput(attrs={"accept": KINDS}),
        error_messages={
            "required": _("Choose a photo first."),
            "empty": _("The file is empty. Take the photo again."),
        },
    )

    def clean_photo(self) -> Any:
        file = self.cleaned_data["photo"]
        if file.size > MAX_BYTES:  # before it is decoded
            raise ValidationError(TOO_BIG)
        try:
            self.picture = picture_of(file)
        except Unusable as wrong:
            raise ValidationError(str(wrong)) from None
        return file


@dataclass(slots=True)
class Forms:
    """Forms that came back with a message; the others are created new."""

    count: SheetForm | None = None
    correct: SheetForm | None = None
    confirm: ConfirmForm | None = None
    withdraw: WithdrawForm | None = None
    seat: FreeSeatForm | None = None
    photo: PhotoForm | None = None
    status: dict[str, Any] = field(default_factory=dict)


def show(
    request: HttpRequest, desk: Desk, sheet_forms: Forms | None = None, tried: Tried = 0
) -> HttpResponse:
    """Show a sheet; `tried` is a suggestion, or the hands, to fill into the form."""
    sheet_forms = sheet_forms or Forms()
    names = names_on(desk.sheet)
    context = {
        **frame_of(request, desk),
        **_what_to_do(desk, sheet_forms, tried),
        **paper_of(desk, sheet_forms.photo),
        **at_the_table(request, desk.access, desk.sheet, sheet_forms.seat),
        **_numbers(desk, names),
        **_hands(desk, names),
        "tried": tried,
        "progress": progress_of(desk.sheet.round),
        "names": names,
        "at_desk": True,
    }
    return render(request, "scoring/sheets/sheet_desk.html", context)


def _numbers(desk: Desk, names: tuple[str, ...]) -> dict[str, Any]:
    """Return counts, corrections and rulings, and a waiting correction's effects."""
    life, sheet = desk.life, desk.sheet
    count, before = (
        desk.count_to_review,
        life.in_force if life.correction_waits else None,
    )
    return {
        "count": count,
        "lines": lines_of(sheet, count, names) if count else [],
        "in_force_lines": lines_of(sheet, before, names) if before else [],
        "effects": effects_of_scores(sheet, count.scores) if count and before else None,
        "rival_lines": lines_of(sheet, life.rival, names) if life.rival else [],
        "receipts": life.receipts,
        "ruled": rulings_on_sheet(sheet, life, names),
        "history": history_of(life, names),
    }


def _hands(desk: Desk, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the recorded hands, and where the count differs from them."""
    sheet, count, hands = (
        desk.sheet,
        desk.count_to_review,
        explained(desk.sheet),
    )
    rows = [explained_hand.hand for explained_hand in hands]
    differs = differences_from_notes(sheet, count, rows, names) if count else []
    start = desk.access.tournament.start_chips
    return {
        "hands": [
            (explained_hand, explained_hand.moved(names), explained_hand.notes(names))
            for explained_hand in hands
        ],
        "games": named_accounts(sheet, rows, names),
        "misplaced": misplaced(sheet, rows, names),
        "differs": differs,
        "start_chips": start,
        "hand_totals": [start + net for net in moved_on(sheet, rows)],
        "may_use_hands": desk.may_use_hands and bool(hands) and (differs or not count),
    }


def show_second_entry(
    request: HttpRequest, desk: Desk, form: SheetForm | None = None
) -> HttpResponse:
    """Show the empty sheet to enter again, without any of the first numbers."""
    if form is None:
        form = second_entry_form(desk)
    form.focus()
    # The sheet's life contains the first numbers, so the page doesn't get it.
    context = {
        **frame_of(request, desk),
        "photos": pictures_of(desk.sheet),
        "form": form,
        "life": None,
    }
    return render(request, "scoring/sheets/sheet_second.html", context)


def paper_of(desk: Desk, form: PhotoForm | None = None) -> dict[str, Any]:
    """Return the photos of the paper sheet, and the form to attach one."""
    return {"photos": pictures_of(desk.sheet), "photo_form": form or PhotoForm()}


def frame_of(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    """Return the context of every page of this sheet: its place and its state."""
    tournament, rnd = desk.access.tournament, desk.sheet.round
    return {
        **frame(
            desk.access,
            (str(rnd), address("round-desk", tournament, rnd.number)),
            message("Table {n}", n=desk.sheet.table),
        ),
        "round": rnd,
        "sheet": desk.sheet,
        "life": desk.life,
        "state": desk.life.state,
        "times": desk.times,
        "on_paper": on_paper(request),
    }


def _what_to_do(desk: Desk, sheet_forms: Forms, tried: Tried) -> dict[str, Any]:
    """Return the forms that this person can use on the sheet now."""
    life, offered = desk.life, dict(sheet_forms.status)
    if not desk.takes_counts:
        return offered
    fresh = {"seen": life.last_number}
    if not life.in_force:
        offered["count_form"] = sheet_forms.count or count_form(desk, tried=tried)
    elif desk.is_director:
        offered["correct_form"] = sheet_forms.correct or correction_form(
            desk, tried=tried
        )
    offered |= {"is_own": desk.is_own, "may_type_again": desk.may_type_again}
    if life.pending and life.pending.balances:
        offered["proves_total"] = desk.proves_total
        offered["has_total"] = rules_at(desk.sheet).has_total
        offered["confirm_form"] = sheet_forms.confirm or ConfirmForm(
            sheet=desk.sheet, initial=fresh
        )
    elif not life.in_force:
        offered["count_form"].focus()
    if life.correction_waits and desk.is_director:
        offered["withdraw_form"] = sheet_forms.withdraw or WithdrawForm(initial=fresh)
    if desk.may_take_back:
        offered["take_back_form"] = TakeBackForm(initial=fresh, auto_id=False)
    return offered


def at_the_table(
    request: HttpRequest,
    access: DeskAccess,
    sheet: Sheet,
    seat: FreeSeatForm | None = None,
) -> dict[str, Any]:
    """Return the section's context; `seat` is a form that came back with a message."""
    names = names_on(sheet)
    owed = zip(names, owed_on(sheet), strict=True)
    seats = _free_seats(access, sheet, seat)
    return {
        "phones": phones_of(sheet, server_clock.now()),
        "owed": [debt for debt in owed if debt[1]],
        "is_played": sheet.round.state == Round.State.OPEN,
        "table_url": _table_url(request, sheet) if "code" in request.GET else "",
        "free_seats": seats,
        "roster": seats[0].roster if seats else None,
    }


def _free_seats(
    access: DeskAccess, sheet: Sheet, tried: FreeSeatForm | None
) -> list[FreeSeatForm]:
    """Return a form for each seat without a player."""
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
    base = hall_address(request, sheet.round.tournament.club)
    return f"{base}{reverse('scoring:table', args=[sheet.token])}"


@require_safe
def sheet(
    request: HttpRequest, club: str, tournament: str, number: int, table: int
) -> HttpResponse:
    """Show one table of a published round: scores, verification and changes."""
    found = sheet_of(published(request, club, tournament), number, table)
    return render(request, "scoring/sheets/sheet.html", _context(request, found))


def _context(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    tournament, life = sheet.round.tournament, life_of(sheet)
    club, count, hands = tournament.club, life.current_count, explained(sheet)
    names = names_on(sheet, club)
    rows = [explained_hand.hand for explained_hand in hands]
    return {
        "club": club,
        "club_role": role_in(club, request.user),
        "indexable": club.indexable and tournament.public,
        "tournament": tournament,
        "round": sheet.round,
        "sheet": sheet,
        "life": life,
        "state": life.state,
        "names": names,
        "count": count,
        "lines": lines_of(sheet, count, names) if count else [],
        "receipts": life.receipts,
        "ruled": rulings_on_sheet(sheet, life, names),
        "history": history_of(life, names),
        "hands": [
            (explained_hand, explained_hand.moved(names), explained_hand.notes(names))
            for explained_hand in hands
        ],
        "games": named_accounts(sheet, rows, names),
        "misplaced": misplaced(sheet, rows, names),
        "differs": differences_from_notes(sheet, count, rows, names) if count else [],
        "start_chips": tournament.start_chips,
        "hand_totals": [tournament.start_chips + net for net in moved_on(sheet, rows)],
        "picture": _chips_picture(sheet, rows, names),
        "crumbs": _crumbs(sheet),
    }


def _chips_picture(
    sheet: Sheet, hands: list[Hand], names: tuple[str, ...]
) -> dict[str, Any] | None:
    """Return everyone's chips from hand to hand as chart and table.

    None for fewer than LEAST_DRAWN hands.
    """
    if len(hands) < LEAST_DRAWN:
        return None
    courses = chips_over_hands(sheet, hands)
    chart = place_chart(courses)
    steps = [message("Start"), *(str(hand.number) for hand in hands)]
    if len(courses[0]) > len(steps):
        steps.append(message("Ruled"))
    return {
        "chart": chart,
        "lines": list(zip(names, chart.lines, strict=True)),
        "steps": list(zip(steps, zip(*courses, strict=True), strict=True)),
    }


def _crumbs(sheet: Sheet) -> list[tuple[str, str]]:
    tournament = sheet.round.tournament
    club = tournament.club
    url_args = [club.slug, tournament.slug]
    return [
        (club.name, reverse("scoring:club", args=url_args[:1])),
        (tournament.name, reverse("scoring:tournament", args=url_args)),
        (
            str(sheet.round),
            reverse("scoring:round", args=[*url_args, sheet.round.number]),
        ),
        (message("Table {n}", n=sheet.table), ""),
    ]


@require_POST
def sheet_phone(request: HttpRequest, pk: int, **url_args: Any) -> HttpResponse:
    """Allow a phone to write or stop it, or make it the scorekeeper."""
    desk = open_desk(request, **url_args)
    phone = desk.sheet.phones.filter(pk=pk).first()
    if phone is None:
        raise Http404(message("That phone isn’t at this table."))
    does, actor = request.POST.get("does"), desk.access.actor
    with refusals_as_messages(request):
        if does == "keeps":
            phone = phones.make_keeper(phone=phone, actor=actor)
        else:
            phone = phones.admit(phone=phone, actor=actor, writes=does == "writes")
        messages.success(request, _in_words(phone))
    return redirect(f"{desk.address()}{SECTION}")


def _in_words(phone: Phone) -> str:
    if phone.keeper:
        return message("{name} is the scorekeeper now.", name=phone.name)
    if phone.writes:
        return message("{name} can keep score.", name=phone.name)
    return message("{name} can no longer keep score.", name=phone.name)


@require_POST
def sheet_renew(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Give the table a new code; printed codes stop working."""
    desk = open_desk(request, **url_args)
    renewed = phones.renew(sheet=desk.sheet, actor=desk.access.actor)
    messages.success(
        request,
        message(
            "Table {table} has a new code: {code}. The printed code no longer works.",
            table=renewed.table,
            code=renewed.code,
        ),
    )
    return redirect(f"{desk.address()}?code{SECTION}")


@require_POST
def sheet_revoke(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Close the table's page to phones until it gets a new code."""
    desk = open_desk(request, **url_args)
    phones.revoke(sheet=desk.sheet, actor=desk.access.actor)
    messages.success(
        request,
        message("The page for table {n} is closed to phones.", n=desk.sheet.table),
    )
    return redirect(f"{desk.address()}{SECTION}")


@require_POST
def sheet_seat(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Put a player on a free seat."""
    desk = open_desk(request, **url_args)
    form = FreeSeatForm(request.POST, roster=roster_of(desk.access.tournament))
    if not form.is_valid():
        return show(request, desk, Forms(seat=form))
    with refusals_as_messages(request):
        sit_down(sheet=desk.sheet, by=desk.access.actor, **form.cleaned_data)
        name = form.cleaned_data["entry"].name
        messages.success(
            request,
            message("{name} is now at table {n}.", name=name, n=desk.sheet.table),
        )
    return redirect(desk.address())
