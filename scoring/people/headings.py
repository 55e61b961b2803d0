"""The meanings of column headings, in the languages of clubs, for all imports.

English, German, Czech, Slovak, Polish, Hungarian, Slovene, Italian, French, Spanish. A
word can mean two things; each import asks for the meanings it reads, in its own order.
"""

import re
from collections.abc import Collection, Iterable
from enum import StrEnum
from functools import lru_cache

from clubs.i18n import unaccented


class Head(StrEnum):
    """The meaning of a column."""

    NAME = "name"
    FIRST = "first"
    LAST = "last"
    LODGE = "lodge"
    NUMBER = "number"  # a start number
    PAID = "paid"
    TEAM = "team"
    CLASSES = "classes"
    COMES = "comes"
    STATE = "state"  # of our own entry export: expected, here, absent, left
    HOUSE = "house"  # of our own entry export: a house player
    IF_NEEDED = "if_needed"
    DATE = "date"
    TITLE = "title"
    PLACE = "place"
    SCORE = "score"  # chips
    TOTAL = "total"  # chips of a whole event
    POINTS = "points"  # table points, in addition to chips
    ROUNDS = "rounds"  # the number of rounds
    ROUND = "round"  # the number of one round
    TABLE = "table"
    SEAT = "seat"
    CREDIT = "credit"  # the player a substitute's score counts for


# Phrases are separated by “|”, because most have several words. Languages aren't
# separated.
_WORDS = {
    Head.NAME: (
        "name|names|player|players|full name|player name|participant|jmeno|jmena|"
        "jmeno hrace|hrac|hraci|hracka|ucastnik|meno|meno hraca|hraci|spieler|spielerin|"
        "spieler in|spielername|teilnehmer|mitspieler|nev|nevek|jatekos|jatekosok|"
        "jatekos neve|gracz|gracze|zawodnik|igralec|igralci|ime|ime in priimek|"
        "giocatore|giocatori|nome|nominativo|joueur|joueurs|joueuse|nom|nombre|jugador|"
        "jugadores|vor und nachname|imie i nazwisko|nom et prenom"
    ),
    Head.FIRST: (
        "first name|firstname|given name|givenname|given|first|vorname|krestni jmeno|"
        "krstne meno|keresztnev|utonev|imie|prenom|nombre de pila"
    ),
    Head.LAST: (
        "last name|lastname|surname|family name|familyname|family|last|nachname|"
        "familienname|zuname|prijmeni|priezvisko|vezeteknev|csaladnev|nazwisko|priimek|"
        "cognome|nom de famille|apellido|apellidos"
    ),
    Head.LODGE: (
        "lodge|club|town|city|verein|klub|ort|stadt|loze|lodz|mesto hrace|obec|oddil|"
        "bydliste|egyesulet|varos|miasto|druzstvo mesto|circolo|citta|ville"
    ),
    Head.NUMBER: (
        "number|no|nr|num|start number|startnumber|start no|player number|player no|"
        "playernumber|cislo|startovni cislo|cislo hrace|st cislo|startnummer|nummer|"
        "spielernummer|spieler nr|start nr|rajtszam|sorszam|szam|numer|numer startowy|"
        "stevilka|startna stevilka|numero|numero de depart|id"
    ),
    Head.PAID: (
        "paid|fee|fee paid|entry fee|bezahlt|startgeld|startgeld bezahlt|zaplaceno|"
        "zaplatil|zaplatene|startovne|vklad|fizetett|fizetve|nevezesi dij|zaplacone|"
        "wpisowe|placano|startnina|pagato|paye|pagado"
    ),
    Head.TEAM: "team|mannschaft|druzstvo|tym|csapat|druzyna|ekipa|squadra|equipe|equipo",
    Head.CLASSES: (
        "class|classes|category|categories|klasse|klassen|kategorie|kategoria|trida|"
        "osztaly|kategorija|categoria|categorie"
    ),
    Head.COMES: (
        "comes|who comes|coming|going|rsvp|answer|kommt|zusage|prijde|ucast|pride|jon|"
        "przyjdzie|pride na"
    ),
    Head.STATE: "state",
    Head.HOUSE: "house",
    Head.IF_NEEDED: "if needed|if_needed",
    Head.DATE: (
        "date|day|played on|datum|den|dne|tag|spieltag|termin|kdy|datum konani|datum hry|"
        "data|nap|jatek napja|giorno|jour|fecha|dan|dzien|den konania|zeitpunkt"
    ),
    Head.TITLE: (
        "evening|event|tournament|turnaj|vecer|abend|turnier|veranstaltung|akce|verseny|"
        "turniej|turnir|torneo|tournoi|kolo ligy|podujatie"
    ),
    Head.PLACE: (
        "place|rank|ranking|pos|position|standing|platz|platzierung|rang|poradi|por|misto|"
        "umisteni|umiestnenie|poradie|helyezes|hely|miejsce|mesto|posto|posizione|"
        "classement|classifica|pl|puesto|place no"
    ),
    Head.SCORE: (
        "score|scores|chips|points|point|result|punkte|punkt|ergebnis|body|bod|bodu|"
        "zetony|vysledek|zisk|vysledok|pont|pontok|pontszam|zseton|zsetonok|eredmeny|"
        "wynik|punkty|tocke|tocka|rezultat|punti|punteggio|points obtenus|resultat|puntos|"
        "stand|net|chipy"
    ),
    Head.TOTAL: (
        "total|totals|total points|total score|total chips|grand total|sum|sum total|"
        "gesamt|gesamtpunkte|gesamtergebnis|summe|celkem|celkove|celkem bodu|"
        "soucet|suma|spolu|sucet|osszesen|osszpont|osszeg|razem|lacznie|skupaj|skupno|"
        "totale|totaux|en tout"
    ),
    Head.POINTS: "table points|tp|tischpunkte|stolove body|body u stolu",
    Head.ROUNDS: (
        "rounds|rounds played|games|games played|runden|partien|kola|pocet kol|korok|"
        "rundy|odehrano|odehrana kola|pocet her|spiele"
    ),
    Head.ROUND: "round|rd|r|runde|durchgang|kolo|fordulo|kor|runda|krog|turno|manche|ronda",
    Head.TABLE: (
        "table|tisch|stul|stol|asztal|stolik|miza|tavolo|table no|tischnummer|"
        "cislo stolu|stul c|mesa"
    ),
    Head.SEAT: "seat|sitz|sitzplatz|zidle|ulohely|szek|sedez|stolek|posto a sedere|siege",
    Head.CREDIT: "counts for|counts_for",
}
# The order of a name, if its column heading tells.
FAMILY_FIRST = [
    "prijmeni a jmeno",
    "prijmeni jmeno",
    "priezvisko a meno",
    "priezvisko meno",
    "last first",
    "last name first name",
    "family name given name",
    "surname given name",
    "surname first name",
    "family given",
    "name vorname",
    "nachname vorname",
    "familienname vorname",
    "zuname vorname",
    "nazwisko i imie",
    "nazwisko imie",
    "priimek in ime",
    "cognome e nome",
    "cognome nome",
    "nom et prenom",
    "nom prenom",
    "vezeteknev keresztnev",
    "csaladnev utonev",
    "apellidos y nombre",
    "apellido y nombre",
]
GIVEN_FIRST = [
    "jmeno a prijmeni",
    "jmeno prijmeni",
    "meno a priezvisko",
    "meno priezvisko",
    "first last",
    "first name last name",
    "given name family name",
    "vorname nachname",
    "vorname name",
    "vorname familienname",
    "vor und nachname",
    "imie i nazwisko",
    "imie nazwisko",
    "ime in priimek",
    "nome e cognome",
    "nome cognome",
    "prenom nom",
    "prenom et nom",
    "nombre y apellidos",
]
MEANINGS: dict[str, tuple[Head, ...]] = {}
for _meaning, _phrases in _WORDS.items():
    for _phrase in _phrases.split("|"):
        _known = MEANINGS.get(_phrase, ())
        if _meaning not in _known:
            MEANINGS[_phrase] = (*_known, _meaning)
