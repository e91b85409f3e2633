/* The configuration, as an operator sees it. */
import { expect, test } from "bun:test";
import { readConfig } from "../src/service/settings/settings.ts";

test.each([
  "mysql://user:s3@cr3t:x@host/db",
  "mysql://user:s3/cr3t@host/db",
  "mysql://host/db?password=s3@cr3t",
  "postgres:/user:s3cr3t@host/db",
  "postgres:user:s3cr3t@host/db",
  "user:s3cr3t@host/db",
])("the error for the wrong URL %s contains no part of its password", (url) => {
  const read = () => readConfig({}, { DATABASE_URL: url });
  expect(read).toThrow("DATABASE_URL: expected ");
  expect(read).not.toThrow(/s3|cr3t/);
});

test.each([
  ["https://łódź.example/shop/v1", "https://xn--d-uga0v4h.example/shop/v1"],
  ["https://Pets.Example:443/v1", "https://pets.example/v1"],
  ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"],
])("the base URL %s is %s in links and headers", (text, sent) => {
  expect(readConfig({}, { PETSTORE_BASE_URL: text }).baseUrl).toBe(sent);
});

test("a base URL with a password is refused, because everybody would read it", () => {
  expect(() => readConfig({}, { PETSTORE_BASE_URL: "https://user:s3cret@pets.example/v1" })).toThrow(
    'PETSTORE_BASE_URL: expected a URL that ends in /v1, without a user, such as https://pets.example/v1; got "https://user:***@pets.example/v1"',
  );
});

test.each(["CORS_ORIGINS", "EMBED_ORIGINS"])("%s takes origins as people write them", (name) => {
  const { corsOrigins, embedOrigins } = readConfig({}, { [name]: "https://Müller.example, https://shop.example/" });
  expect([...corsOrigins, ...embedOrigins]).toEqual(["https://xn--mller-kva.example", "https://shop.example"]);
  for (const text of [
    "*",
    "shop.example",
    "https://shop.example/pets",
    "https://user@shop.example",
    "ftp://shop.example",
  ]) {
    expect(() => readConfig({}, { [name]: text })).toThrow(`${name}: expected origins such as https://shop.example`);
  }
});

test("a value that is too long is not repeated", () => {
  expect(() => readConfig({}, { SHOP_ABOUT: "x".repeat(1001) })).toThrow(
    "SHOP_ABOUT: expected at most 1000 characters; got 1001 characters",
  );
});

test("settings have defaults, and a flag wins over the environment", () => {
  expect(readConfig({}, {})).toMatchObject({
    port: 8080,
    baseUrl: "",
    maxStreams: 1000,
    maxStreamsPerKey: 100,
    shutdownDelaySeconds: 0.5,
    shutdownTimeoutSeconds: 10,
  });
  const config = readConfig({ port: "9000" }, { PORT: "9001", SHUTDOWN_DELAY: "2.25", MAX_STREAMS: " 7 " });
  expect(config).toMatchObject({ port: 9000, shutdownDelaySeconds: 2.25, maxStreams: 7 });
});

test("every error is reported at once", () => {
  const read = () => readConfig({ logLevel: "loud" }, { SHUTDOWN_DELAY: "1h", MAX_STREAMS_PER_KEY: "0", TLS_KEY: "a" });
  expect(read).toThrow(
    [
      '--log-level: expected one of trace, debug, info, warn, error, silent; got "loud"',
      'MAX_STREAMS_PER_KEY: expected an integer from 1 to 1000000; got "0"',
      'SHUTDOWN_DELAY: expected a number from 0 to 60, such as 0.5; got "1h"',
      "TLS_CERT, TLS_KEY: expected both or none; got only TLS_KEY",
    ].join("\n"),
  );
});

test("the currency of the shop is one of ISO 4217, EUR without a setting", () => {
  expect(readConfig({}, {}).shopCurrency).toBe("EUR");
  expect(readConfig({}, { SHOP_CURRENCY: "CHF" }).shopCurrency).toBe("CHF");
  for (const text of ["eur", "EURO", "XYZ"]) {
    expect(() => readConfig({}, { SHOP_CURRENCY: text })).toThrow(
      `SHOP_CURRENCY: expected a currency code of ISO 4217`,
    );
  }
});
