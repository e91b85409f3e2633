/* Generated from the contract by `npm run generate`. Do not edit. */
/** A 64-bit integer. A number is accepted where it is exact, from -(2^53 - 1) to 2^53 - 1. */
export type Int64 = bigint | number;

/** The events of some types. */
export type EventOf<Type extends EventType> = Extract<Event, Record<"type", Type>>;

/** The members of responses that are int64. */
export const INT64: readonly string[] = ["webhookId","id","categoryId","petId","together","amount","orderId","saleId","orderIds","ids","firstId","lastId","sales","refunds","tax","net"];

/** What happened on one day */
export interface ActivityDay {
  /** The day, in the time zone of the request */
  date: string;
  /** The number of events of each type; types without events are omitted */
  counts: Record<string, number>;
}

/** An API key, without its secret */
export interface ApiKey {
  /** Unique identifier of the key */
  id: string;
  /** What the key is for, or who uses it on which device */
  name: string;
  /** The last characters of the key */
  hint: string;
  /** Permissions; `*` is everything */
  scopes: ("pets:read" | "pets:write" | "inventory:read" | "inventory:write" | "orders:read" | "orders:write" | "inquiries:read" | "inquiries:write" | "care:read" | "care:write" | "calendar:read" | "categories:read" | "categories:write" | "events:read" | "webhooks:manage" | "keys:manage" | "*" | (string & {}))[];
  /** The role with exactly these scopes, if there is one */
  role?: "owner" | "staff" | "counter" | "viewer" | (string & {});
  /** When the key was created */
  createdAt: string;
  /** The name of the key that created it; omitted for the operator's commands */
  createdBy?: string;
  /** When the key expires; omitted if never */
  expiresAt?: string;
  /** When the key was revoked */
  revokedAt?: string;
  /** When the key was last used, to the minute */
  lastUsedAt?: string;
  /** The deprecated operations that the key calls. Counts are up to date within a minute */
  deprecatedCalls: DeprecatedCalls[];
}

/** An API key, without its secret and usage */
export interface ApiKeySummary {
  /** Unique identifier of the key */
  id: string;
  /** What the key is for, or who uses it on which device */
  name: string;
  /** The last characters of the key */
  hint: string;
  /** Permissions; `*` is everything */
  scopes: ("pets:read" | "pets:write" | "inventory:read" | "inventory:write" | "orders:read" | "orders:write" | "inquiries:read" | "inquiries:write" | "care:read" | "care:write" | "calendar:read" | "categories:read" | "categories:write" | "events:read" | "webhooks:manage" | "keys:manage" | "*" | (string & {}))[];
  /** The role with exactly these scopes, if there is one */
  role?: "owner" | "staff" | "counter" | "viewer" | (string & {});
  /** When the key was created */
  createdAt: string;
  /** The name of the key that created it; omitted for the operator's commands */
  createdBy?: string;
  /** When the key expires; omitted if never */
  expiresAt?: string;
  /** When the key was revoked */
  revokedAt?: string;
}

/** What was done for a pet, or is due */
export interface Care {
  /** Unique identifier of the entry */
  id: bigint;
  /** Id of the pet */
  petId: bigint;
  /** What kind of care it is */
  kind: CareKind;
  /** What it is, such as `DHPPi` */
  what: string;
  /** The day on which it was done, in the shop's time zone. Not in the future; omitted if it is not done */
  doneOn?: string;
  /** The day on which it is due */
  dueOn?: string;
  /** It is due again so many days after it was done: an entry that is done makes the next one */
  everyDays?: number;
  /** What the pet weighs, in grams. Of a `weight` only, which needs it */
  grams?: number;
  /** The batch of a vaccine or a medicine */
  batch?: string;
  /** Who did it, such as a veterinarian */
  by?: string;
  /** A note for the staff */
  note?: string;
}

/** An event of the type `care.added` */
export interface CareAddedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "care.added";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** What was done for a pet, or is due */
  data: Care;
  /** The note given with the change */
  note?: string;
}

/** What is due as a calendar (RFC 5545, RFC 7986) */
export type CareCalendar = string;

/** When something that was due was done */
export interface CareDone {
  /** The day on which it was done; today in the shop's time zone if omitted */
  on?: string | undefined;
  /** A note for the staff */
  note?: string | undefined;
}

/** What is due on a day */
export interface CareDue {
  /** The day, in the shop's time zone */
  day: string;
  /** The entries that are due on this day or were due before it, the earliest first, at most 1000 */
  ids: bigint[];
  /** Whether these are all: `listCare` lists more */
  isComplete: boolean;
}

/** An event of the type `care.due` */
export interface CareDueEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "care.due";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** What is due on a day */
  data: CareDue;
  /** The note given with the change */
  note?: string;
}

/** What was done for a pet, or is due: at least one of doneOn, dueOn */
export interface CareInput {
  /** What kind of care it is */
  kind: CareKind;
  /** What it is, such as `DHPPi` */
  what: string;
  /** The day on which it was done, in the shop's time zone. Not in the future */
  doneOn?: string | undefined;
  /** The day on which it is due */
  dueOn?: string | undefined;
  /** It is due again so many days after it was done: an entry that is done makes the next one */
  everyDays?: number | undefined;
  /** What the pet weighs, in grams. Of a `weight` only, which needs it */
  grams?: number | undefined;
  /** The batch of a vaccine or a medicine */
  batch?: string | undefined;
  /** Who did it, such as a veterinarian */
  by?: string | undefined;
  /** A note for the staff */
  note?: string | undefined;
}

/** What kind of care it is */
export type CareKind = "vaccination" | "treatment" | "check" | "weight" | "note";

/** The care of a pet in a line of a file */
export interface CareOfLine {
  /** The day of the last vaccination. Not in the future */
  vaccinatedOn?: string;
  /** The day on which the next vaccination is due */
  vaccinationDueOn?: string;
  /** The day on which the pet was last dewormed. Not in the future */
  dewormedOn?: string;
  /** What the pet weighed last, in grams */
  grams?: number;
  /** The day on which it was weighed; by default the day of the import. Not in the future */
  weighedOn?: string;
}

/** What a plan makes due */
export interface CarePlanItem {
  /** What kind of care it is */
  kind: "vaccination" | "treatment" | "check" | "note";
  /** What it is, such as `DHPPi` */
  what: string;
  /** How many days after the birth it is due */
  atDays: number;
  /** It is due again so many days after it was done: an entry that is done makes the next one */
  everyDays?: number | undefined;
}

/** Where a plan begins */
export interface CarePlanStart {
  /** The day that days are counted from, if the pet's day of birth is not known; today if omitted */
  from?: string | undefined;
}

/** An event of the type `care.removed` */
export interface CareRemovedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "care.removed";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** What was done for a pet, or is due */
  data: Care;
  /** The note given with the change */
  note?: string;
}

/**
 * What to change about an entry of care: at least one of kind, what, doneOn, dueOn, everyDays, grams,
 * batch, by, note. `null` removes a member
 */
export interface CareUpdate {
  /** What kind of care it is */
  kind?: CareKind | undefined;
  /** What it is, such as `DHPPi` */
  what?: string | undefined;
  /** The day on which it was done, in the shop's time zone. Not in the future */
  doneOn?: string | null | undefined;
  /** The day on which it is due */
  dueOn?: string | null | undefined;
  /** It is due again so many days after it was done: an entry that is done makes the next one */
  everyDays?: number | null | undefined;
  /** What the pet weighs, in grams. Of a `weight` only, which needs it */
  grams?: number | null | undefined;
  /** The batch of a vaccine or a medicine */
  batch?: string | null | undefined;
  /** Who did it, such as a veterinarian */
  by?: string | null | undefined;
  /** A note for the staff */
  note?: string | null | undefined;
}

/** An event of the type `care.updated` */
export interface CareUpdatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "care.updated";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** What was done for a pet, or is due */
  data: Care;
  /** The members that changed, as they were before */
  previous: PreviousCare;
  /** The note given with the change */
  note?: string;
}

/** A category of pets */
export interface Category {
  /** Unique identifier of the category */
  id: bigint;
  /** The category's name */
  name: string;
  /** What belongs in the category */
  description?: string;
  /** What a pet of this category needs, and when */
  carePlan?: CarePlanItem[];
}

/** How many pets of a category match */
export interface CategoryCount extends Count {
  /** Id of the category */
  categoryId: bigint;
}

/** An event of the type `category.created` */
export interface CategoryCreatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "category.created";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** A category of pets */
  data: Category;
  /** The note given with the change */
  note?: string;
}

/** An event of the type `category.deleted` */
export interface CategoryDeletedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "category.deleted";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** A category of pets */
  data: Category;
  /** The note given with the change */
  note?: string;
}

/** A category to add */
export interface CategoryInput {
  /**
   * The category's name. It must have a character that is not white space (Unicode White_Space), and no
   * control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
   */
  name: string;
  /** What belongs in the category */
  description?: string | undefined;
  /** What a pet of this category needs, and when. `applyCarePlan` makes it due for a pet */
  carePlan?: readonly CarePlanItem[] | undefined;
}

/**
 * What to change about a category: at least one of name, description, carePlan. `null` removes the
 * description or the plan
 */
export interface CategoryUpdate {
  /**
   * The category's name. It must have a character that is not white space (Unicode White_Space), and no
   * control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
   */
  name?: string | undefined;
  /** What belongs in the category */
  description?: string | null | undefined;
  /** What a pet of this category needs, and when. `applyCarePlan` makes it due for a pet */
  carePlan?: readonly CarePlanItem[] | null | undefined;
}

/** An event of the type `category.updated` */
export interface CategoryUpdatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "category.updated";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** A category of pets */
  data: Category;
  /** The members that changed, as they were before */
  previous: PreviousCategory;
  /** The note given with the change */
  note?: string;
}

