import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../context";
import { requestRefund } from "../refunds/commands/request-refund";
import { resolveRefundIntent } from "../refunds/jobs/resolve-refund-intent";
import { findIntent } from "../refunds/store/refund-intents";
import { type Harness, startHarness, TEST_TIMEOUT_MS } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { TEST_CREDENTIALS } from "@/tools/testing/dashboard/scripted-ledger";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { changeCredentials, setAccountClosed } from "./commands/change-account";

let harness: Harness;
let second: SecondAccount;
let admin: Ctx;
let finance: Ctx;
beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
}, 60_000);
beforeEach(async () => {
  second.service.refunds.length = 0;
  admin = await harness.ctxOf("admin");
  finance = await second.ctxOf("finance");
});
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

const payment = (reference: string) => second.service.addPayment({ merchant_transaction_id: reference });
const stateOf = async (intentId: string) => (await findIntent(finance.pool, intentId))?.state;
/** Resolves as the worker does: with the services that the account has now. */
const resolve = async (intentId: string) => resolveRefundIntent(await second.services(), intentId);

describe("the salt of an account", () => {
  it("that is rotated while a refund is unknown: nothing is called failed, and the new salt finds the refund", async () => {
    const input = refundInput(payment("ORD-SALT"), { amount: "10.00" });
    second.service.next("refund_initiate", { kind: "drop", when: "after" });
    expect((await requestRefund(finance, input)).kind).toBe("unknown");

    const rotated = { ...TEST_CREDENTIALS, apiSalt: "test_salt_after_a_rotation" };
    second.service.credentials = rotated;
    harness.clock.advance(TEST_TIMEOUT_MS + 10_000);
    await resolve(input.intentId);
    expect(await stateOf(input.intentId)).toBe("UNKNOWN");

    const { accounts } = second;
    const others = { ...accounts, list: async () => (await accounts.list()).filter(({ id }) => id === 2) };
    const saved = await changeCredentials(
      admin,
      { id: 2, apiKey: rotated.apiKey, salt: rotated.apiSalt },
      others,
    );
    expect(saved).toEqual({ kind: "saved" });
    harness.clock.advance(TEST_TIMEOUT_MS + 10_000);
    await resolve(input.intentId);
    expect(await stateOf(input.intentId)).toBe("ACCEPTED");
    expect(second.service.refunds).toHaveLength(1);
  });
});

describe("an account that is closed while its refund is sent", () => {
  it("keeps the refund and its outcome, which its jobs go on to follow", async () => {
    const input = refundInput(payment("ORD-CLOSED"), { amount: "10.00" });
    second.service.next("refund_initiate", {
      kind: "meanwhile",
      act: () => setAccountClosed(admin, { id: 2, isClosed: true }),
    });
    await requestRefund(finance, input);
    expect(await second.accounts.find("second")).toBeNull();
    expect(await stateOf(input.intentId)).toBe("ACCEPTED");
    expect(second.service.refunds).toHaveLength(1);
    expect((await second.accounts.findById(2))?.account.name).toBe("Account second");
  });
});
