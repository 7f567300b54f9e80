import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "../../testing/harness";
import { createKey } from "./create-key";
import { revokeKey } from "./revoke-key";
import { answerOps, opsCalls } from "../../testing/ops-answers";
import { AT, SALT, API_KEY, KEY } from "../../testing/ops-bodies";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["keys.create", "keys.revoke"] };
  ctx = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

const NEW_KEY = { label: "web shop", expiresAt: null, perSecond: null, burst: null, access: null };

it("a key's access is sent where it is chosen, and left out for a service that does not know it (0315)", async () => {
  answerOps(harness, "keys.create", 200, { key: { ...KEY, access: "payments" }, salt: SALT });
  const restricted = await createKey(ctx, { ...NEW_KEY, access: "payments" });
  expect(restricted).toMatchObject({ kind: "done", value: { key: { access: "payments" } } });
  expect((await harness.audit())[0]).toMatchObject({
    action: "key_create_requested",
    detail: { access: "payments" },
  });
  answerOps(harness, "keys.create", 200, { key: KEY, salt: SALT });
  const plain = await createKey(ctx, NEW_KEY);
  expect(plain).toMatchObject({ kind: "done", value: { key: { access: null } } });
  const [sent, older] = opsCalls(harness, "keys.create").map(({ body }) => JSON.parse(body) as object);
  expect(sent).toMatchObject({ access: "payments" });
  expect(older).not.toHaveProperty("access");
});

it("a new key's salt is reported with the whole key, and the list shows the key in short (0126)", async () => {
  answerOps(harness, "keys.create", 200, { key: KEY, salt: SALT });
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
  answerOps(harness, "keys.revoke", 200, { key: { ...KEY, status: "REVOKED", revoked_at: AT } });
  await revokeKey(ctx, { keyId: "key_1", label: "another shop" });
  expect((await harness.audit()).at(-1)).toMatchObject({ detail: { label: KEY.label } });
  expect(JSON.stringify(await harness.audit())).not.toContain("another shop");
});
