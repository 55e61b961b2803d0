"""What docs/api.md says of calls: its examples know them, and it names each kind."""

import json
import re
import subprocess
import textwrap
import time
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from scoring.api import webhook_delivery
from scoring.api.webhook_delivery import Kind
from scoring.models import Tournament, Webhook
from tests.gate import HOUSE
from tests.scoring.api.conftest import Now, change
from tests.scoring.api.receiver import Receiver

pytestmark = pytest.mark.django_db(transaction=True)


def example(begins: str) -> str:
    """The lines of code in the document that begin like this."""
    text = (HOUSE / "docs/api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)
    [block] = [textwrap.dedent(one).strip() for one in blocks if begins in one]
    return block


@pytest.fixture
def call(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> tuple[dict[str, str], bytes, str]:
    """Headers and body of a call that is made now, and its secret."""
    now.at = datetime.fromtimestamp(time.time(), UTC)
    Webhook.objects.update(waits_until=now.at)
    change(evening)
    now.later()
    tasks.do()
    [(_, headers, body)] = program.calls
    return headers, body, webhook_delivery.secret_of(hook)


def test_the_examples_know_a_call_while_the_secret_is_changed(
    call: tuple[dict[str, str], bytes, str],
) -> None:
    headers, body, secret = call
    both = f"v1,{'A' * 44} {headers['webhook-signature']}"
    headers = {**headers, "webhook-signature": both}
    space: dict[str, Any] = {}
    exec(example("import base64, hmac").replace("whsec_…", secret), space)
    assert space["verify_webhook"](headers, body)["kind"] == "evening.changed"
    code = example("node:crypto").replace("whsec_…", secret)
    code += f"console.log(verifyWebhook({json.dumps(headers)}, {json.dumps(body.decode())}).kind)"
    run = subprocess.run(
        ["node", "-e", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "evening.changed"


def test_the_example_in_python_knows_a_call(
    call: tuple[dict[str, str], bytes, str],
) -> None:
    headers, body, secret = call
    space: dict[str, Any] = {}
    exec(example("import base64, hmac").replace("whsec_…", secret), space)
    assert space["verify_webhook"](headers, body)["kind"] == "evening.changed"
    old = {**headers, "webhook-timestamp": str(int(time.time()) - 301)}
    for wrong in (old, {**headers, "webhook-id": "other"}):
        with pytest.raises(ValueError, match="not from"):
            space["verify_webhook"](wrong, body)
    with pytest.raises(ValueError, match="not from"):
        space["verify_webhook"](headers, body.replace(b"changed", b"changes"))
    space["time"] = SimpleNamespace(time=lambda: time.time() + 400)
    with pytest.raises(ValueError, match="another time"):
        space["verify_webhook"](headers, body)


def test_the_example_in_javascript_knows_a_call(
    call: tuple[dict[str, str], bytes, str],
) -> None:
    headers, body, secret = call
    code = example("node:crypto").replace("whsec_…", secret)
    tries = [
        (headers, body.decode(), 0),
        (headers, body.decode().replace("changed", "changes"), 0),
        ({**headers, "webhook-id": "other"}, body.decode(), 0),
        (headers, body.decode(), 400),
    ]
    code += f"""
    const now = Date.now;
    for (const [headers, body, later] of {json.dumps(tries)}) {{
      Date.now = () => now() + later * 1000;
      try {{ console.log(verifyWebhook(headers, body).kind); }}
      catch (error) {{ console.log(error.message); }}
    }}"""
    run = subprocess.run(
        ["node", "-e", code], capture_output=True, text=True, check=True
    )
    ours = "not from our club's site"
    assert run.stdout.splitlines() == [
        "evening.changed",
        ours,
        ours,
        "from another time",
    ]


def test_each_kind_stands_in_the_document() -> None:
    text = (HOUSE / "docs/api.md").read_text(encoding="utf-8")
    told_kinds = re.findall(
        r"^\| `((?:evening|club)\.\w+|test)` \|", text, re.MULTILINE
    )
    assert {*told_kinds} == {*Kind.values}
