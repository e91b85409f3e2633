/* Every change that a person can undo, at a real service: whatever happens to the connection, its Undo takes it back once. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Petstore } from "../../src/client/index.ts";
import { createInquiry } from "../../src/core/shop/visitors/inquiry-handlers.ts";
import { secrets } from "../../src/service/runtime.ts";
import { addPet, openService, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { Browser, type Window } from "./browser.ts";
import { openWindow } from "./windows.ts";

/** What happens to what the window sends: nothing, it never arrives, or its answer does not. */
type Line = "works" | "is cut" | "loses answers";

class Scene {
  readonly service: TestService;
  readonly browser: Browser;
  window!: Window;
  line: Line = "works";
  /** A kind of request that is cut while others work. */
  cut: string | undefined;
  /** The keys of the requests that have changed something, by what they are about. */
  readonly keys = new Map<string, Set<string>>();

  /** The requests that the service works on: meanwhile no time passes for the window. */
  #inFlight = 0;

  private constructor(service: TestService) {
    this.service = service;
    this.browser = new Browser(async (request) => {
      const isChange = request.method !== "GET" && request.method !== "HEAD";
      const about = `${request.method} ${new URL(request.url).pathname}`;
      const key = request.headers.get("Idempotency-Key");
      if (isChange && key !== null) this.keys.set(about, (this.keys.get(about) ?? new Set()).add(key));
      if (this.line === "is cut" || this.cut === about) throw new TypeError("no connection");
      this.#inFlight += 1;
      const response = await service.fetch(request).finally(() => {
        this.#inFlight -= 1;
      });
      if (isChange && this.line === "loses answers") throw new TypeError("no answer");
      return response;
    });
  }

  static async open(service: TestService): Promise<Scene> {
    const scene = new Scene(service);
    let opened: Window | undefined;
    const opening = openWindow(scene.browser, service.adminKey).then((window) => {
      opened = window;
    });
    await scene.until(() => opened !== undefined);
    await opening;
    if (opened !== undefined) scene.window = opened;
    return scene;
  }

  /** Lets time pass until something is so. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await (this.#inFlight > 0 ? this.browser.settle() : this.browser.pass(100));
  }

  /** Does something, and waits until it is done. */
  async do(act: () => unknown): Promise<void> {
    let isDone = false;
    const acting = Promise.resolve(act()).finally(() => {
      isDone = true;
    });
    await this.until(() => isDone);
    await acting;
  }

  /** The latest notice. */
  get notice() {
    return this.window.notices.notices.value[0] ?? expect.unreachable();
  }

  undo(): Promise<void> {
    const { id } = this.notice;
    return this.do(() => this.window.notices.actOn({ id }));
  }
}

/** A client of the shop that loses nothing. */
const clientOf = ({ port, adminKey }: TestService) =>
  new Petstore({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: adminKey });

const first = <Item>([item]: readonly Item[]): Item => item ?? expect.unreachable();
const saleOf = async ({ service, window }: Scene) => window.sales.saleOf((await clientOf(service).orders.list()).items);
const inquiryOf = async (service: TestService) => first((await clientOf(service).inquiries.list()).items);
const webhookOf = async (service: TestService) => first((await clientOf(service).webhooks.list()).items);
const petsOf = async (service: TestService) =>
  (await clientOf(service).pets.list({ include: ["profile", "photos"] })).items;
const sendPhoto = async ({ send }: TestService) => {
  const body = await jpeg();
  await send("/v1/pets/1/photos", { method: "POST", body, headers: { "Content-Type": "image/jpeg" } });
};
const reserve = ({ admin }: TestService) => admin.placeOrder({ body: { petId: 1n, customer: { name: "Ada" } } });
const placeSale = ({ admin }: TestService) =>
  admin.placeSale({ body: { items: [{ petId: 1n, quantity: 2 }, { petId: 2n }], customer: { name: "Ada" } } });
const importPets = async ({ send }: TestService) => {
  const body = "name,categoryId\nMia,7\nBen,7\n";
  const response = await send("/v1/imports", { method: "POST", body, headers: { "Content-Type": "text/csv" } });
  return (await response.json()) as { readonly id: number };
};

interface Change {
  readonly prepare?: (service: TestService) => Promise<unknown>;
  readonly make: (scene: Scene) => unknown;
  /** How many requests of one kind take it back; by default one. */
  readonly requests?: number;
}

