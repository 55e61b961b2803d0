"""A person's name: which words are the given name and which the family name.

A name is stored as it was written. Its parts are words of it. Until someone confirms
them they are guessed, because no rule can know that in “Kovář Jan” the family name
comes first.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

# Words that can follow a family name but aren't part of it: Josef Marek Jr., Pospíšil
# st.
AFTER_A_NAME = ("jr", "sr", "ii", "iii", "iv", "st", "ml", "phd", "csc", "mba")
LONGEST_AFTER = 6
# Titles that can precede a name but aren't part of it: Dr. Anna Svoboda, ifj. Kovács
# Pál.
_BEFORE = """
    dr mr mrs ms miss rev prof ing mgr bc mudr judr phdr rndr mvdr doc arch sir ifj id ozv
    herr frau pan pani
    """
BEFORE_A_NAME = frozenset(_BEFORE.split())
# Particles that belong to the family name after them: von Berg, van der Meer, de la
# Cruz.
_PARTICLES = """
    von van der den de da di del della la le du dos das ter ten zu zum zur vom af av el y
    """
PARTICLES = frozenset(_PARTICLES.split())
# Usual given names, without accents, of the languages in which these games are played.
# Names that are as often family names are left out; for them the club's usual order
# decides.
_GIVEN = """
    adam adela adolf agata agnes agnieszka albert alberto albin alena ales alessandro
    alexander alexandra alfred alice alina alois alojz alzbeta amalia amalie amelie
    amy ana anastazie andras andrea andreas andrej andrew andrzej andy aneta anezka
    angela angelo anita anja ann anna anne anneliese annie anton antonia antonie antonin
    antonio apolena arnost arpad arthur artur attila augustin balazs barbara barbora
    bartolomej beata beatrice bela ben benedikt bernd bernhard bernice betty birgit
    blanka bob bobby bohdan bohumil bohumila bohuslav boris borivoj bozena branislav
    brigitta brigitte bronislav bruno carla carlo carol caroline cathy cecilie charles
    charlotte chiara christa christian christiane christine christopher cid cindy clara
    claudia csaba cyril dagmar dalibor dana daniel daniela danuse david debbie denes
    denisa dennis detlef diana dieter dita dominik dominika donald donna dora doris
    dorota dorothea dorothy drahomira dusan edgar edita edith eduard edward edwin ela
    eleonora elena eliska elisabeth elizabeth elke ella ellen emil emilia emilie emily
    emma endre eniko ernst erich erik erika ernest ervin erwin erzsebet eszter etela
    ethel eugen eva evelyn evzen ferdinand ferenc filip filomena florian frances
    francesca francesco frank franz frantisek frantiska fred frida friedrich fritz gabor
    gabriel gabriela gabriella georg george georgina gerda gerhard gertrud geza gisela
    giovanni giulia giuseppe gizela gottfried grazyna greta gudrun gunther gustav gyorgy
    gyula hana hannah hanne hans harald harry heidi heinrich heinz helen helena helga
    helmut henrieta henry herbert hermann hilda hildegard horst hubert hugo hynek ida
    ignac ildiko ilona ilse imre inge ingeborg ingrid irena irene irma isabella istvan
    ivan ivana iveta ivo ivona izabela jack jadwiga jakub james jan jana jane janet janos
    jarmila jaromir jaroslav jaroslava jean jenny jennifer jerry jerzy jessica jim jindra
    jindrich jindriska jiri jirina jitka joan joanna joe johann johanna johannes john
    johnny jolana jonas jorg josef josefa josefina joseph jozef jozefina jozsef judit
    judith judita judy julia juliana julie julius jurgen juraj justyna kamil kamila karel
    karin karl karla karolina katalin katarina katarzyna katerina katharina kathy
    katrin kevin klara klaus klement konrad kristian kristina kristof krystyna krzysztof
    kveta kvetoslava ladislav lajos larry laszlo laura lena lenka leo leon leonard leopold
    leos lev libor libuse lida lillian linda lisa lise liselotte livia lois lothar lubomir
    lubos lucia lucie lucjan ludek ludmila ludvik ludwig luigi luisa luise lukas lukasz
    lumir lydia lydie maciej magda magdalena magdolna malgorzata manfred manuela marcel
    marcela marcin marek margaret margareta margarete margit margita maria marian marianna
    marianne marie mariusz marketa marta martha martin martina mary matej mateusz matyas
    mathias matous matthias maximilian melanie michael michaela michal michele mihaly mike
    miklos mikulas milada milan milena miloslav miloslava milos milota miroslav miroslava
    mojmir monika nancy natalie nela nicole nikola nikolaus nora norbert oldrich oldriska
    olga oliver ondrej oskar otakar otmar oto otto otylie pal patricia patrik pat paul
    paula paulina pauline pavel pavla pavlina peggy peter petr petra philipp piotr pravoslav
    premysl radek radim radka radomir radoslav radovan rainer ralf ralph raymond rebecca
    regina reinhard renata renate rene richard rita robert roberto robin roland roman
    romana rosa rosalie rose rosemarie rosemary rostislav rozalie ruby rudolf ruth ruzena
    sabina sabine samuel sandor sandra sara sarah sharon sheila sigrid silke silvia simon
    simona slavomir sofia sofie sona sonja stanislav stanislava stefan stefania stefanie
    stepan stepanka stephan stephen steve steven susan susanne svatava svatopluk svetlana
    sylva sylvia szilard tadeas tadeusz tamas tatana teodor teresa tereza terezie theo
    theodor theresa tibor tim timea tobias tom tomas tomasz tommy tony tunde ulrich ulrike
    ursula ute uwe vaclav vaclava valerie vanda vendula vera veronika vilem viktor viktoria
    vincenc vit vitezslav vladimir vladimira vladislav vlasta vlastimil vojtech volker
    walter waltraud werner wilhelm wilma wojciech wolfgang xaver yvona zbigniew zbynek
    zdena zdenek zdenka zdislava zikmund zita zofia zofie zoltan zsofia zsolt zuzana
    """
GIVEN_NAMES = frozenset(_GIVEN.split())
FAMILY_ENDING = "ová"  # Nováková: no given name ends in this
# Letters whose accent can't be removed, as keyboards without them write them; keep
# equal to static/people/entries.js.
LETTERS = str.maketrans(
    {
        **{"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d"},
        **{"þ": "th", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t", "ĸ": "k"},
    }
)
APOSTROPHES = re.compile("['’‘`´ʼ′ʹ]")
DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name as it is written, and its words that are given and family name.

    A name of one word counts as a given name. `guessed`: no one has confirmed the
    parts.
    """

    whole: str
    given: str = ""
    family: str = ""
    guessed: bool = True

    @property
    def after(self) -> str:
        """The words after the family name: Jr., III, st."""
        if self.whole.endswith(
            (self.family, self.given) if self.given else self.family
        ):
            return ""  # fast path for almost all names: a page can have thousands
        words = self.whole.split()
        number = _how_many_after(words)
        return " ".join(words[len(words) - number :]) if number else ""

    @property
    def short(self) -> str:
        """The name “Marie Kubala” as “Marie K.”; “Guest 12” stays.

        With only a family name, only its first letter is left.
        """
        if not self.family:
            return self.given or self.whole
        return " ".join(filter(None, (self.given, _letter(self.family), self.after)))

    @property
    def initials(self) -> str:
        """The name “Marie Kubala” as “M. K.”; the number in “Guest 12” stays."""
        words = [*self.given.split()[:1], *self.family.split()[:1]]
        if not self.family:
            words = self.given.split()
            words = [*words[:1], *filter(str.isdecimal, words[1:])]
        return " ".join(w if w.isdecimal() else _letter(w) for w in words)

    @property
    def family_whole(self) -> str:
        """The name “Marie Anna Kubala” as “M. Kubala”, in the order it is written.

        "" unless both parts are known. A part that isn't a word is not abbreviated.
        """
        if not self.given or not self.family:
            return ""
        first = self.given.split()[0]
        parts = [_letter(first) if first[0].isalpha() else first, self.family]
        if self.whole.startswith(self.family):
            parts.reverse()
        return " ".join(filter(None, (*parts, self.after)))

    @property
    def family_first(self) -> tuple[str, str]:
        """Family name and given names, as on a posted list: Kubala, Marie."""
        if not self.family:
            return self.given or self.whole, ""
        comma = f"{self.family}, {self.after}"
        family = comma if comma in self.whole else f"{self.family} {self.after}"
        return (family if self.after else self.family), self.given

    @property
    def key(self) -> str:
        """Sort key for every list: by family name, then by given name.

        Ignores case and accents: Hruška, Šebesta, Svoboda; of two names that differ
        only in them the plain one is first. “Guest 9” comes before “Guest 17”.
        """
        family = self.family or self.given or self.whole
        given_name = self.given if self.family else ""
        plain = f"{alphabetical(family)}\t{alphabetical(given_name)}\t{self.after}"
        return f"{plain}\t{family}\t{given_name}"

    def with_spelling(self, whole: str) -> "PersonName | None":
        """Return the name spelled as `whole` with equal parts, by the words in both.

        For example, “J. Kubalová” next to “Jana Kubalová”. None if the words don't
        decide.
        """
        bare = _bare(whole.split())
        plain = [unaccented(word) for word in bare]
        family = {*map(unaccented, self.family.split())}
        given_names = {*map(unaccented, self.given.split())}
        if not family or not given_names or family & given_names:
            return None
        is_family = [word in family for word in plain]
        is_given = [word in given_names for word in plain]
        if not any(is_family):
            is_family = [not flag for flag in is_given]
        if not any(is_given):
            is_given = [not family for family in is_family]
        if any(
            first == other for first, other in zip(is_family, is_given, strict=True)
        ):
            return None
        if all(is_family) or all(is_given):
            return None
        return replace(
            self,
            whole=whole,
            given=_selected_words(bare, is_given),
            family=_selected_words(bare, is_family),
        )

    @property
    def fits(self) -> bool:
        """Whether the parts are words of the name, each used once."""
        left = [*self.whole.replace(",", " ").split()]
        for word in f"{self.given} {self.family}".replace(",", " ").split():
            if word not in left:
                return False
            left.remove(word)
        return True


