import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { OpsName } from "@/lib/contract/ops";
import { OPS } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../context";
import { type Harness, startHarness } from "../testing/harness";
import { auditableAddress } from "../webhooks/domain/webhook-address";
import { createKey } from "../keys/commands/create-key";
import { createWebhook } from "../webhooks/commands/create-webhook";
import { deleteWebhook } from "../webhooks/commands/delete-webhook";
import { replayDeliveries } from "../webhooks/commands/replay-deliveries";
import { replayDelivery } from "../webhooks/commands/replay-delivery";
import { saveFees } from "../gateways/commands/save-fees";
import { chooseGatewayAccount } from "../gateways/commands/choose-gateway-account";
import { resetGateway } from "../gateways/commands/reset-gateway";
import { saveCredentials } from "../gateways/commands/save-credentials";
import { restoreRules } from "../rules/commands/restore-rules";
import { revokeKey } from "../keys/commands/revoke-key";
import { rotateKey } from "../keys/commands/rotate-key";
import { rotateWebhookSecret } from "../webhooks/commands/rotate-webhook-secret";
import { promoteExperiment, startTrial, stopExperiment } from "../rules/commands/change-experiment";
import { startExperiment } from "../rules/commands/start-experiment";
import { saveRules } from "../rules/commands/save-rules";
import { testWebhook } from "../webhooks/commands/test-webhook";
import { updateKey } from "../keys/commands/update-key";
import { updateWebhook } from "../webhooks/commands/update-webhook";

const AT = "2026-11-21T09:00:00.000Z";
const SECRET = "whsec_dG9sZC1vbmNlLW9ubHk=";
const SALT = "salt_told_once_only";
const API_KEY = "pk_live_a_long_text_that_identifies";

const RULE = {
  id: "every-payment",
  name: "Every payment",
  priority: 10,
  active: true,
  target: { kind: "gateway", gateway: "simulator" },
};
const RULE_SET = {
  version: 8,
  author: "a@example.com",
  note: null,
  restored_from: null,
  created_at: AT,
  rules: [RULE],
};
const ENDPOINT = {
  endpoint_id: "whe_1",
  url: "https://shop.example/hook?token=receiver-token",
  description: "",
  events: ["payment.succeeded"],
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  created_at: AT,
  consecutive_failures: 0,
  failing_since: null,
  held_until: null,
  last_success_at: null,
  previous_secret_expires_at: null,
};
const DELIVERY = {
  delivery_id: "whd_1",
  endpoint_id: "whe_1",
  event: "webhook.test",
  sequence: null,
  transaction_id: null,
  merchant_transaction_id: null,
  occurred_at: AT,
  status: "WAITING",
  attempts: 0,
  next_attempt_at: AT,
  last_attempt_at: null,
  last_response_status: null,
  last_error: null,
  completed_at: null,
};
const KEY = {
  key_id: "key_1",
  api_key: API_KEY,
  label: "web shop",
  status: "ACTIVE",
  is_caller: false,
  created_at: AT,
  created_by: null,
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  rate_per_second: null,
  rate_burst: null,
};
const HEALTH = {
  state: "closed",
  consecutive_failures: 0,
  opened_at: null,
  next_trial_at: null,
  last_failure_at: null,
  last_failure: null,
};

const CREDENTIALS = { gateway: "stripe", secret_key: SECRET, webhook_secret: SALT };
const ACCOUNT = {
  account: 1,
  revision: 4,
  hint: "…0001",
  live: false,
  in_use: true,
  created_at: AT,
  created_by: "admin@example.com",
  changed_at: AT,
  changed_by: "admin@example.com",
  retired_at: null,
  last_payment_at: null,
};

const EXPERIMENT = {
  id: 2,
  base_version: 7,
  rules: [RULE],
  author: "admin@example.com",
  note: null,
  started_at: AT,
  is_open: true,
  trial: null,
  ended: null,
  shadow_result: null,
  trial_result: null,
};

