/* Generated from the contract by `npm run generate`. Do not edit. */
import type { Call } from "./call.ts";
import type { Parts } from "./download.ts";
import type { Engine, Operation } from "./client-engine.ts";
import type { List } from "./list.ts";
import type {
  ChangeOptions,
  ConditionalOptions,
  DownloadOptions,
  RequestOptions,
  StreamOptions,
  UploadOptions,
} from "./options.ts";
import type {
  ActivityDay,
  AddPhotoQuery,
  ApiKey,
  Care,
  CareDone,
  CareInput,
  CarePlanStart,
  CareUpdate,
  Category,
  CategoryInput,
  CategoryUpdate,
  Closing,
  CreateImportQuery,
  CreatedInvitation,
  CreatedKey,
  CreatedWebhook,
  CurrentKey,
  Delivery,
  EventOf,
  EventType,
  ExportPetsQuery,
  GetCareCalendarQuery,
  GetClosingQuery,
  GetPetQuery,
  GetStatsQuery,
  Import,
  ImportReport,
  Inquiry,
  InquiryUpdate,
  Int64,
  InventoryEntry,
  InventoryUpdate,
  Invitation,
  InvitationInput,
  InvitationOffer,
  KeyUpdate,
  ListActivityQuery,
  ListCareQuery,
  ListCategoriesQuery,
  ListDeliveriesQuery,
  ListEventsQuery,
  ListImportsQuery,
  ListInquiriesQuery,
  ListInventoryQuery,
  ListInvitationsQuery,
  ListKeysQuery,
  ListOrdersQuery,
  ListPetCareQuery,
  ListPetsQuery,
  ListPlacedSalesQuery,
  ListReceiptsQuery,
  ListSalesQuery,
  ListStockChangesQuery,
  ListWebhooksQuery,
  NewKey,
  NewPetWithProfile,
  Order,
  OrderInput,
  OrderReturnInput,
  OrderUpdate,
  Papers,
  Pet,
  PetProfile,
  PetUpdate,
  PetWithIncluded,
  Photo,
  PhotoUpdate,
  ProfileUpdate,
  Receipt,
  Redemption,
  Sale,
  SaleInput,
  Sales,
  Stats,
  StockChange,
  StockChangeInput,
  StreamEventsQuery,
  UndoneImport,
  Webhook,
  WebhookInput,
  WebhookSecret,
  WebhookUpdate,
} from "./schemas.gen.ts";

/** The version of this package: that of the release of the service that it was made with. */
export const VERSION = "1.3.0";

/** The days on which the service stops deprecated operations, by their ids. */
export const SUNSETS: Readonly<Record<string, string>> = {"getPet":"2030-12-05"};

/** The id of an operation. */
export type OperationId =
  | "listPets"
  | "createPet"
  | "getPet"
  | "updatePet"
  | "deletePet"
  | "exportPets"
  | "listPhotos"
  | "addPhoto"
  | "updatePhoto"
  | "deletePhoto"
  | "getProfile"
  | "updateProfile"
  | "listInventory"
  | "getInventoryEntry"
  | "updateInventory"
  | "changeStock"
  | "listStockChanges"
  | "listOrders"
  | "placeOrder"
  | "getOrder"
  | "updateOrder"
  | "completeOrder"
  | "reopenOrder"
  | "returnOrder"
  | "cancelOrder"
  | "listPlacedSales"
  | "placeSale"
  | "getSale"
  | "completeSale"
  | "reopenSale"
  | "cancelSale"
  | "listReceipts"
  | "getReceipt"
  | "getPapers"
  | "listInquiries"
  | "getInquiry"
  | "updateInquiry"
  | "deleteInquiry"
  | "listPetCare"
  | "addCare"
  | "listCare"
  | "getCare"
  | "updateCare"
  | "completeCare"
  | "deleteCare"
  | "applyCarePlan"
  | "getCareCalendar"
  | "listCategories"
  | "createCategory"
  | "getCategory"
  | "updateCategory"
  | "deleteCategory"
  | "listEvents"
  | "streamEvents"
  | "listActivity"
  | "listWebhooks"
  | "createWebhook"
  | "getWebhook"
  | "updateWebhook"
  | "deleteWebhook"
  | "rotateWebhookSecret"
  | "listDeliveries"
  | "retryDelivery"
  | "retryWebhook"
  | "pingWebhook"
  | "getKey"
  | "listKeys"
  | "createKey"
  | "getKeyById"
  | "updateKey"
  | "deleteKey"
  | "rotateKey"
  | "listInvitations"
  | "createInvitation"
  | "deleteInvitation"
  | "getInvitation"
  | "redeemInvitation"
  | "getStats"
  | "listSales"
  | "getClosing"
  | "createImport"
  | "listImports"
  | "getImport"
  | "undoImport";

