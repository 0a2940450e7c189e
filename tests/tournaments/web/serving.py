"""A server of pages as a person starts it, and how to ask it."""

import gzip
import http.client
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from tests.places import ARENA

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: str


class Site:
    """A running server."""

    def __init__(self, root: Path, *words: str, port: int = 0) -> None:
        """Port 0 is any that is free."""
        self.root = root
        self.process = subprocess.Popen(
            [ARENA, "web", "--root", str(root), "--port", str(port), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "LANG": "C.UTF-8"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert ": the cups of" in line, (self.process.stderr or self.process.stdout).read()
        self.address = line.partition(": the cups of")[0]

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers=headers)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=30)
        connection.request(
            method, path, body or None, {key.replace("_", "-"): value for key, value in (headers or {}).items()}
        )
        found = connection.getresponse()
        headers_had, bytes_had = dict(found.getheaders()), found.read()
        if headers_had.get("content-encoding") == "gzip":
            bytes_had = gzip.decompress(bytes_had)
        answer = Answer(found.status, headers_had, bytes_had.decode(errors="replace"))
        connection.close()
        return answer

    def json(self, path: str) -> Any:
        return json.loads(self.get(path).body)

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.communicate()

    def end(self) -> int:
        """Stop it as Ctrl-C does; return its exit status."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(30)
        finally:
            self.process.kill()
            self.process.communicate()


@contextmanager
def served(root: Path, *words: str, port: int = 0) -> Iterator[Site]:
    site = Site(root, *words, port=port)
    try:
        yield site
    finally:
        site.end()
