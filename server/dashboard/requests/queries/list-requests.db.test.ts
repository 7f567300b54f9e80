import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { RequestTab } from "@/lib/requests/request-views";
import type { Ctx } from "../../context";
import { saveReason } from "../../reasons/commands/save-reason";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { createRequest } from "../commands/create-request";
import { declineRequest } from "../commands/decline-request";
import { listRequests } from "./list-requests";

let harness: Harness;
let support: Ctx;
let finance: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  support = await harness.ctxOf("support");
  finance = await harness.ctxOf("finance");
  const reason = { name: "Goods returned", nameHi: "", needsText: false, isActive: true, isNew: true };
  await saveReason(await harness.ctxOf("admin"), { code: "goods", ...reason });
});
afterAll(() => harness.stop());

async function requested(reference: string, reasonCode: string | null): Promise<string> {
  const payment = harness.service.addPayment({ merchant_transaction_id: reference });
  const requestId = randomUUID();
  const outcome = await createRequest(support, {
    requestId,
    reference,
    transactionId: payment.transaction_id,
    amount: "10.00",
    reason: reasonCode === null ? "The customer called" : "Goods returned",
    reasonCode,
    note: "",
  });
  expect(outcome).toEqual({ kind: "requested", requestId });
  harness.clock.advance(1_000);
  return requestId;
}
const listed = async (by: Ctx, tab: RequestTab, reason?: string): Promise<string[]> =>
  (await listRequests(by, { tab, reason })).requests.map(({ requestId }) => requestId);

it("lists those of one reason, of none, or all, in every tab", async () => {
  const [goods, other] = [await requested("ORD-1", "goods"), await requested("ORD-2", null)];
  expect(await listed(finance, "open")).toEqual([goods, other]);
  expect(await listed(finance, "open", "goods")).toEqual([goods]);
  expect(await listed(finance, "open", "none")).toEqual([other]);
  expect(await listed(support, "mine", "")).toEqual([other, goods]);
  expect(await listed(support, "mine", "goods")).toEqual([goods]);
  for (const requestId of [goods, other])
    expect(await declineRequest(finance, { requestId, text: "Too late" })).toEqual({ kind: "done" });
  expect(await listed(finance, "decided")).toHaveLength(2);
  expect(await listed(finance, "decided", "none")).toEqual([other]);
});
