"""The club's players: search, add, put right, erase."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_noop
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.access import Member, member_of
from clubs.models import Player
from clubs.selectors.people import same_name
from clubs.wording import say, say_many
from scoring.core.access import DIRECTOR
from scoring.core.forms.idempotency import new_key
from scoring.core.selectors.names import public_name
from scoring.core.services.changes import Actor, Conflict, Refused, done_before
from scoring.core.views import desk_frame
from scoring.paper import jobs
from scoring.people import players
from scoring.people.pages.player_forms import NamesForm, PlayerForm
from scoring.people.players_shown import (
    guessed_players,
    kept_number,
    players_with_entries,
)

A_PAGE = 100
NAMES_A_PAGE = 10
STILL_THERE = gettext_noop(
    "Pages and the screen show the name so from now on, and prints made here before are "
    "removed. Paper that hangs somewhere, and files that people saved, are as they were."
)
CHANGED = ("name", "lodge", "shown", "is_minor")


@require_safe
def player_list(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    typed = request.GET.get("q", "").strip()
    found = players_with_entries(member.club, typed)
    context = {
        "page": Paginator(found, A_PAGE).get_page(request.GET.get("page")),
        "found": len(found),
        "typed": typed,
        "guessed": sum(each.guessed for each in found),
    }
    return render(
        request, "scoring/people/desk_players.html", players_frame(member, context)
    )


@require_http_methods(["GET", "HEAD", "POST"])
def names_to_confirm(request: HttpRequest, club: str) -> HttpResponse:
    """Names whose parts are guessed, ten at a time; minors first."""
    member = member_of(request, club, DIRECTOR)
    asked = NamesForm.numbers_in(request.POST)
    if asked:
        people = member.club.players.filter(number__in=asked, erased_at=None)
        form = NamesForm(request.POST, players=people)
        if form.is_valid():
            by, names = Actor.at_desk(member.user), form.names()
            done = players.confirm_names(club=member.club, by=by, names=names)
            text = say_many("{n} name is confirmed.", "{n} names are confirmed.", done)
            messages.success(request, text)
            at = request.POST.get("page", "")
            return redirect(f"{request.path}?page={at if at.isdecimal() else 1}")
    found = guessed_players(member.club)
    page = Paginator(found, NAMES_A_PAGE).get_page(request.GET.get("page"))
    if not asked:
        form = NamesForm(players=page.object_list)
    context = {"form": form, "page": page, "found": len(found)}
    return render(
        request,
        "scoring/people/desk_names.html",
        players_frame(member, context, say("Given and family names")),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def player_new(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    form = PlayerForm(request.POST or None)
    likely: Sequence[Player] = []
    if request.method == "POST" and form.is_valid():
        likely = _likely(member, form)
        player = None if likely else _add(member, form)
        if player:
            said = say(
                "{name} is player {number} now.", name=player.name, number=player.number
            )
            messages.success(request, said)
            return redirect("scoring:players", club)
    context = {"form": form, "likely": likely}
    return render(
        request,
        "scoring/people/desk_player.html",
        players_frame(member, context, say("New player")),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: HttpRequest, club: str, number: int) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    if kept := kept_number(member.club, number):
        return redirect("scoring:player-edit", club, kept)
    player = _player(member, number)
    initial = {each: getattr(player, each) for each in CHANGED}
    name = player.person_name
    initial |= {"given_name": name.given, "family_name": name.family}
    initial["name_is_right"] = not player.name_guessed
    initial["seen"] = players.player_stamp(player)
    form = PlayerForm(request.POST or None, initial=initial, player=player)
    if request.method == "POST" and form.is_valid():
        data, by = form.cleaned_data, Actor.at_desk(member.user)
        said = {name: data[name] for name in (*CHANGED, "seen")}
        try:
            players.change(player=player, by=by, **said, **form.parts)
        except Conflict as conflict:
            form.refuse(conflict)
            player.refresh_from_db()
            form.renew(players.player_stamp(player))
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, say("{name} is saved.", name=data["name"]))
            if (player.shown, player.is_minor) != (data["shown"], data["is_minor"]):
                messages.info(request, say(STILL_THERE))
            return redirect("scoring:players", club)
    context = {
        "form": form,
        "player": player,
        "data_key": new_key(),
        "shown": public_name(player.name, player.club, player.pk),
    }
    return render(
        request,
        "scoring/people/desk_player.html",
        players_frame(member, context, player.name),
    )


@require_POST
def player_erase(request: HttpRequest, club: str, number: int) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    player = _player(member, number)
    players.erase(player=player, by=Actor.at_desk(member.user))
    jobs.forget(member.club.slug)
    messages.success(
        request,
        say(
            "Player {number} has no name any more, here and in every tournament.",
            number=number,
        ),
    )
    return redirect("scoring:players", club)


def _likely(member: Member, form: PlayerForm) -> Sequence[Player]:
    """Whom the club may have already; nobody once it is said to be somebody new."""
    data = form.cleaned_data
    if data["somebody_new"] or done_before(data["key"]):
        return []
    return _alike(member, data)


def _alike(member: Member, data: Mapping[str, Any]) -> Sequence[Player]:
    return same_name(member.club, data["name"], data["lodge"])[1]


def _add(member: Member, form: PlayerForm) -> Player | None:
    data = form.cleaned_data
    try:
        return players.add(
            club=member.club,
            by=Actor.at_desk(member.user),
            name=data["name"],
            lodge=data["lodge"],
            key=data["key"],
            not_these=_alike(member, data) if data["somebody_new"] else (),
        )
    except Refused as refused:
        form.refuse(refused)
    except ValidationError as wrong:
        form.refuse_fields(wrong)
    return None


def _player(member: Member, number: int) -> Player:
    player = member.club.players.filter(number=number).first()
    if player is None:
        raise Http404("There is no such player.")
    return player


def players_frame(
    member: Member, context: dict[str, Any], last: str = ""
) -> dict[str, Any]:
    """The context of base.html for the pages of the club's players."""
    all_players = reverse("scoring:players", args=[member.club.slug])
    return {**desk_frame(member, (say("Players"), all_players), last), **context}
