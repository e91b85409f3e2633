"""A client of a pet store.

    from petstore_client import Petstore

    petstore = Petstore("https://pets.example/v1", api_key)
    for pet in petstore.pets.list(status="available"):
        print(pet["name"])
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from . import models
from ._engine import Engine, File, Pages, PetstoreError, Response
from ._resources import Resources
from ._webhooks import is_genuine

__all__ = ["File", "Pages", "Petstore", "PetstoreError", "Response", "is_genuine", "models"]


class Petstore(Resources):
    """A client of a pet store.

    A request that gets no response, or a temporary failure, is sent again after a pause. That is safe for changes too: every
    attempt has the same Idempotency-Key. Requests that fail raise a `PetstoreError`.
    """

    def __init__(self, base_url: str, api_key: str, *, timeout: float = 30, max_retries: int = 2) -> None:
        """`base_url` ends in `/v1`. `timeout` is in seconds, for each attempt."""
        self._engine = Engine(base_url, api_key, timeout, max_retries)
        super().__init__(self._engine)

    @contextmanager
    def responses(self) -> Generator[list[Response]]:
        """Collects the responses inside a `with` block, for their headers and tags."""
        collected: list[Response] = []
        before, self._engine.on_response = self._engine.on_response, collected.append
        try:
            yield collected
        finally:
            self._engine.on_response = before
