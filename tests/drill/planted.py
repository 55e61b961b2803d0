"""Faults planted one at a time in a copy of the tree; the tests named beside each find it.

`./run drill planted`. The gate looks that each can still be planted (test_planted.py).
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.drill.figures import DRILL, say
from tests.gate import HOUSE

COPIED = ("clubs", "config", "rules", "scoring", "static", "templates", "tests", "docs")
SEASONS = "tests/scoring/standings"


class Fault(NamedTuple):
    """`right` stands once in the file; `wrong` takes its place, and `tests` fail."""

    name: str
    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]


FAULTS = (
    # --- Results
    Fault(
        "who missed a round drops one more",
        "rules/ranking.py",
        "max(0, self.drop_worst - (self.rounds - len(results)))",
        "self.drop_worst",
        ("tests/rules/test_ranking.py",),
    ),
    Fault(
        "a round that was closed still runs",
        "rules/round_status.py",
        "        and not status.closed\n",
        "",
        ("tests/rules/test_round_status.py",),
    ),
    Fault(
        "a round that is not over is in the own average",
        "scoring/games/game_adapter.py",
        "finished = [result for result in own_results if result.round not in running]",
        "finished = list(own_results)",
        ("tests/scoring/results",),
    ),
    Fault(
        "nobody says who played for him",
        "scoring/results/compute.py",
        'facts["by"] = seat.entry',
        "pass",
        ("tests/scoring/results", f"{SEASONS}/views/test_places.py"),
    ),
    Fault(
        "a round sat out is somebody's best round",
        "rules/tie_breaks.py",
        " for result in contestant.results if not result.sat_out\n    ]\n    return max(",
        " for result in contestant.results\n    ]\n    return max(",
        ("tests/rules/test_ranking.py",),
    ),
    Fault(
        "dropped rounds are in the net chips",
        "scoring/rollups/event_results.py",
        "if result.table and not result.dropped",
        "if result.table",
        ("tests/scoring/rollups",),
    ),
    Fault(
        "a round that is not over is in the tally",
        "scoring/rollups/event_results.py",
        'if not r.get("apart")',
        "if True",
        ("tests/scoring/results", "tests/scoring/rollups"),
    ),
    Fault(
        "who shares the win at a table has won it",
        "rules/round_scores.py",
        "share = Fraction(1, list(scores).count(best))",
        "share = Fraction(1)",
        ("tests/rules/test_ranking.py",),
    ),
    # --- Draw
    Fault(
        "somebody who would have sat out and plays for another gets 0",
        "scoring/draw/seats.py",
        "own_sit_outs.exists() or drawn_part(rnd, entry) == RoundRole.OUT",
        "own_sit_outs.exists()",
        ("tests/scoring/draw/test_substitutes.py",),
    ),
    Fault(
        "a substitute sits by a place of his own",
        "scoring/draw/draw_input.py",
        "placed = [stands_for.get(pk, pk) for pk in rows if pk not in busy]",
        "placed = rows",
        ("tests/scoring/draw",),
    ),
    Fault(
        "a cancelled round was played",
        "scoring/draw/draw_input.py",
        "[rnd for rnd in self.rounds if rnd.counts]",
        "[rnd for rnd in self.rounds if rnd.state != Round.State.DRAFT]",
        ("tests/scoring/draw",),
    ),
    Fault(
        "one lodge in capitals is another",
        "scoring/draw/draw_input.py",
        "lodges[entry.lodge.strip().casefold()]",
        "lodges[entry.lodge.strip()]",
        ("tests/scoring/draw",),
    ),
    Fault(
        "last year's sit-outs come before tonight's",
        "rules/seating/request.py",
        "        for player in bench:\n            counts[player] = counts[player].once_more\n"
        "        benches.append(bench)",
        "        for player in bench:\n            counts[player] = counts[player]._replace(\n"
        "                before=counts[player].before + 1\n            )\n"
        "        benches.append(bench)",
        ("tests/rules/seating",),
    ),
    Fault(
        "on a free seat somebody sits twice",
        "scoring/draw/draw_input.py",
        "player = -seat.pk if seat.entry_id is None else seat.entry_id",
        "player = -1 if seat.entry_id is None else seat.entry_id",
        ("tests/scoring/draw",),
    ),
    # --- Seasons
    Fault(
        "who shares a place has all its points",
        "scoring/rollups/season_places.py",
        "if places[player_place.place] > 1",
        "if places[player_place.place] > 2",
        (f"{SEASONS}/test_seasons.py", f"{SEASONS}/views/test_season.py"),
    ),
    Fault(
        "an evening that counts nothing is one of so many",
        "scoring/rollups/season_places.py",
        "counted = [tournament for tournament in tournaments if tournament.counts]",
        "counted = list(tournaments)",
        (f"{SEASONS}/test_seasons.py", f"{SEASONS}/views/test_season.py"),
    ),
    Fault(
        "a part of an evening is none",
        "rules/season/standing.py",
        "return -(-evenings * formula.minimum // 100)",
        "return evenings * formula.minimum // 100",
        ("tests/rules/season",),
    ),
    Fault(
        "who was away from the last evening is before all",
        "rules/season/standing.py",
        "if wanted else (True, NOTHING)",
        "if wanted else (False, NOTHING)",
        ("tests/rules/season",),
    ),
    Fault(
        "a minus that counts as 0 is subtracted",
        "rules/season/evenings.py",
        "if formula.floor and brought is not None and brought < 0:",
        "if formula.floor and brought is not None and brought < -100:",
        ("tests/rules/season",),
    ),
    Fault(
        "new points count for events before their day",
        "rules/season/places.py",
        "if listed.first_day <= (day or date.min)]",
        "if listed.first_day <= date.max]",
        ("tests/rules/season",),
    ),
    Fault(
        "a bonus goes with the evening that is dropped",
        "rules/season/evenings.py",
        "bonus = sum((part.bonus for part in parts), NOTHING)",
        "bonus = sum((part.bonus for part in parts if not part.dropped), NOTHING)",
        ("tests/rules/season",),
    ),
    Fault(
        "rounds not played bring their chips to the net",
        "rules/season/evenings.py",
        "        elif result.at_table:\n",
        "        else:\n",
        ("tests/rules/season",),
    ),
    # --- Prizes
    Fault(
        "fees of those who are not ranked are left out",
        "scoring/standings/prizes.py",
        "with_seats(own.entries.filter(house=None))",
        "with_seats(own.entries.filter(house=None, ranked=True))",
        (f"{SEASONS}/views/test_prizes.py",),
    ),
    Fault(
        "who was entered twice has paid twice",
        "scoring/standings/prizes.py",
        "with_seats(own.entries.filter(house=None))",
        'with_seats(own.entries(manager="everybody").filter(house=None))',
        (f"{SEASONS}/views/test_prizes.py",),
    ),
    Fault(
        "cents that do not divide are lost",
        "rules/prizes.py",
        "Prize(key, part + (index < left), filled)",
        "Prize(key, part, filled)",
        ("tests/rules/test_prizes.py",),
    ),
    Fault(
        "what rounding leaves stays in the fund",
        "rules/prizes.py",
        "left = fund_coins * sum(prizes) // WHOLE - sum(whole)",
        "left = 0",
        ("tests/rules/test_prizes.py",),
    ),
    # --- Teams and classes
    Fault(
        "teams that share points are not separated by chips",
        "scoring/results/teams_and_classes.py",
        "(line.points, line.total) if tournament.by_points",
        "(line.points,) if tournament.by_points",
        ("tests/scoring/results/test_teams_and_classes.py",),
    ),
    Fault(
        "chips of those who do not count are the team's",
        "scoring/results/teams_and_classes.py",
        "sum(known[key].total for key in team.counted),",
        "sum(known[key].total for key in (*team.counted, *team.others)),",
        ("tests/scoring/results/test_teams_and_classes.py",),
    ),
    Fault(
        "a team of too few has a place",
        "rules/teams.py",
        "if len(team) >= best]",
        "if len(team) >= 1]",
        ("tests/rules/test_teams.py",),
    ),
    Fault(
        "who shares a place in a class is behind",
        "rules/teams.py",
        "first.setdefault(place, index)",
        "first[place] = index",
        ("tests/rules/test_teams.py",),
    ),
    # --- Ledger
    Fault(
        "a dropped sit-out is not taken off",
        "scoring/audit/ledger.py",
        "for result in results if result.dropped",
        "for result in results if result.dropped and result.table",
        ("tests/scoring/audit/test_ledger.py",),
    ),
    Fault(
        "a sit-out of a round that is not over is not apart",
        "scoring/audit/ledger.py",
        "for result in results if result.apart",
        "for result in results if result.apart and result.table",
        ("tests/scoring/audit/test_ledger.py",),
    ),
    Fault(
        "rulings between two are those on one",
        "scoring/games/game_adapter.py",
        "ruled[adjustment.other_id] -= adjustment.chips",
        "ruled[adjustment.other_id] -= 0",
        ("tests/scoring/audit/test_ledger.py",),
    ),
    Fault(
        "what was paid back was lent",
        "scoring/audit/ledger.py",
        "sum(loan.chips for loan in loans if loan.chips > 0)",
        "sum(abs(loan.chips) for loan in loans)",
        ("tests/scoring/audit/test_ledger.py",),
    ),
    Fault(
        "a free seat is a house player's",
        "scoring/audit/ledger.py",
        "seated = [seat for seat in self._seats if seat.entry_id is not None]",
        "seated = list(self._seats)",
        ("tests/scoring/audit",),
    ),
    # --- Mails
    Fault(
        "mail goes to an address that nobody confirmed",
        "scoring/signups/notifications.py",
        "return address.is_open and is_wished and not needs_guardian",
        "return is_wished",
        ("tests/scoring/signups/test_email_addresses.py",),
    ),
    Fault(
        "a reminder is sent late",
        "scoring/emails/content.py",
        "if not eve_is_on(evening.tournament, evening.current_time):",
        "if False:",
        ("tests/scoring/emails/test_letters.py",),
    ),
    # --- Calls to programs
    Fault(
        "a program is told of an evening that is not public",
        "scoring/api/webhook_delivery.py",
        "is_true = row.tournament.public",
        "is_true = True",
        ("tests/scoring/api/test_webhooks.py",),
    ),
    Fault(
        "a program passes over a change, for it knows its id",
        "scoring/api/webhook_delivery.py",
        "key=lambda row: (-row.number, row.pk)",
        "key=lambda row: (row.number, row.pk)",
        (
            "tests/scoring/api/test_webhooks.py",
            "tests/scoring/api/test_webhook_retries.py",
        ),
    ),
    Fault(
        "a name leads the site into its own network",
        "scoring/api/webhook_client.py",
        "if not all(literal and may_call(literal) for literal in literals):",
        "if False:",
        ("tests/scoring/api/test_webhook_client.py",),
    ),
    # --- Open data
    Fault(
        "a draft's counts are told to everybody",
        "scoring/api/event_queries.py",
        ".exclude(state=Round.State.DRAFT)",
        "",
        ("tests/scoring/api/test_api.py",),
    ),
    Fault(
        "whoever counted is told by the full name",
        "scoring/api/event_queries.py",
        "line(public_name(count.by_name, tournament.club))",
        "line(count.by_name)",
        ("tests/scoring/api/test_api.py",),
    ),
    Fault(
        "what was made for one version is told of the next",
        "scoring/api/views/api.py",
        "known = (request.path, asked, version)",
        "known = (request.path, asked)",
        ("tests/scoring/api/test_api.py",),
    ),
    # --- RSVPs
    Fault(
        "an offer outlasts the list",
        "scoring/signups/rsvps.py",
        "else min(current_time + OFFERED, closes)",
        "else current_time + OFFERED",
        ("tests/scoring/signups/test_rsvps.py",),
    ),
    Fault(
        "a spot is offered once the list is closed",
        "scoring/signups/rsvps.py",
        "return Clock(current_time, until, last if last and slept else current_time, closes)",
        "return Clock(current_time, until, last if last and slept else current_time)",
        ("tests/scoring/signups/test_rsvps.py",),
    ),
    Fault(
        "a spot that is offered is free",
        "scoring/signups/rsvps.py",
        "len(self.inside) - offered, 0)",
        "len(self.inside), 0)",
        ("tests/scoring/signups/test_rsvps.py",),
    ),
    Fault(
        "an answer stays with the other after a merge is undone",
        "scoring/people/merges.py",
        "    answers.filter(player=target).update(player=duplicate)\n",
        "",
        ("tests/scoring/people/test_merges.py",),
    ),
    # --- Money
    Fault(
        "the day of a payment is that of UTC",
        "scoring/standings/treasurer.py",
        "entry.paid_at.astimezone(zone).date()",
        "entry.paid_at.date()",
        ("tests/scoring/standings/test_treasurer.py",),
    ),
    Fault(
        "somebody on standby who got a seat owes nothing",
        "scoring/people/entries.py",
        "stood_by = entry.if_needed and not is_seated",
        "stood_by = entry.if_needed",
        ("tests/scoring/standings/test_treasurer.py",),
    ),
    # --- Years
    Fault(
        "a sit-out of a canceled round counts in the season",
        "scoring/draw/draw_input.py",
        "        why=SitOut.Why.SIT_OUT,\n        round__state__in=Round.COUNTING,\n        round__tournament__season",
        "        why=SitOut.Why.SIT_OUT,\n        round__tournament__season",
        ("tests/scoring/draw/test_if_needed.py",),
    ),
    Fault(
        "a season of days is without its last day",
        "scoring/rollups/season_places.py",
        "Q(date__range=(season.starts, season.ends))",
        "Q(date__gte=season.starts, date__lt=season.ends)",
        ("tests/scoring/standings/test_several_seasons.py",),
    ),
    Fault(
        "a final season does not follow its last day",
        "scoring/rollups/season_places.py",
        'date__lte=OuterRef("ends")',
        'date__lt=OuterRef("ends")',
        ("tests/scoring/standings/test_several_seasons.py",),
    ),
    Fault(
        "a reopened tournament that counts nothing holds up a season",
        "scoring/rollups/season_places.py",
        "any(tournament.counts for tournament in reopened)",
        "reopened.exists()",
        ("tests/scoring/standings/test_several_seasons.py",),
    ),
    Fault(
        "somebody is met in a canceled round",
        "scoring/history/player_history.py",
        "        score__isnull=False,\n        round__state__in=Round.COUNTING,\n",
        "        score__isnull=False,\n",
        ("tests/scoring/history/views/test_player.py",),
    ),
    Fault(
        "a place of a tournament under way is among the first three",
        "scoring/history/player_history.py",
        "own_places = [evening.place for evening in self.evenings if evening.is_over]",
        "own_places = [evening.place for evening in self.evenings]",
        ("tests/scoring/history/views/test_player.py",),
    ),
    Fault(
        "those among the first three are winners",
        "scoring/api/history_queries.py",
        "first_three=row.podiums",
        "first_three=row.wins",
        ("tests/scoring/api/test_history_queries.py",),
    ),
    Fault(
        "rounds ahead and behind are swapped",
        "scoring/api/history_queries.py",
        "        ahead=met.ahead,\n        behind=met.behind,",
        "        ahead=met.behind,\n        behind=met.ahead,",
        ("tests/scoring/api/test_history_queries.py",),
    ),
    # --- Emails about tournaments
    Fault(
        "an email leads to a page that is not public",
        "scoring/emails/content.py",
        "with_sheets=tournament.public",
        "with_sheets=True",
        ("tests/scoring/emails/test_letters.py",),
    ),
    Fault(
        "somebody with an offer does not hear that it is called off",
        "scoring/signups/notifications.py",
        'SAID_YES = ("in", "waiting", "offered")',
        'SAID_YES = ("in", "waiting")',
        ("tests/scoring/emails/test_letters.py",),
    ),
    # --- Rounds
    Fault(
        "the clock of a round that was taken back runs on",
        "scoring/draw/rounds.py",
        "    Clock.objects.filter(round=fresh).delete()\n",
        "",
        ("tests/scoring/draw/test_rounds.py",),
    ),
    Fault(
        "a draw by somebody who saw an earlier round replaces drafts",
        "scoring/draw/rounds.py",
        "repr((last, seats))",
        "repr(seats)",
        ("tests/scoring/draw/test_rounds.py",),
    ),
)


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The tree, to be broken."""
    tree = tmp_path_factory.mktemp("planted")
    without = shutil.ignore_patterns("__pycache__", "node_modules", "*.pyc")
    for name in COPIED:
        shutil.copytree(HOUSE / name, tree / name, ignore=without)
    for path in HOUSE.iterdir():
        if path.is_file():
            shutil.copy(path, tree)
    (tree / "locale").mkdir(exist_ok=True)
    yield tree
    shutil.rmtree(tree)


def run(tree: Path, tests: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != DRILL}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests],
        cwd=tree,
        env=environment | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_it_is_found(copy: Path, fault: Fault) -> None:
    path = copy / fault.file
    whole = path.read_text()
    path.write_text(whole.replace(fault.right, fault.wrong))
    try:
        done = run(copy, fault.tests)
    finally:
        path.write_text(whole)
    found = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert done.returncode == 1, f"not found\n{done.stdout[-800:]}{done.stderr[-800:]}"
    assert found, f"something else broke\n{done.stdout[-800:]}"
    say(f"{fault.name}: {found[0].removeprefix('FAILED ').split(' - ')[0]}")
