"""The order of names in a list, decided from all names together."""

from collections import Counter
from collections.abc import Iterable, Sequence

from clubs import i18n
from clubs.i18n import PersonName, unaccented
from clubs.i18n.person_names import BEFORE_A_NAME, GIVEN_NAMES, PARTICLES

MOST_GIVEN = 3  # words of a given name, or of a family name with its particles
ONE_TOWN = 3  # names per different word after the comma, if those are towns


def comma_is_family_first(
    names: Iterable[str], family_first: bool | None = None
) -> bool:
    """Return whether “Kubala, Marie” is family name, then given name, in this list.

    `family_first` is what the column's heading or a column of lodges tells. Without
    that, known given names decide, then how many single words are before the comma and
    how often the same words are after it: a town is repeated.
    """
    if family_first is not None:
        return family_first
    parted = [parts for parts in map(comma_parts, names) if parts]
    if not parted:
        return False
    votes = sum(_vote(family, given_name) for family, given_name in parted)
    if votes:
        return votes > 0
    given_names = Counter(given_name.casefold() for _, given_name in parted)
    is_one_word = sum(len(_core(family)) == 1 for family, _ in parted)
    return is_one_word * 2 > len(parted) and len(given_names) * ONE_TOWN > len(parted)


def comma_parts(name: str) -> tuple[str, str] | None:
    """Return the text before and after the comma; None if there is no given name.

    Additions such as Jr. don't count.
    """
    before, comma, rest = name.partition(",")
    if not comma or not before.strip():
        return None
    words = [part.strip() for part in rest.split(",")]
    given_names = [part for part in words if part and not _is_after(part)]
    if len(given_names) != 1 or any(map(str.isdecimal, given_names[0])):
        return None
    return before.strip(), given_names[0]


def _vote(first_part: str, second_part: str) -> int:
    """Return 1 for family name, given name; -1 for a whole name first; 0 if unclear."""
    given_words, family = _core(second_part), _core(first_part)
    if not given_words or len(given_words) > MOST_GIVEN or len(family) > MOST_GIVEN:
        return -1
    if len(family) > 1 and _is_given(family[0]) and not _is_given(given_words[0]):
        return -1
    return 1 if all(map(_is_given, given_words)) else 0


def family_comma_given(name: str) -> PersonName:
    """Return “Kubala, Marie” or “Marek, Josef, Jr.” in spoken order, with its parts."""
    parts = comma_parts(name)
    if parts is None:
        return i18n.guessed(name)
    before, given_part = parts
    after = [p.strip() for p in name.split(",") if _is_after(p.strip())]
    family_words, given_words = before.split(), given_part.split()
    while len(given_words) > 1 and _is_after(given_words[-1]):
        after.append(given_words.pop())
    titles = _take_titles(family_words) or _take_titles(given_words)
    whole = [*titles, *given_words, *family_words, *after]
    bare = [word for word in family_words if not _is_after(word)]
    return PersonName(
        " ".join(whole), " ".join(given_words), " ".join(bare), guessed=False
    )


def given_first(name: str) -> str:
    """Return a name written with the family name first in spoken order.

    Titles and additions stay where they are: “Dr. Kovář Jan st.” becomes “Dr. Jan Kovář
    st.”, and “Svoboda Jiří 2” becomes “Jiří Svoboda 2”.
    """
    words = name.split()
    titles = _take_titles(words)
    after: list[str] = []
    while len(words) > 2 and (_is_after(words[-1]) or words[-1].strip(".").isdecimal()):
        after.insert(0, words.pop())
    index = 1
    while index < len(words) - 1 and unaccented(words[index - 1]) in PARTICLES:
        index += 1
    return " ".join([*titles, *words[index:], *words[:index], *after])


def _take_titles(words: list[str]) -> list[str]:
    """Remove the titles at the beginning from a name's words, and return them."""
    titles = []
    while len(words) > 1 and unaccented(words[0]).strip(".,") in BEFORE_A_NAME:
        titles.append(words.pop(0))
    return titles


def _core(text: str) -> Sequence[str]:
    """Return the words without titles, additions and particles."""
    words = text.split()
    _take_titles(words)
    return [
        word
        for word in words
        if not _is_after(word) and unaccented(word) not in PARTICLES
    ]


def _is_given(word: str) -> bool:
    plain = unaccented(word).strip(".")
    return plain in GIVEN_NAMES or (word.endswith(".") and len(plain) == 1)


def _is_after(word: str) -> bool:
    """Return whether a word can follow a family name: Josef Marek, Jr."""
    return word.casefold().replace(".", "").strip(",") in i18n.AFTER_A_NAME