type Case = {
  operation: OpsName;
  action: string;
  run: (ctx: Ctx, input: unknown) => Promise<ActionOutcome<unknown>>;
  input: Record<string, unknown>;
  body: object;
};

const FEE = { currency: "INR", payment_method: "UPI", percent: "2.36", fixed: "3.00" };

const CASES: Case[] = [
  {
    operation: "rules.save",
    action: "rules_save",
    run: saveRules,
    input: { expectedVersion: 7, rules: [RULE], note: "UPI first" },
    body: { ...RULE_SET, warnings: [] },
  },
  {
    operation: "rules.restore",
    action: "rules_restore",
    run: restoreRules,
    input: { version: 3, expectedVersion: 7, note: "" },
    body: { ...RULE_SET, restored_from: 3, warnings: [] },
  },
  {
    operation: "rules.start_experiment",
    action: "rules_experiment_start",
    run: startExperiment,
    input: { expectedVersion: 7, rules: [RULE], note: "" },
    body: EXPERIMENT,
  },
  {
    operation: "rules.start_trial",
    action: "rules_trial_start",
    run: startTrial,
    input: { experiment: 2, sharePercent: 10, guardrailPoints: 3 },
    body: EXPERIMENT,
  },
  {
    operation: "rules.stop_experiment",
    action: "rules_experiment_stop",
    run: stopExperiment,
    input: { experiment: 2 },
    body: EXPERIMENT,
  },
  {
    operation: "rules.promote_experiment",
    action: "rules_experiment_promote",
    run: promoteExperiment,
    input: { experiment: 2, note: "Better" },
    body: { ...RULE_SET, warnings: [] },
  },
  {
    operation: "gateways.reset",
    action: "gateway_reset",
    run: resetGateway,
    input: { gateway: "stripe" },
    body: { gateway: "stripe", health: HEALTH },
  },
  {
    operation: "gateways.save_account",
    action: "gateway_account_add",
    run: saveCredentials,
    input: { kind: "add", credentials: CREDENTIALS, replaces: null, saveAnyway: null },
    body: { account: ACCOUNT },
  },
  {
    operation: "gateways.update_account",
    action: "gateway_account_update",
    run: saveCredentials,
    input: { kind: "change", credentials: CREDENTIALS, account: 1, revision: 4, saveAnyway: "other_account" },
    body: { account: ACCOUNT },
  },
  {
    operation: "gateways.use_account",
    action: "gateway_account_use",
    run: chooseGatewayAccount,
    input: { gateway: "stripe", account: null, replaces: 1 },
    body: { account: null },
  },
  {
    operation: "gateways.save_fees",
    action: "gateway_fees_save",
    run: saveFees,
    input: { gateway: "stripe", revision: 3, fees: [FEE] },
    body: { gateway: "stripe", revision: 4, fees: [FEE], changed_at: null, changed_by: null },
  },
  {
    operation: "webhooks.create",
    action: "webhook_create",
    run: createWebhook,
    input: { url: ENDPOINT.url, description: "", events: ["payment.succeeded"] },
    body: { ...ENDPOINT, secret: SECRET },
  },
  {
    operation: "webhooks.update",
    action: "webhook_update",
    run: updateWebhook,
    input: { endpointId: "whe_1", url: ENDPOINT.url, enabled: false },
    body: ENDPOINT,
  },
  {
    operation: "webhooks.delete",
    action: "webhook_delete",
    run: deleteWebhook,
    input: { endpointId: "whe_1" },
    body: { endpoint_id: "whe_1" },
  },
  {
    operation: "webhooks.rotate_secret",
    action: "webhook_rotate_secret",
    run: rotateWebhookSecret,
    input: { endpointId: "whe_1", overlapHours: 24 },
    body: { endpoint_id: "whe_1", secret: SECRET, previous_secret_expires_at: AT },
  },
  {
    operation: "webhooks.test",
    action: "webhook_test",
    run: testWebhook,
    input: { endpointId: "whe_1" },
    body: DELIVERY,
  },
  {
    operation: "webhooks.replay",
    action: "webhook_replay",
    run: replayDelivery,
    input: { deliveryId: "whd_1" },
    body: DELIVERY,
  },
  {
    operation: "webhooks.replay_range",
    action: "webhook_replay_range",
    run: replayDeliveries,
    input: { endpointId: "whe_1", from: AT, until: AT, onlyFailed: true },
    body: { replayed: 12 },
  },
  {
    operation: "keys.create",
    action: "key_create",
    run: createKey,
    input: { label: "web shop", expiresAt: null, perSecond: null, burst: null, access: "payments" },
    body: { key: KEY, salt: SALT },
  },
  {
    operation: "keys.rotate",
    action: "key_rotate",
    run: rotateKey,
    input: { keyId: "key_1", overlapHours: 24 },
    body: { key: KEY, salt: SALT, replaced: { ...KEY, expires_at: AT } },
  },
  {
    operation: "keys.update",
    action: "key_update",
    run: updateKey,
    input: { keyId: "key_1", label: "shop", perSecond: 5, burst: null, access: null },
    body: { key: KEY },
  },
  {
    operation: "keys.revoke",
    action: "key_revoke",
    run: revokeKey,
    input: { keyId: "key_1" },
    body: { key: { ...KEY, status: "REVOKED", revoked_at: AT } },
  },
];

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: CASES.map(({ operation }) => operation) };
  ctx = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