/** What was sold and returned on a day, and its receipts */
export interface Closing {
  /** The day, in the shop's time zone */
  day: string;
  /** The first receipt of the day; omitted if there is none */
  first?: string;
  /** The last receipt of the day; omitted if there is none */
  last?: string;
  /** How many receipts were issued, also those that were voided since */
  issued: number;
  /** How many receipts were voided, of this day or an earlier one */
  voided: number;
  /** The first 100 of those that were voided */
  voidedReceipts: Receipt[];
  /** The sums, in the order of currency */
  sums: ClosingSums[];
}

/** What was sold, voided and returned in one currency */
export interface ClosingSums {
  /** The currency; omitted for orders without a price */
  currency?: string;
  /** How many orders were completed */
  orders: number;
  /** How many pets they were for */
  quantity: number;
  /** The sum of their prices, in the smallest unit of the currency */
  sales: bigint;
  /** How many returns there were, whole or in part */
  returns: number;
  /** How many pets came back */
  returnedQuantity: number;
  /** The sum of what was paid back, in the smallest unit of the currency */
  refunds: bigint;
  /** The tax that `sales` includes; omitted if no receipt has one */
  tax?: bigint;
  /** What receipts were for that were voided, in one currency */
  voids?: Voids;
  /** `sales` without what was voided and paid back */
  net: bigint;
}

/** A count with an upper limit */
export interface Count {
  /** How many there are, counted up to 1000 */
  count: number;
  /** Whether there may be more than `count` */
  capped: boolean;
}

/** An invitation with its URL */
export interface CreatedInvitation extends Invitation {
  /**
   * The URL to send to that person, for one use. Shown only in this response, and not when you repeat
   * the request with its Idempotency-Key
   */
  url?: string;
}

/** An API key with its secret */
export interface CreatedKey extends ApiKey {
  /**
   * The key to send. Shown only in this response, and not when you repeat the request with its
   * Idempotency-Key
   */
  secret?: string;
}

/** A webhook with its secret */
export interface CreatedWebhook extends Webhook {
  /**
   * Signs the messages (`whsec_` and Base64). Shown only in this response, and not when you repeat the
   * request with its Idempotency-Key: store it where the receiver runs
   */
  secret?: string;
}

/** The API key of the request */
export interface CurrentKey {
  /** Identifies the key in `listKeys`; omitted if it is not listed there */
  id?: string;
  /** What the key is for, or who uses it on which device */
  name: string;
  /** The last characters of the key */
  hint: string;
  /** Permissions; `*` is everything */
  scopes: ("pets:read" | "pets:write" | "inventory:read" | "inventory:write" | "orders:read" | "orders:write" | "inquiries:read" | "inquiries:write" | "care:read" | "care:write" | "calendar:read" | "categories:read" | "categories:write" | "events:read" | "webhooks:manage" | "keys:manage" | "*" | (string & {}))[];
  /** The role with exactly these scopes, if there is one */
  role?: "owner" | "staff" | "counter" | "viewer" | (string & {});
  /** The environment that the key belongs to */
  environment: "production" | "staging";
  /** When the key expires; omitted if never */
  expiresAt?: string;
}

/** The customer of an order. Events and webhooks never include it */
export interface Customer {
  /** The customer's name */
  name: string;
  /** How to reach the customer */
  contact?: string;
}

/** The customer of a new order */
export interface CustomerInput {
  /**
   * The customer's name. It must have a character that is not white space (Unicode White_Space), and no
   * control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
   */
  name: string;
  /** How to reach the customer, such as a phone number */
  contact?: string | undefined;
}

/** A message to a webhook and its last attempt */
export interface Delivery {
  /** Unique identifier of the delivery */
  id: bigint;
  /** The id of the event and the `webhook-id` of the message; omitted for a ping */
  eventId?: string;
  /** The type of the message: the type of the event, or `webhook.ping` */
  type: string;
  /** `waiting` for an attempt, `sending`, or final. A `failed` delivery is not retried automatically */
  state: "waiting" | "sending" | "succeeded" | "failed";
  /** The number of attempts */
  attempts: number;
  /** When the event happened */
  createdAt: string;
  /** When the next attempt starts, if it is waiting */
  nextAttemptAt?: string;
  /** When the last attempt ended */
  attemptedAt?: string;
  /** The HTTP status of the last response */
  status?: number;
  /** How long the last attempt took, in milliseconds */
  durationMs?: number;
  /** The first 1,024 bytes of the last response */
  response?: string;
  /** Why there was no response to the last attempt */
  error?: string;
}

/** Calls of a deprecated operation */
export interface DeprecatedCalls {
  /** The operation */
  operation: string;
  /** How often the key called it */
  count: number;
  /** When the key last called it */
  lastAt: string;
}

/** The body of every response with a status of 400 or more */
export interface ErrorBody {
  /** Machine-readable error code. Later versions may add codes */
  code: "malformed_json" | "validation_failed" | "invalid_parameter" | "invalid_image" | "invalid_cursor" | "unauthorized" | "insufficient_scope" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "conflict" | "invalid_status_transition" | "insufficient_stock" | "belongs_together" | "pet_not_available" | "request_in_progress" | "gone" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "headers_too_large" | "internal_error" | "service_unavailable" | (string & {});
  /** Human-readable description */
  message: string;
  /** The HTTP status code */
  status: number;
  /** On status 400 each invalid field, and of a sale the item that cannot be sold */
  details?: ({
    /** The field or parameter */
    field: string;
    /** What is wrong with it */
    code: "missing" | "invalid" | "unknown";
    /** What was expected, and what the request had */
    message: string;
  })[];
}

/** A change. Later versions may add types */
export type Event = PetCreatedEvent | PetUpdatedEvent | PetDeletedEvent | PhotoAddedEvent | PhotoUpdatedEvent | PhotoDeletedEvent | ProfileUpdatedEvent | InventoryUpdatedEvent | OrderPlacedEvent | OrderUpdatedEvent | OrderCompletedEvent | OrderReopenedEvent | OrderReturnedEvent | OrderCancelledEvent | SalePlacedEvent | SaleCompletedEvent | SaleCancelledEvent | InquiryCreatedEvent | InquiryUpdatedEvent | InquiryDeletedEvent | InquiryLimitedEvent | CareAddedEvent | CareUpdatedEvent | CareRemovedEvent | CareDueEvent | CategoryCreatedEvent | CategoryUpdatedEvent | CategoryDeletedEvent | ImportCompletedEvent | ImportUndoneEvent | KeyCreatedEvent | KeyUpdatedEvent | KeyRevokedEvent;

/** An inquiry without the visitor, the message and the note; `getInquiry` returns those */
export interface EventInquiry {
  /** Unique identifier of the inquiry */
  id: bigint;
  /** Id of the pet that it is about */
  petId: bigint;
  /** When it was sent */
  at: string;
  /** What has become of an inquiry */
  state: InquiryState;
}

/** The API key that made the change; omitted for the operator's commands and for visitors */
export interface EventKey {
  /** The name of the API key */
  name: string;
  /** The last characters of the API key */
  hint?: string;
}

/** An order for a pet, without customer and notes; `getOrder` returns those */
export interface EventOrder {
  /** Unique identifier of the order */
  id: bigint;
  /** Id of the pet that was ordered */
  petId: bigint;
  /** The ordered quantity */
  quantity: number;
  /** When the order ships, in UTC; omitted if not yet known */
  shipDate?: string;
  /** The day on which the order ships, if no time is known. `shipDate` is when it begins in the shop */
  shipDay?: string;
  /** Whether the order is complete */
  complete: boolean;
  /** When the order was placed; omitted if unknown, as for some orders placed before 1.2 */
  placedAt?: string;
  /** When the order was completed; omitted if unknown */
  completedAt?: string;
  /** Id of the sale that it was placed in; omitted for an order that was placed alone */
  saleId?: bigint;
  /** The receipt of a completion. `getReceipt` returns all of it */
  receipt?: OrderReceipt;
  /** What the whole order costs */
  price?: Price;
  /** What an order remembers of its pet, as it was when the order was placed */
  pet?: OrderedPet;
  /** Since when the order is ready to be picked up; omitted if it is not */
  readyAt?: string;
  /** What came back, the earliest first; omitted if nothing did */
  returns?: EventOrderReturn[];
  /** When everything was back; omitted if something is not */
  returnedAt?: string;
  /** What was paid back in all */
  refund?: Price;
}

/** What came back of an order at one time, without the note */
export interface EventOrderReturn {
  /** When it came back */
  at: string;
  /** How many came back */
  quantity: number;
  /** Whether they are in stock again */
  restock: boolean;
  /** What was paid back */
  refund?: Price;
}

/** Orders that were placed together, without the customer; `getSale` returns those */
export interface EventSale {
  /** Unique identifier of the sale */
  id: bigint;
  /** The sum of the prices of its orders, in each currency */
  total: Price[];
  /** When the sale was placed */
  placedAt: string;
  /** When the last of its orders was completed; omitted as long as one is open */
  completedAt?: string;
  /** The receipt of its latest completion. Orders that were completed before it have their own */
  receipt?: OrderReceipt;
  /** Its orders, in the order of id */
  orders: EventSaleOrder[];
}

/** An order of a sale */
export interface EventSaleOrder {
  /** Unique identifier of the order */
  id: bigint;
  /** Id of the pet that was ordered */
  petId: bigint;
  /** The ordered quantity */
  quantity: number;
}

/** A type of event. Later versions may add types */
export type EventType = "pet.created" | "pet.updated" | "pet.deleted" | "photo.added" | "photo.updated" | "photo.deleted" | "profile.updated" | "inventory.updated" | "order.placed" | "order.updated" | "order.completed" | "order.reopened" | "order.returned" | "order.cancelled" | "sale.placed" | "sale.completed" | "sale.cancelled" | "inquiry.created" | "inquiry.updated" | "inquiry.deleted" | "inquiry.limited" | "care.added" | "care.updated" | "care.removed" | "care.due" | "category.created" | "category.updated" | "category.deleted" | "import.completed" | "import.undone" | "key.created" | "key.updated" | "key.revoked";