def unaccented(name: str) -> str:
    """Return a name without accents, apostrophes and capitals, for searching.

    Šebesta is found by sebesta, Łukasz by lukasz, O’Brien by obrien, Kjær by kjaer.
    """
    plain = APOSTROPHES.sub("", name).casefold()
    if plain.isascii():
        return plain
    return "".join(map(_plain_letter, plain)).casefold().translate(LETTERS)


@lru_cache(maxsize=1 << 12)
def _plain_letter(sign: str) -> str:
    """Return a character without its accents.

    Normalize one character at a time: for a whole text, sorting a long run of accents
    takes time in the square of its length.
    """
    decomposed = unicodedata.normalize("NFKD", sign)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@lru_cache(maxsize=1 << 15)  # thirty years of names: every list of people asks for them
def guessed(whole: str, *, family_first: bool = False) -> PersonName:
    """Return the likely parts of a name; `family_first` is the usual local order.

    A comma, capitals, an ending, a particle or a known given name outweigh the usual
    order.
    """
    before, comma, after_comma = whole.partition(",")
    if comma and after_comma.split() and not _is_after(after_comma.split()):
        words = after_comma.split()
        while len(words) > 1 and _is_after(words[-1:]):  # Marek, Josef, Jr.
            words.pop()
        of_family, of_given = _bare(before.split()), _bare(words)
        if of_family and of_given:
            return PersonName(whole, " ".join(of_given), " ".join(of_family))
    words = _bare(whole.split())
    if len(words) < 2 or any(word.isdecimal() for word in words):
        return PersonName(whole, " ".join(words))
    for given_names, family in _split(
        words, _is_family_first(words, usual=family_first)
    ):
        return PersonName(whole, " ".join(given_names), " ".join(family))
    return PersonName(whole, "", " ".join(words))  # van der Meer


