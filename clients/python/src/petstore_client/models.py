"""Generated from the contract by `npm run generate`. Do not edit."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict, Union

Activity: TypeAlias = "list[ActivityDay]"
"""Activity by day"""

class ActivityDay(TypedDict):
    """What happened on one day"""

    date: str
    """The day, in the time zone of the request"""
    counts: dict[str, int]
    """The number of events of each type; types without events are omitted"""

class ApiKey(TypedDict):
    """An API key, without its secret"""

    id: str
    """Unique identifier of the key"""
    name: str
    """What the key is for, or who uses it on which device"""
    hint: str
    """The last characters of the key"""
    scopes: list[str]
    """Permissions; `*` is everything"""
    role: NotRequired[str]
    """The role with exactly these scopes, if there is one"""
    createdAt: str
    """When the key was created"""
    createdBy: NotRequired[str]
    """The name of the key that created it; omitted for the operator's commands"""
    expiresAt: NotRequired[str]
    """When the key expires; omitted if never"""
    revokedAt: NotRequired[str]
    """When the key was revoked"""
    lastUsedAt: NotRequired[str]
    """When the key was last used, to the minute"""
    deprecatedCalls: list[DeprecatedCalls]
    """The deprecated operations that the key calls. Counts are up to date within a minute"""

class ApiKeySummary(TypedDict):
    """An API key, without its secret and usage"""

    id: str
    """Unique identifier of the key"""
    name: str
    """What the key is for, or who uses it on which device"""
    hint: str
    """The last characters of the key"""
    scopes: list[str]
    """Permissions; `*` is everything"""
    role: NotRequired[str]
    """The role with exactly these scopes, if there is one"""
    createdAt: str
    """When the key was created"""
    createdBy: NotRequired[str]
    """The name of the key that created it; omitted for the operator's commands"""
    expiresAt: NotRequired[str]
    """When the key expires; omitted if never"""
    revokedAt: NotRequired[str]
    """When the key was revoked"""

ApiKeys: TypeAlias = "list[ApiKey]"
"""API keys in the order of creation"""

class Care(TypedDict):
    """What was done for a pet, or is due"""

    id: int
    """Unique identifier of the entry"""
    petId: int
    """Id of the pet"""
    kind: CareKind
    what: str
    """What it is, such as `DHPPi`"""
    doneOn: NotRequired[str]
    """The day on which it was done, in the shop's time zone. Not in the future; omitted if it is
    not done
    """
    dueOn: NotRequired[str]
    """The day on which it is due"""
    everyDays: NotRequired[int]
    """It is due again so many days after it was done: an entry that is done makes the next one"""
    grams: NotRequired[int]
    """What the pet weighs, in grams. Of a `weight` only, which needs it"""
    batch: NotRequired[str]
    """The batch of a vaccine or a medicine"""
    by: NotRequired[str]
    """Who did it, such as a veterinarian"""
    note: NotRequired[str]
    """A note for the staff"""

class CareAddedEvent(TypedDict):
    """An event of the type `care.added`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["care.added"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Care
    note: NotRequired[str]
    """The note given with the change"""

class CareAddedMessage(TypedDict):
    """The body of a message of the type `care.added`"""

    type: Literal["care.added"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: CareAddedEvent

CareCalendar: TypeAlias = "str"
"""What is due as a calendar (RFC 5545, RFC 7986)"""

class CareDone(TypedDict):
    """When something that was due was done"""

    on: NotRequired[str]
    """The day on which it was done; today in the shop's time zone if omitted"""
    note: NotRequired[str]
    """A note for the staff"""

class CareDue(TypedDict):
    """What is due on a day"""

    day: str
    """The day, in the shop's time zone"""
    ids: list[int]
    """The entries that are due on this day or were due before it, the earliest first, at most 1000"""
    isComplete: bool
    """Whether these are all: `listCare` lists more"""

class CareDueEvent(TypedDict):
    """An event of the type `care.due`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["care.due"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: CareDue
    note: NotRequired[str]
    """The note given with the change"""

class CareDueMessage(TypedDict):
    """The body of a message of the type `care.due`"""

    type: Literal["care.due"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: CareDueEvent

class CareInput(TypedDict):
    """What was done for a pet, or is due: at least one of doneOn, dueOn"""

    kind: CareKind
    what: str
    """What it is, such as `DHPPi`"""
    doneOn: NotRequired[str]
    """The day on which it was done, in the shop's time zone. Not in the future"""
    dueOn: NotRequired[str]
    """The day on which it is due"""
    everyDays: NotRequired[int]
    """It is due again so many days after it was done: an entry that is done makes the next one"""
    grams: NotRequired[int]
    """What the pet weighs, in grams. Of a `weight` only, which needs it"""
    batch: NotRequired[str]
    """The batch of a vaccine or a medicine"""
    by: NotRequired[str]
    """Who did it, such as a veterinarian"""
    note: NotRequired[str]
    """A note for the staff"""

CareKind: TypeAlias = "Literal[\"vaccination\", \"treatment\", \"check\", \"weight\", \"note\"]"
"""What kind of care it is"""

CareList: TypeAlias = "list[Care]"
"""What was done for pets and what is due"""

class CareOfLine(TypedDict):
    """The care of a pet in a line of a file"""

    vaccinatedOn: NotRequired[str]
    """The day of the last vaccination. Not in the future"""
    vaccinationDueOn: NotRequired[str]
    """The day on which the next vaccination is due"""
    dewormedOn: NotRequired[str]
    """The day on which the pet was last dewormed. Not in the future"""
    grams: NotRequired[int]
    """What the pet weighed last, in grams"""
    weighedOn: NotRequired[str]
    """The day on which it was weighed; by default the day of the import. Not in the future"""

class CarePlanItem(TypedDict):
    """What a plan makes due"""

    kind: Literal["vaccination", "treatment", "check", "note"]
    """What kind of care it is"""
    what: str
    """What it is, such as `DHPPi`"""
    atDays: int
    """How many days after the birth it is due"""
    everyDays: NotRequired[int]
    """It is due again so many days after it was done: an entry that is done makes the next one"""

CarePlanStart = TypedDict(
    "CarePlanStart",
    {
        "from": "NotRequired[str]",
    },
)

class CareRemovedEvent(TypedDict):
    """An event of the type `care.removed`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["care.removed"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Care
    note: NotRequired[str]
    """The note given with the change"""

class CareRemovedMessage(TypedDict):
    """The body of a message of the type `care.removed`"""

    type: Literal["care.removed"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: CareRemovedEvent

class CareUpdate(TypedDict):
    """What to change about an entry of care: at least one of kind, what, doneOn, dueOn, everyDays,
    grams, batch, by, note. `null` removes a member
    """

    kind: NotRequired[CareKind]
    what: NotRequired[str]
    """What it is, such as `DHPPi`"""
    doneOn: NotRequired[str | None]
    """The day on which it was done, in the shop's time zone. Not in the future"""
    dueOn: NotRequired[str | None]
    """The day on which it is due"""
    everyDays: NotRequired[int | None]
    """It is due again so many days after it was done: an entry that is done makes the next one"""
    grams: NotRequired[int | None]
    """What the pet weighs, in grams. Of a `weight` only, which needs it"""
    batch: NotRequired[str | None]
    """The batch of a vaccine or a medicine"""
    by: NotRequired[str | None]
    """Who did it, such as a veterinarian"""
    note: NotRequired[str | None]
    """A note for the staff"""

class CareUpdatedEvent(TypedDict):
    """An event of the type `care.updated`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["care.updated"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Care
    previous: PreviousCare
    note: NotRequired[str]
    """The note given with the change"""

class CareUpdatedMessage(TypedDict):
    """The body of a message of the type `care.updated`"""

    type: Literal["care.updated"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: CareUpdatedEvent

Categories: TypeAlias = "list[Category]"
"""Categories in the order of id"""

class Category(TypedDict):
    """A category of pets"""

    id: int
    """Unique identifier of the category"""
    name: str
    """The category's name"""
    description: NotRequired[str]
    """What belongs in the category"""
    carePlan: NotRequired[list[CarePlanItem]]
    """What a pet of this category needs, and when"""

class CategoryCount(TypedDict):
    """How many pets of a category match"""

    categoryId: int
    """Id of the category"""
    count: int
    """How many there are, counted up to 1000"""
    capped: bool
    """Whether there may be more than `count`"""

