"""Seatings known to be good, for fields where the search of a draw would be too short.

With t tables numbered 0 … t-1 and four columns of t people each, let table j of round
r seat person j + c·r of column c. Two people of columns c and c' meet in the one round
with (c - c')·r equal to their distance: once, if all such factors can be divided by.
So it is in whole numbers modulo t, if neither 2 nor 3 divides t, for as many rounds as
the least prime factor of t; and for t = 4 in the field of four elements, where a fifth
round seats each column at a table and then all pairs have met once.

The other fields are written out: a letter a person, a word a table, a line a round,
whoever is missing sits out. They were found by this package's own search run at length.
In five rounds 13 people repeat 15 times, 14 ten times, 17 once, in the last round; the
others never.
"""

from rules.seating.plan import Groups
from rules.seating.terms import SEATS

_WRITTEN = {
    13: """
        abjl ceik fghm
        abhi cejm dgkl
        adkm bceg fijl
        agij bdfk cehl
        acef bilm dhjk
    """,
    14: """
        bgin cdjm ehkl
        aegm bcln dfhi
        agjl bden cfik
        acgh bkmn efij
        adgk bhjn film
    """,
    15: """
        abkn cehl ijmo
        bghm dein fjkl
        aegj cfmn dhko
        afhi bcdj glno
        adlm befo cgik
    """,
    17: """
        agkn belp cdmo fhjq
        aeim bcfk djnp gloq
        abdq cghp flmn ijko
        acjl dfgi ehno kmpq
        afop bgjm ceiq dhkl
    """,
    18: """
        ablr cfno dhik ejpq
        aijn bfgp delm koqr
        aefh bdnq cipr gjkm
        amop bcek filq ghnr
        chmq dfjr egio klnp
    """,
    19: """
        begq cfnr dhkl imos
        agir bnop ckqs efjm
        akmn bfhi dprs gjlo
        adfq bjkr celp ghns
        aeho cdij fgkp lmqr
    """,
    21: """
        bhno ceps dfgm ijkr lqtu
        abci dhpu eflr gjot kmns
        ajlp chmr dint egkq fosu
        aeht bdjs cklo gnru impq
        ador bemu cjnq fkpt hils
    """,
}

# Products in the field of four elements; sums there are exclusive or.
_TIMES_OF_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def design(size: int, rounds: int) -> list[Groups]:
    """Known rounds for this field: as many as asked for, fewer, or none."""
    if size in _WRITTEN:
        return _read(_WRITTEN[size], size)[:rounds]
    if size == SEATS**2:
        return _affine_plane()[:rounds]
    tables, rest = divmod(size, SEATS)
    if rest or tables < 5:
        return []
    known = min(rounds, _least_factor(tables))
    return _columns(tables, known) if known > 3 else []


def _read(written: str, size: int) -> list[Groups]:
    rounds = []
    for line in written.split("\n"):
        tables = [[ord(letter) - ord("a") for letter in t] for t in line.split()]
        if tables:
            playing = {who for table in tables for who in table}
            rounds.append([*tables, [p for p in range(size) if p not in playing]])
    return rounds


def _affine_plane() -> list[Groups]:
    lines = [
        [
            [SEATS * c + (j ^ _TIMES_OF_FOUR[c][r]) for c in range(SEATS)]
            for j in range(4)
        ]
        for r in range(SEATS)
    ]
    columns = [[SEATS * c + j for j in range(4)] for c in range(SEATS)]
    return [[*tables, []] for tables in (*lines, columns)]


def _columns(tables: int, rounds: int) -> list[Groups]:
    return [
        [
            *(
                [tables * c + (j + c * r) % tables for c in range(SEATS)]
                for j in range(tables)
            ),
            [],
        ]
        for r in range(rounds)
    ]


def _least_factor(number: int) -> int:
    return next(d for d in range(2, number + 1) if number % d == 0)
