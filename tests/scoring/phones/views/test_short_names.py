"""Scripts of the table page that do the same with shorter names."""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from scoring.games import games_here, phone_of
from scoring.phones.views import files as table_files
from scoring.phones.views.short_names import shorten_names
from scoring.phones.views.slim import slim_script
from tests.gate import BIOME
from tests.in_turn import in_turn

SCRIPTS = {
    "names": ("(()=>{const size=1;add(size,size)})()", "(()=>{const a=1;add(a,a)})()"),
    "properties": (
        "{const by={by:1,of:2};by.by=by.of}",
        "{const a={by:1,of:2};a.by=a.of}",
    ),
    "short keys": ("{const x1=1;f({x1,y1:x1})}", "{const a=1;f({x1:a,y1:a})}"),
    "patterns": (
        "{const{x1,y1:z1=x1,...w1}=f,[q1,{r1=2}]=g;h(q1,r1,w1,z1)}",
        "{const{x1:a,y1:b=a,...c}=f,[d,{r1:e=2}]=g;h(d,e,c,b)}",
    ),
    "a pattern’s default": (
        "(({x1=document,y1})=>x1+y1)()",
        "(({x1:a=document,y1:b})=>a+b)()",
    ),
    "outside": ("const x1=1;(()=>{const x1=2})()", "const x1=1;(()=>{const x1=2})()"),
    "what is not ours": (
        "{const x1=a+b;f(x1,c)}",
        "{const d=a+b;f(d,c)}",
    ),
    "methods": (
        "(()=>{class X1 extends P.C{m(x1){return x1}get n(){return X1}}})()",
        "(()=>{class a extends P.C{m(b){return b}get n(){return a}}})()",
    ),
    "an object’s methods": (
        "{f({m1(x1){return x1},async n1(y1){},get o1(){return 1}})}",
        "{f({m1(a){return a},async n1(b){},get o1(){return 1}})}",
    ),
    "caught": ("{try{f()}catch(x1){g(x1)}}", "{try{f()}catch(a){g(a)}}"),
    "loops": (
        "{for(let n1=0;n1<3;n1+=1)f(n1);for(const[x1]of g)h(x1)}",
        "{for(let a=0;a<3;a+=1)f(a);for(const[b]of g)h(b)}",
    ),
    "templates": (
        "{const x1=1;f(`x1 ${x1+`${{x1}}`} x1`)}",
        "{const a=1;f(`x1 ${a+`${{x1:a}}`} x1`)}",
    ),
    "texts": (
        "{const x1='x1';f(x1,\"x1\",/x1[/]/,x1/2/x1)}",
        "{const a='x1';f(a,\"x1\",/x1[/]/,a/2/a)}",
    ),
    "choices": ("{const x1=1;f({y:x1?x1:z,x1})}", "{const a=1;f({y:a?a:z,x1:a})}"),
    "several in a row": (
        "{const x1=1;const y1=[x1,2];const{z1}=y1\nf(x1,y1,z1);const w1=3}",
        "{const a=1,b=[a,2],{z1:c}=b\nf(a,b,c);const d=3}",
    ),
}


@in_turn("name", SCRIPTS)
def test_a_script_with_shorter_names(name: str) -> None:
    code, short = SCRIPTS[name]
    assert shorten_names(code) == short


def ours() -> set[str]:
    phones = [phone_of(game) for game in games_here()]
    return {
        *table_files.ENGINE,
        *table_files.ACCOUNTS,
        *table_files.PAGES,
        *table_files.LAST,
        *(name for each in phones for name in (*each.SCRIPTS, *each.LATER_SCRIPTS)),
    }


def undeclared_names(folder: Path) -> dict[str, Counter[str]]:
    """What the scripts in a folder take from outside, as Biome reads them."""
    rules = {"recommended": False, "correctness": {"noUndeclaredVariables": "error"}}
    settings = {"root": True, "linter": {"rules": rules}}
    (folder / "biome.json").write_text(json.dumps(settings), encoding="utf-8")
    asked = [BIOME[0], "lint", "--max-diagnostics=none", "--reporter=github", "."]
    said = subprocess.run(
        asked, cwd=folder, capture_output=True, text=True, check=False
    ).stdout
    found: dict[str, Counter[str]] = {}
    for line in said.splitlines():
        if match := re.search(r"file=([^,]*\.js),.*::The (\S+) variable", line):
            name = match[1].removeprefix(f"{folder}/").removeprefix("./")
            found.setdefault(name, Counter())[match[2]] += 1
        assert "parse" not in line.partition("::")[0], line
    return found


@pytest.mark.skipif(not Path(BIOME[0]).exists(), reason="Biome is not installed")
def test_scripts_take_the_same_from_outside_as_before(tmp_path: Path) -> None:
    """A name renamed in one place and not in another would be undeclared there."""
    for name in ours():
        path = table_files._parts([name])[0].path
        slim = slim_script(path.read_text(encoding="utf-8").strip())
        for folder, code in (("long", slim), ("short", shorten_names(slim))):
            file = tmp_path / folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(code, encoding="utf-8")
    before = undeclared_names(tmp_path / "long")
    assert before["table/app.js"]["say"] > 1
    assert undeclared_names(tmp_path / "short") == before
