"""Integrity checks of stored results against facts: rows, tallies, versions, files."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Count as Number
from django.db.models import F, Q, QuerySet, Sum
from django.utils.translation import gettext_noop
from PIL import Image

from clubs.i18n import PersonName, chips_word, message
from clubs.images import whole_pictures
from clubs.models import Club, Named, Season
from clubs.storage import StorageDown, store
from scoring.backups.json_shapes import refuse_other_shape
from scoring.core.writes import OF_FUND, ActionRefused
from scoring.games.game_adapter import game_and_rules_of, house_rules_of
from scoring.games.table_rules import TableRules, out_of_place, rules_at
from scoring.models import (
    Edition,
    Entry,
    Hand,
    Loan,
    Merge,
    Photo,
    Round,
    SeasonEdition,
    Seat,
    Sheet,
    SitOut,
    Standings,
    StandingsRow,
    Tournament,
    TrayHand,
)
from scoring.models.photos import is_file_name
from scoring.models.standings import SETTINGS, fund_of, read_standings
from scoring.results.compute import compute_standings
from scoring.results.stored import differ, stored_rows
from scoring.rollups.event_results import Facts, facts_of, kept_facts, kept_figures
from scoring.rollups.hand_stats import HandFigures, figures_of
from scoring.rollups.season_places import is_unsettled, season_rows
from scoring.sheets.hands import standing_among
from scoring.sheets.sheet import counted_seats, life_of, sheets_of

UNDER_WAY = 60  # seconds in which a file can wait for its row
COMPARED = {
    "place": gettext_noop(
        "standings, {name}: the place is saved as {kept}, but should be {expected}"
    ),
    "tied": gettext_noop(
        "standings, {name}: the tie is saved as {kept}, but should be {expected}"
    ),
    "total": gettext_noop(
        "standings, {name}: the total is saved as {kept}, but should be {expected}"
    ),
    "points": gettext_noop(
        "standings, {name}: table points are saved as {kept}, but should be {expected}"
    ),
    "played": gettext_noop(
        "standings, {name}: rounds played are saved as {kept}, but should be {expected}"
    ),
    "adjustment": gettext_noop(
        "standings, {name}: rulings are saved as {kept}, but should be {expected}"
    ),
    "decided_by": gettext_noop(
        "standings, {name}: the tie-breaker is saved as {kept}, but should be {expected}"
    ),
    "rounds": gettext_noop(
        "standings, {name}: the saved round results don’t match the score sheets"
    ),
}


def differences_in(tournament: Tournament) -> Iterator[str]:
    """Yield each stored number of a tournament that doesn't follow from its facts."""
    location = f"{tournament.club.slug}/{tournament.slug}"
    if broken := [*_without_rules(tournament), *_unreadable(tournament)]:
        # Nothing else in it can be calculated.
        for difference in broken:
            yield f"{location}: {difference}"
        return
    wrong_hands = list(_hands(tournament))
    for difference in (
        *wrong_hands,
        *_versions(tournament),
        *_tray(tournament),
        *_tables(tournament),
        *wrong_sheets(sheets_of(tournament.rounds.all())),
        *wrong_results(tournament),
        *wrong_standings(tournament),
        *wrong_tallies(tournament, hands=not wrong_hands),
        *_set_back(tournament),
        *wrong_photos(tournament),
        *_names(tournament),
        *wrong_edition(tournament),
        *wrong_fund(tournament),
        *_wrong_merges(tournament),
    ):
        yield f"{location}: {difference}"


def _without_rules(tournament: Tournament) -> Iterator[str]:
    """Yield an unknown game, and house rules that it doesn't have."""
    try:
        refuse_other_shape("scoring.tournament", "house_rules", tournament.house_rules)
        house_rules_of(tournament)
    except (ValueError, ImportError, AttributeError) as unknown:
        yield f"house rules: {unknown}"


def _unreadable(tournament: Tournament) -> Iterator[str]:
    """Yield stored JSON whose shape differs from what the code writes."""
    for table, column, value in _stored_json(tournament):
        try:
            if value:
                refuse_other_shape(table, column, value)
        except ValueError as unreadable:
            yield f"standings, {column}: cannot be read: {unreadable}"


