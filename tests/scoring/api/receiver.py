"""A program of somebody else's, in this process: takes calls, and answers as a test likes."""

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

TAKEN = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
PATIENCE = 10  # s for a test that went wrong


@dataclass
class Receiver:
    """`answer`: what it says to a call: bytes, or what talks as long as it likes."""

    port: int
    answer: bytes | Callable[[Any], None] = TAKEN
    calls: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    def at(self, path: str = "/hook", *, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"


def answering(status: int, more: str = "") -> bytes:
    return f"HTTP/1.1 {status} So\r\n{more}Content-Length: 0\r\n\r\n".encode()


def told(program: Receiver) -> list[dict[str, str]]:
    """What it was told until now."""
    return [json.loads(body) for _, _, body in program.calls]


@contextmanager
def receiver(context: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        made = Receiver(server.getsockname()[1])
        thread = threading.Thread(
            target=_serve, args=(server, made, context), daemon=True
        )
        thread.start()
        try:
            yield made
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join(PATIENCE)


def _serve(server: socket.socket, made: Receiver, context: Any) -> None:
    while True:
        try:
            line, _ = server.accept()
        except OSError:
            return
        line.settimeout(PATIENCE)
        with suppress(OSError):  # whoever called has hung up
            if context is not None:
                line = context.wrap_socket(line, server_side=True)
            with line:
                _answer(line, made)


def _answer(line: Any, made: Receiver) -> None:
    made.calls.append(_read(line))
    if isinstance(made.answer, bytes):
        line.sendall(made.answer)
    else:
        made.answer(line)


def _read(line: Any) -> tuple[str, dict[str, str], bytes]:
    with line.makefile("rb") as file:
        first = file.readline().decode("latin-1").strip()
        headers = {}
        while text := file.readline().decode("latin-1").strip():
            name, _, value = text.partition(": ")
            headers[name.lower()] = value
        return first, headers, file.read(int(headers.get("content-length", 0)))
