"""The reason codes of the protocol: every failure has exactly one."""

from typing import Final, Literal

Reason = Literal[
    "no-hello",
    "bad-protocol",
    "bad-token",
    "bad-hello",
    "late",
    "no-answer",
    "malformed",
    "illegal",
    "stale",
    "too-large",
    "flooding",
    "exited",
    "disconnected",
    "over-limit",
    "disqualified",
    "referee-lost",
    "interrupted",
]

MEANING: Final[dict[Reason, tuple[str, str]]] = {
    "no-hello": ("no hello within the start-up limit", "启动超时"),
    "bad-protocol": ("the hello names no version that is spoken here", "协议版本不符"),
    "bad-token": ("the hello carries another start's token", "令牌错误"),
    "bad-hello": ("the hello is not valid", "握手无效"),
    "late": ("the answer came after its deadline", "超时"),
    "no-answer": ("no answer came at all", "未作答"),
    "malformed": ("the message could not be read", "消息格式错误"),
    "illegal": ("the cards are not those dealt, or the rows have the wrong size", "牌不合法"),
    "stale": ("an answer to nothing that is open", "过期消息"),
    "too-large": ("the message is over 64 KiB", "消息过大"),
    "flooding": ("more messages than any bot needs", "消息泛滥"),
    "exited": ("the process ended", "进程退出"),
    "disconnected": ("the connection was lost", "连接断开"),
    "over-limit": ("a limit of its isolation was reached", "资源超限"),
    "disqualified": ("too many strikes in a leg", "取消资格"),
    "referee-lost": ("the match's own process died", "裁判进程失效"),
    "interrupted": ("the organizer stopped the run", "主办方中断"),
}
"""The meaning of each code in English and Chinese. `protocol/SPEC.md` says what follows from each."""