def key_of(whole: str, given_name: str = "", family_name: str = "") -> str:
    """Return the sort key of a name, by its parts as far as they are known."""
    if given_name or family_name:
        return PersonName(whole, given_name, family_name).key
    return guessed(whole).key


def family_first(name: str) -> tuple[str, str]:
    """Return family name and given names, guessed from the name alone."""
    return guessed(name).family_first


def short_name(name: str) -> str:
    """Return “Marie Kubala” as “Marie K.”, guessed from the name alone."""
    return guessed(name).short


def possible(whole: str) -> list[PersonName]:
    """Return every way to split a name: in two, in either order, or as one part."""
    words = _bare(whole.replace(",", " ").split())
    names = [guessed(whole), guessed(whole, family_first=True)]
    for index in range(1, len(words)):
        first, other = " ".join(words[:index]), " ".join(words[index:])
        names += [PersonName(whole, first, other), PersonName(whole, other, first)]
    joined = " ".join(words)
    names += [PersonName(whole, joined, ""), PersonName(whole, "", joined)]
    return [*dict.fromkeys(names)]


def typed_name(text: str, *, family_first: bool = False) -> PersonName:
    """Return a typed name; the comma in “Novák, Jan” decides, so it isn't a guess."""
    name = guessed(text, family_first=family_first)
    if not is_family_comma_given(text):
        return name
    order = (name.family, name.given) if family_first else (name.given, name.family)
    return replace(name, whole=" ".join(order), guessed=False)


