"""Everybody: who is on the list, who comes late, and who does not come.

There are 19 people for four tables in the gate, 43 for ten in a drill.
"""

from tests.browser.evening.papers import TABLES
from tests.drill.figures import size

EXPECTED = (
    "Jiří Růžička",
    "Božena Němcová",
    "Žofie Dvořáková",
    "Karel Čapek",
    "Łukasz Kowalczyk",
    "Mary Ann O'Brien",
    "Josef Marek",
    "Anna Svoboda",
    "Emil Hruška",
    "Vlasta Zajíček",
    "Frank Janek",
    "Rose Křenek",
    "Adolf Šebesta",
    "Ludmila Orsák",
    "Henry Matula",
    "Agnes Polášek",
    "Willie Kostecka",
    "Albina Vrána",
    "Jerry Bartoš",
    "Lillian Černý",
    "Marie Kubala",
    "Edwin Hlavatý",
    "Bernice Sulak",
    "Alfons Machů",
    "Dorothy Mikeska",
    "Raymond Kolář",
    "Josephine Vaněk",
    "Ernest Horák",
    "Viola Skřivánek",
    "Leon Pavlas",
    "Georgia Řehoř",
    "Daniel Zapalač",
    "Evelyn Ondráš",
    "Victor Holub",
    "Helen Blahuta",
    "Albert Janota",
    "Irene Kocurek",
    "Louis Maresh",
    "Stella Baca",
    "Rudolf Kaderka",
)
WALK_IN, LATE, NO_SHOW = "Ľudmila Orsáková", "Thomas Hejl", "Martha Psenčík"
NAMES = (*EXPECTED[: 4 * len(TABLES)], NO_SHOW)
ON_PICTURES = (*EXPECTED, NO_SHOW)  # of the docs
IN_LINE = NAMES[: size(4, 10)]  # at the door, before the crowd
STAND_IN = "Clara Wotipka"
