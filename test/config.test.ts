/* The configuration as an operator reads about it. */
import { expect, test } from "bun:test";
import { readConfig } from "../src/config.ts";

test.each(["mysql://user:s3@cr3t:x@host/db", "mysql://user:s3/cr3t@host/db", "mysql://host/db?password=s3@cr3t"])(
  "the report on the wrong address %s has no part of its password",
  (url) => {
    const read = () => readConfig({}, { DATABASE_URL: url });
    expect(read).toThrow("DATABASE_URL: expected ");
    expect(read).not.toThrow(/s3|cr3t/);
  },
);
