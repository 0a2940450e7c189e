"""What `make bench` says beside a figure."""

from pathlib import Path

from rich.console import Console

from benchmarks.__main__ import table
from benchmarks.figures import Figure
from benchmarks.history import HISTORY, last, record
from benchmarks.machine import Machine, machine, noise

HERE = Machine(2, "3.11.7", compiled=True)
RATE = Figure("arena", 4012.3, "rounds/s", 0.69, "of the bare loop", at_least=0.6, at_rest=True)
TIME = Figure("settle", 11.512, "µs", at_most=12)


def test_the_newest_figures_of_such_a_machine_are_found_again(tmp_path: Path) -> None:
    path = tmp_path / "history.csv"
    path.write_text(HISTORY.read_text(encoding="utf-8").partition("\n")[0] + "\n", encoding="utf-8")
    record("0.1.0", HERE, 0.031, [RATE, TIME], path)
    record("0.2.0", HERE, 0.02, [RATE._replace(ratio=0.734)], path)
    record("0.3.0", HERE._replace(compiled=False), 0.02, [TIME._replace(value=13)], path)
    found = last(HERE, path)
    assert {name: past.words for name, past in found.items()} == {"arena": "0.73 (0.2.0)", "settle": "11.51 (0.1.0)"}
    assert found["settle"].noise == "0.03"


def test_the_recorded_history_can_be_read() -> None:
    last(machine())


def test_each_figure_stands_beside_its_limit() -> None:
    console = Console(width=120, color_system=None)
    with console.capture() as shown:
        console.print(table([RATE, TIME._replace(value=12.5), Figure("bare", 5000, "rounds/s")], HERE))
    _, rate, time, bare = (" ".join(line.split()) for line in shown.get().splitlines())
    assert rate == "arena (of the bare loop) 4,012 rounds/s 0.69 ≥ 0.6 at rest ✓"
    assert time == "settle 12.5 µs ≤ 12 ✗"
    assert bare == "bare 5,000 rounds/s"


def test_noise_is_what_the_mean_pass_took_longer_than_the_best() -> None:
    assert noise([0.5] * 4) == 0
    assert noise([0.5, 1.5]) == 1