const listPets: Operation = {"method":"GET","path":"/pets","page":"cursor","limit":100};
const createPet: Operation = {"method":"POST","path":"/pets"};
const getPet: Operation = {"method":"GET","path":"/pets/{petId}"};
const updatePet: Operation = {"method":"PATCH","path":"/pets/{petId}"};
const deletePet: Operation = {"method":"DELETE","path":"/pets/{petId}","empty":true};
const exportPets: Operation = {"method":"GET","path":"/pets/export","text":true};
const listPhotos: Operation = {"method":"GET","path":"/pets/{petId}/photos"};
const addPhoto: Operation = {"method":"POST","path":"/pets/{petId}/photos","file":"image/jpeg"};
const updatePhoto: Operation = {"method":"PATCH","path":"/pets/{petId}/photos/{photoId}"};
const deletePhoto: Operation = {"method":"DELETE","path":"/pets/{petId}/photos/{photoId}","empty":true};
const getProfile: Operation = {"method":"GET","path":"/pets/{petId}/profile"};
const updateProfile: Operation = {"method":"PATCH","path":"/pets/{petId}/profile"};
const listInventory: Operation = {"method":"GET","path":"/inventory","page":"cursor","limit":100};
const getInventoryEntry: Operation = {"method":"GET","path":"/inventory/{petId}"};
const updateInventory: Operation = {"method":"PATCH","path":"/inventory/{petId}"};
const changeStock: Operation = {"method":"POST","path":"/inventory/{petId}/changes"};
const listStockChanges: Operation = {"method":"GET","path":"/inventory/{petId}/changes","page":"cursor","limit":100};
const listOrders: Operation = {"method":"GET","path":"/store/orders","page":"cursor","limit":100};
const placeOrder: Operation = {"method":"POST","path":"/store/orders","partial":true};
const getOrder: Operation = {"method":"GET","path":"/store/orders/{orderId}"};
const updateOrder: Operation = {"method":"PATCH","path":"/store/orders/{orderId}","partial":true};
const completeOrder: Operation = {"method":"POST","path":"/store/orders/{orderId}/completion","partial":true};
const reopenOrder: Operation = {"method":"DELETE","path":"/store/orders/{orderId}/completion"};
const returnOrder: Operation = {"method":"POST","path":"/store/orders/{orderId}/return","partial":true};
const cancelOrder: Operation = {"method":"DELETE","path":"/store/orders/{orderId}","empty":true};
const listPlacedSales: Operation = {"method":"GET","path":"/store/sales","page":"cursor","limit":100};
const placeSale: Operation = {"method":"POST","path":"/store/sales","partial":true};
const getSale: Operation = {"method":"GET","path":"/store/sales/{saleId}"};
const completeSale: Operation = {"method":"POST","path":"/store/sales/{saleId}/completion","partial":true};
const reopenSale: Operation = {"method":"DELETE","path":"/store/sales/{saleId}/completion"};
const cancelSale: Operation = {"method":"DELETE","path":"/store/sales/{saleId}","empty":true};
const listReceipts: Operation = {"method":"GET","path":"/store/receipts","page":"cursor","limit":100};
const getReceipt: Operation = {"method":"GET","path":"/store/receipts/{number}"};
const getPapers: Operation = {"method":"GET","path":"/store/papers"};
const listInquiries: Operation = {"method":"GET","path":"/inquiries","page":"cursor","limit":100};
const getInquiry: Operation = {"method":"GET","path":"/inquiries/{inquiryId}"};
const updateInquiry: Operation = {"method":"PATCH","path":"/inquiries/{inquiryId}","partial":true};
const deleteInquiry: Operation = {"method":"DELETE","path":"/inquiries/{inquiryId}","empty":true};
const listPetCare: Operation = {"method":"GET","path":"/pets/{petId}/care","page":"cursor","limit":100};
const addCare: Operation = {"method":"POST","path":"/pets/{petId}/care"};
const listCare: Operation = {"method":"GET","path":"/care","page":"cursor","limit":100};
const getCare: Operation = {"method":"GET","path":"/care/{careId}"};
const updateCare: Operation = {"method":"PATCH","path":"/care/{careId}"};
const completeCare: Operation = {"method":"POST","path":"/care/{careId}/done"};
const deleteCare: Operation = {"method":"DELETE","path":"/care/{careId}","empty":true};
const applyCarePlan: Operation = {"method":"POST","path":"/pets/{petId}/care/plan"};
const getCareCalendar: Operation = {"method":"GET","path":"/care.ics","text":true};
const listCategories: Operation = {"method":"GET","path":"/categories","page":"cursor","limit":100};
const createCategory: Operation = {"method":"POST","path":"/categories"};
const getCategory: Operation = {"method":"GET","path":"/categories/{categoryId}"};
const updateCategory: Operation = {"method":"PATCH","path":"/categories/{categoryId}"};
const deleteCategory: Operation = {"method":"DELETE","path":"/categories/{categoryId}","empty":true};
const listEvents: Operation = {"method":"GET","path":"/events","page":"after","limit":100};
const streamEvents: Operation = {"method":"GET","path":"/events/stream"};
const listActivity: Operation = {"method":"GET","path":"/activity"};
const listWebhooks: Operation = {"method":"GET","path":"/webhooks","page":"cursor","limit":100};
const createWebhook: Operation = {"method":"POST","path":"/webhooks"};
const getWebhook: Operation = {"method":"GET","path":"/webhooks/{webhookId}"};
const updateWebhook: Operation = {"method":"PATCH","path":"/webhooks/{webhookId}"};
const deleteWebhook: Operation = {"method":"DELETE","path":"/webhooks/{webhookId}","empty":true};
const rotateWebhookSecret: Operation = {"method":"POST","path":"/webhooks/{webhookId}/secret"};
const listDeliveries: Operation = {"method":"GET","path":"/webhooks/{webhookId}/deliveries","page":"cursor","limit":100};
const retryDelivery: Operation = {"method":"POST","path":"/webhooks/{webhookId}/deliveries/{deliveryId}/retry"};
const retryWebhook: Operation = {"method":"POST","path":"/webhooks/{webhookId}/retry"};
const pingWebhook: Operation = {"method":"POST","path":"/webhooks/{webhookId}/ping"};
const getKey: Operation = {"method":"GET","path":"/key"};
const listKeys: Operation = {"method":"GET","path":"/keys","page":"cursor","limit":100};
const createKey: Operation = {"method":"POST","path":"/keys"};
const getKeyById: Operation = {"method":"GET","path":"/keys/{keyId}"};
const updateKey: Operation = {"method":"PATCH","path":"/keys/{keyId}"};
const deleteKey: Operation = {"method":"DELETE","path":"/keys/{keyId}","empty":true};
const rotateKey: Operation = {"method":"POST","path":"/keys/{keyId}/rotation"};
const listInvitations: Operation = {"method":"GET","path":"/invitations","page":"cursor","limit":100};
const createInvitation: Operation = {"method":"POST","path":"/invitations"};
const deleteInvitation: Operation = {"method":"DELETE","path":"/invitations/{invitationId}","empty":true};
const getInvitation: Operation = {"method":"GET","path":"/invitations/redemption"};
const redeemInvitation: Operation = {"method":"POST","path":"/invitations/redemption"};
const getStats: Operation = {"method":"GET","path":"/stats"};
const listSales: Operation = {"method":"GET","path":"/reports/sales"};
const getClosing: Operation = {"method":"GET","path":"/reports/closing"};
const createImport: Operation = {"method":"POST","path":"/imports","file":"text/csv"};
const listImports: Operation = {"method":"GET","path":"/imports","page":"cursor","limit":100};
const getImport: Operation = {"method":"GET","path":"/imports/{importId}"};
const undoImport: Operation = {"method":"POST","path":"/imports/{importId}/undo"};

