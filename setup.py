"""Compiles the catalogues of languages when the packages are built, and the busiest modules where that is possible.

`docs/speed.md` says what the latter gives.
"""

import os
from distutils.errors import CCompilerError, DistutilsError
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT: Final = Path(__file__).parent
PURE: Final = "ARENA_PURE"
"""Set in the environment, nothing is compiled."""
BUSY: Final = (
    *(f"arena/shisanshui/{name}.py" for name in ("card_kinds", "dealing", "evaluation", "legality", "settlement")),
    *(f"arena/match/{name}.py" for name in ("asking", "commands", "course", "events", "faults", "leg", "match")),
    *(f"arena/match/{name}.py" for name in ("request", "round_book", "seat", "strikes", "telling")),
    "arena/referee/referee.py",
    "arena/shisanshui/play.py",
)
"""What a round is played by. What defines or subclasses a msgspec Struct cannot be compiled."""
LIBRARY: Final = "arena.busy"
"""Where the machine code is: inside the package, so that whoever may read the package may read it too."""


class BuildWithCatalogues(build_py):
    """Each `.po` gets its `.mo` beside it."""

    def run(self) -> None:
        for source in ROOT.glob("*/locale/*/LC_MESSAGES/*.po"):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text))
        super().run()


class BuildBusy(build_ext):
    """Compiles all of `BUSY` or none of it: without a compiler, the same modules run as Python.

    An editable installation is never compiled: machine code would hide what is edited.
    """

    def _translated(self) -> list[Extension]:
        """Return the machine code to build; nothing where mypyc cannot translate."""
        try:
            from mypyc.build import mypycify  # noqa: PLC0415

            # what the modules import need not be installed where they are built
            options = ["--config-file=", "--ignore-missing-imports", "--cache-dir=build/mypy"]
            return mypycify([*options, *BUSY], opt_level="2", debug_level="0", group_name=LIBRARY)
        except (ImportError, SystemExit) as error:
            self.warn(f"nothing is compiled: {error}")
            return []

    def run(self) -> None:
        if self.editable_mode or PURE in os.environ:
            return
        self.distribution.ext_modules = self._translated()
        # another command of the kind: what is to be built is known only now, when this one has been made ready
        compiler = build_ext(self.distribution)
        compiler.build_lib, compiler.build_temp = self.build_lib, self.build_temp
        compiler.ensure_finalized()
        try:
            compiler.run()
        except (CCompilerError, DistutilsError, OSError) as error:
            self.warn(f"nothing is compiled: {error}")
            for extension in compiler.extensions:
                Path(compiler.get_ext_fullpath(extension.name)).unlink(missing_ok=True)


class WithMachineCode(Distribution):
    """Says that a build is of one kind of machine, whether or not its compiler is there."""

    def has_ext_modules(self) -> bool:
        return True


setup(cmdclass={"build_py": BuildWithCatalogues, "build_ext": BuildBusy}, distclass=WithMachineCode)