function answer(operation: OpsName, status: number, body: unknown): void {
  harness.service.next(OPS[operation].path, {
    kind: "answer",
    status,
    body: JSON.stringify(body),
    effect: false,
  });
}
const callsOf = (operation: OpsName) =>
  harness.service.calls.filter(({ path }) => path === OPS[operation].path);
const actions = async (): Promise<string[]> => (await harness.audit()).map(({ action }) => action);

describe.each(CASES)("$operation", ({ operation, action, run, input, body }) => {
  it("is recorded before it is sent and after it is done, without a secret", async () => {
    answer(operation, 200, body);
    expect(await run(ctx, input)).toMatchObject({ kind: "done" });
    expect(callsOf(operation)).toHaveLength(1);
    expect(await actions()).toEqual([`${action}_requested`, `${action}_done`]);
    const log = JSON.stringify(await harness.audit());
    for (const secret of [SECRET, SALT, API_KEY, "receiver-token"]) expect(log).not.toContain(secret);
  });

  it("is refused to every other role, audited, and not sent (failure 33)", async () => {
    for (const role of ROLES.filter((one) => one !== "admin")) {
      expect(await run(await harness.ctxOf(role), input)).toEqual({ kind: "forbidden" });
    }
    expect(callsOf(operation)).toEqual([]);
    expect(await actions()).toEqual(["forbidden", "forbidden", "forbidden"]);
  });

  it("is not sent when it cannot be written down (failure 38)", async () => {
    const mend = await harness.breakAudit();
    await expect(run(ctx, input)).rejects.toThrow();
    await mend();
    expect(callsOf(operation)).toEqual([]);
  });

  it("that was done is reported even when its end cannot be written down", async () => {
    answer(operation, 200, body);
    const mend = await harness.breakAudit([`${action}_requested`]);
    expect(await run(ctx, input)).toMatchObject({ kind: "done" });
    await mend();
  });

  it("whose answer was lost is unknown, and sent once (failure 3)", async () => {
    harness.service.next(OPS[operation].path, { kind: "drop", when: "before" });
    expect(await run(ctx, input)).toEqual({ kind: "unknown" });
    expect(callsOf(operation)).toHaveLength(1);
    expect(await actions()).toEqual([`${action}_requested`, `${action}_unknown`]);
  });

  it("is never said to be done for an answer that is none (failure 7)", async () => {
    answer(operation, 200, {});
    expect(await run(ctx, input)).toEqual({ kind: "unknown" });
  });

  it("that the service refuses changes nothing and names the fields", async () => {
    const faults = [{ field: "some.field", text: "Must be something else." }];
    answer(operation, 400, { detail: "some.field: Must be something else.", faults });
    expect(await run(ctx, input)).toMatchObject({ kind: "refused", faults });
    expect(await actions()).toEqual([`${action}_requested`, `${action}_refused`]);
  });

  it("is not sent to a service that is busy or refuses our key", async () => {
    answer(operation, 401, { detail: "Invalid ops signature." });
    expect(await run(ctx, input)).toEqual({ kind: "not_sent", trouble: { kind: "key_refused" } });
    expect(await actions()).toEqual([`${action}_requested`, `${action}_not_sent`]);
  });

  it("is not offered by a service without it, and a form that is none is not sent", async () => {
    harness.service.ops = { idempotency: true, operations: [] };
    expect(await run(ctx, input)).toEqual({ kind: "not_offered" });
    expect(await run(ctx, "no form")).toEqual({ kind: "malformed" });
    expect(await actions()).toEqual([]);
    expect(callsOf(operation)).toEqual([]);
  });
});

