"""Detection of a text file's encoding, if the file doesn't declare it.

One byte is č in Prague and è in Paris. Each encoding is tried, and the resulting words
are rated: by signs inside words, by vowels and consonants, and by given names.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from clubs.i18n import unaccented
from clubs.i18n.person_names import GIVEN_NAMES

# The encodings that people can choose. If two fit equally well, the earlier one wins.
NAMES = {
    "cp1250": _("Central European (Windows-1250)"),
    "cp1252": _("Western European (Windows-1252)"),
    "cp852": _("Central European (DOS 852)"),
    "cp850": _("Western European (DOS 850)"),
    "iso8859_2": _("Central European (ISO 8859-2)"),
    "mac_latin2": _("Central European (Macintosh)"),
    "mac_roman": _("Western European (Macintosh)"),
}
WORD = re.compile(rb"[^\s,;|\"]+")
OLD = 0.5  # a penalty for encodings of rare machines
MOST_OTHERS = 4  # buttons
MOST_WORDS = 2_000  # words to rate, each once
INNER = "'’‘`´ʼ-‐‑–./()&+:*#@!?%°§"  # signs that people use inside words
VOWELS = frozenset("aeiouyæøœ")
# Letters that are a vowel or consonant, but look like the other kind without accents.
SOFT = {"æ": "a", "ø": "o", "œ": "o"}
RARE = frozenset("ĺŕŔĹãõÃÕıþÞðÐŸÿƒăşţĂŞŢłŁđĐľĽìÌùÙòÒïÏđ¤ªº")
SIGN, SHOUT, RUN, ACCENTS, UNLIKELY, ODD = 5.0, 3.0, 1.5, 2.0, 2.5, 0.4
KNOWN = 3.0  # bonus for a given name
# Spellings that don't occur in the letter's languages, so another letter is meant.
_UNLIKELY = (
    r"ń(?=[aeiouyáéíóúý])",  # Muñoz: a Polish ń has no vowel after it
    r"ñ(?![aeiouyáéíóúü])",  # Kamiński
    r"ř(?=[rl])|(?<=[rl])ř(?!\b)",  # Sørensen, Jørgen, Müller
    r"[ĺŕ](?![bcdfghjkmnpqstvwxzčďňšťž])|(?<![bcdfghjkmnpqstvwxzčďňšťž])[ĺŕ]",
    r"[ìù](?=\w)",  # Zdeněk, Růžena: in Italian only at the end of a word
    r"õ(?![e])",  # Erdős, but Simões
    r"ő(?=[e]s\b)",
    r"ã(?![oe])",  # Ştefănescu, but João
    r"ă(?=[oe])",
    r"[èøåæ](?=[áéíóúýèøåæìùêàâîôû])",  # Dvořák, Jiří
    r"(?<=[áéíóúýìù])[èøåæ]",
    r"\b[èìùòê](?=[aeioulmnrváéíóúý])",  # Černý, Řehák
    r"\bø(?=[aeouhíáé])",  # Říha
    r"(?<=[bcdfghklmnprstvz])č(?=[bcdfghjklmnprstvz])",  # Agnès
    r"ć(?=[rl])",  # Kjær
    r"ď(?=[bcdfghjklmnpqrstvwxz])",  # Loïc
    r"ę(?=t\b|m\b)",
    r"[çß](?=[bcdfghjklmnpqrsvwxz])",
    r"\b[õûê](?=[a-z])",
    r"(?<![bpvmfdtn])ě",  # Malý, Forlì
    r"ř(?=y)|(?<=[lmn])ř\b",  # Øystein, Malmø
    r"č(?=[rv]r?es?\b)",  # Molière, Geneviève
    r"ę(?=qu)",  # Lévêque
)
IMPLAUSIBLE = re.compile("|".join(f"(?:{pattern})" for pattern in _UNLIKELY))


class Letters(NamedTuple):
    """The encoding of a file, and others that fit it, the most likely first."""

    encoding: str
    others: tuple[str, ...] = ()

    def switched(self, encoding: str) -> "Letters":
        """Return the encodings with another one first."""
        rest = (self.encoding, *self.others)
        return Letters(encoding, tuple(other for other in rest if other != encoding))


def letters_of(content: bytes) -> Letters | None:
    """Return the likeliest encoding of bytes that aren't Unicode; None if none fits."""
    words = _words_in(content)
    fitting = [encoding for encoding in NAMES if _is_text_in(content, encoding)]
    ranked = sorted(fitting, key=lambda encoding: -_weight(words, encoding))
    if not ranked:
        return None
    first, *rest = ranked
    texts = {content.decode(first): first}  # without encodings that give an equal text
    for other in rest:
        texts.setdefault(content.decode(other), other)
    return Letters(first, tuple(texts.values())[1 : MOST_OTHERS + 1])


def _words_in(content: bytes) -> list[bytes]:
    """Return each word that has a letter beyond ASCII, once."""
    words = dict.fromkeys(WORD.findall(content))
    return [word for word in words if not word.isascii()][:MOST_WORDS]


def _is_text_in(content: bytes, encoding: str) -> bool:
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return False
    return text.encode(encoding) == content


def _weight(words: Iterable[bytes], encoding: str) -> float:
    usual = encoding in ("cp1250", "cp1252")
    weights = (word_weight(word.decode(encoding)) for word in words)
    return sum(weights, 0.0 if usual else -OLD)


def word_weight(word: str) -> float:
    """Return how likely a word is in people's names: 0, positive or negative."""
    word = word.replace("\N{NO-BREAK SPACE}", " \N{NO-BREAK SPACE} ").strip(
        " \N{NO-BREAK SPACE}"
    )
    weight = 0.0
    for index, sign in enumerate(word):
        if sign.isascii() or sign.isalpha():
            continue
        inside = 0 < index < len(word) - 1
        weight -= SIGN if sign not in INNER else (ODD if inside else 0)
    for before, sign, after in zip(word, word[1:], f"{word[2:]} ", strict=False):
        lower_around = before.islower() or (not sign.isascii() and after.islower())
        weight -= SHOUT if before.isalpha() and sign.isupper() and lower_around else 0
    letters = "".join(filter(str.isalpha, word))
    if not letters or letters.isascii():
        return weight
    lower = letters.casefold() if "ß" not in letters else letters.lower()
    weight -= UNLIKELY * len(IMPLAUSIBLE.findall(lower))
    weight -= ODD * sum(letter in RARE for letter in letters)
    weight -= RUN * _longest_run(lower)
    if len(lower) > 3 and unaccented(lower) in GIVEN_NAMES:
        weight += KNOWN
    return weight


def _longest_run(word: str) -> int:
    """Return how many consonants beyond three, or vowels beyond two, are in a row.

    An r or l between consonants is a vowel: Čtvrtek, Vlk.
    """
    plain = [unaccented(SOFT.get(letter, letter))[:1] or letter for letter in word]
    kinds = [
        letter in VOWELS
        or (
            letter in "rl"
            and 0 < index < len(plain) - 1
            and plain[index - 1] not in VOWELS
            and plain[index + 1] not in VOWELS
        )
        for index, letter in enumerate(plain)
    ]
    beyond, run = 0, 0
    for index, kind in enumerate(kinds):
        run = run + 1 if index and kinds[index - 1] == kind else 1
        beyond += run > (2 if kind else 3)
    return beyond
