"""Downloads: the files that a finished cup leaves for everybody. Logs are their authors' and are not among them."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from tournaments.web.pages.cup import DOWNLOADS
from tournaments.web.pages.state import folder_of
from tournaments.web.shelf import is_finished


async def download(request: Request) -> Response:
    """Send a file of a finished cup."""
    _name, folder = folder_of(request)
    wanted = request.path_params["file"]
    if wanted not in DOWNLOADS or not (folder / wanted).is_file() or not is_finished(folder):
        raise HTTPException(404, f'no file "{wanted}"')
    return FileResponse(folder / wanted, filename=wanted, content_disposition_type="attachment")