describe("saving rules", () => {
  it("from a version that is no longer in force is a conflict, in the service's words", async () => {
    answer("rules.save", 409, { detail: "Version 8 is in force, saved by b@example.com." });
    const outcome = await saveRules(ctx, { expectedVersion: 7, rules: [RULE], note: "" });
    expect(outcome).toEqual({ kind: "conflict", message: "Version 8 is in force, saved by b@example.com." });
  });

  it("is audited with what changed, by whom", async () => {
    harness.service.ops = { idempotency: true, operations: ["rules.save", "rules.version"] };
    answer("rules.version", 200, { ...RULE_SET, version: 7, rules: [{ ...RULE, id: "old" }] });
    answer("rules.save", 200, { ...RULE_SET, warnings: [] });
    await saveRules(ctx, { expectedVersion: 7, rules: [RULE], note: "why" });
    const [requested, done] = await harness.audit();
    expect(requested).toMatchObject({
      actor_email: ctx.actor.email,
      subject_kind: "rules",
      detail: { from: 7, rules: 1, note: "why", added: "every-payment", removed: "old" },
    });
    expect(done).toMatchObject({ detail: { version: 8 } });
    expect(JSON.parse(callsOf("rules.save")[0]?.body ?? "")).toMatchObject({
      expected_version: 7,
      author: ctx.actor.email,
      note: "why",
    });
  });
});

describe("an experiment with rules", () => {
  const before = { ...RULE_SET, version: 7, rules: [{ ...RULE, id: "old" }] };
  const changes = { from: 7, rules: 1, added: "every-payment", removed: "old" };

  it("is audited with what its rules change of those in force", async () => {
    harness.service.ops = { idempotency: true, operations: ["rules.start_experiment", "rules.version"] };
    answer("rules.version", 200, before);
    answer("rules.start_experiment", 200, EXPERIMENT);
    await startExperiment(ctx, { expectedVersion: 7, rules: [RULE], note: "why" });
    const [requested, done] = await harness.audit();
    expect(requested).toMatchObject({ detail: { ...changes, note: "why" } });
    expect(done).toMatchObject({ detail: { ...changes, experiment: 2 } });
  });

  it("is audited with what its rules change when they are promoted", async () => {
    harness.service.ops = {
      idempotency: true,
      operations: ["rules.promote_experiment", "rules.experiments", "rules.version"],
    };
    answer("rules.experiments", 200, {
      experiments: [{ ...EXPERIMENT, id: 3, rules: [{ ...RULE, id: "newer" }] }, EXPERIMENT],
      next_cursor: null,
    });
    answer("rules.version", 200, before);
    answer("rules.promote_experiment", 200, { ...RULE_SET, warnings: [] });
    await promoteExperiment(ctx, { experiment: 2, note: "" });
    const [requested, done] = await harness.audit();
    expect(requested).toMatchObject({ detail: { ...changes, note: null } });
    expect(done).toMatchObject({ detail: { ...changes, version: 8 } });
  });

  it("is promoted although what it changes cannot be read", async () => {
    harness.service.ops = {
      idempotency: true,
      operations: ["rules.promote_experiment", "rules.experiments"],
    };
    answer("rules.experiments", 200, { experiments: [], next_cursor: null });
    answer("rules.promote_experiment", 200, { ...RULE_SET, warnings: [] });
    expect(await promoteExperiment(ctx, { experiment: 2, note: "" })).toMatchObject({ kind: "done" });
    expect((await harness.audit())[0]).toMatchObject({ detail: { note: null } });
  });
});

