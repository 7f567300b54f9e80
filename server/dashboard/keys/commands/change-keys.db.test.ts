import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { KEY_ACCESSES } from "@/lib/keys/key-access";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { createKey } from "./create-key";
import { revokeKey } from "./revoke-key";
import { rotateKey } from "./rotate-key";
import { updateKey } from "./update-key";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { respondToOps, opsCalls } from "@/tools/testing/dashboard/ops-responses";
import { AT, SALT, API_KEY, KEY } from "@/tools/testing/dashboard/ops-bodies";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = {
    idempotency: true,
    operations: ["keys.create", "keys.list", "keys.revoke", "keys.rotate", "keys.update"],
  };
  ctx = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

const NEW_KEY = { label: "web shop", expiresAt: null, perSecond: null, burst: null, access: null };

it("a key's access is sent where it is chosen, and left out for a service that does not know it (0315)", async () => {
  respondToOps(harness, "keys.create", 200, { key: { ...KEY, access: "payments" }, salt: SALT });
  const restricted = await createKey(ctx, { ...NEW_KEY, access: "payments" });
  expect(restricted).toMatchObject({ kind: "done", value: { key: { access: "payments" } } });
  expect((await harness.audit())[0]).toMatchObject({
    action: "key_create_requested",
    detail: { access: "payments" },
  });
  respondToOps(harness, "keys.create", 200, { key: KEY, salt: SALT });
  const plain = await createKey(ctx, NEW_KEY);
  expect(plain).toMatchObject({ kind: "done", value: { key: { access: null } } });
  const [sent, older] = opsCalls(harness, "keys.create").map(({ body }) => JSON.parse(body) as object);
  expect(sent).toMatchObject({ access: "payments" });
  expect(older).not.toHaveProperty("access");
});

describe("a key may do at most what its creator may (0315)", () => {
  const ALLOWED = [
    "manage_keys",
    "view_payments",
    "view_refunds",
    "create_payment",
    "cancel_payment",
  ] as const;
  const CASES = [
    ["who only manages keys", composed(["manage_keys"]), []],
    ["who does not refund", composed(ALLOWED), ["payments_without_refunds"]],
    [
      "who refunds up to an amount",
      composed([...ALLOWED, "refund_payment", "manage_approval_rules"], { refundLimits: { INR: "100" } }),
      ["payments_without_refunds"],
    ],
    ["whose refunds need approval", composed([...ALLOWED, "refund_payment"]), ["payments_without_refunds"]],
    [
      "who refunds any amount and sets the thresholds",
      composed([...ALLOWED, "refund_payment", "manage_approval_rules"]),
      ["payments", "payments_without_refunds"],
    ],
  ] as const;

  it.each(CASES)("%s", async (_name, role, grantable) => {
    ctx = await harness.ctxOf(role);
    for (const access of [null, ...KEY_ACCESSES]) {
      const isGrantable = grantable.some((each) => each === access);
      const expected = isGrantable ? "done" : "forbidden";
      const key = { ...KEY, ...(access !== null && { access }) };
      respondToOps(harness, "keys.create", 200, { key, salt: SALT });
      respondToOps(harness, "keys.list", 200, {
        keys: [{ ...key, key_id: "key_2" }, key],
        next_cursor: null,
      });
      respondToOps(harness, "keys.rotate", 200, { key, salt: SALT, replaced: key });
      respondToOps(harness, "keys.update", 200, { key });
      const before = opsCalls(harness, "keys.create").length;
      expect([access, (await createKey(ctx, { ...NEW_KEY, access })).kind]).toEqual([access, expected]);
      expect(opsCalls(harness, "keys.create").length - before).toBe(isGrantable ? 1 : 0);
      const rotated = await rotateKey(ctx, { keyId: "key_1", overlapHours: 0 });
      expect([access, rotated.kind]).toEqual([access, expected]);
      if (access === null) continue;
      const change = { keyId: "key_1", label: "shop", perSecond: null, burst: null, access };
      expect([access, (await updateKey(ctx, change)).kind]).toEqual([access, expected]);
    }
    const refusals = (await harness.audit()).filter(({ action }) => action === "forbidden");
    expect(refusals.length).toBe((KEY_ACCESSES.length - grantable.length) * 3 + 2);
  });

  it("and everybody who manages keys revokes and renames each", async () => {
    ctx = await harness.ctxOf(composed(["manage_keys"]));
    respondToOps(harness, "keys.revoke", 200, { key: { ...KEY, status: "REVOKED", revoked_at: AT } });
    expect((await revokeKey(ctx, { keyId: "key_1" })).kind).toBe("done");
    respondToOps(harness, "keys.update", 200, { key: KEY });
    const renamed = { keyId: "key_1", label: "shop", perSecond: null, burst: null, access: null };
    expect((await updateKey(ctx, renamed)).kind).toBe("done");
  });
});

it("a new key's salt is reported with the whole key, and the list shows the key in short (0021)", async () => {
  respondToOps(harness, "keys.create", 200, { key: KEY, salt: SALT });
  const outcome = await createKey(ctx, NEW_KEY);
  expect(outcome).toMatchObject({
    kind: "done",
    value: { apiKey: API_KEY, salt: SALT, key: { keyStart: API_KEY.slice(0, 12) } },
  });
  expect(JSON.parse(opsCalls(harness, "keys.create")[0]?.body ?? "")).toMatchObject({
    created_by: ctx.actor.email,
  });
});

it("the audit log has a revoked key's label by the service, whatever the browser calls it", async () => {
  respondToOps(harness, "keys.revoke", 200, { key: { ...KEY, status: "REVOKED", revoked_at: AT } });
  await revokeKey(ctx, { keyId: "key_1", label: "another shop" });
  expect((await harness.audit()).at(-1)).toMatchObject({ detail: { label: KEY.label } });
  expect(JSON.stringify(await harness.audit())).not.toContain("another shop");
});
