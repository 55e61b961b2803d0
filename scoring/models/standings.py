"""Standings as last computed and checked by the audit, and as published when final."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Player, Season, User
from scoring.models.counts import Count
from scoring.models.entries import Entry
from scoring.models.reasons import message_field, reason_of
from scoring.models.signed import DigestField, Signed, digest_of_facts, is_as_made
from scoring.models.tournaments import Tournament

# Columns of a tournament that its prizes depend on, besides the places.
FUND = ("currency", "fee", "prize_extra", "prize_kept", "prize_kind", "prizes")
# Columns that its lists of teams and classes depend on.
LISTS = ("teams", "team_best", "classes")
SETTINGS = (*FUND, *LISTS, "finished_at")
# Columns of an entry that pages show and that are stored nowhere else.
SHOWN = (
    *("number", "name", "lodge", "team"),
    *("classes", "paid_at"),
)


class StandingsQuerySet(models.QuerySet["Standings"]):
    """A queryset that reads `rows` only if an older version of the site wrote it."""

    def behind(self) -> "StandingsQuerySet":
        """Return standings whose tallies, hand statistics or final seasons lag."""
        return self.filter(followed__lt=models.F("revision"))


class StandingsManager(models.Manager["Standings"]):
    def get_queryset(self) -> StandingsQuerySet:
        return StandingsQuerySet(self.model, using=self._db).defer("rows")

    def behind(self) -> StandingsQuerySet:
        return self.get_queryset().behind()


class Standings(models.Model):
    """The standings of a tournament, written whenever a score in force changes.

    `places` are the lines first to last, each with an entry's key, its place, whether
    others share it, and the tie-break that decided, or None. All other facts on an
    entry are in a StandingsRow.

    Tallies, hand statistics and final seasons follow after the commit: `revision` grows
    with every write that they may depend on, and `followed` is the revision they are
    at. Until they have followed, `why`, `by` and `by_name` are stored for the next
    published version of a final season.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, related_name="standings"
    )
    version = models.PositiveIntegerField(default=1)
    places = models.JSONField(default=list, db_default=[], editable=False)
    # The version of `places` and the rows. While a site of several machines is updated,
    # the code of 1.0.0 still writes `rows` and increases `version` alone.
    rows_version = models.PositiveIntegerField(default=1, db_default=0, editable=False)
    rows = models.JSONField(default=list)  # in the format of 1.0.0
    reckoned_at = models.DateTimeField(auto_now=True)
    # Facts that prizes depend on after the last write, by name; None if no write is
    # known.
    fund = models.JSONField(null=True, default=None, editable=False)
    revision = models.PositiveIntegerField(default=0, editable=False)
    followed = models.PositiveIntegerField(default=0, editable=False)
    why = models.CharField(max_length=300, blank=True, editable=False)
    why_message = message_field()
    by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    by_name = models.CharField(max_length=100, blank=True, editable=False)

    objects = StandingsManager()

    class Meta:
        verbose_name_plural = _("standings")
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

    @property
    def has_current_rows(self) -> bool:
        """Whether `places` and the rows were written last."""
        return self.rows_version == self.version

    def list_rows(self) -> list[dict[str, Any]]:
        """Return the rows, first to last, as `compute_rows` gives them; one query."""
        return read_standings(self.tournament_id).rows

    def store_rows(
        self, rows: Iterable[Mapping[str, Any]], ties: Mapping[int, Any]
    ) -> None:
        """Write the rows that differ. `self` is not saved."""
        self.places, facts = split_rows(rows)
        self.rows_version = self.version
        stored = StandingsRow.objects.filter(tournament=self.tournament_id)
        before = {
            entry: (values, tied)
            for entry, values, tied in stored.values_list("entry", "facts", "ties")
        }
        if removed := before.keys() - facts:
            stored.filter(entry__in=removed).delete()
        changed = {
            entry: (values, ties.get(entry))
            for entry, values in facts.items()
            if before.get(entry) != (values, ties.get(entry))
        }
        StandingsRow.store(self.tournament_id, changed)


