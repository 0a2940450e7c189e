"""Whether a line that is printed in one language has a sentence of another in it."""

import re
from typing import Final

_QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"]*\"|(?<![A-Za-z])'[^']*'")
_COMMAND: Final = re.compile(r"`[^`]*`|\barena( [a-z]+)+|<[^>]*>|https?://\S+|--[a-z-]+|\S*[/_=]\S*")
"""What is the same in every language: code, commands, paths, options, tags."""
_NAMES: Final = re.compile(
    r"\b(Plackett–Luce|Bradley–Terry|SHA-256|Ctrl-C|Landlock|bubblewrap|cgroup|Elo|JSON Lines|JSON|CSV|TOML"
    r"|[2-9TJQKA][shdc]|X[sb])\b"
)
"""Names, and cards."""
_ENGLISH: Final = re.compile(r"[A-Za-z][A-Za-z'-]*(?:[,;:]? (?=[A-Za-z])[A-Za-z'-]+){2,}")
"""Three English words on end."""
_CHINESE: Final = re.compile(r"[\u4e00-\u9fff][\u4e00-\u9fff，。；：、（）“”]*")
_SENTENCE: Final = re.compile(r"[，。；：、“”]|[\u4e00-\u9fff]{7,}")
_BESIDE: Final = re.compile(r"[A-Za-z±)] \(?$")


def english_sentence(line: str) -> str | None:
    """Return three or more English words that follow each other in a line, which Chinese has none of.

    What is quoted is not the line's own.

    >>> english_sentence("s1t1：it could not be played")
    'it could not be played'
    >>> english_sentence("重算一切：arena verify runs/cup，等级分（Elo）")
    >>> english_sentence("不是有效的 TOML：“Expected a key in a table”")
    """
    found = _ENGLISH.search(_NAMES.sub("1", _COMMAND.sub("1", _QUOTED.sub("1", line))))
    return found[0] if found else None


def chinese_sentence(line: str) -> str | None:
    """Return Chinese that is more than the term beside an English word: a sentence, or words on their own.

    >>> chinese_sentence("s1t1 晋级：ada"), chinese_sentence("1  轮空")
    ('晋级：', '轮空')
    >>> chinese_sentence("front row 头墩 1, gun 打枪 3, a foul (倒水)")
    """
    for found in _CHINESE.finditer(line):
        if _SENTENCE.search(found[0]) or not _BESIDE.search(line[: found.start()]):
            return found[0]
    return None
