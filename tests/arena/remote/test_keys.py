"""Key pairs: made with the right modes, never overwritten, and told apart."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq

from arena.cli import main
from arena.errors import ArenaError, UsageError
from arena.remote.keys import digest_of_key, is_key, new_pair, public_key, public_of, secret_key


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def generous_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_pair_is_written_for_its_owner_alone(tmp_path: Path) -> None:
    made = new_pair(tmp_path / "deep" / "keys" / "ada.v2")
    assert (made.public.name, made.secret.name) == ("ada.v2.public", "ada.v2.secret")
    assert mode(made.secret) == 0o600
    assert mode(made.public) == 0o644
    assert mode(tmp_path / "deep") == mode(tmp_path / "deep" / "keys") == 0o700
    assert public_of(secret_key(made.secret)) == made.key == public_key("ada.v2.public", tmp_path / "deep" / "keys")
    assert made.public.read_text() == f"{made.key}\n"


def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir(mode=0o755)
    new_pair(tmp_path / "keys" / "ada")
    assert mode(tmp_path / "keys") == 0o755


@pytest.mark.parametrize("there", ["ada.public", "ada.secret"])
def test_nothing_is_overwritten_and_nothing_half_written(there: str, tmp_path: Path) -> None:
    (tmp_path / there).write_text("mine")
    with pytest.raises(UsageError, match=rf"{there}: is already there"):
        new_pair(tmp_path / "ada")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {there: "mine"}


def test_a_link_that_leads_nowhere_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "ada.secret").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="is already there"):
        new_pair(tmp_path / "ada")
    assert not (tmp_path / "elsewhere").exists()


def test_what_is_a_key() -> None:
    public, _ = zmq.curve_keypair()
    assert is_key(public.decode())
    assert not any(map(is_key, ["", public.decode()[1:], "~" * 40, "é" * 40, "#" * 40]))
    assert len(digest_of_key(public.decode())) == 64


def test_a_key_is_given_as_itself_or_as_its_file(tmp_path: Path) -> None:
    made = new_pair(tmp_path / "ada")
    assert public_key(made.key, tmp_path) == public_key("ada.public", tmp_path) == made.key
    (tmp_path / "rubbish.public").write_bytes(b"\xff" * 40)
    for given, words in {
        "ada.secret": r"ada\.secret: a secret key stays with its owner; expected the file ada\.public",
        "bea.public": r'expected a public key, 40 letters of Z85, or a file that holds one, got "bea\.public"',
        "": "expected a public key, 40 letters of Z85, or a file that holds one",
        "rubbish.public": r"rubbish\.public: not a key",
    }.items():
        with pytest.raises(ArenaError, match=words):
            public_key(given, tmp_path)


def test_a_secret_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    made = new_pair(tmp_path / "ada")
    made.secret.chmod(0o640)
    with pytest.raises(ArenaError, match=r"others can read this secret key; run: chmod 600 .*ada\.secret"):
        secret_key(made.secret)
    with pytest.raises(ArenaError, match=r"a public key; expected the secret one, ada\.secret"):
        secret_key(made.public)
    with pytest.raises(ArenaError, match=r"none\.secret: cannot be read: No such file"):
        secret_key(tmp_path / "none.secret")


def test_the_command_says_what_to_give_to_whom_and_tells_no_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["keys", "new", str(tmp_path / "ada")])
    assert ended.value.code == 0
    printed = capsys.readouterr().out
    key, secret = ((tmp_path / f"ada.{kind}").read_text().strip() for kind in ("public", "secret"))
    assert printed.startswith(f"{key}\n")
    assert "an author gives it to the organizer" in printed
    assert "an organizer gives it to the authors" in printed
    for file in ("ada.public", "ada.secret"):
        with pytest.raises(SystemExit):
            main(["keys", "show", str(tmp_path / file)])
        shown = capsys.readouterr().out
        assert shown == f"{key}\n"
    assert secret not in printed
    with pytest.raises(SystemExit) as ended:
        main(["keys", "new", str(tmp_path / "ada")])
    assert ended.value.code == 2
    assert "never overwritten" in capsys.readouterr().err
