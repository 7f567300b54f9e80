import type { RefundRecord } from "@/lib/contract/responses";
import { REFUND_STATUSES } from "@/lib/contract/statuses";
import type { OutsideRefundsView } from "@/lib/refunds/refund-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { identifierFault } from "../../payments/domain";
import { serviceErrorOf } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";
import { ownedRefundIds } from "../store/refund-list";

/** The most pages of the service that are read for one page of ours, and how many rows are enough. */
const MAX_PAGES = 5;
const SERVICE_PAGE = 100;
const ENOUGH = 25;

/**
 * Refunds at the service that were made outside the dashboard, newest first: a separate list, so that none is counted
 * twice (decision 0119). Refunds made here are filtered out of the service's pages; a page may therefore be short or
 * empty and still have a next one.
 */
export async function listOutsideRefunds(
  ctx: Ctx,
  input: { status?: string; reference?: string; cursor?: string },
): Promise<OutsideRefundsView> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "elsewhere" });
  const { routing } = ctx;
  const capabilities = await routing.capabilities();
  if (!capabilities.offers("refunds.search")) return notOfferedOr(capabilities);

  const status = REFUND_STATUSES.find((candidate) => candidate === input.status);
  const { reference } = input;
  const isAskable = reference !== undefined && identifierFault(reference, "merchant reference") === null;
  const rows: RefundRecord[] = [];
  let cursor = input.cursor ?? null;
  for (let page = 0; page < MAX_PAGES && rows.length < ENOUGH; page += 1) {
    const response = await routing.ops("refunds.search", {
      limit: SERVICE_PAGE,
      ...(status !== undefined && { status }),
      ...(isAskable && { merchant_transaction_id: reference }),
      ...(cursor !== null && { cursor }),
    });
    if (response.kind !== "answered")
      return { kind: "service_error", serviceError: serviceErrorOf(response) };
    const { refunds } = response.value;
    const ids = refunds.map((refund) => refund.refund_id);
    const ours = await ownedRefundIds(ctx.pool, routing.serviceAddress, ids);
    rows.push(...refunds.filter((refund) => !ours.has(refund.refund_id)));
    cursor = response.value.next_cursor;
    if (cursor === null) break;
  }
  return {
    kind: "listed",
    refunds: rows.map((refund) => ({
      refundId: refund.refund_id,
      reference: refund.merchant_transaction_id,
      transactionId: refund.transaction_id,
      amount: refund.refund_amount,
      status: refund.refund_status,
      wasPaidLate: refund.refund_succeeded_late_at !== undefined,
      reason: refund.refund_reason,
      requestedAt: new Date(refund.refund_requested_at).toISOString(),
    })),
    nextCursor: cursor,
  };
}
