/* Privileges never grow and never last longer, whoever does what to whom (decision D48, docs/decisions/070). */
import { test as bunTest, expect } from "bun:test";
import * as fc from "fast-check";
import { grantedBy, type Role, roleNames, roleOf, roles } from "../../src/contract/keys/roles.ts";
import { ALL_SCOPES, type GrantedScope, scopes } from "../../src/contract/operation.ts";
import { test } from "../support/databases.ts";
import { openService, type TestService } from "../support/harness.ts";

/** What a key may be allowed. Few scopes, so that one key often has what another lacks. */
const granted: fc.Arbitrary<readonly GrantedScope[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.subarray(["pets:read", "pets:write", "orders:read", "keys:manage"] as const, { minLength: 1 }),
  },
  { weight: 1, arbitrary: fc.constantFrom<readonly GrantedScope[]>([ALL_SCOPES], scopes, roles.staff, roles.counter) },
);
const grant = fc.oneof(
  granted.map((given) => ({ scopes: [...given] })),
  fc.constantFrom(...roleNames).map((role) => ({ role })),
);

/** A number that selects one of the keys that exist. */
const one = fc.nat();

type Action =
  | { readonly kind: "create"; readonly body: object }
  | { readonly kind: "update" | "revoke" | "rotate"; readonly whom: number; readonly body?: object };
const action: fc.Arbitrary<Action> = fc.oneof(
  grant.map((given) => ({ kind: "create" as const, body: { name: "x", ...given } })),
  fc.tuple(one, grant).map(([whom, body]) => ({ kind: "update" as const, whom, body })),
  one.map((whom) => ({ kind: "revoke" as const, whom })),
  one.map((whom) => ({ kind: "rotate" as const, whom })),
);

const ENDLESS = Number.POSITIVE_INFINITY;
const GRACE_MS = 24 * 3_600_000;

interface Known {
  readonly id: string;
  readonly secret: string;
  scopes: readonly GrantedScope[];
  isRevoked: boolean;
  /** When it ends, in epoch milliseconds; a rotation sets it. */
  end: number;
}

const has = (owner: readonly GrantedScope[], scope: GrantedScope) =>
  owner.includes(ALL_SCOPES) || owner.includes(scope);
const hasAll = (owner: readonly GrantedScope[], all: readonly GrantedScope[]) =>
  all.every((scope) => has(owner, scope));
const scopesIn = (body: object): readonly GrantedScope[] =>
  "role" in body ? roles[body.role as Role] : (body as { scopes: readonly GrantedScope[] }).scopes;

/** Does it with the key of `actor`, and checks that the response is what the model says. */
async function act(service: TestService, keys: Known[], actor: Known, doing: Action): Promise<void> {
  const target = doing.kind === "create" ? undefined : keys[doing.whom % keys.length];
  const asked = "body" in doing && doing.body !== undefined ? scopesIn(doing.body) : [];
  const path = target === undefined ? "/v1/keys" : `/v1/keys/${target.id}${doing.kind === "rotate" ? "/rotation" : ""}`;
  const method = { create: "POST", update: "PATCH", revoke: "DELETE", rotate: "POST" }[doing.kind];
  const response = await service.send(path, {
    method,
    headers: { Authorization: `Bearer ${actor.secret}`, "Content-Type": "application/json" },
    ...("body" in doing && { body: JSON.stringify(doing.body) }),
  });
  const mayManage = has(actor.scopes, "keys:manage");
  const isAllowed = mayManage && hasAll(actor.scopes, [...asked, ...(target?.scopes ?? [])]);
  if (actor.isRevoked) return void expect(response.status).toBe(401);
  if (!isAllowed || isTooLong(actor, target, doing.kind, asked)) return void expect(response.status).toBe(403);
  if (response.status === 409) return void expect(isLast(keys, target, asked) || target?.isRevoked).toBe(true);
  expect(response.ok).toBe(true);
  if (target !== undefined && doing.kind === "revoke") target.isRevoked = true;
  if (target !== undefined && doing.kind === "update") target.scopes = asked;
  if (doing.kind === "create" || doing.kind === "rotate") {
    const { id, secret, scopes: shown, expiresAt } = (await response.json()) as Known & { expiresAt?: string };
    const end = expiresAt === undefined ? ENDLESS : Date.parse(expiresAt);
    expect(end).toBeLessThanOrEqual(actor.end);
    expect(hasAll(actor.scopes, shown)).toBe(true);
    keys.push({ id, secret, scopes: shown, isRevoked: false, end });
    if (target !== undefined) target.end = Math.min(target.end, service.now + GRACE_MS);
  }
}

