"""The standings as last reckoned, proven by the audit; as they were when final."""

from datetime import UTC, datetime
from typing import Any

from django.db import models

from clubs.models import Player, Season, User
from clubs.wording import say_later
from scoring.models.counts import Count
from scoring.models.entries import Entry
from scoring.models.signed import DigestField, Signed, digest_of_facts, is_as_made
from scoring.models.tournaments import Tournament

# Of a tournament, what its prizes rest on beside the places.
FUND = ("currency", "fee", "prize_extra", "prize_kept", "prize_kind", "prizes")
# What its lists of teams and classes rest on, and whether it is final.
LISTS = ("teams", "team_best", "classes")
SETTINGS = (*FUND, *LISTS, "finished_at")
# Of an entry, what pages show and nothing else repeats.
SHOWN = (
    *("number", "name", "lodge", "team"),
    *("classes", "paid_at"),
)


class StandingsQuerySet(models.QuerySet["Standings"]):
    def behind(self) -> "StandingsQuerySet":
        """Those whose tallies, figures of hands and final seasons have not followed yet."""
        return self.filter(followed__lt=models.F("revision"))


class Standings(models.Model):
    """One row a tournament, written whenever a score in force changes.

    Tallies, figures of hands and final seasons follow after the commit: `revision` grows
    with every write that they may follow from, and `followed` is the one that they are
    of. Until they have followed, `why`, `by` and `by_name` are what an edition of a final
    season will say of that write.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, related_name="standings"
    )
    version = models.PositiveIntegerField(default=1)
    rows = models.JSONField(default=list)
    reckoned_at = models.DateTimeField(auto_now=True)
    # What prizes rest on as the last write left it, by name; None: of no write known.
    fund = models.JSONField(null=True, default=None, editable=False)
    revision = models.PositiveIntegerField(default=0, editable=False)
    followed = models.PositiveIntegerField(default=0, editable=False)
    why = models.CharField(max_length=300, blank=True, editable=False)
    by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    by_name = models.CharField(max_length=100, blank=True, editable=False)

    objects = StandingsQuerySet.as_manager()

    class Meta:
        verbose_name_plural = say_later("standings")
        indexes = [
            models.Index(
                fields=["tournament"],
                condition=models.Q(followed__lt=models.F("revision")),
                name="scoring_standings_behind",
            ),
        ]

    def __str__(self) -> str:
        return f"standings of {self.tournament}, version {self.version}"

    @property
    def is_behind(self) -> bool:
        return self.followed < self.revision


def fund_of(tournament: int) -> dict[str, Any]:
    """Return what pages show of a tournament now that follows from no other fact.

    The prizes, its lists, the costs, the moment it became final; `paid` are the entries
    that have paid the fee, by their keys. Of `people` there is a digest each, for a name
    can be erased. Two queries.
    """
    own = Tournament.objects.filter(pk=tournament).order_by("costs__pk")
    rows = list(own.values(*SETTINGS, "costs__coins"))  # a row each cost, or one
    facts: dict[str, Any] = {name: rows[0][name] for name in SETTINGS}
    coins = [row["costs__coins"] for row in rows if row["costs__coins"] is not None]
    facts["finished_at"] = _moment(facts["finished_at"])
    entries = Entry.everybody.filter(tournament=tournament, house=None).order_by("pk")
    paid, people = [], {}
    for entry in entries.values("pk", "paid", "merged_into", *SHOWN):
        if entry["paid"] and not entry["merged_into"]:
            paid.append(entry["pk"])
        shown = {name: entry[name] for name in SHOWN}
        shown["paid_at"] = _moment(shown["paid_at"])
        people[str(entry["pk"])] = digest_of_facts(shown)
    return {**facts, "paid": paid, "people": people, "costs": coins}


def lists_of(tournament: int) -> dict[str, Any]:
    """Return what the lists of teams and classes and the treasurer's sheet rest on.

    Entries are by their keys, without names, which can be erased; a lodge is there
    where it is a team.
    """
    fund = fund_of(tournament)
    by_lodge = fund["teams"] == Tournament.Teams.LODGES
    entries = Entry.objects.filter(tournament=tournament, ranked=True).order_by("pk")
    members = {
        str(pk): {
            "lodge": lodge if by_lodge else "",
            "team": team,
            "classes": classes,
        }
        for pk, *lists in entries.values_list("pk", "lodge", "team", "classes")
        for lodge, team, classes in [lists]
    }
    names = (*FUND, *LISTS, "paid", "costs")
    return {**{name: fund[name] for name in names}, "members": members}


def _moment(moment: datetime | None) -> str | None:
    """The same text from every database."""
    return moment.astimezone(UTC).isoformat() if moment else None


class Tally(models.Model):
    """What an evening was for a player: seasons, records and his page read this alone.

    It follows from the kept standings, soon after them. `net`: chips above the
    start chips in the rounds at a table that count, with `rulings`; `rounds` says how
    many those are, `sum_squares` adds up the square of each round's net. `results` are
    rows of `Result` (scoring/years/tallies.py). None is what an old list
    does not say, never 0.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="tallies"
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tallies")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="tally")
    game = models.CharField(max_length=20)
    engine = models.CharField(say_later("version of the rules"), max_length=20)
    place = models.PositiveIntegerField()
    tied = models.BooleanField()
    total = models.BigIntegerField(null=True)
    net = models.BigIntegerField(null=True)
    rulings = models.BigIntegerField()
    points = models.FloatField(say_later("table points"), null=True)  # halves, so exact
    rounds = models.PositiveSmallIntegerField(say_later("rounds at a table"), null=True)
    sum_squares = models.BigIntegerField(
        say_later("squares of the rounds’ nets"), null=True
    )
    results = models.JSONField(default=list)
    figures = models.JSONField(
        say_later("figures of the game"), default=dict, blank=True
    )

    class Meta:
        verbose_name_plural = say_later("tallies")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="scoring_tally_one_each"
            ),
        ]

    def __str__(self) -> str:
        return f"place {self.place} in {self.tournament}"


