import { type Role, roleAllows } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import { findMemberRole } from "../../accounts/store";
import type { RefundFacts } from "../domain/may-refund";
import { findUndecidedRequest } from "../../requests/store";
import { findDuplicateRefunds, type Transfer } from "../store/duplicate-refunds";
import { findBalanceReporter, lockLedger } from "../store/refund-ledgers";
import { readManualLimit, readOwnLimit } from "./read-own-limit";
import type { Refundable } from "./read-refundable";
import { readRefundLimit } from "./read-refund-limit";
import { readReservations } from "./read-reservations";

/** The ways in which money leaves a payment, and what each leaves out of the facts: itself. */
type RefundWay =
  | { kind: "form" }
  | { kind: "row"; runId: string; isApproved: boolean }
  | { kind: "approval" }
  | { kind: "manual"; transfer: Transfer };

type ProposedRefund = {
  /** That of the form, row, approval or record. */
  id: string;
  way: RefundWay;
  transactionId: string;
  amountPaise: bigint;
  /** The refund request that it fulfils; null for none. */
  acceptsRequest: string | null;
  at: Date;
  serviceAddress: string;
  /** The failed refunds that the service was just asked about. */
  asked: ReadonlySet<string>;
  /** Whose role limits the refund: `role`, which the caller has locked, or else the one that they have now. */
  person: { id: string; role?: Role };
};

/**
 * Locks the payment's ledger and reads all that `mayRefund` decides on: every way of refunding decides on these facts. The
 * reads are pipelined behind the lock, so they see the state after it was granted (0160).
 */
export async function readRefundFacts(
  db: Db,
  refundable: Refundable,
  proposed: ProposedRefund,
): Promise<RefundFacts> {
  const { id, way, transactionId, amountPaise, acceptsRequest, at, serviceAddress, asked, person } = proposed;
  const isApproved = way.kind === "approval" || (way.kind === "row" && way.isApproved);
  const [reported, holds, duplicates, waiting, role, reporter] = await Promise.all([
    lockLedger(db, transactionId),
    readReservations(db, transactionId, {
      // What was approved was set aside then: a request that came since does not take it back.
      isApproved,
      but: acceptsRequest === null ? [id] : [id, acceptsRequest],
    }),
    findDuplicateRefunds(db, {
      transactionId,
      amountPaise,
      but: id,
      butRun: way.kind === "row" ? way.runId : null,
      transfer: way.kind === "manual" ? way.transfer : null,
    }),
    findUndecidedRequest(db, { serviceAddress, transactionId }, at),
    person.role ?? findMemberRole(db, person.id),
    way.kind === "manual" ? findBalanceReporter(db, transactionId) : null,
  ]);
  const payment = { transactionId, currency: refundable.currency };
  const needed = way.kind === "manual" ? "record_manual_refund" : "refund_payment";
  const mayNow = role !== null && roleAllows(role, needed);
  const readLimit = way.kind === "manual" ? readManualLimit : readOwnLimit;
  const [own, threshold] = await Promise.all([
    mayNow ? readLimit(db, { id: person.id, role }, payment) : null,
    mayNow && !isApproved && way.kind !== "manual" ? readRefundLimit(db, { role }, payment, at) : null,
  ]);
  return {
    payment: refundable,
    reported,
    holds,
    serviceAddress,
    asked,
    duplicates,
    waiting: waiting?.id === acceptsRequest ? null : waiting,
    mayNow,
    own,
    threshold,
    reporter,
  };
}