def _stored_json(tournament: Tournament) -> Iterator[tuple[str, str, Any]]:
    """Yield table, column and value of the JSON stored for the standings."""
    for standings in Standings.objects.filter(tournament=tournament):
        yield "scoring.standings", "fund", standings.fund
        if not standings.has_current_rows:
            yield "scoring.standings", "rows", standings.rows
            return
        yield "scoring.standings", "places", standings.places
    rows = StandingsRow.objects.filter(tournament=tournament).order_by("entry")
    for facts, ties in rows.values_list("facts", "ties"):
        yield "scoring.standingsrow", "facts", facts
        yield "scoring.standingsrow", "ties", ties


def _names(tournament: Tournament) -> Iterator[str]:
    """Yield entries and players whose name parts aren't words of their name."""
    entries = Entry.everybody.filter(tournament=tournament).select_related("player")
    for entry in entries.order_by("pk"):
        records: tuple[tuple[str, Named | None], ...] = (
            (f"entry {entry.label}", entry),
            (f"player of entry {entry.label}", entry.player),
        )
        for label, named in records:
            if named and not _parts_fit(named):
                parts = f"“{named.given_name}” and “{named.family_name}”"
                yield f"{label}, {named.name}: {parts} are no words of the name"


def _parts_fit(named: Named) -> bool:
    return PersonName(named.name, named.given_name, named.family_name).fits


def refused_today(tournament: Tournament) -> Iterator[str]:
    """Yield valid hands that newer checks would reject; these aren't differences.

    A hand must only pass the checks of the version it was recorded with.
    """
    try:
        game, _ = game_and_rules_of(tournament)
    except (ValueError, ImportError, AttributeError):
        return  # reported by differences_in
    hands = Hand.objects.filter(sheet__round__tournament=tournament)
    older = hands.filter(voided_at=None, replaced_by=None).exclude(engine=game.version)
    for hand in older.select_related("sheet__round").order_by("sheet_id", "pk"):
        hand.sheet.round.tournament = tournament
        table = rules_at(hand.sheet)
        if newer := table.newer_problems(hand.record, hand.engine):
            location = f"{tournament.club.slug}/{tournament.slug}: {_kept_as(hand)}"
            yield (
                f"{location}: kept as it was made under {hand.engine}; {game.version} "
                f"would refuse it: {newer[0].message}"
            )


def _hands(tournament: Tournament) -> Iterator[str]:
    """Yield hands whose nets or consequences differ from the rules."""
    hands = Hand.objects.filter(sheet__round__tournament=tournament)
    of_sheets = hands.select_related("sheet__round").order_by("sheet_id", "pk")
    for _, group in groupby(of_sheets.iterator(), attrgetter("sheet_id")):
        versions = list(group)
        versions[0].sheet.round.tournament = tournament
        table = rules_at(versions[0].sheet)
        yield from _wrong_hands(table, versions)
        standing = standing_among(versions)
        for hand, reason in out_of_place(table.game, table.rules, standing):
            yield f"{_kept_as(hand)}: the hands before it leave no room for it: {reason}"


def _wrong_hands(table: TableRules, versions: Sequence[Hand]) -> Iterator[str]:
    refused: set[int] = set()
    for hand in versions:
        if problems := table.problems(hand.record, engine=hand.engine):
            refused.add(hand.pk)
            yield f"{_kept_as(hand)}: the rules refuse it: {problems[0].message}"
    right = [hand for hand in versions if hand.pk not in refused]
    try:
        yield from _wrongly_kept(table, right)
    except ActionRefused as refused:
        yield f"{versions[0].sheet}: {refused}"


def _wrongly_kept(table: TableRules, right: Iterable[Hand]) -> Iterator[str]:
    for hand, settled in table.settled(right):
        stored = table.columns_of(settled)
        if settled.net != hand.net:
            problem = f"net {_row(hand.net)} kept, {_row(settled.net)} by the rules"
            yield f"{_kept_as(hand)}: {problem}"
        elif any(getattr(hand, name) != value for name, value in stored.items()):
            yield f"{_kept_as(hand)}: what it leaves to the next one is not what it should"


def _kept_as(hand: Hand) -> str:
    return f"{hand.sheet}, hand {hand.number} (kept as {hand.pk})"