/** Every operation by its id. */
export const operations: Readonly<Record<OperationId, Operation>> = {
  listPets,
  createPet,
  getPet,
  updatePet,
  deletePet,
  exportPets,
  listPhotos,
  addPhoto,
  updatePhoto,
  deletePhoto,
  getProfile,
  updateProfile,
  listInventory,
  getInventoryEntry,
  updateInventory,
  changeStock,
  listStockChanges,
  listOrders,
  placeOrder,
  getOrder,
  updateOrder,
  completeOrder,
  reopenOrder,
  returnOrder,
  cancelOrder,
  listPlacedSales,
  placeSale,
  getSale,
  completeSale,
  reopenSale,
  cancelSale,
  listReceipts,
  getReceipt,
  getPapers,
  listInquiries,
  getInquiry,
  updateInquiry,
  deleteInquiry,
  listPetCare,
  addCare,
  listCare,
  getCare,
  updateCare,
  completeCare,
  deleteCare,
  applyCarePlan,
  getCareCalendar,
  listCategories,
  createCategory,
  getCategory,
  updateCategory,
  deleteCategory,
  listEvents,
  streamEvents,
  listActivity,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  listDeliveries,
  retryDelivery,
  retryWebhook,
  pingWebhook,
  getKey,
  listKeys,
  createKey,
  getKeyById,
  updateKey,
  deleteKey,
  rotateKey,
  listInvitations,
  createInvitation,
  deleteInvitation,
  getInvitation,
  redeemInvitation,
  getStats,
  listSales,
  getClosing,
  createImport,
  listImports,
  getImport,
  undoImport,
};

/** The photos of each pet */
export class PetsPhotosResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List the photos of a pet. Returns the photos of one pet, at most 12, in the order of `position`. The
   * first is the main one.
   *
   * Requires the scope `pets:read`.
   */
  list(petId: Int64, options: RequestOptions = {}): Call<Photo[]> {
    return this.#engine.call(listPhotos, { params: { petId } }, options);
  }

  /**
   * Add a photo. Adds a photo after the pet's other photos. The body is the image file, with at most 20
   * MiB and 40 megapixels (a JPEG 64), and no side longer than 16384 pixels. The service turns the photo
   * upright, removes its metadata, including the location, and stores three sizes as WebP: 320, 800,
   * 1600 pixels on the longer side, never enlarged. Only the first frame of an animation is stored. The
   * photo is public for everyone who has its URL, also when the pet is sold.
   *
   * Requires the scope `pets:write`.
   */
  add(petId: Int64, file: Blob | Uint8Array | ArrayBuffer | ReadableStream | AsyncIterable<Uint8Array>, query: AddPhotoQuery = {}, options: UploadOptions = {}): Call<Photo> {
    return this.#engine.call(addPhoto, { params: { petId }, file, query }, options);
  }

  /**
   * Change a photo. Changes the description or the position of a photo. The photos in between shift by
   * one. Only the changed photo gets an event.
   *
   * Requires the scope `pets:write`.
   */
  update(petId: Int64, photoId: Int64, body: PhotoUpdate, options: ChangeOptions = {}): Call<Photo> {
    return this.#engine.call(updatePhoto, { params: { petId, photoId }, body }, options);
  }

  /**
   * Remove a photo. Removes a photo. Its URLs then return 404; caches may keep the photo for up to a
   * day.
   *
   * Requires the scope `pets:write`.
   */
  delete(petId: Int64, photoId: Int64, options: RequestOptions = {}): Call<undefined> {
    return this.#engine.call(deletePhoto, { params: { petId, photoId } }, options);
  }
}

/** The pets of the store */
export class PetsResource {
  readonly #engine: Engine;
  /** The photos of each pet */
  readonly photos: PetsPhotosResource;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
    this.photos = new PetsPhotosResource(engine);
  }

  /**
   * List all pets. Returns the pets that match all given filters, in the order of `sort`, one page at a
   * time. If there are more, the `Link` header with `rel="next"` has the URL of the next page, which
   * repeats the filters. With filters other than `status`, `categoryId` and `ids`, a page may have fewer
   * pets than `limit`, or none, even if there are more: follow `Link` until there is none. So it may
   * with `categoryId` and a `sort` other than `id`.
   *
   * Requires the scope `pets:read`.
   */
  list(query: ListPetsQuery = {}, options: RequestOptions = {}): List<PetWithIncluded> {
    return this.#engine.list(listPets, { query }, options);
  }

  /**
   * Add a pet. Adds a pet and its stock entry, and responds when both are on disk. Without `status`, the
   * pet is `available`. Its stock starts at 1, or at 0 if its status is `sold`.
   *
   * Requires the scope `pets:write`.
   */
  create(body: NewPetWithProfile, options: ChangeOptions = {}): Call<Pet> {
    return this.#engine.call(createPet, { body }, options);
  }

  /**
   * Get a pet. Returns one pet.
   *
   * Requires the scope `pets:read`.
   *
   * @deprecated It is removed on 2030-12-05: use GET /pets with the status filter, or with the ids
   * filter for a pet whose id is known.
   */
  get(petId: Int64, query: GetPetQuery = {}, options: RequestOptions = {}): Call<PetWithIncluded> {
    return this.#engine.call(getPet, { params: { petId }, query }, options);
  }

  /**
   * Change a pet. Changes the given members of a pet. The status may change from `available` to
   * `pending` or `sold`, from `pending` to `available` or `sold`, and from `sold` to `available` (a
   * return). The stock does not change.
   *
   * Requires the scope `pets:write`.
   */
  update(petId: Int64, body: PetUpdate, options: ConditionalOptions = {}): Call<Pet> {
    return this.#engine.call(updatePet, { params: { petId }, body }, options);
  }

  /**
   * Remove a pet. Removes a pet and its stock entry. If the pet has open orders, complete or cancel them
   * first.
   *
   * Requires the scope `pets:write`.
   */
  delete(petId: Int64, options: ConditionalOptions = {}): Call<undefined> {
    return this.#engine.call(deletePet, { params: { petId } }, options);
  }

  /**
   * Export pets as CSV. Returns all pets that match all given filters as one CSV file, with their stock,
   * their profile, their last care and the time they were added, in the columns that an import reads.
   * Columns of care are empty without the scope `care:read`. If the connection closes early, the file is
   * incomplete. It is read while it is sent: each pet is as it was at some moment of that. Sorted by
   * `id`, no pet is in it twice.
   *
   * Requires the scope `pets:read`.
   */
  export(query: ExportPetsQuery = {}, options: DownloadOptions = {}): Parts {
    return this.#engine.download(exportPets, { query }, options);
  }

  /**
   * Get a pet's profile. Returns the profile of a pet. Every pet has one; it is empty at first.
   *
   * Requires the scope `pets:read`.
   */
  profile(petId: Int64, options: RequestOptions = {}): Call<PetProfile> {
    return this.#engine.call(getProfile, { params: { petId } }, options);
  }

  /**
   * Change a pet's profile. Changes the given members of a profile. `null` removes a member (JSON Merge
   * Patch, RFC 7396).
   *
   * Requires the scope `pets:write`.
   */
  updateProfile(petId: Int64, body: ProfileUpdate, options: ConditionalOptions = {}): Call<PetProfile> {
    return this.#engine.call(updateProfile, { params: { petId }, body }, options);
  }
}

