"""Does a bot's hello admit it to the match?"""

import hmac

from protocol.messages import VERSION, Hello
from protocol.text import Said, one_line


def fault_of_hello(hello: Hello, token: str | None, game: str) -> tuple[str, Said] | None:
    """Return the reason code and words for refusing `hello`, or None if the bot may play.

    `token` is None for a bot known by its key.

    >>> fault_of_hello(Hello(protocol=[1], token="guess", name="ada", games=["shisanshui"]), "sesame", "shisanshui")
    ('bad-token', Said('token: not the one this start was given in ARENA_TOKEN'))
    """
    if VERSION not in hello.protocol:
        words = Said(
            "protocol: this arena speaks version {version}, the hello offers {offered}",
            version=VERSION,
            offered=one_line(str(hello.protocol)),
        )
        return "bad-protocol", words
    if token is not None and not hmac.compare_digest(hello.token.encode(), token.encode()):
        return "bad-token", Said("token: not the one this start was given in ARENA_TOKEN")
    if game not in hello.games:
        offered = one_line(str(hello.games))
        return "bad-hello", Said(
            'games: "{game}" is played here, the hello offers {offered}', game=game, offered=offered
        )
    return None
