/* Files in forms, as browsers and no-code tools send them. */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { openWithPet, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";

const PHOTOS = "/v1/pets/1/photos";

/** Sends a form with these parts. */
async function sendForm(
  service: TestService,
  path: string,
  parts: Readonly<Record<string, string | File>>,
  key?: string,
) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  const headers = { Authorization: `Bearer ${service.adminKey}`, ...(key && { "Idempotency-Key": key }) };
  const response = await service.send(path, { method: "POST", headers, body: form });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const fileOf = (bytes: Uint8Array | string, type: string) => new File([bytes as BlobPart], "file", { type });

test("a photo and a table are taken from a form, whatever the field is called", async () => {
  await using service = await openWithPet();
  const photo = fileOf(await jpeg(), "image/jpeg");
  expect(await sendForm(service, PHOTOS, { picture: photo, comment: "ignored" })).toMatchObject({ status: 201 });
  const table = fileOf("name,categoryId\nMia,7\n", "text/csv");
  expect(await sendForm(service, "/v1/imports", { data: table })).toMatchObject({ status: 200, body: { added: 1 } });
});

test("a form that is sent again with its Idempotency-Key is the same request, whatever its boundary", async () => {
  await using service = await openWithPet();
  const photo = fileOf(await jpeg(), "image/jpeg");
  const { body } = await sendForm(service, PHOTOS, { file: photo }, "once");
  const again = await sendForm(service, PHOTOS, { file: photo }, "once");
  expect([again.status, again.headers.get("Idempotency-Replayed"), again.body]).toEqual([201, "true", body]);
});

test("a form without a file, with two, or with one of another type is refused, and nothing is stored", async () => {
  await using service = await openWithPet();
  const photo = fileOf(await jpeg(), "image/jpeg");
  const message = (text: string) => ({ message: expect.stringContaining(text) });
  expect(await sendForm(service, PHOTOS, { alt: "Rex" })).toMatchObject({
    status: 400,
    body: message("body: expected a form with one file; got 0"),
  });
  expect(await sendForm(service, PHOTOS, { one: photo, two: photo })).toMatchObject({
    status: 400,
    body: message("got 2"),
  });
  expect(
    await sendForm(service, PHOTOS, { file: new File(["text"], "text.txt", { type: "text/plain" }) }),
  ).toMatchObject({
    status: 415,
    body: message("Content-Type of the file: expected image/jpeg"),
  });
  const headers = { Authorization: `Bearer ${service.adminKey}`, "Content-Type": "multipart/form-data; boundary=x" };
  const broken = await service.send(PHOTOS, { method: "POST", headers, body: "no form" });
  expect([broken.status, await broken.json()]).toMatchObject([400, message("body: expected a form of several parts")]);
  expect((await service.admin.listPhotos({ params: { petId: 1n } })).body).toEqual([]);
});
