"""Entries page: the list, adding people one by one, and everyone's status."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode, urlsplit

from django import forms
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)
from django.views.decorators.vary import vary_on_headers

from clubs.access import htmx_of, open_to_guests
from clubs.forms import EditForm, NameField, PlainForm, WholeNumberField
from clubs.i18n import message, plural_message
from clubs.models import Player
from clubs.name_search import players_like, same_name
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import IdempotentForm, form_field
from scoring.core.page_context import (
    act_done,
    address,
    frame,
    is_part,
    offer_undo,
    refusals_as_messages,
    report_with_undo,
)
from scoring.core.writes import ActionRefused, find_duplicate, find_editor
from scoring.models import Entry, Tournament
from scoring.people import bulk_actions, entries
from scoring.people.add_from_club import last_time
from scoring.people.bulk_actions import BulkAction, EntryFilter
from scoring.people.entries import (
    EntryList,
    entries_of,
    entry_at,
    teams_of,
)
from scoring.people.entry_facts import entry_columns
from scoring.people.name_parsing import LARGEST_NUMBER, typed_person
from scoring.people.players import correct_entry, first_timers_class, is_only_entry
from scoring.people.views.entry_lists import PasteForm


class EntryForm(EditForm):
    """The name, lodge and start number of an entry, and facts that the event uses."""

    name = NameField(label=_("Name"), max_length=80)
    lodge = NameField(label=_("Lodge"), max_length=80, required=False)
    number = WholeNumberField(
        label=_("Start number"), min_value=1, max_value=LARGEST_NUMBER
    )
    paid = forms.BooleanField(label=_("Fee paid"), required=False)
    team = NameField(
        label=_("Team"),
        max_length=40,
        required=False,
        help_text=_("Leave blank for no team."),
        widget=forms.TextInput(attrs={"list": "teams", "autocomplete": "off"}),
    )
    classes = forms.MultipleChoiceField(
        label=_("Classes"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    fixed_table = WholeNumberField(
        label=_("Fixed table"),
        required=False,
        min_value=1,
        max_value=200,
        help_text=_(
            "For someone who can’t move from table to table. Leave blank if they can."
        ),
    )
    if_needed = forms.BooleanField(
        label=_("On standby"),
        required=False,
        help_text=_("Sits out first when there are extra players."),
    )
    player_too = forms.BooleanField(
        label=_("Also change the club’s player list and the season"),
        required=False,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._add_described()
        names = tournament.class_names
        self.offer("classes", [(name, name) for name in names])
        used = {
            "paid": tournament.fee,
            "team": tournament.teams == Tournament.Teams.NAMED,
            "classes": names,
            "fixed_table": tournament.seating == Tournament.Seating.DRAW,
            "if_needed": tournament.seating == Tournament.Seating.DRAW,
        }
        for name, is_used in used.items():
            if not is_used:
                del self.fields[name]

    def _add_described(self) -> None:
        """Add the facts without a field of their own; `player_too` stays last."""
        last = self.fields.pop("player_too")
        for column in entry_columns():
            if column not in self.fields:
                self.fields[column] = form_field(Entry._meta.get_field(column))
        self.fields["player_too"] = last

    def name_player(self, player: Player | None) -> None:
        """Name the player to correct with the entry; remove the field if none."""
        if player is None:
            del self.fields["player_too"]
            return
        self.fields["player_too"].help_text = message(
            "The club’s list now says: {player}. If this isn’t selected, only this "
            "tournament changes.",
            player=", ".join(filter(None, (player.name, player.lodge))),
        )

    def suggest(self, name: str) -> None:
        """Suggest the class that the person most likely belongs to."""
        self.fields["classes"].help_text = message(
            "This looks like the player’s first tournament here. Suggested class: "
            "{name}",
            name=name,
        )


class AddForm(IdempotentForm):
    """A person to enter: a player of the club, or a new one by name."""

    name = NameField(
        label=_("Name"),
        max_length=80,
        required=False,
        widget=forms.TextInput(
            attrs={
                "list": "known-players",
                "autocomplete": "off",
                "spellcheck": "false",
            }
        ),
    )
    lodge = NameField(
        label=_("Lodge"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    number = WholeNumberField(
        label=_("Start number"),
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text=_("Leave blank to use the next one."),
    )
    here = forms.BooleanField(label=_("Already here"), required=False)
    player = forms.IntegerField(required=False, widget=forms.HiddenInput)
    somebody_new = forms.BooleanField(required=False, widget=forms.HiddenInput)
    namesakes = forms.IntegerField(
        required=False, min_value=0, widget=forms.HiddenInput
    )

    def clean(self) -> dict[str, Any]:
        """Split a name with start number and lodge, like in a pasted list."""
        super().clean()
        data = self.cleaned_data
        typed = typed_person(data.get("name", ""))
        if not data.get("lodge"):
            data |= {"name": typed.name, "lodge": typed.lodge}
            if typed.number and not data.get("number"):
                data["number"] = int(typed.number)
        return data

    @property
    def state(self) -> str:
        is_here = self.cleaned_data["here"]
        return Entry.State.HERE if is_here else Entry.State.EXPECTED


class StateForm(PlainForm):
    """The new state of an entry; Undo also sends the displayed one, `seen`."""

    state = forms.ChoiceField(choices=Entry.State.choices)
    seen = forms.ChoiceField(choices=Entry.State.choices, required=False)


class SeveralForm(PlainForm):
    """The entries selected in the list, and the action on all of them."""

    who = forms.TypedMultipleChoiceField(coerce=int, required=False)
    do = forms.ChoiceField(choices=BulkAction, required=False)
    team = NameField(label=_("Team"), max_length=40, required=False)

    def __init__(self, *args: Any, keys: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("who", [(key, str(key)) for key in keys])


MOST_SUGGESTED = 8
# Entries on one page: with a hundred, phones scroll in jerks. A few more don't need a
# second page.
PAGE_SIZE, FEW_MORE = 60, 20


@open_to_guests
@require_safe
def entry_list(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    form = AddForm(initial={"here": bool(request.GET.get("here"))})
    offer_undo(request, access)
    return _page(request, access, form)


@require_POST
def entry_add(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    form = AddForm(request.POST)
    likely: list[Player] = []
    if form.is_valid():
        player, likely = _match_player(access, form)
        if not likely:
            typed = dict(form.cleaned_data)  # a refusal removes a field
            entry = _enter(access, form, player)
            if entry:
                person = {"number": entry.number, "name": entry.name}
                messages.success(
                    request, message("{number} {name} was entered.", **person)
                )
                query = "&here=1" if form.cleaned_data["here"] else ""
                return redirect(f"{_address(access)}?added={entry.pk}{query}#add")
            if "name" in form.errors:  # someone else entered this name in between
                likely = same_name(
                    access.tournament.club, typed["name"], typed["lodge"]
                )[1]
    return _page(request, access, form, likely)


@require_safe
def entry_suggest(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Return players of the club that match the typed text, as buttons of the form."""
    access = desk_of(request, club, tournament, DIRECTOR)
    typed = request.GET.get("name", "").strip()
    found = players_like(access.tournament.club, typed, MOST_SUGGESTED) if typed else []
    return render(
        request, "scoring/people/_entry_suggestions.html", {"suggested": found}
    )


