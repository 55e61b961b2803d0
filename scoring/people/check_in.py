"""Check-in: who has come, who has paid, who does not come; each step can be undone."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import Player, User
from clubs.selectors.people import same_name
from clubs.wording import clock, in_english, say, say_later, together
from scoring.core.services.changes import (
    Actor,
    Conflict,
    done_before,
    keep_fund,
    lock,
    log,
)
from scoring.core.services.texts import clean
from scoring.models import Change, Entry, Tournament
from scoring.people import entries
from scoring.people.entry_facts import facts_said, set_facts

State = Entry.State
UNDO_FOR = timedelta(minutes=10)
SAID = {
    State.EXPECTED: say_later("expected"),
    State.HERE: say_later("here"),
    State.ABSENT: say_later("not coming"),
    State.LEFT: say_later("left"),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands at the door."""

    state: str
    paid: bool

    @classmethod
    def of(cls, entry: Entry) -> "Standing":
        return cls(entry.state, entry.paid)

    @classmethod
    def read(cls, said: str) -> "Standing | None":
        """What `english` told; None for other words."""
        known = (cls(state, paid) for state in SAID for paid in (True, False))
        return next((each for each in known if each.english == said), None)

    @property
    def english(self) -> str:
        """As the log keeps it."""
        return in_english(self.said())

    @property
    def sent(self) -> str:
        """As a button sends it."""
        return f"{self.state}-{int(self.paid)}"

    def said(self, before: "Standing | None" = None) -> str:
        """In words; beside another, only what differs."""
        state = SAID[State(self.state)]
        paid = say("fee paid") if self.paid else say("fee not paid")
        if before is None:
            return together([state, paid])
        changed = [
            (before.state != self.state, state),
            (before.paid != self.paid, paid),
        ]
        return together(word for differs, word in changed if differs)


@dataclass(frozen=True, slots=True)
class Step:
    """What was done at the door; `before` is nothing for somebody entered just now.

    `made`: he is new to the club as well.
    """

    entry: Entry
    before: Standing | None
    made: bool = False

    @property
    def after(self) -> Standing:
        return Standing.of(self.entry)

    @property
    def said(self) -> str:
        done = self.after.said(self.before) or _facts_or_none(self.entry)
        entered = [] if self.before else [say("entered")]
        return f"{_marked(self.entry, together([*entered, done]))}."

    @property
    def undo(self) -> str:
        """What the button that takes it back sends; nothing where nothing was."""
        if self.before is None:
            return f"gone{int(self.made)}"
        if self.before == self.after:
            return ""
        return f"undo-{self.after.sent}-{self.before.sent}"


def last_step(tournament: Tournament, user: User) -> Step | None:
    """What somebody marked last, while it can be taken back after a reload."""
    since = timezone.now() - UNDO_FOR
    steps = Change.objects.filter(tournament=tournament, by=user, at__gte=since)
    last = steps.filter(what__in=("state", "fee")).order_by("-pk").first()
    if last is None:
        return None
    number = last.text.partition(" ")[0]
    before = Standing.read(last.old) if number.isdecimal() else None
    entry = tournament.entries.filter(number=int(number)).first() if before else None
    if entry is None or Standing.of(entry).english != last.new:
        return None
    return Step(entry, before)


@transaction.atomic
def mark(
    *,
    entry: Entry,
    by: Actor,
    state: str | None = None,
    paid: bool | None = None,
    seen: Standing | None = None,
) -> Step:
    """Here, not coming, fee paid; whatever is None stays.

    Raises Conflict, which names no field, where somebody else was quicker: `seen` is
    how he stood when the button was shown.
    """
    tournament = lock(entry.tournament)
    fresh = entries.fresh_entry(entry)
    before = Standing.of(fresh)
    wanted = Standing(
        before.state if state is None else state,
        before.paid if paid is None else paid,
    )
    if before == wanted or (seen is not None and before != seen):
        raise Conflict(_known(fresh, before))
    fresh.state, fresh.paid = State(wanted.state), wanted.paid
    fresh.save(update_fields=["state", "paid"])
    if before.paid != wanted.paid:
        keep_fund(tournament)
    text = _marked(fresh, wanted.said(before))
    what = "state" if before.state != wanted.state else "fee"
    log(by, what, text, tournament=tournament, old=before.said(), new=wanted.said())
    return Step(fresh, before)