class Edition(Signed):
    """Final standings as published; a later correction makes the next edition.

    `rows` are those of `Standings`, without names: they are looked up when read.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="editions"
    )
    number = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    reason = models.CharField(say_later("what changed"), max_length=300, blank=True)
    digest = DigestField(of=("tournament_id", "number", "rows"))
    # Teams, classes and the treasurer's sheet (`lists_of`); None: an older version's.
    lists = models.JSONField(null=True, default=None, editable=False)
    lists_digest = DigestField(of=("tournament_id", "number", "lists"), db_default="")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="scoring_edition_number"
            ),
        ]

    def __str__(self) -> str:
        return f"edition {self.number} of {self.tournament}"

    @property
    def is_whole(self) -> bool:
        """Whether it says what it said when it was declared."""
        return is_as_made(self)


class SeasonEdition(Signed):
    """A season's places as declared final; a later correction makes the next edition.

    `rows` have players by their keys: names are looked up when read.
    """

    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="editions"
    )
    number = models.PositiveSmallIntegerField()
    formula = models.JSONField()
    rows = models.JSONField()
    reason = models.CharField(say_later("what changed"), max_length=300, blank=True)
    digest = DigestField(of=("season_id", "number", "formula", "rows"))

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "number"], name="scoring_seasonedition_number"
            ),
        ]

    def __str__(self) -> str:
        return f"edition {self.number} of season {self.season}"

    @property
    def is_whole(self) -> bool:
        """Whether it says what it said when it was declared."""
        return is_as_made(self)


class SecondLook(Signed):
    """Before the cups somebody compared a verified count with its paper once more."""

    count = models.ForeignKey(Count, on_delete=models.PROTECT, related_name="looks")
    key = models.CharField(max_length=40, unique=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.by_name} looked again at {self.count}"
