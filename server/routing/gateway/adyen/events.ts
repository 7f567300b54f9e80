import type { Clock } from "@/server/platform/clock";
import type { Db } from "@/server/platform/pool";
import { findRefundHold, isFromBackup } from "@/server/platform/refund-hold";
import type { GatewayRefundRequest } from "../port";

/**
 * What Adyen has reported of a payment or of one of its modifications. Adyen has no call that returns the payment of a
 * link or the status of a refund, so its signed notifications are stored and read like a vendor's record (decision
 * 0307). Its signature covers every field but the reason.
 */
export type AdyenEvent = {
  pspReference: string;
  eventCode: string;
  success: boolean;
  /** The payment that a modification changes. */
  originalReference: string | null;
  merchantReference: string;
  /** The amount, in Adyen's minor units. */
  units: bigint;
  currency: string;
  /** Why it was refused, in Adyen's words. */
  reason: string | null;
};

export type RequestedRefund = Pick<GatewayRefundRequest, "idempotencyKey" | "requestedAt">;

export type AdyenEvents = {
  /** Stores events; one that is already stored changes nothing. */
  record(events: readonly AdyenEvent[]): Promise<void>;
  /** Returns the events in the order of their arrival. */
  ofReference(merchantReference: string): Promise<AdyenEvent[]>;
  ofCharge(originalReference: string): Promise<AdyenEvent[]>;
  ofModification(pspReference: string): Promise<AdyenEvent[]>;
  /**
   * The earliest time at which this refund can have been sent. When nothing is stored of it, that is now; of one that is from a
   * restored backup, which lacks what was sent after it, when it was requested.
   */
  firstSentAt(refund: RequestedRefund): Promise<Date>;
};

type Row = {
  psp_reference: string;
  event_code: string;
  success: boolean;
  original_reference: string | null;
  merchant_reference: string;
  units: bigint;
  currency: string;
  reason: string | null;
};

type Owner = { merchantId: number; account: number };

/**
 * Those of the environment's account, or of a merchant's own (decision 0311): who signs the notifications of one account
 * must not report money of another.
 */
export function createAdyenEvents(db: Db, clock: Clock, owner: Owner | null): AdyenEvents {
  const table = owner === null ? "adyen_events" : "adyen_account_events";
  const ofOwner = owner === null ? "" : "and merchant_id = $2 and account = $3";
  const owned = owner === null ? [] : [owner.merchantId, owner.account];

  const find = async (column: string, value: string): Promise<AdyenEvent[]> => {
    const { rows } = await db.query<Row>(
      `select psp_reference, event_code, success, original_reference, merchant_reference, amount_units as units, currency, reason
       from ${table} where ${column} = $1 ${ofOwner} order by received_at, psp_reference, event_code`,
      [value, ...owned],
    );
    return rows.map((row) => ({
      pspReference: row.psp_reference,
      eventCode: row.event_code,
      success: row.success,
      originalReference: row.original_reference,
      merchantReference: row.merchant_reference,
      units: row.units,
      currency: row.currency,
      reason: row.reason,
    }));
  };

  return {
    async record(events) {
      for (const event of events) {
        await db.query(
          `insert into ${table} (psp_reference, event_code, success, original_reference, merchant_reference,
             amount_units, currency, reason, received_at${owner === null ? "" : ", merchant_id, account"})
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9${owner === null ? "" : ", $10, $11"}) on conflict do nothing`,
          [
            event.pspReference,
            event.eventCode,
            event.success,
            event.originalReference,
            event.merchantReference,
            event.units,
            event.currency,
            event.reason,
            clock.now(),
            ...owned,
          ],
        );
      }
    },
    ofReference: (merchantReference) => find("merchant_reference", merchantReference),
    ofCharge: (originalReference) => find("original_reference", originalReference),
    ofModification: (pspReference) => find("psp_reference", pspReference),
    async firstSentAt({ idempotencyKey, requestedAt }) {
      const isRestored = isFromBackup(await findRefundHold(db), requestedAt);
      await db.query(
        "insert into adyen_refunds (idempotency_key, first_sent_at) values ($1, $2) on conflict do nothing",
        [idempotencyKey, isRestored ? requestedAt : clock.now()],
      );
      const { rows } = await db.query<{ first_sent_at: Date }>(
        "select first_sent_at from adyen_refunds where idempotency_key = $1",
        [idempotencyKey],
      );
      const row = rows[0];
      if (row === undefined) throw new Error("a refund's first attempt vanished");
      return row.first_sent_at;
    },
  };
}
