"""Names of files after names that people have chosen."""

import os


def plain_file_name(name: str) -> str:
    """Return `name` with everything but letters, digits and `-_.` replaced by `_`.

    Letters that the file system's encoding lacks, in a locale without UTF-8, are replaced too.

    >>> plain_file_name("Ada 2/x")
    'Ada_2_x'
    """
    return "".join(letter if (letter.isalnum() or letter in "-_.") and _encodable(letter) else "_" for letter in name)


def _encodable(letter: str) -> bool:
    try:
        os.fsencode(letter)
    except UnicodeEncodeError:
        return False
    return True
