"""Reading request bodies: JSON, a form with `payload_json` and `files[n]`, or a form of texts."""

import json
import re
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import BodyPartReader, MultipartReader, web
from aiohttp.http_exceptions import HttpProcessingError
from msgspec import Struct, field

from sandbox.model.errors import ApiError, invalid_form

MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_FILES = 10
MAX_JSON_BYTES = 2 * 1024 * 1024
CHUNK_BYTES = 64 * 1024


class Upload(Struct, frozen=True):
    """An uploaded file."""

    filename: str
    data: bytes


class Body(Struct, frozen=True):
    """A request body: the parsed JSON, and the files by the name of their form field.

    `raw` is the JSON as received, or the JSON of the fields of a form without files.
    """

    payload: Any = None
    files: dict[str, Upload] = field(default_factory=dict)
    raw: bytes | None = None

    def numbered(self) -> dict[int, Upload]:
        """The files of the fields `files[n]` by n; `file` has number 0."""
        found = {}
        for name, upload in self.files.items():
            match = re.fullmatch(r"files?(?:\[(\d{1,3})\])?", name)
            if match:
                found[int(match[1] or 0)] = upload
        return found

    def mapping(self) -> dict[str, Any]:
        """The JSON object; an empty one when there is no body.

        Raises `ApiError` 50035 when the JSON is not an object.
        """
        if self.payload is None:
            return {}
        if not isinstance(self.payload, dict):
            raise invalid_form([], "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
        return self.payload


BODY: web.RequestKey["Body | ApiError"] = web.RequestKey("body")


async def read_body(request: web.Request) -> Body:
    """The body of a request; later calls return a copy of the first result.

    Raises `ApiError` 40005 (413) for a file over 10 MiB, more than ten files or more than 2 MiB
    of JSON, 50109 for invalid JSON, and 50035 for an invalid form.
    """
    if BODY not in request:
        try:
            request[BODY] = await _read(request)
        except ApiError as error:
            request[BODY] = error
    known = request[BODY]
    if isinstance(known, ApiError):
        raise known
    return Body(_parse_json(known.raw) if known.raw else None, known.files, known.raw)


async def _read(request: web.Request) -> Body:
    if request.content_type == "multipart/form-data":
        return await _read_form(request)
    if request.content_type == "application/x-www-form-urlencoded":
        return await _read_fields(request)
    data = await _read_bounded(request.content.read, MAX_JSON_BYTES)
    return Body(_parse_json(data), raw=data) if data else Body()


async def _read_form(request: web.Request) -> Body:
    raw = None
    files: dict[str, Upload] = {}
    try:
        reader = await request.multipart()
        while (part := await reader.next()) is not None:
            if isinstance(part, MultipartReader) or part.name is None:
                continue
            if part.name == "payload_json":
                raw = await _read_part(part, MAX_JSON_BYTES)
            elif len(files) == MAX_FILES:
                raise too_large()
            else:
                data = await _read_part(part, MAX_FILE_BYTES)
                files[part.name] = Upload(part.filename or part.name, data)
    except (ValueError, HttpProcessingError) as error:  # not a form, or malformed
        raise invalid_form([], "INVALID_MULTIPART", "The form could not be read.") from error
    return Body(None if raw is None else _parse_json(raw), files, raw)


async def _read_fields(request: web.Request) -> Body:
    data = await _read_bounded(request.content.read, MAX_JSON_BYTES)
    fields = dict(parse_qsl(data.decode(errors="replace"), keep_blank_values=True))
    return Body(fields, raw=json.dumps(fields).encode())


async def _read_part(part: BodyPartReader, limit: int) -> bytes:
    return await _read_bounded(part.read_chunk, limit)


async def _read_bounded(read: Any, limit: int) -> bytes:
    data = bytearray()
    while chunk := await read(CHUNK_BYTES):
        data += chunk
        if len(data) > limit:
            raise too_large()
    return bytes(data)


def too_large() -> ApiError:
    """Error 40005 for a request with more, or larger, files than allowed."""
    return ApiError(413, 40005, "Request entity too large")


def invalid_json() -> ApiError:
    """Error 50109 for a body that is no JSON, or nested too deeply."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def _parse_json(data: bytes) -> Any:
    try:
        parsed = json.loads(data)
        if b"\\ud" in data.lower():  # an unpaired surrogate cannot be encoded as UTF-8
            json.dumps(parsed, ensure_ascii=False).encode()
        return parsed
    except (ValueError, RecursionError) as error:
        raise invalid_json() from error