@transaction.atomic
def enter(
    *,
    tournament: Tournament,
    by: Actor,
    paid: bool,
    key: str,
    player: Player | None = None,
    name: str = "",
    lodge: str = "",
    number: int | None = None,
    namesakes: int = 0,
) -> Step:
    """A player of the club, or somebody new, is entered and here.

    `namesakes` is how many of the club have the name or nearly, as the page showed it.
    Raises Conflict where one more came in between, Refused as `entries.add` does.
    """
    fresh = lock(tournament)
    if player and not done_before(key):
        entered = fresh.entries.filter(player=player).first()
        if entered:
            return mark(entry=entered, by=by, state=State.HERE, paid=paid or None)
    like: list[Player] = []
    if player is None and not done_before(key):
        like = same_name(fresh.club, name, lodge)[1]
        if len(like) > namesakes:
            said = say(
                "The club knows this name already: {name}. Choose below who it is.",
                name=like[-1].name,
            )
            raise Conflict(said, "q")
    entry = entries.add(
        tournament=fresh,
        by=by,
        player=player,
        name=name,
        lodge=lodge,
        number=number if player is None else None,
        state=State.HERE,
        paid=paid,
        key=key,
        not_these=like,
    )
    return Step(entry, None, made=player is None)


@transaction.atomic
def take_back(*, entry: Entry, by: Actor, made: bool) -> None:
    """Somebody entered just now is not; if `made`, the club forgets him too.

    Raises Refused once he has a seat.
    """
    player = entry.player
    entries.remove(entry=entry, by=by)
    if made and player and not Entry.everybody.filter(player=player).exists():
        player.delete()


@transaction.atomic
def no_shows(*, tournament: Tournament, by: Actor, named: list[int]) -> list[Entry]:
    """Those named who are still expected do not come; gives them.

    `named` are the entries the question named: whoever came meanwhile is here.
    """
    fresh = lock(tournament)
    expected = fresh.entries.filter(house=None, state=State.EXPECTED, pk__in=named)
    gone = list(expected.order_by("number"))
    for entry in gone:
        entry.state = State.ABSENT
    Entry.objects.bulk_update(gone, ["state"])
    if gone:
        names = ", ".join(f"{entry.label} {entry.name}" for entry in gone)
        log(by, "state", say("not coming: {names}", names=names), tournament=fresh)
    return gone


@transaction.atomic
def set_class(*, entry: Entry, by: Actor, name: str, inside: bool) -> Entry:
    """Into one of the tournament's classes, or out of it. Raises Refused."""
    lock(entry.tournament)
    fresh = entries.fresh_entry(entry)
    others = {*fresh.classes} - {name}
    return _said_of(fresh, by, {"classes": others | {name} if inside else others})


@transaction.atomic
def set_team(*, entry: Entry, by: Actor, team: str) -> Entry:
    """For a team, or for none. Raises Refused for a name too long."""
    lock(entry.tournament)
    fresh = entries.fresh_entry(entry)
    return _said_of(fresh, by, {"team": clean(team, most=40, field="q")})


def _said_of(entry: Entry, by: Actor, facts: dict[str, Any]) -> Entry:
    old = facts_said(entry)
    set_facts(entry, facts)
    new = facts_said(entry)
    if old != new:
        entry.save(update_fields=list(facts))
        text = _marked(entry, _facts_or_none(entry))
        log(by, "entry", text, tournament=entry.tournament, old=old, new=new)
    return entry


def _marked(entry: Entry, done: str) -> str:
    """The log is searched for number and name side by side."""
    return say(
        "{number} {name}: {done}", number=entry.label, name=entry.name, done=done
    )


def _facts_or_none(entry: Entry) -> str:
    return facts_said(entry) or say("no class, no team")


def _known(entry: Entry, now: Standing) -> str:
    """How somebody stands already, and who marked it."""
    facts = [SAID[State(now.state)], *([say("fee paid")] if now.paid else [])]
    who = {"number": entry.label, "name": entry.name, "facts": together(facts)}
    rows = Change.objects.filter(
        tournament=entry.tournament_id,
        what__in=("state", "fee", "entry"),
        text__contains=f"{entry.label} {entry.name}",
    )
    if last := rows.first():
        at = timezone.localtime(last.at, entry.tournament.club.zone)
        return say(
            "{number} {name}, by now: {facts} ({by}, {time}).",
            **who,
            by=last.by_name,
            time=clock(at),
        )
    return say("{number} {name}, by now: {facts}.", **who)
