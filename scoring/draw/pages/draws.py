"""The draw: run it, seat people by hand, publish what came out."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.forms.stale_check import SeenForm
from clubs.forms.words import WholeNumberField
from clubs.services.stale_check import stamp_of
from clubs.wording import in_language, say, say_later, say_many
from scoring.audit.ledger import ledger_of
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms.idempotency import new_key
from scoring.core.selectors.roster import Roster, roster_of
from scoring.core.services.changes import Refused
from scoring.core.views import address, frame, is_part, phone_address
from scoring.draw import by_hand, draws, long_draws, rounds
from scoring.draw.documents import round_paper
from scoring.draw.drafts import Draft, draft_of
from scoring.draw.draws import TakesLong
from scoring.draw.facts import (
    blockers,
    facts_of,
    full_tables,
    left_over,
    players_here,
    rounds_left,
)
from scoring.draw.pages.seats import DraftingForm, RoundTable, SeatsForm, SwapForm
from scoring.draw.rounds import draft_stamp
from scoring.draw.season_plans import offer_of
from scoring.draw.sit_outs import Bench, bench_of
from scoring.games.choice import first_table_in_words
from scoring.models import Entry, Round, Tournament
from scoring.sheets.progress import tables_of
from scoring.tournaments.apart import each_line, groups_written

LINE = re.compile(r"([1-9][0-9]{0,3})\D+([1-9][0-9]{0,2})")
WHOLE, NEXT = "whole", "next"
# Settings of the tournament that are asked for where they matter.
WISHES = (
    "spare",
    "season_sit_outs",
    "season_meetings",
    "lodges_apart",
    "apart",
    "last_round_by_standing",
)
DRAWN = say_later("Drawn. Nobody sees it until you publish it.")
# Where what blocks the draw is put right.
CURES = {
    "finished": (say_later("Reopen the tournament"), "tournament-desk"),
    "too_few": (say_later("Mark who has come"), "entries"),
    "no_rounds_left": (say_later("Plan more rounds"), "tournament-settings"),
    "standing_open": (say_later("See what is missing"), "tournament-desk"),
    "fixed": (say_later("Change who cannot move, below"), "draw"),
    "apart_unknown": (say_later("Change who must not meet"), "tournament-settings"),
}


def tables_written(typed: str, known: Iterable[int]) -> dict[int, int]:
    """Start numbers and the table of each; “7: 3” is number 7 at table 3.

    Raises ValidationError for each line that is none, or a number nobody has.
    """
    numbers, tables = set(known), dict[int, int]()

    def read(line: str) -> None:
        match = LINE.fullmatch(line)
        if not match:
            raise ValidationError(
                say(
                    "“{line}”: type a start number and a table, like 7: 3.",
                    line=line[:40],
                )
            )
        number, table = map(int, match.groups())
        if number not in numbers:
            raise ValidationError(
                say("Nobody has the start number {number}.", number=number)
            )
        if table > 200:
            raise ValidationError(say("There is no table {table}.", table=table))
        if tables.setdefault(number, table) != table:
            raise ValidationError(
                say("Number {number} stays at one table only.", number=number)
            )

    each_line(filter(None, map(str.strip, typed.splitlines())), read)
    return tables


def as_written(entries: Iterable[Entry]) -> str:
    """Who stays at which table, as the form has it: 7: 3."""
    return "\n".join(f"{e.number}: {e.fixed_table}" for e in entries if e.fixed_table)


def changes(
    entries: Iterable[Entry], wanted: Mapping[int, int]
) -> dict[int, int | None]:
    """What is to change, by entry."""
    tables = {e: wanted.get(e.number) for e in entries if e.number is not None}
    return {e.pk: table for e, table in tables.items() if table != e.fixed_table}


class DrawForm(SeenForm, DraftingForm):
    """How much to draw, and whom to keep apart."""

    scope = forms.ChoiceField(label=say_later("Draw"), widget=forms.RadioSelect)
    spare = forms.ChoiceField(
        label=say_later("Players left over"),
        choices=Tournament.Spare.choices,
        widget=forms.RadioSelect,
    )
    season_sit_outs = forms.BooleanField(
        label=say_later("Who sat out least this season sits out first"),
        required=False,
        help_text=say_later(
            "Otherwise only tonight’s rounds count. Either way "
            "nobody sits out twice in an evening before "
            "everybody has once."
        ),
    )
    season_meetings = forms.BooleanField(
        label=say_later("Keep apart who met this season"),
        required=False,
        help_text=say_later(
            "As far as nobody meets twice tonight for it, and nothing else suffers."
        ),
    )
    lodges_apart = forms.BooleanField(
        label=say_later("Keep members of one lodge apart"), required=False
    )
    apart = forms.CharField(
        label=say_later("Must not meet"),
        required=False,
        help_text=say_later("Start numbers, one group a line, for example 3, 17."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    fixed = forms.CharField(
        label=say_later("Cannot move"),
        required=False,
        help_text=say_later(
            "A start number and the table to stay at, one a line, for example 7: 3."
        ),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    last_round_by_standing = forms.BooleanField(required=False)
    seed = WholeNumberField(
        label=say_later("Seed"),
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text=say_later(
            "Empty: a new draw by lot. The same seed and people: the same seats."
        ),
    )

    def __init__(
        self, *args: Any, tournament: Tournament, left: int, **facts: Any
    ) -> None:
        shown = {name: getattr(tournament, name) for name in WISHES}
        self.people = list(tournament.entries.exclude(number=None))
        self.numbers = {
            entry.number for entry in self.people if entry.number is not None
        }
        shown["fixed"] = as_written(self.people)
        super().__init__(*args, **facts | {"initial": {"scope": WHOLE, **shown}})
        self.tournament = tournament
        offered = [(WHOLE, say("the last round"))]
        if left > 1:
            whole = say_many(
                "the whole evening: {n} round", "the whole evening: {n} rounds", left
            )
            offered = [(WHOLE, whole), (NEXT, say("the next round only"))]
        self.offer("scope", offered)
        if tournament.rounds_planned < 2:
            del self.fields["last_round_by_standing"]
        else:
            first = first_table_in_words(tournament.game)
            label = say("Last round by standing: {places}, and so on", places=first)
            self.fields["last_round_by_standing"].label = label
        self.initial["seen"] = self.stamp

    def clean_apart(self) -> str:
        return groups_written(self.cleaned_data["apart"], self.numbers)

    def clean_fixed(self) -> dict[int, int | None]:
        """Whose table changes: an entry, and the table he stays at from now on."""
        wanted = tables_written(self.cleaned_data["fixed"], self.numbers)
        return changes(self.people, wanted)

    @property
    def stamp(self) -> str:
        """Which of the tournament's wishes the page shows."""
        return stamp_of(
            self.tournament, (name for name in WISHES if name in self.fields)
        )

    @property
    def wishes(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in WISHES if name in self.fields}


