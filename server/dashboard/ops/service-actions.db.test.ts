import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { OpsName } from "@/lib/contract/ops";
import { OPS } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
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
import { composed } from "@/tools/testing/dashboard/composed-role";
import { respondToOps, opsCalls } from "@/tools/testing/dashboard/ops-responses";
import {
  AT,
  SECRET,
  SALT,
  API_KEY,
  RULE,
  RULE_SET,
  ENDPOINT,
  DELIVERY,
  KEY,
  HEALTH,
  CREDENTIALS,
  ACCOUNT,
  EXPERIMENT,
} from "@/tools/testing/dashboard/ops-bodies";

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

const actions = async (): Promise<string[]> => (await harness.audit()).map(({ action }) => action);

it("nobody gets by a webhook what they may not see: an address takes the right to view payments (0315)", async () => {
  const manager = await harness.ctxOf(composed(["manage_webhooks"]));
  const [create, update] = CASES.filter(({ run }) => run === createWebhook || run === updateWebhook);
  const address = { endpointId: "whe_1", url: "https://shop.example/hook" };
  expect(await createWebhook(manager, create?.input)).toEqual({ kind: "forbidden" });
  expect(await updateWebhook(manager, address)).toEqual({ kind: "forbidden" });
  expect(await actions()).toEqual(["forbidden", "forbidden"]);
  respondToOps(harness, "webhooks.update", 200, update?.body ?? {});
  expect(await updateWebhook(manager, { endpointId: "whe_1", enabled: false })).toMatchObject({
    kind: "done",
  });
  const viewer = await harness.ctxOf(composed(["manage_webhooks", "view_payments"]));
  respondToOps(harness, "webhooks.update", 200, update?.body ?? {});
  expect(await updateWebhook(viewer, address)).toMatchObject({ kind: "done" });
});

describe.each(CASES)("$operation", ({ operation, action, run, input, body }) => {
  it("is recorded before it is sent and after it is done, without a secret", async () => {
    respondToOps(harness, operation, 200, body);
    expect(await run(ctx, input)).toMatchObject({ kind: "done" });
    expect(opsCalls(harness, operation)).toHaveLength(1);
    expect(await actions()).toEqual([`${action}_requested`, `${action}_done`]);
    const log = JSON.stringify(await harness.audit());
    for (const secret of [SECRET, SALT, API_KEY, "receiver-token"]) expect(log).not.toContain(secret);
  });

  it("is refused to every other role, audited, and not sent (failure 33)", async () => {
    for (const role of ROLES.filter((one) => one !== "admin")) {
      expect(await run(await harness.ctxOf(role), input)).toEqual({ kind: "forbidden" });
    }
    expect(opsCalls(harness, operation)).toEqual([]);
    expect(await actions()).toEqual(["forbidden", "forbidden", "forbidden"]);
  });

  it("is not sent when it cannot be written down (failure 38)", async () => {
    const mend = await harness.breakAudit();
    await expect(run(ctx, input)).rejects.toThrow();
    await mend();
    expect(opsCalls(harness, operation)).toEqual([]);
  });

  it("that was done is reported even when its end cannot be written down", async () => {
    respondToOps(harness, operation, 200, body);
    const mend = await harness.breakAudit([`${action}_requested`]);
    expect(await run(ctx, input)).toMatchObject({ kind: "done" });
    await mend();
  });

  it("whose answer was lost is unknown, and sent once (failure 3)", async () => {
    harness.service.next(OPS[operation].path, { kind: "drop", when: "before" });
    expect(await run(ctx, input)).toEqual({ kind: "unknown" });
    expect(opsCalls(harness, operation)).toHaveLength(1);
    expect(await actions()).toEqual([`${action}_requested`, `${action}_unknown`]);
  });

  it("is never said to be done for an answer that is none (failure 7)", async () => {
    respondToOps(harness, operation, 200, {});
    expect(await run(ctx, input)).toEqual({ kind: "unknown" });
  });

  it("that the service refuses changes nothing and names the fields", async () => {
    const faults = [{ field: "some.field", text: "Must be something else." }];
    respondToOps(harness, operation, 400, { detail: "some.field: Must be something else.", faults });
    expect(await run(ctx, input)).toMatchObject({ kind: "refused", faults });
    expect(await actions()).toEqual([`${action}_requested`, `${action}_refused`]);
  });

  it("is not sent to a service that is busy or refuses our key", async () => {
    respondToOps(harness, operation, 401, { detail: "Invalid ops signature." });
    expect(await run(ctx, input)).toEqual({ kind: "not_sent", serviceError: { kind: "key_refused" } });
    expect(await actions()).toEqual([`${action}_requested`, `${action}_not_sent`]);
  });

  it("is not offered by a service without it, and a form that is none is not sent", async () => {
    harness.service.ops = { idempotency: true, operations: [] };
    expect(await run(ctx, input)).toEqual({ kind: "not_offered" });
    expect(await run(ctx, "no form")).toEqual({ kind: "malformed" });
    expect(await actions()).toEqual([]);
    expect(opsCalls(harness, operation)).toEqual([]);
  });
});