KEY = models.BigIntegerField()
# Columns that change when others move.
PLACE = ("entry", "place", "tied", "decided_by")


class StandingsRow(models.Model):
    """An entry's part of the stored standings, without its place.

    Verifying a sheet in a running round changes only the rows of its table.
    """

    entry = models.OneToOneField(
        Entry, on_delete=models.CASCADE, primary_key=True, related_name="standings_row"
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="standings_rows"
    )
    facts = models.JSONField()
    # Values that tie-breaks compare (`stored_ties`). None: an older version wrote the
    # row.
    ties = models.JSONField(null=True, default=None, editable=False)

    def __str__(self) -> str:
        return f"{self.entry} in the standings"

    @staticmethod
    def list_new(
        tournament: int, facts: Mapping[int, tuple[dict[str, Any], Any]]
    ) -> list["StandingsRow"]:
        """Return an unsaved row for each of these entries."""
        return [
            StandingsRow(
                entry_id=entry, tournament_id=tournament, facts=values, ties=ties
            )
            for entry, (values, ties) in facts.items()
        ]

    @staticmethod
    def store(tournament: int, facts: Mapping[int, tuple[dict[str, Any], Any]]) -> None:
        """Write the facts of these entries and their tie-break values."""
        StandingsRow.objects.bulk_create(
            StandingsRow.list_new(tournament, facts),
            update_conflicts=True,
            update_fields=["tournament", "facts", "ties"],
            unique_fields=["entry"],
        )


class StoredStandings(NamedTuple):
    """The stored rows, first to last, and their version; 0 if none are stored.

    `parted` are entries with a place and no row, or a row and no place: no write leaves
    any. `ties` are the tie-break values by entry; None for a row an older version
    wrote.
    """

    version: int
    rows: list[dict[str, Any]]
    parted: set[int]
    ties: dict[int, Any]


def read_standings(tournament: int) -> StoredStandings:
    """Return the stored standings of a tournament, by its key; one query.

    Places and rows are read together, so that a write in between can't separate them.
    """
    standings = Standings.objects.filter(tournament=tournament)
    of_row, no_entry = models.Value(0, models.IntegerField()), models.Value(0, KEY)
    rows = StandingsRow.objects.filter(tournament=tournament)
    current = standings.filter(rows_version=models.F("version"))
    no_ties = models.Value(None, models.JSONField())
    facts: dict[int, Any] = {}
    ties: dict[int, Any] = {}
    version, places = 0, []
    of_rows = rows.values_list("entry", "facts", "ties", of_row)
    of_all = current.values_list(no_entry, "places", no_ties, "version")
    for entry, values, tied, number in of_rows.union(of_all, all=True):
        if number:
            version, places = number, values
        else:
            facts[entry], ties[entry] = values, tied
    if not version:  # none are stored, or older code wrote them
        number, older = standings.values_list("version", "rows").first() or (0, [])
        return StoredStandings(number, older, set(), {})
    listed = [
        {**dict(zip(PLACE, line, strict=True)), **facts[line[0]]}
        for line in places
        if line[0] in facts
    ]
    parted = {line[0] for line in places} ^ facts.keys()
    return StoredStandings(version, listed, parted, ties)


def split_rows(
    rows: Iterable[Mapping[str, Any]],
) -> tuple[list[list[Any]], dict[int, dict[str, Any]]]:
    """Return the places of rows, and by entry the facts that belong to it alone."""
    places, facts = [], {}
    for row in rows:
        places.append([row[name] for name in PLACE])
        facts[row["entry"]] = {name: row[name] for name in row if name not in PLACE}
    return places, facts


