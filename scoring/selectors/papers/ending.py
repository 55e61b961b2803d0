"""Papers of the end of an evening: lists beside the standings, prizes, the report."""

from collections.abc import Iterable
from datetime import datetime, tzinfo

from clubs.templatetags.valat import chips, money, points
from scoring.models import Tournament
from scoring.selectors.papers.shapes import Heading, ListPaper
from scoring.selectors.papers.shapes_end import PrizePaper, PrizesPaper, ReportPaper
from scoring.selectors.report import report_of
from scoring.selectors.standings.board import Board, board_of
from scoring.selectors.standings.prizes import prizes_of
from scoring.selectors.standings.side_lists import SideLists


def clock_text(at: datetime) -> str:
    """A moment as Texas writes it: 7:45 pm, Nov 20."""
    hour = at.hour % 12 or 12
    half = "pm" if at.hour >= 12 else "am"
    return f"{hour}:{at:%M} {half}, {at:%b} {at.day}"


def edition_text(board: Board, zone: tzinfo) -> str:
    """Which edition a print holds, so that nobody takes an older one for the newest."""
    if not board.is_final or board.edition is None:
        return ""
    return f"edition {board.edition.number} of {clock_text(board.edition.at.astimezone(zone))}"


def list_papers(lists: SideLists) -> tuple[ListPaper, ...]:
    """Teams and classes as they stand below the standings."""
    papers = [_team_paper(lists)] if lists.teams_named else []
    return (
        *papers,
        *(
            ListPaper(
                each.name,
                "",
                tuple(
                    (
                        _place(line.place, line.tied),
                        line.person.name,
                        f"place {line.overall} of all",
                        _score(lists, line.total, line.points),
                    )
                    for line in each.lines
                ),
            )
            for each in lists.classes
        ),
    )


def _team_paper(lists: SideLists) -> ListPaper:
    note = f"The best {lists.best} of each count."
    if lists.has_short_teams:
        note += " With fewer players there is no place."
    return ListPaper(
        lists.teams_named,
        note,
        tuple(
            (
                _place(team.place, team.tied) if team.place else "–",
                team.name,
                ", ".join(each.person.name for each in team.counted),
                _score(lists, team.total, team.points),
            )
            for team in lists.teams
        ),
    )


def _place(place: int, tied: bool) -> str:
    return f"{place}=" if tied else f"{place}"


def _score(lists: SideLists, total: int, by_points: int | float) -> str:
    return points(by_points) if lists.by_points else chips(total)


def _heading(tournament: Tournament) -> Heading:
    club = tournament.club
    return Heading(club.name, tournament.name, tournament.date, tournament.place)


def prizes_paper(tournament: Tournament, *, at: datetime) -> PrizesPaper:
    """Who gets how much, for those who sign; full names, for it stays at the desk."""
    club, prizes = tournament.club, prizes_of(tournament)
    names = dict(tournament.entries.values_list("number", "name"))

    def rows() -> Iterable[PrizePaper]:
        for line in prizes.lines:
            number = line.person.number
            yield PrizePaper(
                _place(line.place, line.tied),
                number,
                names[int(number)],
                money(line.cents, club.currency),
            )

    board = board_of(tournament)
    edition = edition_text(board, club.zone)
    as_of = clock_text(at.astimezone(club.zone))
    return PrizesPaper(
        _heading(tournament),
        board.state,
        f"{as_of} · {edition}" if edition else as_of,
        tuple(rows()),
        money(prizes.given, club.currency),
    )


def report_paper(tournament: Tournament) -> ReportPaper:
    """The report as it stands on the desk's page; empty before a score is."""
    report = report_of(tournament)
    if report is None:
        return ReportPaper(_heading(tournament), tournament.name, (), ())
    return ReportPaper(
        _heading(tournament), report.title, report.paragraphs, report.sections
    )
