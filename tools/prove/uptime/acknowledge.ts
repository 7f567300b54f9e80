import type { PaydeckClient } from "@/lib/client";
import { sideBySide } from "../stack/side-by-side";
import { responseOf } from "../stack/merchant";
import { askService, type Outcome } from "./probe";

/** A merchant that creates payments and refunds in turn, and remembers what was accepted. */
type Acknowledged = {
  writeOne(): Promise<Outcome>;
  /** Reads everything again, at a time without injected failures. */
  readAgain(): Promise<{ what: string; isPresent: boolean }[]>;
};

const READS_AT_ONCE = 8;

/** `paidId`: a paid payment, large enough for a refund of one rupee each time. */
export function startAcknowledging(merchant: PaydeckClient, paidId: string, prefix: string): Acknowledged {
  const payments: { reference: string; id: string }[] = [];
  const refundIds: string[] = [];
  let writes = 0;

  const pay = (): Promise<Outcome> => {
    const reference = `${prefix}-${writes}`;
    return askService(
      merchant.initiatePayment({
        merchant_transaction_id: reference,
        transaction_amount: "10.00",
        customer_details: { customer_email: "customer@example.com" },
      }),
      (created) => {
        payments.push({ reference, id: created.transaction_id });
        return created.success;
      },
    );
  };
  const refund = (): Promise<Outcome> =>
    askService(
      merchant.initiateRefund({
        transaction_id: paidId,
        refund_amount: "1.00",
        refund_reason: `Write ${writes}`,
      }),
      (accepted) => refundIds.push(accepted.refund_id) > 0,
    );

  return {
    writeOne() {
      writes += 1;
      return writes % 2 === 0 ? pay() : refund();
    },
    async readAgain() {
      const read: { what: string; isPresent: boolean }[] = [];
      const all = { atOnce: READS_AT_ONCE, hasTime: () => true };
      await sideBySide(payments, all, async ({ reference, id }) => {
        const records = await merchant.transactionStatus(reference);
        const isGone = records.kind === "refused" && records.refusal.kind === "not_found";
        const isPresent =
          !isGone &&
          (await responseOf(Promise.resolve(records))).some((record) => record.transaction_id === id);
        read.push({ what: `payment ${id}`, isPresent });
      });
      await sideBySide(refundIds, all, async (id) => {
        const found = await merchant.refundStatus(id);
        const isGone = found.kind === "refused" && found.refusal.kind === "not_found";
        if (!isGone) await responseOf(Promise.resolve(found));
        read.push({ what: `refund ${id}`, isPresent: !isGone });
      });
      return read;
    },
  };
}