/** A scope for a key */
export type GivenScope = "pets:read" | "pets:write" | "inventory:read" | "inventory:write" | "orders:read" | "orders:write" | "inquiries:read" | "inquiries:write" | "care:read" | "care:write" | "calendar:read" | "categories:read" | "categories:write" | "events:read" | "webhooks:manage" | "keys:manage" | "*";

/** Ids that follow one another */
export interface IdRange {
  /** The first id */
  firstId: bigint;
  /** The last id, which may be the same */
  lastId: bigint;
}

/** An import that stored something */
export interface Import {
  /** Id of the import */
  id: bigint;
  /** When it began */
  at: string;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** The name of the file, if it is known */
  file?: string;
  /** How many pets it added */
  added: number;
  /** How many pets it changed */
  updated: number;
  /** How many categories it created */
  createdCategories: number;
  /**
   * `partial` while a file is imported or undone, and after that was interrupted: repeat the command to
   * complete it. An interrupted `POST /imports` is undone by the service
   */
  state: "partial" | "complete" | "undone";
}

/** What a person can say about cells or lines with a problem */
export interface ImportAnswer {
  /** What it answers. Later versions may add codes */
  problem: "empty_file" | "not_utf8" | "malformed_json" | "unknown_member" | "misplaced_quote" | "too_many_fields" | "no_titles" | "missing_columns" | "repeated_column" | "unknown_title" | "missing_value" | "invalid_value" | "unknown_word" | "spreadsheet_error" | "shortened_number" | "ambiguous_dates" | "missing_currency" | "missing_unit" | "repeated_id" | "repeated_mark" | "taken" | "cannot_match" | "imported_before" | "id_exists" | "other_pet" | "id_too_large" | "similar_category" | "unknown_category" | "two_categories" | "too_many_categories" | "invalid_status_transition" | (string & {});
  /** The column of the cells; omitted for whole lines */
  column?: ImportColumn;
  /** The text of the cells; omitted where it is for all of them, or for lines */
  value?: string;
  /** How many lines it is for */
  count: number;
  /** The parameter that answers */
  option: string;
  /** Each of these answers the problem */
  choices: string[];
}

/** What a column of an import says about a pet */
export type ImportColumn = "id" | "name" | "categoryId" | "category" | "status" | "quantity" | "breed" | "sex" | "birthDate" | "size" | "color" | "neutered" | "description" | "tags" | "price" | "reference" | "microchip" | "arrivedOn" | "published" | "vaccinatedOn" | "vaccinationDueOn" | "dewormedOn" | "grams" | "weighedOn" | "createdAt";

/** An event of the type `import.completed` */
export interface ImportCompletedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "import.completed";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** The pets that an import added, or that were removed when it was undone */
  data: ImportSummary;
  /** The note given with the change */
  note?: string;
}

/** One of the first pets, as it will be stored */
export interface ImportPreview {
  /** The number of the line, from 1 */
  line: number;
  /** What becomes of the pet */
  action: "add" | "change" | "keep";
  /** Id of the pet; omitted if it gets a new one */
  id?: bigint;
  /** The pet's name */
  name: string;
  /** The name of the category in the file */
  category?: string;
  /** Id of the category; omitted if the import creates it */
  categoryId?: bigint;
  /** Availability status of a pet */
  status: PetStatus;
  /** The stock count */
  quantity: number;
  /** The profile of a pet, without its id */
  profile?: KnownProfile;
  /** The care of a pet in a line of a file */
  care?: CareOfLine;
}

/** A kind of problem, with its lines */
export interface ImportProblem {
  /** What is wrong. Later versions may add codes */
  code: "empty_file" | "not_utf8" | "malformed_json" | "unknown_member" | "misplaced_quote" | "too_many_fields" | "no_titles" | "missing_columns" | "repeated_column" | "unknown_title" | "missing_value" | "invalid_value" | "unknown_word" | "spreadsheet_error" | "shortened_number" | "ambiguous_dates" | "missing_currency" | "missing_unit" | "repeated_id" | "repeated_mark" | "taken" | "cannot_match" | "imported_before" | "id_exists" | "other_pet" | "id_too_large" | "similar_category" | "unknown_category" | "two_categories" | "too_many_categories" | "invalid_status_transition" | (string & {});
  /** The column of the value; omitted for a whole line */
  column?: ImportColumn;
  /** What was expected, and what to do */
  message: string;
  /** How many lines have this problem */
  count: number;
  /** The first of these lines */
  lines: number[];
  /** Some of these lines, with their values */
  examples: ({
    /** The number of the line, from 1 */
    line: number;
    /** The value, if there is one */
    got: string;
  })[];
}

/** What an import did, or would do */
export interface ImportReport {
  /** Whether the pets were stored: `false` for a dry run or if there are problems */
  stored: boolean;
  /** Id of the import, with which it can be undone; omitted if nothing new was stored */
  id?: bigint;
  /** How many pets the file has without a problem */
  pets: number;
  /** How many pets are new */
  added: number;
  /** How many existing pets change */
  updated: number;
  /** How many categories are new */
  createdCategories: number;
  /** The columns of a CSV file */
  columns: ImportedColumn[];
  /** The first pets */
  preview: ImportPreview[];
  /** Problems to correct. If there is one, nothing is stored */
  problems: ImportProblem[];
  /** What answers the problems */
  answers: ImportAnswer[];
  /** Things that are allowed but may be mistakes */
  warnings: ImportWarning[];
}

/** The pets that an import added, or that were removed when it was undone */
export interface ImportSummary {
  /** How many pets were imported, or removed again */
  count: number;
  /** The smallest id of these pets */
  firstId: bigint;
  /** The largest id of these pets */
  lastId: bigint;
  /** The ids of these pets, in ascending order. After 999 ranges, the last one spans the rest */
  ranges?: IdRange[];
}

/** An event of the type `import.undone` */
export interface ImportUndoneEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "import.undone";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** The pets that an import added, or that were removed when it was undone */
  data: ImportSummary;
  /** The note given with the change */
  note?: string;
}

/** Something that is allowed but may be a mistake */
export interface ImportWarning {
  /** What may be a mistake. Later versions may add codes */
  code: "large_ids" | "too_few_fields" | "continued_rows" | "deceased_pets" | "non_shelter_pets" | "unpublished_pets" | "nothing_words" | "footer_rows" | "known_system" | "photo_addresses" | "unused_words" | "not_read_to_end" | (string & {});
  /** What it means */
  message: string;
  /** How many rows it is about, or how many addresses of photos; omitted if it is about none */
  count?: number;
}

/** A column of a CSV file */
export interface ImportedColumn {
  /** The title in the file */
  title: string;
  /** What it says about a pet; omitted if it is ignored */
  column?: ImportColumn;
}

/** What a visitor asks about a pet. Events and webhooks never include the visitor */
export interface Inquiry {
  /** Unique identifier of the inquiry */
  id: bigint;
  /** Id of the pet that it is about */
  petId: bigint;
  /** When it was sent */
  at: string;
  /** Who asks. Omitted in responses to keys without the scope `inquiries:read`, and to repeated requests */
  name?: string;
  /**
   * How to reach them: an email address or a phone number. Omitted in responses to keys without the
   * scope `inquiries:read`, and to repeated requests
   */
  contact?: string;
  /**
   * What they ask. Omitted in responses to keys without the scope `inquiries:read`, and to repeated
   * requests
   */
  message?: string;
  /** What has become of an inquiry */
  state: InquiryState;
  /** A note of the staff */
  note?: string;
}

/** An event of the type `inquiry.created` */
export interface InquiryCreatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "inquiry.created";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An inquiry without the visitor, the message and the note; `getInquiry` returns those */
  data: EventInquiry;
  /** The note given with the change */
  note?: string;
}

/** An event of the type `inquiry.deleted` */
export interface InquiryDeletedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "inquiry.deleted";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An inquiry without the visitor, the message and the note; `getInquiry` returns those */
  data: EventInquiry;
  /** The note given with the change */
  note?: string;
}

/** An event of the type `inquiry.limited` */
export interface InquiryLimitedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "inquiry.limited";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** A limit of inquiries that was reached for the first time on a day */
  data: LimitedInquiries;
  /** The note given with the change */
  note?: string;
}

/** What has become of an inquiry */
export type InquiryState = "new" | "answered" | "closed";

/** What to change about an inquiry: at least one of state, note. `null` removes the note */
export interface InquiryUpdate {
  /** What has become of an inquiry */
  state?: InquiryState | undefined;
  /** A note of the staff */
  note?: string | null | undefined;
}

/** An event of the type `inquiry.updated` */
export interface InquiryUpdatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "inquiry.updated";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An inquiry without the visitor, the message and the note; `getInquiry` returns those */
  data: EventInquiry;
  /** The members that changed, as they were before */
  previous: PreviousInquiry;
  /** The note given with the change */
  note?: string;
}

/** The stock of one pet, with the pet's status */
export interface InventoryEntry {
  /** Id of the pet the entry tracks */
  petId: bigint;
  /** Current stock count */
  quantity: number;
  /** Availability status of a pet */
  status: PetStatus;
}

/** A new stock count */
export interface InventoryUpdate {
  /** The new stock count */
  quantity: number;
  /** The expected current count. If it differs, the response is 409 and nothing changes */
  changeFromQuantity?: number | undefined;
  /** Why the count changes; `adjustment` if omitted */
  reason?: "arrival" | "return" | "adjustment" | undefined;
  /** Why, for the pet's history */
  note?: string | undefined;
}

/** An event of the type `inventory.updated` */
export interface InventoryUpdatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "inventory.updated";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** The stock of one pet, with the pet's status */
  data: InventoryEntry;
  /** The members that changed, as they were before */
  previous?: PreviousInventoryEntry;
  /** The note given with the change */
  note?: string;
}

