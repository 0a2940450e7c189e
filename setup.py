"""Compiles the catalogues of languages when the packages are built, so that nothing else is needed to read them."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithCatalogues(build_py):
    """Each `.po` gets its `.mo` beside it."""

    def run(self) -> None:
        for source in Path(__file__).parent.glob("*/locale/*/LC_MESSAGES/*.po"):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text))
        super().run()


setup(cmdclass={"build_py": BuildWithCatalogues})