/** The stock of each pet */
export class InventoryResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List inventory. Returns the current stock level of every pet in ascending order of petId, as one
   * stream. With `limit` or `cursor` it returns one page instead, and the `Link` header with
   * `rel="next"` has the URL of the next page.
   *
   * Requires the scope `inventory:read`.
   */
  list(query: ListInventoryQuery = {}, options: RequestOptions = {}): List<InventoryEntry> {
    return this.#engine.list(listInventory, { query }, options);
  }

  /**
   * Get a stock level. Returns the stock level of one pet. To change it safely, send its `ETag` as
   * `If-Match`.
   *
   * Requires the scope `inventory:read`.
   */
  get(petId: Int64, options: RequestOptions = {}): Call<InventoryEntry> {
    return this.#engine.call(getInventoryEntry, { params: { petId } }, options);
  }

  /**
   * Update a stock level. Sets the stock count of one pet, for arrivals, returns and manual adjustments,
   * and responds when the count is on disk. The pet's status does not change.
   *
   * Requires the scope `inventory:write`.
   */
  update(petId: Int64, body: InventoryUpdate, options: ConditionalOptions = {}): Call<InventoryEntry> {
    return this.#engine.call(updateInventory, { params: { petId }, body }, options);
  }

  /**
   * Add to or remove from stock. Adds to the stock count of one pet, or removes from it, and records
   * why. The count never falls below 0. If several people change it at the same time, every change
   * counts.
   *
   * Requires the scope `inventory:write`.
   */
  change(petId: Int64, body: StockChangeInput, options: ChangeOptions = {}): Call<StockChange> {
    return this.#engine.call(changeStock, { params: { petId }, body }, options);
  }

  /**
   * List the changes of a stock level. Returns every change of one pet's stock count in the order of id,
   * one page at a time.
   *
   * Requires the scope `inventory:read`.
   */
  changes(petId: Int64, query: ListStockChangesQuery = {}, options: RequestOptions = {}): List<StockChange> {
    return this.#engine.list(listStockChanges, { params: { petId }, query }, options);
  }
}

/** Orders of pets */
export class OrdersResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List store orders. Returns the orders that match all given filters, in the order of `sort`, one page
   * at a time. With `q` or a filter by time, a page may have fewer orders than `limit`, or none, even if
   * there are more: follow `Link` until there is none.
   *
   * Requires the scope `orders:read`.
   */
  list(query: ListOrdersQuery = {}, options: RequestOptions = {}): List<Order> {
    return this.#engine.list(listOrders, { query }, options);
  }

  /**
   * Place an order. Orders an available pet and takes the quantity from its stock. A pet whose stock
   * reaches 0 becomes `pending`. Orders never exceed the stock, however many clients order at the same
   * time. A repeated request with the same `Idempotency-Key` returns the order without customer and
   * note, because they are not stored with the key. So does a key without the scope `orders:read`, here
   * and wherever an order is returned.
   *
   * Requires the scope `orders:write`.
   */
  place(body: OrderInput, options: ChangeOptions = {}): Call<Order> {
    return this.#engine.call(placeOrder, { body }, options);
  }

  /**
   * Get an order. Returns one order.
   *
   * Requires the scope `orders:read`.
   */
  get(orderId: Int64, options: RequestOptions = {}): Call<Order> {
    return this.#engine.call(getOrder, { params: { orderId } }, options);
  }

  /**
   * Change an order. Changes the customer, the note, the ship date or day of an order, even if it is
   * complete, and whether an open order is ready. `null` removes a member (JSON Merge Patch, RFC 7396).
   * A `customer` of `null` erases the customer, including the index of names and the notes of returns;
   * backups keep the customer. A repeated request with the same `Idempotency-Key` returns the order
   * without customer and note.
   *
   * Requires the scope `orders:write`.
   */
  update(orderId: Int64, body: OrderUpdate, options: ConditionalOptions = {}): Call<Order> {
    return this.#engine.call(updateOrder, { params: { orderId }, body }, options);
  }

  /**
   * Complete an order. Completes an order. If it has no ship date, the ship date is now. A `pending` pet
   * of which neither stock nor an open order is left becomes `sold`. Completing an order again changes
   * nothing and returns the order.
   *
   * Requires the scope `orders:write`.
   */
  complete(orderId: Int64, options: ChangeOptions = {}): Call<Order> {
    return this.#engine.call(completeOrder, { params: { orderId } }, options);
  }

  /**
   * Reopen an order. Takes the completion of an order back, at most 24 hours after it: all is as before.
   * A pet that the completion sold is `pending` again. An order that was returned stays complete.
   *
   * Requires the scope `orders:write`.
   */
  reopen(orderId: Int64, options: ConditionalOptions = {}): Call<Order> {
    return this.#engine.call(reopenOrder, { params: { orderId } }, options);
  }

  /**
   * Return an order. Records that a complete order came back, whole or in part, and what was paid back.
   * The quantity returns to the stock as a change with the reason `return`, and a `pending` or `sold`
   * pet becomes `available`, unless `restock` is `false`. No more than was ordered comes back, in at
   * most 100 returns. Refunds that are larger than the price in all need a note.
   *
   * Requires the scope `orders:write`.
   */
  return(orderId: Int64, body: OrderReturnInput, options: ChangeOptions = {}): Call<Order> {
    return this.#engine.call(returnOrder, { params: { orderId }, body }, options);
  }

  /**
   * Cancel an order. Removes an open order and returns its quantity to the stock. A `pending` or `sold`
   * pet becomes `available`. A complete order cannot be cancelled.
   *
   * Requires the scope `orders:write`.
   */
  cancel(orderId: Int64, options: ConditionalOptions = {}): Call<undefined> {
    return this.#engine.call(cancelOrder, { params: { orderId } }, options);
  }
}

