"""The phones of a table: which keep score, which watch, and how they get in."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from clubs import i18n, server_clock
from clubs.i18n import message
from clubs.models import new_token
from scoring.core.text_cleaning import clean
from scoring.core.writes import TABLE, ActionRefused, Actor, lock_sheet, log
from scoring.models import Phone, Round, Seat, Sheet
from scoring.models.log_messages import LogMessage, log_message
from scoring.models.rounds import new_code
from scoring.sheets.sheet import place

# A phone with the page open polls every few seconds; its contact is saved every 30 s.
SILENT = timedelta(minutes=2)
# If a phone with unsent writes is silent this long, someone should look for it before
# its battery is empty.
LOST = timedelta(minutes=5)
# A phone polls every few seconds; its contact is saved less often.
SIGN_OF_LIFE = timedelta(seconds=30)
MOST_UNSENT = 999
MOST_PHONES = 40  # at one table; the state lists them all


@dataclass(frozen=True, slots=True)
class PhoneLine:
    """A phone of a table, and whether it was silent lately."""

    phone: Phone
    is_silent: bool
    silent_for: timedelta

    @property
    def is_lost(self) -> bool:
        """Whether it can keep score, has long been silent, and has unsent writes."""
        return self.phone.writes and self.phone.unsent > 0 and self.silent_for > LOST

    @property
    def minutes(self) -> int:
        """Whole minutes since its last contact."""
        return max(0, self.silent_for // timedelta(minutes=1))

    @property
    def asks(self) -> bool:
        return self.phone.asked_at is not None and not self.phone.writes

    @property
    def does(self) -> str:
        """The phone's role, in words that follow its name."""
        if self.phone.keeper:
            return message("keeping score")
        if self.phone.writes:
            return message("can keep score")
        return message("wants to keep score") if self.asks else message("watching")


def phones_of(sheet: Sheet, current_time: datetime) -> list[PhoneLine]:
    """Return a sheet's phones: scorekeeper, asking, writing, watching; one query."""
    return lines_of(sheet.phones.all(), current_time)


def lines_of(phones: Iterable[Phone], current_time: datetime) -> list[PhoneLine]:
    """Return a line for each phone of one sheet, in the order of `phones_of`."""
    lines = [_line(phone, current_time - phone.seen_at) for phone in phones]
    return sorted(
        lines,
        key=lambda line: (
            not line.phone.keeper,
            not line.asks,
            not line.phone.writes,
            line.phone.pk,
        ),
    )


def _line(phone: Phone, silent_for: timedelta) -> PhoneLine:
    return PhoneLine(phone, silent_for > SILENT, silent_for)


@transaction.atomic
def join(*, sheet: Sheet, key: str, seat: int | None, name: str, asks: bool) -> Phone:
    """Add a phone to the table; the first one keeps score.

    The name is that of the seat, and typed only without a seat. Joining again changes
    the seat and the request; `asks` requests to keep score too. Raises ActionRefused
    for a sheet closed to phones, a free seat, or no name.
    """
    locked_sheet = lock_sheet(sheet)
    _refuse_closed(locked_sheet)
    phone = locked_sheet.phones.filter(key=key).first() or Phone(
        sheet=locked_sheet, key=key
    )
    if phone.pk is None and locked_sheet.phones.count() >= MOST_PHONES:
        raise ActionRefused(
            message("There are too many phones at this table. Ask at the desk.")
        )
    before = _own_words(phone)
    phone.sheet, phone.seat = locked_sheet, seat
    phone.name = _name_on(locked_sheet, seat) if seat is not None else _typed(name)
    if phone.pk is None and not locked_sheet.phones.exists():
        phone.keeper = phone.writes = True
    wishes = asks and not phone.writes
    phone.asked_at = (phone.asked_at or server_clock.now()) if wishes else None
    if _own_words(phone) != before:
        phone.save()
        log(
            Actor.at_table(phone),
            "phone",
            _does(phone, locked_sheet),
            sheet=locked_sheet,
        )
    return phone


@transaction.atomic
def admit(*, phone: Phone, actor: Actor, writes: bool) -> Phone:
    """Allow a phone to write, or stop it; its request is answered either way.

    Raises ActionRefused if the actor's phone doesn't keep score, and for stopping the
    phone that does.
    """
    fresh = _locked(phone, actor)
    if fresh.keeper and not writes:
        raise ActionRefused(
            message("Make another phone the scorekeeper first."), "writes"
        )
    if fresh.writes != writes or fresh.asked_at:
        fresh.writes, fresh.asked_at = writes, None
        fresh.save(update_fields=["writes", "asked_at"])
        person = {"name": fresh.name, "sheet": place(fresh.sheet)}
        text = (
            log_message("phone.admitted", **person)
            if writes
            else log_message("phone.excluded", **person)
        )
        log(actor, "phone", text, sheet=fresh.sheet)
    return fresh


