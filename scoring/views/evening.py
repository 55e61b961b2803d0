"""The evening on one screen: what to do next, every round, finish and reopen."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.access import DIRECTOR, desk_of
from scoring.models import Tournament
from scoring.selectors.evening import Evening, Step, Todo, evening_of, next_step
from scoring.selectors.standings import standings_of
from scoring.services import tournaments
from scoring.services.changes import Refused
from scoring.views.desk_frame import address, frame

# What the button says, and which page it opens; the round and the table go with it.
BUTTONS = {
    Todo.ENTER: ("Enter who plays", "entries"),
    Todo.CHECK_IN: ("Mark who has come", "entries"),
    Todo.DRAW: ("Go to the draw", "draw"),
    Todo.SEAT: ("Seat round {round}", "draw"),
    Todo.PRINT: ("Print the sheets of round {round}", "prints"),
    Todo.FREE_SEAT: ("Look at table {table}", "sheet-desk"),
    Todo.SETTLE: ("Look at table {table}", "sheet-desk"),
    Todo.COUNT: ("Enter table {table}", "sheet-desk"),
    Todo.VERIFY: ("Verify table {table}", "sheet-desk"),
    Todo.NOTHING: ("See the standings", "tournament"),
}
# Done at once, by a press.
ACTIONS = {
    Todo.PUBLISH: ("Publish round {round}", "round-publish"),
    Todo.FINISH: ("Finish the tournament", "tournament-finish"),
}


@require_safe
def tournament_desk(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament)
    evening = evening_of(place.tournament)
    step = next_step(evening, place.member.user)
    may_do = place.member.is_director or not step.needs_director
    context = frame(place) | {
        "evening": evening,
        "step": step,
        "button": _button(place.tournament, step) if may_do else None,
        "may_do": may_do,
        "winners": _winners(place.tournament),
        "finish_asks": _finish_asks(evening),
    }
    return render(request, "scoring/tournament_desk.html", context)


@require_POST
def tournament_finish(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament, DIRECTOR)
    try:
        tournaments.finish(tournament=place.tournament, by=place.actor)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(
            request, "The tournament is finished; the standings are final."
        )
    return redirect(address("tournament-desk", place.tournament))


@require_POST
def tournament_reopen(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament, DIRECTOR)
    tournaments.reopen(tournament=place.tournament, by=place.actor)
    messages.success(
        request, "The tournament is open again; the standings are not final."
    )
    return redirect(address("tournament-desk", place.tournament))


def _button(tournament: Tournament, step: Step) -> dict[str, str]:
    """What the one button says and where it leads; `posts` where it acts at once."""
    posts = step.todo in ACTIONS
    says, page = ACTIONS[step.todo] if posts else BUTTONS[step.todo]
    more = {
        "sheet-desk": (step.round, step.table),
        "round-publish": (step.round,),
    }.get(page, ())
    url = address(page, tournament, *more)
    if step.todo == Todo.PRINT:
        url = f"{url}?what=sheets&round={step.round}"
    says = says.format(round=step.round, table=step.table)
    return {"says": says, "url": url, "posts": posts}


def _winners(tournament: Tournament) -> list[dict]:
    if not tournament.finished_at:
        return []
    return [row for row in standings_of(tournament).rows if row["place"] == 1]


def _finish_asks(evening: Evening) -> str:
    """What finishing now means, where rounds are left."""
    left = evening.rounds_left
    if not left:
        return "The standings become final. You can reopen the tournament."
    rounds = "1 planned round is" if left == 1 else f"{left} planned rounds are"
    return f"{rounds} not played. The standings become final as they are now."
