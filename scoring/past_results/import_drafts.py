"""A list between upload and import: its content, and the choices made.

Nothing is final yet, so nothing is logged.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.i18n import day, message
from clubs.i18n.locale_formats import is_month_first
from clubs.models import Club
from scoring.core.readings import Unreadable
from scoring.core.writes import ActionRefused, Actor
from scoring.games.game_choice import usual_facts
from scoring.games.labels import USUAL_GAME
from scoring.models import OldList
from scoring.past_results.event_parser import (
    ColumnMeaning,
    ImportPlan,
    ParserChoices,
    choices_from,
)
from scoring.past_results.importer import lock_list
from scoring.past_results.layout_detection import Recognized, names_of, recognize
from scoring.past_results.matching import Matched, decided
from scoring.people.encodings import Letters
from scoring.people.spreadsheets import (
    Worksheet,
    book_as_json,
    letters_from,
    read_book,
    switched,
    worksheet_of,
)


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A list as read with the choices made so far.

    `existing_days` are dates of events that the club has already.
    """

    found: Recognized
    choices: ParserChoices
    game: str
    start_chips: int
    existing_days: frozenset[str]
    letters: Letters | None = None

    @property
    def asks_start(self) -> bool:
        """Whether the start chips are asked for, which are only included in totals."""
        return self.found.holds is ColumnMeaning.TOTAL

    def settled(self) -> dict[str, Any]:
        """Return all choices for storing, including guesses, so that they stay."""
        recognized, chosen = self.found, self.choices
        return {
            "game": self.game,
            "start_chips": self.start_chips,
            "holds": recognized.holds,
            "rounds": chosen.rounds,
            "month_first": recognized.month_first,
            "zero_is_away": recognized.zero_is_away,
            "family_first": recognized.family_first,
            "away": {word.casefold(): is_so for word, is_so in recognized.away},
            "hidden": chosen.hidden,
            "years": chosen.years,
            "days": chosen.days,
            "columns": chosen.columns,
            "off": [evening.key for evening in recognized.evenings if evening.off],
            "nobody": chosen.nobody,
            "parts": recognized.parts,
            **({"letters": self.letters} if self.letters else {}),
        }

    def wanted(
        self, people: Matched | None = None, answers: Mapping[str, str] | None = None
    ) -> ImportPlan:
        """Return the plan for the import, with the player of each name."""
        known, new_as = decided(people, answers or {}) if people else ({}, {})
        return ImportPlan(
            self.game,
            self.start_chips * self.found.parts if self.asks_start else 0,
            self.found.holds is ColumnMeaning.POINTS,
            tuple(evening.past() for evening in self.found.coming),
            known,
            new_as,
        )


def look_at(old_list: OldList) -> ImportPreview:
    """Return the preview with the stored choices; two queries at most.

    An event on a date on which the club has one in that game is left out, until someone
    selects it.
    """
    stored = old_list.choices
    game = stored.get("game", USUAL_GAME)
    choices, existing_days = choices_from(stored), _days_of(old_list, game)
    sheets = [*map(worksheet_of, old_list.sheets)]
    today = timezone.localdate(timezone=old_list.club.zone)
    recognized = recognize(
        sheets,
        choices,
        around=old_list.name,
        today=today,
        month_first=is_month_first(),
    )
    if "off" not in stored:
        unchecked = frozenset(
            e.key
            for e in recognized.evenings
            if str(e.day) in existing_days or e.repeats
        )
        choices = replace(choices, off=unchecked)
        recognized = replace(
            recognized,
            evenings=tuple(
                replace(e, off=e.key in unchecked) for e in recognized.evenings
            ),
        )
    start = stored.get("start_chips")
    usual_start: int = usual_facts(game)["start_chips"]
    return ImportPreview(
        recognized,
        choices,
        game,
        usual_start if start is None else start,
        existing_days,
        letters_from(stored.get("letters")),
    )


def with_nobodies(
    look: ImportPreview, old_list: OldList, nobodies: Collection[str]
) -> ImportPreview:
    """Return the preview with exactly these names as no persons; nothing is saved."""
    names = {*names_of(look.found.evenings), *look.found.nobodies}
    answers = {name: name in nobodies for name in sorted(names)}
    old_list.choices = look.settled() | {"nobody": answers}
    return look_at(old_list)