/** Orders that are placed, completed and cancelled together */
export class SalesResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List sales. Returns the sales in the order of id, one page at a time. Orders that were placed alone
   * are in no sale. With `q`, a page may have fewer sales than `limit`, or none, even if there are more:
   * follow `Link` until there is none.
   *
   * Requires the scope `orders:read`.
   */
  list(query: ListPlacedSalesQuery = {}, options: RequestOptions = {}): List<Sale> {
    return this.#engine.list(listPlacedSales, { query }, options);
  }

  /**
   * Place a sale. Orders several pets together: each item becomes an order with the id of the sale, with
   * the same customer, note and ship date. All of them are placed or none; the failure names the item. A
   * repeated request with the same `Idempotency-Key` returns the sale without customer and notes, as a
   * key without the scope `orders:read` gets it.
   *
   * Requires the scope `orders:write`.
   */
  place(body: SaleInput, options: ChangeOptions = {}): Call<Sale> {
    return this.#engine.call(placeSale, { body }, options);
  }

  /**
   * Get a sale. Returns one sale with its orders. Orders that were cancelled are in it no more.
   *
   * Requires the scope `orders:read`.
   */
  get(saleId: Int64, options: RequestOptions = {}): Call<Sale> {
    return this.#engine.call(getSale, { params: { saleId } }, options);
  }

  /**
   * Complete a sale. Completes every open order of a sale. A sale without open orders stays as it is.
   *
   * Requires the scope `orders:write`.
   */
  complete(saleId: Int64, options: ChangeOptions = {}): Call<Sale> {
    return this.#engine.call(completeSale, { params: { saleId } }, options);
  }

  /**
   * Reopen a sale. Takes the latest completion of a sale back, at most 24 hours after it: every order
   * that was completed with it is open again, or none. A sale without complete orders stays as it is.
   *
   * Requires the scope `orders:write`.
   */
  reopen(saleId: Int64, options: ConditionalOptions = {}): Call<Sale> {
    return this.#engine.call(reopenSale, { params: { saleId } }, options);
  }

  /**
   * Cancel a sale. Cancels every open order of a sale, and returns their quantities to the stock. A sale
   * without open orders cannot be cancelled.
   *
   * Requires the scope `orders:write`.
   */
  cancel(saleId: Int64, options: ConditionalOptions = {}): Call<undefined> {
    return this.#engine.call(cancelSale, { params: { saleId } }, options);
  }
}

/** Orders that are placed, completed and cancelled together */
export class ReceiptsResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List receipts. Returns the receipts from one day to another, both included, the newest first, one
   * page at a time. Voided receipts are listed too: the numbers of a year have no gap.
   *
   * Requires the scope `orders:read`.
   */
  list(query: ListReceiptsQuery = {}, options: RequestOptions = {}): List<Receipt> {
    return this.#engine.list(listReceipts, { query }, options);
  }

  /**
   * Get a receipt. Returns a receipt, also a voided one. Its customer and its items are those of its
   * orders.
   *
   * Requires the scope `orders:read`.
   */
  get(number: string, options: RequestOptions = {}): Call<Receipt> {
    return this.#engine.call(getReceipt, { params: { number } }, options);
  }

  /**
   * Get the texts of papers. Returns what the shop prints on receipts and agreements, besides what the
   * orders say.
   *
   * Requires the scope `orders:read`.
   */
  papers(options: RequestOptions = {}): Call<Papers> {
    return this.#engine.call(getPapers, {}, options);
  }
}

/** What visitors ask about pets */
export class InquiriesResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List inquiries. Returns the inquiries that match all given filters, in the order of id, one page at
   * a time.
   *
   * Requires the scope `inquiries:read`.
   */
  list(query: ListInquiriesQuery = {}, options: RequestOptions = {}): List<Inquiry> {
    return this.#engine.list(listInquiries, { query }, options);
  }

  /**
   * Get an inquiry. Returns one inquiry.
   *
   * Requires the scope `inquiries:read`.
   */
  get(inquiryId: Int64, options: RequestOptions = {}): Call<Inquiry> {
    return this.#engine.call(getInquiry, { params: { inquiryId } }, options);
  }

  /**
   * Change an inquiry. Changes the state of an inquiry, or its note. The service sends nothing to the
   * visitor: answer by email or by phone, then set the state. Inquiries are deleted
   * `INQUIRIES_RETENTION_DAYS` after their last change.
   *
   * Requires the scope `inquiries:write`.
   */
  update(inquiryId: Int64, body: InquiryUpdate, options: ConditionalOptions = {}): Call<Inquiry> {
    return this.#engine.call(updateInquiry, { params: { inquiryId }, body }, options);
  }

  /**
   * Delete an inquiry. Erases an inquiry. Backups keep it.
   *
   * Requires the scope `inquiries:write`.
   */
  delete(inquiryId: Int64, options: ConditionalOptions = {}): Call<undefined> {
    return this.#engine.call(deleteInquiry, { params: { inquiryId } }, options);
  }
}

/** What was done for pets, and what is due */
export class CareResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List the care of a pet. Returns what was done for a pet and what is due, in the order of id, one
   * page at a time.
   *
   * Requires the scope `care:read`.
   */
  listOfPet(petId: Int64, query: ListPetCareQuery = {}, options: RequestOptions = {}): List<Care> {
    return this.#engine.list(listPetCare, { params: { petId }, query }, options);
  }

  /**
   * Add care of a pet. Adds what was done for a pet, or what is due. A `weight` has `doneOn` and
   * `grams`, and is not repeated. With `everyDays`, an entry that is done makes the next one, due so
   * many days later. Nothing is due before the pet's birth. A pet has at most 1000 entries.
   *
   * Requires the scope `care:write`.
   */
  add(petId: Int64, body: CareInput, options: ChangeOptions = {}): Call<Care> {
    return this.#engine.call(addCare, { params: { petId }, body }, options);
  }

  /**
   * List what is due. Returns what is due for all pets and not done, in the order of `dueOn`, then of
   * id, one page at a time. What is overdue comes first.
   *
   * Requires the scope `care:read`.
   */
  list(query: ListCareQuery = {}, options: RequestOptions = {}): List<Care> {
    return this.#engine.list(listCare, { query }, options);
  }

  /**
   * Get an entry of care. Returns one entry.
   *
   * Requires the scope `care:read`.
   */
  get(careId: Int64, options: RequestOptions = {}): Call<Care> {
    return this.#engine.call(getCare, { params: { careId } }, options);
  }

  /**
   * Change an entry of care. Changes the given members of an entry. With a `doneOn` of `null` it is not
   * done any more, and the next one that it made is removed, unless somebody has changed that. Another
   * `doneOn` or `everyDays` moves the next one, under the same condition.
   *
   * Requires the scope `care:write`.
   */
  update(careId: Int64, body: CareUpdate, options: ConditionalOptions = {}): Call<Care> {
    return this.#engine.call(updateCare, { params: { careId }, body }, options);
  }

  /**
   * Mark care as done. Marks what is due as done. With `everyDays`, that makes the next entry. `PATCH`
   * with a `doneOn` of `null` takes it back.
   *
   * Requires the scope `care:write`.
   */
  complete(careId: Int64, body: CareDone, options: ChangeOptions = {}): Call<Care> {
    return this.#engine.call(completeCare, { params: { careId }, body }, options);
  }

  /**
   * Remove an entry of care. Removes an entry. The next one that it made stays.
   *
   * Requires the scope `care:write`.
   */
  delete(careId: Int64, options: ConditionalOptions = {}): Call<undefined> {
    return this.#engine.call(deleteCare, { params: { careId } }, options);
  }

  /**
   * Apply the plan of a category. Adds what the plan of the pet's category makes due: days are counted
   * from the pet's day of birth, if that is not known from `from`, else from today. What the pet has
   * already, of the same kind with the same words on the same day, is left out.
   *
   * Requires the scope `care:write`.
   */
  apply(petId: Int64, body: CarePlanStart, options: ChangeOptions = {}): Call<Care[]> {
    return this.#engine.call(applyCarePlan, { params: { petId }, body }, options);
  }

  /**
   * Subscribe to what is due. Returns what is due and not done as a calendar (iCalendar, RFC 5545): each
   * entry is an event of a whole day, on the day on which it is due. The calendar has the 500 entries
   * that are due first. Programs that send no headers have the key in `token`: there it must have the
   * scope `calendar:read` and no other.
   *
   * Requires the scope `calendar:read`.
   */
  calendar(query: GetCareCalendarQuery = {}, options: DownloadOptions = {}): Parts {
    return this.#engine.download(getCareCalendar, { query }, options);
  }
}