for _phrase in (*FAMILY_FIRST, *GIVEN_FIRST):
    MEANINGS[_phrase] = (Head.NAME,)
# A word with the number of a seat or round: Spieler 1, 1. Spieler, Name_1, R3.
NUMBERED = re.compile(r"(\d{1,2}) (\D+)|(\D*[^\d ]) ?(\d{1,2})")


@lru_cache(maxsize=1 << 12)
def plain_head(head: str) -> str:
    """Return a heading in lower case without accents, with single blanks."""
    plain = "".join(c if c.isalnum() else " " for c in unaccented(head))
    return " ".join(plain.split())


def head_meanings(head: str) -> tuple[Head, ...]:
    """Return all meanings of a heading; () if it's unknown."""
    plain = plain_head(head)
    if plain == "" and head.strip() in ("#", "№"):
        return (Head.NUMBER,)
    return MEANINGS.get(plain, ())


def head_meaning(head: str, wanted: Collection[Head]) -> Head | None:
    """Return the first meaning of a heading that an import asks for."""
    return next((m for m in head_meanings(head) if m in wanted), None)


def numbered_head(head: str, wanted: Collection[Head]) -> tuple[Head, int] | None:
    """Return meaning and number of a heading like “Spieler 1”; None for others."""
    match = NUMBERED.fullmatch(plain_head(head))
    if not match:
        return None
    word, number = (match[2], match[1]) if match[1] else (match[3], match[4])
    meaning = head_meaning(word, wanted)
    return (meaning, int(number)) if meaning else None


def is_family_first(heads: Iterable[str]) -> bool | None:
    """Return whether a heading puts the family name first; None if none tells."""
    for head in map(plain_head, heads):
        if head in FAMILY_FIRST:
            return True
        if head in GIVEN_FIRST:
            return False
    return None