@require_safe
def draw(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    return show_draft(request, desk_of(request, club, tournament, DIRECTOR))


@require_POST
def draw_run(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    form = draw_form(access.tournament, request.POST)
    if form.is_valid():
        asked = {
            "whole_evening": form.cleaned_data["scope"] == WHOLE,
            "seed": form.cleaned_data["seed"],
            "fixed": form.cleaned_data["fixed"],
            "key": form.cleaned_data["key"],
            "seen": form.cleaned_data["seen"],
            "drafted": form.cleaned_data["drafted"],
            **form.wishes,
        }
        own, by = access.tournament, access.actor
        try:
            draws.draw(tournament=own, by=by, at_once=True, **asked)
        except TakesLong:
            typed = {name: request.POST.getlist(name) for name in form.fields}
            key = long_draws.start(own, by, typed, asked)
            return redirect(address("draw-progress", own, key))
        except Refused as refused:
            _refuse(form, own, refused, long_draws.kind_of(refused))
    if form.errors:
        return show_draft(request, access, draw=form)
    messages.success(request, DRAWN)
    return redirect(address("draw", access.tournament))


def _refuse(
    form: DrawForm, tournament: Tournament, refused: Refused, kind: long_draws.Kind
) -> None:
    """Show why nothing was drawn; sent again, it is on top of what is there now."""
    form.refuse(refused)
    if kind == "drafts":
        form.take_place_of(draft_stamp(tournament))
    elif kind == "settings":
        tournament.refresh_from_db()
        form.renew(form.stamp)


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def draw_progress(
    request: HttpRequest, club: str, tournament: str, key: str
) -> HttpResponse:
    """How far a long draw is; then the draft, or the form with what is wrong."""
    access = desk_of(request, club, tournament, DIRECTOR)
    own, here = access.tournament, request.get_full_path()
    try:
        drawn = long_draws.draw_of(key, own)
    except long_draws.UnknownDraw:
        raise Http404(say("There is no such draw, or it is an hour old.")) from None
    far = drawn.far
    if far.state == "working":
        page = "_draw_progress.html" if is_part(request) else "draw_progress.html"
        context = {
            **frame(access, (say("Draw"), address("draw", own)), say("Progress")),
            "far": far,
            "this_page": here,
        }
        return render(request, f"scoring/draw/{page}", context)
    if is_part(request):  # the open page asks for all of what comes after it
        return HttpResponse(headers={"HX-Redirect": here})
    if far.state == "done":
        messages.success(request, DRAWN)
        return redirect(address("draw", own))
    data = QueryDict(mutable=True)
    for name, values in drawn.typed.items():
        data.setlist(name, values)
    form = draw_form(own, data)
    form.is_valid()
    _refuse(form, own, Refused(far.message, far.at), far.kind)
    return show_draft(request, access, draw=form)


@require_POST
def draw_seat(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Seats somebody chose; “one more table” only asks for a longer form."""
    access = desk_of(request, club, tournament, DIRECTOR)
    roster = roster_of(access.tournament)
    form = seats_form(access.tournament, roster, request.POST)
    if "more" in request.POST:
        return show_draft(request, access, seats=form.with_one_more())
    if form.is_valid():
        try:
            by_hand.seat_by_hand(
                tournament=access.tournament,
                by=access.actor,
                tables=form.chosen,
                key=form.cleaned_data["key"],
                drafted=form.cleaned_data["drafted"],
            )
        except rounds.DrawnMeanwhile as quicker:
            form.refuse(quicker)
            form.take_place_of(draft_stamp(access.tournament))
        except Refused as refused:
            form.refuse(refused)
    if form.errors:
        return show_draft(request, access, seats=form)
    messages.success(request, say("Seated. Nobody sees it until you publish it."))
    return redirect(address("draw", access.tournament))


@require_POST
def draw_publish(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    try:
        published = rounds.publish_all(
            tournament=access.tournament,
            by=access.actor,
            seen=request.POST.get("seen", ""),
        )
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(address("draw", access.tournament))
    for rnd in published[:1]:  # the others' wait until they are played
        round_paper.prepare(rnd, address=phone_address(request, access.tournament))
    if len(published) > 1:
        sentence = say_many(
            "{n} round is published.", "{n} rounds are published.", len(published)
        )
        messages.success(request, sentence)
    else:
        messages.success(request, say("Everything drawn is published."))
    return redirect(address("tournament-desk", access.tournament))


@dataclass(frozen=True, slots=True)
class DraftRound:
    """A round of the draft as the page shows it."""

    round: Round
    table: RoundTable
    benches: list[Bench]
    swap: SwapForm
    is_open: bool


def show_draft(
    request: HttpRequest,
    access: DeskAccess,
    *,
    draw: DrawForm | None = None,
    seats: SeatsForm | None = None,
    swap: tuple[Round, SwapForm] | None = None,
) -> HttpResponse:
    """The draft if there is one, and the forms that make a new one."""
    if not access.member.is_director:
        raise PermissionDenied(say("A draft is the director's until it is published."))
    tournament, roster = access.tournament, roster_of(access.tournament)
    facts, seen = facts_of(tournament), draft_stamp(tournament)
    draft, problems, here = draft_of(facts), blockers(facts), len(facts.players)
    draw = draw or DrawForm(tournament=tournament, left=facts.left)
    seats_open, seats = bool(seats), seats or seats_form(tournament, roster)
    for form in (draw, seats):
        form.initial.setdefault("drafted", seen)
    context = {
        **frame(access, say("Draw")),
        "draft": draft,
        "seen": seen,
        "seen_along": [("seen", seen)],
        "draft_rounds": _rounds(draft, roster, swap) if draft else [],
        "roster": roster,
        "here": here,
        "fills_a_table": here >= min(facts.sizes),
        "expected": tournament.entries.filter(house=None, state="expected").count(),
        "left_over": left_over(tournament, here),
        "blockers": _cured(tournament, problems),
        "cured_by_form": all(problem.code == "fixed" for problem in problems),
        "offer": offer_of(facts),
        "plan_key": new_key(),
        "leaks": ledger_of(tournament).leaks,
        "draw_form": draw,
        "seats_form": seats,
        "seats_open": seats_open,
        "by_hand": tournament.seating == Tournament.Seating.BY_HAND,
    }
    return render(request, "scoring/draw/draw.html", context)


def draw_form(tournament: Tournament, data: Any) -> DrawForm:
    return DrawForm(data, tournament=tournament, left=rounds_left(tournament))


def seats_form(
    tournament: Tournament, roster: Roster, data: QueryDict | None = None
) -> SeatsForm:
    """As many tables as were sent, else as the players fill."""
    asked = data.get("tables", "") if data is not None else ""
    tables = full_tables(tournament, len(players_here(tournament)))
    if asked.isascii() and asked.isdigit() and len(asked) < 4:
        tables = int(asked)
    return SeatsForm(data, tournament=tournament, roster=roster, tables=tables)


def _rounds(
    draft: Draft, roster: Roster, tried: tuple[Round, SwapForm] | None
) -> list[DraftRound]:
    shown = []
    for rnd in draft.rounds:
        again = tried[1] if tried and tried[0] == rnd else None
        swap = again or SwapForm(
            roster=roster, is_draft=True, auto_id=f"swap-{rnd.number}-%s"
        )
        is_open = rnd == (tried[0] if tried else draft.rounds[0])
        table = RoundTable(tables_of(rnd), rnd=rnd)
        benches = bench_of(rnd, draft.sit_outs[rnd.pk])
        shown.append(DraftRound(rnd, table, benches, swap, is_open))
    return shown


def _cured(tournament: Tournament, problems: list[Any]) -> list[tuple[str, str, str]]:
    """What blocks the draw, what to do about it, and where."""
    cured: list[tuple[str, str, str]] = []
    for problem in problems:
        what_to_do, page = CURES[problem.code]
        place = address(page, tournament)
        cured.append((in_language(problem.message), what_to_do, place))
    return cured