def _days_of(old_list: OldList, game: str) -> frozenset[str]:
    """Return the dates of the club's events in a game, without those of the list."""
    others = old_list.club.tournaments.filter(game=game).exclude(old_list=old_list.pk)
    return frozenset(map(str, others.values_list("date", flat=True)))


LONGEST_FILE_NAME = 200
MOST_EVENINGS = 2_000  # of one file, with a checkbox each on its page
# Files that aren't imported: how many a club can have, and how long they stay.
MOST_LOOKED_AT, KEPT = 10, timedelta(days=7)


def sheets_of(name: str, content: bytes) -> dict[str, Any]:
    """Return a worker's reading of a file of past events, as JSON.

    Raises Unreadable.
    """
    book = read_book(name, content)
    evenings = recognize(book.sheets, around=name).evenings
    if len(evenings) > MOST_EVENINGS:
        raise Unreadable(
            message(
                "This file has more than {most} events. Split it and upload the parts.",
                most=MOST_EVENINGS,
            )
        )
    if not evenings:
        raise Unreadable(
            message(
                "No events were found in this file. It needs a column of names, and "
                "dates above the columns of numbers or next to each name."
            )
        )
    if not any(evening.is_event for evening in evenings):
        raise Unreadable(
            message(
                "This file has single hands or only one player, so it has no events. "
                "Upload a list of what each player had at the end."
            )
        )
    return book_as_json(book)


def refuse_more(club: Club) -> None:
    """Raise ActionRefused if the club can't have another file that isn't imported."""
    if club.waits_since is not None:
        raise ActionRefused(
            message(
                "Files can be imported once the site admin has approved your club. "
                "Upload this file again then."
            ),
            "file",
        )
    if club.old_lists.filter(state=OldList.State.DRAFT).count() >= MOST_LOOKED_AT:
        raise ActionRefused(
            message(
                "Your club has {n} files that were reviewed but not imported. Import "
                "or delete one, then upload this one again.",
                n=MOST_LOOKED_AT,
            ),
            "file",
        )


def clear_old() -> None:
    """Delete files that were uploaded a week ago and never imported."""
    before = timezone.now() - KEPT
    OldList.objects.filter(state=OldList.State.DRAFT, at__lt=before).delete()


@transaction.atomic
def add(
    *,
    club: Club,
    actor: Actor,
    name: str,
    sheets: Iterable[Worksheet],
    letters: Letters | None = None,
) -> OldList:
    """Store an uploaded file for review; equal cells return the existing file.

    Raises ActionRefused if the file was imported already, or the club can't have
    another one.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    sheets = [*sheets]
    cells = [[sheet.name, sheet.rows] for sheet in sheets]
    digest = hashlib.sha256(json.dumps(cells).encode()).hexdigest()
    existing = club.old_lists.filter(digest=digest).first()
    if existing is None:
        refuse_more(club)
        return OldList.objects.create(
            club=club,
            name=name[-LONGEST_FILE_NAME:],
            digest=digest,
            sheets=sheets,
            choices={"letters": letters} if letters else {},
            by=actor.user,
            by_name=actor.name,
        )
    if existing.state != OldList.State.DRAFT:
        sentence = message(
            "This file was already imported on {day}: {file}. Nothing was imported "
            "again.",
            day=day(existing.at),
            file=existing.name,
        )
        raise ActionRefused(sentence, "file")
    return existing


@transaction.atomic
def switch_letters(*, old_list: OldList, encoding: str) -> OldList:
    """Decode a list with another encoding.

    Raises ActionRefused once it's being imported.
    """
    fresh = lock_list(old_list)
    if fresh.state != OldList.State.DRAFT:
        raise ActionRefused(
            message("This list is being imported, or already has been.")
        )
    letters = letters_from(fresh.choices.get("letters"))
    if letters and encoding in letters.others:
        sheets = map(worksheet_of, fresh.sheets)
        fresh.sheets = switched(sheets, letters.encoding, encoding)
        fresh.choices |= {"letters": letters.switched(encoding)}
        fresh.save(update_fields=["sheets", "choices"])
    return fresh


@transaction.atomic
def choose(*, old_list: OldList, choices: Mapping[str, Any]) -> OldList:
    """Save choices about a list. Raises ActionRefused once it's being imported."""
    fresh = lock_list(old_list)
    if fresh.state != OldList.State.DRAFT:
        raise ActionRefused(
            message("This list is being imported, or already has been.")
        )
    fresh.choices = {**choices}
    fresh.save(update_fields=["choices"])
    return fresh
