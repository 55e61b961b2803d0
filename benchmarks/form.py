"""Form: how often its intervals hold the truth in made-up clubs, and what it costs.

A club whose strengths are known plays; then the rounds alone are looked at. Strength is
spread as a part of luck's spread in a round, 15.1 chips as in Vienna in 2025.
"""

import random
import time
from collections.abc import Sequence

from rules.ratings import forms

LUCK = 15.1  # chips, one round
APART = 15  # chips between two lodges
MEET = 0.15  # of their evenings they play together
CLUBS = 40
# Players, evenings of five rounds, strength as a part of luck, lodges.
WORLDS = (
    (60, 10, 0.25, 1),
    (60, 10, 0.12, 1),
    (60, 60, 0.25, 1),
    (24, 20, 0.25, 1),
    (200, 10, 0.25, 1),
    (60, 20, 0.25, 2),
)
ROUNDS = 5
LARGE = 20_000  # tables of four: 80,000 scores
Table = list[tuple[int, float]]


def made_up(
    luck: random.Random, players: int, evenings: int, skill: float, lodges: int
) -> tuple[Sequence[float], list[Table]]:
    """The true strengths, and the nets of every table."""
    strengths = [
        luck.gauss(0, skill * LUCK) + APART * (at % lodges) for at in range(players)
    ]
    mean = sum(strengths) / players
    strengths = [strength - mean for strength in strengths]
    comes = [luck.uniform(0.3, 1) for _ in strengths]
    tables: list[Table] = []
    for _ in range(evenings):
        here = [at for at in range(players) if luck.random() < comes[at]]
        together = lodges == 1 or luck.random() < MEET
        for lodge in range(1 if together else lodges):
            people = [at for at in here if together or at % lodges == lodge]
            for _ in range(ROUNDS):
                tables += _round(luck, people, strengths)
    return strengths, tables


def _round(
    luck: random.Random, people: Sequence[int], strengths: Sequence[float]
) -> list[Table]:
    drawn = luck.sample(people, len(people))
    found = []
    for at in range(0, len(drawn) - 3, 4):
        four = drawn[at : at + 4]
        lucks = [luck.gauss(0, LUCK) for _ in four]
        whole, all_luck = sum(strengths[player] for player in four), sum(lucks)
        found.append(
            [
                (player, strengths[player] * 4 / 3 - whole / 3 + own - all_luck / 4)
                for player, own in zip(four, lucks, strict=True)
            ]
        )
    return found


def held(luck: random.Random, clubs: int, *world: float) -> float:
    """In what part of all intervals the truth lies."""
    players, evenings, skill, lodges = world
    within = every = 0
    for _ in range(clubs):
        strengths, tables = made_up(
            luck, int(players), int(evenings), skill, int(lodges)
        )
        names = {at: f"lodge {at % lodges}" for at in range(int(players))}
        for form in forms(tables, names):
            within += abs(form.better - strengths[form.player]) <= form.within
            every += 1
    return within / every


def main() -> None:
    luck = random.Random("form")
    print("players evenings strength lodges   intervals that hold the truth")
    for world in WORLDS:
        players, evenings, skill, lodges = world
        part = held(luck, CLUBS, *world)
        print(f"{players:7} {evenings:8} {skill:8.0%} {lodges:6}   {part:.1%}")
    _, tables = made_up(luck, 1_856, 15, 0.25, 1)
    start = time.process_time()
    forms(tables[:LARGE])
    scores = 4 * len(tables[:LARGE])
    print(f"{scores} scores: {time.process_time() - start:.2f} s of CPU")


if __name__ == "__main__":
    main()