/** The categories that pets belong to */
export class CategoriesResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List categories. Returns categories in the order of id, one page at a time.
   *
   * Requires the scope `categories:read`.
   */
  list(query: ListCategoriesQuery = {}, options: RequestOptions = {}): List<Category> {
    return this.#engine.list(listCategories, { query }, options);
  }

  /**
   * Add a category. Adds a category. Names are unique and ignore case.
   *
   * Requires the scope `categories:write`.
   */
  create(body: CategoryInput, options: ChangeOptions = {}): Call<Category> {
    return this.#engine.call(createCategory, { body }, options);
  }

  /**
   * Get a category. Returns one category.
   *
   * Requires the scope `categories:read`.
   */
  get(categoryId: Int64, options: RequestOptions = {}): Call<Category> {
    return this.#engine.call(getCategory, { params: { categoryId } }, options);
  }

  /**
   * Change a category. Changes the given members of a category.
   *
   * Requires the scope `categories:write`.
   */
  update(categoryId: Int64, body: CategoryUpdate, options: ConditionalOptions = {}): Call<Category> {
    return this.#engine.call(updateCategory, { params: { categoryId }, body }, options);
  }

  /**
   * Remove a category. Removes a category. You cannot remove a category that has pets.
   *
   * Requires the scope `categories:write`.
   */
  delete(categoryId: Int64, options: ConditionalOptions = {}): Call<undefined> {
    return this.#engine.call(deleteCategory, { params: { categoryId } }, options);
  }
}

/** What changed, in one order for all */
export class EventsResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List events. Returns changes, one page at a time. In ascending order every page has a `Link` header
   * with `rel="next"`, even the last one. Follow it to see every change exactly once, within about a
   * second, in the same order for all readers. With `types`, a page may have fewer events than `limit`,
   * or none, and a `Link` to more. You are up to date when `Link` repeats the URL that you read. Events
   * are kept for `EVENTS_RETENTION_DAYS`; if `after` is older, the response is 410.
   *
   * Requires the scope `events:read`.
   */
  list<Type extends EventType = EventType>(query: ListEventsQuery<Type> = {}, options: RequestOptions = {}): List<EventOf<Type>> {
    return this.#engine.list(listEvents, { query }, options);
  }

  /**
   * Stream events. Sends events as they happen, as Server-Sent Events: the type in `event`, the id in
   * `id`, the event as JSON in `data`. With `Last-Event-ID` or `after`, the stream first sends the
   * events after that one; `Last-Event-ID` takes precedence. If you reconnect with the last `id` that
   * you received, you miss nothing. An `id` without data only advances your position. The service sends
   * something at least every 15 s, if only a comment.
   *
   * Requires the scope `events:read`.
   */
  stream<Type extends EventType = EventType>(query: StreamEventsQuery<Type> = {}, options: StreamOptions = {}): AsyncGenerator<EventOf<Type>, void, undefined> {
    return this.#engine.stream(streamEvents, { query }, options);
  }
}

/** List activity by day */
export class ActivityResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List activity by day. Returns the number of events of each type on each of the last days, today
   * last. Days are days in `timeZone`; a day on which clocks change has 23 or 25 hours.
   *
   * Requires the scope `events:read`.
   */
  list(query: ListActivityQuery = {}, options: RequestOptions = {}): Call<ActivityDay[]> {
    return this.#engine.call(listActivity, { query }, options);
  }
}

