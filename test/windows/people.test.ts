/* People and keys: who has access, invitations, and the page on which one is accepted. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ALL_SCOPES } from "../../src/contract/operation.ts";
import { button, keyField, link, panel, region } from "../console/page.ts";
import { invite, keysOf, openFirst, readQrCode } from "../console/people.ts";
import { NOON, openService } from "../support/harness.ts";
import { untilTestEnds } from "../support/shops.ts";
import { openPage, signIn, visit } from "./page.ts";

setDefaultTimeout(60_000);

const path = "/console/people";
const STREAM = "**/v1/events/stream*";

const openNow = (...pets: readonly string[]) => openFirst(NOON, ...pets);

describe("people and keys", () => {
  test("a first start leads to an invitation with a link and a QR code, which is accepted once", async () => {
    const service = await openNow();
    const page = await visit(service, path);
    await link(page, "Invite yourself and your staff").click();
    await page.getByLabel("Who is invited").fill("Ben");
    await page.getByText("May do everything in the shop").waitFor();
    await button(page, "Create the link").click();
    const field = page.getByRole("textbox", { name: "The link" });
    const url = await field.inputValue();
    expect(url).toMatch(/\/console#invitation=pets_/);
    await page.getByRole("img", { name: "The link as a QR code" }).waitFor();
    await region(page, "Invited").getByText("Ben").waitFor();
    expect(await readQrCode(page)).toBe(url);
    await button(page, "Done").click();
    await field.waitFor({ state: "detached" });
    expect(await service.admin.listInvitations()).toMatchObject({ body: [{ name: "Ben", role: "staff" }] });
  });

  test("an invitation is withdrawn after a question", async () => {
    const service = await openNow();
    await invite(service, "Ben");
    const page = await visit(service, path);
    await button(page, "Withdraw the invitation of Ben").click();
    await button(page.getByRole("dialog"), "Withdraw").click();
    await page.getByText("Withdrew the invitation of Ben").waitFor();
    await region(page, "Invited").waitFor({ state: "detached" });
    expect(await service.admin.listInvitations()).toMatchObject({ body: [] });
  });

  test("a person's role is changed, and revoking warns and ends the access", async () => {
    const service = await openNow();
    await service.admin.createKey({ body: { name: "Ben, phone", role: "staff" } });
    const page = await visit(service, path);
    await region(page, "People").getByRole("link", { name: "Ben, phone" }).click();
    await page.getByLabel("Role").selectOption("counter");
    await button(page, "Save").click();
    await page.getByText("Saved Ben, phone").waitFor();
    expect(await keysOf(service)).toMatchObject([{}, { name: "Ben, phone", role: "counter" }]);
    await button(page, "Revoke").click();
    await page.getByText("This person is signed out within a second").waitFor();
    await button(page.getByRole("dialog"), "Revoke").click();
    await page.getByText("Revoked the key of Ben, phone").waitFor();
    await page.getByText("1 key that has ended").waitFor();
    expect((await keysOf(service))[1]?.revokedAt).toBeDefined();
  });

  test("each window is asked to sign in at once, though one alone reads the stream, which costs one request", async () => {
    const service = await openNow("Rex");
    const { key, id } = await service.as([ALL_SCOPES]);
    const page = await openPage(service);
    const opened = page.waitForResponse(STREAM);
    await signIn(page, key);
    await opened;
    const other = await page.context().newPage();
    await other.goto(page.url());
    await signIn(other, key);
    await other.getByText("Rex").first().waitFor();
    // Neither window can open its stream again.
    for (const one of [page, other]) await one.route(STREAM, () => {});
    await service.admin.deleteKey({ params: { keyId: id } });
    service.now += 1000;
    for (const one of [page, other]) await one.getByRole("dialog", { name: "Sign in again" }).waitFor();
  });

  test("a key that is used for the first time shows it within seconds, without a click", async () => {
    const service = await openNow();
    await service.admin.createKey({ body: { name: "Ben, phone", role: "staff" } });
    const page = await visit(service, path);
    const ben = region(page, "People").getByRole("listitem").filter({ hasText: "Ben, phone" });
    await ben.getByText("never used").waitFor();
    await service.sql(`update api_keys set last_used_at = ${NOON} where name = 'Ben, phone'`);
    await ben.getByText("last used today").waitFor();
  });

  test("the last key that manages keys is not revoked, and the dialog says why", async () => {
    const service = await openNow();
    const [first] = await keysOf(service);
    const page = await visit(service, `${path}/${first?.id}`);
    await button(page, "Revoke").click();
    await page.getByText("This is your own key").waitFor();
    await page.getByText("Pending invitations created with it end, too.").waitFor();
    await button(page.getByRole("dialog"), "Revoke").click();
    await page.getByText("This is the last key that may manage keys.").waitFor();
    expect((await keysOf(service))[0]?.revokedAt).toBeUndefined();
  });

  test("a machine's key gets the permissions that are chosen, is shown once, and is replaced", async () => {
    const page = await visit(await openNow(), path);
    await link(page, "Add a key").click();
    await page.getByLabel("What it is for").fill("web shop");
    await page.getByLabel("See pets").check();
    await button(page, "Add a key").click();
    const secret = page.getByRole("textbox", { name: "The key" });
    const first = await secret.inputValue();
    expect(first).toMatch(/^pets_/);
    await button(page, "I have stored it").click();
    await region(page, "Machines").getByText("1 permission").waitFor();
    await button(page, "Replace the key").click();
    await button(page.getByRole("dialog"), "Replace the key").click();
    await page.getByText("Created a new key for web shop").waitFor();
    expect(await secret.inputValue()).not.toBe(first);
  });
});

describe("an invitation", () => {
  test("shows the name of the shop where it has one", async () => {
    const service = untilTestEnds(await openService({}, undefined, { shopName: "Paws & Claws" }));
    service.now = NOON;
    const page = await openPage(service, `/console${await invite(service, "Ben")}`);
    await page.getByText("You get access to Paws & Claws. “*” invited you.").waitFor();
  });

  test("that is opened after one that was refused is offered, in the same window", async () => {
    const service = await openNow();
    const page = await openPage(service, "/console#invitation=pets_invented");
    await page.getByText("This invitation was used, has expired or was withdrawn.").waitFor();
    const hash = await invite(service, "Ben");
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.getByText("Hello Ben!").waitFor();
    await button(page, "Accept and sign in").waitFor();
  });

  test("that was used, withdrawn or invented is refused in words", async () => {
    const service = await openNow();
    const hash = await invite(service, "Ben");
    await service.admin.deleteInvitation({ params: { invitationId: 1n } });
    for (const fragment of [hash, "#invitation=pets_invented"]) {
      const page = await openPage(service, `/console${fragment}`);
      await page.getByText("This invitation was used, has expired or was withdrawn.").waitFor();
      await button(page, "Go to the sign-in").click();
      await keyField(page).waitFor();
    }
  });
});

test("says where links lead nowhere on other devices and what to do, and nothing where they lead somewhere", async () => {
  const invited = async (baseUrl: string) => {
    const service = untilTestEnds(await openService({}, undefined, { baseUrl }));
    service.now = NOON;
    const page = await visit(service, `${path}/new`);
    await page.getByLabel("Who is invited").fill("Ben");
    await button(page, "Create the link").click();
    return [page, await page.getByRole("textbox", { name: "The link" }).inputValue()] as const;
  };
  const [page, url] = await invited("http://192.168.1.20:8080/v1");
  expect(url).toStartWith("http://192.168.1.20:8080/console#");
  expect(await page.getByText("npm start -- --lan").count()).toBe(0);
  const [local] = await invited("http://127.0.0.1:8080/v1");
  await panel(local).getByText("npm start -- --lan").waitFor();
});

test("that is accepted leaves its key on the device, whatever fails after that", async () => {
  const service = await openNow("Rex");
  const hash = await invite(service, "Ben");
  const page = await openPage(service, `/console${hash}`);
  await button(page, "Accept and sign in").waitFor();
  await page.route("**/v1/key", (route) => route.abort());
  await button(page, "Accept and sign in").click();
  await page.getByRole("navigation", { name: "Views" }).waitFor();
  await page.unroute("**/v1/key");
  await page.reload();
  await page.getByText("Rex").first().waitFor();
  expect(await keysOf(service)).toMatchObject([{}, { name: "Ben, computer" }]);
});
