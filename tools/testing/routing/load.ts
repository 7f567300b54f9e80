import { setTimeout as sleep } from "node:timers/promises";
import { choose, type CreatedPayment, type MerchantCode, newReference, type Reply } from "./merchant-code";

/** What a merchant's own code believes that it did: everything that it was told has succeeded. */
export type Ledger = {
  payments: Map<string, { transactionId: string; link: string }>;
  paid: string[];
  /** Refund ids by transaction id. */
  refunds: Map<string, string>;
  /** Answers that were no success, by status; 0 for a connection without a response. */
  refusals: Map<number, number>;
  /** The longest time between two successful responses, in milliseconds. */
  longestPauseMs: number;
};

const AGAIN_MS = 50;

const asRecords = ({ status, json }: Reply): Record<string, unknown>[] =>
  status === 200 ? (json as Record<string, unknown>[]) : [];

/**
 * A merchant's code under load, until it is stopped: it creates, has the customer pay, and refunds, and repeats what is refused for a
 * moment, with the same idempotency key, as the documents say.
 */
export function startLoad(
  merchant: MerchantCode,
  loops: number,
): { ledger: Ledger; stop(): Promise<Ledger> } {
  const ledger: Ledger = {
    payments: new Map(),
    paid: [],
    refunds: new Map(),
    refusals: new Map(),
    longestPauseMs: 0,
  };
  let isStopping = false;
  let succeededAt = performance.now();
  const note = (status: number, isSuccess: boolean): void => {
    if (!isSuccess) return void ledger.refusals.set(status, (ledger.refusals.get(status) ?? 0) + 1);
    ledger.longestPauseMs = Math.max(ledger.longestPauseMs, performance.now() - succeededAt);
    succeededAt = performance.now();
  };
  /** Only 503, 409 and a lost connection are repeated: anything else is a response that the test has to see. */
  const insist = async <T extends { status: number }>(
    call: () => Promise<T>,
    ...expected: number[]
  ): Promise<T> => {
    for (;;) {
      const reply = await call().catch(() => null);
      const isExpected = reply !== null && expected.includes(reply.status);
      note(reply?.status ?? 0, isExpected);
      if (isExpected) return reply;
      if (reply !== null && ![503, 409, 502].includes(reply.status))
        throw new Error(
          `unexpected answer ${String(reply.status)}: ${"text" in reply ? String(reply.text) : ""}`,
        );
      await sleep(AGAIN_MS);
    }
  };
  const loop = async (): Promise<void> => {
    while (!isStopping) {
      const reference = newReference();
      const fields = { merchant_transaction_id: reference, transaction_amount: "60.00" };
      const created = await insist<Reply>(
        () => merchant.initiate(fields, { "Idempotency-Key": reference }),
        201,
      );
      const { transaction_id: transactionId, payment_link: link, success } = created.json as CreatedPayment;
      ledger.payments.set(reference, { transactionId, link });
      // An attempt that was interrupted before its link is told as it is: the merchant creates another one.
      if (!success) continue;
      // 200: an earlier choice, whose response was lost, has paid it.
      await insist(() => choose(link, "success"), 303, 200);
      await insist(async () => {
        const [record] = asRecords(await merchant.status(reference));
        return { status: record?.transaction_status === "SUCCESS" ? 200 : 503 };
      }, 200);
      ledger.paid.push(reference);
      const refunded = await insist<Reply>(
        () => merchant.refund(transactionId, "10.00", {}, { "Idempotency-Key": `refund-${reference}` }),
        201,
      );
      ledger.refunds.set(transactionId, (refunded.json as { refund_id: string }).refund_id);
    }
  };
  const running = Promise.all(Array.from({ length: loops }, loop));
  running.catch(() => undefined);
  return {
    ledger,
    async stop() {
      isStopping = true;
      await running;
      return ledger;
    },
  };
}