describe("what the audit log says of what is gone", () => {
  it("is an endpoint's address by the service, whatever the browser calls it", async () => {
    harness.service.ops = { idempotency: true, operations: ["webhooks.delete", "webhooks.endpoints"] };
    answer("webhooks.endpoints", 200, { endpoints: [ENDPOINT] });
    answer("webhooks.delete", 200, { endpoint_id: ENDPOINT.endpoint_id });
    const input = { endpointId: ENDPOINT.endpoint_id, url: "https://other.example/hook" };
    expect(await deleteWebhook(ctx, input)).toMatchObject({ kind: "done" });
    const log = await harness.audit();
    expect(log.map(({ detail }) => (detail as { url: string }).url)).toEqual([
      auditableAddress(ENDPOINT.url),
      auditableAddress(ENDPOINT.url),
    ]);
  });

  it("is a key's label by the service, whatever the browser calls it", async () => {
    answer("keys.revoke", 200, { key: { ...KEY, status: "REVOKED", revoked_at: AT } });
    await revokeKey(ctx, { keyId: "key_1", label: "another shop" });
    expect((await harness.audit()).at(-1)).toMatchObject({ detail: { label: KEY.label } });
    expect(JSON.stringify(await harness.audit())).not.toContain("another shop");
  });
});

const NEW_KEY = { label: "web shop", expiresAt: null, perSecond: null, burst: null, access: null };

it("a key's access is sent where it is chosen, and left out for a service that does not know it (0315)", async () => {
  answer("keys.create", 200, { key: { ...KEY, access: "payments" }, salt: SALT });
  const restricted = await createKey(ctx, { ...NEW_KEY, access: "payments" });
  expect(restricted).toMatchObject({ kind: "done", value: { key: { access: "payments" } } });
  expect((await harness.audit())[0]).toMatchObject({
    action: "key_create_requested",
    detail: { access: "payments" },
  });
  answer("keys.create", 200, { key: KEY, salt: SALT });
  const plain = await createKey(ctx, NEW_KEY);
  expect(plain).toMatchObject({ kind: "done", value: { key: { access: null } } });
  const [sent, older] = callsOf("keys.create").map(({ body }) => JSON.parse(body) as object);
  expect(sent).toMatchObject({ access: "payments" });
  expect(older).not.toHaveProperty("access");
});

it("a new key's salt is reported with the whole key, and the list shows the key in short (0126)", async () => {
  answer("keys.create", 200, { key: KEY, salt: SALT });
  const outcome = await createKey(ctx, NEW_KEY);
  expect(outcome).toMatchObject({
    kind: "done",
    value: { apiKey: API_KEY, salt: SALT, key: { keyStart: API_KEY.slice(0, 12) } },
  });
  expect(JSON.parse(callsOf("keys.create")[0]?.body ?? "")).toMatchObject({ created_by: ctx.actor.email });
});
