"""Values of any kind, and how TOML writes them."""

import json
from typing import Any

from hypothesis import strategies as st

texts = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    ["../x", "/etc/passwd", "", "python", "\0"]
)
values: st.SearchStrategy[Any] = st.recursive(
    texts | st.booleans() | st.integers(-(2**62), 2**62) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def literal(value: Any) -> str:
    """The value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(str(key))} = {literal(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=True).replace("\x7f", "\\u007f") if value.isascii() else _escaped(value)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _escaped(text: str) -> str:
    return '"' + "".join(f"\\U{ord(letter):08X}" for letter in text) + '"'
