"""Downloads: the files that a finished cup leaves for everybody. Logs are their authors' and are not among them."""

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from tournaments.reports.viewer.page import PARTS
from tournaments.web.pages.cup import DOWNLOADS
from tournaments.web.pages.state import folder_of
from tournaments.web.shelf import is_finished

_VIEWER: Final = {"viewer.css": "text/css", "viewer.js": "text/javascript"}


async def viewer_part(request: Request) -> Response:
    """Send a part of the viewer that single files hold too."""
    file = f"viewer.{request.path_params['kind']}"
    if file not in _VIEWER:
        raise HTTPException(404, f'no file "{file}"')
    return Response(PARTS.joinpath(file).read_bytes(), media_type=_VIEWER[file])


async def download(request: Request) -> Response:
    """Send a file of a finished cup."""
    _name, folder = folder_of(request)
    wanted = request.path_params["file"]
    if wanted not in DOWNLOADS or not (folder / wanted).is_file() or not is_finished(folder):
        raise HTTPException(404, f'no file "{wanted}"')
    return FileResponse(folder / wanted, filename=wanted, content_disposition_type="attachment")
