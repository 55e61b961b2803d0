"""Subjects of commits fit on one line, from a base on."""

import subprocess

import pytest

from tests.commit_subject import LONGEST, problem
from tests.sentences import HOUSE

BASE = "a33e1122df6d1cbc671eba9b2964bc697c8f3055"  # older subjects stay as they are


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "-C", str(HOUSE), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_subject_fits_on_one_line() -> None:
    if git("cat-file", "-e", f"{BASE}^{{commit}}").returncode:
        pytest.skip("no history here")
    subjects = git("log", "--format=%s", f"{BASE}..HEAD").stdout.splitlines()
    assert [each for each in subjects if problem(each)] == []


def test_a_long_subject_is_found() -> None:
    assert problem("x" * (LONGEST + 1) + "\n\nWhy.")
    assert not problem("x" * LONGEST + "\n\n" + "y" * 200)
