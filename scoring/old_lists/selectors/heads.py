"""What the words of an old list say, in the plain words of several languages."""

from enum import StrEnum

from clubs.selectors.people import unaccented
from scoring.old_lists.selectors.numbers import is_blank


class Meaning(StrEnum):
    """What stands in a column."""

    NAME = "name"
    FIRST = "first"
    LAST = "last"
    DATE = "date"
    TITLE = "title"
    PLACE = "place"
    NUMBER = "number"  # of chips or points, as the whole list means it
    POINTS = "points"  # table points, beside the chips
    ROUNDS = "rounds"
    NOTHING = ""


WORDS = {
    Meaning.NAME: (
        "name names player players full name jmeno jmena prijmeni a jmeno hrac hraci "
        "spieler spielerin nev jatekos gracz zawodnik igralec ime giocatore nome joueur nom"
    ),
    Meaning.FIRST: "first name|given name|vorname|krestni jmeno|keresztnev|imie|prenom",
    Meaning.LAST: (
        "last name|surname|family name|nachname|familienname|prijmeni|vezeteknev|"
        "csaladnev|nazwisko|priimek|cognome"
    ),
    Meaning.DATE: "date day datum den dne tag termin kdy datum konani data nap giorno",
    Meaning.TITLE: (
        "evening event tournament turnaj vecer abend turnier veranstaltung akce verseny "
        "turniej turnir torneo tournoi kolo ligy"
    ),
    Meaning.PLACE: (
        "place rank pos position platz rang poradi misto umisteni helyezes hely miejsce "
        "mesto posto classement pl"
    ),
    Meaning.NUMBER: (
        "total totals score chips points result sum net gesamt summe punkte ergebnis "
        "stand celkem body zetony vysledek soucet zisk osszesen pont pontok zseton wynik "
        "suma punkty tocke skupaj totale punti total points"
    ),
    Meaning.POINTS: "table points|tp|tischpunkte|stolove body|body u stolu",
    Meaning.ROUNDS: "rounds games runden partien kola pocet kol korok rundy kolo",
}
KNOWN = {
    word: meaning
    for meaning, words in WORDS.items()
    for word in (words.split("|") if "|" in words else [*words.split(), words])
}
KNOWN |= {
    "full name": Meaning.NAME,
    "prijmeni a jmeno": Meaning.NAME,
    "jmeno a prijmeni": Meaning.NAME,
    "pocet kol": Meaning.ROUNDS,
}
# Lines below the people that are none.
NO_NAMES = (
    *("total", "totals", "sum", "sums", "average", "averages", "mean", "count"),
    *("players", "celkem", "soucet", "prumer", "pocet", "summe", "gesamt"),
    *("durchschnitt", "schnitt", "anzahl", "spieler", "osszesen", "atlag", "razem"),
    *("suma", "srednia", "skupaj", "povprecje", "totale", "media", "moyenne"),
)


def meaning_of(head: str) -> Meaning:
    """What a head says, in any case and accent; nothing where it says nothing known."""
    plain = " ".join(
        "".join(c if c.isalnum() else " " for c in unaccented(head)).split()
    )
    return KNOWN.get(plain, Meaning.NOTHING)


def is_name(text: str) -> bool:
    """Whether it may be somebody's name: letters, and neither a day nor a number."""
    letters = sum(map(str.isalpha, text))
    digits = sum(map(str.isdecimal, text))
    return letters >= 2 and not digits and not is_blank(text)


def is_somebody(text: str) -> bool:
    """Whether a name is not the line of totals below the people."""
    words = "".join(c if c.isalnum() else " " for c in unaccented(text)).split()
    return bool(words) and words[0] not in NO_NAMES