def fund_of(tournament: int) -> dict[str, Any]:
    """Return the current facts that pages show and that no other stored row repeats.

    The prizes, the lists, the costs, and the time the tournament became final; `paid`
    are the keys of the entries that have paid the fee. `people` has a digest for each
    entry, because a name can be erased. Two queries.
    """
    tournaments = Tournament.objects.filter(pk=tournament).order_by("costs__pk")
    # A row for each cost, or one without any.
    rows = list(tournaments.values(*SETTINGS, "costs__coins"))
    facts: dict[str, Any] = {name: rows[0][name] for name in SETTINGS}
    coins = [row["costs__coins"] for row in rows if row["costs__coins"] is not None]
    facts["finished_at"] = _moment(facts["finished_at"])
    entries = Entry.everybody.filter(tournament=tournament, house=None).order_by("pk")
    paid, people = [], {}
    for entry in entries.values("pk", "paid", "merged_into", *SHOWN):
        if entry["paid"] and not entry["merged_into"]:
            paid.append(entry["pk"])
        values = {name: entry[name] for name in SHOWN}
        values["paid_at"] = _moment(values["paid_at"])
        people[str(entry["pk"])] = digest_of_facts(values)
    return {**facts, "paid": paid, "people": people, "costs": coins}


def lists_of(tournament: int) -> dict[str, Any]:
    """Return the facts behind the lists of teams and classes and the treasurer's sheet.

    Entries are given by key, without names, which can be erased; a lodge is included if
    it is a team.
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
    """Return a time as a text that doesn't depend on the database."""
    return moment.astimezone(UTC).isoformat() if moment else None


class Tally(models.Model):
    """A player's tournament result, the only one that seasons, records and pages read.

    Computed from the stored standings, soon after them. `net`: chips above the start
    chips in the rounds at a table that count, with `rulings`; `rounds` is the number of
    those rounds, `sum_squares` the sum of the squares of each round's net. `results`
    are rows of `Result` (scoring/rollups/event_results.py). None means that past
    results don't have the number, never 0.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="tallies"
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tallies")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="tally")
    game = models.CharField(max_length=20)
    engine = models.CharField(_("version of the rules"), max_length=20)
    place = models.PositiveIntegerField()
    tied = models.BooleanField()
    total = models.BigIntegerField(null=True)
    net = models.BigIntegerField(null=True)
    rulings = models.BigIntegerField()
    points = models.FloatField(_("table points"), null=True)  # halves, so exact
    rounds = models.PositiveSmallIntegerField(_("rounds at a table"), null=True)
    sum_squares = models.BigIntegerField(_("squares of the rounds’ nets"), null=True)
    results = models.JSONField(default=list)
    figures = models.JSONField(_("figures of the game"), default=dict, blank=True)

    class Meta:
        verbose_name_plural = _("tallies")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="scoring_tally_one_each"
            ),
        ]

    def __str__(self) -> str:
        return f"place {self.place} in {self.tournament}"


class Edition(Signed):
    """Final standings as published; a later correction makes the next version.

    `rows` are those of `Standings`, without names: they are looked up when read.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="editions"
    )
    number = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    reason = models.CharField(_("what changed"), max_length=300, blank=True)
    reason_message = message_field()
    digest = DigestField(of=("tournament_id", "number", "rows"))
    # Teams, classes and the treasurer's sheet (`lists_of`); None: written by an older
    # version.
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
    def reason_text(self) -> str:
        """The reason for this version, in the reader's language."""
        return reason_of(self)

    @property
    def is_whole(self) -> bool:
        """Whether the row is unchanged since it was declared final."""
        return is_as_made(self)


class SeasonEdition(Signed):
    """A season's places as declared final; a later correction makes the next version.

    `rows` have players by their keys: names are looked up when read.
    """

    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="editions"
    )
    number = models.PositiveSmallIntegerField()
    formula = models.JSONField()
    rows = models.JSONField()
    reason = models.CharField(_("what changed"), max_length=300, blank=True)
    reason_message = message_field()
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
    def reason_text(self) -> str:
        """The reason for this version, in the reader's language."""
        return reason_of(self)

    @property
    def is_whole(self) -> bool:
        """Whether the row is unchanged since it was declared final."""
        return is_as_made(self)


class SecondLook(Signed):
    """A second comparison of a verified count with its paper, before the awards."""

    count = models.ForeignKey(Count, on_delete=models.PROTECT, related_name="looks")
    key = models.CharField(max_length=40, unique=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.by_name} looked again at {self.count}"
