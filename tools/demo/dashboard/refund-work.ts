import { randomUUID } from "node:crypto";
import { formatPaise } from "@/lib/money";
import type { DemoPayment } from "@/tools/demo/contract";
import { approveRequest } from "@/server/dashboard/approvals/commands/approve-request";
import { declineApproval } from "@/server/dashboard/approvals/commands/decline-approval";
import { withdrawApproval } from "@/server/dashboard/approvals/commands/withdraw-approval";
import { expireApproval } from "@/server/dashboard/approvals/jobs/expire-approval";
import type { Ctx } from "@/server/dashboard/context";
import { requestRefund } from "@/server/dashboard/refunds/commands/request-refund";
import { trackRefund } from "@/server/dashboard/refunds/jobs/track-refund";
import { type Desk, expectKind } from "./staff";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const REASONS = [
  "Requested by the customer",
  "Goods returned",
  "Goods returned: damaged on arrival",
  "Duplicate payment: ordered twice",
  "Order cancelled: delivered too late",
  "Order cancelled: part of it was out of stock",
  "Other: goodwill for a long wait",
];
/** The paise of a refund that the simulator fails (decision 0210). */
const FAILING_PAISE = 91n;

/** Asks for a refund of all or half of a payment; `failing` ones fail at the gateway. */
export function askRefund(
  desk: Desk,
  by: Ctx,
  payment: DemoPayment,
  options: { isFailing?: boolean } = {},
): ReturnType<typeof requestRefund> {
  const { random } = desk;
  const half = (payment.amountPaise / 200n) * 100n;
  const isWhole = options.isFailing !== true && random.chance(0.6);
  const amountPaise =
    options.isFailing === true ? half - 100n + FAILING_PAISE : isWhole ? payment.amountPaise : half;
  return requestRefund(by, {
    intentId: randomUUID(),
    reference: payment.reference,
    transactionId: payment.transactionId,
    amount: formatPaise(amountPaise),
    reason: random.of(REASONS),
    isApprovalExpected: false,
  });
}

/** Carries a refund to its end at the gateway, and has the dashboard see it. */
export async function settleRefund({ services, behind, time }: Desk, refundId: string): Promise<void> {
  await behind.advanceRefund(refundId);
  time.advance(3 * MINUTE_MS);
  await behind.advanceRefund(refundId);
  await lookAt(services, refundId);
}

/** The dashboard's own look at a refund. */
export async function lookAt(services: Desk["services"], refundId: string): Promise<void> {
  await trackRefund(services, { serviceAddress: services.routing.serviceAddress, refundId });
}

/** A refund from the request to its end; above the threshold a colleague decides first, or nobody does. */
export async function refundWholly(desk: Desk, payment: DemoPayment): Promise<void> {
  const { staff, random, time, services } = desk;
  const by = staff.as("finance", random.whole(0, 2));
  const asked = expectKind(
    await askRefund(desk, by, payment, { isFailing: random.chance(0.06) }),
    "accepted",
    "awaiting_approval",
  );
  if (asked.kind === "accepted") return settleRefund(desk, asked.refundId);

  const { approvalId } = asked;
  time.advance(random.whole(10, 240) * MINUTE_MS);
  if (random.chance(0.1)) {
    expectKind(await withdrawApproval(by, { approvalId, note: "Settled with the customer" }), "withdrawn");
    return;
  }
  if (random.chance(0.1)) {
    time.advance(DAY_MS);
    await expireApproval(services, approvalId);
    return;
  }
  if (random.chance(0.15)) {
    const note = "The goods have not arrived at the warehouse";
    expectKind(await declineApproval(await staff.present("admin"), { approvalId, note }), "declined");
    return;
  }
  const decided = expectKind(
    await approveRequest(await staff.present("admin"), { approvalId, note: "" }),
    "approved_refund",
  );
  if (decided.refund.kind === "accepted") await settleRefund(desk, decided.refund.refundId);
}