def _versions(tournament: Tournament) -> Iterator[str]:
    """Yield versions of a different hand, and duplicate hands under one number."""
    hands = Hand.objects.filter(sheet__round__tournament=tournament)
    strange = hands.exclude(replaces=None).exclude(
        sheet=F("replaces__sheet"), number=F("replaces__number")
    )
    for hand in strange.select_related("sheet__round"):
        yield f"{hand.sheet}, hand {hand.number}: it replaces another hand"
    in_force = hands.filter(voided_at=None, replaced_by=None).order_by()
    times = in_force.values("sheet", "number").annotate(times=Number("pk"))
    for twice in times.filter(times__gt=1):
        sheet = Sheet.objects.select_related("round").get(pk=twice["sheet"])
        yield f"{sheet}: two hands {twice['number']} count"


def _tray(tournament: Tournament) -> Iterator[str]:
    """Yield tray hands whose recording doesn't match their outcome."""
    tray = TrayHand.objects.filter(sheet__round__tournament=tournament)
    for item in tray.select_related("sheet__round"):
        recorded = Hand.objects.filter(sheet=item.sheet, key=item.key).exists()
        is_taken = item.outcome == TrayHand.Outcome.TAKEN and item.record is not None
        if recorded != is_taken:
            word = "is missing" if is_taken else "is recorded"
            state = item.get_outcome_display() or "still waiting"
            yield f"{item.sheet}, hand {item.number} of the tray: {state}, yet it {word}"


def _tables(tournament: Tournament) -> Iterator[str]:
    """Yield loans overpaid, and tables without exactly one scorekeeper."""
    sheets = Sheet.objects.filter(round__tournament=tournament).select_related("round")
    loans = Loan.objects.filter(sheet__in=sheets).order_by().values("sheet", "seat")
    for loan in loans.annotate(owed=Sum("chips")).filter(owed__lt=0):
        sheet = sheets.get(pk=loan["sheet"])
        yield f"{sheet}, seat {loan['seat']}: {chips_word(-loan['owed'])} too many paid back"
    keepers = Number("phones", filter=Q(phones__keeper=True))
    counted = sheets.annotate(all_phones=Number("phones"), keepers=keepers)
    for sheet in counted.filter(all_phones__gt=0).exclude(keepers=1):
        yield f"{sheet}: {sheet.keepers} phones keep the score"


def wrong_sheets(sheets: Iterable[Sheet]) -> Iterator[str]:
    """Yield counts that don't add up, and seats whose score isn't the current one."""
    for sheet in sheets:
        yield from _counts_changed(sheet)
        for count in sheet.counts.all():
            expected = tuple(
                held - borrowed + ruled
                for held, borrowed, ruled in zip(
                    count.held, count.borrowed, count.ruled, strict=True
                )
            )
            if expected != count.scores:
                yield message(
                    "{sheet}, count {count}: scores are saved as {kept}, but held, "
                    "borrowed and ruled give {expected}",
                    sheet=sheet,
                    count=count.number,
                    kept=_row(count.scores),
                    expected=_row(expected),
                )
        yield from _seats(sheet)


def _counts_changed(sheet: Sheet) -> Iterator[str]:
    """Yield counts, current or not, that were changed or deleted after saving."""
    known = {count.pk: count for count in sheet.counts.all()}
    for number, count in enumerate(known.values(), start=1):
        values = {"sheet": sheet, "count": count.number}
        if count.number != number:
            yield message(
                "{sheet}: count {count} is missing", sheet=sheet, count=number
            )
            return
        if not count.is_whole:
            yield message(
                "{sheet}, count {count}: it was changed after it was saved", **values
            )
        first = known.get(count.confirms_id or 0)
        if first and counted_seats(first) != counted_seats(count):
            yield message(
                "{sheet}, count {count}: its numbers differ from count {first}, "
                "which it confirms",
                first=first.number,
                **values,
            )


def _seats(sheet: Sheet) -> Iterator[str]:
    in_force = life_of(sheet).in_force
    if in_force and not in_force.balances:
        yield message(
            "{sheet}: verified, but its total is {total}",
            sheet=sheet,
            total=in_force.total,
        )
    for seat in sheet.seats.all():
        score = in_force.scores[seat.position - 1] if in_force else None
        if seat.score != score:
            yield message(
                "{sheet}, {name}: score is saved as {kept}, but the counts give "
                "{expected}",
                sheet=sheet,
                name=seat.name,
                kept=_score_text(seat.score),
                expected=_score_text(score),
            )


