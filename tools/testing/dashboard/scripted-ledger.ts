import type { OpenAlert } from "@/lib/contract/payment-alerts";
import { createHash, createHmac, randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { RefundRecord, TransactionRecord } from "@/lib/contract/responses";
import { formatPaise, paiseOf } from "@/lib/money";
import type { Clock } from "@/server/platform/clock";

export type ServiceCall = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
type Reply = { status: number; body: unknown };

export const TEST_CREDENTIALS = { apiKey: "test_key_dashboard", apiSalt: "test_salt_never_seen_outside" };

const FULL_OPS = { idempotency: true, operations: ["refunds.balance", "refunds.search"] };

/** The state and responses of the scripted service: payments and refunds in memory, as the specification describes. */
export class ScriptedLedger {
  /** Those that it accepts. */
  credentials = TEST_CREDENTIALS;
  readonly payments = new Map<string, TransactionRecord[]>();
  readonly refunds: RefundRecord[] = [];
  /** What the ops extension offers; null for a service without it. */
  ops: { idempotency: boolean; operations: string[]; merchant_id?: string } | null = FULL_OPS;
  /** The gateway of payments that have one, by transaction id. */
  readonly gateways = new Map<string, string>();
  /** What the service says of the money of payments, by their ids. */
  readonly alerts = new Map<string, OpenAlert>();
  /** The Idempotency-Keys with which refunds were requested, by refund id. */
  readonly keys = new Map<string, string>();
  private readonly replays = new Map<string, Reply>();

  constructor(private readonly clock: Clock) {}

  /** Deletes everything, for the next test. */
  reset(): void {
    this.refunds.length = 0;
    this.payments.clear();
    this.gateways.clear();
    this.alerts.clear();
    this.keys.clear();
    this.replays.clear();
    this.ops = FULL_OPS;
  }

  addPayment(fields: Partial<TransactionRecord> & { merchant_transaction_id: string }): TransactionRecord {
    const payment: TransactionRecord = {
      transaction_id: `TXN20261121${randomUUID()}`,
      transaction_amount: "500.00",
      transaction_status: "SUCCESS",
      transaction_date_time: "2026-11-21T08:00:00.000Z",
      gateway_transaction_id: "GW-1",
      currency: "INR",
      udf1: null,
      udf2: null,
      udf3: null,
      ...fields,
    };
    const older = this.payments.get(payment.merchant_transaction_id) ?? [];
    this.payments.set(payment.merchant_transaction_id, [payment, ...older]);
    return payment;
  }

  /** Like the service after its retention period. */
  deletePayment({
    merchant_transaction_id: reference,
  }: Pick<TransactionRecord, "merchant_transaction_id">): void {
    this.payments.delete(reference);
  }

  /** A refund made outside the dashboard. */
  refundOutsideDashboard(payment: TransactionRecord, amount: string): RefundRecord {
    const refund: RefundRecord = {
      refund_id: `RFD20261121${randomUUID()}`,
      transaction_id: payment.transaction_id,
      merchant_transaction_id: payment.merchant_transaction_id,
      refund_amount: amount,
      refund_status: "INITIATED",
      gateway_refund_id: null,
      refund_reason: null,
      refund_requested_at: this.clock.now().toISOString(),
      refund_completed_at: null,
    };
    this.refunds.unshift(refund);
    return refund;
  }

  /** What has left or is leaving; a failed refund that was paid late has left too. */
  refundedPaise(transactionId: string): bigint {
    return this.refunds
      .filter((refund) => refund.transaction_id === transactionId && isOut(refund))
      .reduce((total, refund) => total + paiseOf(refund.refund_amount), 0n);
  }

  protected reply(call: ServiceCall): Reply {
    if (call.path.startsWith("/v1/ops/")) return this.replyOps(call);
    const fields = JSON.parse(call.body) as Record<string, string>;
    const { apiKey, apiSalt } = this.credentials;
    const hashed = [
      fields.merchant_transaction_id,
      fields.transaction_amount,
      fields.transaction_id,
      fields.refund_id,
      fields.refund_amount,
    ];
    const text = [apiKey, ...hashed.filter((value) => value !== undefined), apiSalt].join("|");
    if (call.headers["x-api-key"] !== apiKey || call.headers.hash !== sha256(text)) {
      return { status: 401, body: { detail: "Invalid authentication hash." } };
    }
    const key = call.headers["idempotency-key"];
    switch (call.path) {
      case "/v1/route/initiate_payment":
        return this.once(key, () => this.initiate(fields));
      case "/v1/route/transaction-status":
        return this.status(fields.merchant_transaction_id ?? "");
      case "/v1/route/transaction-cancel":
        return this.cancel(fields.merchant_transaction_id ?? "");
      case "/v1/route/refund-initiate/":
        return this.once(key, () => this.refund(fields, key));
      case "/v1/route/refund-status/":
        return this.refundStatus(fields.refund_id ?? "");
      default:
        return { status: 404, body: { detail: "Not found." } };
    }
  }

  private status(reference: string): Reply {
    const records = this.payments.get(reference);
    if (records === undefined)
      return { status: 404, body: { success: false, message: "Transaction not found" } };
    return { status: 200, body: records };
  }

  private cancel(reference: string): Reply {
    const latest = this.payments.get(reference)?.[0];
    if (latest === undefined)
      return { status: 404, body: { success: false, message: "Transaction not found" } };
    if (latest.transaction_status !== "INITIATED") {
      const message = "Transaction cannot be cancelled as it is already processed";
      return { status: 400, body: { success: false, message } };
    }
    latest.transaction_status = "CANCELLED";
    return { status: 200, body: { success: true, message: "Transaction cancelled" } };
  }

  private initiate(fields: Record<string, string>): Reply {
    const reference = fields.merchant_transaction_id ?? "";
    if (this.payments.has(reference)) {
      const message = [{ merchant_transaction_id: "Already exists" }];
      return { status: 400, body: { success: false, message } };
    }
    const payment = this.addPayment({
      merchant_transaction_id: reference,
      transaction_amount: formatPaise(paiseOf(fields.transaction_amount ?? "")),
      transaction_status: "INITIATED",
    });
    return {
      status: 201,
      body: {
        success: true,
        payment_link: `http://pay.example/${payment.transaction_id}`,
        transaction_id: payment.transaction_id,
        merchant_transaction_id: reference,
        message: "Created",
      },
    };
  }

  /** The same key replays the first response, where the service supports that (decision 0005). */
  private once(key: string | string[] | undefined, action: () => Reply): Reply {
    if (typeof key !== "string" || this.ops?.idempotency !== true) return action();
    const reply = this.replays.get(key) ?? action();
    this.replays.set(key, reply);
    return reply;
  }

  private refund(fields: Record<string, string>, key: string | string[] | undefined): Reply {
    const refuse = (status: number, message: string): Reply => ({
      status,
      body: { success: false, message, data: null },
    });
    const payment = [...this.payments.values()]
      .flat()
      .find((one) => one.transaction_id === fields.transaction_id);
    if (payment === undefined) return refuse(404, "Transaction not found.");
    if (payment.transaction_status !== "SUCCESS") {
      return refuse(400, "Refund is allowed only for successful transactions.");
    }
    const amount = fields.refund_amount ?? "";
    const left = leftOf(payment, this.refundedPaise(payment.transaction_id));
    if (paiseOf(amount) > left) {
      return refuse(
        400,
        `Refund amount exceeds refundable balance. Remaining refundable: ${formatPaise(left)}`,
      );
    }
    const refund = this.refundOutsideDashboard(payment, formatPaise(paiseOf(amount)));
    refund.refund_reason = fields.refund_reason ?? null;
    if (typeof key === "string") this.keys.set(refund.refund_id, key);
    return { status: 201, body: { success: true, ...refund } };
  }

  private refundStatus(refundId: string): Reply {
    const refund = this.refunds.find((one) => one.refund_id === refundId);
    if (refund === undefined) {
      return { status: 404, body: { success: false, message: "Refund not found.", data: null } };
    }
    return { status: 200, body: { success: true, ...refund } };
  }

  private replyOps(call: ServiceCall): Reply {
    if (this.ops === null) return { status: 404, body: { detail: "Not found." } };
    if (!isOpsSigned(call, this.credentials))
      return { status: 401, body: { detail: "Invalid ops signature." } };
    if (call.path === "/v1/ops/capabilities") return { status: 200, body: { version: 1, ...this.ops } };
    const { transaction_id: transactionId } = JSON.parse(call.body) as { transaction_id?: string };
    if (call.path === "/v1/ops/refunds/search") {
      const refunds = this.refunds.filter(
        (refund) => transactionId === undefined || refund.transaction_id === transactionId,
      );
      return { status: 200, body: { refunds, next_cursor: null } };
    }
    const payment = [...this.payments.values()].flat().find((one) => one.transaction_id === transactionId);
    if (payment === undefined) return { status: 404, body: { detail: "Transaction not found." } };
    const done = this.refunds.filter(
      (one) =>
        one.transaction_id === payment.transaction_id &&
        (one.refund_status === "SUCCESS" || one.refund_succeeded_late_at !== undefined),
    );
    const refundedPaise = done.reduce((total, one) => total + paiseOf(one.refund_amount), 0n);
    const heldPaise = this.refundedPaise(payment.transaction_id);
    return {
      status: 200,
      body: {
        transaction_id: payment.transaction_id,
        merchant_transaction_id: payment.merchant_transaction_id,
        transaction_status: payment.transaction_status,
        currency: payment.currency,
        transaction_amount: payment.transaction_amount,
        refunded_amount: formatPaise(refundedPaise),
        in_progress_amount: formatPaise(heldPaise - refundedPaise),
        remaining_amount: formatPaise(leftOf(payment, heldPaise)),
        gateway: this.gateways.get(payment.transaction_id) ?? null,
        alert: this.alerts.get(payment.transaction_id) ?? null,
        ...(payment.test === true && { test: true }),
      },
    };
  }
}

const isOut = ({ refund_status: status, refund_succeeded_late_at: late }: RefundRecord): boolean =>
  status !== "FAILURE" || late !== undefined;

/** Never less than nothing: a refund may have been paid late after another one took its place. */
function leftOf({ transaction_amount: paid }: TransactionRecord, heldPaise: bigint): bigint {
  const paidPaise = paiseOf(paid);
  return paidPaise > heldPaise ? paidPaise - heldPaise : 0n;
}

/** The signature of the ops extension, implemented independently; its age is not checked. */
function isOpsSigned(
  { method, path, headers, body }: ServiceCall,
  { apiKey, apiSalt }: typeof TEST_CREDENTIALS,
): boolean {
  const text = [headers["x-ops-timestamp"], method, path, sha256(body)].join("\n");
  const signature = createHmac("sha256", apiSalt).update(text, "utf8").digest("hex");
  return headers["x-api-key"] === apiKey && headers["x-ops-signature"] === signature;
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
