import { randomUUID } from "node:crypto";
import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import { PAYMENT_METHODS } from "@/lib/contract/statuses";
import { TEST_GATEWAY } from "../../domain/payments/test-payment";
import {
  type Charge,
  type Gateway,
  type GatewayPayment,
  type GatewayRefund,
  GatewayRecordUnknown,
  GatewayUnavailable,
  type LookupPurpose,
} from "../port";
import { declineReason, failsInitialisation, losesItsMoney, refundFailure, refundFate } from "./fate";
import {
  type ChargeRecord,
  findCharge,
  findRefund,
  recordCharge,
  recordRefund,
  type RefundRecord,
} from "./records";

export const SIMULATOR = TEST_GATEWAY;

/**
 * The sandbox's gateway (decisions 0038 and 0210): it charges no real money and stores real records. Its checkout is
 * the service's own page; refunds become final after `refundMs`.
 */
export function createSimulator(options: {
  /** Another name for a further simulated gateway (decision 0254). */
  name?: string;
  pool: Pool;
  clock: Clock;
  refundMs: number;
  takesPayments: boolean;
}): Gateway {
  const { pool, clock } = options;

  function toGatewayRefund(record: RefundRecord): GatewayRefund {
    const { refundId: gatewayRefundId, amountPaise, settlesAt, turnsSuccessAt, outcome } = record;
    const now = clock.now();
    if (turnsSuccessAt !== null && turnsSuccessAt <= now) return { gatewayRefundId, status: "SUCCESS" };
    if (settlesAt > now) return { gatewayRefundId, status: "PENDING" };
    if (outcome === "SUCCESS") return { gatewayRefundId, status: "SUCCESS" };
    const failure = refundFailure(amountPaise);
    return { gatewayRefundId, status: "FAILURE", ...(failure !== null && { failure }) };
  }

  async function fetchPayment(checkoutId: string, purpose?: LookupPurpose): Promise<GatewayPayment> {
    const charge = await findCharge(pool, checkoutId);
    if (charge === null) return { status: "OPEN" };
    if (purpose === "look" && losesItsMoney(charge.amountPaise)) return { status: "CLOSED" };
    return presentCharge(charge);
  }

  return {
    name: options.name ?? SIMULATOR,
    isTest: true,
    takesPayments: options.takesPayments,
    capabilities: { methods: PAYMENT_METHODS, currencies: null, voids: true, notifies: false },

    openCheckout({ merchantId, paymentId, amountPaise }) {
      return Promise.resolve(
        failsInitialisation(amountPaise)
          ? {
              kind: "failed",
              cause: "refused",
              message: "The simulator opens no checkout for amounts ending in .94.",
            }
          : { kind: "opened", checkoutId: `simco_${merchantId}_${paymentId}`, redirectUrl: null },
      );
    },

    fetchPayment,
    // Its ids are made here, and merchants have no accounts of their own at it.
    recognizesCheckout: null,
    // Nothing at the simulator needs closing: only the service's own page charges, under the payment's lock.
    voidCheckout: fetchPayment,

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
      // The refund is recorded at the gateway; only the response is lost, as happens with real gateways.
      if (isNew && fate.timesOutFirst) throw new GatewayUnavailable("the simulator did not answer in time");
      return toGatewayRefund(record);
    },

    async findSentRefund({ idempotencyKey }) {
      const record = await findRefund(pool, "idempotency_key", idempotencyKey);
      return record === null ? null : toGatewayRefund(record);
    },

    async fetchRefund(gatewayRefundId) {
      const record = await findRefund(pool, "refund_id", gatewayRefundId);
      if (record === null) throw new GatewayRecordUnknown(`the simulator has no refund ${gatewayRefundId}`);
      return toGatewayRefund(record);
    },

    readNotification: () => Promise.resolve({ kind: "refused", reason: "malformed" }),

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
        return presentCharge(charge);
      },
    },
  };
}

function presentCharge({ transactionId, outcome, amountPaise, currency }: ChargeRecord): Charge {
  return outcome === "FAILURE"
    ? { status: outcome, gatewayTransactionId: transactionId, failure: declineReason(amountPaise) }
    : { status: outcome, gatewayTransactionId: transactionId, amountPaise, currency };
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
