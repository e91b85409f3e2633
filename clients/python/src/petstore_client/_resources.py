"""Generated from the contract by `npm run generate`. Do not edit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from . import models
from ._engine import Engine, File, Pages

class PetsPhotosResource:
    """The photos of each pet"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        pet_id: int,
        *,
        timeout: float | None = None,
    ) -> models.Photos:
        """List the photos of a pet. Returns the photos of one pet, at most 12, in the order of
        `position`. The first is the main one.

        Requires the scope `pets:read`.
        """
        return self._engine.call(
            "GET",
            "/pets/{petId}/photos",
            params={"petId": pet_id},
            timeout=timeout,
        )

    def add(
        self,
        pet_id: int,
        content: File,
        *,
        alt: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Photo:
        """Add a photo. Adds a photo after the pet's other photos. The body is the image file, with
        at most 20 MiB and 40 megapixels (a JPEG 64), and no side longer than 16384 pixels. The
        service turns the photo upright, removes its metadata, including the location, and
        stores three sizes as WebP: 320, 800, 1600 pixels on the longer side, never enlarged.
        Only the first frame of an animation is stored. The photo is public for everyone who has
        its URL, also when the pet is sold.

        Requires the scope `pets:write`.
        """
        return self._engine.call(
            "POST",
            "/pets/{petId}/photos",
            params={"petId": pet_id},
            query={"alt": alt},
            file=content,
            file_type="image/jpeg",
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def update(
        self,
        pet_id: int,
        photo_id: int,
        body: models.PhotoUpdate,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Photo:
        """Change a photo. Changes the description or the position of a photo. The photos in
        between shift by one. Only the changed photo gets an event.

        Requires the scope `pets:write`.
        """
        return self._engine.call(
            "PATCH",
            "/pets/{petId}/photos/{photoId}",
            params={"petId": pet_id, "photoId": photo_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def delete(
        self,
        pet_id: int,
        photo_id: int,
        *,
        timeout: float | None = None,
    ) -> None:
        """Remove a photo. Removes a photo. Its URLs then return 404; caches may keep the photo for
        up to a day.

        Requires the scope `pets:write`.
        """
        return self._engine.nothing(
            "DELETE",
            "/pets/{petId}/photos/{photoId}",
            params={"petId": pet_id, "photoId": photo_id},
            timeout=timeout,
        )


class PetsResource:
    """The pets of the store"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.photos = PetsPhotosResource(engine)

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: models.PetStatus | None = None,
        category_id: int | None = None,
        name: str | None = None,
        q: str | None = None,
        tag: str | None = None,
        reference: str | None = None,
        microchip: str | None = None,
        sex: Literal["female", "male"] | None = None,
        size: Literal["small", "medium", "large", "extra_large"] | None = None,
        born_after: str | None = None,
        born_before: str | None = None,
        price_from: int | None = None,
        price_to: int | None = None,
        currency: str | None = None,
        arrived_before: str | None = None,
        published: bool | None = None,
        photo: bool | None = None,
        care_due: bool | None = None,
        ids: Sequence[int] | None = None,
        sort: Literal["id", "name", "arrivedOn"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        include: Sequence[Literal["profile", "quantity", "createdAt", "photos"]] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.PetWithIncluded]:
        """List all pets. Returns the pets that match all given filters, in the order of `sort`,
        one page at a time. If there are more, the `Link` header with `rel="next"` has the URL
        of the next page, which repeats the filters. With filters other than `status`,
        `categoryId` and `ids`, a page may have fewer pets than `limit`, or none, even if there
        are more: follow `Link` until there is none. So it may with `categoryId` and a `sort`
        other than `id`.

        Requires the scope `pets:read`.
        """
        return self._engine.pages(
            "GET",
            "/pets",
            query={"limit": limit, "cursor": cursor, "status": status, "categoryId": category_id, "name": name, "q": q, "tag": tag, "reference": reference, "microchip": microchip, "sex": sex, "size": size, "bornAfter": born_after, "bornBefore": born_before, "priceFrom": price_from, "priceTo": price_to, "currency": currency, "arrivedBefore": arrived_before, "published": published, "photo": photo, "careDue": care_due, "ids": ids, "sort": sort, "order": order, "include": include},
            page="cursor",
            timeout=timeout,
        )

    def create(
        self,
        body: models.NewPetWithProfile,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Pet:
        """Add a pet. Adds a pet and its stock entry, and responds when both are on disk. Without
        `status`, the pet is `available`. Its stock starts at 1, or at 0 if its status is
        `sold`.

        Requires the scope `pets:write`.
        """
        return self._engine.call(
            "POST",
            "/pets",
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        pet_id: int,
        *,
        include: Sequence[Literal["profile", "quantity", "createdAt", "photos"]] | None = None,
        timeout: float | None = None,
    ) -> models.PetWithIncluded:
        """Get a pet. Returns one pet.

        Requires the scope `pets:read`.
        """
        return self._engine.call(
            "GET",
            "/pets/{petId}",
            params={"petId": pet_id},
            query={"include": include},
            timeout=timeout,
        )

    def update(
        self,
        pet_id: int,
        body: models.PetUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.Pet:
        """Change a pet. Changes the given members of a pet. The status may change from `available`
        to `pending` or `sold`, from `pending` to `available` or `sold`, and from `sold` to
        `available` (a return). The stock does not change.

        Requires the scope `pets:write`.
        """
        return self._engine.call(
            "PATCH",
            "/pets/{petId}",
            params={"petId": pet_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )

    def delete(
        self,
        pet_id: int,
        *,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Remove a pet. Removes a pet and its stock entry. If the pet has open orders, complete or
        cancel them first.

        Requires the scope `pets:write`.
        """
        return self._engine.nothing(
            "DELETE",
            "/pets/{petId}",
            params={"petId": pet_id},
            if_match=if_match,
            timeout=timeout,
        )

    def export(
        self,
        *,
        status: models.PetStatus | None = None,
        category_id: int | None = None,
        name: str | None = None,
        q: str | None = None,
        tag: str | None = None,
        reference: str | None = None,
        microchip: str | None = None,
        sex: Literal["female", "male"] | None = None,
        size: Literal["small", "medium", "large", "extra_large"] | None = None,
        born_after: str | None = None,
        born_before: str | None = None,
        price_from: int | None = None,
        price_to: int | None = None,
        currency: str | None = None,
        arrived_before: str | None = None,
        published: bool | None = None,
        photo: bool | None = None,
        care_due: bool | None = None,
        ids: Sequence[int] | None = None,
        sort: Literal["id", "name", "arrivedOn"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        separator: Literal["comma", "semicolon"] | None = None,
        spreadsheet: bool | None = None,
        byte_order_mark: bool | None = None,
        timeout: float | None = None,
    ) -> Iterator[bytes]:
        """Export pets as CSV. Returns all pets that match all given filters as one CSV file, with
        their stock, their profile, their last care and the time they were added, in the columns
        that an import reads. Columns of care are empty without the scope `care:read`. If the
        connection closes early, the file is incomplete. It is read while it is sent: each pet
        is as it was at some moment of that. Sorted by `id`, no pet is in it twice.

        Requires the scope `pets:read`.
        """
        return self._engine.download(
            "GET",
            "/pets/export",
            query={"status": status, "categoryId": category_id, "name": name, "q": q, "tag": tag, "reference": reference, "microchip": microchip, "sex": sex, "size": size, "bornAfter": born_after, "bornBefore": born_before, "priceFrom": price_from, "priceTo": price_to, "currency": currency, "arrivedBefore": arrived_before, "published": published, "photo": photo, "careDue": care_due, "ids": ids, "sort": sort, "order": order, "separator": separator, "spreadsheet": spreadsheet, "byteOrderMark": byte_order_mark},
            timeout=timeout,
        )

    def profile(
        self,
        pet_id: int,
        *,
        timeout: float | None = None,
    ) -> models.PetProfile:
        """Get a pet's profile. Returns the profile of a pet. Every pet has one; it is empty at
        first.

        Requires the scope `pets:read`.
        """
        return self._engine.call(
            "GET",
            "/pets/{petId}/profile",
            params={"petId": pet_id},
            timeout=timeout,
        )

    def update_profile(
        self,
        pet_id: int,
        body: models.ProfileUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.PetProfile:
        """Change a pet's profile. Changes the given members of a profile. `null` removes a member
        (JSON Merge Patch, RFC 7396).

        Requires the scope `pets:write`.
        """
        return self._engine.call(
            "PATCH",
            "/pets/{petId}/profile",
            params={"petId": pet_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )


class InventoryResource:
    """The stock of each pet"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Pages[models.InventoryEntry]:
        """List inventory. Returns the current stock level of every pet in ascending order of
        petId, as one stream. With `limit` or `cursor` it returns one page instead, and the
        `Link` header with `rel="next"` has the URL of the next page.

        Requires the scope `inventory:read`.
        """
        return self._engine.pages(
            "GET",
            "/inventory",
            query={"limit": limit, "cursor": cursor},
            page="cursor",
            timeout=timeout,
        )

    def get(
        self,
        pet_id: int,
        *,
        timeout: float | None = None,
    ) -> models.InventoryEntry:
        """Get a stock level. Returns the stock level of one pet. To change it safely, send its
        `ETag` as `If-Match`.

        Requires the scope `inventory:read`.
        """
        return self._engine.call(
            "GET",
            "/inventory/{petId}",
            params={"petId": pet_id},
            timeout=timeout,
        )

    def update(
        self,
        pet_id: int,
        body: models.InventoryUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.InventoryEntry:
        """Update a stock level. Sets the stock count of one pet, for arrivals, returns and manual
        adjustments, and responds when the count is on disk. The pet's status does not change.

        Requires the scope `inventory:write`.
        """
        return self._engine.call(
            "PATCH",
            "/inventory/{petId}",
            params={"petId": pet_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )

    def change(
        self,
        pet_id: int,
        body: models.StockChangeInput,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.StockChange:
        """Add to or remove from stock. Adds to the stock count of one pet, or removes from it, and
        records why. The count never falls below 0. If several people change it at the same
        time, every change counts.

        Requires the scope `inventory:write`.
        """
        return self._engine.call(
            "POST",
            "/inventory/{petId}/changes",
            params={"petId": pet_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def changes(
        self,
        pet_id: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.StockChange]:
        """List the changes of a stock level. Returns every change of one pet's stock count in the
        order of id, one page at a time.

        Requires the scope `inventory:read`.
        """
        return self._engine.pages(
            "GET",
            "/inventory/{petId}/changes",
            params={"petId": pet_id},
            query={"limit": limit, "cursor": cursor, "order": order},
            page="cursor",
            timeout=timeout,
        )


class OrdersResource:
    """Orders of pets"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        pet_id: int | None = None,
        sale_id: int | None = None,
        complete: bool | None = None,
        placed_after: str | None = None,
        placed_before: str | None = None,
        completed_after: str | None = None,
        completed_before: str | None = None,
        returned_after: str | None = None,
        returned_before: str | None = None,
        q: str | None = None,
        sort: Literal["id", "shipDate"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Order]:
        """List store orders. Returns the orders that match all given filters, in the order of
        `sort`, one page at a time. With `q` or a filter by time, a page may have fewer orders
        than `limit`, or none, even if there are more: follow `Link` until there is none.

        Requires the scope `orders:read`.
        """
        return self._engine.pages(
            "GET",
            "/store/orders",
            query={"limit": limit, "cursor": cursor, "petId": pet_id, "saleId": sale_id, "complete": complete, "placedAfter": placed_after, "placedBefore": placed_before, "completedAfter": completed_after, "completedBefore": completed_before, "returnedAfter": returned_after, "returnedBefore": returned_before, "q": q, "sort": sort, "order": order},
            page="cursor",
            timeout=timeout,
        )

    def place(
        self,
        body: models.OrderInput,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Order:
        """Place an order. Orders an available pet and takes the quantity from its stock. A pet
        whose stock reaches 0 becomes `pending`. Orders never exceed the stock, however many
        clients order at the same time. A repeated request with the same `Idempotency-Key`
        returns the order without customer and note, because they are not stored with the key.
        So does a key without the scope `orders:read`, here and wherever an order is returned.

        Requires the scope `orders:write`.
        """
        return self._engine.call(
            "POST",
            "/store/orders",
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        order_id: int,
        *,
        timeout: float | None = None,
    ) -> models.Order:
        """Get an order. Returns one order.

        Requires the scope `orders:read`.
        """
        return self._engine.call(
            "GET",
            "/store/orders/{orderId}",
            params={"orderId": order_id},
            timeout=timeout,
        )

    def update(
        self,
        order_id: int,
        body: models.OrderUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.Order:
        """Change an order. Changes the customer, the note, the ship date or day of an order, even
        if it is complete, and whether an open order is ready. `null` removes a member (JSON
        Merge Patch, RFC 7396). A `customer` of `null` erases the customer, including the index
        of names and the notes of returns; backups keep the customer. A repeated request with
        the same `Idempotency-Key` returns the order without customer and note.

        Requires the scope `orders:write`.
        """
        return self._engine.call(
            "PATCH",
            "/store/orders/{orderId}",
            params={"orderId": order_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )

    def complete(
        self,
        order_id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Order:
        """Complete an order. Completes an order. If it has no ship date, the ship date is now. A
        `pending` pet of which neither stock nor an open order is left becomes `sold`.
        Completing an order again changes nothing and returns the order.

        Requires the scope `orders:write`.
        """
        return self._engine.call(
            "POST",
            "/store/orders/{orderId}/completion",
            params={"orderId": order_id},
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def reopen(
        self,
        order_id: int,
        *,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.Order:
        """Reopen an order. Takes the completion of an order back, at most 24 hours after it: all
        is as before. A pet that the completion sold is `pending` again. An order that was
        returned stays complete.

        Requires the scope `orders:write`.
        """
        return self._engine.call(
            "DELETE",
            "/store/orders/{orderId}/completion",
            params={"orderId": order_id},
            if_match=if_match,
            timeout=timeout,
        )

    def return_(
        self,
        order_id: int,
        body: models.OrderReturnInput,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Order:
        """Return an order. Records that a complete order came back, whole or in part, and what was
        paid back. The quantity returns to the stock as a change with the reason `return`, and a
        `pending` or `sold` pet becomes `available`, unless `restock` is `false`. No more than
        was ordered comes back, in at most 100 returns. Refunds that are larger than the price
        in all need a note.

        Requires the scope `orders:write`.
        """
        return self._engine.call(
            "POST",
            "/store/orders/{orderId}/return",
            params={"orderId": order_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def cancel(
        self,
        order_id: int,
        *,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Cancel an order. Removes an open order and returns its quantity to the stock. A
        `pending` or `sold` pet becomes `available`. A complete order cannot be cancelled.

        Requires the scope `orders:write`.
        """
        return self._engine.nothing(
            "DELETE",
            "/store/orders/{orderId}",
            params={"orderId": order_id},
            if_match=if_match,
            timeout=timeout,
        )


class SalesResource:
    """Orders that are placed, completed and cancelled together"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        q: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Sale]:
        """List sales. Returns the sales in the order of id, one page at a time. Orders that were
        placed alone are in no sale. With `q`, a page may have fewer sales than `limit`, or
        none, even if there are more: follow `Link` until there is none.

        Requires the scope `orders:read`.
        """
        return self._engine.pages(
            "GET",
            "/store/sales",
            query={"limit": limit, "cursor": cursor, "q": q, "order": order},
            page="cursor",
            timeout=timeout,
        )

    def place(
        self,
        body: models.SaleInput,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Sale:
        """Place a sale. Orders several pets together: each item becomes an order with the id of
        the sale, with the same customer, note and ship date. All of them are placed or none;
        the failure names the item. A repeated request with the same `Idempotency-Key` returns
        the sale without customer and notes, as a key without the scope `orders:read` gets it.

        Requires the scope `orders:write`.
        """
        return self._engine.call(
            "POST",
            "/store/sales",
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        sale_id: int,
        *,
        timeout: float | None = None,
    ) -> models.Sale:
        """Get a sale. Returns one sale with its orders. Orders that were cancelled are in it no
        more.

        Requires the scope `orders:read`.
        """
        return self._engine.call(
            "GET",
            "/store/sales/{saleId}",
            params={"saleId": sale_id},
            timeout=timeout,
        )

    def complete(
        self,
        sale_id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Sale:
        """Complete a sale. Completes every open order of a sale. A sale without open orders stays
        as it is.

        Requires the scope `orders:write`.
        """
        return self._engine.call(
            "POST",
            "/store/sales/{saleId}/completion",
            params={"saleId": sale_id},
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def reopen(
        self,
        sale_id: int,
        *,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.Sale:
        """Reopen a sale. Takes the latest completion of a sale back, at most 24 hours after it:
        every order that was completed with it is open again, or none. A sale without complete
        orders stays as it is.

        Requires the scope `orders:write`.
        """
        return self._engine.call(
            "DELETE",
            "/store/sales/{saleId}/completion",
            params={"saleId": sale_id},
            if_match=if_match,
            timeout=timeout,
        )

    def cancel(
        self,
        sale_id: int,
        *,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Cancel a sale. Cancels every open order of a sale, and returns their quantities to the
        stock. A sale without open orders cannot be cancelled.

        Requires the scope `orders:write`.
        """
        return self._engine.nothing(
            "DELETE",
            "/store/sales/{saleId}",
            params={"saleId": sale_id},
            if_match=if_match,
            timeout=timeout,
        )


class ReceiptsResource:
    """Orders that are placed, completed and cancelled together"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Receipt]:
        """List receipts. Returns the receipts from one day to another, both included, the newest
        first, one page at a time. Voided receipts are listed too: the numbers of a year have no
        gap.

        Requires the scope `orders:read`.
        """
        return self._engine.pages(
            "GET",
            "/store/receipts",
            query={"limit": limit, "cursor": cursor, "from": from_, "to": to},
            page="cursor",
            timeout=timeout,
        )

    def get(
        self,
        number: str,
        *,
        timeout: float | None = None,
    ) -> models.Receipt:
        """Get a receipt. Returns a receipt, also a voided one. Its customer and its items are
        those of its orders.

        Requires the scope `orders:read`.
        """
        return self._engine.call(
            "GET",
            "/store/receipts/{number}",
            params={"number": number},
            timeout=timeout,
        )

    def papers(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Papers:
        """Get the texts of papers. Returns what the shop prints on receipts and agreements,
        besides what the orders say.

        Requires the scope `orders:read`.
        """
        return self._engine.call(
            "GET",
            "/store/papers",
            timeout=timeout,
        )


class InquiriesResource:
    """What visitors ask about pets"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        pet_id: int | None = None,
        state: models.InquiryState | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Inquiry]:
        """List inquiries. Returns the inquiries that match all given filters, in the order of id,
        one page at a time.

        Requires the scope `inquiries:read`.
        """
        return self._engine.pages(
            "GET",
            "/inquiries",
            query={"limit": limit, "cursor": cursor, "petId": pet_id, "state": state, "order": order},
            page="cursor",
            timeout=timeout,
        )

    def get(
        self,
        inquiry_id: int,
        *,
        timeout: float | None = None,
    ) -> models.Inquiry:
        """Get an inquiry. Returns one inquiry.

        Requires the scope `inquiries:read`.
        """
        return self._engine.call(
            "GET",
            "/inquiries/{inquiryId}",
            params={"inquiryId": inquiry_id},
            timeout=timeout,
        )

    def update(
        self,
        inquiry_id: int,
        body: models.InquiryUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.Inquiry:
        """Change an inquiry. Changes the state of an inquiry, or its note. The service sends
        nothing to the visitor: answer by email or by phone, then set the state. Inquiries are
        deleted `INQUIRIES_RETENTION_DAYS` after their last change.

        Requires the scope `inquiries:write`.
        """
        return self._engine.call(
            "PATCH",
            "/inquiries/{inquiryId}",
            params={"inquiryId": inquiry_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )

    def delete(
        self,
        inquiry_id: int,
        *,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Delete an inquiry. Erases an inquiry. Backups keep it.

        Requires the scope `inquiries:write`.
        """
        return self._engine.nothing(
            "DELETE",
            "/inquiries/{inquiryId}",
            params={"inquiryId": inquiry_id},
            if_match=if_match,
            timeout=timeout,
        )


class CareResource:
    """What was done for pets, and what is due"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list_of_pet(
        self,
        pet_id: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Care]:
        """List the care of a pet. Returns what was done for a pet and what is due, in the order of
        id, one page at a time.

        Requires the scope `care:read`.
        """
        return self._engine.pages(
            "GET",
            "/pets/{petId}/care",
            params={"petId": pet_id},
            query={"limit": limit, "cursor": cursor, "order": order},
            page="cursor",
            timeout=timeout,
        )

    def add(
        self,
        pet_id: int,
        body: models.CareInput,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Care:
        """Add care of a pet. Adds what was done for a pet, or what is due. A `weight` has `doneOn`
        and `grams`, and is not repeated. With `everyDays`, an entry that is done makes the next
        one, due so many days later. Nothing is due before the pet's birth. A pet has at most
        1000 entries.

        Requires the scope `care:write`.
        """
        return self._engine.call(
            "POST",
            "/pets/{petId}/care",
            params={"petId": pet_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        pet_id: int | None = None,
        kind: models.CareKind | None = None,
        due_before: str | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Care]:
        """List what is due. Returns what is due for all pets and not done, in the order of
        `dueOn`, then of id, one page at a time. What is overdue comes first.

        Requires the scope `care:read`.
        """
        return self._engine.pages(
            "GET",
            "/care",
            query={"limit": limit, "cursor": cursor, "petId": pet_id, "kind": kind, "dueBefore": due_before},
            page="cursor",
            timeout=timeout,
        )

    def get(
        self,
        care_id: int,
        *,
        timeout: float | None = None,
    ) -> models.Care:
        """Get an entry of care. Returns one entry.

        Requires the scope `care:read`.
        """
        return self._engine.call(
            "GET",
            "/care/{careId}",
            params={"careId": care_id},
            timeout=timeout,
        )

    def update(
        self,
        care_id: int,
        body: models.CareUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.Care:
        """Change an entry of care. Changes the given members of an entry. With a `doneOn` of
        `null` it is not done any more, and the next one that it made is removed, unless
        somebody has changed that. Another `doneOn` or `everyDays` moves the next one, under the
        same condition.

        Requires the scope `care:write`.
        """
        return self._engine.call(
            "PATCH",
            "/care/{careId}",
            params={"careId": care_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )

    def complete(
        self,
        care_id: int,
        body: models.CareDone,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Care:
        """Mark care as done. Marks what is due as done. With `everyDays`, that makes the next
        entry. `PATCH` with a `doneOn` of `null` takes it back.

        Requires the scope `care:write`.
        """
        return self._engine.call(
            "POST",
            "/care/{careId}/done",
            params={"careId": care_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def delete(
        self,
        care_id: int,
        *,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Remove an entry of care. Removes an entry. The next one that it made stays.

        Requires the scope `care:write`.
        """
        return self._engine.nothing(
            "DELETE",
            "/care/{careId}",
            params={"careId": care_id},
            if_match=if_match,
            timeout=timeout,
        )

    def apply(
        self,
        pet_id: int,
        body: models.CarePlanStart,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.PlannedCare:
        """Apply the plan of a category. Adds what the plan of the pet's category makes due: days
        are counted from the pet's day of birth, if that is not known from `from`, else from
        today. What the pet has already, of the same kind with the same words on the same day,
        is left out.

        Requires the scope `care:write`.
        """
        return self._engine.call(
            "POST",
            "/pets/{petId}/care/plan",
            params={"petId": pet_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def calendar(
        self,
        *,
        token: str | None = None,
        timeout: float | None = None,
    ) -> Iterator[bytes]:
        """Subscribe to what is due. Returns what is due and not done as a calendar (iCalendar, RFC
        5545): each entry is an event of a whole day, on the day on which it is due. The
        calendar has the 500 entries that are due first. Programs that send no headers have the
        key in `token`: there it must have the scope `calendar:read` and no other.

        Requires the scope `calendar:read`.
        """
        return self._engine.download(
            "GET",
            "/care.ics",
            query={"token": token},
            timeout=timeout,
        )


class CategoriesResource:
    """The categories that pets belong to"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Category]:
        """List categories. Returns categories in the order of id, one page at a time.

        Requires the scope `categories:read`.
        """
        return self._engine.pages(
            "GET",
            "/categories",
            query={"limit": limit, "cursor": cursor, "order": order},
            page="cursor",
            timeout=timeout,
        )

    def create(
        self,
        body: models.CategoryInput,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Category:
        """Add a category. Adds a category. Names are unique and ignore case.

        Requires the scope `categories:write`.
        """
        return self._engine.call(
            "POST",
            "/categories",
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        category_id: int,
        *,
        timeout: float | None = None,
    ) -> models.Category:
        """Get a category. Returns one category.

        Requires the scope `categories:read`.
        """
        return self._engine.call(
            "GET",
            "/categories/{categoryId}",
            params={"categoryId": category_id},
            timeout=timeout,
        )

    def update(
        self,
        category_id: int,
        body: models.CategoryUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.Category:
        """Change a category. Changes the given members of a category.

        Requires the scope `categories:write`.
        """
        return self._engine.call(
            "PATCH",
            "/categories/{categoryId}",
            params={"categoryId": category_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )

    def delete(
        self,
        category_id: int,
        *,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Remove a category. Removes a category. You cannot remove a category that has pets.

        Requires the scope `categories:write`.
        """
        return self._engine.nothing(
            "DELETE",
            "/categories/{categoryId}",
            params={"categoryId": category_id},
            if_match=if_match,
            timeout=timeout,
        )


class EventsResource:
    """What changed, in one order for all"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        types: Sequence[models.EventType] | None = None,
        pet_id: int | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Event]:
        """List events. Returns changes, one page at a time. In ascending order every page has a
        `Link` header with `rel="next"`, even the last one. Follow it to see every change
        exactly once, within about a second, in the same order for all readers. With `types`, a
        page may have fewer events than `limit`, or none, and a `Link` to more. You are up to
        date when `Link` repeats the URL that you read. Events are kept for
        `EVENTS_RETENTION_DAYS`; if `after` is older, the response is 410.

        Requires the scope `events:read`.
        """
        return self._engine.pages(
            "GET",
            "/events",
            query={"limit": limit, "after": after, "types": types, "petId": pet_id, "order": order},
            page="after",
            timeout=timeout,
        )

    def stream(
        self,
        *,
        after: str | None = None,
        types: Sequence[models.EventType] | None = None,
        pet_id: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[models.Event]:
        """Stream events. Sends events as they happen, as Server-Sent Events: the type in `event`,
        the id in `id`, the event as JSON in `data`. With `Last-Event-ID` or `after`, the stream
        first sends the events after that one; `Last-Event-ID` takes precedence. If you
        reconnect with the last `id` that you received, you miss nothing. An `id` without data
        only advances your position. The service sends something at least every 15 s, if only a
        comment.

        Requires the scope `events:read`.
        """
        return self._engine.stream(
            "GET",
            "/events/stream",
            query={"after": after, "types": types, "petId": pet_id},
            timeout=timeout,
        )


class ActivityResource:
    """List activity by day"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        days: int | None = None,
        time_zone: str | None = None,
        timeout: float | None = None,
    ) -> models.Activity:
        """List activity by day. Returns the number of events of each type on each of the last
        days, today last. Days are days in `timeZone`; a day on which clocks change has 23 or 25
        hours.

        Requires the scope `events:read`.
        """
        return self._engine.call(
            "GET",
            "/activity",
            query={"days": days, "timeZone": time_zone},
            timeout=timeout,
        )


class WebhooksResource:
    """Endpoints that receive signed events"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Webhook]:
        """List webhooks. Returns webhooks in the order of id, one page at a time.

        Requires the scope `webhooks:manage`.
        """
        return self._engine.pages(
            "GET",
            "/webhooks",
            query={"limit": limit, "cursor": cursor, "order": order},
            page="cursor",
            timeout=timeout,
        )

    def create(
        self,
        body: models.WebhookInput,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.CreatedWebhook:
        """Create a webhook. Creates a webhook and its secret. From now on, the service sends
        events of the given types to the URL. It must use https, and its host must resolve to
        public addresses only, unless the operator allows others.

        Requires the scope `webhooks:manage`.
        """
        return self._engine.call(
            "POST",
            "/webhooks",
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        webhook_id: int,
        *,
        timeout: float | None = None,
    ) -> models.Webhook:
        """Get a webhook. Returns one webhook, without its secret.

        Requires the scope `webhooks:manage`.
        """
        return self._engine.call(
            "GET",
            "/webhooks/{webhookId}",
            params={"webhookId": webhook_id},
            timeout=timeout,
        )

    def update(
        self,
        webhook_id: int,
        body: models.WebhookUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.Webhook:
        """Change a webhook. Changes the given members of a webhook. When you switch it on again,
        it continues with new events and with the deliveries that were waiting.

        Requires the scope `webhooks:manage`.
        """
        return self._engine.call(
            "PATCH",
            "/webhooks/{webhookId}",
            params={"webhookId": webhook_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )

    def delete(
        self,
        webhook_id: int,
        *,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Delete a webhook. Deletes a webhook, its secrets and its log. Waiting messages are not
        sent.

        Requires the scope `webhooks:manage`.
        """
        return self._engine.nothing(
            "DELETE",
            "/webhooks/{webhookId}",
            params={"webhookId": webhook_id},
            if_match=if_match,
            timeout=timeout,
        )

    def rotate_secret(
        self,
        webhook_id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhookSecret:
        """Create a new secret. Creates a new secret. For 24 hours, messages are also signed with
        the previous secret, so that you can change the receiver.

        Requires the scope `webhooks:manage`.
        """
        return self._engine.call(
            "POST",
            "/webhooks/{webhookId}/secret",
            params={"webhookId": webhook_id},
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def deliveries(
        self,
        webhook_id: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        state: Literal["waiting", "sending", "succeeded", "failed"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Delivery]:
        """List the deliveries of a webhook. Returns the deliveries of a webhook, one page at a
        time. They are kept as long as events.

        Requires the scope `webhooks:manage`.
        """
        return self._engine.pages(
            "GET",
            "/webhooks/{webhookId}/deliveries",
            params={"webhookId": webhook_id},
            query={"limit": limit, "cursor": cursor, "state": state, "order": order},
            page="cursor",
            timeout=timeout,
        )

    def retry(
        self,
        webhook_id: int,
        delivery_id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Delivery:
        """Retry a delivery. Sends a message again now, even one that has succeeded. `attempts`
        keeps counting; the retry schedule starts over. 409 while the message is being sent.

        Requires the scope `webhooks:manage`.
        """
        return self._engine.call(
            "POST",
            "/webhooks/{webhookId}/deliveries/{deliveryId}/retry",
            params={"webhookId": webhook_id, "deliveryId": delivery_id},
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def retry_all(
        self,
        webhook_id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Webhook:
        """Retry all waiting deliveries. Sends every waiting message of a webhook now. Use it when
        the receiver is back. The retry schedule starts over. 409 if the webhook is off.

        Requires the scope `webhooks:manage`.
        """
        return self._engine.call(
            "POST",
            "/webhooks/{webhookId}/retry",
            params={"webhookId": webhook_id},
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def ping(
        self,
        webhook_id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Delivery:
        """Send a test message. Sends one message of the type `webhook.ping` and waits up to five
        seconds for its end: the response then has the `status` of the receiver, or the `error`
        if there was none. If it takes longer, and when you repeat the request with its
        Idempotency-Key, the `state` is `waiting`, and the deliveries show the end. 409 until
        the previous ping has ended.

        Requires the scope `webhooks:manage`.
        """
        return self._engine.call(
            "POST",
            "/webhooks/{webhookId}/ping",
            params={"webhookId": webhook_id},
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class KeyResource:
    """Get the API key of the request"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> models.CurrentKey:
        """Get the API key of the request. Returns the API key of the request, with its
        permissions. Every valid key may call this.
        """
        return self._engine.call(
            "GET",
            "/key",
            timeout=timeout,
        )


class KeysResource:
    """Who may call the service, and what each may do"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.ApiKey]:
        """List API keys. Returns all keys in the order of creation, including ended ones, one page
        at a time. Secrets are never included.

        Requires the scope `keys:manage`.
        """
        return self._engine.pages(
            "GET",
            "/keys",
            query={"limit": limit, "cursor": cursor, "order": order},
            page="cursor",
            timeout=timeout,
        )

    def create(
        self,
        body: models.NewKey,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.CreatedKey:
        """Create an API key. Creates a key with scopes, or with the scopes of a role. A key cannot
        grant scopes that it lacks, nor change, rotate or revoke a key that has them: 403. A key
        that expires cannot give another key, or itself, a later end: 403.

        Requires the scope `keys:manage`.
        """
        return self._engine.call(
            "POST",
            "/keys",
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        key_id: str,
        *,
        timeout: float | None = None,
    ) -> models.ApiKey:
        """Get an API key. Returns one key, without its secret.

        Requires the scope `keys:manage`.
        """
        return self._engine.call(
            "GET",
            "/keys/{keyId}",
            params={"keyId": key_id},
            timeout=timeout,
        )

    def update(
        self,
        key_id: str,
        body: models.KeyUpdate,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.ApiKey:
        """Change an API key. Changes the given members of a key that has not ended, and withdraws
        its pending invitations that it could no longer create. A key cannot grant scopes that
        it lacks, nor change, rotate or revoke a key that has them: 403. A key that expires
        cannot give another key, or itself, a later end: 403. The last key that may manage keys
        cannot be weakened: 409.

        Requires the scope `keys:manage`.
        """
        return self._engine.call(
            "PATCH",
            "/keys/{keyId}",
            params={"keyId": key_id},
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
        )

    def delete(
        self,
        key_id: str,
        *,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Revoke an API key. Ends a key and withdraws its pending invitations. Within a second, no
        process accepts the key. It stays in the list as long as events are kept. Revoking a key
        again changes nothing. A key may revoke itself. A key cannot grant scopes that it lacks,
        nor change, rotate or revoke a key that has them: 403. The last key that may manage keys
        cannot be revoked: 409.

        Requires the scope `keys:manage`.
        """
        return self._engine.nothing(
            "DELETE",
            "/keys/{keyId}",
            params={"keyId": key_id},
            if_match=if_match,
            timeout=timeout,
        )

    def rotate(
        self,
        key_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.CreatedKey:
        """Rotate an API key. Creates a key with the same name, scopes and lifetime, which ends
        with the key of the request at the latest. The old key ends after 24 hours, so that its
        user has time to switch. After a leak, revoke the old key. A key cannot grant scopes
        that it lacks, nor change, rotate or revoke a key that has them: 403. A key that expires
        cannot give another key, or itself, a later end: 403.

        Requires the scope `keys:manage`.
        """
        return self._engine.call(
            "POST",
            "/keys/{keyId}/rotation",
            params={"keyId": key_id},
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class InvitationsResource:
    """Keys for people, by an address that they open once"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Invitation]:
        """List invitations. Returns the pending invitations in the order of id, one page at a
        time. URLs are never included.

        Requires the scope `keys:manage`.
        """
        return self._engine.pages(
            "GET",
            "/invitations",
            query={"limit": limit, "cursor": cursor, "order": order},
            page="cursor",
            timeout=timeout,
        )

    def create(
        self,
        body: models.InvitationInput,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.CreatedInvitation:
        """Invite a person. Creates a URL for one person and one use. The person who opens it gets
        a key with these scopes, or with the scopes of the role. The secret is in the fragment
        of the URL, which browsers do not send. A key cannot grant scopes that it lacks: 403.
        The person's key expires with the key that created the invitation, if that expires. At
        most 100 invitations may be pending: 409.

        Requires the scope `keys:manage`.
        """
        return self._engine.call(
            "POST",
            "/invitations",
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def delete(
        self,
        invitation_id: int,
        *,
        timeout: float | None = None,
    ) -> None:
        """Withdraw an invitation. Withdraws an invitation that nobody has accepted yet. A key
        cannot withdraw an invitation to scopes that it lacks: 403.

        Requires the scope `keys:manage`.
        """
        return self._engine.nothing(
            "DELETE",
            "/invitations/{invitationId}",
            params={"invitationId": invitation_id},
            timeout=timeout,
        )

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> models.InvitationOffer:
        """Get the invitation of the request. Returns what the invitation is for, without accepting
        it. If it was used, has expired or was withdrawn, the response is 410.
        """
        return self._engine.call(
            "GET",
            "/invitations/redemption",
            timeout=timeout,
        )

    def redeem(
        self,
        body: models.Redemption,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.CreatedKey:
        """Accept an invitation. Creates a key named after the person and the device. An invitation
        can be accepted once. If it was used, has expired or was withdrawn, the response is 410.
        """
        return self._engine.call(
            "POST",
            "/invitations/redemption",
            body=body,
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class StatsResource:
    """Get counts"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(
        self,
        *,
        status: models.PetStatus | None = None,
        category_id: int | None = None,
        name: str | None = None,
        q: str | None = None,
        tag: str | None = None,
        reference: str | None = None,
        microchip: str | None = None,
        sex: Literal["female", "male"] | None = None,
        size: Literal["small", "medium", "large", "extra_large"] | None = None,
        born_after: str | None = None,
        born_before: str | None = None,
        price_from: int | None = None,
        price_to: int | None = None,
        currency: str | None = None,
        arrived_before: str | None = None,
        published: bool | None = None,
        photo: bool | None = None,
        care_due: bool | None = None,
        ids: Sequence[int] | None = None,
        by: Literal["category"] | None = None,
        timeout: float | None = None,
    ) -> models.Stats:
        """Get counts. Returns how many pets have each status and how many orders are open, each
        counted up to 1000. Pets are counted that match all given filters, which are those of
        `listPets`. With filters other than `status` and `categoryId`, counting ends after the
        first 1000 pets that match, or where a search would take long: then every count may be
        too low, and is `capped`.

        Requires the scope `pets:read`.
        """
        return self._engine.call(
            "GET",
            "/stats",
            query={"status": status, "categoryId": category_id, "name": name, "q": q, "tag": tag, "reference": reference, "microchip": microchip, "sex": sex, "size": size, "bornAfter": born_after, "bornBefore": born_before, "priceFrom": price_from, "priceTo": price_to, "currency": currency, "arrivedBefore": arrived_before, "published": published, "photo": photo, "careDue": care_due, "ids": ids, "by": by},
            timeout=timeout,
        )


class ReportsResource:
    """What was sold and returned"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def sales(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        by: Literal["day", "month", "category", "receipt"] | None = None,
        time_zone: str | None = None,
        timeout: float | None = None,
    ) -> models.SalesReport:
        """List sales. Returns what was sold and what was returned from one day to another, both
        included, by day, month, category or receipt, and by currency. An order counts on the
        day of its completion, each return with its quantity and its refund on its own day. A
        pet's category is that which it had when it was ordered. Days, months and categories
        without orders are omitted. A sum that exceeds int64 goes on in another entry of the
        same day, month or category and currency, without orders. By receipt, at most 31 days
        with 20000 entries: a return is with the receipt of its order. A receipt counts on its
        day as it was issued. Its voiding is an entry of its own, on its own day. The other sums
        have only what is complete now.

        Requires the scope `orders:read`.
        """
        return self._engine.call(
            "GET",
            "/reports/sales",
            query={"from": from_, "to": to, "by": by, "timeZone": time_zone},
            timeout=timeout,
        )

    def closing(
        self,
        *,
        day: str | None = None,
        timeout: float | None = None,
    ) -> models.Closing:
        """Close a day. Returns the sums of a day by currency, its first and its last receipt, and
        those that were voided. A receipt counts on its day as it was issued, and its voiding on
        the day of that, so that the closing of a past day never changes.

        Requires the scope `orders:read`.
        """
        return self._engine.call(
            "GET",
            "/reports/closing",
            query={"day": day},
            timeout=timeout,
        )


class ImportsResource:
    """Many pets from one file"""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def create(
        self,
        content: File,
        *,
        dry_run: bool | None = None,
        update: bool | None = None,
        match: Literal["id", "reference", "microchip"] | None = None,
        allow_duplicates: bool | None = None,
        allow_other_pets: bool | None = None,
        create_categories: bool | None = None,
        from_: Literal["asm3", "shelterluv", "shopify", "woocommerce", "petpoint", "petfinder", "rescuegroups"] | None = None,
        map: str | None = None,
        map_status: str | None = None,
        map_values: str | None = None,
        skip: str | None = None,
        dates: str | None = None,
        currency: str | None = None,
        unit: Literal["kg", "g", "lb", "oz"] | None = None,
        file: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ImportReport:
        """Import pets from a file. Adds the pets in a spreadsheet saved as CSV, or in an export.
        If one line has a problem, none are added. The report names every problem. A file has at
        most 10000 pets; use `petstore import` for larger files.

        Requires the scope `pets:write`.
        """
        return self._engine.call(
            "POST",
            "/imports",
            query={"dryRun": dry_run, "update": update, "match": match, "allowDuplicates": allow_duplicates, "allowOtherPets": allow_other_pets, "createCategories": create_categories, "from": from_, "map": map, "mapStatus": map_status, "mapValues": map_values, "skip": skip, "dates": dates, "currency": currency, "unit": unit, "file": file},
            file=content,
            file_type="text/csv",
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Import]:
        """List imports. Returns the imports that stored something, newest first, one page at a
        time.

        Requires the scope `pets:read`.
        """
        return self._engine.pages(
            "GET",
            "/imports",
            query={"limit": limit, "cursor": cursor},
            page="cursor",
            timeout=timeout,
        )

    def get(
        self,
        import_id: int,
        *,
        timeout: float | None = None,
    ) -> models.Import:
        """Get an import. Returns an import: who made it, when, what it stored, and whether it was
        undone.

        Requires the scope `pets:read`.
        """
        return self._engine.call(
            "GET",
            "/imports/{importId}",
            params={"importId": import_id},
            timeout=timeout,
        )

    def undo(
        self,
        import_id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.UndoneImport:
        """Undo an import. Removes the pets that an import added and that nobody has changed or
        ordered since, and the categories that it created and that are empty, and puts back what
        it changed and nobody has changed since. Others write in between. If it is interrupted,
        the next call goes on; a call after the end removes nothing more. Afterwards the same
        file can be imported again. 409 if the import added and changed more than 10000 pets:
        use `petstore import --undo`.

        Requires the scope `pets:write`.
        """
        return self._engine.call(
            "POST",
            "/imports/{importId}/undo",
            params={"importId": import_id},
            is_idempotent=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Resources:
    """Every resource of the interface."""

    def __init__(self, engine: Engine) -> None:
        self.pets = PetsResource(engine)
        self.inventory = InventoryResource(engine)
        self.orders = OrdersResource(engine)
        self.sales = SalesResource(engine)
        self.receipts = ReceiptsResource(engine)
        self.inquiries = InquiriesResource(engine)
        self.care = CareResource(engine)
        self.categories = CategoriesResource(engine)
        self.events = EventsResource(engine)
        self.activity = ActivityResource(engine)
        self.webhooks = WebhooksResource(engine)
        self.key = KeyResource(engine)
        self.keys = KeysResource(engine)
        self.invitations = InvitationsResource(engine)
        self.stats = StatsResource(engine)
        self.reports = ReportsResource(engine)
        self.imports = ImportsResource(engine)
