import { expect, test } from "vitest";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { findStalled, resumeStalled } from "./resume-stalled";

const byHand = useServiceWithoutWorker();

test("work that lost its jobs gets new ones a bounded number at a time, and says when there may be more", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  await byHand.service.db.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       requested_at)
     select 1, 'RFD-' || n, id, merchant_transaction_id, 1, currency, 'INITIATED', gateway, now()
     from payments, generate_series(1, 600) n where id = $1`,
    [paymentId],
  );
  expect(await resumeStalled(byHand.deps, await findStalled(byHand.deps))).toBe(true);
  expect(await resumeStalled(byHand.deps, await findStalled(byHand.deps))).toBe(false);
  expect((await findStalled(byHand.deps)).refunds).toEqual([]);
});
