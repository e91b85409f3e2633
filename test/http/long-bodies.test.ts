import { expect, test } from "bun:test";
import { openService } from "../support/harness.ts";
import { until } from "../support/program.ts";

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

test("clients that go away, or do not read, leave no long response behind", async () => {
  await using service = await openService();
  const description = "日".repeat(10_000);
  for (let pet = 0; pet < 100; pet++)
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n, profile: { description } } });
  const path = "/v1/pets?limit=100&include=profile";
  const request = `GET ${path} HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`;
  for (const read of [true, false]) {
    const before = service.log.length;
    const received = Promise.withResolvers<void>();
    const sockets = await Promise.all(
      Array.from({ length: 20 }, () =>
        Bun.connect({
          hostname: "127.0.0.1",
          port: service.port,
          socket: {
            open(socket) {
              if (!read) socket.pause();
              socket.write(request);
            },
            data: () => received.resolve(),
          },
        }),
      ),
    );
    if (read) await received.promise;
    else await until(() => service.log.length === before + 20, "a response to each request");
    for (const socket of sockets) socket.terminate();
    await until(() => service.inFlight() === 0, "nothing is in progress");
  }
  const whole = await service.send(path);
  expect((await whole.bytes()).length).toBeGreaterThan(3_000_000);
});
