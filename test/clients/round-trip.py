"""What a client that openapi-generator made in Python does: create, page, order, read the feed, verify a webhook."""
import json
import os
import sys

import openapi_client as petstore
from signature import is_genuine

configuration = petstore.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["API_KEY"])
client = petstore.ApiClient(configuration)
pets, orders, events = petstore.PetsApi(client), petstore.OrdersApi(client), petstore.EventsApi(client)

profile = petstore.NewProfile(breed="Beagle", price=petstore.PriceInput(amount=15000, currency="EUR"))
rex = pets.create_pet(
    petstore.NewPetWithProfile(name="Rex", category_id=2**53 + 1, profile=profile), idempotency_key="rex-1"
)
mia = pets.create_pet(petstore.NewPetWithProfile(name="Mia", category_id=7))
petstore.PhotosApi(client).add_photo(rex.id, os.environ["PHOTO"], alt="Rex")

whole = pets.list_pets(include=["profile", "photos", "quantity", "createdAt"])[0]

page = pets.list_pets_with_http_info(limit=1)
next_page = page.headers["Link"].split("cursor=")[1].split(">")[0]
listed = page.data + pets.list_pets(limit=1, cursor=next_page)

order = orders.place_order(petstore.OrderInput(pet_id=rex.id))
changes = [event.actual_instance for event in events.list_events(types=["pet.updated", "order.placed"])]

pets.delete_pet(mia.id)
try:
    pets.get_pet(mia.id)
    refusal = None
except petstore.ApiException as error:
    refusal = json.loads(error.body)["code"]

vector = json.load(sys.stdin)
message = petstore.WebhookMessage.from_json(vector["body"]).actual_instance

print(json.dumps({
    "categoryId": rex.category_id,
    "whole": [
        whole.profile.breed, whole.profile.price.amount, len(whole.photos), whole.quantity, whole.created_at is not None,
    ],
    "listed": [pet.name for pet in listed],
    "order": [order.pet_id, order.quantity, order.complete],
    "changes": [[type(event).__name__, event.data.to_dict()] for event in changes],
    "previous": [event.previous.status for event in changes if event.type == "pet.updated"],
    "refusal": refusal,
    "genuine": is_genuine(vector["secret"], vector["headers"], vector["body"].encode()),
    "forged": is_genuine(vector["secret"], vector["headers"], b"{}"),
    "message": [type(message).__name__, message.data.webhook_id],
}, default=str))
