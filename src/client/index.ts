/* The package `petstore-client`. */
export type { ApiResponse, Call } from "./call.ts";
export type { Parts } from "./download.ts";
export { type ErrorCode, type ErrorDetail, PetstoreError } from "./error.ts";
export { parseJson, toJson } from "./exact-json.ts";
export { List, type Page } from "./list.ts";
export type * from "./operations.gen.ts";
export { VERSION } from "./operations.gen.ts";
export type {
  Attempt,
  AttemptResponse,
  ChangeOptions,
  ConditionalOptions,
  DownloadOptions,
  Fetch,
  Hooks,
  PetstoreOptions,
  RequestOptions,
  Retry,
  StreamOptions,
  UploadOptions,
  UploadProgress,
} from "./options.ts";
export { Petstore } from "./petstore.ts";
export type * from "./schemas.gen.ts";
export type {
  /** @deprecated Use `CategoryInput`. */
  CategoryInput as NewCategory,
  /** @deprecated Use `CustomerInput`. */
  CustomerInput as NewCustomer,
  /** @deprecated Use `InvitationInput`. */
  InvitationInput as NewInvitation,
  /** @deprecated Use `OrderInput`. */
  OrderInput as NewOrder,
  /** @deprecated Use `PriceInput`. */
  PriceInput as NewPrice,
  /** @deprecated Use `StockChangeInput`. */
  StockChangeInput as NewStockChange,
  /** @deprecated Use `WebhookInput`. */
  WebhookInput as NewWebhook,
} from "./schemas.gen.ts";
export {
  type EventMessage,
  type PingMessage,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookMessage,
} from "./webhook-signatures.ts";
