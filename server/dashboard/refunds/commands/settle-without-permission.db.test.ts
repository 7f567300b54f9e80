import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { changeRole } from "../../people/commands/change-role";
import { deactivatePerson } from "../../people/commands/set-person-active";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { firstRefund } from "@/tools/testing/dashboard/tracked-refund";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { leaveUnknown } from "@/tools/testing/dashboard/unknown-refund";
import { findIntent } from "../store/refund-intents";
import { resolveUnknownRefund } from "./resolve-unknown-refund";

let harness: Harness;
let admin: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  admin = await harness.ctxOf("admin");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const stateOf = async (intentId: string) => (await findIntent(harness.pool, intentId))?.state;
const REASON = "Not in the portal";
const notSent = (person: Ctx, intentId: string) =>
  resolveUnknownRefund(person, { verdict: "not_sent", intentId, confirmation: "120.25", reason: REASON });
const byId = (person: Ctx, intentId: string) =>
  resolveUnknownRefund(person, {
    verdict: "accepted",
    intentId,
    refundId: firstRefund(harness).refund_id,
    reason: REASON,
  });

/** Each test settles it by a colleague afterwards, at once: the claim was released. */
async function expectUnsettled(intentId: string): Promise<void> {
  expect(await stateOf(intentId)).toBe("UNKNOWN");
  expect((await harness.audit()).filter(({ action }) => action === "refund_settled")).toEqual([]);
}

describe("a person who may not settle any more when the service has answered", () => {
  it.each(["demoted", "deactivated"] as const)("settles nothing as not sent: %s", async (how) => {
    const person = await harness.ctxOf("finance");
    const personId = person.actor.userId;
    const intentId = await leaveUnknown(harness, person, payment, { tookEffect: false });
    harness.service.next("transaction_status", {
      kind: "meanwhile",
      act: async () => {
        const done =
          how === "demoted"
            ? await changeRole(admin, { personId, role: "support" })
            : await deactivatePerson(admin, personId);
        expect(done).toEqual({ kind: "done" });
      },
    });
    expect(await notSent(person, intentId)).toEqual({ kind: "signed_out" });
    await expectUnsettled(intentId);
    expect((await notSent(admin, intentId)).kind).toBe("settled");
  });

  it("settles nothing with a refund id either, when what their own role allows was reduced", async () => {
    const role = composed(["view_refunds", "refund_payment", "settle_refund"]);
    const person = await harness.ctxOf(role);
    const intentId = await leaveUnknown(harness, person, payment, { tookEffect: true });
    harness.service.next("refund_status", {
      kind: "meanwhile",
      act: () =>
        harness.pool.query("update roles set permissions = array_remove(permissions, 'settle_refund')"),
    });
    expect(await byId(person, intentId)).toEqual({ kind: "forbidden" });
    await expectUnsettled(intentId);
    expect((await byId(admin, intentId)).kind).toBe("settled");
  });
});