def wrong_results(tournament: Tournament) -> Iterator[str]:
    """Yield ranked participants without exactly one result in each counting round.

    A seat that counts for the player is a result, open or verified, and so is a row
    with the reason for having none. While a seat is free, a person without a result
    could be the one who sits there: once no seat is free, all others sat out
    (`scoring.phones.seat_fixes`).
    """
    rounds = list(tournament.rounds.filter(state__in=Round.COUNTING).order_by("number"))
    seats = Seat.objects.filter(round__in=rounds)
    outs = SitOut.objects.filter(round__in=rounds)
    results = Counter(
        (*seats.values_list("round", "credit"), *outs.values_list("round", "credit"))
    )
    taking_part = {pk for _, pk in results} | set(seats.values_list("entry", flat=True))
    taking_part |= set(outs.values_list("entry", flat=True))
    people = tournament.entries.filter(
        ranked=True, house=None, pk__in=taking_part - {None}
    )
    free = set(seats.filter(entry=None).values_list("round", flat=True))
    ranked = list(people.order_by("number"))
    for rnd in rounds:
        wrong = [person for person in ranked if results[rnd.pk, person.pk] != 1]
        missing = [person for person in wrong if not results[rnd.pk, person.pk]]
        if rnd.pk in free:
            wrong = [person for person in wrong if person not in missing]
        for entry in wrong:
            many = results[rnd.pk, entry.pk]
            values = {"round": rnd, "name": f"{entry.label} {entry.name}"}
            yield (
                message(
                    "{round}: {name} is ranked but has {n} results", n=many, **values
                )
                if many
                else message("{round}: {name} is ranked but has no result", **values)
            )


def wrong_standings(tournament: Tournament) -> Iterator[str]:
    """Yield places and totals that differ from those calculated now."""
    standings = read_standings(tournament.pk)
    stored = {row["entry"]: row for row in standings.rows}
    names = dict(tournament.entries.values_list("pk", "name"))
    try:
        rows, ties = compute_standings(tournament)
    except ValueError as impossible:
        yield message("standings: can’t be calculated: {why}", why=impossible)
        return
    order = [row["entry"] for row in rows]
    if set(stored) == set(order) and list(stored) != order:
        yield message("standings: tied players are in a different order")
    for row in rows:
        name = names[row["entry"]]
        old = stored.pop(row["entry"], None)
        if old is None:
            yield message(
                "standings: {name} is missing, but should be in place {place}",
                name=name,
                place=row["place"],
            )
            continue
        for key in COMPARED:
            if old.get(key) != row[key]:
                yield _compared(name, key, old.get(key), row[key])
        if standings.ties.get(row["entry"]) not in (None, ties[row["entry"]]):
            yield message(
                "standings, {name}: the saved tie-breaker values don’t match the score "
                "sheets",
                name=name,
            )
    for entry in [*stored, *sorted(standings.parted - {*order})]:
        yield message(
            "standings: {name} is listed but shouldn’t be",
            name=names.get(entry, entry),
        )


def wrong_fund(tournament: Tournament) -> Iterator[str]:
    """Yield prizes, lists, costs and people that changed without a write."""
    rows = Standings.objects.filter(tournament=tournament).values_list("fund")
    stored = next((fund for (fund,) in rows), None)
    if not stored:
        if tournament.changes.filter(what__in=OF_FUND, sheet=None).exists():
            yield "prizes: what the last write left of them was taken away"
        return
    current = fund_of(tournament.pk)
    for name in SETTINGS:
        if name in stored and stored[name] != current[name]:
            previous, is_now = stored[name], current[name]
            word: object = getattr(Tournament, name).field.verbose_name
            yield f"settings, {word}: {is_now}, and {previous} when it was last written"
    people = Entry.everybody.filter(tournament=tournament)
    names = {entry.pk: f"{entry.label} {entry.name}" for entry in people}
    for pk in sorted({*stored["paid"]} ^ {*current["paid"]}):
        word = "not paid" if pk in stored["paid"] else "paid"
        previous = "paid" if pk in stored["paid"] else "not paid"
        yield f"prizes, fee of {names.get(pk, pk)}: {word}, and {previous} when last written"
    if "costs" in stored and stored["costs"] != current["costs"]:
        yield f"costs: {current['costs']}, and {stored['costs']} when they were last written"
    if "people" not in stored:
        return
    for key in sorted({*stored["people"], *current["people"]}, key=int):
        if stored["people"].get(key) != current["people"].get(key):
            yield (
                f"entry {names.get(int(key), key)}: number, name, lodge, team, classes "
                "or time of payment are not as they were last written"
            )


