/* Files that the client package sends: what it takes, how often it sends it, and what it tells meanwhile. */
import { expect } from "bun:test";
import { Readable } from "node:stream";
import { rex } from "../support/harness.ts";
import { jpeg, png } from "../support/images.ts";
import { lost, responding, testClient } from "./faults.ts";

testClient(
  "a photo may be a Blob with its type, bytes, a buffer or a stream, also one of Node",
  async ({ petstore, seen, service }) => {
    await service.admin.createPet({ body: rex });
    const bytes = await jpeg();
    const given = [
      new Blob([await png()], { type: "image/png" }),
      bytes,
      bytes.buffer,
      new Blob([bytes]).stream(),
      Readable.from([bytes.slice(0, 9), bytes.slice(9)]),
    ];
    for (const file of given) await petstore.pets.photos.add(1, file, { alt: "Rex" });
    expect(seen.map(({ headers }) => headers.get("Content-Type"))).toEqual([
      "image/png",
      ...Array(4).fill("image/jpeg"),
    ]);
    expect(await petstore.pets.photos.list(1)).toMatchObject(Array(5).fill({ alt: "Rex", width: 8, height: 6 }));
  },
);

testClient(
  "a stream is sent again, whole and with the same Idempotency-Key, when the connection is lost or the service is busy",
  async ({ meeting, service }) => {
    await service.admin.createPet({ body: rex });
    const { petstore, seen } = meeting([lost, responding(503)]);
    const photo = await petstore.pets.photos.add(1, new Blob([await jpeg()]).stream());
    expect(photo.position).toBe(1);
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(1);
  },
);

testClient("a photo that is given up before its way of sending is loaded is not sent", async ({ petstore, seen }) => {
  const controller = new AbortController();
  const options = { onProgress: () => {}, signal: controller.signal };
  const adding = petstore.pets.photos.add(1, await jpeg(), {}, options);
  controller.abort();
  await expect(adding).rejects.toMatchObject({ name: "AbortError" });
  await Bun.file(import.meta.path).text();
  expect(seen).toEqual([]);
});

testClient("progress is told once where the way of sending does not know it", async ({ petstore, service }) => {
  await service.admin.createPet({ body: rex });
  const told: object[] = [];
  const file = await jpeg();
  await petstore.pets.photos.add(1, file, {}, { onProgress: (progress) => told.push(progress) });
  expect(told).toEqual([{ sent: file.length, total: file.length }]);
});
