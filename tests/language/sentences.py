"""Whether a line holds a sentence of the other language. Code, paths, ids and quotations are no sentences."""

import re
from typing import Final

_QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"]*\"|'[^']*'|`[^`]*`")
_COMMAND: Final = re.compile(
    r"(?:^|(?<=\s{2}))(?:arena|cd|export) (?:\S+ ?)+|\barena [a-z]+(?: [a-z]+)?(?=[^\w ]|\Z| [^a-z ])"
)
"""A command line, up to a comment that two spaces set off, or the name of a command in a sentence."""
_PROSE: Final = re.compile(r"(?<![\w./:{}<>=-])[a-z]{2,}(?: [a-z]{2,}){2,}(?![\w./{}<>=-])")
"""Three or more lower-case words in a row."""
_CHINESE: Final = re.compile(r"[\u4e00-\u9fff]{9,}|[，。；：！？、“”]")
"""Nine or more characters in a row, or the punctuation of a sentence."""
_SYMBOLS: Final = re.compile(r"[\u3000-\u303f\uff00-\uffef]")


def english_in(line: str) -> str:
    """Return the English sentence of a line of Chinese output, or nothing.

    >>> english_in("arena: 无法读取 no such file here"), english_in('"one two three" 应为 two-packs 或 wild')
    ('no such file here', '')
    """
    found = _PROSE.search(_COMMAND.sub("", _QUOTED.sub("", line)))
    return found[0] if found else ""


def chinese_in(line: str) -> str:
    """Return the Chinese sentence of a line of English output, or its first mark, or nothing.

    >>> chinese_in("gun 打枪 10 %"), chinese_in("seat 0 没有有效的牌墩，"), chinese_in("two-packs 两副牌")
    ('', '，', '')
    """
    found = _CHINESE.search(line)
    return found[0] if found else ""
