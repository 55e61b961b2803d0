"""Players who may be one person: compare, merge and separate them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.access import Member, member_of, open_to_guests
from clubs.i18n import message, money, whole_number
from clubs.models import Player
from clubs.name_search import players_like
from scoring.core.access import DIRECTOR
from scoring.core.page_context import refusals_as_messages
from scoring.core.writes import Actor
from scoring.models import Merge
from scoring.people import merges
from scoring.people.duplicates import (
    may_be_one,
    merges_of,
    pair_of,
    two_people_of,
    undoable,
)
from scoring.people.players import player_at
from scoring.people.views.players import MergeForm, players_frame


@open_to_guests
@require_safe
def doubles(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    merged = merges_of(member.club)
    context = {
        "pairs": may_be_one(member.club),
        "merges": merged,
        "undoable": undoable(merged),
        "known": two_people_of(member.club),
    }
    return render(
        request,
        "scoring/people/desk_duplicates.html",
        players_frame(member, context, message("Possible duplicates")),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def player_merge(
    request: HttpRequest, club: str, number: int, other: int
) -> HttpResponse:
    """Show two players next to each other; a POST merges them under the chosen name."""
    member = member_of(request, club, DIRECTOR)
    pair = _player(member, number), _player(member, other)
    form = MergeForm(request.POST or None, players=pair)
    if request.method == "POST" and form.is_valid():
        target, duplicate = form.kept_and_gone
        with form.refusals():
            merge = merges.merge(
                target=target,
                duplicate=duplicate,
                actor=Actor.at_desk(member.user),
                key=form.cleaned_data["key"],
            )
            success_text = message(
                "Merged {gone} into {kept}.", gone=duplicate.name, kept=target.name
            )
            messages.success(request, success_text)
            for tournament in merges.paid_twice(merge):
                text = message(
                    "{tournament}: both had paid. Refund one fee: {fee}.",
                    tournament=tournament,
                    fee=money(tournament.fee, tournament.currency),
                )
                messages.warning(request, text)
            return redirect("scoring:doubles", club)
    context = {"form": form, "pair": pair_of(*pair)}
    return render(
        request,
        "scoring/people/desk_merge.html",
        players_frame(member, context, message("Possible duplicates")),
    )


@require_safe
def merge_find(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Find the other player to compare, by a part of the name or by number."""
    member = member_of(request, club, DIRECTOR)
    player = _player(member, number)
    typed = " ".join(request.GET.get("q", "").split())
    found = [p for p in _matching_players(member, typed) if p.pk != player.pk]
    if len(found) == 1:
        return redirect("scoring:player-merge", club, number, found[0].number)
    context = {"player": player, "typed": typed, "found": found}
    return render(
        request,
        "scoring/people/desk_merge_find.html",
        players_frame(member, context, message("Possible duplicates")),
    )


@require_POST
def merge_undo(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    merge = Merge.objects.filter(club=member.club, pk=pk).first()
    if merge is None:
        raise Http404("There is no such merge.")
    with refusals_as_messages(request):
        merges.undo(merge=merge, actor=Actor.at_desk(member.user))
        messages.success(request, message("They’re two separate players again."))
    return redirect("scoring:doubles", club)


@require_POST
def player_apart(
    request: HttpRequest, club: str, number: int, other: int
) -> HttpResponse:
    """Mark two players as different people."""
    member = member_of(request, club, DIRECTOR)
    first, second = _player(member, number), _player(member, other)
    with refusals_as_messages(request):
        merges.keep_apart(first=first, second=second, actor=Actor.at_desk(member.user))
        text = message(
            "{one} and {other} were marked as two people.",
            one=first.name,
            other=second.name,
        )
        messages.success(request, text)
    return redirect("scoring:doubles", club)


@require_POST
def apart_undo(
    request: HttpRequest, club: str, number: int, other: int
) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    first, second = _player(member, number), _player(member, other)
    merges.ask_again(first=first, second=second, actor=Actor.at_desk(member.user))
    messages.success(request, message("They’re possible duplicates again."))
    return redirect("scoring:doubles", club)


def _matching_players(member: Member, typed: str) -> list[Player]:
    if number := whole_number(typed):
        found = player_at(member.club, number)
        return [found] if found else []
    return players_like(member.club, typed, 20) if typed else []


def _player(member: Member, number: int) -> Player:
    """Return a player, merged or not, so that a form sent twice finds them too."""
    found = Player.everybody.filter(club=member.club, number=number)
    player = found.filter(erased_at=None).first()
    if player is None:
        raise Http404("That player doesn’t exist.")
    return player