@transaction.atomic
def make_keeper(*, phone: Phone, actor: Actor) -> Phone:
    """Make another phone the scorekeeper; the one before can still write.

    Raises ActionRefused if the actor's phone doesn't keep score.
    """
    fresh = _locked(phone, actor)
    if fresh.keeper:
        return fresh
    before = Phone.objects.filter(sheet=fresh.sheet, keeper=True).first()
    Phone.objects.filter(sheet=fresh.sheet).update(keeper=False)
    fresh.keeper, fresh.writes, fresh.asked_at = True, True, None
    fresh.save(update_fields=["keeper", "writes", "asked_at"])
    old, new = before.name if before else "", fresh.name
    log(actor, "phone", _does(fresh, fresh.sheet), sheet=fresh.sheet, old=old, new=new)
    return fresh


def record_contact(*, phone: Phone, unsent: int) -> None:
    """Save a phone's contact and its number of unsent writes, without a log line."""
    unsent, current_time = min(max(unsent, 0), MOST_UNSENT), server_clock.now()
    if phone.unsent == unsent and current_time - phone.seen_at < SIGN_OF_LIFE:
        return
    phone.unsent, phone.seen_at = unsent, current_time
    phone.save(update_fields=["unsent", "seen_at"])


def _refuse_closed(sheet: Sheet) -> None:
    if sheet.round.state != Round.State.OPEN:
        raise ActionRefused(
            message("Round {number} isn’t being played.", number=sheet.round.number)
        )
    if sheet.revoked_at:
        raise ActionRefused(message("The desk closed this page."))


def _name_on(sheet: Sheet, position: int) -> str:
    """Return the name of a seat's player. Raises ActionRefused if there is none."""
    seats = _seats(sheet)
    seat = seats.filter(position=position).first()
    if seat is None:
        raise ActionRefused(message("Choose a seat at this table."), "seat")
    if seat.entry is None:
        raise ActionRefused(
            message("No one is in that seat. Correct the seats first."), "seat"
        )
    return seat.entry.name


def _seats(sheet: Sheet) -> QuerySet[Seat]:
    return Seat.objects.filter(sheet=sheet).select_related("entry")


def _typed(name: str) -> str:
    needed = message("Enter your name.")
    return clean(i18n.name(name), most=80, field="name", needed=needed)


def _own_words(phone: Phone) -> tuple[str, int | None, bool]:
    """Return the facts a phone gave about itself."""
    return phone.name, phone.seat, bool(phone.asked_at)


def _does(phone: Phone, sheet: Sheet) -> LogMessage:
    facts = {"name": phone.name, "sheet": place(sheet)}
    if phone.keeper:
        return log_message("phone.keeper", **facts)
    if phone.asked_at:
        return log_message("phone.asking", **facts)
    return log_message("phone.watching", **facts)


def _locked(phone: Phone, actor: Actor) -> Phone:
    """Return the phone as it is now, for the desk or the scorekeeper's phone."""
    sheet = lock_sheet(phone.sheet)
    fresh = Phone.objects.get(pk=phone.pk)
    fresh.sheet = sheet
    if actor.source == TABLE and not _keeps(actor.phone, sheet):
        raise ActionRefused(message("Only the scorekeeper’s phone can do this."))
    return fresh


def _keeps(phone: Phone | None, sheet: Sheet) -> bool:
    if phone is None:
        return False
    return Phone.objects.filter(pk=phone.pk, sheet=sheet, keeper=True).exists()


@transaction.atomic
def renew(*, sheet: Sheet, actor: Actor) -> Sheet:
    """Give the sheet a new token and short code; the old ones stop working.

    Phones that can write stay; those that only watched have to join again, so that
    nobody with the old code can fill the table. A closed page opens again.
    """
    fresh = lock_sheet(sheet)
    fresh.phones.filter(writes=False).delete()
    fresh.token, fresh.code, fresh.revoked_at = new_token(), _free_code(), None
    fresh.save(update_fields=["token", "code", "revoked_at"])
    log(
        actor,
        "token",
        log_message("sheet.code_renewed", sheet=place(fresh)),
        sheet=fresh,
    )
    return fresh


@transaction.atomic
def revoke(*, sheet: Sheet, actor: Actor) -> Sheet:
    """Close the page to phones until its code is renewed."""
    fresh = lock_sheet(sheet)
    if fresh.revoked_at is None:
        fresh.revoked_at = server_clock.now()
        fresh.save(update_fields=["revoked_at"])
        log(
            actor,
            "token",
            log_message("sheet.closed_to_phones", sheet=place(fresh)),
            sheet=fresh,
        )
    return fresh


def _free_code() -> str:
    while Sheet.objects.filter(code=(code := new_code())).exists():
        pass
    return code
