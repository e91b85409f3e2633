/* `serve --lan`: where the network reaches the service, and what it refuses to guess. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { lanAddress, onLan } from "../../src/service/lan.ts";
import { readConfig } from "../../src/service/settings/settings.ts";
import { runProgram, SOURCE } from "../support/program.ts";

setDefaultTimeout(60_000);

type Interfaces = NonNullable<Parameters<typeof lanAddress>[0]>;

/** The interfaces of a machine with these addresses, of which that of the machine itself is internal. */
function interfacesWith(...addresses: readonly string[]): Interfaces {
  const common = { netmask: "255.255.255.0", mac: "00:00:00:00:00:00", cidr: null, family: "IPv4" } as const;
  return {
    lo: [{ ...common, address: "127.0.0.1", internal: true }],
    eth: addresses.map((address) => ({ ...common, address, internal: false })),
  };
}

describe("the address for other devices", () => {
  test.each([
    [["192.168.1.20"], "192.168.1.20"],
    [["203.0.113.7", "10.1.2.3"], "10.1.2.3"],
    [["172.32.0.1", "172.31.0.1"], "172.31.0.1"],
    [["203.0.113.7"], "203.0.113.7"],
    [["169.254.3.4"], undefined],
    [[], undefined],
  ] as const)("of a machine with %p is %p", (addresses, expected) => {
    expect(lanAddress(interfacesWith(...addresses))).toBe(expected);
  });
});

describe("the configuration for the network", () => {
  const config = (environment: Record<string, string> = {}) => readConfig({}, environment);

  test("listens on every interface, and links lead to the address, with TLS by https", () => {
    expect(onLan(config(), "192.168.1.20")).toMatchObject({
      host: "0.0.0.0",
      baseUrl: "http://192.168.1.20:8080/v1",
    });
    const staging = { PETSTORE_ENVIRONMENT: "staging", TLS_CERT: "a.pem", TLS_KEY: "b.pem", PORT: "9000" };
    expect(onLan(config(staging), "10.0.0.5")).toMatchObject({ stagingBaseUrl: "https://10.0.0.5:9000/v1" });
  });

  test("keeps the base URL and the interface that the operator has chosen", () => {
    const given = { HOST: "192.168.1.20", PETSTORE_BASE_URL: "https://pets.example/v1" };
    expect(onLan(config(given), undefined)).toEqual(config(given));
  });

  test("is refused where there is no network, or no port that links could have", () => {
    expect(() => onLan(config(), "")).toThrow("--lan: expected a network that this machine has an address in");
    expect(() => onLan(config({ PORT: "0" }), "10.0.0.5")).toThrow("--lan: expected a fixed port; got PORT 0");
  });
});

test("serve --lan ends before it opens a database if it cannot say where it is", async () => {
  const { exitCode, stderr } = await runProgram(["serve", "--lan", "--port", "0"], { command: SOURCE });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/--lan: expected a (?:fixed port|network)/);
});