/** Endpoints that receive signed events */
export class WebhooksResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List webhooks. Returns webhooks in the order of id, one page at a time.
   *
   * Requires the scope `webhooks:manage`.
   */
  list(query: ListWebhooksQuery = {}, options: RequestOptions = {}): List<Webhook> {
    return this.#engine.list(listWebhooks, { query }, options);
  }

  /**
   * Create a webhook. Creates a webhook and its secret. From now on, the service sends events of the
   * given types to the URL. It must use https, and its host must resolve to public addresses only,
   * unless the operator allows others.
   *
   * Requires the scope `webhooks:manage`.
   */
  create(body: WebhookInput, options: ChangeOptions = {}): Call<CreatedWebhook> {
    return this.#engine.call(createWebhook, { body }, options);
  }

  /**
   * Get a webhook. Returns one webhook, without its secret.
   *
   * Requires the scope `webhooks:manage`.
   */
  get(webhookId: Int64, options: RequestOptions = {}): Call<Webhook> {
    return this.#engine.call(getWebhook, { params: { webhookId } }, options);
  }

  /**
   * Change a webhook. Changes the given members of a webhook. When you switch it on again, it continues
   * with new events and with the deliveries that were waiting.
   *
   * Requires the scope `webhooks:manage`.
   */
  update(webhookId: Int64, body: WebhookUpdate, options: ConditionalOptions = {}): Call<Webhook> {
    return this.#engine.call(updateWebhook, { params: { webhookId }, body }, options);
  }

  /**
   * Delete a webhook. Deletes a webhook, its secrets and its log. Waiting messages are not sent.
   *
   * Requires the scope `webhooks:manage`.
   */
  delete(webhookId: Int64, options: ConditionalOptions = {}): Call<undefined> {
    return this.#engine.call(deleteWebhook, { params: { webhookId } }, options);
  }

  /**
   * Create a new secret. Creates a new secret. For 24 hours, messages are also signed with the previous
   * secret, so that you can change the receiver.
   *
   * Requires the scope `webhooks:manage`.
   */
  rotateSecret(webhookId: Int64, options: ChangeOptions = {}): Call<WebhookSecret> {
    return this.#engine.call(rotateWebhookSecret, { params: { webhookId } }, options);
  }

  /**
   * List the deliveries of a webhook. Returns the deliveries of a webhook, one page at a time. They are
   * kept as long as events.
   *
   * Requires the scope `webhooks:manage`.
   */
  deliveries(webhookId: Int64, query: ListDeliveriesQuery = {}, options: RequestOptions = {}): List<Delivery> {
    return this.#engine.list(listDeliveries, { params: { webhookId }, query }, options);
  }

  /**
   * Retry a delivery. Sends a message again now, even one that has succeeded. `attempts` keeps counting;
   * the retry schedule starts over. 409 while the message is being sent.
   *
   * Requires the scope `webhooks:manage`.
   */
  retry(webhookId: Int64, deliveryId: Int64, options: ChangeOptions = {}): Call<Delivery> {
    return this.#engine.call(retryDelivery, { params: { webhookId, deliveryId } }, options);
  }

  /**
   * Retry all waiting deliveries. Sends every waiting message of a webhook now. Use it when the receiver
   * is back. The retry schedule starts over. 409 if the webhook is off.
   *
   * Requires the scope `webhooks:manage`.
   */
  retryAll(webhookId: Int64, options: ChangeOptions = {}): Call<Webhook> {
    return this.#engine.call(retryWebhook, { params: { webhookId } }, options);
  }

  /**
   * Send a test message. Sends one message of the type `webhook.ping` and waits up to five seconds for
   * its end: the response then has the `status` of the receiver, or the `error` if there was none. If it
   * takes longer, and when you repeat the request with its Idempotency-Key, the `state` is `waiting`,
   * and the deliveries show the end. 409 until the previous ping has ended.
   *
   * Requires the scope `webhooks:manage`.
   */
  ping(webhookId: Int64, options: ChangeOptions = {}): Call<Delivery> {
    return this.#engine.call(pingWebhook, { params: { webhookId } }, options);
  }
}

/** Get the API key of the request */
export class KeyResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Get the API key of the request. Returns the API key of the request, with its permissions. Every
   * valid key may call this.
   */
  get(options: RequestOptions = {}): Call<CurrentKey> {
    return this.#engine.call(getKey, {}, options);
  }
}

/** Who may call the service, and what each may do */
export class KeysResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List API keys. Returns all keys in the order of creation, including ended ones, one page at a time.
   * Secrets are never included.
   *
   * Requires the scope `keys:manage`.
   */
  list(query: ListKeysQuery = {}, options: RequestOptions = {}): List<ApiKey> {
    return this.#engine.list(listKeys, { query }, options);
  }

  /**
   * Create an API key. Creates a key with scopes, or with the scopes of a role. A key cannot grant
   * scopes that it lacks, nor change, rotate or revoke a key that has them: 403. A key that expires
   * cannot give another key, or itself, a later end: 403.
   *
   * Requires the scope `keys:manage`.
   */
  create(body: NewKey, options: ChangeOptions = {}): Call<CreatedKey> {
    return this.#engine.call(createKey, { body }, options);
  }

  /**
   * Get an API key. Returns one key, without its secret.
   *
   * Requires the scope `keys:manage`.
   */
  get(keyId: string, options: RequestOptions = {}): Call<ApiKey> {
    return this.#engine.call(getKeyById, { params: { keyId } }, options);
  }

  /**
   * Change an API key. Changes the given members of a key that has not ended, and withdraws its pending
   * invitations that it could no longer create. A key cannot grant scopes that it lacks, nor change,
   * rotate or revoke a key that has them: 403. A key that expires cannot give another key, or itself, a
   * later end: 403. The last key that may manage keys cannot be weakened: 409.
   *
   * Requires the scope `keys:manage`.
   */
  update(keyId: string, body: KeyUpdate, options: ConditionalOptions = {}): Call<ApiKey> {
    return this.#engine.call(updateKey, { params: { keyId }, body }, options);
  }

  /**
   * Revoke an API key. Ends a key and withdraws its pending invitations. Within a second, no process
   * accepts the key. It stays in the list as long as events are kept. Revoking a key again changes
   * nothing. A key may revoke itself. A key cannot grant scopes that it lacks, nor change, rotate or
   * revoke a key that has them: 403. The last key that may manage keys cannot be revoked: 409.
   *
   * Requires the scope `keys:manage`.
   */
  delete(keyId: string, options: ConditionalOptions = {}): Call<undefined> {
    return this.#engine.call(deleteKey, { params: { keyId } }, options);
  }

  /**
   * Rotate an API key. Creates a key with the same name, scopes and lifetime, which ends with the key of
   * the request at the latest. The old key ends after 24 hours, so that its user has time to switch.
   * After a leak, revoke the old key. A key cannot grant scopes that it lacks, nor change, rotate or
   * revoke a key that has them: 403. A key that expires cannot give another key, or itself, a later end:
   * 403.
   *
   * Requires the scope `keys:manage`.
   */
  rotate(keyId: string, options: ChangeOptions = {}): Call<CreatedKey> {
    return this.#engine.call(rotateKey, { params: { keyId } }, options);
  }
}

/** Keys for people, by an address that they open once */
export class InvitationsResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List invitations. Returns the pending invitations in the order of id, one page at a time. URLs are
   * never included.
   *
   * Requires the scope `keys:manage`.
   */
  list(query: ListInvitationsQuery = {}, options: RequestOptions = {}): List<Invitation> {
    return this.#engine.list(listInvitations, { query }, options);
  }

  /**
   * Invite a person. Creates a URL for one person and one use. The person who opens it gets a key with
   * these scopes, or with the scopes of the role. The secret is in the fragment of the URL, which
   * browsers do not send. A key cannot grant scopes that it lacks: 403. The person's key expires with
   * the key that created the invitation, if that expires. At most 100 invitations may be pending: 409.
   *
   * Requires the scope `keys:manage`.
   */
  create(body: InvitationInput, options: ChangeOptions = {}): Call<CreatedInvitation> {
    return this.#engine.call(createInvitation, { body }, options);
  }

  /**
   * Withdraw an invitation. Withdraws an invitation that nobody has accepted yet. A key cannot withdraw
   * an invitation to scopes that it lacks: 403.
   *
   * Requires the scope `keys:manage`.
   */
  delete(invitationId: Int64, options: RequestOptions = {}): Call<undefined> {
    return this.#engine.call(deleteInvitation, { params: { invitationId } }, options);
  }

  /**
   * Get the invitation of the request. Returns what the invitation is for, without accepting it. If it
   * was used, has expired or was withdrawn, the response is 410.
   */
  get(options: RequestOptions = {}): Call<InvitationOffer> {
    return this.#engine.call(getInvitation, {}, options);
  }

  /**
   * Accept an invitation. Creates a key named after the person and the device. An invitation can be
   * accepted once. If it was used, has expired or was withdrawn, the response is 410.
   */
  redeem(body: Redemption, options: ChangeOptions = {}): Call<CreatedKey> {
    return this.#engine.call(redeemInvitation, { body }, options);
  }
}

