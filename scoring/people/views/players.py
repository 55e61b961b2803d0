"""Pages of the club's players: search, add, correct and erase them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.access import Member, member_of, open_to_guests
from clubs.forms import CardForm, NameField, PlainForm
from clubs.i18n import PersonName, message, plural_message, whole_number
from clubs.i18n.person_names import possible
from clubs.models import Pictures, Player, Shown
from clubs.name_search import same_name
from scoring.core.access import DIRECTOR
from scoring.core.forms import IdempotentForm, form_field, new_key
from scoring.core.names import format_name, public_name
from scoring.core.page_context import desk_frame
from scoring.core.writes import ActionRefused, Actor, find_duplicate, find_editor
from scoring.people import players as player_writes
from scoring.people.players import (
    guessed_players,
    kept_number,
    player_columns,
    players_with_entries,
)

GUESSED = _("These are our guess. Select the box if they’re right, or correct them.")
MOST_NAMES = 50
PARTS = {"given_name", "family_name"}
LATER = "later"
OF_THE_KNOWN = (
    "given_name",
    "family_name",
    "name_is_right",
    "shown",
    "is_minor",
    "pictures",
)


class PlayerForm(CardForm, IdempotentForm):
    """A player's name and lodge; the lodge of a guest is free text."""

    units = (("name", "given_name", "family_name"),)
    cards = {
        "name": ("name", "given_name", "family_name", "name_is_right", "lodge"),
        "in-public": ("shown", "is_minor", "pictures"),
    }

    name = NameField(label=_("Name"), max_length=80)
    lodge = NameField(
        label=_("Lodge"),
        max_length=80,
        required=False,
        help_text=_("Fill this in for a guest from another lodge or club."),
    )
    given_name = NameField(label=_("Given name"), max_length=80, required=False)
    family_name = NameField(
        label=_("Family name"),
        max_length=80,
        required=False,
        help_text=_(
            "Lists are sorted by family name, and the short name uses its initial."
        ),
    )
    name_is_right = forms.BooleanField(
        label=_("Given and family name are correct"), required=False
    )
    shown = forms.ChoiceField(
        label=_("Name in public"), required=False, widget=forms.RadioSelect
    )
    is_minor = forms.BooleanField(
        label=_("Minor"),
        required=False,
        help_text=_(
            "For a minor, we show the short name at most, and only initials until "
            "the name is confirmed."
        ),
    )
    pictures = forms.ChoiceField(
        label=_("Photos of this person"),
        choices=[("", _("not asked yet")), *Pictures.choices],
        required=False,
        widget=forms.RadioSelect,
        help_text=_("As they told you, or as they wrote on a form you keep."),
    )
    somebody_new = forms.BooleanField(required=False, widget=forms.HiddenInput)
    namesakes = forms.IntegerField(
        required=False, min_value=0, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, player: Player | None = None, **kwargs: Any) -> None:
        """Offer the ways to display the name, each with this player's name."""
        super().__init__(*args, **kwargs)
        self.player = player
        if player is None:
            self.is_merged = True
            for field in OF_THE_KNOWN:
                del self.fields[field]
            return
        if kwargs.get("card", "name") == "name":
            self._add_described()
        if player.name_guessed and "name_is_right" in self.fields:
            self.fields["name_is_right"].help_text = GUESSED
        name, usual = player.person_name, Shown(player.club.shown)
        ways = [
            (choice.value, format_name(name, choice, player.number)) for choice in Shown
        ]
        as_club = message(
            "The way the club shows names: {name}", name=dict(ways)[usual.value]
        )
        if "shown" in self.fields:
            self.offer("shown", [("", as_club), *ways])

    def _add_described(self) -> None:
        """Add the columns that have no field above."""
        for column in player_columns():
            if column not in self.base_fields:
                self.fields[column] = form_field(Player._meta.get_field(column))

    @property
    def described(self) -> list[forms.BoundField]:
        """The fields that have no position of their own on the page."""
        return [self[name] for name in self.fields if name not in self.base_fields]

    def clean(self) -> dict[str, Any]:
        """Check that given and family name are words of the name."""
        super().clean()
        name_parts = self._typed_parts()
        if not name_parts or "name" not in self.cleaned_data:
            return self.cleaned_data
        for field in ("given_name", "family_name"):
            part = PersonName(self.cleaned_data["name"], self.cleaned_data[field])
            if not part.fits:
                text = message("“{part}” isn’t part of the name.", part=part.given)
                self.add_error(field, text)
        name = PersonName(
            self.cleaned_data["name"], name_parts["given"], name_parts["family"]
        )
        if not self.errors and not name.fits:
            self.add_error(
                "family_name",
                message(
                    "Each word can be either a given name or a family name, not both."
                ),
            )
        if not name.given and not name.family:
            self.add_error(
                "given_name", message("Enter at least a given name or a family name.")
            )
        return self.cleaned_data

    def _typed_parts(self) -> dict[str, str]:
        """Return given and family name, if they were typed or confirmed."""
        data, player = self.cleaned_data, self.player
        is_asked = PARTS & self.data.keys()
        if player is None or not is_asked or not data.keys() >= PARTS:
            return {}
        is_typed = bool(PARTS & {*self.changed_data})
        if is_typed or (player.name_guessed and data["name_is_right"]):
            return {"given": data["given_name"], "family": data["family_name"]}
        return {}

    @property
    def parts(self) -> dict[str, Any]:
        """The parts of the name as columns; {} if a new name has to be guessed."""
        if name_parts := self._typed_parts():
            return {
                "given_name": name_parts["given"],
                "family_name": name_parts["family"],
                "name_guessed": False,
            }
        if "name" in self.changed_data or not PARTS & self.data.keys():
            return {}
        return {"name_guessed": not self.cleaned_data["name_is_right"]}


