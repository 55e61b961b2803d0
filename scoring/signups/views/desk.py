"""The desk's RSVP list: answers, settings, canceling, and personal links."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.access import Member, member_of, open_to_guests
from clubs.forms import HourField, MomentField, PlainForm, WholeNumberField
from clubs.i18n import hour, message, plural_message
from clubs.models import Player
from clubs.site_urls import link_address, opens_here_only
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.page_context import (
    address,
    desk_frame,
    frame,
    offer_undo,
    refusals_as_messages,
)
from scoring.core.writes import ActionRefused, Actor
from scoring.models import Tournament
from scoring.people.players import player_at
from scoring.signups import notifications, personal_links, rsvps
from scoring.signups.invitees import to_ask
from scoring.signups.name_signups import to_confirm
from scoring.signups.reschedules import rescheduled_text
from scoring.signups.rsvp_list import (
    ANSWERS,
    RsvpRow,
    chat_message,
    counts_of,
    groups_of,
    rows_by_number,
    settings_of,
    tables_in_chairs,
)
from scoring.signups.rsvps import LIST, coming_to, why_over
from scoring.signups.summaries import table_summary


class ListForm(PlainForm):
    """The settings of an event's RSVPs."""

    asks = forms.BooleanField(
        label=_("Members RSVP with their personal link"), required=False
    )
    places = WholeNumberField(
        label=_("Capacity"),
        required=False,
        min_value=1,
        max_value=2_000,
        help_text=_("After that, people join the waitlist. Leave blank for no limit."),
    )
    answers_from = MomentField(
        label=_("RSVPs open"),
        required=False,
        help_text=_("Leave blank to open now."),
    )
    answers_until = MomentField(
        label=_("RSVPs close"),
        required=False,
        help_text=_("Leave blank to close when the first round is published."),
    )

    if_needed_leave = forms.BooleanField(
        label=_("Standby players may go home"),
        required=False,
        help_text=_(
            "If there are enough full tables without them, check-in and the draw "
            "list who can go home. Otherwise they sit out first."
        ),
    )

    doors_at = HourField(
        label=_("Doors open at"),
        required=False,
        help_text=_("Leave blank to show no time."),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    @classmethod
    def for_tournament(cls, tournament: Tournament) -> "ListForm":
        facts = {name: getattr(tournament, name) for name in LIST}
        return cls(tournament, initial=facts)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        start, until = data.get("answers_from"), data.get("answers_until")
        if start and until and start >= until:
            self.add_error("answers_until", message("This is before RSVPs open."))
        doors, begins = data.get("doors_at"), self.tournament.starts_at
        if doors and begins and doors > begins:
            text = message("The event starts at {hour}.", hour=hour(begins))
            self.add_error("doors_at", text)
        return data


class AskForm(PlainForm):
    """The players to invite."""

    players = forms.MultipleChoiceField(
        error_messages={"required": _("Select the people you invited.")}
    )


@open_to_guests
@require_http_methods(["GET", "HEAD", "POST"])
def coming(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the RSVP list and what it makes; a POST saves the settings."""
    access = desk_of(request, club, tournament, DIRECTOR)
    with timezone.override(access.tournament.club.zone):
        if request.method != "POST":
            offer_undo(request, access)
            return _page(request, access, ListForm.for_tournament(access.tournament))
        form = ListForm(access.tournament, request.POST)
        if not form.is_valid():
            return _page(request, access, form)
        try:
            rsvps.set_list(
                tournament=access.tournament, actor=access.actor, **form.cleaned_data
            )
        except ValidationError as wrong:
            form.add_error(None, wrong.messages)
            return _page(request, access, form)
    messages.success(request, message("Settings saved."))
    return redirect(address("coming", access.tournament))


@require_POST
def coming_ask(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Invite the selected players who aren't on the list yet."""
    access = desk_of(request, club, tournament, DIRECTOR)
    form, known = AskForm(request.POST), to_ask(access.tournament)
    form.offer("players", [(str(comer.player.pk), "") for comer in known])
    if not form.is_valid():
        messages.error(request, message("Select the people you invited."))
        return redirect(f"{address('coming', access.tournament)}#ask")
    ticked = {int(pk) for pk in form.cleaned_data["players"]}
    people = [comer.player for comer in known if comer.player.pk in ticked]
    with refusals_as_messages(request):
        new = rsvps.ask(
            tournament=access.tournament, players=people, actor=access.actor
        )
        text = plural_message(
            "{n} person was invited.", "{n} people were invited.", new
        )
        messages.success(request, text)
    return redirect(address("coming", access.tournament))


@require_POST
def call_off(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Cancel the event; with `back`, reinstate it."""
    access = desk_of(request, club, tournament, DIRECTOR)
    is_off = request.POST.get("back") != "yes"
    with refusals_as_messages(request):
        rsvps.call_off(tournament=access.tournament, actor=access.actor, is_off=is_off)
    return redirect(address("coming", access.tournament))


@require_POST
def coming_say(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    """Save an answer given at the desk; a script gets the rows that changed."""
    access = desk_of(request, club, tournament, DIRECTOR)
    player = _player(access.member, number)
    before = rows_by_number(coming_to(access.tournament))
    refused = ""
    try:
        _save_answer(access, player, request.POST.get("answer", ""))
    except ActionRefused as error:
        refused = error.message
    if request.headers.get("X-Requested-With") != "XMLHttpRequest":
        if refused:
            messages.error(request, refused)
        return redirect(f"{address('coming', access.tournament)}#player-{number}")
    with timezone.override(access.tournament.club.zone):
        return _changed_rows(request, access, before, number, refused)


def _save_answer(access: DeskAccess, player: Player, answer: str) -> None:
    """Save one of the four answers. Raises ActionRefused for any other."""
    if answer not in ANSWERS:
        raise ActionRefused(message("Select one of the four answers."))
    rsvps.set_rsvp(
        answer, tournament=access.tournament, player=player, actor=access.actor
    )


def _changed_rows(
    request: HttpRequest,
    access: DeskAccess,
    before: dict[int, RsvpRow],
    number: int,
    refused: str,
) -> HttpResponse:
    """Render what one answer changed: its row, rows of the waitlist, the counters."""
    context = _list_context(access)
    current_rows = rows_by_number(context["coming"])
    changed = [row for key, row in current_rows.items() if row != before.get(key)]
    pressed = current_rows.get(number)
    if pressed and pressed not in changed:
        changed.append(pressed)  # the script waits for this row
    saved = message("Saved: {name}.", name=pressed.player.name) if pressed else ""
    context |= {
        "rows": changed,
        "saved": saved,
        "refused": refused,
        "over": why_over(access.tournament),
        "club": access.tournament.club,
        "tournament": access.tournament,
    }
    return render(request, "scoring/signups/_rsvp_saved.html", context)


def _list_context(access: DeskAccess) -> dict[str, Any]:
    """Return the people of the list and their totals."""
    coming = coming_to(access.tournament)
    tables = table_summary(coming.tables, len(coming.spare))
    return {
        "coming": coming,
        "groups": groups_of(coming),
        "counts": counts_of(coming),
        "chairs": tables_in_chairs(coming),
        # The page already has the number of people going in large type.
        "tables": tables[1:] if coming.inside else tables,
    }


@require_http_methods(["GET", "HEAD", "POST"])
def rsvp_links(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show everyone's personal link for copying; a POST creates the missing ones."""
    access = desk_of(request, club, tournament, DIRECTOR)
    people = [comer.player for comer in coming_to(access.tournament).comers]
    if request.method == "POST":
        on_list = Player.objects.filter(pk__in=[player.pk for player in people])
        personal_links.give_to_players(
            on_list, tournament=access.tournament, actor=access.actor
        )
        return redirect(address("rsvp-links", access.tournament))
    paths, base = personal_links.paths_of_players(people), _link_base(request, access)
    lines = [
        f"{player.name}\t{base}{paths[player.pk]}"
        for player in sorted(people, key=lambda player: player.person_name.key)
        if player.pk in paths
    ]
    context = {
        **frame(access, _crumb(access), message("Personal links")),
        "lines": "\n".join(lines),
        "number": len(lines),
        "without": len(people) - len(lines),
        "message": _message(request, access),
        "only_here": opens_here_only(base),
    }
    return render(request, "scoring/signups/personal_links.html", context)


def _link_base(request: HttpRequest, access: DeskAccess) -> str:
    return link_address(request, access.tournament.club)


def _message(request: HttpRequest, access: DeskAccess) -> str:
    tournament = access.tournament
    return chat_message(
        tournament, _link_base(request, access) + tournament.get_absolute_url()
    )


def _crumb(access: DeskAccess) -> tuple[str, str]:
    return message("RSVPs"), address("coming", access.tournament)


def _page(request: HttpRequest, access: DeskAccess, form: ListForm) -> HttpResponse:
    tournament = access.tournament
    closed_reason = why_over(tournament)
    context = {
        **frame(access, message("RSVPs")),
        **_list_context(access),
        "to_confirm": [] if closed_reason else to_confirm(tournament),
        "form": form,
        "settings": settings_of(tournament),
        "over": closed_reason,
        "moved": "" if closed_reason else rescheduled_text(tournament),
        "missing": notifications.missing(),
        "to_ask": () if closed_reason else to_ask(tournament),
        "message": _message(request, access),
    }
    return render(request, "scoring/signups/desk.html", context)


@require_safe
def link(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Show a player's personal link as a code and an address, or a button for one."""
    member = member_of(request, club, DIRECTOR)
    player = _player(member, number)
    base = link_address(request, member.club)
    personal_link = personal_links.link_of(player)
    players = (message("Players"), reverse("scoring:players", args=[member.club.slug]))
    edit = reverse("scoring:player-edit", args=[member.club.slug, number])
    context = {
        **desk_frame(member, players, (player.name, edit), message("Personal link")),
        "player": player,
        "link": personal_link,
        "address": base + personal_links.path_of(personal_link)
        if personal_link
        else "",
        "only_here": opens_here_only(base),
    }
    return render(request, "scoring/signups/link.html", context)


@require_POST
def link_give(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Create a player's link; with `anew`, replace the current one."""
    member = member_of(request, club, DIRECTOR)
    player = _player(member, number)
    anew = request.POST.get("anew") == "yes"
    personal_links.give(player=player, actor=Actor.at_desk(member.user), anew=anew)
    return redirect("scoring:player-link", club, number)


@require_POST
def link_close(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Close a player's link, so that it opens nothing any more."""
    member = member_of(request, club, DIRECTOR)
    player = _player(member, number)
    personal_links.close(player=player, actor=Actor.at_desk(member.user))
    messages.success(request, message("The link no longer works."))
    return redirect("scoring:player-link", club, number)


def _player(member: Member, number: int) -> Player:
    player = player_at(member.club, number)
    if player is None:
        raise Http404(message("That player doesn’t exist."))
    return player
