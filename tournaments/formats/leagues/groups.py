"""Groups: a round robin in each of several groups."""

from typing import Annotated, Literal

import msgspec

from tournaments.formats.leagues.round_robin import AllMeetAll


class Groups(AllMeetAll, frozen=True, kw_only=True):
    """The format `groups`: all of a group meet all of it, and the best `advance` of each group go on."""

    format: Literal["groups"] = "groups"
    groups: Annotated[int, msgspec.Meta(ge=2)]

    @property
    def divisions(self) -> int:
        return self.groups