def _wrong_merges(tournament: Tournament) -> Iterator[str]:
    """Yield merged entries whose players aren't merged, and the reverse."""
    for entry in Entry.everybody.filter(tournament=tournament, house=None).exclude(
        merged_into=None
    ):
        target = entry.merged_into
        if target is None or target.tournament_id != tournament.pk:
            yield f"merges: {entry.label} {entry.name} is merged into a stranger"
    merges = Merge.objects.filter(club=tournament.club, undone_at=None)
    for merge in merges.select_related("kept", "gone"):
        if merge.gone.merged_into_id is None:
            yield f"merges: {merge.gone.name} was merged, but is still a player"


def _compared(name: str, key: str, stored: object, expected: object) -> str:
    return message(COMPARED[key], name=name, kept=stored, expected=expected)


def _row(numbers: tuple[int, ...]) -> str:
    return "/".join(str(number) for number in numbers)


def _score_text(score: int | None) -> str:
    return message("none") if score is None else str(score)


def wrong_edition(tournament: Tournament) -> Iterator[str]:
    """Yield versions of final standings that are damaged or don't match.

    The newest version must match the stored standings.
    """
    editions = list(tournament.editions.order_by("number"))
    yield from _broken(editions, _first_number(tournament, editions))
    if not tournament.finished_at:
        return
    rows = stored_rows(tournament)
    newest = tournament.editions.order_by("-number").first()
    if newest is None:
        yield "editions: it is finished, and no edition was kept"
    elif differ(newest.rows, rows):
        yield f"editions: edition {newest.number} is not what the standings say"


def _first_number(tournament: Tournament, editions: Sequence[Edition]) -> int:
    """Return the number of the first version of the standings stored here.

    An open file contains only the last version and its number. For a file imported
    before the site stored that number, it is the first version found here.
    """
    if not tournament.origin:
        return 1
    first_number: int | None = tournament.origin.get("first_edition")
    return first_number or (editions[0].number if editions else 1)


def _broken(
    editions: Iterable[Edition | SeasonEdition], first: int = 1
) -> Iterator[str]:
    """Yield versions changed after they were declared, and missing numbers."""
    for number, edition in enumerate(editions, start=first):
        if edition.number != number:
            yield f"editions: number {number} is missing"
            return
        if not edition.is_whole:
            yield f"editions: edition {number} is not as it was declared"


def broken_season_editions(season: Season) -> Iterator[str]:
    """Yield damaged versions of a season's standings, final or reopened."""
    for difference in _broken(season.editions.order_by("number")):
        yield f"{season.club.slug}/seasons/{season.slug}: {difference}"


def wrong_season_edition(season: Season) -> Iterator[str]:
    """Yield a final season whose newest version doesn't match its formula and tallies.

    The tallies are checked tournament by tournament. Yields nothing while a tournament
    is behind or reopened.
    """
    if is_unsettled(season):
        return
    newest = season.editions.order_by("-number").first()
    location = f"{season.club.slug}/seasons/{season.slug}: editions"
    if newest is None:
        yield f"{location}: it is final, and no edition was kept"
    elif newest.formula != season.formula:
        yield f"{location}: edition {newest.number} has another formula than the season"
    else:
        try:
            rows = season_rows(season)
        except ImportError as unknown:
            yield f"{location}: they can’t be calculated: {unknown}"
            return
        if newest.rows != rows:
            yield f"{location}: edition {newest.number} is not what its tournaments make"


def wrong_photos(tournament: Tournament) -> Iterator[str]:
    """Yield photos without their file, and files of photos that were removed."""
    photos = store("photos")
    rows = Photo.objects.filter(sheet__round__tournament=tournament)
    for photo in rows.select_related("sheet__round"):
        location = f"{photo.sheet}, picture {photo.pk} ({photo.name})"
        if not is_file_name(photo.name):
            yield f"{location}: this names no file of a picture"
        elif photo.removed_at:
            if photos.exists(photo.file):
                yield f"{location}: removed, yet its file is there"
        elif not photos.exists(photo.file):
            yield f"{location}: its file is missing"
        elif _size_of(photo) != (photo.width, photo.height):
            yield f"{location}: its file is damaged"


def stray_files() -> Iterator[str]:
    """Yield files without a photo: an interrupted upload, or a foreign file."""
    photos = store("photos")
    known = set(Photo.objects.values_list("name", flat=True))
    for file in photos.listing():
        age = time.time() - file.modified_at.timestamp()
        if file.name not in known and age > UNDER_WAY:
            location = photos.place(file.name)
            yield f"{location}: belongs to no picture and may be deleted"