/** An invitation that nobody has accepted yet */
export interface Invitation {
  /** Unique identifier of the invitation */
  id: bigint;
  /** Who is invited */
  name: string;
  /** Permissions; `*` is everything */
  scopes: ("pets:read" | "pets:write" | "inventory:read" | "inventory:write" | "orders:read" | "orders:write" | "inquiries:read" | "inquiries:write" | "care:read" | "care:write" | "calendar:read" | "categories:read" | "categories:write" | "events:read" | "webhooks:manage" | "keys:manage" | "*" | (string & {}))[];
  /** The role with exactly these scopes, if there is one */
  role?: "owner" | "staff" | "counter" | "viewer" | (string & {});
  /** When the invitation was created */
  createdAt: string;
  /** The name of the key that created it; omitted for the operator's commands */
  createdBy?: string;
  /** When the invitation expires */
  expiresAt: string;
}

/** An invitation to create: at least one of scopes, role, and not both */
export interface InvitationInput {
  /** Who is invited */
  name: string;
  /** Permissions. `["*"]` is everything, including what later versions add */
  scopes?: readonly GivenScope[] | undefined;
  /** A name for a set of scopes, instead of `scopes` */
  role?: "owner" | "staff" | "counter" | "viewer" | undefined;
  /**
   * When the invitation expires: after 72 hours if omitted, after at most 30 days, and not after the key
   * of the request
   */
  expiresAt?: string | undefined;
}

/** An invitation as the invited person sees it */
export interface InvitationOffer {
  /** Who is invited */
  name: string;
  /** Permissions; `*` is everything */
  scopes: ("pets:read" | "pets:write" | "inventory:read" | "inventory:write" | "orders:read" | "orders:write" | "inquiries:read" | "inquiries:write" | "care:read" | "care:write" | "calendar:read" | "categories:read" | "categories:write" | "events:read" | "webhooks:manage" | "keys:manage" | "*" | (string & {}))[];
  /** The role with exactly these scopes, if there is one */
  role?: "owner" | "staff" | "counter" | "viewer" | (string & {});
  /** The environment that the key belongs to */
  environment: "production" | "staging";
  /** The name of the shop, if the service has one */
  shop?: string;
  /** The name of the key that created it; omitted for the operator's commands */
  createdBy?: string;
  /** When the invitation expires */
  expiresAt: string;
}

/** A pet of which something that an import did stays */
export interface KeptPet {
  /** Id of the pet */
  petId: bigint;
  /**
   * Why it stays. `changed`: somebody has changed it, its profile, its photos, its care or its stock
   * since. `ordered`: it has an order. Later versions may add reasons
   */
  reason: "changed" | "ordered" | (string & {});
}

/** An event of the type `key.created` */
export interface KeyCreatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "key.created";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An API key, without its secret and usage */
  data: ApiKeySummary;
  /** The note given with the change */
  note?: string;
}

/** An event of the type `key.revoked` */
export interface KeyRevokedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "key.revoked";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An API key, without its secret and usage */
  data: ApiKeySummary;
  /** The note given with the change */
  note?: string;
}

/**
 * What to change about a key: at least one of name, scopes, role, expiresAt. `null` removes
 * `expiresAt`
 */
export interface KeyUpdate {
  /** What the key is for, or who uses it on which device */
  name?: string | undefined;
  /** Permissions. `["*"]` is everything, including what later versions add */
  scopes?: readonly GivenScope[] | undefined;
  /** A name for a set of scopes, instead of `scopes` */
  role?: "owner" | "staff" | "counter" | "viewer" | undefined;
  /** When it expires */
  expiresAt?: string | null | undefined;
}

/** An event of the type `key.updated` */
export interface KeyUpdatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "key.updated";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An API key, without its secret and usage */
  data: ApiKeySummary;
  /** The members that changed, as they were before */
  previous: PreviousApiKey;
  /** The note given with the change */
  note?: string;
}

/** The profile of a pet, without its id */
export interface KnownProfile {
  /** The breed */
  breed?: string;
  /** The sex */
  sex?: "female" | "male";
  /** When the pet was born: a day, a month or a year, as far as known. Not in the future */
  birthDate?: string;
  /** The size when grown */
  size?: "small" | "medium" | "large" | "extra_large";
  /** The color */
  color?: string;
  /** Whether the pet is neutered */
  neutered?: boolean;
  /** A description of the pet: plain text with line breaks */
  description?: string;
  /** Tags to find the pet by. Each tag once, ignoring case. An empty array means no tags */
  tags?: string[];
  /** An amount of money */
  price?: Price;
  /** The shop's own number of the pet */
  reference?: string;
  /** The number of the microchip */
  microchip?: string;
  /** The day on which the pet came to the shop. Not in the future */
  arrivedOn?: string;
  /** Whether visitors may see the pet; by default they may. With `false`, its photos need a key */
  published?: boolean;
}

/** A limit of inquiries that was reached for the first time on a day */
export interface LimitedInquiries {
  /** The day (UTC). The form takes inquiries again on the next one */
  day: string;
  /** What was reached: the limit of all inquiries, of one network or of one contact */
  limit: "day" | "network" | "contact";
  /** How many inquiries the limit allows on a day */
  max: number;
}

/** A key to create: at least one of scopes, role, and not both */
export interface NewKey {
  /** What the key is for, or who uses it on which device */
  name: string;
  /** Permissions. `["*"]` is everything, including what later versions add */
  scopes?: readonly GivenScope[] | undefined;
  /** A name for a set of scopes, instead of `scopes` */
  role?: "owner" | "staff" | "counter" | "viewer" | undefined;
  /** When it expires; never if omitted */
  expiresAt?: string | undefined;
}

/** A pet to add, with its profile */
export interface NewPetWithProfile {
  /**
   * The pet's name. It must have a character that is not white space (Unicode White_Space), and no
   * control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
   */
  name: string;
  /** Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no longer exact */
  categoryId: Int64;
  /** Availability status; `available` if omitted */
  status?: PetStatus | undefined;
  /** The pet's profile */
  profile?: NewProfile | undefined;
}

/** The profile of a new pet */
export interface NewProfile {
  /** The breed */
  breed?: string | undefined;
  /** The sex */
  sex?: "female" | "male" | undefined;
  /** When the pet was born: a day, a month or a year, as far as known. Not in the future */
  birthDate?: string | undefined;
  /** The size when grown */
  size?: "small" | "medium" | "large" | "extra_large" | undefined;
  /** The color */
  color?: string | undefined;
  /** Whether the pet is neutered */
  neutered?: boolean | undefined;
  /** A description of the pet: plain text with line breaks */
  description?: string | undefined;
  /** Tags to find the pet by. Each tag once, ignoring case. An empty array means no tags */
  tags?: readonly string[] | undefined;
  /** An amount of money to set */
  price?: PriceInput | undefined;
  /** The shop's own number of the pet */
  reference?: string | undefined;
  /** The number of the microchip */
  microchip?: string | undefined;
  /** The day on which the pet came to the shop. Not in the future */
  arrivedOn?: string | undefined;
  /** Whether visitors may see the pet; by default they may. With `false`, its photos need a key */
  published?: boolean | undefined;
}

/** An order for a pet */
export interface Order {
  /** Unique identifier of the order */
  id: bigint;
  /** Id of the pet that was ordered */
  petId: bigint;
  /** The ordered quantity */
  quantity: number;
  /** When the order ships, in UTC; omitted if not yet known */
  shipDate?: string;
  /** The day on which the order ships, if no time is known. `shipDate` is when it begins in the shop */
  shipDay?: string;
  /** Whether the order is complete */
  complete: boolean;
  /** When the order was placed; omitted if unknown, as for some orders placed before 1.2 */
  placedAt?: string;
  /** When the order was completed; omitted if unknown */
  completedAt?: string;
  /** Id of the sale that it was placed in; omitted for an order that was placed alone */
  saleId?: bigint;
  /** The receipt of a completion. `getReceipt` returns all of it */
  receipt?: OrderReceipt;
  /** The customer of an order. Events and webhooks never include it */
  customer?: Customer;
  /** A note for the staff */
  note?: string;
  /** What the whole order costs */
  price?: Price;
  /** What an order remembers of its pet, as it was when the order was placed */
  pet?: OrderedPet;
  /** Since when the order is ready to be picked up; omitted if it is not */
  readyAt?: string;
  /** What came back, the earliest first; omitted if nothing did */
  returns?: OrderReturn[];
  /** When everything was back; omitted if something is not */
  returnedAt?: string;
  /** What was paid back in all */
  refund?: Price;
}

/** An event of the type `order.cancelled` */
export interface OrderCancelledEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "order.cancelled";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An order for a pet, without customer and notes; `getOrder` returns those */
  data: EventOrder;
  /** The note given with the change */
  note?: string;
}

/** An event of the type `order.completed` */
export interface OrderCompletedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "order.completed";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An order for a pet, without customer and notes; `getOrder` returns those */
  data: EventOrder;
  /** The members that changed, as they were before */
  previous: PreviousOrder;
  /** The note given with the change */
  note?: string;
}

/** An order to place */
export interface OrderInput {
  /** Id of the pet to order */
  petId: Int64;
  /** How many; 1 if omitted */
  quantity?: number | undefined;
  /** When the order will ship, with any offset */
  shipDate?: string | undefined;
  /**
   * The day on which the order will ship, if no time is known; instead of `shipDate`, which becomes its
   * beginning
   */
  shipDay?: string | undefined;
  /** The customer of a new order */
  customer?: CustomerInput | undefined;
  /** A note for the staff */
  note?: string | undefined;
  /** What the whole order costs; if omitted, the quantity times the pet's price */
  price?: PriceInput | undefined;
  /** Whether pets that belong together may be parted; `false` if omitted */
  apart?: boolean | undefined;
}

/** An event of the type `order.placed` */
export interface OrderPlacedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "order.placed";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An order for a pet, without customer and notes; `getOrder` returns those */
  data: EventOrder;
  /** The note given with the change */
  note?: string;
}

/** The receipt of a completion. `getReceipt` returns all of it */
export interface OrderReceipt {
  /** The year in the shop's time zone, and the number in that year: `2026-00042` */
  number: string;
  /** When it was issued: with the completion */
  at: string;
}

/** An event of the type `order.reopened` */
export interface OrderReopenedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "order.reopened";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An order for a pet, without customer and notes; `getOrder` returns those */
  data: EventOrder;
  /** The members that changed, as they were before */
  previous: PreviousOrder;
  /** The note given with the change */
  note?: string;
}

