import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Permission, roleAllows, ROLES } from "@/lib/can";
import { OPS, type OpsName } from "@/lib/contract/ops";
import { orForbidden } from "../auth/authorize";
import type { Ctx } from "../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { currentRules } from "../rules/queries/current-rules";
import { findDelivery } from "../webhooks/queries/find-delivery";
import { listDeliveries } from "../webhooks/queries/list-deliveries";
import { listGateways } from "../gateways/queries/list-gateways";
import { listKeys } from "../keys/queries/list-keys";
import { findWebhook, listWebhooks } from "../webhooks/queries/list-webhooks";
import { ruleVersion } from "../rules/queries/rule-version";
import { ruleExperiments } from "../rules/queries/rule-experiments";
import { ruleVersions } from "../rules/queries/rule-versions";
import { replayRules, simulateRules } from "../rules/queries/try-rules";

type Read = { kind: string };
/** `permission`: where others than admins may. */
const READS: {
  name: string;
  operation: OpsName;
  run: (ctx: Ctx) => Promise<Read | null>;
  permission?: Permission;
}[] = [
  { name: "currentRules", operation: "rules.current", run: (ctx) => orForbidden(currentRules(ctx)) },
  {
    name: "ruleExperiments",
    operation: "rules.experiments",
    run: (ctx) => orForbidden(ruleExperiments(ctx, null)),
  },
  { name: "ruleVersions", operation: "rules.versions", run: (ctx) => orForbidden(ruleVersions(ctx, null)) },
  { name: "ruleVersion", operation: "rules.version", run: (ctx) => orForbidden(ruleVersion(ctx, 1)) },
  {
    name: "listGateways",
    operation: "gateways.list",
    run: (ctx) => orForbidden(listGateways(ctx)),
    permission: "view_gateways",
  },
  { name: "listWebhooks", operation: "webhooks.endpoints", run: (ctx) => orForbidden(listWebhooks(ctx)) },
  {
    name: "findWebhook",
    operation: "webhooks.endpoints",
    run: (ctx) => orForbidden(findWebhook(ctx, "whe_1")),
  },
  {
    name: "listDeliveries",
    operation: "webhooks.deliveries",
    run: (ctx) => orForbidden(listDeliveries(ctx, {})),
  },
  {
    name: "findDelivery",
    operation: "webhooks.delivery",
    run: (ctx) => orForbidden(findDelivery(ctx, "whd_1")),
  },
  { name: "listKeys", operation: "keys.list", run: (ctx) => orForbidden(listKeys(ctx, null)) },
  { name: "simulateRules", operation: "rules.simulate", run: (ctx) => simulateRules(ctx, {}) },
  { name: "replayRules", operation: "rules.replay", run: (ctx) => replayRules(ctx, {}) },
];

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: Object.keys(OPS) };
  ctx = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

function response(path: string, status: number, body: unknown): void {
  harness.service.next(path as `/v1/ops/${string}` | "transaction_status", {
    kind: "answer",
    status,
    body: JSON.stringify(body),
    effect: false,
  });
}

describe.each(READS)("$name", ({ operation, run, permission = "manage_rules" }) => {
  it("is for those who may; the others are refused, audited, and nothing is asked (failure 33)", async () => {
    const refused = ROLES.filter((role) => !roleAllows(role, permission));
    for (const role of refused) {
      expect((await run(await harness.ctxOf(role)))?.kind ?? "forbidden").toBe("forbidden");
    }
    expect(harness.service.calls).toEqual([]);
    expect((await harness.audit()).map(({ action }) => action)).toEqual(refused.map(() => "forbidden"));
  });

  it("distinguishes an unavailable service from one without the operation (failure 7)", async () => {
    response(OPS[operation].path, 502, "<html>");
    expect(await run(ctx)).toMatchObject({ kind: "service_error", serviceError: { kind: "unavailable" } });
    harness.service.ops = null;
    await harness.services.routing.capabilities();
    harness.clock.advance(10 * 60_000);
    expect(await run(ctx)).toEqual({ kind: "not_offered", serviceAddress: ctx.routing.serviceAddress });
  });

  it("does not take a service that never answered yet for one without the operation", async () => {
    for (let call = 0; call < 4; call += 1) {
      response("/v1/ops/capabilities", 502, "<html>");
      response("transaction_status", 502, "<html>");
    }
    expect(await run(ctx)).toMatchObject({ kind: "service_error" });
  });

  it("does not take a key that was revoked for a service without the operation", async () => {
    for (let call = 0; call < 2; call += 1) {
      response("/v1/ops/capabilities", 401, { detail: "Invalid ops signature." });
      response("transaction_status", 401, { detail: "Invalid API key." });
    }
    expect(await run(ctx)).toEqual({ kind: "service_error", serviceError: { kind: "key_refused" } });
  });

  it("hands on what the service says of a question that is none", async () => {
    response(OPS[operation].path, 400, {
      detail: "cursor: Not one of ours.",
      faults: [{ field: "cursor", text: "Not one of ours." }],
    });
    expect(await run(ctx)).toMatchObject({ kind: "refused", message: "cursor: Not one of ours." });
  });
});

it("the list of keys shows no whole key, and says which one is ours (0021)", async () => {
  const key = {
    key_id: "key_1",
    api_key: "pk_live_a_long_text_that_identifies",
    label: "web shop",
    status: "ACTIVE",
    is_caller: true,
    created_at: "2026-11-21T09:00:00.000Z",
    created_by: null,
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    rate_per_second: null,
    rate_burst: null,
  };
  response("/v1/ops/keys/list", 200, {
    keys: [key, { ...key, key_id: "key_2", api_key: "short" }],
    next_cursor: "next",
  });
  const read = await listKeys(ctx, null);
  expect(read).toMatchObject({
    kind: "found",
    value: { keys: [{ keyStart: "pk_live_a_lo", isOurs: true }, { keyStart: "sho" }], nextCursor: "next" },
  });
  expect(JSON.stringify(read)).not.toContain(key.api_key);
});

it("the first version has none before it to differ from, and the one in force is reported beside", async () => {
  const set = {
    version: 1,
    author: "a@example.com",
    note: null,
    restored_from: null,
    created_at: "2026-11-21T09:00:00.000Z",
    rules: [],
  };
  response("/v1/ops/rules/current", 200, { ...set, version: 9 });
  response("/v1/ops/rules/version", 200, set);
  expect(await ruleVersion(ctx, 1)).toMatchObject({
    kind: "found",
    value: { inForce: 9, changes: null, version: { version: 1 } },
  });
});

it("the result of a trial names banks and card schemes, and tells codes of one bank apart", async () => {
  response("/v1/ops/rules/simulate", 200, {
    version: null,
    at: "2026-11-21T09:00:00.000Z",
    gateways: [],
    rules: [
      {
        rule_id: "r1",
        rule_name: "Axis",
        outcome: "not_matched",
        mismatches: [
          { field: "issuing_bank", wanted: "one of AXIS, HDFC and 7 more", actual: "UTIB" },
          { field: "card_scheme", wanted: "VISA", actual: null },
        ],
      },
    ],
  });
  expect(await simulateRules(ctx, {})).toMatchObject({
    kind: "found",
    value: {
      rules: [
        {
          mismatches: [
            { wanted: "one of Axis Bank (AXIS), HDFC Bank and 7 more", actual: "Axis Bank (UTIB)" },
            { wanted: "Visa", actual: null },
          ],
        },
      ],
    },
  });
});
