"""Seat changes: propose them, make them, and list who has to move."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import open_to_guests
from clubs.i18n import message
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import act_done, address, frame, offer_undo
from scoring.core.writes import ActionRefused
from scoring.draw.drafts import are_moved_by_hand
from scoring.draw.reseat import question_of
from scoring.draw.reseat_proposals import proposal_of
from scoring.draw.reseat_writes import change_seats
from scoring.draw.seat_moves import MoveLine, moves_of
from scoring.draw.sit_outs import RESEAT, ledger_of
from scoring.models import Draw, Round

ANEW, MOVED = "anew", "moved"  # what happens to the drafts: drawn again, or changed
LOOK_AGAIN = _("The seats have changed since you opened this page. Review them again.")


class ChangeForm(IdempotentForm):
    """The digest of the displayed proposal, and what happens to the drafts."""

    digest = forms.CharField(max_length=32, widget=forms.HiddenInput)
    later = forms.ChoiceField(
        choices=[(MOVED, _("changed")), (ANEW, _("drawn again"))],
        widget=forms.HiddenInput,
    )


@open_to_guests
@require_safe
def change(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    offer_undo(request, access)
    smallest = question_of(access.tournament)
    moved = proposal_of(smallest, smallest.seed)
    redrawn, is_hand_moved = None, False
    if any(not changed.round.is_published for changed in moved.changes):
        anew = question_of(access.tournament, drafts=False)
        redrawn = proposal_of(anew, anew.seed)
        is_hand_moved = are_moved_by_hand(access.tournament, anew.redrawn)
    later = request.GET.get("later")
    if later not in (ANEW, MOVED):
        later = ANEW if smallest.may_redraw else MOVED
    if redrawn is None or (redrawn.problem and not request.GET.get("later")):
        later = MOVED
    proposal = redrawn if redrawn and later == ANEW else moved
    context = {
        **frame(
            access,
            (pgettext("noun", "Draw"), address("draw", access.tournament)),
            message("Seat changes"),
        ),
        "proposal": proposal,
        "is_needed": bool(moved.changes),
        "is_redrawn": proposal is redrawn,
        "moved": moved,
        "redrawn": redrawn,
        "is_hand_moved": is_hand_moved,
        "form": ChangeForm(initial={"digest": proposal.digest, "later": later}),
    }
    return render(request, "scoring/draw/reseat.html", context)


@require_POST
def change_make(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Make exactly the displayed change; if it no longer fits, show the new one."""
    access = desk_of(request, club, tournament, DIRECTOR)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        messages.error(request, LOOK_AGAIN)
        return _back(access, "")
    later = form.cleaned_data["later"]
    try:
        new_draw = change_seats(
            tournament=access.tournament,
            actor=access.actor,
            digest=form.cleaned_data["digest"],
            drafts=later != ANEW,
            key=form.cleaned_data["key"],
        )
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return _back(access, later)
    if new_draw.input.get("kind") != RESEAT:
        messages.success(request, message("The unpublished rounds were drawn again."))
        return redirect(address("draw", access.tournament))
    sentence = message(
        "Only drafts changed. No one has seen those seats, so you don’t need to tell "
        "anyone."
    )
    if _seen_moves(access, new_draw):
        sentence = message(
            "Seats changed. Tell the people who move, or print the list."
        )
    act_done(request, access, sentence)
    return redirect(address("change-slip", access.tournament, new_draw.pk))


@require_safe
def change_slip(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    """Show who moves, to be called out or posted; drafts stay with the director."""
    access = desk_of(request, club, tournament, DIRECTOR)
    stored_draw = get_object_or_404(Draw, tournament=access.tournament, pk=pk)
    if stored_draw.input.get("kind") != RESEAT:
        raise Http404(message("This draw didn’t move anyone."))
    stored_draw.tournament = access.tournament
    offer_undo(request, access)
    context = {
        **frame(access, message("Only these people move")),
        "made": stored_draw,
        "rounds": _seen_moves(access, stored_draw),
        "now": timezone.now(),
    }
    return render(request, "scoring/draw/reseat_slip.html", context)


@open_to_guests
@require_safe
def sit_outs(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the sit-outs of this season."""
    access = desk_of(request, club, tournament, DIRECTOR)
    context = {
        **frame(
            access,
            (pgettext("noun", "Draw"), address("draw", access.tournament)),
            message("Sit-outs"),
        ),
        "lines": ledger_of(access.tournament),
    }
    return render(request, "scoring/draw/sit_outs.html", context)


def _seen_moves(
    access: DeskAccess, stored_draw: Draw
) -> list[tuple[int, tuple[MoveLine, ...]]]:
    """Return the moves in published rounds, by the number of the round."""
    published = access.tournament.rounds.exclude(state=Round.State.DRAFT)
    published_numbers = set(published.values_list("number", flat=True))
    return [
        (n, lines)
        for n, lines in moves_of(stored_draw)
        if lines and n in published_numbers
    ]


def _back(access: DeskAccess, later: str) -> HttpResponse:
    more = f"?later={later}" if later else ""
    return redirect(address("change", access.tournament) + more)
