import { expect, test } from "bun:test";
import { openService } from "../support/harness.ts";

test.each(["x", "ü", "日"])(
  "a list of 100 pets with names of %s has its length, its end, and the same tag for HEAD",
  async (letter) => {
    await using service = await openService();
    const name = letter.repeat(150);
    for (let pet = 0; pet < 100; pet++) await service.admin.createPet({ body: { name, categoryId: 7n } });
    const response = await service.send("/v1/pets?limit=100");
    const bytes = await response.bytes();
    expect(bytes.length).toBeGreaterThan(15_000);
    expect(response.headers.get("Content-Length")).toBe(String(bytes.length));
    const pets = JSON.parse(new TextDecoder().decode(bytes)) as readonly { readonly name: string }[];
    expect(pets.map((pet) => pet.name)).toEqual(Array(100).fill(name));
    const head = await service.send("/v1/pets?limit=100", { method: "HEAD" });
    expect(head.headers.get("ETag")).toBe(response.headers.get("ETag"));
  },
);
