"""Calling `arena score` as a person does, and hands to score."""

import json
import subprocess
import sys
from typing import Any

PLAIN = {"front": ["As", "4h", "2d"], "middle": ["Ah", "Ks", "8d", "6c", "3s"], "back": ["Ad", "Ac", "9s", "5d", "7c"]}
LOWER = {"front": ["Kh", "4d", "2c"], "middle": ["Kc", "Qs", "8h", "6s", "3c"], "back": ["Qd", "Qc", "9h", "5h", "7d"]}
GOOD = {"rules": "standard", "seats": [PLAIN, LOWER]}


def run_raw(*arguments: str, text: str | bytes = "") -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    done = subprocess.run(
        [sys.executable, "-c", "from arena.cli import main; main()", "score", *arguments],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def run(*arguments: str, text: str | bytes = "") -> tuple[int, list[dict[str, Any]], str]:
    """Exit status, the lines that came out, and standard error."""
    status, output, errors = run_raw(*arguments, text=text)
    return status, [json.loads(line) for line in output.splitlines()], errors


def lines(*rounds: Any) -> str:
    return "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in rounds)