def _size_of(photo: Photo) -> tuple[int, int] | None:
    """Return the size in pixels, by decoding the whole file; None if that fails."""
    try:
        file = store("photos").open(photo.file)
        with file, whole_pictures(), Image.open(file, formats=["JPEG"]) as image:
            size = image.size
            image.draft("L", (1, 1))  # an eighth of the work
            image.load()
    except StorageDown:
        raise
    except Exception:  # decoders raise many kinds of errors for damaged images
        return None
    return size


def wrong_emblems(club: str | None = None) -> Iterator[str]:
    """Yield clubs whose emblem doesn't match its address, of one club or of all."""
    clubs = Club.objects.select_related("emblem").order_by("pk")
    for candidate in clubs.filter(slug=club) if club else clubs:
        emblem = getattr(candidate, "emblem", None)
        if (emblem.digest if emblem else "") != candidate.emblem_mark:
            yield f"{candidate.slug}: its emblem is not the one that was sent"


def renamed(club: str | None = None) -> Iterator[str]:
    """Yield a line for each renamed club, tournament and season, of one club or all."""
    for model, of_club in (
        (Club, "slug"),
        (Tournament, "club__slug"),
        (Season, "club__slug"),
    ):
        rows = model._default_manager.exclude(former_slug="").order_by("pk")
        for row in rows.filter(**{of_club: club}) if club else rows:
            kind = model._meta.verbose_name
            yield (
                f"The {kind} “{row}” was at “{row.former_slug}”, which is an address of "
                f"the site itself now; it is at “{row.slug}”, and the old one leads there."
            )


def wrong_tallies(tournament: Tournament, *, hands: bool = True) -> Iterator[str]:
    """Yield tallies that don't follow from the standings and, on request, the hands.

    The hands must be correct, because the rules' figures ignore rejected ones. Yields
    nothing for tallies that are behind: they aren't wrong.
    """
    marks = Standings.objects.filter(tournament=tournament)
    revision, followed = marks.values_list("revision", "followed").first() or (0, 0)
    if followed > revision:
        yield f"tallies: they followed revision {followed} of {revision}"
    if followed < revision:
        return
    stored = kept_facts(tournament)
    names = dict(tournament.entries.values_list("pk", "name"))
    right = list(facts_of(tournament, stored_rows(tournament)))
    previous = kept_figures(tournament) if hands else {}
    figures = figures_of(tournament, right, {}) if hands else {}
    for facts in right:
        old = stored.pop(facts.entry_id, None)
        label = f"tally, {names[facts.entry_id]}"
        if old is None:
            yield f"{label}: it is missing"
            continue
        for name, before, is_now in zip(Facts._fields, old, facts, strict=True):
            if before != is_now:
                figure = name.replace("_", " ")
                yield f"{label}: {figure} {before} kept, {is_now} from the standings"
        if hands:
            pair = previous[facts.entry_id].figures, figures[facts.entry_id]
            for name in _wrong_figures(*pair):
                yield f"{label}: “{name}” is not what the hands say"
    for entry in sorted(stored):
        yield f"tally, {names.get(entry, entry)}: it is kept and should not be"


def _set_back(tournament: Tournament) -> Iterator[str]:
    """Yield tallies that are behind without a cause: every write leaves a name."""
    late = Standings.objects.behind().filter(tournament=tournament, by_name="", why="")
    for revision, followed in late.values_list("revision", "followed"):
        yield f"tallies: behind at {followed} of {revision}, and no write left them so"


def find_stale_tallies(tournaments: QuerySet[Tournament]) -> Iterator[str]:
    """Yield tournaments whose tallies are behind; these aren't differences."""
    late = Standings.objects.behind().filter(tournament__in=tournaments)
    for club, slug in late.values_list("tournament__club__slug", "tournament__slug"):
        yield (
            f"{club}/{slug}: behind: its tallies and seasons follow in a moment, and "
            "were not audited"
        )


def _wrong_figures(stored: HandFigures, right: HandFigures) -> list[str]:
    """Return the names of figures, or other parts, that differ; seats are ignored."""
    previous, is_now = (
        {**figures, **figures.get("sums", {})} for figures in (stored, right)
    )
    names = sorted({*previous, *is_now} - {"seats", "sums"})
    return [name for name in names if previous.get(name) != is_now.get(name)]
