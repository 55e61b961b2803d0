"""Two ways to save a hall's hands: one phone alone, and all tables at once."""

import json
import subprocess
import sys
import time
from http.client import HTTPConnection
from typing import Any

from benchmarks.table.hall import Hall, Table
from benchmarks.table.phones import HOST, PATIENCE, Answer, told
from scoring.models import Change

Found = dict[str, Any]


def alone(hall: Hall, port: int) -> Found:
    """One hand after the other, each after a bare insert into the same database."""
    inserts, hands = [], {}
    for table in hall.tables:
        connection = HTTPConnection(HOST, port, timeout=PATIENCE)
        for hand in table.hands:
            inserts.append(insert())
            hands[hand["key"]] = told(sent(connection, table, hand), hand["key"])
        connection.close()
    return {"inserts": inserts, **found(hall, hands)}


def at_once(hall: Hall, port: int, news_every: float) -> Found:
    """All tables, from a process of their own; each asks for news every few seconds."""
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.table.phones"],
        input=json.dumps(hall.plan(port, news_every)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    answers = json.loads(run.stdout)
    no_news = [answer["wrong"] for answer in answers["news"] if answer["wrong"]]
    of_hands = found(hall, answers["hands"])
    return {
        **of_hands,
        "errors": of_hands["errors"] + no_news,
        "news": len(answers["news"]),
        "wall": answers["seconds"],
        "own": answers["own_seconds"],
    }


def insert() -> float:
    """Seconds of Django's own way to save one row, in a transaction of its own."""
    start = time.perf_counter()
    Change.objects.create(by_name="x", source="command", what="hand", text="x")
    return time.perf_counter() - start


def sent(connection: HTTPConnection, table: Table, hand: dict[str, Any]) -> Answer:
    body = json.dumps(hand).encode()
    headers = {
        "Accept-Encoding": "gzip, deflate",
        "Content-Type": "application/json",
        "X-Phone": table.phones[0],
    }
    start = time.perf_counter()
    connection.request("POST", f"{table.path}hands/", body, headers)
    answer = connection.getresponse()
    content = answer.read()
    seconds = time.perf_counter() - start
    said = {name.lower(): value for name, value in answer.getheaders()}
    return Answer(answer.status, seconds, said, content)


def found(hall: Hall, hands: dict[str, Found]) -> Found:
    """Seconds of each hand, what phones complain of, what the database is found with."""
    saved = {key: answer["saved"] for key, answer in hands.items() if answer["saved"]}
    return {
        "seconds": [hand["seconds"] for hand in hands.values()],
        "errors": [hand["wrong"] for hand in hands.values() if hand["wrong"]],
        "findings": list(hall.findings(saved)),
    }
