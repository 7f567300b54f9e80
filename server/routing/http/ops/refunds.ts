import type { REFUND_OPERATIONS } from "@/lib/contract/ops/refunds";
import { refundBalance } from "../../usecases/refunds/refund-balance";
import { searchRefunds } from "../../usecases/refunds/search-refunds";
import { presentOpsRefund } from "../present";
import { type OpsHandlers, refuseOps } from "./handler";
import { refuseCursor } from "./page";
import { presentBalance } from "./present-payment";

export const refundHandlers: OpsHandlers<keyof typeof REFUND_OPERATIONS> = {
  "refunds.balance": async (deps, { merchantId }, input) => {
    const balance = await refundBalance(deps, merchantId, input.transaction_id);
    if (balance === null) return refuseOps(404, "Transaction not found.");
    return { status: 200, body: presentBalance(balance, balance.alert) };
  },

  "refunds.search": async (deps, { merchantId }, input) => {
    const page = await searchRefunds(deps, merchantId, {
      paymentId: input.transaction_id ?? null,
      reference: input.merchant_transaction_id ?? null,
      status: input.status ?? null,
      cursor: input.cursor ?? null,
      limit: input.limit,
    });
    if (!page.ok) return refuseCursor();
    const { refunds, nextCursor } = page.value;
    return { status: 200, body: { refunds: refunds.map(presentOpsRefund), next_cursor: nextCursor } };
  },
};