def is_family_comma_given(text: str) -> bool:
    """Return whether a comma separates family and given names: “Novák, Jan”.

    After the comma there are only given names, unlike “Novák, Lodge 24” and “Jan Novák,
    Praha”.
    """
    before, comma, after = text.partition(",")
    family, given_names = before.split(), after.split()
    if not comma or not family or not given_names or "," in after or ";" in text:
        return False
    if not all(_plain(word) in GIVEN_NAMES for word in given_names):
        return False
    return len(family) == 1 or _plain(family[0]) in PARTICLES


def _split(
    words: Sequence[str], family_first: bool
) -> Iterable[tuple[Sequence[str], Sequence[str]]]:
    """Yield given and family name, with the particles that belong to it.

    Yields nothing if the particles leave no given name.
    """
    if family_first:
        index = 1
        while index < len(words) and _plain(words[index - 1]) in PARTICLES:
            index += 1
        pair = words[index:], words[:index]
    else:
        index = len(words) - 1
        while index > 0 and _plain(words[index - 1]) in PARTICLES:
            index -= 1
        pair = words[:index], words[index:]
    if all(pair):
        yield pair


def _is_family_first(words: Sequence[str], *, usual: bool) -> bool:
    first, last = words[0], words[-1]
    signs = (
        (_plain(first) in PARTICLES and first.islower(), False),
        (_shouts(first), _shouts(last)),
        (False, _is_letter(last)),
        (first.endswith(FAMILY_ENDING), last.endswith(FAMILY_ENDING)),
        (_is_given(last), _is_given(first)),
    )
    for is_first, is_last in signs:
        if is_first != is_last:
            return is_first
    return usual


def _bare(words: Sequence[str]) -> list[str]:
    """Return the words without titles before and additions after the name."""
    left = [*words]
    while len(left) > 1 and _plain(left[0]).strip(".,") in BEFORE_A_NAME:
        left.pop(0)
    left = left[: len(left) - _how_many_after(left)]
    return [word.strip(",") for word in left if word.strip(",")]


def _how_many_after(words: Sequence[str]) -> int:
    number = 0
    while len(words) - number > 2 and _is_after([words[-1 - number]]):
        number += 1
    return number


def _is_after(words: Iterable[str]) -> bool:
    return all(
        len(word) <= LONGEST_AFTER
        and word.casefold().replace(".", "").strip(",") in AFTER_A_NAME
        for word in words
    )


@lru_cache(maxsize=1 << 14)
def _plain(word: str) -> str:
    return unaccented(word)


def _is_given(word: str) -> bool:
    return all(part in GIVEN_NAMES for part in _plain(word).split("-"))


def _shouts(word: str) -> bool:
    return len(word) > 2 and word.isupper() and not word.endswith(".")


def _is_letter(word: str) -> bool:
    return len(word) == 2 and word.endswith(".")


def _letter(word: str) -> str:
    return f"{word.strip(',')[:1]}."


def _selected_words(words: Sequence[str], wanted: Sequence[bool]) -> str:
    return " ".join(word for word, is_it in zip(words, wanted, strict=True) if is_it)


@lru_cache(maxsize=1 << 15)  # thirty years of names: every list of people asks for them
def alphabetical(words: str) -> str:
    """Return text whose code points sort in alphabetical order."""
    return DIGITS.sub(lambda number: number[0].zfill(5), unaccented(words))
