"""A day in a shop, against a running service: BASE_URL and API_KEY name it."""

from __future__ import annotations

import io
import os
import threading
import time
import unittest
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import islice
from typing import Any

from petstore_client import Petstore, PetstoreError, is_genuine

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


def shop(**options: Any) -> Petstore:
    return Petstore(os.environ["BASE_URL"], os.environ["API_KEY"], **options)


class Day(unittest.TestCase):
    def test_a_pet_keeps_its_profile_photo_and_exact_ids(self) -> None:
        petstore = shop()
        created = petstore.pets.create(
            {"name": "Rex", "categoryId": 2**53 + 1, "profile": {"breed": "Beagle", "tags": ["calm"]}}
        )
        petstore.pets.photos.add(created["id"], PNG, alt="Rex")
        (found,) = petstore.pets.list(ids=[created["id"]], include=["profile", "photos", "quantity"])
        self.assertEqual(found["categoryId"], 2**53 + 1)
        self.assertEqual(found.get("profile", {}).get("breed"), "Beagle")
        self.assertEqual([photo.get("alt") for photo in found.get("photos", [])], ["Rex"])
        self.assertEqual(found.get("quantity"), 1)

    def test_an_order_is_placed_once_and_completed(self) -> None:
        petstore = shop()
        pet = petstore.pets.create({"name": "Mia", "categoryId": 7})
        body: Any = {"petId": pet["id"], "customer": {"name": "Priya"}}
        order = petstore.orders.place(body, idempotency_key="one")
        self.assertEqual(petstore.orders.place(body, idempotency_key="one")["id"], order["id"])
        self.assertTrue(petstore.orders.complete(order["id"])["complete"])

    def test_a_list_is_read_over_its_pages(self) -> None:
        petstore = shop()
        ids = [petstore.pets.create({"name": f"Fish {n}", "categoryId": 99})["id"] for n in range(5)]
        self.assertEqual([pet["id"] for pet in petstore.pets.list(category_id=99, limit=2)], ids)
        self.assertEqual(len(petstore.pets.list(category_id=99, limit=2).first()), 2)

    def test_a_refusal_has_the_code_the_fields_and_the_request(self) -> None:
        with self.assertRaises(PetstoreError) as refused:
            shop().pets.create({"name": "", "categoryId": 7})
        error = refused.exception
        self.assertEqual((error.code, error.status), ("validation_failed", 400))
        self.assertEqual([detail["field"] for detail in error.details], ["name"])
        self.assertIsNotNone(error.request_id)
        self.assertIsNotNone(error.idempotency_key)

    def test_a_change_applies_only_to_the_state_that_was_read(self) -> None:
        petstore = shop()
        pet = petstore.pets.create({"name": "Bello", "categoryId": 7})
        with petstore.responses() as responses:
            list(petstore.pets.list(ids=[pet["id"]]))
        petstore.pets.update(pet["id"], {"name": "Bello II"})
        with self.assertRaises(PetstoreError) as refused:
            petstore.pets.update(pet["id"], {"name": "Bella"}, if_match=responses[0].etag)
        self.assertEqual(refused.exception.status, 412)

    def test_a_stream_replays_what_happened(self) -> None:
        petstore = shop()
        petstore.pets.create({"name": "Bruno", "categoryId": 7})
        (last,) = petstore.events.list(order="desc", limit=1).first()
        pet = petstore.pets.create({"name": "Luna", "categoryId": 7})
        (event,) = islice(petstore.events.stream(pet_id=pet["id"], after=last["id"]), 1)
        self.assertEqual((event["type"], event.get("petId")), ("pet.created", pet["id"]))

    def test_a_removed_pet_is_gone_and_a_file_is_imported(self) -> None:
        petstore = shop()
        pet = petstore.pets.create({"name": "Max", "categoryId": 7})
        petstore.pets.delete(pet["id"])
        self.assertEqual(list(petstore.pets.list(ids=[pet["id"]])), [])
        report = petstore.imports.create(io.BytesIO(b"name,categoryId\nOtto,7\n"), dry_run=True)
        self.assertEqual(report["added"], 1)

    def test_an_error_without_a_response_says_so(self) -> None:
        with self.assertRaises(PetstoreError) as refused:
            Petstore("http://127.0.0.1:1/v1", "key", max_retries=0).stats.get()
        self.assertEqual(refused.exception.code, "connection_failed")