/** Whether it would give something for longer than the actor's own key lasts. */
function isTooLong(actor: Known, target: Known | undefined, kind: Action["kind"], asked: readonly GrantedScope[]) {
  if (target?.isRevoked || kind === "revoke") return false;
  if (kind === "update" && hasAll(target?.scopes ?? [], asked)) return false;
  return (target?.end ?? ENDLESS) > actor.end;
}

/** Whether nobody else could manage keys as long afterwards. */
function isLast(keys: readonly Known[], target: Known | undefined, asked: readonly GrantedScope[]): boolean {
  const manages = ({ scopes: owned, isRevoked }: Known) => !isRevoked && has(owned, "keys:manage");
  if (target === undefined || !manages(target) || has(asked, "keys:manage")) return false;
  return !keys.some((other) => other !== target && manages(other) && other.end >= target.end);
}

test("no key ever has, grants or ends more than its owner may, nor for longer", async () => {
  await using service = await openService();
  const property = fc.asyncProperty(
    fc.array(granted, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(one, action), { minLength: 1, maxLength: 8 }),
    async (owned, steps) => {
      const admin = { id: service.adminId, secret: service.adminKey, scopes: [ALL_SCOPES] } as const;
      const keys: Known[] = [{ ...admin, isRevoked: false, end: ENDLESS }];
      for (const given of owned) {
        const { key, id } = await service.as(given);
        keys.push({ id, secret: key, scopes: given, isRevoked: false, end: ENDLESS });
      }
      // Keys of earlier runs would manage, too; the service sees what was changed behind its back after a second.
      const ids = keys.map(({ id }) => `'${id}'`).join();
      await service.sql(`
        update api_keys set revoked_at = 1 where id not in (${ids});
        update api_keys set revoked_at = null, expires_at = null, scopes = '*' where id = '${service.adminId}';
        update key_revision set revision = revision + 1`);
      service.now += 1000;
      for (const [actor, step] of steps) {
        // What this process has changed is known at once.
        await act(service, keys, keys[actor % keys.length] as Known, step);
      }
    },
  );
  await fc.assert(property, { numRuns: 12 });
});

bunTest("a role is the name of exactly its scopes, and each role may do all that the next one may", () => {
  for (const role of roleNames) expect(roleOf(grantedBy({ role }))).toBe(role);
  const [owner, staff, counter, viewer] = roleNames.map((role) => roles[role]);
  for (const [more, less] of [
    [owner, staff],
    [staff, counter],
    [counter, viewer],
  ] as const) {
    expect(hasAll(more ?? [], less ?? [])).toBe(true);
    expect(hasAll(less ?? [], more ?? [])).toBe(false);
  }
  const anyScopes = fc.shuffledSubarray([...scopes]);
  fc.assert(
    fc.property(anyScopes, (given) => {
      const role = roleOf(given);
      expect(new Set(grantedBy({ scopes: given }))).toEqual(new Set(given));
      expect(
        role === undefined || new Set(roles[role]).symmetricDifference(new Set<GrantedScope>(given)).size === 0,
      ).toBe(true);
    }),
    { numRuns: 200 },
  );
});
