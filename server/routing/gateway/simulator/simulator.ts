import { randomUUID } from "node:crypto";
import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import { type Gateway, type GatewayRefund, GatewayUnavailable } from "../port";
import { failsInitialisation, refundFate } from "./fate";
import { findCharge, findRefund, recordCharge, recordRefund, type RefundRecord } from "./records";

export const SIMULATOR = "simulator";

/**
 * The sandbox's gateway (D15, D16): it takes no real money and keeps real records. Its checkout is the service's own
 * page; refunds settle after `refundMs`.
 */
export function createSimulator(options: { pool: Pool; clock: Clock; refundMs: number }): Gateway {
  const { pool, clock } = options;

  function standing(record: RefundRecord): GatewayRefund {
    const settled = record.settlesAt.getTime() <= clock.now().getTime();
    return { gatewayRefundId: record.refundId, status: settled ? record.outcome : "PENDING" };
  }

  return {
    name: SIMULATOR,

    openCheckout({ merchantId, paymentId, amountPaise }) {
      return Promise.resolve(
        failsInitialisation(amountPaise)
          ? { kind: "failed", message: "The simulator opens no checkout for amounts ending in .94." }
          : { kind: "opened", checkoutId: `simco_${merchantId}_${paymentId}` },
      );
    },

    async refund({ idempotencyKey, gatewayTransactionId, amountPaise, currency }) {
      const receivedAt = clock.now();
      const fate = refundFate(amountPaise, options.refundMs);
      const { record, isNew } = await recordRefund(pool, {
        idempotencyKey,
        refundId: newId("simrfd"),
        transactionId: gatewayTransactionId,
        amountPaise,
        currency,
        outcome: fate.outcome,
        receivedAt,
        settlesAt: new Date(receivedAt.getTime() + fate.settlesInMs),
      });
      // The refund is on the gateway's books; it is the answer that gets lost, as it does with real ones.
      if (isNew && fate.timesOutFirst) throw new GatewayUnavailable("the simulator did not answer in time");
      return standing(record);
    },

    async fetchRefund(gatewayRefundId) {
      const record = await findRefund(pool, "refund_id", gatewayRefundId);
      if (record === null) throw new Error(`the simulator has no refund ${gatewayRefundId}`);
      return standing(record);
    },

    hostedCheckout: {
      async charge({ checkoutId, amountPaise, currency, outcome }) {
        const charge = await recordCharge(pool, {
          checkoutId,
          transactionId: newId("simpay"),
          amountPaise,
          currency,
          outcome,
          chargedAt: clock.now(),
        });
        return { gatewayTransactionId: charge.transactionId, outcome: charge.outcome };
      },
      async fetchCharge(checkoutId) {
        const charge = await findCharge(pool, checkoutId);
        return charge === null
          ? null
          : { gatewayTransactionId: charge.transactionId, outcome: charge.outcome };
      },
    },
  };
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