class Scripted(BaseHTTPRequestHandler):
    """A service whose responses a test decides."""

    def reply(self, status: int, body: bytes, length: int | None = None, position: str | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        if position is not None:
            self.send_header("X-Position", position)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def client_of(service: type[Scripted]) -> Generator[Petstore]:
    """A client of a service that runs until the block ends."""
    server = HTTPServer(("127.0.0.1", 0), service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Petstore(f"http://127.0.0.1:{server.server_port}/v1", "key")
    finally:
        server.shutdown()
        server.server_close()


CREATED = (201, b'{"id":1}', 8)


class Retries(unittest.TestCase):
    def meet(self, *responses: tuple[int, bytes, int]) -> list[str | None]:
        """Adds a pet at a service with these responses, each a status, a body and its length. Returns the keys of the attempts."""
        seen: list[str | None] = []

        class Flaky(Scripted):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                response = responses[len(seen)]
                seen.append(self.headers["Idempotency-Key"])
                self.reply(*response)

        with client_of(Flaky) as petstore:
            self.assertEqual(petstore.pets.create({"name": "Rex", "categoryId": 7})["id"], 1)
        return seen

    def test_a_temporary_failure_is_repeated_with_the_same_key(self) -> None:
        seen = self.meet((503, b"busy", 4), (503, b"busy", 4), CREATED)
        self.assertEqual(len(seen), 3)
        self.assertEqual(len(set(seen)), 1)

    def test_a_response_that_breaks_off_is_asked_for_again(self) -> None:
        seen = self.meet((201, b'{"id', 8), (503, b"bu", 4), CREATED)
        self.assertEqual(len(seen), 3)
        self.assertEqual(len(set(seen)), 1)

    def test_a_response_of_a_proxy_has_the_key_to_try_again(self) -> None:
        with self.assertRaises(PetstoreError) as refused:
            self.meet((200, b"<html>", 6))
        self.assertEqual(refused.exception.code, "unexpected_response")
        self.assertIsNotNone(refused.exception.idempotency_key)


class Standbys(unittest.TestCase):
    def test_a_read_sends_the_latest_position_of_the_changes_of_its_client(self) -> None:
        positions = ["0000000000000009", "000000000000000A", "0000000000000008", None]
        seen: list[str | None] = []

        class Positioned(Scripted):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.reply(201, b'{"id":1}', position=positions.pop(0))

            def do_GET(self) -> None:
                seen.append(self.headers["X-Position"])
                self.reply(200, b"[]")

        with client_of(Positioned) as petstore:
            petstore.pets.list().first()
            for _ in range(4):
                petstore.pets.create({"name": "Rex", "categoryId": 7})
                petstore.pets.list().first()
        # The last change has no position: what the service reads from is not known to have it.
        self.assertEqual(seen, [None, "0000000000000009", "000000000000000A", "000000000000000A", None])


class Messages(unittest.TestCase):
    def test_a_forged_or_old_message_is_not_genuine(self) -> None:
        headers = {"webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"}
        self.assertFalse(is_genuine("whsec_AAAA", headers, b"{}"))
        self.assertFalse(is_genuine("whsec_AAAA", {**headers, "webhook-timestamp": "now"}, b"{}"))

    def test_a_request_without_a_signature_is_not_genuine(self) -> None:
        self.assertFalse(is_genuine("whsec_AAAA", {}, b"{}"))
        self.assertFalse(is_genuine("whsec_AAAA", {"webhook-timestamp": str(int(time.time()))}, b"{}"))


if __name__ == "__main__":
    unittest.main()
