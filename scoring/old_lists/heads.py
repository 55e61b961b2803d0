"""What the words of an old list say, in the plain words of several languages."""

from enum import StrEnum

from clubs.selectors.people import unaccented
from scoring.old_lists.cells import is_blank


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
LETTERS = 2  # of a name at least
# Words with which lines begin that are nobody: totals, what was paid, notes.
NO_NAMES = (
    *("total", "totals", "sum", "sums", "average", "averages", "mean", "count"),
    *("players", "celkem", "soucet", "prumer", "pocet", "summe", "gesamt"),
    *("durchschnitt", "schnitt", "anzahl", "spieler", "osszesen", "atlag", "razem"),
    *("suma", "srednia", "skupaj", "povprecje", "totale", "media", "moyenne"),
    *(
        "vydaje",
        "vydaj",
        "prijmy",
        "prijem",
        "startovne",
        "vklad",
        "vklady",
        "zustatek",
    ),
    *("ucast", "ucastnici", "ucastniku", "hracu", "pritomno", "pritomnych", "vyhry"),
    *("pokladna", "bank", "banka", "rozdil", "poznamka", "pozn", "kontrola", "zapsal"),
    *("expenses", "income", "fees", "fee", "balance", "attendance", "present", "notes"),
    *("note", "checked", "prizes", "einsatz", "startgeld", "ausgaben", "einnahmen"),
    *(
        "teilnehmer",
        "kasse",
        "bemerkung",
        "anmerkung",
        "osszeg",
        "letszam",
        "resztvevok",
    ),
    *("nevezesi", "uczestnicy", "wpisowe", "wydatki", "udelezba", "startnina"),
    *("partecipanti", "quota", "participants", "frais", "presents", "remarque"),
)
# What is nobody alone, and may be a part of somebody’s name: Max Huber.
NOBODY_ALONE = (
    *(
        "max",
        "maximum",
        "min",
        "minimum",
        "best",
        "worst",
        "highest",
        "lowest",
        "median",
    ),
    *("nejvic", "nejvice", "nejmene", "nejlepsi", "nejhorsi", "nejvyssi", "nejnizsi"),
    *("hoch", "hochste", "beste", "niedrigste", "legjobb", "legtobb", "najlepszy"),
    *(
        "najvec",
        "najmanj",
        "massimo",
        "minimo",
        "ostatni",
        "others",
        "andere",
        "nobody",
    ),
    *("nikdo", "host", "guest", "gast", "vendeg", "gosc", "gost", "ospite"),
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
    return letters >= LETTERS and not digits and not is_blank(text)


def is_nobody(text: str) -> bool:
    """Whether what stands among the names looks like a total, a heading, a note."""
    words = "".join(c if c.isalnum() else " " for c in unaccented(text)).split()
    if not words or words[0] in NO_NAMES or any(map(str.isdecimal, text)):
        return True
    return (len(words) == 1 and words[0] in NOBODY_ALONE) or bool(meaning_of(text))