class NamesForm(PlainForm):
    """A choice of the family name for several players; the guess is preselected.

    Players left for later stay unconfirmed.
    """

    def __init__(self, data: Any = None, *, players: Iterable[Player]) -> None:
        super().__init__(data)
        self.ways: dict[str, tuple[Player, dict[str, PersonName]]] = {}
        for player in players:
            name = f"name_{player.number}"
            likely = player.person_name
            ways = {_name_parts(way): way for way in (likely, *possible(player.name))}
            self.ways[name] = player, ways
            self.fields[name] = forms.ChoiceField(
                label=_label(player),
                initial=_name_parts(likely),
                choices=[
                    *((key, _parts_in_words(way)) for key, way in ways.items()),
                    (LATER, message("Decide later")),
                ],
            )

    @staticmethod
    def numbers_in(data: Mapping[str, Any]) -> list[int]:
        """Return the players' numbers in the sent form, at most one page of them."""
        names = (name.removeprefix("name_") for name in data if name[:5] == "name_")
        return [*filter(None, map(whole_number, names))][:MOST_NAMES]

    def names(self) -> dict[int, PersonName]:
        """Return the chosen names, by the players' numbers."""
        return {
            player.number: replace(ways[chosen], guessed=False)
            for name, (player, ways) in self.ways.items()
            if (chosen := self.cleaned_data[name]) != LATER
        }


def _name_parts(name: PersonName) -> str:
    return f"{name.given}|{name.family}"


def _parts_in_words(name: PersonName) -> str:
    if not name.given:
        return message("Family name only: {family}", family=name.family)
    if not name.family:
        return message("Given name only: {given}", given=name.given)
    return message(
        "Given name {given}, family name {family}", given=name.given, family=name.family
    )


def _label(player: Player) -> str:
    label = ", ".join(filter(None, (player.name, player.lodge)))
    return message("{who}: minor", who=label) if player.is_minor else label


