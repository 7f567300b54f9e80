import { expect, test } from "vitest";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { findStalled, resumeStalled } from "./resume-stalled";

const byHand = useServiceWithoutWorker();

test("payments that lost their jobs get new ones a bounded number at a time, and it says when there may be more", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  await byHand.service.db.query(
    `insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', 'TXN-' || n, 'merchant_transaction_id',
       'lost-' || n, 'checkout_token', 'lost-' || n, 'watched_until', now() + interval '1 hour'))).*
     from payments p, generate_series(1, 600) n where p.id = $1`,
    [paymentId],
  );
  expect(await resumeStalled(byHand.deps, await findStalled(byHand.deps))).toBe(true);
  expect(await resumeStalled(byHand.deps, await findStalled(byHand.deps))).toBe(false);
  expect(await findStalled(byHand.deps)).toEqual([]);
});