/** What came back of an order at one time */
export interface OrderReturn extends EventOrderReturn {
  /** Why, for the staff */
  note?: string;
}

/** What comes back of a complete order */
export interface OrderReturnInput {
  /** How many come back now; all that have not if omitted */
  quantity?: number | undefined;
  /**
   * What is paid back, in the currency of the order, or without a price in that of the shop unless it
   * names one
   */
  refund?: RefundInput | undefined;
  /** Whether the quantity is in stock again; `true` if omitted */
  restock?: boolean | undefined;
  /** Why, for the staff */
  note?: string | undefined;
}

/** An event of the type `order.returned` */
export interface OrderReturnedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "order.returned";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An order for a pet, without customer and notes; `getOrder` returns those */
  data: EventOrder;
  /** The members that changed, as they were before */
  previous: PreviousOrder;
  /** The note given with the change */
  note?: string;
}

/**
 * What to change about an order: at least one of customer, note, shipDate, shipDay, ready. `null`
 * removes a member
 */
export interface OrderUpdate {
  /** What to change about the customer. `null` removes the contact or the whole customer */
  customer?: {
    /**
     * The customer's name. It must have a character that is not white space (Unicode White_Space), and no
     * control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
     */
    name?: string | undefined;
    /** How to reach the customer, such as a phone number */
    contact?: string | null | undefined;
  } | null | undefined;
  /** A note for the staff */
  note?: string | null | undefined;
  /** When the order will ship, with any offset */
  shipDate?: string | null | undefined;
  /**
   * The day on which the order will ship, if no time is known; instead of `shipDate`, which becomes its
   * beginning
   */
  shipDay?: string | null | undefined;
  /** Whether an open order is ready to be picked up */
  ready?: boolean | undefined;
}

/** An event of the type `order.updated` */
export interface OrderUpdatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "order.updated";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** An order for a pet, without customer and notes; `getOrder` returns those */
  data: EventOrder;
  /** The members that changed, as they were before */
  previous: PreviousOrder;
  /** The note given with the change */
  note?: string;
}

/** What an order remembers of its pet, as it was when the order was placed */
export interface OrderedPet {
  /** The pet's name */
  name: string;
  /** Id of its category */
  categoryId: bigint;
  /** The name of its category, if there was one with this id */
  category?: string;
  /** The shop's own number of the pet */
  reference?: string;
}

/** Where the shop is */
export interface PaperAddress {
  /** In English; empty if unset */
  en: string;
  /** In German; empty if unset */
  de: string;
}

/**
 * The agreement that customers sign, as HTML made of the shop's Markdown, without links and
 * attributes. Placeholders such as `{{pet.name}}` stand for what it is about
 */
export interface PaperAgreement {
  /** In English */
  en: string;
  /** In German */
  de: string;
}

/** What the shop prints on receipts and agreements */
export interface Papers {
  /** What the shop is called; empty if unset */
  shopName: string;
  /** Where the shop is */
  address: PaperAddress;
  /** The tax number of the shop; empty if unset */
  taxId: string;
  /** The rate of the tax that prices include now, in per cent; omitted if unset */
  taxRate?: string;
  /**
   * The agreement that customers sign, as HTML made of the shop's Markdown, without links and
   * attributes. Placeholders such as `{{pet.name}}` stand for what it is about
   */
  agreement: PaperAgreement;
}

/** A pet */
export interface Pet {
  /** Unique identifier assigned by the service on creation */
  id: bigint;
  /** The pet's name */
  name: string;
  /** Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no longer exact */
  categoryId: bigint;
  /** Availability status of a pet */
  status: PetStatus;
}

/** An event of the type `pet.created` */
export interface PetCreatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "pet.created";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** A pet */
  data: Pet;
  /** The note given with the change */
  note?: string;
}

/** An event of the type `pet.deleted` */
export interface PetDeletedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "pet.deleted";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** A pet */
  data: Pet;
  /** The note given with the change */
  note?: string;
}

/** The profile of a pet: breed, age, price, tags and more */
export interface PetProfile extends PreviousProfile {
  /** Id of the pet */
  petId: bigint;
}

/** Availability status of a pet */
export type PetStatus = "available" | "pending" | "sold";

/** Pets as CSV (RFC 4180) in UTF-8 */
export type PetTable = string;

/** What to change about a pet: at least one of name, categoryId, status */
export interface PetUpdate {
  /**
   * The pet's name. It must have a character that is not white space (Unicode White_Space), and no
   * control characters (U+0000 to U+001F, U+007F). It is stored exactly as sent
   */
  name?: string | undefined;
  /** Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no longer exact */
  categoryId?: Int64 | undefined;
  /** The new availability status */
  status?: PetStatus | undefined;
  /** Why, for the pet's history */
  note?: string | undefined;
}

/** An event of the type `pet.updated` */
export interface PetUpdatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "pet.updated";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** A pet */
  data: Pet;
  /** The members that changed, as they were before */
  previous: PreviousPet;
  /** The note given with the change */
  note?: string;
}

/** A pet with the members that `include` names */
export interface PetWithIncluded {
  /** Unique identifier assigned by the service on creation */
  id: bigint;
  /** The pet's name */
  name: string;
  /** Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no longer exact */
  categoryId: bigint;
  /** Availability status of a pet */
  status: PetStatus;
  /** The profile of a pet: breed, age, price, tags and more */
  profile?: PetProfile;
  /** The stock of the pet, with `include=quantity` */
  quantity?: number;
  /** When the pet was added, with `include=createdAt` */
  createdAt?: string;
  /** The pet's photos in the order of position, with `include=photos` */
  photos?: Photo[];
}

/** A photo of a pet, upright and without metadata */
export interface Photo {
  /** Unique identifier of the photo */
  id: bigint;
  /** Id of the pet */
  petId: bigint;
  /** The width of the large size, in pixels */
  width: number;
  /** The height of the large size, in pixels */
  height: number;
  /** A description of the photo, for people who cannot see it */
  alt?: string;
  /** The position among the photos of the pet: 1 is the main photo */
  position: number;
  /** A few pixels of the photo as a `data:` URL, to show while the photo loads */
  placeholder: string;
  /**
   * The URLs of a photo as WebP. They need no API key and cannot be guessed. They also work when the pet
   * is sold, until the photo or the pet is deleted
   */
  urls: PhotoUrls;
  /** When the photo was added */
  createdAt: string;
}

/** An event of the type `photo.added` */
export interface PhotoAddedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "photo.added";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** A photo of a pet, upright and without metadata */
  data: Photo;
  /** The note given with the change */
  note?: string;
}

/** An event of the type `photo.deleted` */
export interface PhotoDeletedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "photo.deleted";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** A photo of a pet, upright and without metadata */
  data: Photo;
  /** The note given with the change */
  note?: string;
}

/** What to change about a photo: at least one of alt, position. `null` removes `alt` */
export interface PhotoUpdate {
  /** A description of the photo, for people who cannot see it */
  alt?: string | null | undefined;
  /** The new position; positions after the end mean the end. The other photos shift */
  position?: number | undefined;
}

/** An event of the type `photo.updated` */
export interface PhotoUpdatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "photo.updated";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** A photo of a pet, upright and without metadata */
  data: Photo;
  /** The members that changed, as they were before */
  previous: PreviousPhoto;
  /** The note given with the change */
  note?: string;
}

/**
 * The URLs of a photo as WebP. They need no API key and cannot be guessed. They also work when the pet
 * is sold, until the photo or the pet is deleted
 */
export interface PhotoUrls {
  /** The photo with at most 320 pixels on its longer side */
  small: string;
  /** The photo with at most 800 pixels on its longer side */
  medium: string;
  /** The photo with at most 1600 pixels on its longer side */
  large: string;
}

/** The members that changed, as they were before */
export interface PreviousApiKey {
  /** What the key is for, or who uses it on which device */
  name?: string;
  /** Permissions; `*` is everything */
  scopes?: ("pets:read" | "pets:write" | "inventory:read" | "inventory:write" | "orders:read" | "orders:write" | "inquiries:read" | "inquiries:write" | "care:read" | "care:write" | "calendar:read" | "categories:read" | "categories:write" | "events:read" | "webhooks:manage" | "keys:manage" | "*" | (string & {}))[];
  /** The role with exactly these scopes, if there is one */
  role?: "owner" | "staff" | "counter" | "viewer" | (string & {});
  /** When the key expires; omitted if never */
  expiresAt?: string;
}

/** The members that changed, as they were before */
export interface PreviousCare {
  /** What kind of care it is */
  kind?: CareKind;
  /** What it is, such as `DHPPi` */
  what?: string;
  /** The day on which it was done, in the shop's time zone. Not in the future; omitted if it is not done */
  doneOn?: string;
  /** The day on which it is due */
  dueOn?: string;
  /** It is due again so many days after it was done: an entry that is done makes the next one */
  everyDays?: number;
  /** What the pet weighs, in grams. Of a `weight` only, which needs it */
  grams?: number;
  /** The batch of a vaccine or a medicine */
  batch?: string;
  /** Who did it, such as a veterinarian */
  by?: string;
  /** A note for the staff */
  note?: string;
}

/** The members that changed, as they were before */
export interface PreviousCategory {
  /** The category's name */
  name?: string;
  /** What belongs in the category */
  description?: string;
  /** What a pet of this category needs, and when */
  carePlan?: CarePlanItem[];
}

/** The members that changed, as they were before */
export interface PreviousInquiry {
  /** What has become of an inquiry */
  state?: InquiryState;
}

/** The members that changed, as they were before */
export interface PreviousInventoryEntry {
  /** Current stock count */
  quantity?: number;
  /** Availability status of a pet */
  status?: PetStatus;
}