class MergeForm(IdempotentForm):
    """A choice of the name that stays when two players are merged."""

    kept = forms.TypedChoiceField(
        label=_("Name to keep"), coerce=int, widget=forms.RadioSelect
    )

    def __init__(
        self, *args: Any, players: tuple[Player, Player], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        self.offer(
            "kept", [(str(player.number), _in_words(player)) for player in players]
        )
        self.fields["kept"].initial = str(players[0].number)

    @property
    def kept_and_gone(self) -> tuple[Player, Player]:
        first, second = self.players
        target = self.cleaned_data["kept"]
        return (first, second) if first.number == target else (second, first)


def _in_words(player: Player) -> str:
    number = message("player {number}", number=player.number)
    return ", ".join(filter(None, (player.name, player.lodge, number)))


A_PAGE = 100
NAMES_A_PAGE = 10
STILL_THERE = gettext_noop(
    "Pages and the hall display now show the name this way, and earlier printouts "
    "were removed from this site. Posted paper and files that people saved don’t "
    "change."
)


@open_to_guests
@require_safe
def player_list(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    typed = request.GET.get("q", "").strip()
    found = players_with_entries(member.club, typed)
    context = {
        "page": Paginator(found, A_PAGE).get_page(request.GET.get("page")),
        "found": len(found),
        "typed": typed,
        "want_out": player_writes.who_want_out(member.club),
        "guessed": sum(line.guessed for line in found),
    }
    return render(
        request, "scoring/people/desk_players.html", players_frame(member, context)
    )


@require_http_methods(["GET", "HEAD", "POST"])
def names_to_confirm(request: HttpRequest, club: str) -> HttpResponse:
    """Show unconfirmed names, ten per page, minors first; a POST confirms them."""
    member = member_of(request, club, DIRECTOR)
    asked = NamesForm.numbers_in(request.POST)
    if asked:
        people = member.club.players.filter(number__in=asked, erased_at=None)
        form = NamesForm(request.POST, players=people)
        if form.is_valid():
            actor, names = Actor.at_desk(member.user), form.names()
            count = player_writes.confirm_names(
                club=member.club, actor=actor, names=names
            )
            text = plural_message(
                "{n} name was confirmed.", "{n} names were confirmed.", count
            )
            messages.success(request, text)
            page_number = request.POST.get("page", "")
            return redirect(
                f"{request.path}?page={page_number if page_number.isdecimal() else 1}"
            )
    found = guessed_players(member.club)
    page = Paginator(found, NAMES_A_PAGE).get_page(request.GET.get("page"))
    if not asked:
        form = NamesForm(players=page.object_list)
    context = {"form": form, "page": page, "found": len(found)}
    return render(
        request,
        "scoring/people/desk_names.html",
        players_frame(member, context, message("Given and family names")),
    )


@open_to_guests
@require_http_methods(["GET", "HEAD", "POST"])
def player_new(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    form = PlayerForm(request.POST or None)
    likely: Sequence[Player] = []
    if request.method == "POST" and form.is_valid():
        likely = _likely(member, form)
        typed = dict(form.cleaned_data)  # a refusal removes a field
        player = None if likely else _add(member, form)
        if "name" in form.errors:  # someone else added this name in between
            likely = _alike(member, typed)
        if player:
            text = message(
                "{name} was added as player {number}.",
                name=player.name,
                number=player.number,
            )
            messages.success(request, text)
            return redirect("scoring:players", club)
    context = {"form": form, "likely": likely}
    return render(
        request,
        "scoring/people/desk_player.html",
        players_frame(member, context, message("New player")),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: HttpRequest, club: str, number: int) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    if current_number := kept_number(member.club, number):
        return redirect("scoring:player-edit", club, current_number)
    player = _player(member, number)
    initial = {column: getattr(player, column) for column in player_columns()}
    name = player.person_name
    initial |= {"given_name": name.given, "family_name": name.family}
    initial["name_is_right"] = not player.name_guessed
    cards = PlayerForm.by_card(request.POST, initial=initial, player=player)
    if _save_cards(member, player, cards):
        changed = _player(member, number)
        messages.success(request, message("{name} was saved.", name=changed.name))
        if (player.shown, player.is_minor) != (changed.shown, changed.is_minor):
            messages.info(request, message(STILL_THERE))
        if (card := request.POST.get("card", "")) in cards:
            return redirect(f"{request.path}#{card}")
        return redirect("scoring:players", club)
    context = {
        "form": cards["name"],
        "in_public": cards["in-public"],
        "player": player,
        "data_key": new_key(),
        "wants_out": player in player_writes.who_want_out(member.club),
        "shown": public_name(player.name, player.club, player.pk),
    }
    return render(
        request,
        "scoring/people/desk_player.html",
        players_frame(member, context, player.name),
    )


def _save_cards(
    member: Member, player: Player, cards: Mapping[str, PlayerForm]
) -> bool:
    """Save the sent cards of a player. Return whether there were no errors.

    Errors are added to their fields.
    """
    sent = [form for form in cards.values() if form.is_bound]
    for form in sent:
        form.find_editor = partial(find_editor, kind="player", club=member.club)
    if not sent or [form for form in sent if not form.is_valid()]:
        return False
    typed: dict[str, Any] = {}
    for form in sent:
        typed |= form.cleaned_data
    edited = {*player_columns()} - PARTS
    facts = {name: value for name, value in typed.items() if name in edited}
    if cards["name"].is_bound:
        facts |= cards["name"].parts
    try:
        actor = Actor.at_desk(member.user)
        player_writes.change(player=player, actor=actor, original=player, **facts)
    except ActionRefused as refused:
        forms_of_field = [form for form in sent if refused.field in form.fields]
        [*forms_of_field, sent[0]][0].refuse(refused)
    except ValidationError as wrong:
        sent[0].refuse_fields(wrong)
    return not any(form.errors for form in sent)


@require_POST
def player_erase(request: HttpRequest, club: str, number: int) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    player = _player(member, number)
    player_writes.erase(player=player, actor=Actor.at_desk(member.user))
    messages.success(
        request,
        message(
            "Player {number} was erased. The name was removed here and in every "
            "tournament.",
            number=number,
        ),
    )
    return redirect("scoring:players", club)


@require_POST
def player_stays(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Decline a player's request to be erased; the director has talked to them."""
    member = member_of(request, club, DIRECTOR)
    player = _player(member, number)
    player_writes.keep_in(player=player, actor=Actor.at_desk(member.user))
    messages.success(request, message("You kept the player’s name."))
    return redirect("scoring:player-edit", club, number)


def _likely(member: Member, form: PlayerForm) -> Sequence[Player]:
    """Return similar players of the club; [] once the person is marked as new."""
    data = form.cleaned_data
    if data["somebody_new"] or find_duplicate(data["key"]):
        return []
    return _alike(member, data)


def _alike(member: Member, data: Mapping[str, Any]) -> Sequence[Player]:
    return same_name(member.club, data["name"], data["lodge"])[1]


def _add(member: Member, form: PlayerForm) -> Player | None:
    data = form.cleaned_data
    with form.refusals():
        return player_writes.add(
            club=member.club,
            actor=Actor.at_desk(member.user),
            name=data["name"],
            lodge=data["lodge"],
            key=data["key"],
            namesakes=(data["somebody_new"] and data["namesakes"]) or 0,
        )
    return None


def _player(member: Member, number: int) -> Player:
    player = member.club.players.filter(number=number).first()
    if player is None:
        raise Http404("That player doesn’t exist.")
    return player


def players_frame(
    member: Member, context: dict[str, Any], last: str = ""
) -> dict[str, Any]:
    """Return the context of base.html for the pages of the club's players."""
    all_players = reverse("scoring:players", args=[member.club.slug])
    return {**desk_frame(member, (message("Players"), all_players), last), **context}
