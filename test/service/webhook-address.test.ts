/* Which addresses messages may be sent to. The resolver is given, so no test needs DNS. */
import { describe, expect, test } from "bun:test";
import { AddressError, destination, isPublic, publicUrlCheck } from "../../src/service/jobs/webhook-address.ts";

const rules = (...addresses: string[]) => ({ allowPrivate: false, resolve: async () => addresses });

/** An address of each family that must not be reached, in each form that a URL may have. */
const inside: Record<string, readonly string[]> = {
  "127.0.0.0/8": ["127.0.0.1", "127.255.255.254"],
  "::1": ["::1"],
  "10.0.0.0/8": ["10.0.0.1", "10.255.255.255"],
  "172.16.0.0/12": ["172.16.0.1", "172.31.255.255"],
  "192.168.0.0/16": ["192.168.0.1", "192.168.255.255"],
  "169.254.0.0/16": ["169.254.169.254", "169.254.0.1"],
  "fe80::/10": ["fe80::1", "febf::1", "fe80::1%eth0"],
  "fc00::/7": ["fc00::1", "fdff::1", "fd00:ec2::254"],
  "IPv4-mapped IPv6": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "0:0:0:0:0:ffff:c0a8:1"],
  "0.0.0.0": ["0.0.0.0", "0.1.2.3", "::"],
  "others that lead inside": [
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "100.64.0.1",
    "fec0::1",
    "::ffff:0:7f00:1",
  ],
  "no host's address": [
    "224.0.0.1",
    "255.255.255.255",
    "ff02::1",
    "192.0.2.1",
    "2001:db8::1",
    "3fff::1",
    "5f00::1",
    "100:0:0:1::1",
    "2606:2800:220:1::1%eth0",
    "not an address",
  ],
};

describe.each(Object.entries(inside))("%s", (_, addresses) => {
  test.each([...addresses])("a name that resolves to %s is refused, also beside a public address", async (address) => {
    for (const resolved of [rules(address), rules("93.184.216.34", address)])
      await expect(destination("https://shop.example/", resolved)).rejects.toBeInstanceOf(AddressError);
  });
});

test.each(["93.184.216.34", "172.32.0.1", "172.15.0.1", "169.253.0.1", "2606:2800:220:1::1", "::ffff:93.184.216.34"])(
  "%s is public",
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

test.each([
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
  "https://①②⑦.0.0.1/",
  "https://0/",
  "https://[::1]/",
  "https://[::ffff:7f00:1]/",
  "https://[fd00::1]/",
  "https://169.254.169.254/latest/meta-data",
])("the address in %s is refused without a lookup", async (url) => {
  const resolve = () => Promise.reject(new Error("looked up"));
  await expect(destination(url, { allowPrivate: false, resolve })).rejects.toThrow("all of whose addresses are public");
});

test("http is refused, and a name without an address", async () => {
  await expect(destination("http://shop.example/", rules("93.184.216.34"))).rejects.toThrow("starts with https://");
  await expect(destination("https://shop.example/", rules())).rejects.toThrow("resolves to an address");
  const resolve = () => Promise.reject(new Error("ENOTFOUND"));
  await expect(destination("https://shop.example/", { allowPrivate: false, resolve })).rejects.toThrow(
    "resolves to an",
  );
});

test("the addresses that were checked are those that are used, IPv4 first", async () => {
  const { addresses } = await destination("https://shop.example/", rules("2606:2800:220:1::1", "93.184.216.34"));
  expect(addresses).toEqual(["93.184.216.34", "2606:2800:220:1::1"]);
});

test("a client may set the ports of web servers", async () => {
  const check = publicUrlCheck(rules("93.184.216.34"));
  for (const port of ["", ":80", ":443", ":8080", ":8443"]) await check(`https://shop.example${port}/`);
  for (const port of [":22", ":1", ":444", ":65535"]) {
    await expect(check(`https://shop.example${port}/`)).rejects.toThrow("one of the ports 80, 443, 8080, 8443");
  }
  await publicUrlCheck({ ...rules("127.0.0.1"), allowPrivate: true })("http://shop.example:3000/");
});

test("WEBHOOK_ALLOW_PRIVATE allows http and every address", async () => {
  const allowing = { ...rules("127.0.0.1"), allowPrivate: true };
  expect(await destination("http://localhost:8080/", allowing)).toMatchObject({ addresses: ["127.0.0.1"] });
  expect(await destination("http://[::1]/", allowing)).toMatchObject({ addresses: ["::1"] });
});