/** The members that changed, as they were before */
export interface PreviousOrder {
  /** The ordered quantity */
  quantity?: number;
  /** When the order ships, in UTC; omitted if not yet known */
  shipDate?: string;
  /** The day on which the order ships, if no time is known. `shipDate` is when it begins in the shop */
  shipDay?: string;
  /** Whether the order is complete */
  complete?: boolean;
  /** When the order was placed; omitted if unknown, as for some orders placed before 1.2 */
  placedAt?: string;
  /** When the order was completed; omitted if unknown */
  completedAt?: string;
  /** Id of the sale that it was placed in; omitted for an order that was placed alone */
  saleId?: bigint;
  /** The receipt of a completion. `getReceipt` returns all of it */
  receipt?: OrderReceipt;
  /** What the whole order costs */
  price?: Price;
  /** What an order remembers of its pet, as it was when the order was placed */
  pet?: OrderedPet;
  /** Since when the order is ready to be picked up; omitted if it is not */
  readyAt?: string;
  /** What came back, the earliest first; omitted if nothing did */
  returns?: EventOrderReturn[];
  /** When everything was back; omitted if something is not */
  returnedAt?: string;
  /** What was paid back in all */
  refund?: Price;
}

/** The members that changed, as they were before */
export interface PreviousPet {
  /** The pet's name */
  name?: string;
  /** Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no longer exact */
  categoryId?: bigint;
  /** Availability status of a pet */
  status?: PetStatus;
}

/** The members that changed, as they were before */
export interface PreviousPhoto {
  /** A description of the photo, for people who cannot see it */
  alt?: string;
  /** The position among the photos of the pet: 1 is the main photo */
  position?: number;
}

/** The members that changed, as they were before */
export interface PreviousProfile extends KnownProfile {
  /**
   * The pets that this one belongs together with, in the order of id: they belong together with it, too.
   * Ordering it without those that are available needs `apart`
   */
  together?: bigint[];
}

/** An amount of money */
export interface Price {
  /** The amount in the smallest unit of the currency: 12500 is 125.00 EUR, or 12500 JPY */
  amount: bigint;
  /** The currency, as a code of ISO 4217 */
  currency: string;
}

/** An amount of money to set */
export interface PriceInput {
  /** The amount in the smallest unit of the currency: 12500 is 125.00 EUR, or 12500 JPY */
  amount: Int64;
  /** The currency, as a code of ISO 4217 */
  currency: string;
}

/**
 * What to change about a profile: at least one of breed, sex, birthDate, size, color, neutered,
 * description, tags, price, reference, microchip, arrivedOn, published, together. `null` removes a
 * member
 */
export interface ProfileUpdate {
  /** The breed */
  breed?: string | null | undefined;
  /** The sex */
  sex?: "female" | "male" | null | undefined;
  /** When the pet was born: a day, a month or a year, as far as known. Not in the future */
  birthDate?: string | null | undefined;
  /** The size when grown */
  size?: "small" | "medium" | "large" | "extra_large" | null | undefined;
  /** The color */
  color?: string | null | undefined;
  /** Whether the pet is neutered */
  neutered?: boolean | null | undefined;
  /** A description of the pet: plain text with line breaks */
  description?: string | null | undefined;
  /** Tags to find the pet by. Each tag once, ignoring case. An empty array means no tags */
  tags?: readonly string[] | null | undefined;
  /** What to change about the price. A new price needs both members */
  price?: {
    /** The amount in the smallest unit of the currency: 12500 is 125.00 EUR, or 12500 JPY */
    amount?: Int64 | undefined;
    /** The currency, as a code of ISO 4217 */
    currency?: string | undefined;
  } | null | undefined;
  /** The shop's own number of the pet */
  reference?: string | null | undefined;
  /** The number of the microchip */
  microchip?: string | null | undefined;
  /** The day on which the pet came to the shop. Not in the future */
  arrivedOn?: string | null | undefined;
  /** Whether visitors may see the pet; by default they may. With `false`, its photos need a key */
  published?: boolean | null | undefined;
  /**
   * The pets that this one belongs together with. An empty array means none. Their profiles change with
   * it
   */
  together?: readonly Int64[] | null | undefined;
}

/** An event of the type `profile.updated` */
export interface ProfileUpdatedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "profile.updated";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** The profile of a pet: breed, age, price, tags and more */
  data: PetProfile;
  /** The members that changed, as they were before */
  previous: PreviousProfile;
  /** The note given with the change */
  note?: string;
}

/** The receipt of orders that were completed together */
export interface Receipt {
  /** The year in the shop's time zone, and the number in that year: `2026-00042` */
  number: string;
  /** When it was issued: with the completion of its orders */
  at: string;
  /** When its orders were reopened; omitted for a valid receipt */
  voidedAt?: string;
  /** Id of the sale of its orders; omitted for an order that was placed alone */
  saleId?: bigint;
  /** The orders that were completed together. Those of a voided receipt may be cancelled */
  orderIds: bigint[];
  /** The sum of the prices in each currency, without later refunds */
  total: Price[];
  /** The rate of the tax that the total includes, in per cent: `SHOP_TAX_RATE` at that time */
  taxRate?: string;
  /** The tax that the total includes, in each currency; omitted without `taxRate` */
  tax?: Price[];
}

/** The acceptance of an invitation */
export interface Redemption {
  /** The device that will use the key, such as `phone`: part of the key's name */
  device?: string | undefined;
}

/**
 * What is paid back, in the currency of the order, or without a price in that of the shop unless it
 * names one
 */
export interface RefundInput {
  /** The amount in the smallest unit of the currency: 12500 is 125.00 EUR, or 12500 JPY */
  amount: Int64;
  /** The currency, as a code of ISO 4217 */
  currency?: string | undefined;
}

/** Orders that were placed together */
export interface Sale {
  /** Unique identifier of the sale */
  id: bigint;
  /** The sum of the prices of its orders, in each currency */
  total: Price[];
  /** When the sale was placed */
  placedAt: string;
  /** When the last of its orders was completed; omitted as long as one is open */
  completedAt?: string;
  /** The receipt of its latest completion. Orders that were completed before it have their own */
  receipt?: OrderReceipt;
  /** Its orders, in the order of id */
  orders: Order[];
  /** The customer of an order. Events and webhooks never include it */
  customer?: Customer;
  /** A note for the staff */
  note?: string;
}

/** An event of the type `sale.cancelled` */
export interface SaleCancelledEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "sale.cancelled";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** Orders that were placed together, without the customer; `getSale` returns those */
  data: EventSale;
  /** The note given with the change */
  note?: string;
}

/** An event of the type `sale.completed` */
export interface SaleCompletedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "sale.completed";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** Orders that were placed together, without the customer; `getSale` returns those */
  data: EventSale;
  /** The note given with the change */
  note?: string;
}

/** Pets to sell together */
export interface SaleInput {
  /** What is sold, each pet once */
  items: readonly SaleItemInput[];
  /** When the order will ship, with any offset */
  shipDate?: string | undefined;
  /**
   * The day on which the order will ship, if no time is known; instead of `shipDate`, which becomes its
   * beginning
   */
  shipDay?: string | undefined;
  /** The customer of a new order */
  customer?: CustomerInput | undefined;
  /** A note for the staff */
  note?: string | undefined;
  /** Whether pets that belong together may be parted; `false` if omitted */
  apart?: boolean | undefined;
}

/** A pet to sell */
export interface SaleItemInput {
  /** Id of the pet to order */
  petId: Int64;
  /** How many; 1 if omitted */
  quantity?: number | undefined;
  /** What the whole order costs; if omitted, the quantity times the pet's price */
  price?: PriceInput | undefined;
}

/** An event of the type `sale.placed` */
export interface SalePlacedEvent {
  /** Identifies the event. Do not rely on its format */
  id: string;
  /** The type of the event */
  type: "sale.placed";
  /** When the change was made */
  at: string;
  /** The pet that the event is about */
  petId?: bigint;
  /** The API key that made the change; omitted for the operator's commands and for visitors */
  key?: EventKey;
  /** Orders that were placed together, without the customer; `getSale` returns those */
  data: EventSale;
  /** The note given with the change */
  note?: string;
}

/** What was sold and returned on a day, in a month, of a category or with a receipt, in one currency */
export interface Sales {
  /** With `by=day`, the day */
  day?: string;
  /** With `by=month`, the month, such as 2026-12 */
  month?: string;
  /** With `by=category`, the id of the category; omitted if unknown */
  categoryId?: bigint;
  /** The name of that category, if it has one */
  category?: string;
  /** With `by=receipt`, the number of the receipt; omitted for orders that have none */
  receipt?: string;
  /** With `by=receipt`, when a receipt was voided, in an entry of that */
  voidedAt?: string;
  /** The currency; omitted for orders without a price */
  currency?: string;
  /** How many orders were completed */
  orders: number;
  /** How many pets they were for */
  quantity: number;
  /** The sum of their prices, in the smallest unit of the currency */
  sales: bigint;
  /** How many returns there were, whole or in part */
  returns: number;
  /** How many pets came back */
  returnedQuantity: number;
  /** The sum of what was paid back, in the smallest unit of the currency */
  refunds: bigint;
  /** With `by=receipt`, the tax that `sales` includes; omitted if the receipt has none */
  tax?: bigint;
  /** What receipts were for that were voided, in one currency */
  voids?: Voids;
}

/** Counts for an overview */
export interface Stats {
  /** Pets by availability status */
  pets: {
    /** A count with an upper limit */
    available: Count;
    /** A count with an upper limit */
    pending: Count;
    /** A count with an upper limit */
    sold: Count;
  };
  /** A count with an upper limit */
  openOrders: Count;
  /**
   * With `by=category`, the categories that matching pets have, in the order of id, the first 200 of
   * them
   */
  categories?: CategoryCount[];
}

/** One change of a pet's stock count. The deltas of a pet add up to its count */
export interface StockChange {
  /** Unique identifier of the change */
  id: bigint;
  /** Id of the pet */
  petId: bigint;
  /** How many were added; negative if removed */
  delta: number;
  /** The stock count after the change */
  quantity: number;
  /**
   * Why a stock count changed; `summary` stands for several older changes. Later versions may add
   * reasons
   */
  reason: StockChangeReason;
  /** The note given with the change */
  note?: string;
  /** Id of the order that caused the change */
  orderId?: bigint;
  /** When the change happened */
  at: string;
}

