"""Sends requests: what all resources share. It needs the standard library alone."""

from __future__ import annotations

import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from typing import Any, BinaryIO, Generic, TypeVar, cast

Item = TypeVar("Item")

File = bytes | str | BinaryIO
"""A file to send: its bytes, its text, or an open file."""

PAUSE_S = 0.2
"""Before the second attempt; doubles each time."""

PATIENCE_S = 30.0
"""A longer `Retry-After` is not waited for: the caller decides."""

SILENCE_S = 45.0
"""The service sends at least a comment every 15 s."""

PART_BYTES = 65_536
"""Of a file that is read in parts."""

RECONNECT_S = (0.2, 2.0, 30.0)
"""Minimum, default and maximum delay before a stream is opened again."""


class PetstoreError(Exception):
    """A request that failed. Decide by `code`, and by `status` for a code that you do not know.

    The code is one of the service, or `connection_failed` if no response came, or `unexpected_response` if the response is
    not one of the service, but of a proxy for example.
    """

    def __init__(
        self,
        code: str,
        message: str,
        status: int = 0,
        headers: Mapping[str, str] | None = None,
        details: Sequence[Mapping[str, Any]] = (),
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        """The HTTP status; 0 if no response came."""
        self.headers = {name.lower(): value for name, value in (headers or {}).items()}
        self.details = details
        """The invalid fields of a request, on status 400."""
        self.idempotency_key = idempotency_key
        """Send it again with the same request: it takes effect once."""

    @property
    def request_id(self) -> str | None:
        """Identifies the request in the service's log."""
        return self.headers.get("x-request-id")


@dataclass
class Response:
    """A response of the service."""

    status: int
    headers: Mapping[str, str]
    body: Any = field(repr=False, default=None)

    @property
    def etag(self) -> str | None:
        """The tag of this state of the resource, for `if_match`."""
        return self.headers.get("etag")


class Pages(Generic[Item]):
    """A list in pages. Iterate over it for every item, or over `pages()`; nothing is sent before."""

    def __init__(self, read: Callable[[str | None], tuple[list[Item], str | None]]) -> None:
        self._read = read

    def first(self) -> list[Item]:
        """The first page."""
        return self._read(None)[0]

    def pages(self) -> Iterator[list[Item]]:
        """Every page."""
        cursor: str | None = None
        while True:
            items, following = self._read(cursor)
            yield items
            # The feed of events always has a next page. Its end, for now, is where that is the page that was read.
            if following is None or following == cursor:
                return
            cursor = following

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page


@dataclass(frozen=True)
class _Request:
    method: str
    url: str
    headers: Mapping[str, str]
    data: bytes | None
    may_repeat: bool
    idempotency_key: str | None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect of a POST would be followed with a GET, whose response would look like success."""

    def redirect_request(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        return None


class Engine:
    """Sends requests and repeats those that fail for a reason that may pass."""

    def __init__(self, base_url: str, api_key: str, timeout: float, max_retries: int) -> None:
        if not re.match(r"https?://", base_url):
            raise ValueError(f"base_url: expected an address such as https://pets.example/v1; got {base_url}")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._max_retries = max_retries
        self._opener = urllib.request.build_opener(_NoRedirects)
        self._position: str | None = None
        self.on_response: Callable[[Response], None] | None = None

    def call(self, method: str, path: str, *, timeout: float | None = None, **given: Any) -> Any:
        """Makes a request that returns a value."""
        return self._send(self._request(method, path, **given), timeout).body

    def nothing(self, method: str, path: str, *, timeout: float | None = None, **given: Any) -> None:
        """Makes a request that returns nothing."""
        self._send(self._request(method, path, **given), timeout)

    def pages(
        self,
        method: str,
        path: str,
        *,
        page: str,
        query: Mapping[str, Any],
        timeout: float | None = None,
        **given: Any,
    ) -> Pages[Any]:
        """Makes a list in pages."""

        def read(cursor: str | None) -> tuple[list[Any], str | None]:
            whole = query if cursor is None else {**query, page: cursor}
            response = self._send(self._request(method, path, query=whole, **given), timeout)
            return response.body, _next_cursor(response.headers.get("link", ""), page)

        return Pages(read)

    def download(
        self, method: str, path: str, *, query: Mapping[str, Any], timeout: float | None = None
    ) -> Iterator[bytes]:
        """Reads a file in parts. Leave the loop to end it."""
        request = self._request(method, path, query=query)
        with _connected(request), self._open(request, timeout or self._timeout, {}) as response:
            while part := response.read(PART_BYTES):
                yield part

    def stream(
        self, method: str, path: str, *, query: Mapping[str, Any], timeout: float | None = None
    ) -> Iterator[Any]:
        """Reads a stream of events, over as many connections as it takes. Leave the loop to end it."""
        shortest, retry, longest = RECONNECT_S
        last_id: str | None = None
        failures = 0
        while True:
            asked = 0.0
            try:
                request = self._request(method, path, query=query)
                extra = {} if last_id is None else {"Last-Event-ID": last_id}
                with self._open(request, timeout or SILENCE_S, extra) as response:
                    for block in _blocks(response):
                        failures = 0
                        last_id = block.get("id", last_id)
                        retry = max(float(block.get("retry", retry * 1000)) / 1000, shortest)
                        if "data" in block:
                            yield json.loads(block["data"])
            except PetstoreError as error:
                if not _is_temporary(error.status, error.headers):
                    raise
                asked = _retry_after(error.headers)
            except (OSError, HTTPException):
                pass
            delay = min(retry * 2**failures, longest) * random.uniform(0.5, 1.5)
            failures += 1
            time.sleep(max(asked, delay))

    def _request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        file: File | None = None,
        file_type: str | None = None,
        is_idempotent: bool = False,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> _Request:
        for name, value in (params or {}).items():
            path = path.replace(f"{{{name}}}", urllib.parse.quote(_text(value), safe=""))
        pairs = [(name, _text(value)) for name, value in (query or {}).items() if value is not None]
        headers = {"Authorization": f"Bearer {self._api_key}", "Accept": "application/json, text/event-stream, text/csv"}
        data: bytes | None = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        if file is not None:
            headers["Content-Type"] = file_type or "application/octet-stream"
            data = file.encode() if isinstance(file, str) else file if isinstance(file, bytes) else file.read()
        key = (idempotency_key or str(uuid.uuid4())) if is_idempotent else None
        if key is not None:
            headers["Idempotency-Key"] = key
        if if_match is not None:
            headers["If-Match"] = if_match
        # A read must see what this client has changed, also where standbys serve it.
        if method == "GET" and self._position is not None:
            headers["X-Position"] = self._position
        search = f"?{urllib.parse.urlencode(pairs)}" if pairs else ""
        # Without a key, a second POST might take effect twice.
        may_repeat = method != "POST" or key is not None
        return _Request(method, f"{self._base_url}{path}{search}", headers, data, may_repeat, key)

    def _send(self, request: _Request, timeout: float | None) -> Response:
        may_have_happened = False
        attempts = self._max_retries + 1 if request.may_repeat else 1
        for attempt in range(1, attempts + 1):
            try:
                with _connected(request), self._open(request, timeout or self._timeout, {}) as opened:
                    if request.method != "GET":
                        self._passed(opened.headers.get("X-Position"))
                    response = _received(opened.status, opened.headers, opened.read(), request.idempotency_key)
                if self.on_response is not None:
                    self.on_response(response)
                return response
            except PetstoreError as error:
                # An earlier attempt may have removed it. Whoever did, it is gone, as the caller wants.
                if request.method == "DELETE" and may_have_happened and error.code == "not_found":
                    return Response(204, {})
                asked = _retry_after(error.headers)
                if attempt == attempts or asked > PATIENCE_S or not _is_temporary(error.status, error.headers):
                    raise
                may_have_happened = may_have_happened or error.status == 0 or error.status >= 500
                # Random, so that clients that failed together do not come back together.
                time.sleep(max(asked, PAUSE_S * 2 ** (attempt - 1) * random.uniform(0.5, 1.5)))
        raise AssertionError("the last attempt returns or raises")

    def _passed(self, position: str | None) -> None:
        """Of two changes the later one counts. Without a position it is not known what a read must see, so none is sent."""
        self._position = None if position is None else max(position, self._position or "")

    def _open(self, request: _Request, timeout: float, extra: Mapping[str, str]) -> HTTPResponse:
        headers = {**request.headers, **extra}
        sent = urllib.request.Request(request.url, data=request.data, headers=headers, method=request.method)
        try:
            return cast(HTTPResponse, self._opener.open(sent, timeout=timeout))
        except urllib.error.HTTPError as error:
            with error:
                raise _failure(error.code, error.headers, error.read(), request.idempotency_key) from None


@contextmanager
def _connected(request: _Request) -> Generator[None]:
    """A connection that fails, also in the middle of a response, is an error of this client."""
    try:
        yield
    except (OSError, HTTPException) as error:
        reason = str(getattr(error, "reason", error))
        raise PetstoreError("connection_failed", reason, idempotency_key=request.idempotency_key) from error


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(item) for item in cast(Sequence[Any], value))
    return str(value)


def _lower(headers: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _received(status: int, headers: Message, content: bytes, key: str | None) -> Response:
    if not content:
        return Response(status, _lower(headers))
    try:
        return Response(status, _lower(headers), json.loads(content))
    except ValueError:
        message = f"unexpected response: {status} with {headers.get('Content-Type')} instead of JSON"
        raise PetstoreError("unexpected_response", message, status, _lower(headers), (), key) from None


def _failure(status: int, headers: Message, content: bytes, key: str | None) -> PetstoreError:
    details: Sequence[Mapping[str, Any]]
    try:
        body = json.loads(content)
        code, message, details = body["code"], body["message"], body.get("details", [])
    except (ValueError, KeyError, TypeError, AttributeError):
        code, message, details = "unexpected_response", f"unexpected response: {status}", ()
    return PetstoreError(code, message, status, _lower(headers), details, key)


def _is_temporary(status: int, headers: Mapping[str, str]) -> bool:
    return status in (0, 408, 429) or status >= 500 or (status == 409 and "retry-after" in headers)


def _retry_after(headers: Mapping[str, str]) -> float:
    value = headers.get("retry-after", "")
    if value.isdecimal():
        return float(value)
    try:
        # A proxy may send a date (RFC 9110 10.2.3).
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return 0.0


def _next_cursor(link: str, parameter: str) -> str | None:
    found = re.search(r'<([^>]*)>\s*;[^,]*\brel="?next\b', link)
    if found is None:
        return None
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(found[1]).query)
    return query.get(parameter, [None])[0]


def _blocks(lines: Iterator[bytes] | HTTPResponse) -> Iterator[dict[str, str]]:
    """The blocks of a stream of Server-Sent Events, each with its fields."""
    fields: dict[str, str] = {}
    for line in lines:
        text = line.decode().rstrip("\r\n")
        if text == "":
            yield fields
            fields = {}
            continue
        name, _, value = text.partition(":")
        value = value.removeprefix(" ")
        if name:
            fields[name] = f"{fields[name]}\n{value}" if name == "data" and "data" in fields else value
