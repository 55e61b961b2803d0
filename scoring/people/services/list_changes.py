"""A list for people who are entered already: what it would change, and the change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction

from clubs.selectors.people import plain_name
from clubs.wording import NOTHING, and_list
from scoring.core.services.changes import Actor, Conflict, done_here, lock, log
from scoring.models import Entry, Tournament
from scoring.people.services.entries import PEOPLE, fresh_entry
from scoring.people.services.entry_facts import entry_stamp, facts_said, set_facts
from scoring.people.services.entry_lists import Kind, Planned, ToEnter, enter
from scoring.people.services.people_lists import Listed
from scoring.results.services import standings

MEANWHILE = "Somebody changed {} meanwhile. Look at the list once more."


@dataclass(frozen=True, slots=True)
class ListChange:
    """What a line says otherwise of somebody entered; it takes nothing away."""

    entry: Entry
    lodge: str
    facts: Mapping[str, object]

    @property
    def choice(self) -> str:
        """Which change somebody saw: another one once the entry is another."""
        return f"{self.entry.pk}-{entry_stamp(self.entry)}"

    @property
    def said(self) -> str:
        """Old and new in words: “team none → Reds, fee paid”."""
        new = {"lodge": self.lodge, **self.facts}
        words = [
            f"{name} {_words(getattr(self.entry, field))} → {_words(new[field])}"
            for field, name in (("lodge", "lodge"), ("team", "team"))
            if field in new and new[field] != getattr(self.entry, field)
        ]
        if "classes" in new:
            words.append(f"{_words(self.entry.classes)} → {_words(new['classes'])}")
        return ", ".join([*words, *(["fee paid"] if "paid" in new else [])])


def list_change(entry: Entry, listed: Listed) -> ListChange | None:
    """What this line would change of the entry; nothing where it says no more.

    No query: the preview asks it of every line.
    """
    facts: dict[str, object] = {}
    if listed.team.casefold() not in ("", entry.team.casefold()):
        facts["team"] = listed.team
    told = {name.casefold() for name in (*entry.classes, *listed.classes)}
    classes = [n for n in entry.tournament.class_names if n.casefold() in told]
    if len(classes) > len(entry.classes):
        facts["classes"] = classes
    if listed.paid and not entry.paid:
        facts["paid"] = True
    is_same = plain_name(listed.lodge) in ("", plain_name(entry.lodge))
    if is_same and not facts:
        return None
    return ListChange(entry, entry.lodge if is_same else listed.lodge, facts)


def list_changes(plan: Iterable[Planned]) -> list[ListChange]:
    """Of everybody who is entered beyond doubt."""
    found = (
        list_change(each.entry, each.listed)
        for each in plan
        if each.kind is Kind.ENTERED and each.entry
    )
    return [each for each in found if each]


def chosen_changes(
    plan: Iterable[Planned], choices: Mapping[int, str]
) -> list[ListChange]:
    """Of those doubtful who turned out to be entered; `choices` by line."""
    return [
        change
        for each in plan
        for candidate in each.candidates
        if candidate.entry
        and choices.get(each.listed.line) == candidate.choice
        and (change := list_change(candidate.entry, each.listed))
    ]


@transaction.atomic
def take_list(
    *,
    tournament: Tournament,
    by: Actor,
    people: Sequence[ToEnter],
    changes: Sequence[ListChange],
    key: str,
    state: str = Entry.State.EXPECTED,
) -> tuple[int, int]:
    """Enter people and change those entered, all or nothing; says how many of each.

    Raises Refused as `enter` does, Conflict where an entry is not the one that was
    shown.
    """
    enter_them = partial(enter, by=by, people=people, key=key, state=state)
    if not changes:
        return enter_them(tournament=tournament), 0
    fresh = lock(tournament)
    is_again = done_here(key, fresh, "entry") is not None
    entered = enter_them(tournament=tournament)
    if is_again:
        return entered, 0
    for each in changes:
        _make(each, by)
    standings.refresh(fresh, by=by, reason=PEOPLE)
    return entered, len(changes)


def _make(change: ListChange, by: Actor) -> None:
    fresh = fresh_entry(change.entry)
    if entry_stamp(fresh) != entry_stamp(change.entry):
        raise Conflict(MEANWHILE.format(fresh.name))
    old = _said(fresh)
    fresh.lodge = change.lodge
    set_facts(fresh, dict(change.facts))
    fresh.save(update_fields=["lodge", *change.facts])
    text = f"changed entry {fresh.label} {fresh.name} by a list"
    log(by, "entry", text, tournament=fresh.tournament, old=old, new=_said(fresh))


def _said(entry: Entry) -> str:
    return ", ".join(filter(None, (entry.lodge, facts_said(entry)))) or NOTHING


def _words(value: object) -> str:
    return (and_list(value) if isinstance(value, list) else str(value)) or "none"
