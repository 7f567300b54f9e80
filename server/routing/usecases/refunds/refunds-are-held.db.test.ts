import { beforeEach, expect, test } from "vitest";
import { holdRefunds, releaseRefunds } from "@/server/platform/refund-hold";
import { addReversal } from "@/tools/testing/routing/add-reversal";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { endOverduePayments } from "../payments/end-payment";
import { advanceRefund } from "./advance-refund";

const SANDBOX = 1;
const byHand = useServiceWithoutWorker();
const hold = () => holdRefunds(byHand.service.db, { backupMadeAt: new Date(), restoredAt: new Date() });
const release = () => releaseRefunds(byHand.service.db, new Date());
beforeEach(release);

const sentTo = async (gatewayTransactionId: string): Promise<number> =>
  (
    await byHand.service.db.query("select from simulator.refunds where transaction_id = $1", [
      gatewayTransactionId,
    ])
  ).rowCount ?? 0;

test("a refund is refused for certain while refunds are on hold, and accepted under the same key after the release", async () => {
  const { merchant } = byHand.service;
  const { transaction_id: id } = await merchant.payment();
  await hold();
  const send = () => merchant.refund(id, "10.00", {}, { "Idempotency-Key": "same" });
  const refused = await send();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(refused.text).toContain("Refunds are held");
  await release();
  expect((await send()).status).toBe(201);
});

test("a refund that was accepted before is not sent while refunds are on hold, and is afterwards", async () => {
  const { merchant, db } = byHand.service;
  const { transaction_id: paymentId } = await merchant.payment();
  const { refund_id: refundId } = (await merchant.refund(paymentId, "10.00")).json as { refund_id: string };
  const { rows } = await db.query<{ charge: string }>(
    "select gateway_transaction_id as charge from payments where id = $1",
    [paymentId],
  );
  const charge = rows[0]?.charge ?? "";
  await hold();
  await advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  expect(await sentTo(charge)).toBe(0);
  const unsent = await db.query("select from refunds where id = $1 and is_unsent", [refundId]);
  expect(unsent.rowCount).toBe(1);
  await release();
  await advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  expect(await sentTo(charge)).toBe(1);
});

test("a late charge does not go back while refunds are held", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const reversal = await addReversal(byHand.service.db, paymentId);
  await hold();
  await advanceRefund(byHand.deps, reversal);
  expect(await sentTo("simpay_late")).toBe(0);
  await release();
  await advanceRefund(byHand.deps, reversal);
  expect(await sentTo("simpay_late")).toBe(1);
});

test("a payment whose time is up is not dropped while refunds are held: it may have been paid after the backup", async () => {
  const { merchant, db } = byHand.service;
  const { transaction_id: id } = await merchant.payment({}, null);
  await db.query("update payments set expires_at = now() - interval '1 hour' where id = $1", [id]);
  const status = async () =>
    (await db.query<{ status: string }>("select status from payments where id = $1", [id])).rows[0]?.status;
  await hold();
  await endOverduePayments(byHand.deps);
  expect(await status()).toBe("INITIATED");
  await release();
  await endOverduePayments(byHand.deps);
  expect(await status()).toBe("DROP");
});
