"""Printouts: choose what to print, wait for the file, open it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.forms import PlainForm, WholeNumberField
from clubs.i18n import lazy_message, message
from clubs.models import Club
from clubs.site_urls import hall_address, link_address, warning_about
from clubs.storage import StorageDown
from scoring.core.access import DeskAccess, desk_of
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import address, frame, is_part
from scoring.core.quotas import count_print
from scoring.core.writes import ActionRefused
from scoring.desk.documents.prints import (
    BLANK_SHEET,
    CARDS,
    CERTIFICATES,
    CHECKLIST,
    EVERYTHING,
    GUIDE,
    LINK_CARDS,
    NAMES,
    OF_EACH_TABLE,
    OF_RESULTS,
    OF_ROUNDS,
    PAYOFFS,
    PRIZES,
    REPORT,
    SHEETS,
    STANDINGS,
    TABLE_CARDS,
    TABLES,
    TREASURER,
    WITH_CODES,
    recipe_of,
)
from scoring.desk.overview import note_print, remember_seats
from scoring.draw.documents.cards import CardSize
from scoring.draw.documents.seats import carded_in, counting_rounds
from scoring.games.game_adapter import game_of
from scoring.models import Round
from scoring.models.log_messages import LogMessage, log_message
from scoring.people.entries import names_of
from scoring.printing.document import NothingToPrint
from scoring.printing.font_coverage import unprinted
from scoring.printing.jobs import Recipe, start, warm_up_workers
from scoring.printing.responses import job_of, job_page, not_now, pdf_file
from scoring.signups.personal_links import give_all
from scoring.standings.documents.certificates import Awarded


@dataclass(frozen=True, slots=True)
class Tile:
    """A print on the page: its name, and a line about it."""

    what: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Prints with common options under one heading."""

    name: str
    head: str
    tiles: tuple[Tile, ...]


OF_A_ROUND = (
    Tile(
        EVERYTHING,
        lazy_message("Round packet"),
        lazy_message(
            "Both seat lists and all score sheets. One-sided unless the payoff card is "
            "on the back."
        ),
    ),
    Tile(
        SHEETS,
        lazy_message("Score sheets"),
        lazy_message("One page per table, to fill in by hand"),
    ),
    Tile(
        TABLE_CARDS,
        lazy_message("Table cards"),
        lazy_message("Has the code that opens the table on a phone"),
    ),
    Tile(
        NAMES,
        lazy_message("Seat list by name"),
        lazy_message("For the wall: find your seat"),
    ),
    Tile(
        TABLES,
        lazy_message("Seat list by table"),
        lazy_message("For the wall: who plays at which table"),
    ),
)
OF_THE_EVENING = (
    Tile(
        CARDS,
        lazy_message("Start-number cards"),
        lazy_message("One for each player, with a large number"),
    ),
    Tile(
        LINK_CARDS,
        lazy_message("Start-number cards with personal links"),
        lazy_message("Also has a code that opens the player’s page"),
    ),
    Tile(
        GUIDE,
        lazy_message("Scorekeeper guide"),
        lazy_message("One page for the table: how to keep score on a phone"),
    ),
    Tile(
        PAYOFFS,
        lazy_message("Payoff card"),
        lazy_message("What each game pays, for every table"),
    ),
    Tile(
        BLANK_SHEET,
        lazy_message("Blank score sheet"),
        lazy_message("Without names, for tables that form on the spot"),
    ),
    Tile(
        CHECKLIST,
        lazy_message("Checklist for the night"),
        lazy_message("One page for the desk: what to do, in order"),
    ),
)
OF_THE_END = (
    Tile(STANDINGS, lazy_message("Standings"), lazy_message("As they are now")),
    Tile(
        PRIZES,
        lazy_message("Prizes"),
        lazy_message("Who gets what, to sign. A short list is there twice."),
    ),
    Tile(
        TREASURER,
        lazy_message("Treasurer’s sheet"),
        lazy_message("Fees, prizes, costs and what’s left, to sign"),
    ),
    Tile(
        CERTIFICATES,
        lazy_message("Certificates"),
        lazy_message("To sign and hand out"),
    ),
    Tile(
        REPORT,
        lazy_message("Newsletter report"),
        lazy_message("The event in a page or two"),
    ),
)
GROUPS = (
    TileGroup("round", lazy_message("For a round"), OF_A_ROUND),
    TileGroup("evening", lazy_message("For the event"), OF_THE_EVENING),
    TileGroup("end", lazy_message("Standings and wrap-up"), OF_THE_END),
)
TILES = tuple(chain.from_iterable(group.tiles for group in GROUPS))
CHOICES = tuple((tile.what, tile.title) for tile in TILES)
# From the session, for a user who has printed before.
REMEMBERED = ("paper", "card_size", "with_cards", "with_payoffs", "awarded")
ALL = "all"
# The pages of these are for directors, so their prints are too.
OF_DIRECTORS = (LINK_CARDS, PRIZES, TREASURER, CERTIFICATES, REPORT)
OF_PEOPLE = (EVERYTHING, TABLES, NAMES, CARDS, LINK_CARDS)
# Names of prints in the log.
IN_LOG = {
    EVERYTHING: gettext_noop("everything for the round"),
    SHEETS: gettext_noop("score sheets"),
    TABLE_CARDS: gettext_noop("table cards"),
    GUIDE: gettext_noop("guide for scorekeepers on a phone"),
    TABLES: gettext_noop("seat list by table"),
    NAMES: gettext_noop("seat list by name"),
    CARDS: gettext_noop("start-number cards"),
    LINK_CARDS: gettext_noop("start-number cards with personal links"),
    STANDINGS: gettext_noop("standings"),
    PRIZES: gettext_noop("prizes"),
    TREASURER: gettext_noop("treasurer’s sheet"),
    CERTIFICATES: gettext_noop("certificates"),
    REPORT: gettext_noop("report for the newsletter"),
    PAYOFFS: gettext_noop("payoff card"),
    BLANK_SHEET: gettext_noop("blank score sheet"),
    CHECKLIST: gettext_noop("checklist for the night"),
}


