"""What may happen on a club's evenings, in any order: played, corrected, merged, erased."""

import random
from collections.abc import Callable, Iterable
from typing import Any

from clubs.models import Player
from scoring.core.services.changes import Refused
from scoring.draw.services import rounds
from scoring.models import Merge, Round, Sheet, Tournament
from scoring.people.services import merges, players
from scoring.sheets.services import rulings
from tests import builders as build

BY = build.command()


class AnyActs:
    """Some evenings of a club; each act has a key of its own, and may be Refused."""

    def __init__(self, evenings: list[Tournament], chance: random.Random) -> None:
        self.evenings, self.chance = evenings, chance

    def acts(self) -> list[Callable[[str], object]]:
        often = [self.plays, self.corrects]
        people = [self.comes, self.merges, self.parts, self.erases]
        return [*often, *often, *people, self.cancels, self.rules]

    def one_of(self, found: Iterable[Any]) -> Any:
        among = list(found)
        if not among:
            raise Refused("There is none.")
        return self.chance.choice(among)

    def held(self, start: int) -> list[int]:
        three = [self.chance.randint(0, start) for _ in range(3)]
        return [*three, 4 * start - sum(three)]

    def plays(self, key: str) -> None:
        evening = self.one_of(self.evenings)
        if evening.rounds.filter(state__in=Round.COUNTING).count() >= 4:
            raise Refused("That is enough.")
        people = list(evening.entries.order_by("number"))
        self.chance.shuffle(people)
        tables = [people[at : at + 4] for at in range(0, len(people) // 4 * 4, 4)]
        for sheet in build.published_round(evening, tables).sheets.all():
            build.verified_sheet(sheet, self.held(evening.start_chips))

    def corrects(self, key: str) -> None:
        sheet = self.one_of(Sheet.objects.filter(round__state__in=Round.COUNTING))
        build.corrected(sheet, self.held(sheet.round.tournament.start_chips))
        build.confirmed(sheet)

    def comes(self, key: str) -> None:
        evening = self.one_of(self.evenings)
        if evening.entries.count() >= 12:
            raise Refused("The hall is full.")
        build.entries(evening, 1)

    def cancels(self, key: str) -> None:
        rnd = self.one_of(Round.objects.filter(state__in=Round.COUNTING))
        rounds.cancel(rnd=rnd, by=BY, reason="wrong cards")

    def merges(self, key: str) -> None:
        kept, gone = self.chance.sample(list(Player.objects.order_by("pk")), 2)
        merges.merge(kept=kept, gone=gone, by=BY, key=key)

    def parts(self, key: str) -> None:
        merges.undo(merge=self.one_of(Merge.objects.filter(undone_at=None)), by=BY)

    def erases(self, key: str) -> None:
        if self.chance.random() < 0.8:  # or soon nobody is left to be merged
            raise Refused("Seldom.")
        players.erase(player=self.one_of(Player.objects.order_by("pk")), by=BY)

    def rules(self, key: str) -> None:
        entry = self.one_of(self.one_of(self.evenings).entries.all())
        chips = self.chance.choice([-20, -5, 10])
        rulings.adjust(entry=entry, by=BY, chips=chips, reason="judge", key=key)