const changes: Readonly<Record<string, Change>> = {
  "the status of a pet": {
    make: async ({ service, window }) => window.petChanges.changeStatus(await petsOf(service), "sold"),
  },
  "a status that takes two steps back": {
    prepare: ({ admin }) => admin.updatePet({ params: { petId: 1n }, body: { status: "pending" } }),
    make: async ({ service, window }) => window.petChanges.changeStatus((await petsOf(service)).slice(0, 1), "sold"),
    requests: 2,
  },
  "the kind of pets": {
    make: async ({ service, window }) => window.petChanges.changeCategory(await petsOf(service), 8n),
  },
  "a tag of pets": {
    make: async ({ service, window }) => window.petChanges.changeTag(await petsOf(service), "calm", true),
  },
  "a tag that is written in another case": {
    prepare: ({ admin }) => admin.updateProfile({ params: { petId: 1n }, body: { tags: ["Calm"] } }),
    make: async ({ service, window }) =>
      window.petChanges.changeTag((await petsOf(service)).slice(0, 1), "calm", false),
  },
  "pets that belong together": {
    async make({ service, window }) {
      const [one, other] = await petsOf(service);
      await window.petChanges.changeTogether(one ?? expect.unreachable(), other ?? expect.unreachable(), true);
    },
  },
  "the price of pets": {
    make: async ({ service, window }) =>
      window.petChanges.changePrice(await petsOf(service), { amount: 5000n, currency: "EUR" }),
  },
  "an arrival": {
    make: ({ window }) =>
      window.stock.changeStock({ petId: 1n, quantity: 5, status: "available" }, { delta: 3, reason: "arrival" }),
  },
  "one less": {
    make: ({ window }) =>
      window.stock.changeStock({ petId: 1n, quantity: 5, status: "available" }, { delta: -1, reason: "adjustment" }),
  },
  "a count": {
    make: async ({ window }) => (await window.stock.setStock(1n, { quantity: 9, seen: 5 }, "count")).tell(),
  },
  "a place of a photo": {
    async prepare(service) {
      await sendPhoto(service);
      await sendPhoto(service);
    },
    async make({ service, window }) {
      const { photos = [] } = first(await petsOf(service));
      await window.photoChanges.movePhoto(first(photos), 2);
    },
  },
  "new photos": {
    async make(scene) {
      const file = new File([await jpeg()], "rex.jpg", { type: "image/jpeg" });
      scene.window.uploads.addPhotos(1n, [file, file]);
      await scene.until(() => scene.window.notices.notices.value.length > 0);
    },
  },
  "a reservation": {
    async make(scene) {
      await reserve(scene.service);
      await scene.window.orderChanges.announcePlaced(await saleOf(scene));
    },
  },
  "a cancellation": {
    async prepare(service) {
      await reserve(service);
      await service.admin.updateOrder({ params: { orderId: 1n }, body: { ready: true } });
    },
    make: async (scene) => scene.window.orderChanges.cancelSale(await saleOf(scene)),
  },
  "a hand-over": {
    prepare: reserve,
    make: async (scene) => scene.window.orderChanges.handOver(await saleOf(scene)),
  },
  "an order that is ready": {
    prepare: reserve,
    make: async (scene) => scene.window.orderChanges.setReady(await saleOf(scene), true),
  },
  "a reservation of several pets": {
    async make(scene) {
      await placeSale(scene.service);
      await scene.window.orderChanges.announcePlaced(await saleOf(scene));
    },
  },
  "a cancellation of several pets": {
    async prepare(service) {
      await placeSale(service);
      await service.admin.updateOrder({ params: { orderId: 2n }, body: { ready: true } });
    },
    make: async (scene) => scene.window.orderChanges.cancelSale(await saleOf(scene)),
  },
  "a cancellation of one of several pets": {
    prepare: placeSale,
    make: async (scene) => {
      const [, second] = (await saleOf(scene)).orders;
      return scene.window.orderChanges.cancelSale(scene.window.sales.aloneOf(second ?? expect.unreachable()));
    },
  },
  "a hand-over of several pets": {
    prepare: placeSale,
    make: async (scene) => scene.window.orderChanges.handOver(await saleOf(scene)),
  },
  "several pets that are ready": {
    prepare: placeSale,
    make: async (scene) => scene.window.orderChanges.setReady(await saleOf(scene), true),
  },
  "a reservation that answers a question": {
    prepare: ask,
    async make(scene) {
      await reserve(scene.service);
      await scene.window.orderChanges.announcePlaced(await saleOf(scene), await inquiryOf(scene.service));
    },
  },
  "a question that is done": {
    prepare: ask,
    make: async ({ service, window }) => window.inquiries.closeInquiry(await inquiryOf(service)),
  },
  "care that is done": {
    prepare: (service) => service.admin.addCare({ params: { petId: 1n }, body: DUE }),
    make: async ({ service, window }) => window.care.markDone(await careOf(service)),
  },
  "care of several pets": {
    make: async ({ service, window }) =>
      window.care.addCareToAll(await petsOf(service), { ...DUE, doneOn: "2026-11-20" }),
  },
  "care that is removed": {
    prepare: (service) => service.admin.addCare({ params: { petId: 1n }, body: DUE }),
    make: async ({ service, window }) => window.care.removeCare(first(await careOf(service))),
  },
  "an import": {
    async make({ service, window }) {
      const { id } = await importPets(service);
      const { undoingImport, undoneText } = window.pastImports;
      window.command.tell("Imported", [undoingImport(BigInt(id))], { done: undoneText });
    },
  },
  "a webhook that is off": {
    prepare: ({ admin }) => admin.createWebhook({ body: { url: "https://till.example/hook", types: ["*"] } }),
    make: async ({ service, window }) => window.webhooks.setActive(await webhookOf(service), false),
  },
};

