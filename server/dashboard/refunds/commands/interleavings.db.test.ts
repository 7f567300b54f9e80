import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { formatPaise } from "@/lib/money";
import { interleaved } from "@/tools/testing/interleave";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { requestRefund } from "./request-refund";
import { withdrawRefund } from "./withdraw-refund";

const ORDERS = 40;
const LIMIT_MS = 60_000;
const PAID_PAISE = 50_000n;

let harness: Harness;
let people: Ctx[];
beforeAll(async () => {
  // A submission that waits for another one waits as long as a call may take.
  harness = await startHarness({ timeoutMs: 15_000 });
  people = await Promise.all([harness.ctxOf("finance"), harness.ctxOf("finance"), harness.ctxOf("finance")]);
});
afterAll(() => harness.stop());

/** One form per person: its amount, how often it is submitted, and whether it is withdrawn at some moment. */
const FORMS = fc.array(
  fc.record({
    amountPaise: fc.bigInt({ min: 1n, max: PAID_PAISE }),
    times: fc.integer({ min: 1, max: 3 }),
    isWithdrawn: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

it(
  "in whatever order statements go, a form makes one call at most, and no payment is given back twice (failures 1 and 2)",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), FORMS, async (scheduler, forms) => {
        const reference = `ORDER-${randomUUID()}`;
        const { transaction_id: transactionId } = harness.service.addPayment({
          merchant_transaction_id: reference,
        });
        const pool = interleaved(harness.services.pool, scheduler);
        const callsBefore = harness.service.callsOf("refund_initiate").length;

        const asked = forms.flatMap(({ amountPaise, times, isWithdrawn }, at) => {
          const amount = formatPaise(amountPaise);
          const input = { intentId: randomUUID(), reference, transactionId, amount, reason: "" };
          const submissions = Array.from({ length: times }, () => ({
            person: at,
            input,
            action: requestRefund,
          }));
          return isWithdrawn ? [...submissions, { person: at, input, action: withdrawRefund }] : submissions;
        });
        const outcomes = await scheduler.waitFor(
          Promise.all(
            asked.map(async ({ person, input, action }) => {
              const ctx = people[person];
              if (ctx === undefined) throw new Error("there are more forms than people");
              return { intentId: input.intentId, ...(await action({ ...ctx, pool }, input)) };
            }),
          ),
        );

        const accepted = new Set(
          outcomes.filter(({ kind }) => kind === "accepted").map(({ intentId }) => intentId),
        );
        expect(harness.service.callsOf("refund_initiate").length - callsBefore).toBe(accepted.size);
        const given = harness.service.refundedPaise(transactionId);
        expect(given).toBeLessThanOrEqual(PAID_PAISE);
        if (!forms.some(({ isWithdrawn }) => isWithdrawn)) expect(given).toBeGreaterThan(0n);
        const responses = new Set(outcomes.map((outcome) => JSON.stringify(outcome)));
        expect(
          responses.size,
          "every submission of a form gets the same outcome, and its withdrawal too",
        ).toBe(forms.length);
      }),
      { numRuns: ORDERS, plugins: [fc.interruptAfterTimeLimit(LIMIT_MS / 2)] },
    );
  },
  LIMIT_MS,
);
