"""What a bot can note in the machine's memory for its next leg, or tell an ally at the table, by time alone.

whisper.py note|recall file|name FOLDER BITS             BITS is a string of 0 and 1; recall prints a time for each
whisper.py tell|hear SLOT_S START BITS                   by burning the processor in a slot, or not; hear prints counts
"""

import os
import sys
import time
from pathlib import Path

MIDDLE = 1 << 15


def path_of(kind: str, folder: str, number: int) -> str:
    return f"{folder}/{number:04}" if kind == "file" else f"{folder}/nobody-{number:04}"


def touch(kind: str, path: str) -> int:
    """Nanoseconds that it took to read a page in the middle of a file, or to be told that there is no such file."""
    descriptor = os.open(path, os.O_RDONLY) if kind == "file" else -1
    began = time.perf_counter_ns()
    if kind == "file":
        os.pread(descriptor, 1, MIDDLE)
    else:
        os.access(path, os.F_OK)
    taken = time.perf_counter_ns() - began
    if kind == "file":
        os.close(descriptor)
    return taken


def remember(verb: str, kind: str, folder: str, bits: str) -> None:
    touch(kind, str(Path(folder) / "warm")) if kind == "name" else None
    for number, bit in enumerate(bits):
        if verb == "recall":
            print(touch(kind, path_of(kind, folder, number)))
        elif bit == "1":
            touch(kind, path_of(kind, folder, number))


def burn(slot_s: float, start: float, bits: str) -> None:
    for number, bit in enumerate(bits):
        end = start + (number + 1) * slot_s
        while bit == "1" and time.time() < end:
            pass
        time.sleep(max(0.0, end - time.time()))


def listen(slot_s: float, start: float, bits: str) -> None:
    time.sleep(max(0.0, start - time.time()))
    for number in range(len(bits)):
        end, count = start + (number + 1) * slot_s, 0
        while time.time() < end:
            count += 1
        print(count)


def main() -> None:
    verb, first, second, bits = sys.argv[1:]
    if verb in {"note", "recall"}:
        remember(verb, first, second, bits)
        return
    if verb == "hear":
        listen(float(first), float(second), bits)
        return
    children = []
    for _ in range(os.cpu_count() or 1):
        child = os.fork()
        if child == 0:
            burn(float(first), float(second), bits)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


main()