const DUE = { kind: "vaccination", what: "DHPPi", dueOn: "2026-11-21", everyDays: 28 } as const;

const careOf = async (service: TestService) => (await clientOf(service).care.list()).items;

async function ask({ store, now }: TestService): Promise<void> {
  const inquiry = { name: "Chloé", contact: "chloe@example.com", message: "Is he used to cats?" };
  await createInquiry(1n, inquiry, { store, now, sha256: secrets.sha256 });
}

/** The shop, without what a change and its way back leave: numbers and times. */
async function shopOf(service: TestService): Promise<unknown> {
  const client = clientOf(service);
  const [pets, { items: stock }, { items: orders }, { items: inquiries }, { items: webhooks }] = await Promise.all([
    petsOf(service),
    client.inventory.list(),
    client.orders.list(),
    client.inquiries.list(),
    client.webhooks.list(),
  ]);
  return {
    pets: pets.map(({ photos = [], profile, ...pet }) => ({
      ...pet,
      tags: profile?.tags,
      price: profile?.price,
      photos: photos.map(({ id }) => id),
    })),
    stock,
    orders: orders.map(({ petId, quantity, customer, complete, readyAt }) => ({
      petId,
      quantity,
      customer,
      complete,
      isReady: readyAt !== undefined,
    })),
    care: [...(await client.care.listOfPet(1n)).items, ...(await client.care.listOfPet(2n)).items].map(
      ({ id: _, ...entry }) => entry,
    ),
    inquiries: inquiries.map(({ state }) => state),
    webhooks: webhooks.map(({ active }) => active),
  };
}

describe.each(Object.entries(changes))("%s", (_, { prepare, make, requests = 1 }) => {
  let scene: Scene;
  let before: unknown;

  beforeAll(async () => {
    const service = await openService();
    await addPet(service.store, rex, 5);
    await addPet(service.store, { ...rex, name: "Bella" });
    await prepare?.(service);
    before = await shopOf(service);
    scene = await Scene.open(service);
    await scene.do(() => make(scene));
  });

  afterAll(() => scene.service[Symbol.asyncDispose]());

  test("is undone once, though no request arrives at first, and then no answer", async () => {
    const { service, window } = scene;
    const made = await shopOf(service);
    const { id, text } = scene.notice;
    const failed = () => window.notices.notices.value.find((notice) => notice.id === id);
    scene.keys.clear();
    for (const line of ["is cut", "loses answers"] as const) {
      scene.line = line;
      await scene.undo();
      expect(failed()).toMatchObject({ text, hasFailed: true, failure: { isOutOfReach: true } });
      if (line === "is cut") expect(await shopOf(service)).toEqual(made);
    }
    // It stays, whatever else is done.
    for (let count = 0; count < 20; count++) window.notices.inform("Copied");
    scene.line = "works";
    await scene.do(() => window.notices.actOn({ id }));
    expect(failed()?.action).toBeUndefined();
    expect(await shopOf(service)).toEqual(before);
    // A request that is sent again has the key of the first, so nothing can take effect twice.
    for (const [about, keys] of scene.keys) expect([about, keys.size]).toEqual([about, requests]);
    expect(window.faults).toEqual([]);
  });
});

test("an Undo of which a part has worked sends only what is left", async () => {
  await using service = await openService();
  for (const name of ["Rex", "Bella"]) await addPet(service.store, { ...rex, name });
  const before = await shopOf(service);
  const scene = await Scene.open(service);
  await scene.do(async () => scene.window.petChanges.changeCategory(await petsOf(service), 8n));
  const [works, fails] = [...scene.keys.keys()] as [string, string];
  scene.cut = fails;
  await scene.undo();
  scene.keys.clear();
  await scene.undo();
  expect([...scene.keys.keys()]).toEqual([fails]);
  scene.cut = undefined;
  await scene.undo();
  expect([...scene.keys.keys()]).not.toContain(works);
  expect(await shopOf(service)).toEqual(before);
});
