"""Brings the catalogues up to date with the code: `python -m tests.language.catalogue`, or `make catalogues`.

Translations are kept; new messages are added untranslated, and a test fails until they are translated. Entries carry no
place in the code, so a catalogue changes only where words do. The catalogues are compiled too, so that the terminal
speaks the new words at once.
"""

from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.language.messages import PACKAGES, messages
from tests.places import ROOT

LANGUAGE: Final = "zh"


def file_of(name: str) -> Path:
    """Return the catalogue's file."""
    return ROOT / name / "locale" / LANGUAGE / "LC_MESSAGES" / f"{name}.po"


def read(name: str) -> Catalog:
    """Return a catalogue as it is on disk; an empty one where there is none."""
    file = file_of(name)
    if not file.exists():
        return Catalog(locale=LANGUAGE)
    with file.open("rb") as content:
        return read_po(content, locale=LANGUAGE)


def updated(name: str) -> bytes:
    """Return the file of a catalogue as it should be: every message of the code, in alphabetical order."""
    old, new = read(name), Catalog(locale=LANGUAGE, charset="utf-8")
    for message in messages()[name]:
        known = old.get(message if isinstance(message, str) else message[0])
        new.add(message, known.string if known is not None else None)
    content = BytesIO()
    write_po(content, new, no_location=True, omit_header=True, sort_output=True, width=100)
    return _HEADER.format(name=name).encode() + content.getvalue()


# no dates or names in it, which would change by themselves
_HEADER: Final = """\
# The messages of {name} in Chinese. The English is in the code.
msgid ""
msgstr ""
"Language: zh\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def update() -> None:
    """Write all catalogues, and compile them with that of click."""
    for name in PACKAGES:
        file_of(name).parent.mkdir(parents=True, exist_ok=True)
        file_of(name).write_bytes(updated(name))
    for source in ROOT.glob(f"*/locale/{LANGUAGE}/LC_MESSAGES/*.po"):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(text))


if __name__ == "__main__":
    update()
