"""What may happen on a club's evenings, in any order: played, corrected, merged, erased."""

import random
from collections.abc import Callable, Iterable
from typing import Any

from clubs.models import Player
from scoring.core.writes import ActionRefused
from scoring.draw import rounds
from scoring.models import Hand, Merge, Round, Sheet, Tournament, TrayHand
from scoring.people import merges, players
from scoring.sheets import hand_rulings, hand_writes, rulings
from scoring.sheets.hand_rulings import OnCount
from tests import builders as build
from tests.rules.spjst.builders import povinost, prever, turned

BY = build.command()
TURNS = ((-6, 2, 2, 2), (3, 0, -3, 0))  # chips that a judge moves


class AnyActs:
    """Some evenings of a club; each act has a key of its own, and may be ActionRefused."""

    def __init__(self, evenings: list[Tournament], chance: random.Random) -> None:
        self.evenings, self.chance = evenings, chance
        self.director = build.member(evenings[0].club, "director", "any-director")

    def acts(self) -> list[Callable[[str], object]]:
        often = [self.plays, self.corrects, self.is_late]
        people = [self.comes, self.merges, self.parts, self.erases]
        return [*often, *often, *people, self.cancels, self.rules, self.rules_on_hand]

    def one_of(self, found: Iterable[Any]) -> Any:
        """By its place among them as they came to be: the same on every database."""
        among = sorted(found, key=lambda each: each.pk)
        if not among:
            raise ActionRefused("There is none.")
        return self.chance.choice(among)

    def held(self, start: int) -> list[int]:
        three = [self.chance.randint(0, start) for _ in range(3)]
        return [*three, 4 * start - sum(three)]

    def plays(self, key: str) -> None:
        evening = self.one_of(self.evenings)
        if evening.rounds.filter(state__in=Round.COUNTING).count() >= 4:
            raise ActionRefused("That is enough.")
        people = list(evening.entries.order_by("number"))
        self.chance.shuffle(people)
        tables = [people[at : at + 4] for at in range(0, len(people) // 4 * 4, 4)]
        for sheet in build.published_round(evening, tables).sheets.all():
            for n in range(self.chance.choice([0, 1, 3])):
                self.record(sheet, f"{key}-{sheet.pk}-{n}")
            build.verified_sheet(sheet, self.held(evening.start_chips))

    def record(self, sheet: Sheet, key: str) -> TrayHand | None:
        """A hand of the sheet; it waits where the sheet is verified."""
        points = self.chance.randint(36, 70)
        hand = self.chance.choice([povinost, prever])(points=points)
        hand = turned(hand, self.chance.randrange(4))
        return build.recorded(sheet, BY, key=key, record=hand).tray

    def is_late(self, key: str) -> None:
        """The desk takes a hand on a verified sheet."""
        sheet = self.one_of(Sheet.objects.filter(round__state__in=Round.COUNTING))
        if item := self.record(sheet, key):
            by = build.actor(self.director)
            hand_writes.resolve_tray_hand(
                item=item, actor=by, take="mine", reason="seen by all"
            )

    def rules_on_hand(self, key: str) -> None:
        """A judge does, and may take it back."""
        hand = self.one_of(Hand.objects.filter(sheet__round__state__in=Round.COUNTING))
        ruled = {
            "actor": BY,
            "reason": "judge",
            "on_count": self.chance.choice(list(OnCount)),
            "seen": build.seen(hand.sheet),
        }
        chips = self.chance.choice(TURNS)
        done = hand_rulings.rule(
            sheet=hand.sheet, number=hand.number, chips=chips, key=key, **ruled
        )
        if ruled["on_count"] == OnCount.ADD:
            build.confirmed(hand.sheet)
        elif self.chance.random() < 0.5:
            hand_rulings.reverse(ruling=done, **ruled)

    def corrects(self, key: str) -> None:
        sheet = self.one_of(Sheet.objects.filter(round__state__in=Round.COUNTING))
        build.corrected(sheet, self.held(sheet.round.tournament.start_chips))
        build.confirmed(sheet)

    def comes(self, key: str) -> None:
        evening = self.one_of(self.evenings)
        if evening.entries.count() >= 12:
            raise ActionRefused("The hall is full.")
        build.entries(evening, 1)

    def cancels(self, key: str) -> None:
        rnd = self.one_of(Round.objects.filter(state__in=Round.COUNTING))
        rounds.cancel(rnd=rnd, actor=BY, reason="wrong cards")

    def merges(self, key: str) -> None:
        kept, gone = self.chance.sample(list(Player.objects.order_by("pk")), 2)
        merges.merge(target=kept, duplicate=gone, actor=BY, key=key)

    def parts(self, key: str) -> None:
        merges.undo(merge=self.one_of(Merge.objects.filter(undone_at=None)), actor=BY)

    def erases(self, key: str) -> None:
        if self.chance.random() < 0.8:  # or soon nobody is left to be merged
            raise ActionRefused("Seldom.")
        players.erase(player=self.one_of(Player.objects.order_by("pk")), actor=BY)

    def rules(self, key: str) -> None:
        entry = self.one_of(self.one_of(self.evenings).entries.all())
        chips = self.chance.choice([-20, -5, 10])
        rulings.adjust(entry=entry, actor=BY, chips=chips, reason="judge", key=key)
