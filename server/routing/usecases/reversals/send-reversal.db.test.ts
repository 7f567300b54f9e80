import { expect, test } from "vitest";
import { insertReversal } from "../../store/reversals";
import { useServiceByHand } from "../../testing/by-hand";
import { sendReversal } from "./send-reversal";

const SANDBOX = 1;

const byHand = useServiceByHand({ refundMs: 600_000 });

type Row = { version: string; status: string; gateway_refund_id: string | null };

test("a look that learns nothing writes nothing, and the end is found by a later one", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const job = { merchantId: SANDBOX, paymentId, gatewayTransactionId: "simpay_second", attempt: 0 };
  await insertReversal(byHand.deps.pool, SANDBOX, {
    ...job,
    gateway: "simulator",
    amountPaise: 10_000n,
    currency: "INR",
    status: "INITIATED",
    gatewayRefundId: null,
    requestedAt: new Date(),
    completedAt: null,
  });
  const row = async (): Promise<Row | undefined> => {
    const { rows } = await byHand.service.db.query<Row>(
      "select xmin::text as version, status, gateway_refund_id from reversals where payment_id = $1",
      [paymentId],
    );
    return rows[0];
  };

  await sendReversal(byHand.deps, job);
  const sent = await row();
  expect(sent).toMatchObject({ status: "PROCESSING" });
  expect(sent?.gateway_refund_id).not.toBeNull();

  await sendReversal(byHand.deps, { ...job, attempt: 1 });
  expect(await row()).toEqual(sent);

  await byHand.service.db.query(
    "update simulator.refunds set settles_at = now() - interval '1 minute' where transaction_id = 'simpay_second'",
  );
  await sendReversal(byHand.deps, { ...job, attempt: 2 });
  expect(await row()).toMatchObject({ status: "SUCCESS" });
});