@require_POST
@vary_on_headers("HX-Request")
def entry_state(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    entry, form = _entry(access, pk), StateForm(request.POST)
    old_state = ""  # before this change, unless it is an undo
    if form.is_valid():
        data = form.cleaned_data
        before = data["seen"] or entry.state
        try:
            changed = entries.set_state(
                entry=entry, actor=access.actor, state=data["state"], expected=before
            )
        except ActionRefused as refused:  # someone changed or removed it in between
            messages.error(request, refused.message)
            return redirect(_address(access))
        if not data["seen"] and changed.state != before:
            old_state = before
        entry.state = changed.state
    else:
        messages.error(request, message("Choose expected, here, absent or went home."))
    if is_part(request):
        listed = entries_of(access.tournament)
        context = {
            "entry": entry,
            "list": listed,
            "swap": True,
            "was": old_state,
            **_narrowed(access.tournament, listed, _asked_of_page(request)),
        }
        return render(
            request,
            "scoring/people/_entry_swapped.html",
            _entries_context(access, context),
        )
    if old_state:
        person = {"number": entry.label, "name": entry.name}
        text = message(
            "{number} {name}: {done}", **person, done=entry.get_state_display()
        )
        undo = address("entry-state", access.tournament, entry.pk)
        report_with_undo(request, text, undo, state=old_state, seen=entry.state)
        return redirect(_address(access))
    return redirect(_place_of(access, entry))


@require_POST
def all_here(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    came = entries.all_here(tournament=access.tournament, actor=access.actor)
    text = plural_message(
        "{n} person was marked as here.", "{n} people were marked as here.", came
    )
    act_done(request, access, text, came)
    return redirect(_address(access))


@require_POST
def numbers_draw(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    with refusals_as_messages(request):
        entries.number_by_lot(tournament=access.tournament, actor=access.actor)
        act_done(request, access, message("Start numbers drawn."))
    return redirect(_address(access))


@require_POST
def entries_several(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Apply an action to the selected entries, then show the list with its filter."""
    access = desk_of(request, club, tournament, DIRECTOR)
    own_tournament = access.tournament
    keys = own_tournament.entries.values_list("pk", flat=True)
    form = SeveralForm(request.POST, keys=list(keys))
    if form.is_valid():
        data = form.cleaned_data
        with refusals_as_messages(request):
            number = bulk_actions.do_several(
                tournament=own_tournament,
                actor=access.actor,
                entry_ids=data["who"],
                doing=data["do"],
                team=data["team"],
            )
            text = plural_message(
                "{n} entry was changed.", "{n} entries were changed.", number
            )
            act_done(request, access, text, number)
    else:
        for field in form.errors.values():
            messages.error(request, " ".join(map(str, field)))
    asked = {name: request.POST.get(name, "") for name in ("show", "q")}
    query = urlencode({name: value for name, value in asked.items() if value})
    return redirect(f"{_address(access)}{'?' if query else ''}{query}#entries")


@open_to_guests
@require_http_methods(["GET", "HEAD", "POST"])
def entry_edit(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    entry = _entry(access, pk)
    initial = {name: getattr(entry, name) for name in entry_columns()}
    initial["player_too"] = is_only_entry(entry)
    form = EntryForm(
        request.POST or None, initial=initial, tournament=access.tournament
    )
    form.find_editor = partial(find_editor, tournament=access.tournament)
    form.name_player(entry.player)
    if name := first_timers_class(entry):
        form.suggest(name)
    if request.method == "POST" and form.is_valid():
        facts = {n: v for n, v in form.cleaned_data.items() if n != "original"}
        try:
            correct_entry(entry=entry, actor=access.actor, original=entry, **facts)
        except ActionRefused as refused:
            field = refused.field if refused.field in form.fields else None
            form.add_error(field, refused.message)
        else:
            name = form.cleaned_data["name"]
            messages.success(request, message("{name} was saved.", name=name))
            return redirect(_place_of(access, entry))
    teams = teams_of(access.tournament) if "team" in form.fields else []
    context = {"form": form, "entry": entry, "teams": teams}
    return render(
        request,
        "scoring/people/entries_edit.html",
        _entries_context(access, context, entry.name),
    )


@require_POST
def entry_remove(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    entry = entry_at(access.tournament, pk)
    if entry is None:
        elsewhere = Entry.everybody.exclude(tournament=access.tournament)
        if elsewhere.filter(pk=pk).exists():
            raise Http404("It is an entry of another tournament.")
        # Sent twice: the entry is already removed.
        return redirect(_address(access))
    try:
        entries.remove(entry=entry, actor=access.actor)
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return redirect("scoring:entry-edit", club, tournament, pk)
    messages.success(
        request, message("{name} was removed from the entries.", name=entry.name)
    )
    return redirect(_address(access))


def _match_player(
    access: DeskAccess, form: AddForm
) -> tuple[Player | None, list[Player]]:
    """Return the matching player, or the similar ones to choose from."""
    club, data = access.tournament.club, form.cleaned_data
    if data["player"]:
        return club.players.filter(erased_at=None, number=data["player"]).first(), []
    if data["somebody_new"] or not data["name"].strip():
        return None, []
    exact, likely = same_name(club, data["name"], data["lodge"])
    if exact and not find_duplicate(data["key"]) and _is_entered(access, exact):
        return None, [exact]
    return exact, ([] if exact else likely)


def _is_entered(access: DeskAccess, player: Player) -> bool:
    return access.tournament.entries.filter(player=player).exists()


def _enter(access: DeskAccess, form: AddForm, player: Player | None) -> Entry | None:
    data = form.cleaned_data
    with form.refusals():
        return entries.add(
            tournament=access.tournament,
            actor=access.actor,
            name=data["name"],
            lodge=data["lodge"],
            player=player,
            number=data["number"],
            state=form.state,
            key=data["key"],
            namesakes=(data["somebody_new"] and data["namesakes"]) or 0,
        )
    return None


def _page(
    request: HttpRequest,
    access: DeskAccess,
    form: AddForm,
    likely: Sequence[Player] = (),
) -> HttpResponse:
    listed = entries_of(access.tournament)
    narrowed = _narrowed(access.tournament, listed, request.GET)
    show = narrowed["show"]
    found = listed.matching(narrowed["typed"])
    visible_entries = [entry for entry in found if bulk_actions.shows(show, entry)]
    context = {
        **narrowed,
        "form": form,
        "list": listed,
        "page": _page_of(visible_entries, request.GET),
        "all_address": _all_address(request.GET),
        "doings": bulk_actions.doings_of(access.tournament),
        "likely": likely,
        "added": request.GET.get("added", ""),
        "may_draw_numbers": not access.tournament.rounds.exists(),
    }
    if not listed.entries:
        context |= _ways_in(access.tournament)
    return render(
        request, "scoring/people/entries.html", _entries_context(access, context)
    )


def _page_of(found: Sequence[Entry], asked: QueryDict) -> Page[Entry]:
    """Return the page asked for, or the one with a certain entry; `all` is one page."""
    size = PAGE_SIZE
    if asked.get("all") or len(found) <= PAGE_SIZE + FEW_MORE:
        size = max(len(found), 1)
    number = asked.get("page", "")
    wanted = asked.get("entry") or asked.get("added", "")
    if not number and wanted:
        keys = [str(entry.pk) for entry in found]
        number = str(keys.index(wanted) // size + 1) if wanted in keys else ""
    return Paginator(found, size).get_page(number or "1")


def _all_address(asked: QueryDict) -> str:
    filters = {name: asked[name] for name in ("show", "q") if asked.get(name)}
    return f"?{urlencode({**filters, 'all': 1})}#entries"


def _asked_of_page(request: HttpRequest) -> QueryDict:
    """Return the query of the open page that requests a part of itself."""
    return QueryDict(urlsplit(htmx_of(request).current_url or "").query)


def _narrowed(
    tournament: Tournament, listed: EntryList, asked: QueryDict
) -> dict[str, Any]:
    """Return the filters of the list, the selected one, and the columns in use."""
    kinds = bulk_actions.kinds_of(tournament)
    show, typed = asked.get("show", ""), asked.get("q", "").strip()
    show = show if show in kinds else EntryFilter.ALL
    return {
        "typed": typed,
        "show": show,
        "filters": _filters(listed, kinds, show, typed),
        "teams": teams_of(tournament) if EntryFilter.NO_TEAM in kinds else [],
        "columns": {
            "team": EntryFilter.NO_TEAM in kinds or any(e.team for e in listed.entries),
            "classes": bool(tournament.class_names)
            or any(e.classes for e in listed.entries),
            "paid": bool(tournament.fee) or any(e.paid for e in listed.entries),
        },
    }


def _filters(
    listed: EntryList, kinds: Sequence[EntryFilter], show: str, typed: str
) -> list[tuple[str, str, int, bool]]:
    """Return the filter links: label, address, number of entries, whether selected.

    Filters without entries are left out, unless selected.
    """
    found = []
    for kind in kinds:
        number = sum(bulk_actions.shows(kind, entry) for entry in listed.entries)
        asked = {"show": kind.value, "q": typed}
        query = urlencode({name: value for name, value in asked.items() if value})
        if number or kind == show:
            found.append((str(kind.label), f"?{query}", number, kind == show))
    return found


def _ways_in(tournament: Tournament) -> dict[str, Any]:
    """Return the ways to enter a first list: paste it, or select players."""
    paste = PasteForm(tournament=tournament)
    paste.fields["text"].widget.attrs |= {"rows": 4, "autofocus": True}
    known = tournament.club.players.filter(erased_at=None).count()
    return {"paste": paste, "known": known, "last": last_time(tournament)}


def _entries_context(
    access: DeskAccess, context: dict[str, Any], last: str = ""
) -> dict[str, Any]:
    parent = message("Entries")
    crumbs = [(parent, _address(access)), last] if last else [parent]
    # Translated once for all lines.
    states = [(value, str(word)) for value, word in Entry.State.choices]
    return {**frame(access, *crumbs), "states": states, **context}


def _entry(access: DeskAccess, pk: int) -> Entry:
    entry = entry_at(access.tournament, pk)
    if entry is None:
        raise Http404("There is no such entry.")
    return entry


def _place_of(access: DeskAccess, entry: Entry) -> str:
    """Return the address of an entry in the list, on any page."""
    return f"{_address(access)}?entry={entry.pk}#entry-{entry.pk}"


def _address(access: DeskAccess) -> str:
    return address("entries", access.tournament)
