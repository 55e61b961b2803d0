"""Scripts and styles that do the same with fewer blanks."""

from scoring.games import games_here, phone_of
from scoring.phones.views import files as table_files
from scoring.phones.views.slim import (
    drop_unused_properties,
    slim_script,
    slim_style,
)
from tests.in_turn import in_turn

SCRIPTS = {
    "blanks": ("const a  =  b + 1;\n\n  return a;", "const a=b+1;return a;"),
    "lines": ("one()\ntwo()", "one()\ntwo()"),
    "chains": ("all\n  .map(one)\n  .join()", "all.map(one).join()"),
    "classes": ("class A {\n  b() {}\n\n  c() {}\n}", "class A{b(){}\nc(){}}"),
    "signs": ("a - -b + +c / d", "a- -b+ +c/d"),
    "comments": ("  // gone\none(); // gone\ntwo('// kept');", "one();two('// kept');"),
    "texts": ("say( 'a  \\' b' , \"c  d\" )", "say('a  \\' b',\"c  d\")"),
    "regex": ("x.replace( /[/ ]  ' + \\/ /g , y )", "x.replace(/[/ ]  ' + \\/ /g,y)"),
    "division": ("a / b + c / d", "a/b+c/d"),
    "template": (
        "html`<p>\n    a  b\n    c ${ x + { y : 1 }.y } // d</p>`",
        "html`<p>a  b\nc ${x+{y:1}.y} // d</p>`",
    ),
    "attributes": (
        "html`<a\n  b=${ 1 }\n  ...${ c }\n>\n  d\n  <${ E }\n    f=1\n  />\n  =g</a>`",
        "html`<a b=${1} ...${c}>d<${E} f=1/>=g</a>`",
    ),
    "nested": ("`a ${ b && `c  ${ d } e` }  f`", "`a ${b&&`c  ${d} e`}  f`"),
}


@in_turn("name", SCRIPTS)
def test_a_script_without_what_only_readers_need(name: str) -> None:
    code, slim = SCRIPTS[name]
    assert slim_script(code) == slim
    assert slim_script(slim) == slim


def test_a_style_without_what_only_readers_need() -> None:
    style = 'a > b,\nc { width: calc(1px + 2px); content: "a; b"; }\n@media (x: 1) {}'
    assert slim_style(style) == (
        'a>b,c{width:calc(1px + 2px);content:"a; b"}@media (x:1){}'
    )


def test_a_style_loses_the_values_that_it_never_uses() -> None:
    style = ":root{--a:1px;--b:0 1px,var(--c);--c:2px;--d:3px}p{top:var(--a)}"
    slim = ":root{--a:1px;--c:2px}p{top:var(--a)}"
    assert drop_unused_properties(style) == slim


def test_every_part_can_be_made_slim_and_no_slimmer() -> None:
    ours = (*table_files.ENGINE, *table_files.ACCOUNTS, *table_files.PAGES)
    for name in {
        *ours,
        *(each for game in games_here() for each in phone_of(game).SCRIPTS),
        *(each for game in games_here() for each in phone_of(game).LATER_SCRIPTS),
    }:
        slim = slim_script(table_files._parts([name])[0].path.read_text())
        assert slim_script(slim) == slim, name