class PrintForm(PlainForm):
    """One print of a tournament."""

    what = forms.ChoiceField(label=lazy_message("Print"), choices=CHOICES)
    round = forms.ChoiceField(label=lazy_message("Round"))
    table = WholeNumberField(
        label=lazy_message("Only this table"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=lazy_message("For score sheets and table cards."),
    )
    with_cards = forms.BooleanField(
        label=lazy_message("Add start-number cards to the round packet"),
        required=False,
        help_text=lazy_message(
            "Each card has the player’s personal link as a QR code."
        ),
    )
    with_payoffs = forms.BooleanField(
        label=lazy_message("Print the payoff card on the back of each score sheet"),
        required=False,
    )
    card_size = forms.ChoiceField(
        label=lazy_message("Size of start-number cards"),
        choices=CardSize,
        initial=CardSize.EIGHT,
        required=False,
    )
    awarded = forms.ChoiceField(
        label=lazy_message("Who gets a certificate"), choices=Awarded, required=False
    )
    paper = forms.ChoiceField(
        label=lazy_message("Paper"),
        choices=Club.paper.field.choices or (),
    )

    def __init__(
        self,
        *args: Any,
        rounds: Sequence[Round],
        club: Club,
        has_people: bool,
        has_classes: bool,
        has_payoffs: bool,
        is_director: bool,
        **facts: Any,
    ) -> None:
        super().__init__(*args, **facts)
        self.left_out = () if is_director else OF_DIRECTORS
        if not has_payoffs:
            self.left_out = (*self.left_out, PAYOFFS)
            del self.fields["with_payoffs"]
        self.offer("what", (c for c in CHOICES if c[0] not in self.left_out))
        if not is_director:
            self.fields["with_cards"].help_text = ""
            del self.fields["awarded"]
        elif not has_classes:
            choices = (c for c in Awarded.choices if c[0] != Awarded.CLASSES)
            self.offer("awarded", ((code, str(label)) for code, label in choices))
        self.has_people, self.is_director = has_people, is_director
        self.rounds = {rnd.number: rnd for rnd in rounds}
        numbers = sorted(self.rounds, reverse=True)
        named = [(str(number), message("Round {n}", n=number)) for number in numbers]
        self.offer("round", [*named, (ALL, message("all published rounds"))])
        self.initial.setdefault("round", numbers[0] if numbers else ALL)
        self.initial.setdefault("paper", club.paper)

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        kind = data.get("what")
        if kind in OF_PEOPLE and not self.has_people:
            self.add_error("what", message("No players are entered yet."))
        elif kind in OF_ROUNDS and not self.rounds:
            self.add_error("what", message("No rounds are published yet."))
        self._look_for_table(data)
        return data

    def _look_for_table(self, data: dict[str, Any]) -> None:
        table, rnd = data.get("table"), self._round(data.get("round"))
        if data.get("what") not in OF_EACH_TABLE or not table or rnd is None:
            return
        if not rnd.sheets.filter(table=table).exists():
            self.add_error(
                "table",
                message(
                    "Round {number} doesn’t have a table {table}.",
                    number=rnd.number,
                    table=table,
                ),
            )

    @property
    def chosen_round(self) -> Round | None:
        """The round of a print that has one; None for all of them."""
        if self.cleaned_data["what"] not in OF_ROUNDS:
            return None
        return self._round(self.cleaned_data["round"])

    @property
    def chosen_rounds(self) -> list[Round]:
        """Every round of a print that has one."""
        chosen = self.chosen_round
        return [chosen] if chosen else [*self.rounds.values()]

    @property
    def cards(self) -> str:
        """The kind of cards printed, alone or in the round packet; or ""."""
        data = self.cleaned_data
        if data["what"] == EVERYTHING and data["with_cards"]:
            return LINK_CARDS if self.is_director else CARDS
        return data["what"] if data["what"] in (CARDS, LINK_CARDS) else ""

    @property
    def chosen_table(self) -> int | None:
        """The one table chosen, if a print has pages per table."""
        data = self.cleaned_data
        return data["table"] if data["what"] in OF_EACH_TABLE else None

    def _round(self, chosen: str | None) -> Round | None:
        return None if chosen in (None, ALL) else self.rounds[int(chosen)]

    @property
    def groups(self) -> Iterator[TileGroup]:
        """The prints that this user can make now, in groups."""
        for group in GROUPS:
            if group.name == "round" and not self.rounds:
                continue
            tiles = tuple(tile for tile in group.tiles if self._is_offered(tile.what))
            yield replace(group, tiles=tiles)

    def _is_offered(self, kind: str) -> bool:
        return kind not in self.left_out and (self.has_people or kind not in OF_PEOPLE)

    @property
    def chosen(self) -> dict[str, Any]:
        """The choice as values for an address or another form."""
        data = self.cleaned_data
        return {name: data[name] for name in data if data[name]}


class PackForm(IdempotentForm):
    """A form without choices: its key makes a packet once per request."""


@require_safe
def prints(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament)
    asked = {
        name: request.GET[name] for name in PrintForm.base_fields if name in request.GET
    }
    known = request.session.get("prints", {})
    warm_up_workers()
    return _show(request, access, _form(access, initial={**known, **asked}))


@require_POST
def print_start(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament)
    form = _form(access, data=request.POST)
    if not form.is_valid():
        return _show(request, access, form)
    if form.cards == LINK_CARDS:
        give_all(tournament=access.tournament, actor=access.actor)
    try:
        recipe = _recipe(request, access, form)
    except NothingToPrint as nothing:
        form.add_error("what", str(nothing))
        return _show(request, access, form)
    if "remember" in request.POST:
        request.session["prints"] = {
            name: value for name, value in form.chosen.items() if name in REMEMBERED
        }
    try:
        count_print(access.tournament.club)
    except ActionRefused as refused:
        form.add_error("what", refused.message)
        return _show(request, access, form)
    owner, name = access.tournament.club.slug, _file_name(access, form)
    try:
        key = start(recipe, owner=owner, name=name)
    except StorageDown as away:
        form.add_error("what", not_now(away))
        return _show(request, access, form)
    text, short = _for_the_log(form)
    note_print(
        tournament=access.tournament,
        actor=access.actor,
        text=text,
        label=short,
        key=f"print-{key}",
    )
    if form.cleaned_data["what"] in (SHEETS, EVERYTHING):
        for rnd in form.chosen_rounds:
            remember_seats(rnd, form.chosen_table)
    if job_of(key, owner=owner).state == "done":
        return redirect(address("print-file", access.tournament, key))
    choice = urlencode(form.chosen)
    return redirect(f"{address('print-job', access.tournament, key)}?{choice}")


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def print_job(
    request: HttpRequest, club: str, tournament: str, key: str
) -> HttpResponse:
    """Show the progress of a print; polls until it is done, then opens it."""
    access = desk_of(request, club, tournament)
    evening = access.tournament
    context = {
        **frame(access, message("Print")),
        "of": evening.name,
        "what": dict(CHOICES).get(
            request.GET.get("what", ""), message("Your printout")
        ),
        "file": address("print-file", evening, key),
        "again": address("print-start", evening),
        "others": address("prints", evening),
        "back": address("tournament-desk", evening),
        "back_words": message("Back to event"),
    }
    job = job_of(key, owner=evening.club.slug)
    return job_page(
        request, job, context, PrintForm.base_fields, is_part=is_part(request)
    )


@require_safe
def print_file(
    request: HttpRequest, club: str, tournament: str, key: str
) -> HttpResponseBase:
    """Send the PDF to the browser, or as a download with ?save."""
    evening = desk_of(request, club, tournament).tournament
    job = job_of(key, owner=evening.club.slug)
    if job.state != "done":
        return redirect(address("print-job", evening, key))
    return pdf_file(request, job)


def _form(
    access: DeskAccess, data: Any = None, initial: dict[str, str] | None = None
) -> PrintForm:
    return PrintForm(
        data,
        initial=initial or {},
        rounds=counting_rounds(access.tournament),
        club=access.tournament.club,
        has_people=carded_in(access.tournament).exists(),
        has_classes=bool(access.tournament.class_names),
        has_payoffs=game_of(access.tournament).has_hands,
        is_director=access.member.is_director,
    )


def _show(request: HttpRequest, access: DeskAccess, form: PrintForm) -> HttpResponse:
    phones = hall_address(request, access.tournament.club)
    context = {
        **frame(access, message("Printouts")),
        "form": form,
        "chosen": form["what"].value(),
        "phones": phones,
        "unprinted": unprinted(names_of(access.tournament)),
        "warning": warning_about(phones, port=request.get_port()),
        "wifi": [
            (message("name"), access.tournament.wifi_name),
            (message("password"), access.tournament.wifi_password or message("none")),
        ],
    }
    return render(request, "scoring/desk/prints.html", context)


def _recipe(request: HttpRequest, access: DeskAccess, form: PrintForm) -> Recipe:
    """Return the recipe. Raises NothingToPrint if nothing is computed yet."""
    evening, data = access.tournament, form.cleaned_data
    recipe = recipe_of(
        evening,
        what=data["what"],
        paper=data["paper"],
        rnd=form.chosen_round,
        table=form.chosen_table,
        awarded=data.get("awarded") or "",
        address=hall_address(request, evening.club)
        if data["what"] in WITH_CODES
        else "",
        cards=form.cards,
        links=link_address(request, evening.club) if form.cards == LINK_CARDS else "",
        backs=PAYOFFS if data.get("with_payoffs") else "",
        card_size=data["card_size"] or CardSize.EIGHT,
    )
    if data["what"] in OF_RESULTS:
        recipe()  # checks for results; it is read again when it is made
    return recipe


def _for_the_log(form: PrintForm) -> tuple[LogMessage, str]:
    """Return the print's text for the log, and its short name."""
    kind, rnd, table = form.cleaned_data["what"], form.chosen_round, form.chosen_table
    words = message(IN_LOG[kind])
    if rnd is None:
        return log_message("print.tournament", what=words), kind
    facts = {"what": words, "number": rnd.number}
    if not table:
        return log_message("print.round", **facts), f"{kind} {rnd.number}"
    text = log_message("print.table", table=table, **facts)
    return text, f"{kind} {rnd.number}/{table}"


def _file_name(access: DeskAccess, form: PrintForm) -> str:
    parts = [access.tournament.slug]
    if form.chosen_round:
        parts.append(f"round-{form.chosen_round.number}")
    if form.chosen_table:
        parts.append(f"table-{form.chosen_table}")
    what = form.cleaned_data["what"]
    return "-".join([*parts, "packet" if what == EVERYTHING else what])