class CategoryCreatedEvent(TypedDict):
    """An event of the type `category.created`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["category.created"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Category
    note: NotRequired[str]
    """The note given with the change"""

class CategoryCreatedMessage(TypedDict):
    """The body of a message of the type `category.created`"""

    type: Literal["category.created"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: CategoryCreatedEvent

class CategoryDeletedEvent(TypedDict):
    """An event of the type `category.deleted`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["category.deleted"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Category
    note: NotRequired[str]
    """The note given with the change"""

class CategoryDeletedMessage(TypedDict):
    """The body of a message of the type `category.deleted`"""

    type: Literal["category.deleted"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: CategoryDeletedEvent

class CategoryInput(TypedDict):
    """A category to add"""

    name: str
    """The category's name. It must have a character that is not white space (Unicode White_Space),
    and no control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
    """
    description: NotRequired[str]
    """What belongs in the category"""
    carePlan: NotRequired[list[CarePlanItem]]
    """What a pet of this category needs, and when. `applyCarePlan` makes it due for a pet"""

class CategoryUpdate(TypedDict):
    """What to change about a category: at least one of name, description, carePlan. `null` removes
    the description or the plan
    """

    name: NotRequired[str]
    """The category's name. It must have a character that is not white space (Unicode White_Space),
    and no control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
    """
    description: NotRequired[str | None]
    """What belongs in the category"""
    carePlan: NotRequired[list[CarePlanItem] | None]
    """What a pet of this category needs, and when. `applyCarePlan` makes it due for a pet"""

class CategoryUpdatedEvent(TypedDict):
    """An event of the type `category.updated`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["category.updated"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Category
    previous: PreviousCategory
    note: NotRequired[str]
    """The note given with the change"""

class CategoryUpdatedMessage(TypedDict):
    """The body of a message of the type `category.updated`"""

    type: Literal["category.updated"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: CategoryUpdatedEvent

class Closing(TypedDict):
    """What was sold and returned on a day, and its receipts"""

    day: str
    """The day, in the shop's time zone"""
    first: NotRequired[str]
    """The first receipt of the day; omitted if there is none"""
    last: NotRequired[str]
    """The last receipt of the day; omitted if there is none"""
    issued: int
    """How many receipts were issued, also those that were voided since"""
    voided: int
    """How many receipts were voided, of this day or an earlier one"""
    voidedReceipts: list[Receipt]
    """The first 100 of those that were voided"""
    sums: list[ClosingSums]
    """The sums, in the order of currency"""

class ClosingSums(TypedDict):
    """What was sold, voided and returned in one currency"""

    currency: NotRequired[str]
    """The currency; omitted for orders without a price"""
    orders: int
    """How many orders were completed"""
    quantity: int
    """How many pets they were for"""
    sales: int
    """The sum of their prices, in the smallest unit of the currency"""
    returns: int
    """How many returns there were, whole or in part"""
    returnedQuantity: int
    """How many pets came back"""
    refunds: int
    """The sum of what was paid back, in the smallest unit of the currency"""
    tax: NotRequired[int]
    """The tax that `sales` includes; omitted if no receipt has one"""
    voids: NotRequired[Voids]
    net: int
    """`sales` without what was voided and paid back"""

class Count(TypedDict):
    """A count with an upper limit"""

    count: int
    """How many there are, counted up to 1000"""
    capped: bool
    """Whether there may be more than `count`"""

class CreatedInvitation(TypedDict):
    """An invitation with its URL"""

    id: int
    """Unique identifier of the invitation"""
    name: str
    """Who is invited"""
    scopes: list[str]
    """Permissions; `*` is everything"""
    role: NotRequired[str]
    """The role with exactly these scopes, if there is one"""
    createdAt: str
    """When the invitation was created"""
    createdBy: NotRequired[str]
    """The name of the key that created it; omitted for the operator's commands"""
    expiresAt: str
    """When the invitation expires"""
    url: NotRequired[str]
    """The URL to send to that person, for one use. Shown only in this response, and not when you
    repeat the request with its Idempotency-Key
    """

class CreatedKey(TypedDict):
    """An API key with its secret"""

    id: str
    """Unique identifier of the key"""
    name: str
    """What the key is for, or who uses it on which device"""
    hint: str
    """The last characters of the key"""
    scopes: list[str]
    """Permissions; `*` is everything"""
    role: NotRequired[str]
    """The role with exactly these scopes, if there is one"""
    createdAt: str
    """When the key was created"""
    createdBy: NotRequired[str]
    """The name of the key that created it; omitted for the operator's commands"""
    expiresAt: NotRequired[str]
    """When the key expires; omitted if never"""
    revokedAt: NotRequired[str]
    """When the key was revoked"""
    lastUsedAt: NotRequired[str]
    """When the key was last used, to the minute"""
    deprecatedCalls: list[DeprecatedCalls]
    """The deprecated operations that the key calls. Counts are up to date within a minute"""
    secret: NotRequired[str]
    """The key to send. Shown only in this response, and not when you repeat the request with its
    Idempotency-Key
    """

class CreatedWebhook(TypedDict):
    """A webhook with its secret"""

    id: int
    """Unique identifier of the webhook"""
    url: str
    """The URL that receives messages"""
    types: list[str]
    """The types of events that are sent"""
    description: NotRequired[str]
    """What the webhook is for"""
    active: bool
    """Whether messages are sent. The service may switch a webhook off"""
    createdAt: str
    """When the webhook was created"""
    state: Literal["active", "failing", "off"]
    """`failing` if the last attempt failed, `off` if no messages are sent, otherwise `active`"""
    since: str
    """When it entered this state"""
    reason: NotRequired[str]
    """Why the service switched it off: `gone` if the receiver returned 410, `failing` after 5 days
    without a success. Later versions may add reasons
    """
    lastSuccessAt: NotRequired[str]
    """When a message was last delivered, to the second"""
    secret: NotRequired[str]
    """Signs the messages (`whsec_` and Base64). Shown only in this response, and not when you
    repeat the request with its Idempotency-Key: store it where the receiver runs
    """

class CurrentKey(TypedDict):
    """The API key of the request"""

    id: NotRequired[str]
    """Identifies the key in `listKeys`; omitted if it is not listed there"""
    name: str
    """What the key is for, or who uses it on which device"""
    hint: str
    """The last characters of the key"""
    scopes: list[str]
    """Permissions; `*` is everything"""
    role: NotRequired[str]
    """The role with exactly these scopes, if there is one"""
    environment: Literal["production", "staging"]
    """The environment that the key belongs to"""
    expiresAt: NotRequired[str]
    """When the key expires; omitted if never"""

class Customer(TypedDict):
    """The customer of an order. Events and webhooks never include it"""

    name: str
    """The customer's name"""
    contact: NotRequired[str]
    """How to reach the customer"""

class CustomerInput(TypedDict):
    """The customer of a new order"""

    name: str
    """The customer's name. It must have a character that is not white space (Unicode White_Space),
    and no control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
    """
    contact: NotRequired[str]
    """How to reach the customer, such as a phone number"""

Deliveries: TypeAlias = "list[Delivery]"
"""Deliveries in the order of id"""

class Delivery(TypedDict):
    """A message to a webhook and its last attempt"""

    id: int
    """Unique identifier of the delivery"""
    eventId: NotRequired[str]
    """The id of the event and the `webhook-id` of the message; omitted for a ping"""
    type: str
    """The type of the message: the type of the event, or `webhook.ping`"""
    state: Literal["waiting", "sending", "succeeded", "failed"]
    """`waiting` for an attempt, `sending`, or final. A `failed` delivery is not retried
    automatically
    """
    attempts: int
    """The number of attempts"""
    createdAt: str
    """When the event happened"""
    nextAttemptAt: NotRequired[str]
    """When the next attempt starts, if it is waiting"""
    attemptedAt: NotRequired[str]
    """When the last attempt ended"""
    status: NotRequired[int]
    """The HTTP status of the last response"""
    durationMs: NotRequired[int]
    """How long the last attempt took, in milliseconds"""
    response: NotRequired[str]
    """The first 1,024 bytes of the last response"""
    error: NotRequired[str]
    """Why there was no response to the last attempt"""

class DeprecatedCalls(TypedDict):
    """Calls of a deprecated operation"""

    operation: str
    """The operation"""
    count: int
    """How often the key called it"""
    lastAt: str
    """When the key last called it"""

class ErrorDetails(TypedDict):
    """ErrorDetails"""

    field: str
    """The field or parameter"""
    code: Literal["missing", "invalid", "unknown"]
    """What is wrong with it"""
    message: str
    """What was expected, and what the request had"""

class Error(TypedDict):
    """The body of every response with a status of 400 or more"""

    code: str
    """Machine-readable error code. Later versions may add codes"""
    message: str
    """Human-readable description"""
    status: int
    """The HTTP status code"""
    details: NotRequired[list[ErrorDetails]]
    """On status 400 each invalid field, and of a sale the item that cannot be sold"""

Event: TypeAlias = "Union[PetCreatedEvent, PetUpdatedEvent, PetDeletedEvent, PhotoAddedEvent, PhotoUpdatedEvent, PhotoDeletedEvent, ProfileUpdatedEvent, InventoryUpdatedEvent, OrderPlacedEvent, OrderUpdatedEvent, OrderCompletedEvent, OrderReopenedEvent, OrderReturnedEvent, OrderCancelledEvent, SalePlacedEvent, SaleCompletedEvent, SaleCancelledEvent, InquiryCreatedEvent, InquiryUpdatedEvent, InquiryDeletedEvent, InquiryLimitedEvent, CareAddedEvent, CareUpdatedEvent, CareRemovedEvent, CareDueEvent, CategoryCreatedEvent, CategoryUpdatedEvent, CategoryDeletedEvent, ImportCompletedEvent, ImportUndoneEvent, KeyCreatedEvent, KeyUpdatedEvent, KeyRevokedEvent]"
"""A change. Later versions may add types"""

class EventInquiry(TypedDict):
    """An inquiry without the visitor, the message and the note; `getInquiry` returns those"""

    id: int
    """Unique identifier of the inquiry"""
    petId: int
    """Id of the pet that it is about"""
    at: str
    """When it was sent"""
    state: InquiryState

class EventKey(TypedDict):
    """The API key that made the change; omitted for the operator's commands and for visitors"""

    name: str
    """The name of the API key"""
    hint: NotRequired[str]
    """The last characters of the API key"""

class EventOrder(TypedDict):
    """An order for a pet, without customer and notes; `getOrder` returns those"""

    id: int
    """Unique identifier of the order"""
    petId: int
    """Id of the pet that was ordered"""
    quantity: int
    """The ordered quantity"""
    shipDate: NotRequired[str]
    """When the order ships, in UTC; omitted if not yet known"""
    shipDay: NotRequired[str]
    """The day on which the order ships, if no time is known. `shipDate` is when it begins in the
    shop
    """
    complete: bool
    """Whether the order is complete"""
    placedAt: NotRequired[str]
    """When the order was placed; omitted if unknown, as for some orders placed before 1.2"""
    completedAt: NotRequired[str]
    """When the order was completed; omitted if unknown"""
    saleId: NotRequired[int]
    """Id of the sale that it was placed in; omitted for an order that was placed alone"""
    receipt: NotRequired[OrderReceipt]
    price: NotRequired[Price]
    """What the whole order costs"""
    pet: NotRequired[OrderedPet]
    readyAt: NotRequired[str]
    """Since when the order is ready to be picked up; omitted if it is not"""
    returns: NotRequired[list[EventOrderReturn]]
    """What came back, the earliest first; omitted if nothing did"""
    returnedAt: NotRequired[str]
    """When everything was back; omitted if something is not"""
    refund: NotRequired[Price]
    """What was paid back in all"""

class EventOrderReturn(TypedDict):
    """What came back of an order at one time, without the note"""

    at: str
    """When it came back"""
    quantity: int
    """How many came back"""
    restock: bool
    """Whether they are in stock again"""
    refund: NotRequired[Price]
    """What was paid back"""

class EventSale(TypedDict):
    """Orders that were placed together, without the customer; `getSale` returns those"""

    id: int
    """Unique identifier of the sale"""
    total: list[Price]
    """The sum of the prices of its orders, in each currency"""
    placedAt: str
    """When the sale was placed"""
    completedAt: NotRequired[str]
    """When the last of its orders was completed; omitted as long as one is open"""
    receipt: NotRequired[OrderReceipt]
    """The receipt of its latest completion. Orders that were completed before it have their own"""
    orders: list[EventSaleOrder]
    """Its orders, in the order of id"""

class EventSaleOrder(TypedDict):
    """An order of a sale"""

    id: int
    """Unique identifier of the order"""
    petId: int
    """Id of the pet that was ordered"""
    quantity: int
    """The ordered quantity"""

EventType: TypeAlias = "Literal[\"pet.created\", \"pet.updated\", \"pet.deleted\", \"photo.added\", \"photo.updated\", \"photo.deleted\", \"profile.updated\", \"inventory.updated\", \"order.placed\", \"order.updated\", \"order.completed\", \"order.reopened\", \"order.returned\", \"order.cancelled\", \"sale.placed\", \"sale.completed\", \"sale.cancelled\", \"inquiry.created\", \"inquiry.updated\", \"inquiry.deleted\", \"inquiry.limited\", \"care.added\", \"care.updated\", \"care.removed\", \"care.due\", \"category.created\", \"category.updated\", \"category.deleted\", \"import.completed\", \"import.undone\", \"key.created\", \"key.updated\", \"key.revoked\"]"
"""A type of event. Later versions may add types"""

Events: TypeAlias = "list[Event]"
"""Events in the order of the feed"""

GivenScope: TypeAlias = "Literal[\"pets:read\", \"pets:write\", \"inventory:read\", \"inventory:write\", \"orders:read\", \"orders:write\", \"inquiries:read\", \"inquiries:write\", \"care:read\", \"care:write\", \"calendar:read\", \"categories:read\", \"categories:write\", \"events:read\", \"webhooks:manage\", \"keys:manage\", \"*\"]"
"""A scope for a key"""

class IdRange(TypedDict):
    """Ids that follow one another"""

    firstId: int
    """The first id"""
    lastId: int
    """The last id, which may be the same"""

class Import(TypedDict):
    """An import that stored something"""

    id: int
    """Id of the import"""
    at: str
    """When it began"""
    key: NotRequired[EventKey]
    file: NotRequired[str]
    """The name of the file, if it is known"""
    added: int
    """How many pets it added"""
    updated: int
    """How many pets it changed"""
    createdCategories: int
    """How many categories it created"""
    state: Literal["partial", "complete", "undone"]
    """`partial` while a file is imported or undone, and after that was interrupted: repeat the
    command to complete it. An interrupted `POST /imports` is undone by the service
    """

class ImportAnswer(TypedDict):
    """What a person can say about cells or lines with a problem"""

    problem: str
    """What it answers. Later versions may add codes"""
    column: NotRequired[ImportColumn]
    """The column of the cells; omitted for whole lines"""
    value: NotRequired[str]
    """The text of the cells; omitted where it is for all of them, or for lines"""
    count: int
    """How many lines it is for"""
    option: str
    """The parameter that answers"""
    choices: list[str]
    """Each of these answers the problem"""

ImportColumn: TypeAlias = "Literal[\"id\", \"name\", \"categoryId\", \"category\", \"status\", \"quantity\", \"breed\", \"sex\", \"birthDate\", \"size\", \"color\", \"neutered\", \"description\", \"tags\", \"price\", \"reference\", \"microchip\", \"arrivedOn\", \"published\", \"vaccinatedOn\", \"vaccinationDueOn\", \"dewormedOn\", \"grams\", \"weighedOn\", \"createdAt\"]"
"""What a column of an import says about a pet"""

class ImportCompletedEvent(TypedDict):
    """An event of the type `import.completed`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["import.completed"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: ImportSummary
    note: NotRequired[str]
    """The note given with the change"""

class ImportCompletedMessage(TypedDict):
    """The body of a message of the type `import.completed`"""

    type: Literal["import.completed"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: ImportCompletedEvent

ImportFile: TypeAlias = "str"
"""Pets, one on each line. The titles of a CSV file are in its first lines"""

class ImportPreview(TypedDict):
    """One of the first pets, as it will be stored"""

    line: int
    """The number of the line, from 1"""
    action: Literal["add", "change", "keep"]
    """What becomes of the pet"""
    id: NotRequired[int]
    """Id of the pet; omitted if it gets a new one"""
    name: str
    """The pet's name"""
    category: NotRequired[str]
    """The name of the category in the file"""
    categoryId: NotRequired[int]
    """Id of the category; omitted if the import creates it"""
    status: PetStatus
    quantity: int
    """The stock count"""
    profile: NotRequired[KnownProfile]
    care: NotRequired[CareOfLine]

class ImportProblemExamples(TypedDict):
    """ImportProblemExamples"""

    line: int
    """The number of the line, from 1"""
    got: str
    """The value, if there is one"""

class ImportProblem(TypedDict):
    """A kind of problem, with its lines"""

    code: str
    """What is wrong. Later versions may add codes"""
    column: NotRequired[ImportColumn]
    """The column of the value; omitted for a whole line"""
    message: str
    """What was expected, and what to do"""
    count: int
    """How many lines have this problem"""
    lines: list[int]
    """The first of these lines"""
    examples: list[ImportProblemExamples]
    """Some of these lines, with their values"""

class ImportReport(TypedDict):
    """What an import did, or would do"""

    stored: bool
    """Whether the pets were stored: `false` for a dry run or if there are problems"""
    id: NotRequired[int]
    """Id of the import, with which it can be undone; omitted if nothing new was stored"""
    pets: int
    """How many pets the file has without a problem"""
    added: int
    """How many pets are new"""
    updated: int
    """How many existing pets change"""
    createdCategories: int
    """How many categories are new"""
    columns: list[ImportedColumn]
    """The columns of a CSV file"""
    preview: list[ImportPreview]
    """The first pets"""
    problems: list[ImportProblem]
    """Problems to correct. If there is one, nothing is stored"""
    answers: list[ImportAnswer]
    """What answers the problems"""
    warnings: list[ImportWarning]
    """Things that are allowed but may be mistakes"""

class ImportSummary(TypedDict):
    """The pets that an import added, or that were removed when it was undone"""

    count: int
    """How many pets were imported, or removed again"""
    firstId: int
    """The smallest id of these pets"""
    lastId: int
    """The largest id of these pets"""
    ranges: NotRequired[list[IdRange]]
    """The ids of these pets, in ascending order. After 999 ranges, the last one spans the rest"""

class ImportUndoneEvent(TypedDict):
    """An event of the type `import.undone`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["import.undone"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: ImportSummary
    note: NotRequired[str]
    """The note given with the change"""

class ImportUndoneMessage(TypedDict):
    """The body of a message of the type `import.undone`"""

    type: Literal["import.undone"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: ImportUndoneEvent

class ImportWarning(TypedDict):
    """Something that is allowed but may be a mistake"""

    code: str
    """What may be a mistake. Later versions may add codes"""
    message: str
    """What it means"""
    count: NotRequired[int]
    """How many rows it is about, or how many addresses of photos; omitted if it is about none"""

class ImportedColumn(TypedDict):
    """A column of a CSV file"""

    title: str
    """The title in the file"""
    column: NotRequired[ImportColumn]
    """What it says about a pet; omitted if it is ignored"""

Imports: TypeAlias = "list[Import]"
"""Imports, newest first"""

Inquiries: TypeAlias = "list[Inquiry]"
"""Inquiries in the order of id"""

class Inquiry(TypedDict):
    """What a visitor asks about a pet. Events and webhooks never include the visitor"""

    id: int
    """Unique identifier of the inquiry"""
    petId: int
    """Id of the pet that it is about"""
    at: str
    """When it was sent"""
    name: NotRequired[str]
    """Who asks. Omitted in responses to keys without the scope `inquiries:read`, and to repeated
    requests
    """
    contact: NotRequired[str]
    """How to reach them: an email address or a phone number. Omitted in responses to keys without
    the scope `inquiries:read`, and to repeated requests
    """
    message: NotRequired[str]
    """What they ask. Omitted in responses to keys without the scope `inquiries:read`, and to
    repeated requests
    """
    state: InquiryState
    note: NotRequired[str]
    """A note of the staff"""

class InquiryCreatedEvent(TypedDict):
    """An event of the type `inquiry.created`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["inquiry.created"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventInquiry
    note: NotRequired[str]
    """The note given with the change"""

class InquiryCreatedMessage(TypedDict):
    """The body of a message of the type `inquiry.created`"""

    type: Literal["inquiry.created"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: InquiryCreatedEvent

class InquiryDeletedEvent(TypedDict):
    """An event of the type `inquiry.deleted`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["inquiry.deleted"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventInquiry
    note: NotRequired[str]
    """The note given with the change"""

class InquiryDeletedMessage(TypedDict):
    """The body of a message of the type `inquiry.deleted`"""

    type: Literal["inquiry.deleted"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: InquiryDeletedEvent

class InquiryLimitedEvent(TypedDict):
    """An event of the type `inquiry.limited`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["inquiry.limited"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: LimitedInquiries
    note: NotRequired[str]
    """The note given with the change"""

class InquiryLimitedMessage(TypedDict):
    """The body of a message of the type `inquiry.limited`"""

    type: Literal["inquiry.limited"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: InquiryLimitedEvent

InquiryState: TypeAlias = "Literal[\"new\", \"answered\", \"closed\"]"
"""What has become of an inquiry"""

class InquiryUpdate(TypedDict):
    """What to change about an inquiry: at least one of state, note. `null` removes the note"""

    state: NotRequired[InquiryState]
    note: NotRequired[str | None]
    """A note of the staff"""

class InquiryUpdatedEvent(TypedDict):
    """An event of the type `inquiry.updated`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["inquiry.updated"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventInquiry
    previous: PreviousInquiry
    note: NotRequired[str]
    """The note given with the change"""

class InquiryUpdatedMessage(TypedDict):
    """The body of a message of the type `inquiry.updated`"""

    type: Literal["inquiry.updated"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: InquiryUpdatedEvent

Inventory: TypeAlias = "list[InventoryEntry]"
"""Stock levels in ascending order of petId"""

class InventoryEntry(TypedDict):
    """The stock of one pet, with the pet's status"""

    petId: int
    """Id of the pet the entry tracks"""
    quantity: int
    """Current stock count"""
    status: PetStatus

class InventoryUpdate(TypedDict):
    """A new stock count"""

    quantity: int
    """The new stock count"""
    changeFromQuantity: NotRequired[int]
    """The expected current count. If it differs, the response is 409 and nothing changes"""
    reason: NotRequired[Literal["arrival", "return", "adjustment"]]
    """Why the count changes; `adjustment` if omitted"""
    note: NotRequired[str]
    """Why, for the pet's history"""

class InventoryUpdatedEvent(TypedDict):
    """An event of the type `inventory.updated`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["inventory.updated"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: InventoryEntry
    previous: NotRequired[PreviousInventoryEntry]
    note: NotRequired[str]
    """The note given with the change"""

class InventoryUpdatedMessage(TypedDict):
    """The body of a message of the type `inventory.updated`"""

    type: Literal["inventory.updated"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: InventoryUpdatedEvent

class Invitation(TypedDict):
    """An invitation that nobody has accepted yet"""

    id: int
    """Unique identifier of the invitation"""
    name: str
    """Who is invited"""
    scopes: list[str]
    """Permissions; `*` is everything"""
    role: NotRequired[str]
    """The role with exactly these scopes, if there is one"""
    createdAt: str
    """When the invitation was created"""
    createdBy: NotRequired[str]
    """The name of the key that created it; omitted for the operator's commands"""
    expiresAt: str
    """When the invitation expires"""

class InvitationInput(TypedDict):
    """An invitation to create: at least one of scopes, role, and not both"""

    name: str
    """Who is invited"""
    scopes: NotRequired[list[GivenScope]]
    """Permissions. `["*"]` is everything, including what later versions add"""
    role: NotRequired[Literal["owner", "staff", "counter", "viewer"]]
    """A name for a set of scopes, instead of `scopes`"""
    expiresAt: NotRequired[str]
    """When the invitation expires: after 72 hours if omitted, after at most 30 days, and not after
    the key of the request
    """

class InvitationOffer(TypedDict):
    """An invitation as the invited person sees it"""

    name: str
    """Who is invited"""
    scopes: list[str]
    """Permissions; `*` is everything"""
    role: NotRequired[str]
    """The role with exactly these scopes, if there is one"""
    environment: Literal["production", "staging"]
    """The environment that the key belongs to"""
    shop: NotRequired[str]
    """The name of the shop, if the service has one"""
    createdBy: NotRequired[str]
    """The name of the key that created it; omitted for the operator's commands"""
    expiresAt: str
    """When the invitation expires"""

Invitations: TypeAlias = "list[Invitation]"
"""Invitations in the order of id"""

class KeptPet(TypedDict):
    """A pet of which something that an import did stays"""

    petId: int
    """Id of the pet"""
    reason: str
    """Why it stays. `changed`: somebody has changed it, its profile, its photos, its care or its
    stock since. `ordered`: it has an order. Later versions may add reasons
    """

class KeyCreatedEvent(TypedDict):
    """An event of the type `key.created`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["key.created"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: ApiKeySummary
    note: NotRequired[str]
    """The note given with the change"""

class KeyCreatedMessage(TypedDict):
    """The body of a message of the type `key.created`"""

    type: Literal["key.created"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: KeyCreatedEvent

class KeyRevokedEvent(TypedDict):
    """An event of the type `key.revoked`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["key.revoked"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: ApiKeySummary
    note: NotRequired[str]
    """The note given with the change"""

class KeyRevokedMessage(TypedDict):
    """The body of a message of the type `key.revoked`"""

    type: Literal["key.revoked"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: KeyRevokedEvent

class KeyUpdate(TypedDict):
    """What to change about a key: at least one of name, scopes, role, expiresAt. `null` removes
    `expiresAt`
    """

    name: NotRequired[str]
    """What the key is for, or who uses it on which device"""
    scopes: NotRequired[list[GivenScope]]
    """Permissions. `["*"]` is everything, including what later versions add"""
    role: NotRequired[Literal["owner", "staff", "counter", "viewer"]]
    """A name for a set of scopes, instead of `scopes`"""
    expiresAt: NotRequired[str | None]
    """When it expires"""

class KeyUpdatedEvent(TypedDict):
    """An event of the type `key.updated`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["key.updated"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: ApiKeySummary
    previous: PreviousApiKey
    note: NotRequired[str]
    """The note given with the change"""

class KeyUpdatedMessage(TypedDict):
    """The body of a message of the type `key.updated`"""

    type: Literal["key.updated"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: KeyUpdatedEvent

class KnownProfile(TypedDict):
    """The profile of a pet, without its id"""

    breed: NotRequired[str]
    """The breed"""
    sex: NotRequired[Literal["female", "male"]]
    """The sex"""
    birthDate: NotRequired[str]
    """When the pet was born: a day, a month or a year, as far as known. Not in the future"""
    size: NotRequired[Literal["small", "medium", "large", "extra_large"]]
    """The size when grown"""
    color: NotRequired[str]
    """The color"""
    neutered: NotRequired[bool]
    """Whether the pet is neutered"""
    description: NotRequired[str]
    """A description of the pet: plain text with line breaks"""
    tags: NotRequired[list[str]]
    """Tags to find the pet by. Each tag once, ignoring case. An empty array means no tags"""
    price: NotRequired[Price]
    reference: NotRequired[str]
    """The shop's own number of the pet"""
    microchip: NotRequired[str]
    """The number of the microchip"""
    arrivedOn: NotRequired[str]
    """The day on which the pet came to the shop. Not in the future"""
    published: NotRequired[bool]
    """Whether visitors may see the pet; by default they may. With `false`, its photos need a key"""

class LimitedInquiries(TypedDict):
    """A limit of inquiries that was reached for the first time on a day"""

    day: str
    """The day (UTC). The form takes inquiries again on the next one"""
    limit: Literal["day", "network", "contact"]
    """What was reached: the limit of all inquiries, of one network or of one contact"""
    max: int
    """How many inquiries the limit allows on a day"""

class NewKey(TypedDict):
    """A key to create: at least one of scopes, role, and not both"""

    name: str
    """What the key is for, or who uses it on which device"""
    scopes: NotRequired[list[GivenScope]]
    """Permissions. `["*"]` is everything, including what later versions add"""
    role: NotRequired[Literal["owner", "staff", "counter", "viewer"]]
    """A name for a set of scopes, instead of `scopes`"""
    expiresAt: NotRequired[str]
    """When it expires; never if omitted"""

class NewPet(TypedDict):
    """A pet to add"""

    name: str
    """The pet's name. It must have a character that is not white space (Unicode White_Space), and
    no control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
    """
    categoryId: int
    """Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no
    longer exact
    """
    status: NotRequired[PetStatus]
    """Availability status; `available` if omitted"""

class NewPetWithProfile(TypedDict):
    """A pet to add, with its profile"""

    name: str
    """The pet's name. It must have a character that is not white space (Unicode White_Space), and
    no control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
    """
    categoryId: int
    """Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no
    longer exact
    """
    status: NotRequired[PetStatus]
    """Availability status; `available` if omitted"""
    profile: NotRequired[NewProfile]
    """The pet's profile"""

class NewProfile(TypedDict):
    """The profile of a new pet"""

    breed: NotRequired[str]
    """The breed"""
    sex: NotRequired[Literal["female", "male"]]
    """The sex"""
    birthDate: NotRequired[str]
    """When the pet was born: a day, a month or a year, as far as known. Not in the future"""
    size: NotRequired[Literal["small", "medium", "large", "extra_large"]]
    """The size when grown"""
    color: NotRequired[str]
    """The color"""
    neutered: NotRequired[bool]
    """Whether the pet is neutered"""
    description: NotRequired[str]
    """A description of the pet: plain text with line breaks"""
    tags: NotRequired[list[str]]
    """Tags to find the pet by. Each tag once, ignoring case. An empty array means no tags"""
    price: NotRequired[PriceInput]
    reference: NotRequired[str]
    """The shop's own number of the pet"""
    microchip: NotRequired[str]
    """The number of the microchip"""
    arrivedOn: NotRequired[str]
    """The day on which the pet came to the shop. Not in the future"""
    published: NotRequired[bool]
    """Whether visitors may see the pet; by default they may. With `false`, its photos need a key"""

class Order(TypedDict):
    """An order for a pet"""

    id: int
    """Unique identifier of the order"""
    petId: int
    """Id of the pet that was ordered"""
    quantity: int
    """The ordered quantity"""
    shipDate: NotRequired[str]
    """When the order ships, in UTC; omitted if not yet known"""
    shipDay: NotRequired[str]
    """The day on which the order ships, if no time is known. `shipDate` is when it begins in the
    shop
    """
    complete: bool
    """Whether the order is complete"""
    placedAt: NotRequired[str]
    """When the order was placed; omitted if unknown, as for some orders placed before 1.2"""
    completedAt: NotRequired[str]
    """When the order was completed; omitted if unknown"""
    saleId: NotRequired[int]
    """Id of the sale that it was placed in; omitted for an order that was placed alone"""
    receipt: NotRequired[OrderReceipt]
    customer: NotRequired[Customer]
    note: NotRequired[str]
    """A note for the staff"""
    price: NotRequired[Price]
    """What the whole order costs"""
    pet: NotRequired[OrderedPet]
    readyAt: NotRequired[str]
    """Since when the order is ready to be picked up; omitted if it is not"""
    returns: NotRequired[list[OrderReturn]]
    """What came back, the earliest first; omitted if nothing did"""
    returnedAt: NotRequired[str]
    """When everything was back; omitted if something is not"""
    refund: NotRequired[Price]
    """What was paid back in all"""

class OrderCancelledEvent(TypedDict):
    """An event of the type `order.cancelled`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["order.cancelled"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventOrder
    note: NotRequired[str]
    """The note given with the change"""

class OrderCancelledMessage(TypedDict):
    """The body of a message of the type `order.cancelled`"""

    type: Literal["order.cancelled"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: OrderCancelledEvent

class OrderCompletedEvent(TypedDict):
    """An event of the type `order.completed`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["order.completed"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventOrder
    previous: PreviousOrder
    note: NotRequired[str]
    """The note given with the change"""

class OrderCompletedMessage(TypedDict):
    """The body of a message of the type `order.completed`"""

    type: Literal["order.completed"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: OrderCompletedEvent

class OrderInput(TypedDict):
    """An order to place"""

    petId: int
    """Id of the pet to order"""
    quantity: NotRequired[int]
    """How many; 1 if omitted"""
    shipDate: NotRequired[str]
    """When the order will ship, with any offset"""
    shipDay: NotRequired[str]
    """The day on which the order will ship, if no time is known; instead of `shipDate`, which
    becomes its beginning
    """
    customer: NotRequired[CustomerInput]
    note: NotRequired[str]
    """A note for the staff"""
    price: NotRequired[PriceInput]
    """What the whole order costs; if omitted, the quantity times the pet's price"""
    apart: NotRequired[bool]
    """Whether pets that belong together may be parted; `false` if omitted"""

class OrderPlacedEvent(TypedDict):
    """An event of the type `order.placed`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["order.placed"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventOrder
    note: NotRequired[str]
    """The note given with the change"""

class OrderPlacedMessage(TypedDict):
    """The body of a message of the type `order.placed`"""

    type: Literal["order.placed"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: OrderPlacedEvent

class OrderReceipt(TypedDict):
    """The receipt of a completion. `getReceipt` returns all of it"""

    number: str
    """The year in the shop's time zone, and the number in that year: `2026-00042`"""
    at: str
    """When it was issued: with the completion"""

class OrderReopenedEvent(TypedDict):
    """An event of the type `order.reopened`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["order.reopened"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventOrder
    previous: PreviousOrder
    note: NotRequired[str]
    """The note given with the change"""

class OrderReopenedMessage(TypedDict):
    """The body of a message of the type `order.reopened`"""

    type: Literal["order.reopened"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: OrderReopenedEvent

class OrderReturn(TypedDict):
    """What came back of an order at one time"""

    at: str
    """When it came back"""
    quantity: int
    """How many came back"""
    restock: bool
    """Whether they are in stock again"""
    refund: NotRequired[Price]
    """What was paid back"""
    note: NotRequired[str]
    """Why, for the staff"""

class OrderReturnInput(TypedDict):
    """What comes back of a complete order"""

    quantity: NotRequired[int]
    """How many come back now; all that have not if omitted"""
    refund: NotRequired[RefundInput]
    restock: NotRequired[bool]
    """Whether the quantity is in stock again; `true` if omitted"""
    note: NotRequired[str]
    """Why, for the staff"""

class OrderReturnedEvent(TypedDict):
    """An event of the type `order.returned`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["order.returned"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventOrder
    previous: PreviousOrder
    note: NotRequired[str]
    """The note given with the change"""

class OrderReturnedMessage(TypedDict):
    """The body of a message of the type `order.returned`"""

    type: Literal["order.returned"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: OrderReturnedEvent

class OrderUpdateCustomer(TypedDict):
    """What to change about the customer. `null` removes the contact or the whole customer"""

    name: NotRequired[str]
    """The customer's name. It must have a character that is not white space (Unicode White_Space),
    and no control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
    """
    contact: NotRequired[str | None]
    """How to reach the customer, such as a phone number"""

class OrderUpdate(TypedDict):
    """What to change about an order: at least one of customer, note, shipDate, shipDay, ready.
    `null` removes a member
    """

    customer: NotRequired[OrderUpdateCustomer | None]
    """What to change about the customer. `null` removes the contact or the whole customer"""
    note: NotRequired[str | None]
    """A note for the staff"""
    shipDate: NotRequired[str | None]
    """When the order will ship, with any offset"""
    shipDay: NotRequired[str | None]
    """The day on which the order will ship, if no time is known; instead of `shipDate`, which
    becomes its beginning
    """
    ready: NotRequired[bool]
    """Whether an open order is ready to be picked up"""

class OrderUpdatedEvent(TypedDict):
    """An event of the type `order.updated`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["order.updated"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventOrder
    previous: PreviousOrder
    note: NotRequired[str]
    """The note given with the change"""

class OrderUpdatedMessage(TypedDict):
    """The body of a message of the type `order.updated`"""

    type: Literal["order.updated"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: OrderUpdatedEvent

class OrderedPet(TypedDict):
    """What an order remembers of its pet, as it was when the order was placed"""

    name: str
    """The pet's name"""
    categoryId: int
    """Id of its category"""
    category: NotRequired[str]
    """The name of its category, if there was one with this id"""
    reference: NotRequired[str]
    """The shop's own number of the pet"""

Orders: TypeAlias = "list[Order]"
"""Orders in the order of id"""

class PaperAddress(TypedDict):
    """Where the shop is"""

    en: str
    """In English; empty if unset"""
    de: str
    """In German; empty if unset"""

class PaperAgreement(TypedDict):
    """The agreement that customers sign, as HTML made of the shop's Markdown, without links and
    attributes. Placeholders such as `{{pet.name}}` stand for what it is about
    """

    en: str
    """In English"""
    de: str
    """In German"""

class Papers(TypedDict):
    """What the shop prints on receipts and agreements"""

    shopName: str
    """What the shop is called; empty if unset"""
    address: PaperAddress
    taxId: str
    """The tax number of the shop; empty if unset"""
    taxRate: NotRequired[str]
    """The rate of the tax that prices include now, in per cent; omitted if unset"""
    agreement: PaperAgreement

class Pet(TypedDict):
    """A pet"""

    id: int
    """Unique identifier assigned by the service on creation"""
    name: str
    """The pet's name"""
    categoryId: int
    """Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no
    longer exact
    """
    status: PetStatus

class PetCreatedEvent(TypedDict):
    """An event of the type `pet.created`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["pet.created"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Pet
    note: NotRequired[str]
    """The note given with the change"""

class PetCreatedMessage(TypedDict):
    """The body of a message of the type `pet.created`"""

    type: Literal["pet.created"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: PetCreatedEvent

class PetDeletedEvent(TypedDict):
    """An event of the type `pet.deleted`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["pet.deleted"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Pet
    note: NotRequired[str]
    """The note given with the change"""

class PetDeletedMessage(TypedDict):
    """The body of a message of the type `pet.deleted`"""

    type: Literal["pet.deleted"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: PetDeletedEvent

class PetProfile(TypedDict):
    """The profile of a pet: breed, age, price, tags and more"""

    petId: int
    """Id of the pet"""
    breed: NotRequired[str]
    """The breed"""
    sex: NotRequired[Literal["female", "male"]]
    """The sex"""
    birthDate: NotRequired[str]
    """When the pet was born: a day, a month or a year, as far as known. Not in the future"""
    size: NotRequired[Literal["small", "medium", "large", "extra_large"]]
    """The size when grown"""
    color: NotRequired[str]
    """The color"""
    neutered: NotRequired[bool]
    """Whether the pet is neutered"""
    description: NotRequired[str]
    """A description of the pet: plain text with line breaks"""
    tags: NotRequired[list[str]]
    """Tags to find the pet by. Each tag once, ignoring case. An empty array means no tags"""
    price: NotRequired[Price]
    reference: NotRequired[str]
    """The shop's own number of the pet"""
    microchip: NotRequired[str]
    """The number of the microchip"""
    arrivedOn: NotRequired[str]
    """The day on which the pet came to the shop. Not in the future"""
    published: NotRequired[bool]
    """Whether visitors may see the pet; by default they may. With `false`, its photos need a key"""
    together: NotRequired[list[int]]
    """The pets that this one belongs together with, in the order of id: they belong together with
    it, too. Ordering it without those that are available needs `apart`
    """

PetStatus: TypeAlias = "Literal[\"available\", \"pending\", \"sold\"]"
"""Availability status of a pet"""

PetTable: TypeAlias = "str"
"""Pets as CSV (RFC 4180) in UTF-8"""

class PetUpdate(TypedDict):
    """What to change about a pet: at least one of name, categoryId, status"""

    name: NotRequired[str]
    """The pet's name. It must have a character that is not white space (Unicode White_Space), and
    no control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
    """
    categoryId: NotRequired[int]
    """Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no
    longer exact
    """
    status: NotRequired[PetStatus]
    """The new availability status"""
    note: NotRequired[str]
    """Why, for the pet's history"""

class PetUpdatedEvent(TypedDict):
    """An event of the type `pet.updated`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["pet.updated"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Pet
    previous: PreviousPet
    note: NotRequired[str]
    """The note given with the change"""

class PetUpdatedMessage(TypedDict):
    """The body of a message of the type `pet.updated`"""

    type: Literal["pet.updated"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: PetUpdatedEvent

class PetWithIncluded(TypedDict):
    """A pet with the members that `include` names"""

    id: int
    """Unique identifier assigned by the service on creation"""
    name: str
    """The pet's name"""
    categoryId: int
    """Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no
    longer exact
    """
    status: PetStatus
    profile: NotRequired[PetProfile]
    quantity: NotRequired[int]
    """The stock of the pet, with `include=quantity`"""
    createdAt: NotRequired[str]
    """When the pet was added, with `include=createdAt`"""
    photos: NotRequired[list[Photo]]
    """The pet's photos in the order of position, with `include=photos`"""

Pets: TypeAlias = "list[Pet]"
"""Pets in ascending order of id"""

PetsWithIncluded: TypeAlias = "list[PetWithIncluded]"
"""Pets with the members that `include` names"""

class Photo(TypedDict):
    """A photo of a pet, upright and without metadata"""

    id: int
    """Unique identifier of the photo"""
    petId: int
    """Id of the pet"""
    width: int
    """The width of the large size, in pixels"""
    height: int
    """The height of the large size, in pixels"""
    alt: NotRequired[str]
    """A description of the photo, for people who cannot see it"""
    position: int
    """The position among the photos of the pet: 1 is the main photo"""
    placeholder: str
    """A few pixels of the photo as a `data:` URL, to show while the photo loads"""
    urls: PhotoUrls
    createdAt: str
    """When the photo was added"""

class PhotoAddedEvent(TypedDict):
    """An event of the type `photo.added`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["photo.added"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Photo
    note: NotRequired[str]
    """The note given with the change"""

class PhotoAddedMessage(TypedDict):
    """The body of a message of the type `photo.added`"""

    type: Literal["photo.added"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: PhotoAddedEvent

class PhotoDeletedEvent(TypedDict):
    """An event of the type `photo.deleted`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["photo.deleted"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Photo
    note: NotRequired[str]
    """The note given with the change"""

class PhotoDeletedMessage(TypedDict):
    """The body of a message of the type `photo.deleted`"""

    type: Literal["photo.deleted"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: PhotoDeletedEvent

PhotoFile: TypeAlias = "str"
"""The bytes of an image"""

class PhotoUpdate(TypedDict):
    """What to change about a photo: at least one of alt, position. `null` removes `alt`"""

    alt: NotRequired[str | None]
    """A description of the photo, for people who cannot see it"""
    position: NotRequired[int]
    """The new position; positions after the end mean the end. The other photos shift"""

class PhotoUpdatedEvent(TypedDict):
    """An event of the type `photo.updated`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["photo.updated"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: Photo
    previous: PreviousPhoto
    note: NotRequired[str]
    """The note given with the change"""

class PhotoUpdatedMessage(TypedDict):
    """The body of a message of the type `photo.updated`"""

    type: Literal["photo.updated"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: PhotoUpdatedEvent

class PhotoUrls(TypedDict):
    """The URLs of a photo as WebP. They need no API key and cannot be guessed. They also work when
    the pet is sold, until the photo or the pet is deleted
    """

    small: str
    """The photo with at most 320 pixels on its longer side"""
    medium: str
    """The photo with at most 800 pixels on its longer side"""
    large: str
    """The photo with at most 1600 pixels on its longer side"""

Photos: TypeAlias = "list[Photo]"
"""The photos of a pet in the order of position"""

class PingData(TypedDict):
    """What a test message is about"""

    webhookId: int
    """The webhook that the message is sent to"""

PlannedCare: TypeAlias = "list[Care]"
"""What a plan has added"""

class PreviousApiKey(TypedDict):
    """The members that changed, as they were before"""

    name: NotRequired[str]
    """What the key is for, or who uses it on which device"""
    scopes: NotRequired[list[str]]
    """Permissions; `*` is everything"""
    role: NotRequired[str]
    """The role with exactly these scopes, if there is one"""
    expiresAt: NotRequired[str]
    """When the key expires; omitted if never"""

class PreviousCare(TypedDict):
    """The members that changed, as they were before"""

    kind: NotRequired[CareKind]
    what: NotRequired[str]
    """What it is, such as `DHPPi`"""
    doneOn: NotRequired[str]
    """The day on which it was done, in the shop's time zone. Not in the future; omitted if it is
    not done
    """
    dueOn: NotRequired[str]
    """The day on which it is due"""
    everyDays: NotRequired[int]
    """It is due again so many days after it was done: an entry that is done makes the next one"""
    grams: NotRequired[int]
    """What the pet weighs, in grams. Of a `weight` only, which needs it"""
    batch: NotRequired[str]
    """The batch of a vaccine or a medicine"""
    by: NotRequired[str]
    """Who did it, such as a veterinarian"""
    note: NotRequired[str]
    """A note for the staff"""

class PreviousCategory(TypedDict):
    """The members that changed, as they were before"""

    name: NotRequired[str]
    """The category's name"""
    description: NotRequired[str]
    """What belongs in the category"""
    carePlan: NotRequired[list[CarePlanItem]]
    """What a pet of this category needs, and when"""

class PreviousInquiry(TypedDict):
    """The members that changed, as they were before"""

    state: NotRequired[InquiryState]

class PreviousInventoryEntry(TypedDict):
    """The members that changed, as they were before"""

    quantity: NotRequired[int]
    """Current stock count"""
    status: NotRequired[PetStatus]

class PreviousOrder(TypedDict):
    """The members that changed, as they were before"""

    quantity: NotRequired[int]
    """The ordered quantity"""
    shipDate: NotRequired[str]
    """When the order ships, in UTC; omitted if not yet known"""
    shipDay: NotRequired[str]
    """The day on which the order ships, if no time is known. `shipDate` is when it begins in the
    shop
    """
    complete: NotRequired[bool]
    """Whether the order is complete"""
    placedAt: NotRequired[str]
    """When the order was placed; omitted if unknown, as for some orders placed before 1.2"""
    completedAt: NotRequired[str]
    """When the order was completed; omitted if unknown"""
    saleId: NotRequired[int]
    """Id of the sale that it was placed in; omitted for an order that was placed alone"""
    receipt: NotRequired[OrderReceipt]
    price: NotRequired[Price]
    """What the whole order costs"""
    pet: NotRequired[OrderedPet]
    readyAt: NotRequired[str]
    """Since when the order is ready to be picked up; omitted if it is not"""
    returns: NotRequired[list[EventOrderReturn]]
    """What came back, the earliest first; omitted if nothing did"""
    returnedAt: NotRequired[str]
    """When everything was back; omitted if something is not"""
    refund: NotRequired[Price]
    """What was paid back in all"""

class PreviousPet(TypedDict):
    """The members that changed, as they were before"""

    name: NotRequired[str]
    """The pet's name"""
    categoryId: NotRequired[int]
    """Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no
    longer exact
    """
    status: NotRequired[PetStatus]

class PreviousPhoto(TypedDict):
    """The members that changed, as they were before"""

    alt: NotRequired[str]
    """A description of the photo, for people who cannot see it"""
    position: NotRequired[int]
    """The position among the photos of the pet: 1 is the main photo"""

class PreviousProfile(TypedDict):
    """The members that changed, as they were before"""

    breed: NotRequired[str]
    """The breed"""
    sex: NotRequired[Literal["female", "male"]]
    """The sex"""
    birthDate: NotRequired[str]
    """When the pet was born: a day, a month or a year, as far as known. Not in the future"""
    size: NotRequired[Literal["small", "medium", "large", "extra_large"]]
    """The size when grown"""
    color: NotRequired[str]
    """The color"""
    neutered: NotRequired[bool]
    """Whether the pet is neutered"""
    description: NotRequired[str]
    """A description of the pet: plain text with line breaks"""
    tags: NotRequired[list[str]]
    """Tags to find the pet by. Each tag once, ignoring case. An empty array means no tags"""
    price: NotRequired[Price]
    reference: NotRequired[str]
    """The shop's own number of the pet"""
    microchip: NotRequired[str]
    """The number of the microchip"""
    arrivedOn: NotRequired[str]
    """The day on which the pet came to the shop. Not in the future"""
    published: NotRequired[bool]
    """Whether visitors may see the pet; by default they may. With `false`, its photos need a key"""
    together: NotRequired[list[int]]
    """The pets that this one belongs together with, in the order of id: they belong together with
    it, too. Ordering it without those that are available needs `apart`
    """

class Price(TypedDict):
    """An amount of money"""

    amount: int
    """The amount in the smallest unit of the currency: 12500 is 125.00 EUR, or 12500 JPY"""
    currency: str
    """The currency, as a code of ISO 4217"""

class PriceInput(TypedDict):
    """An amount of money to set"""

    amount: int
    """The amount in the smallest unit of the currency: 12500 is 125.00 EUR, or 12500 JPY"""
    currency: str
    """The currency, as a code of ISO 4217"""

class ProfileUpdatePrice(TypedDict):
    """What to change about the price. A new price needs both members"""

    amount: NotRequired[int]
    """The amount in the smallest unit of the currency: 12500 is 125.00 EUR, or 12500 JPY"""
    currency: NotRequired[str]
    """The currency, as a code of ISO 4217"""

class ProfileUpdate(TypedDict):
    """What to change about a profile: at least one of breed, sex, birthDate, size, color,
    neutered, description, tags, price, reference, microchip, arrivedOn, published, together.
    `null` removes a member
    """

    breed: NotRequired[str | None]
    """The breed"""
    sex: NotRequired[Literal["female", "male"] | None]
    """The sex"""
    birthDate: NotRequired[str | None]
    """When the pet was born: a day, a month or a year, as far as known. Not in the future"""
    size: NotRequired[Literal["small", "medium", "large", "extra_large"] | None]
    """The size when grown"""
    color: NotRequired[str | None]
    """The color"""
    neutered: NotRequired[bool | None]
    """Whether the pet is neutered"""
    description: NotRequired[str | None]
    """A description of the pet: plain text with line breaks"""
    tags: NotRequired[list[str] | None]
    """Tags to find the pet by. Each tag once, ignoring case. An empty array means no tags"""
    price: NotRequired[ProfileUpdatePrice | None]
    """What to change about the price. A new price needs both members"""
    reference: NotRequired[str | None]
    """The shop's own number of the pet"""
    microchip: NotRequired[str | None]
    """The number of the microchip"""
    arrivedOn: NotRequired[str | None]
    """The day on which the pet came to the shop. Not in the future"""
    published: NotRequired[bool | None]
    """Whether visitors may see the pet; by default they may. With `false`, its photos need a key"""
    together: NotRequired[list[int] | None]
    """The pets that this one belongs together with. An empty array means none. Their profiles
    change with it
    """

class ProfileUpdatedEvent(TypedDict):
    """An event of the type `profile.updated`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["profile.updated"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: int
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: PetProfile
    previous: PreviousProfile
    note: NotRequired[str]
    """The note given with the change"""

class ProfileUpdatedMessage(TypedDict):
    """The body of a message of the type `profile.updated`"""

    type: Literal["profile.updated"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: ProfileUpdatedEvent

class Receipt(TypedDict):
    """The receipt of orders that were completed together"""

    number: str
    """The year in the shop's time zone, and the number in that year: `2026-00042`"""
    at: str
    """When it was issued: with the completion of its orders"""
    voidedAt: NotRequired[str]
    """When its orders were reopened; omitted for a valid receipt"""
    saleId: NotRequired[int]
    """Id of the sale of its orders; omitted for an order that was placed alone"""
    orderIds: list[int]
    """The orders that were completed together. Those of a voided receipt may be cancelled"""
    total: list[Price]
    """The sum of the prices in each currency, without later refunds"""
    taxRate: NotRequired[str]
    """The rate of the tax that the total includes, in per cent: `SHOP_TAX_RATE` at that time"""
    tax: NotRequired[list[Price]]
    """The tax that the total includes, in each currency; omitted without `taxRate`"""

ReceiptList: TypeAlias = "list[Receipt]"
"""Receipts, the newest first"""

class Redemption(TypedDict):
    """The acceptance of an invitation"""

    device: NotRequired[str]
    """The device that will use the key, such as `phone`: part of the key's name"""

class RefundInput(TypedDict):
    """What is paid back, in the currency of the order, or without a price in that of the shop
    unless it names one
    """

    amount: int
    """The amount in the smallest unit of the currency: 12500 is 125.00 EUR, or 12500 JPY"""
    currency: NotRequired[str]
    """The currency, as a code of ISO 4217"""

class Sale(TypedDict):
    """Orders that were placed together"""

    id: int
    """Unique identifier of the sale"""
    total: list[Price]
    """The sum of the prices of its orders, in each currency"""
    placedAt: str
    """When the sale was placed"""
    completedAt: NotRequired[str]
    """When the last of its orders was completed; omitted as long as one is open"""
    receipt: NotRequired[OrderReceipt]
    """The receipt of its latest completion. Orders that were completed before it have their own"""
    orders: list[Order]
    """Its orders, in the order of id"""
    customer: NotRequired[Customer]
    note: NotRequired[str]
    """A note for the staff"""

class SaleCancelledEvent(TypedDict):
    """An event of the type `sale.cancelled`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["sale.cancelled"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventSale
    note: NotRequired[str]
    """The note given with the change"""

class SaleCancelledMessage(TypedDict):
    """The body of a message of the type `sale.cancelled`"""

    type: Literal["sale.cancelled"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: SaleCancelledEvent

class SaleCompletedEvent(TypedDict):
    """An event of the type `sale.completed`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["sale.completed"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventSale
    note: NotRequired[str]
    """The note given with the change"""

class SaleCompletedMessage(TypedDict):
    """The body of a message of the type `sale.completed`"""

    type: Literal["sale.completed"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: SaleCompletedEvent

class SaleInput(TypedDict):
    """Pets to sell together"""

    items: list[SaleItemInput]
    """What is sold, each pet once"""
    shipDate: NotRequired[str]
    """When the order will ship, with any offset"""
    shipDay: NotRequired[str]
    """The day on which the order will ship, if no time is known; instead of `shipDate`, which
    becomes its beginning
    """
    customer: NotRequired[CustomerInput]
    note: NotRequired[str]
    """A note for the staff"""
    apart: NotRequired[bool]
    """Whether pets that belong together may be parted; `false` if omitted"""

class SaleItemInput(TypedDict):
    """A pet to sell"""

    petId: int
    """Id of the pet to order"""
    quantity: NotRequired[int]
    """How many; 1 if omitted"""
    price: NotRequired[PriceInput]
    """What the whole order costs; if omitted, the quantity times the pet's price"""

SaleList: TypeAlias = "list[Sale]"
"""Sales in the order of id"""

class SalePlacedEvent(TypedDict):
    """An event of the type `sale.placed`"""

    id: str
    """Identifies the event. Do not rely on its format"""
    type: Literal["sale.placed"]
    """The type of the event"""
    at: str
    """When the change was made"""
    petId: NotRequired[int]
    """The pet that the event is about"""
    key: NotRequired[EventKey]
    data: EventSale
    note: NotRequired[str]
    """The note given with the change"""

class SalePlacedMessage(TypedDict):
    """The body of a message of the type `sale.placed`"""

    type: Literal["sale.placed"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: SalePlacedEvent

class Sales(TypedDict):
    """What was sold and returned on a day, in a month, of a category or with a receipt, in one
    currency
    """

    day: NotRequired[str]
    """With `by=day`, the day"""
    month: NotRequired[str]
    """With `by=month`, the month, such as 2026-12"""
    categoryId: NotRequired[int]
    """With `by=category`, the id of the category; omitted if unknown"""
    category: NotRequired[str]
    """The name of that category, if it has one"""
    receipt: NotRequired[str]
    """With `by=receipt`, the number of the receipt; omitted for orders that have none"""
    voidedAt: NotRequired[str]
    """With `by=receipt`, when a receipt was voided, in an entry of that"""
    currency: NotRequired[str]
    """The currency; omitted for orders without a price"""
    orders: int
    """How many orders were completed"""
    quantity: int
    """How many pets they were for"""
    sales: int
    """The sum of their prices, in the smallest unit of the currency"""
    returns: int
    """How many returns there were, whole or in part"""
    returnedQuantity: int
    """How many pets came back"""
    refunds: int
    """The sum of what was paid back, in the smallest unit of the currency"""
    tax: NotRequired[int]
    """With `by=receipt`, the tax that `sales` includes; omitted if the receipt has none"""
    voids: NotRequired[Voids]

SalesReport: TypeAlias = "list[Sales]"
"""Sales by day, month, category or receipt"""

class StatsPets(TypedDict):
    """Pets by availability status"""

    available: Count
    pending: Count
    sold: Count

class Stats(TypedDict):
    """Counts for an overview"""

    pets: StatsPets
    """Pets by availability status"""
    openOrders: Count
    categories: NotRequired[list[CategoryCount]]
    """With `by=category`, the categories that matching pets have, in the order of id, the first
    200 of them
    """

class StockChange(TypedDict):
    """One change of a pet's stock count. The deltas of a pet add up to its count"""

    id: int
    """Unique identifier of the change"""
    petId: int
    """Id of the pet"""
    delta: int
    """How many were added; negative if removed"""
    quantity: int
    """The stock count after the change"""
    reason: StockChangeReason
    note: NotRequired[str]
    """The note given with the change"""
    orderId: NotRequired[int]
    """Id of the order that caused the change"""
    at: str
    """When the change happened"""

class StockChangeInput(TypedDict):
    """A change of a stock count"""

    delta: int
    """How many to add; negative to remove"""
    reason: Literal["arrival", "return", "adjustment"]
    """Why the count changes"""
    note: NotRequired[str]
    """Why, for the pet's history"""

StockChangeReason: TypeAlias = "Literal[\"created\", \"arrival\", \"return\", \"adjustment\", \"order_placed\", \"order_cancelled\", \"imported\", \"summary\"]"
"""Why a stock count changed; `summary` stands for several older changes. Later versions may add
reasons
"""

StockChanges: TypeAlias = "list[StockChange]"
"""Changes of a stock count in the order of id"""

class UndoneImport(TypedDict):
    """What undoing an import did"""

    removed: int
    """How many pets were removed"""
    restored: int
    """How many pets have again what the import changed, as far as nobody has changed it since"""
    kept: list[KeptPet]
    """The pets that the import added and that stay, or that keep something of what it changed"""

class Voids(TypedDict):
    """What receipts were for that were voided, in one currency"""

    orders: int
    """How many orders they were for"""
    quantity: int
    """How many pets those were for"""
    sales: int
    """The sum of their prices, in the smallest unit of the currency"""
    tax: NotRequired[int]
    """The tax that `sales` includes; omitted if no receipt has one"""

class Webhook(TypedDict):
    """A URL that receives events as signed messages (Standard Webhooks)"""

    id: int
    """Unique identifier of the webhook"""
    url: str
    """The URL that receives messages"""
    types: list[str]
    """The types of events that are sent"""
    description: NotRequired[str]
    """What the webhook is for"""
    active: bool
    """Whether messages are sent. The service may switch a webhook off"""
    createdAt: str
    """When the webhook was created"""
    state: Literal["active", "failing", "off"]
    """`failing` if the last attempt failed, `off` if no messages are sent, otherwise `active`"""
    since: str
    """When it entered this state"""
    reason: NotRequired[str]
    """Why the service switched it off: `gone` if the receiver returned 410, `failing` after 5 days
    without a success. Later versions may add reasons
    """
    lastSuccessAt: NotRequired[str]
    """When a message was last delivered, to the second"""

WebhookEventType: TypeAlias = "Literal[\"pet.created\", \"pet.updated\", \"pet.deleted\", \"photo.added\", \"photo.updated\", \"photo.deleted\", \"profile.updated\", \"inventory.updated\", \"order.placed\", \"order.updated\", \"order.completed\", \"order.reopened\", \"order.returned\", \"order.cancelled\", \"sale.placed\", \"sale.completed\", \"sale.cancelled\", \"inquiry.created\", \"inquiry.updated\", \"inquiry.deleted\", \"inquiry.limited\", \"care.added\", \"care.updated\", \"care.removed\", \"care.due\", \"category.created\", \"category.updated\", \"category.deleted\", \"import.completed\", \"import.undone\", \"key.created\", \"key.updated\", \"key.revoked\", \"*\"]"
"""A type of event, or `*` for all types, including later ones"""

class WebhookInput(TypedDict):
    """A webhook to create"""

    url: str
    """The URL that receives messages by POST: https, at a public address"""
    types: list[WebhookEventType]
    """The types of events to send. `["*"]` is every type, including those of later versions"""
    description: NotRequired[str]
    """What the webhook is for"""

WebhookMessage: TypeAlias = "Union[WebhookPingMessage, PetCreatedMessage, PetUpdatedMessage, PetDeletedMessage, PhotoAddedMessage, PhotoUpdatedMessage, PhotoDeletedMessage, ProfileUpdatedMessage, InventoryUpdatedMessage, OrderPlacedMessage, OrderUpdatedMessage, OrderCompletedMessage, OrderReopenedMessage, OrderReturnedMessage, OrderCancelledMessage, SalePlacedMessage, SaleCompletedMessage, SaleCancelledMessage, InquiryCreatedMessage, InquiryUpdatedMessage, InquiryDeletedMessage, InquiryLimitedMessage, CareAddedMessage, CareUpdatedMessage, CareRemovedMessage, CareDueMessage, CategoryCreatedMessage, CategoryUpdatedMessage, CategoryDeletedMessage, ImportCompletedMessage, ImportUndoneMessage, KeyCreatedMessage, KeyUpdatedMessage, KeyRevokedMessage]"
"""The body of a message to a webhook. Later versions may add types"""

class WebhookPingMessage(TypedDict):
    """The body of a message of the type `webhook.ping`"""

    type: Literal["webhook.ping"]
    """The type of the message"""
    timestamp: str
    """When the event happened"""
    data: PingData

class WebhookSecret(TypedDict):
    """The new secret of a webhook"""

    secret: NotRequired[str]
    """Signs the messages (`whsec_` and Base64). Shown only in this response, and not when you
    repeat the request with its Idempotency-Key: store it where the receiver runs
    """
    previousValidUntil: str
    """Until then, messages are also signed with the previous secret"""

class WebhookUpdate(TypedDict):
    """What to change about a webhook: at least one of url, types, description, active. `null`
    removes the description
    """

    url: NotRequired[str]
    """The URL that receives messages by POST: https, at a public address"""
    types: NotRequired[list[WebhookEventType]]
    """The types of events to send. `["*"]` is every type, including those of later versions"""
    description: NotRequired[str | None]
    """What the webhook is for"""
    active: NotRequired[bool]
    """Whether messages are sent"""

Webhooks: TypeAlias = "list[Webhook]"
"""Webhooks in the order of id"""
