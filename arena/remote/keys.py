"""CURVE keys and their files: one key a file, 40 letters of Z85 on a line."""

import os
import struct
from pathlib import Path
from typing import Final, NamedTuple

import zmq
from zmq.utils import z85

from arena.errors import ArenaError, UsageError

PUBLIC: Final = ".public"
SECRET: Final = ".secret"
_LETTERS: Final = 40
_OTHERS: Final = 0o077


class KeyFiles(NamedTuple):
    """The files of a key pair, and its public key."""

    public: Path
    secret: Path
    key: str


def new_pair(place: Path) -> KeyFiles:
    """Make a key pair and write it to `place` plus `.public` and `.secret`.

    Missing folders are made for their owner alone. Raises UsageError, and writes nothing, when one of the files exists.
    """
    public, secret = (place.with_name(place.name + suffix) for suffix in (PUBLIC, SECRET))
    for file in (public, secret):
        if file.exists() or file.is_symlink():
            raise UsageError("{file}: is already there, and a key is never overwritten; choose another name", file=file)
    key, hidden = (half.decode() for half in zmq.curve_keypair())
    try:
        _make_folder(place.parent)
        _write(secret, hidden, 0o600)
        try:
            _write(public, key, 0o644)
        except OSError:
            secret.unlink()
            raise
    except OSError as error:
        raise ArenaError(
            "{file}: cannot be written: {strerror}", file=error.filename or place, strerror=error.strerror
        ) from None
    return KeyFiles(public, secret, key)


def is_key(text: str) -> bool:
    """Whether the text is a key in Z85.

    >>> is_key("k7H&=!Yo8YH-VUt0/uCP8osY^Z5oAiou2Gk!j3fo"), is_key("my key")
    (True, False)
    """
    try:
        return len(text) == _LETTERS and bool(z85.decode(text.encode()))
    except (KeyError, struct.error):  # a letter outside Z85, or five that exceed four bytes
        return False


def public_key(given: str, folder: Path) -> str:
    """Return the public key that is meant: the key itself, or the one in a file, whose path is relative to `folder`.

    Raises ArenaError when it is neither.
    """
    file = folder / given
    if is_key(given) and not file.exists():
        return given
    if file.suffix == SECRET:
        raise ArenaError(
            "{file}: a secret key stays with its owner; expected the file {stem}{public} beside it",
            file=file,
            stem=file.stem,
            public=PUBLIC,
        )
    if not file.is_file():
        raise ArenaError(
            'expected a public key, {letters} letters of Z85, or a file that holds one, got "{given}"',
            letters=_LETTERS,
            given=given,
        )
    return _read(file)


def secret_key(file: Path) -> str:
    """Return the secret key in a file that only its owner can read.

    Raises ArenaError, which names the file.
    """
    if file.suffix == PUBLIC:
        raise ArenaError(
            "{file}: a public key; expected the secret one, {stem}{secret}", file=file, stem=file.stem, secret=SECRET
        )
    key = _read(file)
    if file.stat().st_mode & _OTHERS:
        raise ArenaError("{file}: others can read this secret key; run: chmod 600 {file}", file=file)
    return key


def public_of(secret: str) -> str:
    """Return the public key of a secret key."""
    return zmq.curve_public(secret.encode()).decode()


def digest_of_key(key: str) -> str:
    """Return the digest of a remote bot, whose files are unknown here: its public key in hex."""
    return z85.decode(key.encode()).hex()


def _read(file: Path) -> str:
    try:
        text = file.read_text(encoding="ascii").strip()
    except UnicodeDecodeError:
        text = ""
    except OSError as error:
        raise ArenaError("{file}: cannot be read: {strerror}", file=file, strerror=error.strerror) from None
    if not is_key(text):
        raise ArenaError(
            "{file}: not a key; expected {letters} letters of Z85, as arena keys new writes them",
            file=file,
            letters=_LETTERS,
        )
    return text


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(mode=0o700)


def _write(file: Path, key: str, mode: int) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "w") as opened:
        opened.write(f"{key}\n")