/** A change of a stock count */
export interface StockChangeInput {
  /** How many to add; negative to remove */
  delta: number;
  /** Why the count changes */
  reason: "arrival" | "return" | "adjustment";
  /** Why, for the pet's history */
  note?: string | undefined;
}

/**
 * Why a stock count changed; `summary` stands for several older changes. Later versions may add
 * reasons
 */
export type StockChangeReason = "created" | "arrival" | "return" | "adjustment" | "order_placed" | "order_cancelled" | "imported" | "summary";

/** What undoing an import did */
export interface UndoneImport {
  /** How many pets were removed */
  removed: number;
  /** How many pets have again what the import changed, as far as nobody has changed it since */
  restored: number;
  /** The pets that the import added and that stay, or that keep something of what it changed */
  kept: KeptPet[];
}

/** What receipts were for that were voided, in one currency */
export interface Voids {
  /** How many orders they were for */
  orders: number;
  /** How many pets those were for */
  quantity: number;
  /** The sum of their prices, in the smallest unit of the currency */
  sales: bigint;
  /** The tax that `sales` includes; omitted if no receipt has one */
  tax?: bigint;
}

/** A URL that receives events as signed messages (Standard Webhooks) */
export interface Webhook {
  /** Unique identifier of the webhook */
  id: bigint;
  /** The URL that receives messages */
  url: string;
  /** The types of events that are sent */
  types: ("pet.created" | "pet.updated" | "pet.deleted" | "photo.added" | "photo.updated" | "photo.deleted" | "profile.updated" | "inventory.updated" | "order.placed" | "order.updated" | "order.completed" | "order.reopened" | "order.returned" | "order.cancelled" | "sale.placed" | "sale.completed" | "sale.cancelled" | "inquiry.created" | "inquiry.updated" | "inquiry.deleted" | "inquiry.limited" | "care.added" | "care.updated" | "care.removed" | "care.due" | "category.created" | "category.updated" | "category.deleted" | "import.completed" | "import.undone" | "key.created" | "key.updated" | "key.revoked" | (string & {}))[];
  /** What the webhook is for */
  description?: string;
  /** Whether messages are sent. The service may switch a webhook off */
  active: boolean;
  /** When the webhook was created */
  createdAt: string;
  /** `failing` if the last attempt failed, `off` if no messages are sent, otherwise `active` */
  state: "active" | "failing" | "off";
  /** When it entered this state */
  since: string;
  /**
   * Why the service switched it off: `gone` if the receiver returned 410, `failing` after 5 days without
   * a success. Later versions may add reasons
   */
  reason?: string;
  /** When a message was last delivered, to the second */
  lastSuccessAt?: string;
}

/** A type of event, or `*` for all types, including later ones */
export type WebhookEventType = "pet.created" | "pet.updated" | "pet.deleted" | "photo.added" | "photo.updated" | "photo.deleted" | "profile.updated" | "inventory.updated" | "order.placed" | "order.updated" | "order.completed" | "order.reopened" | "order.returned" | "order.cancelled" | "sale.placed" | "sale.completed" | "sale.cancelled" | "inquiry.created" | "inquiry.updated" | "inquiry.deleted" | "inquiry.limited" | "care.added" | "care.updated" | "care.removed" | "care.due" | "category.created" | "category.updated" | "category.deleted" | "import.completed" | "import.undone" | "key.created" | "key.updated" | "key.revoked" | "*";

/** A webhook to create */
export interface WebhookInput {
  /** The URL that receives messages by POST: https, at a public address */
  url: string;
  /** The types of events to send. `["*"]` is every type, including those of later versions */
  types: readonly WebhookEventType[];
  /** What the webhook is for */
  description?: string | undefined;
}

/** The new secret of a webhook */
export interface WebhookSecret {
  /**
   * Signs the messages (`whsec_` and Base64). Shown only in this response, and not when you repeat the
   * request with its Idempotency-Key: store it where the receiver runs
   */
  secret?: string;
  /** Until then, messages are also signed with the previous secret */
  previousValidUntil: string;
}

/**
 * What to change about a webhook: at least one of url, types, description, active. `null` removes the
 * description
 */
export interface WebhookUpdate {
  /** The URL that receives messages by POST: https, at a public address */
  url?: string | undefined;
  /** The types of events to send. `["*"]` is every type, including those of later versions */
  types?: readonly WebhookEventType[] | undefined;
  /** What the webhook is for */
  description?: string | null | undefined;
  /** Whether messages are sent */
  active?: boolean | undefined;
}

/** What `pets.list` is given. */
export interface ListPetsQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** Only pets with this availability status */
  status?: PetStatus | undefined;
  /** Only pets of this category */
  categoryId?: Int64 | undefined;
  /**
   * Only pets whose name starts with this text, ignoring case: `REX` finds "rexy" (compared after NFKC
   * and lower-casing)
   */
  name?: string | undefined;
  /**
   * Only pets that have words which start with these in their name, breed, color, tags, reference or
   * microchip, in any order, ignoring case and accents: `konig kru` finds "Krümel vom Königsforst".
   * White space and punctuation separate words; 1 to 8 words
   */
  q?: string | undefined;
  /** Only pets with this tag, ignoring case */
  tag?: string | undefined;
  /** Only pets with this number of the shop */
  reference?: string | undefined;
  /** Only pets with this microchip */
  microchip?: string | undefined;
  /** Only pets of this sex */
  sex?: "female" | "male" | undefined;
  /** Only pets of this size when grown */
  size?: "small" | "medium" | "large" | "extra_large" | undefined;
  /** Only pets that were born on this day or later; a month or a year counts as its first day */
  bornAfter?: string | undefined;
  /** Only pets that were born before this day; a month or a year counts as its first day */
  bornBefore?: string | undefined;
  /** Only pets that cost this much or more, in the smallest unit of `currency` */
  priceFrom?: Int64 | undefined;
  /** Only pets that cost this much or less, in the smallest unit of `currency` */
  priceTo?: Int64 | undefined;
  /** Only pets with a price in this currency; `priceFrom` and `priceTo` need it */
  currency?: string | undefined;
  /** Only pets that came before this day: on `arrivedOn`, or on the day (UTC) on which they were added */
  arrivedBefore?: string | undefined;
  /** `true`: only pets that visitors may see; `false`: only those that they may not */
  published?: boolean | undefined;
  /** `true`: only pets with a photo; `false`: only pets without one */
  photo?: boolean | undefined;
  /**
   * `true`: only pets with care that is due today, in the shop's time zone, or was due before; `false`:
   * only the others
   */
  careDue?: boolean | undefined;
  /** Only pets with these ids. Unknown ids are ignored. `ids=1,2` and `ids=1&ids=2` are the same */
  ids?: readonly Int64[] | undefined;
  /**
   * What the list is sorted by, ascending or descending by `order`: `id` (the default); `name`, ignoring
   * case, by the first 64 characters; `arrivedOn`, where a pet without it has the day (UTC) on which it
   * was added. Equal ones are in the order of id
   */
  sort?: "id" | "name" | "arrivedOn" | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
  /**
   * Members to add to each pet, as in `PetWithIncluded`. A pet that is removed during the request lacks
   * them
   */
  include?: readonly ("profile" | "quantity" | "createdAt" | "photos")[] | undefined;
}

/** What `pets.get` is given. */
export interface GetPetQuery {
  /**
   * Members to add to each pet, as in `PetWithIncluded`. A pet that is removed during the request lacks
   * them
   */
  include?: readonly ("profile" | "quantity" | "createdAt" | "photos")[] | undefined;
}

/** What `pets.export` is given. */
export interface ExportPetsQuery {
  /** Only pets with this availability status */
  status?: PetStatus | undefined;
  /** Only pets of this category */
  categoryId?: Int64 | undefined;
  /**
   * Only pets whose name starts with this text, ignoring case: `REX` finds "rexy" (compared after NFKC
   * and lower-casing)
   */
  name?: string | undefined;
  /**
   * Only pets that have words which start with these in their name, breed, color, tags, reference or
   * microchip, in any order, ignoring case and accents: `konig kru` finds "Krümel vom Königsforst".
   * White space and punctuation separate words; 1 to 8 words
   */
  q?: string | undefined;
  /** Only pets with this tag, ignoring case */
  tag?: string | undefined;
  /** Only pets with this number of the shop */
  reference?: string | undefined;
  /** Only pets with this microchip */
  microchip?: string | undefined;
  /** Only pets of this sex */
  sex?: "female" | "male" | undefined;
  /** Only pets of this size when grown */
  size?: "small" | "medium" | "large" | "extra_large" | undefined;
  /** Only pets that were born on this day or later; a month or a year counts as its first day */
  bornAfter?: string | undefined;
  /** Only pets that were born before this day; a month or a year counts as its first day */
  bornBefore?: string | undefined;
  /** Only pets that cost this much or more, in the smallest unit of `currency` */
  priceFrom?: Int64 | undefined;
  /** Only pets that cost this much or less, in the smallest unit of `currency` */
  priceTo?: Int64 | undefined;
  /** Only pets with a price in this currency; `priceFrom` and `priceTo` need it */
  currency?: string | undefined;
  /** Only pets that came before this day: on `arrivedOn`, or on the day (UTC) on which they were added */
  arrivedBefore?: string | undefined;
  /** `true`: only pets that visitors may see; `false`: only those that they may not */
  published?: boolean | undefined;
  /** `true`: only pets with a photo; `false`: only pets without one */
  photo?: boolean | undefined;
  /**
   * `true`: only pets with care that is due today, in the shop's time zone, or was due before; `false`:
   * only the others
   */
  careDue?: boolean | undefined;
  /** Only pets with these ids. Unknown ids are ignored. `ids=1,2` and `ids=1&ids=2` are the same */
  ids?: readonly Int64[] | undefined;
  /**
   * What the list is sorted by, ascending or descending by `order`: `id` (the default); `name`, ignoring
   * case, by the first 64 characters; `arrivedOn`, where a pet without it has the day (UTC) on which it
   * was added. Equal ones are in the order of id
   */
  sort?: "id" | "name" | "arrivedOn" | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
  /**
   * What separates cells: `comma` (the default), or `semicolon`, which spreadsheets expect where amounts
   * have a decimal comma, as they have then
   */
  separator?: "comma" | "semicolon" | undefined;
  /**
   * `true`: for people with a spreadsheet, with the name of the category instead of its id if the key
   * may read it, and with text that a spreadsheet would run or change as `="00012"`
   */
  spreadsheet?: boolean | undefined;
  /** `true`: begin with a byte order mark, without which Excel misreads letters */
  byteOrderMark?: boolean | undefined;
}

