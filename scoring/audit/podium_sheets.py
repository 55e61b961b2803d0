"""A sheet that bears on the top places: who counted it, who saw it, what is doubtful."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, prefetch_related_objects

from clubs.models import Club
from clubs.wording import clock, say, say_later
from scoring.core.selectors.names import names_on, public_name
from scoring.models import Call, Count, Hand, Photo, SecondLook, Sheet, TrayHand
from scoring.sheets.differences import differences_from_notes
from scoring.sheets.ruled import Ruled, rulings_on_sheet
from scoring.sheets.sheet import Life, life_of
from scoring.sheets.sheet_words import verified_by

Witness = Count.Witness
# By these somebody else has not always seen the paper too.
ALONE = (Witness.BLIND, Witness.PAPER, Witness.OWN)
NOBODY_ELSE = {
    Witness.BLIND: say_later("one person typed it twice"),
    Witness.PAPER: say_later("one person entered it, with a signature on paper"),
    Witness.OWN: say_later("it was counted and confirmed on one phone"),
    Witness.IMPORT: say_later("it was taken from a file"),
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A sheet with everything somebody wants to know who signs for it."""

    sheet: Sheet
    life: Life
    names: tuple[str, ...]
    photos: tuple[Photo, ...]
    look: SecondLook | None
    rulings: tuple[Ruled, ...]
    differs: tuple[str, ...]
    contested: tuple[str, ...]

    @property
    def _at(self) -> dict[str, int]:
        return {"round": self.sheet.round.number, "table": self.sheet.table}

    @property
    def where(self) -> str:
        return say("Round {round}, table {table}", **self._at)

    @property
    def count(self) -> Count | None:
        return self.life.in_force

    @property
    def counted(self) -> Count:
        """The count that the version in force confirms."""
        return self.life.confirmed_by(self.verified)

    @property
    def verified(self) -> Count:
        """The count by which it was verified. Raises ValueError where none was."""
        if self.life.verified is None:
            raise ValueError(f"{self.where} is not verified")
        return self.life.verified

    @property
    def said(self) -> str:
        """How it was verified, in words that follow “counted by …;”."""
        return verified_by(self.verified, self.names, None)

    def said_to_all(self, club: Club) -> str:
        """The same with names as the club shows them to everybody."""
        return verified_by(self.verified, names_on(self.sheet, club), club)

    @property
    def seen_by_one(self) -> str:
        """Why a second person has to look; nothing where two have seen it."""
        verified = self.life.verified
        if verified is None:
            return ""
        witness, first = Witness(verified.witness), self.counted.by_id
        two = verified.by_id and first and verified.by_id != first
        alone = witness == Witness.IMPORT or (witness in ALONE and not two)
        return NOBODY_ELSE[witness] if alone else ""

    @property
    def asks(self) -> bool:
        """Whether somebody has to look at the paper once more."""
        return bool(self.seen_by_one) and self.look is None

    @property
    def looked_by_the_same(self) -> bool:
        """Whether who looked again is the one who had counted."""
        return bool(
            self.look and self.look.by_id and self.look.by_id == self.counted.by_id
        )

    @property
    def gaps(self) -> list[str]:
        """What has to be done before anybody can say that this sheet is right.

        That somebody has to look again is told by `asks`.
        """
        if not self.count:
            return [say("Round {round}, table {table} is not verified.", **self._at)]
        found: list[str] = [
            say("{where}: {what}.", where=self.where, what=what)
            for what in self.contested
        ]
        if self.life.correction_waits:
            waits = say(
                "Round {round}, table {table}: a correction waits for a second person.",
                **self._at,
            )
            found.append(waits)
        return found


def counted_said(first: Count, at: datetime, club: Club | None = None) -> str:
    """Where it was counted, by whom, and when: `at` on the club's clock."""
    said = {"name": public_name(first.by_name, club), "time": clock(at)}
    if first.source == Count.Source.TABLE:
        return say("Counted at the table by: {name}, {time}", **said)
    if first.source == Count.Source.IMPORT:
        return say("Counted from a file by: {name}, {time}", **said)
    return say("Counted at the desk by: {name}, {time}", **said)


def checked(sheets: Iterable[Sheet]) -> dict[int, Checked]:
    """Each of these sheets, by its key; a fixed number of queries."""
    found = list(sheets)
    standing = Hand.objects.filter(voided_at=None, replaced_by=None)
    unsettled = TrayHand.objects.filter(outcome="")
    prefetch_related_objects(
        found,
        "loans",
        "hand_rulings__hand",
        Prefetch("hands", standing.order_by("number", "pk"), "hands_now"),
        Prefetch("tray", unsettled, "waiting"),
        Prefetch("calls", Call.objects.filter(answered_at=None), "calling"),
        Prefetch("photos", Photo.objects.filter(removed_at=None), "pictures"),
    )
    counts = [each.pk for sheet in found for each in sheet.counts.all()]
    looks = SecondLook.objects.filter(count__in=counts).order_by("pk")
    latest = {each.count_id: each for each in looks}
    return {sheet.pk: _checked(sheet, latest) for sheet in found}


def _checked(sheet: Sheet, looks: dict[int, SecondLook]) -> Checked:
    life, names = life_of(sheet), names_on(sheet)
    verified, count = life.verified, life.in_force
    read = vars(sheet)  # `checked` has put lists of rows beside the fields
    hands: list[Hand] = read["hands_now"]
    differs = differences_from_notes(sheet, count, hands, names) if count else ()
    contested = [
        say("hand {hand} waits in the tray", hand=item.number)
        for item in read["waiting"]
    ]
    contested += [
        say("the table calls: {reason}", reason=call.reason) for call in read["calling"]
    ]
    return Checked(
        sheet,
        life,
        names,
        tuple(read["pictures"]),
        looks.get(verified.pk) if verified else None,
        tuple(rulings_on_sheet(sheet, life, names)),
        tuple(differs),
        tuple(contested),
    )