/** Get counts */
export class StatsResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Get counts. Returns how many pets have each status and how many orders are open, each counted up to
   * 1000. Pets are counted that match all given filters, which are those of `listPets`. With filters
   * other than `status` and `categoryId`, counting ends after the first 1000 pets that match, or where a
   * search would take long: then every count may be too low, and is `capped`.
   *
   * Requires the scope `pets:read`.
   */
  get(query: GetStatsQuery = {}, options: RequestOptions = {}): Call<Stats> {
    return this.#engine.call(getStats, { query }, options);
  }
}

/** What was sold and returned */
export class ReportsResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * List sales. Returns what was sold and what was returned from one day to another, both included, by
   * day, month, category or receipt, and by currency. An order counts on the day of its completion, each
   * return with its quantity and its refund on its own day. A pet's category is that which it had when
   * it was ordered. Days, months and categories without orders are omitted. A sum that exceeds int64
   * goes on in another entry of the same day, month or category and currency, without orders. By
   * receipt, at most 31 days with 20000 entries: a return is with the receipt of its order. A receipt
   * counts on its day as it was issued. Its voiding is an entry of its own, on its own day. The other
   * sums have only what is complete now.
   *
   * Requires the scope `orders:read`.
   */
  sales(query: ListSalesQuery = {}, options: RequestOptions = {}): Call<Sales[]> {
    return this.#engine.call(listSales, { query }, options);
  }

  /**
   * Close a day. Returns the sums of a day by currency, its first and its last receipt, and those that
   * were voided. A receipt counts on its day as it was issued, and its voiding on the day of that, so
   * that the closing of a past day never changes.
   *
   * Requires the scope `orders:read`.
   */
  closing(query: GetClosingQuery = {}, options: RequestOptions = {}): Call<Closing> {
    return this.#engine.call(getClosing, { query }, options);
  }
}

/** Many pets from one file */
export class ImportsResource {
  readonly #engine: Engine;

  /** Makes the resource. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Import pets from a file. Adds the pets in a spreadsheet saved as CSV, or in an export. If one line
   * has a problem, none are added. The report names every problem. A file has at most 10000 pets; use
   * `petstore import` for larger files.
   *
   * Requires the scope `pets:write`.
   */
  create(file: Blob | string, query: CreateImportQuery = {}, options: UploadOptions = {}): Call<ImportReport> {
    return this.#engine.call(createImport, { file, query }, options);
  }

  /**
   * List imports. Returns the imports that stored something, newest first, one page at a time.
   *
   * Requires the scope `pets:read`.
   */
  list(query: ListImportsQuery = {}, options: RequestOptions = {}): List<Import> {
    return this.#engine.list(listImports, { query }, options);
  }

  /**
   * Get an import. Returns an import: who made it, when, what it stored, and whether it was undone.
   *
   * Requires the scope `pets:read`.
   */
  get(importId: Int64, options: RequestOptions = {}): Call<Import> {
    return this.#engine.call(getImport, { params: { importId } }, options);
  }

  /**
   * Undo an import. Removes the pets that an import added and that nobody has changed or ordered since,
   * and the categories that it created and that are empty, and puts back what it changed and nobody has
   * changed since. Others write in between. If it is interrupted, the next call goes on; a call after
   * the end removes nothing more. Afterwards the same file can be imported again. 409 if the import
   * added and changed more than 10000 pets: use `petstore import --undo`.
   *
   * Requires the scope `pets:write`.
   */
  undo(importId: Int64, options: ChangeOptions = {}): Call<UndoneImport> {
    return this.#engine.call(undoImport, { params: { importId } }, options);
  }
}

/** Every resource of the interface. */
export class Resources {
  /** The pets of the store */
  readonly pets: PetsResource;
  /** The stock of each pet */
  readonly inventory: InventoryResource;
  /** Orders of pets */
  readonly orders: OrdersResource;
  /** Orders that are placed, completed and cancelled together */
  readonly sales: SalesResource;
  /** Orders that are placed, completed and cancelled together */
  readonly receipts: ReceiptsResource;
  /** What visitors ask about pets */
  readonly inquiries: InquiriesResource;
  /** What was done for pets, and what is due */
  readonly care: CareResource;
  /** The categories that pets belong to */
  readonly categories: CategoriesResource;
  /** What changed, in one order for all */
  readonly events: EventsResource;
  /** List activity by day */
  readonly activity: ActivityResource;
  /** Endpoints that receive signed events */
  readonly webhooks: WebhooksResource;
  /** Get the API key of the request */
  readonly key: KeyResource;
  /** Who may call the service, and what each may do */
  readonly keys: KeysResource;
  /** Keys for people, by an address that they open once */
  readonly invitations: InvitationsResource;
  /** Get counts */
  readonly stats: StatsResource;
  /** What was sold and returned */
  readonly reports: ReportsResource;
  /** Many pets from one file */
  readonly imports: ImportsResource;

  /** Makes the resources. Use `new Petstore()`. */
  constructor(engine: Engine) {
    this.pets = new PetsResource(engine);
    this.inventory = new InventoryResource(engine);
    this.orders = new OrdersResource(engine);
    this.sales = new SalesResource(engine);
    this.receipts = new ReceiptsResource(engine);
    this.inquiries = new InquiriesResource(engine);
    this.care = new CareResource(engine);
    this.categories = new CategoriesResource(engine);
    this.events = new EventsResource(engine);
    this.activity = new ActivityResource(engine);
    this.webhooks = new WebhooksResource(engine);
    this.key = new KeyResource(engine);
    this.keys = new KeysResource(engine);
    this.invitations = new InvitationsResource(engine);
    this.stats = new StatsResource(engine);
    this.reports = new ReportsResource(engine);
    this.imports = new ImportsResource(engine);
  }
}