/** What `pets.photos.add` is given. */
export interface AddPhotoQuery {
  /** A description of the photo, for people who cannot see it */
  alt?: string | undefined;
}

/** What `inventory.list` is given. */
export interface ListInventoryQuery {
  /** Return one page of at most this many entries instead of all entries; 20 if you send only `cursor` */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
}

/** What `inventory.changes` is given. */
export interface ListStockChangesQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `orders.list` is given. */
export interface ListOrdersQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** Only orders for this pet */
  petId?: Int64 | undefined;
  /** Only orders of this sale */
  saleId?: Int64 | undefined;
  /** `true`: only complete orders; `false`: only open orders */
  complete?: boolean | undefined;
  /** Only orders placed at this time or later */
  placedAfter?: string | undefined;
  /** Only orders placed before this time */
  placedBefore?: string | undefined;
  /** Only orders completed at this time or later */
  completedAfter?: string | undefined;
  /** Only orders completed before this time */
  completedBefore?: string | undefined;
  /** Only orders of which something came back at this time or later */
  returnedAfter?: string | undefined;
  /** Only orders of which something came back, and for the last time before this time */
  returnedBefore?: string | undefined;
  /**
   * Only orders whose customer's name has words that start with these, in any order, ignoring case and
   * accents: `krau` finds "Ada Krause". White space and punctuation separate words; 1 to 8 words
   */
  q?: string | undefined;
  /**
   * What the list is sorted by: `id` (the default), or `shipDate`, orders without one last, with
   * `complete=false` and no other filter
   */
  sort?: "id" | "shipDate" | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `sales.list` is given. */
export interface ListPlacedSalesQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /**
   * Only sales whose customer's name has words that start with these, as for orders. Each sale is found
   * once
   */
  q?: string | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `receipts.list` is given. */
export interface ListReceiptsQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** The first day, in the shop's time zone */
  from?: string | undefined;
  /** The last day */
  to?: string | undefined;
}

/** What `inquiries.list` is given. */
export interface ListInquiriesQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** Only inquiries about this pet */
  petId?: Int64 | undefined;
  /** Only inquiries in this state */
  state?: InquiryState | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `care.listOfPet` is given. */
export interface ListPetCareQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `care.list` is given. */
export interface ListCareQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** Only entries of this pet */
  petId?: Int64 | undefined;
  /** Only entries of this kind */
  kind?: CareKind | undefined;
  /** Only entries that are due before this day */
  dueBefore?: string | undefined;
}

/** What `care.calendar` is given. */
export interface GetCareCalendarQuery {
  /** The API key, if there is no `Authorization` header */
  token?: string | undefined;
}

/** What `categories.list` is given. */
export interface ListCategoriesQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `events.list` is given. */
export interface ListEventsQuery<Type extends EventType = EventType> {
  /** Maximum number of events returned */
  limit?: number | undefined;
  /** The id of an event. The list continues after it, in the direction of `order` */
  after?: string | undefined;
  /** Only events of these types */
  types?: readonly Type[] | undefined;
  /** Only events about this pet */
  petId?: Int64 | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `events.stream` is given. */
export interface StreamEventsQuery<Type extends EventType = EventType> {
  /** The id of an event. The stream starts after it; without it, with the next event */
  after?: string | undefined;
  /** Only events of these types */
  types?: readonly Type[] | undefined;
  /** Only events about this pet */
  petId?: Int64 | undefined;
}

/** What `activity.list` is given. */
export interface ListActivityQuery {
  /** How many days, including today; 30 if omitted */
  days?: number | undefined;
  /** The IANA time zone of the days, such as `Europe/Berlin`; UTC if omitted */
  timeZone?: string | undefined;
}

/** What `webhooks.list` is given. */
export interface ListWebhooksQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `webhooks.deliveries` is given. */
export interface ListDeliveriesQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** Only deliveries in this state */
  state?: "waiting" | "sending" | "succeeded" | "failed" | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `keys.list` is given. */
export interface ListKeysQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `invitations.list` is given. */
export interface ListInvitationsQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
  /** The order by id: `asc` (the default) or `desc` */
  order?: "asc" | "desc" | undefined;
}

/** What `stats.get` is given. */
export interface GetStatsQuery {
  /** Only pets with this availability status */
  status?: PetStatus | undefined;
  /** Only pets of this category */
  categoryId?: Int64 | undefined;
  /**
   * Only pets whose name starts with this text, ignoring case: `REX` finds "rexy" (compared after NFKC
   * and lower-casing)
   */
  name?: string | undefined;
  /**
   * Only pets that have words which start with these in their name, breed, color, tags, reference or
   * microchip, in any order, ignoring case and accents: `konig kru` finds "Krümel vom Königsforst".
   * White space and punctuation separate words; 1 to 8 words
   */
  q?: string | undefined;
  /** Only pets with this tag, ignoring case */
  tag?: string | undefined;
  /** Only pets with this number of the shop */
  reference?: string | undefined;
  /** Only pets with this microchip */
  microchip?: string | undefined;
  /** Only pets of this sex */
  sex?: "female" | "male" | undefined;
  /** Only pets of this size when grown */
  size?: "small" | "medium" | "large" | "extra_large" | undefined;
  /** Only pets that were born on this day or later; a month or a year counts as its first day */
  bornAfter?: string | undefined;
  /** Only pets that were born before this day; a month or a year counts as its first day */
  bornBefore?: string | undefined;
  /** Only pets that cost this much or more, in the smallest unit of `currency` */
  priceFrom?: Int64 | undefined;
  /** Only pets that cost this much or less, in the smallest unit of `currency` */
  priceTo?: Int64 | undefined;
  /** Only pets with a price in this currency; `priceFrom` and `priceTo` need it */
  currency?: string | undefined;
  /** Only pets that came before this day: on `arrivedOn`, or on the day (UTC) on which they were added */
  arrivedBefore?: string | undefined;
  /** `true`: only pets that visitors may see; `false`: only those that they may not */
  published?: boolean | undefined;
  /** `true`: only pets with a photo; `false`: only pets without one */
  photo?: boolean | undefined;
  /**
   * `true`: only pets with care that is due today, in the shop's time zone, or was due before; `false`:
   * only the others
   */
  careDue?: boolean | undefined;
  /** Only pets with these ids. Unknown ids are ignored. `ids=1,2` and `ids=1&ids=2` are the same */
  ids?: readonly Int64[] | undefined;
  /** `category`: count the matching pets of each category, too */
  by?: "category" | undefined;
}

/** What `reports.sales` is given. */
export interface ListSalesQuery {
  /** The first day; that of the month of `to` if omitted */
  from?: string | undefined;
  /** The last day, so that there are at most 366; today if omitted */
  to?: string | undefined;
  /** What the sums are by; `day` if omitted */
  by?: "day" | "month" | "category" | "receipt" | undefined;
  /** The IANA time zone of the days, such as `Europe/Berlin`; that of the shop if omitted */
  timeZone?: string | undefined;
}

/** What `reports.closing` is given. */
export interface GetClosingQuery {
  /** The day, in the shop's time zone; today if omitted */
  day?: string | undefined;
}

/** What `imports.create` is given. */
export interface CreateImportQuery {
  /** Report what would be stored, and store nothing */
  dryRun?: boolean | undefined;
  /** Change the pets that exist and add the others. Missing columns and empty cells change nothing */
  update?: boolean | undefined;
  /** What tells pets apart with `update`; by default the first of these that the file has */
  match?: "id" | "reference" | "microchip" | undefined;
  /** Import a file again that was imported before and has nothing that tells its pets apart */
  allowDuplicates?: boolean | undefined;
  /**
   * With `update`, change pets by their id even if their name and their category both differ from those
   * of the file
   */
  allowOtherPets?: boolean | undefined;
  /** Create missing categories named in the column `category` */
  createCategories?: boolean | undefined;
  /** The system that exported the CSV file: its titles and words are understood, and only those */
  from?: "asm3" | "shelterluv" | "shopify" | "woocommerce" | "petpoint" | "petfinder" | "rescuegroups" | undefined;
  /** Maps titles to columns; `-` ignores a column */
  map?: string | undefined;
  /** Maps other words to statuses */
  mapStatus?: string | undefined;
  /**
   * Maps texts of a column to what they stand for; `-` for nothing. `birthDate:*=-` is for all cells of
   * the column that cannot be imported, `name:""=*` names pets without a name by their kind and
   * reference, and a text with commas stands in double quotes
   */
  mapValues?: string | undefined;
  /** The numbers of lines to leave out */
  skip?: string | undefined;
  /** Which part of `3/4/2021` is the day: `dmy` or `mdy`. By default the column shows it */
  dates?: string | undefined;
  /** The currency of amounts without one, as a code of ISO 4217 */
  currency?: string | undefined;
  /** The unit of weights without one */
  unit?: "kg" | "g" | "lb" | "oz" | undefined;
  /** The name of the file, for the list of imports */
  file?: string | undefined;
}

/** What `imports.list` is given. */
export interface ListImportsQuery {
  /** Maximum number of items returned */
  limit?: number | undefined;
  /**
   * The position of the page, from the `Link` header of the previous page. Do not change the other
   * parameters
   */
  cursor?: string | undefined;
}
