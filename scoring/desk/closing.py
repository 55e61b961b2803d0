"""The six steps at the end of an event: what is done, and what is left to do."""

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.i18n import clock_and_day, message, money
from scoring.audit.podium import PODIUM
from scoring.core.page_context import address
from scoring.desk.overview import PRINTED
from scoring.models import Change, Tournament
from scoring.standings.prizes import prizes_of


@dataclass(frozen=True, slots=True)
class ClosingStep:
    """One step: its purpose, its progress, and the page for it."""

    key: str
    title: str
    text: str
    button: str
    url: str
    is_done: bool
    posts: bool = False  # done at once by its button


def closing_steps(tournament: Tournament) -> list[ClosingStep]:
    """Return the six steps in order."""
    printed = set(_printed(tournament))
    prints = address("prints", tournament)
    fund = prizes_of(tournament)
    return [
        _audit(tournament),
        ClosingStep(
            "prizes",
            message("Prizes"),
            message("{money} in prizes.", money=money(fund.payout, tournament.currency))
            if fund.payout
            else message("No prizes are set."),
            message("Set prizes"),
            address("prizes", tournament),
            bool(fund.payout) or "prizes" in printed,
        ),
        _finish(tournament),
        ClosingStep(
            "report",
            message("Newsletter report"),
            message("The results as text to copy or print."),
            message("Open report"),
            address("report", tournament),
            "report" in printed,
        ),
        ClosingStep(
            "certificates",
            message("Certificates"),
            message("For the first three, or for everyone."),
            message("Print certificates"),
            f"{prints}?what=certificates",
            "certificates" in printed,
        ),
        ClosingStep(
            "treasurer",
            message("Treasurer’s sheet"),
            message("Fees, prizes and costs, with lines to sign."),
            message("Open treasurer’s sheet"),
            address("treasurer", tournament),
            "treasurer" in printed,
        ),
    ]


def first_open(steps: Iterable[ClosingStep]) -> ClosingStep | None:
    """Return the first step that isn't done."""
    return next((step for step in steps if not step.is_done), None)


def _printed(tournament: Tournament) -> Iterable[str]:
    rows = Change.objects.filter(tournament=tournament, what=PRINTED)
    return rows.values_list("new", flat=True)


def is_audited(tournament: Tournament) -> bool:
    """Return whether someone verified the podium of this event."""
    return Change.objects.filter(tournament=tournament, what=PODIUM).exists()


def _audit(tournament: Tournament) -> ClosingStep:
    audited = is_audited(tournament)
    return ClosingStep(
        "podium",
        message("Podium audit"),
        message("The podium was verified.")
        if audited
        else message("Check the top sheets against paper before you hand out prizes."),
        message("Audit the podium"),
        address("podium", tournament),
        audited,
    )


def _finish(tournament: Tournament) -> ClosingStep:
    time = tournament.finished_at
    return ClosingStep(
        "finish",
        message("Final standings"),
        message(
            "Final since {time}.",
            time=clock_and_day(time.astimezone(tournament.club.zone)),
        )
        if time
        else message("The standings are provisional until you finish the event."),
        message("Finish the event"),
        address("tournament-finish", tournament),
        time is not None,
        posts=True,
    )
