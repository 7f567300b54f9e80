import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { addSecondAccount } from "@/tools/testing/dashboard/second-account";
import { limitsInForce, viewLimits } from "../queries/notification-limits";
import { saveLimits } from "./save-limits";

let harness: Harness;
let admin: Ctx;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  admin = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

const INSTALLATION = { stuckPayments: 3, successRatePoints: 15, lateRefundHours: 24 };
const typed = (fields: Record<string, string> = {}) => ({
  stuckPayments: "50",
  successRatePoints: "5",
  lateRefundHours: "48",
  ...fields,
});

test("the limits of an account are its own, audited, and the installation's again when restored", async () => {
  expect(await viewLimits(admin)).toEqual({
    limits: INSTALLATION,
    defaults: INSTALLATION,
    version: 0,
    changedBy: null,
  });
  expect(await saveLimits(admin, { version: "0", limits: typed() })).toEqual({ kind: "saved" });
  const own = { stuckPayments: 50, successRatePoints: 5, lateRefundHours: 48 };
  expect(await viewLimits(admin)).toMatchObject({
    limits: own,
    version: 1,
    changedBy: { name: admin.actor.name },
  });
  expect(await limitsInForce(harness.services)).toEqual(own);
  const second = await addSecondAccount(harness);
  expect(await limitsInForce(await second.ctxOf("admin"))).toEqual(INSTALLATION);
  await second.stop();

  expect(await saveLimits(admin, { version: "1", limits: null })).toEqual({ kind: "saved" });
  expect(await limitsInForce(harness.services)).toEqual(INSTALLATION);
  expect(await harness.audit()).toMatchObject([
    {
      action: "notification_limits_changed",
      detail: {
        before: "the installation's limits",
        after: "more than 50 stuck payments, 5 points, 48 hours",
      },
    },
    { action: "notification_limits_changed", detail: { after: "the installation's limits" } },
  ]);
});

test("of two admins who save at once one is told that the limits have changed", async () => {
  const other = await harness.ctxOf("admin");
  for (const version of ["0", "1"]) {
    const outcomes = await Promise.all(
      [admin, other].map((ctx) => saveLimits(ctx, { version, limits: typed() })),
    );
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "saved"]);
  }
  expect((await viewLimits(admin)).version).toBe(2);
  expect(await harness.audit()).toHaveLength(2);
});

test.each([
  [{ stuckPayments: "" }, "stuckPayments"],
  [{ stuckPayments: "200" }, "stuckPayments"],
  [{ successRatePoints: "0" }, "successRatePoints"],
  [{ successRatePoints: "1e1" }, "successRatePoints"],
  [{ lateRefundHours: "-1" }, "lateRefundHours"],
  [{ lateRefundHours: "721" }, "lateRefundHours"],
])("%j is refused, and nothing is saved", async (fields, field) => {
  const outcome = await saveLimits(admin, { version: "0", limits: typed(fields) });
  expect(outcome).toEqual({ kind: "invalid", field });
  expect([(await viewLimits(admin)).version, await harness.audit()]).toEqual([0, []]);
});

test.each([{}, { version: "x", limits: typed() }, { version: "5", limits: typed() }])(
  "an input that no form sends saves nothing: %j",
  async (input) => {
    expect(["invalid", "changed"]).toContain((await saveLimits(admin, input)).kind);
    expect((await viewLimits(admin)).version).toBe(0);
  },
);

test("only who may manage the chat channels changes them", async () => {
  const ops = await harness.ctxOf("ops");
  expect(await saveLimits(ops, { version: "0", limits: typed() })).toEqual({ kind: "forbidden" });
  await expect(viewLimits(ops)).rejects.toThrow();
  expect(await limitsInForce(harness.services)).toEqual(INSTALLATION);
});
