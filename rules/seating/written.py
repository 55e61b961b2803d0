"""Rounds written out: for odd fields of five rounds, for 32, and as starters of seasons.

A letter a person, capitals after the small ones, a word a table, a line a round.
"""

from string import ascii_letters, ascii_lowercase, ascii_uppercase

Tables = list[list[int]]


def _read(written: str, letters: str = ascii_letters) -> list[Tables]:
    lines = filter(None, map(str.split, written.split("\n")))
    return [[[letters.index(who) for who in t] for t in line] for line in lines]


def _read_pairs(written: str, people: int) -> list[Tables]:
    letters = ascii_lowercase[: people // 2] + ascii_uppercase[: people // 2]
    halves = zip(
        _read(written, letters), _read(written.swapcase(), letters), strict=True
    )
    return [one + other for one, other in halves]


_FIELDS = {
    (12, 6): """
        achk begj dfil
        adjk bcfl eghi
        afgi bhkl cdej
        agjl bdhi cefk
        abef cdgh ijkl
        aehl bcij dfgk
    """,
    (13, 5): """
        afhm cikl degj
        abce dfhi gjkm
        bdim cghl efjk
        aijl behk cfgm
        acdk bfjl ehim
    """,
    (13, 6): """
        bdek cfgi hjlm
        achk dgim efjl
        adfm bhij egkl
        aikl bfgh cejm
        abgj cdhl fikm
        aehi bclm dgjk
    """,
    (13, 7): """
        befk cghl dijm
        ahil cejk dfgm
        afhj bdkl egim
        aelm bcfi ghjk
        agik bchm dfjl
        abgj cklm dehi
        acde bijl fhkm
    """,
    (14, 5): """
        aegi bdmn cjkl
        bekm cdfi ghjn
        acen bhik fglm
        afkn bcgj dehl
        achm biln defj
    """,
    (14, 6): """
        chin dfgk ejlm
        aeik bfln ghjm
        acdj bgim hkln
        afmn bcjk deil
        acgl befh dkmn
        abdh cfim egjn
    """,
    (14, 7): """
        cfkn dgjl ehim
        almn bgik efhj
        abhl cijn dgkm
        aden bcjm fikl
        afgm bekn cdhl
        acei bghn dfjm
        ahjk bdfi cegl
    """,
    (15, 5): """
        abkn cehl ijmo
        bghm dein fjkl
        aegj cfmn dhko
        afhi bcdj glno
        adlm befo cgik
    """,
    (17, 5): """
        agkn belp cdmo fhjq
        aeim bcfk djnp gloq
        abdq cghp flmn ijko
        acjl dfgi ehno kmpq
        afop bgjm ceiq dhkl
    """,
    (18, 5): """
        ablr cfno dhik ejpq
        aijn bfgp delm koqr
        aefh bdnq cipr gjkm
        amop bcek filq ghnr
        chmq dfjr egio klnp
    """,
    (19, 5): """
        begq cfnr dhkl imos
        agir bnop ckqs efjm
        akmn bfhi dprs gjlo
        adfq bjkr celp ghns
        aeho cdij fgkp lmqr
    """,
    (21, 5): """
        bhno ceps dfgm ijkr lqtu
        abci dhpu eflr gjot kmns
        ajlp chmr dint egkq fosu
        aeht bdjs cklo gnru impq
        ador bemu cjnq fkpt hils
    """,
}

# People in pairs, a and A; the other half of each round is this one with both changed
# round. Ten such rounds are known since 2004 (A. Aguado, "A 10 days solution to the
# social golfer problem").
_IN_PAIRS = {
    (32, 10): """
        aBCF deGn hjKL imOP
        aElO bjMN cGHp dFiK
        abDG cEFn hIlm jkoP
        acLm bFHI dkNp egjO
        adHj bELP cINO fGKM
        aeIK bhnp cgJM dfLO
        afJP bCkO dEhM gILn
        agip bdmo cehk fjln
        ahNo bgKl cDij eFMP
        akMn beiJ cdlP fgHo
    """,
}

_STARTERS = {
    24: "ansx bceo dhlm fkuw gjpv iqrt",
    36: "amzH bowJ cCDF dlxI eiBG fkpt ghjn qvAE rsuy",
}

WRITTEN = {field: _read(written) for field, written in _FIELDS.items()}
WRITTEN |= {
    (people, rounds): _read_pairs(written, people)
    for (people, rounds), written in _IN_PAIRS.items()
}
STARTERS = {size: _read(written)[0] for size, written in _STARTERS.items()}
